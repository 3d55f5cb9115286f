"""An organisation's lists, obeyed by the orders that plan and route."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.services_harness import Harness
from toolguard.clients.wiring.machine import Machine

SERVERS = {"time": {"command": "uvx", "args": ["mcp-server-time"]}, "bad": {"command": "evil"}}


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    office = Harness(tmp_path / "state")

    def machine() -> Machine:
        return Machine("linux", tmp_path / "home", {"PATH": ""}, root=tmp_path / "root")

    office.app = replace(office.app, machine=machine)
    yield office
    office.keychain.close()


async def test_server_denied_by_a_list_is_skipped_with_the_reason(harness: Harness, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/.claude.json").write_text(json.dumps({"mcpServers": SERVERS}))
    managed = tmp_path / "root/etc/claude-code/managed-settings.json"
    managed.parent.mkdir(parents=True)
    allowed = [{"serverCommand": ["uvx", "mcp-server-time"]}]
    managed.write_text(json.dumps({"allowedMcpServers": allowed}))
    plan = await harness.order("client.plan")
    assert plan["files"] == [] and plan["servers"] == []
    reasons = {one["name"]: one["reason"] for one in plan["skipped"]}
    assert "does not contain this server" in reasons["bad"] and '"--server", "time"' in reasons["time"]
    missing = json.loads(reasons["time"].partition("entry: ")[2].removesuffix("."))
    managed.write_text(json.dumps({"allowedMcpServers": [*allowed, missing]}))
    plan = await harness.order("client.plan")
    assert [one["name"] for one in plan["servers"]] == ["time"]


async def test_turned_off_prompts_is_planned_and_named_where_it_is_not_possible(
    harness: Harness, tmp_path: Path
) -> None:
    for name in (".gemini/settings.json", ".codeium/windsurf/mcp_config.json"):
        (tmp_path / "home" / name).parent.mkdir(parents=True)
        (tmp_path / "home" / name).write_text(json.dumps({"mcpServers": SERVERS}))
    plan = await harness.order("client.plan", turn_off_prompts=True)
    diffs = {one["client"]: (one["diff"], one["entries"][0]["notes"]) for one in plan["files"]}
    assert '"trust": true' in diffs["gemini"][0] and not any("keeps" in one for one in diffs["gemini"][1])
    assert "trust" not in diffs["windsurf"][0] and any(
        "Windsurf keeps its own question about the tools. Its documentation describes no setting" in one
        for one in diffs["windsurf"][1]
    )
    order = {"digest": plan["digest"], "added": plan["servers"]}
    assert "changed in the meantime" in await harness.refusal("client.route", **order)  # not what was planned
    await harness.order("client.route", turn_off_prompts=True, **order)
    assert json.loads((tmp_path / "home/.gemini/settings.json").read_text())["mcpServers"]["time"]["trust"] is True
