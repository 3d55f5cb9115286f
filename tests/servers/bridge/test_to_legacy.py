"""A modern client on a legacy server: each row of the table of translations (protocol reference, bridging, B)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.bridge.stage import META, MODERN, Catch, Stage, error, meta, notification, request, result
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
    stage = Stage()
    told = Catch.result(stage, result("own", told))
    stage.translator = LegacyTranslator(stage, told, stage.pass_through)
    return stage


def call(id, can=CAN, about=None, **more):
    return request(id, "tools/call", {**CALL, **more, "_meta": meta(can, **(about or {}))})


# opening


def test_handshake_uses_the_request_meta():
    can = {**CAN, "extensions": {"io.modelcontextprotocol/tasks": {}}, "tasks": {}, "v/x": 1}
    said = initialize_request("h", request(1, "tools/list", {"_meta": meta(can)}))
    assert said == request("h", "initialize", {
        "protocolVersion": "2025-11-25", "capabilities": {**CAN, "v/x": 1},
        "clientInfo": {"name": "robot", "version": "1"},
    })  # fmt: skip
    bare = initialize_request("h", request(1, "tools/list", {"_meta": {f"{META}protocolVersion": MODERN}}))
    assert bare["params"]["clientInfo"] == {"name": "unknown", "version": ""}
    assert bare["params"]["capabilities"] == {}


def test_a_discovery_is_answered_from_the_handshake():
    stage = started()
    stage.client(request("d", "server/discover", {"_meta": meta()}))
    assert stage.heard_up() == []
    can = {name: value for name, value in SERVER_CAN.items() if name != "tasks"}
    assert stage.one_down() == result("d", {
        "resultType": "complete", "supportedVersions": [MODERN], "capabilities": can, "instructions": "be kind",
        "ttlMs": 0, "cacheScope": "private", "v/i": [1],
        "_meta": {"v/m": 1, f"{META}serverInfo": {"name": "old", "version": "1", "v/n": 2}},
    })  # fmt: skip


def test_client_that_initializes_late_gets_the_server_response():
    stage = started()
    stage.client(request(1, "initialize", {"protocolVersion": "2025-11-25"}))
    assert stage.one_down() == result(1, TOLD)
    assert stage.translator is None


# requests and results


def test_a_request_loses_its_envelope_and_nothing_else():
    stage = started()
    stage.client(call(7, about={"progressToken": "t", "traceparent": "00-ab", "v/k": [None]}, **{"v/p": 1}))
    about = {"progressToken": "t", "traceparent": "00-ab", "v/k": [None]}
    assert stage.one_up() == request(7, "tools/call", {**CALL, "v/p": 1, "_meta": about})


def test_a_meta_of_nothing_but_the_envelope_is_left_out():
    stage = started()
    stage.client(request(7, "tools/list", {"cursor": "", "_meta": meta()}))
    assert stage.one_up() == request(7, "tools/list", {"cursor": ""})


def test_requests_without_an_envelope_and_notifications_pass():
    stage = started()
    stage.client(request(1, "vendor/do"), notification("vendor/odd", {"a": 1}))
    assert stage.heard_up() == [request(1, "vendor/do"), notification("vendor/odd", {"a": 1})]
    stage.client(request(2, "vendor/do", [1]))
    assert stage.one_down()["error"]["code"] == -32602


@pytest.mark.parametrize("said", [notification("notifications/initialized"), result(1, {}), error("1", 5)])
def test_legacy_only_client_messages_are_not_forwarded(said):
    stage = started()
    stage.client(said)
    assert stage.heard_up() == []


@pytest.mark.parametrize(
    "method", ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]
)
def test_cacheable_results_are_marked_uncacheable(method):
    stage = started()
    stage.client(request(1, method, {"_meta": meta()}))
    stage.server(result(1, {"v/x": [], "nextCursor": ""}))
    more = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert stage.one_down() == result(1, {"v/x": [], "nextCursor": "", **more})


def test_every_other_result_is_complete():
    stage = started()
    stage.client(call(1), request(2, "prompts/get", {"_meta": meta()}))
    stage.server(result(1, {"content": [], "structuredContent": {"a": 1}, "isError": False}), result(2, {}))
    assert stage.heard_down() == [
        result(1, {"content": [], "structuredContent": {"a": 1}, "isError": False, "resultType": "complete"}),
        result(2, {"resultType": "complete"}),
    ]


@pytest.mark.parametrize(
    ("old", "told"),
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
def test_result_of_2024_10_07_becomes_content(old, told):
    stage = started()
    stage.client(call(1))
    stage.server(result(1, {"toolResult": old}))
    assert stage.one_down() == result(1, {"toolResult": old, "resultType": "complete", **told})


@pytest.mark.parametrize("code", [-32002, -32601, -32602, 0])
def test_errors_pass_as_they_are(code):
    stage = started()
    stage.client(request(1, "resources/read", {"uri": "x:/", "_meta": meta()}))
    stage.server(error(1, code, data={"uri": "x:/"}, **{"v/e": 1}))
    assert stage.one_down() == error(1, code, data={"uri": "x:/"}, **{"v/e": 1})


def test_non_objects_and_responses_to_nothing_pass():
    stage = started()
    stage.client(request(1, "vendor/do", {"_meta": meta()}))
    for message in (result(1, 5), result("late", {}), {"jsonrpc": "2.0", "id": None, "error": {"code": -32700}}):
        stage.server(message)
        assert stage.one_down() == message


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
    stage = started()
    params = {**odd, "name": "a", "arguments": odd}
    stage.client(request("x", "tools/call", {**params, "_meta": meta(**{"v/m": odd})}))
    assert stage.one_up() == request("x", "tools/call", {**params, "_meta": {"v/m": odd}})
    stage.server(result("x", odd))
    assert stage.one_down() == result("x", {"resultType": "complete", **odd})


def test_task_only_tool_is_refused_with_the_reason():
    stage = started()
    tools = [{"name": "pay", "execution": {"taskSupport": "required"}}, {"name": "b", "execution": {}}, 5]
    stage.client(request(1, "tools/list", {"_meta": meta()}))
    stage.server(result(1, {"tools": tools}))
    assert stage.one_down()["result"]["tools"] == tools
    stage.heard_up()
    stage.client(call(2))
    told = stage.one_down()
    assert told["result"]["isError"] and "only as a task" in told["result"]["content"][0]["text"]
    assert told["result"]["resultType"] == "complete"
    assert stage.heard_up() == []
    stage.client(request(3, "tools/list", {"_meta": meta()}))
    stage.server(result(3, {"tools": [{"name": "pay"}]}))
    stage.heard_up()
    stage.client(call(4))
    assert stage.one_up()["id"] == 4


# logging


def log(level):
    return notification("notifications/message", {"level": level, "data": [1]})


def test_log_messages_go_only_to_the_requesting_call():
    stage = started()
    stage.client(call(1, about={f"{META}logLevel": "warning"}))
    first, second = stage.heard_up()
    assert (first["method"], first["params"]) == ("logging/setLevel", {"level": "warning"})
    assert second["id"] == 1
    stage.server(result(first["id"], {}), log("info"), log("error"), log("nonsense"))
    assert stage.heard_down() == [log("error")]
    stage.client(call(2, about={f"{META}logLevel": "warning"}))
    assert [one["method"] for one in stage.heard_up()] == ["tools/call"]
    stage.server(log("error"))
    assert stage.heard_down() == []
    stage.server(result(1, {}))
    stage.server(log("error"))
    assert stage.heard_down()[1:] == [log("error")]
    stage.server(result(2, {}))
    stage.heard_down()
    stage.client(call(3))
    stage.server(log("error"))
    assert stage.heard_down() == []


def test_server_without_logging_gets_no_level():
    stage = started({**TOLD, "capabilities": {}})
    stage.client(call(1, about={f"{META}logLevel": "debug"}))
    assert stage.one_up()["method"] == "tools/call"


@pytest.mark.parametrize("method", ["elicitation/complete", "tasks/status"])
def test_notifications_that_a_modern_client_does_not_know_stay_here(method):
    stage = started()
    stage.server(notification(f"notifications/{method}", {}), notification("vendor/odd"))
    assert stage.heard_down() == [notification("vendor/odd")]


def test_numbers_of_a_result_keep_their_bytes():
    stage = started()
    stage.client(call(1))
    caught = []
    stage.send_to_client = caught.append
    odd = b'{"big":1180591620717411303424,"huge":1e400,"zeros":0.1000,"minus":-0}'
    stage.server(b'{"jsonrpc":"2.0","id":1,"result":{"structuredContent":%b}}' % odd)
    assert bytes(caught[0]["result"]["structuredContent"]) == odd
    assert json.loads(bytes(caught[0]["result"]["structuredContent"]))
