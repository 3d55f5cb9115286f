"""The first page about tools (protocol 2024-10-07): all its examples pass through ToolGuard."""

from __future__ import annotations

import json

import pytest

from tests.seeds.seed_harness import OVER, ScenarioHarness, Seed, listed

SEED = Seed("000_dfe4a05f343f1b0e")
SPEAKS = "2024-10-07"


def test_every_documented_example_is_used() -> None:
    assert SEED.kinds() == {"capabilities", "tool", "list", "tools", "call", "result", "notification", "error"}
    assert len(SEED.examples) == 10


@pytest.mark.parametrize("capabilities", SEED.values("capabilities"))
def test_server_capabilities_pass_unchanged(sandbox, capabilities) -> None:
    harness = ScenarioHarness(sandbox, "stdio", asks=SPEAKS, speaks=SPEAKS, capabilities=capabilities)
    assert harness.opened["capabilities"] == capabilities["capabilities"]
    assert harness.opened["protocolVersion"] == SPEAKS


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("asks", ["2024-10-07", "2025-06-18"])
@pytest.mark.case(50)
def test_draft_messages_pass_with_pending_calls(sandbox, over, asks) -> None:
    harness = ScenarioHarness(sandbox, over, asks=asks, speaks=SPEAKS, capabilities=SEED.values("capabilities")[1])
    (ask,), (tools,), (call,), (result,) = map(SEED.texts, ("list", "tools", "call", "result"))
    assert harness.ask(ask, tools) == json.loads(tools)
    for tool in SEED.texts("tool"):
        assert harness.ask(ask, listed(tool))["result"]["tools"] == [json.loads(tool)]
    assert untranslated(harness.call(call, result), asks) == json.loads(result)
    error = SEED.texts("error")[0]
    assert harness.call(call.replace('"id": 2', '"id": 3'), error) == json.loads(error)
    refused = harness.is_denied(call.replace('"id": 2', '"id": 4'))["result"]
    assert refused["isError"] is True
    assert refused["toolResult"] == {"error": refused["content"][0]["text"]}
    harness.close()


def untranslated(answer, asks):
    """Check and remove the members that ToolGuard adds for a client newer than the page."""
    if asks == SPEAKS:
        return answer
    result = dict(answer["result"])
    (block,) = result.pop("content")
    assert json.loads(block["text"]) == result.pop("structuredContent") == result["toolResult"]
    return {**answer, "result": result}


@pytest.mark.parametrize("over", OVER)
def test_documented_notification_passes_unchanged(sandbox, over) -> None:
    harness = ScenarioHarness(
        sandbox, over, asks="2025-06-18", speaks=SPEAKS, capabilities=SEED.values("capabilities")[1]
    )
    (message,) = SEED.texts("notification")
    harness.ask(SEED.texts("list")[0], message, SEED.texts("tools")[0])
    assert harness.notification() == json.loads(message)
    harness.close()
