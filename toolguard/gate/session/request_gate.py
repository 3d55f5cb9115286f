"""Requests beside ``tools/call``, decided about like calls: by a rule, by a person, or as their server is set.

What passes because its server is set so, and no rule says otherwise, is not held up. Everything else is decided once,
and the decision is in the log before the request goes on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision, QueueFullError
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import request_kinds, revisions
from toolguard.gate.mcp.request_kinds import REQUEST_KINDS, RequestSetting
from toolguard.gate.model import (
    Call,
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    LogWriteError,
    PendingCall,
)
from toolguard.gate.policy.policy import CLOSING, PANIC
from toolguard.gate.policy.rules import ends_by_itself
from toolguard.gate.session.continuations import continues
from toolguard.gate.session.inflight_call import Continuation, edited
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import clauses, coded

_log = logging.getLogger(__name__)
PREVIEW = 2_000
"""Characters of an answer that the log keeps."""
_STRICTNESS = request_kinds.SETTINGS.index


class JudgedRequest:
    """A request that does not simply pass, with all that is known of it before anybody is asked."""

    __slots__ = (
        "asked", "call", "edited", "is_readable", "judged", "kind", "round", "rule_ends", "verdict", "warnings",
    )  # fmt: skip

    def __init__(self, call: Call, kind: str, *, is_readable: bool) -> None:
        self.asked = call
        """As it came."""
        self.call = call
        """As it is decided about and sent."""
        self.edited: dict[str, Any] | None = None
        """What a person made of its params."""
        self.kind = kind
        self.is_readable = is_readable
        """Whether its params are an object; if not, nobody can say what it asks."""
        self.judged: tuple[int, ...] = ()
        """`GateContext.editions` when the rules were asked."""
        self.rule_ends = False
        """Whether the rule that decided expires."""
        self.verdict: Decision | None = None
        """Decided without a person; None: a person is asked."""
        self.warnings: tuple[str, ...] = ()
        self.round: Continuation | None = None
        """The question of the server that it answers."""

    @property
    def about(self) -> dict[str, Any]:
        """What every record of it says."""
        call = self.call
        return {
            "session": call.session, "call": call.id, "client": call.client.id, "server": call.server,
            "tool": call.tool, "method": call.method,
        }  # fmt: skip


class ForwardedRequest(msgspec.Struct, frozen=True):
    """A request of the client that waits for the server and is not a call."""

    method: str
    message: Message
    request: JudgedRequest | None = None
    """What was decided about; None for what simply passed."""
    since: float = 0.0
    """Seconds since the epoch when that was forwarded."""


class RequestGate:
    """Decides about the requests of one session, in both directions. It sends nothing itself."""

    def __init__(self, relay: Relay, gate: GateContext) -> None:
        self._relay = relay
        self._gate = gate
        self._run = secrets.token_hex(3)
        self._count = 0

    @property
    def lets_all_pass(self) -> bool:
        """Whether nothing is decided about: no setting, no rule, no panic. Answers need not be looked through then."""
        gate = self._gate
        return not (gate.rules.of_requests or gate.panic or gate.servers.requests_of(self._relay.server))

    # --- judging ----------------------------------------------------------------------------------------------

    def judge(
        self, kind: str, method: str, params: object, *, is_from_server: bool, id: Id | None = None
    ) -> JudgedRequest | None:
        """What is known of a request of this ``kind``; None when it simply passes."""
        if self.lets_all_pass:
            return None
        relay, params = self._relay, jsonrpc.plain(params) if params is not None else {}
        readable = isinstance(params, dict)
        self._count += 1
        message: Message = {"jsonrpc": "2.0", **({} if id is None else {"id": id}), "method": method}
        call = Call(
            id=f"{relay.id}-r{self._run}-{self._count}", session=relay.id, client=relay.caller, claim=relay.claim,
            server=relay.server, tool=method, era=relay.era, since=self._gate.clock(),
            message=jsonrpc.encoded({**message, "params": params if readable else {}}),
            method=request_kinds.rule_method(method, is_from_server=is_from_server),
        )  # fmt: skip
        request = JudgedRequest(call, kind, is_readable=readable)
        return request if self._judge(request) else None

    def _judge(self, request: JudgedRequest) -> bool:
        """Set its verdict; False when it simply passes."""
        gate, call = self._gate, request.call
        request.judged = gate.editions
        ruling = gate.ruling(call, None)
        request.rule_ends = ruling.rule is not None and ends_by_itself(ruling.rule)
        setting = self._setting(request.kind)
        verdict = {"pass": "allow"}.get(setting, setting) if ruling.rule is None else ruling.verdict
        if gate.panic:
            request.verdict = PANIC
        elif ruling.rule is None and setting == "pass":
            return False
        elif not request.is_readable:
            request.verdict = Decision("deny", "limit", coded("gate.request_unreadable"))
        elif verdict == "deny" and ruling.rule is None:
            request.verdict = Decision("deny", "setting", coded("gate.server_set_to_deny"))
        elif verdict == "deny" and ruling.rule is not None:
            request.verdict = Decision("deny", f"rule {ruling.rule.id}", coded("gate.rule_denies", id=ruling.rule.id))
        elif verdict == "allow" and ruling.rule is not None:
            request.verdict = Decision("allow", f"rule {ruling.rule.id}")
        elif gate.closing:
            request.verdict = CLOSING
        elif (answered := self._continued(request)) is not None:
            request.verdict = answered
        elif not gate.availability.can_ask:
            why = coded("gate.no_rule_allows")
            if ruling.rule is not None:
                why = coded("gate.rule_wants_person_asked", id=ruling.rule.id)
            denial = gate.availability.denial
            request.verdict = Decision("deny", denial.by, clauses(why, denial.reason))
        elif (over := gate.prompt_limits.refuse(call.client.id, call.server, gate.clock())) is not None:
            request.verdict = over
        else:
            request.warnings = (*self._sentences(request), *((ruling.note,) if ruling.note else ()))
        return True

    def _setting(self, kind: str) -> RequestSetting:
        settings = self._gate.servers.requests_of(self._relay.server)
        return settings.get(kind, REQUEST_KINDS[kind].default)

    def strictest(self) -> str:
        """The kind of the server's requests that is set most strictly: for one of which nobody knows what it is."""
        kinds = [name for name, one in REQUEST_KINDS.items() if one.is_from_server]
        return max(kinds, key=lambda name: _STRICTNESS(self._setting(name)))

    def _continued(self, request: JudgedRequest) -> Decision | None:
        """The verdict for one that goes on with one that was approved, when it is exactly that."""
        if request.call.is_from_server or not continues(request.call.message):
            return None
        request.round = self._gate.rounds.take(request.call, None, self._gate.clock())
        if request.round is None:
            return None
        return Decision("allow", f"continuation of {request.round.call}", arguments=request.round.arguments)

    def _sentences(self, request: JudgedRequest) -> tuple[str, ...]:
        """What a person should know before the rest: where an address leads."""
        call = request.call
        url = call.arguments.get("url") if request.kind == "elicitation" else None
        if url is None:
            return ()
        try:
            host = urlsplit(url).hostname if isinstance(url, str) else None
        except ValueError:
            host = None
        return (coded("gate.page_leads_to", host=host) if host else coded("gate.page_leads_nowhere"),)

    # --- deciding ---------------------------------------------------------------------------------------------

    async def decide(self, request: JudgedRequest, is_wanted: Callable[[], bool] = lambda: True) -> Decision:
        """The decision, recorded. When it is ``allow``, so is that `JudgedRequest.call` goes on now.

        ``is_wanted``: does anybody wait for it still?
        """
        gate = self._gate
        try:
            decision = request.verdict or await self._ask(request)
            if decision.state == "withdrawn":
                self.withdrawn(request, decision.reason or coded("gate.given_up_client"))
                return decision
            gate.log.write(self._decided(request, decision))
            await (gate.log.committed() if request.verdict else gate.log.durable())
            if decision.state != "allow":
                return decision
            # From here to the record that it leaves nothing is awaited.
            if not is_wanted():
                self.withdrawn(request, coded("gate.given_up_client_before"))
                return Decision("withdrawn", "client")
            if (refused := self._look_again(request, decision)) is not None:
                self.withdrawn(request, refused.reason)
                return refused
            gate.log.write(CallForwarded(**request.about, digest=request.call.digest))
            return decision
        except asyncio.CancelledError:
            self.withdrawn(request, coded("gate.request_given_up"))
            raise
        except LogWriteError as why:
            return Decision("deny", "log", coded("gate.request_not_recorded", reason=why))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("the request %s was refused by a fault of ToolGuard's own", request.call.id)
            self.withdrawn(request, OUR_FAULT)
            return Decision("deny", "fault", OUR_FAULT)

    def _look_again(self, request: JudgedRequest, decision: Decision) -> Decision | None:
        """Why a request that was allowed does not leave: what a person has forbidden since."""
        gate, by_rule = self._gate, decision.by.startswith("rule ")
        if gate.panic:
            return PANIC
        if request.judged == gate.editions and not request.rule_ends and gate.trusts_log():
            return None
        ruling = gate.ruling(request.call, None)
        if ruling.verdict == "deny" or (by_rule and ruling.verdict != "allow"):
            return Decision("deny", "rule", coded("gate.rules_no_longer_allow"))
        return None

    async def _ask(self, request: JudgedRequest) -> Decision:
        """Hold it until a person decides, the time is up or nobody waits for it any more; raises `LogWriteError`."""
        gate, call = self._gate, request.call
        gate.log.write(
            CallHeld(
                **request.about, request=_id_text(call), arguments=jsonrpc.text(call.arguments), digest=call.digest,
                era=call.era, warnings=request.warnings, responses=revisions.responses_of(call.message),
            )
        )  # fmt: skip
        await gate.log.committed()
        if gate.panic:
            return PANIC
        if gate.closing:
            return CLOSING
        if not gate.availability.can_ask:  # since a moment ago
            return gate.availability.denial
        timeout, deadline = gate.limits.prompt_timeout, 0.0
        if not call.is_from_server:  # answered before its client gives it up
            after = gate.deadlines.of(call.client, call.claim, call.session).answer_after
            timeout = min(timeout or after, after or timeout)
        expires = gate.clock() + timeout if timeout else 0.0
        held = PendingCall(call=call, tool=None, warnings=request.warnings, expires=expires, deadline=deadline)
        try:
            decision = await gate.pending.hold(held, timeout)
        except QueueFullError as why:
            return Decision("deny", "limit", coded("gate.too_many_pending", reason=why))
        if decision.state == "expired":
            gate.prompt_limits.expired(call.client.id, call.server, gate.clock())
        return decision

    def _decided(self, request: JudgedRequest, decision: Decision) -> CallDecided:
        call = request.call
        if decision.arguments is not None:
            request.edited = decision.arguments
            call = request.call = edited(call, decision.arguments)
        about: dict[str, Any] = {"edited": True} if decision.arguments is not None else {}
        if request.verdict is not None:
            about |= {"request": _id_text(call), "responses": revisions.responses_of(call.message)}
        if request.verdict is not None or decision.arguments is not None:
            about |= {"arguments": jsonrpc.text(call.arguments), "digest": call.digest}
        if decision.by == "person":
            about["approver"] = decision.approver
        return CallDecided(
            **request.about, verdict="allow" if decision.state == "allow" else "deny", by=decision.by,
            reason=decision.reason, era=call.era, waited=self._gate.clock() - call.since,
            presence=decision.presence or msgspec.UNSET, **about,
        )  # fmt: skip

    # --- what became of it ------------------------------------------------------------------------------------

    def withdrawn(self, request: JudgedRequest, reason: str) -> None:
        """It was given up before it went on."""
        self._gate.note(CallWithdrawn(**request.about, reason=reason))

    def cancelled(self, request: JudgedRequest, by: str, reason: str) -> None:
        """Whoever made it gave it up after it had gone on."""
        self._gate.note(CallCancelled(**request.about, by=by, reason=reason))

    def lost(self, request: JudgedRequest, reason: str) -> None:
        """It went on, and nobody will learn what came of it."""
        self._gate.note(CallOutcomeUnknown(**request.about, reason=reason))

    def answered_inside(self, request: JudgedRequest) -> None:
        """It went on inside an answer: what the client says to it is in a request of the client."""
        self._gate.note(CallCompleted(**request.about, outcome="input_required", size=0, digest="", took=0.0))

    def answered(self, request: JudgedRequest, answer: Message, since: float) -> None:
        """It went on at ``since``, and this is the answer."""
        gate, raw = self._gate, answer.get("result", answer.get("error", b""))
        data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.canonical(raw)
        outcome = revisions.outcome(answer)
        if outcome == "input_required" and not request.call.is_from_server:
            gate.rounds.ask(
                request.asked, None, jsonrpc.plain(raw), before=request.round, arguments=request.edited,
                now=gate.clock(),
            )  # fmt: skip
        gate.note(
            CallCompleted(
                **request.about, outcome=outcome, size=len(data), digest=jsonrpc.sha256(data),
                took=gate.clock() - since, preview=data[: PREVIEW * 4].decode("utf-8", "replace")[:PREVIEW],
            )
        )  # fmt: skip


def _id_text(call: Call) -> str:
    """The request's id for the log; "" for a server's: nobody answers it after a crash, its server is gone."""
    return "" if call.is_from_server else jsonrpc.text(call.message["id"])


def denial_words(decision: Decision) -> str:
    """What whoever made a request is told of its denial."""
    who = {"person": coded("gate.user_refused_request"), "timeout": coded("gate.request_not_approved_in_time")}.get(
        decision.by, coded("gate.request_refused")
    )
    reason = decision.reason.strip().rstrip(".")
    return coded("gate.request_refused_because", who=who, reason=reason) if reason else who
