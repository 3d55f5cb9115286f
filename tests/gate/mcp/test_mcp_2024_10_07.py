"""Results of 2024-10-07: read by newer clients, left alone for those of their time, and judged by nobody."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.mcp_2024_10_07 import add_content

WEATHER = {"temperature": 72, "humidity": 65, "description": "Partly cloudy"}


def through(text: str, version: str, era: Any = "legacy") -> Any:
    """The result, with this JSON text, as the client hears it."""
    (message,) = jsonrpc.decode_server(b'{"jsonrpc":"2.0","id":1,"result":%s}' % text.encode())
    assert revisions.outcome_and_draft(message)[1]
    given = add_content(message, version, era)
    return json.loads(jsonrpc.encode(given))["result"]


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.case(50)
def test_object_tool_result_becomes_content_and_structured_content(version: str) -> None:
    result = through(json.dumps({"toolResult": WEATHER}), version)
    assert json.loads(result["content"][0]["text"]) == WEATHER
    assert result["structuredContent"] == WEATHER
    assert result["toolResult"] == WEATHER and "isError" not in result


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26"])
@pytest.mark.case(50)
def test_client_without_structured_content_gets_text(version: str) -> None:
    result = through(json.dumps({"toolResult": WEATHER}), version)
    assert sorted(result) == ["content", "toolResult"]


@pytest.mark.parametrize("version", ["2024-10-07", ""])
@pytest.mark.case(50)
def test_draft_client_and_client_without_handshake_get_unchanged_results(version: str) -> None:
    assert through(' {"toolResult" : {"error": 1.0}}', version) == {"toolResult": {"error": 1.0}}


@pytest.mark.parametrize("value", ["[1,2]", '"text"', "null", "7", "true"])
def test_any_json_can_be_a_result_but_only_an_object_is_structured(value: str) -> None:
    result = through(f'{{"toolResult":{value}}}', "2025-11-25")
    assert result == {"toolResult": json.loads(value), "content": [{"type": "text", "text": value}]}


def test_invalid_unicode_is_forwarded_unchanged() -> None:
    (message,) = jsonrpc.decode_server(b'{"jsonrpc":"2.0","id":1,"result":{"toolResult":"\\ud800"}}')
    assert revisions.outcome_and_draft(message) == ("result", False)
    assert add_content(message, "2025-06-18", "legacy") is message


def test_an_error_inside_is_the_only_sign_of_a_failure() -> None:
    assert through('{"toolResult":{"error":"no results","status":"empty"}}', "2025-06-18")["isError"] is True
    assert "isError" not in through('{"toolResult":{"status":"empty_results"}}', "2025-06-18")


def test_other_members_stay_and_modern_result_is_complete() -> None:
    result = through('{"_meta":{"a":1},"toolResult":{"n":12345678901234567890.10},"v/x":[]}', "2026-07-28", "modern")
    assert (result["_meta"], result["v/x"], result["resultType"]) == ({"a": 1}, [], "complete")
    assert result["content"][0]["text"] == '{"n":12345678901234567890.10}'


@pytest.mark.parametrize(
    "text",
    ['{"toolResult":1,"content":[]}', '{"content":[{"type":"text","text":"\\"toolResult\\""}]}', "[1]", '"toolResult"',
     '{"v":{"toolResult":1}}', "{}"],
)  # fmt: skip
def test_other_results_are_not_draft_results(text: str) -> None:
    assert not revisions.outcome_and_draft({"jsonrpc": "2.0", "id": 1, "result": msgspec.Raw(text.encode())})[1]


def test_error_is_not_a_draft_result() -> None:
    assert revisions.outcome_and_draft(jsonrpc.error(1, -32602, "Invalid params", {"toolResult": 1})) == (
        "error",
        False,
    )


@pytest.mark.parametrize(
    ("spoken", "asked", "known"),
    [("2024-10-07", "2025-06-18", "2025-06-18"), ("2024-11-05", "2024-10-07", "2024-11-05"),
     ("2024-10-07", "2024-10-07", "2024-10-07"), ("2024-10-07", "2099-01-01", "2024-10-07"),
     ("2024-10-07", 5, "2024-10-07"), ("", "2025-06-18", "")],
)  # fmt: skip
def test_client_knows_the_requested_and_negotiated_revision(spoken: str, asked: Any, known: str) -> None:
    assert revisions.known_to_client(spoken, {"params": {"protocolVersion": asked}}) == known
    assert revisions.known_to_client(spoken, None) == spoken


@pytest.mark.case(50)
async def test_log_keeps_the_original_server_result(harness) -> None:
    harness.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    await harness.start()
    await harness.server_respond({"protocolVersion": "2024-10-07", "capabilities": {}})
    await harness.receive()
    harness.call(1)
    await harness.approve()
    await harness.server_respond({"toolResult": WEATHER})
    assert (await harness.receive())["result"]["structuredContent"] == WEATHER
    assert json.loads(harness.log.of("CallCompleted")[0].preview) == {"toolResult": WEATHER}
    harness.call(2)
    await harness.deny("not today")
    refused = (await harness.receive())["result"]
    assert refused["isError"] is True and "not today" in refused["content"][0]["text"]
    assert refused["toolResult"] == {"error": refused["content"][0]["text"]}
