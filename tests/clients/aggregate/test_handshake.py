"""How one client is received in the place of many servers: both eras, versions, capabilities, what comes too early."""

import asyncio

import pytest

from tests.clients.aggregate_harness import INITIALIZE_PARAMS, META, TWO
from tests.support.waiting import until
from toolguard.clients.aggregate import handshake


async def test_each_server_is_initialized_with_the_client_info_and_waits_for_initialized(make_harness):
    harness = make_harness(
        git={"tools": ["log"], "version": "2024-11-05", "told": {"instructions": "Use log."}}, mail={"tools": []}
    )
    harness.start()
    response = await harness.ask("initialize", {"protocolVersion": "2025-06-18", "vendor/i": 1, **INITIALIZE_PARAMS})
    assert response["protocolVersion"] == "2025-06-18"
    assert response["serverInfo"]["name"] == "toolguard"
    assert response["capabilities"] == {"tools": {"listChanged": True}, "logging": {}}
    assert "The server git says:\n> Use log." in response["instructions"]
    for name in ("git", "mail"):
        (received,) = harness.server(name).received("initialize")
        assert received["params"] == {"protocolVersion": "2025-06-18", "vendor/i": 1, **INITIALIZE_PARAMS}
        assert not harness.server(name).received("notifications/initialized")
    harness.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for name in ("git", "mail"):
        await until(lambda name=name: harness.server(name).received("notifications/initialized") != [])


@pytest.mark.parametrize(
    ("asked", "agreed"), [("2024-11-05", "2024-11-05"), ("2024-10-07", "2025-11-25"), (5, "2025-11-25")]
)
async def test_handshake_uses_the_version_of_the_client_if_it_is_supported(make_harness, asked, agreed):
    harness = make_harness()
    harness.start()
    assert (await harness.initialize(asked))["protocolVersion"] == agreed


async def test_initialize_must_come_first_and_once(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    assert await harness.ask("ping") == {}
    assert (await harness.ask("tools/list"))["message"] == "initialize must come first"
    assert (await harness.ask("initialize", []))["code"] == -32602
    await harness.initialize()
    assert (await harness.ask("initialize", {}))["code"] == -32600


async def test_client_without_initialized_notification_is_served(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    harness.request(1, "initialize", {"protocolVersion": "2025-06-18", **INITIALIZE_PARAMS})
    harness.request(2, "tools/list")
    assert len((await harness.answer(2))["result"]["tools"]) == 4
    assert "protocolVersion" in harness.aside[0]["result"]


async def test_a_server_that_refuses_the_handshake_is_left_out(make_harness):
    harness = make_harness(
        git={"tools": ["log"]}, new={"tools": ["x"], "era": "modern"}, broken={"fails": "no such program"}
    )
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__log"]


# 2026-07-28

NEW = {
    "git": {"tools": ["log"], "era": "modern", "told": {"instructions": "Use log."}},
    "web": {"prompts": ["p"], "era": "modern"},
}


@pytest.mark.case(3)
async def test_modern_client_gets_modern_servers_and_every_request_names_it(make_harness):
    harness = make_harness(**NEW)
    harness.start()
    response = await harness.ask("server/discover", modern=True)
    assert response["resultType"] == "complete"
    assert response["supportedVersions"] == ["2026-07-28"]
    assert (response["ttlMs"], response["cacheScope"]) == (0, "private")
    assert set(response["capabilities"]) == {"tools", "prompts", "logging"}
    assert "> Use log." in response["instructions"]
    assert response["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "toolguard"
    assert await harness.list_names(modern=True) == ["git__log"]
    listed = await harness.ask("tools/list", modern=True)
    assert (listed["resultType"], listed["ttlMs"], listed["cacheScope"]) == ("complete", 0, "private")
    for name in NEW:
        assert not harness.server(name).received("initialize")
        for received in harness.server(name).log:
            assert received["params"]["_meta"] == META


async def test_a_modern_client_that_never_discovers_is_served(make_harness):
    harness = make_harness(**NEW)
    harness.start()
    harness.allow()
    harness.call(1, "git__log", modern=True, _meta={"traceparent": "00-1-2-03", "progressToken": 5})
    await until(lambda: "git" in harness.opened)
    received = await harness.server("git").receive("tools/call")
    assert received["params"]["_meta"] == {**META, "traceparent": "00-1-2-03", "progressToken": 5}


@pytest.mark.case(2)
async def test_dual_era_client_falls_back_if_no_server_is_modern(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    refused = await harness.ask("server/discover", modern=True)
    assert refused["code"] == -32601
    await harness.ask("initialize", {"protocolVersion": "2025-06-18", **INITIALIZE_PARAMS})
    assert not harness.server("git").received("notifications/initialized")
    harness.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert len(await harness.list_names()) == 4
    for name in TWO:
        assert [one["method"] for one in harness.server(name).log][:2] == ["server/discover", "initialize"]


async def test_unanswered_discovery_lets_a_client_of_both_eras_fall_back(make_harness, monkeypatch):
    monkeypatch.setattr(handshake, "DISCOVER_TIMEOUT", 0.1)
    harness = make_harness(git={"tools": ["log"], "deaf": ("server/discover",)})
    harness.start()
    assert (await harness.ask("server/discover", modern=True))["code"] == -32601
    await harness.initialize()
    assert await harness.list_names() == ["git__log"]


async def test_both_eras_are_answered_without_servers(make_harness):
    for modern in (True, False):
        harness = make_harness()
        harness.start()
        result = await (harness.ask("server/discover", modern=True) if modern else harness.initialize())
        assert result["capabilities"] == {"tools": {"listChanged": True}}
        assert await harness.list_names(modern=modern) == []


async def test_one_modern_server_suffices_for_a_modern_client(make_harness):
    """Whether it understands is its own affair, or that of a bridge before it."""
    harness = make_harness(git={"tools": ["log"], "era": "modern"}, old={"tools": ["x"]})
    harness.start()
    assert "supportedVersions" in await harness.ask("server/discover", modern=True)
    assert await harness.list_names(modern=True) == ["git__log", "old__x"]
    assert harness.server("old").received("tools/list")[0]["params"]["_meta"] == META
    assert not harness.server("old").received("initialize")


async def test_a_version_that_is_not_known_is_refused_with_those_that_are(make_harness):
    harness = make_harness(**NEW)
    harness.start()
    meta = {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    refused = await harness.ask("tools/list", {"_meta": meta}, modern=True)
    assert refused["code"] == -32022
    assert refused["data"] == {"supported": ["2026-07-28"], "requested": "2031-01-01"}


async def test_capabilities_of_a_slow_server_are_announced(make_harness, monkeypatch):
    monkeypatch.setattr(handshake, "INITIALIZE_TIMEOUT", 0.05)
    slow = asyncio.Event()
    harness = make_harness(snail={"prompts": ["p"], "slow": slow})
    harness.start()
    assert "prompts" in (await harness.initialize())["capabilities"]
    slow.set()
    await until(lambda: "snail" in harness.opened)
    assert await harness.list_names("prompts") in (["snail__p"], [])


APPS = "io.modelcontextprotocol/ui"
PAGE = {"_meta": {"ui": {"resourceUri": "ui://git", "visibility": ["app"]}}, "inputSchema": {}}


async def test_mcp_apps_are_not_offered_behind_one_endpoint(make_harness):
    """A page of one server could call another's tools there, and no message tells who called."""
    members = {"capabilities": {"tools": {}, "extensions": {APPS: {}}}}
    harness = make_harness(git={"tools": ["log", {"name": "for_page", **PAGE}], "told": members})
    harness.start()
    hello = {
        **INITIALIZE_PARAMS,
        "capabilities": {"sampling": {}, "extensions": {APPS: {"mimeTypes": ["text/html"]}, "x/y": {}}},
    }
    answer = await harness.ask("initialize", {"protocolVersion": "2025-06-18", **hello})
    assert "extensions" not in answer["capabilities"]
    (received,) = harness.server("git").received("initialize")
    assert received["params"]["capabilities"] == {"sampling": {}, "extensions": {"x/y": {}}}
    harness.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert await harness.list_names() == ["git__log"]
    refused = await harness.ask("tools/call", {"name": "git__for_page", "arguments": {}})
    assert refused["message"] == "Unknown tool: git__for_page"


async def test_mcp_apps_capability_is_also_removed_for_a_modern_client(make_harness):
    harness = make_harness(git={"tools": ["log"], "era": "modern"})
    harness.start()
    capabilities = "io.modelcontextprotocol/clientCapabilities"
    meta = {**META, capabilities: {"extensions": {APPS: {}}}}
    await harness.ask("tools/list", {"_meta": meta})
    (received,) = harness.server("git").received("tools/list")
    assert received["params"]["_meta"][capabilities] == {"extensions": {}}
