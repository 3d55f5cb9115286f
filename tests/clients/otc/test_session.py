"""The channel that speaks MCP for a client that does not: one handshake, whole lists, and answers to whoever asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from toolguard.clients.aggregate import member
from toolguard.clients.http.streams import StreamTiming
from toolguard.clients.otc import session
from toolguard.clients.otc.session import CLIENT_NAME, OtcSession, ServerNotReadyError
from toolguard.gate import jsonrpc

Answer = Callable[[dict[str, Any]], Any]
TOOL = {"name": "read", "inputSchema": {"type": "object"}}
LOOP = {"name": "tree", "inputSchema": {"properties": {"n": {"$ref": "#"}}}}


class Server:
    """Answers what the channel says, as ``results`` tells by method."""

    def __init__(self, channel: OtcSession, **results: Any) -> None:
        self.received: list[Any] = []
        self.results = {
            "initialize": {"protocolVersion": "2025-11-25", "serverInfo": {"name": "s", "version": "3.2.1"}},
            "tools/list": {"tools": [TOOL]}, **{name.replace("_", "/"): one for name, one in results.items()},
        }  # fmt: skip
        self._channel = channel
        self._task = asyncio.get_running_loop().create_task(self._run())

    def methods(self) -> list[str]:
        return [one["method"] for one in self.received]

    async def _run(self) -> None:
        async for message in self._channel:
            self.received.append(message)
            result = self.results.get(message.get("method"))
            if callable(result):
                result = result(message["params"])
            if "id" in message and "method" in message and result is not None:
                await self.send(id=message["id"], **({"error": result} if "code" in result else {"result": result}))
        await self._channel.close(self._channel.ended)

    async def send(self, **message: Any) -> None:
        (one,) = jsonrpc.decode_server(json.dumps({"jsonrpc": "2.0", **message}).encode())
        await self._channel.send(one)

    async def end(self) -> None:
        self._channel.end("over")
        await self._task


@pytest.fixture
async def channel():
    return OtcSession("me", "peer", StreamTiming(), editions=lambda: {"read": 3})


async def test_concurrent_catalog_requests_share_one_handshake_and_list(channel: OtcSession) -> None:
    server = Server(channel)
    assert channel.idle_timeout == StreamTiming().idle_unanswered
    first, second = await asyncio.gather(channel.catalog(), channel.catalog(refresh=True))
    assert first is second and first.find("peer.read").version == "3.2.3"
    assert await channel.catalog() is first
    assert server.methods() == ["initialize", "notifications/initialized", "tools/list"]
    assert server.received[0]["params"]["clientInfo"]["name"] == CLIENT_NAME
    assert server.received[0]["params"]["capabilities"] == {}
    await server.send(method="notifications/tools/list_changed")
    assert await channel.catalog() is not first
    assert channel.idle_timeout == StreamTiming().idle_modern
    await server.end()


async def test_all_pages_are_listed_and_a_repeated_cursor_ends_it(channel: OtcSession) -> None:
    def page(params: dict[str, Any]) -> Any:
        number = {None: 0, "": 1, "b": 2}[params.get("cursor")]
        return {"tools": [{**TOOL, "name": f"t{number}"}, LOOP], "nextCursor": ["", "b", ""][number]}

    server = Server(channel, tools_list=page)
    catalog = await channel.catalog()
    assert len(catalog) == 3, "the one that cannot be told is left out"
    assert server.methods().count("tools/list") == 3
    await server.end()


async def test_server_request_is_refused_and_ping_is_answered(channel: OtcSession) -> None:
    server = Server(channel)
    await server.send(id="a", method="sampling/createMessage", params={})
    await server.send(id="b", method="ping")
    await server.send(method="notifications/message", params={})
    await channel.catalog()
    answers = {one["id"]: one for one in server.received if "method" not in one}
    assert answers["a"]["error"]["code"] == -32601 and answers["b"]["result"] == {}
    await server.end()


async def test_failed_handshake_is_reported_and_retried(channel: OtcSession) -> None:
    server = Server(channel, initialize={"code": -32603, "message": "ToolGuard: no program of this name"})
    with pytest.raises(ServerNotReadyError, match=r"^no program of this name"):
        await channel.catalog()
    server.results["initialize"] = {"protocolVersion": "2025-11-25"}
    assert (await channel.catalog()).find("peer.read").version == "1.0.2"
    await server.end()


async def test_slow_server_is_reported_as_not_ready_and_can_be_used_later(
    channel: OtcSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "START_TIMEOUT", 0.05)
    server = Server(channel, tools_list=lambda _params: None)
    with pytest.raises(ServerNotReadyError, match="try again"):
        await channel.catalog()
    asked = next(one for one in server.received if one["method"] == "tools/list")
    await server.send(id=asked["id"], result={"tools": []})
    assert len(await channel.catalog()) == 0, "what was begun is not begun again"
    assert server.methods().count("tools/list") == 1
    await server.end()


async def test_waiting_requests_fail_when_the_session_ends(channel: OtcSession) -> None:
    server = Server(channel)
    waiting = asyncio.create_task(channel.request("tools/call", {}))
    await asyncio.sleep(0)
    assert channel.idle_seconds() == 0.0
    await server.end()
    with pytest.raises(ServerNotReadyError, match="over"):
        await waiting
    for work in (channel.request("ping", {}), channel.catalog()):
        with pytest.raises(ServerNotReadyError, match="over"):
            await work
    with pytest.raises(ConnectionError):
        await channel.send({"jsonrpc": "2.0", "id": 1, "result": {}})


async def test_response_without_a_request_is_ignored(channel: OtcSession) -> None:
    server = Server(channel)
    await server.send(id=99, result={})
    channel.cancel(7)
    await channel.catalog()
    assert server.received[0]["params"]["requestId"] == 7
    await server.end()


async def test_expanding_schemas_are_listed_up_to_the_limit(
    channel: OtcSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MAX_DEFINITION_BYTES", 1024 * 1024)
    parts = {
        "a": {"type": "object", "properties": {f"p{one}": {"$ref": "#/$defs/b"} for one in range(20)}},
        "b": {"type": "object", "properties": {f"q{one}": {"$ref": "#/$defs/c"} for one in range(40)}},
        "c": {"type": "string", "description": "x" * 200},
    }
    large = {"type": "object", "$defs": parts, "properties": {"z": {"$ref": "#/$defs/a"}}}
    tools = [{"name": f"t{one}", "inputSchema": large} for one in range(30)]
    server = Server(channel, tools_list={"tools": [TOOL, *tools]})
    catalog = await channel.catalog()
    assert 1 < len(catalog) < 10
    server.results["tools/list"] = {"tools": [*({**LOOP, "name": f"l{one}"} for one in range(100)), TOOL]}
    assert len(await channel.catalog(refresh=True)) == 0, "what is no use was looked through long enough"
    await server.end()


async def test_list_takes_limited_memory(channel, monkeypatch):
    monkeypatch.setattr(member, "MAX_LIST_SIZE", 4_000)
    count = 0

    def page(_params):
        nonlocal count
        count += 1
        tool = {**TOOL, "name": f"tool{count}", "description": "x" * 1_000}
        return {"tools": [tool], "nextCursor": str(count)}

    server = Server(channel, tools_list=page)
    await channel.catalog()
    assert count == 4
    await server.end()
