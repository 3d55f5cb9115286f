"""A server's log: its end, with search while typing, updated while it is visible."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent, QTextOption
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from toolguard.services.interface import RefusedError
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.lists.list_search import SearchField
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label

FOLLOW_INTERVAL_MS = 1000
"""Milliseconds between two reads of the log."""
_SEARCH_DELAY_MS = 250  # milliseconds without a key press until a search starts
_MAX_LINES = 2_000
_MAX_LINE_LENGTH = 4_000  # maximum characters of a line


class LogLinesView(QPlainTextEdit):
    """Log lines in a fixed-pitch font. Stays at the end while scrolled there."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "values")
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFont(theme.mono(theme.SMALL))
        self.setMaximumBlockCount(_MAX_LINES)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)

    def add(self, line: str) -> None:
        """Append a foreign line, with invisible characters written out."""
        self.appendPlainText(untrusted_text.visible(line[:_MAX_LINE_LENGTH]))

    def show_lines(self, lines: list[str]) -> None:
        """Show these lines; a scrolled view keeps its position."""
        bar = self.verticalScrollBar()
        at_end, place = bar.value() >= bar.maximum() - 1, bar.value()
        self.setPlainText("\n".join(untrusted_text.visible(line[:_MAX_LINE_LENGTH]) for line in lines))
        bar.setValue(bar.maximum() if at_end else place)


class ServerLogView(QWidget):
    """The log of one server."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._name = ""
        self._mark = ""
        self._shown: list[str] = []
        self.search = SearchField(self.tr("Search log"))
        self.follow = QCheckBox(self.tr("Follow"))
        self.follow.setAccessibleDescription(self.tr("Show new lines as they arrive"))
        self.follow.setChecked(True)
        self.copy = push_button(
            self.tr("Copy"), name=self.tr("Copy shown lines"),
            clicked=lambda: QGuiApplication.clipboard().setText("\n".join(self._shown)),
        )  # fmt: skip
        self.lines = LogLinesView(self.tr("Server output"))
        self.status_label = label(tone="quiet", factor=theme.SMALL, wrap=True)
        row = hbox((self.search, 1), self.follow, self.copy)
        vbox(row, (self.lines, 1), self.status_label, parent=self)
        self._pause = QTimer(self, singleShot=True, interval=_SEARCH_DELAY_MS)
        self._pause.timeout.connect(self.read_new_lines)
        self.search.textChanged.connect(lambda _: self._reload())
        self._clock = QTimer(self, interval=FOLLOW_INTERVAL_MS)
        self._clock.timeout.connect(lambda: self.read_new_lines() if self.follow.isChecked() else None)

    def show_server(self, name: str) -> None:
        """Show the log of another server; the same one is not read again."""
        if name != self._name:
            self._name = name
            self._mark = ""
            self.lines.clear()
            self.status_label.setText("")
            self.read_new_lines()

    def _reload(self) -> None:
        self._mark = ""
        self._pause.start()

    def read_new_lines(self) -> None:
        """Read new lines while the view is visible."""
        if self._name and self.isVisible():
            self._context.core_link.spawn(self._read_lines(self._name, self.search.text()[:200]))

    async def _read_lines(self, name: str, search: str) -> None:
        mark = self._mark
        try:
            result = await self._context.core_link.run(lambda core: core.servers.log(name, search, mark, _MAX_LINES))
        except RefusedError as why:
            self.status_label.setText(str(why))
            return
        if (name, search) != (self._name, self.search.text()[:200]) or result["lines"] is None:
            return
        self._mark, self._shown = result["mark"], result["lines"]
        self.lines.show_lines(self._shown)
        count = self.tr("1 line") if len(self._shown) == 1 else self.tr("%n lines", "", len(self._shown))
        if not self._shown:
            count = self.tr("No results") if search else self.tr("No output yet")
        elif result["more"]:
            count = self.tr("Last {0}; see the file for more").format(count)
        self.status_label.setText(f"{count} · {untrusted_text.visible(result['path'])}")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()
        self.read_new_lines()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
