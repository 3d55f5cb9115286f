"""What an MCP server answered, as a value or an error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.end_to_end.otc_shapes import check_shape
from toolguard.clients.otc.results import MAX_TEXT_LENGTH, response
from toolguard.gate import jsonrpc


def responses(**answer: Any) -> Any:
    """The response to an answer as it comes over a pipe, and as one that ToolGuard made."""
    message = {"jsonrpc": "2.0", "id": 1, **answer}
    (raw,) = jsonrpc.decode_server(json.dumps(message).encode())
    first, second = (json.loads(response("c", one)) for one in (raw, message))
    assert first == second
    return check_shape("bare result", first)


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ({}, None), ({"content": []}, None), ({"content": "x"}, None),
        ({"content": [{"type": "text", "text": ""}]}, ""),
        ({"content": [{"type": "text", "text": "a"}]}, "a"), ({"structuredContent": 0}, 0),
        ({"structuredContent": None, "content": [{"type": "text", "text": "a"}]}, "a"),
        ({"structuredContent": {"a": [2**70]}, "content": []}, {"a": [2**70]}),
        ({"content": [{"type": "text", "text": 7}]}, {"type": "text", "text": 7}),
        ({"content": [{"type": "text", "text": "a"}, {"type": "x"}]}, ["a", {"type": "x"}]),
        ({"content": [7, None]}, [7, None]), ({"toolResult": {"e": 1}}, {"e": 1}), ({"toolResult": None}, None),
    ],
)  # fmt: skip
def test_a_result_is_a_value(result: Any, value: Any) -> None:
    assert responses(result=result) == {"call_id": "c", "success": True, "value": value}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"result": {"content": [{"type": "text", "text": "bad"}], "isError": True}}, "bad"),
        ({"result": {"content": [{"type": "image"}], "isError": True}}, "no reason"),
        ({"result": {"resultType": "input_required"}}, "The tool requires more input before it continues"),
        ({"result": {"task": {"taskId": "t"}}}, "The tool continues as a task"),
        ({"error": {"code": 1, "message": "m", "data": {"reason": "r"}}}, "m: r"),
        ({"error": {"code": 1, "message": "m r", "data": {"reason": "r"}}}, "m r"),
        ({"error": {"code": 1, "message": ""}}, "no reason"), ({"error": 7}, "no reason"),
    ],
)  # fmt: skip
def test_a_failure_is_an_error_that_is_not_to_be_repeated(answer: Any, text: str) -> None:
    error = responses(**answer)["error"]
    assert text in error["message"] and error["can_retry"] is False


def test_an_endless_error_is_cut() -> None:
    assert len(responses(error={"code": 1, "message": "x" * 2_000_000})["error"]["message"]) == MAX_TEXT_LENGTH
