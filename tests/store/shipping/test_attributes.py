"""The table of what is sent: nothing of a record is forgotten, nothing leaves that must not, and the page lists it."""

from __future__ import annotations

import json
import re
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from toolguard.gate import model, runs
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import Example, Rule
from toolguard.gate.texts import coded
from toolguard.store.log.records import Record, decode, encode, line, text
from toolguard.store.shipping.attributes import (
    ATTRIBUTES,
    RULE_SCOPE,
    RULE_VALUES,
    LoggedRecord,
    LogMessage,
    Value,
    message_of,
    severity_of,
    shorten,
)

ROOT = Path(__file__).resolve().parents[3]
LEFT_OUT = {
    "approver": "told by toolguard.approved_where",
    "process": "tells of the user's desktop",
    "file": "a name on the user's disk",
    "records": "told by the record's number",
    "count": "told by the first and the last record",
    "previous": "needed only to verify the log itself",
    "hash": "needed only to verify the log itself",
    "since": "the times of records that were sent before",
    "until": "the times of records that were sent before",
    "archive": "a folder on the user's disk",
}
"""Members of records without an attribute, with the reason."""
KINDS: tuple[type[model.Event], ...] = (*typing.get_args(model.AnyEvent), runs.AppStarted, runs.AppStopped)


def sample(kind: type[model.Event], mark: str = "") -> model.Event:
    """A record of a kind, each member with a value of its own."""
    made: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        result = str(field.type)
        if field.name == "approver":
            made[field.name] = Approver(process=ProcessInfo(surface="window", display=":7"))
        elif field.name == "process":
            made[field.name] = ProcessInfo(surface="window", display=":7")
        elif field.name == "presence":
            made[field.name] = model.PresenceProof(by=f"{mark}presence")
        elif "tuple" in result:
            made[field.name] = (f"{mark}{field.name}",)
        elif "bool" in result:
            made[field.name] = True
        elif "int" in result and "Literal" not in result:
            made[field.name] = 7
        elif "float" in result:
            made[field.name] = 7.5
        elif typing.get_origin(field.type) is typing.Literal:
            made[field.name] = typing.get_args(field.type)[-1]
        elif field.name != "method" or kind in (model.RequestForwarded, model.ServerRequestReceived):
            made[field.name] = f"{mark}{field.name}"
    return kind(**made)


def sent(event: model.Event, **more: Any) -> LogMessage:
    logged = LoggedRecord(Record(7, 1.5, event), b"\x01" * 32, "pipe", 0)  # type: ignore[arg-type]
    return message_of(logged, **{"contents": True, "longest": 1000, **more})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_member_of_a_record_is_sent_or_left_out_on_purpose(kind: type[model.Event]) -> None:
    plain = sent(sample(kind)).attributes
    for field in msgspec.structs.fields(kind):
        if field.name in LEFT_OUT or field.name in ("method", "process", "approver"):
            continue
        value = getattr(sample(kind, "x-"), field.name)
        if value == getattr(sample(kind), field.name):  # numbers and words of a fixed choice
            value = {True: False, 7: 8, 7.5: 8.5}.get(value, "")
        changed = msgspec.structs.replace(sample(kind), **{field.name: value})
        assert sent(changed).attributes != plain, field.name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_arguments_and_results_are_not_sent_without_contents(kind: type[model.Event]) -> None:
    held = {"arguments", "responses", "preview", "params", "initialize", "warnings", "reason", "detail"}
    event = sample(kind)
    for name in held & set(kind.__struct_fields__):
        value: Any = ("PRIVATE",) if name == "warnings" else "PRIVATE"
        event = msgspec.structs.replace(event, **{name: value})
    message = sent(event, contents=False)
    assert "PRIVATE" not in repr(message)
    if held & set(kind.__struct_fields__):
        assert "PRIVATE" in repr(sent(event))


def test_a_reason_of_our_own_is_named_by_its_code() -> None:
    reason = coded("gate.misfit_type", value="PRIVATE", kind="string")
    event = model.CallDecided(client="c", server="s", tool="t", verdict="deny", by="schema", reason=reason)
    body = text(7, 1.5, encode(event, lambda body: body))
    read = decode(line(body, bytes(32))[:-1])
    message = message_of(LoggedRecord(read, bytes(32)), contents=False, longest=1000)
    assert message.attributes["toolguard.reason.code"] == "gate.misfit_type"
    assert "PRIVATE" not in repr(message)


def changed(code: str, detail: str, **arguments: str) -> dict[str, Value]:
    event = model.ConfigChanged(what=coded(code, **arguments), by="person", detail=detail)
    body = text(7, 1.5, encode(event, lambda body: body))
    read = decode(line(body, bytes(32))[:-1])
    return message_of(LoggedRecord(read, bytes(32)), contents=False, longest=1000).attributes


def test_exact_change_of_a_server_or_rule_is_sent_without_arguments() -> None:
    server = changed("services.server_changed", "before:\ncommand  a\nnow:\ncommand  b", name="git")
    assert server["toolguard.change.exact"] == "before:\ncommand  a\nnow:\ncommand  b"
    condition = Condition(pointer="/path", matcher="equals", value="PRIVATE")
    example = Example(arguments={"path": "PRIVATE"}, covered=True)
    rule = Rule(id="r1", server="git", tool="push", verdict="allow", note="PRIVATE", when=(condition,),
                except_=(condition, condition), examples=(example,))  # fmt: skip
    sent_rule = changed("gate.rule_added", msgspec.json.encode(rule).decode(), id="r1")
    assert "PRIVATE" not in repr(sent_rule)
    exact = json.loads(str(sent_rule["toolguard.change.exact"]))
    assert (exact["server"], exact["tool"], exact["verdict"]) == ("git", "push", "allow")
    assert (exact["when"], exact["except"], exact["examples"]) == (1, 2, 1)


@pytest.mark.parametrize(("code", "detail"), [
    ("gate.rule_added", '{"note": "PRIVATE"'), ("gate.rule_added", '["PRIVATE"]'), ("gate.rule_added", "[" * 9000),
    ("gate.rule_added", '{"when": "PRIVATE", "new": "PRIVATE"}'), ("gate.rule_ended", "PRIVATE"),
])  # fmt: skip
def test_other_details_of_changes_are_not_sent(code: str, detail: str) -> None:
    attributes = changed(code, detail, id="r1")
    assert "PRIVATE" not in repr(attributes) and attributes.get("toolguard.change.exact", "{}") == "{}"


def test_every_member_of_a_rule_is_sent_or_left_out_on_purpose() -> None:
    assert {field.encode_name for field in msgspec.structs.fields(Rule)} == RULE_SCOPE | {*RULE_VALUES, "note"}


def test_conventions_are_named_as_they_are() -> None:
    from opentelemetry.semconv._incubating.attributes import (
        error_attributes,
        gen_ai_attributes,
        jsonrpc_attributes,
        mcp_attributes,
        network_attributes,
    )

    modules = (error_attributes, gen_ai_attributes, jsonrpc_attributes, mcp_attributes, network_attributes)
    known = {value for module in modules for name, value in vars(module).items() if name.isupper()}
    names = {row.name for row in ATTRIBUTES if row.origin != "ToolGuard"}
    assert names <= known
    assert {
        "mcp.method.name", "gen_ai.tool.name", "mcp.session.id", "jsonrpc.request.id", "error.type",
        "network.transport",
    } <= names  # fmt: skip
    own = {row.name for row in ATTRIBUTES if row.origin == "ToolGuard"}
    assert all(name.startswith("toolguard.") for name in own)
    assert {
        "toolguard.decision", "toolguard.decided_by", "toolguard.rule.id", "toolguard.arguments.sha256",
        "toolguard.chain.head",
    } <= own  # fmt: skip
    assert len(own) + len(names) == len(ATTRIBUTES)


def test_requests_other_than_calls_have_their_method_and_no_tool() -> None:
    event = model.CallDecided(
        client="c", server="s", tool="resources/read", method="resources", verdict="allow", by="person"
    )
    found = sent(event).attributes
    assert found["mcp.method.name"] == "resources/read"
    assert "gen_ai.tool.name" not in found and "gen_ai.operation.name" not in found
    assert found["toolguard.decided_by"] == "person" and "toolguard.rule.id" not in found


@pytest.mark.parametrize(
    ("request_id", "shown"), [("7", "7"), ('"7"', "7"), ('"a b"', "a b"), ("7.0", "7.0"), ("{", "{")]
)
def test_an_id_is_a_text(request_id: str, shown: str) -> None:
    event = model.ResponseDropped(server="s", request=request_id, size=1)
    assert sent(event).attributes["jsonrpc.request.id"] == shown


def test_deeply_nested_request_id_is_sent() -> None:
    event = model.ResponseDropped(server="s", request="[" * 5_000, size=1)
    assert str(sent(event).attributes["jsonrpc.request.id"]).startswith("[[")


def completed(**more: Any) -> model.CallCompleted:
    return model.CallCompleted(client="c", server="s", tool="t", size=1, digest="d", took=1.0, **more)


@pytest.mark.parametrize(
    ("event", "error", "severity"),
    [
        (completed(outcome="result"), None, "info"),
        (completed(outcome="tool_error"), "tool_error", "warning"),
        (completed(outcome="error", preview='{"error":{"code":-32602,"message":"x"}}'), "-32602", "warning"),
        (completed(outcome="error", preview="gone"), "_OTHER", "warning"),
        (model.CallOutcomeUnknown(client="c", server="s", tool="t", reason="r"), "outcome_unknown", "error"),
        (model.CallWithdrawn(client="c", server="s", tool="t", reason="r"), "withdrawn", "warning"),
        (model.CallCancelled(client="c", server="s", tool="t", by="client"), "cancelled", "warning"),
        (model.ServerStateChanged(server="s", state="failed"), "server_failed", "error"),
        (model.ServerStateChanged(server="s", state="ready"), None, "info"),
        (model.RecordsUnsigned(first=1, last=2), None, "error"),
    ],
)
def test_event_has_its_error_type_and_severity(event: model.Event, error: str | None, severity: str) -> None:
    assert sent(event).attributes.get("error.type") == error
    assert severity_of(LoggedRecord(Record(1, 1.0, event), b"")) == severity  # type: ignore[arg-type]


def test_shortened_text_states_its_length() -> None:
    assert shorten("abc", 3) == "abc"
    assert shorten("x" * 100, 50) == "x" * 32 + "… (100 characters)"
    assert len(shorten("x" * 100, 50)) == 50


def test_the_page_lists_the_table() -> None:
    page = (ROOT / "packaging" / "log-shipping.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \|$", page, re.M)
    only = " Only with **Send arguments and results**."
    assert listed == [(row.name, row.origin, f"{row.about}.{only if row.content else ''}") for row in ATTRIBUTES]
