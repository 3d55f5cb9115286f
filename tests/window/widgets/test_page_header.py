"""Every page begins at the same place, and what was done floats: nothing moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from tests.window.conftest import Stage, opened, until
from toolguard.window.main import PAGES
from toolguard.window.widgets.notice import Notice
from toolguard.window.widgets.page_header import SEARCH, AddButton, PageHeader
from toolguard.window.widgets.toast import settle

HEADED = [row.key for row in PAGES if row.key not in ("pending", "active")]
"""The other two say how many wait and run in the place of a title."""


def heads(stage: Stage) -> dict[str, PageHeader]:
    found: dict[str, PageHeader] = {}
    for key in HEADED:
        stage.window.turn(key)
        page = stage.window.stack.page(key)
        assert page is not None
        (found[key],) = page.findChildren(PageHeader)
    return found


async def test_titles_stand_at_one_place_in_one_size_on_every_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        places, fonts = set(), set()
        for key, head in heads(stage).items():
            stage.window.turn(key)
            await stage.show()
            box = head.title.geometry()
            middle = head.title.mapTo(stage.window, QPoint(0, box.height() // 2))
            places.add((middle.x(), middle.y()))
            fonts.add(head.title.font().toString())
        assert len(places) == 1, places
        assert len(fonts) == 1


async def test_a_search_is_never_wider_than_on_any_other_page_and_adding_stands_last(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        for key, head in heads(stage).items():
            searches = head.findChildren(QLineEdit)
            own = [one for one in searches if one.parentWidget() is head]
            assert all(one.maximumWidth() == SEARCH for one in own), key
            adds = head.findChildren(AddButton)
            if adds:
                last = head.row.itemAt(head.row.count() - 1)
                assert last is not None and last.widget() is adds[0], key


class Sheet(QWidget):
    """Does for what floats what a page does."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        settle(self)


@pytest.fixture
def page(qtbot: object) -> QWidget:
    made = Sheet()
    made.resize(800, 600)
    made.show()
    return made


def test_what_was_done_floats_in_the_middle_of_the_lower_edge_and_moves_nothing(page: QWidget) -> None:
    below = QLabel("as it was", page)
    before = below.geometry()
    floats = Notice(page)
    floats.tell("A rule was removed.", back=lambda: None)
    assert below.geometry() == before
    for width in (800, 500):
        page.resize(width, 600)
        assert abs(floats.geometry().center().x() - page.rect().center().x()) <= 1
        assert page.rect().contains(floats.geometry())


def test_a_long_notice_wraps_and_is_as_tall_as_its_words(page: QWidget) -> None:
    notice = Notice(page)
    notice.tell("short")
    low = notice.height()
    notice.tell("A process that has it keeps it until it ends. " * 8)
    assert notice.height() > low
    assert notice.words.height() >= notice.words.document().size().height()
    assert page.rect().contains(notice.geometry())


def test_a_notice_covers_nothing_that_has_the_keyboard(page: QWidget) -> None:
    pressed = QPushButton("Visible to Cursor", page)
    pressed.setGeometry(300, 545, 200, 30)
    pressed.show()
    page.activateWindow()
    pressed.setFocus()
    QApplication.processEvents()
    assert QApplication.focusWidget() is pressed
    notice = Notice(page)
    notice.tell("write_file is now hidden from clients.", back=lambda: None)
    assert not notice.geometry().intersects(pressed.geometry()) and page.rect().contains(notice.geometry())
    notice.dismiss()
    pressed.move(0, 0)
    notice.tell("write_file is now hidden from clients.", back=lambda: None)
    assert notice.geometry().bottom() > page.height() - 60


def test_two_notices_stand_above_each_other(page: QWidget) -> None:
    first, second = Notice(page), Notice(page)
    first.tell("A rule was removed.", back=lambda: None)
    before = first.geometry()
    second.tell("write_file on files is pending.", "Review", lambda: None)
    assert not first.geometry().intersects(second.geometry()) and first.geometry() == before
    first.dismiss()
    first.tell("Another rule was removed.")
    assert not first.geometry().intersects(second.geometry())


async def test_a_notice_goes_by_itself_and_takes_its_undo_along(page: QWidget) -> None:
    done: list[int] = []
    notice = Notice(page)
    notice.tell("Done.", back=lambda: done.append(1), lasts=0.05)
    assert notice.isVisible()
    await until(notice.isHidden)
    notice.undo()
    assert done == []
    notice.tell("Done.", back=lambda: done.append(1), lasts=60)
    notice.undo()
    notice.undo()
    assert done == [1] and notice.isHidden()


def test_a_notice_does_what_it_offers_once(page: QWidget) -> None:
    done: list[int] = []
    notice = Notice(page)
    notice.tell("Done.", "Undo", lambda: done.append(1))
    notice.more.click()
    assert done == [1]
    assert not notice.isVisible()
