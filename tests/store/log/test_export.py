"""The log as a file: whole or not there, every record once, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from toolguard.gate import model
from toolguard.store.log import export as log_export
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.export import ExportError, ExportStoppedError, draft_file, export, export_verified
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.log_index import CallFilter, follow
from toolguard.tables.log_exports import EXPORT_COLUMNS


@pytest.fixture
async def log(tmp_path: Path, fill: Any, names: Any, named: Any) -> Path:
    """Three calls of two servers, between them a record of none."""
    path = tmp_path / "log"
    other = named(server="time", tool="now")
    await fill(
        path,
        names.asked("c1", '{"a":"=1+1"}'), names.allowed("c1"), names.forwarded("c1"), names.returned("c1", "=cmd"),
        model.ConfigChanged(what="rule r", by="person"),
        other.asked("c2"), other.denied("c2"),
        names.asked("c3"),
    )  # fmt: skip
    reader = LogReader(path)
    builder = IndexBuilder(reader, follow(path))
    builder.catch_up()
    builder.close()
    reader.close()
    return path


def written(log: Path, *args: Any, **more: Any) -> str:
    file = io.BytesIO()
    count = export(log, file, *args, **more)
    text = file.getvalue().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))[1:] if args[:1] == ("csv",) else text.splitlines()
    assert count == len(rows)
    return text


async def test_all_records_are_written_in_order_and_prove_their_chain(log: Path) -> None:
    lines = [json.loads(line) for line in written(log).splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, 9))
    reader = LogReader(log)
    assert lines[-1]["record_hash"] == reader.newest()[1].hex()
    reader.close()


async def test_record_of_a_removal_keeps_its_members(tmp_path: Path, fill: Any) -> None:
    removed = model.SegmentRemoved(
        first=1,
        last=2,
        count=2,
        previous="00",
        hash="ab",
        since=1.0,
        until=2.0,
        file="x",
        size=3,
        digest="cd",
        by="settings",
    )
    await fill(tmp_path / "log", removed)
    (line,) = map(json.loads, written(tmp_path / "log").splitlines())
    assert line["hash"] == "ab" and len(line["record_hash"]) == 64


async def test_a_filter_leaves_only_the_records_of_calls_that_match(log: Path) -> None:
    lines = [json.loads(line) for line in written(log, "jsonl", CallFilter(server="git")).splitlines()]
    assert [(line["seq"], line["call"]) for line in lines] == [(n, "c1") for n in range(1, 5)] + [(8, "c3")]
    assert written(log, "jsonl", CallFilter(text="nowhere")) == ""
    everything = [json.loads(line) for line in written(log, "jsonl", CallFilter(kind="")).splitlines()]
    assert [line["seq"] for line in everything] == list(range(1, 9))


async def test_a_table_has_a_row_a_call_and_no_cell_is_a_formula(log: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(written(log, "csv"))))
    assert [(row["call"], row["server"], row["decision"], row["outcome"]) for row in rows] == [
        ("c1", "git", "allow", "result"), ("c2", "time", "deny", "denied"), ("c3", "git", "", "held"),
    ]  # fmt: skip
    assert rows[0]["answer"] == "'=cmd"
    assert rows[0]["arguments"] == '{"a":"=1+1"}'
    assert rows[0]["reason"] == ""  # not its argument, which the index has as its detail
    assert rows[0]["time"].endswith("+00:00")
    kinds = [row["kind"] for row in csv.DictReader(io.StringIO(written(log, "csv", CallFilter(kind=""))))]
    assert kinds == ["call", "config_changed", "call", "call"]


async def test_progress_is_reported_and_stop_leaves_no_file(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_export, "_BATCH_SIZE", 2)
    received: list[tuple[int, int]] = []
    written(log, progress=lambda done, all_: received.append((done, all_)))
    assert received == [(2, 8), (4, 8), (6, 8), (8, 8)]
    target = tmp_path / "out"
    target.mkdir()
    for form in ("jsonl", "csv"):
        with pytest.raises(ExportStoppedError), draft_file(target / form, force=False) as file:
            export(log, file, form, CallFilter(), stop=lambda: True)
    assert list(target.iterdir()) == []


def test_exported_file_is_complete_or_missing_and_overwritten_only_with_force(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with draft_file(target, force=False) as file:
        file.write(b"one")
        assert not target.exists()
    assert target.read_bytes() == b"one"
    assert target.stat().st_mode & 0o077 == 0
    with pytest.raises(ExportError, match="--force"), draft_file(target, force=False):
        pass
    with pytest.raises(OSError, match="full"), draft_file(target, force=True) as file:
        file.write(b"two")
        raise OSError("full")
    assert target.read_bytes() == b"one"
    with pytest.raises(ExportError, match="folder"), draft_file(tmp_path, force=True):
        pass
    fresh = tmp_path / "y"
    with pytest.raises(ExportError, match="in the meantime"), draft_file(fresh, force=False):
        fresh.touch()
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")] == []


def test_windows_exports_once_a_virus_scanner_has_closed_the_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, refusals, replace = tmp_path / "f", [False, True], os.replace

    def refuse(source: Path, target: Path) -> None:
        if refusals.pop():
            raise PermissionError(errno.EACCES, "Access is denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(sys, "platform", "win32")
    with draft_file(target, force=False) as file:
        file.write(b"x")
    assert target.read_bytes() == b"x"


async def test_verified_part_ends_before_the_first_bad_record(log: Path) -> None:
    """Defect A4: nothing of a log that was tampered with could be taken along."""

    def sound(anchor: Any = None) -> list[int]:
        file = io.BytesIO()
        count = export_verified(log, file, anchor)
        seqs = [json.loads(line)["seq"] for line in file.getvalue().splitlines()]
        assert count == len(seqs)
        return seqs

    assert sound() == list(range(1, 9))
    assert sound((6, b"another")) == list(range(1, 6)), "the record that was noted elsewhere is another one"
    file = log / "00000001.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:4], lines[4].replace(b'"seq":5', b'"seq":5 '), *lines[5:]]))
    assert sound() == list(range(1, 5)), "its text was changed"
    file.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    assert sound() == [1, 2]
    file.write_bytes(b"".join([b"text\n", *lines[1:]]))
    assert sound() == []


async def test_parquet_has_the_same_rows_with_types(log: Path) -> None:
    file = io.BytesIO()
    assert export(log, file, "parquet") == 3
    file.seek(0)
    table = pq.read_table(file)
    rows = list(csv.DictReader(io.StringIO(written(log, "csv"))))
    assert table.column_names == list(rows[0]) == list(EXPORT_COLUMNS)
    assert {str(table.schema.field(name).type) for name in ("time", "waited_s", "record", "tool")} == {
        "timestamp[ms, tz=UTC]", "double", "int64", "string",
    }  # fmt: skip
    found = table.to_pylist()
    assert [row["call"] for row in found] == ["c1", "c2", "c3"]
    assert found[0]["answer"] == "=cmd" and found[0]["arguments"] == '{"a":"=1+1"}'  # no apostrophe: it has types
    assert (found[0]["waited_s"], found[0]["took_s"]) == (1.5, 0.25)
    assert found[0]["time"].isoformat(timespec="milliseconds") == rows[0]["time"]


async def test_parquet_is_written_group_after_group(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_export, "_GROUP_ROWS", 2)
    parts: list[int] = []

    class Sink(io.BytesIO):
        def write(self, data: Any) -> int:
            parts.append(len(data))
            return super().write(data)

    file = Sink()
    assert export(log, file, "parquet", CallFilter(kind="")) == 4
    assert len(parts) == 3 and all(parts[:2])  # two groups, then the end
    file.seek(0)
    found = pq.ParquetFile(file)
    assert (found.metadata.num_row_groups, found.metadata.num_rows) == (2, 4)
    monkeypatch.setattr(log_export, "_GROUP_BYTES", 1)
    file = Sink()
    export(log, file, "parquet")
    file.seek(0)
    assert pq.ParquetFile(file).metadata.num_rows == 3
    file = Sink()
    assert export(log, file, "parquet", CallFilter(server="nowhere")) == 0
    file.seek(0)
    assert pq.ParquetFile(file).metadata.num_rows == 0


async def test_missing_pyarrow_error_names_the_package(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match=r"pip install 'toolguard-desktop\[parquet\]'"):
        export(log, io.BytesIO(), "parquet")
    assert export(log, io.BytesIO(), "csv") == 3


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        *((text, f"'{text}") for text in ("=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x")),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("\n=1", "'\n'=1"),
        ("a;=1", "a;'=1"),
        ('a\t"=1"', 'a\t\'"=1"'),
        ("a; @x", "a;' @x"),
        ("a=1;b-2", "a=1;b-2"),
    ],
)
async def test_no_cell_is_a_formula_however_cells_are_separated(
    tmp_path: Path, fill: Any, named: Any, text: str, cell: str
) -> None:
    path = tmp_path / "log"
    await fill(path, named(tool=text).asked("c1"))
    reader = LogReader(path)
    builder = IndexBuilder(reader, follow(path))
    builder.catch_up()
    builder.close()
    reader.close()
    (row,) = csv.DictReader(io.StringIO(written(path, "csv"), newline=""))
    assert row["tool"] == cell
