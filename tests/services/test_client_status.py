"""Orders about chat clients: who is connected, what each may see, how its sessions end, how one is connected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.channels import Plain
from tests.support.services_harness import Harness
from toolguard.cli.words import OUTCOMES, server_state
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.model import (
    Call,
    ClientForgotten,
    ClientInfo,
    ConfigChanged,
    OngoingCall,
    PendingCall,
    RunningCall,
    SessionEnded,
    Snapshot,
)
from toolguard.gate.texts import coded
from toolguard.services.registry import execute
from toolguard.services.status import open_calls


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


class Line(Plain):
    """A channel on which nothing is said until it is closed."""

    def __init__(self) -> None:
        self.ended = ""
        self.said: list[Any] = []
        self._closed = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[Any]:
        await self._closed.wait()
        for nothing in ():
            yield nothing

    async def send(self, message: Any) -> None:
        self.said.append(message)

    async def close(self, reason: str = "") -> None:
        self.ended = reason
        self._closed.set()


async def join(harness: Harness, client: str, server: str, waits_for: str = "") -> asyncio.Task[None]:
    async def open_server(tell: Any) -> Line:
        if waits_for:
            tell(coded(waits_for))
            waiting.set()
            await asyncio.Event().wait()
        return Line()

    waiting = asyncio.Event()
    caller = ClientInfo(id=client, program="/usr/bin/robot", pid=4711)
    session = harness.guard.new_session()
    task = asyncio.create_task(harness.guard.join(session, caller, server, Line(), open_server))
    while session not in harness.guard.sessions():
        await asyncio.sleep(0)
    await (waiting.wait() if waits_for else asyncio.sleep(0))
    return task


async def test_state_of_a_waiting_server_has_a_code(harness: Harness) -> None:
    """``server list`` names the state by the code, whatever the words of the text."""
    task = await join(harness, "Cursor", "files", waits_for="servers.waiting_keyring")
    (session,) = (await harness.order("status"))["sessions"]
    assert session["code"] == "servers.waiting_keyring"
    assert server_state({"enabled": True}, [{**session, "state": "reworded"}]) == "Waiting for keyring"
    await harness.guard.close("over")
    await task


def test_open_calls_have_the_states_of_the_log() -> None:
    def call(id: str) -> Call:
        message = {"params": {"arguments": {}}}
        client = ClientInfo(id="Cursor")
        return Call(id=id, session="s", client=client, claim="", server="files", tool="t", message=message,
                    era="legacy", since=1.0)  # fmt: skip

    pending = PendingCall(call=call("c1"), tool=None)
    asked_to_retry = PendingCall(call=call("c2"), tool=None, deferred=True, waiting=0)
    running = RunningCall(call=call("c3"), tool=None, since=2.0, by="person")
    task = OngoingCall(call="c4", session="s", client="Cursor", server="files", tool="t", state="task", since=3.0)
    listed = open_calls(Snapshot(pending=(pending, asked_to_retry), running=(running,), ongoing=(task,)))
    assert [(each["call"], OUTCOMES[each["state"]], each["since"]) for each in listed] == [
        ("c1", "Pending", 1.0), ("c2", "Awaiting retry", 1.0), ("c3", "Running", 2.0), ("c4", "Task started", 3.0),
    ]  # fmt: skip


async def test_connected_clients_are_listed_with_their_sessions(harness: Harness) -> None:
    tasks = [
        await join(harness, "Cursor", "files"),
        await join(harness, "Cursor", "git"),
        await join(harness, "Codex", "git"),
    ]
    result = await harness.order("client.status")
    assert {one["client"]: [session["server"] for session in one["sessions"]] for one in result["clients"]} == {
        "Cursor": ["files", "git"],
        "Codex": ["git"],
    }
    assert result["clients"][0]["sessions"][0]["pid"] == 4711
    await harness.guard.close("over")
    await asyncio.gather(*tasks)
    offline = (await execute("client.status", {}, harness.offline))["value"]
    assert offline == {"running": False, "clients": []}


async def test_client_can_be_removed_only_without_settings_and_sessions(harness: Harness, tmp_path: Path) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"git": {"command": "uvx"}}}')
    harness.app = replace(harness.app, machine=lambda: Machine("linux", tmp_path, {"PATH": ""}))
    assert "settings on this computer" in await harness.refusal("client.forget", client="Cursor")
    file.unlink()
    task = await join(harness, "Cursor", "files")
    assert "disconnect it first" in await harness.refusal("client.forget", client="Cursor")
    await harness.order("client.end", client="Cursor")
    await asyncio.wait_for(task, 120)
    await harness.order("rule.add", verdict="deny", server="git", tool="*", client="Cursor")
    assert "Rules name Cursor" in await harness.refusal("client.forget", client="Cursor")
    await harness.order("client.add", name="agent")
    assert "revoke its access first" in await harness.refusal("client.forget", client="agent")
    assert not any(isinstance(event, ClientForgotten) for event in harness.log.events)
    assert await harness.order("client.forget", client="Cline") == {"name": "Cline"}
    (event,) = (event for event in harness.log.events if isinstance(event, ClientForgotten))
    assert (event.client, event.by) == ("Cline", "command line")
    offline = await execute("client.forget", {"client": "Cline"}, harness.offline)
    assert "not running" in offline["error"]


async def test_ending_a_client_keeps_other_sessions(harness: Harness) -> None:
    tasks = [
        await join(harness, "Cursor", "files"),
        await join(harness, "Cursor", "git"),
        await join(harness, "Codex", "git"),
    ]
    assert await harness.order("client.end", client="Cursor") == {"client": "Cursor", "ended": 2}
    await asyncio.wait_for(asyncio.gather(*tasks[:2]), 120)
    assert [one.client.id for one in harness.guard.snapshot().sessions] == ["Codex"]
    assert {event.reason for event in harness.log.events if isinstance(event, SessionEnded)} == {
        "ended by you in ToolGuard"
    }
    assert (
        sum(isinstance(event, ConfigChanged) and "session of Cursor" in event.what for event in harness.log.events) == 2
    )
    assert "not connected" in await harness.refusal("client.end", client="Cursor")
    session = harness.guard.sessions()[0]
    assert "not connected" in await harness.refusal("client.end", client="Cursor", session=session)
    assert (await harness.order("client.end", client="Codex", session=session))["ended"] == 1
    await asyncio.wait_for(tasks[2], 120)
    offline = await execute("client.end", {"client": "Codex"}, harness.offline)
    assert "not running" in offline["error"]


async def test_client_access_is_reported_per_server_and_tool(harness: Harness) -> None:
    await harness.with_server("files")
    await harness.with_server("git")
    harness.gate.tools.add_page(
        "files", "s", {"tools": [{"name": "read", "title": "Read"}, {"name": "write"}]}, first=True
    )
    await harness.order("tool.switch", server="files", tool="write", exposed=False)
    await harness.order("tool.switch", server="files", tool="read", client="Cursor", exposed=True)
    await harness.order("tool.switch", server="files", client="Cursor", exposed=False)
    await harness.order("rule.add", client="Cursor", server="git", tool="log", verdict="deny")
    await harness.order("rule.add", server="git", tool="push", verdict="deny")
    result = await harness.order("client.show", client="Cursor")
    files, git = result["servers"]
    assert (files["own"], files["shown"], files["for_all"]) == (False, False, True)
    assert [(one["tool"], one["title"], one["shown"], one["for_all"]) for one in files["tools"]] == [
        ("read", "Read", True, True),
        ("write", "", False, False),
    ]
    assert (git["own"], git["shown"], git["tools"]) == (None, True, [])
    assert [rule["tool"] for rule in result["rules"]] == ["log"]
    for tool in files["tools"]:
        seen = harness.gate.tool_visibility.is_visible("Cursor", "files", tool["tool"])
        assert seen == (tool["shown"] and tool["for_all"])


async def test_the_entry_for_a_client_is_json_that_names_a_server_or_a_command(harness: Harness) -> None:
    result = await harness.order("client.snippet")
    entry = json.loads(result["text"])["mcpServers"]["everything"]
    assert entry == result["entry"] and entry["args"][0] == "--"
    await harness.with_server("files")
    result = await harness.order("client.snippet")
    entry = json.loads(result["text"])["mcpServers"]["files"]
    assert entry["args"] == ["--server", "files"]
    assert Path(entry["command"]).name.startswith("toolguard-connect")
    assert "no server" in await harness.refusal("client.snippet", server="nobody")


async def test_each_client_that_is_known_has_its_own_entry(harness: Harness) -> None:
    await harness.with_server("files")
    result = await harness.order("client.snippet", server="files")
    by_client = {one["client"]: one for one in result["clients"]}
    assert {"claude-desktop", "vscode", "codex", "goose", "warp"} <= set(by_client)
    assert '"servers"' in by_client["vscode"]["text"] and "[mcp_servers.files]" in by_client["codex"]["text"]
    assert by_client["warp"]["path"] == "" and by_client["codex"]["path"].endswith("/.codex/config.toml")
    stub = result["entry"]["command"]
    assert all(stub in one["text"] for one in result["clients"]), "a client finds the program by its full path"
    installed = [one["installed"] for one in result["clients"]]
    assert installed == sorted(installed, reverse=True), "those that are installed come first"


async def test_server_uses_list_configured_clients(harness: Harness) -> None:
    await harness.with_server("files")
    await harness.order("server.add", name="git", command="x")
    assert await harness.order("client.uses") == {"files": [], "git": []}
    result = await harness.order("client.snippet", server="files")
    codex = next(one for one in result["clients"] if one["client"] == "codex")
    Path(codex["path"]).parent.mkdir(parents=True)
    Path(codex["path"]).write_text(codex["text"])
    await harness.order("client.add", name="agent", servers=["git"])
    assert await harness.order("client.uses") == {"files": ["Codex"], "git": ["agent"]}
    await harness.order("client.add", name="all")
    cursor = next(one for one in result["clients"] if one["client"] == "cursor")
    Path(cursor["path"]).parent.mkdir(parents=True)
    Path(cursor["path"]).write_text(
        json.dumps({"mcpServers": {"all": {"command": result["entry"]["command"], "args": ["--all"]}}})
    )
    assert await harness.order("client.uses") == {
        "files": ["all", "Cursor", "Codex"],
        "git": ["agent", "all", "Cursor"],
    }


def codex_stub(told: Any) -> str:
    return str(told["entry"]["command"])


async def test_change_that_disables_a_server_ends_its_sessions(harness: Harness) -> None:
    await harness.order("server.add", name="files", command="prog")
    task = await join(harness, "Cursor", "files")
    await harness.order("server.change", name="files", command="other", enabled=False)
    await asyncio.wait_for(task, 120)
    (ended,) = (event for event in harness.log.events if isinstance(event, SessionEnded))
    assert ended.reason == "ended because its server was turned off"
