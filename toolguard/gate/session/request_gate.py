"""Decisions about requests other than ``tools/call``: by rule, by a person, or by the server's setting.

Requests that the setting passes and no rule matches are not delayed. All others are decided once, and the decision is
in the log before the request is forwarded.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from toolguard.gate import deciders, jsonrpc, model
from toolguard.gate.approvals.pending import Decision, QueueFullError
from toolguard.gate.approvals.prompt_limits import PromptLimits
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import request_kinds, revisions
from toolguard.gate.mcp.request_kinds import REQUEST_KINDS, RequestSetting
from toolguard.gate.policy.conditions.hosts import page_host
from toolguard.gate.policy.outgoing_secrets import find_secrets
from toolguard.gate.policy.policy import CLOSING, PANIC, late_denial
from toolguard.gate.policy.rules import Rule, Ruling, has_end
from toolguard.gate.session.continuations import is_continuation
from toolguard.gate.session.inflight_call import Continuation, edited
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.upstream import OUR_FAULT, UnavailableError
from toolguard.gate.texts import clauses, coded

_log = logging.getLogger(__name__)
MAX_PREVIEW = 2_000
"""Characters of a response that are recorded."""
MAX_PROMPTS_PER_MINUTE = 120
"""Prompts that the requests of a session can cause even without a limit in the settings, as each is recorded twice."""
MAX_WAITING_BYTES = 64 * 1024 * 1024
"""Bytes of the requests of a session that wait for a person."""
UNKNOWN_METHOD = "?"
"""The method of a request that clients could read differently, so that every rule could apply to it."""
_STRICTNESS = request_kinds.SETTINGS.index


class JudgedRequest:
    """A request that must be decided about, with what is known before a person is asked."""

    __slots__ = (
        "asked_because", "call", "continuation", "edited", "editions_decided", "is_readable", "kind", "original",
        "rule", "rule_expires", "verdict", "warnings", "withdrawn",
    )  # fmt: skip

    def __init__(self, call: model.Call, kind: str, *, is_readable: bool) -> None:
        self.original = call
        """The request as it arrived."""
        self.call = call
        """The request as it is decided about and sent."""
        self.edited: dict[str, Any] | None = None
        """The params as a person edited them."""
        self.kind = kind
        self.is_readable = is_readable
        """Whether its params are an object that all programs read alike; otherwise its meaning is unknown."""
        self.editions_decided = model.Editions()
        """`GateContext.editions` when the rules were evaluated."""
        self.rule_expires = False
        """Whether the rule that decided expires."""
        self.verdict: Decision | None = None
        """The decision if no person is needed; None if a person is asked."""
        self.warnings: tuple[str, ...] = ()
        self.asked_because = self.rule = ""
        """As in `PendingCall`."""
        self.withdrawn: Decision | None = None
        """Set once nobody waits for it any more."""
        self.continuation: Continuation | None = None
        """The server's request for input that it answers."""

    @property
    def denial(self) -> Decision | None:
        """The decision of a request that is denied without asking a person; None for others."""
        return self.verdict if self.verdict is not None and self.verdict.state == "deny" else None

    @property
    def record_fields(self) -> dict[str, Any]:
        """Fields common to all records of the request."""
        call = self.call
        return {
            "session": call.session, "call": call.id, "client": call.client.id, "server": call.server,
            "tool": call.tool, "method": call.method,
        }  # fmt: skip


class ForwardedRequest(msgspec.Struct, frozen=True):
    """A forwarded client request other than a call, which waits for a response."""

    method: str
    message: Message
    list_changes: int
    """How often the server's list of tools had changed when it was forwarded."""
    request: JudgedRequest | None = None
    """The decided request; None if it was passed without a decision."""
    since: float = 0.0
    """Seconds since the epoch when a decided request was forwarded."""


class RequestGate:
    """Decides about the requests of one session, in both directions. Sends nothing itself."""

    def __init__(self, relay: Relay, gate: GateContext) -> None:
        self._relay = relay
        self._gate = gate
        self._flood_limit = PromptLimits(per_minute=MAX_PROMPTS_PER_MINUTE)
        self._run_id = secrets.token_hex(3)
        self._count = 0
        self._waiting_bytes = 0

    @property
    def passes_everything(self) -> bool:
        """Whether nothing is decided about: no setting, no rule, no panic. Responses then need no inspection."""
        gate = self._gate
        return not (gate.rules.of_requests or gate.panic or gate.servers.request_settings(self._relay.server))

    # --- judging ----------------------------------------------------------------------------------------------

    def judge(
        self, kind: str, method: str, params: object, *, is_from_server: bool, id: Id | None = None
    ) -> JudgedRequest | None:
        """Judge a request of this ``kind``; return None if it passes without a decision."""
        if self.passes_everything:
            return None
        relay = self._relay
        try:
            params = jsonrpc.unambiguous(params, *REQUEST_KINDS[kind].params) if params is not None else {}
        except Malformed:
            params = None
        readable = isinstance(params, dict)
        self._count += 1
        message: Message = {"jsonrpc": "2.0", **({} if id is None else {"id": id}), "method": method}
        call = model.Call(
            id=f"{relay.id}-r{self._run_id}-{self._count}", session=relay.id, client=relay.caller, claim=relay.claim,
            server=relay.server, tool=method, era=relay.era, since=self._gate.clock(),
            message=jsonrpc.encoded({**message, "params": params if readable else {}}),
            method=request_kinds.rule_method(method, is_from_server=is_from_server),
        )  # fmt: skip
        request = JudgedRequest(call, kind, is_readable=readable)
        return request if self._judge(request) else None

    def _judge(self, request: JudgedRequest) -> bool:
        """Set the request's verdict; return False if it passes without a decision."""
        gate, call = self._gate, request.call
        request.editions_decided = gate.editions
        ruling = gate.ruling(call, None, gate.clock())
        request.rule_expires = ruling.rule is not None and has_end(ruling.rule)
        setting = self._setting_of(request.kind)
        if setting == "pass" and call.tool == UNKNOWN_METHOD and gate.rules.of_requests:
            setting = "ask"
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
            request.verdict = Decision(
                "deny", deciders.RULE + ruling.rule.id, coded("gate.rule_denies", id=ruling.rule.id)
            )
        elif verdict == "allow" and ruling.rule is not None and self._is_covered(request, ruling.rule):
            request.verdict = Decision("allow", deciders.RULE + ruling.rule.id)
        elif gate.closing:
            request.verdict = CLOSING
        elif (answered := self._continue_approved(request)) is not None:
            request.verdict = answered
        elif not gate.availability.can_ask:
            denial = gate.availability.denial
            request.verdict = Decision("deny", denial.by, clauses(_unruled_reason(ruling), denial.reason))
        elif (over := self._refuse_prompt(call)) is not None:
            request.verdict = over
        else:
            request.warnings = (*self._warnings(request), *((ruling.note,) if ruling.note else ()))
            request.asked_because = _unruled_reason(ruling)
            request.rule = ruling.rule.id if ruling.rule is not None else ""
        return True

    def _refuse_prompt(self, call: model.Call) -> Decision | None:
        """Count a prompt; return a denial if it exceeds the limits in the settings or that of the session."""
        limits = self._gate.prompt_limits, self._flood_limit
        return next((over for limit in limits if (over := limit.refuse(call.client.id, call.server, call.since))), None)

    def _setting_of(self, kind: str) -> RequestSetting:
        settings = self._gate.servers.request_settings(self._relay.server)
        return settings.get(kind, REQUEST_KINDS[kind].default)

    def strictest(self) -> str:
        """Return the kind of server request with the strictest setting, for a request of unknown kind."""
        kinds = [name for name, kind in REQUEST_KINDS.items() if kind.is_from_server]
        return max(kinds, key=lambda name: _STRICTNESS(self._setting_of(name)))

    def _is_covered(self, request: JudgedRequest, rule: Rule) -> bool:
        """Return whether an allow rule can cover the request."""
        if request.call.is_from_server or not is_continuation(request.call.message):
            return True
        return self._gate.continuations.is_covered(rule, request.call, None, self._gate.clock())

    def _continue_approved(self, request: JudgedRequest) -> Decision | None:
        """Return the verdict for a continuation of an approved request; None if it is not exactly that."""
        if request.call.is_from_server or not is_continuation(request.call.message):
            return None
        request.continuation = self._gate.continuations.take(request.call, None, self._gate.clock())
        if request.continuation is None:
            return None
        return Decision(
            "allow", deciders.CONTINUATION + request.continuation.call, arguments=request.continuation.arguments
        )

    def _warnings(self, request: JudgedRequest) -> tuple[str, ...]:
        """Return warnings for the person, such as where a URL leads."""
        url = request.call.arguments.get("url") if request.kind == "elicitation" else None
        if url is None:
            return ()
        host = page_host(url)
        return (coded("gate.page_leads_to", host=host) if host else coded("gate.page_leads_nowhere"),)

    # --- deciding ---------------------------------------------------------------------------------------------

    async def decide(self, request: JudgedRequest, ready: Callable[[], Awaitable[object]] | None = None) -> Decision:
        """Decide and record. After ``allow``, `JudgedRequest.call` is recorded as forwarded.

        ``ready`` returns when the server is open; its `UnavailableError` is raised after the record.
        """
        gate = self._gate
        try:
            decision = request.verdict or await self._await_decision(request)
            if decision.state == "withdrawn":
                self.record_withdrawn(request, decision.reason or coded("gate.given_up_client"))
                return decision
            gate.log.write(self._decided_record(request, decision))
            await (gate.log.committed() if request.verdict else gate.log.durable())
            if decision.state != "allow":
                return decision
            if ready is not None:
                await ready()
            # Nothing is awaited between here and the record that it is forwarded.
            if request.withdrawn is not None:
                self.record_withdrawn(request, request.withdrawn.reason)
                return request.withdrawn
            if (refused := self._recheck(request, decision)) is not None:
                self.record_withdrawn(request, refused.reason)
                return refused
            gate.log.write(model.CallForwarded(**request.record_fields, digest=request.call.digest))
            return decision
        except asyncio.CancelledError:
            self.record_withdrawn(request, coded("gate.request_given_up"))
            raise
        except UnavailableError as why:
            self.record_withdrawn(request, coded("gate.no_server", reason=why))
            raise
        except model.LogWriteError as why:
            return Decision("deny", "log", coded("gate.request_not_recorded", reason=why))
        except Exception:  # noqa: BLE001 - our bug: logged, the request is refused
            _log.exception("the request %s was refused by a fault of ToolGuard's own", request.call.id)
            self.record_withdrawn(request, OUR_FAULT)
            return Decision("deny", "fault", OUR_FAULT)

    def _recheck(self, request: JudgedRequest, decision: Decision) -> Decision | None:
        """Return a denial if an allowed request may no longer be sent; None otherwise."""
        gate, by_rule = self._gate, decision.by.startswith(deciders.RULE)
        if gate.has_panicked(request.editions_decided):
            return PANIC
        if gate.leaks is not None and request.editions_decided.leaks != gate.editions.leaks:
            secrets = (
                () if REQUEST_KINDS[request.kind].is_from_server else find_secrets(gate.leaks, request.call.message)
            )
            if secrets:
                return Decision("deny", "leak", coded("gate.secret_in_arguments", secrets=secrets))
        is_judged = request.edited is None and request.editions_decided == gate.editions
        if is_judged and not request.rule_expires and gate.trusts_log():
            return None
        ruling = gate.ruling(request.call, None, gate.clock())
        if ruling.verdict == "deny" or (by_rule and ruling.verdict != "allow"):
            return Decision("deny", "rule", coded("gate.rules_no_longer_allow"))
        return None

    def withdraw(self, request: JudgedRequest, reason: str) -> bool:
        """Withdraw a request that nobody waits for; return False if it is not pending. It is never forwarded."""
        request.withdrawn = Decision("withdrawn", "client", reason)
        return self._gate.pending.settle(request.call.id, request.withdrawn)

    async def _await_decision(self, request: JudgedRequest) -> Decision:
        """Ask a person, unless the requests that wait are too large in total; raises `LogWriteError`."""
        size = len(jsonrpc.encode(request.call.message))
        if self._waiting_bytes + size > MAX_WAITING_BYTES:
            request.verdict = Decision("deny", "limit", coded("gate.requests_too_many_bytes"))
            return request.verdict
        self._waiting_bytes += size
        try:
            return await self._ask_person(request)
        finally:
            self._waiting_bytes -= size

    async def _ask_person(self, request: JudgedRequest) -> Decision:
        """Wait until a person decides, the prompt expires or nobody waits; raises `LogWriteError`."""
        gate, call = self._gate, request.call
        gate.log.write(
            model.CallHeld(
                **request.record_fields, request=_id_text(call), arguments=jsonrpc.text(call.arguments),
                digest=call.digest, era=call.era, warnings=request.warnings,
                responses=revisions.responses_of(call.message),
            )
        )  # fmt: skip
        await gate.log.committed()
        if request.withdrawn is not None:
            return request.withdrawn
        if (denial := late_denial(gate, request.editions_decided)) is not None:
            return denial
        timeout, deadline = gate.limits.prompt_timeout, 0.0
        if not call.is_from_server:  # answered before its client times out
            after = gate.client_timeouts.of(call.client, call.claim, call.session).answer_after
            timeout = min(timeout or after, after or timeout)
        expires = gate.clock() + timeout if timeout else 0.0
        pending = model.PendingCall(
            call=call, tool=None, warnings=request.warnings, expires=expires, deadline=deadline,
            asked_because=request.asked_because, rule=request.rule,
        )  # fmt: skip
        try:
            decision = await gate.pending.hold(pending, timeout)
        except QueueFullError as why:
            return Decision("deny", "limit", coded("gate.too_many_pending", reason=why))
        if decision.state == "expired":
            gate.prompt_limits.record_unanswered(call.client.id, call.server, gate.clock())
        return decision

    def _decided_record(self, request: JudgedRequest, decision: Decision) -> model.CallDecided:
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
        return model.CallDecided(
            **request.record_fields, verdict="allow" if decision.state == "allow" else "deny", by=decision.by,
            reason=decision.reason, era=call.era, waited=self._gate.clock() - call.since,
            presence=decision.presence or msgspec.UNSET, **about,
        )  # fmt: skip

    # --- responses --------------------------------------------------------------------------------------------

    def record_withdrawn(self, request: JudgedRequest, reason: str) -> None:
        """Record that the request was given up before it was forwarded."""
        self._gate.note(model.CallWithdrawn(**request.record_fields, reason=reason))

    def record_cancelled(self, request: JudgedRequest, by: str, reason: str) -> None:
        """Record that its sender cancelled a forwarded request."""
        self._gate.note(model.CallCancelled(**request.record_fields, by=by, reason=reason))

    def record_lost(self, request: JudgedRequest, reason: str) -> None:
        """Record that the response to a forwarded request was lost."""
        self._gate.note(model.CallOutcomeUnknown(**request.record_fields, reason=reason))

    def record_forwarded_in_response(self, request: JudgedRequest) -> None:
        """Record a server request forwarded inside a response; the client answers it in a new request."""
        self._gate.note(
            model.CallCompleted(**request.record_fields, outcome="input_required", size=0, digest="", took=0.0)
        )

    def record_response(self, request: JudgedRequest, answer: Message, since: float) -> None:
        """Record the response to a request that was forwarded at ``since``."""
        gate, raw = self._gate, answer.get("result", answer.get("error", b""))
        data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.canonical(raw)
        outcome = revisions.outcome(answer)
        if outcome == "input_required" and not request.call.is_from_server:
            gate.continuations.open(
                request.original, None, jsonrpc.plain(raw), previous=request.continuation, arguments=request.edited,
                by=request.verdict.by if request.verdict is not None else "person", now=gate.clock(),
            )  # fmt: skip
        gate.note(
            model.CallCompleted(
                **request.record_fields, outcome=outcome, size=len(data), digest=jsonrpc.sha256(data),
                took=gate.clock() - since, preview=data[: MAX_PREVIEW * 4].decode("utf-8", "replace")[:MAX_PREVIEW],
            )
        )  # fmt: skip


def _unruled_reason(ruling: Ruling) -> str:
    """Return why no rule decides a request, as a clause."""
    if ruling.rule is None:
        return coded("gate.server_set_to_ask")
    if ruling.verdict == "ask":
        return coded("gate.rule_wants_person_asked", id=ruling.rule.id)
    return coded("gate.rule_not_cover", id=ruling.rule.id, reason=coded("gate.continues_nothing"))


def _id_text(call: model.Call) -> str:
    """Return the request's id for the log; "" for a server's request, which cannot be answered after a crash."""
    return "" if call.is_from_server else jsonrpc.text(call.message["id"])


def denial_text(decision: Decision) -> str:
    """Return the text that tells the sender why a request was denied."""
    who = {"person": coded("gate.user_refused_request"), "timeout": coded("gate.request_not_approved_in_time")}.get(
        decision.by, coded("gate.request_refused")
    )
    reason = decision.reason.strip().rstrip(".")
    return coded("gate.request_refused_because", who=who, reason=reason) if reason else who
