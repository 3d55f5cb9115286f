"""Conditions of a rule and their evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.json_pointer import MISSING
from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.policy.conditions.json_values import AMBIGUOUS, Names, named, tokens, unnamed, value_at
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS, Test
from toolguard.gate.policy.conditions.paths import LocalPaths
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

Quantifier = Literal["value", "each", "any"]
MAX_CONDITIONS = 32
"""Maximum conditions of a rule, and maximum exceptions."""
MAX_ELEMENTS = 10_000
"""Maximum elements that a quantifier inspects; a longer array gives None."""
MAX_VALUE = 64 * 1024
"""Maximum bytes of a condition's value as JSON."""
MAX_VALUE_DEPTH = 80
"""Maximum nesting of a condition's value. The configuration, in which it has a place, can be nested 100 levels deep."""
MAX_TOTAL_WORDS = 500
"""Maximum characters of a value in a sentence."""


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition on one argument: ``/path`` ``inside`` ``/home/u/notes``."""

    pointer: str
    """JSON pointer (RFC 6901) into ``arguments``; "" is all of them."""
    matcher: str
    """A name in `CONDITION_MATCHERS`."""
    value: Any = None
    """The value to compare with."""
    quantifier: Quantifier = "value"
    """``value``: the value itself; ``each``: every element of an array; ``any``: at least one."""


class Shortfall(msgspec.Struct, frozen=True):
    """Why a rule does not cover a call."""

    condition: Condition | None = None
    """The unfulfilled condition, or the fulfilled exception; None: see ``pointer``."""
    is_exception: bool = False
    pointer: str = ""
    """An argument that no condition names."""
    certain: bool = True
    """False if the condition could not be evaluated for this call."""


_QUANTIFIED = {"each": "gate.condition_each", "any": "gate.condition_any"}


def describe(condition: Condition) -> str:
    """Return the condition in words."""
    pointer: str = condition.pointer or coded("gate.condition_whole")
    if condition.quantifier != "value":
        pointer = coded(_QUANTIFIED[condition.quantifier], pointer=pointer)
    matcher = CONDITION_MATCHERS.get(condition.matcher)
    if matcher is None:
        return coded("gate.unknown_matcher", name=condition.matcher)
    return matcher.describe(pointer, visible(jsonrpc.text(condition.value)[:MAX_TOTAL_WORDS]))


def shortfall_text(shortfall: Shortfall) -> str:
    """Return why a rule does not cover a call, in words."""
    if shortfall.condition is None:
        return coded("gate.shortfall_unnamed", pointer=visible(shortfall.pointer[:MAX_TOTAL_WORDS]))
    text = describe(shortfall.condition)
    if shortfall.is_exception:
        certain = "gate.shortfall_exception" if shortfall.certain else "gate.shortfall_exception_uncertain"
        return coded(certain, condition=text)
    return coded("gate.shortfall_unmet" if shortfall.certain else "gate.shortfall_uncertain", condition=text)


class Conditions:
    """Compiled conditions of a rule. Raises `ConditionError` if one can never be evaluated."""

    def __init__(
        self, when: Sequence[Condition], excepted: Sequence[Condition] = (), *, other_arguments: bool = False
    ) -> None:
        """``other_arguments``: whether arguments that no condition names may have any value."""
        if max(len(when), len(excepted)) > MAX_CONDITIONS:
            raise ConditionError(coded("gate.too_many_conditions", limit=MAX_CONDITIONS))
        self._when = [(condition, _prepared(condition)) for condition in when]
        self._except = [(condition, _prepared(condition)) for condition in excepted]
        self._names: Names | None = None
        if when and not other_arguments:
            self._names = named(tokens(condition.pointer) for condition in (*when, *excepted))

    def allow_shortfall(self, arguments: dict[str, Any], paths: LocalPaths | None) -> Shortfall | None:
        """Return why an allow rule does not cover a call; None if it certainly does."""
        for condition, test in self._when:
            if (fit := test(arguments, paths)) is not True:
                return Shortfall(condition, certain=fit is False)
        for condition, test in self._except:
            if (fit := test(arguments, paths)) is not False:
                return Shortfall(condition, is_exception=True, certain=fit is True)
        pointer = unnamed(arguments, self._names)
        return None if pointer is None else Shortfall(pointer=pointer)

    def deny_shortfall(self, arguments: dict[str, Any], paths: LocalPaths | None) -> Shortfall | None:
        """Return why a rule that denies or asks certainly does not match a call; None if it does or may."""
        for condition, test in self._when:
            if test(arguments, paths) is False:
                return Shortfall(condition)
        for condition, test in self._except:
            if test(arguments, paths) is True:
                return Shortfall(condition, is_exception=True)
        return None


Prepared = Callable[[dict[str, Any], LocalPaths | None], Fit]


def check(condition: Condition) -> None:
    """Raise `ConditionError` if the condition can never be evaluated."""
    _prepared(condition)


def _prepared(condition: Condition) -> Prepared:
    matcher = CONDITION_MATCHERS.get(condition.matcher)
    if matcher is None:
        raise ConditionError(coded("gate.unknown_matcher", name=condition.matcher[:100]))
    path = tokens(condition.pointer)
    _require_storable(condition.value)
    if matcher.takes_value and condition.value is None and matcher.types:
        raise ConditionError(coded("gate.condition_needs_value", matcher=condition.matcher))
    test = _uncertain_at_nul(matcher.compile(condition.value))
    if matcher.takes_missing and condition.quantifier != "value":
        raise ConditionError(coded("gate.matcher_takes_no_elements", matcher=condition.matcher))
    decide = _of_value_or_missing if matcher.takes_missing else _EVALUATIONS[condition.quantifier]
    return lambda arguments, paths: decide(test, value_at(arguments, path), paths)


def _uncertain_at_nul(test: Test) -> Test:
    """Return ``test``, uncertain if it has another result for a text as a program in C reads it: up to a NUL."""

    def decide(value: Any, paths: LocalPaths | None) -> Fit:
        fit = test(value, paths)
        if isinstance(value, str) and "\0" in value and test(value.partition("\0")[0], paths) is not fit:
            return None
        return fit

    return decide


def _of_value_or_missing(test: Test, value: Any, paths: LocalPaths | None) -> Fit:
    return None if value is AMBIGUOUS else test(value, paths)


def _of_value(test: Test, value: Any, paths: LocalPaths | None) -> Fit:
    return None if value is MISSING or value is AMBIGUOUS else test(value, paths)


def _of_elements(*, decisive: bool) -> Callable[[Test, Any, LocalPaths | None], Fit]:
    """Return the evaluation of an array that one element with the result ``decisive`` decides."""

    def decide(test: Test, value: Any, paths: LocalPaths | None) -> Fit:
        if not isinstance(value, list) or not 0 < len(value) <= MAX_ELEMENTS:  # an empty array is undecided
            return None
        is_certain = True
        for item in value:
            fit = test(item, paths)
            if fit is decisive:
                return decisive
            is_certain = is_certain and fit is not None
        return not decisive if is_certain else None

    return decide


_EVALUATIONS = {"value": _of_value, "each": _of_elements(decisive=False), "any": _of_elements(decisive=True)}
"""By quantifier."""


def _require_storable(value: Any) -> None:
    """Raise `ConditionError` for a value that the configuration cannot store: about `MAX_VALUE` bytes as JSON.

    The rest of a larger value is not looked at: it may be an argument of 10 MB.
    """
    size, unmeasured = 0, [(value, 0)]
    while unmeasured:
        part, depth = unmeasured.pop()
        members: list[Any] = []
        if isinstance(part, str):
            try:
                size += len(part.encode())
            except UnicodeEncodeError:
                raise ConditionError(coded("gate.condition_needs_unicode")) from None
        elif isinstance(part, Decimal):
            raise ConditionError(coded("gate.number_not_exact", number=str(part)[:60]))
        elif isinstance(part, dict):
            size += 2 + 4 * len(part)
            members = [*part, *part.values()]
        elif isinstance(part, list):
            size += 2 + len(part)
            members = part
        else:
            size += 8
        if size > MAX_VALUE:
            raise ConditionError(coded("gate.condition_value_too_large", limit=MAX_VALUE // 1024))
        if depth > MAX_VALUE_DEPTH:
            raise ConditionError(coded("gate.nested_too_deep_levels", limit=MAX_VALUE_DEPTH))
        unmeasured += [(member, depth + 1) for member in members]
