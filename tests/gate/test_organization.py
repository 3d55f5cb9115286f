"""Rules of an organization: they deny and ask beside the person's own, and limit what the person may allow."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.gate.policy.rules import ORGANIZATION, AllowRulePolicy, Rule, RuleRequest

OK = {"content": []}
DENY = Rule(id="o-1", tool="erase", verdict="deny", until="session", by=ORGANIZATION)
ALLOW = Rule(id="mine", verdict="allow")


async def test_organization_rule_denies_pending_calls_and_overrides_the_person(harness: Any) -> None:
    await harness.start()
    harness.call(1, "erase")
    await harness.wait_for_pending()
    harness.guard.set_organization([DENY], AllowRulePolicy())
    assert (await harness.receive())["result"]["isError"]
    harness.guard.add_rule(ALLOW, by="person")
    harness.call(2, "erase")
    assert (await harness.receive())["result"]["isError"]
    assert [one.by for one in harness.log.of("CallDecided")] == ["rule o-1", "rule o-1"]
    harness.guard.set_organization([], AllowRulePolicy())
    harness.call(3, "erase")
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK


async def test_a_change_of_the_settings_file_keeps_an_organizations_rules(harness: Any) -> None:
    await harness.start()
    harness.guard.set_organization([DENY], AllowRulePolicy())
    harness.guard.apply_saved_rules([ALLOW], by="config.json")
    assert {rule.id for rule in harness.gate.rules} == {"o-1", "mine"}


async def test_an_allow_rule_that_is_forbidden_does_not_count_and_is_not_made(harness: Any) -> None:
    await harness.start()
    harness.guard.add_rule(ALLOW, by="person")
    harness.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    harness.call(1)
    held = (await harness.wait_for_pending())[0]
    assert "organization" in held.warnings[0]
    with pytest.raises(ValueError, match="organization"):
        harness.guard.add_rule(Rule(id="more", verdict="allow"), by="person")
    requested = RuleRequest(client="desk", server="files", tool="read", verdict="allow", until="always")
    result = await harness.guard.approve(held.call.id, shown=held.call.digest, remember=requested)
    assert "organization" in result and harness.guard.snapshot().pending
    harness.guard.add_rule(Rule(id="short", verdict="allow", expires=harness.now + 60), by="person")
    harness.call(2, arguments={"n": 1})
    await harness.server_respond(OK)
    assert (await harness.receive())["id"] == 2


async def test_only_its_own_rules_go_with_an_organization(harness: Any) -> None:
    """A rule with the same id, or one that claims to be an organization's, is not taken for one of its rules."""
    await harness.start()
    harness.guard.add_rule(Rule(id="o-1", tool="erase", verdict="deny"), by="person")
    harness.guard.set_organization([DENY], AllowRulePolicy())
    assert harness.gate.rules.remove("o-1").by == ""
    assert harness.gate.rules.remove("o-1") is None, "an organization's rule goes only as such"
    assert [rule.by for rule in harness.gate.rules] == [ORGANIZATION]


@pytest.mark.parametrize(
    ("policy", "forbidden"),
    [
        (AllowRulePolicy(), set()),
        (AllowRulePolicy(kind="temporary"), {"always"}),
        (AllowRulePolicy(longest=3600), {"4h", "12h", "lock", "idle:5m", "idle:15m", "always"}),
        (AllowRulePolicy(kind="none"), set(RULE_ENDS)),
    ],
)
def test_forbidden_ends_are_those_that_no_allow_rule_can_have(policy: AllowRulePolicy, forbidden: set[str]) -> None:
    found = policy.forbidden_ends()
    assert set(found) == forbidden and all("rganization" in reason for reason in found.values())


@pytest.mark.parametrize(
    ("longest", "words"),
    [(28_800, "8 hours"), (3_600, "60 minutes"), (172_800, "2 days"), (5_400, "90 minutes"), (90, "90 seconds")],
)
def test_longest_duration_is_shown_in_its_largest_unit(longest: float, words: str) -> None:
    rule = Rule(id="r", verdict="allow", created=1.0, expires=9e9)
    assert AllowRulePolicy(longest=longest).forbids(rule, 1.0).endswith(f"for at most {words}.")


def test_forged_creation_time_does_not_shorten_a_rule() -> None:
    policy = AllowRulePolicy(longest=3600)
    forged = Rule(id="r", verdict="allow", created=99_000.0, expires=100_000.0)
    assert policy.forbids(forged, 1_000.0) and not policy.forbids(forged, 97_000.0)
