"""Every page begins at the same place, and what was done floats: nothing moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QTimer
from PySide6.QtGui import QCursor, QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.window.main import PAGES
from toolguard.window.widgets.frame.page_header import MAX_SEARCH_WIDTH, AddButton, PageHeader
from toolguard.window.widgets.frame.status_strip import StatusStrip

HEADED = [row.key for row in PAGES if row.key != "pending"]
"""The list of Pending has a header of its own."""


def heads(harness: WindowHarness) -> dict[str, PageHeader]:
    found: dict[str, PageHeader] = {}
    for key in HEADED:
        harness.window.turn(key)
        page = harness.window.stack.page(key)
        assert page is not None
        (found[key],) = page.findChildren(PageHeader)
    return found


async def test_titles_have_the_same_place_and_size_on_every_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        places, fonts = set(), set()
        for key, head in heads(harness).items():
            harness.window.turn(key)
            await harness.show()
            box = head.title.geometry()
            middle = head.title.mapTo(harness.window, QPoint(0, box.height() // 2))
            places.add((middle.x(), middle.y()))
            fonts.add(head.title.font().toString())
        assert len(places) == 1, places
        assert len(fonts) == 1
        ((left, middle),) = places
        harness.window.turn("pending")
        await harness.show(pending=(make_held(),))
        title = harness.pending.left.title
        at = title.mapTo(harness.window, QPoint(0, title.height() // 2))
        assert at.x() == left and abs(at.y() - middle) <= 1, "that of the list stands there, too"


async def test_search_width_is_equal_and_add_button_is_last(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        for key, head in heads(harness).items():
            searches = head.findChildren(QLineEdit)
            own = [one for one in searches if one.parentWidget() is head]
            assert all(one.maximumWidth() == MAX_SEARCH_WIDTH for one in own), key
            adds = head.findChildren(AddButton)
            if adds:
                last = head.row.itemAt(head.row.count() - 1)
                assert last is not None and last.widget() is adds[0], key


class Sheet(QWidget):
    """A page whose content fills it."""

    def __init__(self) -> None:
        super().__init__()
        self.strip = StatusStrip(self)
        self.content = QPushButton("content")
        self.content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.content)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.strip.settle()


@pytest.fixture
def page(qtbot: object) -> Sheet:
    QCursor.setPos(400, 100)  # not on a notice, which stays then
    made = Sheet()
    made.resize(800, 600)
    made.show()
    QApplication.processEvents()
    return made


def laid_out(page: Sheet) -> QRect:
    QApplication.processEvents()
    assert page.rect().contains(page.strip.geometry())
    assert not page.strip.geometry().intersects(page.content.geometry())
    return page.content.geometry()


def test_notice_covers_and_moves_nothing(page: Sheet) -> None:
    before, notice = laid_out(page), page.strip.notice
    assert before.height() > 550
    page.strip.keys.offer([("Ctrl+N", "Add rule")])
    notice.show_message("A rule was removed.", "Review", lambda: None, back=lambda: None)
    assert laid_out(page) == before and page.strip.keys.isHidden()
    page.resize(500, 600)
    assert laid_out(page).height() == before.height()
    notice.dismiss()
    assert laid_out(page).height() == before.height() and page.strip.keys.isVisible()


def test_long_notice_wraps(page: Sheet) -> None:
    before, notice = laid_out(page), page.strip.notice
    notice.show_message("A process that has it keeps it until it ends. " * 8)
    after = laid_out(page)
    assert after.topLeft() == before.topLeft() and after.height() < before.height()
    assert notice.text_label.height() >= notice.text_label.document().size().height()
    notice.dismiss()
    assert laid_out(page) == before


def test_undo_button_is_beside_the_text(page: Sheet) -> None:
    page.resize(1800, 600)
    page.strip.notice.show_message("A rule was removed.", back=lambda: None)
    laid_out(page)
    assert page.strip.notice.button.x() < 400


def test_new_call_message_and_notice_are_side_by_side(page: Sheet) -> None:
    before, strip = laid_out(page), page.strip
    strip.notice.show_message("A rule was removed.", back=lambda: None)
    strip.arrival.show_message("write_file on files is pending.", "Review", lambda: None)
    assert laid_out(page) == before
    assert strip.notice.isVisible() and strip.arrival.isVisible()
    assert not strip.notice.geometry().intersects(strip.arrival.geometry())


async def test_notice_stays_under_the_pointer(page: Sheet) -> None:
    notice = page.strip.notice
    notice.show_message("Done.", back=lambda: None, lasts=0.05)
    QApplication.sendEvent(notice, QEnterEvent(QPointF(), QPointF(), QPointF()))
    marker = QTimer(page, singleShot=True, interval=100)
    marker.start()
    await until(lambda: not marker.isActive())
    assert notice.isVisible()
    QApplication.sendEvent(notice, QEvent(QEvent.Type.Leave))
    assert notice._timer.remainingTime() > 1_000
    notice._timer.start(0)
    await until(notice.isHidden)


def test_key_hints_fit_the_width(page: Sheet) -> None:
    keys = page.strip.keys
    keys.offer([("Ctrl+N", "Add rule")] * 40)
    laid_out(page)
    assert keys.text().count("Ctrl+N Add rule") == 40 and keys.minimumSizeHint().width() == 0
    assert page.width() == 800

    def is_blank() -> bool:
        drawn = keys.grab().toImage()
        return len({drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}) == 1

    assert not is_blank()
    drawn = keys.grab().toImage()
    keys.offer([*[("Ctrl+N", "Add rule")] * 39, ("?", "Show keys")])
    assert keys.grab().toImage() != drawn, "the last one is always there"
    keys.setFixedWidth(40)
    assert is_blank(), "none is cut"


async def test_notice_expires_with_its_undo(page: Sheet) -> None:
    done: list[int] = []
    notice = page.strip.notice
    notice.show_message("Done.", back=lambda: done.append(1), lasts=0.05)
    assert notice.isVisible()
    await until(notice.isHidden)
    notice.undo()
    assert done == []
    notice.show_message("Done.", back=lambda: done.append(1), lasts=60)
    notice.undo()
    notice.undo()
    assert done == [1] and notice.isHidden()


def test_notice_action_runs_once(page: Sheet) -> None:
    done: list[int] = []
    notice = page.strip.notice
    notice.show_message("Done.", "Undo", lambda: done.append(1))
    notice.more.click()
    assert done == [1]
    assert not notice.isVisible()
