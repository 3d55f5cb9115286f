"""The log for a terminal: list, search, show, verify, export. Only reads; the searchable copy is brought up to date."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec

from toolguard.clients.local import Lock, Running
from toolguard.commands.printing import SaysNo, Wants, print_json, show_facts, show_table, tell, when
from toolguard.store import exporting
from toolguard.store.audit import LogReader, Record, Tampered
from toolguard.store.chain import Link
from toolguard.store.index import Filter, Indexer, IndexReader, follow, remove
from toolguard.store.keychain import Keychain, KeychainProblem

_NOTHING = "Nothing was recorded yet."


class Limited(Wants, Protocol):
    limit: int


class Shown(Wants, Protocol):
    id: str


class Exported(Protocol):
    file: str
    force: bool
    form: exporting.Form
    search: str
    client: str
    server: str
    tool: str


def log_path(home: Path) -> Path:
    return home / "audit.db"


@contextmanager
def opened(home: Path) -> Iterator[LogReader | None]:
    """A reader, None where there is no log yet. What it raises becomes `SaysNo`."""
    path = log_path(home)
    if not path.exists():
        yield None
        return
    try:
        reader = LogReader(path)
        try:
            yield reader
        finally:
            reader.close()
    except Tampered as why:
        raise SaysNo(str(why)) from None


def list_calls(home: Path, options: Limited, text: str) -> int:
    """The newest calls, or those in which every word of ``text`` stands."""
    with opened(home) as log:
        rows = []
        if log is not None:
            _bring_up(home, log.newest()[0])
            reader = IndexReader(follow(log_path(home)))
            try:
                rows = reader.page(Filter(text=text), limit=options.limit)
            finally:
                reader.close()
    cells = [
        (when(row.time), row.call, row.client, row.server, row.tool, f"{row.verdict} {row.by}".strip(), row.outcome)
        for row in rows
    ]
    heads = ("TIME", "CALL", "CLIENT", "SERVER", "TOOL", "DECIDED", "OUTCOME")
    empty = "No call is like that." if text and log is not None else "No calls yet."
    return show_table(options, [msgspec.to_builtins(row) for row in rows], heads, cells, empty)


def _bring_up(home: Path, newest: int) -> None:
    """Let the searchable copy know all records. While the app runs it does that by itself."""
    path = follow(log_path(home))
    reader = IndexReader(path)
    lock = Lock(home)
    try:
        if reader.indexed() >= newest:
            return
        lock.take()
        indexer = Indexer(log_path(home), path)
        indexer.start()
        try:
            told = time.monotonic() + 1.0
            while reader.indexed() < newest and not indexer.trouble:
                time.sleep(0.01)
                if told and time.monotonic() > told:
                    tell("Preparing the search…")
                    told = 0.0
        finally:
            indexer.stop()
        if indexer.trouble:
            tell(indexer.trouble)
    except Running:
        return
    finally:
        reader.close()
        lock.release()


def show(home: Path, options: Shown) -> int:
    """Everything that was recorded of one call, or one record by its number."""
    with opened(home) as log:
        found: list[Record] = log.story(options.id) if log is not None else []
        if log is not None and not found and options.id.isascii() and options.id.isdigit() and len(options.id) < 19:
            found = [record for record, _ in log.after(int(options.id) - 1, 1) if record.seq == int(options.id)]
    if not found:
        raise SaysNo(f"there is no call and no record {options.id}: `toolguard log list` names them")
    if options.json:
        print_json([exporting.plain(record) for record in found])
        return 0
    for record in found:
        facts = msgspec.to_builtins(record.event)
        print(f"{record.seq:,}  {when(record.time)}  {facts.pop('kind')}")
        show_facts(options, None, [(f"    {name}", _text(value)) for name, value in facts.items()])
    return 0


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return "" if value in ("", None) else str(value)


def _forget_index(home: Path) -> None:
    """No link covers it: it is made anew from the records that were checked. A running app has it open, and its own
    check for that.
    """
    lock = Lock(home)
    try:
        lock.take()
    except Running:
        return
    try:
        remove(follow(log_path(home)))
    finally:
        lock.release()


def verify(home: Path, options: Wants) -> int:
    """Check every record, and that the log reaches the newest link that the keychain has."""
    anchor, unknown = asyncio.run(_anchor(home))
    with opened(home) as log:
        if log is None:
            if anchor is not None and anchor[0]:
                raise SaysNo(f"the log is gone: your keychain knows that it had {anchor[0]:,} records")
            print(_NOTHING if not options.json else '{"ok": true, "checked": 0}')
            return 0
        progress = _progress("checked")
        report = log.verify(anchor, progress)
        progress(-1)
        if report.ok:
            _forget_index(home)
    if options.json:
        told = {"ok": report.ok, "checked": report.checked, "record": report.seq, "problem": report.problem}
        print_json({**told, "end_known": anchor is not None})
        return 0 if report.ok else 1
    if not report.ok:
        raise SaysNo(f"the log is not what ToolGuard wrote: {report.problem}")
    print(f"All {report.checked:,} records are as they were written.")
    if anchor is None:
        tell(f"Records cut off at the end would not show: {unknown}")
    return 0


async def _anchor(home: Path) -> tuple[Link | None, str]:
    """The newest link as the keychain has it, or why it is not known."""
    keychain = Keychain(timeout=10.0)
    try:
        found = await keychain.anchor_get(log_path(home))
        return found, "" if found else "your keychain has no note of the newest record."
    except KeychainProblem as why:
        return None, str(why)
    finally:
        keychain.close()


def export(home: Path, options: Exported) -> int:
    """All records as JSON lines, all calls as CSV, or those of either that match; raises `SaysNo`."""
    target = None if options.file == "-" else Path(options.file)
    filter = Filter(text=options.search, client=options.client, server=options.server, tool=options.tool)
    with opened(home) as log:
        if log is None:
            raise SaysNo("there is nothing to export: nothing was recorded yet")
        if options.form == "csv" or filter != Filter():
            _bring_up(home, log.newest()[0])
    with _written(target, force=options.force) as file, _shown("written") as progress:
        count = exporting.export(
            log_path(home), file, options.form, None if filter == Filter() else filter, lambda done, _: progress(done)
        )
    tell(f"{count:,} {'records' if options.form == 'jsonl' else 'rows'} were written.")
    return 0


@contextmanager
def _written(target: Path | None, *, force: bool) -> Iterator[BinaryIO]:
    if target is None:
        yield sys.stdout.buffer
        return
    try:
        with exporting.whole_file(target, force=force) as file:
            yield file
    except exporting.Taken as why:
        raise SaysNo(str(why)) from None
    except Tampered as why:
        raise SaysNo(str(why)) from None


@contextmanager
def _shown(what: str) -> Iterator[Callable[[int], None]]:
    progress = _progress(what)
    try:
        yield progress
    finally:
        progress(-1)


def _progress(what: str) -> Callable[[int], None]:
    """Counts on one line of a terminal, twice a second; -1 wipes it."""
    if not sys.stderr.isatty():
        return lambda _count: None
    last = [time.monotonic()]

    def tell_count(count: int) -> None:
        if count < 0:
            sys.stderr.write("\r\033[K")
        elif time.monotonic() - last[0] > 0.5:
            last[0] = time.monotonic()
            sys.stderr.write(f"\r{count:,} records {what}…")
        sys.stderr.flush()

    return tell_count
