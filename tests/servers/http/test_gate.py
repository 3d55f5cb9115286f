"""The gate with a remote server behind it: what a person edits, and approvals that race with cancels."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.gate.conftest import SessionHarness
from tests.servers.http.harness import MODERN, Peer, Server, Spec, legacy, releasing
from toolguard.servers import ServerChannel, ServerResources, open_server

TOOL = {"name": "t", "inputSchema": {"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}}


@asynccontextmanager
async def gated(serve: Any) -> AsyncIterator[tuple[SessionHarness, Server]]:
    """A client and a person before the gate, and a remote server behind it."""
    server, harness = Server(serve), SessionHarness(open_requests=10_000)
    await server.start()

    async def opens(state: Callable[[str], None]) -> ServerChannel:
        return await open_server(
            Spec(server.url), ServerResources(release=releasing({}), log=lambda _: None, on_state=state)
        )

    harness.open = opens  # type: ignore[method-assign, assignment]
    harness.refuse = " "  # there is no `Line` of a server to wait for
    await harness.start()
    try:
        yield harness, server
    finally:
        await harness.stop()
        await server.stop()


async def tools(peer: Peer) -> None:
    listed = peer.message["method"] == "tools/list"
    await peer.result({"tools": [TOOL]} if listed else {"content": [], "resultType": "complete"})


@pytest.mark.case(36)
async def test_parameter_header_has_the_edited_argument() -> None:
    async with gated(legacy(tools)) as (harness, server):
        harness.send({"jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": {"_meta": MODERN}})
        await harness.receive()
        harness.call(1, "t", {"a": "before"}, _meta=MODERN)
        await harness.approve(edited='{"a": "after ü"}')
        assert (await harness.receive())["id"] == 1
        (peer,) = server.of("tools/call")
        assert peer.message["params"]["arguments"] == {"a": "after ü"}
        assert peer.headers["mcp-param-a"] == "=?base64?YWZ0ZXIgw7w=?="


@pytest.mark.parametrize("modern", [True, False])
@pytest.mark.case(16)
async def test_http_call_is_executed_or_withdrawn_never_both(modern: bool) -> None:
    more = {"_meta": MODERN} if modern else {}
    chance = random.Random(7)
    async with gated(legacy(tools)) as (harness, server):
        for id in range(200):
            harness.call(id, "t", {"a": str(id)}, **more)
            held = (await harness.wait_for_pending())[0]
            orders = [harness.guard.approve(held.call.id, shown=held.call.digest), harness.cancel(id)]
            chance.shuffle(orders)
            for order in orders:
                await order
                for _ in range(chance.randrange(6)):
                    await asyncio.sleep(0)
            await harness.wait_for_pending(0)
        await asyncio.sleep(0.3)
        ran = {peer.message["id"] for peer in server.of("tools/call")}
        assert len(ran) == len(server.of("tools/call"))
        forwarded = {int(one.call.rsplit("-", 1)[1]) - 1 for one in harness.log.of("CallForwarded")}
        withdrawn = {int(one.call.rsplit("-", 1)[1]) - 1 for one in harness.log.of("CallWithdrawn")}
        assert forwarded | withdrawn == set(range(200))
        assert not forwarded & withdrawn
        assert ran <= forwarded
        assert withdrawn and forwarded
