"""How answers leave: JSON or events, kept alive, never piling up, and given again to a client that comes back."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.clients.raw_http import INITIALIZE, Place, modern
from toolguard.clients.http import streams
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate.session.upstream import StreamedResponse

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "_meta": {"progressToken": "p"}}}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
DONE = {"jsonrpc": "2.0", "id": 1, "result": {"done": True}}
STEP = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "p", "progress": 1}}
QUICK = StreamTiming(
    pending_check=0.05, json_wait=0.3, keep_alive=0.05, reconnect_grace=0.2, write_timeout=0.3, flush_timeout=0.3
)


@pytest.fixture
async def place():
    made = Place(QUICK, session=greet)
    await made.listener.start(0)
    yield made
    await made.close()


async def greet(channel):
    """Answers the handshake, and leaves everything else to the test."""
    async for message in channel:
        if isinstance(message, dict) and message.get("method") == "initialize":
            version = message["params"]["protocolVersion"]
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": version}})


async def asked(place, message, received=None):
    """A request whose answer the test gives: its response, once its head has come, and the session's channel."""
    wire, session = await place.opened()
    task = asyncio.ensure_future(wire.post(message, **session))
    await place.until(lambda: place.received and place.received[-1] == message)
    return task, place.channels[-1], session


# JSON or events.


async def test_an_answer_at_once_is_json(place):
    task, channel, _ = await asked(place, CALL)
    await channel.send(DONE)
    response = await task
    assert response.headers["content-type"] == "application/json"
    assert await response.json() == DONE


async def test_slow_response_is_an_event_that_ends_the_stream(place):
    task, channel, _ = await asked(place, CALL)
    response = await task
    assert response.streams
    assert response.headers["cache-control"] == "no-cache, no-transform"
    assert response.headers["x-accel-buffering"] == "no"
    await channel.send(DONE)
    assert [one async for one in response.events()] == [DONE]


async def test_slow_response_without_prompt_stays_json(place):
    place.is_held = False
    task, channel, _ = await asked(place, LIST)
    await asyncio.sleep(0.15)
    assert not task.done()
    await channel.send({**DONE, "id": 2})
    assert not (await task).streams


@pytest.mark.parametrize(("code", "status"), [(-32602, 400), (-32601, 404), (-32021, 400), (-32603, 200)])
async def test_late_refusal_of_a_modern_call_keeps_its_status(place, code, status):
    """Defect C9: a remote server's refusal that took longer than 50 ms became status 200 with a stream."""
    place.is_held = False
    response = asyncio.ensure_future((await place.wire()).ask(**modern("tools/call", params={"name": "t"})))
    message = await place.until(lambda: place.received and place.received[-1])
    await asyncio.sleep(3 * QUICK.pending_check)
    error = {"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": "no"}}
    await place.channels[0].send(error)
    assert ((await response).status, (await response).streams) == (status, False)
    assert (await (await response).json())["error"]["code"] == code


async def test_late_refusal_of_a_legacy_call_keeps_its_status(place):
    """Defect C9."""
    place.is_held = False
    task, channel, _ = await asked(place, CALL)
    await asyncio.sleep(3 * QUICK.pending_check)
    await channel.send({"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "no"}})
    assert ((await task).status, (await task).streams) == (400, False)


async def test_long_running_call_starts_an_event_stream(place):
    """Defect C9: clients give up after 60 s without a head, so the status cannot wait for ever."""
    place.is_held = False
    task, channel, _ = await asked(place, CALL)
    response = await task
    assert (response.status, response.streams) == (200, True)
    await channel.send(DONE)
    assert [one async for one in response.events()] == [DONE]


async def test_call_pending_later_starts_the_stream_early():
    """Defect C9: while a person is asked the client has to be kept alive."""
    place = Place(StreamTiming(pending_check=0.02, json_wait=60.0, flush_timeout=0.1), session=greet)
    await place.listener.start(0)
    try:
        place.is_held = False
        task, channel, _ = await asked(place, CALL)
        place.is_held = True
        assert (await task).streams
        await channel.send(DONE)
        assert [one async for one in (await task).events()] == [DONE]
    finally:
        await place.close()


async def test_a_message_before_the_answer_makes_it_a_stream_at_once(place):
    task, channel, _ = await asked(place, CALL)
    await channel.send(STEP)
    await channel.send(DONE)
    response = await task
    assert [one async for one in response.events()] == [STEP, DONE]


@pytest.mark.case(33)
async def test_stream_is_never_silent_longer_than_the_heartbeat(place):
    """A hold of ten minutes is forty beats of fifteen seconds; here a beat is shorter."""
    task, channel, _ = await asked(place, CALL)
    response = await task
    reading = asyncio.ensure_future(response.event())
    loop, last, gaps = asyncio.get_running_loop(), asyncio.get_running_loop().time(), []
    while len(response.comments) < 40:
        count = len(response.comments)
        await place.until(lambda count=count: len(response.comments) > count)
        gaps.append(loop.time() - last)
        last = loop.time()
    assert set(response.comments) == {"held"}
    assert max(gaps) < 1.0
    await channel.send(DONE)
    assert await reading == DONE


async def test_get_stream_starts_at_once_with_heartbeats(place):
    _, session = await place.opened()
    response = await (await place.wire()).ask("GET", accept="text/event-stream", **session)
    assert response.streams
    reading = asyncio.ensure_future(response.event())
    await place.until(lambda: len(response.comments) > 2)
    await place.channels[0].send({"jsonrpc": "2.0", "method": "x"})
    assert await reading == {"jsonrpc": "2.0", "method": "x"}


@pytest.mark.parametrize(("version", "primed"), [("2025-06-18", False), ("2025-11-25", True)])
async def test_priming_event_is_sent_to_clients_that_support_it(place, version, primed):
    wire = await place.wire()
    params = {**INITIALIZE["params"], "protocolVersion": version}
    response = await wire.post({**INITIALIZE, "params": params})
    await response.body()
    session = {"mcp_session_id": response.headers["mcp-session-id"]}
    response = await wire.post(CALL, **session)
    await place.channels[0].send(DONE)
    body = await response.body()
    assert body.startswith(b"id: 1_0\ndata: \n\n") is primed
    assert b"id: 1_1\nevent: message\ndata: {" in body


async def test_modern_streams_have_no_event_ids(place):
    response = await (await place.wire()).ask(**modern("tools/call", params={"name": "t"}))
    await place.channels[0].send(DONE)
    assert response.headers["x-accel-buffering"] == "no"
    assert await response.body() == b'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"done":true}}\n\n'


@pytest.mark.parametrize("size", [0, 1, 2**18 - 60, 2**18, 2**18 + 1, 2**19, 5_000_000])
@pytest.mark.case(10)
async def test_response_of_any_size_is_complete_as_json_and_event(size):
    answer = {**DONE, "result": {"text": "x" * size}}
    place = Place(StreamTiming(pending_check=0.02, json_wait=60.0), session=greet)
    await place.listener.start(0)
    try:
        for place.is_held in (False, True):
            task, channel, _ = await asked(place, CALL)
            response = await task if place.is_held else None
            sending = asyncio.ensure_future(channel.send(answer))
            assert await (response.event() if response else (await task).json()) == answer
            await sending
    finally:
        await place.close()


# Coming back.


@pytest.mark.case(32)
async def test_events_during_a_disconnect_are_delivered_on_resume(place):
    task, channel, session = await asked(place, CALL)
    response = await task
    await channel.send(STEP)
    assert await response.event() == STEP
    lost = response.ids[-1]
    await drop(place, channel)
    await channel.send({**STEP, "params": {"progressToken": "p", "progress": 2}})
    again = await (await place.wire()).ask("GET", last_event_id=lost, **session)
    assert (await again.event())["params"]["progress"] == 2
    await channel.send(DONE)
    assert await again.event() == DONE
    with pytest.raises(StopAsyncIteration):
        await again.event()
    repeated = await (await place.wire()).ask("GET", last_event_id=lost, **session)
    assert [one async for one in repeated.events()][-1] == DONE


async def drop(place, channel):
    """Cut every connection that takes events from the channel."""
    takers = [stream for stream in channel.store.streams.values() if stream.consumer]
    for wire in place._wires:
        wire.drop()
    await place.until(lambda: not any(stream.consumer for stream in takers))


async def test_the_newest_connection_has_the_stream(place):
    task, channel, session = await asked(place, CALL)
    first = await task
    await channel.send(STEP)
    await first.event()
    second = await (await place.wire()).ask("GET", last_event_id=first.ids[-1], **session)
    await channel.send(DONE)
    assert await second.event() == DONE
    with pytest.raises((EOFError, ConnectionError)):
        await first.event()


async def test_resuming_a_complete_stream_gets_204(place):
    """The TypeScript SDK's client asks for more after an answer that is an error."""
    task, channel, session = await asked(place, CALL)
    response = await task
    await channel.send(DONE)
    assert await response.event() == DONE
    with pytest.raises(StopAsyncIteration):
        await response.event()
    again = await (await place.wire()).ask("GET", last_event_id=response.ids[-1], **session)
    assert (again.status, await again.body()) == (204, b"")


@pytest.mark.parametrize(
    "event", ["", "x", "1", "1_", "_1", "9_1", "1_x", "-1_0", "1_99999999999999999999", "\u0661_0", "1_1_1"]
)
async def test_expired_stream_cannot_be_resumed(place, event):
    _, session = await place.opened()
    response = await (await place.wire()).ask("GET", last_event_id=event.encode().decode("latin-1"), **session)
    assert response.status == 400


async def test_lost_response_withdraws_a_pending_call_only_after_a_while(place):
    task, channel, session = await asked(place, CALL)
    response = await task
    await response._reader.readuntil(b"\n\n")
    await drop(place, channel)
    received = len(place.received)
    await asyncio.sleep(0.1)
    assert len(place.received) == received
    await place.until(lambda: len(place.received) > received)
    assert place.received[-1]["method"] == "notifications/cancelled"
    assert place.received[-1]["params"]["requestId"] == 1
    again = await (await place.wire()).ask("GET", last_event_id="1_0", **session)
    assert (await again.event())["error"]["code"] == -32800


async def test_lost_response_never_cancels_a_running_call(place):
    place.is_held = False
    task, channel, session = await asked(place, CALL)
    await task
    await drop(place, channel)
    received = len(place.received)
    await asyncio.sleep(0.4)
    assert len(place.received) == received
    await channel.send(DONE)
    again = await (await place.wire()).ask("GET", last_event_id="1_0", **session)
    assert await again.event() == DONE


# Memory.


async def test_sender_waits_for_a_slow_client_and_finally_disconnects_it(place):
    task, channel, _ = await asked(place, CALL)
    response = await task
    response._reader._transport.pause_reading()
    stream = channel.store.streams[1]
    big = {**STEP, "params": {"progressToken": "p", "text": "x" * 2**18}}

    async def flood():
        for _ in range(400):
            await channel.send(big)

    flooding = asyncio.ensure_future(flood())
    most = 0

    def let_go():
        nonlocal most
        most = max(most, stream.size if stream.consumer else 0)
        return stream.consumer is None

    await place.until(let_go)
    assert most <= streams.HIGH_WATER + 2 * 2**18
    await asyncio.wait_for(flooding, 120)
    assert channel.store.size <= streams.MAX_UNSENT_SIZE + 2**19
    await channel.send(DONE)
    assert place.ends == []


@pytest.mark.parametrize("as_event", [False, True])
async def test_client_that_does_not_read_a_large_response_is_disconnected(place, as_event):
    task, channel, _ = await asked(place, CALL)
    if as_event:
        await task
    wire = place._wires[-1]
    wire.reader._transport.pause_reading()
    await channel.send({**DONE, "result": {"text": "x" * 20_000_000}})
    (connection,) = [one for one in place.listener._server.server_state.connections if one.cycle]
    await place.until(lambda: connection.transport.is_closing())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    wire.reader._transport.resume_reading()
    assert await wire.is_cut()


async def test_slow_reader_stays_connected(place):
    task, channel, _ = await asked(place, CALL)
    response = await task
    big = {**STEP, "params": {"progressToken": "p", "text": "x" * 2**20}}

    async def flood():
        for _ in range(12):
            await channel.send(big)
        await channel.send(DONE)

    flooding = asyncio.ensure_future(flood())
    for _ in range(12):
        await asyncio.sleep(0.1)
        assert await response.event() == big
    assert await response.event() == DONE
    await flooding


async def test_stalled_modern_client_is_disconnected_and_cancelled(place):
    response = await (await place.wire()).ask(**modern("tools/call", params=CALL["params"]))
    response._reader._transport.pause_reading()
    channel = place.channels[0]
    step = {**STEP, "params": {"progressToken": 1, "text": "x" * 2**20}}
    for _ in range(40):
        await channel.send(step)
    await place.until(lambda: place.received[-1]["method"] == "notifications/cancelled")
    assert place.received[-1]["params"]["requestId"] == 1


async def test_unread_events_are_bounded(place, monkeypatch):
    monkeypatch.setattr(streams, "MAX_UNSENT_SIZE", 10_000)
    _, session = await place.opened()
    channel = place.channels[0]
    for number in range(1000):
        await channel.send({"jsonrpc": "2.0", "method": "x", "params": {"n": number}})
    assert channel.store.size <= 10_000
    response = await (await place.wire()).ask("GET", **session)
    first = (await response.event())["params"]["n"]
    assert first > 900
    for number in range(first + 1, 1000):
        assert (await response.event())["params"]["n"] == number


async def test_sent_events_are_dropped_step_by_step(place, monkeypatch):
    monkeypatch.setattr(streams, "MAX_KEPT_SIZE", 20_000)
    wire, session = await place.opened()
    channel = place.channels[0]
    for id in range(100):
        response = await wire.post({**CALL, "id": id}, **session)
        await channel.send({**DONE, "id": id})
        await response.body()
    assert channel.store.size <= 20_000
    assert len(channel.store.streams) < 50
    assert json.dumps(sorted(channel.store.streams)[:1]) == "[0]"


# As the server does.


async def primed(place, version="2025-11-25"):
    """A call of a client of that revision whose response has begun: the response, the channel, the session."""
    wire, first = await place.wire(), {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": version}}
    response = await wire.post(first)
    await response.body()
    session = {"mcp_session_id": response.headers["mcp-session-id"]}
    task = asyncio.ensure_future(wire.post(CALL, **session))
    await place.until(lambda: place.received[-1] == CALL)
    return task, place.channels[-1], session


@pytest.mark.parametrize(("version", "streams"), [("2025-06-18", False), ("2025-11-25", True)])
async def test_streamed_server_response_is_streamed_to_a_resumable_client(place, version, streams):
    task, channel, _ = await primed(place, version)
    channel.streamed(StreamedResponse(1))
    await channel.send(DONE)
    response = await task
    assert response.streams is streams
    body = await response.body()
    assert body.startswith(b"id: 1_0\ndata: \n\nid: 1_1\nevent: message\n") is streams


async def test_streamed_response_of_unknown_request_is_ignored(place):
    task, channel, _ = await primed(place)
    channel.streamed(StreamedResponse("1"))
    channel.streamed(StreamedResponse(1, again=0.1))
    await channel.send(DONE)
    assert (await task).streams
    channel.streamed(StreamedResponse(1))


async def test_server_closed_stream_makes_the_client_poll(place):
    task, channel, session = await primed(place)
    channel.streamed(StreamedResponse(1))
    response = await task
    await channel.send(STEP)
    channel.streamed(StreamedResponse(1, again=0.25))
    body = await response.body()
    assert body.startswith(b"id: 1_0\ndata: \n\nid: 1_1\nevent: message\n")
    assert body.endswith(b"\n\nretry: 250\nid: 1_1\ndata: \n\n")
    channel.streamed(StreamedResponse(1, again=0.25))  # while nobody is there, there is nothing to close
    again = await (await place.wire()).ask("GET", last_event_id="1_1", **session)
    channel.streamed(StreamedResponse(1, again=0.5))
    assert (await again.body()).endswith(b"retry: 500\nid: 1_1\ndata: \n\n")
    await channel.send({**STEP, "params": {"progressToken": "p", "progress": 2}})
    await channel.send(DONE)
    last = await (await place.wire()).ask("GET", last_event_id="1_1", **session)
    assert [one async for one in last.events()][-1] == DONE
    await asyncio.sleep(QUICK.reconnect_grace + 0.1)
    assert not [one for one in place.received if one.get("method") == "notifications/cancelled"]


async def test_the_stream_of_an_older_client_is_never_closed_before_its_answer(place):
    task, channel, _ = await primed(place, "2025-06-18")
    response = await task
    channel.streamed(StreamedResponse(1, again=0.05))
    await channel.send(STEP)
    await channel.send(DONE)
    assert [one async for one in response.events()] == [STEP, DONE]
