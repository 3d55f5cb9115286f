"""JSON Pointer (RFC 6901): its reference tokens, and look-up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MISSING: Final = object()
"""Returned if there is no such value."""
_INDEX = re.compile("[0-9]{1,9}")


def escape(name: str) -> str:
    """Return a member's name as a reference token (§3)."""
    return name.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    """Return the member's name of a reference token (§4)."""
    return token.replace("~1", "/").replace("~0", "~")


def value_at(root: object, path: Iterable[str]) -> object:
    """Return the value at a path of unescaped tokens, or `MISSING`."""
    value = root
    for name in path:
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and _INDEX.fullmatch(name) and int(name) < len(value):
            value = value[int(name)]
        else:
            return MISSING
    return value
