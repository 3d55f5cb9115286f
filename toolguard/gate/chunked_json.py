"""Chunked JSON encoding: yields the same bytes as `jsonrpc.encode`, in chunks that are quick to make.

Encoding megabytes in one call would hold the interpreter, and every other thread, for that long.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from toolguard.gate import jsonrpc

CHUNK = 100_000
"""Approximate characters per chunk."""


def encode_chunks(value: Any) -> Iterator[bytes]:
    """Yield the bytes of ``jsonrpc.encode(value)`` in order; raises what it raises."""
    if isinstance(value, str) and len(value) > CHUNK:
        yield from _text(value)
    elif isinstance(value, dict) and weight(value) > CHUNK:
        yield from _joined(b"{", b"}", _members(value))
    elif isinstance(value, list) and weight(value) > CHUNK:
        yield from _joined(b"[", b"]", _items(value))
    else:
        yield jsonrpc.encode(value)


def digest(message: Any) -> str:
    """Return SHA-256 (hex) like `jsonrpc.digest`."""
    hasher = hashlib.sha256()
    for piece in encode_chunks(message):
        hasher.update(piece)
    return hasher.hexdigest()


def size(value: Any) -> int:
    """Return the length of ``jsonrpc.encode(value)`` in bytes."""
    return sum(map(len, encode_chunks(value)))


def weight(value: Any) -> int:
    """Return the approximate number of characters of a value; stops counting at `CHUNK`."""
    count, waiting = 0, [value]
    while waiting and count <= CHUNK:
        item = waiting.pop()
        if isinstance(item, str):
            count += len(item) + 3
        elif isinstance(item, dict | list):
            count += len(item) + 2
            if count <= CHUNK:
                waiting.extend(item)
                if isinstance(item, dict):
                    waiting.extend(item.values())
        else:
            count += 4
    return count


def _text(value: str) -> Iterator[bytes]:
    cut = [value[start : start + CHUNK] for start in range(0, len(value), CHUNK)]
    escaped = any(map(_unpaired, cut))  # `jsonrpc.encode` then escapes all non-ASCII characters
    yield b'"'
    for piece in cut:
        yield (json.dumps(piece).encode() if escaped else jsonrpc.encode(piece))[1:-1]  # type: ignore[arg-type]
    yield b'"'


def _unpaired(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _joined(start: bytes, end: bytes, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    yield start
    for index, part in enumerate(parts):
        if index:
            yield b","
        yield from part
    yield end


def _items(value: list[Any]) -> Iterator[Iterable[bytes]]:
    """Yield light items several at a time, and each heavy one by itself."""
    some: list[Any] = []
    left = CHUNK
    for item in value:
        heavy = weight(item)
        if some and heavy > left:
            yield (jsonrpc.encode(some)[1:-1],)
            some, left = [], CHUNK
        if heavy > CHUNK:
            yield encode_chunks(item)
        else:
            some.append(item)
            left -= heavy
    if some:
        yield (jsonrpc.encode(some)[1:-1],)


def _members(value: dict[str, Any]) -> Iterator[Iterable[bytes]]:
    some: dict[str, Any] = {}
    left = CHUNK
    for key, item in value.items():
        heavy = weight(item) + len(key)
        if some and heavy > left:
            yield (jsonrpc.encode(some)[1:-1],)
            some, left = {}, CHUNK
        if heavy > CHUNK:
            yield _member(key, item)
        else:
            some[key] = item
            left -= heavy
    if some:
        yield (jsonrpc.encode(some)[1:-1],)


def _member(key: str, item: Any) -> Iterator[bytes]:
    if _unpaired(key):
        jsonrpc.encode({key: None})  # raises
    yield from encode_chunks(key)
    yield b":"
    yield from encode_chunks(item)
