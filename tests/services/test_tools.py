"""Orders about tools and rules: what is known of tools, what clients see, and what waits for a person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.services_harness import Harness
from toolguard.gate.policy.rules import Rule
from toolguard.servers import UnreachableError
from toolguard.services.registry import execute
from toolguard.services.rules import service
from toolguard.store.config.config import ServerSpec

READ = {"name": "read", "title": "Read", "description": "d" * 1000, "annotations": {"readOnlyHint": True, "x": 1}}


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    await one.with_server()
    yield one
    one.inventory.close()
    one.keychain.close()


def add_tools(harness: Harness, *tools: dict[str, Any]) -> None:
    harness.gate.tools.add_page("files", "s", {"tools": list(tools)}, first=True)


class Peer:
    """A server that answers each request with the next of some results."""

    ended = ""

    def __init__(self, *results: Any) -> None:
        self._results = list(results)
        self._answers: list[Any] = []
        self.closed = False

    async def send(self, message: Any) -> None:
        if "id" in message:
            self._answers.append({"jsonrpc": "2.0", "id": message["id"], **self._results.pop(0)})

    async def __aiter__(self) -> AsyncIterator[Any]:
        while self._answers:
            yield self._answers.pop(0)

    async def close(self, _reason: str = "") -> None:
        self.closed = True


# What is known


async def test_server_without_a_tool_list_is_listed_without_tools(harness: Harness) -> None:
    (result,) = await harness.order("tool.list")
    assert (result["name"], result["tools"], result["seen"], result["exposed"]) == ("files", [], 0.0, True)
    assert "no server nothing" in (await harness.refusal("tool.list", server="nothing")).lower()


async def test_tool_list_shortens_descriptions_and_tool_show_does_not(harness: Harness) -> None:
    add_tools(harness, READ, {"name": "x"}, {"name": "x"})
    (result,) = await harness.order("tool.list", server="files")
    first, second = result["tools"]
    assert (first["title"], len(first["about"]), first["hints"]) == ("Read", 300, {"readOnlyHint": True})
    assert (first["twice"], second["twice"]) == (False, True)
    whole = await harness.order("tool.show", server="files", tool="read")
    assert (whole["description"], whole["annotations"]) == ("d" * 1000, READ["annotations"])
    assert whole["unchecked"] == "its schema is not an object"
    assert "no tool nothing" in await harness.refusal("tool.show", server="files", tool="nothing")


async def test_requirements_of_a_tool_are_shown_before_it_is_called(harness: Harness) -> None:
    about = {"needs": ["context authorization google"], "scopes": {"google": ["mail"]}}
    add_tools(harness, READ, {"name": "x", "_meta": {"dev.toolguard/otc": about}})
    results = [await harness.order("tool.show", server="files", tool=name) for name in ("read", "x")]
    assert [(one["needs"], one["scopes"]) for one in results] == [([], {}), (about["needs"], about["scopes"])]


async def test_tool_inventory_persists_and_is_not_used_for_another_launch(harness: Harness, tmp_path: Path) -> None:
    add_tools(harness, READ)
    harness.inventory.close()
    later = Harness(tmp_path)
    (result,) = (await execute("tool.list", {}, later.offline))["value"]
    assert [tool["name"] for tool in result["tools"]] == ["read"]
    later.config.replace_server(ServerSpec(name="files", command="another"))
    (result,) = await later.order("tool.list")
    assert result["tools"] == []
    later.inventory.close()
    later.keychain.close()


async def test_changed_definition_is_reported(harness: Harness) -> None:
    add_tools(harness, READ)
    await harness.order("rule.add", server="files", tool="read", verdict="allow")
    assert (await harness.order("tool.list"))[0]["tools"][0]["allowed"] == "as it is"
    add_tools(harness, {**READ, "description": "other", "inputSchema": {"type": "object"}})
    assert (await harness.order("tool.list"))[0]["tools"][0]["allowed"] == "as it was"
    changes = (await harness.order("tool.show", server="files", tool="read"))["changes"]
    assert {one["place"]: one["before"] for one in changes} == {"/description": "d" * 1000, "/inputSchema": None}
    assert (await harness.order("rule.list"))[0]["definition"] == "as it was"


async def test_rule_names_the_effect_of_its_only_tool(harness: Harness) -> None:
    add_tools(harness, {**READ, "annotations": {"destructiveHint": True}})
    for tool in ("read", "*", "unknown"):
        await harness.order("rule.add", server="files", tool=tool, verdict="allow")
        assert ("destroys" in harness.risks) == (tool == "read")
    rule = {"server": "files", "tool": "read", "verdict": "allow"}
    await harness.order("rule.import", rules=[rule])
    assert "destroys" in harness.risks
    effects = {one["tool"]: one["effect"] for one in await harness.order("rule.list")}
    assert effects == {"read": "destroys", "*": None, "unknown": None}


async def test_ten_thousand_tools_are_listed_without_blocking(harness: Harness) -> None:
    add_tools(harness, *({**READ, "name": f"t{number}"} for number in range(10_000)))
    turns = 0

    async def call() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(call())
    (result,) = await harness.order("tool.list")
    others.cancel()
    assert len(result["tools"]) == 10_000
    assert turns > 10, "others had their turns meanwhile"
    assert json.dumps(result)


# Switches


async def test_showing_a_tool_needs_approval_and_hiding_does_not(harness: Harness) -> None:
    await harness.order("tool.switch", server="files", tool="read", exposed=False)
    assert not harness.asked
    await harness.order("tool.switch", server="files", tool="read")
    await harness.order("tool.switch", server="files", tool="read", exposed=True)
    assert len(harness.asked) == 2 and all(kind == "tool" for kind, *_ in harness.asked)


@pytest.mark.parametrize(
    ("before", "after", "waits"),
    [
        ({"*": False}, {}, True),
        ({}, {"*": False}, False),
        ({"read": True}, {"read": False}, False),
        ({"read": False}, {"*": False}, True),
        ({"*": False}, {"*": False, "read": True}, True),
        ({"*": False, "read": True}, {"*": False, "read": True}, False),
        ({"*": False, "read": True}, {"*": False}, False),
    ],
)
async def test_replacing_switches_asks_if_more_becomes_visible(
    harness: Harness, before: dict[str, bool], after: dict[str, bool], waits: bool
) -> None:
    await harness.order("tool.switches", server="files", tools=before)
    harness.asked.clear()
    await harness.order("tool.switches", server="files", tools=after)
    assert bool(harness.asked) is waits
    assert {one["tool"]: one["exposed"] for one in harness.config.switches} == after


async def test_switches_of_one_client_do_not_change_the_global_switches(harness: Harness) -> None:
    await harness.order("tool.switch", server="files", tool="read", exposed=False)
    await harness.order("tool.switches", server="files", client="desk", tools={"*": False})
    add_tools(harness, READ, {"name": "write"})
    (result,) = await harness.order("tool.list")
    assert result["switches"] == {"read": False} and result["narrowed"] == ["desk"]
    shown = await harness.order("tool.show", server="files", tool="write", clients=["other"])
    assert [(one["client"], one["exposed"]) for one in shown["clients"]] == [("desk", False), ("other", True)]


# Our own look


async def look(harness: Harness, peer: Any) -> tuple[dict[str, Any], list[str]]:
    lines: list[str] = []

    async def reach(_spec: ServerSpec, _tell: Callable[[str], None]) -> Any:
        if isinstance(peer, UnreachableError):
            raise peer
        return peer

    state = replace(harness.app, reach=reach, on_progress=lines.append)
    return await execute("tool.refresh", {"server": "files"}, state), lines


async def test_probe_lists_every_page_and_ends_the_server(harness: Harness) -> None:
    page = {"tools": [READ], "nextCursor": ""}
    peer = Peer({"result": {"protocolVersion": "x"}}, {"result": page}, {"result": {"tools": [{"name": "b"}]}})
    reply, lines = await look(harness, peer)
    assert reply == {"ok": True, "value": {"server": "files", "tools": 2}}
    assert peer.closed and lines == ["Starting files…", "Requesting its tools…"]
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["read", "b"]
    assert len((await harness.order("tool.list"))[0]["tools"]) == 2


@pytest.mark.parametrize(
    ("peer", "why"),
    [
        (UnreachableError("no such program"), "no such program"),
        (Peer({"result": {}}, {"error": {"code": -1, "message": "not now"}}), "not now"),
        (Peer({"result": {}}, {"result": {"tools": 7}}), 'no array "tools"'),
    ],
)
async def test_failed_probe_reports_the_reason_and_changes_nothing(harness: Harness, peer: Any, why: str) -> None:
    add_tools(harness, READ)
    reply, _ = await look(harness, peer)
    assert not reply["ok"] and why in reply["error"]
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["read"]


async def test_server_that_is_turned_off_is_not_started_to_list_its_tools(harness: Harness) -> None:
    await harness.order("server.enable", name="files", enabled=False)
    reply, lines = await look(harness, Peer())
    assert "turned off" in reply["error"] and not lines


async def test_probe_needs_a_running_app(harness: Harness) -> None:
    reply = await execute("tool.refresh", {"server": "files"}, harness.offline)
    assert "toolguard server try files" in reply["error"]


# Rules


async def test_a_rule_until_toolguard_closes_is_in_no_file_and_needs_the_app(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="deny", until="session")
    assert rule["by"] == "command line" and not harness.config.rules and len(list(harness.gate.rules)) == 1
    arguments = {"server": "files", "tool": "read", "verdict": "deny", "until": "session"}
    assert "needs a running ToolGuard" in (await execute("rule.add", arguments, harness.offline))["error"]


async def test_removed_allow_rule_is_restored_only_with_consent(harness: Harness) -> None:
    rule = await harness.order("rule.add", server="files", tool="read", verdict="allow", seconds=60)
    del rule["doubts"]  # said of the rule, no part of it
    assert "already exists" in await harness.refusal("rule.restore", **rule)
    await harness.order("rule.remove", id=rule["id"])
    harness.asked.clear()
    harness.consents = False
    await harness.refusal("rule.restore", **rule)
    assert not list(harness.gate.rules)
    harness.consents = True
    assert await harness.order("rule.restore", **rule) == rule
    assert harness.asked and harness.config.rules[0]["expires"] == 1060.0


async def test_rule_list_names_rules_that_override_a_broad_allow_rule(harness: Harness) -> None:
    wide = await harness.order("rule.add", server="files", tool="*", verdict="allow")
    single = await harness.order("rule.add", server="files", tool="read", verdict="allow")
    denied = await harness.order("rule.add", server="*", tool="write", verdict="deny")
    await harness.order("rule.add", server="git", tool="write", verdict="deny")
    listed = {rule["id"]: rule for rule in await harness.order("rule.list")}
    assert listed[wide["id"]]["overridden_by"] == [denied["id"]]
    assert listed[single["id"]]["overridden_by"] == listed[single["id"]]["hidden"] == []


async def test_list_of_very_many_rules_compares_a_limited_number(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []
    monkeypatch.setattr(service, "overrides", lambda other, rule: compared.append((other, rule)))
    rules = [Rule(id=f"a{number}", server=f"server-{number}*", verdict="allow") for number in range(300)]
    rules += [Rule(id=f"d{number}", server=f"other-{number}*", verdict="deny") for number in range(300)]
    monkeypatch.setattr(service, "rules_of", lambda _state: rules)
    assert len(await harness.order("rule.list")) == 600
    assert 300 <= len(compared) <= service._MAX_COMPARED


async def test_explain_reports_hidden_tools_and_other_rules(harness: Harness) -> None:
    one = await harness.order("rule.add", server="files", tool="*", verdict="deny")
    two = await harness.order("rule.add", server="*", tool="read", verdict="ask")
    await harness.order("rule.add", server="git", tool="read", verdict="ask")
    result = await harness.order("rule.explain", server="files", tool="read")
    assert (result["rule"]["id"], result["also"], result["hidden"]) == (one["id"], [two["id"]], False)
    await harness.order("tool.switch", server="files", exposed=False)
    assert (await harness.order("rule.explain", server="files", tool="read"))["hidden"] is True
