"""An agent with a shell tries to approve itself while the app does not run: real files, a real app with its window.

Each way was found to work: the call ran, and nobody was asked.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.journal_edits import remove_log
from tests.road.conftest import ALLOW_ALL, WAIT, eventually, request
from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.gate.model import ConfigAccepted, ConfigChanged
from toolguard.store.log.audit_log import AuditLog

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}


class App:
    """The app with its window, which nobody sees."""

    def __init__(self, road) -> None:
        self.home = road.home
        self._out = (road.folder / "app.out").open("ab")
        env = road.env | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(road.folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "toolguard"], env=env, cwd=road.folder, stdin=subprocess.DEVNULL,
            stdout=self._out, stderr=self._out,
        )  # fmt: skip
        eventually(self.status, "the app answers", 60)

    def status(self):
        with suppress(NoReplyError):
            reply = ask_app(self.home, "status", {})
            return reply["value"] if reply is not None else None

    def end(self, *, kill: bool = False) -> None:
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(WAIT)
        self._out.close()


@pytest.fixture(params=["keyring", "file"])
def road(road, request):
    if request.param == "keyring":
        road.keyring("Filed")
    return road


@pytest.fixture
def app(road):
    started = []

    def start():
        started.append(App(road))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end(kill=True)


def accepted(road):
    """The person has accepted one server and no rule, and the app was used and ended."""
    serve = road.serve()
    client = road.client()
    client.opens()
    client.end()
    assert serve.stop() == 0


def loosen(road):
    """What the agent writes into the file."""
    state = json.loads((road.home / "config.json").read_text())
    state["rules"] = [ALLOW_ALL]
    (road.home / "config.json").write_text(json.dumps(state))
    return state


def append(road, *events):
    """Well-chained records: the hashes have no key."""

    async def write():
        log = AuditLog(road.home / "log")
        log.open()
        for event in events:
            log.write(event)
        await log.durable()
        log.close()

    asyncio.run(write())


def calls_in_vain(road, app, reason):
    """The agent's client calls; the app names ``reason``, and the server never hears of the call."""
    eventually(
        lambda: (found := app.status()) and reason in " ".join(found["trouble"]), f"the app says: {reason}"
    )  # it says first that the keychain is asked
    client = road.client()
    client.says(request("initialize", "i", HELLO), request("tools/call", 7, {"name": "transfer", "arguments": {}}))
    told = client.answer("i")
    assert "error" in told, told
    assert road.heard_of("tools/call") == []


def test_forged_settled_record_runs_no_call(road, app):
    """Defect 1: the copy, the file and a `settled` record that names it, appended to the log."""
    accepted(road)
    state = loosen(road)
    whole = {"servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "preferences": {}, **state}
    data = json.dumps(whole, sort_keys=True, ensure_ascii=False).encode()
    digest = hashlib.sha256(data).hexdigest()
    (road.home / "accepted" / f"{digest}.json").write_bytes(data)
    append(road, ConfigAccepted(digest=digest))
    calls_in_vain(road, app(), "of the log is not signed")
    done = road.toolguard("log", "verify")
    assert (done.returncode, "Unverified: Record" in done.stdout) == (1, True), done


def test_forged_decision_is_not_vouched_for(road):
    """Defect 1: `log verify` vouched for whatever was appended."""
    accepted(road)
    assert road.toolguard("log", "verify").returncode == 0
    append(road, *[ConfigChanged(what="all calls allowed", by="person")] * 3)
    done = road.toolguard("log", "verify", "--json")
    (span,) = json.loads(done.stdout)["unvouched"]
    assert (done.returncode, span["last"] - span["first"] + 1, span["noticed"]) == (1, 3, False)
    doctor = road.toolguard("doctor")
    assert "of the log are not signed" in doctor.stdout, doctor.stdout


def test_removed_log_after_a_kill_runs_no_call(road, app):
    """Defect 2: `rm -r log*` after `kill -9` was taken for a first start."""
    accepted(road)
    first = app()
    first.end(kill=True)
    loosen(road)
    remove_log(road.home)
    calls_in_vain(road, app(), "The log is missing")


def test_killed_app_leaves_nothing_that_is_not_vouched_for(road):
    """A crash of our own raises no alarm: what it wrote until then is signed."""
    road.allows()
    serve = road.serve()
    for number in range(4):
        client = road.client()
        client.opens()
        for id in range(20):
            client.call(id, "echo", {"n": id})
        if number % 2:
            client.answer(3)
        serve.kill()
        found = json.loads(road.toolguard("log", "verify", "--json").stdout)
        assert (found["ok"], found["unvouched"]) == (True, [])
        serve = road.serve()
        assert json.loads(road.toolguard("log", "verify", "--json").stdout)["unvouched"] == []
    assert not ask_app(road.home, "status", {})["value"]["trouble"]
