"""Names of clients in a real core: rules of earlier releases wait for a person (defect C1)."""

import asyncio

import pytest

from tests.services.runtime import test_core
from tests.services.runtime.test_core import handshake, proposal
from toolguard.gate.model import Call
from toolguard.gate.policy.rules import Rule
from toolguard.store.client_names import MAX_NAMES, NamedClient

core = test_core.core
MADE = {"server": "files", "tool": "write", "verdict": "allow"}


def verdict(core, client):
    message = {"params": {"name": "write", "arguments": {}}}
    call = Call(
        id="c",
        session="s",
        client=client,
        claim="",
        server="files",
        tool="write",
        message=message,
        era="legacy",
        since=0,
    )
    return core.gate.rules.decide(call, None, 1.0).verdict


async def test_two_programs_of_one_name_are_two_clients(core):
    first = core.identities.named(handshake(server="files", identity="script:/a/client.py", client="client"))
    core.guard.add_rule(Rule(id="1", client=first.caller.id, **MADE), by="person")
    second = core.identities.named(handshake(server="files", identity="script:/b/client.py", client="client"))
    assert (first.caller.id, second.caller.id) == ("client", "client-2")
    assert (verdict(core, first.caller), verdict(core, second.caller)) == ("allow", "ask")


async def test_allow_rules_do_not_apply_to_a_name_that_is_not_kept(core):
    core.guard.add_rule(Rule(id="1", client="client", **MADE), by="person")
    for number in range(MAX_NAMES):
        core.identities._names._named[f"program-{number}"] = NamedClient(f"script:/{number}")
    found = core.identities.named(handshake(server="files", identity="script:/a/client.py", client="client"))
    assert found.caller.id == "client" and verdict(core, found.caller) == "ask"


@pytest.mark.parametrize("accepted", [True, False])
async def test_allow_rules_of_an_unnamed_client_wait_for_a_person(core, accepted):
    core.guard.add_rule(Rule(id="1", client="client", **MADE), by="person")
    found = core.identities.named(handshake(server="files", identity="script:/a/client.py", client="client"))
    assert verdict(core, found.caller) == "ask"
    question = await proposal(core)
    assert "/a/client.py" in question.detail and "write" in question.detail
    await (core.guard.accept if accepted else core.guard.reject)(question.id)
    async with asyncio.timeout(120):
        while core.guard.snapshot().proposals:
            await asyncio.sleep(0.001)
    await asyncio.sleep(0)
    assert verdict(core, found.caller) == ("allow" if accepted else "ask")
    again = core.identities.named(handshake(server="files", identity="script:/a/client.py", client="client"))
    assert again.caller.id == ("client" if accepted else "client-2")
    await core.identities.close()


async def test_rules_of_a_thread_name_restrict_at_once_and_allow_when_confirmed(core):
    core.guard.add_rule(Rule(id="1", client="MainThread", **MADE), by="person")
    core.guard.add_rule(Rule(id="2", client="MainThread", server="mail", tool="send", verdict="deny"), by="person")
    found = core.identities.named(
        handshake(server="files", identity="npm:@google/gemini-cli", client="gemini-cli", earlier_name="MainThread")
    )
    denied = {(rule.client, rule.server) for rule in core.gate.rules if rule.verdict == "deny"}
    assert ("gemini-cli", "mail") in denied
    assert verdict(core, found.caller) == "ask"
    await core.guard.accept((await proposal(core)).id)
    async with asyncio.timeout(120):
        while verdict(core, found.caller) != "allow":
            await asyncio.sleep(0.001)
    await core.identities.close()


async def test_unidentified_client_has_no_allow_rules(core):
    core.guard.add_rule(Rule(id="1", client="unknown", **MADE), by="person")
    core.guard.add_rule(Rule(id="2", client="node", **MADE), by="person")
    core.guard.add_rule(Rule(id="3", client="n?de*", **MADE), by="person")
    for client in ("unknown", "node", "node2"):
        found = core.identities.named(handshake(server="files", identity="", client=client))
        assert verdict(core, found.caller) == "ask"
