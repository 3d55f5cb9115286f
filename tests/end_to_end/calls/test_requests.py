"""Requests beside tool calls: a real client, the real program, and a server that records what reached it."""

from __future__ import annotations

import pytest

from tests.end_to_end.conftest import eventually
from toolguard.gate.model import CallCompleted, CallDecided, CallForwarded, CallHeld

ASKS = '{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"messages":[],"maxTokens":7}}'
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


def test_request_kinds_are_denied_or_pending_as_configured(sandbox):
    sandbox.server("peer", requests={"resources": "deny", "client-other": "ask"})
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    refused = client.ask("resources/read", 1, {"uri": "file:///etc/passwd"})
    assert "the server's settings deny such requests" in refused["error"]["message"]
    client.send({"jsonrpc": "2.0", "id": 2, "method": "vendor/say", "params": {"lines": [DONE]}})
    serve.wait_for_text("Pending request of the client")
    assert sandbox.received_of("vendor/say") == [] and sandbox.received_of("resources/read") == []
    serve.approve()
    assert client.answer(2)["result"] == {"done": True}
    assert [event.verdict for event in sandbox.events(CallDecided)] == ["deny", "allow"]
    assert sandbox.recorded(CallHeld).method == "client:vendor/say"
    assert sandbox.recorded(CallForwarded).call == sandbox.recorded(CallCompleted).call


@pytest.mark.parametrize("denies", [True, False])
def test_server_request_waits_for_the_person_and_gets_the_answer(sandbox, denies):
    sandbox.server("peer", requests={"sampling": "ask"})
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.send({"jsonrpc": "2.0", "id": 2, "method": "vendor/say", "params": {"lines": [ASKS, DONE]}})
    assert client.answer(2)["result"] == {"done": True}
    serve.wait_for_text("Pending request of the server")
    serve.wait_for_text("maxTokens")
    assert client.others() == []
    serve.deny() if denies else serve.approve()
    if denies:
        told = eventually(lambda: [one for one in sandbox.received() if one.get("id") == "s1"], "the server is told")[0]
        assert told["error"]["code"] == -1 and client.others() == []
        assert sandbox.events(CallForwarded) == []
    else:
        asked = client.receive()
        assert (asked["method"], asked["params"]["maxTokens"]) == ("sampling/createMessage", 7)
        client.send({"jsonrpc": "2.0", "id": "s1", "result": {"role": "assistant"}})
        assert sandbox.recorded(CallCompleted).method == "sampling/createMessage"
