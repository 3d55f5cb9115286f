"""A long message as bytes, piece by piece: exactly what `jsonrpc.encode` makes of it, and no piece takes long to make.

Encoding megabytes is one call that holds the interpreter, and with it every other thread, for as long as it takes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from toolguard.gate import jsonrpc

STEP = 100_000
"""Characters that are encoded at a time, about."""


def pieces(value: Any) -> Iterator[bytes]:
    """The bytes of ``jsonrpc.encode(value)``, in order; raises what it raises."""
    if isinstance(value, str) and len(value) > STEP:
        yield from _text(value)
    elif isinstance(value, dict) and weight(value) > STEP:
        yield from _joined(b"{", b"}", _members(value))
    elif isinstance(value, list) and weight(value) > STEP:
        yield from _joined(b"[", b"]", _items(value))
    else:
        yield jsonrpc.encode(value)


def digest(message: Any) -> str:
    """SHA-256 (hex), as `jsonrpc.digest` gives it."""
    found = hashlib.sha256()
    for piece in pieces(message):
        found.update(piece)
    return found.hexdigest()


def size(value: Any) -> int:
    """How many bytes ``jsonrpc.encode(value)`` has."""
    return sum(map(len, pieces(value)))


def weight(value: Any) -> int:
    """About how many characters a value has; looks no further than `STEP`."""
    count, waiting = 0, [value]
    while waiting and count <= STEP:
        item = waiting.pop()
        if isinstance(item, str):
            count += len(item) + 3
        elif isinstance(item, dict | list):
            count += len(item) + 2
            if count <= STEP:
                waiting.extend(item)
                if isinstance(item, dict):
                    waiting.extend(item.values())
        else:
            count += 4
    return count


def _text(value: str) -> Iterator[bytes]:
    cut = [value[at : at + STEP] for at in range(0, len(value), STEP)]
    escaped = any(map(_unpaired, cut))  # then `jsonrpc.encode` escapes all that is not ASCII in this text
    yield b'"'
    for piece in cut:
        yield (json.dumps(piece).encode() if escaped else jsonrpc.encode(piece))[1:-1]  # type: ignore[arg-type]
    yield b'"'


def _unpaired(words: str) -> bool:
    try:
        words.encode()
    except UnicodeEncodeError:
        return True
    return False


def _joined(start: bytes, end: bytes, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    yield start
    for at, part in enumerate(parts):
        if at:
            yield b","
        yield from part
    yield end


def _items(value: list[Any]) -> Iterator[Iterable[bytes]]:
    """Those that are light several at a time, each heavy one by itself."""
    some: list[Any] = []
    left = STEP
    for item in value:
        heavy = weight(item)
        if some and heavy > left:
            yield (jsonrpc.encode(some)[1:-1],)
            some, left = [], STEP
        if heavy > STEP:
            yield pieces(item)
        else:
            some.append(item)
            left -= heavy
    if some:
        yield (jsonrpc.encode(some)[1:-1],)


def _members(value: dict[str, Any]) -> Iterator[Iterable[bytes]]:
    some: dict[str, Any] = {}
    left = STEP
    for key, item in value.items():
        heavy = weight(item) + len(key)
        if some and heavy > left:
            yield (jsonrpc.encode(some)[1:-1],)
            some, left = {}, STEP
        if heavy > STEP:
            yield _member(key, item)
        else:
            some[key] = item
            left -= heavy
    if some:
        yield (jsonrpc.encode(some)[1:-1],)


def _member(key: str, item: Any) -> Iterator[bytes]:
    if _unpaired(key):
        jsonrpc.encode({key: None})  # raises
    yield from pieces(key)
    yield b":"
    yield from pieces(item)
