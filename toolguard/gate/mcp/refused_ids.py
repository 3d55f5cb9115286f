"""Ids of refused lines, so that their senders can be answered (JSON-RPC 2.0 §5).

Only the top level of a line is scanned. The scan is linear, bounded, and never raises.
"""

from __future__ import annotations

import json
import math
import re

import msgspec

from toolguard.gate.lenient_names import folded_member

AnyId = int | str | float
"""Type of an id in an error, including the fractional number of a request that was refused for it."""
_TEXT = rb'"[^"\\]*+(?:\\.[^"\\]*+)*"'
_BLANK = rb"[ \t\r\n]*+"
_BEGIN = re.compile(_BLANK + rb"\{" + _BLANK)
_KEY = re.compile(b"(" + _TEXT + b")" + _BLANK + b":" + _BLANK, re.DOTALL)
_SCALAR = re.compile(_TEXT + rb'|[^\s,:"\[\]{}]++', re.DOTALL)
_BRACKET = re.compile(_TEXT + rb"|[\[{]|[\]}]", re.DOTALL)
_AFTER = re.compile(_BLANK + b"(?:(,)" + _BLANK + b"|}" + _BLANK + rb"\Z)")
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,99})?(?:[eE][+-]?[0-9]{1,9})?")
_MAX_TOKENS = 500_000  # maximum strings and brackets that are scanned


def top_level_members(line: bytes) -> list[tuple[str, bytes]] | None:
    """Return names and raw values at the top level of a refused line; None if the line is too broken for that.

    Values below the top level are only checked for balanced brackets.
    """
    members: list[tuple[str, bytes]] = []
    begin = _BEGIN.match(line)
    if begin is None:
        return None
    offset, left = begin.end(), _MAX_TOKENS
    while True:
        key = _KEY.match(line, offset)
        left -= 1
        if key is None or left < 0:
            return None
        start = offset = key.end()
        if line[offset : offset + 1] in (b"{", b"["):
            depth = 0
            for token in _BRACKET.finditer(line, offset):
                depth += _DEPTH.get(token.group(), 0)
                left -= 1
                offset = token.end()
                if not depth or left < 0:
                    break
            if depth:
                return None
        elif (scalar := _SCALAR.match(line, offset)) is not None:
            offset = scalar.end()
        else:
            return None
        try:
            members.append((str(json.loads(key.group(1))), line[start:offset]))
        except (ValueError, RecursionError):
            return None
        after = _AFTER.match(line, offset)
        if after is None:
            return None
        if after.group(1) is None:
            return members
        offset = after.end()


_DEPTH = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}


def find_id(members: list[tuple[str, bytes]]) -> AnyId | None:
    """Return the id of a refused message, if it occurs once and no reader could take another member for it."""
    values = [value for name, value in members if folded_member(name) == "id"]
    if len(values) != 1 or not any(name == "id" for name, _ in members):
        return None
    try:
        id = msgspec.json.decode(values[0]) if values[0][:1] == b'"' or _NUMBER.fullmatch(values[0]) else None
        if isinstance(id, str):
            id.encode()
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return id if isinstance(id, str | int) and not isinstance(id, bool) and values[0] != b"-0" else fractional(id)


def fractional(id: object) -> float | None:
    """Return a number that is not an integer; None otherwise. 1.0 is another spelling of the id 1."""
    return id if isinstance(id, float) and math.isfinite(id) and not id.is_integer() else None
