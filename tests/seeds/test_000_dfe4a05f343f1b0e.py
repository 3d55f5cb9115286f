"""The first page about tools (protocol 2024-10-07): every example of it goes through the gate."""

from __future__ import annotations

import json

import pytest

from tests.seeds.plays import OVER, Seed, Stage, listed

SEED = Seed("000_dfe4a05f343f1b0e")
SPEAKS = "2024-10-07"


def test_every_example_is_played_here() -> None:
    assert SEED.kinds() == {"capabilities", "tool", "list", "tools", "call", "result", "notification", "error"}
    assert len(SEED.examples) == 10


@pytest.mark.parametrize("capabilities", SEED.values("capabilities"))
def test_the_servers_capabilities_come_as_written(sandbox, capabilities) -> None:
    stage = Stage(sandbox, "stdio", asks=SPEAKS, speaks=SPEAKS, capabilities=capabilities)
    assert stage.opened["capabilities"] == capabilities["capabilities"]
    assert stage.opened["protocolVersion"] == SPEAKS


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("asks", ["2024-10-07", "2025-06-18"])
@pytest.mark.case(50)
def test_draft_messages_pass_with_pending_calls(sandbox, over, asks) -> None:
    stage = Stage(sandbox, over, asks=asks, speaks=SPEAKS, capabilities=SEED.values("capabilities")[1])
    (ask,), (tools,), (call,), (result,) = map(SEED.texts, ("list", "tools", "call", "result"))
    assert stage.asks(ask, tools) == json.loads(tools)
    for tool in SEED.texts("tool"):
        assert stage.asks(ask, listed(tool))["result"]["tools"] == [json.loads(tool)]
    assert untranslated(stage.calls(call, result), asks) == json.loads(result)
    error = SEED.texts("error")[0]
    assert stage.calls(call.replace('"id": 2', '"id": 3'), error) == json.loads(error)
    refused = stage.is_denied(call.replace('"id": 2', '"id": 4'))["result"]
    assert refused["isError"] is True
    assert refused["toolResult"] == {"error": refused["content"][0]["text"]}
    stage.close()


def untranslated(answer, asks):
    """The answer without what stands in it for a client that is newer than the page, which is looked at here."""
    if asks == SPEAKS:
        return answer
    result = dict(answer["result"])
    (block,) = result.pop("content")
    assert json.loads(block["text"]) == result.pop("structuredContent") == result["toolResult"]
    return {**answer, "result": result}


@pytest.mark.parametrize("over", OVER)
def test_the_notification_comes_as_written(sandbox, over) -> None:
    stage = Stage(sandbox, over, asks="2025-06-18", speaks=SPEAKS, capabilities=SEED.values("capabilities")[1])
    (told,) = SEED.texts("notification")
    stage.asks(SEED.texts("list")[0], told, SEED.texts("tools")[0])
    assert stage.told() == json.loads(told)
    stage.close()
