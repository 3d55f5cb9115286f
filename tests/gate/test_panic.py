"""While all calls are denied, nothing that waits, comes or is on its way is executed, and what runs is cancelled."""

from __future__ import annotations

import asyncio
from typing import Any

from toolguard.gate.policy.rules import Rule

OK = {"content": []}


def ran(play: Any) -> int:
    return len([message for message in play.server.log if message.get("method") == "tools/call"])


async def test_panic_denies_pending_calls_with_the_reason(play: Any, wait_until: Any) -> None:
    await play.start()
    play.calls(1)
    await play.sees()
    play.guard.panic(True)
    answer = await play.hears()
    assert "denies all calls" in answer["result"]["content"][0]["text"] and answer["result"]["isError"]
    assert play.log.of("CallDecided")[0].by == "panic" and not ran(play)
    assert play.guard.snapshot().panic


async def test_panic_denies_new_calls_despite_allow_rules(play: Any) -> None:
    await play.start()
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    play.guard.panic(True)
    play.calls(1)
    assert (await play.hears())["result"]["isError"] and not ran(play)
    play.guard.panic(False)
    play.calls(2)
    await play.server_answers(OK)
    assert (await play.hears())["result"] == OK and ran(play) == 1


async def test_panic_cancels_and_answers_running_calls(play: Any) -> None:
    await play.start()
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    for number in range(3):
        play.calls(number, arguments={"n": number})
        await play.server_hears()
    play.guard.panic(True)
    for _ in range(3):
        assert (await play.hears())["result"]["isError"]
        assert (await play.server_hears())["method"] == "notifications/cancelled"
    assert not play.guard.snapshot().running


async def test_panic_against_a_click(new_play: Any) -> None:
    """Nothing is written after it, whatever was approved before."""
    forwarded = 0
    for seed in range(60):
        play = new_play()
        await play.start()
        play.calls(1)
        held = (await play.sees())[0]
        approving = asyncio.ensure_future(play.guard.approve(held.call.id, shown=held.call.digest))
        for _ in range(seed % 12):
            await asyncio.sleep(0)
        before = len(play.log.of("CallForwarded"))
        play.guard.panic(True)
        await approving
        for _ in range(20):
            await asyncio.sleep(0)
        assert ran(play) == len(play.log.of("CallForwarded")) == before
        forwarded += before
        await play.hears()
        await play.stop()
    assert 0 < forwarded < 60
