"""A modern client on a legacy server: each row of the table of translations (protocol reference, bridging, B)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.bridge.harness import META, MODERN, BridgeHarness, Catch, error, meta, notification, request, result
from toolguard.servers.bridge.to_legacy import LegacyTranslator, initialize_request

SERVER_CAN = {
    "tools": {"listChanged": True}, "resources": {"subscribe": True, "listChanged": True}, "logging": {},
    "tasks": {"list": {}}, "v/c": {"x": None},
}  # fmt: skip
TOLD = {
    "protocolVersion": "2025-06-18", "capabilities": SERVER_CAN, "instructions": "be kind", "v/i": [1],
    "serverInfo": {"name": "old", "version": "1", "v/n": 2}, "_meta": {"v/m": 1},
}  # fmt: skip
CAN = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}
CALL = {"name": "pay", "arguments": {"to": "Ada", "sum": 2**70}}


def started(told=TOLD):
    harness = BridgeHarness()
    told = Catch.result(harness, result("own", told))
    harness.translator = LegacyTranslator(harness, told, harness.pass_through)
    return harness


def call(id, can=CAN, about=None, **more):
    return request(id, "tools/call", {**CALL, **more, "_meta": meta(can, **(about or {}))})


# opening


def test_handshake_uses_the_request_meta():
    can = {**CAN, "extensions": {"io.modelcontextprotocol/tasks": {}}, "tasks": {}, "v/x": 1}
    outcome = initialize_request("h", request(1, "tools/list", {"_meta": meta(can)}))
    assert outcome == request("h", "initialize", {
        "protocolVersion": "2025-11-25", "capabilities": {**CAN, "v/x": 1},
        "clientInfo": {"name": "robot", "version": "1"},
    })  # fmt: skip
    bare = initialize_request("h", request(1, "tools/list", {"_meta": {f"{META}protocolVersion": MODERN}}))
    assert bare["params"]["clientInfo"] == {"name": "unknown", "version": ""}
    assert bare["params"]["capabilities"] == {}


def test_a_discovery_is_answered_from_the_handshake():
    harness = started()
    harness.client(request("d", "server/discover", {"_meta": meta()}))
    assert harness.sent_to_server() == []
    can = {name: value for name, value in SERVER_CAN.items() if name != "tasks"}
    assert harness.one_down() == result("d", {
        "resultType": "complete", "supportedVersions": [MODERN], "capabilities": can, "instructions": "be kind",
        "ttlMs": 0, "cacheScope": "private", "v/i": [1],
        "_meta": {"v/m": 1, f"{META}serverInfo": {"name": "old", "version": "1", "v/n": 2}},
    })  # fmt: skip


def test_client_that_initializes_late_gets_the_server_response():
    harness = started()
    harness.client(request(1, "initialize", {"protocolVersion": "2025-11-25"}))
    assert harness.one_down() == result(1, TOLD)
    assert harness.translator is None


# requests and results


def test_only_the_envelope_is_removed_from_a_request():
    harness = started()
    harness.client(call(7, about={"progressToken": "t", "traceparent": "00-ab", "v/k": [None]}, **{"v/p": 1}))
    about = {"progressToken": "t", "traceparent": "00-ab", "v/k": [None]}
    assert harness.one_up() == request(7, "tools/call", {**CALL, "v/p": 1, "_meta": about})


def test_meta_with_only_the_envelope_is_removed():
    harness = started()
    harness.client(request(7, "tools/list", {"cursor": "", "_meta": meta()}))
    assert harness.one_up() == request(7, "tools/list", {"cursor": ""})


def test_requests_without_an_envelope_and_notifications_pass():
    harness = started()
    harness.client(request(1, "vendor/do"), notification("vendor/odd", {"a": 1}))
    assert harness.sent_to_server() == [request(1, "vendor/do"), notification("vendor/odd", {"a": 1})]
    harness.client(request(2, "vendor/do", [1]))
    assert harness.one_down()["error"]["code"] == -32602


@pytest.mark.parametrize("expected", [notification("notifications/initialized"), result(1, {}), error("1", 5)])
def test_legacy_only_client_messages_are_not_forwarded(expected):
    harness = started()
    harness.client(expected)
    assert harness.sent_to_server() == []


@pytest.mark.parametrize(
    "method", ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]
)
def test_cacheable_results_are_marked_uncacheable(method):
    harness = started()
    harness.client(request(1, method, {"_meta": meta()}))
    harness.server(result(1, {"v/x": [], "nextCursor": ""}))
    more = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert harness.one_down() == result(1, {"v/x": [], "nextCursor": "", **more})


def test_every_other_result_is_complete():
    harness = started()
    harness.client(call(1), request(2, "prompts/get", {"_meta": meta()}))
    harness.server(result(1, {"content": [], "structuredContent": {"a": 1}, "isError": False}), result(2, {}))
    assert harness.sent_to_client() == [
        result(1, {"content": [], "structuredContent": {"a": 1}, "isError": False, "resultType": "complete"}),
        result(2, {"resultType": "complete"}),
    ]


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        ({"a": 1}, {"content": [{"type": "text", "text": '{"a":1}'}], "structuredContent": {"a": 1}}),
        ([1], {"content": [{"type": "text", "text": "[1]"}]}),
        (
            {"error": "x"},
            {"content": [{"type": "text", "text": '{"error":"x"}'}], "structuredContent": {"error": "x"},
             "isError": True},
        ),
    ],
)  # fmt: skip
@pytest.mark.case(50)
def test_result_of_2024_10_07_becomes_content(old, expected):
    harness = started()
    harness.client(call(1))
    harness.server(result(1, {"toolResult": old}))
    assert harness.one_down() == result(1, {"toolResult": old, "resultType": "complete", **expected})


@pytest.mark.parametrize("code", [-32002, -32601, -32602, 0])
def test_errors_pass_as_they_are(code):
    harness = started()
    harness.client(request(1, "resources/read", {"uri": "x:/", "_meta": meta()}))
    harness.server(error(1, code, data={"uri": "x:/"}, **{"v/e": 1}))
    assert harness.one_down() == error(1, code, data={"uri": "x:/"}, **{"v/e": 1})


def test_non_object_results_and_unmatched_responses_pass():
    harness = started()
    harness.client(request(1, "vendor/do", {"_meta": meta()}))
    for message in (result(1, 5), result("late", {}), {"jsonrpc": "2.0", "id": None, "error": {"code": -32700}}):
        harness.server(message)
        assert harness.one_down() == message


@given(
    st.dictionaries(
        st.text(max_size=8).filter(lambda name: name not in ("requestState", "inputResponses", "toolResult")),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda any: st.lists(any, max_size=3),
            max_leaves=5,
        ),
        max_size=4,
    )
)
def test_unknown_members_survive_both_directions(odd):
    harness = started()
    params = {**odd, "name": "a", "arguments": odd}
    harness.client(request("x", "tools/call", {**params, "_meta": meta(**{"v/m": odd})}))
    assert harness.one_up() == request("x", "tools/call", {**params, "_meta": {"v/m": odd}})
    harness.server(result("x", odd))
    assert harness.one_down() == result("x", {"resultType": "complete", **odd})


def test_task_only_tool_is_refused_with_the_reason():
    harness = started()
    tools = [{"name": "pay", "execution": {"taskSupport": "required"}}, {"name": "b", "execution": {}}, 5]
    harness.client(request(1, "tools/list", {"_meta": meta()}))
    harness.server(result(1, {"tools": tools}))
    assert harness.one_down()["result"]["tools"] == tools
    harness.sent_to_server()
    harness.client(call(2))
    outcome = harness.one_down()
    assert outcome["result"]["isError"] and "only as a task" in outcome["result"]["content"][0]["text"]
    assert outcome["result"]["resultType"] == "complete"
    assert harness.sent_to_server() == []
    harness.client(request(3, "tools/list", {"_meta": meta()}))
    harness.server(result(3, {"tools": [{"name": "pay"}]}))
    harness.sent_to_server()
    harness.client(call(4))
    assert harness.one_up()["id"] == 4


# logging


def log(level):
    return notification("notifications/message", {"level": level, "data": [1]})


def test_log_messages_go_only_to_the_requesting_call():
    harness = started()
    harness.client(call(1, about={f"{META}logLevel": "warning"}))
    first, second = harness.sent_to_server()
    assert (first["method"], first["params"]) == ("logging/setLevel", {"level": "warning"})
    assert second["id"] == 1
    harness.server(result(first["id"], {}), log("info"), log("error"), log("nonsense"))
    assert harness.sent_to_client() == [log("error")]
    harness.client(call(2, about={f"{META}logLevel": "warning"}))
    assert [one["method"] for one in harness.sent_to_server()] == ["tools/call"]
    harness.server(log("error"))
    assert harness.sent_to_client() == []
    harness.server(result(1, {}))
    harness.server(log("error"))
    assert harness.sent_to_client()[1:] == [log("error")]
    harness.server(result(2, {}))
    harness.sent_to_client()
    harness.client(call(3))
    harness.server(log("error"))
    assert harness.sent_to_client() == []


def test_server_without_logging_gets_no_level():
    harness = started({**TOLD, "capabilities": {}})
    harness.client(call(1, about={f"{META}logLevel": "debug"}))
    assert harness.one_up()["method"] == "tools/call"


@pytest.mark.parametrize("method", ["elicitation/complete", "tasks/status"])
def test_legacy_only_notifications_are_not_sent_to_a_modern_client(method):
    harness = started()
    harness.server(notification(f"notifications/{method}", {}), notification("vendor/odd"))
    assert harness.sent_to_client() == [notification("vendor/odd")]


def test_numbers_of_a_result_keep_their_bytes():
    harness = started()
    harness.client(call(1))
    caught = []
    harness.send_to_client = caught.append
    odd = b'{"big":1180591620717411303424,"huge":1e400,"zeros":0.1000,"minus":-0}'
    harness.server(b'{"jsonrpc":"2.0","id":1,"result":{"structuredContent":%b}}' % odd)
    assert bytes(caught[0]["result"]["structuredContent"]) == odd
    assert json.loads(bytes(caught[0]["result"]["structuredContent"]))
