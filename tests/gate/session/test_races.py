"""Plays in which two things happen at the same moment, a thousand times: a call is executed or it is not, never both,
and the log agrees with what the server heard and what the client was told.
"""

import asyncio
import random

from toolguard.gate.context import GateLimits

ROUNDS = 1_000
TOGETHER = 50
OK = {"content": []}


def agree(play, call, *, may_wait=False):
    """The log tells one story of the call, and it is the one that server and client know."""
    kinds = play.log.kinds(call)
    ran = len([message for message in play.server.log if message.get("method") == "tools/call"])
    assert kinds.count("CallForwarded") == ran <= 1
    assert kinds.count("CallDecided") <= 1
    answers = [message for message in play.client.log if message.get("id") == 1]
    assert len(answers) <= 1
    allowed = [one.verdict for one in play.log.of("CallDecided") if one.call == call] == ["allow"]
    assert allowed or not ran
    if not ran and not may_wait:
        assert kinds[-1] in ("CallWithdrawn", "CallDecided", "DecisionDeferred"), kinds
    return ran


async def rounds(new_play, one):
    """Play ``one(play, moment)`` many times, many at once; gives how often the call ran."""
    ran = 0
    for batch in range(ROUNDS // TOGETHER):
        plays = [new_play() for _ in range(TOGETHER)]
        seeds = [random.Random(batch * TOGETHER + number) for number in range(TOGETHER)]
        ran += sum(await asyncio.gather(*(one(play, seed) for play, seed in zip(plays, seeds, strict=True))))
        await asyncio.gather(*(play.stop() for play in plays))
    return ran


async def turns(count):
    for _ in range(count):
        await asyncio.sleep(0)


async def held(play):
    await play.start()
    play.calls(1)
    return (await play.sees())[0]


async def settled(play):
    """Let everything come to its end."""
    for _ in range(3):
        await turns(10)
        await asyncio.sleep(0.002)


async def test_approve_against_cancel(new_play):
    async def one(play, seed):
        call = (await held(play)).call
        cancelling = asyncio.ensure_future(_after(seed.randrange(4), play.cancels(1)))
        await turns(seed.randrange(6))
        await play.guard.approve(call.id, shown=call.digest)
        await cancelling
        await settled(play)
        return agree(play, call.id)

    assert 0 < await rounds(new_play, one) < ROUNDS


async def test_a_decision_against_the_end_of_the_session(new_play):
    async def one(play, seed):
        call = (await held(play)).call
        await turns(seed.randrange(6))
        deciding = asyncio.ensure_future(play.guard.approve(call.id, shown=call.digest))
        await turns(seed.randrange(12))
        play.client.leave("gone")
        await deciding
        await settled(play)
        return agree(play, call.id)

    assert 0 < await rounds(new_play, one) < ROUNDS


async def test_approve_against_deny(new_play):
    async def one(play, seed):
        call = (await held(play)).call
        orders = [play.guard.approve(call.id, shown=call.digest), play.guard.deny(call.id, reason="no")]
        seed.shuffle(orders)
        said = await asyncio.gather(*orders)
        assert sorted(map(bool, said)) == [False, True]
        await settled(play)
        return agree(play, call.id, may_wait=True)

    assert 0 < await rounds(new_play, one) < ROUNDS


async def test_the_client_s_deadline_against_a_click(new_play):
    async def one(play, seed):
        play.gate.client_timeouts.replace({"desk": 0.625})  # answered after half a second
        call = (await held(play)).call
        await asyncio.sleep(0.485 + seed.random() * 0.03)
        assert await play.guard.approve(call.id, shown=call.digest) == ""
        await asyncio.sleep(0.05)
        ran = agree(play, call.id)
        assert (ran, len(play.guard.snapshot().tickets)) in ((1, 0), (0, 1))
        assert len(play.client.log) == 1 - ran  # told to ask again, or not told yet
        return ran

    assert 0 < await rounds(new_play, one) < ROUNDS


async def test_the_prompt_s_end_against_a_click(new_play):
    async def one(play, seed):
        play.gate.limits = GateLimits(prompt_timeout=0.02)
        call = (await held(play)).call
        await asyncio.sleep(0.014 + seed.random() * 0.012)
        said = await play.guard.approve(call.id, shown=call.digest)
        await settled(play)
        ran = agree(play, call.id)
        assert bool(said) == (not ran)
        return ran

    assert 0 < await rounds(new_play, one) < ROUNDS


async def _after(count, coroutine):
    await turns(count)
    await coroutine
