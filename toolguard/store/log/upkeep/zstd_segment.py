"""Sealed segments of the log as Zstandard files (RFC 8878) that ``zstd``, ``zstdcat`` and duckdb read as they are.

Each frame holds about a MiB of whole lines. At the end is the seek table of the Zstandard Seekable Format
(``contrib/seekable_format/zstd_seekable_compression_format.md`` in its repository, version 0.1.0), a skippable frame by
which a record is found without reading what is before it. A file without one, as ``zstd`` makes it, is read from its
beginning. What is decompressed is bounded: a file may be hostile. A table may also point at data that is skipped
otherwise, so a reader of the whole file checks that lines begin where the table says.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Generator, Iterator
from typing import IO

from toolguard.store.log import records

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SUFFIX = ".zst"
FRAME_SIZE = 1 << 20
"""Bytes of lines per frame, unless one line is longer."""
MAX_LINE_SIZE = 64 << 20
"""Maximum bytes of a line. No segment with a longer one is compressed, so ToolGuard did not write a longer one."""
MAX_CONTENT_SIZE = 2 << 30
"""Maximum bytes of all lines of a file, for the same reason."""
_LEVEL = 9
_CHUNK_SIZE = 1 << 16
_BLOCK_SIZE = 1 << 20
_FRAME_HEADER = struct.Struct("<II")
_TABLE_ENTRY = struct.Struct("<II")
_TABLE_FOOTER = struct.Struct("<IBI")
_SKIPPABLE = 0x184D2A5E
_SEEKABLE = 0x8F92EAB1
_CHECKSUMS = 0x80
MAX_FRAMES = 1 << 16
"""Maximum frames of a file. Segments of ToolGuard have 2,049 at most; each takes time, however little it holds."""
UNREADABLE_LINE = b"\0\n"
"""An invalid line that stands for data that cannot be decompressed."""


class UncompressibleError(Exception):
    """A segment has lines that a reader of compressed segments would refuse."""


def compress(lines: Iterator[bytes], target: IO[bytes]) -> None:
    """Write blocks of whole lines as frames with their seek table; raises OSError and `UncompressibleError`."""
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: _LEVEL,
        zstd.CompressionParameter.checksum_flag: 1,
    }
    table, total = list[tuple[int, int]](), 0
    for content in _frames(lines):
        total += len(content)
        if total > MAX_CONTENT_SIZE:
            raise UncompressibleError
        frame = zstd.compress(content, options=options)
        target.write(frame)
        table.append((len(frame), len(content)))
    size = _TABLE_ENTRY.size * len(table) + _TABLE_FOOTER.size
    target.write(_FRAME_HEADER.pack(_SKIPPABLE, size) + b"".join(_TABLE_ENTRY.pack(*entry) for entry in table))
    target.write(_TABLE_FOOTER.pack(len(table), 0, _SEEKABLE))


def _frames(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same lines in pieces of about `FRAME_SIZE` bytes."""
    frame, size = list[bytes](), 0
    for block in blocks:
        for line in block[:-1].split(b"\n"):
            if len(line) >= MAX_LINE_SIZE:
                raise UncompressibleError
            frame += (line, b"\n")
            size += len(line) + 1
            if size >= FRAME_SIZE:
                yield b"".join(frame)
                frame, size = [], 0
    if frame:
        yield b"".join(frame)


class CompressedSegment:
    """Lines of a compressed file. Data that cannot be decompressed becomes `UNREADABLE_LINE`. Raises OSError."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._frames = _table(file) or [0]

    def blocks(self, seq: int = 0) -> Generator[bytes, None, bytes]:
        """Yield whole lines from number ``seq`` or the first after it; return the rest."""
        return self._lines(self._frames[self._frame_of(seq)] if seq > 0 else 0, seq)

    def last_line(self) -> bytes | None:
        """Return the last whole line, without its line end; None if there is none."""
        for offset in (self._frames[-1], 0):  # each frame that ToolGuard writes ends with a line
            tail = b""
            for block in self._lines(offset):
                tail = block
            if tail:
                return tail[tail.rfind(b"\n", 0, -1) + 1 : -1]
        return None

    def _lines(self, offset: int, seq: int = 0) -> Generator[bytes, None, bytes]:
        """Yield whole lines from number ``seq`` on, beginning with the frame at ``offset``; return the rest."""
        skip = seq > 0
        rest, size = list[bytes](), 0
        for piece in self._pieces(offset):
            end = piece.rfind(b"\n")
            if end < 0:
                rest.append(piece)
                size += len(piece)
                if size > MAX_LINE_SIZE:
                    yield UNREADABLE_LINE
                    return b""
                continue
            block = b"".join((*rest, piece[: end + 1]))
            rest, size = [piece[end + 1 :]], len(piece) - end - 1
            if skip:
                block = _lines_from(block, seq)
                skip = not block
            if block:
                yield block
        return b"".join(rest)

    def _frame_of(self, seq: int) -> int:
        """Return the frame that contains record ``seq``, if any, by bisection."""
        low, high = 0, len(self._frames)
        while high - low > 1:
            middle = (low + high) // 2
            number = self._first_number(self._frames[middle])
            if number is not None and number <= seq:
                low = middle
            else:
                high = middle
        return low

    def _first_number(self, offset: int) -> int | None:
        parts, size = list[bytes](), 0
        for piece in self._pieces(offset, step=4096):
            head, end, _ = piece.partition(b"\n")
            parts.append(head)
            size += len(head)
            if end:
                return records.number(b"".join(parts))
            if size > MAX_LINE_SIZE:
                return None
        return None

    def _pieces(self, offset: int, step: int = _BLOCK_SIZE) -> Iterator[bytes]:
        """Yield the content of the frames from ``offset`` on, in bounded pieces.

        Frames of the table in which no line begins become `UNREADABLE_LINE` after the last frame, if all are read.
        """
        self._file.seek(offset)
        total, data, begun, count, last = 0, b"", False, 0, b"\n"
        due = set(self._frames[1:]) - {0} if not offset else set[int]()
        frame = zstd.ZstdDecompressor()
        while True:
            if not data and frame.needs_input:
                data = self._file.read(_CHUNK_SIZE)
                if not data:
                    break
            try:
                piece = frame.decompress(data, step)
            except zstd.ZstdError:
                yield UNREADABLE_LINE
                return
            data, begun = b"", True
            if frame.eof:
                data, begun, count = frame.unused_data, False, count + 1
                frame = zstd.ZstdDecompressor()
            last = piece[-1:] or last
            if not begun and last == b"\n":
                due.discard(self._file.tell() - len(data))
            total += len(piece)
            if total > MAX_CONTENT_SIZE or count > MAX_FRAMES:
                yield UNREADABLE_LINE
                return
            if piece:
                yield piece
        if begun or due:  # the file was truncated, or a look-up would read other lines
            yield UNREADABLE_LINE


def _lines_from(block: bytes, seq: int) -> bytes:
    offset = 0
    while offset < len(block):
        end = block.index(b"\n", offset)
        number = records.number(block[offset:end])
        if number is None or number >= seq:
            break
        offset = end + 1
    return block[offset:]


def _table(file: IO[bytes]) -> list[int]:
    """Return the offset of each frame from the seek table; empty if no table fits the file."""
    size = file.seek(0, os.SEEK_END)
    footer = _read(file, size - _TABLE_FOOTER.size, _TABLE_FOOTER.size)
    if len(footer) < _TABLE_FOOTER.size:
        return []
    count, descriptor, magic = _TABLE_FOOTER.unpack(footer)
    entry = _TABLE_ENTRY.size + (4 if descriptor & _CHECKSUMS else 0)
    length = count * entry + _TABLE_FOOTER.size
    begin = size - length - _FRAME_HEADER.size
    if magic != _SEEKABLE or not 0 < count <= MAX_FRAMES or begin < 0:
        return []
    if _read(file, begin, _FRAME_HEADER.size) != _FRAME_HEADER.pack(_SKIPPABLE, length):
        return []
    entries = _read(file, begin + _FRAME_HEADER.size, count * entry)
    offsets, offset = list[int](), 0
    for number in range(count):
        offsets.append(offset)
        offset += _TABLE_ENTRY.unpack_from(entries, number * entry)[0]
    return offsets if offset == begin else []


def _read(file: IO[bytes], offset: int, size: int) -> bytes:
    if offset < 0:
        return b""
    file.seek(offset)
    return file.read(size)
