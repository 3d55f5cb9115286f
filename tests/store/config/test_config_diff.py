"""What somebody else's configuration may change at once: never anything that lets more through than before."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.model import Call, ClientInfo, Tool
from toolguard.gate.policy.rules import Rule, RuleSet
from toolguard.gate.policy.tool_visibility import ToolVisibility, VisibilityRule
from toolguard.store.config.config_diff import Loosening, apply_changes, has_missing, split_changes

EMPTY: dict[str, Any] = {
    "servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "limits": {}, "security_keys": {},
    "preferences": {},
}  # fmt: skip
FIRMNESS = {"allow": 2, "ask": 1, "deny": 0}
NAMES = ("a", "A", "b")
PLACES = st.sampled_from((*NAMES, "*"))
CONDITIONS = st.lists(
    st.fixed_dictionaries(
        {
            "pointer": st.just("/x"),
            "matcher": st.sampled_from(("equals", "regex")),
            "value": st.sampled_from(("1", "(")),
        }
    ),
    max_size=1,
)
RULES = st.lists(
    st.fixed_dictionaries({
        "id": st.sampled_from("123"), "client": st.sampled_from("a*"), "server": st.just("a"),
        "tool": st.sampled_from(("a", "*", "?")), "verdict": st.sampled_from(("allow", "ask", "deny")),
        "fingerprint": st.sampled_from((None, "f")), "expires": st.sampled_from((None, 5.0, 15.0)),
    }, optional={
        "when": CONDITIONS, "except": CONDITIONS, "other_arguments": st.sampled_from(("none", "any")),
        "covers": st.sampled_from((None, {"a": {"a": "f"}})), "disabled": st.booleans(),
        "examples": st.sampled_from(([], [{"arguments": {"x": "1"}}])),
    }), min_size=1, max_size=3, unique_by=lambda rule: rule["id"],
)  # fmt: skip
SWITCHES = st.lists(
    st.fixed_dictionaries(
        {"server": st.just("s"), "exposed": st.booleans()}, optional={"client": PLACES, "tool": PLACES}
    ),
    max_size=4,
)


def rules_of(entries: list[dict[str, Any]]) -> RuleSet:
    kept = ({name: value for name, value in one.items() if value is not None} for one in entries)
    return RuleSet(msgspec.convert(one, Rule) for one in kept)


def verdicts(entries: list[dict[str, Any]]) -> list[int]:
    """What becomes of every call that such rules can tell apart, at three times."""
    rules, found = rules_of(entries), []
    for client, name, mark, x in itertools.product("ab", "ab", "fg", ("1", "2")):
        message = {"params": {"name": name, "arguments": {"x": x}}}
        call = Call(id="", session="", client=ClientInfo(id=client), claim="", server="a", tool=name, message=message,
                    era="legacy", since=0.0)  # fmt: skip
        tool = Tool(server="a", name=name, fingerprint=mark)
        found += [FIRMNESS[rules.decide(call, tool, now).verdict] for now in (1.0, 10.0, 20.0)]
    return found


def shown(entries: list[dict[str, Any]]) -> set[tuple[str, str]]:
    exposure = ToolVisibility(msgspec.convert(one, VisibilityRule) for one in entries)
    return {(client, tool) for client in NAMES for tool in NAMES if exposure.is_visible(client, "s", tool)}


@given(RULES, RULES)
def test_rules_from_the_file_never_allow_a_call_before_acceptance(now: Any, found: Any) -> None:
    kept, waiting = split_changes(EMPTY | {"rules": now}, EMPTY | {"rules": found})
    assert all(after <= before for before, after in zip(verdicts(now), verdicts(kept["rules"]), strict=True))
    whole, fits = apply_changes(kept, waiting)
    assert fits and verdicts(whole["rules"]) == verdicts(found)
    ids = [rule["id"] for rule in kept["rules"]]
    assert len(ids) == len(set(ids))


@given(RULES, RULES)
def test_restrictions_apply_at_once(now: Any, found: Any) -> None:
    more = [*now, *({**one, "id": f"new{one['id']}", "verdict": "deny", "disabled": False} for one in found)]
    kept, waiting = split_changes(EMPTY | {"rules": now}, EMPTY | {"rules": more})
    assert (sorted(kept["rules"], key=str), waiting) == (sorted(more, key=str), ())


@given(SWITCHES, SWITCHES)
def test_switches_from_the_file_never_show_a_tool_before_acceptance(now: Any, found: Any) -> None:
    kept, waiting = split_changes(EMPTY | {"tools": now}, EMPTY | {"tools": found})
    assert shown(kept["tools"]) <= shown(now)
    whole, fits = apply_changes(kept, waiting)
    assert fits and shown(whole["tools"]) == shown(found)


DENY = {"id": "1", "client": "*", "server": "a", "tool": "a", "verdict": "deny"}


@pytest.mark.parametrize(
    ("before", "after", "at_once"),
    [
        (DENY, None, False),
        (DENY, {**DENY, "tool": "*"}, True),
        (DENY, {**DENY, "tool": "b"}, False),
        (DENY, {**DENY, "client": "a"}, False),
        (DENY, {**DENY, "verdict": "ask"}, False),
        (DENY, {**DENY, "verdict": "allow"}, False),
        (DENY, {**DENY, "expires": 5.0}, False),
        (DENY, {**DENY, "expires": None, "by": "person", "created": 2.0}, True),
        (DENY, {**DENY, "id": "2"}, True),
        ({**DENY, "expires": 5.0}, {**DENY, "expires": 15.0}, True),
        ({**DENY, "expires": 15.0}, {**DENY, "expires": 5.0}, False),
        ({**DENY, "verdict": "ask"}, DENY, True),
        ({**DENY, "verdict": "ask"}, None, False),
        ({**DENY, "verdict": "allow"}, None, True),
        ({**DENY, "verdict": "allow"}, DENY, True),
        ({**DENY, "verdict": "allow"}, {**DENY, "verdict": "ask"}, True),
        (DENY, {**DENY, "disabled": True}, False),
        ({**DENY, "disabled": True}, DENY, True),
        ({**DENY, "disabled": True}, None, True),
        ({**DENY, "disabled": True}, {**DENY, "verdict": "allow"}, False),
        ({**DENY, "verdict": "allow"}, {**DENY, "verdict": "allow", "disabled": True}, True),
        ({**DENY, "verdict": "allow", "disabled": True}, {**DENY, "verdict": "allow"}, False),
        ({**DENY, "verdict": "allow", "disabled": True}, {**DENY, "disabled": True}, True),
    ],
)
def test_external_rule_applies_at_once_or_waits(before: Any, after: Any, at_once: bool) -> None:
    found = {**EMPTY, "rules": [after] if after else []}
    kept, waiting = split_changes({**EMPTY, "rules": [before]}, found)
    assert (kept["rules"], bool(waiting)) == ((found["rules"], False) if at_once else ([before], True))


def test_waiting_rule_does_not_replace_another_rule() -> None:
    one, two = DENY, {**DENY, "id": "2", "tool": "b"}
    kept, waiting = split_changes({**EMPTY, "rules": [one, two]}, {**EMPTY, "rules": [{**two, "id": "1"}]})
    assert sorted(kept["rules"], key=str) == [one, two]
    assert len(waiting) == 2


@pytest.mark.parametrize("change", [{"fingerprint": ""}, {"expires": 15.0}, {"tool": "*"}])
def test_an_allow_rule_of_another_meaning_waits_and_the_old_one_ends(change: Any) -> None:
    old = {**DENY, "verdict": "allow", "fingerprint": "f", "expires": 5.0}
    kept, waiting = split_changes({**EMPTY, "rules": [old]}, {**EMPTY, "rules": [{**old, **change}]})
    assert (kept["rules"], waiting) == ([], (Loosening("rules", "1", None, {**old, **change}),))


LIMIT = {"server": "a", "calls": 30, "seconds": 60}
GIT = {"kind": "stdio", "command": "git-mcp", "enabled": True}
KEY = {"kind": "secret", "servers": ["git", "web"], "launches": {"git": {"command": "git-mcp"}}}
DESK = {"token": "0" * 64, "servers": ["git", "web"], "created": 1.0}


@pytest.mark.parametrize(
    ("section", "before", "after", "held"),
    [
        ("limits", None, LIMIT, LIMIT),
        ("limits", LIMIT, None, LIMIT),
        ("limits", LIMIT, {**LIMIT, "calls": 10}, {**LIMIT, "calls": 10}),
        ("limits", LIMIT, {**LIMIT, "result": 1}, {**LIMIT, "result": 1}),
        ("limits", LIMIT, {**LIMIT, "calls": 40}, LIMIT),
        ("limits", LIMIT, {**LIMIT, "calls": 0}, LIMIT),
        ("limits", LIMIT, {**LIMIT, "seconds": 10}, LIMIT),
        ("limits", LIMIT, {**LIMIT, "tool": "b"}, LIMIT),
        ("servers", None, GIT, None),
        ("servers", GIT, None, None),
        ("servers", GIT, {**GIT, "command": "evil"}, GIT),
        ("servers", GIT, {**GIT, "env": {"LD_PRELOAD": "/x"}}, GIT),
        ("servers", GIT, {**GIT, "arguments": {"push": {"/to": "${secret:key}"}}}, GIT),
        ("servers", GIT, {**GIT, "enabled": False}, {**GIT, "enabled": False}),
        ("servers", {**GIT, "enabled": False}, GIT, {**GIT, "enabled": False}),
        ("servers", {**GIT, "requests": {"roots": "ask"}}, GIT, {**GIT, "requests": {"roots": "ask"}}),
        ("servers", GIT, {**GIT, "trust_hints": True}, GIT),
        ("servers", {**GIT, "trust_hints": True}, {**GIT, "trust_hints": False}, {**GIT, "trust_hints": False}),
        ("servers", GIT, {**GIT, "cwd": None, "args": []}, {**GIT, "cwd": None, "args": []}),
        ("secrets", None, {"note": "n"}, {"note": "n"}),
        ("secrets", KEY, {**KEY, "note": "n"}, {**KEY, "note": "n"}),
        ("secrets", KEY, {**KEY, "servers": ["web"], "launches": {}}, {**KEY, "servers": ["web"], "launches": {}}),
        ("clients", None, DESK, None),
        ("clients", DESK, None, None),
        ("clients", DESK, {**DESK, "token": "1" * 64}, None),
        ("clients", DESK, {**DESK, "servers": ["git"]}, {**DESK, "servers": ["git"]}),
        ("clients", DESK, {**DESK, "servers": None}, DESK),
        ("clients", {**DESK, "servers": None}, DESK, DESK),
        ("preferences.prompt_timeout", 60, 0, 60),
        ("preferences.prompt_timeout", None, 301, None),
        ("preferences.prompt_timeout", 60, 30, 30),
        ("preferences.prompt_timeout", 0, 30, 30),
        ("preferences.prompt_timeout", 60, None, 60),
        ("preferences.secrets_in_arguments", None, "ask", None),
        ("preferences.secrets_in_arguments", "ask", None, None),
        ("preferences.pending_total", 5, 500, 500),
    ],
)
def test_each_kind_of_change_applies_or_waits(section: str, before: Any, after: Any, held: Any) -> None:
    section, _, name = section.partition(".")
    name = name or "one"
    now, found = ({**EMPTY, section: {name: one} if one is not None else {}} for one in (before, after))
    kept, waiting = split_changes(now, found)
    assert kept[section].get(name) == held
    assert waiting == (() if held == after else (Loosening(section, name, held, after),))
    assert apply_changes(kept, waiting) == (found, True)


@pytest.mark.parametrize(
    ("after", "servers", "launches"),
    [
        (None, [], {}),
        ({"kind": "secret", "servers": ["git", "web", "evil"]}, ["git", "web"], KEY["launches"]),
        ({**KEY, "launches": {}}, ["git", "web"], KEY["launches"]),
        ({**KEY, "launches": {"git": {"command": "evil"}}}, ["git", "web"], KEY["launches"]),
        ({**KEY, "kind": "user_id", "servers": ["git"]}, ["git"], KEY["launches"]),
        ({**KEY, "kind": "oauth", "issuer": "https://evil"}, ["git", "web"], KEY["launches"]),
    ],
)
def test_changed_secret_entry_adds_no_binding_before_acceptance(after: Any, servers: list[str], launches: Any) -> None:
    now = {**EMPTY, "secrets": {"key": KEY}}
    found = {**EMPTY, "secrets": {"key": after} if after else {}}
    kept, waiting = split_changes(now, found)
    held = kept["secrets"]["key"]
    assert (held["kind"], held["servers"], held["launches"]) == ("secret", servers, launches)
    assert [one.after for one in waiting] == [after]


def test_stale_change_is_left_out_and_reported() -> None:
    now = {**EMPTY, "preferences": {"prompt_timeout": 60}}
    _, waiting = split_changes(now, {**EMPTY, "preferences": {"prompt_timeout": 0}})
    now["preferences"] = {"prompt_timeout": 90}
    assert apply_changes(now, waiting) == (now, False)


def test_missing_members_differ_from_changed_ones() -> None:
    now = {**EMPTY, "servers": {"git": GIT}}
    assert has_missing(now, EMPTY)
    assert not has_missing(
        now, {**EMPTY, "servers": {"git": {**GIT, "enabled": False}}, "preferences": {"sound": True}}
    )


def test_thousands_of_rules_are_compared_without_comparing_each_with_each() -> None:
    many = [{**DENY, "id": str(number), "tool": f"t{number}"} for number in range(3000)]
    other = [{**rule, "id": f"new{rule['id']}"} for rule in many]
    looked = 0

    class Counted(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            nonlocal looked
            looked += 1
            return super().__getitem__(name)

    kept, waiting = split_changes({**EMPTY, "rules": many}, {**EMPTY, "rules": [Counted(rule) for rule in other]})
    assert (len(kept["rules"]), waiting) == (3000, ()) and looked < 100 * len(many)
