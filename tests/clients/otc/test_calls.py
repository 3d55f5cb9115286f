"""A ``call_id`` stands for one call: it runs once, has one answer, and is remembered with bounds."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from typing import Any

import pytest

from toolguard.clients.otc import calls
from toolguard.clients.otc.calls import CallIdReusedError, CallKey, CallReply, OtcCalls
from toolguard.clients.otc.messages import failed, succeeded

KEY = CallKey("me", "peer", "c")


class CallsHarness:
    """Calls whose work ends when the test says how."""

    def __init__(self) -> None:
        self.calls = OtcCalls()
        self.parted: list[str] = []
        self.gone: asyncio.Task[Any] = asyncio.get_running_loop().create_task(asyncio.Event().wait())

    def begin(self, call_id: str = "c", digest: str = "d") -> tuple[Any, asyncio.Future[CallReply]]:
        end: asyncio.Future[CallReply] = asyncio.get_running_loop().create_future()

        async def work() -> CallReply:
            return await end

        async def on_abandoned() -> None:
            self.parted.append(call_id)

        return self.calls.begin(KEY._replace(call_id=call_id), digest, work(), on_abandoned=on_abandoned), end

    async def over(self, size: int = 10, call_id: str = "c", *, retry: bool = False) -> None:
        known, end = self.begin(call_id)
        end.set_result(CallReply(succeeded(call_id, "x" * size), retry))
        await known.wait(self.gone)

    def found(self, call_id: str = "c") -> Any:
        return self.calls.find(KEY._replace(call_id=call_id), "d")


@pytest.fixture
async def harness():
    one = CallsHarness()
    yield one
    one.gone.cancel()
    await one.calls.close()


async def test_a_call_that_is_over_keeps_its_answer_for_its_own_client(harness: CallsHarness) -> None:
    await harness.over()
    assert json.loads(harness.found().reply)["value"] == "x" * 10
    for other in (KEY._replace(client="you"), KEY._replace(server="other")):
        assert harness.calls.find(other, "d") is None
    with pytest.raises(CallIdReusedError):
        harness.calls.find(KEY, "another")


async def test_retried_call_runs_again_as_the_same_call(harness: CallsHarness) -> None:
    await harness.over(retry=True)
    assert harness.found() is None
    with pytest.raises(CallIdReusedError):
        harness.calls.find(KEY, "another")


async def test_waiters_share_a_call_and_the_last_one_cancels_it(harness: CallsHarness) -> None:
    known, end = harness.begin()
    gone = asyncio.get_running_loop().create_future()
    first = asyncio.create_task(harness.found().wait(gone))
    second = asyncio.create_task(harness.found().wait(harness.gone))
    await asyncio.sleep(0)
    gone.set_result(None)
    assert await first is None and harness.parted == []
    end.set_result(CallReply(b"{}", retry=False))
    assert (await second).result().body == b"{}"
    known, _ = harness.begin("other")
    assert await known.wait(gone) is None and harness.parted == ["other"]


async def test_dropped_call_id_is_forgotten(harness: CallsHarness) -> None:
    known, _ = harness.begin()
    task = known.task
    harness.calls.drop(KEY)
    await asyncio.wait((task,))
    assert task.cancelled() and len(harness.calls) == 0 and known.task is None


async def test_internal_error_is_returned_once_and_not_cached(harness: CallsHarness, caplog) -> None:
    known, end = harness.begin()
    end.set_exception(ZeroDivisionError())
    task = await known.wait(harness.gone)
    assert isinstance(task.exception(), ZeroDivisionError)
    assert "fault of ours" in caplog.text and harness.found() is None


async def test_large_answers_are_not_kept_but_that_they_ran_is(
    harness: CallsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MAX_RESPONSE_SIZE", 1000)
    monkeypatch.setattr(calls, "MAX_TOTAL_SIZE", 3000)
    await harness.over(2000)
    ran = json.loads(harness.found().reply)
    assert ran["success"] is False and "has run" in ran["error"]["message"]
    for number in range(10):
        await harness.over(800, f"n{number}")
    results = [json.loads(harness.found(f"n{number}").reply) for number in range(10)]
    assert [one["success"] for one in results] == sorted(one["success"] for one in results), "the oldest go first"
    assert {one["success"] for one in results} == {True, False}


async def test_completed_call_releases_its_request(harness: CallsHarness) -> None:
    known, end = harness.begin()
    before = weakref.ref(known.on_abandoned)
    end.set_result(CallReply(b"{}", retry=False))
    await known.wait(harness.gone)
    gc.collect()
    assert before() is None


async def test_completed_calls_are_limited_in_number_and_lifetime(
    harness: CallsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MAX_CALLS", 5)
    held, _ = harness.begin("held")
    for number in range(9):
        await harness.over(1, f"n{number}")
    assert len(harness.calls) == 5 and harness.found("held") is held and harness.found("n8")
    monkeypatch.setattr(calls, "CALL_LIFETIME", -1.0)
    harness.calls.drop(KEY._replace(call_id="held"))
    for known in list(harness.calls._known.values()):
        known.until = 0.0
    assert harness.found("n8") is None and len(harness.calls) == 0 and harness.calls._bytes == 0


async def test_running_calls_are_abandoned_on_close(harness: CallsHarness) -> None:
    known, _ = harness.begin()
    await harness.calls.close()
    assert known.task is None and len(harness.calls) == 0


def test_a_marker_is_small() -> None:
    assert len(calls._ran_reply(KEY)) < 300 and json.loads(failed("c", "x"))["error"]["can_retry"] is False
