"""What legacy servers remember and forget, and streams that are gone on with after a break."""

from __future__ import annotations

import asyncio

import pytest

from tests.servers.http.harness import INITIALIZE_PARAMS, OK, Peer, call, error, fine, harness, legacy, request, result
from toolguard.gate.session.upstream import StreamedResponse
from toolguard.servers.http import channel as http_channel
from toolguard.servers.http import session as http_session


@pytest.mark.parametrize(
    ("status", "body", "lost"),
    [
        (404, b"", True),
        (404, b'{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}', True),
        (404, b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}', False),
        (
            400,
            b'{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID"}}',
            True,
        ),
        (400, b'{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no session for you"}}', False),
        (400, b'{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"bad request"}}', False),
        (400, b"no session", False),
        (401, b"", False),
    ],
)
async def test_lost_session_is_reported_by_the_server(status: int, body: bytes, lost: bool) -> None:
    async def forgets(peer: Peer) -> None:
        await peer.respond(body, status, "application/json")

    async with harness(legacy(forgets)) as it:
        await it.initialize()
        response = await it.ask(call(1))
        assert response["id"] == 1
        assert (it.channel.ended == "ended its session") is lost
        if lost:
            assert "not run: the server had ended its session" in response["error"]["message"]


async def test_lost_session_is_detected_by_a_notification() -> None:
    async def forgets(peer: Peer) -> None:
        if peer.method == "POST" and peer.message.get("method") == "notifications/progress":
            await peer.respond(status=404)
        else:
            await legacy(fine)(peer)

    async with harness(forgets) as it:
        await it.initialize()
        await it.send({"jsonrpc": "2.0", "method": "notifications/progress"})
        assert await it.rest() == []
        assert it.channel.ended == "ended its session"


@pytest.mark.parametrize("session", ["has space", "x" * 2000, ""])
async def test_a_session_id_that_is_not_usable_is_not_used(session: str) -> None:
    async with harness(legacy(fine, session=session)) as it:
        await it.initialize()
        await it.ask(call(1))
        assert "mcp-session-id" not in it.server.received[-1].headers
        assert len(it.log) == bool(session)


async def test_second_handshake_drops_the_former_session_id() -> None:
    sessions = ["first", ""]

    async def changes(peer: Peer) -> None:
        first = (peer.message or {}).get("method") == "initialize"
        await legacy(fine, session=sessions.pop(0) if first else "")(peer)

    async with harness(changes) as it:
        for _ in range(2):
            await it.initialize()
            await it.ask(call(1))
        first, second = it.server.of("tools/call")
        assert first.headers["mcp-session-id"] == "first"
        assert "mcp-session-id" not in second.headers
        assert all("mcp-session-id" not in peer.headers for peer in it.server.of("initialize"))


async def test_notifications_are_sent_before_later_messages() -> None:
    order: list[str] = []

    async def slow(peer: Peer) -> None:
        if peer.method == "POST" and peer.message["method"] == "notifications/initialized":
            await asyncio.sleep(0.1)
        order.append((peer.message or {}).get("method", peer.method))
        await legacy(fine)(peer)

    async with harness(slow) as it:
        await it.initialize()
        await it.send(call(1), request(2, "prompts/list"))
        await it.receive()
        await it.receive()
    assert order[:2] == ["initialize", "notifications/initialized"]


async def test_unanswered_notification_delays_later_requests_only_until_its_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_channel, "NOTIFICATION_TIMEOUT", 0.1)

    async def deaf(peer: Peer) -> None:
        if peer.method == "POST" and peer.message["method"] == "notifications/initialized":
            await peer.is_left()
        else:
            await legacy(fine)(peer)

    async with harness(deaf) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == OK
        await it.until(lambda: it.log == ["notifications/initialized was not sent: the server took too long"])


async def test_the_servers_own_stream_is_opened_again_after_its_last_event(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def own(peer: Peer) -> None:
        asked.append(peer.headers.get("last-event-id", ""))
        if len(asked) > 3:
            await peer.respond(status=405)
            return
        await peer.streams()
        await peer.event(None, retry=10)
        await peer.event({"jsonrpc": "2.0", "method": "m", "params": {"n": len(asked)}}, id=len(asked))
        if len(asked) == 2:
            peer.disconnect()
        else:
            await peer.end_response()

    async with harness(legacy(fine, get=own)) as it:
        await it.initialize()
        assert [(await it.receive())["params"]["n"] for _ in range(3)] == [1, 2, 3]
        await it.until(lambda: len(asked) == 4)
        assert asked == ["", "1", "2", "3"]
        assert it.channel.ended == ""


async def test_a_session_that_ends_while_we_listen_ends_the_channel() -> None:
    count = 0

    async def own(peer: Peer) -> None:
        nonlocal count
        count += 1
        if count == 2:
            await peer.respond(status=404)
            return
        await peer.streams()
        await peer.event(None, retry=0)
        await peer.end_response()

    async with harness(legacy(fine, get=own)) as it:
        await it.initialize()
        assert await it.rest() == []
        assert it.channel.ended == "ended its session"


@pytest.mark.parametrize("status", [404, 405, 401, 200])
async def test_server_without_a_get_stream_is_not_asked_again(status: int) -> None:
    async def none(peer: Peer) -> None:
        await peer.respond(b"<html>", status, "text/html")

    async with harness(legacy(fine, get=none)) as it:
        await it.initialize()
        for id in range(3):
            await it.ask(call(id))
        assert it.server.methods().count("GET") == 1
        assert it.channel.ended == ""


@pytest.mark.case(32)
async def test_response_arrives_on_the_resumed_stream() -> None:
    async def breaks(peer: Peer) -> None:
        await peer.streams()
        await peer.event("", id="p/1", retry=5)
        peer.disconnect()

    gets: list[Peer] = []

    async def own(peer: Peer) -> None:
        gets.append(peer)
        if "last-event-id" not in peer.headers:
            await peer.respond(status=405)
        elif len(gets) not in (5, 9):
            await peer.respond(status=503)
        else:
            await peer.streams()
            await peer.event({"jsonrpc": "2.0", "method": "m"}, id="p/2")
            if len(gets) == 5:
                peer.disconnect()
            else:
                await peer.event(result(1, OK))
                await peer.is_left()

    monkey = pytest.MonkeyPatch()
    monkey.setattr(http_session, "_RETRY_DELAY", 0.01)
    async with harness(legacy(breaks, get=own)) as it:
        await it.initialize()
        outcome = await it.ask(call(1)), await it.receive(), await it.receive()
        assert [one.get("method", one.get("id")) for one in outcome] == ["m", "m", 1]
        last = [peer.headers["last-event-id"] for peer in gets if "last-event-id" in peer.headers]
        assert last == ["p/1"] * 4 + ["p/2"] * 4
        assert len(it.server.of("tools/call")) == 1
    monkey.undo()


async def closes(peer: Peer) -> None:
    """The first response and the second end without an answer, which comes on the third."""
    await peer.streams()
    if peer.method == "POST":
        await peer.event("", id="1", retry=60)
        await peer.event({"jsonrpc": "2.0", "method": "m"})
    elif peer.headers["last-event-id"] == "1":
        await peer.event("", id="2", retry=70)
    else:
        await peer.event(result(1, OK))
    await peer.end_response()


async def own_or_closed(peer: Peer) -> None:
    if "last-event-id" in peer.headers:
        await closes(peer)
    else:
        await peer.respond(status=405)


async def test_client_learns_of_a_stream_and_of_each_close_by_the_server() -> None:
    async with harness(legacy(closes, get=own_or_closed)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["method"] == "m"
        assert it.streamed == [StreamedResponse(1)]
        assert (await it.receive())["id"] == 1
        assert it.streamed == [StreamedResponse(1), StreamedResponse(1, 0.06), StreamedResponse(1, 0.07)]


async def test_broken_connection_is_not_reported_as_closed() -> None:
    async def breaks(peer: Peer) -> None:
        await peer.streams()
        if peer.method == "POST":
            await peer.event("", id="1", retry=50)
            peer.disconnect()
        else:
            await peer.event(result(1, OK))
            await peer.end_response()

    async def own(peer: Peer) -> None:
        await (breaks(peer) if "last-event-id" in peer.headers else peer.respond(status=405))

    async with harness(legacy(breaks, get=own)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["id"] == 1
        assert it.streamed == [StreamedResponse(1)]


@pytest.mark.parametrize("version", ["2025-06-18", ""])
async def test_older_and_modern_clients_learn_of_no_streams(version: str) -> None:
    async with harness(legacy(closes, get=own_or_closed)) as it:
        if version:
            assert "result" in await it.ask(
                request("i", "initialize", **{**INITIALIZE_PARAMS, "protocolVersion": version})
            )
        results = [await it.ask(call(1, modern=not version)), await it.receive()]
        assert results[0]["method"] == "m"
        assert it.streamed == []


@pytest.mark.parametrize("status", [404, 500])
async def test_unresumable_stream_leaves_the_outcome_unknown(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_session, "_RETRY_DELAY", 0.01)

    async def breaks(peer: Peer) -> None:
        await peer.streams()
        await peer.event("", id="1", retry=0)
        peer.disconnect()

    async def own(peer: Peer) -> None:
        await peer.respond(status=status if "last-event-id" in peer.headers else 405)

    async with harness(legacy(breaks, get=own)) as it:
        await it.initialize()
        assert error(await it.ask(call(1)))[1].startswith("outcome unknown: the ")
        assert len(it.server.of("tools/call")) == 1


async def test_modern_stream_is_never_resumed() -> None:
    async def breaks(peer: Peer) -> None:
        await peer.streams()
        await peer.event("", id="1")
        peer.disconnect()

    async with harness(legacy(breaks)) as it:
        assert error(await it.ask(call(1, modern=True)))[1] == "outcome unknown: the connection broke"
        assert it.server.methods() == ["tools/call"]
