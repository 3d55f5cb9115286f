"""Limits on calls: how many in a time, how large, how long."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.model import Call, ClientInfo
from toolguard.gate.policy.call_limits import CallLimit, CallLimits
from toolguard.gate.policy.rules import Rule

OK = {"content": []}


def call(tool: str = "t", server: str = "s", client: str = "c", **arguments: Any) -> Call:
    return Call(
        id="1", session="s", client=ClientInfo(id=client), claim="", server=server, tool=tool,
        message={"params": {"name": tool, "arguments": arguments}}, era="legacy", since=0,
    )  # fmt: skip


def limits(*found: CallLimit) -> CallLimits:
    made = CallLimits()
    made.replace(found)
    return made


def test_a_bucket_is_full_at_first_and_fills_evenly() -> None:
    some = limits(CallLimit(id="a", calls=3, seconds=60))
    assert [some.refuse(call(), 100.0) is None for _ in range(4)] == [True, True, True, False]
    result = some.refuse(call(), 110.0)
    assert result is not None and result.by == "rate limit" and "try again in 10 s" in result.reason
    assert some.refuse(call(), 120.0) is None
    assert some.refuse(call(), 50.0) is not None, "a clock that was set back fills nothing"
    assert [some.refuse(call(), 1e6) is None for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.floats(0, 100), max_size=60).map(sorted))
def test_rate_never_exceeds_the_token_bucket(times: list[float]) -> None:
    some = limits(CallLimit(id="a", calls=5, seconds=10))
    passed = [when for when in times if some.refuse(call(), when) is None]
    for start in passed:
        for end in (when for when in passed if when >= start):
            count = sum(start <= when <= end for when in passed)
            assert count <= 5 + (end - start) * 0.5 + 1e-6


def test_all_matching_limits_apply_and_refused_call_uses_none() -> None:
    some = limits(
        CallLimit(id="all", calls=2), CallLimit(id="one", tool="t", calls=1), CallLimit(id="x", server="x", calls=1)
    )
    assert some.refuse(call("t"), 0) is None
    assert some.refuse(call("t"), 0) is not None
    assert some.refuse(call("u"), 0) is None
    assert some.refuse(call("u"), 0) is not None


def test_remaining_calls_are_whole_numbers() -> None:
    some = limits(CallLimit(id="a", calls=2, seconds=10), CallLimit(id="b", result=1))
    assert some.remaining("a", 0) == 2
    some.refuse(call(), 0), some.refuse(call(), 0)
    assert [some.remaining("a", now) for now in (0, 4.9, 5, 99)] == [0, 0, 1, 2]
    assert some.remaining("b", 0) is None and some.remaining("unknown", 0) is None
    assert [some.wait("a", now) for now in (0, 2.5, 5, 99)] == [5, 2.5, 0, 0]
    assert some.wait("b", 0) == some.wait("unknown", 0) == 0


def test_patterns_name_calls_like_those_of_rules() -> None:
    some = limits(CallLimit(id="a", tool="read_*", arguments=10))
    assert some.refuse(call("read_x", a="x" * 20), 0) is not None
    assert some.refuse(call("write_x", a="x" * 20), 0) is None


def test_change_of_other_limits_does_not_reset_a_bucket() -> None:
    one = CallLimit(id="a", calls=1, seconds=60)
    some = limits(one)
    assert some.refuse(call(), 0) is None
    some.replace([one, CallLimit(id="b", result=1)])
    assert some.refuse(call(), 0) is not None
    some.replace([CallLimit(id="a", calls=2, seconds=60)])
    assert some.refuse(call(), 0) is None


def test_change_of_a_limit_keeps_the_calls_that_it_has_counted() -> None:
    some = limits(CallLimit(id="a", calls=3, seconds=60))
    assert [some.refuse(call(), 0) is None for _ in range(4)] == [True, True, True, False]
    for calls in (2, 1):
        some.replace([CallLimit(id="a", calls=calls, seconds=60)])
        assert some.refuse(call(), 0) is not None, "a stricter limit must not be a full one"
    some.replace([CallLimit(id="a", calls=2, seconds=60)])
    assert some.remaining("a", 0) == 1


# --- end to end of a call ----------------------------------------------------------------------------------------


async def allowed(harness: Any, **limit: Any) -> None:
    await harness.start()
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    harness.gate.call_limits.replace([CallLimit(id="l", **limit)])


def text_of(answer: Any) -> str:
    assert answer["result"]["isError"] is True
    return str(answer["result"]["content"][0]["text"])


async def test_call_over_the_rate_limit_is_refused_with_a_retry_time(harness: Any) -> None:
    await allowed(harness, calls=1, seconds=30)
    harness.call(1)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK
    harness.call(2)
    assert "try again in 30 s" in text_of(await harness.receive())
    assert [one.by for one in harness.log.of("CallDecided")] == ["rule r", "rate limit"]
    harness.now += 30
    harness.call(3)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK


async def test_limit_applies_to_calls_that_need_a_prompt(harness: Any) -> None:
    await harness.start()
    harness.gate.call_limits.replace([CallLimit(id="l", calls=1)])
    harness.call(1, arguments={"n": 1})
    await harness.wait_for_pending()
    harness.call(2, arguments={"n": 2})
    assert "over the limit of 1 per 60 s" in text_of(await harness.receive())


async def test_a_call_with_large_arguments_is_refused(harness: Any) -> None:
    await allowed(harness, arguments=100)
    harness.call(1, arguments={"text": "x" * 200})
    assert "100" in text_of(await harness.receive())
    assert harness.log.of("CallDecided")[0].by == "size limit"


async def test_a_large_result_is_not_passed_on(harness: Any) -> None:
    await allowed(harness, result=100)
    harness.call(1)
    await harness.server_respond({"content": [{"type": "text", "text": "x" * 200}]})
    assert "larger than the limit" in text_of(await harness.receive())
    (done,) = harness.log.of("CallCompleted")
    assert done.outcome == "tool_error" and done.size > 200 and "larger" in done.preview


@pytest.mark.parametrize("method", ["tasks/result", "tasks/get"])
async def test_a_large_result_of_a_task_is_not_passed_on(harness: Any, method: str) -> None:
    await allowed(harness, result=100)
    harness.call(1, task={"ttl": 1})
    await harness.server_respond({"task": {"taskId": "t", "status": "working"}})
    await harness.receive()
    for id, length in ((2, 20), (3, 200)):
        harness.send({"jsonrpc": "2.0", "id": id, "method": method, "params": {"taskId": "t"}})
        await harness.server_respond({"content": [{"type": "text", "text": "x" * length}]})
        answer = await harness.receive()
        if length == 20:
            assert answer["result"]["content"][0]["text"] == "x" * length
    assert "larger than the limit" in (text_of(answer) if method == "tasks/result" else answer["error"]["message"])
    (refused,) = harness.log.of("MessageRefused")
    assert "larger than the limit" in refused.reason


@pytest.mark.parametrize("answers_late", [False, True])
async def test_call_over_the_time_limit_is_cancelled_at_the_server(harness: Any, answers_late: bool) -> None:
    await allowed(harness, timeout=1.0)
    harness.call(1)
    asked = await harness.server_receive()
    assert "within the limit of 1 s" in text_of(await harness.receive())
    cancelled = await harness.server_receive()
    assert cancelled["method"] == "notifications/cancelled" and cancelled["params"]["requestId"] == asked["id"]
    assert harness.log.of("CallCancelled")[0].by == "time limit"
    if answers_late:
        harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": OK})
    harness.gate.call_limits.replace([])
    harness.call(2)
    await harness.server_respond(OK)
    assert (await harness.receive())["id"] == 2


async def test_an_answer_in_time_ends_the_timer(harness: Any) -> None:
    await allowed(harness, timeout=1.0)
    harness.call(1)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK
    harness.call(2)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK
    assert not harness.log.of("CallCancelled")
