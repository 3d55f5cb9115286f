"""What a person hides is gone for the client: from every page of the list, and on call; both eras, end to end."""

from __future__ import annotations

import json

import pytest

from toolguard.gate.model import CallDecided, CallForwarded, ConfigChanged

META = "io.modelcontextprotocol/"
MODERN = {
    "_meta": {
        f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {},
        f"{META}clientInfo": {"name": "spoofed", "version": "1"},
    }
}  # fmt: skip
ALL = ["say", "big", "wait", "env", "die", "noise"]


def hide_tools(sandbox, *tools, server="peer", **more):
    """Put switches into the configuration before ToolGuard starts."""
    sandbox.config.setdefault("tools", []).extend(
        {"server": server, "tool": tool, "exposed": False, **more} for tool in tools
    )
    sandbox._write()


def pages(client, params=None):
    """The tools' names page by page, and the last answer."""
    found, cursor = [], {}
    for number in range(10):
        result = client.ask("tools/list", f"l{number}-{id(params)}", {**(params or {}), **cursor})["result"]
        found.append([tool["name"] for tool in result["tools"]])
        if "nextCursor" not in result:
            return found, result
        cursor = {"cursor": result["nextCursor"]}
    raise AssertionError("it never ends")


def names(client):
    return [name for page in pages(client)[0] for name in page]


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.case(28)
def test_hidden_tools_are_on_no_page_and_cursors_are_kept(sandbox, era):
    sandbox.server("peer", era=era)
    hide_tools(sandbox, "*")
    sandbox.config["tools"].append({"server": "peer", "tool": "wait", "exposed": True})
    sandbox._write()
    sandbox.serve()
    client = sandbox.client()
    if era == "legacy":
        client.initialize()
    found, last = pages(client, MODERN if era == "modern" else None)
    assert found == [[], [], ["wait"], []]
    assert last.get("cacheScope") == ("private" if era == "modern" else None)


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.case(28)
def test_call_of_a_hidden_tool_is_refused_as_unknown(sandbox, era):
    sandbox.server("peer", era=era)
    sandbox.allow()
    hide_tools(sandbox, "say")
    sandbox.serve()
    client = sandbox.client()
    if era == "legacy":
        client.initialize()
    more = MODERN if era == "modern" else {}
    client.call("c", "say", {"lines": []}, **more)
    error = client.answer("c")["error"]
    assert (error["code"], error["message"]) == (-32602, "Unknown tool: say")
    decided = sandbox.recorded(CallDecided)
    assert (decided.verdict, decided.by, decided.tool) == ("deny", "hidden", "say")
    assert sandbox.received_of("tools/call") == [] and sandbox.events(CallForwarded) == []


@pytest.mark.case(28)
def test_list_is_unchanged_without_visibility_rules(sandbox):
    sandbox.serve()
    through, direct = sandbox.client(), sandbox.direct()
    through.initialize()
    direct.initialize()
    for cursor in ({}, {"cursor": ""}, {"cursor": "c2"}):
        answers = [client.ask("tools/list", json.dumps(cursor), cursor) for client in (through, direct)]
        assert answers[0] == answers[1]


@pytest.mark.case(28)
def test_client_visibility_rule_ignores_the_claimed_name(sandbox):
    hide_tools(sandbox, "say", client="other")
    sandbox.allow()
    sandbox.serve()
    mine, other = sandbox.client(), sandbox.client("--client", "other")
    mine.initialize()
    other.ask("initialize", "i", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw"}})
    assert names(mine) == ALL
    assert names(other) == ALL[1:]
    other.call(7, "say", {"lines": []})
    assert other.answer(7)["error"]["code"] == -32602
    mine.call(7, "say", {"lines": ['{"jsonrpc":"2.0","id":$ID,"result":{"mine":true}}']})
    assert mine.answer(7)["result"] == {"mine": True}


def test_visibility_change_applies_at_once_and_notifies_clients(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    assert names(client) == ALL
    done = sandbox.toolguard("tool", "hide", "peer", "say")
    assert done.returncode == 0, done.stderr
    assert client.receive() == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    assert names(client) == ALL[1:]
    client.call(1, "say", {"lines": []})
    assert client.answer(1)["error"]["code"] == -32602
    assert sandbox.recorded(ConfigChanged).what == "the tool say of peer hidden"


def test_showing_a_tool_again_waits_for_a_person(sandbox):
    hide_tools(sandbox, "say")
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    done = sandbox.toolguard("tool", "expose", "peer", "say")
    assert done.returncode == 1 and "nobody could be asked" in done.stderr
    assert names(client) == ALL[1:]
    serve.stop()
    assert sandbox.toolguard("tool", "expose", "peer", "say").returncode == 0


def test_modern_client_is_notified_on_its_subscription(sandbox):
    sandbox.server("peer", era="modern")
    sandbox.serve()
    client = sandbox.client()
    pages(client, MODERN)
    listen = {**MODERN, "notifications": {"toolsListChanged": True}}
    client.send({"jsonrpc": "2.0", "id": "sub", "method": "subscriptions/listen", "params": listen})
    sandbox.wait_for_received("subscriptions/listen")
    done = sandbox.toolguard("tool", "hide", "peer")
    assert done.returncode == 0, done.stderr
    told = client.receive()
    assert told["method"] == "notifications/tools/list_changed"
    assert told["params"]["_meta"][f"{META}subscriptionId"] == "sub"


def test_command_line_lists_shows_and_refreshes_tools(sandbox):
    assert "No tools yet" in sandbox.toolguard("tool", "list").stdout
    serve = sandbox.serve()
    assert "has 6 tools" in sandbox.toolguard("tool", "look", "peer").stdout
    sandbox.toolguard("tool", "hide", "peer", "say", "--client", "raw")
    told = json.loads(sandbox.toolguard("tool", "list", "--json").stdout)
    assert [(one["name"], one["narrowed"], [tool["name"] for tool in one["tools"]]) for one in told] == [
        ("peer", ["raw"], ALL)
    ]
    assert "hidden from    raw" in sandbox.toolguard("tool", "show", "peer", "say").stdout
    assert "no tool nothing" in sandbox.toolguard("tool", "show", "peer", "nothing").stderr
    assert serve.stop() == 0
    kept = sandbox.toolguard("tool", "list", "peer").stdout
    assert all(name in kept for name in ALL), "the inventory is known without an app"
    assert sandbox.toolguard("tool", "look", "peer").returncode == 1


def test_failed_refresh_shows_the_reason(sandbox):
    sandbox.server("peer", era="dead")
    sandbox.serve()
    done = sandbox.toolguard("tool", "look", "peer")
    assert done.returncode == 1 and "could not be listed" in done.stderr
