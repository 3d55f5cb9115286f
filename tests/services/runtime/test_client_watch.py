"""The watch over chat clients' files: what another program rewrites is told, once, until it is right again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.routing import Router
from toolguard.services.runtime import client_watch
from toolguard.services.runtime.client_watch import ClientWatch

ENTRIES = {"time": {"command": "uvx", "args": ["mcp-server-time"]}, "git": {"command": "uvx", "args": ["git"]}}
STUB = ["/opt/toolguard/toolguard-connect"]


def machine(home: Path) -> Machine:
    return Machine("linux", home, {"PATH": ""})


def routed(tmp_path: Path, project: str = "") -> Path:
    """A file of Cursor whose entries launch ToolGuard; of the person, or of a project."""
    folder = tmp_path / (project or "home")
    path = folder / ".cursor" / "mcp.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"mcpServers": ENTRIES}))
    row = next(one for one in CLIENTS if one.key == "cursor")
    (client,) = find(machine(tmp_path / "home"), projects=[folder] if project else [], clients=[row])
    (file,) = client.files
    router = Router(tmp_path / "state")
    plan = router.plan_route(row, file, {entry.path: entry.name for entry in file.entries}, STUB)
    router.carry_out(plan)
    return path


def rewrite(path: Path, **entries: Any) -> None:
    value = json.loads(path.read_text())
    value["mcpServers"] |= entries
    path.write_text(json.dumps(value))


def test_rewritten_entry_is_reported_until_restored(tmp_path: Path) -> None:
    path = routed(tmp_path)
    watch = ClientWatch(tmp_path / "state", lambda: None, lambda: machine(tmp_path / "home"))
    assert watch.look() == ()
    right = path.read_bytes()
    rewrite(path, time=ENTRIES["time"], other={"command": "never-routed"})
    (result,) = watch.look()
    assert "time of Cursor no longer run through ToolGuard" in result and str(path) in result and "git" not in result
    path.write_bytes(right)
    assert watch.look() == ()


@pytest.mark.parametrize("file", ["/a\0b", "", "x" * 5_000, "/a\0b/.cursor/mcp.json", "//.cursor/mcp.json"])
def test_record_that_another_program_wrote_hides_no_rewritten_entry(tmp_path: Path, file: str) -> None:
    path = routed(tmp_path)
    (record,) = (tmp_path / "state" / "routings").glob("*.json")
    record.with_name("x.json").write_text(json.dumps(json.loads(record.read_text()) | {"id": "x", "file": file}))
    rewrite(path, time=ENTRIES["time"])
    (result,) = ClientWatch(tmp_path / "state", lambda: None, lambda: machine(tmp_path / "home")).look()
    assert "time of Cursor no longer run through ToolGuard" in result


def test_rewritten_project_entry_is_reported(tmp_path: Path) -> None:
    path = routed(tmp_path, "webshop")
    watch = ClientWatch(tmp_path / "state", lambda: None, lambda: machine(tmp_path / "home"))
    assert watch.look() == ()
    rewrite(path, time=ENTRIES["time"])
    (result,) = watch.look()
    assert "time of Cursor no longer run through ToolGuard" in result and str(path) in result


def test_a_file_that_is_gone_or_broken_is_not_called_rewritten(tmp_path: Path) -> None:
    path = routed(tmp_path)
    watch = ClientWatch(tmp_path / "state", lambda: None, lambda: machine(tmp_path / "home"))
    path.write_text("{")
    assert watch.look() == ()
    path.unlink()
    assert watch.look() == ()


async def test_watcher_is_notified_once(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(client_watch, "CHECK_INTERVAL", 0)
    path = routed(tmp_path)
    received = asyncio.Event()
    watch = ClientWatch(tmp_path / "state", received.set, lambda: machine(tmp_path / "home"))
    task = asyncio.ensure_future(watch.watch())
    try:
        rewrite(path, git=ENTRIES["git"])
        await asyncio.wait_for(received.wait(), 120)
        assert len(watch.trouble) == 1
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
