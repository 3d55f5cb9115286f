"""What is made from `MATCHERS`, the table in `toolguard.gate.policy.rules` of what a rule can be for."""

from __future__ import annotations

from typing import Any

from toolguard.gate.policy.rules import ANY, MATCHERS
from toolguard.gate.texts import coded

_FIRST = ("client", "server", "tool")
"""Members that a rule in ``config.json`` has always had; files without one of them are refused."""


def schemas(longest: int | None = None) -> dict[str, Any]:
    """Return the JSON Schema of what a rule has for each matcher."""
    length = {} if longest is None else {"maxLength": longest}
    found: dict[str, Any] = {}
    for name, matcher in MATCHERS.items():
        what = "tables.name_or_any" if name in _FIRST else "tables.text_or_any"
        pattern = {"pattern": rf"^(?:\*|{matcher.pattern})$"} if matcher.pattern else {}
        found[name] = {
            "title": coded(what, member=name, any=ANY),
            "type": "string",
            "minLength": 1,
            **length,
            **pattern,
        }
    return found


def is_always_there(name: str) -> bool:
    """Return whether every rule in ``config.json`` has it."""
    return name in _FIRST
