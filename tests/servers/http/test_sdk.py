"""Plays with the official SDK's server in every way in which it can be set up, and what it saw of us."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from tests.servers.http.harness import INITIALIZE_PARAMS, INITIALIZED, MODERN, HttpHarness, call, request
from tests.servers.sdk_process import Sdk

if TYPE_CHECKING:
    from tests.servers.conftest import LoopRunner


LEGACY = ["session", "json", "stateless", "store", "sse"]
STREAMABLE = ["session", "json", "stateless", "store"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sdk]:
    made = Sdk(tmp_path_factory.mktemp("sdk"))
    yield made
    made.stop()


@pytest.fixture
def sdk(running: Sdk) -> Sdk:
    running.begin()
    return running


def text(message: Any) -> str:
    """What a tool said."""
    content = message["result"]["content"]
    return str(content[0]["text"])


async def call_tool(
    it: HttpHarness, id: Any, tool: str, *, modern: bool = False, token: Any = None, **arguments: Any
) -> Any:
    message = call(id, tool, modern=modern, **arguments)
    if token is not None:
        message["params"]["_meta"] = {**message["params"].get("_meta", {}), "progressToken": token}
    await it.send(message)
    while (result := await it.receive()).get("id") != id or "method" in result:
        it.log.append(result)
    return result


@pytest.mark.parametrize("path", LEGACY)
def test_a_legacy_conversation_on_every_loop(path: str, run_on_loops: LoopRunner, sdk: Sdk) -> None:
    async def act() -> None:
        async with sdk.channel(path) as it:
            await it.initialize()
            assert text(await call_tool(it, 1, "echo", text="é\u2028")) == "é\u2028"
            ids = ["7", 7, 2**53 + 1, "", "ü"]
            for id in ids:
                assert (await call_tool(it, id, "echo", text=str(id)))["id"] == id
            await it.send(*(call(n, "echo", text=str(n)) for n in range(100, 130)))
            assert {(one["id"], text(one)) for one in [await it.receive() for _ in range(30)]} == {
                (n, str(n)) for n in range(100, 130)
            }
        assert it.channel.ended == "was closed"

    run_on_loops(act)


@pytest.mark.parametrize("path", STREAMABLE)
@pytest.mark.case(34)
async def test_every_request_names_session_and_revision(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        await call_tool(it, 1, "echo", text="x")
        await it.until(lambda: sdk.received("GET"))
    first, *others = sdk.received()
    assert "mcp-session-id" not in first["headers"] and "mcp-protocol-version" not in first["headers"]
    assert all(one["headers"]["mcp-protocol-version"] == "2025-11-25" for one in others)
    sessions = {one["headers"].get("mcp-session-id") for one in others}
    assert len(sessions) == 1 and (None in sessions) is (path == "stateless")
    assert len(sdk.received("DELETE")) == (path != "stateless")
    assert not any("mcp-method" in one["headers"] for one in others)


@pytest.mark.parametrize("path", ["session", "store", "sse"])
@pytest.mark.case(8)
async def test_server_request_during_a_call_reaches_the_client(path: str, sdk: Sdk) -> None:
    hello = {**INITIALIZE_PARAMS, "capabilities": {"elicitation": {}}}
    async with sdk.channel(path) as it:
        await it.ask(request("i", "initialize", **hello))
        await it.send(INITIALIZED, call(1, "ask"))
        asked = await it.receive()
        assert asked["method"] == "elicitation/create"
        assert asked["id"] == 1  # the server counts for itself
        answer = {"action": "accept", "content": {"colour": "red"}}
        response = await it.ask({"jsonrpc": "2.0", "id": asked["id"], "result": answer})
        assert text(response) == "accept: red"


@pytest.mark.parametrize("path", ["session", "stateless", "store", "sse"])
async def test_progress_arrives_in_order_before_the_response(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        await call_tool(it, 1, "count", token="t", to=20)
        steps = [one["params"]["progress"] for one in it.log if isinstance(one, dict)]
        assert steps == list(range(1, 21))


@pytest.mark.parametrize("path", ["session", "json", "store", "sse"])
@pytest.mark.case(12)
async def test_legacy_server_notifications_arrive(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        if path != "sse":
            await it.until(lambda: sdk.received("GET"))
            await asyncio.sleep(0.1)  # the SDK offers its stream a moment after it was asked for it
        await it.send(call(1, "change"))
        assert {one.get("method", "answer") for one in [await it.receive(), await it.receive()]} == {
            "notifications/tools/list_changed", "answer",
        }  # fmt: skip


async def test_stream_closed_by_its_server_is_resumed(sdk: Sdk) -> None:
    async with sdk.channel("store") as it:
        await it.initialize()
        result = await call_tool(it, 1, "poll", token="t")
        assert text(result) == "polled"
        notes = [one["params"]["message"] for one in it.log if isinstance(one, dict)]
        assert notes == ["before the break", "after the break"]
    (resumed,) = [one for one in sdk.received("GET") if "last-event-id" in one["headers"]]
    assert resumed["headers"]["mcp-session-id"]
    assert len(sdk.received("tools/call")) == 1


@pytest.mark.parametrize("path", STREAMABLE)
@pytest.mark.case(3)
async def test_modern_client_stays_modern(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        response = await it.ask(request("d", "server/discover", _meta=MODERN))
        assert response["result"]["supportedVersions"] == ["2026-07-28"]
        assert text(await call_tool(it, 1, "echo", modern=True, text="x")) == "x"
        assert (await it.ask(request(2, "no/such", _meta=MODERN)))["error"]["code"] == -32601
    assert not sdk.received("initialize") and not sdk.received("GET") and not sdk.received("DELETE")
    assert [one["headers"]["mcp-method"] for one in sdk.received()] == ["server/discover", "tools/call", "no/such"]
    assert all("mcp-session-id" not in one["headers"] for one in sdk.received())


@pytest.mark.case(2)
async def test_dual_era_client_falls_back_on_a_legacy_server(sdk: Sdk) -> None:
    async with sdk.channel("sse") as it:
        response = await it.ask(request("d", "server/discover", _meta=MODERN))
        assert response["error"]["code"] == -32601
        assert response["error"]["data"]["status"] == 405
        await it.initialize()
        assert text(await call_tool(it, 1, "echo", text="x")) == "x"


async def test_sse_transport_can_be_configured(sdk: Sdk) -> None:
    async with sdk.channel("sse", transport="sse") as it:
        await it.initialize()
        assert text(await call_tool(it, 1, "echo", text="x")) == "x"
    assert all(one["path"].startswith("/messages") for one in sdk.received("POST"))


async def test_sse_fallback_can_be_disabled(sdk: Sdk) -> None:
    async with sdk.channel("sse", transport="streamable") as it:
        response = await it.ask(request("i", "initialize", **INITIALIZE_PARAMS))
        assert response["error"]["data"]["status"] == 405
    assert not sdk.received("GET")


@pytest.mark.parametrize("path", STREAMABLE)
@pytest.mark.case(36)
async def test_parameter_headers_equal_the_sent_body(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.ask(request(0, "tools/list", _meta=MODERN))
        result = await call_tool(it, 1, "mirrored", modern=True, where="日本 ", count=-3, loud=True)
        assert text(result) == "日本  -3 True"
    headers = sdk.received("tools/call")[0]["headers"]
    assert headers["mcp-name"] == "mirrored"
    assert headers["mcp-param-region"] == "=?base64?5pel5pysIA==?="
    assert headers["mcp-param-count"] == "-3"


async def test_a_call_that_is_refused_for_its_headers_is_sent_again_after_the_tools_were_listed(sdk: Sdk) -> None:
    async with sdk.channel("session") as it:
        assert text(await call_tool(it, 1, "mirrored", modern=True, where="x")) == "x 0 None"
        assert text(await call_tool(it, 2, "mirrored", modern=True, where="y")) == "y 0 None"
        result = await call_tool(it, 3, "echo", modern=True)
        assert result["result"]["isError"]
        assert it.log == []
    methods = [one["headers"]["mcp-method"] for one in sdk.received()]
    assert methods == ["tools/call", "tools/list", "tools/call", "tools/call", "tools/call"]


@pytest.mark.parametrize("path", STREAMABLE)
@pytest.mark.case(18)
async def test_modern_call_is_cancelled_by_closing_its_stream(path: str, sdk: Sdk) -> None:
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    async with sdk.channel(path) as it:
        await it.send(call(1, "wait", modern=True, seconds=30))
        await it.until(lambda: sdk.did("ran"))
        await it.send(cancel, {**cancel, "params": {"requestId": "unknown"}})
        if path != "json":
            await it.until(lambda: sdk.did("cancelled"))
        assert text(await call_tool(it, 2, "echo", modern=True, text="x")) == "x"
    assert not sdk.received("notifications/cancelled")


@pytest.mark.parametrize("path", ["session", "json", "store", "sse"])
@pytest.mark.case(18)
async def test_legacy_call_is_cancelled_by_a_notification(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        await it.send(call(1, "wait", seconds=30))
        await it.until(lambda: sdk.did("ran"))
        await it.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        await it.until(lambda: sdk.did("cancelled"))
        assert text(await call_tool(it, 2, "echo", text="x")) == "x"
    (result,) = sdk.received("notifications/cancelled")
    assert result["headers"].get("mcp-session-id") or path == "sse"


@pytest.mark.case(42)
async def test_two_subscriptions_get_changes_until_cancelled(sdk: Sdk) -> None:
    wanted = {"notifications": {"toolsListChanged": True}}
    tag = "io.modelcontextprotocol/subscriptionId"
    async with sdk.channel("session") as it:
        for id in ("a", 5):
            results = await it.ask(request(id, "subscriptions/listen", **wanted, _meta=MODERN))
            assert results["method"] == "notifications/subscriptions/acknowledged"
        await it.send(call(1, "change", modern=True))
        results = [await it.receive() for _ in range(3)]
        tagged = {one["params"]["_meta"][tag] for one in results if one.get("method")}
        assert tagged == {"a", 5}
        await it.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
        await asyncio.sleep(0.2)
        await it.send(call(2, "change", modern=True))
        results = [await it.receive() for _ in range(2)]
        assert [one["params"]["_meta"][tag] for one in results if one.get("method")] == [5]


@pytest.mark.parametrize("path", LEGACY)
@pytest.mark.case(10)
async def test_ten_megabyte_result_is_intact(path: str, sdk: Sdk) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        assert text(await call_tool(it, 1, "big", size=10 << 20)) == "x" * (10 << 20)


@pytest.mark.parametrize("path", ["session", "json", "store"])
async def test_a_session_that_the_server_has_ended_ends_the_channel_and_the_call_did_not_run(
    path: str, sdk: Sdk
) -> None:
    async with sdk.channel(path) as it:
        await it.initialize()
        (own,) = await it.until(lambda: sdk.received("GET"))
        session = {"mcp-session-id": own["headers"]["mcp-session-id"]}
        async with httpx2.AsyncClient() as other:
            await other.delete(f"http://127.0.0.1:{sdk.port}/{path}", headers=session)
        response = await it.ask(call(1, "echo", text="x"))
        assert response["error"]["message"].startswith("ToolGuard: not run: the server had ended its session")
        assert await it.rest() == []
        assert it.channel.ended == "ended its session"
        with pytest.raises(ConnectionError, match="the server ended its session"):
            await it.send(call(2, "echo", text="x"))
    assert not sdk.did("ran")
