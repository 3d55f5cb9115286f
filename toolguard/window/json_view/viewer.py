"""View of JSON data as a readable outline or as the exact JSON, with search; long data is folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QLocale, QMimeData, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from toolguard.gate import jsonrpc
from toolguard.window import theme
from toolguard.window.json_view import json_layout, json_search, untrusted_text
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.layout.fitted_text import FittedText
from toolguard.window.widgets.layout.tab_order import insert_after
from toolguard.window.widgets.lists.list_search import SearchField
from toolguard.window.widgets.match_marks import mark_matches
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import label, plain
from toolguard.window.widgets.worker import Worker, WorkerTurn

AT_ONCE = 400
"""Lines that are inserted at a time, which blocks for some milliseconds."""
MIN_THREADED_LENGTH = 300_000
"""Characters from which data is laid out and searched in a thread, so that the window does not block."""
_MAX_DEPTH = 40  # maximum levels of indentation


class JsonText(FittedText):
    """The lines: fixed-pitch, always left to right, with colour and weight by role."""

    filled = Signal()
    """All lines were inserted."""

    def __init__(self, max_lines: int = 22) -> None:
        super().__init__(max_lines=max_lines)
        self.setProperty("kind", "values")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFont(theme.mono())
        self.setWordWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(theme.SPACE * 2)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        self._rest: Iterator[json_layout.LayoutLine] = iter(())
        self._secret_marks: re.Pattern[str] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._more)

    def show_lines(self, lines: Iterator[json_layout.LayoutLine]) -> None:
        """Replace the content. What does not fit into one step follows, while the window stays responsive."""
        self.clear()
        self._rest = lines
        self._empty = True
        self._more()
        if self._timer.isActive():
            self.fit()

    def _more(self) -> None:
        formats = self._formats()
        step = QtGui.QFontMetricsF(self.font()).horizontalAdvance("0")
        cursor = QtGui.QTextCursor(self.document())
        cursor.movePosition(QtGui.QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        count = 0
        for line in self._rest:
            block = QtGui.QTextBlockFormat()
            block.setLeftMargin(step * (min(line.depth, _MAX_DEPTH) * 2 + line.hang))
            block.setTextIndent(-step * line.hang)
            if self._empty:
                cursor.setBlockFormat(block)
                self._empty = False
            else:
                cursor.insertBlock(block)
            for role, piece in self._with_secrets(json_layout.apart(line)):
                cursor.insertText(piece, formats[role])
            count += 1
            if count >= AT_ONCE:
                break
        cursor.endEditBlock()
        if count >= AT_ONCE:
            self._timer.start()
        else:
            self._timer.stop()
            self.fit()
            self.filled.emit()

    def mark_secrets(self, names: tuple[str, ...]) -> None:
        """Highlight what the gate shows in place of the secrets ``names``, such as ``[secret github-token]``."""
        marks = "|".join(map(re.escape, names))
        self._secret_marks = re.compile(rf"(\[secret (?:{marks})])") if names else None

    def _with_secrets(self, parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        if self._secret_marks is None:
            yield from parts
            return
        for role, piece in parts:
            for index, part in enumerate(self._secret_marks.split(piece)):
                yield ("secret" if index % 2 else role), part

    def _formats(self) -> dict[str, QtGui.QTextCharFormat]:
        colours = theme.colours()
        members = {}
        for role, colour in (
            ("key", colours.accent), ("text", colours.text), ("value", colours.text), ("quiet", colours.quiet),
            ("mark", colours.caution), ("fold", colours.caution), ("secret", colours.danger),
        ):  # fmt: skip
            members[role] = QtGui.QTextCharFormat()
            members[role].setForeground(QtGui.QColor(colour))
        members["mark"].setBackground(QtGui.QColor(colours.caution_back))
        members["mark"].setFontWeight(QtGui.QFont.Weight.DemiBold)
        members["secret"].setBackground(QtGui.QColor(colours.danger_back))
        members["secret"].setFontWeight(QtGui.QFont.Weight.DemiBold)
        members["fold"].setBackground(QtGui.QColor(colours.caution_back))
        members["value"].setFontWeight(QtGui.QFont.Weight.DemiBold)
        return members

    def createMimeDataFromSelection(self) -> QMimeData:
        return plain(self)


class JsonViewer(theme.ThemedWidget, QWidget):
    """JSON data with its tools: outline or JSON, size, search, show all, copy."""

    def __init__(self, title: str, *, turn: WorkerTurn | None = None) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._value: object = None
        self._message: object = None
        self._view: json_layout.View = "tree"
        self._unfolded = False
        self._filled = False
        self._long = False
        self._count: int | None = None
        turn = turn or WorkerTurn()
        self._sized = Worker(self, turn)
        self._beside = Worker(self, turn)
        column = vbox(parent=self)
        self.tools = self._tools(title)
        column.addLayout(self.tools)
        self._search_row = hbox()
        column.addLayout(self._search_row)
        self.values = JsonText()
        self.values.setAccessibleName(title)
        self.values.filled.connect(self._filled_up)
        column.addLayout(self._folding())
        column.addWidget(self.values)
        self.update_colours()

    def _tools(self, title: str) -> QHBoxLayout:
        row = hbox(label(title, strong=True), spacing=theme.SPACE)
        self.bytes = label(tone="quiet", factor=theme.SMALL)
        row.addSpacing(theme.SPACE)
        row.addWidget(self.bytes)
        row.addStretch(1)
        self.found = label(tone="quiet", factor=theme.SMALL)
        row.addWidget(self.found)
        self.search = SearchField(self.tr("Find"), self.tr("Find in {0}").format(title))
        self.search.setMaximumWidth(150)
        self.search.setMinimumWidth(theme.SPACE * 16)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._next)
        self._search_place = row.count()
        row.addWidget(self.search)
        row.addSpacing(theme.SPACE)
        self._choices = QButtonGroup(self)
        for view, text in (("tree", self.tr("Readable")), ("json", self.tr("JSON"))):
            choice = ChoiceButton(text)
            choice.setChecked(view == "tree")
            choice.setAccessibleName(self.tr("{0} as {1}").format(title, text))
            choice.toggled.connect(lambda on, view=view: self.choose(view) if on else None)
            self._choices.addButton(choice)
            row.addWidget(choice)
        self.copy = push_button(
            name=self.tr("Copy {0} as JSON").format(title), kind="flat", icon="copy", tip=self.tr("Copy exact JSON"),
            clicked=self._copy,
        )  # fmt: skip
        row.addWidget(self.copy)
        return row

    def add_tool(self, tool: QWidget) -> None:
        """Add a tool of a single page, also for Tab: before the text, which is below the tools."""
        self.tools.addWidget(tool)
        insert_after(self.copy, tool)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a tool was shown or hidden
            self._make_room()
        return super().event(event)

    def _least_width(self) -> int:
        """Return the width of the tools without the size and the search."""
        width = self.tools.minimumSize().width()
        if self.bytes.isVisibleTo(self):
            width -= self.bytes.sizeHint().width() + theme.SPACE
        if self.tools.indexOf(self.search) >= 0:
            width -= self.search.minimumWidth() + theme.SPACE
        return width

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least_width(), super().minimumSizeHint().height())

    def _make_room(self) -> None:
        """Move the search below the other tools if they do not fit in one row, and hide the size if it does not fit."""
        spare = self.width() - self._least_width() - self.search.minimumWidth() - theme.SPACE
        is_beside = self.tools.indexOf(self.search) >= 0
        if is_beside and spare < 0:
            self._search_row.addWidget(self.search, 0, Qt.AlignmentFlag.AlignLeft)
        elif not is_beside and spare >= 0:
            self.tools.insertWidget(self._search_place, self.search)
        self.bytes.setVisible(self.bytes.sizeHint().width() + theme.SPACE <= spare)

    def _folding(self) -> QHBoxLayout:
        self.folded = label(tone="caution", factor=theme.SMALL)
        self.show_all = push_button(self.tr("Show all"), kind="flat", clicked=self._unfold)
        self.to_end = push_button(self.tr("Go to end"), kind="flat", clicked=self._end)
        return hbox(self.folded, self.show_all, STRETCH, self.to_end)

    def show_value(self, value: object, whole: object = None, *, secrets: tuple[str, ...] = ()) -> None:
        """Show ``value`` as outline; the JSON view shows ``whole`` (a message around it) if given.

        ``secrets``: names of secrets in it, whose marks are highlighted.
        """
        self.values.mark_secrets(secrets)
        self._value, self._message = value, value if whole is None else whole
        self._unfolded = False
        self._long = untrusted_text.longer_than(self._message, MIN_THREADED_LENGTH)
        with QSignalBlocker(self.search):
            self.search.clear()
        self._fill()
        if self._long:
            self.bytes.setText("…")
            self._sized.run(lambda _stale: json_layout.size(value), self._show_size)
        else:
            self._sized.forget()
            self._show_size(json_layout.size(value))

    def _show_size(self, size: int) -> None:
        self.bytes.setText(QLocale().formattedDataSize(size))
        self._make_room()

    def choose(self, view: json_layout.View) -> None:
        """Switch to the outline or to the exact JSON."""
        self._view = view
        for choice, which in zip(self._choices.buttons(), ("tree", "json"), strict=True):
            choice.setChecked(which == view)
        self._fill()

    def _shown(self) -> object:
        return self._value if self._view == "tree" else self._message

    def _fill(self) -> None:
        """Lay out the data again: at once, or in the thread if it is long."""
        shown, view = self._shown(), self._view
        self._filled = True
        if self._unfolded:
            self._beside.forget()
            self._show_layout(json_layout.lines(shown, view), folded=False)
        elif self._long:
            self.values.show_lines(iter([json_layout.LayoutLine(0, (("quiet", self.tr("Loading…")),))]))
            for widget in (self.folded, self.show_all, self.to_end):
                widget.hide()
            self._beside.run(lambda _stale: json_layout.lay_out(shown, view), self._laid_out)
        else:
            self._beside.forget()
            self._laid_out(json_layout.lay_out(shown, view))

    def _laid_out(self, layout: json_layout.JsonLayout) -> None:
        self._show_layout(iter(layout.lines), folded=layout.folded)

    def _show_layout(self, lines: Iterator[json_layout.LayoutLine], *, folded: bool) -> None:
        self._count = None
        self.values.show_lines(lines)
        self.folded.setText(self.tr("Parts are collapsed."))
        self.folded.setVisible(folded)
        self.show_all.setVisible(folded)

    def _filled_up(self) -> None:
        """All lines were inserted: mark the matches."""
        self.to_end.setVisible(self.values.document().size().height() > self.values.height())
        self._mark(self._count)

    def _unfold(self) -> None:
        self._unfolded = True
        self._fill()

    def _end(self) -> None:
        self.values.moveCursor(QtGui.QTextCursor.MoveOperation.End)
        self.values.ensureCursorVisible()

    def _copy(self) -> None:
        QtGui.QGuiApplication.clipboard().setText(jsonrpc.encode(self._shown()).decode())  # type: ignore[arg-type]

    # Search

    def _find(self) -> None:
        """Mark the matches; for long data every match is listed, including folded ones."""
        text = self.search.text()
        if self._long and not self._unfolded:
            if text:
                value = self._value
                self.found.setText(self.tr("Searching…"))
                self._beside.run(lambda stale: json_search.find(value, text, stale), self._list)
            else:
                self._fill()
            return
        self._mark()

    def _list(self, result: json_search.SearchResult) -> None:
        self._count = result.count
        self.values.show_lines(iter(result.lines))
        self.folded.setText(self.tr("Showing only matches and their context."))
        self.folded.show()
        self.show_all.hide()

    def _mark(self, count: int | None = None) -> None:
        """Mark every visible match; ``count``: number of matches in all the data."""
        searched = self.search.text()
        self.values.setExtraSelections([])
        self.found.setText("")
        if not searched:
            return
        marked = mark_matches(self.values, searched)
        total = len(marked) if count is None else count
        text = self.tr("1 found") if total == 1 else self.tr("%Ln found", "", total)
        if count is not None and count > json_search.MAX_MATCHES:
            text = self.tr("{0}, showing the first {1}").format(text, json_search.MAX_MATCHES)
        self.found.setText(text)
        self.values.moveCursor(QtGui.QTextCursor.MoveOperation.Start)
        self._next()

    def _next(self) -> None:
        text = self.search.text()
        if text and not self.values.find(text):
            self.values.moveCursor(QtGui.QTextCursor.MoveOperation.Start)
            self.values.find(text)

    def apply_colours(self, _colours: theme.Colours) -> None:
        if self._filled:
            self._fill()
