"""The service of the log: how it is sent on, and begin a new one that names the old one."""

from __future__ import annotations

import msgspec

from toolguard.gate.model import LogWriteError
from toolguard.gate.texts import coded
from toolguard.services.interface import ArchivedLog, LogShipment, RefusedError
from toolguard.services.methods import Arguments, Service, loosens, reads
from toolguard.store.log.audit_log import TamperedError


def _detail(_arguments: Arguments) -> str:
    return coded("services.log_becomes_log_date")


class LogService(Service):
    """The log as a whole; its records are read from the file."""

    kind = "log"

    @reads("log.shipping", "How the log is sent to other computers")
    async def shipping(self) -> list[LogShipment]:
        """Return how each receiver stands; none where the log is not sent."""
        return [
            LogShipment(**{name: value for name, value in msgspec.structs.asdict(one).items() if name != "failures"})  # type: ignore[typeddict-item]
            for one in self._state.shipping()
        ]

    def _renew_loosens(self) -> str:
        return coded("services.new_log_begins_old")

    @loosens("log renew", "Begin a new log that names the old one", _renew_loosens, detail=_detail)
    async def renew(self) -> ArchivedLog:
        """Begin a new log; returns where the old one is kept."""
        if self._state.renew_log is None:
            raise RefusedError(coded("services.not_run_open_window"))
        try:
            kept = await self._state.renew_log()
        except (LogWriteError, TamperedError) as why:
            raise RefusedError(str(why)) from None
        if self._state.guard is not None:
            self._state.guard.gate.renewed()
        return {"kept": str(kept)}
