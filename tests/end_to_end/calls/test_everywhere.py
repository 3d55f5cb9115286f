"""What the gate promises, in every way in which a client can come. Numbers in names are the acceptance cases."""

from __future__ import annotations

import json
import time

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    DecisionDeferred,
    RequestForwarded,
    ResponseDropped,
    TaskEnded,
)

ENDS = {"CallWithdrawn", "CallCompleted", "CallCancelled"}
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


@pytest.fixture(params=WAYS)
def place(sandbox, request):
    made = Anywhere(sandbox, request.param)
    yield made
    made.close()


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


@pytest.mark.case(6)
def test_ids_are_preserved_and_equal_ids_of_two_clients_kept_apart(place):
    place.sandbox.allow()
    place.serve()
    clients = [place.client() for _ in range(2)]
    for id in (7, "7", 2**53 + 1, "", "ид-\u2028"):
        for name, client in zip("ab", clients, strict=True):
            line = json.dumps({"jsonrpc": "2.0", "id": "$ID", "result": {"for": name}}).replace('"$ID"', "$ID")
            client.call(id, "say", {"lines": [line]})
        assert [client.answer(id)["result"]["for"] for client in clients] == ["a", "b"]


@pytest.mark.case(7)
def test_pending_call_does_not_delay_other_requests(place):
    place.sandbox.allow("say")
    place.serve(terminal=True)
    client = place.client()
    for id in range(30):
        client.call(id, "wait" if id % 3 == 0 else "say", {"lines": [DONE], "n": id})
    for id in [id for id in range(30) if id % 3]:
        assert client.answer(id)["result"] == {"done": True}
    began = time.monotonic()
    client.ask("ping", "p")
    assert time.monotonic() - began < 250  # the calls wait for a person for 300 s
    assert len(client.ask("tools/list", "l")["result"]["tools"]) == 2
    assert len({one.call for one in place.sandbox.events(CallHeld)}) == 10


@pytest.mark.case(9)
def test_unknown_method_passes_and_is_recorded(place):
    place.serve()
    client = place.client()
    assert client.ask("vendor/say", 1, {"lines": [DONE]})["result"] == {"done": True}
    assert client.ask("resources/list", 2)["error"]["code"] == -32601
    assert place.sandbox.recorded(RequestForwarded).method == "vendor/say"


@pytest.mark.case(10)
def test_ten_megabyte_result_is_complete(place):
    place.sandbox.allow()
    place.serve()
    client = place.client()
    client.call(1, "big", {"size": 10_000_000})
    assert client.answer(1)["result"]["content"][0]["text"] == "x" * 10_000_000
    assert "result" in client.ask("ping", 2)


@pytest.mark.case(11)
def test_every_page_passes_with_its_cursor(place):
    place.serve()
    client = place.client()
    found = [client.ask("tools/list", at, params)["result"] for at, params in
             enumerate(({}, {"cursor": ""}, {"cursor": "c2"}, {"cursor": "c3"}))]  # fmt: skip
    assert [len(page["tools"]) for page in found] == [2, 0, 2, 2]
    assert [page.get("nextCursor") for page in found] == ["", "c2", "c3", None]


@pytest.mark.case(13, 14)
def test_nothing_is_sent_before_approval_and_denial_is_reported(place):
    serve = place.serve(terminal=True)
    client = place.client()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("Pending call")
    assert not place.sandbox.received_of("tools/call")
    serve.approve()
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "say", {"lines": [DONE], "again": True})
    serve.deny()
    denied = client.answer(2)
    assert "Denied by the user" in text_of(denied)
    assert denied["result"].get("resultType") == ("complete" if place.modern else None)
    assert len(place.sandbox.received_of("tools/call")) == 1


@pytest.mark.case(15)
def test_rules_decide_without_a_prompt(place):
    place.sandbox.allow("say", server="peer")
    place.sandbox.allow("big", server="peer", verdict="deny")
    serve = place.serve(terminal=True)
    client = place.client()
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "big", {"size": 1})
    assert "refused by ToolGuard" in text_of(client.answer(2))
    client.call(3, "wait")
    serve.deny()
    assert "Denied by the user" in text_of(client.answer(3))
    assert [event.by for event in place.sandbox.events(CallDecided)] == ["rule r0", "rule r1", "person"]


@pytest.mark.case(16)
def test_concurrent_cancel_and_approval_never_both_apply(place):
    sandbox, serve = place.sandbox, place.serve(terminal=True)
    client = place.client()
    for id in range(4):
        client.call(id, "say", {"lines": [DONE], "round": id})
        serve.wait_for_text("[s]kip")
        sandbox.recorded(CallHeld, id + 1)
        time.sleep(0.35 + id * 0.1)  # on both sides of the moment from which keys count
        serve.types("a")
        client.cancel(id)
        call = sandbox.events(CallHeld)[id].call
        place.until(lambda call=call: ENDS & set(sandbox.life_of(call)), "the end of the call")
        life = sandbox.life_of(call)
        ran = "CallForwarded" in life
        assert ("CallWithdrawn" in life) != ran
        received = [one["params"]["arguments"]["round"] for one in sandbox.received_of("tools/call")].count(id)
        assert received == ran or (
            "CallCancelled" in life and not received
        )  # given up before its server was ready for it


@pytest.mark.case(17)
def test_cancelled_pending_call_never_runs_and_gets_no_response(place):
    sandbox, serve = place.sandbox, place.serve(terminal=True)
    client = place.client()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    client.cancel(1)
    sandbox.recorded(CallWithdrawn)
    serve.wait_for_text("cancelled")
    assert "result" in client.ask("ping", 2)
    assert not sandbox.received_of("tools/call")
    assert not sandbox.received_of("notifications/cancelled")


@pytest.mark.case(18)
def test_cancel_uses_the_server_id_and_late_response_is_dropped(place):
    sandbox = place.sandbox
    sandbox.allow()
    place.serve()
    client = place.client()
    client.call("7", "wait")
    id = sandbox.wait_for_received("tools/call")["id"]
    client.cancel("7")
    assert sandbox.wait_for_received("notifications/cancelled")["params"]["requestId"] == id
    assert sandbox.recorded(CallCancelled).by == "client"
    late = json.dumps({"jsonrpc": "2.0", "id": id, "result": {"late": True}})
    assert "result" in client.ask("vendor/say", 8, {"lines": [late, DONE]})
    assert sandbox.recorded(ResponseDropped)
    assert not [one for one in client.others() if one.get("result") == {"late": True}]


@pytest.mark.case(19)
def test_late_approval_runs_once_with_the_retry(place):
    place.sandbox.configure(client_timeouts=["one=4"])
    serve = place.serve(terminal=True)
    client = place.client()
    client.call(1, "say", {"lines": [DONE]})
    assert "still waits for the user's approval" in text_of(client.answer(1))
    serve.press("a", "the next identical call")
    place.sandbox.recorded(DecisionDeferred)
    assert not place.sandbox.received_of("tools/call")
    client.call(2, "say", {"lines": [DONE]})
    assert client.answer(2)["result"] == {"done": True}
    client.call(3, "say", {"lines": [DONE]})
    serve.deny()
    assert "Denied by the user" in text_of(client.answer(3))
    assert len(place.sandbox.received_of("tools/call")) == 1


@pytest.mark.case(40)
def test_long_polled_call_is_retried_and_runs_once(place):
    if not place.modern:
        pytest.skip("only results of 2026-07-28 can say so")
    place.sandbox.configure(client_timeouts=["one=4"], long_poll=True)
    serve = place.serve(terminal=True)
    client = place.client()
    given = {}
    for id in (1, 2):
        client.call(id, "say", {"lines": [DONE]}, **given)
        told = client.answer(id)["result"]
        assert set(told) == {"resultType", "requestState"}
        given = {"requestState": told["requestState"]}
    client.call(3, "say", {"lines": [DONE]}, **given)
    serve.press("a", "Approved, once.")
    assert client.answer(3)["result"] == {"done": True}
    (received,) = place.sandbox.received_of("tools/call")
    assert "requestState" not in received["params"]


@pytest.mark.case(20)
def test_identical_call_joins_the_prompt_and_both_get_responses(place):
    serve = place.serve(terminal=True)
    client = place.client()
    for id in (1, "1"):
        client.call(id, "say", {"lines": [DONE]})
    client.ask("ping", "both are heard")
    serve.approve()
    assert client.answer("1")["result"] == client.answer(1)["result"] == {"done": True}
    assert (
        len(place.sandbox.received_of("tools/call")) == len({one.call for one in place.sandbox.events(CallHeld)}) == 1
    )


@pytest.mark.case(21)
def test_progress_increases_while_pending_and_running(place):
    serve = place.serve(terminal=True)
    client = place.client()
    step = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":1}}'
    client.call(1, "relay", {"lines": [step, DONE]}, _meta={"progressToken": "p"})
    first = client.receive(1)
    assert first["params"]["message"] == "Waiting for approval in ToolGuard"
    serve.approve()
    client.answer(1)
    told = [one["params"] for one in (first, *client.others()) if one.get("method") == "notifications/progress"]
    assert {one["progressToken"] for one in told} == {"p"}
    steps = [one["progress"] for one in told]
    assert steps[-1] == 1 and sorted(set(steps)) == steps
    client.call(2, "big", {"size": 1})
    serve.deny()
    client.answer(2)
    assert not client.others(), "without a token nothing is told"


@pytest.mark.case(24)
def test_calls_are_denied_without_a_person_and_beyond_the_limit(place):
    place.sandbox.configure(prompt_timeout=1, pending_per_session=2)
    place.serve(terminal=True)
    client = place.client()
    for id in range(3):
        client.call(id, "say", {"n": id})
    assert "too many pending approvals" in text_of(client.answer(2))
    for id in (0, 1):
        assert "nobody approved" in text_of(client.answer(id))
    assert not place.sandbox.received_of("tools/call")


@pytest.mark.case(25)
def test_client_exit_withdraws_pending_calls(place, ends):
    sandbox, serve = place.sandbox, place.serve(terminal=True)
    client = place.client()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    client.disconnect()
    sandbox.recorded(CallWithdrawn)
    if (place.over, place.modern) != ("http", True):  # there are no sessions, and others may still come
        ends(*sandbox.pids())
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(26)
def test_dead_server_leaves_the_outcome_unknown_without_a_retry(place):
    place.sandbox.allow()
    place.serve()
    client = place.client()
    client.call(1, "die")
    answer = client.answer(1)
    assert answer["error"]["code"] == -32603
    assert "outcome unknown" in answer["error"]["message"]
    client.call(2, "say", {"lines": [DONE]})
    assert client.answer(2)["result"] == {"done": True}
    place.sandbox.recorded(CallCompleted)
    assert place.sandbox.life_of(place.sandbox.events(CallOutcomeUnknown)[0].call) == [
        "CallDecided",
        "CallForwarded",
        "CallOutcomeUnknown",
    ]
    assert [one["params"]["name"] for one in place.sandbox.received_of("tools/call")] == ["die", "say"]


@pytest.mark.case(28, 43)
def test_hidden_tool_is_unlisted_and_uncallable(place):
    place.sandbox.config["tools"] = [{"server": "peer", "tool": "say", "exposed": False}]
    place.sandbox.allow()
    place.serve()
    client = place.client()
    first = client.ask("tools/list", 1)["result"]
    assert ([tool["name"] for tool in first["tools"]], first["nextCursor"]) == (["big"], "")
    assert first.get("cacheScope") == ("private" if place.modern else None)
    client.call("c", "say", {"lines": []})
    assert client.answer("c")["error"] == {"code": -32602, "message": "Unknown tool: say"}
    assert not place.sandbox.events(CallForwarded)


@pytest.mark.case(38, 39)
def test_exact_continuation_continues_and_others_need_a_prompt(place):
    if not place.modern:
        pytest.skip("a server asks its client itself before 2026-07-28")
    serve = place.serve(terminal=True)
    client = place.client()
    asks = '{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"input_required","requestState":"s\\u2028é",' \
           '"inputRequests":{"k":{"method":"roots/list"}}}}'  # fmt: skip
    given = {"lines": [asks]}
    client.call(1, "say", given)
    serve.approve()
    state = client.answer(1)["result"]["requestState"]
    more = {"requestState": state, "inputResponses": {"k": {"roots": []}}}
    client.call(2, "say", given, **more)
    client.answer(2)
    assert place.sandbox.wait_for_received("tools/call", 2)["params"]["requestState"] == "s\u2028é"
    assert [one.by for one in place.sandbox.events(CallDecided)][1].startswith("continuation")
    client.call(3, "say", {"lines": [asks], "other": 1}, **more)
    serve.deny()
    assert "Denied" in text_of(client.answer(3))
    assert len(place.sandbox.received_of("tools/call")) == 2


@pytest.mark.case(41)
def test_task_belongs_to_its_client_and_its_end_is_recorded(place):
    place.sandbox.allow()
    place.serve()
    client, other = place.client(), place.client("other")
    task = {"taskId": "t-1", "status": "working"}
    made = {"resultType": "task", **task} if place.modern else {"task": task}
    line = json.dumps({"jsonrpc": "2.0", "id": "$ID", "result": made}).replace('"$ID"', "$ID")
    client.call(1, "say", {"lines": [line]}, **({} if place.modern else {"task": {"ttl": 60_000}}))
    assert client.answer(1)["result"] == made
    assert other.ask("tasks/get", 2, {"taskId": "t-1"})["error"]["code"] == -32602
    assert client.ask("tasks/get", 3, {"taskId": "t-1"})["error"]["code"] == -32601, "the server's own answer"
    ended = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": {"taskId": "t-1", "status": "failed"}}
    client.call(4, "say", {"lines": [json.dumps(ended), DONE]})
    client.answer(4)
    assert place.sandbox.recorded(TaskEnded).status == "failed"
    assert len(place.sandbox.received_of("tasks/get")) == 1
