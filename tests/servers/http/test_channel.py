"""What is cancelled, in which order messages leave, what is never sent, and the end."""

from __future__ import annotations

import asyncio

import pytest

from tests.servers.http.harness import INITIALIZED, MODERN, Peer, call, error, fine, harness, legacy, request, result
from toolguard.gate import jsonrpc
from toolguard.servers import remote_channel
from toolguard.servers.http import channel as http_channel
from toolguard.servers.http import session as http_session
from toolguard.servers.secrets.redactor import Redactor

# --- cancels --------------------------------------------------------------------------------------------------------


def cancel(id: jsonrpc.Id) -> jsonrpc.Message:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


@pytest.mark.parametrize("modern", [True, False])
async def test_message_cancelled_before_sending_is_never_sent(modern: bool) -> None:
    async with harness(legacy(fine)) as it:
        await it.initialize()
        await it.ask(call(0, modern=modern))
        before = len(it.server.received)
        await it.send(call(1, modern=modern), cancel(1))
        assert (await it.ask(call(2, modern=modern)))["id"] == 2
        assert [peer.message.get("id") for peer in it.server.received[before:] if peer.message] == [2]


@pytest.mark.case(31)
async def test_modern_call_stream_is_closed_before_and_after_headers() -> None:
    left: list[int] = []

    async def runs(peer: Peer) -> None:
        if peer.id == 2:
            await peer.streams()
        await peer.is_left()
        left.append(peer.id)

    async with harness(legacy(runs)) as it:
        await it.send(call(1, modern=True), call(2, modern=True))
        await it.until(lambda: len(it.server.received) == 2)
        await asyncio.sleep(0.05)
        await it.send(cancel(1), cancel(2))
        await it.until(lambda: sorted(left) == [1, 2])
        assert "notifications/cancelled" not in it.server.methods()


async def test_the_stream_of_a_cancelled_legacy_call_is_left_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_channel, "AFTER_CANCEL", 0.1)
    left = asyncio.Event()

    async def runs(peer: Peer) -> None:
        await peer.streams()
        await peer.is_left()
        left.set()

    async with harness(legacy(runs)) as it:
        await it.initialize()
        await it.send(call(1))
        await it.until(lambda: it.server.of("tools/call"))
        await it.send(cancel(1))
        await it.until(lambda: it.server.of("notifications/cancelled"))
        assert not left.is_set()
        await it.until(left.is_set)


async def test_a_cancel_does_not_overtake_its_call() -> None:
    go = asyncio.Event()
    async with harness(fine, deaf=go) as it:
        before = it.server.connections  # one looked whether anybody listens
        sending = asyncio.ensure_future(it.send(call(1, a="x" * (32 << 20))))
        await it.until(lambda: it.server.connections > before)
        cancelling = asyncio.ensure_future(it.send(cancel(1)))
        await asyncio.sleep(0.1)
        assert it.server.connections == before + 1
        go.set()
        await it.until(lambda: it.server.connections > before + 1)
        await asyncio.gather(sending, cancelling)


async def test_cancellation_is_sent_even_if_the_channel_closes_right_after() -> None:
    async def runs(peer: Peer) -> None:
        await peer.is_left()

    async with harness(legacy(runs, session="")) as it:
        await it.initialize()
        await it.send(call(1))
        await it.until(lambda: it.server.of("tools/call"))
        await it.send(cancel(1))
        await it.channel.close("the client left")
        assert it.server.of("notifications/cancelled")
        assert it.channel.ended == "the client left"


# --- what we send ---------------------------------------------------------------------------------------------------


async def test_call_with_a_secret_in_a_header_argument_is_not_sent() -> None:
    tools = {"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}}]}

    async def lists(peer: Peer) -> None:
        await peer.result(tools)

    redactor = Redactor()
    redactor.learn("k", "hunter2-hunter2")
    async with harness(legacy(lists), redactor=redactor) as it:
        await it.ask(request(0, "tools/list", _meta=MODERN))
        response = await it.ask(call(1, modern=True, a="hunter2-hunter2"))
        code, reason = error(response)
        assert code == jsonrpc.INVALID_PARAMS
        assert reason.startswith("not run: the argument a contains a secret")
        assert it.server.methods() == ["tools/list"]


@pytest.mark.case(37)
async def test_tool_invalid_over_http_is_omitted_and_logged() -> None:
    bad = {"name": "bad", "inputSchema": {"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}}
    good = {"name": "good", "inputSchema": {}, "vendor/x": 1}

    async def lists(peer: Peer) -> None:
        await peer.result({"tools": [bad, good], "nextCursor": "", "ttlMs": 5})

    async with harness(legacy(lists)) as it:
        response = await it.ask(request(0, "tools/list", _meta=MODERN))
        assert response["result"] == {"tools": [good], "nextCursor": "", "ttlMs": 5}
        assert len(it.log) == 1 and "the tool 'bad' was left out" in it.log[0]
        await it.initialize()
        assert (await it.ask(request(1, "tools/list")))["result"]["tools"] == [bad, good]


async def test_a_call_is_sent_again_for_its_headers_only_once() -> None:
    count = 0

    async def fickle(peer: Peer) -> None:
        nonlocal count
        count += 1
        if peer.message["method"] == "tools/list":
            schema = {"properties": {"a": {"type": "string", "x-mcp-header": f"A{count}"}}}
            await peer.result({"tools": [{"name": "t", "inputSchema": schema}], "nextCursor": "same"})
        else:
            await peer.json({"jsonrpc": "2.0", "id": peer.id, "error": {"code": -32020, "message": "no"}}, 400)

    async with harness(fickle) as it:
        assert (await it.ask(call(1, modern=True, a="x")))["error"] == {"code": -32020, "message": "no"}
        assert it.server.methods() == ["tools/call", "tools/list", "tools/list", "tools/call"]
        assert "mcp-param-a3" in it.server.received[-1].headers


async def test_modern_server_gets_no_responses_and_no_get_stream() -> None:
    async with harness(legacy(fine)) as it:
        await it.ask(call(1, modern=True))
        await it.send(result(9, {}), INITIALIZED)
        await it.ask(call(2, modern=True))
        assert it.server.methods() == ["tools/call", "notifications/initialized", "tools/call"]
        assert it.server.received[1].headers["mcp-protocol-version"] == "2026-07-28"
        assert it.log == ["a response was not sent: a modern server accepts no responses"]


async def test_send_waits_while_the_server_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_channel, "MAX_UNSENT_SIZE", 1 << 20)
    go = asyncio.Event()
    async with harness(fine, deaf=go) as it:
        sending = asyncio.ensure_future(it.send(call(1, a="x" * (32 << 20))))
        await asyncio.sleep(0.1)
        assert not sending.done()
        go.set()
        await sending
        assert error(await it.receive())[1] == "outcome unknown: the connection broke"


async def test_close_does_not_wait_for_a_hanging_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_session, "_LAST_WORD", 0.1)

    async def hangs(peer: Peer) -> None:
        if peer.method == "DELETE":
            await peer.is_left()
        else:
            await legacy(fine)(peer)

    async with harness(hangs) as it:
        await it.initialize()
        async with asyncio.timeout(1):
            await it.channel.close()
