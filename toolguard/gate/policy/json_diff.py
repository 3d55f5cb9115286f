"""Differences between two JSON values, member by member, in short texts. No widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from toolguard.gate import jsonrpc

MAX_DIFFERENCES = 100
"""Maximum number of listed differences."""
_CONTEXT_LENGTH = 48  # characters of unchanged text that are shown around a change
_MAX_VALUE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class JsonChange:
    """One difference. ``before`` or ``after`` is None if the member was absent."""

    place: str
    before: str | None
    after: str | None


def same(one: object, other: object) -> bool:
    """Return whether both encode to the same bytes: ``1``, ``1.0`` and ``true`` differ."""
    return jsonrpc.encode(cast("Any", one)) == jsonrpc.encode(cast("Any", other))


def changes(before: object, after: object) -> list[JsonChange]:
    """Return at most `MAX_DIFFERENCES` differences, in the order of the members. Another order is no difference."""
    return list(islice(_changes("", before, after), MAX_DIFFERENCES))


def _changes(place: str, before: object, after: object) -> Iterator[JsonChange]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in (*before, *(name for name in after if name not in before)):
            member = f"{place}.{name}" if place else name
            if name not in after:
                yield JsonChange(member, _text(before[name]), None)
            elif name not in before:
                yield JsonChange(member, None, _text(after[name]))
            else:
                yield from _changes(member, before[name], after[name])
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(place, before, after)
    elif not (type(before) is type(after) and before == after and same(before, after)):
        yield JsonChange(place, *_excerpts(before, after))


def _items(place: str, before: list[Any], after: list[Any]) -> Iterator[JsonChange]:
    """Align the items, so that an inserted or removed one does not make all later ones differ."""
    start, least = 0, min(len(before), len(after))
    while start < least and same(before[start], after[start]):
        start += 1
    end = 0
    while end < least - start and same(before[-1 - end], after[-1 - end]):
        end += 1
    left, right = before[start : len(before) - end], after[start : len(after) - end]
    for index in range(max(len(left), len(right))):
        name = f"{place}[{start + index + 1}]"
        if index >= len(right):
            yield JsonChange(name, _text(left[index]), None)
        elif index >= len(left):
            yield JsonChange(name, None, _text(right[index]))
        else:
            yield from _changes(name, left[index], right[index])


def _text(value: object) -> str:
    text = value if isinstance(value, str) else jsonrpc.text(value)
    return (
        text
        if len(text) <= _MAX_VALUE_LENGTH
        else f"{text[: _MAX_VALUE_LENGTH * 2 // 3]}…{text[-_MAX_VALUE_LENGTH // 3 :]}"
    )


def _excerpts(before: object, after: object) -> tuple[str, str]:
    """Return both values; of two long texts only the differing part, with some context in the same line."""
    if not (isinstance(before, str) and isinstance(after, str)):
        return _token(before), _token(after)
    if max(len(before), len(after)) <= 4 * _CONTEXT_LENGTH:
        return before, after
    least = min(len(before), len(after))
    start = next((index for index in range(least) if before[index] != after[index]), least)
    end = next((index for index in range(least - start) if before[-1 - index] != after[-1 - index]), least - start)
    first = max(0, start - _CONTEXT_LENGTH, before.rfind("\n", 0, start) + 1)
    line_end = before.find("\n", len(before) - end)
    unchanged = end if line_end < 0 else line_end - (len(before) - end)  # characters after the change in its line
    last = max(0, end - min(_CONTEXT_LENGTH, unchanged))
    return _cut(before, first, len(before) - last), _cut(after, first, len(after) - last)


def _token(value: object) -> str:
    """Return a value to compare with one of another type: texts keep their quotes, so ``7`` and ``"7"`` differ."""
    return _text(jsonrpc.text(value))


def _cut(text: str, start: int, end: int) -> str:
    return f"{'…' if start else ''}{_text(text[start:end])}{'…' if end < len(text) else ''}"
