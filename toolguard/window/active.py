"""The page Active: what runs right now and how to stop it, and which clients are joined to which servers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QListView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from toolguard.checkpoint.calls import Running, Snapshot
from toolguard.window import moments, text, theme
from toolguard.window.detail import Body, Heading
from toolguard.window.empty import Empty
from toolguard.window.facts import Fact, Facts
from toolguard.window.page import Desk, Page
from toolguard.window.passage import inset, label, pane
from toolguard.window.rows import decider
from toolguard.window.running import SETTLED, RunningCard, RunningCards, state
from toolguard.window.sessions import Sessions
from toolguard.window.viewer import Viewer


class RunningDetail(QWidget):
    """One running call: what it was given, by whom it was allowed, and the button that stops it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.one: Running | None = None
        self.heading = Heading()
        self.stop = QPushButton(self.tr("Stop"), autoDefault=False)
        self.stop.setAccessibleName(self.tr("Stop this call"))
        self.stop.setFixedWidth(104)
        self.says = label(tone="danger", wrap=True)
        self.viewer = Viewer(self.tr("Arguments"))
        self.facts = Facts()
        row = QHBoxLayout()
        row.addWidget(self.stop)
        row.addWidget(self.says, 1)
        fixed = QVBoxLayout()
        fixed.setContentsMargins(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 2)
        fixed.setSpacing(theme.SPACE * 2)
        fixed.addWidget(self.heading)
        fixed.addLayout(row)
        body = Body()
        body.column.addWidget(self.viewer)
        body.column.addWidget(self.facts)
        body.finish()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(fixed)
        column.addWidget(body, 1)

    def show_running(self, one: Running, *, gone: bool) -> None:
        """Show ``one``, or what is new about it."""
        if self.one is None or self.one.call.id != one.call.id:
            self.says.setText("")
            self.viewer.show_value(one.call.arguments, one.call.message)
        self.one = one
        call = one.call
        self.heading.say(
            self.tr("{tool} runs on {server}"), tool=("strong mono", call.tool), server=("strong", call.server)
        )
        self.heading.say_below(self.tr("It has ended.") if gone else state(one))
        self.stop.setEnabled(not gone and not one.stopping)
        self.stop.setText(self.tr("stopping…") if one.stopping and not gone else self.tr("Stop"))
        self.facts.show_facts(
            [
                Fact(self.tr("Asked by"), call.client.id),
                Fact(self.tr("Allowed"), decider(one.by)),
                Fact(self.tr("Sent at"), moments.clock(one.since)),
            ]
        )


class Active(Page):
    """Cards of what runs, the chosen one beside them, sessions below."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._taken = Snapshot()
        self._shown = ""
        self.cards = RunningCards(self)
        self.sessions = Sessions(self)
        self.list = self._make_list()
        self.detail = RunningDetail()
        self.detail.hide()
        self.detail.stop.clicked.connect(lambda: self._stop(self._shown))
        self.table = self._make_table()
        self._lay_out()
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)
        self._settle = QTimer(self, singleShot=True, interval=round(SETTLED * 1000) + 20)
        self._settle.timeout.connect(lambda: self.take(self._taken))

    def _make_list(self) -> QListView:
        made = QListView()
        made.setAccessibleName(self.tr("Running calls"))
        made.setModel(self.cards)
        delegate = RunningCard(made)
        delegate.stop.connect(self._stop)
        made.setItemDelegate(delegate)
        made.setUniformItemSizes(True)
        made.setMouseTracking(True)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.selectionModel().currentChanged.connect(self._chosen)
        return made

    def _make_table(self) -> QTableView:
        made = QTableView()
        made.setAccessibleName(self.tr("Joined sessions"))
        made.setModel(self.sessions)
        made.setShowGrid(False)
        made.setWordWrap(False)
        made.setTabKeyNavigation(False)
        made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.verticalHeader().hide()
        made.verticalHeader().setDefaultSectionSize(QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3)
        head = made.horizontalHeader()
        head.setHighlightSections(False)
        for column, width in enumerate((150, 190, 150, 110, 160, 90)):
            made.setColumnWidth(column, width)
        head.setSectionResizeMode(4, QHeaderView.ResizeMode.Stretch)
        return made

    def _lay_out(self) -> None:
        self._empty = Empty(
            "active", self.tr("Nothing runs"), self.tr("Calls that a server works on are shown here while they run.")
        )
        self._body = QStackedWidget()
        self._side = QSplitter(Qt.Orientation.Horizontal)
        self._side.setHandleWidth(1)
        self._side.setChildrenCollapsible(False)
        self._side.addWidget(self.list)
        self._side.addWidget(self.detail)
        self._side.setSizes([480, 480])
        self._body.addWidget(self._empty)
        self._body.addWidget(self._side)
        top = self._pane(self._head(), self._body)
        self._no_session = label(self.tr("No client is connected."), tone="quiet")
        self._no_session.setContentsMargins(theme.SPACE * 5, 0, 0, theme.SPACE * 4)
        below_title = label(self.tr("Connected"), strong=True)
        below_title.setContentsMargins(theme.SPACE * 5, theme.SPACE * 4, 0, theme.SPACE * 2)
        below = self._pane(below_title, self._no_session, inset(self.table))
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(top)
        self.splitter.addWidget(below)
        self.splitter.setSizes([540, 220])
        self.splitter.setStretchFactor(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        for name, splitter in (("active/splitter", self.splitter), ("active/side", self._side)):
            state = self.desk.settings.value(name)
            if state is not None:
                splitter.restoreState(state)

    def _pane(self, *widgets: QWidget) -> QWidget:
        made = pane()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in widgets:
            column.addWidget(widget)
        return made

    def _head(self) -> QWidget:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3)
        self._title = label(factor=theme.LARGE, strong=True)
        self.stop_all = QPushButton(self.tr("Stop all"), autoDefault=False)
        self.stop_all.setAccessibleName(self.tr("Stop all running calls"))
        self.stop_all.clicked.connect(lambda: self._give(self.desk.seam.order(self.desk.seam.guard.stop_all)))
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self.stop_all)
        return head

    def take(self, snapshot: Snapshot) -> None:
        self._taken = snapshot
        self.cards.take(snapshot)
        count = snapshot.running_count or len(snapshot.running)
        self._title.setText(self.tr("1 call runs") if count == 1 else self.tr("%n calls run", "", count))
        self.stop_all.setEnabled(count > 0)
        self._body.setCurrentIndex(1 if self.cards.rowCount() else 0)
        self.sessions.take(snapshot.sessions)
        self.table.setVisible(bool(snapshot.sessions))
        self._no_session.setVisible(not snapshot.sessions)
        self._renew()
        if len(snapshot.running) > self.cards.waiting() and not self._settle.isActive():
            self._settle.start()
        if count and not self._clock.isActive():
            self._clock.start()
        elif not count:
            self._clock.stop()

    def _tick(self) -> None:
        self.list.viewport().update()

    def _chosen(self, index: QModelIndex) -> None:
        one = self.cards.item(index.row())
        if one is not None and one.call.id != self._shown:
            self._shown = one.call.id
            self.cards.keep(self._shown)
            self._renew()
            self.detail.show()

    def _renew(self) -> None:
        one = self.cards.item(self.cards.row(self._shown))
        if one is not None:
            self.detail.show_running(one, gone=self.cards.is_gone(self._shown))

    def choose(self, name: str) -> None:
        """Show the running call ``name`` beside the list."""
        index = self.cards.index(self.cards.row(name))
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _stop(self, name: str) -> None:
        self._give(self.desk.seam.order(self.desk.seam.guard.stop, name))

    def _give(self, order: Coroutine[Any, Any, str]) -> None:
        self.desk.seam.spawn(self._ordered(order))

    async def _ordered(self, order: Coroutine[Any, Any, str]) -> None:
        self.detail.says.setText(text.visible(await order))

    def panes(self) -> tuple[QWidget, ...]:
        return (self.list, self.detail.stop, self.table)

    def remember(self) -> None:
        self.desk.settings.setValue("active/splitter", self.splitter.saveState())
        self.desk.settings.setValue("active/side", self._side.saveState())
