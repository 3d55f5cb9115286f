"""Back-pressure: capacity is used while messages are queued, and waiting for it ends in time."""

import asyncio

from toolguard.gate.session.backpressure import CAPACITY, Backpressure


async def test_full_queue_has_no_capacity_until_a_message_is_removed():
    queued = Backpressure()
    assert queued.has_capacity
    queued.add(CAPACITY)
    assert not queued.has_capacity
    await queued.wait(0.001)
    waiting = asyncio.ensure_future(queued.wait(60))
    await asyncio.sleep(0)
    queued.remove(CAPACITY)
    await asyncio.wait_for(waiting, 5)
    assert queued.has_capacity
