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

from tests.end_to_end.conftest import ALLOW_ALL, WAIT, eventually, request
from tests.support.journal_edits import remove_log
from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.gate.model import ConfigAccepted, ConfigChanged
from toolguard.store.log.audit_log import AuditLog

INITIALIZE_PARAMS = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}


class App:
    """The app with its window, which nobody sees."""

    def __init__(self, sandbox) -> None:
        self.home = sandbox.home
        self._out = (sandbox.folder / "app.out").open("ab")
        env = sandbox.env | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(sandbox.folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "toolguard"], env=env, cwd=sandbox.folder, stdin=subprocess.DEVNULL,
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
def sandbox(sandbox, request):
    if request.param == "keyring":
        sandbox.keyring("Filed")
    return sandbox


@pytest.fixture
def app(sandbox):
    started = []

    def start():
        started.append(App(sandbox))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end(kill=True)


def accepted(sandbox):
    """The person has accepted one server and no rule, and the app was used and ended."""
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.end()
    assert serve.stop() == 0


def loosen(sandbox):
    """What the agent writes into the file."""
    state = json.loads((sandbox.home / "config.json").read_text())
    state["rules"] = [ALLOW_ALL]
    (sandbox.home / "config.json").write_text(json.dumps(state))
    return state


def append(sandbox, *events):
    """Well-chained records: the hashes have no key."""

    async def write():
        log = AuditLog(sandbox.home / "log")
        log.open()
        for event in events:
            log.write(event)
        await log.durable()
        log.close()

    asyncio.run(write())


def expect_refused_call(sandbox, app, reason):
    """The agent's client calls; the app names ``reason``, and the server never hears of the call."""
    eventually(
        lambda: (found := app.status()) and reason in " ".join(found["trouble"]), f"the app says: {reason}"
    )  # it says first that the keychain is asked
    client = sandbox.client()
    client.send(
        request("initialize", "i", INITIALIZE_PARAMS), request("tools/call", 7, {"name": "transfer", "arguments": {}})
    )
    told = client.answer("i")
    assert "error" in told, told
    assert sandbox.received_of("tools/call") == []


def test_forged_settled_record_runs_no_call(sandbox, app):
    """Defect 1: the copy, the file and a `settled` record that names it, appended to the log."""
    accepted(sandbox)
    state = loosen(sandbox)
    whole = {"servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "preferences": {}, **state}
    data = json.dumps(whole, sort_keys=True, ensure_ascii=False).encode()
    digest = hashlib.sha256(data).hexdigest()
    (sandbox.home / "accepted" / f"{digest}.json").write_bytes(data)
    append(sandbox, ConfigAccepted(digest=digest))
    expect_refused_call(sandbox, app(), "of the log is not signed")
    done = sandbox.toolguard("log", "verify")
    assert (done.returncode, "Unverified: Record" in done.stdout) == (1, True), done


def test_forged_decision_is_not_vouched_for(sandbox):
    """Defect 1: `log verify` vouched for whatever was appended."""
    accepted(sandbox)
    assert sandbox.toolguard("log", "verify").returncode == 0
    append(sandbox, *[ConfigChanged(what="all calls allowed", by="person")] * 3)
    done = sandbox.toolguard("log", "verify", "--json")
    (span,) = json.loads(done.stdout)["unvouched"]
    assert (done.returncode, span["last"] - span["first"] + 1, span["noticed"]) == (1, 3, False)
    doctor = sandbox.toolguard("doctor")
    assert "of the log are not signed" in doctor.stdout, doctor.stdout


def test_removed_log_after_a_kill_runs_no_call(sandbox, app):
    """Defect 2: `rm -r log*` after `kill -9` was taken for a first start."""
    accepted(sandbox)
    first = app()
    first.end(kill=True)
    loosen(sandbox)
    remove_log(sandbox.home)
    expect_refused_call(sandbox, app(), "The log is missing")


def test_killed_app_leaves_no_unsigned_records(sandbox):
    """A crash of our own raises no alarm: what it wrote until then is signed."""
    sandbox.allow()
    serve = sandbox.serve()
    for number in range(4):
        client = sandbox.client()
        client.initialize()
        for id in range(20):
            client.call(id, "echo", {"n": id})
        if number % 2:
            client.answer(3)
        serve.kill()
        found = json.loads(sandbox.toolguard("log", "verify", "--json").stdout)
        assert (found["ok"], found["unvouched"]) == (True, [])
        serve = sandbox.serve()
        assert json.loads(sandbox.toolguard("log", "verify", "--json").stdout)["unvouched"] == []
    assert not ask_app(sandbox.home, "status", {})["value"]["trouble"]
