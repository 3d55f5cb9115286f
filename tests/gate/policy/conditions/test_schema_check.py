"""Whether a condition can hold at all for arguments that fit a tool's schema."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.conditions.condition import Condition, Quantifier
from toolguard.gate.policy.conditions.schema_check import impossible

SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string"}, "n": {"type": "integer"}, "x": {"type": "number"}, "tags": {"type": "array",
        "items": {"type": "string"}},
        "deep": {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "additionalProperties": True},
        "any": {}, "open": {"oneOf": [{"type": "string"}]}, "plain": {"type": "array"}, "bare": {"type": "object"},
    },
}  # fmt: skip

CASES: list[tuple[str, str, Any, Quantifier, bool]] = [
    ("/path", "equals", "a", "value", True), ("/path", "equals", 5, "value", False),
    ("/pth", "equals", "a", "value", False),
    ("/path", "one-of", ["a", 1], "value", True), ("/path", "one-of", [1], "value", False),
    ("/path", "one-of", 1, "value", True),
    ("/path", "between", [1, 2], "value", False), ("/n", "between", [1, 2], "value", True),
    ("/x", "equals", 5, "value", True),
    ("/n", "equals", 1.5, "value", False), ("/n", "equals", None, "value", False),
    ("/n", "equals", True, "value", False),
    ("/n", "equals", [1], "value", False), ("/n", "equals", {}, "value", False),
    ("/n", "starts-with", "a", "value", False),
    ("/tags", "equals", "a", "each", True), ("/tags", "equals", 1, "any", False),
    ("/path", "equals", "a", "each", False),
    ("/tags/0", "equals", "a", "value", True), ("/tags/0", "equals", 1, "value", False),
    ("/plain", "equals", 1, "each", True),
    ("/deep/a", "equals", None, "value", True), ("/deep/a", "equals", 1, "value", False),
    ("/deep/b", "equals", 1, "value", True),
    ("/any", "equals", 1, "value", True), ("/any/x", "equals", 1, "value", True), ("/open", "equals", 1, "value", True),
    ("/open/x", "equals", 1, "value", True), ("/bare/x", "equals", 1, "value", True),
    ("/open", "equals", 1, "each", True),
    ("/pth", "absent", None, "value", True), ("/path", "unknown", 1, "value", True),
    ("/path", "schema", {}, "value", True),
]  # fmt: skip


@pytest.mark.parametrize(("pointer", "matcher", "value", "quantifier", "possible"), CASES)
def test_impossible_condition_is_found(
    pointer: str, matcher: str, value: Any, quantifier: Quantifier, possible: bool
) -> None:
    condition = Condition(pointer=pointer, matcher=matcher, value=value, quantifier=quantifier)
    assert (impossible(condition, SCHEMA) == "") is possible


@pytest.mark.parametrize("schema", [None, True, {}, {"$ref": "#/x"}, {"properties": []}, {"type": 7}])
def test_unknown_schema_makes_no_condition_impossible(schema: Any) -> None:
    assert impossible(Condition(pointer="/a", matcher="between", value=[1, 2]), schema) == ""
