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

from tests.window.conftest import Gate, Stage, make_held, make_running, name_of, opened, until
from toolguard.gate.model import Snapshot
from toolguard.window.core_link import CoreLink
from toolguard.window.main import PAGES, MainWindow
from toolguard.window.page import Page, PageContext
from toolguard.window.pages.stack import PageRow

CTRL = Qt.KeyboardModifier.ControlModifier


async def test_problems_are_shown_on_top_of_every_page(stage: Stage) -> None:
    await stage.show(trouble=("The disk is full: free some space.", "The configuration is broken in line 3."))
    for row in PAGES:
        stage.window.turn(row.key)
        assert stage.window.trouble.sentences() == list(stage.gate.now.trouble)
        assert stage.window.trouble.isVisible()
    await stage.show()
    assert not stage.window.trouble.isVisible()


async def test_keys_switch_pages_and_panes(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    for number in (2, 9, 1):
        stage.keys(Qt.Key(Qt.Key.Key_0 + number), CTRL)
        assert stage.window.stack.key == PAGES[number - 1].key
    stage.keys(Qt.Key.Key_F6)
    assert QApplication.focusWidget() is stage.find("Pending calls")
    stage.keys(Qt.Key.Key_F6)
    assert QApplication.focusWidget() is stage.find("Deny")
    stage.keys(Qt.Key.Key_F6)
    assert QApplication.focusWidget() is stage.find("Pending calls")


async def test_initial_focus_is_on_no_button(stage: Stage) -> None:
    assert not isinstance(QApplication.focusWidget(), QPushButton)


async def test_new_call_requests_attention_only_in_the_background(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, *_: alerts.append(window))
    await stage.show(held=(make_held("c1"),))
    assert alerts == []
    other = QWidget()
    other.show()
    other.activateWindow()
    await until(lambda: not stage.window.isActiveWindow())
    await stage.show(held=stage.gate.now.held, recorded=7)
    assert alerts == []
    await stage.show(held=(*stage.gate.now.held, make_held("c2")))
    assert alerts == [stage.window]
    assert not stage.window.isActiveWindow()
    other.close()


async def test_new_call_never_switches_the_page(stage: Stage) -> None:
    stage.window.turn("audit")
    await stage.show(held=(make_held(),))
    assert stage.window.stack.key == "audit"


async def test_closing_without_pending_calls_quits_at_once(stage: Stage) -> None:
    await stage.show(running=(make_running(),), running_count=1)
    stage.window.close()
    assert stage.quits == [True]


def question(stage: Stage) -> QMessageBox:
    return next(each for each in stage.window.findChildren(QMessageBox) if each.isVisible())


def choose(box: QMessageBox, words: str) -> None:
    QTest.mouseClick(next(each for each in box.buttons() if each.text() == words), Qt.MouseButton.LeftButton)


async def test_closing_with_pending_calls_asks_and_can_be_cancelled(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2")))
    stage.window.close()
    await until(lambda: question(stage))
    assert question(stage).text() == "Quit with 2 pending calls?"
    choose(question(stage), "Cancel")
    await asyncio.sleep(0.05)
    assert stage.quits == []
    assert stage.window.isVisible()


async def test_closing_with_pending_calls_can_deny_all_and_quit(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    stage.window.close()
    await until(lambda: question(stage))
    choose(question(stage), "Deny all and quit")
    await until(lambda: stage.quits)
    assert stage.quits == [True]
    stage.window.finish()
    assert stage.quits == [True]


async def test_closing_without_a_tray_offers_no_hiding(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    stage.window.close()
    await until(lambda: question(stage))
    assert {button.text() for button in question(stage).buttons()} == {"Cancel", "Deny all and quit"}


async def test_denial_from_a_notification_keeps_typed_text(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", "delete_file")))
    stage.pending.choose("c1")
    stage.pending.call.decision.reason.setText("because")
    stage.window.notices.denied.emit("c2")
    assert stage.pending.shown == "c1" and stage.pending.call.decision.reason.text() == "because"
    assert stage.pending.queue.is_denied("c2")
    assert stage.window.side.indicator.text() == "1 pending"
    stage.window.turn("settings")
    stage.window.notices.denied.emit("c1")
    stage.window.notices.denied.emit("gone")
    stage.pending.answers.flush()
    await until(lambda: len(stage.gate.orders) == 2)
    assert stage.gate.orders == [("deny", "c2", "", None), ("deny", "c1", "", None)]


async def test_side_bar_offers_do_not_disturb(stage: Stage) -> None:
    side = stage.window.side
    side._durations.actions()[0].trigger()
    assert stage.window.notices.is_quiet() and side.quiet.text().startswith("Quiet until ")
    side.quiet.click()
    assert not stage.window.notices.is_quiet() and side.quiet.text() == "Do not disturb…"


async def test_escape_cancels_closing(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    stage.window.close()
    await until(lambda: question(stage))
    QTest.keyClick(question(stage), Qt.Key.Key_Escape)
    await asyncio.sleep(0.05)
    assert stage.quits == []


async def test_second_close_does_not_ask_again(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    stage.window.close()
    stage.window.close()
    await asyncio.sleep(0.05)
    assert len([each for each in stage.window.findChildren(QMessageBox) if each.isVisible()]) == 1


async def test_window_stores_its_size_and_panes(tmp_path: Path) -> None:
    kept: list[int] = []
    for first in (True, False):
        async with opened(tmp_path) as stage:
            await stage.show(held=(make_held(),))
            if first:
                stage.window.resize(900, 707)  # no wider: Qt keeps a restored window on the screen
                stage.pending.splitter.moveSplitter(228, 1)  # as a person drags the line
                kept = stage.pending.splitter.sizes()
                assert abs(kept[0] - 228) < 5, "it was not moved"
            else:
                assert stage.window.size().toTuple() == (900, 707)
                assert abs(stage.pending.splitter.sizes()[0] - kept[0]) < 3


class Broken(Page):
    """Fails when it is told something, or already when it is made."""

    at_once = False

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        if self.at_once:
            raise ValueError("made wrong")

    def take(self, snapshot: Snapshot) -> None:
        if snapshot.held:
            raise ValueError("shown wrong")


class BornBroken(Broken):
    at_once = True


@pytest.mark.parametrize(("page", "words"), [(Broken, "shown wrong"), (BornBroken, "made wrong")])
async def test_failed_page_shows_an_error_and_others_work(
    tmp_path: Path, page: type[Page], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    rows = (PAGES[0], PageRow("broken", "Broken", "unknown", page), PAGES[1])
    async with opened(tmp_path, pages=rows) as stage:
        stage.window.turn("broken")
        with caplog.at_level(logging.ERROR):
            await stage.show(held=(make_held(),))
        assert stage.sees("This page stopped working")
        assert words in stage.find("The error").toPlainText()
        assert words in caplog.text
        stage.window.turn("pending")
        await stage.armed("Approve write_file")
        stage.window.turn("active")
        assert stage.sees("No active calls")
        stage.window.turn("broken")
        assert stage.sees("This page stopped working")


class _Restyled(QWidget):
    count = 0

    def changeEvent(self, event: QEvent) -> None:
        self.count += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


class Plain(Page):
    def __init__(self, desk: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.part = _Restyled(self)


async def test_page_is_styled_once_when_created(tmp_path: Path) -> None:
    async with opened(tmp_path, pages=(PAGES[0], PageRow("plain", "Plain", "unknown", Plain))) as stage:
        stage.window.turn("plain")
        await asyncio.sleep(0)
        page = stage.window.stack.page("plain")
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
    async with opened(tmp_path) as stage:
        assert [type(page) for page in stage.window.stack.built()] == [PAGES[0].page]
        qapp.installEventFilter(others)
        for row in PAGES:
            stage.window.turn(row.key)
            await asyncio.sleep(0)
            assert qapp.activeWindow() is stage.window
        qapp.removeEventFilter(others)
        assert [type(page) for page in stage.window.stack.built()] == [row.page for row in PAGES]
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
    window.take(Snapshot(trouble=("The disk is full.",)))
    assert len(window.trouble.sentences()) == 2
    window.turn("active")
    assert window.trouble.sentences() == ["The disk is full."]
    window.finish()
    window.deleteLater()


async def test_every_control_of_every_page_has_a_name(stage: Stage) -> None:
    await stage.show(held=(make_held(),), running=(make_running(),), running_count=1)
    for row in PAGES:
        stage.window.turn(row.key)
        await asyncio.sleep(0)
        nameless = [
            each
            for each in stage.window.findChildren(QWidget)
            if each.isVisible()
            and each.focusPolicy() & Qt.FocusPolicy.TabFocus
            and each.isEnabled()
            and not name_of(each)
        ]
        assert nameless == []


async def test_deleted_window_frees_its_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        for row in PAGES:
            stage.window.turn(row.key)
        kept = {row.key: weakref.ref(stage.window.stack.page(row.key)) for row in PAGES}
        kept["window"] = weakref.ref(stage.window)
        del stage
    gc.collect()
    assert [key for key, made in kept.items() if made() is not None] == []


async def test_screen_reader_order_of_a_split_page_is_correct(stage: Stage) -> None:
    for splitter in stage.window.findChildren(QSplitter):
        interface = QAccessible.queryAccessibleInterface(splitter)
        told = [interface.child(at).object() for at in range(interface.childCount())]
        parts = [splitter.widget(at) for at in range(splitter.count())]
        assert [one for one in told if one in parts] == parts


async def test_new_call_is_announced_on_other_pages(stage: Stage) -> None:
    stage.window.turn("settings")
    await stage.show(held=(make_held("c1"),))
    arrival = stage.window.arrival
    assert arrival.isVisible() and arrival.words.said() == "write_file on files is pending."
    assert not arrival.isAncestorOf(QApplication.focusWidget() or stage.window)
    arrival.more.click()
    assert stage.window.stack.key == "pending" and stage.pending.shown == "c1" and not arrival.isVisible()
    stage.window.turn("settings")
    await stage.show(held=(make_held("c1"),))
    assert stage.window.arrival is arrival and not arrival.isVisible(), "it is known"
    await stage.show(held=(make_held("c1"), make_held("c2"), make_held("c3")))
    assert arrival.words.said() == "3 calls are pending."
    stage.window.turn("help")
    assert not arrival.isVisible()
    assert stage.window.arrival.isVisible() and stage.window.arrival.words.said() == "3 calls are pending."
    stage.window.turn("settings")
    assert stage.window.arrival is arrival and arrival.isVisible()
    await stage.show()
    assert not arrival.isVisible(), "nothing waits any more"
    stage.window.notices.silence(60)
    await stage.show(held=(make_held("c4"),))
    assert not arrival.isVisible(), "the person does not want to be disturbed"
