"""Messages for schema violations, made from the validator's structured errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from toolguard.gate import jsonrpc
from toolguard.gate.texts import CodedText, coded

if TYPE_CHECKING:
    import jsonschema_rs

MAX_VALUE = 200
"""Maximum characters of a value in a message. Values come from clients, limits and patterns from servers."""
MAX_ENUM = 3
"""Values of an ``enum`` that are listed; the rest is counted."""
_MAX_NAMES = 10  # properties that are listed


def mismatch(error: jsonschema_rs.ValidationError) -> CodedText:
    """Return the message for a validation error, without its location."""
    kind = error.kind
    make = _BY_KEYWORD.get(kind.name)
    if make is not None:
        return make(kind.value, error)
    return coded("gate.misfit_other", value=_json(error.instance), keyword=kind.name[:MAX_VALUE])


def _json(value: object) -> str:
    text = jsonrpc.text(value)
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + "…"


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(repr(name[:MAX_VALUE]) for name in list(names)[:_MAX_NAMES])


_Make = Callable[[Any, "jsonschema_rs.ValidationError"], CodedText]


def _limit(code: str) -> _Make:
    return lambda limit, error: coded(code, value=_json(error.instance), limit=_json(limit))


def _count(code: str, code_of_one: str) -> _Make:
    return lambda limit, error: coded(
        code_of_one if limit == 1 else code, value=_json(error.instance), limit=_json(limit)
    )


def _value(code: str) -> _Make:
    return lambda _value, error: coded(code, value=_json(error.instance))


def _type(kinds: Any, error: jsonschema_rs.ValidationError) -> CodedText:
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if len(kinds) == 1:
        return coded("gate.misfit_type", value=_json(error.instance), kind=_json(kinds[0]))
    return coded("gate.misfit_types", value=_json(error.instance), kinds=tuple(map(_json, sorted(kinds))))


def _enum(options: Any, error: jsonschema_rs.ValidationError) -> CodedText:
    value = _json(error.instance)
    if len(options) <= MAX_ENUM:
        *first, last = map(_json, options or [None])
        listed = f"{', '.join(first)} or {last}" if first else last
        return coded("gate.misfit_enum", value=value, values=listed)
    listed = ", ".join(map(_json, options[: MAX_ENUM - 1]))
    return coded("gate.misfit_enum_of_many", value=value, values=listed, count=len(options) - MAX_ENUM + 1)


def _additional(names: Any, _error: jsonschema_rs.ValidationError) -> CodedText:
    if len(names) == 1:
        return coded("gate.misfit_additional_one", name=repr(names[0][:MAX_VALUE]))
    return coded("gate.misfit_additional", names=_names(names))


def _unique(_value: Any, error: jsonschema_rs.ValidationError) -> CodedText:
    return coded("gate.misfit_unique", value=_json(error.instance))


def _one_of(_value: Any, error: jsonschema_rs.ValidationError) -> CodedText:
    import jsonschema_rs

    several = isinstance(error.kind, jsonschema_rs.ValidationErrorKind.OneOfMultipleValid)
    code = "gate.misfit_one_of_several" if several else "gate.misfit_any_of"
    return coded(code, value=_json(error.instance), keyword="'oneOf'")


_BY_KEYWORD: dict[str, _Make] = {
    "maximum": _limit("gate.misfit_maximum"),
    "minimum": _limit("gate.misfit_minimum"),
    "exclusiveMaximum": _limit("gate.misfit_exclusive_maximum"),
    "exclusiveMinimum": _limit("gate.misfit_exclusive_minimum"),
    "required": lambda name, _error: coded("gate.misfit_required", name=_json(name)),
    "type": _type,
    "enum": _enum,
    "const": lambda value, _error: coded("gate.misfit_const", value=_json(value)),
    "maxLength": _count("gate.misfit_max_length", "gate.misfit_max_length_one"),
    "minLength": _count("gate.misfit_min_length", "gate.misfit_min_length_one"),
    "maxItems": _count("gate.misfit_max_items", "gate.misfit_max_items_one"),
    "minItems": _count("gate.misfit_min_items", "gate.misfit_min_items_one"),
    "maxProperties": _count("gate.misfit_max_properties", "gate.misfit_max_properties_one"),
    "minProperties": _count("gate.misfit_min_properties", "gate.misfit_min_properties_one"),
    "pattern": lambda pattern, error: coded("gate.misfit_pattern", value=_json(error.instance), pattern=_json(pattern)),
    "anyOf": lambda _value, error: coded("gate.misfit_any_of", value=_json(error.instance), keyword="'anyOf'"),
    "oneOf": _one_of,
    "uniqueItems": _unique,
    "multipleOf": lambda number, error: coded(
        "gate.misfit_multiple_of", value=_json(error.instance), number=_json(number)
    ),
    "not": lambda schema, error: coded("gate.misfit_not", schema=_json(schema), value=_json(error.instance)),
    "falseSchema": _value("gate.misfit_false_schema"),
    "contains": lambda _value, error: coded("gate.misfit_contains", values=_json(error.instance)),
    "additionalProperties": _additional,
    "unevaluatedProperties": lambda names, _error: coded("gate.misfit_unevaluated", names=_names(names)),
    "unevaluatedItems": _value("gate.misfit_unevaluated_items"),
    "additionalItems": _value("gate.misfit_additional_items"),
    "propertyNames": lambda inner, _error: mismatch(inner),
    "format": lambda name, error: coded("gate.misfit_format", value=_json(error.instance), format=_json(name)),
}
