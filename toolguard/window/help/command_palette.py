"""The command palette: search for all actions. It contains none that decides about a call."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMargins, QObject, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QListWidget, QListWidgetItem, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.text_label import label

_WIDEST, _HIGHEST = 560, 420
_ROW_PADDING = QMargins(8, 6, 8, 6)
"""Padding and border in the style sheet around each line of a list."""
_MOVE_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A line of the palette: page, title, keys."""

    place: str
    title: str
    run: Callable[[], object]
    keys: str = ""
    english: str = ""
    """Its text in English, which people may type in any language."""

    @property
    def text(self) -> str:
        """The text that is shown and searched."""
        return f"{self.place}: {self.title}" if self.place else self.title


def found(entries: Sequence[PaletteEntry], text: str) -> list[PaletteEntry]:
    """Return the entries with every word, ignoring case; first those whose title begins with the first word."""
    words = text.casefold().split()
    hits = [entry for entry in entries if all(word in f"{entry.text}\n{entry.english}".casefold() for word in words)]
    if words:
        hits.sort(key=lambda palette_entry: not palette_entry.title.casefold().startswith(words[0]))
    return hits


class CommandPalette(QFrame):
    """Covers the window's upper half while it has the focus."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("toast")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Command palette"))
        self._window = window
        self._entries: list[PaletteEntry] = []
        self._focus_before: QWidget | None = None
        self.search = QLineEdit(placeholderText=self.tr("Type a command, a page or a setting…"))
        self.search.setAccessibleName(self.tr("Search commands"))
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda _: self._run())
        self.no_results = label(self.tr("No results."), tone="quiet")
        self.no_results.setContentsMargins(theme.SPACE * 2, 0, 0, theme.SPACE)
        vbox(
            self.search, self.no_results, self.list,
            parent=self, margins=(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3),
        )  # fmt: skip
        window.installEventFilter(self)
        theme.apply_style_sheet(self)
        self.hide()

    def begin(self, entries: list[PaletteEntry]) -> None:
        """Show the palette with these entries; it returns the focus when it closes."""
        self._entries, self._focus_before = entries, QApplication.focusWidget()
        self.search.clear()
        self.show()
        self._fill("")  # now, because it has its style only since it is shown
        self.raise_()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Return the focus to the previous widget."""
        had, before, self._focus_before = self.search.hasFocus(), self._focus_before, None
        self.hide()
        if had and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, text: str) -> None:
        hits = found(self._entries, text)
        self.list.clear()
        for entry in hits:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.text, entry.keys))))
            self.list.addItem(item)
            line = _Line(entry)
            item.setSizeHint(line.sizeHint().grownBy(_ROW_PADDING))
            self.list.setItemWidget(item, line)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(hits))
        self.no_results.setVisible(not hits)
        self._place()

    def _run(self) -> None:
        item = self.list.currentItem()
        self.leave()
        if item is not None:
            item.data(Qt.ItemDataRole.UserRole).run()

    def _place(self) -> None:
        """Make it as high as the lines found, at most as many whole ones as fit."""
        width = min(_WIDEST, self._window.width() - theme.SPACE * 12)
        most = min(_HIGHEST, self._window.height() - theme.SPACE * 20) - self.search.sizeHint().height()
        heights = (self.list.sizeHintForRow(row) for row in range(self.list.count()))
        lines = max((high for high in itertools.accumulate(heights) if high <= most - theme.SPACE * 9), default=0)
        self.list.setFixedHeight(lines + 2 * self.list.frameWidth())
        layout = self.layout()
        if layout is not None:
            layout.activate()
        self.setGeometry((self._window.width() - width) // 2, theme.SPACE * 14, width, self.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and isinstance(event, QResizeEvent) and self.isVisible():
            self._place()
        if watched is not self.search:
            return False
        if event.type() == QEvent.Type.FocusOut and QApplication.activePopupWidget() is None:
            self.hide()
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run()
        elif event.key() in _MOVE_KEYS:
            QApplication.sendEvent(self.list, event)
        else:
            return False
        return True


class _Line(QWidget):
    """Draws an entry: the page dimmed, the title, the keys at the right."""

    def __init__(self, entry: PaletteEntry) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parts: list[QLabel] = [label(entry.title)]
        if entry.place:
            parts.insert(0, label(entry.place, tone="quiet"))
        hbox(*parts, STRETCH, label(entry.keys, tone="quiet"), parent=self)
