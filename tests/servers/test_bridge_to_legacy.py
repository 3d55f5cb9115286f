"""A modern client on a legacy server: each row of the table of translations (protocol reference, bridging, B)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.bridge_stage import META, MODERN, Stage, error, meta, notice, request, result
from toolguard.servers.bridge_to_legacy import ToLegacy, hello

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
FORM = {"message": "?", "requestedSchema": {"type": "object", "v/x": 1}}


def started(told=TOLD):
    stage = Stage()
    caught = {}
    stage.translator = Catch(caught)
    stage.server(result("own", told))
    stage.translator = ToLegacy(stage, caught["result"], stage.step_out)
    return stage


class Catch:
    """Takes a server's message as the right edge reads it."""

    def __init__(self, into):
        self.into = into

    def from_server(self, message):
        self.into |= message


def call(id, can=CAN, about=None, **more):
    return request(id, "tools/call", {**CALL, **more, "_meta": meta(can, **(about or {}))})


# opening


def test_the_handshake_is_made_with_what_the_request_says():
    can = {**CAN, "extensions": {"io.modelcontextprotocol/tasks": {}}, "tasks": {}, "v/x": 1}
    said = hello("h", request(1, "tools/list", {"_meta": meta(can)}))
    assert said == request("h", "initialize", {
        "protocolVersion": "2025-11-25", "capabilities": {**CAN, "v/x": 1},
        "clientInfo": {"name": "robot", "version": "1"},
    })  # fmt: skip
    bare = hello("h", request(1, "tools/list", {"_meta": {f"{META}protocolVersion": MODERN}}))
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


def test_a_client_that_turns_out_to_shake_hands_gets_the_server_s_own_words_and_is_left_alone():
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
    stage.client(request(1, "vendor/do"), notice("vendor/odd", {"a": 1}))
    assert stage.heard_up() == [request(1, "vendor/do"), notice("vendor/odd", {"a": 1})]
    stage.client(request(2, "vendor/do", [1]))
    assert stage.one_down()["error"]["code"] == -32602


@pytest.mark.parametrize("said", [notice("notifications/initialized"), result(1, {}), error("1", 5)])
def test_what_a_modern_client_never_says_stays_here(said):
    stage = started()
    stage.client(said)
    assert stage.heard_up() == []


@pytest.mark.parametrize(
    "method", ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]
)
def test_results_that_may_be_kept_say_that_they_may_not(method):
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
def test_case_50_a_result_of_2024_10_07_becomes_content(old, told):
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


def test_what_is_no_object_and_what_answers_nothing_passes():
    stage = started()
    stage.client(request(1, "vendor/do", {"_meta": meta()}))
    for message in (result(1, 5), result("late", {}), {"jsonrpc": "2.0", "id": None, "error": {"code": -32700}}):
        stage.server(message)
        assert stage.one_down() == message


@given(
    st.dictionaries(
        st.text().filter(lambda name: name not in ("requestState", "inputResponses", "toolResult")),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda any: st.lists(any)),
    )
)
def test_members_that_nobody_knows_survive_both_ways(odd):
    stage = started()
    params = {**odd, "name": "a", "arguments": odd}
    stage.client(request("x", "tools/call", {**params, "_meta": meta(**{"v/m": odd})}))
    assert stage.one_up() == request("x", "tools/call", {**params, "_meta": {"v/m": odd}})
    stage.server(result("x", odd))
    assert stage.one_down() == result("x", {"resultType": "complete", **odd})


def test_a_tool_that_runs_only_as_a_task_says_why_it_does_not():
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


# what the server asks in the middle


def parked(stage, id=1, ask=None, server_id=1, **how):
    """A call whose server asks; gives what the client got."""
    stage.client(call(id, **how))
    stage.heard_up()
    stage.server(ask or request(server_id, "elicitation/create", FORM))
    return stage.one_down()


def again(id, told, answers, **more):
    state = told["result"]["requestState"]
    return call(id, inputResponses=answers, requestState=state, **more)


def test_a_request_of_the_server_ends_the_client_s_and_the_next_one_goes_on_with_the_open_call():
    stage = started()
    told = parked(stage)
    assert told["id"] == 1 and told["result"]["resultType"] == "input_required"
    ((key, want),) = told["result"]["inputRequests"].items()
    assert want == {"method": "elicitation/create", "params": FORM}
    assert len(told["result"]["requestState"]) > 30
    stage.client(again(2, told, {key: {"action": "accept", "content": {"v/x": 1}}}))
    assert stage.one_up() == result(1, {"action": "accept", "content": {"v/x": 1}})
    stage.server(result(1, {"content": []}))
    assert stage.one_down() == result(2, {"content": [], "resultType": "complete"})


def test_what_2025_11_25_alone_knows_of_a_question_is_left_out():
    ask = request(
        1, "elicitation/create", {"mode": "url", "url": "https://a.example", "elicitationId": "e", "task": {}}
    )
    ((_, want),) = parked(started(), ask=ask)["result"]["inputRequests"].items()
    assert want["params"] == {"mode": "url", "url": "https://a.example"}


def test_a_question_without_params_has_none():
    ((_, want),) = parked(started(), ask=request(1, "roots/list"))["result"]["inputRequests"].items()
    assert want == {"method": "roots/list"}


def test_every_round_has_a_state_of_its_own_that_is_used_once():
    stage = started()
    first = parked(stage)
    stage.client(again(2, first, {"ask-1": {"action": "accept"}}))
    stage.heard_up()
    stage.server(request(9, "roots/list"))
    second = stage.one_down()
    assert second["id"] == 2 and list(second["result"]["inputRequests"]) == ["ask-2"]
    assert second["result"]["requestState"] != first["result"]["requestState"]
    stage.client(again(3, first, {}))
    assert "not known any more" in stage.one_down()["result"]["content"][0]["text"]
    assert stage.heard_up() == []
    stage.client(again(3, second, {"ask-2": {"roots": []}}))
    assert stage.one_up() == result(9, {"roots": []})


def test_case_40_a_state_of_its_own_making_runs_nothing():
    stage = started()
    for state in ("approved, honestly", 5, {"a": 1}):
        stage.client(call(3, requestState=state))
        assert "not run" in stage.one_down()["result"]["content"][0]["text"]
    stage.client(request(4, "prompts/get", {"requestState": "x", "_meta": meta()}))
    assert "not run" in stage.one_down()["error"]["message"]
    assert stage.heard_up() == []


def test_another_call_with_the_state_of_an_open_one_is_a_call_of_its_own():
    stage = started()
    told = parked(stage)
    other = again(2, told, {"ask-1": {"action": "accept"}})
    other["params"]["arguments"] = {"to": "Eve"}
    stage.client(other)
    assert stage.one_up() == request(2, "tools/call", {"name": "pay", "arguments": {"to": "Eve"}})
    stage.client(again(3, told, {"ask-1": {"action": "accept"}}))
    assert stage.one_up() == result(1, {"action": "accept"})


def test_a_client_that_answers_only_some_questions_has_cancelled_the_others():
    stage = started()
    told = parked(stage)
    stage.server(request(2, "sampling/createMessage", {}))
    stage.client(again(2, told, {}))
    assert stage.one_up() == result(1, {"action": "cancel"})
    told = stage.one_down()
    assert told["id"] == 2 and list(told["result"]["inputRequests"].values()) == [
        {"method": "sampling/createMessage", "params": {}}
    ]
    stage.client(again(3, told, "nonsense"))
    assert stage.one_up()["error"]["code"] == -1


def test_an_answer_that_comes_while_nobody_waits_is_kept_for_the_client():
    stage = started()
    told = parked(stage)
    stage.server(result(1, {"content": ["gave up asking"]}))
    assert stage.heard_down() == []
    stage.client(again(2, told, {"ask-1": {"action": "accept"}}))
    assert stage.one_down() == result(2, {"content": ["gave up asking"], "resultType": "complete"})


def test_a_client_that_never_goes_on_lets_the_call_be_cancelled():
    stage = started()
    told = parked(stage)
    stage.waits(599)
    assert stage.heard_up() == []
    stage.waits(2)
    one, two = stage.heard_up()
    assert one == result(1, {"action": "cancel"})
    assert (two["method"], two["params"]["requestId"]) == ("notifications/cancelled", 1)
    stage.client(again(2, told, {"ask-1": {"action": "accept"}}))
    assert "not run" in stage.one_down()["result"]["content"][0]["text"]
    assert stage.heard_up() == []


@pytest.mark.parametrize(
    ("can", "ask", "lack"),
    [
        ({}, request(5, "elicitation/create", FORM), "elicitation"),
        ({"elicitation": {}}, request(5, "elicitation/create", {"mode": "url"}), "web page"),
        (CAN, request(5, "sampling/createMessage", {"tools": []}), "sampling with tools"),
        (CAN, request(5, "tasks/get", {}), "tasks/get"),
        (CAN, request(5, "vendor/ask"), "vendor/ask"),
    ],
)
def test_a_server_is_told_what_its_client_does_not_offer(can, ask, lack):
    stage = started()
    stage.client(call(1, can=can))
    stage.heard_up()
    stage.server(ask)
    told = stage.one_up()
    assert (told["id"], told["error"]["code"]) == (5, -32601) and lack in told["error"]["message"]
    assert stage.heard_down() == []


def test_a_ping_of_the_server_is_answered_here():
    stage = started()
    stage.server(request(5, "ping"))
    assert stage.one_up() == result(5, {})


def test_a_server_that_asks_out_of_the_blue_is_told_that_nobody_can_be_asked():
    stage = started()
    stage.client(request(1, "tools/list", {"_meta": meta(CAN)}))
    stage.heard_up()
    stage.server(request(5, "roots/list"))
    assert "only be asked while it waits for a call" in stage.one_up()["error"]["message"]


def test_a_question_that_could_belong_to_two_calls_waits_until_it_belongs_to_one():
    stage = started()
    stage.client(call(1), call(2))
    stage.heard_up()
    stage.server(request(5, "roots/list"))
    assert (stage.heard_up(), stage.heard_down()) == ([], [])
    stage.server(result(1, {"content": []}))
    first, second = stage.heard_down()
    assert first["id"] == 1 and second["id"] == 2 and second["result"]["resultType"] == "input_required"


def test_it_does_not_wait_for_ever():
    stage = started()
    stage.client(call(1), call(2))
    stage.heard_up()
    stage.server(
        request(5, "roots/list"), request(6, "roots/list"), notice("notifications/cancelled", {"requestId": 6})
    )
    stage.waits(11)
    told = stage.one_up()
    assert told["id"] == 5 and "several calls run" in told["error"]["message"]


def test_a_question_that_is_taken_back_is_not_answered():
    stage = started()
    told = parked(stage)
    stage.server(request(2, "roots/list"), notice("notifications/cancelled", {"requestId": 1}))
    stage.server(notice("notifications/cancelled", {"requestId": 2}))
    stage.client(again(2, told, {"ask-1": {"action": "accept"}}))
    assert (stage.heard_up(), stage.heard_down()) == ([], [])


# cancel and progress


def cancel(id, **more):
    return notice("notifications/cancelled", {"requestId": id, "reason": "tired", **more})


def test_a_cancel_goes_to_the_call_that_is_open_and_only_in_its_newest_round():
    stage = started()
    told = parked(stage)
    stage.client(cancel(1))
    assert stage.heard_up() == []
    stage.client(again(2, told, {"ask-1": {"action": "accept"}}))
    stage.heard_up()
    stage.client(cancel(1), cancel(2, _meta={**meta(), "v/x": 1}), cancel(2))
    assert stage.heard_up() == [cancel(1, _meta={"v/x": 1})]
    stage.client(call(3), cancel(3, _meta=meta()))
    assert stage.heard_up()[1] == cancel(3)


def test_progress_comes_under_the_token_of_the_newest_round():
    stage = started()
    told = parked(stage, about={"progressToken": 1})

    def progress(token):
        return notice("notifications/progress", {"progressToken": token, "progress": 0.5, "v/x": 1})

    stage.server(progress(1))
    assert stage.heard_down() == []
    stage.client(again(2, told, {}, about={"progressToken": "two"}))
    stage.server(progress(1), progress("other"))
    assert stage.heard_down() == [progress("two"), progress("other")]
    stage.server(request(7, "roots/list"))
    told = stage.one_down()
    stage.client(again(3, told, {}))
    stage.server(progress(1))
    assert stage.heard_down() == []
    stage.server(result(1, {}), progress(1))
    assert stage.heard_down()[1] == progress(1)


# logging


def log(level):
    return notice("notifications/message", {"level": level, "data": [1]})


def test_logging_is_set_for_the_session_and_passed_only_to_the_one_request_that_asked():
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


def test_a_server_without_logging_is_not_told_a_level():
    stage = started({**TOLD, "capabilities": {}})
    stage.client(call(1, about={f"{META}logLevel": "debug"}))
    assert stage.one_up()["method"] == "tools/call"


@pytest.mark.parametrize("method", ["elicitation/complete", "tasks/status"])
def test_notifications_that_a_modern_client_does_not_know_stay_here(method):
    stage = started()
    stage.server(notice(f"notifications/{method}", {}), notice("vendor/odd"))
    assert stage.heard_down() == [notice("vendor/odd")]


# -32042


PAGES = {"elicitations": [{"mode": "url", "url": "https://a.example/x", "message": "Sign in", "elicitationId": "e"}]}


def test_web_pages_that_are_needed_first_are_asked_for_and_then_the_call_is_made_anew():
    stage = started()
    stage.client(call(1))
    stage.heard_up()
    stage.server(error(1, -32042, data=PAGES))
    told = stage.one_down()
    want = {"mode": "url", "url": "https://a.example/x", "message": "Sign in"}
    assert told["result"]["inputRequests"] == {"ask-1": {"method": "elicitation/create", "params": want}}
    stage.client(again(2, told, {"ask-1": {"action": "accept"}}))
    assert stage.one_up() == request(2, "tools/call", CALL)
    stage.server(result(2, {"content": []}))
    assert stage.one_down() == result(2, {"content": [], "resultType": "complete"})


@pytest.mark.parametrize("answers", [{}, {"ask-1": {"action": "decline"}}, {"ask-1": 5}])
def test_a_call_whose_pages_are_declined_is_not_made(answers):
    stage = started()
    stage.client(call(1))
    stage.heard_up()
    stage.server(error(1, -32042, data=PAGES))
    stage.client(again(2, stage.one_down(), answers))
    assert stage.heard_up() == []
    assert "declined" in stage.one_down()["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    ("can", "data"), [({"elicitation": {}}, PAGES), (CAN, {}), (CAN, None), (CAN, {"elicitations": [1]})]
)
def test_pages_that_cannot_be_shown_are_an_error_that_says_why(can, data):
    stage = started()
    stage.client(call(1, can=can))
    stage.heard_up()
    stage.server(error(1, -32042, "Sign in first", data=data))
    told = stage.one_down()
    assert told["id"] == 1 and "Sign in first" in told["result"]["content"][0]["text"]
    stage.waits(1000)
    assert stage.heard_up() == []


def test_numbers_of_a_result_are_not_read_and_written_anew():
    stage = started()
    stage.client(call(1))
    caught = []
    stage.down = caught.append
    odd = b'{"big":1180591620717411303424,"huge":1e400,"zeros":0.1000,"minus":-0}'
    stage.server(b'{"jsonrpc":"2.0","id":1,"result":{"structuredContent":%b}}' % odd)
    assert bytes(caught[0]["result"]["structuredContent"]) == odd
    assert json.loads(bytes(caught[0]["result"]["structuredContent"]))
