"""Checks files of a log anywhere, without ToolGuard's state folder or a keyring: its segments and its checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from toolguard.store.log import chain, checkpoints, records
from toolguard.store.log.checkpoints import Checkpoint, CheckpointError, PublicKey
from toolguard.store.log.journal import JournalReader, Segment, segments
from toolguard.store.log.line_check import LineVerifier


class OfflineReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a check of files found. ``problem`` is one sentence, or empty."""

    first: int = 0
    """The number of the first record that was checked; 0 when there was none."""
    last: int = 0
    checked: int = 0
    record: int | None = None
    """The first wrong record."""
    problem: str = ""
    signed: int = 0
    """The newest record that a checkpoint vouches for, whose signature was checked."""
    noted: int = 0
    """The newest record that any checkpoint names."""
    foreign: int = 0
    """Checkpoints that are not signed with the key."""
    since: int = 0
    """The record of the checkpoint that the check began after."""


def find_files(paths: Sequence[Path]) -> tuple[list[Segment], list[Path]]:
    """Return the segments and the files of checkpoints in files and folders; raises OSError and `CheckpointError`."""
    found, notes = list[Segment](), list[Path]()
    for path in paths:
        if path.is_dir():
            found += segments(path)
            if (path / checkpoints.NAME).exists():
                notes.append(path / checkpoints.NAME)
        elif path.name == checkpoints.NAME:
            notes.append(path)
        else:
            line = next(JournalReader(path.parent, (Segment(0, path),)).lines(), None)
            if line is not None and (number := records.number(line)) is not None:
                found.append(Segment(number, path))
            elif line is not None:
                raise CheckpointError(f"{path} is no segment of a log")
    return sorted(found), notes


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Return the checkpoints of a file; raises OSError and `CheckpointError`."""
    with path.open("rb") as file:
        data = file.read(checkpoints.LARGEST + 1)
    if len(data) > checkpoints.LARGEST:
        raise CheckpointError(f"{path} is larger than {checkpoints.LARGEST >> 20} MiB")
    try:
        return checkpoints.read(data)
    except CheckpointError as problem:
        raise CheckpointError(f"{path}: {problem}") from None


def check(
    paths: Sequence[Path],
    key: PublicKey | None = None,
    since: Path | None = None,
    progress: Callable[[int], None] = lambda _checked: None,
) -> OfflineReport:
    """Check the records in files and folders, and that they are those of the checkpoints.

    A folder must hold a log from its first record on; files may be a part of one.
    ``key`` counts only checkpoints that it signed. ``since`` is a file whose newest checkpoint is the trusted link
    before the first record checked. Raises OSError and `CheckpointError`.
    """
    files, notes = find_files(paths)
    found = [one for path in notes for one in read_checkpoints(path)]
    counted = [one for one in found if key is None or key.signed(one)]
    begin = _newest_of(since, key) if since is not None else None
    journal = JournalReader(paths[0], tuple(files))
    whole = not files or any(path.is_dir() for path in paths)  # a folder is a whole log: it begins with record 1
    first = 1 if whole else files[0].first
    if begin is not None:
        first = begin.size + 1
    start = begin.link if begin is not None else chain.START if whole else _start(journal, first)
    verifier = LineVerifier(start=start, noted=[one.link for one in counted if one.size > start[0]])
    if files:
        for block in journal.blocks(first):
            if not verifier.feed_lines(block):
                break
            progress(verifier.head[0])
    report = verifier.report()
    reached = [one.size for one in counted if start[0] <= one.size <= verifier.head[0]]
    newest = max(reached, default=0)
    problem = report.problem
    if not problem and key is not None and not reached:
        problem = "no checkpoint that belongs to these records is signed with this key"
    return OfflineReport(
        first=start[0] + 1 if report.checked else 0, last=start[0] + report.checked, checked=report.checked,
        record=report.seq, problem=problem, signed=newest if key is not None else 0, noted=newest,
        foreign=len(found) - len(counted), since=begin.size if begin is not None else 0,
    )  # fmt: skip


def _newest_of(path: Path, key: PublicKey | None) -> Checkpoint:
    found = [one for one in read_checkpoints(path) if key is None or key.signed(one)]
    if not found:
        raise CheckpointError(f"{path} holds no checkpoint" + (" that is signed with this key" if key else ""))
    return max(found, key=lambda one: one.size)


def _start(journal: JournalReader, first: int) -> chain.Link:
    """The link before the first record: the files may be the end of a log."""
    line = journal.line(first)
    parts = records.split(line) if line is not None else None
    return (first - 1, parts.previous) if parts is not None and first > 1 else chain.START
