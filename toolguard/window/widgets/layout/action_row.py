"""The row of actions on what a pane shows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.flow_layout import FlowLayout
from toolguard.window.widgets.text_label import set_kind


class ActionRow(QWidget):
    """The first visible action has a border, the others are links. The action that removes something is last.

    Rare actions are in the menu of the last button, and then the one that removes something is the last there. Only an
    action that comes and goes may follow, so that the others do not move. A text ends in "…" exactly if a
    form or a confirmation follows.
    """

    def __init__(self, *actions: QPushButton) -> None:
        super().__init__()
        self._row = FlowLayout(parent=self, gap=theme.SPACE * 3)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for action in actions:
            self.append(action)

    def append(self, action: QPushButton) -> None:
        """Add ``action``, which leaves any other row."""
        self._row.addWidget(action)
        action.installEventFilter(self)
        self._style()

    def has(self, action: QPushButton) -> bool:
        """Return whether ``action`` is in this row."""
        return self._row.indexOf(action) >= 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._style()
        return super().eventFilter(watched, event)

    def _style(self) -> None:
        items = filter(None, map(self._row.itemAt, range(self._row.count())))
        actions = [action for item in items if isinstance(action := item.widget(), QPushButton)]
        shown = [action for action in actions if not action.isHidden()]
        for action in actions:
            other = "link" if action.menu() is None else "flat"  # which has space for the arrow of its menu
            set_kind(action, "" if action in shown[:1] else other)
