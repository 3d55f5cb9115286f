"""Connections that break, floods, redirects: what a server can do to a connection."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import time
import zlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

import httpx2
import pytest

from tests.servers.http.harness import OK, Peer, call, error, fine, harness, legacy, request, result
from toolguard.gate import jsonrpc
from toolguard.servers import inbox
from toolguard.servers.http import sse
from toolguard.servers.http import transport as http_transport
from toolguard.servers.http.request import _read

if TYPE_CHECKING:
    from tests.servers.conftest import LoopRunner

# --- connections that break -----------------------------------------------------------------------------------------


@pytest.mark.case(26)
async def test_broken_connection_leaves_one_outcome_unknown_without_a_retry() -> None:
    async def cuts(peer: Peer) -> None:
        if peer.id == 2:
            await peer.streams()
        if peer.id in (1, 2):
            peer.disconnect()
        else:
            await asyncio.sleep(0.2)
            await fine(peer)

    async with harness(legacy(cuts)) as it:
        await it.initialize()
        await it.send(call(3), call(1), call(2), request(4, "prompts/list"))
        members = {one["id"]: one for one in [await it.receive() for _ in range(4)]}
        assert (
            error(members[1]) == error(members[2]) == (jsonrpc.INTERNAL_ERROR, "outcome unknown: the connection broke")
        )
        assert members[3]["result"] == members[4]["result"] == OK
        assert it.channel.ended == ""
        assert len(it.server.of("tools/call")) == 3


async def test_a_call_that_cannot_reach_the_server_did_not_run() -> None:
    async with harness(legacy(fine)) as it:
        await it.initialize()
        await it.server.stop()
        code, reason = error(await it.ask(call(1)))
        assert code == jsonrpc.INTERNAL_ERROR
        assert reason.startswith("not run: nothing listens at 127.0.0.1")


async def test_an_answer_that_trickles_in_byte_by_byte_arrives(run_on_loops: LoopRunner) -> None:
    async def trickles(peer: Peer) -> None:
        await peer.streams()
        progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"text": "é\u2028"}}
        text = f": hi\r\nevent: message\r\ndata: {json.dumps(progress, ensure_ascii=False)}\r\n\r\n"
        text += f"data: {json.dumps(result(peer.id, {'a': 'ü'}), ensure_ascii=False)}\r\r"
        for byte in text.encode():
            await peer.piece(bytes([byte]))
        await peer.end_response()

    async with harness(legacy(trickles)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["params"] == {"text": "é\u2028"}
        assert (await it.receive())["result"] == {"a": "ü"}


async def test_slow_headers_are_awaited() -> None:
    async def slow(peer: Peer) -> None:
        body = json.dumps(result(peer.id, OK)).encode()
        head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        for letter in head:
            await peer.raw(letter.encode())
            await asyncio.sleep(0.001)
        await peer.raw(body)

    async with harness(legacy(slow)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == OK


async def test_an_answer_is_not_waited_for_beyond_its_stream_and_its_connection_is_used_again() -> None:
    async def streams(peer: Peer) -> None:
        await peer.streams()
        await peer.event(result(peer.id, OK))
        if peer.id != 7:
            await peer.end_response()
        else:
            await peer.is_left()
            left.set()

    left = asyncio.Event()
    async with harness(legacy(streams)) as it:
        await it.initialize()
        for id in range(7):
            await it.ask(call(id))
            await asyncio.sleep(0.01)
        connections = len({peer._writer for peer in it.server.of("tools/call")})
        assert connections <= 2
        assert (await it.ask(call(7)))["result"] == OK  # though the stream stays open
        await it.until(left.is_set)


# --- too much -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["json", "event", "line", "gzip"])
async def test_an_answer_without_end_is_refused_and_the_next_one_arrives(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_transport, "MAX_LINE", 1 << 20)
    monkeypatch.setattr(sse.SseParser.__init__, "__defaults__", (1 << 20, b""))
    monkeypatch.setattr(http_transport.HttpTransport.whole, "__defaults__", (1 << 20,))

    async def floods(peer: Peer) -> None:
        if peer.id == 2:
            await fine(peer)
        elif how == "gzip":
            bomb = gzip.compress(b'{"a":"' + b"x" * (64 << 20))
            assert len(bomb) < 100_000
            await peer.respond(bomb, 200, "application/json", content_encoding=how)
        elif how == "json":
            await peer.respond(b'{"a":"' + b"x" * (4 << 20), 200, "application/json")
        else:
            await peer.streams()
            start = b'data: {"jsonrpc":"2.0","id":1,"result":"' if how == "event" else b"nonsense"
            await peer.piece(start)
            for _ in range(64):
                await peer.piece(b"x" * (1 << 16))
            await peer.piece(b'"}\n\n')
            await peer.is_left()

    async with harness(legacy(floods)) as it:
        await it.initialize()
        response = await it.ask(call(1))
        reason = response.reason if isinstance(response, jsonrpc.Malformed) else error(response)[1]
        assert "over the limit" in reason
        assert (await it.ask(call(2)))["result"] == OK


async def test_partial_bodies_are_limited_in_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MAX_PARTIAL_SIZE", 1 << 20)
    go = asyncio.Event()

    async def half(peer: Peer) -> None:
        await peer.streams()
        await peer.piece(b"data: " + b"x" * (400 << 10))
        await go.wait()

    async with harness(legacy(half)) as it:
        await it.initialize()
        await it.send(*(call(id) for id in range(4)))
        results = [await it.receive() for _ in range(2)]
        assert {error(one)[1] for one in results} == {"outcome unknown: the server sends too much at once"}
        assert it.channel._inbox._partial <= 1 << 20  # type: ignore[attr-defined]


async def test_a_server_that_is_not_listened_to_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MAX_UNDELIVERED_SIZE", 1 << 16)
    sent = 0

    async def talks(peer: Peer) -> None:
        nonlocal sent
        await peer.streams()
        for _ in range(4000):
            await peer.event({"jsonrpc": "2.0", "method": "m", "params": {"text": "x" * 10_000}})
            sent += 1
        await peer.event(result(peer.id, OK))
        await peer.end_response()

    async with harness(legacy(talks)) as it:
        await it.initialize()
        await it.send(call(1))
        before = -1
        while before != sent or not sent:  # it stops by itself: nothing more is taken
            before = sent
            await asyncio.sleep(0.3)
        assert 0 < sent < 2000
        count = 0
        while "id" not in await it.receive():
            count += 1
        assert count == 4000


async def test_many_events_in_one_chunk_do_not_block_other_coroutines() -> None:
    async with harness(legacy(fine)) as it:
        transport: http_transport.HttpTransport = it.channel._exchange  # type: ignore[attr-defined]
        taken: list[object] = []
        response = httpx2.Response(200, stream=httpx2.ByteStream(b"data:x\n\n" * 20_000))
        following = asyncio.get_running_loop().create_task(
            transport.follow(response, sse.SseParser(), lambda event: bool(taken.append(event)))
        )
        while not (taken or following.done()):
            await asyncio.sleep(0)
        assert len(taken) < 20_000
        await following
        assert len(taken) == 20_000


async def test_many_empty_lines_in_one_chunk_do_not_block_other_coroutines() -> None:
    async with harness(legacy(fine)) as it:
        transport: http_transport.HttpTransport = it.channel._exchange  # type: ignore[attr-defined]
        response = httpx2.Response(200, stream=httpx2.ByteStream(b"\n" * (1 << 20)))
        following = asyncio.get_running_loop().create_task(
            transport.follow(response, sse.SseParser(), lambda _event: False)
        )
        turns = 0
        while not following.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 20


@pytest.mark.parametrize("when", ["before", "between two pieces"])
async def test_json_answers_are_not_read_while_earlier_messages_wait(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    monkeypatch.setattr(inbox, "MAX_UNDELIVERED_SIZE", 1 << 10)
    earlier, text = {"jsonrpc": "2.0", "method": "m"}, json.dumps(result(1, OK)).encode()
    async with harness(legacy(fine)) as it:
        remote = it.channel._remote  # type: ignore[attr-defined]

        async def body() -> AsyncIterator[bytes]:
            if when != "before":
                remote.inbox.put(earlier, 1 << 10)
            yield text[:9]
            yield text[9:]

        if when == "before":
            remote.inbox.put(earlier, 1 << 10)
        response = httpx2.Response(200, headers={"content-type": "application/json"}, content=body())
        asked = remote.ask(call(1), http_transport.RequestBody(b""))
        reading = asyncio.get_running_loop().create_task(_read(remote, asked, response, sse.SseParser()))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not asked.answered
        assert await it.receive() == earlier
        await reading
        assert (await it.receive())["result"] == OK


async def test_a_very_long_header_is_refused() -> None:
    async def shouts(peer: Peer) -> None:
        await peer.raw(b"HTTP/1.1 200 OK\r\nx: " + b"y" * 300_000)
        await peer.is_left()

    async with harness(legacy(shouts)) as it:
        await it.initialize()
        assert error(await it.ask(call(1)))[1] == "outcome unknown: the connection broke"


@pytest.mark.parametrize(
    ("codings", "compress"),
    [
        ("gzip, gzip", lambda body: gzip.compress(gzip.compress(body))), ("gzip", lambda _: b"junk"),
        ("gzip", lambda body: gzip.compress(body) + b"x"), ("deflate", zlib.compress), ("zstd", lambda body: body),
    ],
)  # fmt: skip
async def test_decompression_error_is_reported(codings: str, compress: Callable[[bytes], bytes]) -> None:
    async def compresses(peer: Peer) -> None:
        body = compress(json.dumps(result(peer.id, OK)).encode())
        await peer.respond(body, 200, "application/json", content_encoding=codings)

    async with harness(legacy(compresses)) as it:
        await it.initialize()
        reason = error(await it.ask(call(1)))[1]
        assert reason.startswith("outcome unknown: the server")
        assert "compressed" in reason


async def test_compressed_response_is_read() -> None:
    async def compresses(peer: Peer) -> None:
        body = gzip.compress(json.dumps(result(peer.id, {"x": "y" * 1000})).encode())
        await peer.respond(body, 200, "application/json", content_encoding="gzip")

    async with harness(legacy(compresses)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == {"x": "y" * 1000}


async def test_data_after_a_compressed_body_is_refused_without_buffering() -> None:
    async def goes_on(peer: Peer) -> None:
        await peer.streams(content_encoding="gzip")
        await peer.piece(gzip.compress(b""))
        with contextlib.suppress(ConnectionError):
            for _ in range(1_000):
                await peer.piece(b"x" * (1 << 16))

    async with harness(legacy(goes_on)) as it:
        await it.initialize()
        begun = time.process_time()
        assert "could not be decompressed" in error(await it.ask(call(1)))[1]
        assert time.process_time() - begun < 5


# --- redirects ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_on_the_same_server_that_keeps_the_message_is_followed(status: int) -> None:
    async def moves(peer: Peer) -> None:
        if peer.path == "/mcp":
            await peer.respond(status=status, location="/mcp/")
        else:
            await fine(peer)

    async with harness(legacy(moves)) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == OK
        assert [(peer.path, peer.message) for peer in it.server.of("tools/call")] == [
            ("/mcp", call(1)), ("/mcp/", call(1)),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "location", "text"),
    [
        (302, "/other", "lose the message"),
        (303, "/other", "lose the message"),
        (307, "https://evil.example/mcp", "another server, https://evil.example,"),
        (308, "http://127.0.0.1:1/mcp", "another server, http://127.0.0.1:1,"),
        (307, "//evil.example/mcp", "another server, http://evil.example,"),
        (307, "file:///etc/passwd", "another server"),
        (307, "http://x:bad/", "redirects to an invalid address"),
        (307, "http:////[].", "redirects to an invalid address"),
        (307, "//-xn--a/", "redirects to an invalid address"),
        (307, "https://hunter2-hunter2.example/", "another server, https://[secret k].example,"),
        (307, f"https://{'a.' * 92}hunter2-hunter2/", f"another server, https://{'a.' * 92}[secret"),
        (307, "/mcp", "redirects endlessly"),
    ],
)
async def test_any_other_redirect_is_refused_with_its_place(status: int, location: str, text: str) -> None:
    async def moves(peer: Peer) -> None:
        await peer.respond(status=status, location=location)

    secrets = {"k": "hunter2-hunter2"}
    async with harness(legacy(moves), headers={"Authorization": "Bearer ${secret:k}"}, secrets=secrets) as it:
        await it.initialize()
        code, reason = error(await it.ask(call(1)))
        assert code == jsonrpc.INTERNAL_ERROR
        assert text in reason


async def test_no_cookie_is_kept() -> None:
    async def bakes(peer: Peer) -> None:
        await peer.result(OK, set_cookie="a=b")

    async with harness(legacy(bakes)) as it:
        await it.initialize()
        await it.ask(call(1))
        await it.ask(call(2))
        assert all("cookie" not in peer.headers for peer in it.server.received)
