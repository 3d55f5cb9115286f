"""Accessible roles that differ from those that Qt gives to a widget: page tabs, pages, and stacks of widgets."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QStackedWidget, QWidget

from toolguard.window.widgets.push_button import ChoiceButton

_PRESS_ACTION = "Press"


class PageTabList(QWidget):
    """Holds the tabs."""


class PageTab(ChoiceButton):
    """The button of a page."""


class PagePanel(QWidget):
    """A page, whose accessible name screen readers say when it gets the focus."""


class PageTabInterface(QAccessibleWidget):
    """A tab: it is selected while its button is checked, and pressing it shows its page."""

    def __init__(self, tab: QAbstractButton) -> None:
        super().__init__(tab, QAccessible.Role.PageTab)

    def _button(self) -> QAbstractButton:
        return cast(QAbstractButton, self.widget())

    def state(self) -> QAccessible.State:
        state = super().state()
        state.selectable = True
        state.selected = self._button().isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [_PRESS_ACTION, *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == _PRESS_ACTION:
            self._button().click()
        else:
            super().doAction(name)


def _make(_name: str, object: QObject) -> QAccessibleInterface | None:
    if isinstance(object, PageTabList):
        return QAccessibleWidget(object, QAccessible.Role.PageTabList)
    if isinstance(object, PageTab):
        return PageTabInterface(object)
    if isinstance(object, PagePanel):  # Orca reads every label of a pane that gets the focus
        return QAccessibleWidget(object, QAccessible.Role.Section)
    if isinstance(object, QStackedWidget):  # Orca says "layered pane" for each stack around the focus
        return QAccessibleWidget(object, QAccessible.Role.Client)
    return None


def install_roles() -> None:
    """Register the roles. Call it once, before there are such widgets."""
    QAccessible.installFactory(_make)


def tell_selected(tab: QAbstractButton) -> None:
    """Notify screen readers that another tab is selected."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(tab, QAccessible.Event.Selection))
