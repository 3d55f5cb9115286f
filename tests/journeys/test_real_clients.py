"""Real chat clients from npm: routed by ToolGuard, their calls decided on in the window, and the routing undone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.journeys.clients.real_clients import CLIENTS, ClientRun, RealClient
from tests.journeys.conftest import Desk
from tests.scripted_model import SAID, Script, ScriptedModel

pytestmark = [pytest.mark.journey, pytest.mark.timeout(600)]

REASON = "Not before the audit on Friday"


@pytest.fixture(scope="module")
def desk(shared: Desk) -> Desk:
    """A desk whose clients find ToolGuard by HOME alone: some hand nothing else to their servers."""
    usual = shared.folder / ".local" / "share"
    usual.mkdir(parents=True, exist_ok=True)
    (usual / "toolguard").symlink_to(shared.home)
    shared.open_window()
    return shared


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel(Script("write_note")) as made:
        yield made


@pytest.mark.parametrize("client", CLIENTS, ids=lambda one: one.key)
def test_real_client_is_routed_gated_and_undone(desk: Desk, model: ScriptedModel, client: RealClient) -> None:
    client.argv()
    server = f"notes-{client.key}"
    heard = desk.folder / f"{server}.heard"
    file = desk.folder / client.file
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "toolguard.demo.server", "--record", str(heard)]
    file.write_text(client.settings(server, command, model.url))
    before = file.read_bytes()

    in_window(desk, str(heard), "client", "route", client.key, "--yes")
    assert file.read_bytes() != before
    assert not heard.exists(), "the server runs before a client asked for it"
    assert_listed(desk, model, client, server)

    approved = {"name": "groceries", "text": f"for {client.key}"}
    model.script = Script("write_note", approved)
    with run(desk, model, client, server) as running:
        held(desk, running, approved["text"])
        desk.eyes.press("button", "Approve write_note")
        said = final_text(running)
    result = f"was written: {len(approved['text'])} characters"
    assert result in said, said
    assert result in model.results[-1]
    assert approved["text"] in heard.read_text()

    denied = {"name": "secrets", "text": f"never for {client.key}"}
    model.script = Script("write_note", denied)
    with run(desk, model, client, server) as running:
        held(desk, running, denied["text"])
        desk.eyes.type("Reason", REASON)
        desk.eyes.press("button", "Deny")
        said = final_text(running)
    assert REASON in said, said
    assert REASON in model.results[-1]
    assert denied["text"] not in heard.read_text()

    routed = file.read_bytes()
    in_window(desk, str(heard), "client", "undo", client.key, "--yes")
    if client.keeps_state:  # the file is not what it was routed in: only the entries can be
        kept = json.loads(routed)
        assert json.loads(file.read_bytes()) == {**kept, "mcpServers": json.loads(before)["mcpServers"]}
    else:
        assert file.read_bytes() == before
    assert_listed(desk, model, client, server)


def in_window(desk: Desk, shown: str, *order: str) -> None:
    """Give an order on the command line, and approve it in the window, which shows this."""
    argv = [sys.executable, "-m", "toolguard", *order]
    with subprocess.Popen(
        argv, env=desk.env, cwd=desk.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as asking:
        try:
            desk.eyes.sees(shown)
            desk.eyes.press("button", "Approve")
            told, _ = asking.communicate(timeout=60)
        finally:
            asking.kill()
    assert asking.returncode == 0, told


def run(desk: Desk, model: ScriptedModel, client: RealClient, server: str) -> ClientRun:
    """Give the client its prompt."""
    return ClientRun(client, [one.format(server=server) for one in client.run], desk.folder, model.url)


def final_text(running: ClientRun) -> str:
    """Wait for the client's end, and return what its model said last; the result of the call may stand before it."""
    _, said, text = running.finish().rpartition(SAID)
    assert said, running.output()
    return text


def held(desk: Desk, running: ClientRun, text: str) -> None:
    """Wait until the window shows the call."""
    desk.eventually(lambda: desk.eyes.shows(text) or running.has_ended(), running.output, 60)
    assert not running.has_ended(), running.output()


def assert_listed(desk: Desk, model: ScriptedModel, client: RealClient, server: str) -> None:
    """The client's own list has the server, and where the list says so, the server answers."""
    if not client.listing:
        return
    with ClientRun(client, client.listing, desk.folder, model.url) as listing:
        said = listing.finish()
    named = [line for line in said.splitlines() if server in line]
    assert named, said
    assert not client.connects or any(re.search(r"\bconnected", line, re.IGNORECASE) for line in named), said
