"""Files of a log that another program wrote: no reader fails in another way than it says, runs without end, or lies."""

from __future__ import annotations

import io
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from toolguard.store.log import chain, journal, offline_check, records
from toolguard.store.log.audit_log import AuditLog, LogReader, TamperedError
from toolguard.store.log.export import export
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.log_index import CallFilter, IndexReader, follow
from toolguard.store.log.journal import JournalReader
from toolguard.store.shipping.attributes import LoggedRecord, message_of

DEEP = "[" * 200_000 + "]" * 200_000
HALF = "[" * 900 + "]" * 900
HUGE = "9" * 30


def held(more: str = "", time: str = "1700000000.5", seq: str = "1", arguments: str = '"{}"') -> bytes:
    return (
        f'{{"seq":{seq},"time":{time},"kind":"call_held","session":"s","call":"c1","client":"c","server":"s","tool":"t",'
        f'"request":"1","arguments":{arguments},"digest":"","era":"legacy"{more}}}'
    ).encode()


def ended(took: str = "0.25", size: str = "9") -> bytes:
    return (
        '{"seq":2,"time":1700000001,"kind":"call_completed","session":"s","call":"c1","client":"c","server":"s","tool":"t",'
        f'"outcome":"result","size":{size},"digest":"","took":{took},"preview":""}}'
    ).encode()


TEXTS = {
    "the end of time": [held(time="1e300"), ended()],
    "the year 10000": [held(time="253402300800"), ended()],
    "before time": [held(time="-1"), ended()],
    "a deep member": [held(f',"other":{DEEP}'), ended()],
    "deep codes": [held(f',"texts":{{"arguments":{DEEP}}}'), ended()],
    "half as deep codes": [
        held(f',"texts":{{"arguments":{{"code":"gate.no_server","arguments":{{"reason":{HALF}}}}}}}')
    ],
    "deep arguments": [held(arguments=msgspec.json.encode(DEEP).decode()), ended()],
    "a number without end": [held(seq=HUGE), ended()],
    "a size without end": [held(), ended(size=HUGE)],
    "a size of 64 bits": [held(), ended(size=str(2**63))],
    "an endless call": [held(), ended(took="1e300")],
    "surrogates": [held(arguments='"\\ud800"'), ended()],
    "zeros": [held(arguments='"\\u0000"'), ended()],
    "a removal of everything": [
        b'{"seq":1,"time":1,"kind":"segment_removed","session":"","call":"","first":1,"last":%s,"count":1,'
        b'"previous":"zz","hash":"zz","since":1,"until":1,"file":"","size":1,"digest":"","by":"","archive":""}'
        % HUGE.encode()
    ],
    "a redaction of itself": [
        b'{"seq":1,"time":1,"kind":"records_redacted","session":"","call":"","reason":"","by":"",'
        b'"records":[{"seq":1,"hash":"","line":""}]}'
    ],
}


def written(path: Path, texts: list[bytes]) -> Path:
    """A log of these records, each with the right link."""
    path.mkdir()
    previous, lines = chain.GENESIS, []
    for text in texts:
        lines.append(records.line(text, previous))
        previous = chain.link(previous, text)
    journal.segment_path(path, 1).write_bytes(b"".join(lines))
    return path


def shown(path: Path) -> None:
    with closing(LogReader(path)) as reader:
        reader.page()
        reader.call_records("c1")
        reader.unclosed(0, 9)


def verified(path: Path) -> None:
    with closing(LogReader(path)) as reader:
        reader.verify()
    offline_check.check([path])


def indexed(path: Path) -> None:
    with closing(LogReader(path)) as reader, closing(IndexBuilder(reader, follow(path))) as builder:
        builder.catch_up()


def exported(path: Path) -> None:
    indexed(path)
    for form in ("jsonl", "csv", "parquet"):
        export(path, io.BytesIO(), form)


def shipped(path: Path) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs

    from toolguard.store.shipping.otlp import OtlpReceiver

    with closing(LogReader(path)) as reader, closing(OtlpReceiver("http://127.0.0.1:1/", {})) as receiver:
        for record, hash in reader.after(0, 9):
            encode_logs([receiver._record(message_of(LoggedRecord(record, hash), contents=True, longest=1000))])


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("read", [shown, verified, exported, shipped])
def test_no_record_breaks_a_reader(tmp_path: Path, name: str, read: Callable[[Path], None]) -> None:
    path = written(tmp_path / "log", TEXTS[name])
    with suppress(OSError, TamperedError):
        read(path)


@pytest.mark.parametrize("name", ["the end of time", "the year 10000", "before time", "a deep member", "deep codes"])
def test_invalid_record_is_named(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "log", TEXTS[name])
    assert offline_check.check([path]).problem == "record 1 cannot be read"
    with pytest.raises(TamperedError), closing(LogReader(path)) as reader:
        reader.page()


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 42)


def zeros_behind_a_line(path: Path) -> None:
    with path.open("wb") as file:
        file.write(records.line(held(), chain.GENESIS))
        file.truncate(1 << 42)


def changed(seq: int, more: str = "", what: str = "") -> bytes:
    return f'{{"seq":{seq},"time":1,"kind":"config_changed","what":"{what}","by":"person"{more}}}'.encode()


def verified_newest(path: Path) -> chain.VerificationReport:
    with closing(LogReader(path)) as reader:
        return reader.verify_newest(1000)


def verified_all(path: Path) -> chain.VerificationReport:
    with closing(LogReader(path)) as reader:
        return reader.verify()


def test_a_record_with_two_numbers_that_hides_others_is_tampering(tmp_path: Path) -> None:
    texts = [changed(seq) for seq in range(1, 301)]
    path = written(tmp_path / "log", [*texts, changed(301, what="x" * 500_000), changed(1, ',"seq":302'), changed(303)])
    with closing(LogReader(path)) as reader:
        assert reader.after(150, 1)[0][0].seq == 303, "a look-up takes it for record 1"
    assert verified_all(path).seq == verified_newest(path).seq == offline_check.check([path]).record == 302


@pytest.mark.parametrize("first", [1, 500, 1200])
def test_an_empty_segment_that_hides_records_is_tampering(tmp_path: Path, first: int) -> None:
    path = written(tmp_path / "log", [changed(seq) for seq in range(1, 1301)])
    (path / "00000001.jsonl").rename(path / "000000001.jsonl")
    journal.segment_path(path, first).touch()
    with closing(LogReader(path)) as reader:
        assert reader.after(first, 1) == [], "a look-up reads only the empty one"
    assert not verified_all(path).ok and not verified_newest(path).ok
    with pytest.raises(TamperedError):
        AuditLog(path).open()


def test_a_segment_named_after_a_later_record_is_tampering(tmp_path: Path) -> None:
    path = written(tmp_path / "log", [changed(seq) for seq in range(1, 1301)])
    lines = (path / "00000001.jsonl").read_bytes().splitlines(keepends=True)
    (path / "00000001.jsonl").write_bytes(b"".join(lines[:900]))
    journal.segment_path(path, 1200).write_bytes(b"".join(lines[900:]))
    with closing(LogReader(path)) as reader:
        assert reader.after(1000, 1)[0][0].seq == 901, "a look-up reads all that follows record 900"
    assert not verified_all(path).ok and not verified_newest(path).ok


def test_an_empty_segment_after_the_newest_record_is_none(tmp_path: Path) -> None:
    path = written(tmp_path / "log", [held(), ended()])
    journal.segment_path(path, 3).touch()
    assert verified_all(path).ok and verified_newest(path).ok


def test_records_before_the_first_are_tampering(tmp_path: Path) -> None:
    path = written(tmp_path / "log", [held(), ended()])
    journal.segment_path(path, 0).write_bytes(records.line(changed(0), chain.GENESIS))
    assert offline_check.check([path]).problem and not verified_all(path).ok


FILES: dict[str, Callable[[Path], Any]] = {
    "a file of holes": sparse,
    "holes behind a line": zeros_behind_a_line,
    "a pipe": os.mkfifo if hasattr(os, "mkfifo") else sparse,
    "a folder": Path.mkdir,
    "a link": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": lambda path: path.symlink_to(path.name),
}


@pytest.fixture
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line has at most 4 MiB, so that the search for the end of one in a hole takes milliseconds."""
    monkeypatch.setattr(journal, "MAX_LINE_SIZE", 4 << 20)


@pytest.mark.skipif(os.name != "posix", reason="files with holes, pipes and links as POSIX has them")
@pytest.mark.usefixtures("short_lines")
@pytest.mark.parametrize("suffix", ["", ".zst"])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("read", [shown, verified, exported])
def test_special_file_in_place_of_a_segment_does_not_block_a_reader(
    tmp_path: Path, name: str, suffix: str, read: Callable[[Path], None]
) -> None:
    path = tmp_path / "log"
    path.mkdir()
    FILES[name](path / f"00000001.jsonl{suffix}")
    with suppress(OSError, TamperedError):
        read(path)


@pytest.mark.skipif(os.name != "posix", reason="files with holes, pipes and links as POSIX has them")
@pytest.mark.parametrize("name", FILES)
def test_special_file_in_place_of_the_checkpoints_does_not_block_a_check(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "log", [held(), ended()])
    FILES[name](path / "checkpoints")
    with suppress(OSError, offline_check.CheckpointError):
        offline_check.check([path])


@pytest.mark.skipif(os.name != "posix", reason="files with holes as POSIX has them")
@pytest.mark.usefixtures("short_lines")
def test_search_for_a_record_skips_sparse_holes(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.mkdir()
    zeros_behind_a_line(path / "00000001.jsonl")
    found = JournalReader(path)
    assert found.line(1) is not None
    assert found.line(2) is None
    with pytest.raises(OSError, match="large"):
        found.last()


# --- the index, which any program can write


def crafted(path: Path, statement: str) -> Path:
    """A log of two records, and its index in which another program has put what SQLite would not take."""
    written(path, [held(), ended()])
    indexed(path)
    with closing(sqlite3.connect(follow(path), isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute(
            "UPDATE sqlite_master SET sql=replace(replace(sql, ' STRICT', ''), ' NOT NULL', '') WHERE type='table'"
        )
        db.execute("UPDATE sqlite_master SET sql=replace(sql, ', WITHOUT', ' WITHOUT') WHERE name='sessions'")
    with closing(sqlite3.connect(follow(path), isolation_level=None)) as db:
        db.execute(statement)
    return path


COLUMNS = (
    "time",
    "call",
    "client",
    "verdict",
    "outcome",
    "waited",
    "took",
    "said",
    "latest",
    "kind",
    "approver",
    "last",
)
STATEMENTS = [
    *(f"UPDATE calls SET {name}={value}" for name in COLUMNS for value in ("NULL", "x'00ff'", "1e300")),
    "UPDATE calls SET time='soon'",
    "UPDATE place SET seq='many'",
    "UPDATE place SET seq=NULL, hash=NULL",
    "UPDATE place SET hash='text'",
    "UPDATE place SET slack=x'00'",
    "UPDATE sessions SET seq='x'",
    "INSERT INTO clients VALUES(x'00', 'x', NULL, 'y', 1e300, NULL, 1, 2)",
    "INSERT INTO releases VALUES(1, NULL, x'00', 'late', 'often')",
    "DROP TABLE calls",
    "DELETE FROM place",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_crafted_index_breaks_no_reader_and_is_rebuilt(tmp_path: Path, statement: str) -> None:
    path = crafted(tmp_path / "log", statement)
    with closing(IndexReader(follow(path))) as index:
        for ask in (
            index.page, index.ids, index.count, index.clients, index.releases, index.span, index.indexed,
            lambda: index.page(CallFilter(text="c1")), lambda: index.page(CallFilter(since=1.0, until=2e9)),
            lambda: index.rows([1, 2]), lambda: index.values("tool"), lambda: index.edges([0.0, 1e9, 2e9]),
        ):  # fmt: skip
            with suppress(OSError):
                ask()
    with closing(LogReader(path)) as reader:
        known = [record.seq for record in reader.call_records("c1")]
        assert (
            known == [1, 2] or "SET call" in statement
        )  # a lie of the right type hides a call until the log is verified
        assert reader.unclosed(0, 9) == {}
        with closing(IndexBuilder(reader, follow(path))) as builder:
            builder.catch_up()
    with closing(IndexReader(follow(path))) as index:
        assert [(row.call, row.outcome, row.time) for row in index.page()] == [("c1", "result", 1700000000.5)]
