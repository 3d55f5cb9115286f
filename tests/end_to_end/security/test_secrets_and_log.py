"""What the server is given and nobody else sees, and what the log holds of every end that a call can have."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from urllib.parse import quote

import pytest

from tests.end_to_end.conftest import eventually
from tests.support.journal_edits import edit_line, lines_of, relink, write_lines
from toolguard.gate.model import (
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    ConfigChanged,
    SessionEnded,
)

SECRET = 'S3cr3t "quoted" \\ käse 钥匙 0123456789'
FORMS = (SECRET, json.dumps(SECRET)[1:-1], quote(SECRET), base64.b64encode(SECRET.encode())[:-4].decode(), "S3cr3t")
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


def with_secret(sandbox, *servers):
    """The peer's variable ``API_KEY`` is a secret that is bound to these servers."""
    sandbox.keyring("Filed")
    sandbox.server("peer", env={"API_KEY": "${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input=SECRET + "\n").returncode == 0
    for server in servers:
        assert sandbox.toolguard("secret", "bind", "key", "--server", server).returncode == 0


def everything_written(sandbox, *texts):
    """Every byte that is left of a run, but for the keyring's own."""
    files = [path for path in sandbox.folder.rglob("*") if path.is_file() and path.name != "keyring.json"]
    return b"".join(path.read_bytes() for path in files) + "".join(texts).encode()


@pytest.mark.case(44)
def test_secret_reaches_only_its_server(sandbox):
    with_secret(sandbox, "peer")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "env", {"name": "API_KEY"})
    serve.wait_for_text("secrets")
    serve.wait_for_text("key")
    serve.approve()
    proof, *told = [block["text"] for block in client.answer(1)["result"]["content"]]
    client.end()
    sandbox.recorded(SessionEnded)
    serve.stop()
    assert proof == sha256(SECRET.encode()).hexdigest()
    assert all("[secret key]" in form for form in told)
    written = everything_written(sandbox, *told)
    assert not [form for form in FORMS if form.encode() in written]
    assert b"[secret key]" in written


@pytest.mark.case(45)
def test_unbound_secret_is_not_sent(sandbox):
    with_secret(sandbox)
    sandbox.serve()
    answer = sandbox.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert "toolguard secret bind key --server peer" in answer["error"]["message"]
    assert sandbox.pids() == []


@pytest.mark.case(46)
def test_every_outcome_of_a_call_is_fully_recorded(sandbox):
    sandbox.allow("say")
    sandbox.allow("wait")
    sandbox.allow("die")
    sandbox.allow("big", verdict="deny")
    sandbox.configure(prompt_timeout=1)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call("returned", "say", {"lines": [DONE]})
    client.call("denied", "big")
    client.call("expired", "env", {"n": 1})
    client.call("cancelled", "wait")
    client.call("withdrawn", "env", {"n": 2})
    for id in ("cancelled", "withdrawn"):
        sandbox.wait_for_received("tools/call", 2)
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    for id in ("returned", "denied", "expired"):
        client.answer(id)
    client.call("lost", "die")
    client.answer("lost")
    sandbox.recorded(CallOutcomeUnknown)
    client.call("person", "env", {"name": "HOME"})
    serve.deny()
    client.answer("person")
    sandboxes = {}
    for event in sandbox.events():
        if getattr(event, "request", ""):
            sandboxes[json.loads(event.request)] = sandbox.life_of(event.call)
    assert sandboxes == {
        "returned": ["CallDecided", "CallForwarded", "CallCompleted"],
        "denied": ["CallDecided"],
        "expired": ["CallHeld", "CallDecided"],
        "cancelled": ["CallDecided", "CallForwarded", "CallCancelled"],
        "withdrawn": ["CallHeld", "CallWithdrawn"],
        "lost": ["CallDecided", "CallForwarded", "CallOutcomeUnknown"],
        "person": ["CallHeld", "CallDecided"],
    }
    assert sandbox.toolguard("log", "verify").returncode == 0


@pytest.mark.case(46)
def test_decision_is_on_disk_before_the_call_is_forwarded(sandbox):
    """Looked at by another process the moment that the server has the call."""
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for id in range(20):
        client.call(id, "wait", {"n": id})
        sandbox.wait_for_received("tools/call", id + 1)
        assert len(sandbox.events(CallDecided)) == id + 1


@pytest.mark.case(46)
def test_edited_record_and_truncated_log_are_detected(sandbox):
    sandbox.keyring("Filed")
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for id in range(3):
        client.call(id, "say", {"lines": [DONE], "n": id})
        client.answer(id)
    client.end()
    sandbox.recorded(SessionEnded)
    assert serve.stop() == 0
    assert sandbox.toolguard("log", "verify").returncode == 0
    whole = lines_of(sandbox.home / "log")
    last = len(sandbox.events())
    write_lines(sandbox.home / "log", whole[:-2])
    assert f"record {last}" in sandbox.toolguard("log", "verify").stdout + sandbox.toolguard("log", "verify").stderr
    serve = sandbox.serve()
    serve.wait_for_text(f"ToolGuard noted record {last}")
    serve.stop()
    write_lines(sandbox.home / "log", whole)
    edit_line(sandbox.home / "log", 3, b"peer", b"beer")
    told = sandbox.toolguard("log", "verify")
    assert told.returncode == 1
    assert "record 3" in told.stdout + told.stderr


@pytest.mark.case(46)
def test_rewritten_log_is_detected(sandbox):
    sandbox.keyring("Filed")
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE]})
    client.answer(1)
    client.end()
    sandbox.recorded(SessionEnded)
    assert serve.stop() == 0
    relink(sandbox.home / "log", b"rule r0", b"person")
    assert "rewritten" in sandbox.toolguard("log", "verify").stderr
    serve = sandbox.serve()
    serve.wait_for_text("the log was rewritten or replaced")
    client = sandbox.client()
    client.initialize()
    client.end()
    eventually(lambda: len(sandbox.events(SessionEnded)) == 2, "the log has grown")
    assert serve.stop() == 0
    assert "rewritten" in sandbox.toolguard("log", "verify").stderr

    serve = sandbox.serve(terminal=True)
    serve.wait_for_text("Pending change")
    serve.press("a", "Approved.")
    serve.wait_for_text("resolved")
    assert serve.stop() == 0
    assert sandbox.toolguard("log", "verify").returncode == 0
    assert "log accepted" in [one.what for one in sandbox.events(ConfigChanged)]


def test_denial_and_approval_texts_name_the_decider(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE]})
    serve.press("r", "Reason for the model")
    serve.types("not before noon\n")
    assert "Reason: not before noon." in client.answer(1)["result"]["content"][0]["text"]
    decided = sandbox.recorded(CallDecided)
    assert (decided.by, decided.verdict, decided.reason) == ("person", "deny", "not before noon")
    assert not sandbox.events((CallForwarded, CallCompleted, CallWithdrawn))
    assert sandbox.events(CallHeld)[0].arguments == json.dumps({"lines": [DONE]}, separators=(",", ":"))
