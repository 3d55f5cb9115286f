"""The frame: the state seen from anywhere, pages that cannot stop each other, and what closing does."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QSplitter, QWidget

from tests.support.waiting import until
from tests.window.conftest import Gate, WindowHarness, make_call, make_held, make_running, opened
from toolguard.gate.model import DeferredApproval, Proposal, Snapshot
from toolguard.window.approval.call_detail import CallDetail
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop.tray import Tray
from toolguard.window.main import PAGES, MainWindow
from toolguard.window.page import Page, PageContext
from toolguard.window.pages.stack import PageRow
from toolguard.window.preferences import WindowPreferences

CTRL = Qt.KeyboardModifier.ControlModifier


async def test_problems_are_shown_on_top_of_every_page(harness: WindowHarness) -> None:
    await harness.show(trouble=("The disk is full: free some space.", "The configuration is broken in line 3."))
    for row in PAGES:
        harness.window.turn(row.key)
        assert harness.window.trouble.sentences() == list(harness.gate.now.trouble)
        assert harness.window.trouble.isVisible()
    await harness.show()
    assert not harness.window.trouble.isVisible()


async def test_keys_switch_pages_and_panes(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    for number in (2, 9, 1):
        harness.keys(Qt.Key(Qt.Key.Key_0 + number), CTRL)
        assert harness.window.stack.key == PAGES[number - 1].key
    assert QApplication.focusWidget() is harness.find("Pending calls")
    harness.keys(Qt.Key.Key_F6)
    assert QApplication.focusWidget() is harness.find("Deny")
    harness.keys(Qt.Key.Key_F6)
    assert QApplication.focusWidget() is harness.find("Pending calls")


async def test_new_window_focuses_no_button_and_has_no_details(harness: WindowHarness) -> None:
    assert not isinstance(QApplication.focusWidget(), QPushButton)
    assert not harness.window.findChildren(CallDetail)  # creating them takes as long as half of the window


async def test_new_call_requests_attention_only_in_the_background(
    harness: WindowHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, *_: alerts.append(window))
    await harness.show(pending=(make_held("c1"),))
    assert alerts == []
    other = QWidget()
    other.show()
    other.activateWindow()
    await until(lambda: not harness.window.isActiveWindow())
    await harness.show(pending=harness.gate.now.pending, recorded=7)
    assert alerts == []
    await harness.show(pending=(*harness.gate.now.pending, make_held("c2")))
    assert alerts == [harness.window]
    assert not harness.window.isActiveWindow()
    other.close()


async def test_new_call_never_switches_the_page(harness: WindowHarness) -> None:
    harness.window.turn("audit")
    await harness.show(pending=(make_held(),))
    assert harness.window.stack.key == "audit"


async def test_closing_without_open_calls_quits_at_once(harness: WindowHarness) -> None:
    harness.window.close()
    assert harness.quits == [True]


def question(harness: WindowHarness) -> QMessageBox:
    return next(each for each in harness.window.findChildren(QMessageBox) if each.isVisible())


def choose(box: QMessageBox, text: str) -> None:
    QTest.mouseClick(next(each for each in box.buttons() if each.text() == text), Qt.MouseButton.LeftButton)


async def test_closing_with_pending_calls_asks_and_can_be_cancelled(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2")))
    harness.window.close()
    await until(lambda: question(harness))
    assert question(harness).text() == "Quit with 2 pending calls?"
    choose(question(harness), "Cancel")
    await asyncio.sleep(0.05)
    assert harness.quits == []
    assert harness.window.isVisible()


async def test_quit_question_counts_all_that_quitting_ends(harness: WindowHarness) -> None:
    change = Proposal(id="p1", kind="rule", title="A rule", detail="", asked_by="a command", since=1.0)
    await harness.show(pending=(make_held("c1"), make_held("c2")), proposals=(change,), running_count=4)
    ticket = DeferredApproval(id="t", call=make_call("c9"), expires=5e9)
    harness.window.quit()
    await until(lambda: question(harness))
    assert question(harness).text() == "Quit with 2 pending calls, 4 running calls and 1 pending change?"
    assert (
        question(harness)
        .informativeText()
        .endswith("Pending changes don't take effect. Rules that last until you quit will end.")
    )
    assert "Quit and end 6 calls" in {button.text() for button in question(harness).buttons()}
    await harness.show(running=(make_running(),), running_count=1, tickets=(ticket,))
    assert question(harness).text() == "Quit with 1 running call?"
    saved = "Saved decisions, and rules that last until you quit, will end."
    assert question(harness).informativeText().endswith(saved)
    assert "Quit and end 1 call" in {button.text() for button in question(harness).buttons()}
    await harness.show(running=(), running_count=0)
    assert question(harness).text() == "Quit ToolGuard?"
    choose(question(harness), "Quit")
    await until(lambda: harness.quits)


async def test_closing_with_a_running_call_asks(harness: WindowHarness) -> None:
    await harness.show(running=(make_running(),), running_count=1)
    harness.window.close()
    await until(lambda: question(harness))
    assert question(harness).text() == "Quit with 1 running call?" and not harness.quits


async def test_closing_with_pending_calls_can_end_them_and_quit(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.window.close()
    await until(lambda: question(harness))
    choose(question(harness), "Quit and end 1 call")
    await until(lambda: harness.quits)
    assert harness.quits == [True]
    harness.window.finish()
    assert harness.quits == [True]


async def test_closing_without_a_tray_offers_no_hiding(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.window.close()
    await until(lambda: question(harness))
    assert {button.text() for button in question(harness).buttons()} == {"Cancel", "Quit and end 1 call"}


async def test_denial_from_a_notification_keeps_typed_text(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", "delete_file")))
    harness.pending.choose("c1")
    harness.pending.call.decision.reason.setText("because")
    harness.window.notices.denied.emit("c2")
    assert harness.pending.shown == "c1" and harness.pending.call.decision.reason.text() == "because"
    assert harness.pending.queue.is_denied("c2")
    assert harness.window.side.indicator.text() == "1 pending"
    harness.window.turn("settings")
    harness.window.notices.denied.emit("c1")
    harness.window.notices.denied.emit("gone")
    harness.pending.answers.flush()
    await until(lambda: len(harness.gate.orders) == 2)
    assert harness.gate.orders == [("deny", "c2", "", None), ("deny", "c1", "", None)]


async def test_side_bar_offers_do_not_disturb(harness: WindowHarness, tmp_path: Path) -> None:
    side = harness.window.side
    side.quiet.durations.actions()[0].trigger()
    assert harness.window.notices.quiet_until and side.quiet.text().startswith("Quiet until ")
    harness.window.context.settings.sync()
    async with opened(tmp_path) as again:
        assert again.window.notices.quiet_until, "after a restart, too"
    side.quiet.click()
    assert not harness.window.notices.quiet_until and side.quiet.text() == "Do not disturb…"


async def test_side_bar_tray_and_compact_window_show_and_end_quiet_hours(tmp_path: Path) -> None:
    tray, preferences = Tray(), WindowPreferences({"quiet_hours": "00:00-00:00"})
    async with opened(tmp_path, tray=tray, preferences=preferences) as harness:
        side, compact = harness.window.side.quiet, harness.window.compact.quiet
        assert side.text() == compact.text() == "Quiet until 00:00"
        assert "Do not disturb until 00:00: end" in [action.text() for action in tray.menu.actions()]
        preferences.update({"compact": True})
        assert compact.isVisible()
        compact.click()
        assert side.text() == "Do not disturb…" and compact.isHidden()
        assert preferences["quiet_hours"] == "00:00-00:00", "only for this time"


async def test_focus_goes_to_the_page_after_blocking_and_resuming_calls(harness: WindowHarness) -> None:
    """It went to Do not disturb, and to a search field."""
    side, banner = harness.window.side, harness.window.panic
    assert not side.panic.property("kind"), "it has the border of a button, unlike Do not disturb"
    for button, on in ((side.panic, True), (banner.button, False)):
        button.setFocus()
        await harness.show(panic=not on, pending=(make_held(),))
        assert QApplication.focusWidget() is button
        await harness.show(panic=on, pending=() if on else (make_held(),))
        assert QApplication.focusWidget() in (harness.pending, harness.pending.list)


async def test_escape_cancels_closing(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.window.close()
    await until(lambda: question(harness))
    QTest.keyClick(question(harness), Qt.Key.Key_Escape)
    await asyncio.sleep(0.05)
    assert harness.quits == []


async def test_second_close_does_not_ask_again(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.window.close()
    harness.window.close()
    await asyncio.sleep(0.05)
    assert len([each for each in harness.window.findChildren(QMessageBox) if each.isVisible()]) == 1


async def test_window_stores_its_size_and_panes(tmp_path: Path) -> None:
    kept: list[int] = []
    for first in (True, False):
        async with opened(tmp_path) as harness:
            await harness.show(pending=(make_held(),))
            if first:
                harness.window.resize(900, 707)  # no wider: Qt keeps a restored window on the screen
                harness.pending.splitter.moveSplitter(228, 1)  # as a person drags the line
                kept = harness.pending.splitter.sizes()
                assert abs(kept[0] - 228) < 5, "it was not moved"
            else:
                assert harness.window.size().toTuple() == (900, 707)
                assert abs(harness.pending.splitter.sizes()[0] - kept[0]) < 3


class Broken(Page):
    """Fails when it is told something, or already when it is made."""

    at_once = False

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        if self.at_once:
            raise ValueError("made wrong")

    def set_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.pending:
            raise ValueError("shown wrong")


class BornBroken(Broken):
    at_once = True


@pytest.mark.parametrize(("page", "text"), [(Broken, "shown wrong"), (BornBroken, "made wrong")])
async def test_failed_page_shows_an_error_and_others_work(
    tmp_path: Path, page: type[Page], text: str, caplog: pytest.LogCaptureFixture
) -> None:
    rows = (PAGES[0], PageRow("broken", "Broken", "unknown", page), PAGES[1])
    async with opened(tmp_path, pages=rows) as harness:
        harness.window.turn("broken")
        with caplog.at_level(logging.ERROR):
            await harness.show(pending=(make_held(),))
        assert harness.is_shown("This page stopped working")
        assert text in harness.find("The error").toPlainText()
        assert text in caplog.text
        harness.window.turn("pending")
        await harness.armed("Approve write_file")
        harness.window.turn("active")
        assert harness.is_shown("No active calls")
        harness.window.turn("broken")
        assert harness.is_shown("This page stopped working")


class _Restyled(QWidget):
    count = 0

    def changeEvent(self, event: QEvent) -> None:
        self.count += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


class Plain(Page):
    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.part = _Restyled(self)


async def test_page_is_styled_once_when_created(tmp_path: Path) -> None:
    async with opened(tmp_path, pages=(PAGES[0], PageRow("plain", "Plain", "unknown", Plain))) as harness:
        harness.window.turn("plain")
        await asyncio.sleep(0)
        page = harness.window.stack.page("plain")
        assert isinstance(page, Plain)
        assert page.part.count == 1


class OtherWindows(QObject):
    """Notes every window that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(repr(watched))
        return False


async def test_page_is_created_on_first_use_without_another_window(tmp_path: Path, qapp: QApplication) -> None:
    others = OtherWindows()
    async with opened(tmp_path) as harness:
        assert [type(page) for page in harness.window.stack.built()] == [PAGES[0].page]
        qapp.installEventFilter(others)
        for row in PAGES:
            harness.window.turn(row.key)
            await asyncio.sleep(0)
            assert qapp.activeWindow() is harness.window
        qapp.removeEventFilter(others)
        assert [type(page) for page in harness.window.stack.built()] == [row.page for row in PAGES]
    assert not others.shown


async def test_failed_order_is_shown_and_the_window_continues(tmp_path: Path) -> None:
    gate = Gate()
    core_link = CoreLink(asyncio.get_running_loop(), gate)
    window = MainWindow(core_link=core_link, settings_path=tmp_path / "w.ini", on_quit=lambda: None)

    async def fails() -> None:
        raise KeyError("bug")

    core_link.spawn(fails())
    await until(lambda: window.trouble.sentences())
    assert "KeyError('bug')" in window.trouble.sentences()[0]
    window.set_snapshot(Snapshot(trouble=("The disk is full.",)))
    assert len(window.trouble.sentences()) == 2
    window.turn("active")
    assert window.trouble.sentences() == ["The disk is full."]
    window.finish()
    window.deleteLater()


async def test_refusal_to_block_calls_is_shown_unchanged(tmp_path: Path) -> None:
    core_link = CoreLink(asyncio.get_running_loop(), Gate())
    window = MainWindow(core_link=core_link, settings_path=tmp_path / "w.ini", on_quit=lambda: None)
    window.block_calls()
    await until(lambda: window.trouble.sentences())
    assert window.trouble.sentences() == ["Not connected to the ToolGuard core."]
    window.finish()
    window.deleteLater()


async def test_deleted_window_frees_its_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        for row in PAGES:
            harness.window.turn(row.key)
        kept = {row.key: weakref.ref(harness.window.stack.page(row.key)) for row in PAGES}
        kept["window"] = weakref.ref(harness.window)
        del harness
    gc.collect()
    assert [key for key, made in kept.items() if made() is not None] == []


async def test_screen_reader_order_of_a_split_page_is_correct(harness: WindowHarness) -> None:
    for splitter in harness.window.findChildren(QSplitter):
        interface = QAccessible.queryAccessibleInterface(splitter)
        results = [interface.child(at).object() for at in range(interface.childCount())]
        parts = [splitter.widget(at) for at in range(splitter.count())]
        assert [one for one in results if one in parts] == parts


async def test_new_call_is_announced_on_other_pages(harness: WindowHarness) -> None:
    harness.window.turn("settings")
    await harness.show(pending=(make_held("c1"),))
    arrival = harness.window.arrival
    assert arrival.isVisible() and arrival.text_label.text() == "write_file on files is pending."
    assert not arrival.isAncestorOf(QApplication.focusWidget() or harness.window)
    arrival.more.click()
    assert harness.window.stack.key == "pending" and harness.pending.shown == "c1" and not arrival.isVisible()
    harness.window.turn("settings")
    await harness.show(pending=(make_held("c1"),))
    assert harness.window.arrival is arrival and not arrival.isVisible(), "it is known"
    await harness.show(pending=(make_held("c1"), make_held("c2"), make_held("c3")))
    assert arrival.text_label.text() == "3 pending calls"
    harness.window.turn("help")
    assert not arrival.isVisible()
    assert harness.window.arrival.isVisible() and harness.window.arrival.text_label.text() == "3 pending calls"
    harness.window.turn("settings")
    assert harness.window.arrival is arrival and arrival.isVisible()
    await harness.show()
    assert not arrival.isVisible(), "nothing waits any more"
    harness.window.notices.silence(60)
    await harness.show(pending=(make_held("c4"),))
    assert not arrival.isVisible(), "the person does not want to be disturbed"


async def test_new_change_is_announced_on_other_pages(harness: WindowHarness) -> None:
    change = Proposal(id="p1", kind="rule", title="A rule", detail="", asked_by="a command", since=1.0)
    harness.window.turn("settings")
    await harness.show(proposals=(change,))
    arrival = harness.window.arrival
    assert arrival.isVisible() and arrival.text_label.text() == "A change is pending."
    await harness.show(pending=(make_held("c1"), make_held("c2")), proposals=(change,))
    assert arrival.text_label.text() == "2 pending calls and 1 pending change"
    await harness.show(proposals=(change,))
    assert not arrival.isVisible(), "the calls ended"
    await harness.show()
    await harness.show(proposals=(change,))
    arrival.more.click()
    assert harness.window.stack.key == "pending" and harness.pending.shown == "p1" and not arrival.isVisible()


async def test_review_of_a_new_call_moves_the_focus_to_the_list(harness: WindowHarness) -> None:
    harness.window.turn("pending")
    button = next(one for one in harness.pending.findChildren(QPushButton) if one.isVisible())
    button.setFocus()
    harness.window.turn("clients")
    await harness.show(pending=(make_held("c1"),))
    harness.window.arrival.more.setFocus()
    harness.window.arrival.more.click()
    assert QApplication.focusWidget() is harness.pending.list
