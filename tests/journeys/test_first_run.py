"""The first start on a computer with chat clients: their servers are guarded, called, repaired and restored."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.journeys.test_first_call import press, text_of, wait_for_text
from tests.journeys.wording import Wording

pytestmark = pytest.mark.journey

DEMO = {"command": sys.executable, "args": ["-m", "toolguard.demo.server"]}
TOKEN = "ghp_0123456789abcdefABCD"


def written(path: Path, value: object) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2))
    return path.read_bytes()


@pytest.fixture
def settings(desktop):
    """Write the settings files of three clients. Return their paths and contents."""
    cursor = desktop.folder / ".cursor" / "mcp.json"
    claude = desktop.folder / ".config" / "Claude" / "claude_desktop_config.json"
    code = desktop.folder / ".config" / "Code" / "User" / "mcp.json"
    return {
        cursor: written(cursor, {"mcpServers": {"notes": {**DEMO, "env": {"GITHUB_TOKEN": TOKEN}}}}),
        claude: written(claude, {"mcpServers": {"notes": {**DEMO, "env": {"GITHUB_TOKEN": TOKEN}}}, "theme": "dark"}),
        code: written(code, {"servers": {"notes": {"type": "stdio", **DEMO}}}),
    }


@pytest.mark.parametrize(("language", "appearance"), [("en", "light"), ("zh_CN", "dark")])
async def test_first_real_call_is_pending_after_three_clicks(desktop, settings, language, appearance):
    text, code_name = Wording(language), "Visual Studio Code"
    for name, value in (("language", language), ("appearance", appearance)):
        assert desktop.toolguard("settings", "set", name, value).returncode == 0
    desktop.open_window(forked=False)
    clicks = 0

    async def click(english, *places):
        nonlocal clicks
        clicks += 1
        await asyncio.to_thread(desktop.click, "push button", text(english, *places))

    await wait_for_text(desktop, text("Welcome to ToolGuard"))
    await click("Set up chat clients")
    await click("Guard all clients…")
    await wait_for_text(desktop, text("Moves from the file to your keyring: {0}.", "GITHUB_TOKEN"))
    await click("{0} as shown", text("Guard %n servers", n=2))
    await wait_for_text(desktop, text("%n servers are guarded now.", n=2))
    assert clicks <= 4
    cursor, claude, code = settings
    for path in settings:
        assert TOKEN not in path.read_text()
    assert json.loads(claude.read_text())["theme"] == "dark"
    entry = json.loads(cursor.read_text())["mcpServers"]["notes"]
    env = {name: desktop.env[name] for name in ("HOME", "TOOLGUARD_HOME")} | {"PATH": "/usr/bin:/bin"}
    transport = stdio_client(StdioServerParameters(command=entry["command"], args=entry["args"], env=env))
    async with Client(transport, mode="legacy") as client:
        await asyncio.to_thread(desktop.turn_to, text("MainWindow::Pending"))
        await wait_for_text(desktop, text("Introduction::Connected"))
        call = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 22}))
        await press(desktop, text("Approve {0}", "add"))
        result = await call
    assert not result.is_error and "42" in text_of(result)

    # Another program overwrites an entry: the page shows it, and one review repairs it.
    changed = text("{0}, {1}: {2}", "notes", code_name, text("ClientServers::changed by another program, not guarded"))
    value = json.loads(code.read_text())
    value["servers"]["notes"] = {"type": "stdio", **DEMO}
    code.write_text(json.dumps(value, indent=2))
    await asyncio.to_thread(desktop.turn_to, text("MainWindow::Clients"))
    await asyncio.to_thread(desktop.click, "cell", changed)
    await click("Guard {0} in {1}", "notes", code_name)
    await click("{0} as shown", text("Guard %n servers", n=1).replace("1 servers", "1 server"))
    await asyncio.to_thread(desktop.eventually, lambda: "--server" in code.read_text(), code.read_text)
    await asyncio.to_thread(desktop.screen_reader.wait_until_gone, changed)

    # Restoring a file that has not changed since brings back its old content.
    guarded = text("{0}, {1}: {2}", "notes", "Claude Desktop", text("ClientServers::guarded"))
    await asyncio.to_thread(desktop.click, "cell", guarded)
    await click("Stop guarding {0} in {1}", "notes", "Claude Desktop")
    await click("Restore the client's own entries")
    await wait_for_text(desktop, text("The client's own entries are back."))
    assert claude.read_bytes() == settings[claude] and cursor.read_bytes() != settings[cursor]
    kinds = [record["kind"] for record in desktop.records()]
    assert "call_forwarded" in kinds


@pytest.mark.parametrize("approved", [True, False])
def test_introduction_runs_a_sample_call_and_removes_its_server(desktop, approved):
    desktop.open_window()
    desktop.screen_reader.wait_for_text("Welcome to ToolGuard")
    desktop.click("push button", "Try a sample call")
    desktop.screen_reader.wait_for_text("Your first call")
    if approved:
        desktop.click("push button", "Approve read_note")
        desktop.screen_reader.wait_for_text("The sample server answered: milk, bread, apples.")
    else:
        desktop.click("push button", "Deny")
        desktop.screen_reader.wait_for_text("The sample client was told: ")
    desktop.eventually(lambda: not desktop.config()["servers"], desktop.config)
    kinds = [record["kind"] for record in desktop.records()]
    assert ("call_forwarded" in kinds) is approved
    desktop.click("push button", "Guard your first server")
    desktop.screen_reader.wait("push button", "Add HTTP client")
    desktop.turn_to("Pending")
    assert not desktop.screen_reader.has_text("Guard your first server")


def test_sample_call_is_cancelled_on_exit(desktop):
    desktop.open_window()
    desktop.click("push button", "Try a sample call")
    desktop.screen_reader.wait("push button", "Approve read_note")
    desktop.click("push button", "Stop the sample call")
    desktop.eventually(lambda: not desktop.config()["servers"], desktop.config)
    desktop.turn_to("Help")
    desktop.click("push button", "Show introduction")
    desktop.turn_to("Pending")
    desktop.keys("ctrl+q")
    desktop.eventually(lambda: desktop.app.poll() is not None, "the program still runs")
