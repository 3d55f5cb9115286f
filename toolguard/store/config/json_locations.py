"""JSON parser that knows the line of every member, for error messages. Strict, no I/O.

It refuses ambiguous input: duplicate keys, NaN, numbers beyond a double, strings that UTF-8 cannot express.
"""

from __future__ import annotations

import json
import re
from typing import Any

from toolguard.gate.texts import coded

MAX_DEPTH = 100
"""Maximum nesting."""
_SPACE = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
Path = tuple[str | int, ...]
"""Keys and indices from the root to a member."""


class JsonError(Exception):
    """The text is not valid JSON. ``line`` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class LocatedJson:
    """A parsed JSON text. Raises `JsonError`."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: dict[Path, int] = {}
        try:
            self.value, end = self._read(0, ())
        except json.JSONDecodeError as problem:
            raise JsonError(problem.msg[:1].lower() + problem.msg[1:], problem.lineno) from None
        end = self._skip(end)
        if end != len(text):
            raise self._misread(coded("store.something_after_end"), end)

    def position(self, path: Path) -> int:
        """Return the index in the text where the member at ``path`` begins, or its nearest existing ancestor."""
        while path not in self._starts:
            path = path[:-1]
        return self._starts[path]

    def line(self, offset: int) -> int:
        """Return the line of a position, counted from 1."""
        return self._text.count("\n", 0, offset) + 1

    def _misread(self, reason: str, offset: int) -> JsonError:
        return JsonError(reason, self.line(offset))

    def _skip(self, offset: int) -> int:
        space = _SPACE.match(self._text, offset)
        return space.end() if space else offset

    def _read(self, offset: int, path: Path) -> tuple[Any, int]:
        offset = self._skip(offset)
        if len(path) > MAX_DEPTH:
            raise self._misread(coded("store.nested_too_deep", limit=MAX_DEPTH), offset)
        self._starts.setdefault(path, offset)
        match self._text[offset : offset + 1]:
            case "{":
                return self._object(offset + 1, path)
            case "[":
                return self._array(offset + 1, path)
            case _:
                return self._scalar(offset)

    def _scalar(self, offset: int) -> tuple[Any, int]:
        try:
            value, end = _SCALAR.raw_decode(self._text, offset)
        except json.JSONDecodeError:
            raise
        except ValueError as problem:
            raise self._misread(str(problem), offset) from None
        if isinstance(value, str) and _SURROGATE.search(value):
            raise self._misread(coded("store.unpaired_surrogate"), offset)
        return value, end

    def _object(self, offset: int, path: Path) -> tuple[dict[str, Any], int]:
        members: dict[str, Any] = {}
        offset = self._skip(offset)
        if self._text.startswith("}", offset):
            return members, offset + 1
        while True:
            offset = self._skip(offset)
            if not self._text.startswith('"', offset):
                raise self._misread(coded("store.key_double_quotes_missing"), offset)
            begin = offset
            key, offset = self._scalar(offset)
            if key in members:
                raise self._misread(coded("store.key_stands_twice_object", key=repr(key)), begin)
            self._starts[(*path, key)] = begin
            offset = self._skip(offset)
            if not self._text.startswith(":", offset):
                raise self._misread(coded("store.colon_missing_after_key", key=repr(key)), offset)
            members[key], offset = self._read(offset + 1, (*path, key))
            offset, more = self._next(offset, "}")
            if not more:
                return members, offset

    def _array(self, offset: int, path: Path) -> tuple[list[Any], int]:
        results: list[Any] = []
        offset = self._skip(offset)
        if self._text.startswith("]", offset):
            return results, offset + 1
        while True:
            value, offset = self._read(offset, (*path, len(results)))
            results.append(value)
            offset, more = self._next(offset, "]")
            if not more:
                return results, offset

    def _next(self, offset: int, close: str) -> tuple[int, bool]:
        offset = self._skip(offset)
        character = self._text[offset : offset + 1]
        if character not in (",", close) or not character:
            raise self._misread(coded("store.comma_missing", bracket=repr(close)), offset)
        return offset + 1, character == ","


def _constant(name: str) -> None:
    raise ValueError(coded("store.not_json", name=name))


def _float(text: str) -> float:
    if (number := float(text)) in (float("inf"), float("-inf")):
        raise ValueError(coded("store.out_range", text=text))
    return number


_SCALAR = json.JSONDecoder(parse_constant=_constant, parse_float=_float)
