"""The words of failures: read from wherever servers put them, in any language, and never made a decision of."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.server_errors import MAX_LENGTH, error_text, unknown_tool


def error(message: Any, reason: Any = None, code: int = -32602, **data: Any) -> str:
    more = {"data": {"reason": reason, **data}} if reason is not None or data else {}
    return json.dumps({"code": code, "message": message, **more}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("preview", "text"),
    [
        (error("Invalid params", "Missing required argument: location"),
         "Invalid params: Missing required argument: location"),
        (error("未知工具:invalid_tool_name"), "未知工具:invalid_tool_name"),
        (error("Unknown tool: x", "Unknown tool"), "Unknown tool: x"),
        (error("Resource not found", uri="file:///a"), "Resource not found: file:///a"),
        (json.dumps({"code": 1, "message": "Broken", "data": "on line 3"}), "Broken: on line 3"),
        (error("", ["no text"]), ""), (error(7), ""), ("[1]", ""), ('{"message":"cut of', ""), ("", ""),
    ],
)  # fmt: skip
@pytest.mark.case(51)
def test_error_text_is_message_and_reason(preview: str, text: str) -> None:
    assert error_text(preview, "error") == text


def test_error_text_of_a_result_is_all_its_texts() -> None:
    blocks = [{"type": "text", "text": "获取失败"}, {"type": "image"}, 5, {"type": "text", "text": "second "}]
    assert error_text(json.dumps({"content": blocks, "isError": True}), "tool_error") == "获取失败\nsecond"
    for content in ([], None, "text"):
        assert error_text(json.dumps({"content": content}), "tool_error") == ""


def test_successful_response_has_no_error_text() -> None:
    assert error_text('{"content":[{"type":"text","text":"fine"}]}', "result") == ""


@pytest.mark.parametrize(
    "preview",
    [
        error("Unknown tool: get_weather"), error("Invalid params", "Unknown tool: get_weather"),
        error("未知工具:get_weather"), error("未知工具：get_weather"), error("Outil inconnu"), error("Tool not found"),
        error("no such tool"), error("工具不存在"), error("无: get_weather"),
        error("Tool 'get_weather' does not exist."),
        error("Invalid params", "ツールが見つかりません"),
    ],
)  # fmt: skip
@pytest.mark.case(51)
def test_unknown_tool_error_is_recognized_in_several_languages(preview: str) -> None:
    assert unknown_tool(preview, "get_weather") == "yes"
    assert unknown_tool(preview.replace("-32602", "-32003"), "get_weather") == "perhaps"


@pytest.mark.parametrize(
    "preview",
    [
        error("Invalid params", "Missing required argument: location"), error("Invalid params"), error("参数错误"),
        error("Invalid arguments for tool get_weather: 'city' is a required property"),
        error("Unknown argument: get_weather"), error("The city was not found"), error("", code=-32003),
        error("lacks the capability sampling", code=-32003), error(None), "", "[]",
    ],
)  # fmt: skip
@pytest.mark.case(51)
def test_code_or_other_text_alone_is_no_unknown_tool_error(preview: str) -> None:
    assert unknown_tool(preview, "get_weather") == ""


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), lambda any: st.lists(any)).map(json.dumps),
       st.text(max_size=20))  # fmt: skip
def test_any_text_is_bounded_and_breaks_nothing(preview: str, tool: str) -> None:
    assert len(error_text(preview, "error")) <= MAX_LENGTH and len(error_text(preview, "tool_error")) <= MAX_LENGTH
    assert unknown_tool(preview, tool) in ("", "yes", "perhaps")
