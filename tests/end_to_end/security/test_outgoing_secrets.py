"""A call that would carry a stored secret away: found in every form, refused, or let go only by a second word."""

from __future__ import annotations

import base64
import json
import os
import time
from urllib.parse import quote

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from tests.end_to_end.conftest import eventually
from toolguard.gate.model import CallCompleted, CallDecided, CallForwarded, CallHeld, MessageRefused

TAG = os.urandom(8).hex()
SECRET = f'p@ss/"w\\rd+{TAG}'
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
FORMS = {
    "plain": SECRET,
    "JSON": json.dumps({"in": SECRET}),
    "URL": quote(SECRET, safe=""),
    "hex": SECRET.encode().hex(),
    "base64": base64.b64encode(SECRET.encode()).decode(),
    "base64 + 1": base64.b64encode(b"a" + SECRET.encode()).decode(),
    "base64 + 2": base64.urlsafe_b64encode(b"ab" + SECRET.encode()).decode(),
}


def plant(sandbox, value=SECRET):
    """A secret in the keyring that no server was given in this run."""
    sandbox.keyring("Filed")
    assert sandbox.toolguard("secret", "set", "key", input=value + "\n").returncode == 0


def known(sandbox, client, form=SECRET):
    """Wait until ToolGuard, which reads the keyring by and by, knows the value."""
    ids = iter(range(1000))

    def refused():
        id = f"try{next(ids)}"
        client.call(id, "say", {"lines": [DONE], "text": form})
        return "error" not in (told := client.answer(id)) and told["result"].get("isError")

    sandbox.until(refused)


@pytest.mark.parametrize("way", WAYS)
def test_call_with_a_secret_is_refused_despite_rules(sandbox, nowhere_but, way):
    plant(sandbox)
    sandbox.allow()
    place = Anywhere(sandbox, way)
    try:
        serve = place.serve(terminal=True)
        client = place.client()
        known(sandbox, client)
        received, told = len(sandbox.received_of("tools/call")), []
        for number, (name, form) in enumerate(FORMS.items()):
            client.call(name, "say", {"lines": [DONE], "deep": [{"text": f"x{form}y", form: number}]})
            told.append(client.answer(name))
            text = told[-1]["result"]["content"][0]["text"]
            assert told[-1]["result"]["isError"] is True
            assert "the value of the secret key" in text and "Leave it out" in text
        client.call("good", "say", {"lines": [DONE]})
        assert client.answer("good")["result"] == {"done": True}
        assert len(sandbox.received_of("tools/call")) == received + 1
        decided = [one for one in sandbox.events(CallDecided) if one.by == "leak"]
        assert len(decided) >= len(FORMS) and {one.verdict for one in decided} == {"deny"}
        assert "[secret key]" in decided[-1].arguments
        serve.wait_for_text("by leak")
        serve.stop()
        if sandbox.events(CallDecided)[0].by == "leak":  # none was recorded before the keyring was read
            nowhere_but(SECRET, told=[*told, *map(repr, sandbox.events())])
    finally:
        place.close()


def test_other_messages_with_secrets_are_stopped(sandbox):
    """Defect 8: a secret reached another server in everything that was no call."""
    plant(sandbox)
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    known(sandbox, client)
    client.send({"jsonrpc": "2.0", "method": "notifications/made-up", "params": {"a": SECRET}})
    for number, form in enumerate(FORMS.values()):
        client.send({"jsonrpc": "2.0", "id": f"r{number}", "method": "resources/read", "params": {"uri": f"x:{form}"}})
        told = client.answer(f"r{number}")["error"]["message"]
        assert "the secret key" in told and "recorded" in told
    client.call("good", "say", {"lines": [DONE]})
    assert client.answer("good")["result"] == {"done": True}
    assert not sandbox.received_of("resources/read") and not sandbox.received_of("notifications/made-up")
    stopped = [one.reason for one in sandbox.events(MessageRefused) if "was not forwarded" in one.reason]
    assert len(stopped) == len(FORMS) + 1


def test_answers_to_server_requests_are_searched_for_secrets(sandbox):
    plant(sandbox)
    sandbox.allow()
    place = Anywhere(sandbox, "stdio modern")
    place.serve()
    client = place.client()
    known(sandbox, client)
    client.call(1, "say", {"lines": [DONE]}, inputResponses={"q": {"action": "accept", "content": {"a": SECRET}}})
    assert "the secret key" in client.answer(1)["result"]["content"][0]["text"]


def test_leaking_call_needs_a_second_confirmation(sandbox, nowhere_but):
    plant(sandbox)
    sandbox.allow("say")
    sandbox.configure(secrets_in_arguments="ask")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    ids = iter(range(1000))

    def held():
        client.call(id := next(ids), "say", {"lines": [DONE], "text": SECRET})
        sandbox.until(lambda: sandbox.events((CallHeld, CallCompleted))[id:])
        return sandbox.events(CallHeld)

    asked = eventually(held, "the keyring is read")[-1]
    assert asked.warnings[0] == "Its arguments contain the value of the secret key."
    serve.wait_for_text("the value of the secret key")
    serve.wait_for_text("[secret key]")
    ran = len(sandbox.events(CallForwarded))
    serve.press("a", "other key goes back")
    assert len(sandbox.events(CallForwarded)) == ran
    press(serve, "n", "[a]pprove")
    press(serve, "a", "other key goes back")
    press(serve, "y", "Approved, once.")
    sandbox.recorded(CallCompleted, ran + 1)
    assert sandbox.received_of("tools/call")[-1]["params"]["arguments"]["text"] == SECRET
    assert sandbox.events(CallForwarded)[-1].call == asked.call
    client.end()
    serve.stop()
    nowhere_but(SECRET, told=[*map(repr, sandbox.events())], notes=["heard"])


def press(serve, key, then):
    """A key counts only some time after its question was asked."""

    def pressed():
        serve.types(key)
        time.sleep(0.1)
        return then in serve.screen()

    eventually(pressed, f"{key!r} leads to {then!r} on:\n{serve.screen()}")
    serve.wait_for_text(then)


def test_user_ids_are_not_searched_for_and_short_values_only_as_whole_words(sandbox):
    sandbox.keyring("Filed")
    for name, value, kind in (("me", "user-12345", "user_id"), ("pin", "test", "secret"), ("key", SECRET, "secret")):
        assert sandbox.toolguard("secret", "set", name, "--kind", kind, input=value + "\n").returncode == 0
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    known(sandbox, client)
    client.call(1, "say", {"lines": [DONE], "me": "user-12345", "what": "testing"})
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "say", {"lines": [DONE], "pin": "test"})
    assert "the secret pin" in client.answer(2)["result"]["content"][0]["text"]
    assert "test" not in sandbox.events(CallDecided)[-1].arguments
