"""The page Pending: what waits for a person, one after the other, and what the person says to it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from toolguard.checkpoint.calls import Decided, Held, Lost, Proposal, Snapshot, Withdrawn
from toolguard.window import moments, text, theme
from toolguard.window.cards import Card, Item, Queue, key
from toolguard.window.decision import Decision
from toolguard.window.detail import CallDetail
from toolguard.window.empty import Empty
from toolguard.window.motion import Entrance
from toolguard.window.page import Desk, Page
from toolguard.window.passage import label, pane
from toolguard.window.proposal import ProposalDetail


class Pending(Page):
    """The queue on the left, the chosen one on the right. What is chosen changes only by what the person does."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.queue = Queue(self)
        self._taken = Snapshot()
        self._shown = ""
        self.list = self._make_list()
        self.call = CallDetail()
        self.proposal = ProposalDetail()
        self._right = QStackedWidget()
        self._unchosen = Empty("pending", self.tr("Choose what to look at"), self.tr("Nothing runs until you say so."))
        for widget in (self._unchosen, self.call, self.proposal):
            self._right.addWidget(widget)
        self.splitter = self._split()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._nothing())
        self._stack.addWidget(self.splitter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._stack)
        self._join()

    def _make_list(self) -> QListView:
        made = QListView()
        made.setAccessibleName(self.tr("Waiting calls"))
        made.setModel(self.queue)
        made.setItemDelegate(Card(made))
        Entrance(made, self.desk.moves)
        made.setUniformItemSizes(True)
        made.setMouseTracking(True)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return made

    def _split(self) -> QSplitter:
        left = pane()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._title = label(factor=theme.LARGE, strong=True)
        self._title.setContentsMargins(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 4, theme.SPACE * 3)
        column.addWidget(self._title)
        column.addWidget(self.list, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        left.setMinimumWidth(220)
        self._right.setMinimumWidth(480)
        splitter.addWidget(left)
        splitter.addWidget(self._right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([304, 760])
        state = self.desk.settings.value("pending/splitter")
        if state is not None:
            splitter.restoreState(state)
        return splitter

    def _nothing(self) -> QWidget:
        return Empty(
            "idle",
            self.tr("Nothing waits for you"),
            self.tr(
                "When a chat client calls a tool, the call waits here until you run or deny it. "
                "To guard a server, put this before its command in your chat client's settings:"
            ),
            ("toolguard-connect -- npx -y @modelcontextprotocol/server-filesystem ~/Documents",),
        )

    def _join(self) -> None:
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.call.decision.run.connect(self._run)
        self.call.decision.deny.connect(self._deny)
        for gone in (self.call.decision, self.proposal):
            gone.onward.connect(lambda: self.choose(self.queue.after(self._shown)))
        self.proposal.accept.connect(lambda: self._answer(accept=True))
        self.proposal.refuse.connect(lambda: self._answer(accept=False))
        for keys, does in (
            ("Ctrl+Return", self._run_key), ("Ctrl+Enter", self._run_key), ("Ctrl+D", self._deny_key),
            ("Ctrl+J", lambda: self._step(1)), ("Ctrl+K", lambda: self._step(-1)),
        ):  # fmt: skip
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setAutoRepeat(keys in ("Ctrl+J", "Ctrl+K"))
            shortcut.activated.connect(does)
        self._clock = QTimer(self, interval=5000)
        self._clock.timeout.connect(self.list.viewport().update)
        self._clock.start()

    # What comes up

    def take(self, snapshot: Snapshot) -> None:
        self._taken = snapshot
        self.queue.take(snapshot)
        count = self.queue.waiting()
        self._title.setText(self.tr("1 waits for you") if count == 1 else self.tr("%n wait for you", "", count))
        self._stack.setCurrentIndex(1 if self.queue.rowCount() else 0)
        if self._shown:
            self._renew()
        elif self.queue.rowCount():
            self.choose(key(self.queue.item(0)))

    def _renew(self) -> None:
        item = self.queue.item(self.queue.row(self._shown))
        if item is not None and not self.queue.is_gone(self._shown):
            if isinstance(item, Held):
                self.call.renew(item)
        elif isinstance(item, Held) and self.call.decision.held is not None:
            self._gone(item)
        elif isinstance(item, Proposal) and self.proposal.proposal is not None:
            self.proposal.show_gone(self.tr("This question is already gone."))

    def _gone(self, held: Held) -> None:
        running = any(one.call.id == held.call.id for one in self._taken.running)
        if running:
            self.call.show_gone(self.tr("This call was allowed and runs now."))
            return
        self.call.show_gone(self.tr("This call is gone. It can no longer be decided."))
        if self.desk.reading is not None:
            self.desk.seam.spawn(self._why(held))

    async def _why(self, held: Held) -> None:
        """Look the end of a call up in the log, and say it where the buttons were."""
        assert self.desk.reading is not None  # noqa: S101 - asked before
        name = held.call.id
        story = await self.desk.reading.story(name)
        if self._shown != name or self.call.decision.held is not None:
            return
        for record in reversed(story):
            if isinstance(record.event, Withdrawn | Decided | Lost):
                self.call.show_gone(self._end(record.event))
                return

    def _end(self, event: Withdrawn | Decided | Lost) -> str:
        reason = text.visible(event.reason)
        if isinstance(event, Withdrawn):
            said = self.tr("This call was withdrawn by the client. It never ran.")
        elif isinstance(event, Lost):
            said = self.tr("Nobody knows how this call ended.")
        elif event.verdict == "allow":
            said = self.tr("This call was allowed by: {0}").format(text.visible(event.by))
        elif event.by == "timeout":
            waited = moments.minutes(event.waited)
            said = self.tr("Nobody answered for {0}: denied automatically. It never ran.").format(waited)
            reason = ""
        else:
            said = self.tr("This call was denied by: {0}. It never ran.").format(text.visible(event.by))
        return f"{said}\n{reason}" if reason else said

    # What is chosen

    def open(self, about: str) -> None:
        """Show the item of that name, if it is still here."""
        if self.queue.row(about) >= 0:
            self.choose(about)
            self.list.scrollTo(self.list.currentIndex())

    def choose(self, name: str) -> None:
        """Show the item ``name``; the hint to choose one when it is none."""
        row = self.queue.row(name)
        if row < 0:
            self._show("", None)
            self._stack.setCurrentIndex(1 if self.queue.rowCount() else 0)
            return
        index = self.queue.index(row)
        if self.list.currentIndex() == index:
            self._chosen(index)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _chosen(self, index: QModelIndex) -> None:
        item = self.queue.item(index.row())
        if item is not None and key(item) != self._shown:
            self._show(key(item), item)

    def _show(self, name: str, item: Item | None) -> None:
        self._shown = name
        self.queue.keep(name)
        if isinstance(item, Held):
            self.call.show_held(item)
            self._right.setCurrentWidget(self.call)
        elif isinstance(item, Proposal):
            self.proposal.show_proposal(item)
            self._right.setCurrentWidget(self.proposal)
        else:
            self._right.setCurrentWidget(self._unchosen)

    def _step(self, by: int) -> None:
        row = self.queue.row(self._shown) + by
        item = self.queue.item(row)
        if item is not None:
            self.choose(key(item))
            self.list.scrollTo(self.queue.index(self.queue.row(self._shown)))

    # What the person says

    def _run_key(self) -> None:
        if self._right.currentWidget() is self.proposal:
            if self.proposal.can_accept():
                self._answer(accept=True)
        elif self.call.decision.can_run():
            self._run()

    def _deny_key(self) -> None:
        if self._right.currentWidget() is self.proposal:
            if self.proposal.proposal is not None:
                self._answer(accept=False)
        elif self._right.currentWidget() is self.call:
            self._deny()

    def _run(self) -> None:
        decision = self.call.decision
        if decision.held is not None and decision.can_run():
            remember = decision.wish.asked(decision.held, "allow")
            order = self.desk.seam.order(
                self.desk.seam.guard.approve, decision.held.call.id, shown=self.call.digest, remember=remember
            )
            self._give(decision.held.call.id, order)

    def _deny(self) -> None:
        decision = self.call.decision
        if decision.held is not None and decision.deny_button.isEnabled():
            remember = decision.wish.asked(decision.held, "deny")
            reason = decision.reason.text().strip()
            order = self.desk.seam.order(
                self.desk.seam.guard.deny, decision.held.call.id, reason=reason, remember=remember
            )
            self._give(decision.held.call.id, order)

    def _answer(self, *, accept: bool) -> None:
        shown = self.proposal.proposal
        if shown is not None:
            guard = self.desk.seam.guard
            order = self.desk.seam.order(guard.accept if accept else guard.reject, shown.id)
            self._give(shown.id, order)

    def _give(self, name: str, order: Coroutine[Any, Any, str]) -> None:
        self.desk.seam.spawn(self._ordered(name, order))

    async def _ordered(self, name: str, order: Coroutine[Any, Any, str]) -> None:
        """Wait for the gate's answer: show it when it is a problem, else turn to the next one."""
        on_call = self._right.currentWidget() is self.call
        place: Decision | ProposalDetail = self.call.decision if on_call else self.proposal
        place.busy(True)
        try:
            problem = await order
        finally:
            place.busy(False)
        if self._shown != name:
            return
        if problem:
            place.tell(problem)
            return
        following = self.queue.after(name)
        self.queue.leave(name)
        self.choose(following)

    # The frame

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Something above has come or gone, such as the banner: the buttons are no longer where they were."""
        super().resizeEvent(event)
        for arming in (self.call.decision.arming, self.proposal.arming):
            arming.again()

    def panes(self) -> tuple[QWidget, ...]:
        right = self._right.currentWidget()
        if right is self.call:
            return (self.list, self.call.decision.deny_button)
        return (self.list, self.proposal.refuse_button) if right is self.proposal else (self.list,)

    def remember(self) -> None:
        self.desk.settings.setValue("pending/splitter", self.splitter.saveState())
