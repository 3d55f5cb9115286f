"""Real chat clients from npm and PyPI: routed by ToolGuard, calls decided in the window, and the routing undone."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.journeys.clients.real_clients import CLIENTS, ClientRun, RealClient
from tests.journeys.conftest import Desktop
from tests.journeys.screen_reader import eventually
from tests.support.scripted_model import SAID, Script, ScriptedModel

pytestmark = pytest.mark.journey

REASON = "Not before the audit on Friday"


@pytest.fixture(scope="module")
def desktop(shared: Desktop) -> Desktop:
    """A desktop whose clients find ToolGuard only through HOME: some pass no other variable to their servers."""
    usual = shared.folder / ".local" / "share"
    usual.mkdir(parents=True, exist_ok=True)
    (usual / "toolguard").symlink_to(shared.home)
    shared.open_window()
    return shared


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel(Script("write_note")) as made:
        yield made


PAIR = tuple(one for one in CLIENTS if one.key in ("opencode", "gptme"))


@pytest.mark.parametrize("client", [one for one in CLIENTS if one not in PAIR], ids=lambda one: one.key)
def test_real_client_is_routed_gated_and_undone(desktop: Desktop, model: ScriptedModel, client: RealClient) -> None:
    client.argv()
    server = f"notes-{client.key}"
    received = desktop.folder / f"{server}.heard"
    file = desktop.folder / client.file
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "toolguard.demo.server", "--record", str(received)]
    file.write_text(client.settings({server: command}, model.url))
    before = file.read_bytes()

    turn_off_prompts = ["--turn-off-prompts"] if client.turn_off_prompts else []
    approve_command(desktop, str(received), "client", "guard", client.key, "--yes", *turn_off_prompts)
    assert file.read_bytes() != before
    assert not received.exists(), "the server runs before a client has started it"

    approved = {"name": "groceries", "text": f"for {client.key}"}
    model.script = Script("write_note", approved)
    with run(desktop, model, client) as running:
        wait_for_call(desktop, running, approved["text"])
        desktop.screen_reader.press("button", "Approve write_note")
        text = final_text(running)
    result = f"was written: {len(approved['text'])} characters"
    assert result in text, text
    assert result in model.results[-1]
    assert approved["text"] in received.read_text()

    denied = {"name": "secrets", "text": f"never for {client.key}"}
    model.script = Script("write_note", denied)
    with run(desktop, model, client) as running:
        wait_for_call(desktop, running, denied["text"])
        desktop.screen_reader.type("Reason", REASON)
        desktop.screen_reader.press("button", "Deny")
        text = final_text(running)
    assert REASON in text, text
    assert REASON in model.results[-1]
    assert denied["text"] not in received.read_text()

    routed = file.read_bytes()
    approve_command(desktop, str(received), "client", "stop-guarding", client.key, "--yes")
    if client.keeps_state:  # the client has changed the file: only the entries are restored
        kept = json.loads(routed)
        assert json.loads(file.read_bytes()) == {**kept, "mcpServers": json.loads(before)["mcpServers"]}
    else:
        assert file.read_bytes() == before
    second = desktop.folder / ".claude" / "settings.json"
    assert not second.exists() or server not in second.read_text()
    assert_listed(desktop, model, client, server)


def test_two_real_clients_with_several_servers_are_routed_and_undone_together(desktop: Desktop) -> None:
    """Their calls are pending at the same time, each reaches its own server, and both files are restored."""
    received: dict[str, Path] = {}
    before: dict[Path, bytes] = {}
    with ScriptedModel(Script("write_note")) as first, ScriptedModel(Script("write_note")) as second:
        models = dict(zip(PAIR, (first, second), strict=True))
        for client, model in models.items():
            client.argv()
            servers = {}
            for name in (f"first-{client.key}", f"second-{client.key}"):
                received[name] = desktop.folder / f"{name}.heard"
                servers[name] = [sys.executable, "-m", "toolguard.demo.server", "--record", str(received[name])]
            file = desktop.folder / client.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(client.settings(servers, model.url))
            before[file] = file.read_bytes()

        keys = [client.key for client in PAIR]
        shown = str(received[f"second-{keys[1]}"])
        approve_command(desktop, shown, "client", "guard", *keys, "--yes")
        assert all(file.read_bytes().count(b"toolguard-connect") == 2 for file in before)

        for decision, wanted in (("Approve write_note", "was written"), ("Deny", REASON)):
            texts = decided_together(desktop, models, decision, wanted)
            for client, text in texts.items():
                assert (text in received[f"second-{client.key}"].read_text()) == (decision != "Deny")
        assert not any("write_note" in received[f"first-{client.key}"].read_text() for client in PAIR)

        approve_command(desktop, shown, "client", "stop-guarding", *keys, "--yes")
        assert {file: file.read_bytes() for file in before} == before
        for client, model in models.items():
            assert_listed(desktop, model, client, f"second-{client.key}")


def decided_together(
    desktop: Desktop, models: Mapping[RealClient, ScriptedModel], decision: str, wanted: str
) -> dict[RealClient, str]:
    """Run all clients until their calls are pending, and decide these. Return the text argument of each call."""
    texts = {client: f"{decision} for {client.key}" for client in models}
    for client, model in models.items():
        model.script = Script("write_note", {"name": "x", "text": texts[client]}, server="second")
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(run(desktop, model, client)) for client, model in models.items()]
        eventually(lambda: pending(desktop, "second-") == len(models), lambda: [one.output() for one in running], 240)
        for text in sorted(
            texts.values(), key=desktop.screen_reader.has_text, reverse=True
        ):  # the second is shown after the first
            desktop.screen_reader.wait_for_text(text)
            if decision == "Deny":
                desktop.screen_reader.type("Reason", REASON)
            desktop.screen_reader.press("button", decision)
        for each, model in zip(running, models.values(), strict=True):
            final = final_text(each)
            assert wanted in final, final
            assert wanted in model.results[-1]
    return texts


def approve_command(desktop: Desktop, shown: str, *order: str) -> None:
    """Run a command that needs approval, and approve it in the window, which must show ``shown``."""
    argv = [sys.executable, "-m", "toolguard", *order]
    with subprocess.Popen(
        argv, env=desktop.env, cwd=desktop.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as asking:
        try:
            desktop.screen_reader.wait_for_text(shown)
            desktop.screen_reader.press("button", "Approve")
            result, _ = asking.communicate(timeout=240)
        finally:
            asking.kill()
    assert asking.returncode == 0, result


def pending(desktop: Desktop, server: str) -> int:
    """Return the number of pending calls of servers whose name contains ``server``."""
    kinds = [record["kind"] for record in desktop.records() if server in record.get("server", "")]
    return kinds.count("call_held") - kinds.count("call_decided")


def run(desktop: Desktop, model: ScriptedModel, client: RealClient) -> ClientRun:
    """Start the client with its prompt."""
    return ClientRun(client, client.run, desktop.folder, model.url)


def final_text(running: ClientRun) -> str:
    """Wait for the client's end, and return the last text of its model, without the result of the call before it."""
    _, prefix, text = running.finish().rpartition(SAID)
    assert prefix, running.output()
    return text


def wait_for_call(desktop: Desktop, running: ClientRun, text: str) -> None:
    """Wait until the window shows ``text``, an argument of the call."""
    desktop.eventually(lambda: desktop.screen_reader.has_text(text) or running.has_ended(), running.output, 60)
    assert not running.has_ended(), running.output()


def assert_listed(desktop: Desktop, model: ScriptedModel, client: RealClient, server: str) -> None:
    """Check that the client's own list has the server and, if it shows that, that the server is connected."""
    if not client.listing:
        return
    with ClientRun(client, client.listing, desktop.folder, model.url) as listing:
        output = listing.finish()
    lines = [line for line in output.splitlines() if server in line]
    assert lines, output
    assert not client.connects or any(re.search(r"\bconnected", line, re.IGNORECASE) for line in lines), output
