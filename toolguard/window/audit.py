"""The page Audit: every call that was recorded, found by words and filters, told in full, and the log verified."""

from __future__ import annotations

from array import array
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from toolguard.checkpoint.calls import Snapshot
from toolguard.store.audit import Tampered
from toolguard.store.index import CallRow, Filter
from toolguard.window import theme
from toolguard.window.empty import Empty
from toolguard.window.filters import Filters
from toolguard.window.page import Desk, Page
from toolguard.window.passage import inset, label, pane
from toolguard.window.reading import CHUNK, Reading
from toolguard.window.rows import TOOL, NameCell, Rows
from toolguard.window.story import Story
from toolguard.window.verify import Verify

MANY = 1_000
"""New calls are counted up to here."""
_WIDTHS = (112, 112, 104, 190, 96, 108, 112, 68)


class Audit(theme.Dressed, Page):
    """The table shows the calls as they were when it was asked; what came since waits behind one button."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._filter = Filter()
        self._recorded = -1
        self._loads = 0
        self._chosen_call = ""
        self._chosen_outcome = ""
        self.filters = Filters()
        self.filters.changed.connect(self.reload)
        self.rows = Rows(self._fetch, desk.seam.spawn, self)
        self.rows.dataChanged.connect(lambda *_: self._again())
        self.table = self._make_table()
        self.story = Story()
        self.story.hide()
        self.new = QPushButton()
        self.new.clicked.connect(self.reload)
        self.new.hide()
        self.says = label(tone="danger", wrap=True)
        self.says.hide()
        self.verify = Verify(desk)
        self._lay_out()
        self.redress()
        self._news = QTimer(self, singleShot=True, interval=400)
        self._news.timeout.connect(lambda: self._spawn(self._look()))

    def _make_table(self) -> QTableView:
        made = QTableView()
        made.setAccessibleName(self.tr("Recorded calls"))
        made.setModel(self.rows)
        made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.setShowGrid(False)
        made.setWordWrap(False)
        made.setTabKeyNavigation(False)
        made.setItemDelegateForColumn(TOOL, NameCell(made))
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        height = QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3
        made.verticalHeader().hide()
        made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        made.verticalHeader().setDefaultSectionSize(height)
        made.verticalHeader().setMinimumSectionSize(height)
        head = made.horizontalHeader()
        head.setHighlightSections(False)
        head.setMinimumSectionSize(60)
        for column, width in enumerate(_WIDTHS):
            made.setColumnWidth(column, width)
        made.setColumnWidth(0, QFontMetrics(theme.sized(1)).horizontalAdvance("00-00 00:00:00") + theme.SPACE * 7)
        head.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        state = self.desk.settings.value("audit/columns")
        if state is not None:
            head.restoreState(state)
        made.selectionModel().selectionChanged.connect(lambda *_: self._choose(self.table.currentIndex()))
        return made

    def _lay_out(self) -> None:
        self._empty = Empty(
            "audit",
            self.tr("Nothing recorded yet"),
            self.tr("Every call, decision and answer is written here, and is never changed afterwards."),
        )
        self._unmatched = Empty("search", self.tr("Nothing matches"), self.tr("No recorded call fits these filters."))
        self.body = QStackedWidget()
        self._filled = inset(self.table)
        for widget in (self._filled, self._empty, self._unmatched):
            self.body.addWidget(widget)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.body)
        self.splitter.addWidget(self.story)
        self.splitter.setSizes([360, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(self.splitter, 1)
        state = self.desk.settings.value("audit/splitter")
        if state is not None:
            self.splitter.restoreState(state)

    def _head(self) -> QWidget:
        head = pane()
        column = QVBoxLayout(head)
        column.setContentsMargins(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 2)
        column.setSpacing(theme.SPACE * 3)
        top = QHBoxLayout()
        top.addWidget(label(self.tr("Audit"), factor=theme.LARGE, strong=True))
        self.count = label(tone="quiet")
        top.addSpacing(theme.SPACE * 2)
        top.addWidget(self.count)
        top.addWidget(self.new)
        top.addStretch(1)
        self.filters.search.setMaximumWidth(420)
        top.addWidget(self.filters.search, 6)
        top.addWidget(self.verify)
        for part in (top, self.filters, self.verify.result, self.says):
            column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
        return head

    # Reading

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self.desk.seam.spawn(self._reporting(coroutine))

    async def _reporting(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            await coroutine
        except (OSError, Tampered) as problem:
            self.says.setText(str(problem))
            self.says.show()

    @property
    def _reading(self) -> Reading:
        assert self.desk.reading is not None  # noqa: S101 - nothing is read without it
        return self.desk.reading

    async def _fetch(self, ids: list[int]) -> list[CallRow]:
        return await self._reading.rows(ids)

    def take(self, snapshot: Snapshot) -> None:
        if self.desk.reading is None:
            return
        first, self._recorded, before = self._recorded < 0, snapshot.recorded, self._recorded
        if first:
            self.reload()
        elif snapshot.recorded != before and not self._news.isActive():
            self._news.start()

    def reload(self) -> None:
        """Ask the log anew with the filters as they are now."""
        if self.desk.reading is not None:
            self._spawn(self._load())

    async def _load(self) -> None:
        """Show the first numbers at once, then add the older ones, chunk by chunk."""
        self._loads += 1
        load, self._filter = self._loads, self.filters.asked()
        found = await self._reading.ids(self._filter)
        if load != self._loads:
            return
        self.says.hide()
        self.new.hide()
        self.rows.show_ids(found)
        self._show_state(len(found) == CHUNK)
        self._reselect()
        servers, tools = await self._reading.values("server"), await self._reading.values("tool")
        self.filters.know(servers, tools)
        while len(found) == CHUNK and load == self._loads:
            found = await self._reading.ids(self._filter, before=found[-1])
            if load == self._loads:
                self.rows.add_ids(found)
                self._show_state(len(found) == CHUNK)

    def _show_state(self, more: bool) -> None:
        count = self.rows.rowCount()
        words = self.tr("1 call") if count == 1 else self.tr("%L1 calls").replace("%L1", self.locale().toString(count))
        self.count.setText(self.tr("{0} …").format(words) if more else words)
        if count:
            self.body.setCurrentWidget(self._filled)
        else:
            self.body.setCurrentWidget(self._unmatched if self.filters.any() else self._empty)

    async def _look(self) -> None:
        """What is new since the table was filled: count it, and bring the rows in view up to date."""
        recorded = self._recorded
        found = await self._reading.ids(self._filter, limit=MANY)
        self._offer(found)
        top, bottom = self.table.rowAt(0), self.table.rowAt(self.table.viewport().height() - 1)
        if top >= 0:
            self.rows.refresh(top, bottom if bottom >= 0 else self.rows.rowCount() - 1)
        if await self._reading.indexed() < recorded or recorded != self._recorded:
            self._news.start()

    def _offer(self, found: array[int]) -> None:
        newest = self.rows.newest()
        count = sum(1 for id in found if id > newest)
        if count and not newest:
            self.reload()
        elif count:
            self.new.setText(self.tr("1 new call") if count == 1 else self.tr("%n new calls", "", count))
            if count == MANY:
                self.new.setText(self.tr("More than %n new calls", "", count))
            self.new.show()

    # The chosen call

    def _choose(self, index: QModelIndex) -> None:
        chosen = index.isValid() and self.table.selectionModel().isSelected(index)
        call = self.rows.call(index.row()) if chosen else None
        if call is not None and call.call != self._chosen_call:
            self._chosen_call = call.call
            self._spawn(self._tell(call.call))

    def _again(self) -> None:
        """Rows were read: the chosen call may have come into view, or gone on."""
        index = self.table.currentIndex()
        if index.isValid() and not self.story.isHidden() and self._chosen_call:
            call = self.rows.call(index.row())
            if call is not None and call.call == self._chosen_call and call.outcome != self._chosen_outcome:
                self._spawn(self._tell(call.call))
        elif index.isValid():
            self._choose(index)

    async def _tell(self, name: str) -> None:
        story = await self._reading.story(name)
        if self._chosen_call == name and story:
            call = self.rows.call(self.table.currentIndex().row())
            self._chosen_outcome = call.outcome if call is not None else ""
            self.story.show_story(story)
            self.story.show()

    def _reselect(self) -> None:
        """Choose again what was chosen before the table was filled anew, when it is still there."""
        story, self._chosen_call = self._chosen_call, ""
        first = self.story.first_seq()
        row = self.rows.row_of(first) if story and first else -1
        if row < 0:
            self.story.hide()
            return
        self._chosen_call = story
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(self.rows.index(row, 0), flags)
        self.table.scrollTo(self.rows.index(row, 0))

    # The frame

    def panes(self) -> tuple[QWidget, ...]:
        return (self.table, self.story.copy) if not self.story.isHidden() else (self.table, self.filters.search)

    def remember(self) -> None:
        self.desk.settings.setValue("audit/splitter", self.splitter.saveState())
        self.desk.settings.setValue("audit/columns", self.table.horizontalHeader().saveState())

    def dress(self, colours: theme.Colours) -> None:
        self.rows.dress(colours)
