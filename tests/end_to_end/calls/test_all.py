"""One entry for every server, end to end: ``toolguard-connect --all``, three servers, both eras."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import anyio
import httpx2
import psutil
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.end_to_end.web import Web, let_in
from toolguard.clients.stub import connect
from toolguard.gate.model import (
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    ServerStateChanged,
    SessionEnded,
    SessionStarted,
)

ERAS = ["legacy", "2026-07-28", "auto"]
DEMO = (sys.executable, "-m", "toolguard.demo.server")


@pytest.fixture
def three(sandbox):
    """The sample server twice, and the peer, which speaks one era only."""
    sandbox.server("notes", *DEMO, "--record", str(sandbox.received_file))
    sandbox.server("sums", *DEMO)
    sandbox.token = let_in(sandbox, "sdk")
    sandbox.configure(http_port=0)
    return sandbox


def joined(sandbox):
    return sandbox.client("--all", server="")


@asynccontextmanager
async def http_client(sandbox, serve, mode):
    url, headers = f"http://127.0.0.1:{serve.port()}/mcp", {"Authorization": f"Bearer {sandbox.token}"}
    try:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            yield client
    except* anyio.BrokenResourceError:
        pass  # the SDK closes its streams while the response to a cancelled request is still read


@asynccontextmanager
async def stub_client(sandbox, _serve, mode):
    args = ["-I", "-S", "-E", connect.__file__, "--all", "--no-start"]
    entry = StdioServerParameters(command=sys.executable, args=args, env=sandbox.env)
    async with Client(stdio_client(entry), mode=mode) as client:
        yield client


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("connected", [stub_client, http_client])
async def test_sdk_client_uses_three_servers_behind_one_entry(three, mode, connected):
    three.server("peer", era="modern" if mode == "2026-07-28" else "legacy")
    three.allow("add", server="sums")
    three.allow("read_note")
    three.allow("env")
    three.allow("查询天气", verdict="deny")
    async with connected(three, three.serve(), mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"notes__add", "sums__add", "peer__env", "peer__die"} <= set(tools)
        (weather,) = [tool for tool in tools.values() if tool.name.startswith("sums") and tool.title == "查询城市天气"]
        allowed = await client.call_tool("sums__add", {"a": 2**53 + 1, "b": 0.5})
        note = await client.call_tool("notes__read_note", {"name": "shopping"})
        denied = await client.call_tool(weather.name, {"城市": "上海"})
        refused = await client.call_tool("notes__add", {"a": 1, "b": 1})
        peer = await client.call_tool("peer__env", {"name": "NOTHING"})
    assert (allowed.is_error, note.is_error, denied.is_error, refused.is_error) == (False, False, True, True)
    assert note.content[0].text == "milk, bread, apples"
    assert peer.content
    assert "refused by ToolGuard" in denied.content[0].text
    if connected is stub_client:
        three.recorded(SessionEnded, 4)
    three.recorded(CallForwarded, 3)
    assert {(one.server, one.tool) for one in three.events(CallForwarded)} == {
        ("sums", "add"), ("notes", "read_note"), ("peer", "env"),
    }  # fmt: skip
    assert {one.server for one in three.events(SessionStarted)} == {"*", "notes", "sums", "peer"}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("connected", [stub_client, http_client])
@pytest.mark.case(18)
async def test_progress_and_cancel_are_routed_to_their_server(three, mode, connected):
    three.server("peer", era="modern" if mode == "2026-07-28" else "legacy")
    three.allow("count_slowly")
    steps = []

    async def progress(done, total, message):
        steps.append((done, total, message))

    async with connected(three, three.serve(), mode) as client:
        result = await client.call_tool("notes__count_slowly", {"to": 4, "seconds": 0.02}, progress_callback=progress)
        assert not result.is_error
        assert steps == [(number, 4, f"counted to {number}") for number in range(1, 5)]
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await client.call_tool("notes__count_slowly", {"to": 100, "seconds": 30}, read_timeout_seconds=0.3)
        await asyncio.to_thread(three.wait_for_received, "notifications/cancelled")


@pytest.mark.case(17)
def test_person_approves_and_denies_calls_to_two_servers(three):
    serve = three.serve(terminal=True)
    client = joined(three)
    client.initialize()
    serve.wait_for_text("raw uses all servers combined")
    client.call(1, "sums__add", {"a": 1, "b": 2})
    serve.wait_for_text("sums")
    serve.approve()
    assert client.answer(1)["result"]["structuredContent"] == {"sum": 3}
    client.call(2, "notes__write_note", {"name": "a", "text": "b"})
    serve.deny()
    assert client.answer(2)["result"]["isError"] is True
    assert [(one.server, one.tool) for one in three.events(CallHeld)] == [("sums", "add"), ("notes", "write_note")]
    assert not three.received_of("tools/call")
    assert client.end() == 0


@pytest.mark.case(24)
def test_killed_app_answers_open_calls_from_the_log(three, ends):
    three.allow("wait")
    serve = three.serve(terminal=True)
    client = joined(three)
    client.initialize()
    client.call("running", "peer__wait")
    three.recorded(CallForwarded)
    client.call("held", "sums__add", {"a": 1, "b": 2})
    three.recorded(CallHeld)
    before = three.pids()
    serve.kill()
    ends(*before)
    three.serve(terminal=True)
    held, running = client.answer("held"), client.answer("running")
    assert held["result"]["isError"] is True
    assert "Not run" in held["result"]["content"][0]["text"]
    assert "outcome unknown" in running["error"]["message"]
    assert (three.recorded(CallOutcomeUnknown).server, three.recorded(CallWithdrawn).server) == ("peer", "sums")
    tools = client.ask("tools/list", "again")["result"]["tools"]
    assert {"peer__wait", "sums__add", "notes__add"} <= {tool["name"] for tool in tools}
    assert {one.server for one in three.events(SessionStarted) if one.resumed} == {"*", "peer", "sums", "notes"}
    client.call("again", "peer__env", {"name": "X"})
    three.recorded(CallHeld, 2)
    assert not three.events(CallDecided)[1:]


@pytest.mark.case(25)
def test_client_exit_ends_every_server(three, ends):
    three.serve()
    client = joined(three)
    client.initialize()
    client.ask("tools/list", 1)
    three.wait_for_received("notifications/initialized")
    servers = psutil.Process(three._serves[-1].process.pid).children(recursive=True)
    assert len(servers) >= 3
    assert client.end() == 0
    ends(*[one.pid for one in servers])
    three.recorded(SessionEnded, 4)


def test_servers_are_added_and_removed_during_a_client_session(three):
    three.serve(terminal=True)
    client = joined(three)
    client.initialize()
    client.ask("tools/list", 1)
    assert three.toolguard("server", "remove", "sums").returncode == 0
    received = client.receive()
    assert received["method"] == "notifications/tools/list_changed"
    names = {tool["name"].partition("__")[0] for tool in client.ask("tools/list", 2)["result"]["tools"]}
    assert names == {"peer", "notes"}
    client.call(3, "sums__add", {"a": 1, "b": 2})
    assert client.answer(3)["error"]["code"] == -32602


def test_ten_megabytes_and_a_server_that_floods_pass(three):
    three.allow()
    three.serve()
    client = joined(three)
    client.initialize()
    client.call(1, "peer__big", {"size": 10_000_000})
    assert len(client.answer(1)["result"]["content"][0]["text"]) == 10_000_000
    line = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"' + "x" * 1_000 + '"}}'
    client.call(2, "peer__say", {"lines": [*[line] * 2_000, '{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}']})
    client.call(3, "sums__add", {"a": 1, "b": 2})
    assert client.answer(3)["result"]["structuredContent"] == {"sum": 3}
    client.answer(2)
    told = [one for one in client.others() if one["method"] == "notifications/message"]
    assert len(told) == 2_000
    assert {one["params"]["logger"] for one in told} == {"peer"}


def test_http_client_sees_only_its_permitted_servers(three):
    three.allow()
    few = let_in(three, "few", ["sums", "peer"])
    port = three.serve().port()
    web = Web(port, few)
    web.path = "/mcp"
    web.initialize()
    tools = {tool["name"].partition("__")[0] for tool in web.request("tools/list", 1).receive()["result"]["tools"]}
    assert tools == {"sums", "peer"}
    assert web.call(2, "notes__add", {"a": 1, "b": 2}).receive()["error"]["code"] == -32602
    assert web.call(3, "sums__add", {"a": 1, "b": 2}).receive()["result"]["structuredContent"] == {"sum": 3}
    assert {one.server for one in three.events(SessionStarted)} == {"*", "sums", "peer"}
    web.close()


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("connected", [stub_client, http_client])
async def test_servers_of_either_era_are_reached_by_a_client_of_either_era(three, mode, connected):
    three.server("old", era="legacy")
    three.server("new", era="modern")
    three.allow()
    async with connected(three, three.serve(), mode) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"old__env", "new__env", "sums__add"} <= names
        for name in ("old__env", "new__env"):
            result = await client.call_tool(name, {"name": "NOTHING"})
            assert not result.is_error
    odd = "new" if mode == "legacy" else "old"
    assert odd in {one.server for one in three.events(ServerStateChanged) if one.detail.startswith("bridged: ")}
