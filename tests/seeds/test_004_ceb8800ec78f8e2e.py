"""The page of an agent framework ("Shaman"): all its examples pass through ToolGuard, except one that is not JSON."""

from __future__ import annotations

import json

import pytest

from tests.seeds.seed_harness import OVER, ScenarioHarness, Seed, listed, on_a_line, with_id

SEED = Seed("004_ceb8800ec78f8e2e")
SPEAKS = "2025-06-18"
LISTS = {"capabilities": {"tools": {"listChanged": True}}}
"""The example of the page contains a comment, which JSON does not allow."""


def test_every_documented_example_is_used() -> None:
    kinds = {"tool", "list", "call", "result", "notification", "content", "no json", "settings"}
    assert SEED.kinds() == kinds
    assert len(SEED.examples) == 15


@pytest.mark.parametrize("over", OVER)
def test_every_message_is_forwarded_unchanged_and_calls_wait_for_approval(sandbox, over) -> None:
    harness = ScenarioHarness(sandbox, over, asks=SPEAKS, speaks=SPEAKS, capabilities=LISTS)
    (ask,), (call,), (message,) = map(SEED.texts, ("list", "call", "notification"))
    for tool in SEED.texts("tool"):
        assert harness.ask(ask, listed(tool))["result"]["tools"] == [json.loads(tool)]
    harness.ask(ask, message, listed(SEED.texts("tool")[0]))
    assert harness.notification() == json.loads(message)
    for answer in SEED.texts("result"):
        assert harness.call(call, answer) == json.loads(answer)
    for content in SEED.texts("content"):
        answer = f'{{"jsonrpc":"2.0","id":9,"result":{{"content":[{content}]}}}}'
        assert harness.call(with_id(call, 9), answer)["result"]["content"] == [json.loads(content)]
    harness.close()


def test_malformed_json_ends_no_session_and_is_answered(sandbox) -> None:
    harness = ScenarioHarness(sandbox, "stdio", asks=SPEAKS, speaks=SPEAKS, capabilities=LISTS)
    answer, comment = SEED.texts("no json")
    (ask,) = SEED.texts("list")
    tools = listed(SEED.texts("tool")[0])
    error = harness.ask(ask, answer)["error"]
    assert (error["code"], error["data"]["reason"][:14]) == (-32603, "not valid JSON")
    assert harness.ask(ask, comment, tools) == json.loads(tools)
    for line in (answer, comment):
        harness.client.send(on_a_line(line).encode() + b"\n")
        assert harness.client.receive()["error"]["code"] == -32700
    assert harness.ask(ask, tools) == json.loads(tools)


@pytest.mark.case(51)
def test_unknown_tool_code_passes_unchanged(sandbox) -> None:
    harness = ScenarioHarness(sandbox, "stdio", asks=SPEAKS, speaks=SPEAKS, capabilities=LISTS)
    (call,) = SEED.texts("call")
    for code, message in ((-32003, "Tool not found: query_database"), (-32003, "no such capability"), (-32602, "参数")):
        error = {"jsonrpc": "2.0", "id": 2, "error": {"code": code, "message": message}}
        assert harness.call(call, json.dumps(error)) == error
