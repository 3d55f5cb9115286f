"""API of the gate for edges and window: join a session, approve, deny, stop, snapshot. Lives on the core's loop.

Only the methods here approve a pending call or accept a proposal, and only the window and ToolGuard's own terminal
receive them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from toolguard.gate import approver as approvers
from toolguard.gate import deciders, jsonrpc, model
from toolguard.gate.approvals.deferred_approvals import LIFETIME, deferred_approval_id
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.approvals.presence import PresenceError, PresencePolicy, call_prompt, change_prompt
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approvals.proposals import ProposalResult
from toolguard.gate.approver import UNKNOWN, Approver
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed
from toolguard.gate.policy.argument_injection import forbidden_arguments, pointers
from toolguard.gate.policy.conditions import unseen_code
from toolguard.gate.policy.conditions.widths import RuleWidth, widths
from toolguard.gate.policy.policy import PANIC, leak_warning
from toolguard.gate.policy.rule_ends import EXTERNAL_ENDS, MAX_BOUND_SECONDS, MAX_IDLE, MIN_IDLE
from toolguard.gate.policy.rules import (
    ANY,
    ORGANIZATION,
    AllowRulePolicy,
    Rule,
    RuleRequest,
    complete_pins,
    covered_definitions,
    definition_of,
    pattern_for,
)
from toolguard.gate.policy.tool_visibility import VisibilityRule
from toolguard.gate.session.inflight_call import ResumedSession
from toolguard.gate.session.inflight_call import edited as edited_call
from toolguard.gate.session.session import Session
from toolguard.gate.session.upstream import ClientChannel, Opener
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import CodedText, coded

_MAX_RUNNING = 500  # running calls in one snapshot
_MAX_ONGOING = 200


class GateApi:
    """All sessions, and the orders of a person. ``keep`` saves a rule permanently or raises ValueError."""

    def __init__(
        self,
        gate: GateContext,
        *,
        keep: Callable[[Rule], None],
        trouble: Callable[[], tuple[str, ...]],
        presence: PresencePolicy,
        alarm: Callable[[], model.Alarm] = lambda: "",
    ) -> None:
        self.gate = gate
        self.proposals = gate.proposals
        self._presence = presence
        presence.on_change(gate.changed)
        self._alarm = alarm
        self._keep = keep
        self._trouble = trouble
        self._sessions: dict[str, Session] = {}
        self._stopping = TaskSet()
        gate.tools.on_list(self._complete_rules)
        gate.tools.on_list(self._show_listed_tools)

    # --- sessions ---------------------------------------------------------------------------------------------

    def new_session(self) -> str:
        """Return an id that sorts by time: milliseconds since the epoch and 4 random bytes, in hexadecimal."""
        return f"{int(self.gate.clock() * 1000):012x}{secrets.token_hex(4)}"

    async def join(
        self,
        session: str,
        caller: model.ClientInfo,
        server: str,
        client: ClientChannel,
        opener: Opener,
        resumed: ResumedSession | None = None,
    ) -> None:
        """Relay between ``client`` and ``server`` until the client disconnects and everything has ended."""
        joined = Session(session, caller, server, client, opener, self.gate, resumed)
        self._sessions[session] = joined
        self.gate.renewed()
        try:
            await asyncio.get_running_loop().create_task(joined.run(client))  # own task: it wakes for each message
        finally:
            del self._sessions[session]
            self._presence.forget(session)
            for rule in self.gate.rules.bound:
                if rule.session == session:
                    self.gate.end_rule(rule, coded("gate.session_ended_rule"))
            self.gate.renewed()

    def sessions(self) -> tuple[str, ...]:
        """Return the ids of the open sessions, in the order in which they joined."""
        return tuple(self._sessions)

    def _show_listed_tools(self, server: str) -> None:
        """Update pending calls of sessions with ``server`` after a list of tools arrived."""
        for session in self._sessions.values():
            if session.server == server:
                session.calls.show_listed_tools()

    async def detach_request(self, session: str, request: Id) -> None:
        """Answer a request whose client left but can retry: see `CallLifecycle.detach`."""
        if session in self._sessions:
            await self._sessions[session].calls.detach(request)

    def is_pending(self, session: str, request: Id) -> bool:
        """Return whether the call of this request is pending, in a session or one behind it."""
        behind = f"{session}."
        sessions = (candidate for id, candidate in self._sessions.items() if id == session or id.startswith(behind))
        return any(candidate.calls.is_pending(request) for candidate in sessions)

    def was_deferred(self, session: str, request: Id) -> bool:
        """Return whether this request was answered "retry"."""
        return session in self._sessions and self._sessions[session].calls.was_deferred(request)

    async def end(self, sessions: Iterable[str], reason: str) -> int:
        """End sessions: deny pending calls and cancel running ones; return the number of sessions."""
        ending = [self._sessions[session] for session in sessions if session in self._sessions]
        await asyncio.gather(*(session.dismiss(reason) for session in ending))
        return len(ending)

    # --- what is shown ----------------------------------------------------------------------------------------

    def snapshot(self) -> model.Snapshot:
        """Return what the window shows, as it is at this moment."""
        running: list[model.RunningCall] = []
        for session in self._sessions.values():
            running += session.running()
        running.sort(key=lambda running_call: running_call.since)
        trouble = (self.gate.log.trouble,) if self.gate.log.trouble else ()
        return model.Snapshot(
            pending=self.gate.pending.all(),
            leaked=tuple(self.gate.leaked),
            proposals=self.proposals.all(),
            failed_changes=tuple(self.proposals.failed),
            ongoing=self._ongoing(),
            running=tuple(running[:_MAX_RUNNING]),
            running_count=len(running),
            sessions=tuple(session.connected() for session in self._sessions.values()),
            authenticating=self._presence.questions,
            trouble=(*trouble, *self._trouble()),
            panic=self.gate.panic,
            sees_screen=self.gate.person.sees_screen,
            forbidden_ends=self.gate.rules.allows.forbidden_ends(),
            watching=any(rule.until in ("lock", "idle") for rule in self.gate.rules.bound),
            alarm=self._alarm() or ("refusing" if trouble else ""),
            log_prevents="calls" if trouble else "" if self.gate.trusts_log() else "rules",
            recorded=self.gate.log.recorded,
            edition=self.gate.edition,
            tickets=self.gate.deferred_approvals.all(self.gate.clock()),
            pauses=self.gate.prompt_limits.pauses(self.gate.clock()),
        )

    def _ongoing(self) -> tuple[model.OngoingCall, ...]:
        gate = self.gate
        if not (ongoing_calls := (*gate.continuations.all(gate.clock()), *gate.tasks.all())):
            return ()
        joined = {(session.caller.id, session.server) for session in self._sessions.values()}
        there = (
            ongoing for ongoing in ongoing_calls if (ongoing.client, ongoing.server) in joined
        )  # nobody else could continue them
        return tuple(sorted(there, key=lambda ongoing: ongoing.since)[-_MAX_ONGOING:])

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        return self.gate.on_change(listener)

    # --- the person -------------------------------------------------------------------------------------------

    async def observe(self, *, locked: bool | None, idle: float | None) -> None:
        """Store a report of the desktop's state (`PersonWatch.report`). It can end rules, never prolong them."""
        before = self.gate.person.sees_screen
        self.gate.end_rules()  # by the previous report
        self.gate.person.report(locked=locked, idle=idle)
        self.gate.end_rules()
        if before != self.gate.person.sees_screen:
            self.gate.changed()

    def _note_presence(self) -> None:
        """Record that the person is present, because they decided something."""
        self.gate.end_rules()
        self.gate.person.note_presence()
        self.gate.prompt_limits.reset()

    # --- orders of a person -----------------------------------------------------------------------------------

    async def approve(
        self, call_id: str, *, shown: str, remember: RuleRequest | None = None, edited: str | None = None,
        despite: tuple[str, ...] = (), approver: Approver = UNKNOWN,
    ) -> str:  # fmt: skip
        """Approve a pending call, once. ``shown`` is the digest of what the person saw. Return "" or why it is not
        possible.

        ``edited`` is a JSON object that replaces the arguments. ``despite`` names the secrets in it that the person
        knowingly releases. ``approver`` is recorded: the window or terminal of the decision.
        """
        checked = self._prepare_approval(call_id, shown, edited, despite, approver)
        if isinstance(checked, str):
            return checked
        pending, decision = checked
        if remember is not None and remember.tool != ANY and pending.tool is not None and pending.tool.unpinnable:
            reason = coded("gate.no_rule_can_allow", reason=pending.tool.unpinnable)
            return coded("gate.rule_not_kept_nothing", reason=reason)
        try:
            presence = await self._prove_calls((pending,), remember, lambda: self._is_pending(pending))
        except PresenceError as why:
            return coded("gate.not_approved", reason=why)
        if presence is not None:  # time has passed
            checked = self._prepare_approval(call_id, shown, edited, despite, approver, before=pending)
            if isinstance(checked, str):
                return checked
            pending, decision = checked[0], msgspec.structs.replace(checked[1], presence=presence)
        return self._decide(call_id, decision, remember, definition_of(pending.tool))

    async def approve_all(self, shown: Mapping[str, str], *, approver: Approver = UNKNOWN) -> dict[str, str]:
        """Approve pending calls, each by the digest that was shown, with one proof of presence.

        Returns for each "" or why it was not approved. Calls with secrets are approved one by one.
        """
        answers: dict[str, str] = {}
        ready: list[model.PendingCall] = []
        for call_id, digest in shown.items():
            checked = self._prepare_approval(call_id, digest, None, (), approver)
            if isinstance(checked, str):
                answers[call_id] = checked
            else:
                ready.append(checked[0])
        presence = None
        try:
            if ready:
                presence = await self._prove_calls(ready, None, lambda: any(map(self._is_pending, ready)))
        except PresenceError as why:
            return answers | {pending.call.id: coded("gate.not_approved", reason=why) for pending in ready}
        for pending in ready:
            call_id = pending.call.id
            checked = self._prepare_approval(call_id, shown[call_id], None, (), approver, before=pending)
            if isinstance(checked, str):
                answers[call_id] = checked
            else:
                decision = msgspec.structs.replace(checked[1], presence=presence)
                answers[call_id] = self._decide(call_id, decision, None, "")
        return answers

    def _prepare_approval(
        self, call_id: str, shown: str, edited: str | None, despite: tuple[str, ...], approver: Approver, *,
        before: model.PendingCall | None = None,
    ) -> tuple[model.PendingCall, Decision] | str:  # fmt: skip
        """Return the pending call and its approval, or why it cannot be approved.

        ``before``: as it was when the person approved it. They must have read what is known of it now.
        """
        pending = self.gate.pending.get(call_id)
        if pending is None:
            return _ALREADY_DECIDED
        if pending.shown != shown or (before is not None and pending.facts != before.facts):
            return coded("gate.call_not_shown_look")
        if edited is not None and pending.call.is_from_server:
            return coded("gate.request_not_edited")
        try:
            arguments = None if edited is None else jsonrpc.decode_arguments(edited)
        except Malformed as why:
            return coded("gate.edited_arguments_refused", reason=why.reason)
        if arguments is not None and (why_not := self._forbidden_text(pending, arguments)):
            return why_not
        leaks = self._leaks(arguments)
        if leaks and self.gate.leaks is not None and self.gate.leaks.refuses:
            return coded("gate.edited_arguments_hold_secret", secrets=tuple(leaks))
        if not set(pending.leaks).issuperset(leaks):
            return coded("gate.take_secret_out", problem=leak_warning(leaks))
        if not set(despite).issuperset(pending.leaks):
            return coded("gate.confirm_secret_may_leave", problem=leak_warning(pending.leaks))
        return pending, Decision("allow", "person", arguments=arguments, approver=approver)

    def _is_pending(self, pending: model.PendingCall) -> bool:
        return self.gate.pending.get(pending.call.id) is not None

    # --- presence ---------------------------------------------------------------------------------------------

    async def _prove_calls(
        self, calls: Iterable[model.PendingCall], remember: RuleRequest | None, is_needed: Callable[[], bool]
    ) -> PresenceProof | None:
        """Return proof of presence for approving these calls; None if none needs it. Raises `PresenceError`.

        Proof is requested as long as it is ``is_needed``. A rule to remember needs a proof of its own.
        """
        calls = tuple(calls)
        if not any(self._presence.needs_proof(pending, remember) for pending in calls):
            return None
        names = [[pending.call.tool, pending.call.server, pending.call.client.id] for pending in calls]
        prompt = call_prompt(names if self.gate.leaks is None else self.gate.leaks.mask(names))
        sessions = [pending.call.session for pending in calls] if remember is None else ()
        return await self._presence.prove_while(prompt, sessions, is_needed, self.gate.on_change)

    async def cancel_authentication(self, id: str) -> str:
        """Withdraw an authentication prompt; what waits for it is not approved. Return "" or why it is not possible."""
        return (
            "" if self._presence.withdraw(coded("gate.cancelled_authentication"), id) else coded("gate.question_gone")
        )

    async def check(self, call_id: str, edited: str) -> tuple[str, ...]:
        """Return warnings about ``edited`` in place of the pending call's arguments."""
        pending = self.gate.pending.get(call_id)
        if pending is None:
            return (_ALREADY_DECIDED,)
        try:
            arguments = jsonrpc.decode_arguments(edited)
        except Malformed as why:
            return (coded("gate.edited_arguments_refused", reason=why.reason),)
        if why_not := self._forbidden_text(pending, arguments):
            return (why_not,)
        call, leaks = pending.call, self._leaks(arguments)
        if call.is_request:
            return (leak_warning(leaks),) if leaks else ()
        of_schema = self.gate.tools.warnings(call.server, call.tool, arguments, call.session, call.injected)[0]
        warnings = (*of_schema, *unseen_code.warnings(arguments))
        if self.gate.leaks is None or not leaks:
            return warnings
        return (leak_warning(leaks), *self.gate.leaks.mask(list(warnings)))

    def _forbidden_text(self, pending: model.PendingCall, arguments: dict[str, Any]) -> str:
        """Return why edited arguments cannot be sent: they set injected ones, or a rule denies them; "" if they can."""
        schema = pending.tool.input_schema if pending.tool else None
        problem = forbidden_arguments(arguments, pointers(pending.call.injected), schema)
        if problem:
            return coded("gate.edited_arguments_problem", problem=problem)
        ruling = self.gate.ruling(edited_call(pending.call, arguments), pending.tool, self.gate.clock())
        if ruling.verdict == "deny" and ruling.rule is not None:
            return coded("gate.edited_arguments_refused", reason=coded("gate.rule_denies", id=ruling.rule.id))
        return ""

    def _leaks(self, arguments: dict[str, Any] | None) -> tuple[str, ...]:
        """Return the names of secrets whose values a person wrote into a call."""
        if arguments is None or self.gate.leaks is None:
            return ()
        return self.gate.leaks.find(jsonrpc.encode(arguments))

    async def deny(
        self, call_id: str, *, reason: str = "", remember: RuleRequest | None = None, approver: Approver = UNKNOWN
    ) -> str:
        """Deny a pending call; the model receives ``reason``. Return "" or why it is not possible."""
        if self.gate.pending.get(call_id) is None:
            return _ALREADY_DECIDED
        decision = Decision("deny", "person", reason.strip()[:2000], approver=approver)
        return self._decide(call_id, decision, remember, "")

    def _decide(self, call_id: str, decision: Decision, requested: RuleRequest | None, fingerprint: str) -> str:
        """Add the requested rule, or decide nothing; then decide the call, and other calls that the rule denies."""
        pending = self.gate.pending.get(call_id)
        if pending is None:
            return _ALREADY_DECIDED
        self._note_presence()
        rule = None
        if requested is not None:
            try:
                rule = self._add_rule(
                    self._make_rule(requested, pending, decision, fingerprint), "person", decision.approver
                )
            except (ValueError, model.LogWriteError) as why:
                return coded("gate.rule_not_kept_nothing", reason=why)
        settled = self.gate.pending.settle(call_id, decision)
        if decision.state == "deny":  # also what was approved before and no call has used
            self._revoke(deferred_approval_id(pending.call, pending.tool), decision.approver)
        if rule is not None:
            self._apply_rule(rule)
        return "" if settled else _ALREADY_DECIDED

    async def end_pause(self, client: str, server: str, *, approver: Approver = UNKNOWN) -> str:
        """Ask about calls of ``client`` to ``server`` again. Return "" or why there is no pause."""
        if not self.gate.prompt_limits.resume(client, server):
            return coded("gate.no_pause")
        change = coded("gate.pause_ended", client=client, server=server)
        self.gate.note(model.ConfigChanged(what=change, by="person", approver=approver))
        self.gate.changed()
        return ""

    async def allow_next(self, call_id: str, *, approver: Approver = UNKNOWN) -> str:
        """Allow the next identical call, once, after the client gave this one up while it was pending."""
        missed = self.gate.pending.take_missed(call_id)
        if missed is None:
            return coded("gate.call_cannot_allowed_more")
        if missed.leaks:
            return coded("gate.asked_again_for_secret", problem=leak_warning(missed.leaks))
        allowed = False
        try:
            presence = await self._prove_calls((missed,), None, lambda: not self.gate.closing)
            call, expires = missed.call, self.gate.clock() + LIFETIME
            self.gate.log.write(
                model.DecisionDeferred(session=call.session, call=call.id, client=call.client.id, server=call.server,
                         tool=call.tool, expires=expires, presence=presence or msgspec.UNSET, approver=approver)
            )  # fmt: skip
            await self.gate.log.durable()
            allowed = True
        except PresenceError as why:
            return coded("gate.not_allowed", reason=why)
        except model.LogWriteError as why:
            return coded("gate.not_recorded_nothing_allowed", reason=why)
        finally:
            if not allowed:
                self.gate.pending.remember_missed(missed)
        id = deferred_approval_id(call, missed.tool)
        self.gate.deferred_approvals.put(
            model.DeferredApproval(id=id, call=call, expires=expires, presence=presence, approver=approver)
        )
        self.gate.changed()
        return ""

    async def revoke(self, ticket: str, *, approver: Approver = UNKNOWN) -> str:
        """Revoke an approval that no call has used yet."""
        return "" if self._revoke(ticket, approver) else coded("gate.approval_already_gone_used")

    def _revoke(self, ticket: str, approver: Approver) -> bool:
        """Revoke a deferred approval and record that; return False if there is none."""
        revoked = self.gate.deferred_approvals.take(ticket, self.gate.clock())
        if revoked is None:
            return False
        detail = f"{revoked.call.tool} {revoked.call.id}"
        self.gate.note(
            model.ConfigChanged(what=coded("gate.approval_taken_back"), by="person", detail=detail, approver=approver)
        )
        self.gate.changed()
        return True

    async def stop(self, call_id: str) -> str:
        """Cancel a running call at its server and answer the client. Return "" or why it is not possible."""
        for session in list(self._sessions.values()):
            if await session.calls.stop(call_id):
                return ""
        return coded("gate.call_not_running_more")

    async def stop_all(self) -> str:
        calls = [running.call.id for session in self._sessions.values() for running in session.calls.running()]
        await asyncio.gather(*map(self.stop, calls))
        return ""

    # --- panic ------------------------------------------------------------------------------------------------

    def panic(self, on: bool) -> None:
        """Deny every pending and new call, and cancel running ones, until this is turned off.

        Approvals that no call has used are revoked, because their calls are still to come.
        """
        if on == self.gate.panic:
            return
        self.gate.set_panic(on)
        if on:
            for pending in self.gate.pending.all():
                self.gate.pending.settle(pending.call.id, PANIC)
            for ticket in self.gate.deferred_approvals.all(self.gate.clock()):
                self._revoke(ticket.id, approvers.acting.get())
            self._stopping.start(self.stop_all())
        self.gate.renewed()

    # --- exposure ---------------------------------------------------------------------------------------------

    async def set_visibility(self, switches: Iterable[VisibilityRule]) -> None:
        """Replace the visibility rules, and notify every client whose list of tools may have changed."""
        self.gate.tool_visibility.replace(switches)
        await self.notify_tools_changed()

    async def notify_tools_changed(self) -> None:
        """Notify every client that its list of tools may have changed."""
        self.gate.renewed()
        for session in list(self._sessions.values()):
            await session.notify_tools_changed()

    # --- rules ------------------------------------------------------------------------------------------------

    async def widths(self, call_id: str, edited: str | None = None) -> tuple[RuleWidth, ...]:
        """Return the possible widths of a rule from a pending call, narrowest first; empty if there is no call.

        ``edited`` are the arguments that would replace the call's own.
        """
        pending = self.gate.pending.get(call_id)
        try:
            arguments = None if edited is None else jsonrpc.decode_arguments(edited)
        except Malformed:
            return ()
        return () if pending is None else self._widths(pending, arguments)

    def _widths(self, pending: model.PendingCall, arguments: dict[str, Any] | None) -> tuple[RuleWidth, ...]:
        schema = pending.tool.input_schema if pending.tool is not None else None
        offers = widths(
            pending.call.arguments if arguments is None else arguments,
            schema,
            self.gate.rules.paths(pending.call.server),
        )
        # The conditions of other widths would show a secret.
        return tuple(width for width in offers if width.width == "tool" or not pending.leaks)

    def _make_rule(
        self, requested: RuleRequest, pending: model.PendingCall, decision: Decision, fingerprint: str
    ) -> Rule:
        """Make the requested rule from a pending call. Raises ValueError if it differs from what was shown."""
        call, allow = pending.call, requested.verdict == "allow"
        proposed = next(
            (width for width in self._widths(pending, decision.arguments) if width.width == requested.width), None
        )
        named = ((requested.client, call.client.id), (requested.server, call.server), (requested.tool, call.tool))
        if (
            proposed is None
            or requested.method != call.method
            or requested.verdict != decision.state
            or any(place not in (ANY, own) for place, own in named)
            or (allow and requested.server == ANY)
            or (allow and requested.definition not in (None, fingerprint))
            or (requested.width != "tool" and ANY in (requested.server, "" if call.is_request else requested.tool))
            or msgspec.json.encode(proposed.when) != msgspec.json.encode(requested.when)
        ):
            raise ValueError(coded("gate.rule_not_for_call"))
        now = self.gate.clock()
        expires = now + requested.seconds if requested.seconds else requested.expires
        lasting = requested.until == "always" and not 0 < expires <= now + MAX_BOUND_SECONDS
        if allow and lasting and not proposed.always:
            raise ValueError(coded("gate.rule_not_for_good"))
        if call.is_request:
            requested = msgspec.structs.replace(requested, tool=ANY)
        rule = Rule(
            id=requested.id or secrets.token_hex(4), client=pattern_for(requested.client),
            server=pattern_for(requested.server), tool=pattern_for(requested.tool), method=pattern_for(call.method),
            verdict=requested.verdict, until=requested.until, when=proposed.when, expires=expires,
            session=call.session if requested.until == "disconnect" else "",
            idle=requested.idle if requested.until == "idle" else 0.0,
            fingerprint=fingerprint if allow and requested.tool != ANY else "", created=now, by="person",
        )  # fmt: skip
        if allow and requested.tool == ANY and not call.is_request:
            rule = msgspec.structs.replace(
                rule, covers=covered_definitions(rule, self.gate.tools.of(requested.server)) or None
            )
        return rule

    def add_rule(self, rule: Rule, *, by: str) -> None:
        """Add a rule, record it and, if ``always``, save it; raises what saving and the log raise.

        A deny rule also applies to pending calls. An allow rule does not, because it would run what nobody was shown.
        """
        self._apply_rule(self._add_rule(rule, by, approvers.of(by)))

    def set_organization(self, rules: Iterable[Rule], allows: AllowRulePolicy) -> None:
        """Replace the rules and restrictions of an organization."""
        for rule in [rule for rule in self.gate.rules if rule.by == ORGANIZATION]:
            self.gate.rules.remove(rule.id, by=ORGANIZATION)
        self.gate.rules.set_allows(allows)
        for rule in rules:
            self.gate.rules.add(rule)
            self._apply_rule(rule)
        self.gate.renewed()

    def limit_end(self, rule: Rule) -> Rule:
        """Return ``rule`` with its latest permitted end. Raises ValueError if it is not allowed or not observable."""
        if rule.disabled:  # checked when it is turned on
            return rule
        now = self.gate.clock()
        if rule.until in EXTERNAL_ENDS:
            if rule.verdict != "allow":
                raise ValueError(coded("gate.end_for_allow_rules"))
            if rule.until == "disconnect" and rule.session not in self._sessions:
                raise ValueError(coded("gate.session_not_connected"))
            if rule.until == "lock" and not self.gate.person.sees_screen:
                raise ValueError(coded("gate.screen_not_seen"))
            if rule.until == "idle" and not (MIN_IDLE <= rule.idle <= MAX_IDLE and self.gate.availability.can_ask):
                raise ValueError(coded("gate.person_not_seen"))
            if rule.until != "disconnect":
                latest = min(rule.created, now) + MAX_BOUND_SECONDS
                expires = min(rule.expires or latest, latest)
                rule = msgspec.structs.replace(rule, expires=expires, created=min(rule.created, now))
        if rule.verdict == "allow" and (why := self.gate.rules.allows.forbids(rule, now)):
            raise ValueError(why)
        return rule

    def _add_rule(self, rule: Rule, by: str, approver: Approver | msgspec.UnsetType) -> Rule:
        rule = self.limit_end(rule)
        self._record_and_keep(rule, coded("gate.rule_added", id=rule.id), by, approver)
        self.gate.rules.add(rule)
        return rule

    def _record_and_keep(
        self, rule: Rule, change: CodedText, by: str, approver: Approver | msgspec.UnsetType = msgspec.UNSET
    ) -> None:
        """Record a change of a rule, so that none is in force without a record, and save it if it is ``always``."""
        self.gate.log.write(model.ConfigChanged(what=change, by=by, detail=_text(rule), approver=approver))
        if rule.until == "always":
            try:
                self._keep(rule)
            except ValueError as why:
                change = coded("gate.rule_not_saved", id=rule.id)
                self.gate.note(model.ConfigChanged(what=change, by="toolguard", detail=str(why)))
                raise

    def _apply_rule(self, rule: Rule) -> None:
        if rule.verdict == "deny":
            for pending in self.gate.pending.all():
                if self.gate.rules.matches(rule, pending.call):
                    self.gate.pending.settle(pending.call.id, Decision("deny", deciders.RULE + rule.id))
        self.gate.renewed()

    def change_rule(self, rule: Rule, *, by: str) -> None:
        """Replace the person's rule with the same id; raises what saving and the log raise."""
        rule = self.limit_end(rule)
        was = next((each for each in self.gate.rules if each.id == rule.id and each.by != ORGANIZATION), rule)
        self._record_and_keep(rule, _changed(was, rule), by, approvers.of(by))
        self.gate.rules.remove(rule.id)
        self.gate.rules.add(rule)
        self._apply_rule(rule)

    def _complete_rules(self, server: str) -> None:
        """Extend the pins of rules by what is now known of a server's tools, and record that.

        What cannot be recorded or saved now is retried next time.
        """
        tools = {tool.name: tool for tool in self.gate.tools.of(server)}
        for rule in list(self.gate.rules):
            result = complete_pins(rule, server, tools)
            if result is not rule:
                with suppress(ValueError, model.LogWriteError):
                    change = coded("gate.rule_rests_on_whole", id=rule.id, server=server)
                    self._record_and_keep(result, change, "toolguard")
                    self.gate.rules.remove(result.id)
                    self.gate.rules.add(result)

    def remove_rule(self, id: str, *, by: str) -> Rule | None:
        """Remove a rule; the caller removes it from the configuration."""
        rule = self.gate.rules.remove(id)
        if rule is not None:
            self.gate.note(
                model.ConfigChanged(
                    what=coded("gate.rule_removed", id=id), by=by, detail=_text(rule), approver=approvers.of(by)
                )
            )
            self.gate.renewed()
        return rule

    def forget_server(self, server: str, *, by: str) -> list[Rule]:
        """Withdraw what was granted to a server that was removed: allow rules and unused approvals.

        Return the rules. One for several servers stays for the others, and is returned with what it covered of this
        one. The caller changes the configuration.
        """
        withdrawn = []
        for rule in list(self.gate.rules):
            if rule.verdict != "allow" or rule.by == ORGANIZATION:
                continue
            if rule.server == server:
                self.remove_rule(rule.id, by=by)
                withdrawn.append(rule)
            elif rule.covers and server in rule.covers:
                covers = dict(rule.covers)
                withdrawn.append(msgspec.structs.replace(rule, covers={server: covers.pop(server)}))
                result = msgspec.structs.replace(rule, covers=covers)
                change = coded("gate.rule_changed", id=rule.id)
                self.gate.note(model.ConfigChanged(what=change, by=by, detail=_text(result), approver=approvers.of(by)))
                self.gate.rules.remove(rule.id)
                self.gate.rules.add(result)
        self.gate.deferred_approvals.forget(server)
        self.gate.continuations.forget(server)
        self.gate.renewed()
        return withdrawn

    def apply_saved_rules(self, rules: Iterable[Rule], *, by: str) -> None:
        """Replace the saved rules after another program changed them; rules until ToolGuard quits stay.

        ``by`` is "" if they are those of the last run, which became known late: new ones are then no change to record.
        """
        new = {rule.id: rule for rule in rules}
        old = {rule.id: rule for rule in self.gate.rules if rule.until == "always"}
        for id, rule in new.items():
            if id not in old and by:
                self.gate.note(model.ConfigChanged(what=coded("gate.rule_added", id=id), by=by, detail=_text(rule)))
            elif id in old and old[id] != rule:
                self.gate.note(model.ConfigChanged(what=_changed(old[id], rule), by=by, detail=_text(rule)))
        for id in old:
            if id not in new:
                self.remove_rule(id, by=by)
            elif old[id] != new[id]:
                self.gate.rules.remove(id)
        for id, rule in new.items():
            if old.get(id) != rule:
                self.gate.rules.add(rule)
                self._apply_rule(rule)

    # --- proposals --------------------------------------------------------------------------------------------

    async def accept(
        self, proposal_id: str, parts: Collection[str] | None = None, *, approver: Approver = UNKNOWN
    ) -> str:
        """Accept a proposal, or only ``parts`` (ids) of it; None: all. Return "" or why it is not possible."""
        proposal = self.proposals.get(proposal_id)
        if proposal is None:
            return _ALREADY_ANSWERED
        part_ids = frozenset(part.id for part in proposal.parts)
        chosen = part_ids if parts is None else frozenset(parts)
        if not chosen <= part_ids:
            return coded("gate.not_asked_about_look")
        if part_ids and not chosen:
            return self._answer(proposal_id, ProposalResult("rejected", approver=approver))
        presence = None
        if self._presence.is_on:
            try:
                prompt = change_prompt(proposal.title)
                presence = await self._presence.prove_while(
                    prompt, (), lambda: self.proposals.get(proposal_id) is not None, self.gate.on_change
                )
            except PresenceError as why:
                return coded("gate.not_accepted", reason=why)
        return self._answer(proposal_id, ProposalResult("accepted", chosen, approver, presence))

    async def reject(self, proposal_id: str, *, approver: Approver = UNKNOWN) -> str:
        return self._answer(proposal_id, ProposalResult("rejected", approver=approver))

    def _answer(self, proposal_id: str, answer: ProposalResult) -> str:
        self._note_presence()
        return "" if self.proposals.answer(proposal_id, answer) else _ALREADY_ANSWERED

    # --- closing ----------------------------------------------------------------------------------------------

    async def close(self, reason: str, timeout: float = 8.0) -> None:
        """Deny pending calls, notify every client, end every session and its server."""
        self.gate.begin_closing()
        for pending in self.gate.pending.all():
            self.gate.pending.settle(pending.call.id, Decision("deny", "closing", coded("gate.closing")))
        self.proposals.close()
        start = asyncio.get_running_loop().create_task
        ending = [start(session.close(reason)) for session in self._sessions.values()]
        if ending:
            await asyncio.wait(ending, timeout=timeout)


def _changed(was: Rule, now: Rule) -> CodedText:
    """Return what was changed in a rule, for the log."""
    if was.disabled == now.disabled:
        return coded("gate.rule_changed", id=now.id)
    return coded("gate.rule_turned_off" if now.disabled else "gate.rule_turned_on", id=now.id)


def _text(rule: Rule) -> str:
    return msgspec.json.encode(rule).decode()


_ALREADY_ANSWERED = coded("gate.question_already_gone")
_ALREADY_DECIDED = coded("gate.call_already_gone_decided")
