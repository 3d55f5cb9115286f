"""Sends the person's decisions on pending calls to the gate, and undoes them where possible.

An approval takes effect at once and cannot be undone. A denial is sent after some seconds (`undoable_denials`), while
its call stays pending; that of a call whose approval waits for authentication is sent at once, and ends the
authentication. A new rule takes effect at once and can be removed again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from toolguard.gate.approver import Approver
from toolguard.gate.model import DeferredApproval, PendingCall, Snapshot
from toolguard.gate.policy.rules import Rule, RuleRequest, RuleSet, pattern_for
from toolguard.services.interface import RefusedError
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.queue.undoable_denials import UNDO_SECONDS, UndoableDenial

MESSAGE_DURATION = 15.0
"""Seconds after which a message about an action disappears."""


@dataclass(frozen=True, slots=True)
class ActionNote:
    """An action. ``undo``: whether it can be undone; ``others``: calls that the same decision could cover.

    ``tone``: ``caution`` if it was not done, or the calls did not run.
    """

    text: str = ""
    undo: bool = False
    others: tuple[str, ...] = ()
    tone: Literal["ok", "caution"] = "ok"


@dataclass(frozen=True, slots=True)
class ApprovalOrder:
    """A call to approve: exactly the one with the digest that was shown, or its edited form."""

    pending: PendingCall
    shown: str
    remember: RuleRequest | None = None
    edited: str | None = None
    despite: tuple[str, ...] = ()
    """The secrets in it that the person knowingly releases."""


class ApprovalActions(QObject):
    """The actions of the page Pending. Names are the calls' ids."""

    busy = Signal(str, bool)
    """An order about this call has started or ended."""
    batch = Signal(bool)
    """An order about several calls has started or ended."""
    refused = Signal(str, str)
    """The gate refused an order: the call's id, and why."""
    decided = Signal(str)
    denied = Signal(object)
    """A `UndoableDenial` that was accepted. Most can still be undone."""
    denial_sent = Signal(object)
    """The names of calls that the gate has denied."""
    undone = Signal(object)
    """A `UndoableDenial` that was undone: its calls are pending as before."""
    overtaken = Signal(str)
    allowed_next = Signal(str, str)
    """The result of allowing the next identical call."""
    approval_revoked = Signal(str)
    """A deferred approval was revoked or is no longer valid."""
    note = Signal(object)

    def __init__(self, context: PageContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._snapshot = Snapshot()
        self._kept: set[str] | None = None
        self.denials = context.denials
        self.denials.due.connect(self._send_later)
        self.denials.changed.connect(self._show_undo)
        self.denials.overtaken.connect(self._overtaken)
        self._rule: tuple[RuleRequest, float] | None = None
        self._note = ActionNote()
        self._until = QTimer(self, singleShot=True, interval=round(UNDO_SECONDS * 1000))
        self._until.timeout.connect(self._forget_rule)
        self._fade = QTimer(self, singleShot=True, interval=round(MESSAGE_DURATION * 1000))
        self._fade.timeout.connect(lambda: self._show_note(ActionNote()))
        self._denied_at = 0.0
        self.under_way: set[str] = set()
        """What is being approved: authentication can take a while. What is denied meanwhile leaves it."""
        self.in_batch = False
        """Whether an order about several calls is running."""

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        self._context.core_link.spawn(work)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Report decisions that were kept since the previous snapshot."""
        names = {approval.id for approval in snapshot.tickets}
        new = [approval for approval in snapshot.tickets if self._kept is not None and approval.id not in self._kept]
        if new:
            self._report_saved(new)
        self._snapshot, self._kept = snapshot, names
        self.denials.set_snapshot(snapshot)

    # The person's decisions

    def run(self, approval: ApprovalOrder) -> None:
        """Approve a call; failure is reported, and nothing is retried."""
        self._spawn(self._run(approval, self._context.core_link.approver()))

    def run_all(self, approvals: Sequence[ApprovalOrder]) -> None:
        """Approve several calls with one proof of presence; each failure is reported."""
        self._spawn(self._run_all(approvals, self._context.core_link.approver()))

    def deny(self, denial: UndoableDenial) -> None:
        """Deny, in a way that can be undone for a while unless an approval of the calls is under way."""
        self._denied_at = time.monotonic()
        denial = replace(denial, approver=self._context.core_link.approver())  # a timer sends it to the gate later
        names = {pending.call.id for pending in denial.pending}
        at_once = not names.isdisjoint(self.under_way)
        self.under_way -= names
        self.denials.add(denial, at_once=at_once)
        self.denied.emit(denial)

    def accept(self, name: str, parts: tuple[str, ...] | None = None) -> None:
        """Accept a proposal, or only the named parts of it; its other parts are denied."""
        core_link = self._context.core_link
        self._spawn(self._ordered(name, partial(core_link.guard.accept, name, parts, approver=core_link.approver())))

    def reject(self, name: str) -> None:
        """Deny a proposal with all its parts."""
        core_link = self._context.core_link
        self._spawn(self._ordered(name, partial(core_link.guard.reject, name, approver=core_link.approver())))

    def allow_next(self, name: str) -> None:
        """Allow the next repetition of the call ``name`` once, after its client gave up while it was pending."""
        self._spawn(self._allow_next(name, self._context.core_link.approver()))

    def take_back(self, ticket: str) -> None:
        """Revoke a deferred approval that no call has used."""
        self._spawn(self._take_back(ticket, self._context.core_link.approver()))

    def undo(self, name: str = "") -> None:
        """Undo the last action, or the denial of the call ``name``. An approval cannot be undone."""
        if not name and self._rule is not None and self._rule[1] >= self._denied_at:
            remember, _ = self._rule
            self._forget_rule()
            self._spawn(self._remove(remember))
            return
        denial = self.denials.undo(name)
        if denial is not None:
            self.undone.emit(denial)

    def flush(self) -> None:
        """Send undoable denials to the gate now."""
        self.denials.flush()

    # Carrying out decisions

    async def _ordered(self, name: str, order: Callable[[], Coroutine[Any, Any, str]]) -> bool:
        self.under_way.add(name)
        self.busy.emit(name, True)
        try:
            problem = await self._context.core_link.order_text(order)
        finally:
            self.under_way.discard(name)
            self.busy.emit(name, False)
        if problem:
            self.refused.emit(name, problem)
        else:
            self.decided.emit(name)
        return not problem

    def _approve(self, order: ApprovalOrder, approver: Approver) -> Callable[[], Coroutine[Any, Any, str]]:
        return partial(
            self._context.core_link.guard.approve, order.pending.call.id, approver=approver, shown=order.shown,
            remember=order.remember, edited=order.edited, despite=order.despite,
        )  # fmt: skip

    async def _run(self, order: ApprovalOrder, approver: Approver) -> None:
        others = self._others(order)
        if await self._ordered(order.pending.call.id, self._approve(order, approver)) and order.remember is not None:
            self._rule = (order.remember, time.monotonic())
            self._until.start()
            self._show_note(
                ActionNote(self.tr("Rule added: calls like this are now allowed."), undo=True, others=others)
            )

    def _others(self, order: ApprovalOrder) -> tuple[str, ...]:
        """Return the pending calls that the new rule would have allowed. None of them runs automatically."""
        requested, tool = order.remember, order.pending.tool
        if requested is None or requested.verdict != "allow" or order.pending.call.is_request:
            return ()
        rule = Rule(
            id="", client=pattern_for(requested.client), server=pattern_for(requested.server),
            tool=pattern_for(requested.tool), verdict="allow", when=requested.when,
        )  # fmt: skip
        rules = RuleSet()
        waiting = (pending for pending in self._snapshot.pending if pending.call.id != order.pending.call.id)
        return tuple(
            pending.call.id
            for pending in waiting
            if rules.matches(rule, pending.call)
            and pending.call.id not in self.denials
            and (rule.tool == "*" or pending.tool == tool)
        )

    def _set_batch(self, under_way: bool) -> None:
        self.in_batch = under_way
        self.batch.emit(under_way)

    async def _run_all(self, approvals: Sequence[ApprovalOrder], approver: Approver) -> None:
        problems = []
        core_link = self._context.core_link
        self._set_batch(True)
        shown = {order.pending.call.id: order.shown for order in approvals}
        self.under_way |= shown.keys()
        try:
            outcomes = await core_link.order(core_link.guard.approve_all, shown, approver=approver)
        finally:
            denied = shown.keys() - self.under_way
            self.under_way -= shown.keys()
            self._set_batch(False)
        ran = 0
        for order in approvals:
            problem = core_translation.local(outcomes[order.pending.call.id])
            if not problem:
                ran += 1
                self.decided.emit(order.pending.call.id)
            elif order.pending.call.id not in denied:
                problems.append(f"{untrusted_text.shortened(order.pending.call.tool, 40)}: {problem}")
        if not ran and not problems:
            return
        text = self.tr("Approved 1 call.") if ran == 1 else self.tr("Approved %n calls.", "", ran)
        self._show_note(ActionNote("\n".join([text, *problems[:3]]), tone="caution" if problems else "ok"))

    async def _allow_next(self, name: str, approver: Approver) -> None:
        self.busy.emit(name, True)
        try:
            problem = await self._context.core_link.order_text(
                self._context.core_link.guard.allow_next, name, approver=approver
            )
        finally:
            self.busy.emit(name, False)
        self.allowed_next.emit(name, problem)

    async def _take_back(self, ticket: str, approver: Approver) -> None:
        problem = await self._context.core_link.order_text(
            self._context.core_link.guard.revoke, ticket, approver=approver
        )
        if problem:
            self._show_note(ActionNote(problem, tone="caution"))
        else:
            self._show_note(ActionNote(self.tr("Undone. You will be asked about the next call like this.")))
            self.approval_revoked.emit(ticket)

    def _send_later(self, denial: UndoableDenial) -> None:
        self._spawn(self._send_denial(denial))

    async def _send_denial(self, denial: UndoableDenial) -> None:
        core_link = self._context.core_link
        for pending in denial.pending:
            name = pending.call.id
            problem = await core_link.order_text(
                core_link.guard.deny, name, approver=denial.approver, reason=denial.reason, remember=denial.remember
            )
            if problem:
                self.denials.failed(name)
                self.refused.emit(name, problem)
                self._show_note(ActionNote(self.tr("Could not deny: {0}").format(problem), tone="caution"))
            else:
                self.denial_sent.emit((name,))

    async def _remove(self, remember: RuleRequest) -> None:
        try:
            await self._context.core_link.run(lambda core: core.rules.remove(remember.id))
        except RefusedError as why:
            text = self.tr("Could not remove the rule: {0}").format(untrusted_text.visible(str(why)))
            self._show_note(ActionNote(text, tone="caution"))
        else:
            self._show_note(ActionNote(self.tr("Rule removed. The call you approved has already run.")))

    # Messages about results

    def _overtaken(self, pending: PendingCall) -> None:
        tool = untrusted_text.shortened(pending.call.tool, 40)
        text = self.tr("{0} ended before your denial took effect. It did not run.").format(tool)
        self._show_note(ActionNote(text, tone="caution"))
        self.overtaken.emit(pending.call.id)

    def _report_saved(self, saved: Sequence[DeferredApproval]) -> None:
        """Say that nobody waited: the call did not run, and the decision applies to its repetition."""
        tool = untrusted_text.shortened(saved[0].call.tool, 40)
        text = self.tr("{0} did not run. Your decision is saved for its next identical call.").format(tool)
        if len(saved) > 1:
            text = self.tr(
                "%n calls did not run. Your decisions are saved for the next identical ones.", "", len(saved)
            )
        self._show_note(ActionNote(text, tone="caution"))

    def _forget_rule(self) -> None:
        self._rule = None
        self._until.stop()
        if self._note.undo:
            self._show_note(ActionNote(others=self._note.others, text=self._note.text))

    def _show_undo(self) -> None:
        newest = self.denials.newest()
        if newest is None:
            if self._rule is None:
                self._show_note(ActionNote())
            return
        first = untrusted_text.shortened(newest.pending[0].call.tool, 40)
        many = self.tr("Denied %n calls", "", len(newest.pending))
        self._show_note(
            ActionNote(self.tr("Denied {0}").format(first) if len(newest.pending) == 1 else many, undo=True)
        )

    def _show_note(self, note: ActionNote) -> None:
        self._note = note
        self._fade.start() if note.text and not note.undo else self._fade.stop()
        self.note.emit(note)
