"""``toolguard log``: list, search, show, verify, export, compress, prune and redact.

Only the running app changes the log. Commands that search it update the index first.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec

from toolguard.cli.help.command_parser import CommandParser
from toolguard.cli.printing import (
    OutputOptions,
    counted,
    describe_error,
    done,
    paint,
    pause,
    print_hint,
    print_json,
    refusal,
    show_facts,
    show_table,
    size,
    span,
    when,
)
from toolguard.cli.progress import Progress
from toolguard.cli.words import DECISIONS, OUTCOMES, decider
from toolguard.gate.approver import Approver, decision_sentence
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.runs import AppStarted, AppStopped
from toolguard.gate.texts import CodedText, encodable
from toolguard.services.errors import CommandError
from toolguard.services.interface import FoundLogRecord
from toolguard.services.runtime.log_proof import find_proof
from toolguard.services.runtime.requests import SendRequest
from toolguard.store.lock import StateLock
from toolguard.store.log import export as log_export
from toolguard.store.log import offline_check
from toolguard.store.log.audit_log import LogReader, Record, TamperedError
from toolguard.store.log.chain import RemovedSpan, UnsignedSpan
from toolguard.store.log.checkpoints import CheckpointError, CheckpointKey, PublicKey
from toolguard.store.log.former_log import former_log
from toolguard.store.log.index import fts_text
from toolguard.store.log.index.check import UnreadableIndexError, correct
from toolguard.store.log.index.log_index import CallFilter, CallRow, IndexReader, IndexThread, follow
from toolguard.tables.log_exports import EXPORT_FORMATS, ExportForm

_NO_RECORDS = "No records yet."
_FOLLOW_INTERVAL = 1.0  # seconds between two checks for new records
_MAX_BATCH = 200  # records read at once
_MAX_ARGUMENT_LENGTH = 60
_MAX_LINE_LENGTH = 400  # maximum characters of a record's line


class CallFilterOptions(OutputOptions, Protocol):
    """Options that select recorded calls."""

    client: str
    server: str
    tool: str
    decision: str
    since: float | None


class LimitOptions(CallFilterOptions, Protocol):
    """Options with a maximum number of rows."""

    limit: int


class ListOptions(LimitOptions, Protocol):
    """Options of ``log list``."""

    follow: bool
    parser: CommandParser


class ShowOptions(OutputOptions, Protocol):
    """Options of ``log show``."""

    id: str


class ExportOptions(CallFilterOptions, Protocol):
    """Options of ``log export``."""

    file: str
    force: bool
    format: ExportForm
    parser: CommandParser
    search: str


def _filter(options: CallFilterOptions, text: str) -> CallFilter:
    return CallFilter(
        text=text, client=options.client, server=options.server, tool=options.tool, verdict=options.decision,
        since=options.since,
    )  # fmt: skip


def log_path(home: Path) -> Path:
    """Return the folder of the log in the state folder ``home``."""
    return home / "log"


@contextmanager
def opened(home: Path) -> Iterator[LogReader | None]:
    """Open the log; None if there is none yet. Errors become `CommandError`."""
    path = log_path(home)
    if not path.exists() and former_log(path) is None:
        yield None
        return
    try:
        reader = LogReader(path)
        try:
            yield reader
        finally:
            reader.close()
    except TamperedError as why:
        raise CommandError(str(why)) from None


def list_calls(home: Path, options: LimitOptions) -> int:
    """Print the newest calls, or those that contain every word of the search's ``text``."""
    filter = _filter(options, getattr(options, "text", ""))
    with opened(home) as log:
        rows = []
        if log is not None:
            _bring_up(home, log.newest()[0])
            reader = IndexReader(follow(log_path(home)))
            try:
                rows = reader.page(filter, limit=options.limit)
            finally:
                reader.close()
    cells = [
        (when(row.time), row.client, row.server, row.tool, _decided(row), OUTCOMES.get(row.outcome, row.outcome),
         row.call, _main_argument(row))
        for row in rows
    ]  # fmt: skip
    heads = ("TIME", "CLIENT", "SERVER", "TOOL", "DECISION", "OUTCOME", "CALL", "MAIN ARGUMENT")
    empty = "No matching calls." if filter != CallFilter() and log is not None else "No calls yet."
    return show_table(options, [_plain(row) for row in rows], heads, cells, empty)


def list_newest(home: Path, options: ListOptions) -> int:
    """Print the newest calls, or with ``--follow`` the newest records and then new ones, one on each line."""
    if not options.follow:
        return list_calls(home, options)
    if _filter(options, "") != CallFilter():
        options.parser.error("--follow prints all records: use it without a filter")
    printed = -1
    while True:
        with opened(home) as log:
            newest = log.newest()[0] if log is not None else 0
            if printed < 0:
                printed = max(newest - options.limit, 0)
            while log is not None and printed < newest:
                records = [record for record, _ in log.after(printed, _MAX_BATCH)]
                for record in records:
                    print(json.dumps(log_export.plain(record)) if options.json else _record_line(record))
                printed = records[-1].seq if records else newest
        pause(_FOLLOW_INTERVAL)


def _record_line(record: Record) -> str:
    """Return what a record is about in one line; `show` prints all of it."""
    facts = msgspec.to_builtins(record.event, enc_hook=encodable)
    texts = ((name, _text(name, facts.get(name))) for name in _LINE_MEMBERS)
    about = ", ".join(f"{name} {text}" for name, text in texts if text)
    line = f"{record.seq:,}  {when(record.time)}  {facts['kind']}  {about}".rstrip()
    return visible(line if len(line) <= _MAX_LINE_LENGTH else f"{line[: _MAX_LINE_LENGTH - 1]}…")


_LINE_MEMBERS = ("what", "call", "client", "server", "tool", "verdict", "state", "outcome", "count", "by", "reason")


def _plain(row: CallRow) -> dict[str, Any]:
    """Return a row for ``--json``: the place of a person's decision as an object, null for other decisions."""
    return {**msgspec.to_builtins(row), "approver": json.loads(row.approver) if row.approver else None}


def _decided(row: CallRow) -> str:
    """Return the decision and who made it, or only who withdrew an undecided call."""
    verdict = DECISIONS.get(row.verdict, row.verdict)
    decided = ": ".join(filter(None, (verdict, row.by and decider(row.by))))
    if not row.approver:
        return decided
    approver = msgspec.json.decode(row.approver, type=Approver)
    where = approver.process.terminal if approver.process.surface == "serve" else approver.process.display
    parts = dict.fromkeys((approver.process.surface, where, "" if approver.input == "terminal" else approver.input))
    return f"{decided} ({', '.join(filter(None, parts))})"


def _main_argument(row: CallRow) -> str:
    """Return the argument that says most about a call, as the page Audit shows it, in at most 60 characters."""
    name, value = (*row.details, "", "")[:2]
    text = f"{name}: {value}" if name else ""
    return text if len(text) <= _MAX_ARGUMENT_LENGTH else f"{text[: _MAX_ARGUMENT_LENGTH - 1]}…"


def _bring_up(home: Path, newest: int) -> None:
    """Update the index with all records. A running app does that itself.

    That can take minutes, so the state folder is not locked meanwhile: an app that starts now indexes, too, and the two
    take turns (`IndexBuilder`).
    """
    path = follow(log_path(home))
    reader = IndexReader(path)
    try:
        if reader.indexed() >= newest or _is_used(home):
            return
        indexer = IndexThread(log_path(home), path)
        indexer.start()
        try:
            with Progress("Indexing…") as progress:
                while (indexed := reader.indexed()) < newest and not indexer.trouble:
                    progress.update(f"Indexing… {indexed:,} of {newest:,} records")
                    time.sleep(0.01)
        finally:
            indexer.stop()
        if indexer.trouble:
            print_hint(indexer.trouble)
    finally:
        reader.close()


def _is_used(home: Path) -> bool:
    """Return whether an app uses this state folder or is starting."""
    lock = StateLock(home / "run", "toolguard log", "command")
    if not lock.acquire():
        return lock.holder().kind != "command"
    lock.release()
    return False


def show(home: Path, options: ShowOptions) -> int:
    """Print all records of one call, or one record by its number."""
    with opened(home) as log:
        records: list[Record] = log.call_records(options.id) if log is not None else []
        if log is not None and not records and options.id.isascii() and options.id.isdigit() and len(options.id) < 19:
            records = [record for record, _ in log.after(int(options.id) - 1, 1) if record.seq == int(options.id)]
    if not records:
        raise CommandError(_removal(home, options.id) or f"No call or record {options.id}: see `toolguard log list`")
    if options.json:
        print_json([log_export.plain(record) for record in records])
        return 0
    for record in records:
        facts = msgspec.to_builtins(record.event, enc_hook=encodable)
        if where := decision_sentence(record.event):
            facts["approver"] = where
        if isinstance(record.event, AppStarted | AppStopped):
            facts["process"] = fts_text.detail(record.event)
        print(f"{record.seq:,}  {when(record.time)}  {paint(str(facts.pop('kind')), 'head')}")
        show_facts(options, None, [(f"    {name}", _text(name, value)) for name, value in facts.items()])
    return 0


def _removal(home: Path, id: str) -> str:
    """Return one sentence if this is the number of a removed record, or ""."""
    with opened(home) as log:
        if log is None or not (id.isascii() and id.isdigit() and len(id) < 19):
            return ""
        removal = next(
            (removed_span for removed_span in log.removals() if removed_span.first <= int(id) <= removed_span.last),
            None,
        )
        return _removed(removal) if removal is not None else ""


def _removed(span: RemovedSpan) -> str:
    many = f"Records {span.first:,} to {span.last:,}"
    where = f"; a copy is in {span.archive}" if span.archive else ""
    return f"{many} were removed on {when(span.time)} by {decider(span.by)}{where}."


_SECONDS_MEMBERS = ("waited", "took", "age", "seconds")
"""Members of records that are seconds."""


def _text(name: str, value: Any) -> str:
    """Return a member of a record as text, "" if it is not set."""
    if value in ("", None, False, [], (), {}):
        return ""
    if isinstance(value, dict) and "age" in value:  # an authentication
        return f"{value['by']}, {span(value['age'])} earlier"
    if isinstance(value, list | tuple):
        return "; ".join(_text("", item) for item in value)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if name == "by":
        return decider(str(value))
    if value is True:
        return "yes"
    if isinstance(value, float):
        return span(value) if name in _SECONDS_MEMBERS else f"{value:.6g}"
    return str(value)


def _correct_index(home: Path) -> None:
    """Compare the index, which has no hashes, with the checked records. A running app does that itself."""
    lock = StateLock(home / "run", "toolguard log verify", "command")
    if lock.acquire():
        try:
            with suppress(OSError, UnreadableIndexError):  # reported where it is read
                correct(log_path(home), follow(log_path(home)))
        finally:
            lock.release()


RECEIVER_NAMES = {"otlp": "OpenTelemetry", "syslog": "syslog"}
"""Display names of the kinds of receivers."""


def shipping(send: SendRequest, options: OutputOptions) -> int:
    """Print the status of log shipping; return 1 if a receiver does not accept records."""
    receivers = send(lambda services: services.log.shipping())
    cells = [
        (RECEIVER_NAMES.get(receiver["kind"], receiver["kind"]), receiver["place"], shipping_state(receiver),
         f"{receiver['behind']:,}", when(receiver["time"]) if receiver["time"] else "never")
        for receiver in receivers
    ]  # fmt: skip
    heads = ("KIND", "RECEIVER", "STATE", "BEHIND", "LAST SENT")
    show_table(options, receivers, heads, cells, "The log is not sent to another computer.")
    if not options.json:
        for receiver in receivers:
            for text in shipping_notes(receiver):
                print_hint(text)
    return 1 if any(receiver["problem"] for receiver in receivers) else 0


def shipping_state(receiver: Mapping[str, Any]) -> str:
    """Return a receiver's status, in one or two words."""
    if receiver["problem"]:
        return "failing"
    if not receiver["running"]:
        return "ToolGuard is not running"
    return "sending" if receiver["behind"] else "up to date"


def shipping_notes(receiver: Mapping[str, Any]) -> Iterator[str]:
    """Return sentences about a receiver's problems, and about records that it does not have."""
    name = RECEIVER_NAMES.get(receiver["kind"], receiver["kind"])
    if receiver["problem"]:
        again = f" Next try: {when(receiver['again'])}." if receiver["again"] else ""
        yield f"{name}: {receiver['problem']}{again}"
    if receiver["missed"]:
        yield f"{name}: {counted(receiver['missed'], 'record')} could not be sent: removed from the log before."
    if receiver["refused"]:
        yield f"{name}: {counted(receiver['refused'], 'record')} not kept by the receiver."


class VerifyOptions(OutputOptions, Protocol):
    """Options of ``log verify``."""

    files: list[str]
    public_key: str | None
    since: str | None


def verify(home: Path, options: VerifyOptions) -> int:
    """Check every record, that the log reaches the newest link in the keyring, and whether its end is signed.

    Files, a public key or a checkpoint are checked without the keyring.
    """
    if options.files or options.public_key or options.since:
        return _verify_files(home, options)
    lookup = asyncio.run(find_proof(home, 10.0))
    anchor = lookup.proof.noted
    with opened(home) as log:
        if log is None:
            expected = max(anchor[0] if anchor else 0, lookup.proof.seal.seq if lookup.proof.seal else 0)
            if expected:
                raise CommandError(f"The log is missing: it had {expected:,} records")
            print(_NO_RECORDS if not options.json else '{"ok": true, "checked": 0}')
            return 0
        with Progress("Checking records…") as progress:
            report = log.verify(
                anchor, lambda count: progress.update(f"{count:,} records checked…"), proof=lookup.proof
            )
        if report.ok:
            _correct_index(home)
    open_end = any(not span.noticed for span in report.unvouched)
    if options.json:
        result = {"ok": report.ok, "checked": report.checked, "record": report.seq, "problem": report.problem}
        spans = [dataclasses.asdict(span) for span in report.unvouched]
        why = {} if report.ok else refusal(report.problem)
        removed = [dataclasses.asdict(span) for span in report.removed]
        print_json({
            **result, **why, "end_known": anchor is not None, "vouched": report.vouched, "unvouched": spans,
            "removed": removed, "redacted": report.redacted, "unfinished": report.unfinished,
        })  # fmt: skip
        return 0 if report.ok and not open_end else 1
    if not report.ok:
        raise CommandError(f"Log integrity check failed: {report.problem}")
    checked = f"{report.checked:,} records"
    if report.unvouched:
        print(paint(f"{checked} checked. Some are not signed.", "caution"))
    else:
        print(paint(f"All {checked} are intact.", "good"))
    for unsigned in report.unvouched:
        print(_unvouched(unsigned.first, unsigned.last, _times(unsigned), noticed=unsigned.noticed))
    _tell_changes(report.removed, report.redacted, report.unfinished)
    if report.vouched is None:
        print_hint(f"Records added at the end by another program can't be detected: {lookup.unknown or _NO_KEY}")
    if anchor is None:
        print_hint(f"Records removed from the end can't be detected: {lookup.unknown or _NO_KEY}")
    return 1 if open_end else 0


def _tell_changes(removed: Sequence[RemovedSpan], redacted: int, unfinished: int) -> None:
    """Print changes of older records, according to the log."""
    for removed_span in _joined(removed):
        print(visible(_removed(removed_span)))
    if redacted:
        print(f"Text was redacted in {counted(redacted, 'record')}.")
    if unfinished:
        print_hint(f"{counted(unfinished, 'redaction')} recorded but not carried out yet: start ToolGuard.")


def _joined(removed: Sequence[RemovedSpan]) -> list[RemovedSpan]:
    """Return the spans, with files that were removed together joined."""
    spans: list[RemovedSpan] = []
    for removed_span in removed:
        before = spans[-1] if spans else None
        alike = before is not None and (before.last + 1, before.by, before.archive) == (
            removed_span.first,
            removed_span.by,
            removed_span.archive,
        )
        if before is not None and alike and when(before.time) == when(removed_span.time):
            spans[-1] = dataclasses.replace(before, last=removed_span.last)
        else:
            spans.append(removed_span)
    return spans


def _verify_files(home: Path, options: VerifyOptions) -> int:
    """Check files of a log without an app or a keyring; the exit status is 1 if something is wrong."""
    paths = [Path(name) for name in options.files] or [log_path(home)]
    try:
        key = _key(options.public_key) if options.public_key else None
        with Progress("Checking records…") as progress:
            report = offline_check.check(
                paths,
                key,
                Path(options.since) if options.since else None,
                lambda count: progress.update(f"{count:,} records checked…"),
            )
    except (OSError, CheckpointError) as why:
        raise CommandError(describe_error(why)) from None
    if options.json:
        why_not = refusal(report.problem) if report.problem else {}
        result = msgspec.to_builtins(report, builtin_types=(CodedText,))
        print_json({"ok": not report.problem, **result, **why_not})
        return 1 if report.problem or report.unsigned else 0
    if report.problem:
        raise CommandError(f"Log integrity check failed: {report.problem}")
    if not report.checked:
        print(_NO_RECORDS)
        return 0
    print(f"Records {report.first:,} to {report.last:,} are intact.")
    if report.since:
        print(f"They continue from the checkpoint at record {report.since:,}.")
    elif report.first > 1 and not any(removed_span.last + 1 == report.first for removed_span in report.removed):
        print_hint(f"Record {report.first:,} is the first one here: nothing shows what was before it.")
    _tell_changes(report.removed, report.redacted, report.unfinished)
    if key is None:
        what = f"Checkpoints up to record {report.noted:,} fit. " if report.noted else ""
        print_hint(f"{what}Signatures were not checked: give --public-key KEY (`toolguard log public-key`).")
    else:
        print(f"Signed up to record {report.signed:,}.")
        for first, last in report.noticed:
            print(_unvouched(first, last, "", noticed=True))
        if report.unsigned:
            print_hint(_unsigned_end(report.signed + 1, report.last))
        if report.foreign:
            print_hint(f"{report.foreign:,} checkpoints are not signed with this key.")
    return 1 if report.unsigned else 0


def _unsigned_end(first: int, last: int) -> str:
    many = f"Records {first:,} to {last:,} follow" if first != last else f"Record {first:,} follows"
    return (
        f"Unverified: {many} the newest checkpoint. Another program may have written them. ToolGuard signs every 1,000 "
        "records, every 10 minutes and when it quits: copy the log again after that."
    )


def _key(text: str) -> PublicKey:
    path = Path(text)
    return PublicKey.read(path.read_text("utf-8")[:1_000] if "+" not in text or path.is_file() else text)


def public_key(home: Path, options: OutputOptions) -> int:
    """Print the public key of the checkpoints; raises `CommandError` if there is no key yet."""
    lookup = asyncio.run(find_proof(home, 10.0))
    if lookup.kept is None:
        raise CommandError(f"There is no key for this log: {lookup.unknown or _NO_KEY}")
    text = CheckpointKey(lookup.kept.key, lookup.proof.place).public.text
    return done(options, {"public_key": text}, text)


_NO_KEY = "no key for this log yet."


def _times(span: UnsignedSpan) -> str:
    times = f"from {when(span.since)} to {when(span.until)}" if span.first != span.last else f"of {when(span.since)}"
    return f" ({times})"


def _unvouched(first: int, last: int, times: str, *, noticed: bool) -> str:
    """Return a sentence about records that are in sequence but unsigned."""
    many = f"Records {first:,} to {last:,}" if first != last else f"Record {first:,}"
    why = (
        "they follow the last record signed before ToolGuard started"
        if noticed
        else "they follow the last record that ToolGuard signed"
    )
    return f"Unverified: {many}{times}: {why}. Another program may have written them."


def export(home: Path, options: ExportOptions) -> int:
    """Export all or matching records as JSON lines, or calls as CSV; raises `CommandError`."""
    target = None if options.file == "-" else Path(options.file)
    if target is None and options.json:
        options.parser.error("use either - or --json: both print on stdout")
    try:
        log_export.require(options.format)
    except log_export.ExportError as why:
        raise CommandError(str(why)) from None
    has_records = EXPORT_FORMATS[options.format].has_records
    filter = _filter(options, options.search)
    with opened(home) as log:
        if log is None:
            raise CommandError("Nothing to export: no records yet")
        if not has_records or filter != CallFilter():
            _bring_up(home, log.newest()[0])
    with _written(target, force=options.force) as file, Progress("Writing records…") as progress:
        count = log_export.export(
            log_path(home),
            file,
            options.format,
            None if filter == CallFilter() else filter,
            lambda written, _: progress.update(f"{written:,} records written…"),
        )
    if not options.json:
        print_hint(f"{counted(count, 'record' if has_records else 'row')} written.")
        return 0
    return done(options, {"file": str(target), "format": options.format, "written": count}, "")


@contextmanager
def _written(target: Path | None, *, force: bool) -> Iterator[BinaryIO]:
    if target is None:
        yield sys.stdout.buffer
        return
    try:
        with log_export.draft_file(target, force=force) as file:
            yield file
    except log_export.ExportError as why:
        raise CommandError(str(why)) from None
    except TamperedError as why:
        raise CommandError(str(why)) from None


def compress(send: SendRequest, options: OutputOptions) -> int:
    """Compress all files of the log but the newest."""
    result = send(lambda services: services.log.compress())
    return done(options, result, f"{counted(result['files'], 'file')} compressed.")


def prune(send: SendRequest, options: OutputOptions) -> int:
    """Remove the oldest records, as the settings say."""
    parts = send(lambda services: services.log.prune())
    if options.json:
        return done(options, parts, "")
    if not parts:
        print("Nothing to remove: the settings keep all of it, or the rest is still needed.")
    for part in parts:
        where = f", copied to {part['archive']}" if part["archive"] else ""
        print(f"Records {part['first']:,} to {part['last']:,} removed ({size(part['bytes'])}{where}).")
    return 0


class RedactOptions(OutputOptions, Protocol):
    """Options of ``log redact``."""

    records: list[int]
    text: str
    reason: str
    dry_run: bool
    yes: bool
    parser: CommandParser


def redact(send: SendRequest, options: RedactOptions) -> int:
    """Replace a text, or all text of a record, by ``[redacted]``; shows the records first."""
    text = sys.stdin.read().rstrip("\n") if options.text == "-" else options.text
    if not options.records and not text:
        options.parser.error("give the number of a record, --text TEXT, or both")
    records = send(lambda services: services.log.find(text, options.records))
    if options.dry_run or not records:
        return _show_found(options, records)
    if not options.reason:
        options.parser.error("--reason is missing: it is recorded")
    if not options.yes and not _confirmed(options, records):
        raise CommandError("Nothing was changed; use --yes to redact without a question")
    done_to = send(lambda services: services.log.redact(options.reason, text, options.records))
    return done(options, done_to, f"Text redacted in {counted(len(done_to), 'record')}. {_NOT_REACHED}")


_NOT_REACHED = (
    "Names of clients and servers, who decided, states, protocol versions, times and hashes stay. "
    "Exports, archived log files and backups made before are not changed."
)


def _show_found(options: OutputOptions, records: Sequence[FoundLogRecord]) -> int:
    cells = [(f"{record['seq']}", when(record["time"]), record["kind"], record["call"]) for record in records]
    return show_table(options, records, ("RECORD", "TIME", "KIND", "CALL"), cells, "No record contains this text.")


def _confirmed(options: RedactOptions, records: Sequence[FoundLogRecord]) -> bool:
    if options.json or options.text == "-" or not sys.stdin.isatty():
        return False
    _show_found(options, records)
    print_hint(f"This replaces text in {counted(len(records), 'record')} permanently. {_NOT_REACHED}")
    return input("Continue? [y/N] ").strip().lower() in ("y", "yes")
