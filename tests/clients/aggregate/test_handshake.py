"""How one client is received in the place of many servers: both eras, versions, capabilities, what comes too early."""

import asyncio

import pytest

from tests.clients.crowd import HELLO, META, TWO
from tests.gate.conftest import until
from toolguard.clients.aggregate import handshake


async def test_each_server_is_introduced_to_the_client_itself_and_waits_for_it(crowd):
    stage = crowd(
        git={"tools": ["log"], "version": "2024-11-05", "told": {"instructions": "Use log."}}, mail={"tools": []}
    )
    stage.start()
    told = await stage.asks("initialize", {"protocolVersion": "2025-06-18", "vendor/i": 1, **HELLO})
    assert told["protocolVersion"] == "2025-06-18"
    assert told["serverInfo"]["name"] == "toolguard"
    assert told["capabilities"] == {"tools": {"listChanged": True}, "logging": {}}
    assert "The server git says:\n> Use log." in told["instructions"]
    for name in ("git", "mail"):
        (heard,) = stage.server(name).heard("initialize")
        assert heard["params"] == {"protocolVersion": "2025-06-18", "vendor/i": 1, **HELLO}
        assert not stage.server(name).heard("notifications/initialized")
    stage.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for name in ("git", "mail"):
        await until(lambda name=name: stage.server(name).heard("notifications/initialized") != [])


@pytest.mark.parametrize(
    ("asked", "agreed"), [("2024-11-05", "2024-11-05"), ("2024-10-07", "2025-11-25"), (5, "2025-11-25")]
)
async def test_the_version_is_the_clients_where_it_is_one(crowd, asked, agreed):
    stage = crowd()
    stage.start()
    assert (await stage.shakes(asked))["protocolVersion"] == agreed


async def test_initialize_must_come_first_and_once(crowd):
    stage = crowd(**TWO)
    stage.start()
    assert await stage.asks("ping") == {}
    assert (await stage.asks("tools/list"))["message"] == "initialize must come first"
    assert (await stage.asks("initialize", []))["code"] == -32602
    await stage.shakes()
    assert (await stage.asks("initialize", {}))["code"] == -32600


async def test_client_without_initialized_notification_is_served(crowd):
    stage = crowd(**TWO)
    stage.start()
    stage.requests(1, "initialize", {"protocolVersion": "2025-06-18", **HELLO})
    stage.requests(2, "tools/list")
    assert len((await stage.answer(2))["result"]["tools"]) == 4
    assert "protocolVersion" in stage.aside[0]["result"]


async def test_a_server_that_refuses_the_handshake_is_left_out(crowd):
    stage = crowd(git={"tools": ["log"]}, new={"tools": ["x"], "era": "modern"}, broken={"fails": "no such program"})
    stage.start()
    await stage.shakes()
    assert await stage.lists() == ["git__log"]


# 2026-07-28

NEW = {
    "git": {"tools": ["log"], "era": "modern", "told": {"instructions": "Use log."}},
    "web": {"prompts": ["p"], "era": "modern"},
}


@pytest.mark.case(3)
async def test_modern_client_gets_modern_servers_and_every_request_names_it(crowd):
    stage = crowd(**NEW)
    stage.start()
    told = await stage.asks("server/discover", modern=True)
    assert told["resultType"] == "complete"
    assert told["supportedVersions"] == ["2026-07-28"]
    assert (told["ttlMs"], told["cacheScope"]) == (0, "private")
    assert set(told["capabilities"]) == {"tools", "prompts", "logging"}
    assert "> Use log." in told["instructions"]
    assert told["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "toolguard"
    assert await stage.lists(modern=True) == ["git__log"]
    listed = await stage.asks("tools/list", modern=True)
    assert (listed["resultType"], listed["ttlMs"], listed["cacheScope"]) == ("complete", 0, "private")
    for name in NEW:
        assert not stage.server(name).heard("initialize")
        for heard in stage.server(name).log:
            assert heard["params"]["_meta"] == META


async def test_a_modern_client_that_never_discovers_is_served(crowd):
    stage = crowd(**NEW)
    stage.start()
    stage.allows()
    stage.calls(1, "git__log", modern=True, _meta={"traceparent": "00-1-2-03", "progressToken": 5})
    await until(lambda: "git" in stage.opened)
    heard = await stage.server("git").hears("tools/call")
    assert heard["params"]["_meta"] == {**META, "traceparent": "00-1-2-03", "progressToken": 5}


@pytest.mark.case(2)
async def test_dual_era_client_falls_back_if_no_server_is_modern(crowd):
    stage = crowd(**TWO)
    stage.start()
    refused = await stage.asks("server/discover", modern=True)
    assert refused["code"] == -32601
    await stage.asks("initialize", {"protocolVersion": "2025-06-18", **HELLO})
    assert not stage.server("git").heard("notifications/initialized")
    stage.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert len(await stage.lists()) == 4
    for name in TWO:
        assert [one["method"] for one in stage.server(name).log][:2] == ["server/discover", "initialize"]


async def test_servers_that_are_silent_or_slow_do_not_keep_a_client_of_both_eras_from_the_older_one(crowd, monkeypatch):
    monkeypatch.setattr(handshake, "DISCOVER_TIMEOUT", 0.1)
    stage = crowd(git={"tools": ["log"], "deaf": ("server/discover",)})
    stage.start()
    assert (await stage.asks("server/discover", modern=True))["code"] == -32601
    await stage.shakes()
    assert await stage.lists() == ["git__log"]


async def test_with_no_server_at_all_both_eras_are_answered(crowd):
    for modern in (True, False):
        stage = crowd()
        stage.start()
        told = await (stage.asks("server/discover", modern=True) if modern else stage.shakes())
        assert told["capabilities"] == {"tools": {"listChanged": True}}
        assert await stage.lists(modern=modern) == []


async def test_one_modern_server_suffices_for_a_modern_client(crowd):
    """Whether it understands is its own affair, or that of a bridge before it."""
    stage = crowd(git={"tools": ["log"], "era": "modern"}, old={"tools": ["x"]})
    stage.start()
    assert "supportedVersions" in await stage.asks("server/discover", modern=True)
    assert await stage.lists(modern=True) == ["git__log", "old__x"]
    assert stage.server("old").heard("tools/list")[0]["params"]["_meta"] == META
    assert not stage.server("old").heard("initialize")


async def test_a_version_that_is_not_known_is_refused_with_those_that_are(crowd):
    stage = crowd(**NEW)
    stage.start()
    meta = {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    refused = await stage.asks("tools/list", {"_meta": meta}, modern=True)
    assert refused["code"] == -32022
    assert refused["data"] == {"supported": ["2026-07-28"], "requested": "2031-01-01"}


async def test_capabilities_of_a_slow_server_are_announced(crowd, monkeypatch):
    monkeypatch.setattr(handshake, "INITIALIZE_TIMEOUT", 0.05)
    slow = asyncio.Event()
    stage = crowd(snail={"prompts": ["p"], "slow": slow})
    stage.start()
    assert "prompts" in (await stage.shakes())["capabilities"]
    slow.set()
    await until(lambda: "snail" in stage.opened)
    assert await stage.lists("prompts") in (["snail__p"], [])


APPS = "io.modelcontextprotocol/ui"
PAGE = {"_meta": {"ui": {"resourceUri": "ui://git", "visibility": ["app"]}}, "inputSchema": {}}


async def test_mcp_apps_are_not_offered_behind_one_endpoint(crowd):
    """A page of one server could call another's tools there, and no message tells who called."""
    told = {"capabilities": {"tools": {}, "extensions": {APPS: {}}}}
    stage = crowd(git={"tools": ["log", {"name": "for_page", **PAGE}], "told": told})
    stage.start()
    hello = {**HELLO, "capabilities": {"sampling": {}, "extensions": {APPS: {"mimeTypes": ["text/html"]}, "x/y": {}}}}
    answer = await stage.asks("initialize", {"protocolVersion": "2025-06-18", **hello})
    assert "extensions" not in answer["capabilities"]
    (heard,) = stage.server("git").heard("initialize")
    assert heard["params"]["capabilities"] == {"sampling": {}, "extensions": {"x/y": {}}}
    stage.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert await stage.lists() == ["git__log"]
    refused = await stage.asks("tools/call", {"name": "git__for_page", "arguments": {}})
    assert refused["message"] == "Unknown tool: git__for_page"


async def test_a_modern_client_is_introduced_without_them_too(crowd):
    stage = crowd(git={"tools": ["log"], "era": "modern"})
    stage.start()
    capabilities = "io.modelcontextprotocol/clientCapabilities"
    meta = {**META, capabilities: {"extensions": {APPS: {}}}}
    await stage.asks("tools/list", {"_meta": meta})
    (heard,) = stage.server("git").heard("tools/list")
    assert heard["params"]["_meta"][capabilities] == {"extensions": {}}
