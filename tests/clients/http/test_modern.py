"""Many requests of 2026-07-28 in one channel: each gets its own id, token and subscription back, and nobody else's."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.clients.raw_http import ENVELOPE
from toolguard.clients.http.modern import LOG_LEVEL, SUBSCRIPTION_ID_KEY, ModernHttpSession
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc


@pytest.fixture
async def session():
    return ModernHttpSession("me", "peer", StreamTiming(flush_timeout=0.05), is_pending=lambda _id: False)


def ask(id, method="tools/call", **meta):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": "t", "_meta": {**ENVELOPE, **meta}}}


def server(**message):
    return jsonrpc.decode_server(json.dumps({"jsonrpc": "2.0", **message}).encode())[0]


def left(stream):
    return [msgspec.json.decode(data) for data in stream.answers()]


async def received(session):
    found = []
    while session._incoming._queue:
        found.append(await anext(session))
    return found


async def test_colliding_ids_are_kept_apart_with_their_types(session):
    ids = [1, 1, "1", "", 2**70, "é"]
    streams = [await session.receive(ask(id), 1) for id in ids]
    inside = [message["id"] for message in await received(session)]
    assert len(set(inside)) == len(ids)
    for number, of in reversed(list(enumerate(inside))):
        await session.send(server(id=of, result={"n": number}))
    for number, (id, stream) in enumerate(zip(ids, streams, strict=True)):
        (result,) = [json.loads(data) for data in stream.answers()]
        assert (result["id"], type(result["id"]), result["result"]) == (id, type(id), {"n": number})


async def test_only_id_and_progress_token_of_a_request_are_changed(session):
    message = ask(1, **{"vendor/k": [None]})
    await session.receive(message, 1)
    (result,) = await received(session)
    assert result == {**message, "id": result["id"]}
    with_token = ask(1, progressToken="t")
    await session.receive(with_token, 1)
    (result,) = await received(session)
    expected = ask(result["id"], progressToken=result["id"])
    assert result == expected
    assert with_token == ask(1, progressToken="t"), "the client's message itself is not touched"


async def test_progress_goes_to_its_request_unchanged(session):
    streams = [await session.receive(ask(1, progressToken="same"), 1) for _ in range(2)]
    inside = [message["id"] for message in await received(session)]
    line = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":1e400,"x":%d}}'
    for number, of in enumerate(inside):
        await session.send(jsonrpc.decode_server((line % (of, 2**70 + number)).encode())[0])
    for number, stream in enumerate(streams):
        (data,) = stream.answers()
        assert b'"progress":1e400' in data and b'"progressToken":"same"' in data
        assert str(2**70 + number).encode() in data


async def test_progress_with_an_unknown_token_is_sent_on_no_stream(session):
    stream = await session.receive(ask(1), 1)
    (message,) = await received(session)
    for token in (message["id"], 99, "x", None, True):
        await session.send(server(method="notifications/progress", params={"progressToken": token, "progress": 1}))
    assert left(stream) == []


async def test_log_messages_go_to_the_requesting_client(session):
    quiet = await session.receive(ask(1), 1)
    note = server(method="notifications/message", params={"level": "info", "data": "x"})
    await session.send(note)
    loud = await session.receive(ask(2, **{LOG_LEVEL: "info"}), 1)
    await session.send(note)
    assert left(quiet) == []
    assert [message["params"]["data"] for message in left(loud)] == ["x"]


async def test_subscription_keeps_the_client_id(session):
    streams = [await session.receive(ask("same", "subscriptions/listen"), 1) for _ in range(2)]
    inside = [message["id"] for message in await received(session)]
    for number, of in enumerate(inside):
        tagged = {"_meta": {SUBSCRIPTION_ID_KEY: of, "vendor/k": 1}, "n": number}
        await session.send(server(method="notifications/tools/list_changed", params=tagged))
        await session.send(server(id=of, result={"resultType": "complete", "_meta": {SUBSCRIPTION_ID_KEY: of}}))
    for number, stream in enumerate(streams):
        note, end = left(stream)
        assert note["params"] == {"_meta": {SUBSCRIPTION_ID_KEY: "same", "vendor/k": 1}, "n": number}
        assert end == {
            "jsonrpc": "2.0", "id": "same", "result": {"resultType": "complete", "_meta": {SUBSCRIPTION_ID_KEY: "same"}}
        }  # fmt: skip
        assert stream.is_complete


async def test_a_server_that_ends_a_subscription_by_a_cancel_ends_its_stream(session):
    stream = await session.receive(ask("l", "subscriptions/listen"), 1)
    other = await session.receive(ask("c"), 1)
    inside = [message["id"] for message in await received(session)]
    for of in inside:
        await session.send(server(method="notifications/cancelled", params={"requestId": of}))
    (end,) = left(stream)
    assert (end["id"], end["result"]["_meta"]) == ("l", {SUBSCRIPTION_ID_KEY: "l"})
    assert left(other) == [] and not other.is_complete
    await session.send(server(id=inside[0], result={}))
    assert left(stream) == []


async def test_response_to_no_request_is_dropped(session):
    stream = await session.receive(ask(1), 1)
    for message in (
        server(method="notifications/tools/list_changed"),
        server(method="notifications/tools/list_changed", params={"_meta": {SUBSCRIPTION_ID_KEY: 77}}),
        server(method="notifications/tools/list_changed", params={"_meta": 7}),
        server(method="vendor/x", params=[1]),
        server(id=77, result={}),
        server(id=None, error={"code": 1, "message": ""}),
    ):
        await session.send(message)
    assert left(stream) == []


async def test_server_request_is_refused(session):
    await session.send(server(id="s", method="roots/list"))
    (answer,) = await received(session)
    assert (answer["id"], answer["error"]["code"]) == ("s", jsonrpc.METHOD_NOT_FOUND)


async def test_closed_response_becomes_one_cancel(session):
    stream = await session.receive(ask(1), 1)
    (message,) = await received(session)
    session.client_disconnected(stream)
    session.client_disconnected(stream)
    (cancel,) = await received(session)
    assert (cancel["method"], cancel["params"]["requestId"]) == ("notifications/cancelled", message["id"])
    await session.send(server(id=message["id"], result={}))
    assert stream.size == 0


async def test_a_response_that_is_closed_after_its_answer_cancels_nothing(session):
    stream = await session.receive(ask(1), 1)
    (message,) = await received(session)
    await session.send(server(id=message["id"], result={}))
    session.client_disconnected(stream)
    assert await received(session) == []


async def test_open_requests_are_answered_when_the_session_ends(session):
    stream = await session.receive(ask(1), 1)
    await session.close("ToolGuard was closed")
    assert "ToolGuard was closed" in left(stream)[0]["error"]["message"]
    with pytest.raises(ConnectionError):
        await session.receive(ask(2), 1)
    with pytest.raises(ConnectionError):
        await session.send(server(id=1, result={}))


async def test_a_server_that_never_gave_a_result_is_kept_for_a_short_time_only(session):
    assert session.idle_timeout == StreamTiming().idle_unanswered
    await session.receive(ask(1), 1)
    assert session.idle_seconds() == 0.0
    await session.send(server(id=1, error={"code": -32601, "message": ""}))
    assert session.idle_timeout == StreamTiming().idle_unanswered
    await session.receive(ask(1), 1)
    await session.send(server(id=2, result={}))
    assert session.idle_timeout == StreamTiming().idle_modern
    assert 0.0 < session.idle_seconds() < 1.0
