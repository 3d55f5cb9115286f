"""Check of a condition against the tool's schema: whether it can hold at all."""

from __future__ import annotations

from typing import Any

from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.conditions.json_values import number, tokens
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_OPEN_KEYWORDS = frozenset((
    "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "not", "patternProperties", "dependentSchemas",
    "dependencies",
))  # fmt: skip
"""Keywords by which a schema can describe more than ``properties`` and ``type`` do."""
_MAX_NAME_LENGTH = 200  # characters of a name in a message


def impossible(condition: Condition, schema: Any) -> str:
    """Return why the condition can never hold for arguments that fit ``schema``; "" if it can or that is unknown."""
    matcher = CONDITION_MATCHERS.get(condition.matcher)
    if matcher is None or matcher.takes_missing:
        return ""
    pointer = visible(condition.pointer[:_MAX_NAME_LENGTH])
    try:
        here = _schema_at(schema, tokens(condition.pointer))
    except LookupError:
        return coded("gate.pointer_not_in_schema", pointer=pointer)
    if condition.quantifier != "value" and _is_closed(here):
        if _types(here) and "array" not in _types(here):
            return coded("gate.argument_is_no_list", pointer=pointer)
        here = here.get("items")
    types, values = _types(here) if _is_closed(here) else set(), matcher.values(condition.value)
    matched_types = matcher.types or frozenset(name for value in values for name in _types_of(value))
    if not types or not matched_types or matched_types & types:
        return ""
    expected = tuple(sorted(types))
    return coded("gate.argument_of_other_type", pointer=pointer, types=expected, matcher=condition.matcher)


def _schema_at(schema: Any, path: tuple[str, ...]) -> Any:
    """Return the schema at ``path``; None if unknown. Raises `LookupError` if there is no such argument."""
    here = schema
    for name in path:
        if not _is_closed(here):
            return None
        properties = here.get("properties")
        if isinstance(here.get("items"), dict) and not properties:
            here = here["items"]
        elif not isinstance(properties, dict) or not properties:
            return None
        elif name in properties:
            here = properties[name]
        elif here.get("additionalProperties", False) is False:
            raise LookupError(name)
        else:
            return None
    return here


def _is_closed(schema: Any) -> bool:
    return isinstance(schema, dict) and not _OPEN_KEYWORDS & schema.keys()


def _types(schema: dict[str, Any]) -> set[str]:
    declared = schema.get("type")
    names = [declared] if isinstance(declared, str) else declared if isinstance(declared, list) else []
    return {item for item in names if isinstance(item, str)}


def _types_of(value: Any) -> tuple[str, ...]:
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean",)
    if (exact := number(value)) is not None:
        return ("number", "integer") if exact == exact.to_integral_value() else ("number",)
    return ("string",) if isinstance(value, str) else ("array",) if isinstance(value, list) else ("object",)
