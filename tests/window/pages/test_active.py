"""The page Active: what runs is seen, can be stopped, and leaves without moving what is looked at."""

from __future__ import annotations

import time
from types import SimpleNamespace

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_call, make_running
from toolguard.gate.model import CallCancelled, CallCompleted, CallOutcomeUnknown, ConnectedSession, Tool
from toolguard.gate.texts import coded
from toolguard.window import theme
from toolguard.window.active.running import (
    CARD_DELAY,
    LONG_RUNNING_AFTER,
    OUTCOME_DURATION,
    _badge,
    allowed_by,
    appearance,
    facts_line,
    is_long,
    state,
)
from toolguard.window.active.sessions import STATE_COLUMN
from toolguard.window.log_view.outcome_text import outcome
from toolguard.window.queue.model import ITEM_ROLE
from toolguard.window.widgets.text_label import TextLabel

SESSION = ConnectedSession(
    session="s1", client=CLIENT, claim="claude-ai 0.14", server="files", era="legacy", version="2025-11-25",
    state="ready", detail="", since=1.0,
)  # fmt: skip


RETURNED = CallCompleted(client="c", server="files", tool="search", outcome="result", size=10, digest="", took=1.5)


async def running(harness: WindowHarness, *which: object) -> None:
    harness.window.turn("active")
    await harness.show(running=which, running_count=len(which))


def test_progress_is_described_in_words() -> None:
    assert state(make_running(note="reading\u202e")) == "reading⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩"
    assert state(make_running(progress=3.0, total=10.0, note="half")) == "3 of 10 · half"
    assert state(make_running(progress=3.5)) == "3.5 so far, total unknown"
    assert state(make_running(stopping=True, progress=3.0)) == "stop requested, waiting for the server"
    assert state(make_running()) == ""


async def test_running_call_is_a_card_with_its_progress(harness: WindowHarness) -> None:
    await running(harness, make_running(progress=3, total=10, note="half"))
    assert harness.active.cards.rowCount() == 1
    assert (
        "search on files is running, requested by Claude Desktop. 3 of 10 · half"
        in harness.active.cards.index(0).data()
    )
    harness.window.grab()


async def test_short_call_gets_no_card_and_longer_one_does(
    harness: WindowHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    clock = SimpleNamespace(time=lambda: now)
    monkeypatch.setattr("toolguard.window.active.running.time", clock)
    await running(harness, make_running("quick", since=now))
    assert harness.active.cards.rowCount() == 0
    now += CARD_DELAY * 2
    await until(lambda: harness.active.cards.rowCount() == 1)


def answer(harness: WindowHarness, text: str) -> None:
    """Press the button of the question."""
    box = harness.active._question
    next(button for button in box.buttons() if button.text() == text).click()


async def test_stop_on_a_card_asks_and_stops_that_call(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"), make_running("r2"))
    cards = harness.active.list
    box = cards.visualRect(harness.active.cards.index(1))
    place = cards.itemDelegate()._stop_box(box).center()
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(place))
    assert harness.gate.orders == []
    assert "Anything the tool has already done can't be undone." in harness.active._question.informativeText()
    answer(harness, "Stop call")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("stop", "r2")]
    assert harness.active.detail.isHidden(), "the press selects nothing, so the button stays under the pointer"


async def test_time_is_at_the_end_of_a_card_with_and_without_a_button(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"), make_running("r2", stopping=True))
    cards, image = harness.active.list, harness.active.list.viewport().grab().toImage()
    ends = []
    for row in range(2):
        box = cards.visualRect(harness.active.cards.index(row))
        line = range(box.top() + box.height() // 5, box.top() + box.height() // 3)
        ground = image.pixel(box.center().x(), box.top() + 3)
        ends.append(
            max(x for x in range(box.center().x(), box.right() - 8) for y in line if image.pixel(x, y) != ground)
        )
    assert (
        ends[0]
        == ends[1]
        > cards.itemDelegate()._stop_box(cards.visualRect(harness.active.cards.index(0))).center().x()
    )


async def test_selected_card_keeps_its_stop_button(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"))
    cards, delegate = harness.active.list, harness.active.list.itemDelegate()
    harness.active.choose("r1")
    box = delegate._stop_box(cards.visualRect(harness.active.cards.index(0)))
    edge = cards.viewport().grab().toImage().pixelColor(box.center().x(), box.top())
    assert edge.name() == theme.colours().edge
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    answer(harness, "Stop call")
    await until(lambda: harness.gate.orders == [("stop", "r1")])


async def test_page_has_one_selection(harness: WindowHarness) -> None:
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(SESSION,))
    harness.window.turn("active")
    await until(lambda: harness.active.cards.rowCount())
    harness.active.choose("r1")
    assert harness.active.detail.isVisible()
    harness.active.table.selectRow(0)
    assert harness.active.detail.isHidden() and not harness.active.list.selectionModel().hasSelection()
    harness.active.choose("r1")
    assert harness.active.detail.isVisible() and not harness.active.table.selectionModel().hasSelection()
    assert harness.active.session.isHidden()


async def test_selected_call_is_shown_completely_and_can_be_stopped(harness: WindowHarness) -> None:
    await running(harness, make_running("r1", by="rule 4f1c"))
    harness.active.choose("r1")
    assert harness.is_shown("Stop this call")
    assert "path  /tmp/a" in harness.active.detail.viewer.values.toPlainText().replace("\u00a0", " ")
    harness.gate.answer = "This call is no longer running."
    harness.press("Stop this call")
    answer(harness, "Stop call")
    await until(lambda: harness.active.detail.error_label.text() == harness.gate.answer)
    assert harness.gate.orders == [("stop", "r1")]
    await harness.show(running=(make_running("r1", stopping=True),), running_count=1)
    assert not harness.find("Stop this call").isEnabled()
    assert harness.active.detail.heading.below.text().startswith("stop requested")


async def test_selected_call_stays_visible_after_its_end(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"), make_running("r2"))
    harness.active.choose("r1")
    await harness.show(running=(make_running("r2"),), running_count=1)
    assert harness.active.cards.rowCount() == 2
    assert harness.active.detail.heading.below.text() == "ended"
    assert not harness.is_shown("Stop this call")
    await pass_shown_time(harness)
    assert harness.active.cards.rowCount() == 2
    harness.active.choose("r2")
    await pass_shown_time(harness)
    assert harness.active.cards.rowCount() == 1


async def test_stop_all_asks_for_confirmation(harness: WindowHarness) -> None:
    harness.window.turn("active")
    assert not harness.is_shown("Stop all running calls")
    await running(harness, make_running("r1"), make_running("r2"))
    harness.press("Stop all running calls")
    answer(harness, "Keep running")
    assert harness.gate.orders == []
    harness.press("Stop all running calls")
    assert harness.active._question.text() == "Stop all 2 running calls?"
    answer(harness, "Stop all")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("stop_all",)]


async def test_question_closes_when_its_calls_have_ended(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"), make_running("r2"))
    harness.active.choose("r1")
    harness.press("Stop this call")
    await harness.show(running=(make_running("r1"),), running_count=1)
    assert harness.active._question is not None
    await harness.show(running=(make_running("r2"),), running_count=1)
    assert harness.active._question is None
    harness.press("Stop all running calls")
    await harness.show(running=(make_running("r3"),), running_count=1)
    assert harness.active._question is not None
    await harness.show()
    assert harness.active._question is None
    assert harness.gate.orders == []


async def test_timer_runs_only_while_calls_run(harness: WindowHarness) -> None:
    await running(harness, make_running())
    assert harness.active._clock.isActive()
    await harness.show()
    await pass_shown_time(harness)
    assert not harness.active._clock.isActive()
    assert harness.is_shown("No active calls")


async def pass_shown_time(harness: WindowHarness) -> None:
    """The time for which ended calls stay is over."""
    cards = harness.active.cards
    cards._ended = {name: (at - OUTCOME_DURATION, words) for name, (at, words) in cards._ended.items()}
    harness.active._tick()


async def test_ended_call_shows_its_outcome_for_some_seconds(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"), make_running("r2"))
    await harness.show(running=(make_running("r2"),), running_count=1)
    cards = harness.active.cards
    assert (cards.rowCount(), cards.waiting()) == (2, 1)
    cards.set_outcome("r1", outcome([RETURNED]))
    assert cards.index(0).data() == "search on files: Completed after 1.50 s"
    harness.window.grab()
    await pass_shown_time(harness)
    assert cards.rowCount() == 1


async def test_outcomes_are_distinguished() -> None:
    of = {"client": "c", "server": "s", "tool": "t"}
    assert outcome([RETURNED, CallCancelled(**of, by="person")])[2] == "Stopped by: You"
    assert outcome([CallOutcomeUnknown(**of, reason="the server ended")])[2] == "Outcome unknown: the server ended"
    failed = CallCompleted(**of, outcome="tool_error", size=1, digest="", took=0.2)
    assert outcome([failed]) == ("failed", "caution", "Failed after 200 ms")
    assert outcome([])[2] == "Ended"


async def test_long_running_call_says_why_its_time_is_highlighted(harness: WindowHarness) -> None:
    await running(harness, make_running("r1", since=time.time() - LONG_RUNNING_AFTER - 1), make_running("r2"))
    assert "no progress reported for over a minute" in harness.active.cards.index(0).data()
    assert "no progress reported" not in harness.active.cards.index(1).data()
    harness.window.grab()


async def test_card_names_the_main_argument_of_its_call(harness: WindowHarness) -> None:
    call = make_call("r1", "search", arguments={"n": 1, "command": "npm test\u202e"})
    with_command = msgspec.structs.replace(make_running(), call=call)
    await running(harness, with_command)
    assert "command  npm test⟨U+202E⟩" in harness.active.cards.index(0).data()
    shown = harness.active.list.itemDelegate()._argument
    assert shown(QRect(0, 0, 400, 20), with_command).text.startswith("command  npm test⟨U+202E")
    assert not shown(QRect(0, 0, 60, 20), with_command).text, "the name of the tool has the space"
    harness.window.grab()


def test_long_running_call_with_progress_is_not_highlighted() -> None:
    since = time.time() - LONG_RUNNING_AFTER - 1
    assert is_long(make_running(since=since))
    assert appearance(make_running(since=since)) == ("active", "caution")
    assert appearance(make_running(since=since, stopping=True)) == ("rest", "quiet")
    assert not is_long(make_running(since=since, progress=3.0, total=10.0))
    assert not is_long(make_running(since=since, note="412 of 980 tests passed"))
    assert not is_long(make_running(since=since, stopping=True)), "the person has already acted"


def test_card_names_the_approver_if_it_fits() -> None:
    assert allowed_by("person") == "approved by you"
    assert allowed_by("rule 4f1c") == "allowed by a rule", "its id tells a person nothing"
    assert allowed_by("setting") == "allowed by: Server's setting"
    font, one = QFontMetrics(theme.sized(theme.SMALL)), make_running(by="rule 4f1c")
    rule = "Allow read_file on files for any client."
    for words in ("by rule: Allow read_file on files for any client", "allowed by a rule"):
        whole = f"files · Claude Desktop · {words}"
        assert facts_line(one, font, font.horizontalAdvance(whole), rule) == whole
    assert facts_line(one, font, font.horizontalAdvance(whole) - 1, rule) == "files · Claude Desktop"


async def test_card_and_details_name_the_rule_that_allowed_the_call(harness: WindowHarness) -> None:
    rule = {"id": "4f1c", "verdict": "allow", "server": "files", "tool": "read_file"}

    async def run(*_: object) -> list[dict[str, str]]:
        return [rule]

    core_link = harness.active.context.core_link
    before, core_link.run = core_link.run, run
    await running(harness, make_running("r1", by="rule 4f1c"), make_running("r2"))
    sentence = "Allow read_file on files for any client."
    await until(lambda: harness.active.cards.rule(harness.active.cards.item(0)) == sentence)
    harness.active.open("r1")
    facts = {one.accessibleName(): one.text() for one in harness.active.detail.findChildren(TextLabel)}
    assert facts["Rule"] == sentence
    assert harness.active.cards.rule(harness.active.cards.item(1)) == ""
    core_link.run = before
    harness.find("Show rule").click()
    assert harness.window.stack.key == "rules"


async def test_call_that_does_not_stop_links_to_its_server(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"))
    harness.active.open("r1")
    assert not harness.is_shown("Open server")
    await harness.show(running=(make_running("r1", stopping=True),), running_count=1)
    harness.press("Open server")
    assert harness.window.stack.key == "servers"


async def test_page_without_clients_says_so_once_and_links_to_them(harness: WindowHarness) -> None:
    harness.window.turn("active")
    await harness.show()
    assert harness.is_shown("Show clients") and not harness.active._below.isVisible()
    await harness.show(sessions=(SESSION,))
    assert not harness.is_shown("Show clients") and harness.active.table.isVisible()
    await harness.show()
    harness.press("Show clients")
    assert harness.window.stack.key == "clients"


async def test_state_of_a_session_is_shortened_last(harness: WindowHarness) -> None:
    harness.window.turn("active")
    harness.window.resize(1280, 800)
    waiting = msgspec.structs.replace(SESSION, asks=("elicitation/create",))
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(waiting,))
    harness.active.open("r1")
    header = harness.active.table.horizontalHeader()
    await until(lambda: harness.active.detail.isVisible() and header.isSectionHidden(5))
    await until(lambda: header.sectionSize(STATE_COLUMN) >= header._needed[STATE_COLUMN])


async def test_call_opens_in_audit(harness: WindowHarness) -> None:
    opened: list[str] = []
    harness.audit.open = opened.append
    await running(harness, make_running("r1"))
    harness.active.open("r1")
    harness.find("Open in Audit").click()
    assert harness.window.stack.key == "audit"
    assert opened == ["r1"]


async def test_running_call_has_the_effect_that_its_server_declares(harness: WindowHarness) -> None:
    tool = Tool(server="files", name="search", annotations={"destructiveHint": True})
    await running(harness, msgspec.structs.replace(make_running("r1"), tool=tool), make_running("r2"))
    assert ". Destroys. " in harness.active.cards.index(0).data()
    assert ". Effect not declared. " in harness.active.cards.index(1).data()
    badges = [_badge(harness.active.cards.index(row).data(ITEM_ROLE).item) for row in (0, 1)]
    assert badges == [("Destroys", "danger"), ("", "quiet")]
    harness.active.choose("r1")
    badges = harness.active.detail.badges
    assert badges.effect.text() == "Destroys" and badges.claim.text() == "according to files, not verified"
    harness.window.grab()


async def test_selected_session_shows_its_whole_state_and_opens_its_server(harness: WindowHarness) -> None:
    why = "exited with status 1: " + "<b>no</b> " * 40
    failed = msgspec.structs.replace(SESSION, session="s2", server="db", state="failed", detail=why)
    keyring = msgspec.structs.replace(SESSION, session="s3", server="web", state=coded("servers.waiting_keyring"))
    harness.window.turn("active")
    await harness.show(sessions=(SESSION, failed, keyring))
    page = harness.active
    assert not page.session.isVisible()
    height = page.table.height()
    page.table.selectRow(2)
    await until(page.session.isVisible)
    assert page.table.height() == height, "the rows stay in their places"
    page.table.selectRow(1)
    assert page.session.state_label.text() == f"db: Failed – {why}"
    await until(lambda: page.table.viewport().rect().contains(page.table.visualRect(page.table.currentIndex())))
    assert not page.session.keyring.isVisible()
    opened: list[str] = []
    harness.window.stack.page("servers").open = opened.append
    harness.press("Show log")
    assert opened == ["log:db"]
    harness.window.turn("active")
    page.table.selectRow(2)
    assert not page.session.log.isVisible(), "its server has not failed"
    assert page.session.state_label.text() == "web", "the table shows its state completely"
    harness.press("Open Credentials")
    assert harness.window.stack.key == "credentials"
    harness.window.turn("active")
    harness.press("Open server web")
    assert harness.window.stack.key == "servers"
    harness.window.turn("active")
    await harness.show()
    assert not page.session.isVisible()


async def test_sessions_are_listed_with_the_state_of_their_server(harness: WindowHarness) -> None:
    harness.window.turn("active")
    failed = ConnectedSession(
        session="s2", client=CLIENT, claim="", server="db", era="modern", version="", state="failed",
        detail="exited with status 1", since=2.0,
    )  # fmt: skip
    await harness.show(sessions=(SESSION, failed))
    model = harness.active.sessions
    rows = [[model.index(row, column).data() for column in range(model.columnCount())] for row in range(2)]
    assert rows[0][:5] == ["Claude Desktop", "claude-ai 0.14", "files", "2025-11-25", "Ready"]
    assert rows[1][1:5] == ["–", "db", "–", "Failed – exited with status 1"]
    colour = model.index(1, STATE_COLUMN).data(Qt.ItemDataRole.ForegroundRole)
    assert colour.name() == theme.colours().danger
    assert model.index(0, STATE_COLUMN).data(Qt.ItemDataRole.ForegroundRole) is None
    await harness.show(sessions=(failed,))
    assert model.rowCount() == 1
    await harness.show()
    assert model.rowCount() == 0


async def test_failed_sessions_are_counted_where_their_list_is_opened(harness: WindowHarness) -> None:
    harness.window.turn("active")
    harness.window.resize(900, 600)
    failed = msgspec.structs.replace(SESSION, session="s2", server="db", state="failed")
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(SESSION, failed))
    await until(lambda: not harness.active.table.isVisible())
    harness.press("Sessions (2, 1 failed)")
    assert harness.active.table.isVisible()
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(SESSION,))
    assert harness.active.parts["connected"].text() == "Sessions (1)"


async def test_low_page_shows_one_part_at_a_time(harness: WindowHarness) -> None:
    harness.window.turn("active")
    harness.window.resize(1280, 900)
    session = ConnectedSession(
        session="s1", client=CLIENT, claim="claude-ai 0.14", server="files", era="legacy", version="2025-11-25",
        state="ready", detail="", since=1000.0,
    )  # fmt: skip
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(session,))
    page = harness.active
    await until(lambda: page.list.isVisible() and page.table.isVisible() and not page.parts["calls"].isVisible())
    harness.window.resize(900, 600)
    await until(lambda: page.list.isVisible() and not page.table.isVisible())
    harness.press("Sessions (1)")
    assert page.table.isVisible() and not page.list.isVisible()
    assert not harness.is_shown("Background (0)")
    page.open("r1")
    assert page.list.isVisible() and not page.table.isVisible()
    harness.window.resize(1280, 900)
    await until(lambda: page.list.isVisible() and page.table.isVisible())
    harness.window.resize(1280, 800)
    await until(lambda: page.height() == 800)
    assert page.list.isVisible() and page.table.isVisible(), "a common window has room for all"


async def test_selected_call_has_the_full_height_of_the_page(harness: WindowHarness) -> None:
    harness.window.turn("active")
    harness.window.resize(1280, 800)
    await harness.show(running=(make_running("r1"),), running_count=1, sessions=(SESSION,))
    assert not harness.active.detail.isVisible()
    harness.active.open("r1")
    page = harness.active
    await until(lambda: page.detail.isVisible() and page.list.isVisible() and page.table.isVisible())
    await until(lambda: page.detail.height() > page.list.height() + page.table.height())
    await harness.show(sessions=(SESSION,))
    page.cards.look_at("")
    page._tick()
    harness.window.resize(900, 600)
    await until(lambda: not page.table.isVisible())
    harness.press("Sessions (1)")
    assert page.table.isVisible() and not page.detail.isVisible()


async def test_stop_button_edge_is_visible(harness: WindowHarness) -> None:
    await running(harness, make_running("r1"))
    drawn = harness.active.list.viewport().grab().toImage()
    delegate = harness.active.list.itemDelegate()
    box = delegate._stop_box(harness.active.list.visualRect(harness.active.cards.index(0)))
    edge = drawn.pixelColor(box.center().x(), box.top())
    assert edge.name() == theme.colours().edge
