"""Edits of a log's files that another program could make."""

from __future__ import annotations

import shutil
from pathlib import Path

from toolguard.store.log import chain, records


def lines_of(log: Path) -> list[bytes]:
    """Return all lines of the log in a folder, with line ends."""
    return [line for file in sorted(log.glob("*.jsonl")) for line in file.read_bytes().splitlines(keepends=True)]


def write_lines(log: Path, lines: list[bytes]) -> None:
    """Replace the lines of a log that has one segment."""
    (file,) = log.glob("*.jsonl")
    file.write_bytes(b"".join(lines))


def edit_line(log: Path, seq: int, old: bytes, new: bytes) -> None:
    """Replace a part of record ``seq``'s line. The part must exist."""
    lines = lines_of(log)
    assert old in lines[seq - 1]
    write_lines(log, [*lines[: seq - 1], lines[seq - 1].replace(old, new), *lines[seq:]])


def relink(log: Path, old: bytes, new: bytes) -> None:
    """Replace a part of all records and recompute the hash chain, as a program does that knows the format."""
    before, lines = chain.GENESIS, []
    for line in lines_of(log):
        parts = records.split(line[:-1])
        assert parts
        text = parts.text.replace(old, new)
        lines.append(records.line(text, before))
        before = chain.link(before, text)
    write_lines(log, lines)


def remove_log(home: Path) -> None:
    """Remove the log of a state folder with its index and other files."""
    shutil.rmtree(home / "log", ignore_errors=True)
    for path in home.glob("log-*"):
        path.unlink()
