"""Servers of 2024-11-05: found, spoken to, and not believed when they name another server."""

from __future__ import annotations

import pytest

from tests.servers.http.harness import INITIALIZE_PARAMS, MODERN, OK, Peer, call, error, harness, request, result
from toolguard.gate import jsonrpc


class Old:
    """A server of 2024-11-05. ``endpoint`` is what it says first."""

    def __init__(self, endpoint: str | None = "/post?s=1") -> None:
        self.endpoint = endpoint
        self.stream: Peer | None = None

    async def __call__(self, peer: Peer) -> None:
        if peer.method == "GET":
            self.stream = peer
            await peer.streams()
            if self.endpoint is not None:
                await peer.event(self.endpoint, event="endpoint")
            await peer.is_left()
        elif peer.path == "/mcp":
            await peer.respond(status=404)
        else:
            await peer.respond(b"Accepted", 202)
            if "id" in peer.message and self.stream is not None and peer.message["method"] != "silence":
                await self.stream.event(result(peer.id, OK))


async def test_http_sse_server_is_detected_and_used() -> None:
    async with harness(Old()) as it:
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == OK
        assert it.server.received[-1].path == "/post?s=1"
        assert [peer.method for peer in it.server.received].count("GET") == 1


@pytest.mark.parametrize("first", ["initialize", "server/discover"])
async def test_an_old_server_that_opens_its_stream_for_a_message_too_is_found(first: str) -> None:
    old = Old()

    async def serve(peer: Peer) -> None:
        if peer.method == "POST" and peer.path == "/mcp":  # it looks at the path alone
            await peer.streams()
            await peer.event("/post?s=0", event="endpoint")
            await peer.is_left()
        else:
            await old(peer)

    async with harness(serve) as it:
        if first == "server/discover":
            response = await it.ask(request(9, first, _meta=MODERN))
            assert response["error"]["code"] == jsonrpc.METHOD_NOT_FOUND
        await it.initialize()
        assert (await it.ask(call(1)))["result"] == OK
        assert it.server.received[-1].path == "/post?s=1"


@pytest.mark.parametrize(
    ("endpoint", "text"),
    [
        ("https://evil.example/post", "another server"),
        ("//evil.example/post", "another server"),
        ("http://x:bad/", "names an invalid address"),
        ("http:////[].", "names an invalid address"),
        ("//-xn--a/", "names an invalid address"),
        (None, "does not name its message endpoint"),
    ],
)
async def test_http_sse_endpoint_on_another_origin_is_refused(
    endpoint: str | None, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if endpoint is None:
        monkeypatch.setattr("toolguard.servers.http.http_sse._ENDPOINT_TIMEOUT", 0.2)
    async with harness(Old(endpoint), transport="sse") as it:
        code, reason = error(await it.ask(request("i", "initialize", **INITIALIZE_PARAMS)))
        assert text in reason
        assert code == jsonrpc.INTERNAL_ERROR
        assert it.server.methods() == ["GET"]


async def test_session_ends_with_the_stream_of_an_http_sse_server() -> None:
    old = Old()
    async with harness(old) as it:
        await it.initialize()
        await it.send(request(1, "silence"))
        await it.until(lambda: it.server.of("silence"))
        assert old.stream is not None
        old.stream.disconnect()
        assert await it.rest() == []
        assert it.channel.ended == "lost its connection (the connection broke)"


async def test_refusal_by_an_http_sse_server_is_reported() -> None:
    class Refusing(Old):
        async def __call__(self, peer: Peer) -> None:
            if peer.method == "POST" and (peer.message or {}).get("method") == "tools/call":
                await peer.respond(status=400)
            else:
                await super().__call__(peer)

    async with harness(Refusing()) as it:
        await it.initialize()
        assert error(await it.ask(call(1)))[1] == "not run: the server refused it (status 400 Bad Request)"


async def test_refused_handshake_is_reported_without_an_sse_server() -> None:
    async def no(peer: Peer) -> None:
        body = {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": "not you"}}
        await (peer.json(body, 400) if peer.method == "POST" else peer.respond(status=405))

    async with harness(no) as it:
        response = await it.ask(request("i", "initialize", **INITIALIZE_PARAMS))
        assert response["error"] == {"code": -32000, "message": "not you"}
        assert it.server.methods() == ["initialize", "GET"]


@pytest.mark.case(4)
async def test_modern_handshake_refusal_reaches_the_client_at_once() -> None:
    refusal = {"code": -32022, "message": "Unsupported", "data": {"supported": ["2026-07-28"]}}

    async def modern(peer: Peer) -> None:
        await peer.json({"jsonrpc": "2.0", "id": peer.id, "error": refusal}, 400)

    async with harness(modern) as it:
        response = await it.ask(request("i", "initialize", **INITIALIZE_PARAMS))
        assert response == {"jsonrpc": "2.0", "id": "i", "error": refusal}
        assert it.server.methods() == ["initialize"]
