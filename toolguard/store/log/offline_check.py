"""Offline check of log files, segments and checkpoints, without ToolGuard's state folder or a keyring."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from toolguard.gate.texts import coded
from toolguard.store.log import chain, checkpoints, records
from toolguard.store.log.checkpoints import Checkpoint, CheckpointError, PublicKey
from toolguard.store.log.journal import JournalReader, Segment, segments
from toolguard.store.log.line_check import LineVerifier
from toolguard.store.log.upkeep.notices import find_notices
from toolguard.store.regular_file import open_file

_NO_CHECKPOINT = (
    "there is no checkpoint of these records that is signed with this key. ToolGuard signs one every 1,000 records, "
    "every 10 minutes and when it quits: copy the log again after that"
)


class OfflineReport(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a check of files. ``problem`` is one sentence, or empty."""

    first: int = 0
    """The number of the first checked record; 0 if there was none."""
    last: int = 0
    checked: int = 0
    record: int | None = None
    """The first wrong record."""
    problem: str = ""
    signed: int = 0
    """The newest record covered by a checkpoint with a verified signature."""
    unsigned: int = 0
    """Number of later records, which any program may have written; 0 if signatures were not checked."""
    noticed: tuple[tuple[int, int], ...] = ()
    """First and last of the records before, which ToolGuard found unsigned on a start."""
    noted: int = 0
    """The newest record that any checkpoint names."""
    foreign: int = 0
    """Number of checkpoints not signed with the key."""
    since: int = 0
    """The record of the checkpoint after which the check began."""
    removed: tuple[chain.RemovedSpan, ...] = ()
    """Missing records that were removed according to checked records."""
    redacted: int = 0
    """Number of redacted records, according to other records."""
    unfinished: int = 0
    """Number of records whose stated redaction is missing."""


def find_files(paths: Sequence[Path]) -> tuple[list[Segment], list[Path]]:
    """Return the segments and the files of checkpoints in files and folders; raises OSError and `CheckpointError`."""
    files, notes = list[Segment](), list[Path]()
    for path in paths:
        if path.is_dir():
            files += segments(path)
            if (path / checkpoints.FILE_NAME).exists():
                notes.append(path / checkpoints.FILE_NAME)
        elif path.name == checkpoints.FILE_NAME:
            notes.append(path)
        else:
            path.stat()
            line = next(JournalReader(path.parent, (Segment(0, path),)).lines(), None)
            if line is not None and (number := records.number(line)) is not None:
                files.append(Segment(number, path))
            elif line is not None:
                raise CheckpointError(coded("store.not_a_segment", path=path))
    return _each_once(sorted(files)), notes


def _each_once(copies: list[Segment]) -> list[Segment]:
    """Drop copies of a segment with the same lines, as left by a crash or in an archive."""
    unique = list[Segment]()
    for segment in copies:
        if not unique or unique[-1].first != segment.first or _digest(unique[-1]) != _digest(segment):
            unique.append(segment)
    return unique


def _digest(segment: Segment) -> bytes:
    digest = hashlib.sha256()
    for block in JournalReader(segment.path.parent, (segment,)).blocks():
        digest.update(block)
    return digest.digest()


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Return the checkpoints of a file; raises OSError and `CheckpointError`."""
    with open_file(path) as file:
        data = file.read(checkpoints.MAX_FILE_SIZE + 1)
    if len(data) > checkpoints.MAX_FILE_SIZE:
        raise CheckpointError(
            coded("store.checkpoint_file_too_large", path=path, limit=checkpoints.MAX_FILE_SIZE >> 20)
        )
    try:
        return checkpoints.read(data)
    except CheckpointError as problem:
        raise CheckpointError(coded("store.checkpoint_in_file", path=path, reason=problem)) from None


def check(
    paths: Sequence[Path],
    key: PublicKey | None = None,
    since: Path | None = None,
    progress: Callable[[int], None] = lambda _checked: None,
) -> OfflineReport:
    """Check the records in files and folders, and that they match the checkpoints.

    A folder must contain a log from its first record on; files may be a part of one. ``key``: count only checkpoints
    signed with it. ``since``: a file whose newest checkpoint is the trusted link before the first checked record.
    Raises OSError and `CheckpointError`.
    """
    files, notes = find_files(paths)
    checkpoints = [checkpoint for path in notes for checkpoint in read_checkpoints(path)]
    counted = [checkpoint for checkpoint in checkpoints if key is None or key.has_signed(checkpoint)]
    begin = _newest_of(since, key) if since is not None else None
    journal = JournalReader(paths[0], tuple(files))
    whole = not files or any(path.is_dir() for path in paths)  # a folder is a whole log, which begins with record 1
    first = begin.size + 1 if begin is not None else 0  # 0: a look-up would pass over what is before it
    start = begin.link if begin is not None else chain.START if whole else _start(journal, files[0].first)
    verifier = LineVerifier(
        start=start,
        noted=[checkpoint.link for checkpoint in counted if checkpoint.size > start[0]],
        notices=lambda: find_notices(journal.blocks(first)),
    )
    if files:
        for block in journal.blocks(first):
            if not verifier.feed_lines(block):
                break
            progress(verifier.head[0])
    if begin is not None and verifier.head == begin.link:
        _require_end(verifier, journal, begin)
    report = verifier.report()
    reached = [checkpoint.size for checkpoint in counted if start[0] <= checkpoint.size <= verifier.head[0]]
    newest = max(reached, default=0)
    problem, wrong = report.problem, report.seq
    if not problem and key is not None and not reached:
        problem = (
            "no checkpoint that belongs to these records is signed with this key" if checkpoints else _NO_CHECKPOINT
        )
    if not problem and key is not None and (late := verifier.relied_unsigned(newest)) is not None:
        problem, wrong = coded("store.notice_not_signed", seq=late[0], notice=late[1]), late[0]
    last = start[0] + report.last
    return OfflineReport(
        unsigned=max(last - newest, 0) if key is not None and not problem else 0,
        noticed=tuple((span.first, span.last) for span in verifier.unsigned) if key is not None else (),
        first=_first_number(start, report), last=last, checked=report.checked,
        record=wrong, problem=problem, signed=newest if key is not None else 0, noted=newest,
        foreign=len(checkpoints) - len(counted), since=begin.size if begin is not None else 0,
        removed=report.removed, redacted=report.redacted, unfinished=report.unfinished,
    )  # fmt: skip


def _first_number(start: chain.Link, report: chain.VerificationReport) -> int:
    """Return the number of the first record; 0 for none."""
    first = start[0] + 1
    for span in report.removed:
        first = span.last + 1 if span.first == first else first
    return first if report.checked else 0


def _newest_of(path: Path, key: PublicKey | None) -> Checkpoint:
    checkpoints = [checkpoint for checkpoint in read_checkpoints(path) if key is None or key.has_signed(checkpoint)]
    if not checkpoints:
        raise CheckpointError(coded("store.checkpoints_none_by_key" if key else "store.checkpoints_none", path=path))
    return max(checkpoints, key=lambda segment: segment.size)


def _require_end(verifier: LineVerifier, journal: JournalReader, end: Checkpoint) -> None:
    """Check that the files end with the record of a checkpoint: no record follows it."""
    line = journal.line(end.size)
    parts = records.split(line) if line is not None else None
    if parts is None:
        last = records.number(journal.last() or b"") or 0
        verifier.blame(end.size, coded("store.log_truncated_ends_record", seq=last, noted=end.size))
    elif chain.link(parts.previous, parts.text) != end.hash:
        verifier.blame(end.size, coded("store.record_not_noted_elsewhere", seq=end.size))


def _start(journal: JournalReader, first: int) -> chain.Link:
    """Return the link before the first record: the files may be the end of a log."""
    line = journal.line(first)
    parts = records.split(line) if line is not None else None
    return (first - 1, parts.previous) if parts is not None and first > 1 else chain.START
