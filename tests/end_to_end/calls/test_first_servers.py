"""Servers of the first SDKs, which end over a request that they do not know, and clients that begin with one."""

from __future__ import annotations

import pytest

from tests.end_to_end.conftest import request
from tests.end_to_end.web import ENVELOPE
from toolguard.gate.model import ServerStateChanged

ENDS = ["strict", "stunned"]
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"done":true}}'


def modern(method, id, **params):
    return request(method, id, {**params, "_meta": ENVELOPE})


def say(client, id, **more):
    client.call(id, "say", {"lines": [DONE]}, **more)
    return client.answer(id)


def started(sandbox):
    return len(sandbox.pids())


@pytest.mark.parametrize("era", ENDS)
@pytest.mark.case(2)
def test_dual_era_client_falls_back_to_initialize(sandbox, era):
    sandbox.server("peer", era=era)
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.send(modern("server/discover", "d"))
    sandbox.wait_for_received("server/discover")
    assert client.initialize()["serverInfo"]["name"] == "peer"
    assert say(client, 1)["result"]["done"] is True
    assert {one["name"] for one in client.ask("tools/list", 2)["result"]["tools"]} == {"say", "big"}
    assert [one["params"]["name"] for one in sandbox.received_of("tools/call")] == ["say"]
    assert started(sandbox) == 2
    sandbox.until(lambda: sandbox.events(ServerStateChanged)[-1].state == "ready")


@pytest.mark.parametrize("begins", ["tools/list", "tools/call"])
def test_modern_client_reconnects_to_a_server_that_exits_on_its_first_request(sandbox, begins):
    sandbox.server("peer", era="strict")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    if begins == "tools/list":
        client.send(modern("tools/list", "l"))
        assert client.answer("l")["result"]["tools"]
    assert say(client, 1, _meta=ENVELOPE)["result"]["done"] is True
    assert len(sandbox.received_of("tools/call")) == 1
    assert started(sandbox) == 2
    told = "bridged: a 2026-07-28 client on a 2025-11-25 server"
    sandbox.until(lambda: [event.detail for event in sandbox.events(ServerStateChanged)][-1] == told)


def test_failing_server_is_started_twice_and_its_last_output_reported(sandbox):
    sandbox.server(
        "peer", "sh", "-c", f"echo begun >> {sandbox.received_file}; read line; echo no disk left >&2; exit 7"
    )
    sandbox.serve()
    client = sandbox.client()
    client.send(modern("tools/list", "l"))
    assert "no disk left" in client.answer("l")["error"]["message"]
    assert sandbox.received_file.read_text().split() == ["begun"] * 2


def test_strict_server_fails_without_a_bridge_as_without_toolguard(sandbox):
    sandbox.server("peer", era="strict", bridge="off")
    sandbox.serve()
    client = sandbox.client()
    client.send(modern("tools/list", "l"))
    assert "expected initialize" in client.answer("l")["error"]["message"]
    assert started(sandbox) == 1


def test_aggregate_lists_tools_of_a_server_that_exits_on_modern_requests(sandbox):
    sandbox.server("peer", era="strict")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client("--all", server="")
    client.send(modern("server/discover", "d"))
    assert client.answer("d")["result"]["supportedVersions"]
    client.send(modern("tools/list", "l"))
    assert {one["name"] for one in client.answer("l")["result"]["tools"]} >= {"peer__say"}
    client.call(1, "peer__say", {"lines": [DONE]}, _meta=ENVELOPE)
    assert client.answer(1)["result"]["done"] is True
    assert started(sandbox) == 2
