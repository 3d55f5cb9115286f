"""A later version of the page, with two paths for errors: all its examples pass through ToolGuard."""

from __future__ import annotations

import json

import pytest

from tests.seeds.seed_harness import OVER, ScenarioHarness, Seed, listed, with_id
from toolguard.gate.model import CallCompleted

SEED = Seed("002_5ef9a34d6f85e1e1")
SPEAKS = "2024-10-07"


def test_every_documented_example_is_used() -> None:
    assert SEED.kinds() == {"capabilities", "tool", "list", "tools", "call", "result", "notification", "error"}
    assert len(SEED.examples) == 12


@pytest.mark.parametrize("capabilities", SEED.values("capabilities"))
def test_server_capabilities_pass_unchanged(sandbox, capabilities) -> None:
    harness = ScenarioHarness(sandbox, "stdio", asks=SPEAKS, speaks=SPEAKS, capabilities=capabilities)
    assert harness.opened["capabilities"] == capabilities["capabilities"]


@pytest.mark.parametrize("over", OVER)
@pytest.mark.case(50)
def test_messages_for_a_2024_10_07_client_pass_unchanged(sandbox, over) -> None:
    harness = ScenarioHarness(sandbox, over, asks=SPEAKS, speaks=SPEAKS, capabilities=SEED.values("capabilities")[1])
    (ask,), (tools,), (call,), (message,) = map(SEED.texts, ("list", "tools", "call", "notification"))
    assert harness.ask(ask, tools, message) == json.loads(tools)
    assert harness.notification() == json.loads(message)
    for tool in SEED.texts("tool"):
        assert harness.ask(ask, listed(tool))["result"]["tools"] == [json.loads(tool)]
    for answer in SEED.texts("result") + SEED.texts("error"):
        assert harness.call(with_id(call, json.loads(answer)["id"]), answer) == json.loads(answer)
    harness.close()


@pytest.mark.parametrize(("asks", "more"), [("2024-11-05", False), ("2025-06-18", True), ("2025-11-25", True)])
@pytest.mark.case(50)
def test_failure_inside_tool_result_is_reported_to_newer_clients(sandbox, asks, more) -> None:
    harness = ScenarioHarness(sandbox, "stdio", asks=asks, speaks=SPEAKS, capabilities=SEED.values("capabilities")[0])
    failed = SEED.texts("result")[1]
    answer = harness.call(with_id(SEED.texts("call")[0], 5), failed)["result"]
    inside = json.loads(failed)["result"]["toolResult"]
    assert (answer["isError"], json.loads(answer["content"][0]["text"])) == (True, inside)
    assert answer.get("structuredContent") == (inside if more else None)
    returned = sandbox.recorded(CallCompleted)
    assert returned.outcome == "result"
    assert json.loads(returned.preview) == json.loads(failed)["result"]
