"""A bridge around a remote server: headers, sessions and streams are those of the server's own era."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.gate.conftest import SessionHarness
from tests.servers.bridge.harness import META, MODERN, error, meta, notification, request, result
from tests.servers.http.harness import Peer, Server, Spec, legacy, releasing
from tests.support.waiting import until
from toolguard.servers import ServerResources, open_server
from toolguard.servers.bridge.channel import Bridge, BridgeMemory

CAN = {"elicitation": {}}
DISCOVERED = {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {}, "ttlMs": 0,
              "cacheScope": "private"}  # fmt: skip
FORM = {"message": "Sure?", "requestedSchema": {"type": "object"}}
ASKS = {
    "resultType": "input_required", "requestState": "s",
    "inputRequests": {"k": {"method": "elicitation/create", "params": FORM}},
}  # fmt: skip
OK = {"content": [{"type": "text", "text": "done"}]}


@asynccontextmanager
async def gated(serve: Any) -> AsyncIterator[tuple[SessionHarness, Server]]:
    """A client and a person before the gate, and a remote server behind a bridge."""
    server, harness, memory = Server(serve), SessionHarness(), BridgeMemory()
    await server.start()

    async def opens(state: Callable[..., None]) -> Bridge:
        channel = await open_server(
            Spec(server.url), ServerResources(release=releasing({}), log=lambda _: None, on_state=state)
        )
        return Bridge(channel, memory, lambda how: state("ready", how))

    harness.open = opens  # type: ignore[method-assign, assignment]
    harness.refuse = " "  # there is no `Line` of a server to wait for
    await harness.start()
    try:
        yield harness, server
    finally:
        await harness.stop()
        await server.stop()


async def modern_only(peer: Peer) -> None:
    """Refuses a handshake with a status as 2026-07-28 says; a call asks first."""
    message = peer.message
    if message["method"] == "initialize":
        await peer.json(error(message["id"], -32022, data={"supported": [MODERN], "requested": "x"}), 400)
    elif message["method"] == "server/discover":
        await peer.result(DISCOVERED)
    elif "inputResponses" in message["params"]:
        await peer.streams()
        outcome = notification("notifications/progress", {"progressToken": "t", "progress": 1})
        await peer.event(outcome)
        await peer.event(result(message["id"], {**OK, "resultType": "complete"}))
        await peer.end_response()
    elif message["params"]["name"] == "wait":
        await peer.streams()
        await peer.is_left()
    else:
        await peer.result(ASKS)


async def opened(harness: SessionHarness) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": CAN, "clientInfo": {"name": "c", "version": "1"}}
    harness.send(request(0, "initialize", hello))
    assert (await harness.receive())["result"]["protocolVersion"] == "2025-06-18"
    harness.send(notification("notifications/initialized"))


async def test_a_legacy_client_works_on_a_remote_modern_server_in_two_rounds() -> None:
    async with gated(modern_only) as (harness, server):
        await opened(harness)
        harness.call(1, "pay", {"sum": 1}, _meta={"progressToken": "t"})
        await harness.approve()
        asked = await harness.receive()
        assert (asked["method"], asked["params"]) == ("elicitation/create", FORM)
        harness.send(result(asked["id"], {"action": "accept"}))
        assert (await harness.receive())["method"] == "notifications/progress"
        assert await harness.receive() == result(1, OK)
        first, again = server.of("tools/call")
        assert again.message["params"]["arguments"] == first.message["params"]["arguments"] == {"sum": 1}
        for peer in (first, again):
            assert peer.headers["mcp-protocol-version"] == MODERN
            assert (peer.headers["mcp-method"], peer.headers["mcp-name"]) == ("tools/call", "pay")
        assert server.methods() == ["initialize", "server/discover", "tools/call", "tools/call"]
        assert harness.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


@pytest.mark.case(31)
async def test_legacy_cancel_closes_the_modern_stream() -> None:
    async with gated(modern_only) as (harness, server):
        await opened(harness)
        harness.call(1, "wait")
        await harness.approve()
        await until(lambda: server.of("tools/call"))
        await harness.cancel(1)
        await until(lambda: server.of("tools/call")[0].closes)
        assert "notifications/cancelled" not in server.methods()


async def serve_modern_client(peer: Peer) -> None:
    if peer.message["method"] == "server/discover":
        await peer.json(error("server-error", -32600, "Bad Request: missing session"), 400)
    elif peer.headers.get("mcp-session-id") is None:
        await peer.json(error(None, -32600, "Bad Request: missing session"), 400)
    else:
        await peer.result({"tools": []} if peer.message["method"] == "tools/list" else OK)


async def test_a_modern_client_works_on_a_remote_legacy_server_in_a_session() -> None:
    async with gated(legacy(serve_modern_client)) as (harness, server):
        harness.send(request("d", "server/discover", {"_meta": meta(CAN)}))
        assert "error" in await harness.receive()
        harness.send(request("l", "tools/list", {"_meta": meta(CAN)}))
        assert (await harness.receive())["result"] == {
            "tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"
        }  # fmt: skip
        harness.call(1, "pay", _meta=meta(CAN))
        await harness.approve()
        assert await harness.receive() == result(1, {**OK, "resultType": "complete"})
        (call,) = server.of("tools/call")
        assert call.headers["mcp-session-id"] == "s-1"
        assert call.headers["mcp-protocol-version"] == "2025-11-25"
        assert META not in json.dumps(call.message)


@pytest.mark.case(32)
async def test_ended_remote_session_is_reopened_without_repeating_calls() -> None:
    ended = False

    async def forgets(peer: Peer) -> None:
        nonlocal ended
        if peer.message["method"] == "tools/call" and not ended:
            ended = True
            await peer.json(error(None, -32600, "Session not found"), 404)
        else:
            await serve_modern_client(peer)

    async with gated(legacy(forgets)) as (harness, server):
        harness.call(1, "pay", _meta=meta(CAN))
        await harness.approve()
        assert "error" in await harness.receive()
        harness.call(2, "pay", _meta=meta(CAN))
        await harness.approve()
        assert await harness.receive() == result(2, {**OK, "resultType": "complete"})
        assert [one.message["id"] for one in server.of("tools/call")] == [1, 2]
        assert len(server.of("initialize")) == 2
