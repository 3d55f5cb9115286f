"""What a legacy server asks a modern client in the middle of a call, over all its rounds."""

import pytest

from tests.servers.bridge.harness import BridgeHarness, error, meta, notification, request, result
from toolguard.servers.bridge.to_legacy import LegacyTranslator

TOLD = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
CAN = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}
CALL = {"name": "pay", "arguments": {"to": "Ada", "sum": 2**70}}
FORM = {"message": "?", "requestedSchema": {"type": "object", "v/x": 1}}


def started():
    harness = BridgeHarness()
    harness.translator = LegacyTranslator(harness, TOLD, harness.pass_through)
    return harness


def call(id, can=CAN, about=None, **more):
    return request(id, "tools/call", {**CALL, **more, "_meta": meta(can, **(about or {}))})


# what the server asks in the middle


def parked(harness, id=1, ask=None, server_id=1, **how):
    """A call whose server asks; gives what the client got."""
    harness.client(call(id, **how))
    harness.sent_to_server()
    harness.server(ask or request(server_id, "elicitation/create", FORM))
    return harness.one_down()


def again(id, told, answers, **more):
    state = told["result"]["requestState"]
    return call(id, inputResponses=answers, requestState=state, **more)


def test_server_request_ends_the_request_and_the_next_continues_the_call():
    harness = started()
    outcome = parked(harness)
    assert outcome["id"] == 1 and outcome["result"]["resultType"] == "input_required"
    ((key, want),) = outcome["result"]["inputRequests"].items()
    assert want == {"method": "elicitation/create", "params": FORM}
    assert len(outcome["result"]["requestState"]) > 30
    harness.client(again(2, outcome, {key: {"action": "accept", "content": {"v/x": 1}}}))
    assert harness.one_up() == result(1, {"action": "accept", "content": {"v/x": 1}})
    harness.server(result(1, {"content": []}))
    assert harness.one_down() == result(2, {"content": [], "resultType": "complete"})


def test_request_with_the_id_of_a_parked_one_has_another_id_at_the_server():
    harness = started()
    outcome = parked(harness)
    harness.client(call(1, arguments={"to": "Bob"}))
    second = harness.one_up()
    assert second["id"] != 1 and second["params"]["arguments"] == {"to": "Bob"}
    harness.server(result(1, {"content": ["first"]}), result(second["id"], {"content": ["second"]}))
    assert harness.one_down() == result(1, {"content": ["second"], "resultType": "complete"})
    harness.client(again(2, outcome, {}))
    harness.sent_to_server()
    assert harness.one_down() == result(2, {"content": ["first"], "resultType": "complete"})


def test_members_known_only_to_2025_11_25_are_left_out_of_requests():
    ask = request(
        1, "elicitation/create", {"mode": "url", "url": "https://a.example", "elicitationId": "e", "task": {}}
    )
    ((_, want),) = parked(started(), ask=ask)["result"]["inputRequests"].items()
    assert want["params"] == {"mode": "url", "url": "https://a.example"}


def test_server_request_without_params_has_none():
    ((_, want),) = parked(started(), ask=request(1, "roots/list"))["result"]["inputRequests"].items()
    assert want == {"method": "roots/list"}


def test_every_round_has_a_single_use_state():
    harness = started()
    first = parked(harness)
    harness.client(again(2, first, {"ask-1": {"action": "accept"}}))
    harness.sent_to_server()
    harness.server(request(9, "roots/list"))
    second = harness.one_down()
    assert second["id"] == 2 and list(second["result"]["inputRequests"]) == ["ask-2"]
    assert second["result"]["requestState"] != first["result"]["requestState"]
    harness.client(again(3, first, {}))
    assert "no longer known" in harness.one_down()["result"]["content"][0]["text"]
    assert harness.sent_to_server() == []
    harness.client(again(3, second, {"ask-2": {"roots": []}}))
    assert harness.one_up() == result(9, {"roots": []})


@pytest.mark.case(40)
def test_invented_request_state_runs_nothing():
    harness = started()
    for state in ("approved, honestly", 5, {"a": 1}):
        harness.client(call(3, requestState=state))
        assert "not run" in harness.one_down()["result"]["content"][0]["text"]
    harness.client(request(4, "prompts/get", {"requestState": "x", "_meta": meta()}))
    assert "not run" in harness.one_down()["error"]["message"]
    assert harness.sent_to_server() == []


def test_other_call_with_an_open_state_is_a_new_call():
    harness = started()
    outcome = parked(harness)
    other = again(2, outcome, {"ask-1": {"action": "accept"}})
    other["params"]["arguments"] = {"to": "Eve"}
    harness.client(other)
    assert harness.one_up() == request(2, "tools/call", {"name": "pay", "arguments": {"to": "Eve"}})
    harness.client(again(3, outcome, {"ask-1": {"action": "accept"}}))
    assert harness.one_up() == result(1, {"action": "accept"})


def test_a_client_that_answers_only_some_questions_has_cancelled_the_others():
    harness = started()
    outcome = parked(harness)
    harness.server(request(2, "sampling/createMessage", {}))
    harness.client(again(2, outcome, {}))
    assert harness.one_up() == result(1, {"action": "cancel"})
    outcome = harness.one_down()
    assert outcome["id"] == 2 and list(outcome["result"]["inputRequests"].values()) == [
        {"method": "sampling/createMessage", "params": {}}
    ]
    harness.client(again(3, outcome, "nonsense"))
    assert harness.one_up()["error"]["code"] == -1


def test_response_to_a_parked_call_is_kept():
    harness = started()
    outcome = parked(harness)
    harness.server(result(1, {"content": ["gave up asking"]}))
    assert harness.sent_to_client() == []
    harness.client(again(2, outcome, {"ask-1": {"action": "accept"}}))
    assert harness.one_down() == result(2, {"content": ["gave up asking"], "resultType": "complete"})


def test_parked_call_is_cancelled_after_a_timeout():
    harness = started()
    outcome = parked(harness)
    harness.advance(599)
    assert harness.sent_to_server() == []
    harness.advance(2)
    one, two = harness.sent_to_server()
    assert one == result(1, {"action": "cancel"})
    assert (two["method"], two["params"]["requestId"]) == ("notifications/cancelled", 1)
    harness.client(again(2, outcome, {"ask-1": {"action": "accept"}}))
    assert "not run" in harness.one_down()["result"]["content"][0]["text"]
    assert harness.sent_to_server() == []


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
def test_server_gets_an_error_for_unsupported_client_features(can, ask, lack):
    harness = started()
    harness.client(call(1, can=can))
    harness.sent_to_server()
    harness.server(ask)
    outcome = harness.one_up()
    assert (outcome["id"], outcome["error"]["code"]) == (5, -32601) and lack in outcome["error"]["message"]
    assert harness.sent_to_client() == []


def test_server_ping_is_answered_by_the_bridge():
    harness = started()
    harness.server(request(5, "ping"))
    assert harness.one_up() == result(5, {})


def test_unsolicited_server_request_without_person_is_refused():
    harness = started()
    harness.client(request(1, "tools/list", {"_meta": meta(CAN)}))
    harness.sent_to_server()
    harness.server(request(5, "roots/list"))
    assert "accepts requests only while it waits for a call" in harness.one_up()["error"]["message"]


def test_ambiguous_server_request_waits_until_one_call_remains():
    harness = started()
    harness.client(call(1), call(2))
    harness.sent_to_server()
    harness.server(request(5, "roots/list"))
    assert (harness.sent_to_server(), harness.sent_to_client()) == ([], [])
    harness.server(result(1, {"content": []}))
    first, second = harness.sent_to_client()
    assert first["id"] == 1 and second["id"] == 2 and second["result"]["resultType"] == "input_required"


def test_ambiguous_server_request_times_out():
    harness = started()
    harness.client(call(1), call(2))
    harness.sent_to_server()
    harness.server(
        request(5, "roots/list"), request(6, "roots/list"), notification("notifications/cancelled", {"requestId": 6})
    )
    harness.advance(11)
    outcome = harness.one_up()
    assert outcome["id"] == 5 and "several calls are running" in outcome["error"]["message"]


@pytest.mark.parametrize("calls", [1, 2])
def test_server_requests_beyond_a_limit_are_refused(calls):
    harness = started()
    harness.client(*(call(id) for id in range(calls)))
    harness.sent_to_server()
    harness.server(*(request(id, "roots/list") for id in range(110)))
    refused = harness.sent_to_server()
    assert len(refused) == 110 - 100 - (calls == 1)  # the one call's own question was told at once
    assert all("too many" in one["error"]["message"] for one in refused)


def test_withdrawn_request_is_not_answered():
    harness = started()
    outcome = parked(harness)
    harness.server(request(2, "roots/list"), notification("notifications/cancelled", {"requestId": 1}))
    harness.server(notification("notifications/cancelled", {"requestId": 2}))
    harness.client(again(2, outcome, {"ask-1": {"action": "accept"}}))
    assert (harness.sent_to_server(), harness.sent_to_client()) == ([], [])


# cancel and progress


def cancel(id, **more):
    return notification("notifications/cancelled", {"requestId": id, "reason": "tired", **more})


def test_cancel_applies_only_to_the_newest_round_of_an_open_call():
    harness = started()
    outcome = parked(harness)
    harness.client(cancel(1))
    assert harness.sent_to_server() == []
    harness.client(again(2, outcome, {"ask-1": {"action": "accept"}}))
    harness.sent_to_server()
    harness.client(cancel(1), cancel(2, _meta={**meta(), "v/x": 1}), cancel(2))
    assert harness.sent_to_server() == [cancel(1, _meta={"v/x": 1})]
    harness.client(call(3), cancel(3, _meta=meta()))
    assert harness.sent_to_server()[1] == cancel(3)


def test_progress_uses_the_token_of_the_current_round():
    harness = started()
    outcome = parked(harness, about={"progressToken": 1})

    def progress(token):
        return notification("notifications/progress", {"progressToken": token, "progress": 0.5, "v/x": 1})

    harness.server(progress(1))
    assert harness.sent_to_client() == []
    harness.client(again(2, outcome, {}, about={"progressToken": "two"}))
    harness.server(progress(1), progress("other"))
    assert harness.sent_to_client() == [progress("two"), progress("other")]
    harness.server(request(7, "roots/list"))
    outcome = harness.one_down()
    harness.client(again(3, outcome, {}))
    harness.server(progress(1))
    assert harness.sent_to_client() == []
    harness.server(result(1, {}), progress(1))
    assert harness.sent_to_client()[1] == progress(1)


# -32042


PAGES = {"elicitations": [{"mode": "url", "url": "https://a.example/x", "message": "Sign in", "elicitationId": "e"}]}


def test_required_web_pages_are_requested_then_the_call_is_resent():
    harness = started()
    harness.client(call(1))
    harness.sent_to_server()
    harness.server(error(1, -32042, data=PAGES))
    outcome = harness.one_down()
    want = {"mode": "url", "url": "https://a.example/x", "message": "Sign in"}
    assert outcome["result"]["inputRequests"] == {"ask-1": {"method": "elicitation/create", "params": want}}
    harness.client(again(2, outcome, {"ask-1": {"action": "accept"}}))
    assert harness.one_up() == request(2, "tools/call", CALL)
    harness.server(result(2, {"content": []}))
    assert harness.one_down() == result(2, {"content": [], "resultType": "complete"})


@pytest.mark.parametrize("answers", [{}, {"ask-1": {"action": "decline"}}, {"ask-1": 5}])
def test_call_with_declined_pages_is_not_resent(answers):
    harness = started()
    harness.client(call(1))
    harness.sent_to_server()
    harness.server(error(1, -32042, data=PAGES))
    harness.client(again(2, harness.one_down(), answers))
    assert harness.sent_to_server() == []
    assert "declined" in harness.one_down()["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    ("can", "data"), [({"elicitation": {}}, PAGES), (CAN, {}), (CAN, None), (CAN, {"elicitations": [1]})]
)
def test_unshowable_pages_are_an_error_with_a_reason(can, data):
    harness = started()
    harness.client(call(1, can=can))
    harness.sent_to_server()
    harness.server(error(1, -32042, "Sign in first", data=data))
    outcome = harness.one_down()
    assert outcome["id"] == 1 and "Sign in first" in outcome["result"]["content"][0]["text"]
    harness.advance(1000)
    assert harness.sent_to_server() == []
