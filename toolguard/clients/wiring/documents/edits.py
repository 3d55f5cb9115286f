"""Changes of a document: what is asked for, how text is spliced, and what the data must be afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

KeyPath: TypeAlias = tuple[str | int, ...]
"""Member names, and numbers in arrays, from the top of a document to a value."""
DEEPEST = 100
"""Objects and arrays in one another."""


class DocumentError(WiringError):
    """A document cannot be read or changed without touching something else."""


class _Removed:
    def __repr__(self) -> str:
        return "REMOVED"


REMOVED: Final = _Removed()
"""In the place of a value: the entry is taken out."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A value with the exact text that it is written as."""

    text: str
    value: Any


Changes: TypeAlias = Mapping[KeyPath, Any]
"""Values, `Raw` or `REMOVED` by the path where they are to stand."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of the text, and what comes in its place."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; raises `DocumentError` if two of them overlap."""
    parts, at = list[str](), 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            raise DocumentError(coded("clients.settings_change_overlaps"))
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def by_parent(changes: Changes) -> dict[KeyPath, dict[str | int, Any]]:
    """Return the changes grouped by the object that they are in."""
    found: dict[KeyPath, dict[str | int, Any]] = {}
    for path, value in changes.items():
        found.setdefault(path[:-1], {})[path[-1]] = value
    return found


def changed_value(value: Any, changes: Changes) -> Any:
    """Return ``value`` with the changes made: what the new text must mean.

    A value at the number behind the last item is added. Paths mean the numbers of before.
    """

    def last(change: tuple[KeyPath, Any]) -> int:
        path, wanted = change
        return -path[-1] if wanted is REMOVED and isinstance(path[-1], int) else -1_000_000_000

    for path, wanted in sorted(changes.items(), key=last):
        value = _changed(value, path, wanted.value if isinstance(wanted, Raw) else wanted)
    return value


def _changed(value: Any, path: KeyPath, wanted: Any) -> Any:
    if not path:
        return wanted
    key, rest = path[0], path[1:]
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return [
            *value[:key], *(() if wanted is REMOVED and not rest else [_changed(value[key], rest, wanted)]),
            *value[key + 1 :],
        ]  # fmt: skip
    if isinstance(value, list) and key == len(value) and not rest and wanted is not REMOVED:
        return [*value, wanted]
    if not isinstance(value, dict) or (rest and key not in value):
        raise missing(path)
    if not rest and wanted is REMOVED:
        return {name: one for name, one in value.items() if name != key}
    return {**value, key: _changed(value.get(key), rest, wanted)}


def is_same(one: Any, other: Any) -> bool:
    """Return whether both are the same data of the same types, the order of members aside."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def require_depth(value: Any, left: int = DEEPEST) -> None:
    """Raise `DocumentError` if objects and arrays are nested deeper than `DEEPEST`."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        if isinstance(one, dict | list):
            if left <= 0:
                raise DocumentError(coded("clients.settings_nested_too_deep"))
            require_depth(one, left - 1)


def missing(path: KeyPath) -> DocumentError:
    """Return the error for a path at which nothing can be changed."""
    return DocumentError(coded("clients.settings_entry_missing", place=place(path)))


def repeated(path: KeyPath) -> DocumentError:
    """Return the error for a name that stands twice: which one counts differs from program to program."""
    return DocumentError(coded("clients.settings_entry_twice", place=place(path)))


def place(path: KeyPath) -> str:
    """Return a path for people."""
    return visible(".".join(map(str, path)) or ".")[:200]


def flow(value: Any) -> str:
    """Return a value as JSON in one line, which YAML understands, too."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
