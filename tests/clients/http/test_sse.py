"""HTTP+SSE of 2024-11-05 on the way in: one stream is one session, guarded as every other door is."""

from __future__ import annotations

import asyncio
import json
import logging
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clients.http.test_endpoint import MALFORMED, NOTE, PING, refusal
from tests.clients.http.test_fuzz import CALL, Gated, bodies
from tests.clients.raw_http import ENVELOPE, INITIALIZE, OTHER, TOKEN, Place, Wire, request
from tests.support.examples import examples
from toolguard.clients.http import endpoint as endpoint_module
from toolguard.clients.http.sse import SseSession
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc as wire_module
from toolguard.gate.model import MessageRefused, SessionEnded

STREAM = {"accept": "text/event-stream"}
KEY = r"[A-Za-z0-9_-]{43}"


@pytest.fixture
async def place():
    made = Place(StreamTiming(keep_alive=0.05, flush_timeout=0.2, write_timeout=0.2))
    await made.listener.start(0)
    yield made
    await made.close()


async def posted(place, path, message, **headers):
    """What a POST is answered; by itself as old clients send it, which name no kind of answer."""
    response = await (await place.wire()).ask(path=path, body=message, **{"accept": None, **headers})
    return response.status, await response.body()


# The way of a message.


async def test_messages_go_in_by_post_and_answers_come_on_the_stream(place):
    response, path = await place.streamed()
    assert response.headers["content-type"] == "text/event-stream"
    assert response.headers["cache-control"] == "no-cache, no-transform"
    assert "mcp-session-id" not in response.headers
    assert re.fullmatch(rf"/s/peer/messages\?session_id={KEY}", path)
    assert await posted(place, path, INITIALIZE) == (202, b"Accepted")
    assert (await response.event())["result"] == {"protocolVersion": "2025-11-25"}
    assert await posted(place, path, NOTE) == (202, b"Accepted")
    assert await posted(place, path, {**PING, "id": "1"}) == (202, b"Accepted")
    assert await response.event() == {"jsonrpc": "2.0", "id": "1", "result": {}}
    assert [message["method"] for message in place.received] == ["initialize", "notifications/initialized", "ping"]
    assert response.ids == [], "nothing can be taken up again, so nothing has a number"
    (hello,) = place.hellos
    assert (hello.caller.id, hello.caller.transport, hello.server) == ("me", "http", "peer")


async def test_message_url_of_a_client_without_headers_contains_its_token(place):
    response, path = await place.streamed(f"/t/{TOKEN}/s/peer/sse", authorization=None)
    assert re.fullmatch(rf"/t/{TOKEN}/s/peer/messages\?session_id={KEY}", path)
    assert (await posted(place, path, PING, authorization=None))[0] == 202
    assert (await response.event())["id"] == 1


async def test_combined_sse_endpoint_accepts_both_forms_of_the_token(place):
    for token, more in (("", {}), (f"/t/{TOKEN}", {"authorization": None})):
        response, path = await place.streamed(f"{token}/sse", **more)
        assert re.fullmatch(rf"{token}/messages\?session_id={KEY}", path)
        await posted(place, path, PING, **more)
        assert (await response.event())["id"] == 1
        assert (place.hellos[-1].all, place.hellos[-1].server) == (True, None)
        await refusal(
            await (await place.wire()).ask(path=path.replace("/messages", "/s/peer/messages"), body=PING), 404
        )


async def test_unsolicited_server_message_arrives_unchanged_on_the_stream(place):
    response, path = await place.streamed()
    (channel,) = place.channels
    results = [
        {"jsonrpc": "2.0", "id": 1, "method": "roots/list"},
        {"jsonrpc": "2.0", "method": "notifications/x", "params": {"é\u2028": "a\r\nb\n\nevent: endpoint\n"}},
        [{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 2, "result": {}}],
    ]
    for message in results:
        await channel.send(message)
        assert await response.event() == message
    await posted(place, path, {"jsonrpc": "2.0", "id": 1, "result": {"roots": []}})
    assert place.received[-1]["result"] == {"roots": []}


async def test_a_batch_reaches_the_session_whole(place):
    batches = []

    async def keep(channel):
        async for message in channel:
            batches.append(message)

    place.session = keep
    _, path = await place.streamed()
    assert (await posted(place, path, [PING, NOTE]))[0] == 202
    assert batches == [[PING, NOTE]]


async def test_a_silent_stream_is_kept_alive(place):
    response, _ = await place.streamed()
    reading = asyncio.ensure_future(response.event())
    await place.until(lambda: len(response.comments) > 2)
    await place.channels[0].send(NOTE)
    assert await reading == NOTE


async def test_posts_are_received_in_order(place):
    _, path = await place.streamed()
    wire = await place.wire()
    for number in range(30):
        response = await wire.ask(path=path, body={**NOTE, "params": {"n": number}})
        assert await response.body() == b"Accepted"
    assert [message["params"]["n"] for message in place.received] == list(range(30))


# Who gets in.


@pytest.mark.case(29)
async def test_sse_endpoints_have_the_same_checks(place):
    _, path = await place.streamed()
    doors = [("GET", "/s/peer/sse", b""), ("POST", path, PING)]
    for method, door, body in doors:
        for more, status in (
            ({"host": "evil.example"}, 421), ({"origin": "https://evil.example"}, 403), ({"origin": "null"}, 403),
            ({"authorization": None}, 401), ({"authorization": "Bearer wrong"}, 401),
            ({"host": [f"127.0.0.1:{place.port}"] * 2}, 400),
        ):  # fmt: skip
            await refusal(await (await place.wire()).ask(method, door, body, **more), status)
    for accept in (None, "application/json"):
        await refusal(await (await place.wire()).ask("GET", "/s/peer/sse", accept=accept), 406)
    for more in ({"content_type": None}, {"content_type": "text/plain"}, {"content_encoding": "gzip"}):
        await refusal(await (await place.wire()).ask(path=path, body=PING, **more), 415)
    assert len(place.hellos) == 1 and place.received == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD"])
@pytest.mark.case(29)
async def test_each_sse_endpoint_accepts_one_method(place, method):
    """A client that tries Streamable HTTP first sees by the 405 that this is the older transport."""
    for door, allowed in (("/s/peer/sse", "GET"), ("/s/peer/messages?session_id=x", "POST")):
        for wrong in (method, "POST" if allowed == "GET" else "GET"):
            response = await (await place.wire()).ask(wrong, door)
            assert (response.status, response.headers["allow"]) == (405, allowed)


@pytest.mark.case(34)
async def test_session_is_bound_to_its_credential_and_server(place):
    response, path = await place.streamed()
    key = path.rpartition("=")[2]
    await refusal(await (await place.wire()).ask(path=path, body=PING, authorization=f"Bearer {OTHER}"), 404)
    bare = "/s/peer/messages"
    wrong = ("", "?session_id=", f"?session_id={key[:-1]}", f"?session_id={key}&session_id={key}", f"?{key}")
    for other in (f"/s/another/messages?session_id={key}", *(bare + query for query in wrong)):
        await refusal(await (await place.wire()).ask(path=other, body=PING), 404)
    await refusal(await (await place.wire()).ask(body=PING, mcp_session_id=key), 404)
    assert place.received == []
    assert (await posted(place, path, PING))[0] == 202
    assert (await response.event())["id"] == 1


async def test_two_streams_of_one_client_are_two_sessions(place):
    (one, to_one), (two, to_two) = [await place.streamed() for _ in range(2)]
    assert to_one != to_two
    await posted(place, to_two, {**PING, "params": {"of": 2}})
    await posted(place, to_one, {**PING, "params": {"of": 1}})
    assert [(await response.event())["result"]["of"] for response in (one, two)] == [1, 2]


async def test_sse_endpoint_of_a_disabled_server_is_not_found(place):
    problem = await refusal(await (await place.wire()).ask("GET", "/s/off/sse", **STREAM), 404)
    assert "turned off" in problem["error"]["message"]
    assert place.endpoint._sse == {}


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.case(23)
async def test_ambiguous_body_is_refused_over_sse(place, body):
    _, path = await place.streamed()
    problem = await refusal(await (await place.wire()).ask(path=path, body=body), 400)
    assert problem["error"]["code"] == MALFORMED[body]
    assert [(client, server) for client, server, _ in place.refused] == [("me", "peer")]
    assert place.received == []


async def test_a_message_over_the_limit_is_refused_before_it_is_read(place, monkeypatch):
    _, path = await place.streamed()
    monkeypatch.setattr(wire_module, "MAX_LINE", 1000)
    await refusal(await (await place.wire()).ask(path=path, body=b" ", content_length="1001"), 413)


async def test_new_requests_are_refused_while_closing(place):
    _, path = await place.streamed()
    place.endpoint.refuse()
    await refusal(await (await place.wire()).ask("GET", "/s/peer/sse", **STREAM), 503)
    await refusal(await (await place.wire()).ask(path=path, body=PING), 503)


async def test_streams_in_use_count_among_the_sessions_of_a_client(place, monkeypatch):
    monkeypatch.setattr(endpoint_module, "MAX_SESSIONS", 3)
    _, unused = await place.opened()
    for _ in range(3):
        await place.streamed()
    await place.until(lambda: place.ends)
    assert place.ends == ["the client started too many other sessions"]
    assert (await (await place.wire()).post(PING, **unused)).status == 404
    for asked in ({"method": "GET", "path": "/s/peer/sse", **STREAM}, {"body": INITIALIZE}):
        problem = await refusal(await (await place.wire()).ask(**asked), 429)
        assert "end one first" in problem["error"]["message"]
    await place.streamed(authorization=f"Bearer {OTHER}")


# Ends.


async def test_a_session_ends_with_its_stream(place):
    _, path = await place.streamed()
    place._wires[0].drop()
    await place.until(lambda: place.ends)
    assert place.ends == ["the client closed its stream"]
    await refusal(await (await place.wire()).ask(path=path, body=PING), 404)
    assert place.endpoint._sse == {}
    with pytest.raises(ConnectionError, match="closed its stream"):
        await place.channels[0].send(NOTE)


async def test_stream_ends_with_its_session_after_the_queued_messages(place):
    async def brief(channel):
        message = await anext(aiter(channel))
        await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {"last": True}})

    place.session = brief
    response, path = await place.streamed()
    await posted(place, path, PING)
    assert (await response.event())["result"] == {"last": True}
    with pytest.raises(StopAsyncIteration):
        await response.event()
    await refusal(await (await place.wire()).ask(path=path, body=PING), 404)


async def test_revoked_client_loses_its_stream(place):
    response, _ = await place.streamed()
    del place.clients["me"]
    place.endpoint.end_removed_clients()
    with pytest.raises(StopAsyncIteration):
        await response.event()
    assert place.ends == ["its client was removed"]


async def test_stalled_client_is_disconnected(place):
    response, _ = await place.streamed()
    response._reader._transport.pause_reading()
    step = {**NOTE, "params": {"text": "x" * 2**20}}
    with pytest.raises(ConnectionError):
        for _ in range(60):
            await place.channels[0].send(step)
    await place.until(lambda: place.ends)
    assert place.channels[0].stream.size == 0, "nothing is kept for who is gone"


async def test_posts_wait_for_a_slow_session(place):
    hears = asyncio.Event()

    async def slow(channel):
        await hears.wait()
        async for _ in channel:
            pass

    place.session = slow
    _, path = await place.streamed()
    big = {**NOTE, "params": {"text": "x" * (5 * 2**20)}}
    assert (await posted(place, path, big))[0] == 202
    waiting = asyncio.ensure_future(posted(place, path, NOTE))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    hears.set()
    assert (await waiting)[0] == 202


async def test_waiting_sender_gets_an_error_when_the_session_ends(place):
    place.session = lambda _channel: asyncio.sleep(0.5)
    _, path = await place.streamed()
    session = next(iter(place.endpoint._sse.values()))
    await posted(place, path, {**NOTE, "params": {"text": "x" * (5 * 2**20)}})
    waiting = asyncio.ensure_future((await place.wire()).ask(path=path, body=PING))
    await asyncio.sleep(0.05)
    session.end("over")
    await refusal(await waiting, 404)


async def test_close_does_not_wait_for_an_unread_session():
    one = SseSession("me", "peer", StreamTiming(flush_timeout=0.05))
    await one.send(NOTE)
    await one.close()
    await one.close("again")
    assert one.ended == "the session has ended"
    with pytest.raises(ConnectionError):
        await one.send(NOTE)


# Whatever comes.


class Streamed:
    """One session after the other, behind the real gate, on one loop."""

    def __init__(self, runner):
        self.runner = runner
        self.place = Gated()
        self.response = self.path = None
        runner.run(self.place.listener.start(0))
        runner.run(self.initialize())

    async def initialize(self):
        self.response, self.path = await self.place.streamed()
        await self.post(json.dumps({**INITIALIZE, "params": {"protocolVersion": "2025-03-26"}}).encode())
        assert (await self.response.event())["id"] == "i"

    async def post(self, body, **headers):
        opened = await asyncio.open_connection("127.0.0.1", self.place.port)
        connection = Wire(self.place.port, *opened)
        try:
            await connection.send(request(self.place.port, "POST", self.path, body, **headers))
            return (await connection.receive()).status
        finally:
            await connection.close()

    async def until_answered(self, id):
        """What came on the stream before the answer to a ping that is asked now."""
        found = []
        await self.post(json.dumps({**PING, "id": id}).encode())
        while not isinstance(result := await self.response.event(), dict) or result.get("id") != id:
            found.append(result)
        return found

    def close(self):
        self.runner.run(self.place.close())
        self.place.check()


@pytest.fixture
def streamed(caplog):
    caplog.set_level(logging.ERROR)
    with asyncio.Runner() as runner:
        one = Streamed(runner)
        yield one
        one.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


calm = settings(max_examples=examples(200), suppress_health_check=list(HealthCheck))


def test_fuzzed_messages_cause_no_error_and_no_undecided_call(streamed):
    count, kinds = iter(range(10**6)), set()

    @calm
    @given(body=bodies)
    def wild(body):
        async def play():
            status = await streamed.post(body)
            await streamed.until_answered(f"end {next(count)}")
            return status

        assert streamed.runner.run(play()) in (202, 400)
        kinds.update(map(type, streamed.place.log.events))
        streamed.place.check()

    wild()
    assert streamed.place.ran, "some of them were allowed"
    assert MessageRefused in kinds and SessionEnded not in kinds, "one session took them all"


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=8,
)


def test_any_message_is_sent_as_exactly_one_event():
    """Both ways: what the client POSTs is heard as it is, and what the session says is one event that says the same."""
    with asyncio.Runner() as runner:
        place = Place(StreamTiming(flush_timeout=0.1))
        runner.run(place.listener.start(0))
        response, path = runner.run(place.streamed())
        connection = runner.run(place.wire())

        @calm
        @given(value=json_values)
        def wild(value):
            async def play():
                asked = {"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"value": value, **ENVELOPE}}
                result = await connection.ask(path=path, body=asked)
                assert (result.status, await result.body()) == (202, b"Accepted")
                assert await response.event() == {"jsonrpc": "2.0", "id": 1, "result": asked["params"]}

            runner.run(play())

        wild()
        runner.run(place.close())


async def test_race_of_lost_stream_and_approval_runs_or_withdraws_the_call():
    """Case 16 with a lost stream in the place of a cancel."""
    place = Gated()
    place.guard.gate.rules.remove("r")
    place.guard.gate.availability.ready()
    await place.listener.start(0)
    ran = withdrawn = 0
    for number in range(300):
        _, path = await place.streamed()
        stream = place._wires.pop()
        assert (await posted(place, path, {**CALL, "params": {"name": f"t{number}"}}))[0] == 202
        await place._wires.pop().close()
        await place.until(place.guard.gate.pending.all)
        (held,) = place.guard.gate.pending.all()

        async def leaves(stream=stream, turns=number % 3):
            for _ in range(turns):
                await asyncio.sleep(0)
            stream.drop()

        async def presses(pending=held, turns=number % 11):
            for _ in range(turns):
                await asyncio.sleep(0)
            await place.guard.approve(pending.call.id, shown=pending.call.digest)

        await asyncio.gather(leaves(), presses())
        await place.until(
            lambda number=number: len([1 for e in place.log.events if isinstance(e, SessionEnded)]) > number
        )
        await stream.close()
        kinds = {type(event).__name__ for event in place.log.events if event.call == held.call.id}
        assert ("CallForwarded" in kinds) is not ("CallWithdrawn" in kinds), kinds
        assert (f"t{number}" in place.ran) is ("CallForwarded" in kinds)
        ran, withdrawn = ran + ("CallForwarded" in kinds), withdrawn + ("CallWithdrawn" in kinds)
    assert len(place.ran) == ran
    assert ran > 10 and withdrawn > 10, (ran, withdrawn)
    await place.close()
