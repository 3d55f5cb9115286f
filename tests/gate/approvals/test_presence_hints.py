"""Which tools may destroy something, and what a person reads when they authenticate."""

from __future__ import annotations

import pytest

from toolguard.gate.approvals.presence import call_prompt, change_prompt, may_destroy
from toolguard.gate.model import Tool


@pytest.mark.parametrize(
    ("annotations", "destroys"),
    [
        ({}, True),
        ({"readOnlyHint": True}, False),
        ({"readOnlyHint": True, "destructiveHint": True}, False),
        ({"readOnlyHint": False}, True),
        ({"destructiveHint": False}, False),
        ({"readOnlyHint": "true"}, True),
        ({"readOnlyHint": 1}, True),
        ({"destructiveHint": 0}, True),
        ({"destructiveHint": None}, True),
    ],
)
def test_hints_that_are_not_booleans_make_a_call_destructive(annotations, destroys):
    assert may_destroy(Tool(server="s", name="t", annotations=annotations)) is destroys
    assert may_destroy(None) is True


def test_names_in_a_prompt_are_bounded_and_hidden_characters_written_out():
    result = call_prompt([("delete\u202e" + "x" * 5000, "files\nPassword:", "desk\x1b[2J")])
    assert "\u202e" not in result and "\n" not in result and "\x1b" not in result
    assert "RIGHT-TO-LEFT OVERRIDE" in result
    assert len(result) < 250
    many = call_prompt([(f"tool{n}", "files", "desk") for n in range(50)])
    assert many.startswith("Approve 50 calls at once: “tool0” on “files”") and "47 more tools" in many
    assert len(change_prompt("y" * 5000)) <= 400
