"""Rules as tables: deny beats ask beats allow, and no rule means ask."""

import itertools
from operator import attrgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.model import Call, ClientInfo, Tool
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import MATCHERS, AllowRulePolicy, Rule, RuleSet, covers_tool, overrides, pattern_for

NAMES = ["a", "b", "*"]


def call(client="a", server="a", tool="a", session="s", arguments=None):
    params = {"name": tool, "arguments": arguments or {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return Call(
        id="1",
        session=session,
        client=ClientInfo(id=client),
        claim="",
        server=server,
        tool=tool,
        message=message,
        era="legacy",
        since=0,
    )


def rule(verdict, client="*", server="*", tool="*", **more):
    return Rule(id=more.pop("id", "r"), client=client, server=server, tool=tool, verdict=verdict, **more)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], "ask"),
        (["allow"], "allow"),
        (["ask"], "ask"),
        (["deny"], "deny"),
        (["allow", "ask"], "ask"),
        (["allow", "deny"], "deny"),
        (["ask", "deny"], "deny"),
        (["allow", "ask", "deny"], "deny"),
    ],
)
def test_deny_beats_ask_beats_allow_in_any_order(verdicts, expected):
    for order in itertools.permutations(verdicts):
        assert RuleSet(rule(verdict) for verdict in order).decide(call(), None, 0).verdict == expected


@pytest.mark.parametrize("place", [name for name in MATCHERS if name != "method"])
def test_every_place_matches_exactly_or_by_star(place):
    assert RuleSet([rule("allow", **{place: "a"})]).decide(call(), None, 0).verdict == "allow"
    assert RuleSet([rule("allow", **{place: "A"})]).decide(call(), None, 0).verdict == "ask"
    assert RuleSet([rule("allow", **{place: "b"})]).decide(call(), None, 0).verdict == "ask"
    assert RuleSet([rule("deny", **{place: "a*"})]).decide(call(), None, 0).verdict == "deny"
    assert RuleSet([rule("deny", **{place: pattern_for("a*")})]).decide(call(), None, 0).verdict == "ask"


def test_a_tool_that_is_called_star_is_not_matched_by_more_than_the_star():
    rules = RuleSet([rule("allow", tool="b")])
    assert rules.decide(call(tool="*"), None, 0).verdict == "ask"


@pytest.mark.parametrize(
    ("other", "overlap"),
    [
        (rule("deny"), True),
        (rule("ask", server="files", tool="erase"), True),
        (rule("deny", server="fil*", tool="erase"), True),
        (rule("deny", client="desk"), True),
        (rule("deny", server="mail"), False),
        (rule("deny", method="resources/read"), False),
        (rule("deny", server="*s"), True),
        (rule("deny", server="m*"), False),
        (rule("allow"), False),
    ],
)
def test_stricter_rule_for_some_of_the_same_calls_overrides_an_allow_rule(other, overlap):
    assert overrides(other, rule("allow", server="files")) is overlap
    assert not overrides(rule("allow", server="files"), other)


@pytest.mark.parametrize("tool", ["ERASE", "Er*"])
def test_stricter_rule_overrides_an_allow_rule_for_a_tool_in_another_case(tool):
    assert overrides(rule("deny", tool=tool), rule("allow", tool="erase"))
    assert not overrides(rule("deny", server="Files"), rule("allow", server="files"))


def test_a_rule_ends_when_it_expires():
    rules = RuleSet([rule("allow", expires=100.0)])
    assert rules.decide(call(), None, 99.9).verdict == "allow"
    assert rules.decide(call(), None, 100.0).verdict == "ask"


def test_an_allow_rule_is_for_the_definition_it_was_made_for():
    rules = RuleSet([rule("allow", fingerprint="f1")])
    assert rules.decide(call(), Tool(server="a", name="a", fingerprint="f1"), 0).verdict == "allow"
    changed = rules.decide(call(), Tool(server="a", name="a", fingerprint="f2"), 0)
    assert (changed.verdict, "changed" in changed.note) == ("ask", True)
    unseen = rules.decide(call(), None, 0)
    assert (unseen.verdict, "not listed" in unseen.note) == ("ask", True)


def test_deny_rule_applies_to_any_definition_of_the_tool():
    rules = RuleSet([rule("deny", fingerprint="f1")])
    assert rules.decide(call(), Tool(server="a", name="a", fingerprint="f2"), 0).verdict == "deny"


def test_rules_are_listed_and_removed_by_id():
    rules = RuleSet([rule("allow", id="x"), rule("deny", tool="b", id="y")])
    assert {one.id for one in rules} == {"x", "y"}
    assert rules.remove("x").id == "x"
    assert rules.remove("x") is None
    assert [one.id for one in rules] == ["y"]
    assert rules.decide(call(), None, 0).verdict == "ask"


some_rules = st.lists(
    st.builds(
        rule,
        st.sampled_from(["allow", "deny", "ask"]),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
    ),
    max_size=12,
)


@given(
    some_rules,
    st.builds(call, st.sampled_from("ab"), st.sampled_from("ab"), st.sampled_from("ab")),
    st.sampled_from(["deny", "ask"]),
)
def test_adding_a_deny_or_ask_rule_never_frees_a_call(rules, one, verdict):
    before = RuleSet(rules).decide(one, None, 0).verdict
    for place in itertools.product(NAMES, repeat=3):
        after = RuleSet([*rules, rule(verdict, *place)]).decide(one, None, 0).verdict
        assert after != "allow" or before == "allow"
        assert before != "deny" or after == "deny"


@given(some_rules, st.builds(call, st.sampled_from("ab"), st.sampled_from("ab"), st.sampled_from("ab")))
def test_indexed_decision_equals_a_linear_scan(rules, one):
    hits = [
        r.verdict
        for r in rules
        if all(getattr(r, name) in ("*", attrgetter(m.of)(one)) for name, m in MATCHERS.items() if m.of)
    ]
    slow = "deny" if "deny" in hits else "ask" if "ask" in hits or not hits else "allow"
    assert RuleSet(rules).decide(one, None, 0).verdict == slow


TOOLS = [None, *(Tool(server="a", name="a", fingerprint=pin) for pin in ("f1", "f2"))]
KINDS = [
    {}, {"expires": 50.0}, {"session": "s"}, {"until": "lock"}, {"disabled": True}, {"fingerprint": "f1"},
    {"client": "a"}, {"server": "*"}, {"tool": "A"}, {"tool": "a*"},
    {"when": (Condition(pointer="/x", matcher="equals", value="1"),)},
]  # fmt: skip
ASKED = [
    (call(session=session, arguments=arguments), tool, now)
    for tool in (*TOOLS, None) for session in "st" for arguments in ({}, {"x": "1"}) for now in (10.0, 90.0)
]  # fmt: skip


@pytest.mark.parametrize("more", KINDS, ids=str)
@pytest.mark.parametrize("verdict", ["allow", "deny", "ask"])
def test_cached_verdict_equals_a_fresh_one(verdict, more):
    rules = RuleSet()
    changes = (
        lambda: rules.add(rule(verdict, id="x", **{"server": "a", "tool": "a", **more})),
        lambda: rules.set_unidentified(frozenset("a")),
        lambda: rules.set_unidentified(frozenset()),
        lambda: rules.add(rule("allow", server="a", tool="a", id="y")),
        lambda: rules.set_allows(AllowRulePolicy(kind="none")),
        lambda: rules.set_allows(AllowRulePolicy()),
        lambda: rules.remove("x"),
    )
    for change in changes:
        change()
        for one, tool, now in ASKED:
            fresh = RuleSet(rules)
            fresh.set_unidentified(rules.unidentified)
            fresh.set_allows(rules.allows)
            assert rules.decide(one, tool, now) == fresh.decide(one, tool, now)


SPELLINGS = ["a", "A", "ab", "a*", "*", "?", "a[*]b", "a*b", "ß", "ss", "I", "ı", "K", "\u212a", "e\u0301", "é", "É"]


@pytest.mark.parametrize("verdict", ["allow", "deny", "ask"])
def test_rule_that_decides_a_call_covers_its_tool(verdict):
    for tool, name in itertools.product(SPELLINGS, repeat=2):
        made = rule(verdict, tool=tool)
        assert RuleSet([made]).decide(call(tool=name), None, 0).rule is None or covers_tool(made, "a", name)


def test_long_names_of_tools_are_not_kept():
    rules = RuleSet([Rule(id="a", verdict="allow")])
    assert rules.decide(call(tool="x" * 10_000), None, 0).verdict == "allow"
    assert not rules._matching
