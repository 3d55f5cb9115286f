"""What a decision records of its origin: every order of a person carries it, and nothing is guessed."""

from __future__ import annotations

import asyncio

import pytest

from toolguard.gate.approver import UNKNOWN, Approver, ProcessInfo, acting, decision_sentence, of, sentence
from toolguard.gate.model import CallDecided, ConfigChanged, DecisionDeferred
from toolguard.gate.policy.rules import Rule, RuleRequest

SERVE = Approver(process=ProcessInfo(surface="serve", terminal="/dev/pts/3", pid=7), input="terminal")
WINDOW = Approver(process=ProcessInfo(surface="window", display=":0"), input="pointer")


def origins(harness, kind):
    return [event.approver for event in harness.log.of(kind)]


async def test_approval_edit_and_denial_record_their_origin(harness):
    await harness.start()
    harness.call(1)
    await harness.approve(approver=SERVE)
    await harness.server_respond({})
    await harness.receive()
    harness.call(2)
    await harness.approve(approver=WINDOW, edited='{"a":1}')
    await harness.server_respond({})
    await harness.receive()
    harness.call(3)
    await harness.deny(approver=WINDOW)
    await harness.receive()
    assert origins(harness, "CallDecided") == [SERVE, WINDOW, WINDOW]


async def test_decision_without_an_origin_is_unknown(harness):
    await harness.start()
    harness.call(1)
    await harness.deny()
    await harness.receive()
    assert origins(harness, "CallDecided") == [UNKNOWN]


async def test_the_decision_of_a_rule_has_no_approver(harness, wait_until):
    harness.guard.add_rule(Rule(id="no", verdict="deny"), by="config.json")
    await harness.start()
    harness.call(1)
    await harness.receive()
    (one,) = harness.log.of("CallDecided")
    assert not isinstance(one.approver, Approver)


async def test_a_remembered_rule_records_who_remembered_it(harness):
    await harness.start()
    harness.call(1)
    await harness.deny(
        approver=SERVE, remember=RuleRequest(client="*", server="*", tool="*", verdict="deny", until="session")
    )
    await harness.receive()
    assert origins(harness, "ConfigChanged") == [SERVE]


@pytest.mark.parametrize("accepts", [True, False])
async def test_a_proposal_records_who_answered_it(harness, wait_until, accepts):
    asking = asyncio.ensure_future(harness.guard.proposals.ask("rule", "title", "detail", "x"))
    await wait_until(lambda: harness.guard.snapshot().proposals)
    (proposal,) = harness.guard.snapshot().proposals
    order = harness.guard.accept if accepts else harness.guard.reject
    assert await order(proposal.id, approver=SERVE) == ""
    assert (await asking).approver == SERVE
    assert origins(harness, "ConfigChanged") == [SERVE]


async def test_proposal_ended_by_closing_has_no_decider(harness, wait_until):
    asking = asyncio.ensure_future(harness.guard.proposals.ask("rule", "title", "detail", "x"))
    await wait_until(lambda: harness.guard.snapshot().proposals)
    await harness.guard.close("x")
    await asking
    (changed,) = harness.log.of("ConfigChanged")
    assert (changed.what, changed.by) == ("rule closing", "closing")
    assert not isinstance(changed.approver, Approver)


async def test_a_kept_answer_carries_its_approver_to_the_call_that_uses_it(harness):
    await harness.start()
    harness.call(1)
    (held,) = await harness.wait_for_pending()
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    assert await harness.guard.allow_next(held.call.id, approver=SERVE) == ""
    assert origins(harness, "DecisionDeferred") == [SERVE]
    harness.call(2)
    await harness.server_respond({})
    await harness.receive()
    assert harness.log.of("CallDecided")[-1].by.startswith("ticket of ")
    assert harness.log.of("CallDecided")[-1].approver == SERVE


async def test_an_order_is_attributed_to_the_task_that_carries_it_out_and_to_no_other(harness):
    async def order():
        acting.set(WINDOW)
        harness.guard.add_rule(Rule(id="one", verdict="ask"), by="person")
        await asyncio.sleep(0)
        harness.guard.remove_rule("one", by="person")

    await asyncio.create_task(order())
    harness.guard.add_rule(Rule(id="two", verdict="ask"), by="person")
    harness.guard.add_rule(Rule(id="three", verdict="ask"), by="command line")
    assert origins(harness, "ConfigChanged")[:3] == [WINDOW, WINDOW, UNKNOWN]
    assert not isinstance(origins(harness, "ConfigChanged")[3], Approver)
    assert not isinstance(of("command line"), Approver)


@pytest.mark.parametrize(
    ("approver", "words"),
    [
        (WINDOW, "Approved in the window on display :0, with the pointer"),
        (SERVE, "Approved in `toolguard serve` on /dev/pts/3"),
        (UNKNOWN, "Approved; where is not known"),
        (Approver(process=ProcessInfo(surface="window")), "Approved in the window; how is not known"),
    ],
)
def test_origin_sentence_names_place_and_input(approver, words):
    assert sentence(approver, "Approved") == words


def test_a_record_without_an_origin_has_no_sentence():
    about = {"client": "c", "server": "s", "tool": "t"}
    assert decision_sentence(CallDecided(**about, verdict="allow", by="person")) == ""
    assert decision_sentence(CallDecided(**about, verdict="deny", by="person", approver=SERVE)).startswith(
        "Denied in `toolguard serve`"
    )
    assert decision_sentence(DecisionDeferred(**about, expires=1.0, approver=SERVE)).startswith("Approved")
    assert decision_sentence(ConfigChanged(what="x", by="person", approver=WINDOW)).startswith("Ordered in the window")
