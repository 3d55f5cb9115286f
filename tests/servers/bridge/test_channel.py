"""The bridge as a channel: in order, and never in the way of those who need none."""

import asyncio
import contextlib
import json

import pytest

from tests.gate.conftest import Line
from tests.servers.bridge.harness import META, meta, notification, request, result
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.session.upstream import OutcomeUnknown, StreamedResponse
from toolguard.servers.bridge import era_negotiation
from toolguard.servers.bridge.channel import Bridge, BridgeMemory
from toolguard.servers.bridge.to_legacy import LegacyTranslator
from toolguard.servers.stdio.environment import UnreachableError

INITIALIZE_RESULT = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "s", "version": "1"},
}


class Pipe(Line):
    """A line whose bytes are taken one by one, when the test lets them."""

    def __init__(self):
        super().__init__(jsonrpc.decode_server)
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, message):
        await super().send(message)
        await self.open.wait()


@contextlib.asynccontextmanager
async def reading(line, memory=None):
    """A bridge around ``line`` whose messages are read into a list."""
    outcome, received = [], []
    bridge = Bridge(line, memory or BridgeMemory(), outcome.append)

    async def read():
        async for message in bridge:
            received.append(message if isinstance(message, Exception) else json.loads(jsonrpc.encode(message)))

    task = asyncio.create_task(read())
    try:
        yield bridge, received, outcome
    finally:
        await bridge.close("the test ends")
        await task


async def test_stream_events_pass_without_a_bridge_and_end_at_one():
    line, memory = Pipe(), BridgeMemory()
    bridge = Bridge(line, memory, lambda _: None)
    await bridge.send(request(0, "initialize", {}))
    line.feed(jsonrpc.encode(result(0, INITIALIZE_RESULT)))
    assert (await anext(bridge))["id"] == 0
    line._incoming.put_nowait(StreamedResponse(1))
    assert await anext(bridge) == StreamedResponse(1)
    await bridge.close()

    line = Pipe()
    async with reading(line) as (bridge, received, _):
        await bridge.send(request(0, "tools/list", {"_meta": meta()}))
        line._incoming.put_nowait(StreamedResponse(0))
        line.feed(jsonrpc.encode(notification("vendor/one")))
        await until(lambda: received)
        assert [one["method"] for one in received] == ["vendor/one"]


async def test_unknown_outcome_is_reported_under_the_client_call_id():
    line = Pipe()
    bridge = Bridge(line, BridgeMemory(), lambda _: None)
    bridge.use_translator(
        LegacyTranslator(
            bridge, jsonrpc.decode_server(jsonrpc.encode(result("own", INITIALIZE_RESULT)))[0], bridge.pass_through
        ),
        "",
    )
    await bridge.send(request(7, "tools/call", {"name": "t", "arguments": {}, "_meta": meta()}))
    call = await until_sent(line, "tools/call")
    broken = jsonrpc.error(call["id"], jsonrpc.INTERNAL_ERROR, "ToolGuard: outcome unknown: it broke")
    line._incoming.put_nowait(OutcomeUnknown(broken, "it broke"))
    outcome = await anext(bridge)
    assert isinstance(outcome, OutcomeUnknown)
    assert (outcome.reason, outcome.answer["id"]) == ("it broke", 7)
    assert "outcome unknown" in outcome.answer["error"]["message"]
    await bridge.send(request(8, "vendor/x", {"_meta": meta()}))
    sent = await until_sent(line, "vendor/x")
    line.feed(jsonrpc.encode(jsonrpc.error(sent["id"], 5, "no")))
    assert jsonrpc.plain((await anext(bridge))["error"])["code"] == 5, "an error of another request is one"
    await bridge.close()


async def until_sent(line, method):
    """What the server was sent of a method."""
    await until(lambda: any(one.get("method") == method for one in line.log))
    return next(one for one in line.log if one.get("method") == method)


async def test_bridge_without_translation_forwards_messages_directly():
    line = Pipe()
    async with reading(line) as (bridge, received, _):
        await bridge.send(request(0, "initialize", {}))
        line.feed(jsonrpc.encode(result(0, INITIALIZE_RESULT)))
        await until(lambda: received)
        await bridge.send(notification("notifications/initialized"))
        assert bridge._translator is None
        line.feed(jsonrpc.encode(notification("vendor/one")))
        await until(lambda: len(received) == 2)
        await bridge.send(notification("vendor/two"))
        assert line.log[-1]["method"] == "vendor/two"
    assert bridge.ended == "the test ends"


async def test_order_of_messages_is_kept_when_the_bridge_becomes_a_pass_through():
    line = Pipe()
    async with reading(line) as (bridge, received, _):
        await bridge.send(request(0, "initialize", {}))
        for one in (result(0, INITIALIZE_RESULT), *(notification("vendor/n", {"n": n}) for n in range(100))):
            line.feed(jsonrpc.encode(one))
        await until(lambda: len(received) == 101)
        assert [one["params"]["n"] for one in received[1:]] == list(range(100))


async def test_malformed_line_is_passed_on():
    line = Pipe()
    async with reading(line) as (_, received, _):
        line._decode = lambda _: [jsonrpc.Malformed(jsonrpc.PARSE_ERROR, "nonsense")]
        line.feed(b"")
        await until(lambda: received)
        assert received[0].reason == "nonsense"


async def test_request_cancelled_before_sending_is_never_sent():
    line = Pipe()
    async with reading(line, legacy()) as (bridge, _, _):
        await opened_legacy(line, bridge)
        line.open.clear()
        levelled = request(1, "tools/call", {"name": "a", "_meta": meta(**{f"{META}logLevel": "debug"})})
        sending = asyncio.create_task(bridge.send(levelled))
        await until(lambda: line.log[-1]["method"] == "logging/setLevel")
        taking_back = asyncio.create_task(bridge.send(notification("notifications/cancelled", {"requestId": 1})))
        await asyncio.sleep(0)
        line.open.set()
        await asyncio.gather(sending, taking_back)
        assert "tools/call" not in [one.get("method") for one in line.log]


def legacy():
    memory = BridgeMemory()
    memory.server = "legacy"
    return memory


async def opened_legacy(line, bridge):
    await bridge.send(request("l", "tools/list", {"_meta": meta()}))
    line.feed(jsonrpc.encode(result(line.log[0]["id"], {**INITIALIZE_RESULT, "capabilities": {"logging": {}}})))
    await until(lambda: len(line.log) == 3)


async def test_bridge_reads_from_a_server_that_does_not_read():
    line = Pipe()
    async with reading(line, legacy()) as (bridge, received, _):
        await opened_legacy(line, bridge)
        line.open.clear()
        for id in range(20):
            line.feed(jsonrpc.encode(request(id, "ping")))
        line.feed(jsonrpc.encode(notification("vendor/after")))
        await until(lambda: received)
        line.open.set()
        await until(lambda: len(line.log) == 23)
        assert [one["id"] for one in line.log[3:]] == list(range(20))


async def test_bridge_stops_reading_if_a_server_does_not_read_its_responses(monkeypatch):
    monkeypatch.setattr("toolguard.servers.bridge.channel.MAX_SENDING", 5)
    line = Pipe()
    async with reading(line, legacy()) as (bridge, _, _):
        await opened_legacy(line, bridge)
        line.open.clear()
        for id in range(20):
            line.feed(jsonrpc.encode(request(id, "ping")))
        await until(lambda: len(line.log) == 3 + 5)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(line.log) == 3 + 5
        line.open.set()
        await until(lambda: len(line.log) == 23)
        assert [one["id"] for one in line.log[3:]] == list(range(20))


async def test_too_many_messages_before_the_opening_wait(monkeypatch):
    monkeypatch.setattr("toolguard.servers.bridge.channel.MAX_HELD", 3)
    line = Pipe()
    async with reading(line, legacy()) as (bridge, _, _):
        sends = [asyncio.create_task(bridge.send(request(id, "vendor/do", {"_meta": meta()}))) for id in range(10)]
        await asyncio.sleep(0.01)
        assert [one.done() for one in sends] == [True] * 3 + [False] * 7
        line.feed(jsonrpc.encode(result(line.log[0]["id"], INITIALIZE_RESULT)))
        await asyncio.gather(*sends)
        await until(lambda: len(line.log) == 12)
        assert [one["id"] for one in line.log[2:]] == list(range(10))


async def test_server_exit_during_the_handshake_ends_the_bridge():
    line = Pipe()
    async with reading(line, legacy()) as (bridge, _, _):
        await bridge.send(request("l", "tools/list", {"_meta": meta()}))
        line.leave("exited with status 3")
        await until(lambda: bridge._input_ended)
        assert bridge.ended == "exited with status 3"
        with pytest.raises(ConnectionError, match="the server exited with status 3"):
            await bridge.send(notification("vendor/odd"))


async def test_translator_error_reaches_the_reader():
    class Broken:
        def from_server(self, message):
            raise RuntimeError("ours")

    line = Pipe()
    bridge = Bridge(line, BridgeMemory(), print)
    bridge.use_translator(Broken(), "")
    line.feed(jsonrpc.encode(notification("vendor/odd")))
    with pytest.raises(RuntimeError, match="ours"):
        async for _ in bridge:
            pass
    await bridge.close()


async def test_timers_of_a_closed_bridge_do_nothing(monkeypatch):
    monkeypatch.setattr(era_negotiation, "PROBE_TIMEOUT", 0.01)
    line = Pipe()
    async with reading(line) as (bridge, _, _):
        await bridge.send(request(1, "tools/call", {"name": "a", "_meta": meta()}))
        await bridge.close()
        await asyncio.sleep(0.03)
        assert [one["method"] for one in line.log] == ["server/discover"]


async def test_batch_is_passed_on():
    line = Pipe()
    async with reading(line) as (bridge, _, _):
        await bridge.send([notification("vendor/odd")])
        assert line.log == [[notification("vendor/odd")]]


def ending(*lines):
    """A bridge whose servers are these, one after the other."""
    waiting = list(lines)

    async def again():
        if not waiting:
            raise UnreachableError("there is no other")
        return waiting.pop(0)

    received = []
    return Bridge(waiting.pop(0), BridgeMemory(), received.append, again), received


async def test_server_that_exits_on_a_modern_request_is_reopened():
    first, second, third = Pipe(), Pipe(), Pipe()
    bridge, outcome = ending(first, second, third)
    await bridge.send(request("d", "server/discover", {"_meta": meta()}))
    reading = asyncio.create_task(anext(bridge))
    await until(lambda: first.log)
    await first.close("it ended")
    await bridge.send(request(0, "initialize", {}))
    await until(lambda: second.log)
    assert [one["method"] for one in second.log] == ["initialize"]
    second.feed(jsonrpc.encode(result(0, INITIALIZE_RESULT)))
    assert (await reading)["id"] == 0
    assert "restarted" in outcome[0]
    await second.close("again")
    with pytest.raises(StopAsyncIteration):
        await anext(bridge)
    assert bridge.ended == "again" and not third.log
    await bridge.close()


async def test_server_that_cannot_be_reopened_has_ended():
    line = Pipe()
    bridge, outcome = ending(line)
    await bridge.send(request("l", "tools/list", {"_meta": meta()}))
    await line.close("no disk left")
    with pytest.raises(StopAsyncIteration):
        await anext(bridge)
    assert bridge.ended == "no disk left" and not outcome
    await bridge.close()


async def test_call_is_prepared_when_the_reopened_server_has_answered():
    first, second = Pipe(), Pipe()
    bridge, _ = ending(first, second)
    preparing = asyncio.create_task(bridge.prepare(request(1, "tools/call", {"name": "x", "_meta": meta()})))
    reading = asyncio.create_task(anext(bridge))
    await until(lambda: first.log)
    await first.close("it ended")
    await until(lambda: second.log)
    assert second.log[0]["method"] == "initialize" and not preparing.done()
    second.feed(jsonrpc.encode(result(second.log[0]["id"], INITIALIZE_RESULT)))
    assert await preparing == ()
    await until(lambda: len(second.log) == 2)
    assert second.log[1] == notification("notifications/initialized")
    await bridge.close()
    await asyncio.gather(reading, return_exceptions=True)
