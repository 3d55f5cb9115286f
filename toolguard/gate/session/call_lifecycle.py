"""Lifecycle of a ``tools/call``: judged, pending, decided, recorded, forwarded, answered; see
`CallLifecycle._run_call`.

Identical calls join a pending call. A client that would time out is told to retry before that, and the prompt stays
open. Its retry joins the pending call, or uses the `model.DeferredApproval` that the decision has become.

Whether a call may still run is checked in the same step in which it is written. Nothing is written twice.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from toolguard.gate import deciders, jsonrpc, model
from toolguard.gate.approvals.deferred_approvals import LIFETIME, deferred_approval_id
from toolguard.gate.approvals.long_poll import MAX_PER_CALL
from toolguard.gate.approvals.pending import Decision, QueueFullError
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import mcp_2024_10_07, revisions, tasks
from toolguard.gate.policy.policy import HIDDEN, Policy, late_denial
from toolguard.gate.session.inflight_call import BatchResponse, CallStoppedError, InflightCall, edited, join_key
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.upstream import OUR_FAULT, CallWriter, NotProvidedError, UnavailableError, Upstream
from toolguard.gate.task_set import TaskSet, finish_tasks
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
MAX_DEFERRED_IDS = 1_000
"""Maximum remembered requests per session that were answered "retry"."""
MAX_PREVIEW = 2_000
"""Characters of a result that are recorded."""
_MAX_FLUSH_BYTES = 64 * 1024  # bytes of calls that are written to a server together
_MAX_REMEMBERED_IDS = 1_000  # ids that are remembered after their calls have ended


class CallLifecycle:
    """The calls of one session. ``relay`` sends all responses to the client."""

    def __init__(
        self, relay: Relay, *, gate: GateContext, upstream: Upstream, list_refresh: ListRefresh,
        on_cancelled: Callable[[Id], None],
    ) -> None:  # fmt: skip
        """``on_cancelled`` is called with the id of a running call that is cancelled, before the server is told."""
        self._relay = relay
        self._on_cancelled = on_cancelled
        self._gate = gate
        self._upstream = upstream
        self._list_refresh = list_refresh
        self._policy = Policy(gate)
        self._run_id = secrets.token_hex(3)  # call ids stay unique when the session is resumed after a crash
        self._count = 0
        self._by_id: dict[Id, InflightCall] = {}
        self._by_token: dict[Id, InflightCall] = {}
        self._running: dict[Id, InflightCall] = {}
        self._undecided: dict[bytes, InflightCall] = {}  # calls that a person is asked about, by `join_key`
        self._abandoned: dict[Id, str] = {}
        self._never_forwarded: dict[Id, None] = {}  # newest calls that were answered here; unknown to the server
        self._deferred_ids: dict[Id, None] = {}  # newest requests that were answered "retry"
        self._answered_early: dict[Id, InflightCall] = {}  # calls to be sent under an id that was answered
        self._flushable: list[tuple[InflightCall, Decision]] = []  # allowed calls to be sent together
        self._tasks = TaskSet()
        self._reply_tasks = TaskSet()
        self.size = 0
        """Bytes of the calls that have not ended."""

    def __len__(self) -> int:
        """Return the number of requests that wait for a response."""
        return len(self._by_id)

    def __contains__(self, id: object) -> bool:
        """Return whether ``id`` is in use, by a request or by a late response."""
        return id in self._by_id or id in self._running or id in self._abandoned

    def abandon(self, id: Id) -> None:
        """Keep the id of a cancelled request other than a call in use: its response may still come."""
        _remember(self._abandoned, id, "")

    def pop_abandoned(self, id: Id) -> str:
        """Remove and return the id of the stopped call that was forwarded as ``id``; "" if there is none."""
        return self._abandoned.pop(id, "")

    def was_never_forwarded(self, id: Id) -> bool:
        """Return whether ``id`` was a call that was never forwarded."""
        return id in self._never_forwarded

    def refuse_reserved(self, id: Id) -> None:
        """Raise `Malformed` if a pending call will be sent as ``id``, though this request was answered "retry"."""
        if id in self._answered_early:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.id_still_use_another", id=repr(id)), id)

    def running_ids(self) -> frozenset[Id]:
        """Return the ids of the calls that were forwarded and have no response."""
        return frozenset(self._running)

    def running(self) -> list[model.RunningCall]:
        """Return the forwarded calls without a response, in the order in which they were forwarded."""
        return [
            model.RunningCall(
                call=inflight.shown, tool=inflight.tool, since=inflight.forwarded, by=inflight.by,
                progress=inflight.progress, total=inflight.total, note=inflight.note, stopping=inflight.stopping,
            )
            for inflight in self._running.values()
        ]  # fmt: skip

    def begin(self, message: Message, era: model.Era, batch: BatchResponse | None = None) -> None:
        """Start handling a ``tools/call``, alone or in a ``batch``; raises `jsonrpc.Malformed`.

        Returns immediately. The rest happens in `flush_allowed_calls` if nothing must be awaited, else in a task.
        """
        gate, relay = self._gate, self._relay
        name, _ = revisions.check_call(message)
        if era == "modern" and "requestState" in message["params"]:
            message = gate.long_polls.resume(relay.caller.id, relay.server, message, gate.clock())
        identical = self._undecided.get(join_key(message)) if self._undecided else None
        now = gate.clock()
        if identical is not None:
            self._join(identical, message, now)
            return
        if self._answered_early:
            self.refuse_reserved(message["id"])
        self._count += 1
        encoded = jsonrpc.encoded(message)
        call = model.Call(
            id=f"{relay.id}-{self._run_id}-{self._count}", session=relay.id, client=relay.caller,
            claim=relay.claim, server=relay.server, tool=name, message=encoded, era=era,
            since=now, injected=gate.servers.injected_arguments(relay.server, name),
        )  # fmt: skip
        inflight = InflightCall.of(call, encoded.data, gate.tools.get(relay.server, name, relay.id), batch)
        self.size += inflight.size
        self._policy.judge(inflight, now)
        if inflight.verdict is None and not inflight.is_unlisted:
            self._make_joinable(inflight)
        self._by_id[inflight.id] = inflight
        verdict = inflight.verdict
        if verdict is not None and self._is_flushable(inflight, verdict):
            self._flushable.append((inflight, verdict))
        else:
            self._tasks.start(self._run_call(inflight))

    # --- from the verdict to the server ---------------------------------------------------------------------------

    async def _run_call(  # noqa: C901 - one case for each way in which a call ends
        self, inflight: InflightCall, *, is_recorded: bool = False, fault: Exception | None = None
    ) -> None:
        """Take a call from its verdict to its response.

        ``is_recorded``: a rule allowed it, and the decision is in the log. ``fault``: why it cannot proceed; already
        logged. A call that is already forwarded only awaits its response.
        """
        try:
            if fault is not None:
                raise fault
            if not inflight.forwarded and not await self._send(inflight, is_recorded=is_recorded):
                return
            await inflight.answer
        except asyncio.CancelledError:
            if not (inflight.denied or inflight.forwarded):
                self._record_withdrawn(inflight, coded("gate.session_ended_before_written"))
            raise
        except model.LogWriteError as why:
            await self._refuse(inflight, coded("gate.answer_not_recorded", reason=why, advice=_NO_RETRY))
        except NotProvidedError as why:
            self._record_withdrawn(inflight, str(why))
            await self._refuse(inflight, coded("gate.answer_not_run", reason=why, advice=_NO_RETRY))
        except UnavailableError as why:
            self._record_withdrawn(inflight, coded("gate.no_server", reason=why))
            await self._reply_error(inflight, coded("gate.not_run", reason=why))
        except ConnectionError:
            await self._reply_outcome_unknown(inflight, coded("gate.server_ended_call_written"))
        except CallStoppedError as why:
            await self._refuse(inflight, str(why))
        except Exception as why:  # noqa: BLE001 - our bug: logged, the call is refused
            if why is not fault:
                _log.exception("the call %s was ended by a fault of ToolGuard's own", inflight.call.id)
            if inflight.forwarded:
                await self._reply_outcome_unknown(inflight, OUR_FAULT)
            else:
                self._record_withdrawn(inflight, OUR_FAULT)
                await self._reply_error(inflight, coded("gate.not_run", reason=OUR_FAULT))
        finally:
            self._forget(inflight)

    async def _send(self, inflight: InflightCall, *, is_recorded: bool) -> bool:
        """Decide the call, record the decision and forward it; return False if it is not forwarded."""
        gate, upstream = self._gate, self._upstream
        if not is_recorded and await self._judge_again(inflight):
            return False
        decision = inflight.verdict or await self._await_decision(inflight)
        if decision.state == "withdrawn":
            self._record_withdrawn(inflight, decision.reason or coded("gate.given_up_client"))
            return False
        if not is_recorded:
            gate.log.write(self._decided_record(inflight, decision, gate.clock()))
            if decision.by == "person" and inflight.deferred and not inflight.waiting:  # the client was told to retry
                await self._defer_decision(inflight, decision)
                return False
            await (gate.log.committed() if inflight.verdict else gate.log.durable())
        if decision.state != "allow":
            inflight.denied = True
            if decision is HIDDEN:
                await self._reply(inflight, revisions.unknown_tool(inflight.id, inflight.call.tool))
            else:
                await self._refuse(inflight, revisions.denial(decision.reason, decision.by))
            return False

        inflight.by = decision.by
        if decision.arguments is not None:
            inflight.call, inflight.edited = edited(inflight.call, decision.arguments), decision.arguments
            self._policy.mask(inflight)
        message = inflight.call.message
        data = jsonrpc.encode(message)
        channel = upstream.channel
        if channel is None:
            self._relay.backpressure.add(len(data))
            try:
                channel = await upstream.ready()
            finally:
                self._relay.backpressure.remove(len(data))
        filled = await channel.prepare(message)

        # Nothing is awaited between here and the write.
        now = gate.clock()
        self._policy.recheck(inflight, filled)
        self._policy.check_reached_tool(inflight, *channel.reached_tool(message))
        if self._has_client_timed_out(inflight, now):  # before the server was ready; a person's decision is stored
            if decision.by == "person":
                await self._defer_decision(inflight, decision)
            else:
                self._record_withdrawn(inflight, coded("gate.client_time_limit_passed"))
            await self._refuse(inflight, _TOO_LATE)
            return False
        if not inflight.waiting:
            self._record_withdrawn(inflight, coded("gate.given_up_client_before"))
            return False
        self._record_forwarded(inflight, data, now)
        gate.changed()
        self._relay.backpressure.add(len(data))
        try:
            await channel.send(message)
        finally:
            self._relay.backpressure.remove(len(data))
        del data
        inflight.release_bytes()
        return True

    async def _judge_again(self, inflight: InflightCall) -> bool:
        """Judge the call by the tools as the server lists them now, if that decides.

        Returns whether the call has joined an identical one that a person is asked about meanwhile.
        """
        if inflight.is_unlisted:
            await self._policy.rejudge(inflight, self._upstream, self._list_refresh)
        elif self._needs_list_refresh(inflight):
            await self._policy.rejudge_by_new_list(inflight, self._list_refresh)
        else:
            return False
        message = inflight.call.message
        identical = self._undecided.get(join_key(message)) if inflight.verdict is None and inflight.waiting else None
        if identical is not None:
            self._join(identical, message, inflight.call.since)
        elif inflight.verdict is None:
            self._make_joinable(inflight)
        return identical is not None

    def _needs_list_refresh(self, inflight: InflightCall) -> bool:
        """Return whether a rule allows the call by a list of tools that is no longer fresh."""
        is_new = self._list_refresh.fresh_since <= inflight.call.since <= self._list_refresh.fresh_until
        return not is_new and inflight.is_allowed_by_definition

    # --- the same without a task ----------------------------------------------------------------------------------

    def _is_flushable(self, inflight: InflightCall, verdict: Decision) -> bool:
        """Return whether a rule allows the call unchanged and its server is open."""
        return (
            verdict.state == "allow"
            and verdict.arguments is None
            and self._upstream.channel is not None
            and not inflight.call.injected
            and not self._needs_list_refresh(inflight)
        )

    def flush_allowed_calls(self) -> None:
        """Record the decisions on calls that were read together, and write them to the server.

        As long as nothing fails, they need no task. `_run_call` handles the rest.
        """
        if not self._flushable:
            return
        calls, self._flushable = self._flushable, []
        log, owner = self._gate.log, object()
        try:
            for inflight, verdict in calls:
                log.write(self._decided_record(inflight, verdict, inflight.call.since), owner)
            log.commit(owner)
        except Exception as why:  # noqa: BLE001 - `_run_call` refuses the call
            if not isinstance(why, model.LogWriteError):
                _log.exception("calls were ended by a fault of ToolGuard's own")
            for inflight, _ in calls:
                self._tasks.start(self._run_call(inflight, fault=why))
            return
        channel = None if self._relay.is_backlogged else self._upstream.channel
        writer = None if channel is None else channel.call_writer()
        flushed, size = list[InflightCall](), 0
        now = self._gate.clock()  # writing to the log may have taken long
        for inflight, verdict in calls:
            inflight.by = verdict.by
            if writer is None or channel is None:
                self._tasks.start(self._run_call(inflight, is_recorded=True))
            elif self._prepare_flush(inflight, now):
                flushed.append(inflight)
                size += inflight.size
                if size > _MAX_FLUSH_BYTES:
                    self._write_flush(flushed, writer)
                    flushed, size = [], 0
                    writer = channel.call_writer()  # the server may not accept more
        if flushed and writer is not None:
            self._write_flush(flushed, writer)

    def _prepare_flush(self, inflight: InflightCall, now: float) -> bool:
        """Record a decided call as forwarded; `_write_flush` writes it in the same step."""
        if not inflight.waiting or self._has_client_timed_out(inflight, now):
            self._tasks.start(self._run_call(inflight, is_recorded=True))
            return False
        try:
            self._policy.recheck(inflight, ())
            self._record_forwarded(inflight, jsonrpc.encode(inflight.call.message), now)
        except Exception as why:  # noqa: BLE001 - `_run_call` refuses the call
            if not isinstance(why, model.LogWriteError | NotProvidedError):
                _log.exception("the call %s was ended by a fault of ToolGuard's own", inflight.call.id)
            self._tasks.start(self._run_call(inflight, fault=why))
            return False
        return True

    def _write_flush(self, calls: Sequence[InflightCall], writer: CallWriter) -> None:
        """Write calls to the server together. Nothing was awaited since they were rechecked."""
        try:
            writer.write([inflight.decided for inflight in calls])
        except Exception as why:  # noqa: BLE001 - `_run_call` refuses the call
            if not isinstance(why, ConnectionError):
                _log.exception("calls were ended by a fault of ToolGuard's own")
            for inflight in calls:
                self._tasks.start(self._run_call(inflight, fault=why))
            return
        self._gate.changed()
        for inflight in calls:
            inflight.on_lost = self._run_lost_call
            inflight.release_bytes()

    def _run_lost_call(self, inflight: InflightCall) -> None:
        """Start a task for a flushed call whose response will not come."""
        inflight.on_lost = None
        self._tasks.start(self._run_call(inflight))

    def _record_forwarded(self, inflight: InflightCall, data: bytes, now: float) -> None:
        """Record that ``data`` is sent at ``now``, which must be what was decided on; raises `LogWriteError`.

        A call that a person decided is also compared byte by byte.
        """
        gate, call = self._gate, inflight.call
        if data != inflight.decided or (inflight.verdict is None and jsonrpc.encode(dict(call.message)) != data):
            raise RuntimeError(coded("gate.sent_not_decided"))
        secrets = tuple(text for argument in call.injected for text in argument.named) if call.injected else ()
        gate.log.write(model.CallForwarded(**inflight.record_fields, digest=inflight.digest, secrets=secrets), inflight)
        inflight.forwarded = now
        self._running[inflight.id] = inflight
        if gate.call_limits.in_force and (seconds := gate.call_limits.timeout_of(call)):
            inflight.timer = asyncio.get_running_loop().call_later(seconds, self._on_timeout, inflight, seconds)
        for token in inflight.progress_tokens():
            self._by_token[token] = inflight

    # --- identical calls --------------------------------------------------------------------------------------

    def _make_joinable(self, inflight: InflightCall) -> None:
        """Let identical calls join this one, and schedule its early response.

        An approval despite a leaked secret holds only while the client waits, so it has no early response.
        """
        inflight.key = join_key(inflight.call.message)
        self._undecided[inflight.key] = inflight
        if not inflight.leaks:
            self._schedule_defer(inflight, inflight.call.message)

    def _join(self, pending: InflightCall, message: Message, arrived: float) -> None:
        """Add a request to an identical pending call. The record lets it be answered after a crash."""
        id: Id = message["id"]
        pending.waiting[id] = message
        self._gate.note(msgspec.structs.replace(self._pending_record(pending, ()), request=jsonrpc.text(id)))
        pending.arrived[id] = arrived
        size = len(jsonrpc.encode(message))
        pending.size += size
        self.size += size
        self._by_id[id] = pending
        self._schedule_defer(pending, message)
        self._update_pending(pending)

    def _make_unjoinable(self, inflight: InflightCall) -> None:
        """Stop identical calls from joining."""
        if self._undecided.get(inflight.key) is inflight:
            del self._undecided[inflight.key]

    def _update_pending(self, inflight: InflightCall) -> None:
        """Update the pending call's number of waiting requests and its deadline."""
        pending = self._gate.pending.get(inflight.call.id)
        if pending is not None:
            deadline = min((due for due, _ in inflight.deadlines.values()), default=0.0)
            now = {"waiting": len(inflight.waiting), "deadline": deadline, "deferred": inflight.deferred}
            self._gate.pending.update(msgspec.structs.replace(pending, **now))

    def show_listed_tools(self) -> None:
        """Update pending calls whose tool the server lists now, or describes in another way."""
        pending = self._gate.pending
        for inflight in list(self._undecided.values()):
            call = inflight.call
            tool = self._gate.tools.get(call.server, call.tool, call.session)
            if tool is None or (inflight.tool is not None and inflight.tool.definition == tool.definition):
                continue
            denial = self._policy.apply_listed_tool(inflight)
            if denial is not None:
                pending.settle(call.id, denial)
            elif (held := pending.get(call.id)) is not None:
                now = self._gate.servers.secrets_of(call.server, inflight.tool)
                pending.update(
                    msgspec.structs.replace(
                        held,
                        tool=inflight.tool,
                        warnings=inflight.warnings,
                        secrets=now,
                        asked_because=inflight.asked_because,
                        rule=inflight.rule,
                    )
                )

    # --- waiting for a person ---------------------------------------------------------------------------------

    async def _await_decision(self, inflight: InflightCall) -> Decision:
        """Wait until a person decides, the prompt expires or the client gives up; raises `LogWriteError`."""
        gate, call = self._gate, inflight.call
        heartbeat: asyncio.Task[None] | None = None
        try:
            injected = gate.servers.secrets_of(call.server, inflight.tool)
            gate.log.write(self._pending_record(inflight, injected))
            await gate.log.committed()
            heartbeat = asyncio.get_running_loop().create_task(self._send_heartbeats(inflight))
            timeout = gate.limits.prompt_timeout
            pending = model.PendingCall(
                call=inflight.shown, tool=inflight.tool, leaks=inflight.leaks,
                digest=call.digest if inflight.leaks else "", warnings=inflight.warnings, secrets=injected,
                waiting=len(inflight.waiting), expires=gate.clock() + timeout if timeout else 0.0,
                deadline=min((due for due, _ in inflight.deadlines.values()), default=0.0), deferred=inflight.deferred,
                burst=self._burst_of(inflight), asked_because=inflight.asked_because, rule=inflight.rule,
            )  # fmt: skip
            if not (inflight.waiting or inflight.deferred):
                return _GIVEN_UP
            if (denial := late_denial(gate, inflight.editions_decided)) is not None:
                return denial
            decision = await gate.pending.hold(pending, timeout)
            if decision.state == "expired":
                gate.prompt_limits.record_unanswered(call.client.id, call.server, gate.clock())
            return decision
        except QueueFullError as why:
            return Decision("deny", "limit", coded("gate.too_many_pending", reason=why))
        finally:
            if heartbeat is not None:
                heartbeat.cancel()
            for _, timer in inflight.deadlines.values():
                timer.cancel()
            inflight.deadlines.clear()
            self._make_unjoinable(inflight)

    def _burst_of(self, inflight: InflightCall) -> str:
        batch = inflight.batch
        burst = self._gate.bursts.join(inflight.call, batch.burst if batch is not None else "")
        if batch is not None:
            batch.burst = burst
        return burst

    def _pending_record(self, inflight: InflightCall, injected: tuple[str, ...]) -> model.CallHeld:
        call = inflight.call
        return model.CallHeld(
            **inflight.record_fields, request=jsonrpc.text(call.message["id"]), arguments=jsonrpc.text(call.arguments),
            digest=call.digest, era=call.era, warnings=inflight.warnings,
            secrets=(*injected, *(text for argument in call.injected for text in argument.named)),
            responses=revisions.responses_of(call.message),
        )  # fmt: skip

    async def _send_heartbeats(self, inflight: InflightCall) -> None:
        """Send progress to clients that gave a progress token while the call is pending (basic/utilities/progress)."""
        while True:
            await asyncio.sleep(self._gate.limits.heartbeat)
            for token in inflight.progress_tokens():
                value = inflight.sent_progress.get(token, 0.0) + _PROGRESS_STEP
                inflight.sent_progress[token] = value
                params = {"progressToken": token, "progress": value, "message": coded("gate.waiting_approval")}
                await self._relay.reply({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    # --- deadlines --------------------------------------------------------------------------------------------

    def _schedule_defer(self, inflight: InflightCall, message: Message) -> None:
        """Schedule a response to this request just before its client times out."""
        call = inflight.call
        client_timeout = self._gate.client_timeouts.of(call.client, call.claim, call.session)
        after = client_timeout.answer_after
        if not after or (client_timeout.extends and revisions.progress_token(message) is not None):
            return
        id: Id = message["id"]
        due = inflight.arrived[id] + after  # the call may have waited for its tool to be listed
        timer = asyncio.get_running_loop().call_later(due - self._gate.clock(), self._on_deadline, inflight, id)
        inflight.deadlines[id] = (due, timer)

    def _has_client_timed_out(self, inflight: InflightCall, now: float) -> bool:
        """Return whether the clients of all waiting requests have certainly timed out at ``now``."""
        call = inflight.call
        if now - call.since < _MIN_CLIENT_TIMEOUT:
            return False
        client_timeout = self._gate.client_timeouts.known(call.client, call.claim, call.session)
        if client_timeout is None or not client_timeout.seconds or not inflight.waiting:
            return False
        latest_arrival = now - client_timeout.seconds
        for id, message in inflight.waiting.items():
            if inflight.arrived.get(id, call.since) > latest_arrival:
                return False
            if client_timeout.extends and revisions.progress_token(message) is not None:
                return False
        return True

    def _on_deadline(self, inflight: InflightCall, id: Id) -> None:
        self._reply_tasks.start(self._defer(inflight, id))

    async def _defer(self, inflight: InflightCall, id: Id) -> None:
        """Tell the client of a request to retry; the prompt stays open."""
        if id in inflight.deadlines:
            await self._detach(inflight, id)

    async def _detach(self, inflight: InflightCall, id: Id) -> None:
        """Answer this request now if its call is pending; the prompt stays open for the retry."""
        due = inflight.deadlines.pop(id, None)
        if due is not None:
            due[1].cancel()
        if self._gate.pending.get(inflight.call.id) is None or id not in inflight.waiting:
            return
        inflight.deferred = True
        self._deferred_ids[id] = None
        if len(self._deferred_ids) > MAX_DEFERRED_IDS:
            del self._deferred_ids[next(iter(self._deferred_ids))]
        waited = self._gate.clock() - inflight.call.since
        self._gate.note(model.CallDeferred(**inflight.record_fields, request=jsonrpc.text(id), waited=waited))
        await self._reply_early(inflight, id, _ASK_AGAIN)
        self._update_pending(inflight)

    def was_deferred(self, id: Id) -> bool:
        """Return whether this request was answered "retry"; known for recent requests only."""
        return id in self._deferred_ids

    # --- approvals that come when nobody waits ----------------------------------------------------------------

    async def _defer_decision(self, inflight: InflightCall, decision: Decision) -> None:
        """Store a decision that came after the client was told to retry, once its record is on the disk.

        Raises `LogWriteError`.
        """
        call = inflight.original  # the client's retry, which knows nothing of edited arguments
        expires = self._gate.clock() + LIFETIME
        verdict: Literal["allow", "deny"] = "allow" if decision.state == "allow" else "deny"
        proof, approver = decision.presence, decision.approver
        self._gate.log.write(
            model.DecisionDeferred(**inflight.record_fields, verdict=verdict, expires=expires,
                     presence=proof or msgspec.UNSET, approver=approver)
        )  # fmt: skip
        await self._gate.log.durable()
        id = deferred_approval_id(call, inflight.tool)
        self._gate.deferred_approvals.put(
            model.DeferredApproval(
                id=id, call=inflight.masked or call, verdict=verdict, reason=decision.reason, expires=expires,
                arguments=decision.arguments, presence=proof, approver=approver,
            )
        )  # fmt: skip
        self._gate.renewed()

    # --- the server's answer --------------------------------------------------------------------------------------

    def _record_result(self, inflight: InflightCall, answer: Message) -> Message:
        """Record the server's response; return it as the client may read it."""
        raw = answer.get("result", answer.get("error", b""))
        outcome, first_drafts = revisions.outcome_and_draft(answer)
        if outcome == "task":
            self._gate.tasks.begin(tasks.created_task(jsonrpc.plain(raw)), inflight.record_fields, self._gate.clock())
        elif outcome == "input_required":
            self._gate.continuations.open(
                inflight.original, inflight.tool, jsonrpc.plain(raw), previous=inflight.continuation,
                arguments=inflight.edited, by=inflight.by, now=self._gate.clock(),
            )  # fmt: skip
        data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.canonical(raw)
        call, limits = inflight.call, self._gate.call_limits
        most = limits.max_result_bytes(call.client.id, call.server, call.tool) if limits.in_force else 0
        withheld = most and len(data) > most
        if withheld:
            outcome, text = "tool_error", coded("gate.result_too_large", size=f"{len(data):,}", limit=f"{most:,}")
            body = revisions.tool_error(text, inflight.call.era, self._relay.version)
            answer = jsonrpc.result(inflight.id, body)
        self._gate.note(
            model.CallCompleted(
                **inflight.record_fields, outcome=outcome, size=len(data), digest=jsonrpc.sha256(data),
                took=self._gate.clock() - inflight.forwarded,
                preview=text if withheld else data[: MAX_PREVIEW * 4].decode("utf-8", "replace")[:MAX_PREVIEW],
            ),
            inflight,
        )  # fmt: skip
        if withheld:
            return answer
        if not first_drafts:
            return answer
        version = revisions.known_to_client(self._relay.version, self._upstream.initialize)
        return mcp_2024_10_07.add_content(answer, version, inflight.call.era)

    async def complete(self, inflight: InflightCall, message: Message, lost: str = "") -> None:
        """Complete a forwarded call before the server's next message is handled.

        ``lost``: why the outcome is unknown; ``message`` is then the response to send.
        """
        if inflight.answer.done():
            return
        try:
            if lost:
                self._gate.note(model.CallOutcomeUnknown(**inflight.record_fields, reason=lost))
            else:
                message = self._record_result(inflight, message)
        except Exception:  # noqa: BLE001 - our bug: logged, the client gets an error
            _log.exception("the answer to the call %s was lost by a fault of ToolGuard's own", inflight.call.id)
            inflight.end(ConnectionError(OUR_FAULT))
            return
        inflight.answer.set_result(message)
        try:
            await self._reply(inflight, message)
        finally:
            if inflight.on_lost is not None:
                self._forget(inflight)

    def find_forwarded(self, id: Id) -> InflightCall | None:
        """Return the call that was forwarded as ``id`` and has no response."""
        return self._running.get(id)

    async def cancel(self, id: Id, message: Message, reason: str) -> None:
        """Cancel the call ``id``: a pending one never runs, a running one is cancelled at the server."""
        inflight = self._by_id.pop(id, None)
        if inflight is None:
            return
        inflight.waiting.pop(id, None)
        if id == inflight.id:
            self._gate.client_timeouts.observe(self._relay.caller.id, self._gate.clock() - inflight.call.since)
        if not inflight.forwarded or id != inflight.id:
            _remember(self._never_forwarded, id, None)
        if inflight.forwarded:
            if not inflight.waiting:
                params = {**message["params"], "requestId": inflight.id}
                await self._cancel_running(inflight, {**message, "params": params}, "client", reason)
            return
        joined = list(inflight.waiting.values())
        if id != inflight.id and joined:
            self._update_pending(inflight)
            return
        inflight.waiting.clear()
        self._make_unjoinable(inflight)
        self._gate.pending.settle(inflight.call.id, Decision("withdrawn", "client", reason))
        for request in joined:  # the first call was shown; the joined requests become calls of their own
            self._by_id.pop(request["id"], None)
            self.begin(request, revisions.era_of(request))

    async def detach(self, id: Id) -> None:
        """Answer the request ``id``, whose client left but can retry; its call stays pending."""
        inflight = self._by_id.get(id)
        if inflight is not None and not inflight.forwarded:
            self._gate.client_timeouts.observe(self._relay.caller.id, self._gate.clock() - inflight.call.since)
            await self._detach(inflight, id)

    def is_pending(self, id: Id) -> bool:
        """Return whether the call of this request is pending, also if it joined an identical call."""
        inflight = self._by_id.get(id)
        return inflight is not None and self._gate.pending.get(inflight.call.id) is not None

    async def stop(self, call_id: str) -> bool:
        """Stop a running call for a person: answer the client now and drop a late response."""
        inflight = next((candidate for candidate in self._running.values() if candidate.call.id == call_id), None)
        if inflight is None:
            return False
        message = {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": inflight.id, "reason": coded("gate.stopped_user")},
        }
        await self._cancel_running(inflight, message, "person", "")
        await self._refuse(inflight, _STOPPED)
        return True

    def _on_timeout(self, inflight: InflightCall, seconds: float) -> None:
        """Start ending a call whose response did not come in time."""
        self._reply_tasks.start(self._time_out(inflight, coded("gate.timed_out", seconds=f"{seconds:g}")))

    async def _time_out(self, inflight: InflightCall, reason: str) -> None:
        if inflight.answer.done() or inflight.stopping:
            return
        params = {"requestId": inflight.id, "reason": reason}
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        await self._refuse(inflight, coded("gate.answer_timed_out", reason=reason))
        await self._cancel_running(inflight, message, "time limit", reason)

    async def _cancel_running(self, inflight: InflightCall, message: Message, by: str, reason: str) -> None:
        inflight.stopping = True
        self._running.pop(inflight.id, None)
        _remember(self._abandoned, inflight.id, inflight.call.id)
        self._gate.note(model.CallCancelled(**inflight.record_fields, by=by, reason=reason))
        inflight.end(CallStoppedError(_STOPPED))
        self._on_cancelled(inflight.id)
        await self._upstream.post(message)

    def fail_running(self, reason: str) -> None:
        """Fail all running calls: the server has ended, and nothing is retried."""
        for inflight in list(self._running.values()):
            inflight.end(ConnectionError(reason))

    async def record_progress(self, message: Message) -> bool:
        """Update a running call's progress; return False if it must not reach the client (not increasing)."""
        params = jsonrpc.plain(message.get("params"))
        if not isinstance(params, dict):
            return True
        token, value, total = params.get("progressToken"), params.get("progress"), params.get("total")
        inflight = self._by_token.get(token) if isinstance(token, int | str) else None
        if inflight is None or not isinstance(value, int | float):
            return True
        note = params.get("message")
        inflight.progress = _float(value)
        inflight.total = _float(total) if isinstance(total, int | float) else None
        inflight.note = note[:500] if isinstance(note, str) else ""
        self._gate.changed()
        if inflight.progress <= inflight.sent_progress.get(token, -math.inf):  # type: ignore[arg-type]
            return False
        inflight.sent_progress[token] = inflight.progress  # type: ignore[index]
        return True

    async def _reply(self, inflight: InflightCall, answer: Message) -> None:
        for id in list(inflight.waiting):
            if inflight.waiting.pop(id, None) is not None:
                self._by_id.pop(id, None)
                if not inflight.forwarded or id != inflight.id:
                    _remember(self._never_forwarded, id, None)
                await self._relay.reply(answer if answer.get("id") == id else {**answer, "id": id})

    async def _reply_early(self, inflight: InflightCall, id: Id, text: str) -> None:
        """Answer one request of a call that stays pending."""
        message = inflight.waiting.pop(id)
        self._by_id.pop(id, None)
        _remember(self._never_forwarded, id, None)
        if id == inflight.id:
            self._answered_early[id] = inflight
        if self._gate.limits.long_poll and inflight.call.era == "modern" and inflight.long_poll_count < MAX_PER_CALL:
            inflight.long_poll_count += 1
            body = self._gate.long_polls.begin(self._relay.caller.id, self._relay.server, message, self._gate.clock())
            await self._relay.reply(jsonrpc.result(id, body))
        elif "task" in message["params"]:
            await self._relay.reply(jsonrpc.internal_error(id, text))
        else:
            await self._relay.reply(
                jsonrpc.result(id, revisions.tool_error(text, inflight.call.era, self._relay.version))
            )

    async def _refuse(self, inflight: InflightCall, text: str) -> None:
        if "task" in inflight.call.message["params"]:  # the client expects a CreateTaskResult, not a tool error
            await self._reply_error(inflight, text)
            return
        body = revisions.tool_error(text, inflight.call.era, self._relay.version)
        await self._reply(inflight, jsonrpc.result(inflight.id, body))

    async def _reply_error(self, inflight: InflightCall, reason: str) -> None:
        await self._reply(inflight, jsonrpc.internal_error(inflight.id, reason))

    async def _reply_outcome_unknown(self, inflight: InflightCall, reason: str) -> None:
        text = str(inflight.answer.exception() or reason) if inflight.answer.done() else reason
        self._gate.note(model.CallOutcomeUnknown(**inflight.record_fields, reason=text))
        await self._reply_error(inflight, coded("gate.outcome_unknown", text=text))

    def _record_withdrawn(self, inflight: InflightCall, reason: str) -> None:
        self._gate.note(model.CallWithdrawn(**inflight.record_fields, reason=reason))

    def _decided_record(self, inflight: InflightCall, decision: Decision, now: float) -> model.CallDecided:
        call = inflight.call if decision.arguments is None else edited(inflight.call, decision.arguments)
        if decision.arguments is not None:
            inflight.decided = jsonrpc.encode(call.message)
        inflight.digest = jsonrpc.sha256(inflight.decided)
        about: dict[str, Any] = {"edited": True} if decision.arguments is not None else {}
        if inflight.verdict is not None:  # decided without a person: no `CallHeld` contains these fields
            about["request"] = jsonrpc.text(call.message["id"])
            if "inputResponses" in call.message["params"]:
                about["responses"] = revisions.responses_of(call.message)
        if inflight.verdict is not None or decision.arguments is not None:
            about |= {"arguments": jsonrpc.text(call.arguments), "digest": inflight.digest}
        if decision.by == "person" or decision.by.startswith(deciders.DEFERRED):
            about["approver"] = decision.approver
        return model.CallDecided(
            **inflight.record_fields,
            verdict="allow" if decision.state == "allow" else "deny", by=decision.by, reason=decision.reason,
            era=call.era, waited=now - call.since, presence=decision.presence or msgspec.UNSET, **about,
        )  # fmt: skip

    def _forget(self, inflight: InflightCall) -> None:
        self.size -= inflight.size
        inflight.size = 0
        if inflight.timer is not None:
            inflight.timer.cancel()
        for id in (inflight.id, *inflight.waiting):
            if self._by_id.get(id) is inflight:
                del self._by_id[id]
        for calls in (self._running, self._answered_early):
            if calls.get(inflight.id) is inflight:
                del calls[inflight.id]
        if self._by_token:
            for token in [token for token, holder in self._by_token.items() if holder is inflight]:
                del self._by_token[token]
        self._gate.changed()

    def _all(self) -> tuple[InflightCall, ...]:
        return (*self._by_id.values(), *self._running.values(), *self._undecided.values())

    async def end(self, reason: str) -> None:
        """End all calls of a disconnected client: withdraw pending ones, cancel running ones. `finish` comes next."""
        attempts = {id(attempt): attempt for attempt in self._all()}
        for inflight in attempts.values():
            inflight.waiting.clear()
            if inflight.forwarded and not inflight.stopping:
                cancel = {"requestId": inflight.id, "reason": reason}
                message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}
                await self._cancel_running(inflight, message, "client", reason)
            else:
                self._gate.pending.settle(inflight.call.id, Decision("withdrawn", "client", reason))

    async def finish(self, timeout: float) -> None:
        """Wait until every call has ended, at most ``timeout`` seconds; then cancel the rest."""
        self.flush_allowed_calls()
        await finish_tasks(self._tasks, timeout)


def _remember(values: dict[Id, Any], id: Id, value: Any) -> None:
    values[id] = value
    if len(values) > _MAX_REMEMBERED_IDS:
        del values[next(iter(values))]


def _float(value: float) -> float:
    """Return a float; infinity for larger integers."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


_NO_RETRY = coded("gate.advice_no_retry")
_STOPPED = coded("gate.answer_stopped_by_user", advice=_NO_RETRY)
_TOO_LATE = coded("gate.not_run_time_limit")
_PROGRESS_STEP = 1e-6
_MIN_CLIENT_TIMEOUT = 1.0  # seconds that every client is assumed to wait
_ASK_AGAIN = coded("gate.not_run_yet_call")
_GIVEN_UP = Decision("withdrawn", "client", coded("gate.given_up_client"))
