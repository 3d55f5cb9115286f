"""What the annotations of a tool declare."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.declared_effects import Effect, declared_effect, declares_network


@pytest.mark.parametrize(
    ("annotations", "effect"),
    [
        ({}, "undeclared"),
        ({"readOnlyHint": True}, "reads"),
        ({"readOnlyHint": True, "destructiveHint": True}, "reads"),
        ({"readOnlyHint": False}, "changes"),
        ({"destructiveHint": False}, "changes"),
        ({"destructiveHint": True}, "destroys"),
        ({"readOnlyHint": "true", "destructiveHint": 0}, "undeclared"),
        ({"readOnlyHint": None, "destructiveHint": True}, "destroys"),
    ],
)
def test_effect_follows_json_booleans(annotations: dict[str, Any], effect: Effect) -> None:
    assert declared_effect(annotations) == effect


def test_network_is_declared_by_true_only() -> None:
    assert declares_network({"openWorldHint": True})
    assert not any(map(declares_network, ({}, {"openWorldHint": False}, {"openWorldHint": 1})))
