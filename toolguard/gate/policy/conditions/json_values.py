"""JSON values: look-up by pointer (RFC 6901) and exact comparison."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from toolguard.gate.json_pointer import MISSING, escape, unescape
from toolguard.gate.lenient_names import folded_member
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.texts import coded

AMBIGUOUS: Final = object()
"""Returned if lenient readers may take another member for this one."""
MAX_MEMBERS = 1_000
"""Maximum members of an object in which one is looked up; in a larger object, it is ambiguous."""
MAX_POINTER_LENGTH = 512
"""Maximum characters of a pointer."""
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def tokens(pointer: str) -> tuple[str, ...]:
    """Return the reference tokens of a pointer; raises `ConditionError`."""
    if not isinstance(pointer, str) or len(pointer) > MAX_POINTER_LENGTH or not _POINTER.fullmatch(pointer):
        raise ConditionError(coded("gate.pointer_invalid", pointer=str(pointer)[:100]))
    return tuple(map(unescape, pointer.split("/")[1:]))


def value_at(root: Any, path: tuple[str, ...]) -> Any:
    """Return the value at ``path``, `MISSING` or `AMBIGUOUS`."""
    value = root
    for name in path:
        if isinstance(value, dict):
            if _is_ambiguous(value, name):
                return AMBIGUOUS
            value = value.get(name, MISSING)
        elif isinstance(value, list) and _INDEX.fullmatch(name) and int(name) < len(value):
            value = value[int(name)]
        else:
            return MISSING
    return value


def _is_ambiguous(members: dict[str, Any], name: str) -> bool:
    """Return whether a reader can take another key for ``name``."""
    if len(members) > MAX_MEMBERS:
        return True
    sought = folded_member(name)
    return any(key != name and folded_member(key) == sought for key in members)


def number(value: object) -> Decimal | None:
    """Return a JSON number exactly as written; None for other values, including booleans."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal):
        return Decimal(value)
    return Decimal(repr(value)) if isinstance(value, float) else None


def same(one: object, other: object) -> bool:
    """Return whether two JSON values are equal: numbers by value, strings by character, no conversion."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    left, right = number(one), number(other)
    if left is not None or right is not None:
        return left is not None and left == right
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


Names = dict[str, "Names | None"]
"""Tree of the arguments that conditions name; None: all below."""


def named(paths: Iterable[tuple[str, ...]]) -> Names | None:
    """Return the names of these paths as a tree; None if one path is the whole document."""
    tree: Names = {}
    for path in paths:
        if not path:
            return None
        here = tree
        for name in path[:-1]:
            below = here.setdefault(name, {})
            if below is None:
                break
            here = below
        else:
            here[path[-1]] = None
    return tree


def unnamed(value: Any, names: Names | None, path: str = "") -> str | None:
    """Return the pointer of the first value that no path names; None if there is none."""
    if names is None:
        return None
    members: Iterable[tuple[str, Any]]
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = ((str(index), item) for index, item in enumerate(value))
    else:
        return path or None
    for name, item in members:
        place = f"{path}/{escape(name)}"
        if name not in names:
            return place
        if (pointer := unnamed(item, names[name], place)) is not None:
            return pointer
    return None
