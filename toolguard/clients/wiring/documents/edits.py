"""Changes of a document: the requested values, text edits, and the expected data afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

KeyPath: TypeAlias = tuple[str | int, ...]
"""Member names and array indices from the root of a document to a value."""
MAX_DEPTH = 100
"""Maximum nesting of objects and arrays."""


class DocumentError(WiringError):
    """A document cannot be parsed, or not be changed without side effects."""


class _Removed:
    def __repr__(self) -> str:
        return "REMOVED"


REMOVED: Final = _Removed()
"""Instead of a value: remove the entry."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A value with its exact text."""

    text: str
    value: Any


Changes: TypeAlias = Mapping[KeyPath, Any]
"""Values, `Raw` or `REMOVED` by their paths."""


def value_at(value: Any, path: KeyPath) -> Any:
    """Return the value at ``path`` in plain data; raises KeyError, IndexError or TypeError if there is none."""
    for key in path:
        value = value[key]
    return value


@dataclass(frozen=True, slots=True)
class Edit:
    """A range of the text, and its replacement."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; raises `DocumentError` if two of them overlap."""
    parts, offset = list[str](), 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < offset:
            raise DocumentError(coded("clients.settings_change_overlaps"))
        parts += [text[offset : edit.start], edit.text]
        offset = edit.end
    return "".join([*parts, text[offset:]])


def by_parent(changes: Changes) -> dict[KeyPath, dict[str | int, Any]]:
    """Return the changes grouped by parent."""
    grouped: dict[KeyPath, dict[str | int, Any]] = {}
    for path, value in changes.items():
        grouped.setdefault(path[:-1], {})[path[-1]] = value
    return grouped


def changed_value(value: Any, changes: Changes) -> Any:
    """Return ``value`` with the changes made: the data that the new text must have.

    A value at the index after the last item is appended. Paths refer to the indices before the change.
    """

    def last(change: tuple[KeyPath, Any]) -> int:
        path, new_value = change
        return -path[-1] if new_value is REMOVED and isinstance(path[-1], int) else -1_000_000_000

    for path, new_value in sorted(changes.items(), key=last):
        value = _changed(value, path, new_value.value if isinstance(new_value, Raw) else new_value)
    return value


def _changed(value: Any, path: KeyPath, new_value: Any) -> Any:
    if not path:
        return new_value
    key, rest = path[0], path[1:]
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return [
            *value[:key], *(() if new_value is REMOVED and not rest else [_changed(value[key], rest, new_value)]),
            *value[key + 1 :],
        ]  # fmt: skip
    if isinstance(value, list) and key == len(value) and not rest and new_value is not REMOVED:
        return [*value, new_value]
    if not isinstance(value, dict) or (rest and key not in value):
        raise missing(path)
    if not rest and new_value is REMOVED:
        return {name: member for name, member in value.items() if name != key}
    return {**value, key: _changed(value.get(key), rest, new_value)}


def is_same(one: Any, other: Any) -> bool:
    """Return whether both are equal data of equal types, ignoring the order of members."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def require_depth(value: Any, left: int = MAX_DEPTH) -> None:
    """Raise `DocumentError` if objects and arrays are nested deeper than `MAX_DEPTH`."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        if isinstance(item, dict | list):
            if left <= 0:
                raise DocumentError(coded("clients.settings_nested_too_deep"))
            require_depth(item, left - 1)


def missing(path: KeyPath) -> DocumentError:
    """Return the error for a path that cannot be changed."""
    return DocumentError(coded("clients.settings_entry_missing", place=place(path)))


def repeated(path: KeyPath) -> DocumentError:
    """Return the error for a duplicate name, which programs interpret differently."""
    return DocumentError(coded("clients.settings_entry_twice", place=place(path)))


def place(path: KeyPath) -> str:
    """Return a path for display."""
    return visible(".".join(map(str, path)) or ".")[:200]


def flow(value: Any) -> str:
    """Return a value as JSON on one line, which is also valid YAML."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
