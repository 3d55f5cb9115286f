"""Two protocol eras: the official SDK's client at one end, its server at the other, and raw lines."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import MCPError, StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from mcp_types import ElicitResult, ListRootsResult, Root

from tests.end_to_end.conftest import request
from tests.end_to_end.web import Web, let_in
from tests.support.fork_server import SDK, fork_server
from toolguard.clients.stub import connect
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallWithdrawn,
    ServerRequestReceived,
    ServerStateChanged,
)

SERVER = Path(__file__).parents[1] / "sdk_era.py"
MODERN = "2026-07-28"
PAIRS = [("legacy", "modern"), (MODERN, "legacy")]
"""The client's era and the server's."""
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
pytestmark = pytest.mark.parametrize(("mode", "era"), PAIRS)


@asynccontextmanager
async def client(sandbox, mode, **callbacks):
    args = ["-I", "-S", "-E", connect.__file__, "--server", "only", "--client", "sdk", "--no-start"]
    entry = StdioServerParameters(command=sys.executable, args=args, env=sandbox.env)
    async with Client(stdio_client(entry), mode=mode, **callbacks) as one:
        yield one


def only(sandbox, era, **more):
    sandbox.server("only", *fork_server(*SDK).command(str(SERVER), era, str(sandbox.received_file)), **more)


def ran(sandbox):
    """What the server's tools did."""
    return sandbox.received_file.read_text().splitlines() if sandbox.received_file.exists() else []


def make_elicitation_callback(action="accept", colour="blue"):
    async def answer(context, params):
        answer.asked.append(params.message)
        return ElicitResult(action=action, content={"colour": colour} if action == "accept" else None)

    answer.asked = []
    return answer


async def test_client_and_server_of_different_eras_list_call_and_read(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow("add")
    sandbox.serve()
    async with client(sandbox, mode) as one:
        assert {tool.name for tool in (await one.list_tools()).tools} >= {"add", "paint"}
        result = await one.call_tool("add", {"a": 2, "b": 3})
        assert (result.is_error, result.structured_content) == (False, {"result": 5})
        assert (await one.read_resource("note://one")).contents[0].text == "the first note"
        assert one.protocol_version == ("2025-11-25" if mode == "legacy" else MODERN)
    assert ran(sandbox) == ["add"]
    told = [event.detail for event in sandbox.events(ServerStateChanged) if event.detail]
    assert told[0] == (
        f"bridged: a 2025-11-25 client on a {MODERN} server"
        if mode == "legacy"
        else f"bridged: a {MODERN} client on a 2025-11-25 server"
    )
    assert sandbox.life_of() == ["CallDecided", "CallForwarded", "CallCompleted"]


async def test_call_as_the_first_request_runs_once(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()
    async with client(sandbox, mode) as one:
        assert (await one.call_tool("add", {"a": 1, "b": 1})).structured_content == {"result": 2}
    assert ran(sandbox) == ["add"]


async def test_call_is_pending_until_a_person_approves_it(sandbox, mode, era):
    only(sandbox, era)
    serve = sandbox.serve(terminal=True)
    async with client(sandbox, mode) as one:
        calling = asyncio.create_task(one.call_tool("add", {"a": 20, "b": 3}))
        await asyncio.to_thread(serve.wait_for_text, "Pending call")
        assert ran(sandbox) == []
        await asyncio.to_thread(serve.approve)
        assert (await calling).structured_content == {"result": 23}
    assert ran(sandbox) == ["add"]
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_denied_call_never_runs_and_returns_an_error_result(sandbox, mode, era):
    only(sandbox, era)
    serve = sandbox.serve(terminal=True)
    async with client(sandbox, mode) as one:
        await one.list_tools()
        calling = asyncio.create_task(one.call_tool("add", {"a": 20, "b": 3}))
        await asyncio.to_thread(serve.wait_for_text, "Pending call")
        await asyncio.to_thread(serve.deny)
        result = await calling
        assert result.is_error and "Denied by the user" in result.content[0].text
    assert ran(sandbox) == []
    assert not sandbox.events(CallForwarded)


@pytest.mark.case(17)
async def test_cancelled_pending_call_never_runs(sandbox, mode, era):
    only(sandbox, era)
    serve = sandbox.serve(terminal=True)
    async with client(sandbox, mode) as one:
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("add", {"a": 1, "b": 1}, read_timeout_seconds=0.5)
        await asyncio.to_thread(serve.wait_for_text, "cancelled")
    sandbox.recorded(CallWithdrawn)
    assert ran(sandbox) == []


@pytest.mark.case(18)
async def test_running_call_is_cancelled_at_the_server(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()
    steps = []

    async def progress(done, total, message):
        steps.append((done, total, message))

    async with client(sandbox, mode) as one:
        await one.list_tools()
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("wait", {"seconds": 30}, read_timeout_seconds=1, progress_callback=progress)
        await asyncio.to_thread(sandbox.until, lambda: ran(sandbox) == ["wait", "cancelled"])
        assert (await one.call_tool("add", {"a": 1, "b": 2})).structured_content == {"result": 3}
    assert steps == [(1, 2, "half")]
    assert sandbox.events(CallCancelled)[0].by == "client"


@pytest.mark.parametrize("action", ["accept", "decline"])
@pytest.mark.case(38)
async def test_server_request_during_an_approved_call_needs_no_second_prompt(sandbox, mode, era, action):
    only(sandbox, era)
    serve = sandbox.serve(terminal=True)
    answer = make_elicitation_callback(action)
    async with client(sandbox, mode, elicitation_callback=answer) as one:
        calling = asyncio.create_task(one.call_tool("paint", {"wall": "north"}))
        await asyncio.to_thread(serve.wait_for_text, "Pending call")
        assert answer.asked == []
        await asyncio.to_thread(serve.approve)
        result = await calling
        assert result.content[0].text == ("north: blue" if action == "accept" else "north: decline")
    assert answer.asked == ["Which colour?"]
    assert ran(sandbox) == ["paint north"]
    assert len(sandbox.events(CallHeld)) == 1
    by = [event.by for event in sandbox.events(CallDecided)]
    if mode == "legacy":
        assert by == ["person"]
        assert [event.method for event in sandbox.events(ServerRequestReceived)] == ["elicitation/create"]
    else:
        assert by[0] == "person" and by[1].startswith("continuation of ")
        assert [event.outcome for event in sandbox.events(CallCompleted)] == ["input_required", "result"]


async def test_roots_are_requested_during_a_call(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()

    async def roots(context):
        return ListRootsResult(roots=[Root(uri="file:///somewhere")])

    async with client(sandbox, mode, list_roots_callback=roots) as one:
        assert (await one.call_tool("folders", {})).content[0].text == "file:///somewhere"


async def test_client_without_request_support_gets_an_explaining_error(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()
    async with client(sandbox, mode) as one:
        try:
            result = await one.call_tool("paint", {"wall": "north"})
            said = result.content[0].text if result.is_error else ""
        except Exception as why:  # noqa: BLE001 - the SDK's server chooses the kind
            said = str(why)
        assert "elicitation" in said.lower()
    assert ran(sandbox) == []


@pytest.mark.case(12)
def test_list_change_is_notified_in_the_client_era(sandbox, mode, era):
    sandbox.server("peer", era=era)
    sandbox.allow()
    sandbox.serve()
    raw = sandbox.client()
    changed = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    if mode == "legacy":
        raw.initialize()
        received = changed
    else:
        wanted = {"notifications": {"toolsListChanged": True, "promptsListChanged": True}, "_meta": META}
        raw.send(request("subscriptions/listen", "listen", wanted))
        tag = {"io.modelcontextprotocol/subscriptionId": "listen"}
        told = raw.receive()
        assert told.get("params") == {"_meta": tag, "notifications": {"toolsListChanged": True}}, told
        received = {**changed, "params": {"_meta": tag}}
    done = '{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}'
    raw.call("say", "say", {"lines": [json.dumps(changed), done]}, **({} if mode == "legacy" else {"_meta": META}))
    assert raw.answer("say")["result"]["content"] == []
    assert raw.others() == [received]


async def test_modern_sdk_server_notifies_a_legacy_client_of_a_changed_list(sandbox, mode, era):
    if mode != "legacy":
        pytest.skip("the SDK's legacy server declares no listChanged")
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()
    received = asyncio.Event()

    async def receive(message):
        if "ToolListChanged" in type(message).__name__:
            received.set()

    async with client(sandbox, mode, message_handler=receive) as one:
        await one.list_tools()
        async with asyncio.timeout(120):
            await one.call_tool("change", {})
            await received.wait()


async def test_exited_server_is_restarted_for_the_next_call(sandbox, mode, era):
    only(sandbox, era)
    sandbox.allow()
    sandbox.serve()
    async with client(sandbox, mode) as one:
        assert (await one.call_tool("add", {"a": 1, "b": 1})).structured_content == {"result": 2}
        with pytest.raises(Exception, match="outcome unknown"):
            await one.call_tool("die", {})
        assert (await one.call_tool("add", {"a": 1, "b": 2})).structured_content == {"result": 3}
    assert ran(sandbox) == ["add", "die", "add"]
    assert len([event for event in sandbox.events(ServerStateChanged) if event.detail.startswith("bridged")]) >= 2


async def test_pair_of_two_eras_fails_without_a_bridge(sandbox, mode, era):
    only(sandbox, era, bridge="off")
    sandbox.allow()
    sandbox.serve()
    with pytest.RaisesGroup(MCPError, flatten_subgroups=True):
        async with client(sandbox, mode) as one:
            await one.call_tool("add", {"a": 1, "b": 1})
    assert ran(sandbox) == []


def test_every_call_of_many_at_once_gets_its_own_answer(sandbox, mode, era):
    """Raw lines: a client that sends all at once, with ids of both types."""
    sandbox.server("peer", era=era)
    sandbox.allow()
    sandbox.serve()
    raw = sandbox.client()
    about = {} if mode == "legacy" else {"_meta": META}
    if mode == "legacy":
        assert raw.initialize()["protocolVersion"] == "2025-11-25"
    ids = [id for number in range(50) for id in (number, str(number))]
    for id in ids:
        raw.call(id, "slow", {"seconds": 0.01}, **about)
    for id in ids:
        assert raw.answer(id)["result"]["content"][0]["text"] == "slow"
    assert len(sandbox.received_of("tools/call")) == len(ids)
    told = [("_meta" in one["params"]) for one in sandbox.received_of("tools/call")]
    assert told == [mode == "legacy"] * len(ids)


def test_http_client_reaches_a_server_of_the_other_era(sandbox, mode, era):
    sandbox.server("peer", era=era)
    sandbox.allow()
    token = let_in(sandbox)
    sandbox.config["preferences"]["http_port"] = 0
    sandbox._write()
    web = Web(sandbox.serve().port(), token, modern=mode != "legacy")
    done = '{"jsonrpc":"2.0","id":$ID,"result":{"content":[]%s}}' % (',"resultType":"complete"' * (era == "modern"))
    try:
        if mode == "legacy":
            assert web.initialize()["protocolVersion"] == "2025-11-25"
        answer = web.call(1, "say", {"lines": [done]})
        assert answer.answer(1)["result"] == {"content": [], **({} if mode == "legacy" else {"resultType": "complete"})}
        listed = web.request("tools/list", 2).answer(2)["result"]
        assert ("ttlMs" in listed) == (mode != "legacy")
    finally:
        web.close()
    assert len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(44)
async def test_argument_is_injected_across_eras(sandbox, mode, era):
    sandbox.keyring("Filed")
    only(sandbox, era, arguments={"add": {"/b": "${secret:digit}"}})
    assert sandbox.toolguard("secret", "set", "digit", input="4711471\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "digit", "--server", "only").returncode == 0
    sandbox.allow("add")
    sandbox.serve()
    async with client(sandbox, mode) as one:
        (add,) = [tool for tool in (await one.list_tools()).tools if tool.name == "add"]
        assert list(add.input_schema["properties"]) == ["a"]
        result = await one.call_tool("add", {"a": 2})
        assert (await one.call_tool("add", {"a": 2, "b": 1})).is_error
    assert "4711473" in repr(result.structured_content)
    assert sandbox.events(CallForwarded)[0].secrets == ("digit argument /b",)
