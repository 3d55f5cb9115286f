"""Calls that were answered and go on: what they wait for, in words, and where they are looked at."""

from __future__ import annotations

import time
from typing import Any

from tests.window.conftest import CLIENT, WindowHarness, make_running
from tests.window.pages.test_active import SESSION
from toolguard.gate.model import OngoingCall
from toolguard.window.active.async_calls import asked_for, goes_on


def going(call: str = "c1", **more: Any) -> OngoingCall:
    members = {"session": "s1", "client": CLIENT.id, "server": "files", "tool": "merge", "since": time.time() - 75}
    return OngoingCall(call=call, **{**members, "state": "question", **more})


def test_server_question_is_described_and_bounded() -> None:
    assert asked_for(("elicitation/create",)) == "your input in the chat client"
    assert asked_for(("roots/list", "roots/list", "ping")) == "the client's working folders"
    assert asked_for(("sampling/createMessage", "x/\u202ey")) == (
        "a response from the client's model, x/⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩y"
    )
    assert asked_for(tuple(f"x/{at}" for at in range(9))) == "x/0, x/1, x/2, …"
    assert asked_for(()) == asked_for(("ping",)) == ""


def test_question_and_task_are_distinguished() -> None:
    assert goes_on(going(state="task")) == "running as a task"
    assert goes_on(going()) == "waiting for the client"
    assert goes_on(going(asks=("roots/list",))) == "waiting for the client: the client's working folders"


async def test_calls_that_continue_after_their_response_are_listed(harness: WindowHarness) -> None:
    harness.window.turn("active")
    await harness.show(running=(make_running(),), running_count=1)
    assert not harness.is_shown("Background calls")
    await harness.show(
        running=harness.gate.now.running, running_count=1, ongoing=(going("c1"), going("c2", state="task"))
    )
    assert harness.active.table.isVisible() is False and harness.is_shown("No clients connected.")
    harness.press("Background (2)")
    assert harness.is_shown("Background calls") and not harness.is_shown("No clients connected.")
    model = harness.active.ongoing
    rows = [[model.index(row, column).data() for column in range(model.columnCount())] for row in range(2)]
    assert rows[0] == ["merge", "files", "Claude Desktop", "waiting for the client", "1:15"]
    assert rows[1][3] == "running as a task"
    harness.window.grab()
    await harness.show(ongoing=(going("c2", state="task"),))
    assert model.rowCount() == 1 and model.call(0) == "c2"
    assert harness.active._clock.isActive(), "their time goes on"
    await harness.show()
    assert not harness.is_shown("Background calls") and not harness.is_shown("Background (0)")
    assert harness.is_shown("No clients connected.")


async def test_continued_call_opens_in_audit(harness: WindowHarness) -> None:
    opened: list[str] = []
    harness.audit.open = opened.append
    harness.window.turn("active")
    await harness.show(ongoing=(going("c7"),))
    harness.active.going.activated.emit(harness.active.ongoing.index(0, 0))
    assert (harness.window.stack.key, opened) == ("audit", ["c7"])


async def test_session_shows_open_server_requests(harness: WindowHarness) -> None:
    harness.window.turn("active")
    asking = type(SESSION)(**{name: getattr(SESSION, name) for name in SESSION.__struct_fields__ if name != "asks"},
                           asks=("elicitation/create",))  # fmt: skip
    await harness.show(sessions=(asking,))
    model = harness.active.sessions
    assert model.index(0, 4).data() == "Waiting for your input in the chat client"


async def test_running_call_shows_params_other_than_arguments(harness: WindowHarness) -> None:
    one = make_running("r1")
    one.call.message["params"]["inputResponses"] = {"name": {"action": "accept"}}
    harness.window.turn("active")
    await harness.show(running=(one,), running_count=1)
    harness.active.choose("r1")
    assert "inputResponses" in harness.active.detail.viewer.values.toPlainText()
