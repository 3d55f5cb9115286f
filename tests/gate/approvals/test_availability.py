"""Whether a person can be asked: what waits while the window opens, and what becomes of it when none comes."""

import asyncio

import pytest

from tests.gate.conftest import SessionHarness
from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.waiting import until
from toolguard.gate.approvals.availability import WINDOWLESS, Availability
from toolguard.gate.context import GateContext


@pytest.fixture
async def opening():
    """A play whose window is on its way."""
    harness = SessionHarness()
    harness.gate = GateContext(
        harness.log,
        servers=FakeServers(),
        leaks=None,
        clock=lambda: harness.now,
        availability=Availability(opening=True),
    )
    harness.guard = type(harness.guard)(
        harness.gate, keep=harness.kept.append, trouble=lambda: (), presence=presence_off()
    )
    yield harness
    await harness.stop()


def text_of(answer):
    assert answer["result"]["isError"] is True
    return answer["result"]["content"][0]["text"]


async def test_call_is_pending_while_the_window_opens(opening):
    """Defect 3: it was refused, and the model was told that ToolGuard runs without a window."""
    await opening.start()
    opening.call(1, "write")
    (held,) = await opening.wait_for_pending()
    opening.gate.availability.ready()
    assert opening.guard.snapshot().pending == (held,)
    assert await opening.guard.approve(held.call.id, shown=held.shown) == ""
    assert (await opening.server_receive())["params"]["name"] == "write"


async def test_pending_calls_are_denied_with_the_reason_if_no_window_opens(opening):
    """Defect 3"""
    await opening.start()
    opening.call(1, "write")
    await opening.wait_for_pending()
    opening.gate.availability.close("its window could not be opened: no display")
    assert "nobody can be asked for approval: its window could not be opened: no display" in text_of(
        await opening.receive()
    )
    opening.call(2, "write")
    assert "could not be opened: no display" in text_of(await opening.receive())
    assert [(one.verdict, one.by) for one in opening.log.of("CallDecided")] == [("deny", "no window")] * 2


async def test_a_call_that_is_being_recorded_when_the_window_fails_is_denied_too(opening):
    """Defect 3: between its verdict and the queue."""
    await opening.start()
    opening.call(1, "write")
    await until(lambda: bool(opening.log.of("CallHeld")))
    opening.gate.availability.close("no display")
    assert "no display" in text_of(await opening.receive())


async def test_prompt_waits_for_window_and_is_denied_when_none_opens(opening):
    """Defect 3: the same for new servers, secrets and settings."""
    asking = asyncio.ensure_future(opening.guard.proposals.ask("server", "a new one", "tool", "desk"))
    await until(lambda: bool(opening.guard.snapshot().proposals))
    opening.gate.availability.close("no display")
    assert (await asking).verdict == "nobody"
    assert not await opening.guard.proposals.propose("server", "a new one", "tool", "desk")
    assert [one.what for one in opening.log.of("ConfigChanged")] == ["server refused: nobody can be asked for approval"]


async def test_a_question_is_closed_with_the_program(opening):
    asking = asyncio.ensure_future(opening.guard.proposals.ask("server", "a new one", "tool", "desk"))
    await until(lambda: bool(opening.guard.snapshot().proposals))
    opening.gate.availability.close("ToolGuard is closing", "closing")
    assert (await asking).verdict == "closing"
    assert opening.gate.availability.denial.reason == "ToolGuard is closing"


def test_person_can_be_asked_only_while_present():
    here = [True]
    availability = Availability(opening=True)
    assert (availability.state, availability.can_ask) == ("opening", True)
    availability.ready(lambda: here[0], "the terminal is in the background")
    assert (availability.state, availability.can_ask) == ("ready", True)
    here[0] = False
    assert (availability.state, availability.can_ask) == ("nobody", False)
    assert availability.denial.reason == "nobody can be asked for approval: the terminal is in the background"
    assert Availability().denial.reason == f"nobody can be asked for approval: {WINDOWLESS}"
