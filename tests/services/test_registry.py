"""Orders: what each does with and without an app, what waits for a person, and what can never be ordered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec import structs

from tests.support.manual_authenticator import presence_off
from tests.support.services_harness import Harness
from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.clients.local.listener import LocalApp, LocalListener
from toolguard.gate.api import GateApi
from toolguard.gate.json_pointer import value_at
from toolguard.gate.model import ConfigChanged
from toolguard.gate.policy.rules import AllowRulePolicy, Rule
from toolguard.gate.texts import TEXTS
from toolguard.services.context import ServiceContext
from toolguard.services.registry import ORDERS, execute

VALUE = "hunter2-Pr\u00fcfung"


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


# --- the table


@pytest.mark.parametrize("name", ORDERS)
def test_every_row_is_complete(name: str) -> None:
    order = ORDERS[name]
    assert order.name == name
    assert order.kind
    jsonschema.Draft202012Validator.check_schema(order.schema)
    assert order.schema["additionalProperties"] is False
    assert all(part.get("title") for part in order.schema["properties"].values()), "errors are worded by titles"
    if order.loosens:
        assert order.changes
        rules = [{"id": "i", "client": "c", "server": "n", "tool": "t", "verdict": "allow"}]
        given = {"name": "n", "command": "c", "servers": ["s"], "id": "i", "server": "s", "tool": "t", "rules": rules}
        fits = {member: value for member, value in given.items() if member in order.schema["properties"]}
        assert order.detail(fits), "what is accepted is shown"


def test_no_order_approves_a_call_or_accepts_a_proposal() -> None:
    for name, order in ORDERS.items():
        for word in ("approve", "accept", "allow", "decide", "answer"):
            assert word not in name
        assert not {"call", "call_id", "proposal", "proposal_id"} & set(order.schema["properties"])


@pytest.mark.parametrize("name", ORDERS)
async def test_every_order_refuses_arguments_that_do_not_fit(harness: Harness, name: str) -> None:
    for arguments in (None, 7, [], "text", {"unknown": 1}):
        reply = await execute(name, arguments, harness.app, harness.propose)
        assert reply["ok"] is False, arguments
        assert reply["error"].startswith("This cannot be done: ")
        assert not harness.asked and not harness.log.events


_WRONG: list[tuple[str, dict[str, Any]]] = [
    ("server.add", {"name": "../x", "command": "c"}),
    ("server.add", {"name": "x\n", "command": "c"}),
    ("server.add", {"name": "x"}),
    ("server.add", {"name": "x", "command": ""}),
    ("server.add", {"name": "x", "command": "c", "args": "text"}),
    ("server.add", {"name": "x", "command": "c", "args": ["a\0b"]}),
    ("server.add", {"name": "x", "command": "c", "env": {"A=B": "c"}}),
    ("server.add", {"name": "x", "command": "c\ud800"}),
    ("rule.add", {"server": "s", "tool": "t", "verdict": "maybe"}),
    ("rule.add", {"server": "s", "tool": "t", "verdict": "allow", "seconds": -1}),
    ("rule.add", {"server": "", "tool": "t", "verdict": "deny"}),
    ("secret.set", {"name": "T", "value": ""}),
    ("secret.set", {"name": "T", "value": 7}),
    ("secret.bind", {"name": "T", "servers": []}),
    ("secret.bind", {"name": "T", "servers": "s"}),
]


@pytest.mark.parametrize(("name", "arguments"), _WRONG)
async def test_invalid_values_are_refused_before_a_question(harness: Harness, name: str, arguments: Any) -> None:
    reply = await execute(name, arguments, harness.app, harness.propose)
    assert reply["ok"] is False and not harness.asked and not harness.log.events


@pytest.mark.parametrize("name", ["approve", "call.approve", "", "__init__", 7, None, ["server.list"]])
async def test_an_order_that_does_not_exist_is_refused(harness: Harness, name: Any) -> None:
    assert "There is no command" in (await execute(name, {}, harness.app, harness.propose))["error"]


# --- servers


async def test_new_server_waits_for_approval_with_its_exact_command(harness: Harness) -> None:
    await harness.order(
        "server.add", name="x", command="prog", args=["a b", "y'\nfolder   /safe"], env={"K": "v"}, cwd="/d"
    )
    ((kind, title, detail, by),) = harness.asked
    assert (kind, by) == ("server", "command line") and "x" in title
    lines = detail.split("\n")
    assert lines[0] == "server   x"
    assert lines[1].startswith("command  prog 'a b' ") and "⟨U+000A LINE FEED⟩" in lines[1]
    assert lines[2:] == ["folder   /d", "env      K=v"]
    assert harness.config.servers["x"].args[0] == "a b"


async def test_declined_order_is_not_run(harness: Harness) -> None:
    harness.consents = False
    assert "declined" in await harness.refusal("server.add", name="x", command="c")
    assert not harness.config.servers


async def test_existing_server_is_refused_before_a_question(harness: Harness) -> None:
    await harness.with_server()
    assert "already" in await harness.refusal("server.add", name="files", command="other")
    assert not harness.asked and harness.config.servers["files"].command == "prog"


async def test_change_with_a_different_meaning_after_acceptance_is_refused(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("secret.set", name="T", value=VALUE)

    async def bound_meanwhile() -> None:
        harness.config.bind_secret("T", "files")

    await harness.order("server.add", name="other", command="c")
    harness.before_answer = bound_meanwhile
    assert "edited after you were asked" in await harness.refusal("secret.bind", name="T", servers=["files", "other"])
    assert harness.config.secrets["T"].servers == ("files",)


async def test_removed_server_removes_its_allow_rules_and_bindings(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("rule.add", server="files", tool="read", verdict="allow")
    await harness.order("rule.add", server="files", tool="erase", verdict="deny")
    harness.gate.rules.add(Rule(id="s", server="files", tool="list", verdict="allow", until="session"))
    await harness.order("secret.set", name="T", value=VALUE)
    await harness.order("secret.bind", name="T", servers=["files"])
    harness.asked.clear()
    await harness.order("server.remove", name="files")
    assert not harness.asked
    assert [rule.verdict for rule in harness.gate.rules] == ["deny"]
    assert [rule["verdict"] for rule in harness.config.rules] == ["deny"]
    assert harness.config.secrets["T"].servers == ()


# --- rules


@pytest.mark.parametrize(("verdict", "waits"), [("allow", True), ("deny", False), ("ask", False)])
async def test_only_an_allow_rule_waits_for_a_person(harness: Harness, verdict: str, waits: bool) -> None:
    await harness.order("rule.add", server="files", tool="read", verdict=verdict)
    assert bool(harness.asked) is waits
    assert [rule.verdict for rule in harness.gate.rules] == [verdict]
    assert [rule["verdict"] for rule in harness.config.rules] == [verdict]


@pytest.mark.parametrize(("verdict", "waits"), [("allow", False), ("deny", True), ("ask", True)])
async def test_only_the_end_of_an_allow_rule_needs_no_person(harness: Harness, verdict: str, waits: bool) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict=verdict)
    harness.asked.clear()
    await harness.order("rule.remove", id=rule["id"])
    assert bool(harness.asked) is waits
    assert not list(harness.gate.rules) and not harness.config.rules


@pytest.mark.parametrize("verdict", ["allow", "deny", "ask"])
async def test_turning_rules_on_or_off_waits_if_it_reduces_protection(harness: Harness, verdict: str) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict=verdict)
    harness.asked.clear()
    assert (await harness.order("rule.disable", id=rule["id"]))["disabled"] is True
    assert bool(harness.asked) is (verdict != "allow")
    assert [one["disabled"] for one in harness.config.rules] == [True]
    result = await harness.order("rule.explain", server="files", tool="read")
    assert (result["verdict"], result["rule"]) == ("ask", None)
    assert [(one["fits"], one["why"]) for one in result["considered"]] == [(False, "The rule is turned off.")]
    harness.asked.clear()
    assert (await harness.order("rule.enable", id=rule["id"]))["disabled"] is False
    assert bool(harness.asked) is (verdict == "allow")
    assert "disabled" not in harness.config.rules[0]
    assert (await harness.order("rule.explain", server="files", tool="read"))["verdict"] == verdict
    done = [event.what for event in harness.log.events if isinstance(event, ConfigChanged)]
    assert done[-2:] == [f"rule {rule['id']} turned off", f"rule {rule['id']} turned on"]


async def test_only_the_rule_that_a_person_was_shown_is_turned_on(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="*", verdict="allow", note="mine")
    await harness.order("rule.disable", id=rule["id"])
    harness.asked.clear()
    change = {"id": rule["id"], "when": [{"pointer": "/x", "matcher": "equals", "value": 1}]}
    harness.before_answer = lambda: execute("rule.change", change, harness.app, harness.propose)
    assert "edited after you were asked" in await harness.refusal("rule.enable", id=rule["id"])
    ((_, _, detail, _),) = harness.asked
    assert "files" in detail and "mine" in detail and "every tool" in harness.risks
    assert [one.disabled for one in harness.gate.rules] == [True]


async def test_accepted_change_that_fails_is_shown_and_recorded(harness: Harness) -> None:
    await harness.with_server("other")
    harness.before_answer = lambda: execute("server.remove", {"name": "other"}, harness.app, harness.propose)
    why = await harness.refusal("server.change", name="other", command="c")
    (failed,) = harness.guard.snapshot().failed_changes
    assert (failed.kind, failed.title, failed.reason) == ("server", harness.asked[0][1], why)
    event = harness.log.events[-1]
    assert isinstance(event, ConfigChanged) and event.what == "server accepted, but not changed" and why in event.detail
    harness.before_answer, harness.consents = None, False
    await harness.refusal("server.change", name="files", command="c")
    assert harness.guard.snapshot().failed_changes == (failed,)


async def test_nobody_is_asked_to_turn_on_a_rule_that_is_not_accepted(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow")
    await harness.order("rule.disable", id=rule["id"])
    harness.asked.clear()
    harness.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    assert "requires that rules that allow calls have an end" in await harness.refusal("rule.enable", id=rule["id"])
    assert not harness.asked and [one.disabled for one in harness.gate.rules] == [True]


@pytest.mark.parametrize("tool", ["read", "*"])
async def test_rule_allows_only_definitions_that_were_listed_before_the_question(harness: Harness, tool: str) -> None:
    def lists(description: str) -> None:
        definition = {"name": "read", "description": description, "inputSchema": {"type": "object"}}
        harness.gate.tools.add_page("files", "s", {"tools": [definition]}, first=True)

    async def swap() -> None:
        lists("Sends the keys.")

    await harness.with_server()
    lists("Reads files.")
    rule = await harness.order("rule.add", server="files", tool="other", verdict="allow")
    harness.before_answer = swap
    new = {"server": "files", "tool": tool, "verdict": "allow"}
    for order, arguments in (
        ("rule.add", new), ("rule.change", {"id": rule["id"], "tool": tool}), ("rule.import", {"rules": [new]}),
    ):  # fmt: skip
        lists("Reads files.")
        assert "edited after you were asked" in await harness.refusal(order, **arguments)
    assert [one.tool for one in harness.gate.rules] == ["other"]


async def test_question_about_an_import_lists_allow_rules_first(harness: Harness) -> None:
    """Its title was about the allow rule, and its row on Pending showed another one."""
    rules = [{"server": "files", "tool": tool, "verdict": verdict} for tool, verdict in (("a", "deny"), ("b", "allow"))]
    await harness.order("rule.import", rules=rules)
    ((_, title, detail, _),) = harness.asked
    assert "b" in title and detail.index("tool     b") < detail.index("tool     a")
    assert [one.tool for one in harness.gate.rules] == ["a", "b"]


async def test_disabled_rule_is_restored_without_a_question(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow", disabled=True)
    assert not harness.asked
    removed = await harness.order("rule.remove", id=rule["id"])
    await harness.order("rule.restore", **removed)
    assert not harness.asked and [one.disabled for one in harness.gate.rules] == [True]
    await harness.order("rule.revert", **{**removed, "disabled": False})
    assert harness.asked and [one.disabled for one in harness.gate.rules] == [False]


@pytest.mark.parametrize("order", ["rule.change", "rule.revert"])
async def test_question_about_a_deny_rule_changed_to_allow_names_both_effects(harness: Harness, order: str) -> None:
    rule = await harness.order("rule.add", server="files", tool="delete", verdict="deny")
    new = {"id": rule["id"], "tool": "read", "verdict": "allow"}
    await harness.order(order, **(new if order == "rule.change" else {**new, "client": "*", "server": "files"}))
    ((_, title, _, _),) = harness.asked
    assert "delete" in title and "no longer denied" in title and "read" in title and "without asking" in title


async def test_question_about_a_changed_rule_shows_all_of_it_with_its_risks(harness: Harness) -> None:
    when = [{"pointer": "/path", "matcher": "equals", "value": "/etc"}]
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow", when=when)
    harness.asked.clear()
    await harness.order("rule.change", id=rule["id"], tool="*", seconds=60)
    ((_, _, detail, _),) = harness.asked
    assert "every tool" in harness.risks
    assert "server   files" in detail.splitlines() and "/etc" in detail and "seconds  1 min" in detail


@pytest.mark.parametrize("order", ["rule.remove", "rule.change"])
async def test_only_the_rule_that_a_person_was_shown_is_removed_or_changed(harness: Harness, order: str) -> None:
    when = [{"pointer": "/path", "matcher": "equals", "value": "/etc"}]
    rule = await harness.order("rule.add", server="files", tool="read", verdict="deny", when=when)

    async def widened() -> None:
        harness.guard.change_rule(structs.replace(next(iter(harness.gate.rules)), when=()), by="person")

    harness.before_answer = widened
    more = {"seconds": 60} if order == "rule.change" else {}
    assert "edited after you were asked" in await harness.refusal(order, id=rule["id"], **more)
    ((_, _, detail, _),) = harness.asked
    assert "/etc" in detail
    assert [(one.verdict, one.when, one.expires) for one in harness.gate.rules] == [("deny", (), 0.0)]


async def test_no_order_makes_a_rule_that_claims_to_be_an_organizations(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="deny")
    claim = {"client": "*", "server": "files", "tool": "*", "verdict": "allow", "by": "organization"}
    server = {"name": "files", "command": "prog"}
    for order, arguments in (
        ("rule.revert", {**claim, "id": rule["id"]}), ("rule.restore", {**claim, "id": "new"}),
        ("server.restore", {**server, "rules": [{**claim, "id": "new"}]}),
    ):  # fmt: skip
        assert "organization" in await harness.refusal(order, **arguments)
    assert not harness.asked and [(one.id, one.verdict) for one in harness.gate.rules] == [(rule["id"], "deny")]


async def test_restored_server_replaces_no_rule(harness: Harness) -> None:
    deny = await harness.order("rule.add", server="other", tool="*", verdict="deny")
    allow = {"client": "*", "server": "files", "tool": "read", "verdict": "allow"}
    for ids in ([deny["id"]], ["new", "new"]):
        rules = [{**allow, "id": id} for id in ids]
        assert "already exists" in await harness.refusal("server.restore", name="files", command="prog", rules=rules)
    assert not harness.asked and [rule["verdict"] for rule in harness.config.rules] == ["deny"]


async def test_question_about_a_restored_server_shows_its_whole_rules_and_switches(harness: Harness) -> None:
    rule = {
        "id": "r", "client": "*", "server": "files", "tool": "*", "verdict": "allow",
        "method": "sampling/createMessage", "when": [{"pointer": "/path", "matcher": "equals", "value": "/etc"}],
    }  # fmt: skip
    switches = [{"tool": "delete", "client": "desk", "exposed": True}, {"tool": "*", "exposed": False}]
    await harness.order("server.restore", name="files", command="prog", rules=[rule], switches=switches)
    ((_, _, detail, _),) = harness.asked
    lines = detail.splitlines()
    assert "exposed  delete for desk" in lines and "hidden   * for *" in lines
    assert "method   sampling/createMessage" in lines and any("/etc" in line for line in lines)


@pytest.mark.parametrize("order", ["limit.remove", "limit.set"])
async def test_question_about_a_limit_shows_it_and_is_about_this_one_only(harness: Harness, order: str) -> None:
    limit = await harness.order("limit.set", server="files", calls=7, arguments=900)
    wider = {"id": limit["id"]} if order == "limit.remove" else {"server": "files", "calls": 50}

    async def tightened() -> None:
        await harness.order("limit.set", server="files", calls=3, arguments=900)

    harness.before_answer = tightened
    assert "edited after you were asked" in await harness.refusal(order, **wider)
    ((_, title, detail, _),) = harness.asked
    now = " From now on: at most 50 calls in 60 seconds." if order == "limit.set" else ""
    assert detail == f"Until now: at most 7 calls in 60 seconds, 900 bytes of arguments.{now}"
    assert title == (
        "A limit on calls of any tool on the server files by any client no longer applies in its present form."
    )
    assert [entry["calls"] for entry in harness.config.limits.values()] == [3]


async def test_nobody_is_asked_about_a_limit_that_limits_nothing(harness: Harness) -> None:
    await harness.order("limit.set", server="files", calls=7)
    assert "needs a rate" in await harness.refusal("limit.set", server="files")
    assert harness.asked == []


async def test_question_about_a_rule_shows_its_verdict_and_scope_before_its_id(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="deny", expires=4_000_000_000)
    await harness.order("rule.remove", id=rule["id"])
    ((_, _, detail, _),) = harness.asked
    lines = detail.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["verdict", "client", "server", "tool"], detail
    assert lines[-1] == f"id       {rule['id']}" and "created" not in detail
    assert any(line.startswith("expires  2096-10-0") for line in lines)


async def test_question_about_switches_names_the_exposed_tools_and_is_about_these_only(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("tool.switch", server="files", tool="read", exposed=False)

    async def hidden() -> None:
        await harness.order("tool.switch", server="files", tool="delete", exposed=False)

    harness.before_answer = hidden
    assert "edited after you were asked" in await harness.refusal("tool.switches", server="files", tools={})
    ((_, _, detail, _),) = harness.asked
    assert "exposed  read" in detail.splitlines()
    assert {entry["tool"] for entry in harness.config.switches} == {"read", "delete"}


async def test_organization_rule_cannot_be_turned_off(harness: Harness) -> None:
    harness.gate.rules.add(
        Rule(id="o", server="files", tool="read", verdict="deny", until="session", by="organization")
    )
    for order in ("rule.disable", "rule.enable"):
        assert "organization" in await harness.refusal(order, id="o")
    assert [one.disabled for one in harness.gate.rules] == [False]


async def test_nobody_is_asked_about_a_rule_that_is_not_accepted(harness: Harness) -> None:
    """The change was approved, and nothing happened."""
    new = {"server": "files", "tool": "read", "verdict": "allow"}
    await harness.order("rule.add", **new, seconds=60.0)
    (rule,) = harness.gate.rules
    asked = len(harness.asked)
    harness.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    assert "have an end" in await harness.refusal("rule.add", **new)
    assert "have an end" in await harness.refusal("rule.change", id=rule.id, expires=0.0, seconds=0.0)
    assert "have an end" in await harness.refusal("rule.import", rules=[new])
    assert len(harness.asked) == asked


async def test_nobody_is_asked_to_bring_back_a_rule_that_is_not_accepted(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow")
    removed = await harness.order("rule.remove", id=rule["id"])
    harness.asked.clear()
    harness.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    assert "have an end" in await harness.refusal("rule.restore", **removed)
    await harness.order("rule.restore", **{**removed, "verdict": "deny"})
    assert "have an end" in await harness.refusal("rule.revert", **removed)
    assert harness.asked == []


async def test_import_adds_no_rules_if_the_end_of_one_is_refused(harness: Harness) -> None:
    harness.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    rules = [{"server": "files", "tool": tool, "verdict": verdict} for tool, verdict in (("a", "deny"), ("b", "allow"))]
    reply = await execute("rule.import", {"rules": rules}, harness.app)
    assert "have an end" in reply["error"] and not list(harness.gate.rules)


async def test_a_rule_with_a_duration_ends(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="deny", seconds=60)
    assert rule["expires"] == 1060.0
    assert (await harness.order("rule.explain", server="files", tool="read"))["verdict"] == "deny"
    harness.gate.clock = lambda: 1060.0
    assert (await harness.order("rule.explain", server="files", tool="read"))["verdict"] == "ask"
    assert (await harness.order("rule.list"))[0]["expired"] is True


async def test_allow_rule_for_a_known_tool_applies_only_to_its_current_definition(harness: Harness) -> None:
    harness.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "description": "one"}]}, first=True)
    await harness.order("rule.add", server="files", tool="read", verdict="allow")
    assert (await harness.order("rule.explain", server="files", tool="read"))["verdict"] == "allow"
    harness.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "description": "two"}]}, first=True)
    result = await harness.order("rule.explain", server="files", tool="read")
    assert result["verdict"] == "ask" and "changed" in result["note"]


async def test_explain_includes_restrictions_of_allow_rules(harness: Harness) -> None:
    asked = {"client": "desk", "server": "files", "tool": "read"}
    await harness.order("rule.add", **asked, verdict="allow")
    assert (await harness.order("rule.explain", **asked))["verdict"] == "allow"
    harness.gate.rules.set_unidentified(frozenset({"desk"}))
    result = await harness.order("rule.explain", **asked)
    assert (result["verdict"], result["rule"]) == ("ask", None) and "program" in result["note"]
    harness.gate.rules.set_unidentified(frozenset())
    harness.guard.set_organization([], AllowRulePolicy(kind="none"))
    result = await harness.order("rule.explain", **asked)
    assert (result["verdict"], result["rule"]) == ("ask", None) and "organization" in result["note"]


async def test_explain_asks_about_arguments_that_do_not_match_the_schema(harness: Harness) -> None:
    schema = {"type": "object", "required": ["path"]}
    harness.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "inputSchema": schema}]}, first=True)
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow")
    asked = {"server": "files", "tool": "read"}
    assert (await harness.order("rule.explain", **asked, arguments={"path": "/a"}))["verdict"] == "allow"
    assert (await harness.order("rule.explain", **asked))["verdict"] == "allow", "no arguments are meant"
    result = await harness.order("rule.explain", **asked, arguments={})
    assert (result["verdict"], result["rule"]["id"]) == ("ask", rule["id"]) and "path" in result["note"]


async def test_explain_names_the_rule_that_decides(harness: Harness) -> None:
    await harness.order("rule.add", server="files", tool="*", verdict="allow")
    deny = await harness.order("rule.add", client="desk", server="files", tool="erase", verdict="deny")
    result = await harness.order("rule.explain", client="desk", server="files", tool="erase")
    assert result["rule"]["id"] == deny["id"]
    assert (await harness.order("rule.explain", server="files", tool="erase"))["verdict"] == "allow"
    assert "a person is asked" in (await harness.order("rule.explain", server="x", tool="y"))["note"]


async def test_a_rule_is_not_in_force_when_the_log_or_the_configuration_does_not_take_it(harness: Harness) -> None:
    harness.log.trouble = "The disk is full."
    assert "could not be recorded" in await harness.refusal("rule.add", server="s", tool="t", verdict="allow")
    harness.log.trouble = ""
    harness.guard = GateApi(
        harness.gate, keep=_refuse, trouble=lambda: (), presence=presence_off(),
    )  # fmt: skip
    harness.app = ServiceContext(harness.config, harness.keychain, harness.guard)
    assert await harness.refusal("rule.add", server="s", tool="t", verdict="allow") == "It cannot be saved."
    assert not list(harness.gate.rules) and not harness.config.rules


def _refuse(_rule: Rule) -> None:
    raise ValueError("It cannot be saved.")


# --- secrets


async def test_a_secret_goes_to_the_keyring_and_nowhere_else(harness: Harness, tmp_path: Path) -> None:
    results = [
        await harness.order("secret.set", name="T", value=VALUE, note="for files"),
        await harness.order("secret.list"),
    ]
    assert harness.ring is not None and VALUE in harness.ring.kept.values()
    assert results[1] == [
        {
            "name": "T",
            "kind": "secret",
            "note": "for files",
            "servers": [],
            "stale": [],
            "uses": [],
            "shipped_to": [],
            "session_only": False,
        }
    ]
    everything = (
        json.dumps(results, ensure_ascii=False) + repr(harness.log.events) + (tmp_path / "config.json").read_text()
    )
    assert VALUE not in everything
    assert not harness.asked


async def test_refusals_contain_no_secret_value(harness: Harness) -> None:
    wrong: list[dict[str, Any]] = [
        {"name": "../T", "value": VALUE}, {"name": "T", "value": VALUE + "\0"}, {"name": "T", "value": [VALUE]},
        {"name": "T", "value": VALUE, "more": VALUE}, {"name": VALUE + "!", "value": "x"},
        {"name": "T", "value": VALUE + "\ud800"}, {"value": VALUE}, {"name": "T", "value": VALUE, "note": 7},
    ]  # fmt: skip
    for arguments in wrong:
        assert VALUE not in await harness.refusal("secret.set", **arguments)
    harness.ring = None
    assert VALUE not in await harness.refusal("secret.set", name="T", value=VALUE)
    assert VALUE not in repr(harness.log.events)


async def test_secret_without_a_keyring_is_stored_only_for_the_session(harness: Harness) -> None:
    harness.ring = None
    assert "keychain" in (await harness.refusal("secret.set", name="T", value=VALUE)).lower()
    assert not harness.config.secrets
    result = await harness.order("secret.set", name="T", value=VALUE, session_only=True)
    assert result["session_only"] is True
    assert await harness.keychain.get("T") == VALUE
    await harness.order("secret.remove", name="T")
    assert not harness.config.secrets
    offline = await execute("secret.set", {"name": "T", "value": VALUE, "session_only": True}, harness.offline)
    assert "needs a running ToolGuard" in offline["error"]


async def test_binding_a_secret_needs_approval_and_unbinding_does_not(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("secret.set", name="T", value=VALUE)
    assert "no server" in await harness.refusal("secret.bind", name="T", servers=["nobody"])
    assert "no secret" in await harness.refusal("secret.bind", name="U", servers=["files"])
    assert not harness.asked
    assert (await harness.order("secret.bind", name="T", servers=["files"]))["servers"] == ["files"]
    assert harness.asked[0][1] == "The secret T is given to files."
    await harness.order("secret.bind", name="T", servers=["files"])
    assert harness.asked[1][1] == "files still gets it, with the command or address that it has now."
    harness.asked.clear()
    await harness.order("secret.unbind", name="T", servers=["files"])
    assert not harness.asked
    assert harness.config.secrets["T"].servers == ()


async def test_replacing_a_secret_value_keeps_note_and_bindings(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("secret.set", name="T", value=VALUE, note="mine")
    await harness.order("secret.bind", name="T", servers=["files"])
    result = await harness.order("secret.set", name="T", value="another")
    assert (result["note"], result["servers"]) == ("mine", ["files"])


async def test_a_removed_secret_is_gone_from_the_keyring(harness: Harness) -> None:
    await harness.order("secret.set", name="T", value=VALUE)
    await harness.order("secret.remove", name="T")
    assert harness.ring is not None and not harness.ring.kept
    assert "no secret" in await harness.refusal("secret.remove", name="T")


# --- with and without an app


async def test_orders_without_a_running_app_change_the_config_file_at_once(harness: Harness) -> None:
    for name, arguments in (
        ("server.add", {"name": "files", "command": "c"}),
        ("secret.set", {"name": "T", "value": VALUE}),
        ("secret.bind", {"name": "T", "servers": ["files"]}),
        ("rule.add", {"server": "files", "tool": "*", "verdict": "allow"}),
    ):
        assert (await execute(name, arguments, harness.offline))["ok"]
    assert (await execute("status", {}, harness.offline))["value"]["running"] is False
    rules = (await execute("rule.list", {}, harness.offline))["value"]
    assert [rule["verdict"] for rule in rules] == ["allow"]
    result = (await execute("rule.explain", {"server": "files", "tool": "t"}, harness.offline))["value"]
    assert result["verdict"] == "allow"
    assert (await execute("rule.remove", {"id": rules[0]["id"]}, harness.offline))["ok"]
    assert not harness.config.rules


async def test_every_change_in_the_app_is_recorded(harness: Harness) -> None:
    await harness.with_server()
    await harness.order("rule.add", server="files", tool="t", verdict="deny")
    await harness.order("secret.set", name="T", value=VALUE)
    await harness.order("server.remove", name="files")
    changes = [event.what for event in harness.log.events if isinstance(event, ConfigChanged)]
    assert [what.split()[0] for what in changes] == ["server", "rule", "secret", "server"]


async def test_status_reports_activity_and_problems(harness: Harness) -> None:
    result = await harness.order("status")
    assert (result["running"], result["pending"], result["calls"], result["sessions"]) == (True, 0, 0, [])
    assert result["trouble"] == ["So so."]


# --- over the local socket


async def _listening(home: Path, harness: Harness) -> LocalListener:
    async def admit(_hello: Any) -> Any:
        raise AssertionError("nobody joins here")

    async def order(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return await execute(name, arguments, harness.app, harness.guard.proposals.propose)

    local = LocalListener(home, LocalApp(admit=admit, order=order, raise_window=lambda: None))
    await local.start()
    return local


async def test_command_waits_for_the_person_in_the_running_app(harness: Harness, tmp_path: Path) -> None:
    assert await asyncio.to_thread(ask_app, tmp_path / "nowhere", "status", {}) is None
    harness.gate.availability.ready()
    local = await _listening(tmp_path, harness)
    try:
        result = await asyncio.to_thread(ask_app, tmp_path, "status", {})
        assert result is not None and result["value"]["running"] is True
        waited: list[bool] = []
        arguments = {"server": "files", "tool": "read", "verdict": "allow"}
        asking = asyncio.create_task(
            asyncio.to_thread(ask_app, tmp_path, "rule.add", arguments, waiting=lambda: waited.append(True))
        )
        async with asyncio.timeout(120):
            while not (waited and harness.guard.snapshot().proposals):
                await asyncio.sleep(0.01)
        assert not list(harness.gate.rules)
        (proposal,) = harness.guard.snapshot().proposals
        assert (proposal.kind, proposal.asked_by) == ("rule", "command line")
        await harness.guard.accept(proposal.id)
        reply = await asking
        assert reply is not None and reply["ok"] and len(list(harness.gate.rules)) == 1
        assert waited == [True]
    finally:
        await local.stop()


async def test_app_without_a_person_refuses_loosening(harness: Harness, tmp_path: Path) -> None:
    local = await _listening(tmp_path, harness)
    try:
        reply = await asyncio.to_thread(
            ask_app, tmp_path, "rule.add", {"server": "f", "tool": "t", "verdict": "allow"}
        )  # fmt: skip
        assert reply is not None and not reply["ok"]
        assert not list(harness.gate.rules)
    finally:
        await local.stop()


async def test_vanished_app_is_reported_without_the_secret(harness: Harness, tmp_path: Path) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    (tmp_path / "run").mkdir(mode=0o700)
    server = await asyncio.start_unix_server(hang_up, tmp_path / "run" / "app.sock")
    try:
        with pytest.raises(NoReplyError) as raised:
            await asyncio.to_thread(ask_app, tmp_path, "secret.set", {"name": "T", "value": VALUE})
        assert VALUE not in str(raised.value)
    finally:
        server.close()
        await server.wait_closed()


async def test_replies_contain_the_codes_of_the_texts_in_results(harness: Harness) -> None:
    reply = await execute("preferences.list", {}, harness.app)
    assert reply["texts"]
    for place, text in reply["texts"].items():
        assert text["code"] in TEXTS and isinstance(value_at(reply["value"], place[1:].split("/")), str)
