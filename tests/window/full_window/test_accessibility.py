"""What assistive technology is told, on every page in every state: roles, names that hold their labels, sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QTableView,
    QWidget,
)

from tests.support.services_harness import Harness
from tests.window.conftest import WindowHarness, name_of
from tests.window.full_window.fit_checks import called, shown
from tests.window.full_window.full_window import FULL, PAGES, full_window
from toolguard.window.language import Language
from toolguard.window.main import PAGES as PAGE_ROWS
from toolguard.window.widgets.frame.accessible_roles import PageTabInterface, PageTabList

LEAST = 24
"""Pixels of a target (WCAG 2.2, 2.5.8)."""


STATES = {"en": ("On", "Off", "Yes", "No", "From"), "zh_CN": ("开", "关", "是", "否", "从", "开启", "关闭")}
"""Words beside the box of a switch whose title stands before it."""


def bare(text: str) -> str:
    """Words as they are spoken: without the mark of a key, dots, arrows and repeated spaces."""
    return re.sub(r"[\s…:?·▸▾]+", " ", text.replace("&&", "\0").replace("&", "").replace("\0", "&")).strip().casefold()


def unnamed(widget: QWidget, tongue: str) -> Iterator[str]:
    """A control, or what Tab comes to, without a name, or whose name does not hold its words (WCAG 2.5.3)."""
    takes_keys = widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    if not takes_keys and not isinstance(widget, QAbstractButton | QLineEdit | QComboBox):
        return
    corner = isinstance(widget.parentWidget(), QTableView)
    if corner or (isinstance(widget, QLineEdit) and isinstance(widget.parentWidget(), QComboBox)):
        return  # parts of another control, which has the name
    name = name_of(widget)
    if not name:
        yield f"{called(widget)} has no name"
    elif isinstance(widget, QCheckBox) and widget.text() in STATES[tongue]:
        return  # it says how the switch stands; the label is the title before it
    elif isinstance(widget, QAbstractButton) and not _contains_words(name, widget.text()):
        yield f"{called(widget)}: {widget.text()!r} is not in its name {name!r}"


def _contains_words(name: str, text: str) -> bool:
    """Whether a name holds the words of a label, also where the middle of a name from outside is left out."""
    first, _, last = text.partition("…") if "…" in text[1:-1] else (text, "", "")
    return bare(first) in bare(name) and bare(last) in bare(name)


def misplaced(widget: QWidget) -> Iterator[str]:
    """A button of which one of several is on, and that is called neither a radio button nor, for a page, a page tab."""
    if isinstance(widget, QPushButton) and widget.isCheckable() and widget.group() is not None:
        interface = QAccessible.queryAccessibleInterface(widget)
        is_page = isinstance(widget.parent(), PageTabList)
        if interface.role() != (QAccessible.Role.PageTab if is_page else QAccessible.Role.RadioButton):
            yield f"{called(widget)} is a {interface.role()}"


def small(widget: QWidget) -> Iterator[str]:
    """A target that is smaller than a finger or an unsteady hand can hit."""
    if isinstance(widget, QAbstractButton | QComboBox | QLineEdit) and not isinstance(widget.parentWidget(), QComboBox):
        boxed = isinstance(widget, QCheckBox | QRadioButton)
        if widget.height() < LEAST or (widget.width() < LEAST and not boxed):
            yield f"{called(widget)}: {widget.width()}x{widget.height()} px"


@pytest.mark.parametrize(("full", "tongue"), [(True, "en"), (True, "zh_CN"), (False, "en")])
async def test_every_control_has_a_role_a_name_and_a_size(
    tmp_path: Path, office: Harness, spoken: Language, full: bool, tongue: str
) -> None:
    spoken.choose(tongue)
    found: dict[str, str] = {}
    async with full_window(tmp_path, office, full=full, size=(1024, 700)) as harness:
        for state in FULL if full else PAGES:
            await harness.to(state)
            for widget in shown(harness.window):
                for fault in (*unnamed(widget, tongue), *misplaced(widget), *small(widget)):
                    found.setdefault(fault, state)
    assert not found, "\n".join(f"{state}: {fault}" for fault, state in found.items())


def test_check_finds_unnamed_misplaced_and_small_controls(qapp: QApplication) -> None:
    window = QWidget()
    group = QButtonGroup(window)
    one, other = QPushButton("Approve", window), QPushButton("", window)
    one.setAccessibleName("Run the tool")
    one.setCheckable(True)
    group.addButton(one)
    one.resize(80, 23)
    other.resize(40, 40)
    assert [len(list(unnamed(each, "en"))) for each in (one, other)] == [1, 1]
    assert [len(list(misplaced(each))) for each in (one, other)] == [1, 0]
    assert [len(list(small(each))) for each in (one, other)] == [1, 0]


async def test_page_is_focused_and_named_when_it_is_shown(harness: WindowHarness) -> None:
    for row in PAGE_ROWS:
        harness.window.turn(row.key)
        page = harness.window.stack.page(row.key)
        assert page is not None and page.isAncestorOf(QApplication.focusWidget() or page)
        assert not isinstance(QApplication.focusWidget(), QAbstractButton | QLineEdit), row.key
        interface = QAccessible.queryAccessibleInterface(page)
        assert (interface.role(), interface.text(QAccessible.Text.Name)) == (QAccessible.Role.Section, row.title)
        for stack in page.findChildren(QStackedWidget):
            assert QAccessible.queryAccessibleInterface(stack).role() == QAccessible.Role.Client


async def test_pages_are_tabs_that_arrow_keys_select(harness: WindowHarness) -> None:
    side = harness.window.side
    (tabs,) = side.findChildren(PageTabList)
    listed = QAccessible.queryAccessibleInterface(tabs)
    assert listed.role() == QAccessible.Role.PageTabList and listed.childCount() == len(side.buttons)

    def selected() -> list[str]:
        results = [QAccessible.queryAccessibleInterface(button) for button in side.buttons]
        assert {one.role() for one in results} == {QAccessible.Role.PageTab}
        return [one.text(QAccessible.Text.Name) for one in results if one.state().selected]

    assert selected() == ["Pending"]
    side.buttons[0].setFocus()
    QTest.keyClick(side.buttons[0], Qt.Key.Key_Down)
    assert selected() == ["Active"] and harness.window.stack.key == "active"
    interface = QAccessible.queryAccessibleInterface(side.buttons[7])
    assert isinstance(interface, PageTabInterface) and "Press" in interface.actionNames()
    interface.doAction("Press")
    assert selected() == ["Audit"] and harness.window.stack.key == "audit"
