"""The matches of a search in the chapter that is shown: their number, and buttons to go through them."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QRegularExpression, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from toolguard.window import theme
from toolguard.window.help import manual
from toolguard.window.help.markdown_view import MarkdownView
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, make_pane


class MatchBar(QWidget):
    """Shown while a search has matches in the chapter."""

    def __init__(self, text: MarkdownView) -> None:
        super().__init__()
        make_pane(self)
        self._text = text
        self._index = 0
        self.place = label(tone="quiet")
        self.previous = push_button(self.tr("Previous"), name=self.tr("Previous match"), kind="flat")
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next = push_button(self.tr("Next"), name=self.tr("Next match"), kind="flat", clicked=lambda: self.step(1))
        hbox(
            self.place, self.previous, self.next, STRETCH,
            parent=self, margins=(theme.SPACE * 6, 0, theme.SPACE * 2, theme.SPACE * 2),
        )  # fmt: skip
        self.hide()

    def search(self, words: str) -> None:
        """Highlight what each of ``words`` matches, and go to the first match."""
        found = manual.any_word(words)
        options = QRegularExpression.PatternOption.CaseInsensitiveOption
        self._text.mark(QRegularExpression(found.pattern if found is not None else "", options))
        self._index = 0
        self.setVisible(self._text.match_count > 0)
        self.step(0)

    def step(self, by: int) -> None:
        """Go to another match; after the last follows the first."""
        count = self._text.match_count
        if count:
            self._index = (self._index + by) % count
            self._text.select_match(self._index)
            number = QLocale().toString
            self.place.setText(self.tr("{0} of {1} in this chapter").format(number(self._index + 1), number(count)))


class ManualSearch(ListSearch):
    """A search field. Return goes to the next match, Shift+Return to the previous one, Down to the chapters."""

    def __init__(self, title: str, chapters: QWidget, matches: MatchBar) -> None:
        super().__init__(title, chapters)
        self._matches = matches

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._matches.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)
