"""The queue: decided exactly once, withdrawn when its task ends, bounded."""

import asyncio

import pytest

from toolguard.checkpoint.calls import Call, Caller, Held
from toolguard.checkpoint.pending import Decision, Pending, TooMany


def held(id="1", session="s"):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}
    call = Call(
        id=id,
        session=session,
        client=Caller(id="c"),
        claim="",
        server="s",
        tool="x",
        message=message,
        era="legacy",
        since=0,
    )
    return Held(call=call, tool=None)


@pytest.fixture
def changes():
    return []


@pytest.fixture
def pending(changes):
    return Pending(lambda: changes.append(1), per_session=2, total=3)


async def test_the_first_decision_counts_and_every_later_one_is_told_so(pending, changes):
    waiting = asyncio.ensure_future(pending.hold(held(), 0))
    await asyncio.sleep(0)
    assert pending.settle("1", Decision("allow"))
    assert not pending.settle("1", Decision("deny"))
    assert (await waiting).state == "allow"
    assert not pending.settle("1", Decision("deny"))
    assert len(changes) == 2
    assert len(pending) == 0


async def test_a_hold_expires_by_itself(pending):
    decision = await pending.hold(held(), 0.01)
    assert (decision.state, decision.by) == ("expired", "timeout")
    assert pending.get("1") is None


async def test_a_hold_whose_task_is_cancelled_cannot_be_approved_any_more(pending):
    waiting = asyncio.ensure_future(pending.hold(held(), 0))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not pending.settle("1", Decision("allow"))


async def test_the_queue_is_bounded_for_a_session_and_in_all(pending):
    waiting = [asyncio.ensure_future(pending.hold(held(f"{n}", session), 0)) for n, session in enumerate("aab")]
    await asyncio.sleep(0)
    with pytest.raises(TooMany, match="3 calls"):
        await pending.hold(held("9", "c"), 0)
    pending.settle("2", Decision("deny"))
    with pytest.raises(TooMany, match="2 calls of this client"):
        await pending.hold(held("9", "a"), 0)
    for n in range(2):
        pending.settle(f"{n}", Decision("deny"))
    await asyncio.gather(*waiting)


async def test_what_is_shown_can_change_but_the_call_cannot_be_exchanged(pending):
    first = held()
    waiting = asyncio.ensure_future(pending.hold(first, 0))
    await asyncio.sleep(0)
    pending.update(Held(call=first.call, tool=None, waiting=2))
    assert pending.get("1").waiting == 2
    pending.update(Held(call=held().call, tool=None, waiting=9))
    assert pending.get("1").waiting == 2
    pending.update(held("nobody"))
    pending.settle("1", Decision("deny"))
    await waiting
