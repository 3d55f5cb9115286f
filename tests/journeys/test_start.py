"""The window that opens when a chat client starts ToolGuard."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import psutil
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.journeys.test_first_call import add_demo, press, text_of, wait_for_text
from toolguard.store.lock import StateLock

pytestmark = pytest.mark.journey


@asynccontextmanager
async def chat_client_of_this_desktop(desktop, *args):
    """Run the official SDK's client in the desktop's environment, so that `toolguard-connect` can open the window."""
    command, argv = desktop.connect(*args)
    async with Client(
        stdio_client(StdioServerParameters(command=command, args=argv, env=desktop.env)), mode="legacy"
    ) as client:
        yield client


def end_app(desktop):
    psutil.Process(StateLock(desktop.home / "run").holder().pid).kill()


async def test_call_that_starts_toolguard_waits_for_its_window(desktop):
    """Defect 3: the call was refused because the window was not open yet."""
    add_demo(desktop)
    desktop.accept_settings()
    async with chat_client_of_this_desktop(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await wait_for_text(desktop, "Approve add")
        await asyncio.to_thread(end_app, desktop)
        assert "Call the tool again" in text_of(await asyncio.wait_for(call, 120))
        again = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await wait_for_text(desktop, "Approve add")
        assert (
            await asyncio.to_thread(desktop.toolguard)
        ).returncode == 0  # the window is minimized: a second start raises it
        await press(desktop, "Approve add")
        assert "42" in text_of(await asyncio.wait_for(again, 120))


async def test_new_server_proposal_does_not_block_its_client(desktop):
    """C11: the client waited for the person, and some give up after 1.5 seconds."""
    desktop.open_window(forked=False)
    command = ("--", sys.executable, "-m", "toolguard.demo.server")
    async with chat_client_of_this_desktop(desktop, *command) as client:  # the handshake is over
        listing = asyncio.ensure_future(client.list_tools())
        await wait_for_text(desktop, "toolguard.demo.server")
        await press(desktop, "Approve")
        assert "read_note" in {tool.name for tool in (await asyncio.wait_for(listing, 120)).tools}
