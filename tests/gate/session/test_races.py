"""Plays in which two things happen at the same moment, many times: a call is executed or it is not, never both,
and the log agrees with what the server heard and what the client was told.
"""

import asyncio
import random

from toolguard.gate.context import GateLimits

ROUNDS = 250
TOGETHER = 50
OK = {"content": []}


def agree(harness, call, *, may_wait=False):
    """The log tells one story of the call, and it is the one that server and client know."""
    kinds = harness.log.kinds(call)
    ran = len([message for message in harness.server.log if message.get("method") == "tools/call"])
    assert kinds.count("CallForwarded") == ran <= 1
    assert kinds.count("CallDecided") <= 1
    answers = [message for message in harness.client.log if message.get("id") == 1]
    assert len(answers) <= 1
    allowed = [one.verdict for one in harness.log.of("CallDecided") if one.call == call] == ["allow"]
    assert allowed or not ran
    if not ran and not may_wait:
        assert kinds[-1] in ("CallWithdrawn", "CallDecided", "DecisionDeferred"), kinds
    return ran


async def rounds(new_harness, one):
    """Play ``one(play, moment)`` many times, many at once; gives how often the call ran."""
    ran = 0
    for batch in range(ROUNDS // TOGETHER):
        plays = [new_harness() for _ in range(TOGETHER)]
        seeds = [random.Random(batch * TOGETHER + number) for number in range(TOGETHER)]
        ran += sum(await asyncio.gather(*(one(harness, seed) for harness, seed in zip(plays, seeds, strict=True))))
        await asyncio.gather(*(harness.stop() for harness in plays))
    return ran


async def run_loop_turns(count):
    for _ in range(count):
        await asyncio.sleep(0)


async def held(harness):
    await harness.start()
    harness.call(1)
    return (await harness.wait_for_pending())[0]


async def settled(harness):
    """Let everything come to its end."""
    for _ in range(3):
        await run_loop_turns(10)
        await asyncio.sleep(0.002)


async def test_race_of_approve_and_cancel_has_one_outcome(new_harness):
    async def one(harness, seed):
        call = (await held(harness)).call
        cancelling = asyncio.ensure_future(_after(seed.randrange(4), harness.cancel(1)))
        await run_loop_turns(seed.randrange(6))
        await harness.guard.approve(call.id, shown=call.digest)
        await cancelling
        await settled(harness)
        return agree(harness, call.id)

    assert 0 < await rounds(new_harness, one) < ROUNDS


async def test_a_decision_against_the_end_of_the_session(new_harness):
    async def one(harness, seed):
        call = (await held(harness)).call
        await run_loop_turns(seed.randrange(6))
        deciding = asyncio.ensure_future(harness.guard.approve(call.id, shown=call.digest))
        await run_loop_turns(seed.randrange(12))
        harness.client.leave("gone")
        await deciding
        await settled(harness)
        return agree(harness, call.id)

    assert 0 < await rounds(new_harness, one) < ROUNDS


async def test_race_of_approve_and_deny_has_one_outcome(new_harness):
    async def one(harness, seed):
        call = (await held(harness)).call
        orders = [harness.guard.approve(call.id, shown=call.digest), harness.guard.deny(call.id, reason="no")]
        seed.shuffle(orders)
        result = await asyncio.gather(*orders)
        assert sorted(map(bool, result)) == [False, True]
        await settled(harness)
        return agree(harness, call.id, may_wait=True)

    assert 0 < await rounds(new_harness, one) < ROUNDS


async def test_the_client_s_deadline_against_a_click(new_harness):
    async def one(harness, seed):
        harness.gate.client_timeouts.replace({"desk": 0.625})  # answered after half a second
        call = (await held(harness)).call
        await asyncio.sleep(0.485 + seed.random() * 0.03)
        assert await harness.guard.approve(call.id, shown=call.digest) == ""
        await asyncio.sleep(0.05)
        ran = agree(harness, call.id)
        assert (ran, len(harness.guard.snapshot().tickets)) in ((1, 0), (0, 1))
        assert len(harness.client.log) == 1 - ran  # told to ask again, or not told yet
        return ran

    assert 0 < await rounds(new_harness, one) < ROUNDS


async def test_the_prompt_s_end_against_a_click(new_harness):
    async def one(harness, seed):
        harness.gate.limits = GateLimits(prompt_timeout=0.02)
        call = (await held(harness)).call
        await asyncio.sleep(0.014 + seed.random() * 0.012)
        result = await harness.guard.approve(call.id, shown=call.digest)
        await settled(harness)
        ran = agree(harness, call.id)
        assert bool(result) == (not ran)
        return ran

    assert 0 < await rounds(new_harness, one) < ROUNDS


async def _after(count, coroutine):
    await run_loop_turns(count)
    await coroutine
