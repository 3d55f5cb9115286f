"""Real chat clients from npm and PyPI: routed by ToolGuard, calls decided in the window, and the routing undone."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
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
    with ScriptedModel() as made:
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
    denied = {"name": "secrets", "text": f"never for {client.key}"}
    model.scripts = (Script("write_note", approved), Script("write_note", denied))
    with run(desktop, model, client) as running:
        wait_for_call(desktop, running, approved["text"])
        desktop.screen_reader.press("button", "Approve write_note")
        wait_for_call(desktop, running, denied["text"])
        desktop.screen_reader.type("Reason", REASON)
        desktop.screen_reader.press("button", "Deny")
        text = final_text(running)
    result = f"was written: {len(approved['text'])} characters"
    assert result in text, text
    assert result in model.results[0]
    assert approved["text"] in received.read_text()
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
    with ScriptedModel() as first, ScriptedModel() as second:
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

        decide_together(desktop, models)
        for client in models:
            heard = received[f"second-{client.key}"].read_text()
            assert text_of("Approve write_note", client) in heard
            assert text_of("Deny", client) not in heard
        assert not any("write_note" in received[f"first-{client.key}"].read_text() for client in PAIR)

        approve_command(desktop, shown, "client", "stop-guarding", *keys, "--yes")
        assert {file: file.read_bytes() for file in before} == before
        for client, model in models.items():
            assert_listed(desktop, model, client, f"second-{client.key}")


def text_of(decision: str, client: RealClient) -> str:
    """Return the text argument of the client's call for which this decision is made."""
    return f"{decision} for {client.key}"


def decide_together(desktop: Desktop, models: Mapping[RealClient, ScriptedModel]) -> None:
    """Run all clients. Wait until one call of each is pending and approve these, and then deny the next ones."""
    decisions = {"Approve write_note": "was written", "Deny": REASON}
    for client, model in models.items():
        model.scripts = tuple(
            Script("write_note", {"name": "x", "text": text_of(decision, client)}, server="second")
            for decision in decisions
        )
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(run(desktop, model, client)) for client, model in models.items()]
        for before, decision in enumerate(decisions):
            counts = (len(models) * (before + 1), len(models) * before)
            eventually(
                lambda counts=counts: held_and_decided(desktop, "second-") == counts,
                lambda: [one.output() for one in running], 240,
            )  # fmt: skip
            texts = [text_of(decision, client) for client in models]
            for text in sorted(texts, key=desktop.screen_reader.has_text, reverse=True):  # the second is shown after it
                desktop.screen_reader.wait_for_text(text)
                if decision == "Deny":
                    desktop.screen_reader.type("Reason", REASON)
                desktop.screen_reader.press("button", decision)
        for each, model in zip(running, models.values(), strict=True):
            final = final_text(each)
            assert all(wanted in final for wanted in decisions.values()), final
            assert decisions["Approve write_note"] in model.results[0]
            assert REASON in model.results[-1]


def approve_command(desktop: Desktop, shown: str, *order: str) -> None:
    """Run a command that needs approval, and approve it in the window, which must show ``shown``."""
    with ThreadPoolExecutor() as pool:
        asking = pool.submit(desktop.toolguard, *order)
        desktop.screen_reader.wait_for_text(shown)
        desktop.screen_reader.press("button", "Approve")
        done = asking.result()
    assert done.returncode == 0, done.stderr


def held_and_decided(desktop: Desktop, server: str) -> tuple[int, int]:
    """Return how many calls of servers whose name contains ``server`` were held, and how many of them are decided."""
    kinds = [record["kind"] for record in desktop.records() if server in record.get("server", "")]
    return kinds.count("call_held"), kinds.count("call_decided")


def run(desktop: Desktop, model: ScriptedModel, client: RealClient) -> ClientRun:
    """Start the client with its prompt."""
    return ClientRun(client, client.run, desktop.folder, model.url)


def final_text(running: ClientRun) -> str:
    """Wait for the client's end, and return the last text of its model, without the results of the calls before it."""
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
