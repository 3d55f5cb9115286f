"""JSON, JSON with comments, and JSON5, with the position of every member.

It has its own scanner: no library for Python returns the position of a member *and* supports comments and trailing
commas (tree-sitter-json does not support trailing commas, json-five discards the layout when it writes).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.clients.wiring.documents.edits import (
    MAX_DEPTH,
    REMOVED,
    Changes,
    DocumentError,
    Edit,
    KeyPath,
    Raw,
    by_parent,
    missing,
    repeated,
)
from toolguard.gate.texts import coded

_PLAIN_SPACE = re.compile(r"[ \t\r\n]++")
_SPACE_OR_COMMENT = re.compile(r"[ \t\r\n\ufeff]++|//[^\r\n]*+|/\*[\s\S]*?\*/")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\[^\x00-\x1f][^"\\\x00-\x1f]*+)*+"')
_ESCAPED = r"\\(?:\r(?=\n))?[^\r]"
_QUOTED = re.compile(rf"'[^'\\\r\n]*+(?:{_ESCAPED}[^'\\\r\n]*+)*+'|\"[^\"\\\r\n]*+(?:{_ESCAPED}[^\"\\\r\n]*+)*+\"")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-])")
_NUMBER5 = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F]++|Infinity|NaN|(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)(?![\w.+-])"
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*+")
_WORD = re.compile(r"(?:true|false|null)(?![\w$])")
_WORDS = {"true": True, "false": False, "null": None}
_ESCAPE = re.compile(r"\\(\r\n|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_LINE_END = re.compile(r"([ \t]*+(?://[^\r\n]*+)?)(?:\r\n|\n)")
_INDENT = re.compile(r"[ \t]*+")
_MAX_NUMBER_LENGTH = 400
_MAX_LINE_LENGTH = 80  # maximum characters of an array on one line


@dataclass(frozen=True, slots=True)
class _Member:
    """A member's name (or an item's index) with its start, the start of its value, and the comma after it, or -1."""

    name: str | int
    at: int
    start: int
    end: int
    comma: int


@dataclass(frozen=True, slots=True)
class _Members:
    """An object's members or an array's items."""

    start: int
    members: tuple[_Member, ...]
    is_array: bool = False

    def of(self, name: str | int, path: KeyPath) -> _Member | None:
        matches = [member for member in self.members if member.name == name]
        if len(matches) > 1:
            raise repeated((*path, name))
        return matches[0] if matches else None


@dataclass(frozen=True, slots=True)
class JsonReader:
    """Parses one of the three formats and computes edits of its text."""

    comments: bool
    json5: bool = False

    def read(self, text: str) -> Any:
        """Return the plain data; of several members with the same name, the last one counts."""
        try:  # most files; fast
            return json.loads(text, parse_constant=_refuse_constant, parse_int=_int, parse_float=_float)
        except (ValueError, RecursionError) as why:
            if not self.comments:
                raise _broken(text, getattr(why, "pos", 0)) from None
        start = self._space(text, 0)
        value, end = self._value(text, start, 0)
        if self._space(text, end) != len(text):
            raise _broken(text, self._space(text, end))
        return value

    def sources(self, text: str) -> Callable[[KeyPath], str | None]:
        """Return a function that returns the text of the value at a path, or None."""
        scanned: dict[int, _Members] = {}

        def source(path: KeyPath) -> str | None:
            offset = self._locate(text, path, scanned)
            return None if offset is None else text[offset : self._value(text, offset, 0)[1]]

        return source

    def edits(self, text: str, value: Any, changes: Changes) -> Iterator[Edit]:
        """Yield the edits that make ``changes``. Raises `DocumentError` if a path does not exist."""
        del value
        scanned: dict[int, _Members] = {}
        for parent, members in by_parent(changes).items():
            offset = self._locate(text, parent, scanned)
            if offset is None:
                raise missing(parent)
            if text[offset] not in "[{":
                raise missing(parent)
            yield from self._member_edits(text, self._members(text, offset, scanned), parent, members)

    # Positions

    def _locate(self, text: str, path: KeyPath, scanned: dict[int, _Members]) -> int | None:
        """Return where the value at a path begins; ``scanned`` caches scanned objects."""
        offset = self._space(text, 0)
        for depth, key in enumerate(path):
            if text[offset] == "{":
                member = self._members(text, offset, scanned).of(key, path[:depth])
                if member is None:
                    return None
                offset = member.start
            elif text[offset] == "[" and isinstance(key, int):
                items = self._items(text, offset)
                if not 0 <= key < len(items):
                    return None
                offset = items[key][0]
            else:
                return None
        return offset

    def _members(self, text: str, offset: int, scanned: dict[int, _Members]) -> _Members:
        if offset not in scanned:
            scanned[offset] = self._scanned(text, offset)
        return scanned[offset]

    def _scanned(self, text: str, offset: int) -> _Members:
        if text[offset] == "{":
            return _Members(offset, tuple(member for member, _ in self._scan_members(text, offset, 0)))
        items = enumerate(self._scan_items(text, offset, 0))
        members = (_Member(number, start, start, end, comma) for number, (start, end, (_, comma)) in items)
        return _Members(offset, tuple(members), is_array=True)

    def _items(self, text: str, offset: int) -> list[tuple[int, int]]:
        return [(start, end) for start, end, _ in self._scan_items(text, offset, 0)]

    # Scanning

    def _space(self, text: str, offset: int) -> int:
        part = _SPACE_OR_COMMENT if self.comments else _PLAIN_SPACE
        while (match := part.match(text, offset)) is not None:
            offset = match.end()
        return offset

    def _value(self, text: str, offset: int, depth: int) -> tuple[Any, int]:
        """Return the value that begins at ``offset``, and where it ends."""
        if depth > MAX_DEPTH:
            raise DocumentError(coded("clients.settings_nested_too_deep"))
        first = text[offset : offset + 1]
        if first == "{":
            members, end = dict[str, Any](), offset + 1
            for member, value in self._scan_members(text, offset, depth):
                members[str(member.name)] = value
                end = (member.comma if member.comma >= 0 else member.end - 1) + 1
            return members, self._closed(text, end, "}")
        if first == "[":
            items, end = list[Any](), offset + 1
            for _, end_of, (value, comma) in self._scan_items(text, offset, depth):
                items.append(value)
                end = end_of if comma < 0 else comma + 1
            return items, self._closed(text, end, "]")
        if first == '"' or (first == "'" and self.json5):
            return self._string(text, offset)
        word = _WORD.match(text, offset)
        if word is not None:
            return _WORDS[word.group()], word.end()
        number = (_NUMBER5 if self.json5 else _NUMBER).match(text, offset)
        if number is None:
            raise _broken(text, offset)
        return _number(number.group(), text, offset), number.end()

    def _closed(self, text: str, offset: int, bracket: str) -> int:
        offset = self._space(text, offset)
        if text[offset : offset + 1] != bracket:
            raise _broken(text, offset)
        return offset + 1

    def _scan_members(self, text: str, offset: int, depth: int) -> Iterator[tuple[_Member, Any]]:
        offset = self._space(text, offset + 1)
        while text[offset : offset + 1] != "}":
            name, end = self._name(text, offset)
            colon = self._space(text, end)
            if text[colon : colon + 1] != ":":
                raise _broken(text, colon)
            start = self._space(text, colon + 1)
            value, end = self._value(text, start, depth + 1)
            comma, after = self._comma(text, end, "}")
            yield _Member(name, offset, start, end, comma), value
            offset = after

    def _scan_items(self, text: str, offset: int, depth: int) -> Iterator[tuple[int, int, tuple[Any, int]]]:
        offset = self._space(text, offset + 1)
        while text[offset : offset + 1] != "]":
            value, end = self._value(text, offset, depth + 1)
            comma, after = self._comma(text, end, "]")
            yield offset, end, (value, comma)
            offset = after

    def _comma(self, text: str, end: int, bracket: str) -> tuple[int, int]:
        """Return the position of the comma, or -1, and that of the next member or the bracket."""
        after = self._space(text, end)
        if text[after : after + 1] != ",":
            if text[after : after + 1] != bracket:
                raise _broken(text, after)
            return -1, after
        following = self._space(text, after + 1)
        if text[following : following + 1] == bracket and not self.comments:
            raise _broken(text, following)
        return after, following

    def _name(self, text: str, offset: int) -> tuple[str, int]:
        if self.json5 and (name := _NAME.match(text, offset)):
            return name.group(), name.end()
        return self._string(text, offset)

    def _string(self, text: str, offset: int) -> tuple[str, int]:
        match = (_QUOTED if self.json5 else _STRING).match(text, offset)
        if match is None:
            raise _broken(text, offset)
        inner = match.group()
        if "\\" not in inner:
            return inner[1:-1], match.end()
        if not self.json5:
            try:
                return str(json.loads(inner)), match.end()
            except ValueError:
                raise _broken(text, offset) from None
        return _ESCAPE.sub(_unescaped, inner[1:-1]).encode("utf-16", "surrogatepass").decode("utf-16", "replace"), (
            match.end()
        )

    # Edits

    def _member_edits(self, text: str, whole: _Members, path: KeyPath, changes: dict[str | int, Any]) -> Iterator[Edit]:
        named = {name: whole.of(name, path) for name in changes}
        removed = {member for name, member in named.items() if member is not None and changes[name] is REMOVED}
        new = [name for name, member in named.items() if member is None and changes[name] is not REMOVED]
        if whole.is_array and new != list(range(len(whole.members), len(whole.members) + len(new))):
            raise missing((*path, new[0]))
        remaining = [member for member in whole.members if member not in removed]
        trailing = bool(whole.members) and whole.members[-1].comma >= 0
        unit = _unit(text)
        for name, present in named.items():
            if present is not None and present not in removed:
                yield Edit(
                    present.start,
                    present.end,
                    _written(changes[name], _newline(text) + _indent(text, present.at), unit),
                )
        floor = whole.start
        for removed_member in sorted(removed, key=lambda member: member.at):
            edit = self._removal(text, removed_member, floor)
            floor = edit.end
            yield edit
        if not new:
            if remaining and remaining[-1] is not whole.members[-1] and not trailing:
                yield Edit(remaining[-1].comma, remaining[-1].comma + 1, "")
            return
        yield from self._addition(text, whole, remaining, {name: changes[name] for name in new}, trailing=trailing)

    def _removal(self, text: str, member: _Member, floor: int) -> Edit:
        """Return the edit that removes a member, with its line if nothing else is on it.

        ``floor`` is the end of the previous edit.
        """
        end = member.comma + 1 if member.comma >= 0 else member.end
        line, after = text.rfind("\n", 0, member.at) + 1, _end_of_line(text, end)
        if not text[line : member.at].strip(" \t") and after is not None:
            return Edit(max(line, floor), after, "")
        start = member.at
        while text[end : end + 1] in (" ", "\t"):
            end += 1
        while member.comma < 0 and start > floor and text[start - 1] in (" ", "\t"):  # the last one
            start -= 1
        return Edit(start, end, "")

    def _addition(
        self, text: str, whole: _Members, remaining: list[_Member], new: dict[str | int, Any], *, trailing: bool
    ) -> Iterator[Edit]:
        """Return the edits that append members."""
        unit, newline = _unit(text), _newline(text)
        sample = (remaining or whole.members or (None,))[-1]
        in_lines = sample is None or "\n" in text[whole.start : sample.at]
        indent = _indent(text, whole.start) + unit if sample is None else _indent(text, sample.at)
        between = f"{newline}{indent}" if in_lines else " "
        names = {name: "" if whole.is_array else f"{json.dumps(name)}: " for name in new}
        written = (f"{names[name]}{_written(value, newline + indent, unit)}" for name, value in new.items())
        added = f",{between}".join(written) + ("," if trailing else "")
        if not remaining:
            rest = "" if whole.members and in_lines else f"{newline}{_indent(text, whole.start)}" if in_lines else ""
            yield Edit(whole.start + 1, whole.start + 1, f"{between if in_lines else ''}{added}{rest}")
            return
        last = remaining[-1]
        if last.comma < 0:
            yield Edit(last.end, last.end, ",")
        end = last.comma + 1 if last.comma >= 0 else last.end
        comment = _LINE_END.match(text, end) if in_lines else None
        offset = end if comment is None else comment.end(1)
        yield Edit(offset, offset, f"{between}{added}")


JSON, JSONC, JSON5 = JsonReader(comments=False), JsonReader(comments=True), JsonReader(comments=True, json5=True)


def _end_of_line(text: str, offset: int) -> int | None:
    """Return where the next line begins if only spaces or a comment of this line follow; else None."""
    match = _LINE_END.match(text, offset)
    return match.end() if match else None


def _indent(text: str, offset: int) -> str:
    line = text.rfind("\n", 0, offset) + 1
    match = _INDENT.match(text, line)
    return match.group()[: offset - line] if match else ""


def _unit(text: str) -> str:
    """Return the indentation of one level, from the first indented line."""
    match = re.search(r"\n([ \t]+)\S", text[:100_000])
    return match[1] if match else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _written(value: Any, newline: str, unit: str) -> str:
    if isinstance(value, Raw):
        return value.text
    text = json.dumps(value, ensure_ascii=False)
    if not _is_encodable(text):
        text = json.dumps(value)
    if not isinstance(value, dict) and (not isinstance(value, list) or len(text) <= _MAX_LINE_LENGTH):
        return text
    lines = json.dumps(value, ensure_ascii=not _is_encodable(text), indent=unit).split("\n")
    return newline.join(lines)


def new_text(value: Mapping[str, Any]) -> str:
    """Return an object with one member per line; arrays are on one line."""
    return _lines(value, "") + "\n"


def _lines(value: Any, indent: str) -> str:
    if not isinstance(value, Mapping) or not value:
        return _written(value, "\n", "  ") if not isinstance(value, list) else json.dumps(value, ensure_ascii=False)
    deeper = f"{indent}  "
    members = (f"{deeper}{_written(name, '', '')}: {_lines(member, deeper)}" for name, member in value.items())
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def _is_encodable(text: str) -> bool:
    return not re.search(r"[\ud800-\udfff\u2028\u2029]", text)


def _unescaped(match: re.Match[str]) -> str:
    escaped = match[1]
    if escaped[0] in "ux" and len(escaped) > 1:
        return chr(int(escaped[1:], 16))
    return _ESCAPES.get(escaped, escaped)


def _number(word: str, text: str, offset: int) -> int | float:
    if len(word) > _MAX_NUMBER_LENGTH:
        raise _broken(text, offset)
    plain = word.lstrip("+-")
    sign = -1 if word.startswith("-") else 1
    if plain[:2] in ("0x", "0X"):
        return sign * int(plain, 16)
    if plain.isdigit():
        return sign * int(plain)
    return sign * float(plain)


def _int(word: str) -> int:
    if len(word) > _MAX_NUMBER_LENGTH:
        raise ValueError
    return int(word)


def _float(word: str) -> float:
    if len(word) > _MAX_NUMBER_LENGTH:
        raise ValueError
    return float(word)


def _refuse_constant(_word: str) -> Any:
    raise ValueError


def _broken(text: str, offset: int) -> DocumentError:
    line = text.count("\n", 0, offset) + 1
    return DocumentError(coded("clients.settings_broken", line=line))
