"""TOML, with the position of every table and pair.

`tomllib` parses the data, and this module finds the positions. tomlkit would keep comments, but it has no positions,
and it reformats tables that are out of order.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.clients.wiring.documents.edits import (
    REMOVED,
    Changes,
    DocumentError,
    Edit,
    KeyPath,
    Raw,
    by_parent,
    changed_value,
    missing,
    value_at,
)
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_KEY = r"(?:[A-Za-z0-9_-]++|\"(?:[^\"\\\n]++|\\.)*\"|'[^'\n]*+')"
_KEYS = rf"{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*"
_ONE_KEY = re.compile(_KEY)
_HEADER = re.compile(rf"[ \t]*+(\[\[?)[ \t]*+({_KEYS})[ \t]*+\]\]?")
_PAIR = re.compile(rf"[ \t]*+({_KEYS})[ \t]*+=[ \t]*+")
_REST_OF_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_VALUE_PART = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*"{3,5}|' + r"'''(?:[^']++|'(?!''))*'{3,5}|"
    r'"(?:[^"\\\n]++|\\.)*"|' + r"'[^'\n]*+'|(?P<comment>#[^\n]*)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<line>\n)|"
    r"[^\"'#\[\]{}\n]++",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_MAX_KEY_PARTS = 200  # maximum characters of a key: the parser needs quadratic time and memory


@dataclass(frozen=True, slots=True)
class _Statement:
    """A table header (``start`` = ``end`` of its value) or a pair; ``table`` is the table that contains it.

    The path of a table in an array contains its index after the array's name.
    """

    path: KeyPath
    table: KeyPath
    at: int
    value: int
    value_end: int
    end: int
    is_header: bool


def read(text: str) -> Any:
    """Return the plain data; raises `DocumentError`, or `RecursionError` if it is nested too deeply."""
    try:
        return parse(text)
    except ValueError as why:
        raise DocumentError(coded("clients.settings_unreadable", reason=visible(str(why))[:200])) from None


def parse(text: str) -> dict[str, Any]:
    """Return the plain data; raises `ValueError`, or `RecursionError` if it is nested too deeply.

    An integer of more than 64 bits is refused (TOML 1.0.0 §Integer): Python cannot write a very long one as text.
    """
    if any(part.count(".") > _MAX_KEY_PARTS for part in re.split(r"[=\n]", text)):
        raise RecursionError
    value = tomllib.loads(text)
    unread: list[Any] = [value]
    while unread:
        part = unread.pop()
        if isinstance(part, int) and not -(1 << 63) <= part < 1 << 63:
            raise ValueError("an integer has more than 64 bits")
        unread += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return value


def sources(text: str) -> Callable[[KeyPath], str | None]:
    """Return a function that returns the text of a value, or of all its tables if they are contiguous."""
    statements = _statements(text)

    def source(path: KeyPath) -> str | None:
        for statement in statements:
            if statement.path == path and not statement.is_header:
                return text[statement.value : statement.value_end]
        span = _block(statements, path)
        return None if span is None else text[span[0] : span[1]]

    return source


def edits(text: str, value: Any, changes: Changes) -> Iterator[Edit]:
    """Yield the edits that make ``changes`` to ``text``, parsed as ``value``. Raises `DocumentError`."""
    statements = _statements(text)
    inline: dict[KeyPath, dict[KeyPath, Any]] = {}
    for path, new_value in changes.items():
        holder = next(
            (
                statement
                for statement in statements
                if not statement.is_header and path[: len(statement.path)] == statement.path != path
            ),
            None,
        )
        if holder is not None:  # it is in an inline table or an array
            inline.setdefault(holder.path, {})[path] = new_value
    for path, inner in inline.items():
        holder = next(statement for statement in statements if statement.path == path and not statement.is_header)
        whole = value_at(changed_value(value, inner), path)
        yield Edit(holder.value, holder.value_end, written(whole))
    done = {path for inner in inline.values() for path in inner}
    for parent, members in by_parent({path: change for path, change in changes.items() if path not in done}).items():
        yield from _table_edits(text, statements, parent, members)


def written(value: Any) -> str:
    """Return a value as TOML on one line; raises `DocumentError`."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return (
            f"{{ {', '.join(f'{_key(name)} = {written(member)}' for name, member in value.items())} }}"
            if value
            else "{}"
        )
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise DocumentError(coded("clients.settings_change_unsafe"))


def new_text(value: Mapping[str, Any]) -> str:
    """Return tables with a header each; an array of tables has one header per item."""
    return "\n".join(_tables(value, ()))


def _tables(value: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for name, member in value.items():
        inner = (*path, name)
        header = ".".join(map(_key, inner))
        if isinstance(member, list) and member and all(isinstance(item, Mapping) for item in member):
            for item in member:
                yield _table(f"[[{header}]]", item)
        elif (
            isinstance(member, Mapping) and member and all(isinstance(item, Mapping | list) for item in member.values())
        ):
            yield from _tables(member, inner)
        elif isinstance(member, Mapping):
            yield _table(f"[{header}]", member)
        else:
            raise DocumentError(coded("clients.settings_change_unsafe"))


def _table(header: str, members: Mapping[str, Any]) -> str:
    return "".join(
        f"{line}\n" for line in (header, *(f"{_key(name)} = {written(member)}" for name, member in members.items()))
    )


def _table_edits(
    text: str, statements: list[_Statement], parent: KeyPath, members: dict[str | int, Any]
) -> Iterator[Edit]:
    added: dict[str, Any] = {}
    for name, new_value in members.items():
        path = (*parent, name)
        pair = next((statement for statement in statements if statement.path == path and not statement.is_header), None)
        block = _block(statements, path)
        if isinstance(new_value, Raw) and pair is None and block is not None:
            yield Edit(*block, new_value.text)
            continue
        if pair is not None and new_value is not REMOVED:
            yield Edit(pair.value, pair.value_end, written(new_value))
            continue
        inside = [statement for statement in statements if statement.path[: len(path)] == path]
        yield from (Edit(_before_blank_lines(text, start), end, "") for start, end in _pieces(inside))
        if new_value is REMOVED:
            if not inside:
                raise missing(path)
        else:
            added[str(name)] = new_value
    if added:
        yield _addition(text, statements, parent, added)


def _addition(text: str, statements: list[_Statement], parent: KeyPath, added: dict[str, Any]) -> Edit:
    """Return the edit that appends pairs to a table."""
    newline = "\r\n" if "\r\n" in text else "\n"
    header = next((statement for statement in statements if statement.is_header and statement.path == parent), None)
    pairs = [statement for statement in statements if not statement.is_header and statement.path[:-1] == parent]
    own = [statement for statement in pairs if statement.table == parent]
    prefix: KeyPath = ()
    last = own[-1] if own else header
    if last is None and parent:
        if not pairs:
            raise missing(parent)
        last, prefix = pairs[-1], parent[len(pairs[-1].table) :]
    offset = 0 if last is None else last.end
    indent = "" if last is None else _indent(text, last.at)
    lines = "".join(
        f"{indent}{'.'.join(map(_key, (*map(str, prefix), name)))} = {written(member)}{newline}"
        for name, member in added.items()
    )
    before = newline if offset and text[offset - 1] != "\n" else ""
    return Edit(offset, offset, before + lines)


def _before_blank_lines(text: str, offset: int) -> int:
    """Return where the blank lines before a table begin, which are removed with it."""
    if not text[offset:].lstrip(" \t").startswith("["):
        return offset
    while offset > 1 and text[offset - 1] == "\n" and not text[text.rfind("\n", 0, offset - 1) + 1 : offset].strip():
        offset = text.rfind("\n", 0, offset - 1) + 1
    return offset


def _indent(text: str, offset: int) -> str:
    match = re.compile(r"[ \t]*+").match(text, offset)
    return "" if match is None else match.group()


def _pieces(inside: list[_Statement]) -> Iterator[tuple[int, int]]:
    """Return the spans of statements; adjacent ones with only comments between them are joined."""
    start = end = -1
    for statement in inside:
        if start >= 0 and not statement.is_header:
            end = statement.end  # comments between the pairs of a table belong to it
            continue
        if start >= 0:
            yield start, end
        start, end = statement.at, statement.end
    if start >= 0:
        yield start, end


def _block(statements: list[_Statement], path: KeyPath) -> tuple[int, int] | None:
    """Return the span from a table's header to the end of its last sub-table; None if other tables are between them."""
    numbers = [number for number, statement in enumerate(statements) if statement.path[: len(path)] == path]
    if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    first = statements[numbers[0]]
    if not first.is_header or first.path != path:
        return None
    return first.at, statements[numbers[-1]].end


def _statements(text: str) -> list[_Statement]:
    statements: list[_Statement] = []
    offset, table = 0, KeyPath()
    arrays: dict[KeyPath, int] = {}
    while offset < len(text):
        header, pair = _HEADER.match(text, offset), _PAIR.match(text, offset)
        if header is not None:
            *outer, name = _path(header[2])
            table = (*_numbered(outer, arrays), name)
            if header[1] == "[[":
                arrays[table] = arrays.get(table, -1) + 1
            table = _numbered([name], arrays, table[:-1])
            end = _line_end(text, header.end())
            statements.append(_Statement(table, table, offset, offset, offset, end, is_header=True))
        elif pair is not None:
            value_end = _value_end(text, pair.end())
            end = _line_end(text, value_end)
            path = (*table, *_path(pair[1]))
            statements.append(_Statement(path, table, offset, pair.end(), value_end, end, is_header=False))
        else:
            end = _line_end(text, offset)
        offset = end
    return statements


def _numbered(keys: Iterable[str | int], arrays: Mapping[KeyPath, int], path: KeyPath = ()) -> KeyPath:
    """Return a path with the index of the last table after the name of each array of tables."""
    for key in keys:
        path = (*path, key)
        if path in arrays:
            path = (*path, arrays[path])
    return path


def _line_end(text: str, offset: int) -> int:
    match = _REST_OF_LINE.match(text, offset)
    return len(text) if match is None else match.end()


def _value_end(text: str, offset: int) -> int:
    """Return where the value at ``offset`` ends, before the comment and the line's end."""
    depth, end = 0, offset
    while offset < len(text):
        piece = _VALUE_PART.match(text, offset)
        if piece is None:
            raise DocumentError(coded("clients.settings_change_unsafe"))
        kind = piece.lastgroup
        depth += (kind == "open") - (kind == "close")
        if depth == 0 and kind in ("comment", "line"):
            break
        offset = piece.end()
        if piece.group().strip():
            end = piece.start() + len(piece.group().rstrip())
    return end


def _path(keys: str) -> KeyPath:
    return tuple(_unquoted(key) for key in _ONE_KEY.findall(keys))


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    (name,) = tomllib.loads(f"{key} = 0")
    return name


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    """Return a basic string. JSON's escapes are valid in TOML, except surrogate pairs."""
    quoted = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if not quoted.isprintable():
        quoted = "".join(character if character.isprintable() else f"\\U{ord(character):08x}" for character in quoted)
    return quoted
