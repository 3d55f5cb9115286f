"""Arguments as JSON text that a person edits, and what is wrong with the text. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.policy import unicode_safety
from toolguard.gate.texts import coded

MAX_EDITABLE_LENGTH = 100_000
"""Maximum characters that can be edited: a text box freezes with longer texts."""
_PROBLEMS: Mapping[str, str] = {
    "Expecting value": coded("gate.json_missing_value"),
    "Expecting ',' delimiter": coded("gate.json_missing_comma"),
    "Expecting ':' delimiter": coded("gate.json_missing_colon"),
    "Expecting property name enclosed in double quotes": coded("gate.json_missing_name"),
    "Illegal trailing comma before end of object": coded("gate.json_unexpected_comma"),
    "Illegal trailing comma before end of array": coded("gate.json_unexpected_comma"),
    "Unterminated string starting at": coded("gate.json_unterminated_string"),
    "Invalid control character at": coded("gate.json_control_character"),
    "Invalid \\escape": coded("gate.json_backslash"),
    "Extra data": coded("gate.json_text_after_end"),
}
"""Python's words for errors in JSON, in ours."""


@dataclass(frozen=True, slots=True)
class TextFault:
    """Why a text cannot be sent. ``at``: position of the character in question; -1 for the whole text."""

    text: str
    at: int = -1


def written(arguments: object) -> str:
    """Return ``arguments`` as JSON text: numbers as received, invisible characters as ``\\u`` escapes."""
    lines = jsonrpc.indented(arguments)
    return lines.translate({ord(character): escape(character) for character in unicode_safety.hidden_characters(lines)})


def escape(character: str) -> str:
    """Return the ``\\u`` escape of a character in a JSON string."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[start]:02x}{units[start + 1]:02x}" for start in range(0, len(units), 2))


def read(text: str) -> tuple[dict[str, Any] | None, TextFault | None]:
    """Return what the gate would read from ``text``, or what is wrong and where."""
    try:
        return jsonrpc.decode_arguments(text), None
    except jsonrpc.Malformed as why:
        return None, _place(text) or TextFault(why.reason)


def _place(text: str) -> TextFault | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as why:
        problem = _PROBLEMS.get(why.msg.split(": line")[0].removesuffix(": "), why.msg)
        fault = coded("gate.json_error_at", line=why.lineno, column=why.colno, problem=problem)
        return TextFault(fault, min(why.pos, max(0, len(text) - 1)))
    except (RecursionError, ValueError):
        return None
    return None
