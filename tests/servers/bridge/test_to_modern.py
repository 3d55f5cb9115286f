"""A legacy client on a modern server: each row of the table of translations (protocol reference, bridging, A)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.bridge.harness import META, MODERN, BridgeHarness, Catch, error, notification, request, result
from toolguard.servers.bridge.to_modern import MAX_QUESTIONS, ModernTranslator

CAN = {"roots": {"listChanged": True, "v/r": 1}, "sampling": {}, "elicitation": {"form": {}, "url": {}}, "v/c": [1]}
INFO = {"name": "old", "version": "1", "v/i": None}
SERVER_CAN = {
    "tools": {"listChanged": True}, "resources": {"subscribe": True}, "prompts": {}, "completions": {}, "logging": {},
    "experimental": {"x": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}},
}  # fmt: skip
DISCOVERED = {
    "resultType": "complete", "supportedVersions": [MODERN, "2027-01-01"], "capabilities": SERVER_CAN, "ttlMs": 5,
    "cacheScope": "public", "instructions": "be kind", "v/d": {"a": 1e400},
    "_meta": {f"{META}serverInfo": {"name": "new", "version": "2"}, "v/m": 1},
}  # fmt: skip
STATE = "сост\u2028" + "s" * 1000
ASK = {"method": "elicitation/create", "params": {"mode": "form", "message": "?", "requestedSchema": {"v/x": 1}}}
CALL = {"name": "pay", "arguments": {"to": "Ada", "sum": 2**70}, "v/p": 1}


def opened(version="2025-11-25", can=CAN, discovered=DISCOVERED):
    harness = BridgeHarness()
    make_envelope = {"protocolVersion": version, "capabilities": can, "clientInfo": INFO}
    line = json.dumps(discovered).replace("Infinity", "1e400").encode()
    outcome = Catch.result(harness, b'{"jsonrpc":"2.0","id":"d","result":%b}' % line)
    harness.translator = ModernTranslator(harness, request("hello", "initialize", make_envelope), outcome)
    return harness


def started(**how):
    harness = opened(**how)
    harness.sent_to_client()
    return harness


def envelope(**more):
    can = {"roots": {"v/r": 1}, "sampling": {}, "elicitation": {"form": {}, "url": {}}, "v/c": [1]}
    return {
        f"{META}protocolVersion": MODERN,
        f"{META}clientCapabilities": can,
        f"{META}clientInfo": INFO,
        **more,
    }


# initialize


def test_initialize_is_answered_from_the_discovery():
    outcome = opened().one_down()
    assert outcome["id"] == "hello"
    can = {name: value for name, value in SERVER_CAN.items() if name != "extensions"}
    assert outcome["result"].pop("v/d") == {"a": float("inf")}
    assert outcome["result"] == {
        "protocolVersion": "2025-11-25", "capabilities": can, "serverInfo": {"name": "new", "version": "2"},
        "instructions": "be kind", "_meta": {"v/m": 1},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "given"),
    [(one, one) for one in ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")]
    + [("2024-10-07", "2024-11-05"), ("2099-01-01", "2025-11-25"), (None, "2025-11-25"), (MODERN, "2025-11-25")],
)
def test_the_client_gets_its_own_revision_when_it_is_a_legacy_one(wanted, given):
    assert opened(version=wanted).one_down()["result"]["protocolVersion"] == given


def test_a_server_that_does_not_name_itself_gets_a_name():
    outcome = opened(discovered={"supportedVersions": [MODERN], "capabilities": {}}).one_down()
    assert outcome["result"]["serverInfo"] == {"name": "unknown", "version": ""}


# requests


def test_request_gets_the_envelope_and_keeps_its_members():
    harness = started()
    harness.client(request(7, "tools/call", {**CALL, "_meta": {"progressToken": "t", "v/k": [None]}}, **{"v/o": 1}))
    sent = harness.one_up()
    assert sent["params"].pop("_meta") == envelope(progressToken="t", **{"v/k": [None]})
    assert sent == request(7, "tools/call", CALL, **{"v/o": 1})


@pytest.mark.parametrize("method", ["tools/list", "resources/read", "prompts/get", "completion/complete", "vendor/do"])
def test_every_other_request_gets_the_envelope_even_without_params(method):
    harness = started()
    harness.client(request("x", method))
    assert harness.one_up() == request("x", method, {"_meta": envelope()})


def test_a_client_that_does_not_name_itself_has_no_name_in_the_envelope():
    harness = BridgeHarness()
    harness.translator = ModernTranslator(harness, request(1, "initialize"), {"supportedVersions": [MODERN]})
    harness.client(request(2, "tools/list"))
    assert harness.one_up()["params"]["_meta"] == {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}}


def test_tasks_and_extensions_of_a_legacy_client_are_not_declared():
    harness = started(can={"tasks": {"list": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}})
    harness.client(request(2, "tools/list"))
    assert harness.one_up()["params"]["_meta"][f"{META}clientCapabilities"] == {}


def test_params_that_are_no_object_cannot_carry_an_envelope():
    harness = started()
    harness.client(request(2, "vendor/do", [1]))
    assert harness.sent_to_server() == []
    assert harness.one_down()["error"]["code"] == -32602


# answered locally


def test_ping_is_answered_here():
    harness = started()
    harness.client(request(1, "ping"))
    assert (harness.sent_to_server(), harness.one_down()) == ([], result(1, {}))


def test_a_log_level_goes_with_every_request_from_then_on():
    harness = started()
    harness.client(request(1, "logging/setLevel", {"level": "debug"}), request(2, "tools/list"))
    assert harness.one_down() == result(1, {})
    assert harness.one_up()["params"]["_meta"] == envelope(**{f"{META}logLevel": "debug"})


def test_repeated_initialize_is_answered_again():
    harness = opened()
    first = harness.one_down()
    harness.client(request(9, "initialize", {}))
    assert harness.one_down() == {**first, "id": 9}


@pytest.mark.parametrize("method", ["roots/list_changed", "progress"])
def test_legacy_only_notifications_are_not_sent_to_a_modern_server(method):
    harness = started()
    harness.client(notification(f"notifications/{method}"))
    assert harness.sent_to_server() == []


def test_unknown_notifications_pass_both_ways():
    harness = started()
    outcome = notification("vendor/odd", {"a": [1]})
    harness.client(outcome)
    harness.server(outcome)
    assert (harness.one_up(), harness.one_down()) == (outcome, outcome)


# results


@pytest.mark.parametrize("method", ["tools/list", "resources/list", "resources/read", "prompts/list"])
def test_modern_only_members_are_removed_from_results(method):
    harness = started()
    harness.client(request(1, method))
    harness.server(
        result(1, {"resultType": "complete", "ttlMs": 3, "cacheScope": "public", "nextCursor": "", "v/x": 1})
    )
    assert harness.one_down() == result(1, {"nextCursor": "", "v/x": 1})


def test_a_tool_s_own_result_keeps_its_members():
    harness = started()
    harness.client(request(1, "tools/call", CALL))
    harness.server(result(1, {"resultType": "complete", "content": [], "ttlMs": 3, "_meta": {"v/m": 1}}))
    assert harness.one_down() == result(1, {"content": [], "ttlMs": 3, "_meta": {"v/m": 1}})


@pytest.mark.parametrize(
    ("schema", "kept"),
    [({"type": "object", "v/s": 1}, True), ({"type": "array"}, False), ({"anyOf": []}, False), (None, False)],
)
def test_an_output_schema_that_is_not_of_an_object_is_left_out(schema, kept):
    harness = started()
    harness.client(request(1, "tools/list"))
    tool = {"name": "a", "inputSchema": {"x-mcp-header": "A"}, "v/t": 1e2}
    harness.server(result(1, {"tools": [{**tool, "outputSchema": schema}, tool], "resultType": "complete"}))
    assert harness.one_down()["result"] == {"tools": [{**tool, "outputSchema": schema} if kept else tool, tool]}


@pytest.mark.parametrize(
    ("content", "value", "expected"),
    [
        ([{"type": "text", "text": "said"}], [1], {"content": [{"type": "text", "text": "said"}]}),
        ([], [1, 2], {"content": [{"type": "text", "text": "[1,2]"}]}),
        (None, "é", {"content": [{"type": "text", "text": '"é"'}]}),
        ([], {"a": 1}, {"content": [], "structuredContent": {"a": 1}}),
    ],
)
def test_non_object_structured_content_becomes_text(content, value, expected):
    harness = started()
    harness.client(request(1, "tools/call", CALL))
    more = {} if content is None else {"content": content}
    harness.server(result(1, {**more, "structuredContent": value, "resultType": "complete"}))
    assert harness.one_down()["result"] == expected


@pytest.mark.parametrize("code", [-32602, -32601, -32021, -32020, 0])
def test_errors_pass_as_they_are(code):
    harness = started()
    harness.client(request(1, "resources/read", {"uri": "x:/"}))
    harness.server(error(1, code, data={"uri": "x:/"}, **{"v/e": 1}))
    assert harness.one_down() == error(1, code, data={"uri": "x:/"}, **{"v/e": 1})


def test_unknown_result_type_is_an_error_for_legacy_clients():
    harness = started()
    harness.client(request(1, "tools/call", CALL), request(2, "prompts/get", {"name": "x"}))
    for id in (1, 2):
        harness.server(result(id, {"resultType": "task", "taskId": "t"}))
    call, other = harness.sent_to_client()
    assert call["result"]["isError"] and "'task'" in call["result"]["content"][0]["text"]
    assert "2025-11-25 does not support" in other["error"]["message"] and other["error"]["code"] == -32603


def test_non_object_results_and_unmatched_responses_pass():
    harness = started()
    harness.client(request(1, "vendor/do"))
    for message in (result(1, 5), result("late", {}), {"jsonrpc": "2.0", "id": None, "error": {"code": -32700}}):
        harness.server(message)
        assert harness.one_down() == message


@given(
    st.dictionaries(
        st.text(max_size=8).filter(lambda name: name not in ("resultType", "structuredContent")),
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
    asked = request("x", "tools/call", {**odd, "name": "a", "arguments": odd, "_meta": {"v/m": odd}})
    harness.client(asked)
    sent = harness.one_up()
    assert sent["params"].pop("_meta") == {**envelope(), "v/m": odd}
    assert sent["params"] == {name: value for name, value in asked["params"].items() if name != "_meta"}
    harness.server(result("x", {"resultType": "complete", **odd}))
    assert harness.one_down() == result("x", odd)


def test_numbers_and_texts_of_a_result_keep_their_bytes():
    harness = started()
    harness.client(request(1, "tools/call", CALL))
    caught = []
    harness.send_to_client = caught.append
    odd = b'{"big":1180591620717411303424,"huge":1e400,"zeros":0.1000,"minus":-0,"half":"\\ud83d\\ude00\\/"}'
    harness.server(b'{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","structuredContent":%b}}' % odd)
    assert bytes(caught[0]["result"]["structuredContent"]) == odd


# what the server asks for in the middle


def asked(harness, requests=None, **more):
    """A call whose server asks; gives what the client was asked."""
    harness.client(request(1, "tools/call", {**CALL, "_meta": {"progressToken": 1}}))
    first = harness.one_up()
    wants = {} if requests is None else {"inputRequests": requests}
    harness.server(result(1, {"resultType": "input_required", **wants, **more}))
    return first, harness.sent_to_client()


def test_each_input_request_becomes_a_client_request_and_the_call_continues():
    harness = started()
    roots = {"method": "roots/list"}
    first, (one, two) = asked(harness, {"a": ASK, "b": roots}, requestState=STATE)
    assert one == {"jsonrpc": "2.0", "id": one["id"], **ASK}
    assert two == {"jsonrpc": "2.0", "id": two["id"], **roots}
    harness.client(result(two["id"], {"roots": [], "v/x": 1}))
    assert harness.sent_to_server() == []
    harness.client(result(one["id"], {"action": "decline"}))
    again = harness.one_up()
    more = {"inputResponses": {"a": {"action": "decline"}, "b": {"roots": [], "v/x": 1}}, "requestState": STATE}
    assert again == {**first, "id": again["id"], "params": {**first["params"], **more}}
    assert again["id"] != 1
    harness.server(result(again["id"], {"resultType": "complete", "content": []}))
    assert harness.one_down() == result(1, {"content": []})


def test_request_state_is_returned_unchanged_and_never_invented():
    harness = started()
    first, (one,) = asked(harness, {"a": ASK})
    harness.client(result(one["id"], {"action": "accept"}))
    assert harness.one_up()["params"] == {**first["params"], "inputResponses": {"a": {"action": "accept"}}}


def test_server_can_request_input_in_several_rounds():
    harness = started()
    _, (one,) = asked(harness, {"a": ASK}, requestState="s1")
    harness.client(result(one["id"], {"action": "accept"}))
    second = harness.one_up()
    harness.server(result(second["id"], {"resultType": "input_required", "inputRequests": {"b": ASK}}))
    harness.client(result(harness.one_down()["id"], {"action": "cancel"}))
    third = harness.one_up()
    assert third["params"]["inputResponses"] == {"b": {"action": "cancel"}}
    assert "requestState" not in third["params"]
    assert len({1, second["id"], third["id"]}) == 3


def test_state_alone_is_sent_again_after_a_pause_that_grows():
    harness = started()
    first, outcome = asked(harness, requestState="s")
    assert outcome == []
    for pause in (0.05, 0.1, 0.2, 0.25, 0.25):
        harness.advance(pause - 0.01)
        assert harness.sent_to_server() == []
        harness.advance(0.011)
        again = harness.one_up()
        assert again["params"] == {**first["params"], "requestState": "s"}
        harness.server(result(again["id"], {"resultType": "input_required", "requestState": "s"}))


def test_input_requests_end_after_ten_rounds():
    harness = started()
    asked(harness, requestState="s")
    for _ in range(10):
        harness.advance(1)
        harness.server(result(harness.one_up()["id"], {"resultType": "input_required", "requestState": "s"}))
    assert "more than 10 requests" in harness.one_down()["result"]["content"][0]["text"]
    harness.advance(1)
    assert harness.sent_to_server() == []


@pytest.mark.parametrize(
    ("can", "want", "lack"),
    [
        ({}, ASK, "elicitation"),
        ({"elicitation": {}}, {"method": "elicitation/create", "params": {"mode": "url"}}, "by a web page"),
        ({"elicitation": {"url": {}}}, ASK, "by a form"),
        ({"roots": None}, {"method": "roots/list"}, "roots"),
        ({"sampling": {}}, {"method": "sampling/createMessage", "params": {"tools": []}}, "sampling with tools"),
        (CAN, {"method": "vendor/ask"}, "vendor/ask"),
        (CAN, {}, "None"),
        (CAN, 5, "None"),
    ],
)
def test_unsupported_client_capability_fails_the_call_with_a_reason(can, want, lack):
    harness = started(can=can)
    _, (outcome,) = asked(harness, {"a": want, "b": {"method": "roots/list"}})
    assert outcome["id"] == 1 and lack in outcome["result"]["content"][0]["text"]
    assert harness.sent_to_server() == []


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"inputRequests": {}},
        {"inputRequests": [1]},
        {"inputRequests": {str(key): ASK for key in range(MAX_QUESTIONS + 1)}},
    ],
    ids=["none", "empty", "list", "many"],
)
def test_unreadable_input_request_ends_the_call(more):
    harness = started()
    harness.client(request(1, "tools/call", CALL))
    harness.sent_to_server()
    harness.server(result(1, {"resultType": "input_required", **more}))
    assert harness.one_down()["result"]["isError"]


def test_client_refusal_ends_the_call_and_cancels_other_requests():
    harness = started()
    _, (one, two) = asked(harness, {"a": ASK, "b": ASK})
    harness.client(error(one["id"], -1, "I will not"))
    back, outcome = harness.sent_to_client()
    assert back["method"] == "notifications/cancelled" and back["params"]["requestId"] == two["id"]
    assert outcome["id"] == 1 and "I will not" in outcome["result"]["content"][0]["text"]
    assert harness.sent_to_server() == []


def test_a_web_page_gets_the_id_that_2025_11_25_requires():
    harness = started()
    page = {"method": "elicitation/create", "params": {"mode": "url", "url": "https://a.example", "message": "!"}}
    _, (one,) = asked(harness, {"a": page})
    assert one["params"].pop("elicitationId")
    assert one["params"] == page["params"]


def test_an_older_client_gets_a_form_without_the_mode_that_it_does_not_know():
    harness = started(version="2025-06-18")
    _, (one,) = asked(harness, {"a": ASK})
    assert one["params"] == {name: value for name, value in ASK["params"].items() if name != "mode"}


def test_input_required_for_other_requests_is_an_error():
    harness = started()
    harness.client(request(1, "tools/list"))
    harness.server(result(1, {"resultType": "input_required", "requestState": "s"}))
    assert "'input_required'" in harness.one_down()["error"]["message"]


# cancel


def cancel(id):
    return notification("notifications/cancelled", {"requestId": id, "reason": "tired", "v/x": 1})


def test_a_cancel_goes_to_the_request_that_runs():
    harness = started()
    harness.client(request(1, "tools/call", CALL), cancel(1))
    assert harness.sent_to_server()[1] == cancel(1)
    harness.client(request(2, "tools/call", CALL))
    harness.sent_to_server()
    harness.server(result(2, {"resultType": "input_required", "inputRequests": {"a": ASK}}))
    harness.client(result(harness.one_down()["id"], {"action": "accept"}))
    again = harness.one_up()
    harness.client(cancel(2))
    assert harness.one_up() == cancel(again["id"])
    harness.server(result(again["id"], {"resultType": "input_required", "requestState": "s"}))
    harness.advance(1)
    assert harness.sent_to_server() == []


def test_call_cancelled_while_its_client_is_asked_is_never_resent():
    harness = started()
    _, (one,) = asked(harness, {"a": ASK})
    harness.client(cancel(1))
    assert harness.one_down()["params"]["requestId"] == one["id"]
    harness.client(result(one["id"], {"action": "accept"}))
    assert [sent for sent in harness.sent_to_server() if "method" in sent] == []


def test_call_cancelled_in_the_pause_is_never_resent():
    harness = started()
    asked(harness, requestState="s")
    harness.client(cancel(1))
    harness.advance(1)
    assert harness.sent_to_server() == []


def test_cancel_of_an_answered_request_is_not_forwarded():
    harness = started()
    harness.client(
        cancel("nobody"), notification("notifications/cancelled", {}), notification("notifications/cancelled")
    )
    assert harness.sent_to_server() == []


def test_legacy_style_server_request_is_supported():
    harness = started()
    ask = request(1, "sampling/createMessage", {"messages": []})
    harness.server(ask)
    assert harness.one_down() == ask
    harness.client(result(1, {"role": "assistant"}))
    assert harness.one_up() == result(1, {"role": "assistant"})
