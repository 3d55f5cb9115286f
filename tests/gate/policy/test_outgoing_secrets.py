"""Plays: a client's message that is no call holds the value of a secret. It is stopped, recorded and told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolguard.gate.policy.outgoing_secrets import find_secrets

VALUE = "hunter2hunter2"
REQUESTS: dict[str, dict[str, Any]] = {
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": VALUE, "version": "1"}},
    "resources/read": {"uri": f"file:///{VALUE}"},
    "resources/subscribe": {"uri": f"file:///{VALUE}"},
    "resources/unsubscribe": {"uri": f"file:///{VALUE}"},
    "prompts/get": {"name": "p", "arguments": {"a": VALUE}},
    "completion/complete": {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": VALUE}},
    "tools/list": {"cursor": VALUE},
    "resources/list": {"cursor": VALUE},
    "logging/setLevel": {"level": VALUE},
    "ping": {"_meta": {"a": VALUE}},
    "tasks/get": {"taskId": VALUE},
    "made/up": {"deep": [{VALUE: 1}]},
    f"made/{VALUE}": {},
}


class Knows:
    """Knows the values of some secrets by their names."""

    refuses = True

    edition = 0

    def __init__(self, **values: str) -> None:
        self.values = values or {"key": VALUE}

    @property
    def is_active(self) -> bool:
        return bool(self.values)

    def find(self, data: bytes) -> tuple[str, ...]:
        return tuple(name for name, value in self.values.items() if value.encode() in data)

    def mask(self, value: Any) -> Any:
        text = json.dumps(value)
        for name, one in self.values.items():
            text = text.replace(one, f"[secret {name}]")
        return json.loads(text)


@pytest.fixture
def knowing(harness):
    harness.gate.leaks = Knows()
    return harness


async def marker(harness) -> None:
    """What is sent now is the next thing that the server hears: so nothing before it has left."""
    harness.send({"jsonrpc": "2.0", "id": "marker", "method": "ping"})
    assert (await harness.server_receive())["id"] == "marker"


@pytest.mark.parametrize("method", REQUESTS)
async def test_request_with_a_secret_is_refused_recorded_and_shown(knowing, method):
    """Defect 8: a model could carry a secret away in everything that was no call."""
    await knowing.start()
    knowing.send({"jsonrpc": "2.0", "id": 7, "method": method, "params": REQUESTS[method]})
    answer = await knowing.receive()
    assert answer["id"] == 7
    assert "the value of the secret key" in answer["error"]["message"] and "recorded" in answer["error"]["message"]
    assert VALUE not in json.dumps(answer)
    await marker(knowing)
    (refused,) = knowing.log.of("MessageRefused")
    assert "the secret key" in refused.reason and VALUE not in refused.reason
    (leaked,) = knowing.guard.snapshot().leaked
    assert (leaked.secrets, leaked.is_call, leaked.tool) == (("key",), False, method.replace(VALUE, "[secret key]"))
    knowing.send({"jsonrpc": "2.0", "id": 7, "method": "ping"})  # the id is free again
    assert (await knowing.server_receive())["method"] == "ping"


async def test_request_with_a_secret_as_its_id_is_refused(knowing):
    """Defect 7: ids are compared, too."""
    await knowing.start()
    knowing.send({"jsonrpc": "2.0", "id": VALUE, "method": "ping"})
    assert "error" in await knowing.receive()
    await marker(knowing)


async def test_notification_with_a_secret_is_dropped_and_recorded(knowing):
    """Defect 8."""
    await knowing.start()
    for method in ("notifications/roots/list_changed", "notifications/made-up", f"notifications/{VALUE}"):
        knowing.send({"jsonrpc": "2.0", "method": method, "params": {"_meta": {"a": VALUE}}})
    await marker(knowing)
    assert not knowing.client.log
    assert len(knowing.log.of("MessageRefused")) == len(knowing.guard.snapshot().leaked) == 3


async def test_cancellation_with_a_secret_is_sent_without_its_reason(knowing):
    """Defect 8."""
    await knowing.start()
    knowing.send({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "a:b"}})
    await knowing.server_receive()
    knowing.send(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "reason": f"x {VALUE}"}}
    )
    cancel = await knowing.server_receive()
    assert cancel["params"] == {"requestId": 1}
    assert len(knowing.log.of("MessageRefused")) == 1


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("sampling/createMessage", {"role": "assistant", "content": {"type": "text", "text": VALUE}, "model": "m"}),
        ("elicitation/create", {"action": "accept", "content": {"token": VALUE}}),
        ("roots/list", {"roots": [{"uri": f"file:///{VALUE}"}]}),
    ],
)
async def test_answer_to_a_server_with_a_secret_is_replaced_by_an_error(knowing, method, result):
    """Defect 8."""
    await knowing.start()
    knowing.server_send({"jsonrpc": "2.0", "id": "q", "method": method, "params": {}})
    await knowing.receive()
    knowing.send({"jsonrpc": "2.0", "id": "q", "result": result})
    outcome = await knowing.server_receive()
    assert outcome["id"] == "q" and "result" not in outcome
    assert "key" not in outcome["error"]["message"], "a server is not told the names of secrets that it is not given"
    assert len(knowing.log.of("MessageRefused")) == len(knowing.guard.snapshot().leaked) == 1


async def test_batch_continues_without_its_member_with_a_secret(knowing):
    """Defect 8."""
    await knowing.start()
    await knowing.initialize("2025-03-26")
    bad = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": VALUE}}
    knowing.send([bad, {"jsonrpc": "2.0", "id": 2, "method": "ping"}])
    assert (await knowing.server_receive())["id"] == 2
    knowing.server_send({"jsonrpc": "2.0", "id": 2, "result": {}})
    answers = {one["id"]: one for one in await knowing.receive()}
    assert "error" in answers[1] and answers[2]["result"] == {}


async def test_requests_pass_without_known_secret_values(harness):
    harness.gate.leaks = Knows()
    harness.gate.leaks.values = {}
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": {"uri": VALUE}})
    assert (await harness.server_receive())["params"] == {"uri": VALUE}


def test_protocol_values_and_counters_are_not_secrets():
    leaks = Knows(a="ping", b="1234", c="2.0", d="notifications/cancelled")
    assert find_secrets(leaks, {"jsonrpc": "2.0", "id": 1234, "method": "ping"}) == ()
    assert find_secrets(leaks, {"jsonrpc": "2.0", "method": "notifications/cancelled"}) == ()
    assert find_secrets(leaks, {"jsonrpc": "2.0", "id": "1234", "method": "ping"}) == ("b",)
    assert find_secrets(leaks, {"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"a": "ping"}}) == ("a",)
    assert find_secrets(Knows(n="123456789012"), {"jsonrpc": "2.0", "id": 123456789012, "method": "ping"}) == ("n",)


async def test_servers_request_that_is_withheld_is_answered(harness):
    """Defect 7: a secret in a method or an id of a server's own request never reaches the client."""
    from toolguard.gate.jsonrpc import WithheldError

    await harness.start()
    harness.server.feed_value(WithheldError("the server put a secret into a method or an id; withheld", "q"))
    result = await harness.server_receive()
    assert result["id"] == "q" and "error" in result
    assert not harness.client.log
    assert "withheld" in harness.log.of("MessageRefused")[0].reason
