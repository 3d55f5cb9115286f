"""What aiohttp is used for, over real sockets: a request as it is given, and each thing that goes wrong by its name."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import httpx2
import pytest

from toolguard.servers.http import connections
from toolguard.servers.http.connections import HttpConnections
from toolguard.servers.http.transport import RequestBody

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
FINE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


@asynccontextmanager
async def to(serve: Serve) -> AsyncIterator[tuple[HttpConnections, httpx2.URL]]:
    """Connections, and the address of a server that does what ``serve`` says."""

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(served, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    made = HttpConnections(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    try:
        yield made, httpx2.URL(f"http://127.0.0.1:{port}/a%2Fb?c=%20+d")
    finally:
        await made.close()
        server.close()


async def whole(response: httpx2.Response) -> bytes:
    data = b"".join([piece async for piece in response.aiter_bytes()])
    await response.aclose()
    return data


async def head_of(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


async def test_request_is_sent_unchanged() -> None:
    received = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.append(await head_of(reader) + await reader.readexactly(4))
        writer.write(FINE)
        received.append(await head_of(reader))
        writer.write(FINE)
        await writer.drain()

    async with to(serve) as (made, url):
        body = RequestBody(b"body")
        fields = [("Host", "x"), ("Mcp-Name", "a"), ("Content-Length", "4")]
        assert await whole(await made.send("POST", url, fields, body, 60)) == b"ok"
        assert body.is_sending and body.left.is_set()
        assert await whole(await made.send("GET", url, [("Host", "x")], None, 60)) == b"ok"
    lines = b"Host: x\r\nMcp-Name: a\r\nContent-Length: 4\r\n\r\nbody"
    assert received == [
        b"POST /a%2Fb?c=%20+d HTTP/1.1\r\n" + lines,
        b"GET /a%2Fb?c=%20+d HTTP/1.1\r\nHost: x\r\n\r\n",
    ], "one connection, and no field of aiohttp's"


async def test_localhost_name_resolves_only_to_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, others = [], [{"host": "198.51.100.1"}]
    resolve = aiohttp.ThreadedResolver.resolve

    async def hostile(self: aiohttp.ThreadedResolver, host: str, *more: Any) -> list[Any]:
        asked.append(host)
        return [*others, *await resolve(self, host, *more)]

    monkeypatch.setattr(aiohttp.ThreadedResolver, "resolve", hostile)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(FINE)

    async with to(serve) as (made, url):
        named = url.copy_with(host="app.localhost")
        assert await whole(await made.send("GET", named, [("Host", named.netloc.decode())], None, 20)) == b"ok"
    assert asked == ["localhost"]


async def test_flood_of_interim_responses_ends_its_connection() -> None:
    ended = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        try:
            while True:
                writer.write(b"HTTP/1.1 102 Processing\r\n\r\n" * 1000)
                await writer.drain()
        finally:
            ended.set()

    async with asyncio.timeout(30), to(serve) as (made, url):
        with pytest.raises(httpx2.ReadError):
            await made.send("GET", url, [("Host", "x")], None, 60)
        await ended.wait()


async def test_several_interim_responses_precede_the_answer() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 102 Processing\r\n\r\n" * 50 + FINE)
        await writer.drain()

    async with to(serve) as (made, url):
        assert await whole(await made.send("GET", url, [("Host", "x")], None, 60)) == b"ok"


async def test_an_answer_that_is_not_read_to_its_end_ends_its_connection() -> None:
    ended = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nsome")
        await reader.read()
        ended.set()

    async with to(serve) as (made, url):
        response = await made.send("GET", url, [("Host", "x")], None, 60)
        await response.aclose()
        await asyncio.wait_for(ended.wait(), 120)


async def test_server_that_stops_reading_a_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_WRITE_TIMEOUT", 0.3)
    over = asyncio.Event()

    async def serve(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await over.wait()

    async with to(serve) as (made, url):
        body = RequestBody(b"x" * (64 << 20))
        fields = [("Host", "x"), ("Content-Length", str(len(body.data)))]
        with pytest.raises(httpx2.TimeoutException):
            await made.send("POST", url, fields, body, None)
        assert body.is_sending and not body.left.is_set()
        over.set()


async def test_early_refusal_of_a_body_is_read() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 413 Content Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbig")
        await writer.drain()
        await reader.read(100_000)

    async with to(serve) as (made, url):
        body = RequestBody(b"x" * (8 << 20))
        fields = [("Host", "x"), ("Content-Length", str(len(body.data)))]
        response = await made.send("POST", url, fields, body, 60)
        assert response.status_code == 413
        await response.aclose()


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 70_000 + b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n123456",
        b"",
    ],
    ids=["a field without end", "another protocol", "two lengths", "nothing"],
)
async def test_invalid_response_is_a_broken_connection(head: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(head)
        await writer.drain()

    async with to(serve) as (made, url):
        with pytest.raises(httpx2.ReadError):
            await made.send("GET", url, [("Host", "x")], None, 60)


async def test_silent_server_is_awaited_for_the_requested_time() -> None:
    over = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n")
        await over.wait()

    async with to(serve) as (made, url):
        response = await made.send("GET", url, [("Host", "x")], None, 0.2)
        with pytest.raises(httpx2.ReadTimeout):
            await whole(response)
        await response.aclose()
        over.set()


async def test_a_field_with_a_line_break_is_not_sent() -> None:
    async def serve(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        raise AssertionError(await reader.read())

    async with to(serve) as (made, url):
        with pytest.raises(httpx2.LocalProtocolError):
            await made.send("GET", url, [("Host", "x"), ("A", "b\r\nC: d")], None, 60)
