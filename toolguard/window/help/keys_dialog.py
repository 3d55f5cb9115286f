"""Dialog with the keys of a page. Never modal, so that calls can be decided meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.pages.actions import listed, native
from toolguard.window.widgets.layout.boxes import STRETCH, grid_box, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, set_style


class KeysDialog(QDialog):
    """Two columns: the keys of every page, and those of ``page`` below its ``title``."""

    def __init__(self, parent: QWidget, page: str, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        pages = ((f"{native('Ctrl+1')} – {native('Ctrl+9')}", self.tr("Open a page")),)
        row = hbox(self._column(self.tr("Everywhere"), (*pages, *listed(""))), spacing=theme.SPACE * 10)
        if own := tuple(listed(page)):
            row.addLayout(self._column(title, own))
        close = push_button(self.tr("Close"), clicked=self.reject)
        vbox(
            row, STRETCH, (close, 0, Qt.AlignmentFlag.AlignRight),
            parent=self, spacing=theme.SPACE * 5,
            margins=(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5),
        )  # fmt: skip
        theme.apply_style_sheet(self)

    @staticmethod
    def _key_caps(keys: str) -> QHBoxLayout:
        """Return each combination of keys in a frame."""
        row = hbox(spacing=theme.SPACE)
        for index, each in enumerate(keys.split(" – ")):
            if index:
                row.addWidget(label("–"))
            cap = label(each)
            set_style(cap, "kind", "key")
            row.addWidget(cap)
        row.addStretch(1)
        return row

    def _column(self, title: str, rows: Iterable[tuple[str, str]]) -> QGridLayout:
        grid = grid_box(gaps=(theme.SPACE * 6, theme.SPACE * 2))
        grid.addWidget(label(title, strong=True), 0, 0, 1, 2)
        row = 0
        for row, (keys, text) in enumerate(rows, 1):
            grid.addLayout(self._key_caps(keys), row, 0)
            grid.addWidget(label(text), row, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(row + 1, 1)
        return grid
