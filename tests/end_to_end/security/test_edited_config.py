"""A model with a tool that writes files writes into config.json while ToolGuard runs: the gate does not open."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.conftest import eventually
from toolguard.clients.local.control_client import ask_app
from toolguard.gate.model import CallHeld, ConfigChanged

WRITER = Path(__file__).parents[1] / "writer.py"
ALL = {"id": "all", "client": "*", "server": "*", "tool": "*", "verdict": "allow", "by": "person"}
NOTICED = "was changed by another program"


@pytest.fixture
def writer(sandbox):
    """The state folder: the one tool that writes is allowed, for good; any other is asked about."""
    sandbox.server("files", sys.executable, str(WRITER), str(sandbox.folder / "called"))
    sandbox.allow("write_file", server="files")
    return sandbox


def read_config(sandbox):
    return json.loads((sandbox.home / "config.json").read_text())


def write_through_server(sandbox, client, id, **sections):
    """The model has the server write this into the file; the server does so."""
    text = json.dumps(read_config(sandbox) | sections, indent=2)
    client.call(id, "write_file", {"path": str(sandbox.home / "config.json"), "text": text})
    assert client.answer(id)["result"]["content"][0]["text"] == "done"


def called(sandbox):
    file = sandbox.folder / "called"
    return file.read_text().split() if file.exists() else []


def status(sandbox):
    """What the running app says of itself."""
    return ask_app(sandbox.home, "status", {})["value"]


def trouble(sandbox):
    return " ".join(status(sandbox)["trouble"])


def test_rule_written_by_a_server_does_not_allow_calls(writer):
    writer.serve()
    client = writer.client(server="files")
    client.initialize()
    evil = {"kind": "stdio", "command": sys.executable, "args": [str(WRITER), "x"], "enabled": True}
    write_through_server(
        writer,
        client,
        1,
        rules=[*read_config(writer)["rules"], ALL],
        servers=read_config(writer)["servers"] | {"evil": evil},
    )
    client.call(2, "transfer_money")
    assert client.answer(2)["result"]["isError"]
    eventually(lambda: NOTICED in trouble(writer), "the file is noticed")
    client.call(3, "transfer_money")
    assert client.answer(3)["result"]["isError"]
    other = writer.client(server="evil")
    assert (
        "There is no server evil" in other.ask("initialize", 1, {"protocolVersion": "2025-11-25"})["error"]["message"]
    )
    assert set(called(writer)) == {"write_file"}
    told = writer.toolguard("doctor")
    assert told.returncode == 1 and "take effect only when you approve them" in told.stdout
    assert "2 changes need your approval" in told.stdout


def test_externally_written_rule_is_shown_exactly_in_the_terminal(writer):
    serve = writer.serve(terminal=True)
    client = writer.client(server="files")
    client.initialize()
    write_through_server(writer, client, 1, rules=[*read_config(writer)["rules"], ALL])
    for part in (
        "config.json was changed by another program: Calls of any tool",
        "by",
        "exactly",
        "rules all",
    ):
        serve.wait_for_text(part)
    client.call(2, "transfer_money")
    serve.press("a", "Approved.")
    serve.deny()  # the call that was held before that is still a question of its own
    assert client.answer(2)["result"]["isError"]
    client.call(3, "transfer_money")
    assert client.answer(3)["result"]["content"][0]["text"] == "done"
    assert [one.by for one in writer.events(ConfigChanged) if one.what == "rule all added"] == ["config.json"]


def test_declined_change_is_removed_from_the_file_and_copied(writer):
    serve = writer.serve(terminal=True)
    client = writer.client(server="files")
    client.initialize()
    write_through_server(writer, client, 1, rules=[*read_config(writer)["rules"], ALL])
    serve.press("d", "Denied.")
    eventually(lambda: ALL not in read_config(writer)["rules"], "the file is as it was")
    (beside,) = writer.home.glob("config.json.*.bak")
    assert ALL in json.loads(beside.read_text())["rules"]


def test_external_deny_rule_applies_at_once_and_survives_our_changes(writer):
    writer.serve()
    client = writer.client(server="files")
    client.initialize()
    no = {**ALL, "id": "no", "tool": "write_file", "verdict": "deny"}
    write_through_server(writer, client, 1, rules=[*read_config(writer)["rules"], no])
    writer.recorded(ConfigChanged)
    client.call(2, "write_file", {"path": "/dev/null", "text": ""})
    assert client.answer(2)["result"]["isError"]
    assert writer.toolguard("settings", "set", "sound", "true").returncode == 0
    assert no in read_config(writer)["rules"] and read_config(writer)["preferences"]["sound"] is True


def test_server_removed_from_the_file_ends(writer):
    writer.serve()
    client = writer.client(server="files")
    client.initialize()
    write_through_server(writer, client, 1, servers={})
    assert client.line() == b""
    assert "There is no server files" in json.dumps(writer.client(server="files").ask("ping", 1))


def test_broken_file_is_reported_with_its_line_and_fixed_by_its_owner(writer):
    writer.serve()
    client = writer.client(server="files")
    client.initialize()
    good, path = (writer.home / "config.json").read_text(), writer.home / "config.json"
    path.write_text('{\n "version": 1,\n "rules": [}')
    eventually(lambda: "config.json line 3" in trouble(writer), "the line is told")
    client.call(1, "write_file", {"path": "/dev/null", "text": ""})
    assert client.answer(1)["result"]["content"][0]["text"] == "done"  # by the rule that was read last
    told = writer.toolguard("rule", "add", "--server", "files", "--tool", "x", "--verdict", "deny")
    assert told.returncode == 1 and "nothing was changed" in told.stderr
    assert path.read_text().endswith("[}")
    path.write_text(good)
    eventually(lambda: not trouble(writer), "until it is fixed")


def test_change_written_without_app_waits_in_the_window_and_doctor_reports_it(writer):
    writer.serve().stop()
    path = writer.home / "config.json"
    path.write_text(json.dumps(read_config(writer) | {"rules": [*read_config(writer)["rules"], ALL]}))
    told = writer.toolguard("doctor").stdout
    assert "changed while ToolGuard was not running: 1 change reduces protection" in told
    window = subprocess.Popen(
        [sys.executable, "-m", "toolguard"], env=writer.env | {"QT_QPA_PLATFORM": "offscreen"}, cwd=writer.folder,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        eventually(
            lambda: (now := ask_app(writer.home, "status", {})) and now["value"]["proposals"],
            "the window is there and asks",
        )
        assert "1 change needs your approval" in writer.toolguard("doctor").stdout
        client = writer.client(server="files")
        client.initialize()
        client.call(1, "transfer_money")
        held = writer.recorded(CallHeld)  # a person is asked, whatever the file says
        assert held.tool == "transfer_money"
        assert not called(writer)
        assert ALL in read_config(writer)["rules"]
    finally:
        window.terminate()
        window.wait(120)


def write_without_app(sandbox):
    """Allow everything in the file, after a run in which the configuration was accepted."""
    sandbox.serve().stop()
    rules = [*read_config(sandbox)["rules"], ALL]
    (sandbox.home / "config.json").write_text(json.dumps(read_config(sandbox) | {"rules": rules}))


def test_change_written_without_app_waits_in_the_terminal(writer):
    write_without_app(writer)
    serve = writer.serve(terminal=True, accept_changes=False)
    serve.wait_for_text("config.json was changed while ToolGuard was not running")
    serve.wait_for_text("rules all")
    client = writer.client(server="files")
    client.initialize()
    client.call(1, "transfer_money")
    assert writer.recorded(CallHeld).tool == "transfer_money"
    serve.press("a", "Approved.")
    serve.deny()
    assert client.answer(1)["result"]["isError"] and not called(writer)
    client.call(2, "transfer_money")
    assert client.answer(2)["result"]["content"][0]["text"] == "done"
    accepted = next(one for one in writer.events(ConfigChanged) if one.what.endswith("reduce protection accepted"))
    assert accepted.approver.process.surface == "serve" and accepted.approver.input == "terminal"


def test_change_written_without_app_is_removed_after_a_denial_in_the_terminal(writer):
    write_without_app(writer)
    writer.serve(terminal=True, accept_changes=False).press("d", "Denied.")
    eventually(lambda: ALL not in read_config(writer)["rules"], "the file is as it was accepted")


def test_change_written_without_app_applies_without_a_terminal_only_on_request(writer):
    write_without_app(writer)
    serve = writer.serve(accept_changes=False)
    serve.wait_for_text("PROBLEM")
    serve.wait_for_text("`toolguard serve --accept-changes`")
    client = writer.client(server="files")
    client.initialize()
    client.call(1, "transfer_money")
    assert client.answer(1)["result"]["isError"] and not called(writer)
    client.close()
    serve.stop()
    serve = writer.serve()
    serve.wait_for_text("changed    Reduces protection without your approval: Calls of any tool of any server")
    assert any(
        one.what.startswith("Reduces protection without your approval") and "rules all" in one.detail
        for one in writer.events(ConfigChanged)
    )
    client = writer.client(server="files")
    client.initialize()
    client.call(1, "transfer_money")
    assert client.answer(1)["result"]["content"][0]["text"] == "done"
