"""Layout of JSON data in lines: as an indented outline for people, or as the exact JSON. No widgets.

Long data is folded: every key stays, the middle of a long text or list is replaced by a line with its size. Line breaks
inside a text are marked by a gutter, so that no text can look like a key of the outline.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from PySide6.QtCore import QCoreApplication

from toolguard.gate import chunked_json, jsonrpc
from toolguard.window.json_view import untrusted_text

Role = Literal["key", "text", "value", "mark", "quiet", "fold"]
View = Literal["tree", "json"]

FOLD_LENGTH = 100_000
"""Maximum characters that are laid out by default; longer data is folded."""
MAX_LINE_LENGTH = 4_000
"""A longer line is broken on display, because one very long line is slow to lay out."""
_CERTAIN_FACTOR = 8  # data this many times the limit never fits, in any layout
_HEAD, _TAIL = 12_000, 8_000  # characters kept of a folded text
_MAX_INLINE_LENGTH = 72  # longer texts are below their key
_GUTTER = "│\u00a0"  # a non-breaking space, so that a long word begins beside the gutter
_GAP = "\u00a0\u00a0"


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """One line on display. ``hang``: additional indentation of wrapped lines in characters."""

    depth: int
    parts: tuple[tuple[Role, str], ...]
    hang: int = 2

    @property
    def text(self) -> str:
        """The line without its indentation and roles."""
        return "".join(piece for _, piece in self.parts)


def apart(line: LayoutLine) -> Iterator[tuple[Role, str]]:
    """Return the parts of ``line`` isolated so that right-to-left keys and values do not move the rest."""
    if not untrusted_text.runs_left(line.text):
        yield from line.parts
        return
    for ours, together in itertools.groupby(line.parts, key=lambda part: part[0] in ("quiet", "fold")):
        for kind, group in itertools.groupby(together, key=lambda part: part[0] == "key"):
            pieces = list(group)
            role: Role = "quiet" if ours else "key" if kind else "text"
            whole = untrusted_text.apart("".join(piece for _, piece in pieces)) if not ours else ""
            if len(whole) > sum(len(piece) for _, piece in pieces):
                pieces = [(role, whole[0]), *pieces, (role, whole[-1])]
            yield from pieces


@dataclass(frozen=True, slots=True)
class JsonLayout:
    """The layout of some data. ``folded``: something is left out, and a line says so."""

    lines: list[LayoutLine]
    folded: bool


def size(value: object) -> int:
    """Return the bytes of ``value`` as compact JSON."""
    return chunked_json.size(value)


def lay_out(value: object, view: View, limit: int = FOLD_LENGTH) -> JsonLayout:
    """Return ``value`` in lines of about ``limit`` characters in total, folded if it has more."""
    if not untrusted_text.longer_than(value, limit * _CERTAIN_FACTOR):
        whole, all_of_it = _take(lines(value, view), limit)
        if all_of_it:
            return JsonLayout(whole, folded=False)
    short, all_of_it = _take(lines(value, view, fold=True), limit)
    if all_of_it:
        return JsonLayout(short, folded=True)
    head, _ = _take(short, limit * 3 // 5)
    tail, _ = _take(lines(value, view, fold=True, backwards=True), limit * 2 // 5)
    say = QCoreApplication.translate("Tree", "many lines collapsed")
    return JsonLayout([*head, LayoutLine(0, (("fold", f"⋯ {say} ⋯"),)), *reversed(tail)], folded=True)


def lines(value: object, view: View, *, fold: bool = False, backwards: bool = False) -> Iterator[LayoutLine]:
    """Yield every line of ``value`` lazily; ``fold`` omits the middle of long texts."""
    if view == "json":
        return _json(value, "", "", 0, fold, backwards)
    if isinstance(value, dict | list) and value:
        return _members(value, 0, fold, backwards)
    return iter([_leaf(None, value, 0)]) if not isinstance(value, str) else _text(None, value, 0, fold, backwards)


def _take(made: Iterable[LayoutLine], limit: int) -> tuple[list[LayoutLine], bool]:
    lines, length = [], 0
    for line in made:
        lines.append(line)
        length += len(line.text) + 1
        if length > limit:
            return lines, False
    return lines, True


# Outline


def _members(value: dict[str, Any] | list[Any], depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    if isinstance(value, dict):
        pairs: Iterable[tuple[str | int, Any]] = reversed(value.items()) if backwards else value.items()
    else:
        places = range(len(value) - 1, -1, -1) if backwards else range(len(value))
        pairs = ((place, value[place]) for place in places)
    for key, item in pairs:
        if isinstance(item, dict | list) and item:
            header = LayoutLine(depth, tuple(_key(key)))
            below = _members(item, depth + 1, fold, backwards)
            yield from itertools.chain(below, (header,)) if backwards else itertools.chain((header,), below)
        elif isinstance(item, str):
            yield from _text(key, item, depth, fold, backwards)
        else:
            yield _leaf(key, item, depth)


def _key(key: str | int | None) -> Iterator[tuple[Role, str]]:
    if isinstance(key, int):
        yield "quiet", f"{key + 1}."
    elif key is not None:
        if not key:
            yield "quiet", '""'
        for mark, piece in untrusted_text.name_parts(key):
            yield ("mark" if mark else "key"), piece


def _leaf(key: str | int | None, value: object, depth: int) -> LayoutLine:
    translate = QCoreApplication.translate
    parts = list(_key(key))
    if parts:
        parts.append(("quiet", _GAP))
    if value == {} and isinstance(value, dict):
        parts.append(("quiet", translate("Tree", "empty object")))
    elif isinstance(value, list):
        parts.append(("quiet", translate("Tree", "empty list")))
    else:
        parts.append(("value", jsonrpc.encode(cast("Any", value)).decode()))
    return LayoutLine(depth, tuple(parts), _hang(parts))


def _hang(parts: list[tuple[Role, str]]) -> int:
    width = sum(len(piece) for _, piece in parts[:-1])
    return width if width <= 24 else 4


def _text(key: str | int | None, value: str, depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    if "\n" not in value and len(value) <= _MAX_INLINE_LENGTH:
        parts = list(_key(key))
        if parts:
            parts.append(("quiet", _GAP))
        quote = _needs_quotes(value)
        parts += [("quiet", '"')] if quote else []
        parts += [("mark" if mark else "text", piece) for mark, piece in untrusted_text.parts(value)]
        parts += [("quiet", '"')] if quote else []
        yield LayoutLine(depth, tuple(parts), min(24, sum(len(p) for r, p in parts if r in ("key", "quiet"))))
        return
    count = QCoreApplication.translate("Tree", "%Ln characters", None, len(value))
    header = LayoutLine(depth, (*_key(key), ("quiet", f"  {count}")))
    below = _block(value, depth if key is None else depth + 1, fold, backwards)
    if key is None:
        yield from below
    else:
        yield from itertools.chain(below, (header,)) if backwards else itertools.chain((header,), below)


def _needs_quotes(value: str) -> bool:
    """Return whether a text could be mistaken for a number, true, null, nothing, or a shorter text."""
    if not value or value != value.strip() or value in ("true", "false", "null") or value[0] == '"':
        return True
    return value[0] in "-.0123456789" and value.replace(".", "").replace("-", "").replace("e", "").isdigit()


def _block(value: str, depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    if not fold or len(value) <= _HEAD + _TAIL:
        yield from _gutter(value, depth, backwards)
        return
    head, tail = _gutter(value[:_HEAD], depth, backwards), _gutter(value[-_TAIL:], depth, backwards)
    middle = (_folded(depth, len(value) - _HEAD - _TAIL),)
    yield from itertools.chain(tail, middle, head) if backwards else itertools.chain(head, middle, tail)


def _folded(depth: int, count: int) -> LayoutLine:
    say = QCoreApplication.translate("Tree", "%Ln characters collapsed", None, count)
    return LayoutLine(depth, (("fold", f"⋯ {say} ⋯"),))


def _gutter(value: str, depth: int, backwards: bool) -> Iterator[LayoutLine]:
    for line in _split(value, backwards):
        pieces = [line[start : start + MAX_LINE_LENGTH] for start in range(0, len(line), MAX_LINE_LENGTH)] or [""]
        for piece in reversed(pieces) if backwards else pieces:
            yield _gutter_line(piece, depth)


def _split(value: str, backwards: bool) -> Iterator[str]:
    """Yield the lines of a text lazily."""
    if backwards:
        end = len(value)
        while (line_end := value.rfind("\n", 0, end)) >= 0:
            yield value[line_end + 1 : end]
            end = line_end
        yield value[:end]
        return
    start = 0
    while (line_end := value.find("\n", start)) >= 0:
        yield value[start:line_end]
        start = line_end + 1
    yield value[start:]


def _gutter_line(piece: str, depth: int) -> LayoutLine:
    ended = piece.endswith("\r")
    parts: list[tuple[Role, str]] = [("quiet", _GUTTER)]
    for mark, shown in untrusted_text.parts(piece[:-1] if ended else piece, lines=True):
        parts.append(("mark" if mark else "text", shown))
    if ended:
        parts.append(("quiet", "␍"))
    return LayoutLine(depth, tuple(parts))


# Exact JSON


def _json(value: object, before: str, after: str, depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    if not isinstance(value, dict | list) or not value:
        yield from _token(value, before, after, depth, fold, backwards)
        return
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    opening = LayoutLine(depth, (*_quoted(before), ("quiet", start)))
    closing = LayoutLine(depth, (("quiet", end + after),))
    inside = _json_members(value, depth + 1, fold, backwards)
    first, last = (closing, opening) if backwards else (opening, closing)
    yield from itertools.chain((first,), inside, (last,))


def _json_members(value: dict[str, Any] | list[Any], depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    pairs: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    if backwards:
        pairs = reversed(value.items()) if isinstance(value, dict) else ((None, item) for item in reversed(value))
    for place, (key, item) in enumerate(pairs):
        last = place == 0 if backwards else place == len(value) - 1
        before = "" if key is None else jsonrpc.encode(key).decode()
        yield from _json(item, before, "" if last else ",", depth, fold, backwards)


def _quoted(key: str) -> Iterator[tuple[Role, str]]:
    if key:
        for mark, piece in untrusted_text.parts(key):
            yield ("mark" if mark else "key"), piece
        yield "quiet", ": "


def _token(value: object, before: str, after: str, depth: int, fold: bool, backwards: bool) -> Iterator[LayoutLine]:
    token = jsonrpc.encode(cast("Any", value)).decode()
    role: Role = "text" if isinstance(value, str) else "value"
    spans = [(begin, min(begin + MAX_LINE_LENGTH, len(token))) for begin in range(0, len(token), MAX_LINE_LENGTH)]
    hidden = len(token) - _HEAD - _TAIL
    if fold and hidden > 0:
        spans = [span for span in spans if span[0] < _HEAD or span[1] > len(token) - _TAIL]
    order = reversed(spans) if backwards else spans
    previous = None
    for start, end in order:
        if previous is not None and start != previous[1] and end != previous[0]:
            first, second = sorted((previous, (start, end)))
            yield _folded(depth, second[0] - first[1])
        previous = (start, end)
        pieces = untrusted_text.parts(token[start:end])
        shown: list[tuple[Role, str]] = [("mark" if mark else role, piece) for mark, piece in pieces]
        ahead = tuple(_quoted(before)) if start == 0 else ()
        behind: tuple[tuple[Role, str], ...] = (("quiet", after),) if after and end == len(token) else ()
        yield LayoutLine(depth, (*ahead, *shown, *behind))
