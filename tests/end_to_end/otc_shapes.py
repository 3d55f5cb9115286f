"""JSON Schemas of the responses of Open Tool Calling 1.0, from its OpenAPI document."""

from __future__ import annotations

from typing import Any

import jsonschema

_TEXT = {"type": "string"}
_NO_REFERENCES = {
    "type": "object",
    "not": {"anyOf": [{"required": ["$ref"]}, {"required": ["$defs"]}, {"required": ["definitions"]}]},
}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_PARAMETERS = {
    "allOf": [_NO_REFERENCES],
    "properties": {
        "properties": {
            "additionalProperties": {
                "allOf": [_NO_REFERENCES],
                "required": ["description"],
                "properties": {"description": {"type": "string", "minLength": 1}},
            }
        }
    },
}
_COMMON = {
    "id": {"type": "string", "pattern": r"^[A-Za-z0-9_]+\.[A-Za-z0-9_]+@\d+\.\d+\.\d+$"},
    "name": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "description": {"type": "string", "minLength": 1},
    "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
    "output_schema": {"anyOf": [_NO_REFERENCES, {"type": "null"}]},
}
_NEEDED = ["id", "name", "description", "version", "input_schema", "output_schema"]
_TOOL = _object(_NEEDED, **_COMMON, input_schema=_object(["parameters"], parameters=_PARAMETERS))
_LATER_TOOL = _object(_NEEDED, **_COMMON, input_schema=_PARAMETERS)
_ERROR = _object(
    ["message"], message={"type": "string", "minLength": 1}, developer_message=_TEXT, can_retry={"type": "boolean"},
    additional_prompt_content=_TEXT, retry_after_ms={"type": "integer"},
)  # fmt: skip
_RESPONSE = {
    **_object(["call_id", "success"], call_id=_TEXT, success={"type": "boolean"}, duration={"type": "number"},
              value={}, error=_ERROR),
    "if": {"properties": {"success": {"const": True}}},
    "then": {"not": {"required": ["error"]}},
    "else": {"required": ["error"], "not": {"required": ["value"]}},
}  # fmt: skip
SHAPES = {
    "tools": _object(["$schema", "tools"], **{"$schema": _TEXT}, tools={"type": "array", "items": _TOOL}),
    "items": _object(["$schema", "items"], **{"$schema": _TEXT}, items={"type": "array", "items": _LATER_TOOL}),
    "bare items": _object(["items"], items={"type": "array", "items": _LATER_TOOL}),
    "result": _object(["$schema", "result"], **{"$schema": _TEXT}, result=_RESPONSE),
    "bare result": _RESPONSE,
    "refusal": _object(["$schema", "message"], **{"$schema": _TEXT}, message=_TEXT, developer_message=_TEXT),
    "bare refusal": _object(["message"], message=_TEXT, developer_message=_TEXT),
    "invalid": _object(["$schema", "message"], **{"$schema": _TEXT}, message=_TEXT,
                       parameter_errors={"type": "object", "additionalProperties": _TEXT}),
}  # fmt: skip


def check_shape(shape: str, body: Any) -> Any:
    """Return ``body`` if it matches the schema. Fail otherwise."""
    jsonschema.Draft202012Validator(SHAPES[shape]).validate(body)
    return body
