"""Buttons for the active filters, each of which removes its filter; they wrap to a second line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from toolguard.window.widgets.layout.flow_layout import FlowLayout
from toolguard.window.widgets.push_button import push_button


class FilterChips(QWidget):
    """A button for each filter; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.flow = FlowLayout(self)
        self._buttons: list[QPushButton] = []
        self._remove: list[Callable[[], None]] = []
        self.hide()

    def show_chips(self, chips: list[tuple[str, Callable[[], None]]], last: QWidget) -> None:
        """Show the text of each, with what removes it; ``last`` is after them."""
        while len(self._buttons) < len(chips):
            self._add(last)
        self._remove = [remove for _, remove in chips]
        for at, button in enumerate(self._buttons):
            button.setVisible(at < len(chips))
            if at < len(chips):
                button.setText(f"{chips[at][0]}  ✕")
                button.setAccessibleName(self.tr("Remove the filter {0}").format(chips[at][0]))
        self.setVisible(bool(chips))
        self.updateGeometry()
        self.flow.invalidate()

    def _add(self, last: QWidget) -> None:
        at = len(self._buttons)
        button = push_button(kind="chip", tip=self.tr("Remove this filter"), clicked=lambda: self._remove[at]())
        self.flow.removeWidget(last)
        self.flow.addWidget(button)
        self.flow.addWidget(last)
        self._buttons.append(button)
