"""The page Pending: what waits for a person, one item after the other, and the decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cached_property, partial
from typing import Literal, TypeVar

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from toolguard.gate.model import DeferredApproval, FailedChange, PendingCall, Proposal, Snapshot
from toolguard.gate.policy.conditions.widths import RuleWidth
from toolguard.gate.policy.remembered_rules import Scope
from toolguard.gate.policy.rules import ANY, pattern_for
from toolguard.services.interface import NewRule, RefusedError
from toolguard.window import core_translation
from toolguard.window.approval import call_warnings
from toolguard.window.approval.approval_actions import ActionNote, ApprovalActions, ApprovalOrder
from toolguard.window.approval.armed_button import UNASKED_ARMING_DELAY_MS
from toolguard.window.approval.call_detail import CallDetail
from toolguard.window.approval.decision import DecisionPanel
from toolguard.window.approval.detail_keys import DETAIL_COMMANDS, ShortcutOverride
from toolguard.window.approval.groups.bulk_decision import BulkDecision, ReviewedCalls
from toolguard.window.approval.groups.burst_decision import BurstDecision
from toolguard.window.approval.groups.group_decision import GroupDecision
from toolguard.window.approval.proposal import ProposalDetail
from toolguard.window.desktop.motion import FadeInDelegate
from toolguard.window.forms.unsaved_input import press_on_escape
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import Page, PageContext
from toolguard.window.policy.past_calls import count_past
from toolguard.window.queue.approved_result import ApprovedResult
from toolguard.window.queue.deferred_approval_detail import DeferredApprovalDetail
from toolguard.window.queue.empty_queue import WELCOME, EmptyQueue
from toolguard.window.queue.ended_calls import SelectionTimer
from toolguard.window.queue.model import BurstItem, Item, QueueModel, key
from toolguard.window.queue.pane import QueuePane
from toolguard.window.queue.sample_call import SampleBar
from toolguard.window.queue.undoable_denials import UndoableDenial, denied_text
from toolguard.window.queue.withdrawn_view import WithdrawnView
from toolguard.window.servers.pending_sign_in import PendingSignIns, server_of
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout.boxes import stacked, vbox, views_of
from toolguard.window.widgets.layout.splitter import Splitter

_Group = TypeVar("_Group", bound=GroupDecision)
PREPARATION_INTERVAL_MS = 500
"""Time between the creation of two views that no call needs yet."""
_PAGES_OF_CHANGES = {
    "server": "servers", "sign-in": "servers", "rule": "rules", "limit": "rules", "tool": "tools",
    "secret": "credentials", "client": "clients", "settings": "settings", "log": "audit",
}  # fmt: skip
"""The page of what would change, by the kind of the proposal."""


class PendingPage(Page):
    """The queue on the left, the selected item on the right. Only the person's actions change the selection."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self.queue = QueueModel(self)
        self.answers = ApprovalActions(context, self)
        self._snapshot = Snapshot()
        self._known_failures: tuple[FailedChange, ...] | None = None  # those of the first snapshot were told before
        self._edition = -1
        self._counting = 0
        self._away = False
        self.shown = ""
        self._chosen_names: tuple[str, ...] = ()
        self._by_itself = ""  # what was shown without being selected
        self._looked = ReviewedCalls()
        self._ended_state: Literal["", "left", "asked"] = ""
        self.left = QueuePane(self.queue)
        self.list = self.left.list
        FadeInDelegate(self.list, context.moves)
        self.gone = WithdrawnView(context, lambda: self.call, self)
        self.leaving = SelectionTimer(self)
        self.result = ApprovedResult(context, self)
        self._approving: dict[str, PendingCall] = {}
        self._decided: set[str] = set()  # calls that the last snapshot may still have
        self._about_approval = self.tr("Pending calls run only after you approve them.")
        self._unchosen = EmptyState("pending", self.tr("Select an item"), self._about_approval)
        self._answered = EmptyState("idle", self.tr("No pending calls"), "")
        self.right = stacked(self._unchosen, self._answered)
        self.right.setMinimumWidth(480)
        self.splitter = Splitter(context.settings, "pending/splitter", self.left, self.right, (300, 764), grows=1)
        self._nothing = EmptyQueue(context.settings, welcome=context.welcome, sample=context.sample is not None)
        self.sample = SampleBar(context.sample, context.core_link)
        self._nothing.sample_requested.connect(self.sample.start)
        for part in (self._nothing, self.sample):
            part.set_up.connect(lambda: self.context.go("clients", ""))
        self._stack = stacked(self._nothing, self.splitter)
        self.signing_in = PendingSignIns(context)
        vbox(self.sample, self.signing_in, (self._stack, 1), parent=self, spacing=0)
        self._join()
        self._preparation = QTimer(self, interval=PREPARATION_INTERVAL_MS)
        self._preparation.timeout.connect(self._prepare_view)
        self._preparation.start()

    def _join(self) -> None:
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._selected())
        self.left.alike.clicked.connect(self.choose_similar)
        self.left.search.textChanged.connect(self._searched)
        self.left.search.entered.connect(self._enter_results)
        self.leaving.due.connect(self._move_on)
        self.gone.withdrawn.connect(self._tell_ended)
        self.result.began.connect(self._tell_result)
        self.result.ended.connect(self._tell_result)
        self.left.ended.again.clicked.connect(self._show_ended)
        self.left.ended.audit.connect(lambda call: self.context.go("audit", call))
        self.left.ended.page.connect(lambda page: self.context.go(page, ""))
        self.left.ended.cleared.connect(self._forget_ended)
        press_on_escape(self, self.left.ended.close_button)
        self.left.kept.chosen.connect(self._show_deferred)
        self.left.kept.take_back.connect(self._take_back)
        ShortcutOverride(self, self.left.search)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self.list.viewport().update)
        self._clock.timeout.connect(self.left.ended.tick)
        self._clock.timeout.connect(self._sweep)
        answers = self.answers
        answers.busy.connect(self._busy)
        answers.refused.connect(self._refused)
        answers.decided.connect(self._leave)
        answers.denied.connect(self._denied)
        answers.denial_sent.connect(self._on_denials_sent)
        answers.undone.connect(self._undone)
        answers.overtaken.connect(self._overtaken)
        answers.approval_revoked.connect(self._revoke_approval)
        answers.allowed_next.connect(self.gone.allowed_next)
        answers.note.connect(self._note)

    # Detail views are created on first use, or some time after the window has opened, which is faster without them

    def _prepare_view(self) -> None:
        """Create and lay out a view that a burst of calls shows, so that the window does not stand still then."""
        missing = [name for name in ("call", "burst", "several") if name not in self.__dict__]
        if missing:
            getattr(self, missing[0]).grab()
        if len(missing) < 2:
            self._preparation.stop()

    @cached_property
    def call(self) -> CallDetail:
        """The details of a call, created on first use."""
        detail = CallDetail(self.context.preferences)
        decision = detail.decision
        decision.run.connect(self.run)
        decision.allow.connect(lambda: self.run(remembered=True))
        decision.deny.connect(self.deny)
        decision.forbid.connect(lambda: self.deny(remembered=True))
        decision.undo.connect(lambda: self.answers.undo(self.shown))
        decision.allow_next.connect(lambda: self.answers.allow_next(self._name()))
        decision.wants_widths.connect(self._ask_widths)
        decision.remember_choice.changed.connect(self.availability_changed)
        decision.remember_choice.on.toggled.connect(self._count_past)
        decision.remember_choice.client.currentIndexChanged.connect(self._count_past)
        for changed in (decision.arming.changed, decision.confirm.no.clicked):
            changed.connect(self.availability_changed)
        decision.arming.changed.connect(self._mark_viewed)
        detail.editor.check.connect(lambda words: self.context.core_link.spawn(self._check(self.shown, words)))
        decision.next.clicked.connect(self._show_next)
        detail.rule_chosen.connect(lambda id: self.context.go("rules", f"rule:{id}"))
        ShortcutOverride(self, decision.reason, detail.viewer.search)
        decision.reasons.edit.connect(self._edit_reasons)
        self._update_call(detail)
        return self.add_view(self.right, detail)

    @cached_property
    def proposal(self) -> ProposalDetail:
        """The details of a proposal, created on first use."""
        detail = ProposalDetail()
        detail.next.clicked.connect(self._show_next)
        detail.accept.connect(self.accept)
        detail.refuse.connect(self.refuse)
        detail.arming.changed.connect(self.availability_changed)
        return self.add_view(self.right, detail)

    @cached_property
    def several(self) -> BulkDecision:
        """The decision on several selected calls, created on first use."""
        decision = BulkDecision(self.context.preferences)
        ShortcutOverride(self, decision.reason, decision.viewer.search)
        return self._join_group(decision)

    @cached_property
    def burst(self) -> BurstDecision:
        """The decision on a burst, created on first use."""
        decision = BurstDecision(self.context.preferences)
        decision.opened.connect(self.open)
        ShortcutOverride(self, decision.reason)
        return self._join_group(decision)

    @cached_property
    def kept(self) -> DeferredApprovalDetail:
        """The details of a deferred approval, created on first use."""
        detail = DeferredApprovalDetail()
        detail.take_back.connect(self._take_back)
        return self.add_view(self.right, detail)

    def _join_group(self, decision: _Group) -> _Group:
        decision.run.connect(lambda: self._run_group(decision))
        decision.rule_button.clicked.connect(lambda: self._make_rule(decision.covered()))
        for denies in (decision.deny, decision.reason.returnPressed):
            denies.connect(lambda: self._deny_group(decision))
        decision.busy(self.answers.in_batch)
        self.answers.batch.connect(decision.busy)
        decision.reasons.edit.connect(self._edit_reasons)
        return self.add_view(self.right, decision)

    def _edit_reasons(self) -> None:
        self.context.go("settings", "reasons")

    def _show_next(self) -> None:
        self.choose(self.queue.after(self.shown))

    def _take_back(self, name: str) -> None:
        if name:
            self.answers.take_back(name)

    # New items

    def follow(self, snapshot: Snapshot) -> None:
        self._note_missed(snapshot)
        for failed in snapshot.failed_changes:
            if self._known_failures is not None and failed not in self._known_failures:
                self._tell_failed(failed)
        self._known_failures = snapshot.failed_changes
        self._snapshot = snapshot
        if snapshot.pending and not self.sample.is_running:
            self._nothing.show_introduction(shown=False)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        self.follow(snapshot)
        away, self._away = self._away, False
        self.answers.set_snapshot(snapshot)
        self.result.set_snapshot(snapshot)
        self.queue.set_snapshot(snapshot)
        call_warnings.forget_ended(snapshot.pending)
        self._join_burst()
        for detail in views_of(self.right, CallDetail):
            self._update_call(detail)
        self._nothing.show_alarm(snapshot.log_prevents if snapshot.alarm == "tampered" else None)
        if not self.sample.is_running:
            self._nothing.show_progress(guards=self.context.guards(), sessions=snapshot.sessions)
        self.left.kept.set_snapshot(snapshot)
        self._count()
        self._sweep()
        if len(self._chosen_names) > 1:
            self._show_several()
        elif self.shown:
            self._renew()
        elif self._ended_state == "left" and not self.call.holds_writing and self.queue.first():
            self._advance(self.queue.first())
        elif not self._ended_state and (first := self.queue.first_shown()) and not self._shows_deferred():
            self.choose(first)
            self._by_itself = self.shown
        if away:
            self.leaving.shorten()
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self.signing_in.update_states()

    def _update_call(self, detail: CallDetail) -> None:
        """Apply the snapshot to what the details of a call show besides the call."""
        detail.keep_drafts(self._snapshot)
        detail.decision.remember_choice.know(self._snapshot)
        is_unrecordable = self._snapshot.log_prevents == "calls"
        obstacle = self.tr("Can't be approved while the log can't be written.") if is_unrecordable else ""
        detail.decision.show_obstacle(obstacle)

    def _note_missed(self, snapshot: Snapshot) -> None:
        """Count pending calls that ended before the person decided them here, except the shown one."""
        there = {pending.call.id for pending in snapshot.pending}
        decided = {running.call.id for running in snapshot.running}.union(
            self._decided, self.answers.under_way, self.answers.denials.names
        )
        ended = [pending.call.id for pending in self._snapshot.pending if pending.call.id not in there]
        missed = [name for name in ended if name not in decided and name != self.shown]
        self._decided &= there
        if missed:
            self.left.ended.add_missed(len(missed), missed[-1])

    def _count(self) -> None:
        count = self.queue.waiting()
        self.left.show_counts(count)
        self._unchosen.title.setText(self.tr("Select an item") if count else self.tr("No pending calls"))
        has_only_saved = not count and self.left.kept.tickets.rowCount()
        about = self.tr("Select a saved decision to read it.") if has_only_saved else self._about_approval
        self._unchosen.text_label.setText(about)
        there = bool(self.queue.after(self.shown))
        match self.right.currentWidget():
            case CallDetail() as call:
                call.decision.offer_onward(there)
            case ProposalDetail() as proposal:
                proposal.offer_next(there)
        alike = len(self.queue.alike(self.shown))
        offers = alike > 1 and len(self._chosen_names) < 2 and not self._shows_burst()
        self.left.show_alike(alike if offers else 0)
        self.availability_changed.emit()

    def _renew(self) -> None:
        item = self.queue.item(self.queue.row(self.shown))
        if self.shown in self.answers.denials:
            return
        if isinstance(item, BurstItem):
            self._renew_burst(item)
            return
        if item is not None and not self.queue.is_gone(self.shown):
            if isinstance(item, PendingCall):
                self.call.renew(item)
        elif isinstance(item, PendingCall) and self.call.decision.pending is not None:
            self._on_withdrawn(item)
        elif isinstance(item, Proposal) and self.proposal.proposal is not None:
            self.proposal.show_withdrawn(self.tr("This call has ended."))
            self.leaving.begin()

    def _on_withdrawn(self, pending: PendingCall) -> None:
        self.gone.show(pending, runs=any(running.call.id == pending.call.id for running in self._snapshot.running))
        self.leaving.begin()

    def _join_burst(self) -> None:
        """Show the burst that the current call has joined, unless the person can have read the call."""
        above = self.queue.burst_of(self.shown) if len(self._chosen_names) < 2 else ""
        if not above or not self.queue.is_collapsed(self.queue.row(self.shown)):
            return
        if self._by_itself == self.shown and not (self.call.decision.arming.armed or self.call.holds_writing):
            self._advance(above)
        else:
            self.queue.expand(above)

    def _renew_burst(self, item: BurstItem) -> None:
        calls = self.queue.pending_of(item)
        if len(calls) == 1 and not self.burst.reason.text().strip():
            self._advance(calls[0].call.id)
        else:
            self._show_burst(item)
            if not calls and not self.queue.is_denied(key(item)):
                self.leaving.begin()

    def _show_burst(self, item: BurstItem) -> None:
        calls = self.queue.pending_of(item)
        viewed = {pending.call.id for pending in calls if self._looked.knows(pending)}
        self.burst.show_burst(item, calls, viewed)
        if not calls:
            self.burst.show_over(denied=self.queue.is_denied(key(item)))
        self.right.setCurrentWidget(self.burst)

    # Ended items

    def _name(self) -> str:
        """Return the id of the shown item, in the list or not."""
        over = self._ended_state and self.call.pending
        return over.call.id if over else self.shown

    def _move_on(self) -> None:
        """The selected item has ended: show the next pending one, unless the person is typing."""
        if len(self._chosen_names) > 1:
            self._prune()
            return
        name, last = self.shown, self.gone.last
        item, following = self.queue.item(self.queue.row(name)), self.queue.after(name)
        if item is not None and not self.queue.is_gone(name):
            return
        self._deselect()
        if last is not None and last.call.id == name:
            self._ended_state = "left"
            self._tell_ended(name, self.gone.text, new=True)
        elif isinstance(item, Proposal):
            text = self.tr("Decided elsewhere or cancelled: {0}")
            self.left.ended.show_message(text.format(untrusted_text.shortened(core_translation.local(item.title), 80)))
        if not self.call.holds_writing and (following or not self._ended_state):
            self._advance(following)
        self._count()
        self._sweep()

    def _deselect(self) -> None:
        self.leaving.cancel()
        self.list.selectionModel().clear()  # first, so that an item that leaves the list is not selected again
        self.shown, self._chosen_names = "", ()
        self.queue.keep()

    def _advance(self, name: str) -> None:
        """Show an item that the person did not select: with a longer delay, and the focus where keys do nothing."""
        focus = QApplication.focusWidget()
        typing = focus is not None and self.right.isAncestorOf(focus)
        self.choose(name)
        self._by_itself = name
        if name:
            self._place().arming.restart(UNASKED_ARMING_DELAY_MS)
        if typing:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _prune(self) -> None:
        """Some of the selected calls have ended: the others stay selected."""
        there = [name for name in self._chosen_names if self.queue.waits(name)]
        if self.several.reason.text().strip():
            return
        if len(there) > 1:
            self.choose_all(there)
        else:
            self._deselect()
            self._advance(there[0] if there else self.queue.first())

    def _tell_ended(self, name: str, text: str, *, new: bool = False) -> None:
        last = self.gone.last
        if last is not None and (new or self.left.ended.is_about(name)):
            line = f"{untrusted_text.short_name(last.call.tool, 40)}: {text}".replace("\n", " ")
            self.left.ended.show_message(line, name, keep=last.call.is_from_server)
            self.left.ended.again.setVisible(not self._ended_state)

    def _tell_result(self) -> None:
        """Show how the call that was approved here last ended; if nothing is pending, show its result."""
        pending = self.result.pending
        if pending is None:
            return
        text, last = self.result.text or self.tr("approved"), self.gone.last
        line = f"{untrusted_text.short_name(pending.call.tool, 40)}: {text}"
        keep = last is not None and last.call.is_from_server and self.left.ended.is_about(last.call.id)
        self.left.ended.show_message(line, pending.call.id, keep=keep)
        self.left.ended.again.setVisible(bool(self.result.text))
        if self.result.text and self.right.currentWidget() is self._answered and not self._ended_state:
            self._show_result()
            self._ended_state = "left"
        self._sweep()

    def _tell_failed(self, failed: FailedChange) -> None:
        title = untrusted_text.shortened(core_translation.local(failed.title), 240)
        reason = untrusted_text.shortened(core_translation.local(failed.reason), 300)
        text = core_translation.join_sentences(self.tr("Your approval was not applied: “{0}”").format(title), reason)
        self.left.ended.show_message(text, page=_PAGES_OF_CHANGES.get(failed.kind, ""), tone="danger")

    def _show_result(self) -> None:
        assert self.result.pending is not None  # noqa: S101 - asked before
        self._deselect()
        self.call.show_result(self.result.pending, self.result.text, self.result.events)
        self.right.setCurrentWidget(self.call)
        self.left.ended.again.hide()
        self._count()

    def _show_ended(self) -> None:
        """Show again what ended last, or what the approved call has returned."""
        if self.result.pending is not None and self.left.ended.call == self.result.pending.call.id:
            self._show_result()
            self._ended_state = "asked"
            return
        self._deselect()
        self.gone.again()
        self._ended_state = "asked"
        self.right.setCurrentWidget(self.call)
        self._count()

    def _forget_ended(self) -> None:
        """Stop showing what ended."""
        if self._ended_state and not self.call.holds_writing:
            self._advance(self.queue.first())
        self._sweep()

    # Selection

    def choose(self, name: str) -> None:
        """Show the item ``name``, or a hint if there is none."""
        row = self.queue.row(name)
        if row < 0:
            self._deselect()
            self._show("", None)
            self._sweep()
            return
        index = self.queue.index(row)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._selected()

    def choose_all(self, names: Iterable[str]) -> None:
        """Select these items; those that are gone are left out, and nothing changes if all are."""
        model, flag = self.list.selectionModel(), QItemSelectionModel.SelectionFlag
        indexes = [self.queue.index(row) for row in map(self.queue.row, names) if row >= 0]
        chosen = QItemSelection()
        for index in indexes:
            chosen.select(index, index)
        if indexes:
            model.setCurrentIndex(indexes[0], flag.NoUpdate)
            model.select(chosen, flag.ClearAndSelect)
        self._selected()

    def choose_similar(self) -> None:
        """Select all calls that are like the one shown; nothing if there are no others."""
        names = self.queue.alike(self.shown)
        if len(names) > 1:
            self.choose_all(names)

    def _searched(self) -> None:
        """The search has changed. The shown item stays, because the person can have written something for it."""
        if len(self._chosen_names) > 1:
            self._selected()  # without what the list no longer shows
        self._count()

    def _enter_results(self) -> None:
        if self.queue.is_hidden(self.queue.row(self.shown)):
            self.choose(self.queue.first_shown())

    def open(self, about: str) -> None:
        """Show the call or proposal with that name, if it exists; ``welcome`` is the introduction."""
        if about == WELCOME:
            self._nothing.show_introduction()
        if self.queue.row(about) >= 0:
            if not self.queue.matches(self.queue.row(about)):
                self.left.search.clear()
            if self.queue.is_collapsed(self.queue.row(about)):
                self.queue.expand(self.queue.burst_of(about))
            self.choose(about)
            self.list.scrollTo(self.queue.index(self.queue.row(about)))

    def _sweep(self) -> None:
        """Count down deferred approvals; update a page that has become empty."""
        self.left.kept.sweep()
        deferred_count = self.left.kept.tickets.rowCount()
        if not self.queue.rowCount():
            self.left.search.clear()  # so that it does not hide what arrives later
        visible = deferred_count or self._ended_state or not self.left.ended.isHidden()
        visible = visible and self._snapshot.alarm != "tampered"
        self._stack.setCurrentIndex(1 if self.queue.rowCount() or visible else 0)
        ticket = self.kept.ticket if self._shows_deferred() else None
        if ticket is not None and self.left.kept.is_gone(ticket.id):
            self.kept.show_withdrawn()
        self._count_down()
        self.availability_changed.emit()

    def _count_down(self) -> None:
        """Run the clock while something in view depends on the time."""
        if not self.isVisible() or self._stack.currentIndex() == 0:
            self._clock.stop()
        elif not self._clock.isActive():
            self._clock.start()

    def _show_deferred(self, ticket: DeferredApproval) -> None:
        """Show a deferred approval instead of a call."""
        self._deselect()
        self._leave_over()
        self.kept.show_ticket(ticket)
        self.right.setCurrentWidget(self.kept)
        self._count()

    def _revoke_approval(self, name: str) -> None:
        """Return to pending items from a deferred approval."""
        if self._shows_deferred() and self.kept.ticket is not None and self.kept.ticket.id == name:
            self.left.kept.leave()
            self.choose(self.queue.first())

    def _selected(self) -> None:
        chosen = (index.row() for index in self.list.selectionModel().selectedIndexes())
        rows = sorted(filter(self.queue.matches, chosen))
        items = [item for row in rows if (item := self.queue.item(row)) is not None]
        if len(items) > 1:  # a burst represents its calls
            of = self.queue.pending_of
            items = [held_call for item in items for held_call in (of(item) if isinstance(item, BurstItem) else [item])]
        names = tuple(dict.fromkeys(map(key, items)))
        if names:
            self.left.kept.leave()
        if len(names) > 1:
            self._chosen_names = names
            self._leave_over()
            self.queue.keep(*names)
            self.shown = ""
            self._show_several()
        elif names and (names[0] != self.shown or self._chosen_names != names):
            self._chosen_names = names
            self._show(names[0], items[0])
        self._count()

    def _leave_over(self) -> None:
        """The person has selected something else than the ended item."""
        self.leaving.cancel()
        self._ended_state = ""
        self.left.ended.again.setVisible(bool(self.left.ended.call))

    def _show(self, name: str, item: Item | None) -> None:
        self._leave_over()
        self.shown, self._by_itself = name, ""
        self.queue.keep(name)
        if isinstance(item, BurstItem):
            self._show_burst(item)
        elif isinstance(item, PendingCall):
            self.call.show_pending(item)
            if item.rule:
                self.context.core_link.spawn(self._tell_rule(item.rule))
            self.call.busy(name in self.answers.under_way)
            if name in self.answers.denials:
                self.call.show_withdrawn(denied_text(), undo=True, sign=("deny", "danger"))
                newest = self.answers.denials.newest()
                if newest is not None and [pending.call.id for pending in newest.pending] == [name]:
                    self.notice.dismiss()  # it offers the same
            self.right.setCurrentWidget(self.call)
        elif isinstance(item, Proposal):
            self.proposal.show_proposal(item)
            self.proposal.busy(name in self.answers.under_way)
            self.right.setCurrentWidget(self.proposal)
        else:
            self.right.setCurrentWidget(self._unchosen if self.queue.rowCount() else self._answered)

    def _show_several(self) -> None:
        items = [self.queue.item(self.queue.row(name)) for name in self._chosen_names if self.queue.waits(name)]
        calls = [item for item in items if isinstance(item, PendingCall)]
        if len(items) < len(self._chosen_names) and any(map(self.queue.is_gone, self._chosen_names)):
            self.leaving.begin()
        if not items:
            self.several.show_over()
            return
        viewed = {pending.call.id for pending in calls if self._looked.knows(pending)}
        self.several.show_calls(calls, viewed, len(items) - len(calls))
        self.right.setCurrentWidget(self.several)

    def _mark_viewed(self) -> None:
        """A call counts as viewed once its own button is armed."""
        pending = self.call.decision.pending
        if pending is not None and self.call.decision.arming.armed:
            self._looked.note(pending, self._snapshot.pending)

    def step(self, by: int) -> None:
        """Select the item ``by`` rows further (negative: back), past hidden ones; nothing at the end."""
        row = self.queue.row(self.shown or (self._chosen_names[0] if self._chosen_names else "")) + by
        while self.queue.is_hidden(row):
            row += by
        item = self.queue.item(row)
        if item is not None:
            self.choose(key(item))
            self.list.scrollTo(self.queue.index(self.queue.row(self.shown)))

    # Decisions

    def run(self, *, remembered: bool = False) -> None:
        """Approve the shown call as the panel says; ``remembered``: and add the chosen rule."""
        if approval := self.call.approval(remembered=remembered):
            self._leave_decided()
            self._approving = {approval.pending.call.id: approval.pending}
            self.answers.run(approval)

    def accept(self) -> None:
        """Accept the checked changes of the shown proposal."""
        if self.proposal.proposal is not None:
            self._leave_decided()
            self.signing_in.begin(server_of(self.proposal.proposal))
            self.answers.accept(self.shown, self.proposal.chosen())

    def refuse(self) -> None:
        """Reject the shown proposal."""
        if self.proposal.proposal is not None:
            self._leave_decided()
            self.answers.reject(self.shown)

    def _leave_decided(self) -> None:
        """Set the focus to the list, so that typed text does not go to another call; forget calls that ended."""
        self.left.ended.forget_missed()
        focus = QApplication.focusWidget()
        if focus is None or self.right.isAncestorOf(focus):
            (self.list if self.list.isVisible() else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def deny(self, *, remembered: bool = False) -> None:
        """Deny the shown call with the entered reason; ``remembered``: and add the chosen rule."""
        if denial := self.call.denial(remembered=remembered):
            self._leave_decided()
            self.answers.deny(denial)

    def _run_group(self, shown: GroupDecision) -> None:
        if shown.can_run():
            self._leave_decided()
            self.answers.run_all([ApprovalOrder(item, shown.digests[item.call.id]) for item in shown.covered()])

    def _deny_group(self, shown: GroupDecision) -> None:
        if shown.can_deny():
            self._leave_decided()
            self.answers.deny(UndoableDenial(shown.covered(), shown.reason.text().strip()))

    async def _check(self, name: str, text: str) -> None:
        warnings = await self.context.core_link.order(self.context.core_link.guard.check, name, text)
        if self.shown == name:
            self.call.editor.checked(text, warnings)

    def _make_rule(self, calls: Iterable[PendingCall]) -> None:
        """Open the form with a rule that covers the selected calls; they stay pending."""
        self.context.go("rules", f"calls:{' '.join(pending.call.id for pending in calls)}")

    async def _tell_rule(self, id: str) -> None:
        """Let the details of the shown call say what its rule covers."""
        with suppress(RefusedError):  # then they name it by its id
            rules = await self.context.core_link.run(lambda core: core.rules.all())
            rule = next((rule for rule in rules if rule["id"] == id), None)
            if rule is not None:
                self.call.show_rule(rule)

    # Widths of rules

    def _ask_widths(self) -> None:
        pending = self.call.decision.pending
        if pending is not None:
            self.context.core_link.spawn(self._offer_widths(pending))

    async def _offer_widths(self, pending: PendingCall) -> None:
        name, guard = pending.call.id, self.context.core_link.guard
        edited = self.call.edited()  # now: earlier edited arguments may still have been shown when requested
        offer = await self.context.core_link.order(guard.widths, name, edited)
        decision = self.call.decision
        if decision.pending is not None and decision.pending.call.id == name and self.call.edited() == edited:
            is_request = pending.call.is_request
            decision.remember_choice.offer(offer, pending.call.server, edited=edited is not None, is_request=is_request)
            self._count_past()

    def _count_past(self) -> None:
        """Show what each width would have covered, once that is known; the call does not wait for it."""
        pending = self.call.decision.pending
        if pending is not None and self.call.decision.remember_choice.is_on:
            self._counting += 1
            self.context.core_link.spawn(self._count_each(pending, self._counting))

    async def _count_each(self, pending: PendingCall, turn: int) -> None:
        remember_choice, call = self.call.decision.remember_choice, pending.call
        offered: list[tuple[Scope, RuleWidth]] = [*remember_choice.widths.items()]
        offered += [
            ("all", width_of_tool) for width, width_of_tool in remember_choice.widths.items() if width == "tool"
        ]
        for reach, width in offered:
            rule = NewRule(
                client=ANY if remember_choice.is_for_any_client else pattern_for(call.client.id),
                server=pattern_for(call.server), tool=ANY if reach == "all" else pattern_for(call.tool),
                verdict="allow", when=list(width.when),
            )  # fmt: skip
            with suppress(RefusedError):  # without a log, the choice works anyway
                covered, denied, more = await count_past(self.context.core_link, rule, lambda: turn == self._counting)
                if turn != self._counting or not remember_choice.is_on:
                    return
                remember_choice.count(reach, covered, denied, more=more)

    # Results

    def _place(self) -> DecisionPanel | ProposalDetail | BurstDecision:
        """Return the decision panel of what is shown."""
        if self._shows_burst():
            return self.burst
        return self.call.decision if isinstance(self.right.currentWidget(), CallDetail) else self.proposal

    def _busy(self, name: str, busy: bool) -> None:
        if name == self._name():
            right = self.right.currentWidget()
            (right if isinstance(right, CallDetail) else self._place()).busy(busy)

    def _refused(self, name: str, problem: str) -> None:
        right = self.right.currentWidget()
        if name == self._name() and isinstance(right, CallDetail | ProposalDetail):
            (right.decision if isinstance(right, CallDetail) else right).show_error(problem)

    def _leave(self, name: str) -> None:
        """Go to the next item after a final decision, if the item was viewed.

        The snapshot with its end may have come first: then it is left, and what was written for it was used.
        """
        self._decided.add(name)
        is_left = self._ended_state == "left" and name == self._name()
        approved = self._approving.pop(name, None)
        following = self.queue.after(name)
        shown, several = name == self.shown, name in self._chosen_names and len(self._chosen_names) > 1
        if several:
            self._chosen_names = tuple(chosen for chosen in self._chosen_names if chosen != name)
        in_burst = self.queue.burst_of(name) == self.shown != ""
        behind = self.queue.after(self.shown) if in_burst else ""
        self.queue.leave(name)
        if in_burst:
            self._leave_burst(behind)
        elif is_left:
            self.choose(self.queue.first())
        elif shown or (several and not any(map(self.queue.waits, self._chosen_names))):
            self.choose(following)
        if approved is not None:
            self.result.follow(approved)
        self._count()

    def _leave_burst(self, behind: str) -> None:
        """Calls of the shown burst were decided: keep showing the rest, or go to the next item."""
        item = self.queue.item(self.queue.row(self.shown))
        if not isinstance(item, BurstItem) or (behind and not self.queue.pending_of(item)):
            self.choose(behind)
        else:
            self._renew_burst(item)

    def _denied(self, denial: UndoableDenial) -> None:
        names = [pending.call.id for pending in denial.pending]
        above = self.queue.burst_of(names[0])
        if above and above == self.shown:
            behind = self.queue.after(above)
            self.queue.deny(names)
            self.burst.reason.clear()
            self._leave_burst(behind)
            self._count()
            return
        if self.shown not in names and not set(names).intersection(self._chosen_names):
            self.queue.deny(names)  # from a notification: the selection stays
            self._count()
            return
        following = self.queue.after(names[-1])
        self.queue.deny(names)
        if following in names:
            following = self.queue.first()
        self.choose(following or names[0])
        if self.shown == names[0]:
            self._show(names[0], denial.pending[0])
        self._count()

    def _on_denials_sent(self, names: tuple[str, ...]) -> None:
        for name in names:
            self.queue.leave(name)
        if self.shown and self.queue.row(self.shown) < 0 and self._shows_burst():
            self.choose(self.queue.first())
        if self.shown in names:
            self.call.show_withdrawn(self.tr("Denied by you. It did not run."), sign=("deny", "danger"))
            self.leaving.begin()
        self._count()

    def _overtaken(self, name: str) -> None:
        item = self.queue.item(self.queue.row(name))
        self.queue.deny((name,), denied=False)
        if name == self.shown and isinstance(item, PendingCall):
            self._on_withdrawn(item)

    def _undone(self, denial: UndoableDenial) -> None:
        names = [pending.call.id for pending in denial.pending]
        self.queue.deny(names, denied=False)
        self.shown, self._chosen_names = "", ()
        bursts = {self.queue.burst_of(name) for name in names}
        above = bursts.pop() if len(names) > 1 and len(bursts) == 1 else ""
        if above or len(names) == 1:
            self.choose(above or names[0])
        else:
            self.choose_all(names)

    def _note(self, note: ActionNote) -> None:
        if not note.text:
            self.notice.dismiss()
            return
        count = len(note.others)
        similar = self.tr("Approve 1 similar call…") if count == 1 else self.tr("Approve %n similar calls…", "", count)
        self.notice.show_message(
            note.text, similar if count else "", lambda: self.choose_all(note.others),
            back=(lambda: self.answers.undo()) if note.undo else None, tone=note.tone,
        )  # fmt: skip

    # Interface of the page

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count_down()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
        self.leaving.shorten()
        self._away = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Restart the delay: something above, such as a banner, has appeared or disappeared and moved the buttons."""
        super().resizeEvent(event)
        for detail in views_of(self.right, QWidget):
            if isinstance(detail, ProposalDetail | BulkDecision | BurstDecision):
                detail.arming.again()
            elif isinstance(detail, CallDetail):
                detail.decision.arming.again()

    def show_compact(self, on: bool) -> None:
        """Show only the selected item, without the list beside it and its search."""
        if on:
            self.left.search.clear()
        self.left.setVisible(not on)

    def styled_parts(self) -> tuple[QWidget, ...]:
        shown = (
            self._nothing,
            self.sample,
            self.signing_in,
            self.left,
            *views_of(self.right, QWidget),
            self.status_strip,
        )
        return (*shown, self.splitter.handle(1))

    def _shows_burst(self) -> bool:
        return isinstance(self.right.currentWidget(), BurstDecision)

    def _shows_deferred(self) -> bool:
        return isinstance(self.right.currentWidget(), DeferredApprovalDetail)

    def panes(self) -> tuple[QWidget, ...]:
        match self.right.currentWidget():
            case DeferredApprovalDetail() as kept:
                return (self.left.kept.list, kept.button)
            case CallDetail() as call:
                return (self.list, call.decision.deny_button)
            case ProposalDetail() as proposal:
                return (self.list, proposal.refuse_button)
            case BulkDecision() | BurstDecision() as calls:
                return (self.list, calls.deny_button)
        return (self.list,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        of_page: dict[str, Callable[[], object]] = {
            "next": partial(self.step, 1), "previous": partial(self.step, -1), "group": self.choose_similar,
            "undo": self.answers.undo, "take_back": lambda: self._take_back(self.left.kept.shown()),
            "search": partial(self.type_in, self.left.search),
        }  # fmt: skip
        do = self._do_in_detail
        return {**of_page, **{name: partial(do, name) for name in DETAIL_COMMANDS}}

    def unavailable(self) -> AbstractSet[str]:
        available = {"undo"} | ({"take_back"} if self.left.kept.shown() else set())
        if self.shows_queue:
            available |= self._detail_commands().keys()
            available |= {"next", "previous", "search"} if self.queue.rowCount() else set()
            available |= set() if self.left.alike.isHidden() else {"group"}
        return self.commands().keys() - available

    def effects(self) -> Mapping[str, str]:
        shown = self.right.currentWidget()
        return shown.decision.effects() if self.shows_queue and isinstance(shown, CallDetail) else {}

    def _detail_commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what keys do in the shown view, by `WindowAction`; without text, Ctrl+F searches the list."""
        shown = self.right.currentWidget()
        commands = shown.commands() if isinstance(shown, CallDetail | GroupDecision | ProposalDetail) else {}
        return {"find": partial(self.type_in, self.left.search), **commands}

    def _do_in_detail(self, name: str) -> None:
        command = self._detail_commands().get(name)
        if command is not None:
            command()

    @property
    def shows_queue(self) -> bool:
        """Whether the page has items; otherwise it shows what to do first."""
        return self._stack.currentWidget() is self.splitter

    def row_lists(self) -> tuple[QWidget, ...]:
        return (self.left.kept.list,)

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        buttons: dict[str, QAbstractButton] = {}
        match self.right.currentWidget():
            case CallDetail() as call:
                decision = call.decision
                buttons = {
                    "approve": decision.run_button, "deny": decision.deny_button, "allow": decision.allow_button,
                    "forbid": decision.forbid_button, "next_call": decision.next_call, "undo": decision.take_back,
                    "edit": call.edit,
                }  # fmt: skip
            case ProposalDetail() as proposal:
                buttons = {"approve": proposal.accept_button, "deny": proposal.refuse_button}
            case GroupDecision() as calls:
                buttons = {"approve": calls.run_button, "deny": calls.deny_button, "rule": calls.rule_button}
        deferred_buttons = {"take_back": self.kept.button} if self._shows_deferred() else {}
        return {self.list: {**buttons, "group": self.left.alike}, self.left.kept.list: deferred_buttons}

    def remember(self) -> None:
        self.answers.flush()
        super().remember()
