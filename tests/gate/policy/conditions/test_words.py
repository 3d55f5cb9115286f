"""Conditions in words, and values as a person types them."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.conditions.condition import Condition, Conditions, Shortfall, describe, shortfall_text
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS

PATH = Condition(pointer="/path", matcher="equals", value="a")


@pytest.mark.parametrize("name", CONDITION_MATCHERS)
def test_every_matcher_has_its_sentence(name: str) -> None:
    result = describe(Condition(pointer="/path", matcher=name, value="v"))
    assert "/path" in result and (name == "absent" or '"v"' in result)


def test_quantifiers_and_unknown_matchers_are_described() -> None:
    assert describe(Condition(pointer="/p", matcher="equals", value=1, quantifier="each")) == "each element of /p is 1"
    any_element = Condition(pointer="", matcher="equals", value=1, quantifier="any")
    assert describe(any_element) == "an element of the arguments object is 1"
    assert "newer" in describe(Condition(pointer="/p", matcher="newer"))
    assert len(describe(Condition(pointer="/p", matcher="equals", value="x" * 9_000))) < 1_000


@pytest.mark.parametrize(
    ("shortfall", "begins"),
    [
        (Shortfall(PATH), "it is not true that"), (Shortfall(PATH, certain=False), "it is not certain that"),
        (Shortfall(PATH, is_exception=True), "the exception applies"),
        (Shortfall(PATH, is_exception=True, certain=False), "the exception may apply"),
        (Shortfall(pointer="/bcc"), "no condition names the argument /bcc"),
    ],
)  # fmt: skip
def test_why_a_rule_does_not_cover_a_call(shortfall: Shortfall, begins: str) -> None:
    assert shortfall_text(shortfall).startswith(begins)


TYPED: list[tuple[str, str, Any]] = [
    ("equals", "5", 5), ("equals", '"5"', "5"), ("equals", "a b", "a b"),
    ("equals", '{"a": [1.5, null]}', {"a": [1.5, None]}),
    ("one-of", '["a", 1]', ["a", 1]), ("starts-with", "5", "5"), ("inside", '["/a"]', ["/a"]), ("inside", "/a", "/a"),
    ("between", "1 100", [1, 100]), ("between", "- 1.5", [None, 1.5]), ("length", "0 -", [0, None]),
    ("schema", "{}", {}),
]  # fmt: skip


@pytest.mark.parametrize(("matcher", "typed", "value"), TYPED)
def test_typed_text_is_parsed_to_a_value(matcher: str, typed: str, value: Any) -> None:
    assert CONDITION_MATCHERS[matcher].read(typed) == value


@pytest.mark.parametrize(("matcher", "typed"), [("one-of", "a"), ("between", "1"), ("between", "a b"), ("schema", "{")])
def test_invalid_value_is_refused(matcher: str, typed: str) -> None:
    with pytest.raises(ConditionError):
        CONDITION_MATCHERS[matcher].read(typed)


def test_a_rule_has_a_bounded_number_of_conditions() -> None:
    Conditions([PATH] * 32)
    with pytest.raises(ConditionError):
        Conditions([PATH] * 33)
    with pytest.raises(ConditionError):
        Conditions([PATH], [PATH] * 33)
    with pytest.raises(ConditionError, match="needs a value"):
        Conditions([Condition(pointer="/p", matcher="regex")])
