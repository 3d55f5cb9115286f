"""The log service: start a new log, compress it, remove old records, redact text, and report how it is shipped."""

from __future__ import annotations

import msgspec

from toolguard.gate.model import LogWriteError
from toolguard.gate.texts import coded, sentences
from toolguard.services.interface import (
    ArchivedLog,
    CompressedLog,
    FoundLogRecord,
    LogShipment,
    LogSize,
    RecordNumbers,
    RedactionReason,
    RedactionText,
    RefusedError,
    RemovedRecords,
)
from toolguard.services.methods import Arguments, MethodCaller, Service, changes, loosens, reads
from toolguard.services.runtime.log_retention import LogRetention, retention_of
from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.upkeep.log_upkeep import FoundRecord, LogUpkeep, UpkeepError
from toolguard.store.log.upkeep.redaction import MIN_TEXT_LENGTH, TextMatcher
from toolguard.store.log.upkeep.retention import size_step


def _detail(_arguments: Arguments) -> str:
    return coded("services.log_becomes_log_date")


def _redact_detail(arguments: Arguments) -> str:
    """Return the details without the text, which is to be redacted."""
    text = arguments.get("text")
    details = [coded("services.redact_reason", reason=arguments.get("reason", "")), coded("services.redact_keeps")]
    if text:
        details.insert(0, coded("services.redact_text", count=len(text)))
    if records := arguments.get("records"):
        details.insert(0, coded("services.redact_records", records=", ".join(map(str, records))))
    return sentences(*details)


def _plain(records: list[FoundRecord]) -> list[FoundLogRecord]:
    return [{"seq": record.seq, "time": record.time, "kind": record.kind, "call": record.call} for record in records]


def _prune_detail(_arguments: Arguments) -> str:
    return coded("services.old_records_removed")


class LogService(Service):
    """The log as a whole; its records are read from the file."""

    kind = "log"

    def __init__(self, caller: MethodCaller) -> None:
        super().__init__(caller)
        self._found: list[FoundLogRecord] | None = None  # what a question about a redaction shows

    def _needs_settings(self, _parameters: Arguments) -> bool:
        return False  # a new log can be the way to know them

    @property
    def _upkeep(self) -> LogUpkeep:
        if self._state.upkeep is None:
            raise RefusedError(coded("services.not_run_open_window"))
        return self._state.upkeep

    @property
    def _retention(self) -> LogRetention:
        if self._state.retention is None:
            raise RefusedError(coded("services.not_run_open_window"))
        return self._state.retention

    @reads("log.shipping")
    async def shipping(self) -> list[LogShipment]:
        """Return the status of each receiver; empty if the log is not shipped."""
        return [
            LogShipment(**{name: value for name, value in msgspec.structs.asdict(status).items() if name != "failures"})  # type: ignore[typeddict-item]
            for status in self._state.shipping()
        ]

    def _renew_loosens(self) -> str:
        return coded("services.new_log_begins_old")

    @loosens("log renew", _renew_loosens, detail=_detail)
    async def renew(self) -> ArchivedLog:
        """Start a new log and return the path of the previous one."""
        if self._state.renew_log is None:
            raise RefusedError(coded("services.not_run_open_window"))
        try:
            previous_log = await self._state.renew_log()
        except (LogWriteError, TamperedError) as why:
            raise RefusedError(str(why)) from None
        if self._state.guard is not None:
            self._state.guard.gate.renewed()
        return {"kept": str(previous_log)}

    @reads("log size")
    async def size(self) -> LogSize:
        """Return the size in bytes, and how many times the log has reached the size at which the person is notified."""
        try:
            size = await self._upkeep.size()
        except OSError as why:
            raise RefusedError(str(why)) from None
        return {"bytes": size, "step": size_step(size)}

    @changes("log compress")
    async def compress(self) -> CompressedLog:
        """Compress the files that are not compressed yet, and return their number."""
        try:
            return {"files": await self._upkeep.compress()}
        except UpkeepError as why:
            raise RefusedError(str(why)) from None

    def _prune_loosens(self) -> str:
        keep = retention_of(self._state.preferences)
        if keep.keeps_all:
            raise RefusedError(coded("services.log_keeps_everything"))
        return coded("services.old_records_removed")

    async def _prune_shown(self) -> str:
        now = self._state.preferences
        archive = now.log_archive or coded("services.no_archive")
        return coded("services.prune_detail", days=now.log_keep_days, size=now.log_keep_size, archive=archive)

    @loosens("log prune", _prune_loosens, detail=_prune_detail, shown=_prune_shown)
    async def prune(self) -> list[RemovedRecords]:
        """Remove the oldest files of the log according to the settings, and return the removed records."""
        preferences = self._state.preferences
        keep = retention_of(preferences)
        try:
            count, _, last = await self._upkeep.to_prune(keep)
            if not count:
                return []
            await self._retention.release(last)
            removed = await self._upkeep.prune(keep, preferences.log_archive, self._state.by)
        except UpkeepError as why:
            raise RefusedError(str(why)) from None
        return [
            {"first": removal.first, "last": removal.last, "bytes": removal.size, "archive": removal.archive}
            for removal in removed
        ]

    @reads("log find")
    async def find(self, text: RedactionText = "", records: RecordNumbers | None = None) -> list[FoundLogRecord]:
        """Return the records (with these numbers, if given) that contain ``text``, or any text."""
        self._checked(text, records)
        try:
            return _plain(await self._upkeep.find(text, records or ()))
        except UpkeepError as why:
            raise RefusedError(str(why)) from None

    def _redact_loosens(self, reason: str, text: str = "", records: list[int] | None = None) -> str:
        self._checked(text, records)
        if text and TextMatcher(text).occurs_in(reason):  # the question is recorded
            raise RefusedError(coded("store.reason_holds_text"))
        return coded("services.records_redacted")

    async def _redact_shown(self, reason: str, text: str = "", records: list[int] | None = None) -> str:
        """Return the details with the number of records now. Later ones are redacted, too, and do not change it."""
        detail = _redact_detail({"reason": reason, "text": text, "records": records})
        if not text:
            return detail
        if self._found is None:
            self._found = await self.find(text, records)
        count_text = coded("services.redact_found_nothing")
        if self._found:
            count_text = coded("services.redact_found", count=len(self._found), first=self._found[0]["seq"])
        return sentences(detail, count_text)

    @loosens("log redact", _redact_loosens, detail=_redact_detail, shown=_redact_shown)
    async def redact(
        self, reason: RedactionReason, text: RedactionText = "", records: RecordNumbers | None = None
    ) -> list[FoundLogRecord]:
        """Redact ``text`` (or all text) in these records, or ``text`` in every record. Return the redacted records."""
        await self._retention.sign()
        try:
            return _plain(await self._upkeep.redact(reason, text, records or (), self._state.by))
        except UpkeepError as why:
            raise RefusedError(str(why)) from None

    def _checked(self, text: str, records: list[int] | None) -> None:
        if not records and len(text.strip()) < MIN_TEXT_LENGTH:
            raise RefusedError(coded("services.redact_what", least=MIN_TEXT_LENGTH))
