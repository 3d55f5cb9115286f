"""Large requests share a budget of memory: reserved before they are read, given back when they are answered."""

from __future__ import annotations

import asyncio

import pytest

from tests.clients.raw_http import MODERN, Place, modern, request
from toolguard.clients.http.endpoint import HttpEndpoint
from toolguard.clients.http.listener import HttpListener
from toolguard.clients.http.request_body import DECODED, MAX_UNCOUNTED_SIZE, READ
from toolguard.clients.http.request_memory import LARGE_SIZE, MemoryBudget, MemoryBudgetError, MemoryShare, decoded_size
from toolguard.clients.http.streams import StreamTiming

TEXT = "x" * (4 * MAX_UNCOUNTED_SIZE)
CALL = modern("tools/call", params={"name": "wait", "arguments": {"text": TEXT}})
COST = (READ + DECODED) * (len(TEXT) + 20_000)


async def test_budget_is_given_in_order_and_never_exceeded() -> None:
    budget = MemoryBudget(10)
    await budget.acquire(6, 1)
    second = asyncio.ensure_future(budget.acquire(6, 5))
    await asyncio.sleep(0)
    third = asyncio.ensure_future(budget.acquire(1, 5))
    await asyncio.sleep(0)
    assert not second.done() and not third.done(), "small ones do not overtake for ever"
    budget.release(6)
    await asyncio.gather(second, third)
    assert budget.used == 7


async def test_waiting_for_memory_ends_and_leaves_nothing_behind() -> None:
    budget = MemoryBudget(10)
    await budget.acquire(8, 1)
    with pytest.raises(MemoryBudgetError):
        await budget.acquire(3, 0.01)
    with pytest.raises(MemoryBudgetError):
        await budget.acquire(11, 1)
    waiting = asyncio.ensure_future(budget.acquire(3, 5))
    behind = asyncio.ensure_future(budget.acquire(2, 5))
    await asyncio.sleep(0)
    waiting.cancel()
    await behind
    assert budget.used == 10
    budget.release(10)
    assert budget.used == 0


async def test_holder_of_memory_gets_more_before_waiting_requests() -> None:
    """Otherwise both would wait for each other."""
    budget = MemoryBudget(10)
    share = MemoryShare(budget)
    await share.grow(6, 1)
    other = asyncio.ensure_future(budget.acquire(9, 5))
    await asyncio.sleep(0)
    await share.grow(8, 1)
    assert budget.used == 8 and not other.done()
    share.release()
    share.release()
    await other
    assert budget.used == 9


async def test_large_memory_share_is_released_after_its_record_is_indexed() -> None:
    indexed = asyncio.Event()
    budget = MemoryBudget(2 * LARGE_SIZE, lambda: indexed.is_set)
    share = MemoryShare(budget)
    await share.grow(LARGE_SIZE, 1)
    share.release()
    assert budget.used == LARGE_SIZE
    indexed.set()
    await budget.acquire(2 * LARGE_SIZE, 5)


def test_decoded_size_includes_many_small_values() -> None:
    assert decoded_size(b'{"a":"' + b"x" * 1000 + b'"}') < 1300
    assert decoded_size(b"[" + b"[]," * 1000 + b"1]") > 20 * 3000


class Tight(Place):
    """Whose requests have so much memory."""

    def __init__(self, memory: int, timing: StreamTiming) -> None:
        super().__init__(timing)
        self.endpoint = HttpEndpoint(self.endpoint._dependencies, timing, memory=memory)
        self.listener = HttpListener(self.endpoint)

    @property
    def used(self) -> int:
        return self.endpoint._bodies.budget.used


@pytest.fixture
async def tight():
    made = Tight(COST + COST // 2, StreamTiming(body_timeout=1.0, pending_check=0.02, json_wait=0.1, flush_timeout=0.1))
    await made.listener.start(0)
    yield made
    await made.close()


async def test_body_without_memory_is_refused_with_retry_after(tight: Tight) -> None:
    """Defect 11: 20 bodies of 31 MB took 1.43 GB."""
    tight.session = listen
    first = await (await tight.wire()).ask(**CALL)
    assert first.streams and 0 < tight.used <= COST + COST // 2
    response = await (await tight.wire()).ask(**CALL)
    assert (response.status, response.headers["retry-after"]) == (503, "5")
    assert "no memory left" in (await response.json())["error"]["message"]
    small = await (await tight.wire()).ask(**modern("ping"))
    assert small.status != 503, "small requests are not concerned"


async def test_memory_is_released_with_the_response_or_disconnect(tight: Tight) -> None:
    """Defect 11."""
    tight.session = listen
    wire = await tight.wire()
    await wire.ask(**CALL)
    assert tight.used
    wire.drop()
    await tight.until(lambda: not tight.used)
    response = asyncio.ensure_future((await tight.wire()).ask(**CALL))
    message = await tight.until(
        lambda: len(tight.received) > 1 and tight.received[-1].get("method") == "tools/call" and tight.received[-1]
    )
    await tight.channels[-1].send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
    await (await response).body()
    await tight.until(lambda: not tight.used)


async def test_waiting_body_is_read_when_memory_is_released(tight: Tight) -> None:
    """Defect 11: back-pressure first, and 503 only when it lasts."""
    tight.session = listen
    first = await tight.wire()
    await first.ask(**CALL)
    second = asyncio.ensure_future((await tight.wire()).ask(**CALL))
    await asyncio.sleep(0.05)
    assert not second.done()
    first.drop()
    assert (await second).streams


async def test_message_of_many_small_values_is_refused_before_it_is_decoded(tight: Tight) -> None:
    """Defect 11: decoded, a body can take twenty times its size."""
    body = b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[' + b"[]," * (MAX_UNCOUNTED_SIZE // 2) + b"1]}}"
    wire = await tight.wire()
    response = await wire.post(body, mcp_protocol_version=MODERN, mcp_method="x")
    assert response.status == 413
    await tight.until(lambda: not tight.used)


async def test_body_of_unknown_length_reserves_the_maximum(tight: Tight) -> None:
    """Defect 11: otherwise several would wait for each other in the middle."""
    wire = await tight.wire()
    more = {"content_length": None, "transfer_encoding": "chunked"}
    await wire.send(request(tight.port, "POST", "/s/peer/mcp", b"", **more))
    await wire.send(b"%x\r\n" % (2 * MAX_UNCOUNTED_SIZE) + b" " * (2 * MAX_UNCOUNTED_SIZE) + b"\r\n")
    assert (await wire.receive()).status == 503


async def test_resumable_request_keeps_its_memory(tight: Tight) -> None:
    """Defect 11: a dropped response is no cancel before 2026-07-28, and the request still lies in memory."""
    wire, session = await tight.opened()
    call = {"jsonrpc": "2.0", "id": 7, "method": "wait", "params": {"text": TEXT}}
    assert (await wire.post(call, **session)).streams
    used = tight.used
    wire.drop()
    await tight.until(lambda: tight.endpoint._legacy[session["mcp_session_id"]].store.streams[1].consumer is None)
    assert tight.used == used > 0
    await tight.channels[-1].send({"jsonrpc": "2.0", "id": 7, "result": {}})
    await tight.until(lambda: not tight.used)


async def listen(channel: object) -> None:
    """A session that answers nothing by itself."""
    async for message in channel:  # type: ignore[attr-defined]
        if message.get("method") == "ping":
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})  # type: ignore[attr-defined]
