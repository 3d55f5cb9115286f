"""Actions on what a pane shows: the first has a border, the others are links."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.push_button import push_button


@pytest.mark.parametrize(
    ("hidden", "kinds"), [((), ["", "link", "link"]), ((0,), ["link", "", "link"]), ((0, 1), ["link", "link", ""])]
)
def test_first_visible_action_has_a_border(hidden: tuple[int, ...], kinds: list[str]) -> None:
    actions = [push_button(text) for text in ("Edit…", "Show calls", "Remove")]
    row = ActionRow(*actions)
    row.show()
    for at in hidden:
        actions[at].hide()
    assert [action.property("kind") or "" for action in actions] == kinds
    for at in hidden:
        actions[at].show()
    assert [action.property("kind") or "" for action in actions] == ["", "link", "link"]


def test_actions_wrap_in_a_narrow_pane() -> None:
    actions = [push_button("Show calls of it") for _ in range(4)]
    pane = QWidget()
    vbox(ActionRow(*actions), 1, parent=pane)
    pane.resize(250, 300)
    pane.show()
    QApplication.processEvents()
    rows = {action.y() for action in actions}
    assert len(rows) > 1 and all(action.geometry().right() < 250 for action in actions)
    assert all(action.geometry().bottom() < action.parentWidget().height() for action in actions)
    pane.close()
