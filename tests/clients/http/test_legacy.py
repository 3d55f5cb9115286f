"""A session before 2026-07-28: on which stream each message leaves, and what a lost response means."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from tests.support.virtual_time import VirtualTimeLoop
from toolguard.clients.http.legacy import CANCELLED_CODE, LegacyHttpSession
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed


class Taker:
    aborted = False

    def abort(self):
        self.aborted = True


def new_session():
    one = LegacyHttpSession(
        "me",
        "peer",
        StreamTiming(reconnect_grace=0.05, flush_timeout=0.05, write_timeout=0.05),
        is_pending=lambda id: id == "held",
    )
    one.version = "2025-11-25"
    return one


@pytest.fixture
async def session():
    return new_session()


def in_virtual_time(test):
    """Run a test with a session in a loop that does not wait for timers, so that no load changes their order."""

    def run():
        async def main():
            await test(new_session())

        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(main())

    return run


def ask(id, method="tools/call", token=None):
    meta = {"_meta": {"progressToken": token}} if token is not None else {}
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": "t", **meta}}


async def asked(session, *requests):
    return [await session.receive(one, 10) for one in requests]


def server(**message):
    """A message as it comes from a server: large members are not decoded."""
    return jsonrpc.decode_server(json.dumps({"jsonrpc": "2.0", **message}).encode())[0]


def left(stream):
    """What was put on a stream."""
    return [msgspec.json.decode(data) for data in stream.answers()]


async def received(session):
    """What the session has heard until now."""
    found = []
    while session._incoming._queue:
        found.append(await anext(session))
    return found


async def test_response_is_sent_on_the_stream_of_the_request_with_the_same_id_and_id_type(session):
    one, text = await asked(session, ask(1), ask("1"))
    await session.send(server(id="1", result={"of": "text"}))
    await session.send(server(id=1, error={"code": 5, "message": "no"}))
    assert [message["result"] for message in left(text)] == [{"of": "text"}]
    assert left(one)[0]["error"]["code"] == 5
    assert (one.code, text.code) == (5, 0)
    await session.send(server(id=1, result={}))
    assert left(one) == left(text) == []


async def test_progress_leaves_on_the_stream_of_its_token_and_otherwise_on_that_of_no_request(session):
    one, two = await asked(session, ask(1, token="a"), ask(2, token=7))
    for token, stream in (("a", one), (7, two), ("7", session.unsolicited), (None, session.unsolicited)):
        await session.send(server(method="notifications/progress", params={"progressToken": token, "progress": 1}))
        assert len(left(stream)) == 1
    await session.send(server(id=1, result={}))
    left(one)
    await session.send(server(method="notifications/progress", params={"progressToken": "a", "progress": 2}))
    assert len(left(session.unsolicited)) == 1


async def test_reused_progress_token_belongs_to_the_newer_request(session):
    _, two = await asked(session, ask(1, token="a"), ask(2, token="a"))
    await session.send(server(id=1, result={}))
    await session.send(server(method="notifications/progress", params={"progressToken": "a", "progress": 1}))
    assert len(left(two)) == 1


async def test_server_request_is_sent_on_a_stream_that_the_client_answers(session):
    request = server(id=9, method="sampling/createMessage", params={})
    await session.send(request)
    assert len(left(session.unsolicited)) == 1
    (one,) = await asked(session, ask(1))
    await session.send(request)
    assert len(left(one)) == 1
    (two,) = await asked(session, ask(2))
    await session.send(request)
    assert len(left(two)) == 1, "two could have caused it, and nobody listens: the newest stream is open at least"
    session.unsolicited.attach(Taker())
    await session.send(request)
    assert len(left(session.unsolicited)) == 1


async def test_cancelled_request_is_cancelled_at_its_origin(session):
    (one,) = await asked(session, ask(1))
    await session.send(server(id=9, method="roots/list"))
    await asked(session, ask(2))
    cancel = server(method="notifications/cancelled", params={"requestId": 9})
    await session.send(cancel)
    assert [message["method"] for message in left(one)] == ["roots/list", "notifications/cancelled"]
    await session.send(cancel)
    assert len(left(session.unsolicited)) == 1


async def test_log_messages_use_the_only_open_stream(session):
    (one,) = await asked(session, ask(1))
    await session.send(server(method="notifications/message", params={"level": "info"}))
    assert len(left(one)) == 1
    for method in ("notifications/tools/list_changed", "notifications/resources/updated", "vendor/x"):
        await session.send(server(method=method, params={}))
        assert len(left(session.unsolicited)) == 1


async def test_error_for_a_malformed_message_is_sent_on_its_own_response(session):
    (good,) = await asked(session, ask(1))
    (bad,) = await asked(session, Malformed(jsonrpc.INVALID_REQUEST, "no", 1))
    for message in await received(session):
        if isinstance(message, Malformed):
            await session.send(message.answer())
    assert [message["id"] for message in left(bad)] == [None]
    assert left(good) == [] and good.awaits == 1


async def test_id_in_use_is_refused(session):
    (first,) = await asked(session, ask(1))
    (second,) = await asked(session, ask(1))
    for message in await received(session):
        if isinstance(message, Malformed):
            await session.send(message.answer())
    assert "still in use" in left(second)[0]["error"]["message"]
    await session.send(server(id=1, result={}))
    assert len(left(first)) == 1


async def test_server_error_without_an_id_is_sent_on_no_stream(session):
    (one,) = await asked(session, ask(1))
    await received(session)
    await session.send(server(id=None, error={"code": -32700, "message": "?"}))
    assert left(one) == [] and left(session.unsolicited) == []


async def test_cancelled_request_stream_ends_and_late_response_is_dropped(session):
    (one,) = await asked(session, ask(1, token="a"))
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert await session.receive(cancel, 10) is None
    assert [message["error"]["code"] for message in left(one)] == [CANCELLED_CODE]
    await session.send(server(id=1, result={}))
    assert left(one) == [] and one.is_complete
    assert [message.get("method") for message in await received(session)] == ["tools/call", "notifications/cancelled"]


@pytest.mark.parametrize("id", [2, "1", True, None, [1]])
async def test_cancel_of_an_unknown_request_or_the_handshake_is_ignored(session, id):
    one, handshake = await asked(session, ask(1), ask("i", "initialize"))
    for wanted in (id, "i"):
        await session.receive(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": wanted}}, 10
        )
    assert left(one) == left(handshake) == []


async def test_batch_members_are_handled_separately_and_answered_together(session):
    session.version = "2025-03-26"
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    (stream,) = await asked(session, [ask(1), note, ask(2), ask(1), 7])
    for message in await received(session):
        if isinstance(message, Malformed):
            await session.send(message.answer())
        elif "id" in message:
            await session.send(server(id=message["id"], result={}))
    assert stream.is_plain and stream.batch
    assert [message["id"] for message in left(stream)] == [1, 2, None, None]
    assert await session.receive([note], 10) is None


@pytest.mark.parametrize("members", [[], [{}] * 1001])
async def test_a_batch_without_members_or_with_too_many_is_refused_whole(session, members):
    session.version = "2025-03-26"
    (stream,) = await asked(session, members)
    (problem,) = await received(session)
    await session.send(problem.answer())
    assert left(stream)[0]["error"]["code"] == jsonrpc.INVALID_REQUEST


@in_virtual_time
async def test_only_a_pending_call_is_withdrawn_without_reconnect(session):
    held, runs = await asked(session, ask("held"), ask("runs"))
    await received(session)
    for stream in (held, runs):
        session.client_disconnected(stream)
    await asyncio.sleep(0.15)
    assert [message["params"]["requestId"] for message in await received(session)] == ["held"]
    assert left(held)[0]["error"]["code"] == CANCELLED_CODE
    assert left(runs) == []


@in_virtual_time
async def test_reconnecting_restarts_the_grace_period(session):
    (held,) = await asked(session, ask("held"))
    session.client_disconnected(held)
    taker = Taker()
    held.attach(taker)
    await asyncio.sleep(0.03)
    held.detach(taker)
    session.client_disconnected(held)
    await asyncio.sleep(0.03)
    assert left(held) == []
    await asyncio.sleep(0.1)
    assert left(held)[0]["error"]["code"] == CANCELLED_CODE


async def test_open_requests_are_answered_when_the_session_ends(session):
    (one,) = await asked(session, ask(1))
    await session.close("ToolGuard was closed")
    assert "ToolGuard was closed" in left(one)[0]["error"]["message"]
    with pytest.raises(ConnectionError):
        await session.send(server(id=1, result={}))
    with pytest.raises(ConnectionError):
        await session.receive(ask(2), 10)
    with pytest.raises(StopAsyncIteration):
        await anext(session)


async def test_client_that_reads_nothing_at_the_end_is_disconnected(session):
    taker = Taker()
    session.unsolicited.attach(taker)
    await session.close("over")
    assert taker.aborted


async def test_posts_wait_while_messages_are_unread(session, monkeypatch):
    big = 5 * 1024 * 1024
    await session.receive({"jsonrpc": "2.0", "method": "x"}, big)
    waiting = asyncio.ensure_future(session.receive({"jsonrpc": "2.0", "method": "y"}, 1))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    assert (await anext(session))["method"] == "x"
    await waiting
    assert (await anext(session))["method"] == "y"


async def test_waiting_sender_gets_an_error_when_the_session_ends(session):
    await session.receive({"jsonrpc": "2.0", "method": "x"}, 5 * 1024 * 1024)
    waiting = asyncio.ensure_future(session.receive(ask(1), 1))
    await asyncio.sleep(0.01)
    session.end("over")
    with pytest.raises(ConnectionError):
        await waiting


async def test_closed_session_releases_its_stored_events(session):
    for number in range(100):
        await session.send(server(method="notifications/message", params={"data": f"{number}" * 1_000}))
    assert session.store.size > 100_000
    await session.close()
    assert session.store.size == 0 and session.unsolicited.is_empty
