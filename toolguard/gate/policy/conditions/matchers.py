"""Table of matchers: the tests that a condition can apply to a value.

The schema of ``config.json``, the orders, the help of the command line, the window and the manual are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.json_pointer import MISSING
from toolguard.gate.policy.conditions.commands import ProgramTest
from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.policy.conditions.hosts import HostTest
from toolguard.gate.policy.conditions.json_values import number, same
from toolguard.gate.policy.conditions.paths import InsideTest, LocalPaths
from toolguard.gate.policy.conditions.texts import GlobTest, PrefixTest, RegexTest, without_case, without_dot_segments
from toolguard.gate.policy.schemas import SchemaRejectedError, SchemaValidator
from toolguard.gate.texts import coded

Test = Callable[[Any, LocalPaths | None], Fit]
"""Takes a value and the server's file system, if known. Never raises."""
_MAX_ONE_OF_VALUES = 1_000  # members of ``one-of``


class ConditionMatcher(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of matchers for conditions on arguments."""

    title: str
    """Its title in a list."""
    describe: Callable[[str, str], str]
    """Returns a sentence for a pointer and a value."""
    about: str
    """Description of its value, for the command line and the manual."""
    compile: Callable[[Any], Test]
    """Compiles the test; raises `ConditionError`."""
    read: Callable[[str], Any] = str
    """Parses a value from text."""
    types: frozenset[str]
    """JSON Schema types of values that can match; empty: any, or those of ``values``."""
    values: Callable[[Any], Sequence[Any]] = lambda _value: ()
    """Returns the values that alone can match, if the condition's value lists them."""
    takes_missing: bool = False
    """Whether it also tests a missing value. For all others a missing value is uncertain."""
    takes_value: bool = True
    """Whether it has a value to compare with."""
    takes_folders: bool = False
    """Whether a ``~`` at the start of its value is the person's home."""
    too_broad: Callable[[Any], str] = lambda _value: ""
    """Returns why a value is too broad for an allow rule; called only for values that compile."""


def _without_paths(test: Callable[[Any], Fit]) -> Test:
    return lambda value, _paths: test(value)


def _is_any(allowed: Sequence[Any]) -> Test:
    """Return a test for one of these values. It is uncertain for another spelling of a text, path or URL."""
    places = frozenset(_place(value) for value in allowed if isinstance(value, str))

    def test(value: Any, _paths: LocalPaths | None) -> Fit:
        if any(same(value, one) for one in allowed):
            return True
        return None if isinstance(value, str) and _place(value) in places else False

    return test


def _place(text: str) -> str:
    return without_case(without_dot_segments(text))


def _equals(expected: Any) -> Test:
    return _is_any((expected,))


def _one_of(expected: Any) -> Test:
    if not isinstance(expected, list) or not 0 < len(expected) <= _MAX_ONE_OF_VALUES:
        raise ConditionError(coded("gate.one_of_needs_values"))
    return _is_any(expected)


def _bounds(expected: Any) -> tuple[Any, Any]:
    """Return minimum and maximum; None for no bound."""
    if isinstance(expected, list) and len(expected) == 2:
        least, most = (None if bound is None else number(bound) for bound in expected)
        is_set = [bound is not None for bound in expected]
        if any(is_set) and is_set == [least is not None, most is not None]:
            if least is not None and most is not None and least > most:
                raise ConditionError(coded("gate.bounds_in_wrong_order"))
            return least, most
    raise ConditionError(coded("gate.condition_needs_bounds"))


def _between(expected: Any) -> Test:
    least, most = _bounds(expected)

    def test(value: Any, _paths: LocalPaths | None) -> Fit:
        actual = number(value)
        if actual is None or not actual.is_finite():
            return None
        return (least is None or actual >= least) and (most is None or actual <= most)

    return test


def _length(expected: Any) -> Test:
    least, most = _bounds(expected)

    def test(value: Any, _paths: LocalPaths | None) -> Fit:
        if not isinstance(value, str | list | dict):
            return None
        return (least is None or len(value) >= least) and (most is None or len(value) <= most)

    return test


def _schema(expected: Any) -> Test:
    try:  # drafts and validators differ in whether ``format`` is an assertion
        validators = [SchemaValidator(expected, checks_formats=checks) for checks in (False, True)]
    except SchemaRejectedError as why:
        raise ConditionError(str(why)) from None

    def test(value: Any, _paths: LocalPaths | None) -> Fit:
        try:
            fits = {validator.is_valid(value) for validator in validators}
        except SchemaRejectedError:
            return None
        return fits.pop() if len(fits) == 1 else None

    return test


def _absent(expected: Any) -> Test:
    if expected is not None:
        raise ConditionError(coded("gate.absent_takes_no_value"))
    return lambda value, _paths: value is MISSING


def read_json_or_text(text: str) -> Any:
    """Return ``text`` parsed as JSON, else ``text`` itself."""
    try:
        return jsonrpc.decode_value(text)
    except jsonrpc.Malformed:
        return text


def read_json(text: str) -> Any:
    """Return a JSON value; raises `ConditionError`."""
    try:
        return jsonrpc.decode_value(text)
    except jsonrpc.Malformed as why:
        raise ConditionError(coded("gate.value_not_json", problem=why.reason)) from None


def read_texts(text: str) -> Any:
    """Return ``text`` parsed as a JSON array if it looks like one, else ``text`` itself."""
    return read_json(text) if text.lstrip().startswith("[") else text


def read_bounds(text: str) -> Any:
    """Return two bounds, written as ``1 100``; ``-`` is none."""
    parts = text.split()
    if len(parts) != 2:
        raise ConditionError(coded("gate.condition_needs_bounds"))
    return [None if part == "-" else read_json(part) for part in parts]


_ANY: frozenset[str] = frozenset()
_TEXT = frozenset(("string",))
CONDITION_MATCHERS: Mapping[str, ConditionMatcher] = {
    "equals": ConditionMatcher(
        title="is",
        describe=lambda pointer, value: coded("gate.condition_equals", pointer=pointer, value=value),
        about="a JSON value, or otherwise a string", compile=_equals, read=read_json_or_text, types=_ANY,
        values=lambda value: (value,),
    ),
    "one-of": ConditionMatcher(
        title="is one of",
        describe=lambda pointer, value: coded("gate.condition_one_of", pointer=pointer, value=value),
        about="a JSON array of values", compile=_one_of, read=read_json, types=_ANY,
        values=lambda value: value if isinstance(value, list) else (),
    ),
    "starts-with": ConditionMatcher(
        title="starts with",
        describe=lambda pointer, value: coded("gate.condition_starts_with", pointer=pointer, value=value),
        about="a string", compile=lambda value: _without_paths(PrefixTest(value)), types=_TEXT,
    ),
    "glob": ConditionMatcher(
        title="matches the pattern",
        describe=lambda pointer, value: coded("gate.condition_glob", pointer=pointer, value=value),
        about="a pattern: * is anything without /, ** anything, ? one character",
        compile=lambda value: _without_paths(GlobTest(value)), types=_TEXT,
    ),
    "regex": ConditionMatcher(
        title="matches the regex",
        describe=lambda pointer, value: coded("gate.condition_regex", pointer=pointer, value=value),
        about="a regular expression (RE2) for the whole text",
        compile=lambda value: _without_paths(RegexTest(value)), types=_TEXT,
    ),
    "inside": ConditionMatcher(
        title="is inside",
        describe=lambda pointer, value: coded("gate.condition_inside", pointer=pointer, value=value),
        about="an absolute folder, or a JSON array of folders", compile=InsideTest, read=read_texts,
        types=_TEXT, takes_folders=True,
    ),
    "host": ConditionMatcher(
        title="is a URL of",
        describe=lambda pointer, value: coded("gate.condition_host", pointer=pointer, value=value),
        about="a host such as example.com, *.example.com or example.com:8443, or a JSON array",
        compile=lambda value: _without_paths(HostTest(value)), read=read_texts, types=_TEXT,
    ),
    "between": ConditionMatcher(
        title="is between",
        describe=lambda pointer, value: coded("gate.condition_between", pointer=pointer, value=value),
        about="two numbers, such as '1 100'; - is no bound", compile=_between, read=read_bounds,
        types=frozenset(("number", "integer")),
    ),
    "length": ConditionMatcher(
        title="has a length between",
        describe=lambda pointer, value: coded("gate.condition_length", pointer=pointer, value=value),
        about="two numbers of characters, items or members, such as '0 100'",
        compile=_length, read=read_bounds, types=frozenset(("string", "array", "object")),
    ),
    "schema": ConditionMatcher(
        title="matches the JSON Schema",
        describe=lambda pointer, value: coded("gate.condition_schema", pointer=pointer, value=value),
        about="a JSON Schema", compile=_schema, read=read_json, types=_ANY,
    ),
    "program": ConditionMatcher(
        title="runs only",
        describe=lambda pointer, value: coded("gate.condition_program", pointer=pointer, value=value),
        about="a program with its first words, such as 'git status', or a JSON array of them",
        compile=ProgramTest, read=read_texts,
        types=frozenset(("string", "array", "object")),
        too_broad=lambda value: ProgramTest(value).never_allows,
    ),
    "absent": ConditionMatcher(
        title="is absent",
        describe=lambda pointer, _value: coded("gate.condition_absent", pointer=pointer),
        about="no value", compile=_absent, types=_ANY, takes_missing=True, takes_value=False,
    ),
}  # fmt: skip
"""Matchers by name. Rules in the file, in orders and on the command line use the same names."""
