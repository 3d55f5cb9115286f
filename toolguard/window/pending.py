"""The page Pending: what waits for a person, one after the other, and what the person says to it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from toolguard.checkpoint.calls import Held, Proposal, Snapshot, Ticket
from toolguard.window import gist
from toolguard.window.afterthought import Denial
from toolguard.window.answers import Answers, Approval, Note
from toolguard.window.cards import Item, Queue, key
from toolguard.window.detail import CallDetail
from toolguard.window.empty import Empty
from toolguard.window.gone import Gone
from toolguard.window.kept_detail import KeptDetail
from toolguard.window.keys import KEYS, KeysHelp, LetThrough
from toolguard.window.motion import Entrance
from toolguard.window.page import Desk, Page
from toolguard.window.proposal import ProposalDetail
from toolguard.window.queue_pane import QueuePane
from toolguard.window.several import Several
from toolguard.window.signing_in import SigningIn, server_of
from toolguard.window.split import Split


class Pending(Page):
    """The queue on the left, the chosen one on the right. What is chosen changes only by what the person does."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.queue = Queue(self)
        self.answers = Answers(desk, self)
        self._taken = Snapshot()
        self._edition = -1
        self._away = False
        self._shown = ""
        self._chosen_names: tuple[str, ...] = ()
        self._looked: dict[str, Held] = {}
        self.left = QueuePane(self.queue)
        self.list = self.left.list
        Entrance(self.list, desk.moves)
        self.call = CallDetail()
        self.gone = Gone(desk, self.call)
        self.proposal = ProposalDetail()
        self.several = Several()
        self.kept = KeptDetail()
        self._right = QStackedWidget()
        self._unchosen = Empty("pending", self.tr("Choose what to look at"), self.tr("Nothing runs until you say so."))
        self._answered = Empty("idle", self.tr("Nothing waits for you"), "")
        for widget in (self._unchosen, self.call, self.proposal, self.several, self._answered, self.kept):
            self._right.addWidget(widget)
        self._right.setMinimumWidth(480)
        self.splitter = Split(desk.settings, "pending/splitter", self.left, self._right, (300, 764), grows=1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._nothing())
        self._stack.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.signing_in = SigningIn(desk)
        column.addWidget(self.signing_in)
        column.addWidget(self._stack, 1)
        self._join()
        self._join_answers()

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
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._selected())
        self.left.card.undo.connect(self.answers.undo)
        self.left.alike.clicked.connect(self._group_key)
        self.left.strip.undo.connect(self._undo_key)
        self.left.strip.others.connect(self.choose_all)
        decision = self.call.decision
        decision.run.connect(self._run)
        decision.deny.connect(self._deny)
        decision.undo.connect(lambda: self.answers.undo(self._shown))
        decision.allow_next.connect(lambda: self.answers.allow_next(self._shown))
        self.left.kept.chosen.connect(self._show_kept)
        for kept in (self.left.kept, self.kept):
            kept.take_back.connect(lambda name: self.answers.take_back(name) if name else None)
        decision.keys.connect(self._help_key)
        decision.reasons.edit.connect(lambda: decision.reasons.open_dialog(self.desk.seam))
        decision.arming.changed.connect(self._look)
        self.call.editor.check.connect(lambda words: self.desk.seam.spawn(self._check(self._shown, words)))
        for gone in (decision, self.proposal):
            gone.onward.connect(lambda: self.choose(self.queue.after(self._shown)))
        self.proposal.accept.connect(self._accept)
        self.proposal.refuse.connect(lambda: self.answers.answer(self._shown, accept=False))
        self.several.run.connect(self._run_all)
        self.several.deny.connect(self._deny_all)
        for row in KEYS:
            for keys in row.keys:
                shortcut = QShortcut(QKeySequence(keys), self)
                shortcut.setAutoRepeat(row.repeats)
                shortcut.activated.connect(getattr(self, f"_{row.does}_key"))
        LetThrough(self, decision.reason, self.call.viewer.search, self.several.reason, self.several.viewer.search)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self.list.viewport().update)
        self._clock.timeout.connect(self._sweep)

    def _join_answers(self) -> None:
        answers = self.answers
        answers.busy.connect(self._busy)
        answers.refused.connect(self._refused)
        answers.decided.connect(self._leave)
        answers.denied.connect(self._denied)
        answers.given.connect(self._given)
        answers.undone.connect(self._undone)
        answers.overtaken.connect(self._overtaken)
        answers.taken_back.connect(self._taken_back)
        answers.allowed_next.connect(self.gone.allowed_next)
        answers.note.connect(self._note)

    # What comes up

    def take(self, snapshot: Snapshot) -> None:
        self._taken = snapshot
        self.answers.take(snapshot)
        self.queue.take(snapshot)
        self._come_back()
        self.call.keep_drafts(snapshot)
        self._count()
        self.left.kept.take(snapshot)
        self._sweep()
        if len(self._chosen_names) > 1:
            self._show_several()
        elif self._shown:
            self._renew()
        elif self.queue.rowCount() and self._right.currentWidget() is not self.kept:
            self.choose(key(self.queue.item(0)))
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self.desk.seam.spawn(self.call.decision.reasons.read(self.desk.seam))
            self.signing_in.look()

    def _come_back(self) -> None:
        """A change that was answered while nobody looked at this page is not what the person comes back to."""
        away, self._away = self._away, False
        if (
            away
            and self.queue.is_gone(self._shown)
            and isinstance(self.queue.item(self.queue.row(self._shown)), Proposal)
        ):
            self.choose(self.queue.after(self._shown))

    def _count(self) -> None:
        count = self.queue.waiting()
        nothing = self.tr("Nothing waits for you")
        many = self.tr("%n wait for you", "", count) if count else nothing
        self.left.title.setText(self.tr("1 waits for you") if count == 1 else many)
        self._unchosen.title.setText(self.tr("Choose what to look at") if count else nothing)
        alike = len(self._alike())
        self.left.show_alike(alike if alike > 1 and len(self._chosen_names) < 2 else 0)

    def _renew(self) -> None:
        item = self.queue.item(self.queue.row(self._shown))
        if self._shown in self.answers.denials:
            return
        if item is not None and not self.queue.is_gone(self._shown):
            if isinstance(item, Held):
                self.call.renew(item)
        elif isinstance(item, Held) and self.call.decision.held is not None:
            self._gone(item)
        elif isinstance(item, Proposal) and self.proposal.proposal is not None:
            self.proposal.show_gone(self.tr("This question is already gone."))

    def _gone(self, held: Held) -> None:
        self.gone.show(held, runs=any(one.call.id == held.call.id for one in self._taken.running))

    # What is chosen

    def choose(self, name: str) -> None:
        """Show the item ``name``; the hint to choose one when it is none."""
        row = self.queue.row(name)
        if row < 0:
            self.list.selectionModel().clear()  # first: what leaves the list must not be chosen again by leaving it
            self._chosen_names = ()
            self._show("", None)
            self._sweep()
            return
        index = self.queue.index(row)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._selected()

    def choose_all(self, names: Iterable[str]) -> None:
        """Select these in the list, and show them together."""
        model, flag = self.list.selectionModel(), QItemSelectionModel.SelectionFlag
        indexes = [self.queue.index(row) for row in map(self.queue.row, names) if row >= 0]
        chosen = QItemSelection()
        for index in indexes:
            chosen.select(index, index)
        if indexes:
            model.setCurrentIndex(indexes[0], flag.NoUpdate)
            model.select(chosen, flag.ClearAndSelect)
        self._selected()

    def open(self, about: str) -> None:
        """Show the call or change of that name, if it is there."""
        if self.queue.row(about) >= 0:
            self.choose(about)
            self.list.scrollTo(self.queue.index(self.queue.row(about)))

    def _sweep(self) -> None:
        """What is kept loses its time; a page on which nothing is left says so."""
        self.left.kept.sweep()
        kept = self.left.kept.tickets.rowCount()
        self._stack.setCurrentIndex(1 if self.queue.rowCount() or kept or self.left.strip.offers() else 0)
        ticket = self.kept.ticket if self._right.currentWidget() is self.kept else None
        if ticket is not None and self.left.kept.is_gone(ticket.id):
            self.kept.show_gone()

    def _show_kept(self, ticket: Ticket) -> None:
        """The person looks at an answer that waits, and at no call."""
        self.list.selectionModel().clear()
        self._shown, self._chosen_names = "", ()
        self.queue.keep()
        self.kept.show_ticket(ticket)
        self._right.setCurrentWidget(self.kept)
        self._count()

    def _taken_back(self, name: str) -> None:
        """The person is done with this answer: what waits comes next."""
        if self._right.currentWidget() is self.kept and self.kept.ticket is not None and self.kept.ticket.id == name:
            self.left.kept.leave()
            waiting = (one for one in self.queue.names() if self._waits(one))
            self.choose(next(waiting, ""))

    def _selected(self) -> None:
        rows = sorted(index.row() for index in self.list.selectionModel().selectedIndexes())
        names = tuple(key(self.queue.item(row)) for row in rows if self.queue.item(row) is not None)
        if names:
            self.left.kept.leave()
        if len(names) > 1:
            self._chosen_names = names
            self.queue.keep(*names)
            self._shown = ""
            self._show_several()
        elif names and (names[0] != self._shown or self._chosen_names != names):
            self._chosen_names = names
            self._show(names[0], self.queue.item(rows[0]))
        self._count()

    def _show(self, name: str, item: Item | None) -> None:
        self._shown = name
        self.queue.keep(name)
        if isinstance(item, Held):
            self.call.show_held(item)
            if name in self.answers.denials:
                self.call.show_gone(self.tr("Denied. The client is told in a moment."), undo=True)
            self._right.setCurrentWidget(self.call)
        elif isinstance(item, Proposal):
            self.proposal.show_proposal(item)
            self._right.setCurrentWidget(self.proposal)
        else:
            self._right.setCurrentWidget(self._unchosen if self.queue.rowCount() else self._answered)

    def _show_several(self) -> None:
        items = [self.queue.item(self.queue.row(name)) for name in self._chosen_names if self._waits(name)]
        calls = [item for item in items if isinstance(item, Held)]
        if not items:
            self._right.setCurrentWidget(self._unchosen)
            return
        seen = {held.call.id for held in calls if self._was_looked_at(held)}
        self.several.show_calls(calls, seen, len(items) - len(calls))
        self._right.setCurrentWidget(self.several)

    def _waits(self, name: str) -> bool:
        there = self.queue.row(name) >= 0
        return there and not self.queue.is_gone(name) and not self.queue.is_denied(name)

    def _look(self) -> None:
        """A call counts as looked at once its own button is armed."""
        held = self.call.decision.held
        if held is not None and self.call.decision.arming.armed:
            self._looked[held.call.id] = held
            there = {one.call.id for one in self._taken.held}
            for name in [name for name in self._looked if name not in there]:
                del self._looked[name]

    def _was_looked_at(self, held: Held) -> bool:
        before = self._looked.get(held.call.id)
        if before is None or before.call.message is not held.call.message:
            return False
        return (before.warnings, before.tool, before.secrets) == (held.warnings, held.tool, held.secrets)

    def _alike(self) -> list[str]:
        """The names of all waiting calls of the kind of the shown one."""
        item = self.queue.item(self.queue.row(self._shown))
        if not isinstance(item, Held):
            return []
        kind = gist.kind(item.call)
        held = (one.call for one in self._taken.held if gist.kind(one.call) == kind)
        return [call.id for call in held if not self.queue.is_denied(call.id)]

    def _step(self, by: int) -> None:
        at = self.queue.row(self._shown or (self._chosen_names[0] if self._chosen_names else ""))
        item = self.queue.item(at + by)
        if item is not None:
            self.choose(key(item))
            self.list.scrollTo(self.queue.index(self.queue.row(self._shown)))

    # Keys: one for each row of `KEYS`

    def _next_key(self) -> None:
        self._step(1)

    def _previous_key(self) -> None:
        self._step(-1)

    def _run_key(self) -> None:
        right = self._right.currentWidget()
        if right is self.proposal and self.proposal.can_accept():
            self._accept()
        elif right is self.several and self.several.can_run():
            self._run_all()
        elif right is self.call:
            self.call.decision.press()

    def _deny_key(self) -> None:
        right = self._right.currentWidget()
        if right is self.proposal and self.proposal.proposal is not None:
            self.answers.answer(self._shown, accept=False)
        elif right is self.several:
            self._deny_all()
        elif right is self.call:
            self._deny()

    def _reason_key(self) -> None:
        right = self._right.currentWidget()
        line = self.several.reason if right is self.several else self.call.decision.reason
        line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _reasons_key(self) -> None:
        if self._right.currentWidget() is self.call and self.call.decision.held is not None:
            button = self.call.decision.reasons
            menu = button.menu()
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _undo_key(self) -> None:
        self.answers.undo()

    def _remember_key(self) -> None:
        if self._right.currentWidget() is self.call and self.call.decision.held is not None:
            self.call.decision.wish.on.toggle()

    def _edit_key(self) -> None:
        if self._right.currentWidget() is self.call:
            self.call.begin_edit()

    def _group_key(self) -> None:
        names = self._alike()
        if len(names) > 1:
            self.choose_all(names)

    def _find_key(self) -> None:
        viewer = self.several.viewer if self._right.currentWidget() is self.several else self.call.viewer
        viewer.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _help_key(self) -> None:
        KeysHelp(self).open()

    # What the person says

    def _run(self) -> None:
        decision = self.call.decision
        if decision.held is not None and decision.can_run():
            remember = decision.wish.asked(decision.held, "allow")
            self.answers.run(
                Approval(decision.held, self.call.digest, remember, self.call.edited(), decision.held.leaks)
            )

    def _accept(self) -> None:
        if self.proposal.proposal is not None:
            self.signing_in.begin(server_of(self.proposal.proposal))
            self.answers.answer(self._shown, accept=True)

    def _deny(self) -> None:
        decision = self.call.decision
        if decision.held is not None and decision.deny_button.isEnabled():
            remember = decision.wish.asked(decision.held, "deny")
            self.answers.deny(Denial((decision.held,), decision.reason.text().strip(), remember))

    def _run_all(self) -> None:
        if self.several.can_run():
            shown = self.several
            self.answers.run_all([Approval(held, shown.digests[held.call.id]) for held in shown.calls])

    def _deny_all(self) -> None:
        if self.several.calls and self.several.deny_button.isEnabled():
            self.answers.deny(Denial(self.several.calls, self.several.reason.text().strip()))

    async def _check(self, name: str, words: str) -> None:
        warnings = await self.desk.seam.order(self.desk.seam.guard.check, name, words)
        if self._shown == name:
            self.call.editor.checked(words, warnings)

    # What became of it

    def _busy(self, name: str, busy: bool) -> None:
        if name == self._shown:
            (self.call.decision if self._right.currentWidget() is self.call else self.proposal).busy(busy)

    def _refused(self, name: str, problem: str) -> None:
        if name == self._shown and self._right.currentWidget() in (self.call, self.proposal):
            (self.call.decision if self._right.currentWidget() is self.call else self.proposal).tell(problem)

    def _leave(self, name: str) -> None:
        """Decided for good: turn to the next one if it was looked at."""
        following = self.queue.after(name)
        shown, several = name == self._shown, name in self._chosen_names and len(self._chosen_names) > 1
        if several:
            self._chosen_names = tuple(one for one in self._chosen_names if one != name)
        self.queue.leave(name)
        if shown or (several and not any(map(self._waits, self._chosen_names))):
            self.choose(following)
        self._count()

    def _denied(self, denial: Denial) -> None:
        names = [held.call.id for held in denial.held]
        following = self.queue.after(names[-1])
        self.queue.deny(names)
        if following in names:
            following = next((one for one in self.queue.names() if self._waits(one)), "")
        self.choose(following or names[0])
        if self._shown == names[0]:
            self._show(names[0], denial.held[0])
        self._count()

    def _given(self, names: tuple[str, ...]) -> None:
        for name in names:
            self.queue.leave(name)
        if self._shown in names:
            self.call.show_gone(self.tr("Denied by you. It never ran."))
            if not self.queue.waiting():
                self.choose("")
        self._count()

    def _overtaken(self, name: str) -> None:
        item = self.queue.item(self.queue.row(name))
        self.queue.deny((name,), denied=False)
        if name == self._shown and isinstance(item, Held):
            self._gone(item)

    def _undone(self, denial: Denial) -> None:
        names = [held.call.id for held in denial.held]
        self.queue.deny(names, denied=False)
        self._shown, self._chosen_names = "", ()
        self.choose(names[0]) if len(names) == 1 else self.choose_all(names)

    def _note(self, note: Note) -> None:
        self.left.strip.show_note(note)
        self._sweep()

    # The frame

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
        self._away = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Something above has come or gone, such as the banner: the buttons are no longer where they were."""
        super().resizeEvent(event)
        for arming in (self.call.decision.arming, self.proposal.arming, self.several.arming):
            arming.again()

    def panes(self) -> tuple[QWidget, ...]:
        right = self._right.currentWidget()
        if right is self.call:
            return (self.list, self.call.decision.deny_button)
        if right is self.several:
            return (self.list, self.several.deny_button)
        if right is self.kept:
            return (self.left.kept.list, self.kept.button)
        return (self.list, self.proposal.refuse_button) if right is self.proposal else (self.list,)

    def remember(self) -> None:
        self.answers.flush()
        super().remember()
