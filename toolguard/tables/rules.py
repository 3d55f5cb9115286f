"""JSON Schemas of rules, made from two tables of the gate: `MATCHERS` and `CONDITION_MATCHERS`."""

from __future__ import annotations

from typing import Any

from toolguard.gate.policy.conditions.condition import MAX_CONDITIONS
from toolguard.gate.policy.conditions.json_values import MAX_POINTER_LENGTH
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.rules import ANY, MATCHERS, MAX_EXAMPLES
from toolguard.gate.texts import coded
from toolguard.tables.values import alternatives

_REQUIRED_MEMBERS = ("client", "server", "tool")
"""Members that every rule in ``config.json`` must have."""


def schemas(longest: int | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a rule's member for each matcher."""
    length = {} if longest is None else {"maxLength": longest}
    members: dict[str, Any] = {}
    for name, matcher in MATCHERS.items():
        title = "tables.name_or_any" if name in _REQUIRED_MEMBERS else "tables.text_or_any"
        pattern = {"pattern": rf"^(?:\*|{matcher.pattern})$"} if matcher.pattern else {}
        members[name] = {
            "title": coded(title, member=name, any=ANY),
            "type": "string",
            "minLength": 1,
            **length,
            **pattern,
        }
    return members


def is_always_there(name: str) -> bool:
    """Return whether every rule in ``config.json`` must have the member ``name``."""
    return name in _REQUIRED_MEMBERS


MAX_NOTE_LENGTH = 2_000
"""Length limit of a person's note on a rule, in characters."""


def condition_schemas() -> dict[str, Any]:
    """Return the JSON Schemas of a rule's members about arguments."""
    condition = {
        "title": coded("tables.condition"),
        "type": "object",
        "required": ["pointer", "matcher"],
        "additionalProperties": False,
        "properties": {
            "pointer": {
                "title": coded("tables.json_pointer"),
                "type": "string",
                "pattern": "^(/([^~/]|~[01])*)*$",
                "maxLength": MAX_POINTER_LENGTH,
            },
            "matcher": {"title": alternatives(tuple(CONDITION_MATCHERS)), "enum": list(CONDITION_MATCHERS)},
            "value": {},
            "quantifier": {"title": alternatives(("value", "each", "any")), "enum": ["value", "each", "any"]},
        },
    }
    conditions = {
        "title": coded("tables.conditions", limit=MAX_CONDITIONS),
        "type": "array",
        "maxItems": MAX_CONDITIONS,
        "items": condition,
    }
    example = {
        "title": coded("tables.example"),
        "type": "object",
        "required": ["arguments"],
        "additionalProperties": False,
        "properties": {
            "arguments": {"title": coded("tables.object"), "type": "object"},
            "covered": {"title": coded("tables.true_or_false"), "type": "boolean"},
        },
    }
    return {
        "when": conditions,
        "except": conditions,
        "other_arguments": {"title": alternatives(("none", "any")), "enum": ["none", "any"]},
        "note": {
            "title": coded("tables.text_at_most", limit=f"{MAX_NOTE_LENGTH:,}"),
            "type": "string",
            "maxLength": MAX_NOTE_LENGTH,
        },
        "covers": {
            "title": coded("tables.covered_tools"),
            "type": "object",
            "additionalProperties": {
                "title": coded("tables.object"),
                "type": "object",
                "additionalProperties": {"title": coded("tables.text"), "type": "string"},
            },
        },
        "examples": {
            "title": coded("tables.examples", limit=MAX_EXAMPLES),
            "type": "array",
            "maxItems": MAX_EXAMPLES,
            "items": example,
        },
    }
