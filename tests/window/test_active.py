"""The page Active: what runs is seen, can be stopped, and leaves without moving what is looked at."""

from __future__ import annotations

import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.window.conftest import CLIENT, Stage, make_running, until
from toolguard.checkpoint.calls import Connected
from toolguard.window.running import SETTLED, state

SESSION = Connected(
    session="s1", client=CLIENT, claim="claude-ai 0.14", server="files", era="legacy", version="2025-11-25",
    state="ready", detail="", since=1.0,
)  # fmt: skip


async def running(stage: Stage, *which: object) -> None:
    stage.window.turn("active")
    await stage.show(running=which, running_count=len(which))


def test_progress_is_told_in_words() -> None:
    assert state(make_running(note="reading\u202e")) == "reading⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩"
    assert state(make_running(progress=3.0, total=10.0, note="half")) == "3 of 10 · half"
    assert state(make_running(progress=3.5)) == "progress 3.5"
    assert state(make_running(stopping=True, progress=3.0)) == "stopping…"
    assert state(make_running()) == ""


async def test_a_running_call_is_a_card_with_its_progress(stage: Stage) -> None:
    await running(stage, make_running(progress=3, total=10, note="half"))
    assert stage.active.cards.rowCount() == 1
    assert "search on files runs, asked by Claude Desktop. 3 of 10 · half" in stage.active.cards.index(0).data()
    stage.window.grab()


async def test_a_call_that_ends_at_once_does_not_flicker_and_one_that_goes_on_appears(stage: Stage) -> None:
    await running(stage, make_running("quick", since=time.time()))
    assert stage.active.cards.rowCount() == 0
    await until(lambda: stage.active.cards.rowCount() == 1, SETTLED + 2)


async def test_the_stop_on_a_card_stops_that_call(stage: Stage) -> None:
    await running(stage, make_running("r1"), make_running("r2"))
    cards = stage.active.list
    box = cards.visualRect(stage.active.cards.index(1))
    place = cards.itemDelegate()._stop_box(box).center()
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(place))
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("stop", "r2")]


async def test_the_chosen_call_is_shown_in_full_and_stopped_by_its_button(stage: Stage) -> None:
    await running(stage, make_running("r1", by="rule 4f1c"))
    stage.active.choose("r1")
    assert stage.sees("Stop this call")
    assert "path  /tmp/a" in stage.active.detail.viewer.values.toPlainText().replace("\u00a0", " ")
    stage.gate.answer = "This call is not running any more."
    stage.press("Stop this call")
    await until(lambda: stage.active.detail.says.text() == stage.gate.answer)
    assert stage.gate.orders == [("stop", "r1")]
    await stage.show(running=(make_running("r1", stopping=True),), running_count=1)
    assert not stage.find("Stop this call").isEnabled()
    assert stage.active.detail.heading.below.text() == "stopping…"


async def test_a_chosen_call_that_ends_stays_in_view_as_ended(stage: Stage) -> None:
    await running(stage, make_running("r1"), make_running("r2"))
    stage.active.choose("r1")
    await stage.show(running=(make_running("r2"),), running_count=1)
    assert stage.active.cards.rowCount() == 2
    assert stage.active.detail.heading.below.text() == "It has ended."
    assert not stage.find("Stop this call").isEnabled()
    stage.active.choose("r2")
    assert stage.active.cards.rowCount() == 1


async def test_stop_all_is_one_press(stage: Stage) -> None:
    stage.window.turn("active")
    assert not stage.find("Stop all running calls").isEnabled()
    await running(stage, make_running("r1"), make_running("r2"))
    stage.press("Stop all running calls")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("stop_all",)]


async def test_the_clock_ticks_only_while_something_runs(stage: Stage) -> None:
    await running(stage, make_running())
    assert stage.active._clock.isActive()
    await stage.show()
    assert not stage.active._clock.isActive()
    assert stage.sees("Nothing runs")


async def test_sessions_are_listed_with_the_state_of_their_server(stage: Stage) -> None:
    stage.window.turn("active")
    failed = Connected(
        session="s2", client=CLIENT, claim="", server="db", era="modern", version="", state="failed",
        detail="exited with status 1", since=2.0,
    )  # fmt: skip
    await stage.show(sessions=(SESSION, failed))
    model = stage.active.sessions
    rows = [[model.index(row, column).data() for column in range(model.columnCount())] for row in range(2)]
    assert rows[0][:5] == ["Claude Desktop", "claude-ai 0.14", "files", "2025-11-25", "ready"]
    assert rows[1][1:5] == ["–", "db", "–", "failed – exited with status 1"]
    await stage.show(sessions=(failed,))
    assert model.rowCount() == 1
    await stage.show()
    assert model.rowCount() == 0
