"""Room: taken while something waits, has_capacity again afterwards, and waiting for it has an end."""

import asyncio

from toolguard.gate.session.backpressure import CAPACITY, Backpressure


async def test_there_is_no_room_while_too_much_waits_and_whoever_waits_is_woken():
    room = Backpressure()
    assert room.has_capacity
    room.add(CAPACITY)
    assert not room.has_capacity
    await room.wait(0.001)
    waiting = asyncio.ensure_future(room.wait(60))
    await asyncio.sleep(0)
    room.remove(CAPACITY)
    await asyncio.wait_for(waiting, 5)
    assert room.has_capacity
