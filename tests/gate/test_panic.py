"""While all calls are denied, nothing that waits, comes or is on its way is executed, and what runs is cancelled."""

from __future__ import annotations

import asyncio
from typing import Any

from toolguard.gate.policy.rules import Rule

OK = {"content": []}


def ran(harness: Any) -> int:
    return len([message for message in harness.server.log if message.get("method") == "tools/call"])


async def test_panic_denies_pending_calls_with_the_reason(harness: Any, wait_until: Any) -> None:
    await harness.start()
    harness.call(1)
    await harness.wait_for_pending()
    harness.guard.panic(True)
    answer = await harness.receive()
    assert "blocked all calls" in answer["result"]["content"][0]["text"] and answer["result"]["isError"]
    assert harness.log.of("CallDecided")[0].by == "panic" and not ran(harness)
    assert harness.guard.snapshot().panic


async def test_panic_denies_new_calls_despite_allow_rules(harness: Any) -> None:
    await harness.start()
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    harness.guard.panic(True)
    harness.call(1)
    assert (await harness.receive())["result"]["isError"] and not ran(harness)
    harness.guard.panic(False)
    harness.call(2)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK and ran(harness) == 1


async def test_panic_cancels_and_answers_running_calls(harness: Any) -> None:
    await harness.start()
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    for number in range(3):
        harness.call(number, arguments={"n": number})
        await harness.server_receive()
    harness.guard.panic(True)
    for _ in range(3):
        assert (await harness.receive())["result"]["isError"]
        assert (await harness.server_receive())["method"] == "notifications/cancelled"
    assert not harness.guard.snapshot().running


async def test_panic_against_a_click(new_harness: Any) -> None:
    """Nothing is written after it, whatever was approved before."""
    forwarded = 0
    for seed in range(60):
        harness = new_harness()
        await harness.start()
        harness.call(1)
        held = (await harness.wait_for_pending())[0]
        approving = asyncio.ensure_future(harness.guard.approve(held.call.id, shown=held.call.digest))
        for _ in range(seed % 12):
            await asyncio.sleep(0)
        before = len(harness.log.of("CallForwarded"))
        harness.guard.panic(True)
        await approving
        for _ in range(20):
            await asyncio.sleep(0)
        assert ran(harness) == len(harness.log.of("CallForwarded")) == before
        forwarded += before
        await harness.receive()
        await harness.stop()
    assert 0 < forwarded < 60


async def test_approved_call_that_waits_for_its_server_does_not_run_after_panic(harness: Any, wait_until: Any) -> None:
    harness.delay = 5.0
    await harness.start()
    harness.call(1)
    await harness.approve()
    await wait_until(lambda: harness.log.of("CallDecided"))
    harness.guard.panic(True)
    harness.guard.panic(False)
    assert "blocked all calls" in (await harness.receive())["result"]["content"][0]["text"]
    assert harness.servers and not ran(harness)
    harness.call(2)
    await harness.approve()
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK


async def test_approved_request_whose_record_is_written_is_not_sent_after_panic(harness: Any, wait_until: Any) -> None:
    harness.gate.servers.request_settings = lambda _server: {"resources": "ask"}
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///a"}})
    await harness.approve()
    harness.guard.panic(True)
    harness.guard.panic(False)
    assert "blocked all calls" in (await harness.receive())["error"]["message"]
    assert not harness.server.log


async def test_panic_revokes_an_approval_that_no_call_has_used(harness: Any) -> None:
    await harness.start()
    harness.call(1)
    (given_up,) = await harness.wait_for_pending()
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    assert await harness.guard.allow_next(given_up.call.id) == ""
    harness.guard.panic(True)
    harness.guard.panic(False)
    assert not harness.guard.snapshot().tickets
    harness.call(2)
    await harness.wait_for_pending()
