"""The official SDK's client at one end and the sample server at the other, in both eras."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from toolguard.clients.stub import connect
from toolguard.gate.model import CallDecided, CallDeferred, CallHeld, CallWithdrawn, SessionEnded

ERAS = ["legacy", "2026-07-28"]


@asynccontextmanager
async def sdk_client(sandbox, mode):
    args = ["-I", "-S", "-E", connect.__file__, "--server", "demo", "--no-start"]
    entry = StdioServerParameters(command=sys.executable, args=args, env=sandbox.env)
    async with Client(stdio_client(entry), mode=mode) as client:
        yield client


def demo(sandbox):
    sandbox.server("demo", sys.executable, "-m", "toolguard.demo.server", "--record", str(sandbox.received_file))


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.case(14)
async def test_denial_of_a_tool_with_output_schema_is_valid_for_the_client(sandbox, mode):
    demo(sandbox)
    sandbox.allow("add")
    sandbox.allow("查询天气", verdict="deny")
    sandbox.serve()
    async with sdk_client(sandbox, mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools["add"].output_schema and tools["查询天气"].output_schema
        allowed = await client.call_tool("add", {"a": 2**53 + 1, "b": 0.5})
        denied = await client.call_tool("查询天气", {"城市": "上海"})
    assert (allowed.is_error, denied.is_error) == (False, True)
    assert "refused by ToolGuard" in denied.content[0].text
    assert [one["params"]["name"] for one in sandbox.received_of("tools/call")] == ["add"]


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.case(18)
async def test_client_timeout_cancels_at_the_server(sandbox, mode):
    demo(sandbox)
    sandbox.allow("count_slowly")
    sandbox.serve()
    steps = []

    async def progress(done, total, message):
        steps.append((done, total, message))

    async with sdk_client(sandbox, mode) as client:
        result = await client.call_tool("count_slowly", {"to": 4, "seconds": 0.02}, progress_callback=progress)
        assert not result.is_error
        assert steps == [(number, 4, f"counted to {number}") for number in range(1, 5)]
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await client.call_tool("count_slowly", {"to": 100, "seconds": 30}, read_timeout_seconds=0.3)
        await asyncio.to_thread(sandbox.wait_for_received, "notifications/cancelled")
        assert (await client.list_tools()).tools[0].name == "read_note"


@pytest.mark.case(17)
async def test_client_timeout_of_a_pending_call_never_runs_it(sandbox):
    demo(sandbox)
    serve = sandbox.serve(terminal=True)
    async with sdk_client(sandbox, "legacy") as client:
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await client.call_tool("write_note", {"name": "x", "text": "y"}, read_timeout_seconds=0.3)
        await asyncio.to_thread(serve.wait_for_text, "cancelled")
    sandbox.recorded(SessionEnded)
    assert len(sandbox.events(CallHeld)) == len(sandbox.events(CallWithdrawn)) == 1
    assert not sandbox.events(CallDecided)
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(40)
async def test_official_client_retries_without_telling_the_model(sandbox):
    demo(sandbox)
    sandbox.configure(client_timeouts=["demo-client=2"], long_poll=True)
    serve = sandbox.serve(terminal=True)
    args = ["-I", "-S", "-E", connect.__file__, "--server", "demo", "--client", "demo-client", "--no-start"]
    entry = StdioServerParameters(command=sys.executable, args=args, env=sandbox.env)
    async with Client(stdio_client(entry), mode="2026-07-28") as client:
        calling = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
        await asyncio.to_thread(sandbox.recorded, CallDeferred, 2)
        await asyncio.to_thread(serve.press, "a", "Approved")
        result = await calling
    assert not result.is_error and "3" in result.content[0].text
    (received,) = sandbox.received_of("tools/call")
    assert "requestState" not in received["params"]
