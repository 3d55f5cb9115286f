"""Plays: a client's inputs hold the value of a secret. Refused, or shown masked and let go by a second word."""

import json

import pytest

from toolguard.gate.policy import policy
from toolguard.gate.policy.rules import Rule

VALUE = "hunter2hunter2"
WORDS = "Its arguments contain the value of the secret key."


class Knows:
    """Knows one secret, and takes it out of texts; ``blind`` leaves it in."""

    def __init__(self, *, refuse):
        self.is_active = True
        self.edition = 0
        self.refuses = refuse
        self.blind = False

    def find(self, data):
        return ("key",) if VALUE.encode() in data else ()

    def mask(self, value):
        text = json.dumps(value)
        return json.loads(text if self.blind else text.replace(VALUE, "[secret key]"))


@pytest.fixture(params=[True, False], ids=["refuse", "ask"])
def knowing(harness, request):
    harness.gate.leaks = Knows(refuse=request.param)
    return harness


@pytest.fixture
def asking(harness):
    harness.gate.leaks = Knows(refuse=False)
    return harness


@pytest.fixture
def refusing(harness):
    harness.gate.leaks = Knows(refuse=True)
    return harness


def allowing(**more):
    return Rule(id="r", client="*", server="*", tool="*", verdict="allow", **more)


async def test_call_without_a_secret_is_sent_unchanged(knowing):
    knowing.gate.rules.add(allowing())
    await knowing.start()
    knowing.call(1, arguments={"a": "hunter"})
    assert (await knowing.server_respond({"content": []}))["params"]["arguments"] == {"a": "hunter"}
    assert not knowing.guard.snapshot().leaked


async def test_leak_is_refused_and_reported_despite_rules(refusing):
    refusing.gate.rules.add(allowing())
    await refusing.start()
    refusing.call(1, arguments={"a": {"b": [VALUE]}})
    text = (await refusing.receive())["result"]["content"][0]["text"]
    assert "the value of the secret key" in text and VALUE not in text
    assert not refusing.server.log and not refusing.guard.snapshot().pending
    decided = refusing.log.of("CallDecided")[0]
    assert (decided.by, decided.verdict) == ("leak", "deny")
    (leaked,) = refusing.guard.snapshot().leaked
    assert (leaked.call, leaked.tool, leaked.secrets) == (decided.call, "read", ("key",))


@pytest.mark.parametrize(
    "message",
    [
        {"method": "tools/call", "params": {"name": "read", "arguments": {"a": VALUE}}},
        {"method": "resources/read", "params": {"uri": f"file:///{VALUE}"}},
    ],
    ids=["call", "request"],
)
async def test_secret_that_became_known_meanwhile_is_not_sent(knowing, message):
    leaks, knowing.gate.leaks = knowing.gate.leaks, None
    knowing.gate.servers.request_settings = lambda _server: {"resources": "ask"}
    await knowing.start()
    knowing.send({"jsonrpc": "2.0", "id": 1, **message})
    (held,) = await knowing.wait_for_pending()
    knowing.gate.leaks, leaks.edition = leaks, 1
    assert await knowing.guard.approve(held.call.id, shown=held.call.digest) == ""
    assert "the value of the secret key" in json.dumps(await knowing.receive())
    assert not knowing.server.log


async def test_deny_rule_and_hidden_tool_precede_the_leak_check(refusing):
    refusing.gate.rules.add(Rule(id="d", client="*", server="*", tool="read", verdict="deny"))
    await refusing.start()
    refusing.call(1, arguments={"a": VALUE})
    await refusing.receive()
    assert refusing.log.of("CallDecided")[0].by == "rule d"
    assert not refusing.guard.snapshot().leaked


async def test_leak_prompt_shows_the_name_and_no_rule_allows_it(asking):
    asking.gate.rules.add(allowing())
    await asking.start()
    asking.call(1, arguments={"a": VALUE}, inputResponses={"q": VALUE})
    (held,) = await asking.wait_for_pending()
    assert held.leaks == ("key",) and held.warnings[0] == WORDS
    assert VALUE not in repr(held) and held.call.arguments == {"a": "[secret key]"}
    assert held.shown != held.call.digest
    assert held.asked_because.endswith("does not cover it: its arguments contain the value of the secret key")
    assert held.rule == allowing().id


async def test_an_approval_needs_the_secrets_name(asking):
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    (held,) = await asking.wait_for_pending()
    approve = asking.guard.approve
    assert "This is not the call that you were shown" in await approve(
        held.call.id, shown=held.call.digest, despite=("key",)
    )
    assert "Confirm" in await approve(held.call.id, shown=held.shown)
    assert "Confirm" in await approve(held.call.id, shown=held.shown, despite=("other",))
    assert await approve(held.call.id, shown=held.shown, despite=("key",)) == ""
    assert (await asking.server_receive())["params"]["arguments"] == {"a": VALUE}
    assert VALUE not in repr(asking.guard.snapshot())
    assert asking.guard.snapshot().running[0].call.arguments == {"a": "[secret key]"}


async def test_edit_that_removes_the_secret_runs_as_shown(asking):
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    (held,) = await asking.wait_for_pending()
    assert await asking.guard.approve(held.call.id, shown=held.shown, edited='{"a":"x"}', despite=("key",)) == ""
    assert (await asking.server_receive())["params"]["arguments"] == {"a": "x"}
    assert asking.guard.snapshot().running[0].call.arguments == {"a": "x"}


async def test_edit_that_inserts_a_secret_is_refused(knowing):
    await knowing.start()
    knowing.call(1, arguments={"a": 1})
    (held,) = await knowing.wait_for_pending()
    edited = json.dumps({"a": VALUE})
    assert WORDS in await knowing.guard.check(held.call.id, edited)
    result = await knowing.guard.approve(held.call.id, shown=held.shown, edited=edited, despite=("key",))
    assert "the value of the secret key" in result and VALUE not in result
    assert WORDS not in await knowing.guard.check(held.call.id, '{"a":2}')
    assert await knowing.guard.approve(held.call.id, shown=held.shown, edited='{"a":2}') == ""


async def test_approval_of_a_cancelled_leaking_call_is_not_saved(asking):
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    (held,) = await asking.wait_for_pending()
    await asking.cancel(1)
    await asking.wait_for_pending(0)
    assert "you are asked again" in await asking.guard.allow_next(held.call.id)
    assert not asking.guard.snapshot().tickets


async def test_client_without_retry_is_not_asked_to_retry(asking):
    asking.gate.client_timeouts.replace({"desk": 0.2})
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    (held,) = await asking.wait_for_pending()
    assert held.deadline == 0


async def test_arguments_that_cannot_be_masked_are_withheld(asking):
    asking.gate.leaks.blind = True
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    (held,) = await asking.wait_for_pending()
    assert VALUE not in repr(held.call)
    assert held.call.arguments == {policy._WITHHELD: "key"}


async def test_leak_is_denied_without_a_person(asking):
    asking.gate.availability.close("ToolGuard runs without a window")
    await asking.start()
    asking.call(1, arguments={"a": VALUE})
    await asking.receive()
    assert asking.log.of("CallDecided")[0].by == "no window"


async def test_only_the_newest_are_remembered(refusing):
    await refusing.start()
    for id in range(30):
        refusing.call(id, arguments={"a": VALUE, "n": id})
        await refusing.receive()
    assert len(refusing.guard.snapshot().leaked) == 20
