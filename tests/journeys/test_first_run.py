"""The first start of somebody who has chat clients with servers: guarded in few clicks, called, repaired, undone."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.journeys.test_first_call import press, sees, text_of

pytestmark = [pytest.mark.journey, pytest.mark.timeout(600)]

DEMO = {"command": sys.executable, "args": ["-m", "toolguard.demo.server"]}
TOKEN = "ghp_0123456789abcdefABCD"


def written(path: Path, value: object) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2))
    return path.read_bytes()


@pytest.fixture
def settings(desk):
    """The files of three clients, with what they hold."""
    cursor = desk.folder / ".cursor" / "mcp.json"
    claude = desk.folder / ".config" / "Claude" / "claude_desktop_config.json"
    code = desk.folder / ".config" / "Code" / "User" / "mcp.json"
    return {
        cursor: written(cursor, {"mcpServers": {"notes": {**DEMO, "env": {"GITHUB_TOKEN": TOKEN}}}}),
        claude: written(claude, {"mcpServers": {"notes": {**DEMO, "env": {"GITHUB_TOKEN": TOKEN}}}, "theme": "dark"}),
        code: written(code, {"servers": {"notes": {"type": "stdio", **DEMO}}}),
    }


async def test_the_first_call_of_a_real_server_is_held_after_three_clicks(desk, settings):
    desk.open_window()
    clicks = 0

    async def click(name):
        nonlocal clicks
        clicks += 1
        await asyncio.to_thread(desk.click, "push button", name)

    await sees(desk, "Welcome to ToolGuard")
    await click("Set up chat clients")
    await click("Guard all servers of all clients")
    await sees(desk, "Moves from the file to your keyring: GITHUB_TOKEN.")
    await click("Guard these servers")
    await sees(desk, "3 servers are guarded now.")
    assert clicks <= 4
    cursor, claude, code = settings
    for path in settings:
        assert TOKEN not in path.read_text()
    assert json.loads(claude.read_text())["theme"] == "dark"
    entry = json.loads(cursor.read_text())["mcpServers"]["notes"]
    env = {name: desk.env[name] for name in ("HOME", "TOOLGUARD_HOME")} | {"PATH": "/usr/bin:/bin"}
    transport = stdio_client(StdioServerParameters(command=entry["command"], args=entry["args"], env=env))
    async with Client(transport, mode="legacy") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await asyncio.to_thread(desk.turn_to, "Pending")
        await press(desk, "Approve add")
        result = await call
    assert not result.is_error and "42" in text_of(result)

    # Another program writes its own entry again: the page says so, and one review repairs it.
    value = json.loads(code.read_text())
    value["servers"]["notes"] = {"type": "stdio", **DEMO}
    code.write_text(json.dumps(value, indent=2))
    await asyncio.to_thread(desk.turn_to, "Clients")
    await asyncio.to_thread(desk.click, "cell", "notes, Visual Studio Code: changed by another program")
    await asyncio.to_thread(desk.click, "push button", "Guard notes in Visual Studio Code")
    await asyncio.to_thread(desk.click, "push button", "Guard these servers")
    await asyncio.to_thread(desk.eyes.misses, "changed by another program")
    assert "--server" in code.read_text()

    # Restored, a file that nobody changed since is what it was.
    await asyncio.to_thread(desk.click, "cell", "notes, Claude Desktop: guarded")
    await asyncio.to_thread(desk.click, "push button", "Stop guarding notes in Claude Desktop")
    await sees(desk, "nobody is asked about their calls")
    await asyncio.to_thread(desk.click, "push button", "Restore the client's own entries")
    await sees(desk, "The client's own entries are back.")
    assert claude.read_bytes() == settings[claude] and cursor.read_bytes() != settings[cursor]
    kinds = [record["kind"] for record in desk.records()]
    assert "call_forwarded" in kinds


@pytest.mark.parametrize("approved", [True, False])
def test_the_introduction_offers_a_sample_call_and_removes_its_server(desk, approved):
    desk.open_window()
    desk.eyes.sees("Welcome to ToolGuard")
    desk.click("push button", "Try a sample call")
    desk.eyes.sees("Your first call")
    if approved:
        desk.click("push button", "Approve read_note")
        desk.eyes.sees("The sample server answered: milk, bread, apples.")
    else:
        desk.click("push button", "Deny")
        desk.eyes.sees("The sample client was told: ")
    desk.eventually(lambda: not desk.config()["servers"], desk.config)
    kinds = [record["kind"] for record in desk.records()]
    assert ("call_forwarded" in kinds) is approved
    desk.click("push button", "Guard your first server")
    desk.eyes.wait("push button", "Add HTTP client")
    desk.turn_to("Pending")
    assert not desk.eyes.shows("Guard your first server")


def test_a_sample_call_is_given_up_and_does_not_keep_the_program_from_ending(desk):
    desk.open_window()
    desk.click("push button", "Try a sample call")
    desk.eyes.wait("push button", "Approve read_note")
    desk.click("push button", "Stop the sample call")
    desk.eventually(lambda: not desk.config()["servers"], desk.config)
    desk.turn_to("Help")
    desk.click("push button", "Show introduction")
    desk.turn_to("Pending")
    desk.keys("ctrl+q")
    desk.eventually(lambda: desk.app.poll() is not None, "the program still runs")
