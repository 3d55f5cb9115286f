"""What a request of Open Tool Calling says, in every draft; the examples are those of the published page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.end_to_end.otc_shapes import check_shape
from toolguard.clients.otc.messages import (
    DEFAULT_SCHEMA,
    OXP_SCHEMA,
    OtcCallRequest,
    OtcDialect,
    failed,
    parse_call,
    parse_dialect,
    refusal,
    result,
    succeeded,
)
from toolguard.gate.jsonrpc import Malformed

GMAIL = {
    "tool_id": "Gmail.GetEmails@1.2.0", "call_id": "423e4567-e89b-12d3-a456-426614174003", "trace_id": "trace_123",
    "input": {"query": "is:unread"},
    "context": {"authorization": [{"id": "google", "token": "ya29.a0AfH6SMC..."}], "user_id": "user_123"},
}  # fmt: skip
SMS = {
    "tool_id": "SMS.Send@0.1.2", "call_id": "523e4567-e89b-12d3-a456-426614174004",
    "input": {"to": "+5556051234567", "message": "Hello from Open Tool Calling!"},
    "context": {"secrets": [{"id": "TWILIO_API_KEY", "value": "TWILIO_SECRET_VALUE"}]},
}  # fmt: skip
TIME = {"tool_id": "System.GetTimestamp@1.0.0", "call_id": "323e4567-e89b-12d3-a456-426614174002"}


def read(request: Any, version: str | None = None, **envelope: Any) -> OtcCallRequest:
    return parse_call(json.dumps({**envelope, "request": request}).encode(), version)


@pytest.mark.parametrize("request_", [GMAIL, SMS, TIME])
def test_published_examples_are_parsed_without_their_secrets(request_: dict[str, Any]) -> None:
    for found in (read(request_), parse_call(json.dumps(request_).encode(), None)):
        assert (found.tool_id, found.call_id) == (request_["tool_id"], request_["call_id"])
        assert found.input == request_.get("input", {})
        for secret in ("ya29", "user_123", "TWILIO"):
            assert secret not in repr(found)


def test_input_may_be_named_inputs_or_be_absent() -> None:
    assert read({"tool_id": "a.b", "inputs": {"n": 1}}).input == {"n": 1}
    both = {"input": {"n": 1, "m": 2}, "inputs": {"m": 2, "n": 1}}
    assert read({"tool_id": "a.b", **both}).input == both["input"]
    assert read({"tool_id": "a.b", "input": None}).input == {}
    with pytest.raises(Malformed, match="differ"):
        read({"tool_id": "a.b", "input": {"n": 1}, "inputs": {"n": 2}})


@pytest.mark.parametrize(
    ("header", "schema", "bare", "expected"),
    [
        (None, None, False, OtcDialect(DEFAULT_SCHEMA)), (None, "otc://1.0", False, OtcDialect("otc://1.0")),
        (None, DEFAULT_SCHEMA.replace("OpenToolCalling/Specification", "ArcadeAI/OpenToolCalling"), False,
         OtcDialect(DEFAULT_SCHEMA.replace("OpenToolCalling/Specification", "ArcadeAI/OpenToolCalling"))),
        (None, OXP_SCHEMA, False, OtcDialect(OXP_SCHEMA, later=True)),
        ("1.0", None, True, OtcDialect("", later=True, bare=True)),
        ("1.0", None, False, OtcDialect(OXP_SCHEMA, later=True)),
        (None, None, True, OtcDialect(DEFAULT_SCHEMA, bare=True)),
    ],
)  # fmt: skip
def test_each_draft_gets_its_own_response_format(
    header: str | None, schema: str | None, bare: bool, expected: OtcDialect
) -> None:
    assert parse_dialect(header, schema, bare=bare) == expected


@pytest.mark.parametrize(("header", "schema"), [("2.0", None), (None, "otc://2.0"), (None, 7), (None, "https://x/1.0")])
def test_unsupported_schema_is_refused(header: str | None, schema: object) -> None:
    with pytest.raises(Malformed, match="not supported"):
        parse_dialect(header, schema)


def test_digest_ignores_other_members() -> None:
    one = read({"tool_id": "a.b", "input": {"x": 1, "y": 2}, "context": {"secrets": []}, "call_id": "c"})
    assert one.digest == read({"input": {"y": 2, "x": 1}, "tool_id": "a.b"}).digest
    assert one.digest != read({"input": {"y": 2, "x": 1}, "tool_id": "a.c"}).digest


def test_answers_have_the_published_shapes() -> None:
    dialect, bare = OtcDialect(), OtcDialect("", later=True, bare=True)
    for body in (
        succeeded("c", None),
        succeeded("c", {"a": "\ud800\u2028"}),
        failed("c", "no"),
        failed("c", "x", retry=True),
    ):
        assert json.loads(fits_bytes("result", result(dialect, body)))["result"]["call_id"] == "c"
        fits_bytes("bare result", result(bare, body))
    fits_bytes("refusal", refusal(dialect, "no", developer_message="why"))
    fits_bytes("bare refusal", refusal(bare, "no"))
    fits_bytes("invalid", refusal(dialect, "no", parameter_errors={"a": "b"}))


def fits_bytes(shape: str, body: bytes) -> bytes:
    check_shape(shape, json.loads(body))
    return body
