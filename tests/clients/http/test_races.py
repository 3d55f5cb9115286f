"""A client that closes its response just when a person approves: the call runs or is withdrawn, never both."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.clients.http.test_fuzz import Gated
from tests.clients.raw_http import Wire, modern, request
from toolguard.gate.model import CallCancelled, CallDecided, CallForwarded, CallWithdrawn

ROUNDS = 250


@pytest.fixture
async def place():
    one = Gated(quick=0.003)
    one.guard.gate.rules.remove("r")
    one.guard.gate.availability.ready()
    await one.listener.start(0)
    yield one
    await one.close()


async def test_a_disconnect_against_an_approval_runs_the_call_or_withdraws_it(place):
    """Case 16 with a closed response in the place of a cancel."""
    seed = random.Random(7)
    gate, both = place.guard.gate, {"ran": 0, "withdrawn": 0}
    for number in range(ROUNDS):
        wire = Wire(place.port, *await asyncio.open_connection("127.0.0.1", place.port))
        asked = modern("tools/call", params={"name": f"t{number}"})
        body = asked.pop("body")
        await wire.send(request(place.port, "POST", "/s/peer/mcp", body, **asked))
        await place.until(gate.pending.all)
        held = gate.pending.all()[0]
        assert (await wire.receive()).streams

        async def leave(wire: Wire, turns: int) -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            wire.drop()

        async def press(call: str, digest: str, turns: int) -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            await place.guard.approve(call, shown=digest)

        turns = 0, seed.randrange(12)
        await asyncio.gather(leave(wire, turns[0]), press(held.call.id, held.call.digest, turns[1]))
        await place.until(lambda: not gate.pending.all() and not place.guard.snapshot().running)
        await wire.close()
        await place.until(lambda call=held.call.id: ends(place, call))
        of_call = [type(one) for one in place.log.events if one.call == held.call.id]
        ran = CallForwarded in of_call
        assert ran is not (CallWithdrawn in of_call), of_call
        assert (f"t{number}" in place.ran) is ran
        assert not ran or CallDecided in of_call
        both["ran" if ran else "withdrawn"] += 1
    assert len(place.ran) == both["ran"]
    assert both["ran"] > 10 and both["withdrawn"] > 10, f"the race was none: {both}"


def ends(place, call):
    kinds = {type(one).__name__ for one in place.log.events if one.call == call}
    return kinds & {"CallCompleted", "CallWithdrawn", "CallOutcomeUnknown"} or CallCancelled.__name__ in kinds
