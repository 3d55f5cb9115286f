"""Which pending calls came together."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.approvals.bursts import MAX_CALLS, MAX_DURATION, MAX_GAP, Bursts
from toolguard.gate.model import Call, ClientInfo


def call(id: str, at: float, client: str = "c", process: str = "1", server: str = "s") -> Call:
    return Call(
        id=id, session="s", client=ClientInfo(id=client, process=process), claim="", server=server, tool="t",
        message={"params": {"name": "t"}}, era="legacy", since=at,
    )  # fmt: skip


def joined(*calls: Call) -> list[str]:
    bursts = Bursts()
    return [bursts.join(one) for one in calls]


def test_calls_within_a_second_of_the_last_one_are_one_burst() -> None:
    assert joined(call("a", 10), call("b", 10.9), call("c", 11.9), call("d", 12.91)) == ["a", "a", "a", "d"]


def test_burst_spans_servers_but_not_client_programs() -> None:
    found = joined(call("a", 1), call("b", 1, server="x"), call("c", 1, process="2"), call("d", 1, client="x"))
    assert found == ["a", "a", "c", "d"]


def test_a_client_that_never_pauses_begins_a_new_burst_after_ten_seconds() -> None:
    found = joined(*(call(str(n), n * 0.9) for n in range(14)))
    assert found == ["0"] * 12 + ["12"] * 2


def test_a_burst_has_at_most_a_hundred_calls() -> None:
    assert joined(*(call(str(n), 1.0) for n in range(MAX_CALLS + 1)))[-2:] == ["0", str(MAX_CALLS)]


def test_a_clock_that_was_set_back_begins_a_new_burst() -> None:
    assert joined(call("a", 100), call("b", 99.5), call("c", 50)) == ["a", "a", "c"]


def test_calls_of_one_message_are_one_burst_regardless_of_their_times() -> None:
    bursts = Bursts()
    first = bursts.join(call("a", 1))
    assert bursts.join(call("b", 50), first) == "a"
    assert bursts.join(call("c", 50.5)) == "c", "the first call was too long ago"
    assert bursts.join(call("d", 51), first) == "a", "though another burst has begun meanwhile"
    assert bursts.join(call("e", 51)) == "c"


def test_old_clients_are_forgotten() -> None:
    bursts = Bursts()
    for number in range(1001):
        bursts.join(call(str(number), 1.0, client=str(number)))
    assert bursts.join(call("again", 1.0, client="0")) == "again"
    assert bursts.join(call("more", 1.0, client="1000")) == "1000"


@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 60)), max_size=150))
def test_burst_length_and_size_are_limited(arrivals: list[tuple[str, float]]) -> None:
    bursts, found = Bursts(), dict[str, list[Call]]()
    for number, (client, at) in enumerate(sorted(arrivals, key=lambda one: one[1])):
        one = call(str(number), at, client)
        found.setdefault(bursts.join(one), []).append(one)
    for id, calls in found.items():
        times = [one.since for one in calls]
        assert calls[0].id == id and len({one.client.id for one in calls}) == 1
        assert len(calls) <= MAX_CALLS and times[-1] - times[0] <= MAX_DURATION
        assert all(after - before <= MAX_GAP for before, after in pairwise(times))


# --- end to end of a call ----------------------------------------------------------------------------------------


async def test_pending_calls_name_their_burst_and_are_decided_separately(harness: Any) -> None:
    await harness.start()
    for number in (1, 2):
        harness.call(number, arguments={"n": number})
    first, second = await harness.wait_for_pending(2)
    assert first.burst == second.burst == first.call.id
    harness.now += 5
    harness.call(3, arguments={"n": 3})
    third = (await harness.wait_for_pending(3))[2]
    assert third.burst == third.call.id
    assert await harness.guard.approve_all({first.call.id: first.shown}) == {first.call.id: ""}
    assert [one.call.id for one in await harness.wait_for_pending(2)] == [second.call.id, third.call.id]


async def test_late_call_is_not_covered_by_the_burst_decision(harness: Any) -> None:
    await harness.start()
    harness.call(1, arguments={"n": 1})
    shown = {one.call.id: one.shown for one in await harness.wait_for_pending(1)}
    harness.call(2, arguments={"n": 2})
    late = (await harness.wait_for_pending(2))[1]
    assert late.burst in shown
    await harness.guard.approve_all(shown)
    assert [one.call.id for one in await harness.wait_for_pending(1)] == [late.call.id]


async def test_calls_of_one_batch_are_one_burst(harness: Any) -> None:
    await harness.start()
    await harness.initialize("2025-03-26")
    asked = [
        {"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": "read", "arguments": {"n": n}}}
        for n in (1, 2)
    ]
    harness.client.feed_value(asked)
    first, second = await harness.wait_for_pending(2)
    assert first.burst == second.burst != ""


@pytest.mark.parametrize("approve", [True, False])
async def test_identical_calls_are_one_prompt_and_each_is_recorded(harness: Any, approve: bool) -> None:
    """U: a page that polls."""
    await harness.start()
    for number in (1, 2, 3):
        harness.call(number, arguments={"n": 1})
    held = (await harness.wait_for_pending(1))[0]
    assert held.waiting == 3
    await (harness.approve() if approve else harness.deny())
    if approve:
        await harness.server_respond({"content": []})
    assert sorted([(await harness.receive())["id"] for _ in range(3)]) == [1, 2, 3]
    assert sorted(one.request for one in harness.log.of("CallHeld")) == ["1", "2", "3"]
    assert len(harness.log.of("CallDecided")) == 1
