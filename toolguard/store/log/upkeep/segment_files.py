"""File operations on sealed segments: compress, copy, rewrite. Each leaves the old file or the complete new one.

A draft has its own name until it is complete, synced, and read back. Raises OSError.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from toolguard.gate.texts import coded
from toolguard.store.atomic_write import sync_file
from toolguard.store.log.journal import JournalReader, Segment
from toolguard.store.log.upkeep.zstd_segment import SUFFIX, compress
from toolguard.store.regular_file import open_file

DRAFT_SUFFIX = ".part"
_CHUNK_SIZE = 1 << 20


class SegmentError(Exception):
    """A segment is invalid; one sentence."""


class StoppedError(Exception):
    """The program is ending; the rest is done next time."""


def digest_of(path: Path) -> tuple[int, bytes]:
    """Return size and SHA-256 of a file."""
    digest, size = hashlib.sha256(), 0
    with open_file(path) as file:
        while data := file.read(_CHUNK_SIZE):
            digest.update(data)
            size += len(data)
    return size, digest.digest()


def lines_digest(segment: Segment) -> tuple[int, bytes]:
    """Return size and SHA-256 of the lines in a segment."""
    digest, size = hashlib.sha256(), 0
    for block in blocks_of(segment):
        digest.update(block)
        size += len(block)
    return size, digest.digest()


def blocks_of(segment: Segment, stop: Callable[[], bool] = lambda: False) -> Iterator[bytes]:
    """Yield the whole lines of a segment in blocks; raises `StoppedError`."""
    for block in JournalReader(segment.path.parent, (segment,)).blocks():
        if stop():
            raise StoppedError
        yield block


def compressed_name(path: Path) -> Path:
    """Return where the compressed file of a segment is."""
    return path.with_name(path.name + SUFFIX)


def draft_compressed(segment: Segment, stop: Callable[[], bool] = lambda: False) -> Path:
    """Write the compressed draft of a plain segment and read it back.

    Raises `SegmentError`, `UncompressibleError` and `StoppedError`.
    """
    result = write_draft(compressed_name(segment.path), lambda file: compress(blocks_of(segment, stop), file))
    if lines_digest(Segment(segment.first, result)) != digest_of(segment.path):
        result.unlink()
        raise SegmentError(coded("store.segment_not_compressible", path=segment.path))
    return result


def draft_lines(segment: Segment, lines: Iterable[bytes]) -> Path:
    """Write the draft of a segment, in its form, from blocks of whole lines."""
    if segment.compressed:
        return write_draft(segment.path, lambda file: compress(iter(lines), file))
    return write_draft(segment.path, lambda file: _write(file, lines))


def _write(file: IO[bytes], lines: Iterable[bytes]) -> None:
    for block in lines:
        file.write(block)


def write_draft(target: Path, write: Callable[[IO[bytes]], None]) -> Path:
    """Write and sync a file beside ``target`` for its owner alone, with the same suffix."""
    result = target.with_name(f"{DRAFT_SUFFIX}-{target.name}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        result.unlink(missing_ok=True)
        with os.fdopen(os.open(result, flags, 0o600), "wb") as file:
            write(file)
            file.flush()
            sync_file(file.fileno())
    except BaseException:
        with suppress(OSError):
            result.unlink()
        raise
    return result


def remove_drafts(folder: Path) -> None:
    """Remove drafts of a killed run."""
    for path in folder.glob(f"{DRAFT_SUFFIX}-*"):
        path.unlink(missing_ok=True)


def copy_to(segment: Segment, folder: Path, prefix: str, digest: bytes) -> Path:
    """Copy a segment into a folder and read it back; return its path. An identical file is reused."""
    number = 1
    while True:
        name = segment.path.name if number == 1 else f"{number}-{segment.path.name}"
        target = folder / f"{prefix}-{name}"
        if not target.exists():
            break
        if digest_of(target)[1] == digest:
            return target
        number += 1

    def write(file: IO[bytes]) -> None:
        with open_file(segment.path) as source:
            while data := source.read(_CHUNK_SIZE):
                file.write(data)

    result = write_draft(target, write)
    if digest_of(result)[1] != digest:
        result.unlink()
        raise SegmentError(coded("store.archive_copy_differs", path=target))
    result.rename(target)
    sync_names(folder)
    return target


def sync_content(path: Path) -> None:
    """Sync a file's content to the disk."""
    with path.open("rb+") as file:
        sync_file(file.fileno())


def sync_names(folder: Path) -> None:
    """Sync a folder's entries to the disk, if the system supports that."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # a network folder may not support it
                os.fsync(number)
        finally:
            os.close(number)
