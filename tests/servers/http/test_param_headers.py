"""What of a message is repeated in headers, and which tools nobody may use over HTTP; the SDK is the second opinion."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.http.harness import MODERN, request
from toolguard.gate import jsonrpc
from toolguard.gate.mcp.param_headers import HeaderError
from toolguard.servers.http.param_headers import HeaderMirror, encoded


def mirror(*secrets: str) -> HeaderMirror:
    return HeaderMirror(lambda text: any(secret in text for secret in secrets))


def page(*tools: Any, **more: Any) -> msgspec.Raw:
    return msgspec.Raw(json.dumps({"tools": tools, **more}).encode())


def tool(name: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


def marked(header: Any, type: Any = "string", **more: Any) -> dict[str, Any]:
    return {"type": type, "x-mcp-header": header, **more}


def call(name: str, arguments: Any) -> jsonrpc.Message:
    return request(1, "tools/call", name=name, arguments=arguments, _meta=MODERN)


@pytest.mark.parametrize(
    ("value", "header"),
    [
        ("us-west1", "us-west1"),
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("", ""),
    ],
)
def test_a_value_is_encoded_as_in_the_specification(value: str, header: str) -> None:
    assert encoded(value) == header


@given(st.text())
def test_any_text_round_trips_through_a_header_like_in_the_sdk(text: str) -> None:
    from mcp.shared.inbound import decode_header_value, encode_header_value  # here: every worker collects this file

    try:
        text.encode()
    except UnicodeEncodeError:
        with pytest.raises(HeaderError):
            encoded(text)
        return
    made = encoded(text)
    assert made.isascii() and made.isprintable()
    assert decode_header_value(made) == text
    assert made == encode_header_value(text)


@pytest.mark.parametrize(
    ("message", "headers"),
    [
        (request(1, "tools/list", _meta=MODERN), {}),
        (call("t", {}), {"Mcp-Name": "t"}),
        (call("工具", {}), {"Mcp-Name": "=?base64?5bel5YW3?="}),
        (request(1, "prompts/get", name="p", _meta=MODERN), {"Mcp-Name": "p"}),
        (request(1, "resources/read", uri="file:///x", name="no", _meta=MODERN), {"Mcp-Name": "file:///x"}),
        (request(1, "tasks/get", taskId="9", _meta=MODERN), {"Mcp-Name": "9"}),
        (request(1, "vendor/x", name="n", _meta=MODERN), {}),
    ],
)
def test_routing_headers_equal_the_body(message: jsonrpc.Message, headers: dict[str, str]) -> None:
    expected = {"Mcp-Method": message["method"], "MCP-Protocol-Version": "2026-07-28", **headers}
    assert mirror().headers(message) == expected


def test_a_message_without_params_has_its_method_only() -> None:
    assert mirror().headers({"jsonrpc": "2.0", "method": "notifications/x"}) == {"Mcp-Method": "notifications/x"}


@pytest.mark.parametrize("method", ["tools/list\r\nX: y", "é", " ping"])
def test_value_that_no_header_can_carry_is_refused(method: str) -> None:
    with pytest.raises(HeaderError, match="method"):
        mirror().headers(request(1, method, _meta=MODERN))


def test_annotated_arguments_are_repeated_as_the_body_has_them() -> None:
    one = mirror()
    inner = {"type": "object", "properties": {"deep": marked("Deep", "integer")}}
    one.learn(page(tool("t", a=marked("A"), n=marked("N", "integer"), b=marked("B", "boolean"), o=inner)), first=True)

    def made(arguments: Any) -> dict[str, str]:
        headers = one.headers(call("t", arguments))
        return {name: value for name, value in headers.items() if name.startswith("Mcp-Param")}

    assert made({"a": "x", "n": -7, "b": True, "o": {"deep": 2**70}}) == {
        "Mcp-Param-A": "x", "Mcp-Param-N": "-7", "Mcp-Param-B": "true", "Mcp-Param-Deep": str(2**70),
    }  # fmt: skip
    assert made({"a": "日本", "n": 42.0, "b": False}) == {
        "Mcp-Param-A": "=?base64?5pel5pys?=", "Mcp-Param-N": "42.0", "Mcp-Param-B": "false",
    }  # fmt: skip
    assert made({"n": Decimal("1e400")}) == {"Mcp-Param-N": "1E+400"}
    assert made({"a": None, "n": [1], "b": {}, "o": "text"}) == {}
    assert made(None) == {}
    assert one.headers(call("other", {"a": "x"})).keys().isdisjoint({"Mcp-Param-A"})


def test_new_first_page_replaces_the_previous_list() -> None:
    one = mirror()
    one.learn(page(tool("t", a=marked("A")), nextCursor="2"), first=True)
    one.learn(page(tool("u", a=marked("U"))), first=False)
    assert "Mcp-Param-A" in one.headers(call("t", {"a": "x"}))
    assert "Mcp-Param-U" in one.headers(call("u", {"a": "x"}))
    one.learn(page(tool("t", a={"type": "string"})), first=True)
    assert "Mcp-Param-A" not in one.headers(call("t", {"a": "x"}))
    assert "Mcp-Param-U" not in one.headers(call("u", {"a": "x"}))


def test_a_secret_is_never_repeated_in_a_header() -> None:
    one = mirror("hunter2")
    one.learn(page(tool("t", a=marked("A"), b={"type": "string"})), first=True)
    assert "Mcp-Param-A" not in one.headers(call("t", {"b": "hunter2"}))
    with pytest.raises(HeaderError, match="the argument a contains a secret"):
        one.headers(call("t", {"a": "my hunter2"}))
    with pytest.raises(HeaderError, match="name"):
        one.headers(call("hunter2", {}))


@pytest.mark.case(37)
def test_tool_with_an_invalid_annotation_is_omitted_and_others_unchanged() -> None:
    good = '{"name" : "good", "big":1e400, "inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}'
    bad = json.dumps(tool("bad", a=marked("two words")))
    raw = msgspec.Raw(f'{{"ttlMs":0,"tools":[{bad},{good}], "nextCursor":"x"}}'.encode())
    one = mirror()
    result, faults = one.learn(raw, first=True)
    assert bytes(result) == f'{{"ttlMs":0,"tools":[{good}],"nextCursor":"x"}}'.encode()
    assert len(faults) == 1 and "'bad' was left out" in faults[0]
    assert "Mcp-Param-A" in one.headers(call("good", {"a": "x"}))


@pytest.mark.parametrize(
    "raw", [b'{"tools":7}', b"[]", b"7", b"{}", b'{"tools":[7,null,{"name":7},{"name":"x","inputSchema":[]}]}']
)
def test_other_results_are_unchanged(raw: bytes) -> None:
    given = msgspec.Raw(raw)
    result, faults = mirror().learn(given, first=True)
    assert result is given
    assert faults == []


def test_a_result_that_had_to_be_decoded_is_read_too() -> None:
    result, faults = mirror().learn({"tools": [tool("bad", a=marked("")), tool("good")]}, first=True)
    assert len(faults) == 1
    assert [one["name"] for one in jsonrpc.plain(result)["tools"]] == ["good"]
