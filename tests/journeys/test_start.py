"""What a person sees when a chat client opens ToolGuard."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import psutil
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.journeys.test_first_call import add_demo, press, sees, text_of
from toolguard.store.lock import StateLock

pytestmark = pytest.mark.journey


@asynccontextmanager
async def chat_client_of_this_desktop(desk, *args):
    """The official SDK's client in the person's own environment, so that `toolguard-connect` can open the window."""
    command, argv = desk.connect(*args)
    async with Client(
        stdio_client(StdioServerParameters(command=command, args=argv, env=desk.env)), mode="legacy"
    ) as one:
        yield one


def end_app(desk):
    psutil.Process(StateLock(desk.home / "run").holder().pid).kill()


async def test_the_call_that_opens_toolguard_waits_for_its_window(desk):
    """Defect 3: it was refused, because the window was not there yet."""
    add_demo(desk)
    desk.accept_settings()
    async with chat_client_of_this_desktop(desk, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await sees(desk, "Approve add")
        await asyncio.to_thread(end_app, desk)
        assert "Call the tool again" in text_of(await asyncio.wait_for(call, 120))
        again = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await sees(desk, "Approve add")
        assert (
            await asyncio.to_thread(desk.toolguard)
        ).returncode == 0  # it is only an icon yet: a second start raises it
        await press(desk, "Approve add")
        assert "42" in text_of(await asyncio.wait_for(again, 120))


async def test_new_server_proposal_does_not_block_its_client(desk):
    """C11: the client waited for the person, and some give up after 1.5 seconds."""
    desk.open_window(forked=False)
    command = ("--", sys.executable, "-m", "toolguard.demo.server")
    async with chat_client_of_this_desktop(desk, *command) as client:  # the handshake is over
        listing = asyncio.ensure_future(client.list_tools())
        await sees(desk, "toolguard.demo.server")
        await press(desk, "Approve")
        assert "read_note" in {tool.name for tool in (await asyncio.wait_for(listing, 120)).tools}
