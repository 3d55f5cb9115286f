"""Late widgets get their place in the tab order, and leave nothing behind when they are deleted."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QTableView, QVBoxLayout, QWidget

from toolguard.window.widgets.layout import tab_order


@pytest.mark.parametrize("is_composite", [False, True])
def test_late_part_is_reached_after_the_widget_before_it(qapp: QApplication, is_composite: bool) -> None:
    window = QWidget()
    column, first, last = QVBoxLayout(window), QLineEdit(), QPushButton("last")
    before, above = QWidget() if is_composite else first, QPushButton("above")
    for widget in (above, first) if is_composite else ():
        (before.layout() or QHBoxLayout(before)).addWidget(widget)
    for widget in (before, last):
        column.addWidget(widget)
    part = QWidget()
    row, line, button, between = QHBoxLayout(part), QLineEdit(), QPushButton("late"), QPushButton("between")
    for widget in (line, button, between):
        row.addWidget(widget)
    QWidget.setTabOrder(line, between)
    column.insertWidget(1, part)
    tab_order.insert_after(before, part)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    first.setFocus()
    for expected in (line, between, button, last, *((above,) if is_composite else ()), first):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected
    window.hide()


def test_deleted_part_takes_no_other_widget_with_it(qapp: QApplication) -> None:
    window = QWidget()
    column, table = QVBoxLayout(window), QTableView()
    column.addWidget(table)
    viewport = table.viewport()
    part = QWidget()
    QHBoxLayout(part).addWidget(QLineEdit())
    column.addWidget(part)
    tab_order.insert_after(table, part)
    part.deleteLater()
    QCoreApplication.sendPostedEvents(part, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(part)
    assert shiboken6.isValid(viewport) and shiboken6.isValid(table) and shiboken6.isValid(window)


@pytest.mark.parametrize("first", [True, False])
def test_inserted_part_follows_the_widget_before_it_for_screen_readers(qapp: QApplication, first: bool) -> None:
    window = QWidget()
    row, one, part = QHBoxLayout(window), QLineEdit(), QLineEdit()
    for widget in (one, QLineEdit(), QLineEdit()):
        row.addWidget(widget)
    tab_order.insert_at(row, 0 if first else 1, part, before=window if first else one)
    interface = QAccessible.queryAccessibleInterface(window)
    spoken = [interface.child(index).object() for index in range(interface.childCount())]
    assert spoken == [row.itemAt(index).widget() for index in range(row.count())]
    assert spoken.index(part) == (0 if first else 1)
