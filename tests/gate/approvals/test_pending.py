"""The queue: decided exactly once, withdrawn when its task ends, bounded."""

import asyncio

import pytest

from toolguard.gate.approvals.pending import MAX_MISSED_BYTES, Decision, PendingCalls, QueueFullError
from toolguard.gate.model import Call, ClientInfo, PendingCall


def held(id="1", session="s", client="c"):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}
    call = Call(
        id=id,
        session=session,
        client=ClientInfo(id=client),
        claim="",
        server="s",
        tool="x",
        message=message,
        era="legacy",
        since=0,
    )
    return PendingCall(call=call, tool=None)


@pytest.fixture
def changes():
    return []


@pytest.fixture
def pending(changes):
    return PendingCalls(lambda: changes.append(1), per_session=2, total=3)


async def test_first_decision_wins_and_later_ones_fail(pending, changes):
    waiting = asyncio.ensure_future(pending.hold(held(), 0))
    await asyncio.sleep(0)
    assert pending.settle("1", Decision("allow"))
    assert not pending.settle("1", Decision("deny"))
    assert (await waiting).state == "allow"
    assert not pending.settle("1", Decision("deny"))
    assert len(changes) == 2
    assert len(pending) == 0


async def test_pending_call_expires(pending):
    decision = await pending.hold(held(), 0.01)
    assert (decision.state, decision.by) == ("expired", "timeout")
    assert pending.get("1") is None


async def test_cancelled_pending_call_cannot_be_approved(pending):
    waiting = asyncio.ensure_future(pending.hold(held(), 0))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not pending.settle("1", Decision("allow"))


def test_large_abandoned_calls_are_removed_sooner(pending):
    for number in range(5):
        missed = held(str(number))
        missed.call.message["params"]["arguments"] = {"x": "x" * (MAX_MISSED_BYTES // 3)}
        pending.remember_missed(missed)
    assert [pending.take_missed(str(number)) is not None for number in range(5)] == [False, False, False, True, True]


async def test_the_queue_is_bounded_for_a_session_and_in_all(pending):
    waiting = [asyncio.ensure_future(pending.hold(held(f"{n}", session), 0)) for n, session in enumerate("aab")]
    await asyncio.sleep(0)
    with pytest.raises(QueueFullError, match="3 calls"):
        await pending.hold(held("9", "c"), 0)
    pending.settle("2", Decision("deny"))
    with pytest.raises(QueueFullError, match="2 calls of this client"):
        await pending.hold(held("9", "a"), 0)
    for n in range(2):
        pending.settle(f"{n}", Decision("deny"))
    await asyncio.gather(*waiting)


async def test_display_of_a_pending_call_can_change_but_not_the_call(pending):
    first = held()
    waiting = asyncio.ensure_future(pending.hold(first, 0))
    await asyncio.sleep(0)
    pending.update(PendingCall(call=first.call, tool=None, waiting=2))
    assert pending.get("1").waiting == 2
    pending.update(PendingCall(call=held().call, tool=None, waiting=9))
    assert pending.get("1").waiting == 2
    pending.update(held("nobody"))
    pending.settle("1", Decision("deny"))
    await waiting


async def test_sessions_of_one_client_cannot_fill_the_queue_for_other_clients():
    """Defect 12: 11 sessions of one client held 1,000 calls, and every other client's call was refused."""
    queue = PendingCalls(lambda: None, per_session=100, total=1000)
    greedy = [asyncio.ensure_future(queue.hold(held(f"g{n}", f"greedy-{n // 100}", "greedy"), 0)) for n in range(1000)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFullError, match="1000 calls"):
        await queue.hold(held("g1000", "greedy-10", "greedy"), 0)
    modest = asyncio.ensure_future(queue.hold(held("m", "modest", "modest"), 0))
    await asyncio.sleep(0)
    assert queue.get("m") is not None and len(queue) == 1000
    refused = await greedy[-1]
    assert (refused.state, refused.by) == ("deny", "limit") and "another client" in refused.reason
    assert sum(one.done() for one in greedy) == 1, "one place, taken from the newest"
    for id in [one.call.id for one in queue.all()]:
        queue.settle(id, Decision("deny"))
    await asyncio.gather(modest, *greedy)


async def test_full_queue_is_shared_evenly_and_never_refuses_the_smaller_client():
    """Defect 12: fairness of the total limit between clients."""
    queue = PendingCalls(lambda: None, per_session=100, total=6)
    waiting = [asyncio.ensure_future(queue.hold(held(f"a{n}", "a", "a"), 0)) for n in range(6)]
    await asyncio.sleep(0)
    for client in "bc":
        for n in range(6):
            waiting.append(asyncio.ensure_future(queue.hold(held(f"{client}{n}", client, client), 0)))
            await asyncio.sleep(0)
    assert sorted(one.call.client.id for one in queue.all()) == ["a", "a", "b", "b", "c", "c"]
    for id in [one.call.id for one in queue.all()]:
        queue.settle(id, Decision("deny"))
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert sum(isinstance(one, QueueFullError) for one in ended) == 7, "a client that has its share is told so"
    assert sum(isinstance(one, Decision) and one.by == "limit" for one in ended) == 5, "those that gave way"
