"""Room: taken while something waits, free again afterwards, and waiting for it has an end."""

import asyncio

from toolguard.gate.session.backpressure import LIMIT, Backpressure


async def test_there_is_no_room_while_too_much_waits_and_whoever_waits_is_woken():
    room = Backpressure()
    assert room.free
    room.take(LIMIT)
    assert not room.free
    await room.wait(0.001)
    waiting = asyncio.ensure_future(room.wait(60))
    await asyncio.sleep(0)
    room.back(LIMIT)
    await asyncio.wait_for(waiting, 5)
    assert room.free
