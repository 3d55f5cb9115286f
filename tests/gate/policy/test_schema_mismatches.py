"""What does not fit a schema is a text with a code, and its English is that of the library."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import jsonschema_rs
import pytest

from toolguard.gate.policy.schema_mismatches import MAX_VALUE, mismatch
from toolguard.gate.policy.schemas import MAX_MESSAGE, SchemaRejectedError, SchemaValidator
from toolguard.gate.texts import CodedText


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"maximum": 60}, 120), ({"minimum": 6}, 1), ({"exclusiveMaximum": 6}, 6), ({"exclusiveMinimum": 6}, 6),
        ({"required": ["a"]}, {}), ({"type": "string"}, 1), ({"type": ["string", "null"]}, 1), ({"enum": [1, 2, 3]}, 4),
        ({"enum": [1, 2, 3, 4, 5]}, 6),
        ({"maxLength": 2}, "abc"), ({"maxLength": 1}, "abc"), ({"minLength": 5}, "abc"), ({"minLength": 1}, ""),
        ({"maxItems": 2}, [1, 2, 3]), ({"maxItems": 1}, [1, 2]), ({"minItems": 3}, [1]), ({"minItems": 1}, []),
        ({"maxProperties": 0}, {"a": 1}), ({"maxProperties": 1}, {"a": 1, "b": 1}), ({"minProperties": 2}, {}),
        ({"minProperties": 1}, {}), ({"pattern": "^a"}, "b"), ({"anyOf": [{"type": "string"}]}, 1),
        ({"oneOf": [{"type": "string"}]}, 1), ({"oneOf": [{}, {}]}, 1), ({"const": 3}, 1),
        ({"uniqueItems": True}, [1, 1]), ({"multipleOf": 3}, 4), ({"not": {"type": "integer"}}, 4),
        ({"properties": {"a": False}}, {"a": 1}), ({"contains": {"type": "string"}}, [1]),
        ({"properties": {"b": {}}, "additionalProperties": False}, {"a": 1}),
        ({"properties": {"b": {}}, "additionalProperties": False}, {"a": 1, "c": 2}),
    ],
)  # fmt: skip
def test_known_keywords_have_the_wording_of_the_library(schema: dict[str, Any], value: Any) -> None:
    errors = list(jsonschema_rs.validator_for(schema).iter_errors(value))
    assert errors
    assert [mismatch(one) for one in errors] == [one.message for one in errors]
    assert all(mismatch(one).code != "gate.misfit_other" for one in errors)


@pytest.mark.parametrize(
    ("schema", "value", "code"),
    [
        ({"unevaluatedProperties": False}, {"a": 1}, "gate.misfit_unevaluated"),
        ({"unevaluatedItems": False}, [1], "gate.misfit_unevaluated_items"),
        ({"propertyNames": {"pattern": "^a"}}, {"b": 1}, "gate.misfit_pattern"),
        ({"type": "string"}, Decimal("1e400"), "gate.misfit_type"),
    ],
)
def test_other_keywords_have_a_code(schema: dict[str, Any], value: Any, code: str) -> None:
    (error,) = jsonschema_rs.validator_for(schema).iter_errors(value)
    assert mismatch(error).code == code


def test_values_of_a_client_and_a_server_are_bounded() -> None:
    huge = "x" * 20_000
    schema = {"properties": {huge: {"enum": [huge, huge + "1", huge + "2", huge + "3"], "pattern": huge}}}
    result = SchemaValidator(schema).mismatches({huge: huge + "y"})
    assert result and all(len(one) < MAX_MESSAGE + 5 * MAX_VALUE for one in result)


def test_mismatch_keeps_its_code_behind_its_place() -> None:
    (result,) = SchemaValidator({"properties": {"a": {"type": "string"}}}).mismatches({"a": 1})
    assert result == 'a: 1 is not of type "string"'
    assert isinstance(result, CodedText) and result.code == "gate.misfit_at"
    problem = result.arguments["problem"]
    assert isinstance(problem, CodedText) and problem.arguments == {"value": "1", "kind": '"string"'}


def test_reference_that_is_not_fetched_keeps_its_code() -> None:
    with pytest.raises(SchemaRejectedError) as why:
        SchemaValidator({"$ref": "https://example.com/schema"})
    text = str(why.value)
    assert isinstance(text, CodedText) and text.code == "gate.schema_points_not_fetched"
