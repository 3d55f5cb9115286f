"""Calls from a real client through the real stub and window to real servers: approved, denied, cancelled, killed."""

import asyncio
import base64
import os
import shutil
import signal
import sys
import traceback
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.support.journal_edits import edit_line, lines_of

pytestmark = pytest.mark.journey

BIN = Path(sys.executable).parent
NODE = Path(__file__).parents[1] / "node_modules"
SECRET = 'S3cr3t "quoted" \\ käse 钥匙 0123456789'
needs_node = pytest.mark.skipif(
    not shutil.which("node") or not (NODE / "@modelcontextprotocol").exists(),
    reason="needs Node.js and the npm packages of tests/package.json",
)


@asynccontextmanager
async def chat_client(desktop, *args, mode="legacy", **more):
    """Run the official SDK's client with ToolGuard as its server, in the minimal environment of chat clients."""
    command, argv = desktop.connect(*args)
    names = ("HOME", "TOOLGUARD_HOME")
    env = {name: desktop.env[name] for name in names} | {"PATH": "/usr/bin:/bin"}
    transport = stdio_client(StdioServerParameters(command=command, args=argv, env=env))
    async with Client(transport, mode=mode, **more) as client:
        yield client


def text_of(result):
    return "".join(block.text for block in result.content)


async def press(desktop, name):
    await asyncio.to_thread(desktop.screen_reader.press, "button", name)


async def turn_to(desktop, page):
    await asyncio.to_thread(desktop.screen_reader.press, "page tab", page)


async def wait_for_text(desktop, part):
    await asyncio.to_thread(desktop.screen_reader.wait_for_text, part)


def add_demo(desktop, *more):
    result = desktop.toolguard("server", "add", "demo", *more, "--", sys.executable, "-m", "toolguard.demo.server",
                          "--record", str(desktop.folder / "heard"))  # fmt: skip
    assert result.returncode == 0, result.stderr


def received(desktop):
    """Return every line that the demo server received, as one text."""
    record = desktop.folder / "heard"
    return record.read_text() if record.exists() else ""


async def test_approved_call_of_the_time_server_returns_its_result(desktop):
    desktop.toolguard("server", "add", "time", "--", str(BIN / "mcp-server-time"), "--local-timezone", "UTC")
    desktop.open_window()
    async with chat_client(desktop, "--server", "time") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"get_current_time", "convert_time"}
        call = asyncio.ensure_future(client.call_tool("get_current_time", {"timezone": "Asia/Shanghai"}))
        await wait_for_text(desktop, "Asia/Shanghai")
        await press(desktop, "Approve get_current_time")
        result = await call
    assert not result.is_error
    assert "Asia/Shanghai" in text_of(result)
    kinds = [record["kind"] for record in desktop.records()]
    assert [kind for kind in kinds if kind in CALL] == ["call_held", "call_decided", "call_forwarded", "call_completed"]


CALL = {
    "call_held", "call_decided", "call_forwarded", "call_completed", "call_withdrawn", "call_outcome_unknown",
    "call_cancelled",
}  # fmt: skip


async def test_denied_call_never_reaches_the_server(desktop):
    add_demo(desktop)
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("write_note", {"name": "x", "text": "y"}))
        await wait_for_text(desktop, "write_note")
        await asyncio.to_thread(desktop.screen_reader.type, "Reason", "not today")
        await press(desktop, "Deny")
        result = await call
    assert result.is_error
    assert "not today" in text_of(result)
    assert "Do not retry" in text_of(result)
    assert "write_note" not in received(desktop)


async def test_remembered_decision_needs_no_second_prompt(desktop):
    add_demo(desktop)
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        await client.list_tools()
        call = asyncio.ensure_future(client.call_tool("add", {"a": 1, "b": 2}))
        await wait_for_text(desktop, "Approve add")
        await asyncio.to_thread(desktop.screen_reader.press, "check box", "Remember")
        await press(desktop, "Approve and remember")
        assert not (await call).is_error
        again = await client.call_tool("add", {"a": 1, "b": 2})
        assert not again.is_error
    decided = [record for record in desktop.records() if record["kind"] == "call_decided"]
    assert decided[0]["by"] == "person"
    assert decided[1]["by"].startswith("rule ")


async def test_call_cancelled_by_its_client_is_withdrawn_and_never_runs(desktop):
    add_demo(desktop)
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await client.call_tool("write_note", {"name": "x", "text": "y"}, read_timeout_seconds=2)
        await wait_for_text(desktop, "This call was cancelled. It did not run. Reason: timed out after 2s")
        assert not desktop.screen_reader.has_text("LINE FEED"), (
            "a line break between two sentences is shown as a character of the client"
        )
    assert "write_note" not in received(desktop)


async def test_unanswered_prompt_denies_the_call(desktop):
    add_demo(desktop)
    config = desktop.home / "config.json"
    config.write_text(config.read_text().replace('"preferences": {}', '"preferences": {"prompt_timeout": 2}'))
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        result = await client.call_tool("read_note", {"name": "x"})
    assert result.is_error
    assert "nobody approved" in text_of(result)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_secret_comes_from_the_keyring_and_leaks_nowhere(desktop, mode):
    add_demo(desktop, "--env", "DEMO_API_KEY=${secret:demo-key}")
    assert desktop.toolguard("secret", "set", "demo-key", input=SECRET + "\n").returncode == 0
    assert desktop.toolguard("secret", "bind", "demo-key", "--server", "demo").returncode == 0
    assert desktop.toolguard("rule", "add", "--server", "demo", "--tool", "*", "--verdict", "allow").returncode == 0
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo", mode=mode) as client:
        result = text_of(await client.call_tool("whoami", {}))
        running = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
    assert str(len(SECRET)) in result
    assert "[secret demo-key]" in result
    written = desktop.everything_written() + result.encode() + "\n".join(running).encode() + desktop.app_log().encode()
    for form in (SECRET.encode(), base64.b64encode(SECRET.encode())[:-4], b"S3cr3t"):
        assert form not in written


async def test_unbound_secret_is_not_released_with_advice(desktop):
    add_demo(desktop, "--env", "DEMO_API_KEY=${secret:demo-key}")
    assert desktop.toolguard("secret", "set", "demo-key", input=SECRET + "\n").returncode == 0
    desktop.open_window()
    with pytest.RaisesGroup(
        pytest.RaisesExc(Exception, match="toolguard secret bind demo-key --server demo"),
        flatten_subgroups=True, allow_unwrapped=True,
    ) as caught:  # fmt: skip
        await list_names(desktop, "--server", "demo")
    assert SECRET not in "".join(traceback.format_exception(caught.value))


async def test_command_line_of_a_client_entry_is_accepted_once(desktop):
    desktop.open_window()
    command = ("--", sys.executable, "-m", "toolguard.demo.server")
    asking = asyncio.ensure_future(list_names(desktop, *command))
    await wait_for_text(desktop, "toolguard.demo.server")
    await press(desktop, "Approve")
    assert "read_note" in await asking
    assert "read_note" in await list_names(desktop, *command)


async def list_names(desktop, *args):
    async with chat_client(desktop, *args) as client:
        return {tool.name for tool in (await client.list_tools()).tools}


async def test_running_call_is_shown_and_stopped(desktop):
    add_demo(desktop)
    assert (
        desktop.toolguard("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow").returncode
        == 0
    )
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(
            client.call_tool("count_slowly", {"to": 100, "seconds": 60}, progress_callback=ignore_progress)
        )
        await wait_for_text(desktop, "1 running")
        await turn_to(desktop, "Active")
        await asyncio.to_thread(desktop.click, "item", "count_slowly")
        await press(desktop, "Stop this call")
        await press(desktop, "Stop call")
        result = await call
    assert "Stopped by the user" in text_of(result)


async def ignore_progress(progress, total, message):
    """Do nothing. A callback makes the SDK send a progress token."""


async def test_audit_shows_and_verifies_the_log(desktop):
    add_demo(desktop)
    assert desktop.toolguard("rule", "add", "--server", "demo", "--tool", "add", "--verdict", "allow").returncode == 0
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        await client.call_tool("add", {"a": 20, "b": 22})
    await turn_to(desktop, "Audit")
    await wait_for_text(desktop, "Allowed")
    await press(desktop, "Verify")
    await wait_for_text(desktop, "records")
    assert desktop.toolguard("log", "verify").returncode == 0


def test_edited_record_is_found_by_verification(desktop):
    add_demo(desktop)
    desktop.open_window()
    asyncio.run(list_names(desktop, "--server", "demo"))
    desktop.kill_app()
    lines = lines_of(desktop.home / "log")
    (number,) = [seq for seq, line in enumerate(lines, 1) if b"session_started" in line]
    edit_line(desktop.home / "log", number, b"session_started", b"sessiOn_started")
    result = desktop.toolguard("log", "verify")
    assert result.returncode == 1
    assert f"record {number} was edited" in result.stderr


async def test_app_killed_with_pending_and_running_calls_recovers(desktop):
    add_demo(desktop)
    assert (
        desktop.toolguard("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow").returncode
        == 0
    )
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        running = asyncio.ensure_future(client.call_tool("count_slowly", {"to": 100, "seconds": 60}))
        held = asyncio.ensure_future(client.call_tool("write_note", {"name": "x", "text": "y"}))
        await wait_for_text(desktop, "Approve write_note")
        await asyncio.to_thread(desktop.kill_app)
        result = await asyncio.wait_for(held, 120)
        assert "not run" in text_of(result).lower()
        with pytest.raises(Exception, match="outcome unknown"):
            await asyncio.wait_for(running, 120)
        assert "read_note" in {tool.name for tool in (await client.list_tools()).tools}
    assert "write_note" not in received(desktop)
    await asyncio.to_thread(no_children, desktop)


async def test_server_killed_during_a_call_reports_an_unknown_outcome(desktop):
    add_demo(desktop)
    assert desktop.toolguard("rule", "add", "--server", "demo", "--tool", "*", "--verdict", "allow").returncode == 0
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("count_slowly", {"to": 100, "seconds": 60}))
        await wait_for_text(desktop, "1 running")
        seen = "the server reads the call"
        await asyncio.to_thread(desktop.eventually, lambda: "count_slowly" in received(desktop), seen)
        record = str(desktop.folder / "heard")  # distinguishes this desktop's server from those of other journeys
        server = next(p for p in psutil.process_iter(["cmdline"]) if record in (p.info["cmdline"] or []))
        server.send_signal(signal.SIGKILL)
        with pytest.raises(Exception, match="outcome unknown"):
            await asyncio.wait_for(call, 120)
        assert received(desktop).count("count_slowly") == 1
        assert not (await client.call_tool("add", {"a": 1, "b": 1})).is_error


async def test_client_killed_with_pending_and_running_calls_is_cleaned_up(desktop):
    add_demo(desktop)
    assert (
        desktop.toolguard("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow").returncode
        == 0
    )
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        tasks = [
            asyncio.ensure_future(client.call_tool("count_slowly", {"to": 100, "seconds": 60})),
            asyncio.ensure_future(client.call_tool("write_note", {"name": "x", "text": "y"})),
        ]
        await wait_for_text(desktop, "Approve write_note")
        for process in psutil.Process(os.getpid()).children():
            if any("connect.py" in word for word in process.cmdline()):
                process.kill()
        await wait_for_text(desktop, "This call was cancelled. It did not run.")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert "write_note" not in received(desktop)
    await asyncio.to_thread(no_servers, desktop)
    kinds = [record["kind"] for record in desktop.records()]
    assert "call_withdrawn" in kinds
    assert "call_cancelled" in kinds


def no_servers(desktop):
    desktop.eventually(
        lambda: not [line for line in desktop.children_left() if "demo.server" in line], desktop.children_left
    )


def no_children(desktop):
    no_servers(desktop)


@needs_node
@pytest.mark.parametrize("package", ["server-everything", "server-filesystem"])
async def test_npm_servers_are_guarded(desktop, package):
    script = NODE / "@modelcontextprotocol" / package / "dist" / "index.js"
    allowed = desktop.folder / "files"
    allowed.mkdir()
    (allowed / "note.txt").write_text("hello from a file")
    desktop.toolguard(
        "server", "add", "node", "--", shutil.which("node"), str(script), *([str(allowed)] if "file" in package else [])
    )
    desktop.open_window()
    tool, arguments, answer = {
        "server-everything": ("echo", {"message": "héllo 你好"}, "héllo 你好"),
        "server-filesystem": ("read_text_file", {"path": str(allowed / "note.txt")}, "hello from a file"),
    }[package]
    async with chat_client(desktop, "--server", "node") as client:
        assert tool in {one.name for one in (await client.list_tools()).tools}
        call = asyncio.ensure_future(client.call_tool(tool, arguments))
        await press(desktop, f"Approve {tool}")
        assert answer in text_of(await call)


async def test_call_of_the_git_server_is_approved(desktop):
    import subprocess

    repo = desktop.folder / "repo"
    subprocess.run(["git", "init", "-q", str(repo)], check=True, env=desktop.env)
    desktop.toolguard("server", "add", "git", "--", str(BIN / "mcp-server-git"), "--repository", str(repo))
    desktop.open_window()
    async with chat_client(desktop, "--server", "git") as client:
        call = asyncio.ensure_future(client.call_tool("git_status", {"repo_path": str(repo)}))
        await press(desktop, "Approve git_status")
        assert "No commits yet" in text_of(await call)
