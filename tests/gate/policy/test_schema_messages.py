"""The library's own words are those that are known to the translations."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import pytest

from toolguard.gate.policy.schema_messages import WORDS

PATTERNS = [
    re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", f"{words}"))) + r"\Z", re.DOTALL) for words in WORDS
]


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
def test_what_the_library_says_is_known(schema: dict[str, Any], value: Any) -> None:
    told = [problem.message for problem in jsonschema_rs.validator_for(schema).iter_errors(value)]
    assert told
    assert [one for one in told if not any(pattern.match(one) for pattern in PATTERNS)] == []
