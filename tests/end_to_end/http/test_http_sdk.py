"""The official SDK's client over HTTP and the sample server, in both eras, end to end."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.end_to_end.web import let_in
from toolguard.gate.model import CallDecided, CallHeld, CallWithdrawn, SessionEnded

MODES = ["legacy", "2026-07-28", "auto"]


def served(sandbox, **more):
    sandbox.server("demo", sys.executable, "-m", "toolguard.demo.server", "--record", str(sandbox.received_file))
    sandbox.token = let_in(sandbox, "sdk")
    sandbox.configure(http_port=0)
    return sandbox.serve(**more)


@asynccontextmanager
async def client(sandbox, serve, mode, *, in_path=False):
    url = f"http://127.0.0.1:{serve.port()}{f'/t/{sandbox.token}' if in_path else ''}/s/demo/mcp"
    headers = {} if in_path else {"Authorization": f"Bearer {sandbox.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as one,
    ):
        yield one


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.case(3, 14)
async def test_tools_are_listed_called_and_denied(sandbox, mode):
    sandbox.allow("add")
    sandbox.allow("查询天气", verdict="deny")
    serve = served(sandbox)
    async with client(sandbox, serve, mode, in_path=mode == "auto") as one:
        tools = {tool.name: tool for tool in (await one.list_tools()).tools}
        assert tools["add"].output_schema
        allowed = await one.call_tool("add", {"a": 2**53 + 1, "b": 0.5})
        denied = await one.call_tool("查询天气", {"城市": "上海"})
    assert (allowed.is_error, denied.is_error) == (False, True)
    assert "refused by ToolGuard" in denied.content[0].text
    assert [one["params"]["name"] for one in sandbox.received_of("tools/call")] == ["add"]
    assert bool(sandbox.received_of("initialize")) is (mode == "legacy")
    assert bool(sandbox.received_of("server/discover")) is (mode == "auto")


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.case(13, 33)
async def test_call_is_pending_until_approved(sandbox, mode):
    serve = served(sandbox, terminal=True)
    async with client(sandbox, serve, mode) as one:
        calling = asyncio.ensure_future(one.call_tool("add", {"a": 1, "b": 2}))
        await asyncio.to_thread(serve.wait_for_text, "Pending call")
        assert (await one.list_tools()).tools[0].name == "read_note", "the session goes on meanwhile"
        assert not sandbox.received_of("tools/call")
        await asyncio.to_thread(serve.approve)
        assert not (await calling).is_error
    assert sandbox.recorded(CallDecided).by == "person"


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.case(17)
async def test_client_timeout_withdraws_the_pending_call(sandbox, mode):
    serve = served(sandbox, terminal=True)
    async with client(sandbox, serve, mode) as one:
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("write_note", {"name": "x", "text": "y"}, read_timeout_seconds=0.5)
        await asyncio.to_thread(serve.wait_for_text, "cancelled")
    if mode == "legacy":
        sandbox.recorded(SessionEnded)
    assert len(sandbox.events(CallHeld)) == len(sandbox.events(CallWithdrawn)) == 1
    assert not sandbox.events(CallDecided) and not sandbox.received_of("tools/call")


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.case(18)
async def test_running_call_is_cancelled_at_the_server(sandbox, mode):
    sandbox.allow("count_slowly")
    serve = served(sandbox)
    steps = []

    async def progress(done, total, message):
        steps.append((done, total, message))

    async with client(sandbox, serve, mode) as one:
        result = await one.call_tool("count_slowly", {"to": 4, "seconds": 0.1}, progress_callback=progress)
        assert not result.is_error
        assert steps == [(number, 4, f"counted to {number}") for number in range(1, 5)]
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("count_slowly", {"to": 100, "seconds": 30}, read_timeout_seconds=0.3)
        await asyncio.to_thread(sandbox.wait_for_received, "notifications/cancelled")
        assert (await one.list_tools()).tools[0].name == "read_note"


@pytest.mark.case(34)
async def test_client_can_end_its_session(sandbox):
    serve = served(sandbox)
    async with client(sandbox, serve, "legacy") as one:
        await one.list_tools()
    assert sandbox.recorded(SessionEnded).reason == "the client ended its session"


async def test_missing_token_error_names_the_token(sandbox):
    serve = served(sandbox)
    sandbox.token = "wrong"
    with pytest.RaisesGroup(pytest.RaisesGroup(pytest.RaisesExc(Exception, match="a token is required"))):
        async with client(sandbox, serve, "legacy") as one:
            await one.list_tools()
