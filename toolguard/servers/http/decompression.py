"""Decompression of HTTP bodies (RFC 9110 §8.4.1), in pieces of limited size.

A server may send what nobody asked for. The decoders of HTTP libraries keep everything that follows the end of a
compressed body, copy it again with each piece (100 MB take a minute), and read more codings than the request names.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import AsyncGenerator, Iterator
from typing import Protocol

import httpx2

ACCEPTED = "gzip"
"""Value of Accept-Encoding."""
_PIECE_SIZE = 1024 * 1024  # maximum bytes of a decompressed piece
_GZIP = zlib.MAX_WBITS | 16  # with the header and trailer of gzip


class _Decompressor(Protocol):
    """What ``zlib.decompressobj`` returns."""

    @property
    def unconsumed_tail(self) -> bytes: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


async def decompressed(response: httpx2.Response) -> AsyncGenerator[bytes, None]:
    """Yield the body. Raises `httpx2.DecodingError` for another coding, and for data after the end."""
    coding = response.headers.get("content-encoding", "").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip"):
        raise httpx2.DecodingError("another coding than the request names")
    unpacker = zlib.decompressobj(_GZIP) if coding.endswith("gzip") else None
    async with contextlib.aclosing(response.aiter_raw()) as pieces:
        async for data in pieces:
            for piece in (data,) if unpacker is None else _unpack(unpacker, data):
                yield piece


def _unpack(unpacker: _Decompressor, data: bytes) -> Iterator[bytes]:
    while True:
        try:
            piece = unpacker.decompress(data, _PIECE_SIZE)
        except zlib.error as problem:
            raise httpx2.DecodingError(str(problem)) from problem
        if unpacker.unused_data:
            raise httpx2.DecodingError("data after the end")
        if piece:
            yield piece
        data = unpacker.unconsumed_tail
        if not data and len(piece) < _PIECE_SIZE:
            return
