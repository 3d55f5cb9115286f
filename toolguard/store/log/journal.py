"""Journal files: segments of JSON lines in a folder, each named after the number of its first record.

``log/00000001.jsonl.zst``, ``log/00052113.jsonl``, …: one record per line (`toolguard.store.log.records`). A line
counts once its line end is written. Only the last segment grows; others may be compressed (`upkeep.zstd_segment`). This
module reads, `toolguard.store.log.audit_log` writes.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from toolguard.gate.jsonrpc import MAX_LINE
from toolguard.store.log import records
from toolguard.store.log.upkeep.zstd_segment import SUFFIX, UNREADABLE_LINE, CompressedSegment
from toolguard.store.regular_file import open_file

_NAME = re.compile(r"(\d{8,18})\.jsonl(\.zst)?")
_BLOCK_SIZE = 1 << 20
"""Maximum bytes that are read at once."""
_FIRST_BLOCK = 1 << 16
_LINEAR_SEARCH_SIZE = 1 << 14  # bytes that are searched line by line
_HEAD_SIZE = 1 << 10  # bytes of a line that are read first; its number is in them
MAX_LINE_SIZE = 8 * MAX_LINE
"""Maximum bytes of a line. A record holds one message as a JSON string, which takes at most four times its bytes."""


class Segment(NamedTuple):
    """A journal file. ``first`` is the number of its first record."""

    first: int
    path: Path

    @property
    def compressed(self) -> bool:
        """Whether it is a zstd file, so that it is sealed."""
        return self.path.suffix == SUFFIX


def segments(folder: Path) -> list[Segment]:
    """Return the segments in order; raises OSError. If a crash left both forms of one, the plain form is returned."""
    with os.scandir(folder) as entries:
        names = {match[0]: int(match[1]) for entry in entries if (match := _NAME.fullmatch(entry.name))}
    return sorted(Segment(first, folder / name) for name, first in names.items() if _plain(name) not in names)


def _plain(name: str) -> str:
    """Return the uncompressed name of a compressed segment; "" for a plain one."""
    return name.removesuffix(SUFFIX) if name.endswith(SUFFIX) else ""


def segment_path(folder: Path, first: int) -> Path:
    """Return the path of the segment that begins with record ``first``."""
    return folder / f"{first:08}.jsonl"


class _PlainSegment:
    """Lines of an uncompressed segment."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def blocks(self, seq: int = 0) -> Generator[bytes, None, bytes]:
        return _whole_lines(self._file, _offset_of(self._file, seq) if seq else 0)

    def last_line(self) -> bytes | None:
        return last_line(self._file)


@contextmanager
def _open_segment(segment: Segment) -> Iterator[_PlainSegment | CompressedSegment | None]:
    """Return the lines of a segment; None if it is gone. It may have been compressed meanwhile."""
    try:
        file = open_file(segment.path)
    except FileNotFoundError:
        if segment.compressed:
            yield None
            return
        with _open_segment(Segment(segment.first, segment.path.with_name(segment.path.name + SUFFIX))) as compressed:
            yield compressed
        return
    with file:
        yield CompressedSegment(file) if segment.compressed else _PlainSegment(file)


class JournalReader:
    """Reader of the segments in a folder, in their current state. Raises OSError."""

    def __init__(self, folder: Path, files: tuple[Segment, ...] = ()) -> None:
        """``files``: read only these segments, in order. They may overlap, so each is searched for a record."""
        self._folder = folder
        self._files = files

    def _segments(self) -> list[Segment]:
        return list(self._files) if self._files else segments(self._folder)

    def blocks(self, seq: int = 0) -> Iterator[bytes]:
        """Yield blocks of whole lines, from number ``seq`` or the first after it.

        An incomplete last line is left out: it is being written, or torn. A segment that is gone meanwhile is skipped,
        so its records are missing.
        """
        files = self._segments()
        before = [n for n, candidate in enumerate(files) if candidate.first <= seq]
        index = before[-1] if before and not self._files else 0
        for number, file in enumerate(files[index:], index):
            with _open_segment(file) as segment:
                rest = (yield from segment.blocks(seq if file.first <= seq else 0)) if segment is not None else b""
            if rest and (number < len(files) - 1 or file.compressed):
                yield rest + UNREADABLE_LINE  # an incomplete line is invalid, even if only its end was cut off

    def lines(self, seq: int = 0) -> Iterator[bytes]:
        """Yield the same one line at a time, without line ends."""
        for block in self.blocks(seq):
            yield from block[:-1].split(b"\n")

    def line(self, seq: int) -> bytes | None:
        """Return the line with this number, without its line end; None if there is none."""
        line = next(self.lines(seq), None)
        return line if line is not None and records.number(line) == seq else None

    def last(self) -> bytes | None:
        """Return the newest line, without its line end; None if there is none."""
        for file in reversed(self._segments()):
            with _open_segment(file) as segment:
                if segment is not None and (line := segment.last_line()) is not None:
                    return line
        return None


def last_line(file: IO[bytes]) -> bytes | None:
    """Return the last whole line of a file without its line end; None if there is none.

    Raises OSError for a file without a line in its last `MAX_LINE_SIZE` bytes.
    """
    size = file.seek(0, os.SEEK_END)
    length = 4096
    while True:
        length = min(length, size)
        end = _read(file, size - length, length)
        stop = end.rfind(b"\n")
        start = end.rfind(b"\n", 0, stop) if stop > 0 else -1
        if stop >= 0 and (start >= 0 or length == size):
            return end[start + 1 : stop]
        if length == size:
            return None
        if length >= MAX_LINE_SIZE:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        length = min(length * 4, MAX_LINE_SIZE)


def whole_size(file: IO[bytes]) -> int:
    """Return how many bytes of a file are whole lines.

    After a power failure the end may contain zeros, which no valid line contains; what follows them does not count.
    Raises OSError as `last_line` does.
    """
    size = file.seek(0, os.SEEK_END)
    length = min(_BLOCK_SIZE, size)
    while True:
        end = _read(file, size - length, length)
        zero = end.find(b"\0")
        stop = end.rfind(b"\n", 0, zero if zero >= 0 else length)
        if stop >= 0 or length == size:
            return size - length + stop + 1
        if length >= MAX_LINE_SIZE:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        length = min(length * 4, size, MAX_LINE_SIZE)


def _whole_lines(file: IO[bytes], offset: int) -> Generator[bytes, None, bytes]:
    """Yield blocks that end with a line; return the incomplete rest.

    Data appended meanwhile is left out, so that a reader never follows the writer forever.
    """
    left = file.seek(0, os.SEEK_END) - offset
    file.seek(offset)
    rest, size = b"", _FIRST_BLOCK
    while data := file.read(min(size, left)):
        left -= len(data)
        size = min(size * 2, _BLOCK_SIZE)
        end = data.rfind(b"\n")
        if end < 0:
            rest += data
            size = max(size, min(len(rest), MAX_LINE_SIZE))
            if b"\0" in data or len(rest) > MAX_LINE_SIZE:  # not a valid line: a file may have holes of any size
                return rest
            continue
        yield rest + data[: end + 1]
        rest = data[end + 1 :]
    return rest


def _offset_of(file: IO[bytes], seq: int) -> int:
    """Return the offset of the first line with number ``seq`` or higher, by bisection."""
    size = file.seek(0, os.SEEK_END)
    while True:
        low, high = 0, size
        while high - low > _LINEAR_SEARCH_SIZE:
            middle = (low + high) // 2
            candidate = _line_end(file, middle, high)
            if candidate and candidate < high and _is_below(file, candidate, size, seq):
                low = candidate
            else:
                high = middle
        while (end := _line_end(file, low, size)) and _is_below(file, low, size, seq):
            low = end
        if end or low == size or not _is_below(file, low, size, seq):
            return low
        size = low  # the line has no end, so that its number says nothing about the lines before it


def _line_end(file: IO[bytes], offset: int, stop: int) -> int | None:
    """Return the offset after the first line end between two offsets; None if no valid line ends there."""
    length = _HEAD_SIZE
    while offset < stop:
        data = _read(file, offset, min(length, stop - offset))
        line_end = data.find(b"\n")
        if line_end >= 0:
            return offset + line_end + 1
        if not data or b"\0" in data:
            break
        offset += len(data)
        length = min(length * 4, _BLOCK_SIZE)
    return None


def _is_below(file: IO[bytes], offset: int, size: int, seq: int) -> bool:
    """Return whether the line at an offset has a number below ``seq``. Most lines begin with their number."""
    number = records.number(_read(file, offset, _HEAD_SIZE).partition(b"\n")[0])
    if number is None and (end := _line_end(file, offset, size)):
        number = records.number(_read(file, offset, min(end - 1 - offset, MAX_LINE_SIZE)))
    return number is not None and number < seq


def _read(file: IO[bytes], offset: int, size: int) -> bytes:
    file.seek(offset)
    return file.read(size)
