"""JSON parser that knows the line of every member, for error messages. Strict, no I/O.

It refuses ambiguous input: duplicate keys, NaN, numbers beyond a double.
"""

from __future__ import annotations

import json
import re
from typing import Any

from toolguard.gate.texts import coded

MAX_DEPTH = 100
"""Maximum nesting."""
_SPACE = re.compile(r"[ \t\n\r]*")
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

    def line(self, at: int) -> int:
        """Return the line of a position, counted from 1."""
        return self._text.count("\n", 0, at) + 1

    def _misread(self, reason: str, at: int) -> JsonError:
        return JsonError(reason, self.line(at))

    def _skip(self, at: int) -> int:
        space = _SPACE.match(self._text, at)
        return space.end() if space else at

    def _read(self, at: int, path: Path) -> tuple[Any, int]:
        at = self._skip(at)
        if len(path) > MAX_DEPTH:
            raise self._misread(coded("store.nested_too_deep", limit=MAX_DEPTH), at)
        self._starts.setdefault(path, at)
        match self._text[at : at + 1]:
            case "{":
                return self._object(at + 1, path)
            case "[":
                return self._array(at + 1, path)
            case _:
                return self._scalar(at)

    def _scalar(self, at: int) -> tuple[Any, int]:
        try:
            return _SCALAR.raw_decode(self._text, at)
        except json.JSONDecodeError:
            raise
        except ValueError as problem:
            raise self._misread(str(problem), at) from None

    def _object(self, at: int, path: Path) -> tuple[dict[str, Any], int]:
        members: dict[str, Any] = {}
        at = self._skip(at)
        if self._text.startswith("}", at):
            return members, at + 1
        while True:
            at = self._skip(at)
            if not self._text.startswith('"', at):
                raise self._misread(coded("store.key_double_quotes_missing"), at)
            begin = at
            key, at = self._scalar(at)
            if key in members:
                raise self._misread(coded("store.key_stands_twice_object", key=repr(key)), begin)
            self._starts[(*path, key)] = begin
            at = self._skip(at)
            if not self._text.startswith(":", at):
                raise self._misread(coded("store.colon_missing_after_key", key=repr(key)), at)
            members[key], at = self._read(at + 1, (*path, key))
            at, more = self._next(at, "}")
            if not more:
                return members, at

    def _array(self, at: int, path: Path) -> tuple[list[Any], int]:
        results: list[Any] = []
        at = self._skip(at)
        if self._text.startswith("]", at):
            return results, at + 1
        while True:
            value, at = self._read(at, (*path, len(results)))
            results.append(value)
            at, more = self._next(at, "]")
            if not more:
                return results, at

    def _next(self, at: int, close: str) -> tuple[int, bool]:
        at = self._skip(at)
        character = self._text[at : at + 1]
        if character not in (",", close) or not character:
            raise self._misread(coded("store.comma_missing", bracket=repr(close)), at)
        return at + 1, character == ","


def _constant(name: str) -> None:
    raise ValueError(coded("store.not_json", name=name))


def _float(text: str) -> float:
    if (number := float(text)) in (float("inf"), float("-inf")):
        raise ValueError(coded("store.out_range", text=text))
    return number


_SCALAR = json.JSONDecoder(parse_constant=_constant, parse_float=_float)
