"""Orders: what each does with and without an app, what waits for a person, and what can never be ordered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.manual_authenticator import presence_off
from tests.support.services_harness import Harness
from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.clients.local.listener import LocalListener
from toolguard.gate.api import GateApi
from toolguard.gate.model import ConfigChanged
from toolguard.gate.policy.rules import Rule
from toolguard.services.context import ServiceContext
from toolguard.services.registry import ORDERS, execute

VALUE = "hunter2-Pr\u00fcfung"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


# --- the table


@pytest.mark.parametrize("name", ORDERS)
def test_every_row_is_complete(name: str) -> None:
    order = ORDERS[name]
    assert order.name == name
    assert order.label and order.kind
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
@pytest.mark.parametrize("arguments", [None, 7, [], "text", {"unknown": 1}])
async def test_every_order_refuses_arguments_that_do_not_fit(desk: Harness, name: str, arguments: Any) -> None:
    reply = await execute(name, arguments, desk.app, desk.propose)
    assert reply["ok"] is False
    assert reply["error"].startswith("This cannot be done: ")
    assert not desk.asked and not desk.log.events


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
async def test_invalid_values_are_refused_before_a_question(desk: Harness, name: str, arguments: Any) -> None:
    reply = await execute(name, arguments, desk.app, desk.propose)
    assert reply["ok"] is False and not desk.asked and not desk.log.events


@pytest.mark.parametrize("name", ["approve", "call.approve", "", "__init__", 7, None, ["server.list"]])
async def test_an_order_that_does_not_exist_is_refused(desk: Harness, name: Any) -> None:
    assert "There is no command" in (await execute(name, {}, desk.app, desk.propose))["error"]


# --- servers


async def test_a_new_server_waits_for_the_person_who_sees_its_exact_command(desk: Harness) -> None:
    await desk.order(
        "server.add", name="x", command="prog", args=["a b", "y'\nfolder   /safe"], env={"K": "v"}, cwd="/d"
    )
    ((kind, title, detail, by),) = desk.asked
    assert (kind, by) == ("server", "command line") and "x" in title
    lines = detail.split("\n")
    assert lines[0] == "server   x"
    assert lines[1].startswith("command  prog 'a b' ") and "⟨U+000A LINE FEED⟩" in lines[1]
    assert lines[2:] == ["folder   /d", "env      K=v"]
    assert desk.config.servers["x"].args[0] == "a b"


async def test_declined_order_is_not_run(desk: Harness) -> None:
    desk.says = False
    assert "declined" in await desk.refusal("server.add", name="x", command="c")
    assert not desk.config.servers


async def test_existing_server_is_refused_before_a_question(desk: Harness) -> None:
    await desk.with_server()
    assert "already" in await desk.refusal("server.add", name="files", command="other")
    assert not desk.asked and desk.config.servers["files"].command == "prog"


async def test_change_with_a_different_meaning_after_acceptance_is_refused(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("secret.set", name="T", value=VALUE)

    async def bound_meanwhile() -> None:
        desk.config.bind_secret("T", "files")

    await desk.order("server.add", name="other", command="c")
    desk.before_answer = bound_meanwhile
    assert "the change is no longer the one that you were asked about" in await desk.refusal(
        "secret.bind", name="T", servers=["files", "other"]
    )
    assert desk.config.secrets["T"].servers == ("files",)


async def test_removed_server_removes_its_allow_rules_and_bindings(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("rule.add", server="files", tool="read", verdict="allow")
    await desk.order("rule.add", server="files", tool="erase", verdict="deny")
    desk.gate.rules.add(Rule(id="s", server="files", tool="list", verdict="allow", until="session"))
    await desk.order("secret.set", name="T", value=VALUE)
    await desk.order("secret.bind", name="T", servers=["files"])
    desk.asked.clear()
    await desk.order("server.remove", name="files")
    assert not desk.asked
    assert [rule.verdict for rule in desk.gate.rules] == ["deny"]
    assert [rule["verdict"] for rule in desk.config.rules] == ["deny"]
    assert desk.config.secrets["T"].servers == ()


# --- rules


@pytest.mark.parametrize(("verdict", "waits"), [("allow", True), ("deny", False), ("ask", False)])
async def test_only_an_allow_rule_waits_for_a_person(desk: Harness, verdict: str, waits: bool) -> None:
    await desk.order("rule.add", server="files", tool="read", verdict=verdict)
    assert bool(desk.asked) is waits
    assert [rule.verdict for rule in desk.gate.rules] == [verdict]
    assert [rule["verdict"] for rule in desk.config.rules] == [verdict]


@pytest.mark.parametrize(("verdict", "waits"), [("allow", False), ("deny", True), ("ask", True)])
async def test_only_the_end_of_an_allow_rule_needs_no_person(desk: Harness, verdict: str, waits: bool) -> None:
    rule = await desk.order("rule.add", server="files", tool="read", verdict=verdict)
    desk.asked.clear()
    await desk.order("rule.remove", id=rule["id"])
    assert bool(desk.asked) is waits
    assert not list(desk.gate.rules) and not desk.config.rules


@pytest.mark.parametrize("verdict", ["allow", "deny", "ask"])
async def test_turning_rules_on_or_off_waits_if_it_reduces_protection(desk: Harness, verdict: str) -> None:
    rule = await desk.order("rule.add", server="files", tool="read", verdict=verdict)
    desk.asked.clear()
    assert (await desk.order("rule.disable", id=rule["id"]))["disabled"] is True
    assert bool(desk.asked) is (verdict != "allow")
    assert [one["disabled"] for one in desk.config.rules] == [True]
    told = await desk.order("rule.explain", server="files", tool="read")
    assert (told["verdict"], told["rule"]) == ("ask", None)
    assert [(one["fits"], one["why"]) for one in told["considered"]] == [(False, "The rule is turned off.")]
    desk.asked.clear()
    assert (await desk.order("rule.enable", id=rule["id"]))["disabled"] is False
    assert bool(desk.asked) is (verdict == "allow")
    assert "disabled" not in desk.config.rules[0]
    assert (await desk.order("rule.explain", server="files", tool="read"))["verdict"] == verdict
    done = [event.what for event in desk.log.events if isinstance(event, ConfigChanged)]
    assert done[-2:] == [f"rule {rule['id']} turned off", f"rule {rule['id']} turned on"]


async def test_only_the_rule_that_a_person_was_shown_is_turned_on(desk: Harness) -> None:
    rule = await desk.order("rule.add", server="files", tool="*", verdict="allow", note="mine")
    await desk.order("rule.disable", id=rule["id"])
    desk.asked.clear()
    change = {"id": rule["id"], "when": [{"pointer": "/x", "matcher": "equals", "value": 1}]}
    desk.before_answer = lambda: execute("rule.change", change, desk.app, desk.propose)
    assert "the change is no longer the one that you were asked about" in await desk.refusal(
        "rule.enable", id=rule["id"]
    )
    ((_, _, detail, _),) = desk.asked
    assert "files" in detail and "mine" in detail and "every tool" in desk.risks
    assert [one.disabled for one in desk.gate.rules] == [True]


async def test_disabled_rule_is_restored_without_a_question(desk: Harness) -> None:
    rule = await desk.order("rule.add", server="files", tool="read", verdict="allow", disabled=True)
    assert not desk.asked
    removed = await desk.order("rule.remove", id=rule["id"])
    await desk.order("rule.restore", **removed)
    assert not desk.asked and [one.disabled for one in desk.gate.rules] == [True]
    await desk.order("rule.revert", **{**removed, "disabled": False})
    assert desk.asked and [one.disabled for one in desk.gate.rules] == [False]


async def test_organization_rule_cannot_be_turned_off(desk: Harness) -> None:
    desk.gate.rules.add(Rule(id="o", server="files", tool="read", verdict="deny", until="session", by="organization"))
    for order in ("rule.disable", "rule.enable"):
        assert "organization" in await desk.refusal(order, id="o")
    assert [one.disabled for one in desk.gate.rules] == [False]


async def test_a_rule_with_a_duration_ends(desk: Harness) -> None:
    rule = await desk.order("rule.add", server="files", tool="read", verdict="deny", seconds=60)
    assert rule["expires"] == 1060.0
    assert (await desk.order("rule.explain", server="files", tool="read"))["verdict"] == "deny"
    desk.gate.clock = lambda: 1060.0
    assert (await desk.order("rule.explain", server="files", tool="read"))["verdict"] == "ask"
    assert (await desk.order("rule.list"))[0]["expired"] is True


async def test_an_allow_rule_for_a_known_tool_holds_only_for_its_present_definition(desk: Harness) -> None:
    desk.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "description": "one"}]}, first=True)
    await desk.order("rule.add", server="files", tool="read", verdict="allow")
    assert (await desk.order("rule.explain", server="files", tool="read"))["verdict"] == "allow"
    desk.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "description": "two"}]}, first=True)
    told = await desk.order("rule.explain", server="files", tool="read")
    assert told["verdict"] == "ask" and "changed" in told["note"]


async def test_explain_names_the_rule_that_decides(desk: Harness) -> None:
    await desk.order("rule.add", server="files", tool="*", verdict="allow")
    deny = await desk.order("rule.add", client="desk", server="files", tool="erase", verdict="deny")
    told = await desk.order("rule.explain", client="desk", server="files", tool="erase")
    assert told["rule"]["id"] == deny["id"]
    assert (await desk.order("rule.explain", server="files", tool="erase"))["verdict"] == "allow"
    assert "a person is asked" in (await desk.order("rule.explain", server="x", tool="y"))["note"]


async def test_a_rule_is_not_in_force_when_the_log_or_the_configuration_does_not_take_it(desk: Harness) -> None:
    desk.log.trouble = "The disk is full."
    assert "could not be recorded" in await desk.refusal("rule.add", server="s", tool="t", verdict="allow")
    desk.log.trouble = ""
    desk.guard = GateApi(
        desk.gate, keep=_refuse, trouble=lambda: (), presence=presence_off(),
    )  # fmt: skip
    desk.app = ServiceContext(desk.config, desk.keychain, desk.guard)
    assert await desk.refusal("rule.add", server="s", tool="t", verdict="allow") == "It cannot be saved."
    assert not list(desk.gate.rules) and not desk.config.rules


def _refuse(_rule: Rule) -> None:
    raise ValueError("It cannot be saved.")


# --- secrets


async def test_a_secret_goes_to_the_keyring_and_nowhere_else(desk: Harness, tmp_path: Path) -> None:
    told = [await desk.order("secret.set", name="T", value=VALUE, note="for files"), await desk.order("secret.list")]
    assert desk.ring is not None and VALUE in desk.ring.kept.values()
    assert told[1] == [
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
    everything = json.dumps(told, ensure_ascii=False) + repr(desk.log.events) + (tmp_path / "config.json").read_text()
    assert VALUE not in everything
    assert not desk.asked


async def test_refusals_contain_no_secret_value(desk: Harness) -> None:
    wrong: list[dict[str, Any]] = [
        {"name": "../T", "value": VALUE}, {"name": "T", "value": VALUE + "\0"}, {"name": "T", "value": [VALUE]},
        {"name": "T", "value": VALUE, "more": VALUE}, {"name": VALUE + "!", "value": "x"},
        {"name": "T", "value": VALUE + "\ud800"}, {"value": VALUE}, {"name": "T", "value": VALUE, "note": 7},
    ]  # fmt: skip
    for arguments in wrong:
        assert VALUE not in await desk.refusal("secret.set", **arguments)
    desk.ring = None
    assert VALUE not in await desk.refusal("secret.set", name="T", value=VALUE)
    assert VALUE not in repr(desk.log.events)


async def test_without_a_keychain_a_secret_is_kept_for_the_session_or_not_at_all(desk: Harness) -> None:
    desk.ring = None
    assert "keychain" in (await desk.refusal("secret.set", name="T", value=VALUE)).lower()
    assert not desk.config.secrets
    told = await desk.order("secret.set", name="T", value=VALUE, session_only=True)
    assert told["session_only"] is True
    assert await desk.keychain.get("T") == VALUE
    await desk.order("secret.remove", name="T")
    assert not desk.config.secrets
    offline = await execute("secret.set", {"name": "T", "value": VALUE, "session_only": True}, desk.offline)
    assert "needs a running ToolGuard" in offline["error"]


async def test_binding_a_secret_waits_for_a_person_and_unbinding_does_not(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("secret.set", name="T", value=VALUE)
    assert "no server" in await desk.refusal("secret.bind", name="T", servers=["nobody"])
    assert "no secret" in await desk.refusal("secret.bind", name="U", servers=["files"])
    assert not desk.asked
    assert (await desk.order("secret.bind", name="T", servers=["files"]))["servers"] == ["files"]
    assert desk.asked[0][1] == "The secret T is given to files."
    await desk.order("secret.bind", name="T", servers=["files"])
    assert desk.asked[1][1] == "files still gets it, with the command or address that it has now."
    desk.asked.clear()
    await desk.order("secret.unbind", name="T", servers=["files"])
    assert not desk.asked
    assert desk.config.secrets["T"].servers == ()


async def test_replacing_a_secret_value_keeps_note_and_bindings(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("secret.set", name="T", value=VALUE, note="mine")
    await desk.order("secret.bind", name="T", servers=["files"])
    told = await desk.order("secret.set", name="T", value="another")
    assert (told["note"], told["servers"]) == ("mine", ["files"])


async def test_a_removed_secret_is_gone_from_the_keyring(desk: Harness) -> None:
    await desk.order("secret.set", name="T", value=VALUE)
    await desk.order("secret.remove", name="T")
    assert desk.ring is not None and not desk.ring.kept
    assert "no secret" in await desk.refusal("secret.remove", name="T")


# --- with and without an app


async def test_without_an_app_everything_is_done_at_once_and_in_the_configuration(desk: Harness) -> None:
    for name, arguments in (
        ("server.add", {"name": "files", "command": "c"}),
        ("secret.set", {"name": "T", "value": VALUE}),
        ("secret.bind", {"name": "T", "servers": ["files"]}),
        ("rule.add", {"server": "files", "tool": "*", "verdict": "allow"}),
    ):
        assert (await execute(name, arguments, desk.offline))["ok"]
    assert (await execute("status", {}, desk.offline))["value"]["running"] is False
    rules = (await execute("rule.list", {}, desk.offline))["value"]
    assert [rule["verdict"] for rule in rules] == ["allow"]
    told = (await execute("rule.explain", {"server": "files", "tool": "t"}, desk.offline))["value"]
    assert told["verdict"] == "allow"
    assert (await execute("rule.remove", {"id": rules[0]["id"]}, desk.offline))["ok"]
    assert not desk.config.rules


async def test_every_change_in_the_app_is_recorded(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("rule.add", server="files", tool="t", verdict="deny")
    await desk.order("secret.set", name="T", value=VALUE)
    await desk.order("server.remove", name="files")
    changes = [event.what for event in desk.log.events if isinstance(event, ConfigChanged)]
    assert [what.split()[0] for what in changes] == ["server", "rule", "secret", "server"]


async def test_status_reports_activity_and_problems(desk: Harness) -> None:
    told = await desk.order("status")
    assert (told["running"], told["held"], told["calls"], told["sessions"]) == (True, 0, 0, [])
    assert told["trouble"] == ["So so."]


# --- over the local socket


async def _listening(home: Path, desk: Harness) -> LocalListener:
    async def admit(_hello: Any) -> Any:
        raise AssertionError("nobody joins here")

    async def order(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return await execute(name, arguments, desk.app, desk.guard.proposals.propose)

    local = LocalListener(home, admit=admit, order=order, raise_window=lambda: None)
    await local.start()
    return local


async def test_command_waits_for_the_person_in_the_running_app(desk: Harness, tmp_path: Path) -> None:
    assert await asyncio.to_thread(ask_app, tmp_path / "nowhere", "status", {}) is None
    desk.gate.availability.ready()
    local = await _listening(tmp_path, desk)
    try:
        told = await asyncio.to_thread(ask_app, tmp_path, "status", {})
        assert told is not None and told["value"]["running"] is True
        waited: list[bool] = []
        arguments = {"server": "files", "tool": "read", "verdict": "allow"}
        asking = asyncio.create_task(
            asyncio.to_thread(ask_app, tmp_path, "rule.add", arguments, waiting=lambda: waited.append(True))
        )
        async with asyncio.timeout(120):
            while not (waited and desk.guard.snapshot().proposals):
                await asyncio.sleep(0.01)
        assert not list(desk.gate.rules)
        (proposal,) = desk.guard.snapshot().proposals
        assert (proposal.kind, proposal.asked_by) == ("rule", "command line")
        await desk.guard.accept(proposal.id)
        reply = await asking
        assert reply is not None and reply["ok"] and len(list(desk.gate.rules)) == 1
        assert waited == [True]
    finally:
        await local.stop()


async def test_app_without_a_person_refuses_loosening(desk: Harness, tmp_path: Path) -> None:
    local = await _listening(tmp_path, desk)
    try:
        reply = await asyncio.to_thread(
            ask_app, tmp_path, "rule.add", {"server": "f", "tool": "t", "verdict": "allow"}
        )  # fmt: skip
        assert reply is not None and not reply["ok"]
        assert not list(desk.gate.rules)
    finally:
        await local.stop()


async def test_vanished_app_is_reported_without_the_secret(desk: Harness, tmp_path: Path) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    (tmp_path / "run").mkdir(mode=0o700)
    server = await asyncio.start_unix_server(hang_up, tmp_path / "run" / "app.sock")
    try:
        with pytest.raises(NoReplyError) as told:
            await asyncio.to_thread(ask_app, tmp_path, "secret.set", {"name": "T", "value": VALUE})
        assert VALUE not in str(told.value)
    finally:
        server.close()
        await server.wait_closed()
