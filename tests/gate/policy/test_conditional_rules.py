"""Rules with conditions, patterns and examples. The letters are the acceptance cases of rule engines."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.model import Call, ClientInfo, Tool
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import Example, Rule, RuleSet, covered_definitions, fault_of, pattern_for


def call(tool: str = "t", server: str = "s", client: str = "c", **arguments: Any) -> Call:
    return Call(
        id="1", session="s", client=ClientInfo(id=client), claim="", server=server, tool=tool,
        message={"params": {"name": tool, "arguments": arguments}}, era="legacy", since=0,
    )  # fmt: skip


def when(pointer: str, matcher: str, value: Any = None) -> tuple[Condition, ...]:
    return (Condition(pointer=pointer, matcher=matcher, value=value),)


def rule(verdict: Any, **more: Any) -> Rule:
    return Rule(id=more.pop("id", verdict), verdict=verdict, **more)


def verdict(rules: list[Rule], asked: Call, tool: Tool | None = None) -> str:
    return RuleSet(rules).decide(asked, tool, 0).verdict


def test_allow_rule_covers_calls_that_meet_all_conditions() -> None:
    rules = [rule("allow", when=(*when("/path", "starts-with", "/ok/"), *when("/mode", "equals", "r")))]
    assert verdict(rules, call(path="/ok/a", mode="r")) == "allow"
    for arguments in (
        {"path": "/etc/a", "mode": "r"}, {"path": "/ok/a", "mode": "w"}, {"path": "/ok/a"},
        {"path": "/ok/a", "mode": "r", "more": 1}, {},
    ):  # fmt: skip
        assert verdict(rules, call(**arguments)) == "ask"


@pytest.mark.parametrize("conditions", [{"when": when("", "equals", {"a": 1})}, {"except_": when("/a", "equals", 2)}])
def test_allow_rule_with_conditions_covers_no_parameters_outside_the_arguments(conditions: Any) -> None:
    """A lenient server can read them instead of the arguments, and the person who allowed the call saw none."""
    asked = call(a=1)
    params = asked.message["params"]
    for more, covered in (({"task": {"ttl": 1}, "_meta": {"x": 1}}, True), ({"input": {"a": 2}}, False)):
        other = msgspec.structs.replace(asked, message={"params": {**params, **more}})
        assert verdict([rule("allow", **conditions)], other) == ("allow" if covered else "ask")
        assert verdict([rule("deny", **conditions)], other) == "deny"
    assert verdict([rule("allow")], other) == "allow", "a rule without conditions covers whatever the client sends"


def test_deny_rule_covers_unevaluable_calls() -> None:
    rules = [rule("allow"), rule("deny", when=when("/path", "starts-with", "/etc"))]
    assert verdict(rules, call(path="/home")) == "allow"
    for arguments in ({"path": "/etc/x"}, {"path": "/etc/x", "more": 1}, {}, {"path": None}, {"path": ["/home"]}):
        assert verdict(rules, call(**arguments)) == "deny"


def test_an_exception_narrows_its_own_rule() -> None:
    ask = rule("ask", tool="tofu", except_=when("/verb", "one-of", ["fmt", "validate"]))
    allow, deny = rule("allow", tool="tofu"), rule("deny", tool="tofu", when=when("/verb", "equals", "fmt"))
    assert verdict([ask, allow], call("tofu", verb="fmt")) == "allow"
    assert verdict([ask, allow], call("tofu", verb="apply")) == "ask"
    assert verdict([ask, allow], call("tofu")) == "ask", "an exception that cannot be evaluated does not apply"
    assert verdict([ask, allow, deny], call("tofu", verb="fmt")) == "deny"
    careful = rule("allow", except_=when("/path", "starts-with", "/etc"))
    assert verdict([careful], call(path="/home")) == "allow"
    assert verdict([careful], call(path="/etc/x")) == "ask"
    assert verdict([careful], call()) == "ask", "an exception that cannot be evaluated applies to an allow rule"


R1 = [when("/x", "regex", "("), when("/x", "inside", "notes"), when("x", "equals", 1), when("/x", "glob", "[")]


@pytest.mark.parametrize("broken", R1)
def test_r1_broken_rule_asks_and_never_allows(broken: tuple[Condition, ...]) -> None:
    everything = rule("allow", id="all")
    assert verdict([rule("allow", when=broken)], call(x="a")) == "ask"
    for kind in ("deny", "ask"):
        found = RuleSet([rule(kind, when=broken, id="r"), everything]).decide(call(x="a"), None, 0)
        assert found.verdict == "ask" and found.rule is not None and "failed its check" in found.note
    assert fault_of(rule("deny", when=broken), None)


def test_r1_impossible_deny_rule_asks_with_a_reason() -> None:
    schema = {"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}}
    tool = Tool(server="s", name="t", input_schema=schema, fingerprint="f")
    for wanted in (when("/pth", "equals", "a"), when("/n", "starts-with", "a"), when("/path", "between", [1, 2])):
        found = RuleSet([rule("deny", when=wanted), rule("allow")]).decide(call(path="a", n=1), tool, 0)
        assert found.verdict == "ask" and "schema" in found.note
    fine = RuleSet([rule("deny", when=when("/path", "equals", "a")), rule("allow")])
    assert fine.decide(call(path="a"), tool, 0).verdict == "deny"
    assert fine.decide(call(path="b"), tool, 0).verdict == "allow"


def test_an_allow_rule_with_an_example_that_fails_is_off() -> None:
    inside = when("/path", "starts-with", "/ok/")
    good = rule(
        "allow", when=inside, examples=(Example(arguments={"path": "/ok/a"}), Example(arguments={}, covered=False))
    )
    assert verdict([good], call(path="/ok/b")) == "allow"
    for example in (Example(arguments={"path": "/no"}), Example(arguments={"path": "/ok/a"}, covered=False)):
        bad = msgspec.structs.replace(good, examples=(example,))
        found = RuleSet([bad]).decide(call(path="/ok/b"), None, 0)
        assert found.verdict == "ask" and "example" in found.note


def test_n1_names_are_compared_as_they_are() -> None:
    for one, other in (
        (("foo.bar", "x"), ("foo_bar", "x")),
        (("a", "b:c"), ("a", "b/c")),
        (("e", "f__x"), ("e__f", "x")),
    ):
        allow = rule("allow", server=one[0], tool=one[1])
        assert verdict([allow], call(one[1], one[0])) == "allow"
        assert verdict([allow], call(other[1], other[0])) == "ask"


@pytest.mark.parametrize("place", ["delete_file", "delete_*"])
def test_n2_deny_rule_asks_about_names_in_another_case(place: str) -> None:
    deny = rule("deny", tool=place)
    assert verdict([deny, rule("allow")], call("delete_file")) == "deny"
    assert verdict([deny, rule("allow")], call("Delete_File")) == "ask"
    assert verdict([rule("allow", tool="delete_file")], call("Delete_File")) == "ask"


def test_n3_a_pattern_covers_the_tools_that_were_listed() -> None:
    read, write = (Tool(server="s", name=name, fingerprint=f"of {name}") for name in ("read_a", "write_a"))
    pattern = rule("allow", tool="read_*")
    made = msgspec.structs.replace(pattern, covers=covered_definitions(pattern, (read, write)))
    assert made.covers == {"s": {"read_a": "of read_a"}}
    assert RuleSet([made]).decide(call("read_a"), read, 0).verdict == "allow"
    later = Tool(server="s", name="read_b", fingerprint="of read_b")
    found = RuleSet([made]).decide(call("read_b"), later, 0)
    assert found.verdict == "ask" and "when it was made" in found.note
    changed = msgspec.structs.replace(read, fingerprint="other")
    assert RuleSet([made]).decide(call("read_a"), changed, 0).verdict == "ask"
    assert RuleSet([pattern]).decide(call("read_a"), read, 0).verdict == "ask", "without a list it covers none"
    for kind in ("deny", "ask"):
        assert RuleSet([rule(kind, tool="read_*"), rule("allow")]).decide(call("read_b"), later, 0).verdict == kind


@pytest.mark.parametrize("name", ["a*", "a?", "a[*]", "*a", "[x]*", "a\\*", "**"])
def test_name_with_pattern_characters_can_match_exactly(name: str) -> None:
    exact = rule("deny", tool=pattern_for(name))
    assert verdict([exact, rule("allow")], call(name)) == "deny"
    assert verdict([exact, rule("allow")], call("ab")) == "allow"
    assert verdict([exact, rule("allow")], call("zzz")) == "allow"


def test_explain_shows_whether_each_rule_covers_a_call() -> None:
    rules = RuleSet([
        rule("allow", id="near", when=when("/path", "starts-with", "/ok")), rule("deny", id="far", server="other"),
        rule("allow", id="more", when=when("/path", "starts-with", "/e")),
        rule("deny", id="no", when=when("/n", "equals", 1)),
    ])  # fmt: skip
    members = {one.rule.id: one for one in rules.consider_all(call(path="/etc", n=2), None, 0)}
    assert members.keys() == {"near", "more", "no"}
    assert (members["near"].shortfall.condition, members["near"].verdict) == (
        when("/path", "starts-with", "/ok")[0],
        None,
    )
    assert members["more"].shortfall.pointer == "/n"
    assert members["no"].shortfall.condition.value == 1


# --- properties ---------------------------------------------------------------------------------------------------

VALUES = st.sampled_from(["a", "b", 1, None])
ARGUMENTS = st.dictionaries(st.sampled_from(["x", "y", "z"]), VALUES, max_size=3)
CONDITIONS = st.lists(
    st.builds(
        Condition, pointer=st.sampled_from(["/x", "/y"]),
        matcher=st.sampled_from(["equals", "starts-with", "absent", "regex"]),
        value=st.sampled_from(["a", "b", "("]), quantifier=st.sampled_from(["value", "each", "any"]),
    ),
    max_size=2,
).map(tuple)  # fmt: skip
RULES = st.builds(
    Rule, id=st.uuids().map(str), verdict=st.sampled_from(["allow", "deny", "ask"]),
    tool=st.sampled_from(["t", "*", "t?"]),
    when=CONDITIONS, except_=CONDITIONS, other_arguments=st.sampled_from(["none", "any"]),
    expires=st.sampled_from([0.0, 5.0, 20.0]), covers=st.just(None),
)  # fmt: skip
STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}


@given(st.lists(RULES, max_size=4), RULES, ARGUMENTS)
def test_adding_a_deny_or_ask_rule_never_allows_more(rules: list[Rule], more: Rule, arguments: dict[str, Any]) -> None:
    asked = call("tx", **arguments)
    before = verdict(rules, asked)
    for kind in ("deny", "ask"):
        stricter = msgspec.structs.replace(more, verdict=kind)
        assert STRICTNESS[verdict([*rules, stricter], asked)] >= STRICTNESS[before]


@given(st.lists(RULES, max_size=4), ARGUMENTS)
def test_the_order_of_rules_never_matters(rules: list[Rule], arguments: dict[str, Any]) -> None:
    asked = call(**arguments)
    assert len({verdict(list(order), asked) for order in itertools.permutations(rules)}) <= 1


@given(RULES, CONDITIONS, ARGUMENTS)
def test_narrowed_rule_never_covers_more_calls(
    wide: Rule, more: tuple[Condition, ...], arguments: dict[str, Any]
) -> None:
    asked, everything = call(**arguments), rule("allow", id="all")
    allow = msgspec.structs.replace(wide, verdict="allow")
    for narrow in (
        msgspec.structs.replace(allow, except_=(*allow.except_, *more)),
        msgspec.structs.replace(allow, when=(*allow.when, *more)) if allow.when else allow,
        msgspec.structs.replace(allow, other_arguments="none"),
    ):
        if allow.other_arguments == "any" or narrow.when == allow.when:
            assert not (verdict([narrow], asked) == "allow" and verdict([allow], asked) != "allow")
    deny = msgspec.structs.replace(wide, verdict="deny")
    excepted = msgspec.structs.replace(deny, except_=(*deny.except_, *more))
    if fault_of(excepted, None) == fault_of(deny, None):
        assert STRICTNESS[verdict([excepted, everything], asked)] <= STRICTNESS[verdict([deny, everything], asked)]


@given(st.lists(RULES, max_size=3), RULES, CONDITIONS, ARGUMENTS)
def test_exception_never_allows_a_call_that_another_rule_denies(
    rules: list[Rule], denies: Rule, more: tuple[Condition, ...], arguments: dict[str, Any]
) -> None:
    asked = call(**arguments)
    other = msgspec.structs.replace(denies, verdict="deny")
    if verdict([*rules, other], asked) == "deny":
        narrowed = [msgspec.structs.replace(one, except_=(*one.except_, *more)) for one in rules]
        alone = verdict([other], asked) == "deny"
        assert not alone or verdict([*narrowed, other], asked) == "deny"


@given(st.lists(RULES, max_size=4), ARGUMENTS)
def test_a_rule_that_is_over_never_allows(rules: list[Rule], arguments: dict[str, Any]) -> None:
    ended = [msgspec.structs.replace(one, expires=5.0) for one in rules]
    assert RuleSet(ended).decide(call(**arguments), None, 5.0).verdict == "ask"


@given(RULES, ARGUMENTS)
def test_stored_rule_decides_like_the_original(one: Rule, arguments: dict[str, Any]) -> None:
    back = msgspec.convert(msgspec.json.decode(msgspec.json.encode(one)), Rule)
    assert back == one
    assert verdict([back], call(**arguments)) == verdict([one], call(**arguments))
