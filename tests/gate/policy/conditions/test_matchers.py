"""What matchers say of hostile values. The letters are acceptance cases of rule engines: A arguments, U addresses."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import jsonrpc
from toolguard.gate.policy.conditions.condition import Condition, Conditions, describe
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.json_values import MAX_MEMBERS, named, tokens, unnamed
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.conditions.texts import without_dot_segments

YES, NO, UNSURE = True, False, None


def condition(matcher: str, value: Any = None, pointer: str = "/x", quantifier: Any = "value") -> Condition:
    return Condition(pointer=pointer, matcher=matcher, value=value, quantifier=quantifier)


def fit(wanted: Condition, arguments: dict[str, Any]) -> bool | None:
    """True: certainly, False: certainly not, None: not certain, as rules that allow and that deny see it."""
    asked = Conditions([wanted], other_arguments=True)
    allows = asked.allow_shortfall(arguments, None) is None
    denies = asked.deny_shortfall(arguments, None) is None
    assert denies or not allows, "what surely fits is denied, too"
    return True if allows else None if denies else False


A = {
    "equals": ("a", [("a", YES), ("A", UNSURE), ("a ", NO), ("", NO), (None, NO), (["a"], NO), ({"a": 1}, NO)]),
    "equals other spellings": ("/straße/é", [("/STRASSE/e\u0301", UNSURE), ("/strase/é", NO)]),
    "starts-with other spellings": ("/straße/é", [("/STRASSE/E\u0301/x", UNSURE), ("/straß", NO)]),
    "one-of case": (["a", "b"], [("B", UNSURE), ("c", NO)]),
    "equals number": (
        100,
        [(100, YES), (100.0, YES), (Decimal("1e2"), YES), ("100", NO), (True, NO),
        (Decimal("100.0000000000000000001"), NO)],
    ),
    "equals big": (9007199254740993, [(9007199254740993, YES), (9007199254740992, NO), (9007199254740992.0, NO)]),
    "equals zero": (0, [(0, YES), (Decimal("-0"), YES), (False, NO), ("", NO), (None, NO)]),
    "equals false": (False, [(False, YES), (0, NO), (None, NO), ("false", NO)]),
    "equals deep": ({"a": [1, {"b": None}]}, [({"a": [1.0, {"b": None}]}, YES), ({"a": [1, {"b": 0}]}, NO)]),
    "one-of": (["a", 1], [("a", YES), (1, YES), (1.0, YES), ("1", NO), (True, NO)]),
    "starts-with": ("git ", [("git status", YES), ("Git x", UNSURE), ("git", NO), (" git ", NO), (["git "], UNSURE),
    (None, UNSURE)]),
    "glob": ("/a/*.txt", [("/a/b.txt", YES), ("/a/b/c.txt", NO), ("/a/B.TXT", UNSURE), ("x/a/b.txt", NO), (7, UNSURE)]),
    "glob deep": ("/a/**/b?", [("/a/x/y/b1", YES), ("/a/\n/b1", YES), ("/a/x/b", NO)]),
    "glob class": ("[!a-c]x", [("dx", YES), ("ax", NO), ("/x", NO)]),
    "regex": ("[a-z]+safe", [("verysafe", YES), ("verysafe!", UNSURE), ("VERYSAFE", UNSURE), ("Safe", NO),
    ("a\nsafe", NO), (None, UNSURE)]),
    "between": ([1, 100], [(1, YES), (100.0, YES), (Decimal("100.00000000000000001"), NO), (0, NO), ("5", UNSURE),
    (True, UNSURE)]),
    "between open": ([None, 9007199254740992], [(-1, YES), (9007199254740993, NO)]),
    "length": ([1, 2], [("ab", YES), ("", NO), ("\U0001f600\U0001f600", YES), ([1, 2, 3], NO), ({"a": 1}, YES),
    (1, UNSURE)]),
    "schema": ({"type": "array", "items": {"type": "string"}}, [(["a"], YES), ([1], NO), ("a", NO), (None, NO)]),
    "absent": (None, [(None, NO), ("", NO)]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("matcher", "value", "given", "expected"),
    [(name.split()[0], value, given, expected) for name, (value, cases) in A.items() for given, expected in cases],
)
def test_values_are_compared_exactly(matcher: str, value: Any, given: Any, expected: bool | None) -> None:
    assert fit(condition(matcher, value), {"x": given}) is expected


PLACES = [
    ("/a/../b", "/b"), ("/a/./b//c", "/a/b/c"), ("a/../b", "b"), ("../../a", "../../a"), ("./a", "./a"),
    ("./../a", "../a"), ("./a/../../b", "../b"), ("/..", "/"), ("/../a/..", "/"), ("a/..", ""), ("//etc/x", "/etc/x"),
    ("C:\\a\\..\\b", "C:\\b"), ("\\\\host\\a\\..\\b", "\\\\host\\b"), ("https://h//a/%2E%2e/b?x=/../y", "https://h/b?x=/../y"),
    ("https://h/a?x=1", "https://h/a?x=1"), ("https://h/..", "https://h/"), ("file:///a/../b", "file:///b"),
    ("/a/..%2Fb", "/b"), ("a%2f..%5Cb", "b"), ("/a%2fb", "/a%2fb"), ("%2e%2E%2Fa", "../a"), ("/a/..;x/b", "/b"),
    ("https://h/a/%2e%2e%2fb%2fc", "https://h/b/c"), ("https://h/a/.\t./b", "https://h/b"), ("ht\ntps:/\r/h", "https://h"),
    ("https://h\\a?\\", "https://h/a?\\"), ("https://h?a", "https://h/?a"), ("https://h#a", "https://h/#a"),
    ("a\tb?c\\d", "a\tb?c\\d"), ("a...b/.c/..d", "a...b/.c/..d"), ("wait ... and/or", "wait ... and/or"), ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("written", "place"), PLACES)
def test_dot_segments_of_paths_and_urls_are_resolved(written: str, place: str) -> None:
    assert without_dot_segments(written) == place
    assert without_dot_segments(place) == place


@given(st.text(alphabet="/\\.aC:%2ef5;?#h", max_size=24))
def test_resolved_path_stays_the_same(text: str) -> None:
    assert without_dot_segments(without_dot_segments(text)) == without_dot_segments(text)


@pytest.mark.parametrize(
    ("matcher", "value"),
    [("glob", "/notes/**"), ("glob", "/notes/*/id"), ("starts-with", "/notes/"), ("regex", "/notes/.*")],
)
def test_p2_path_that_leaves_the_pattern_by_dot_segments_is_uncertain(matcher: str, value: str) -> None:
    assert fit(condition(matcher, value), {"x": "/notes/a/id"}) is YES
    assert fit(condition(matcher, value), {"x": "/notes/./a//id"}) is (UNSURE if "*/" in value else YES)
    assert fit(condition(matcher, value), {"x": "/notes/../id"}) is not YES
    assert fit(condition(matcher, value), {"x": "/tmp/../notes/a/id"}) is UNSURE, "a rule that denies applies"
    assert fit(condition(matcher, value), {"x": "/tmp/../id"}) is NO


@pytest.mark.parametrize("url", ["https://evil.com?.h.com/", "https://evil.com#.h.com/", "https://evil.com\\.h.com/x"])
def test_host_in_a_pattern_ends_where_browsers_end_it(url: str) -> None:
    assert fit(condition("glob", "https://*.h.com/**"), {"x": "https://a.h.com/x?y"}) is YES
    assert fit(condition("glob", "https://*.h.com/**"), {"x": url}) is UNSURE


@pytest.mark.parametrize(
    ("matcher", "value"),
    [
        ("glob", "/**.txt"),
        ("regex", r"/.*[.]txt"),
        ("starts-with", "/etc/shadow\0"),
        ("equals", "/etc/shadow"),
        ("one-of", ["/etc/shadow"]),
    ],
)
def test_text_that_ends_earlier_for_a_c_program_is_uncertain(matcher: str, value: str) -> None:
    assert fit(condition(matcher, value), {"x": "/etc/shadow\0.txt"}) is UNSURE
    assert fit(condition(matcher, value), {"x": "/etc/other\0"}) is NO


@pytest.mark.parametrize("path", ["..%2f..%2fid", ".\t./id", "..;/id", "%2e%2e%5cid"])
def test_encoded_dot_segments_leave_a_folder_of_a_url(path: str) -> None:
    assert fit(condition("starts-with", "https://h/notes/"), {"x": f"https://h/notes/{path}"}) is UNSURE


@pytest.mark.parametrize(("matcher", "value"), [("equals", "/etc/passwd"), ("one-of", ["/etc/passwd", "/x"])])
def test_other_spelling_of_a_path_is_uncertain(matcher: str, value: Any) -> None:
    assert fit(condition(matcher, value), {"x": "/etc//./passwd"}) is UNSURE
    assert fit(condition(matcher, value), {"x": "/etc/passwd2"}) is NO
    assert fit(condition("equals", "a/./b"), {"x": "a/./b"}) is YES


@pytest.mark.parametrize("matcher", [name for name in A if " " not in name and name != "absent"])
def test_a5_a_missing_value_fits_no_allow_and_every_deny(matcher: str) -> None:
    assert fit(condition(matcher, A[matcher][0]), {}) is UNSURE
    assert fit(condition(matcher, A[matcher][0], pointer="/x/y"), {"x": "a"}) is UNSURE


def test_absent_is_about_a_missing_value() -> None:
    assert fit(condition("absent"), {}) is YES


@pytest.mark.parametrize(
    "arguments",
    [
        {"x": "ok", "X": "evil"},
        {"X": "evil", "x": "ok"},
        {"x": "ok", " x": "evil"},
        {"x": "ok", "_x": "evil"},
        {"x": "ok", "x\0": "evil"},
        {"X": "evil"},
        {"x": "ok", **{str(number): 0 for number in range(MAX_MEMBERS)}},
    ],
)
@pytest.mark.parametrize("matcher", [name for name in A if " " not in name])
def test_a8_argument_is_uncertain_if_another_one_differs_little(matcher: str, arguments: dict[str, Any]) -> None:
    wanted = A[matcher][0]
    assert fit(condition(matcher, wanted), arguments) is UNSURE
    assert fit(condition(matcher, wanted, pointer="/in/x"), {"in": arguments}) is UNSURE
    assert fit(condition(matcher, wanted, pointer="/in/x"), {"in": {"x": "ok"}, "IN": arguments}) is UNSURE


def test_a8_condition_on_all_arguments_includes_names_that_differ_in_case() -> None:
    arguments = {"x": "ok", "X": "evil"}
    assert fit(condition("equals", arguments, pointer=""), arguments) is YES
    assert fit(condition("equals", {"x": "ok"}, pointer=""), arguments) is NO


@pytest.mark.parametrize(
    "draft", ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]
)
def test_format_of_a_schema_is_certain_only_for_values_that_have_it(draft: str) -> None:
    schema = {"$schema": draft, "type": "string", "format": "ipv4"}
    assert fit(condition("schema", schema), {"x": "127.0.0.1"}) is YES
    assert fit(condition("schema", schema), {"x": "evil.example"}) is UNSURE
    assert fit(condition("schema", schema), {"x": 5}) is NO
    assert fit(condition("schema", {"not": schema}), {"x": "evil.example"}) is UNSURE


@pytest.mark.parametrize(
    ("composed", "decomposed"), [("/ü/*", "/u\u0308/a"), ("/u\u0308/*", "/ü/a"), ("/?/*", "/u\u0308/a")]
)
def test_p6_glob_is_uncertain_about_another_composition(composed: str, decomposed: str) -> None:
    assert fit(condition("glob", composed), {"x": decomposed}) is UNSURE


ELEMENTS: list[tuple[str, Any, bool | None]] = [
    ("each", ["a", "a"], YES), ("each", ["a", "b"], NO), ("each", ["a", 1], NO), ("each", [], UNSURE),
    ("each", "a", UNSURE), ("each", {"0": "a"}, UNSURE), ("each", None, UNSURE),
    ("any", ["b", "a"], YES), ("any", ["b"], NO), ("any", [], UNSURE), ("any", "a", UNSURE),
]  # fmt: skip


@pytest.mark.parametrize(("quantifier", "value", "expected"), ELEMENTS)
def test_a4_every_or_any_element_of_a_list(quantifier: Any, value: Any, expected: bool | None) -> None:
    assert fit(condition("equals", "a", quantifier=quantifier), {"x": value}) is expected


def test_a4_list_is_not_a_text() -> None:
    assert fit(condition("starts-with", "/ok"), {"x": ["/ok/a", "/etc/shadow"]}) is UNSURE


@pytest.mark.parametrize(
    "arguments",
    [
        {"command": "whoami", "metadata": {"reason": "git status"}},  # A1
        {"command": "evil", "dummy": {"command": "git status"}},  # A2
        {"params": '{"command":"git status"}'},  # A10
        {"command": ["git status"]},
    ],
)
def test_a1_a2_a10_a_condition_is_about_one_place(arguments: dict[str, Any]) -> None:
    assert fit(condition("equals", "git status", pointer="/command"), arguments) is not YES


def test_a3_a_pattern_is_about_one_value() -> None:
    arguments = jsonrpc.decode_arguments('{"command":"rm -rf /","note":"safe"}')
    assert fit(condition("regex", ".*safe", pointer="/command"), arguments) is NO
    assert fit(condition("regex", "^safe$", pointer="/note"), arguments) is YES


A6 = [
    (["/path"], {"path": 1}, None), (["/path"], {"path": {"deep": 1}}, None), (["/path"],
    {"path": 1, "bcc": 2}, "/bcc"),
    (["/a/b"], {"a": {"b": 1}}, None), (["/a/b"], {"a": {"b": 1, "c": 2}}, "/a/c"), (["/a/b"], {"a": 1}, "/a"),
    (["/a/0"], {"a": [1]}, None), (["/a/0"], {"a": [1, 2]}, "/a/1"), ([""], {"a": 1}, None),
    (["/a", "/a/b"], {"a": {"c": 1}}, None), (["/a~1b"], {"a/b": 1, "a": 2}, "/a"), (["/a"], {}, None),
]  # fmt: skip


@pytest.mark.parametrize(("pointers", "arguments", "expected"), A6)
def test_a6_an_argument_that_no_condition_names_is_found(
    pointers: list[str], arguments: dict[str, Any], expected: str | None
) -> None:
    assert unnamed(arguments, named(map(tokens, pointers))) == expected


def test_a6_other_arguments_can_be_allowed() -> None:
    wanted = condition("equals", 1, pointer="/path")
    arguments = {"path": 1, "bcc": 2}
    assert Conditions([wanted]).allow_shortfall(arguments, None) is not None
    assert Conditions([wanted], other_arguments=True).allow_shortfall(arguments, None) is None
    assert Conditions([wanted]).deny_shortfall(arguments, None) is None, "a deny rule is not narrowed by more arguments"


U: list[tuple[str, bool | None]] = [
    ("https://example.com/", YES), ("http://example.com:80/a?b#c", YES), ("https://EXAMPLE.com", YES),
    ("https://example.com@evil.com", UNSURE), ("https://user:pw@example.com/", UNSURE),
    ("https://evil.com?https://example.com/", NO), ("https://evil.com/#@example.com", NO),
    ("https://example.com.evil.com", NO), ("https://badexample.com", NO),
    ("http://example.com./", UNSURE), ("https://ex\u0430mple.com/", UNSURE), ("https://xn--exmple-4nf.com/", NO),
    ("https://evil.com\\@example.com/", UNSURE), ("https://exa\tmple.com/", UNSURE), ("https://exa\nmple.com/", UNSURE),
    (" https://example.com", UNSURE), ("https://example.com:8443/", UNSURE), ("https:example.com", UNSURE),
    ("https:///example.com", UNSURE), ("//example.com", UNSURE), ("example.com", UNSURE),
    ("file:///example.com", UNSURE),
    ("javascript:example.com", UNSURE), ("https://ex%61mple.com/", UNSURE), ("", UNSURE),
]  # fmt: skip


@pytest.mark.parametrize(("url", "expected"), U)
def test_u1_u2_a_host_is_read_as_browsers_do_and_by_a_second_parser(url: str, expected: bool | None) -> None:
    assert fit(condition("host", "example.com"), {"x": url}) is expected


@pytest.mark.parametrize(
    ("host", "url", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1/", YES), ("127.0.0.1", "http://127.1/", UNSURE),
        ("127.0.0.1", "http://0x7f000001/", UNSURE), ("127.0.0.1", "http://2130706433/", UNSURE),
        ("[::1]", "http://[::1]:80/", YES), ("[::1]", "http://[0:0:0:0:0:0:0:1]/", UNSURE),
        ("[0:0::1]", "http://[::1]/", UNSURE), ("[::1]", "http://[::2]/", NO), ("127.0.0.1", "http://[::1]/", NO),
        ("127.0.0.1", "http://[::ffff:7f00:1]/", UNSURE), ("[::ffff:7f00:1]", "http://127.0.0.1/", UNSURE),
        ("127.0.0.1", "http://[64:ff9b::7f00:1]/", UNSURE), ("127.0.0.1", "http://[::7f00:1]/", UNSURE),
        ("[::1]", "http://[::1]/", YES), ("127.0.0.1", "http://[::1]/", NO),
        ("127.0.0.2", "http://[::ffff:7f00:1]/", NO),
        ("*.example.com", "https://a.example.com", YES), ("*.example.com", "https://a.b.example.com", YES),
        ("*.example.com", "https://example.com", NO), ("*.example.com", "https://aexample.com", NO),
        ("example.com:8443", "https://example.com:8443/", YES), ("example.com:8443", "https://example.com/", NO),
    ],
)  # fmt: skip
def test_host_matcher_fits_only_its_hosts(host: str, url: str, expected: bool | None) -> None:
    assert fit(condition("host", host), {"x": url}) is expected


FAULTS = [
    condition("regex", "("), condition("regex", "(?=a)"), condition("regex", r"(a)\1"), condition("regex", ""),
    condition("glob", "[a"), condition("host", "https://example.com"), condition("host", "example.com/path"),
    condition("host", []), condition("between", [2, 1]), condition("between", "1 2"),
    condition("between", [None, None]),
    condition("inside", "notes"), condition("inside", "/a/../b"), condition("inside", "~/notes"),
    condition("inside", []),
    condition("one-of", []), condition("schema", 7), condition("schema", {"$ref": "https://example.com/x"}),
    condition("starts-with", 1), condition("equals", 1, pointer="x"), condition("equals", 1, pointer="/~2"),
    condition("unknown", 1), condition("absent", 1), condition("absent", quantifier="each"),
    condition("equals", "x" * 70_000), condition("equals", Decimal("1e400")), condition("equals", "\ud800"),
    condition("equals", json.loads("[" * 82 + "]" * 82)),
]  # fmt: skip


@pytest.mark.parametrize("wanted", FAULTS, ids=lambda one: f"{one.matcher} {str(one.value)[:20]}")
def test_r1_condition_that_can_never_be_evaluated_is_refused(wanted: Condition) -> None:
    with pytest.raises(ConditionError):
        Conditions([wanted])


def test_r4_a_pattern_takes_linear_time() -> None:
    assert fit(condition("regex", "(a*)*b"), {"x": "a" * 200_000}) is NO


def test_many_values_are_compared_with_a_long_text_in_one_pass() -> None:
    values = [f"v{number}" for number in range(1_000)]
    assert fit(condition("one-of", values), {"x": "a/b " * 250_000}) is NO  # in a minute otherwise


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(JSON)
def test_a_value_is_equal_to_itself_and_fits_its_own_list(value: Any) -> None:
    assert fit(condition("equals", value), {"x": value}) is YES
    assert fit(condition("one-of", [value]), {"x": value}) is YES


@given(JSON, st.sampled_from([one for name in A for one in [condition(name.split()[0], A[name][0])]]))
def test_no_value_makes_a_matcher_fail(value: Any, wanted: Condition) -> None:
    for quantifier in ("value", "each", "any"):
        if wanted.matcher != "absent" or quantifier == "value":
            fit(
                Condition(pointer="/x", matcher=wanted.matcher, value=wanted.value, quantifier=quantifier), {"x": value}
            )


@pytest.mark.parametrize("name", CONDITION_MATCHERS)
def test_every_matcher_has_a_description(name: str) -> None:
    result = describe(Condition(pointer="/path", matcher=name, value="x"))
    assert "/path" in result and ("x" in result or not CONDITION_MATCHERS[name].takes_value)
