"""How often a person is asked: a limit a minute, and a pause when nobody answers."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.approvals.prompt_limits import PAUSED, RATE, PromptLimits
from toolguard.gate.policy.rules import Rule


def test_prompts_are_counted_for_each_client_and_server() -> None:
    limits = PromptLimits(per_minute=2)
    assert [limits.refuse("c", "s", 0.0) is None for _ in range(3)] == [True, True, False]
    assert limits.refuse("c", "other", 0.0) is None and limits.refuse("other", "s", 0.0) is None
    result = limits.refuse("c", "s", 0.0)
    assert result is not None and (result.state, result.by) == ("deny", RATE) and "try again in 30 s" in result.reason
    assert limits.refuse("c", "s", 30.0) is None
    assert limits.refuse("c", "s", 1.0) is not None, "a clock that was set back fills nothing"


def test_no_limit_is_set_by_nought() -> None:
    limits = PromptLimits()
    assert all(limits.refuse("c", "s", 0.0) is None for _ in range(500))
    for _ in range(500):
        limits.record_unanswered("c", "s", 0.0)
    assert limits.pauses(0.0) == () and limits.refuse("c", "s", 0.0) is None


@given(st.lists(st.floats(0, 300), max_size=80).map(sorted))
def test_prompt_rate_never_exceeds_the_limit(times: list[float]) -> None:
    limits = PromptLimits(per_minute=6)
    asked = [when for when in times if limits.refuse("c", "s", when) is None]
    for start in asked:
        for end in (when for when in asked if when >= start):
            assert sum(start <= when <= end for when in asked) <= 6 + (end - start) * 0.1 + 1e-6


def test_unanswered_prompts_start_a_temporary_pause() -> None:
    limits = PromptLimits(unanswered=3, pause=600)
    for at in (1.0, 2.0, 3.0):
        assert limits.refuse("c", "s", at) is None
        limits.record_unanswered("c", "s", at)
    result = limits.refuse("c", "s", 63.0)
    assert result is not None and (result.state, result.by) == ("deny", PAUSED)
    assert "3 requests" in result.reason and "540 s" in result.reason
    assert limits.refuse("c", "other", 63.0) is None
    assert [(one.client, one.server, one.until) for one in limits.pauses(63.0)] == [("c", "s", 603.0)]
    assert limits.refuse("c", "s", 603.0) is None and limits.pauses(603.0) == ()
    limits.record_unanswered("c", "s", 604.0)
    assert limits.refuse("c", "s", 604.0) is None, "the count begins anew"


def test_pause_ends_if_the_clock_is_set_back_or_the_limit_is_removed() -> None:
    limits = PromptLimits(unanswered=1)
    limits.record_unanswered("c", "s", 100.0)
    assert limits.refuse("c", "s", 99.0) is None
    limits.record_unanswered("c", "s", 100.0)
    limits.unanswered = 0
    assert limits.refuse("c", "s", 100.0) is None


def test_any_answer_resets_pauses_and_unanswered_counts() -> None:
    limits = PromptLimits(unanswered=2)
    for server in ("s", "s", "t", "t", "u"):
        limits.record_unanswered("c", server, 1.0)
    limits.reset()
    assert limits.pauses(1.0) == ()
    limits.record_unanswered("c", "u", 1.0)
    assert limits.pauses(1.0) == ()


def test_one_pause_can_be_ended() -> None:
    limits = PromptLimits(unanswered=1)
    for server in ("s", "t"):
        limits.record_unanswered("c", server, 1.0)
    assert limits.resume("c", "s") and not limits.resume("c", "s")
    assert [one.server for one in limits.pauses(1.0)] == ["t"]


def test_prompt_counts_are_limited_in_number() -> None:
    limits = PromptLimits(per_minute=1)
    for number in range(10_001):
        assert limits.refuse(str(number), "s", 0.0) is None
    assert limits.refuse("0", "s", 0.0) is None and limits.refuse("10000", "s", 0.0) is not None


# --- end to end of a call ----------------------------------------------------------------------------------------


def text_of(answer: Any) -> str:
    assert answer["result"]["isError"] is True
    return str(answer["result"]["content"][0]["text"])


async def test_a_call_over_the_limit_is_refused_with_a_reason_and_a_record(harness: Any) -> None:
    await harness.start()
    harness.gate.prompt_limits.per_minute = 1
    harness.call(1, arguments={"n": 1})
    await harness.wait_for_pending(1)
    harness.call(2, arguments={"n": 1})
    harness.call(3, arguments={"n": 3})
    assert "too often (limit: 1 per minute); try again in 60 s" in text_of(await harness.receive())
    assert [one.by for one in harness.log.of("CallDecided")] == [RATE]
    assert harness.log.of("CallDecided")[0].arguments == '{"n":3}'
    held = (await harness.wait_for_pending(1))[0]
    assert held.waiting == 2, "an identical call is no prompt of its own"


async def test_call_decided_by_a_rule_is_no_prompt(harness: Any) -> None:
    await harness.start()
    harness.gate.prompt_limits.per_minute = 1
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    for number in (1, 2, 3):
        harness.call(number, arguments={"n": number})
        await harness.server_respond({"content": []})
        assert (await harness.receive())["result"] == {"content": []}


async def test_unanswered_prompts_pause_prompting_until_person_resumes(new_harness: Any) -> None:
    harness = new_harness(prompt_timeout=5.0)
    harness.gate.prompt_limits.unanswered = 2
    await harness.start()
    for number in (1, 2):
        harness.call(number, arguments={"n": number})
    await harness.wait_for_pending(2)
    for _ in (1, 2):
        text_of(await harness.receive())
    harness.call(3, arguments={"n": 3})
    assert "the user did not answer the last 2 requests" in text_of(await harness.receive())
    assert [one.by for one in harness.log.of("CallDecided")] == ["timeout", "timeout", PAUSED]
    pause = harness.guard.snapshot().pauses[0]
    assert (pause.client, pause.server, pause.unanswered, pause.until) == ("desk", "files", 2, harness.now + 600)
    assert await harness.guard.end_pause("desk", "other") != ""
    assert await harness.guard.end_pause("desk", "files") == ""
    assert "desk" in harness.log.of("ConfigChanged")[-1].what and harness.guard.snapshot().pauses == ()
    harness.call(4, arguments={"n": 4})
    await harness.wait_for_pending(1)
    await harness.stop()


async def test_a_decision_of_the_person_ends_a_pause(new_harness: Any) -> None:
    harness = new_harness()
    harness.gate.prompt_limits.unanswered = 1
    await harness.start()
    harness.call(1, arguments={"n": 1})
    await harness.wait_for_pending(1)
    harness.gate.prompt_limits.record_unanswered("desk", "files", harness.now)
    harness.call(2, arguments={"n": 2})
    text_of(await harness.receive())
    await harness.deny()
    text_of(await harness.receive())
    harness.call(3, arguments={"n": 3})
    await harness.wait_for_pending(1)
    await harness.stop()
