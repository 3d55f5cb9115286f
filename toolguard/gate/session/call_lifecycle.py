"""The life of a ``tools/call``: judged, held, decided, recorded, forwarded, answered. All of it is
`CallLifecycle._live`.

A call that waits for a person is joined by identical ones. A client that would stop waiting is answered before it does
("ask again"), and the prompt stays open: the identical call joins it, or uses the `model.Ticket` that the person's
answer has become meanwhile.

Whether a call may still run is looked at in the same step in which it is written to the server. What was written is
never written again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Coroutine, Sequence
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.deferred_approvals import LIFE, ticket_id
from toolguard.gate.approvals.long_poll import IN_A_ROW
from toolguard.gate.approvals.pending import Decision, QueueFullError
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import mcp_2024_10_07, revisions, tasks
from toolguard.gate.model import (
    Call,
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallDeferred,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    DecisionDeferred,
    DeferredApproval,
    Era,
    LogWriteError,
    PendingCall,
    RunningCall,
)
from toolguard.gate.policy.policy import CLOSING, HIDDEN, PANIC, Policy
from toolguard.gate.session.inflight_call import BatchResponse, CallStoppedError, InflightCall, edited, join_key
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.upstream import OUR_FAULT, NotProvidedError, ServerChannel, UnavailableError, Upstream
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
TOLD = 1_000
"""Requests that were answered "ask again" and are remembered, a session."""
PREVIEW = 2_000
"""Characters of an answer that the log keeps."""
_TOGETHER = 64 * 1024  # bytes of calls that are written to a server at once
_KEPT = 1_000  # ids that are remembered after their calls


class CallLifecycle:
    """The gated calls of one session. ``relay`` takes every answer to the client."""

    def __init__(self, relay: Relay, *, gate: GateContext, link: Upstream, lists: ListRefresh) -> None:
        self._relay = relay
        self._gate = gate
        self._link = link
        self._lists = lists
        self._judge = Policy(gate)
        self._run = secrets.token_hex(3)  # a session that is taken up again after a crash counts anew
        self._count = 0
        self._by_id: dict[Id, InflightCall] = {}
        self._by_token: dict[Id, InflightCall] = {}
        self._running: dict[Id, InflightCall] = {}
        self._undecided: dict[bytes, InflightCall] = {}  # those that a person is asked about, by `join_key`
        self._given_up: dict[Id, str] = {}
        self._unheard: dict[Id, None] = {}  # the newest calls that were answered here: no server knows these ids
        self._told: dict[Id, None] = {}  # the newest requests that were answered "ask again"
        self._at_once: list[tuple[InflightCall, Decision]] = []  # with their verdicts, to be sent together
        self._tasks: set[asyncio.Task[None]] = set()
        self._answering: set[asyncio.Task[None]] = set()
        self.size = 0
        """Bytes of the calls that have had no last word yet."""

    def __len__(self) -> int:
        """How many requests wait for an answer."""
        return len(self._by_id)

    def __contains__(self, id: object) -> bool:
        """True while ``id`` must not be used again: by the client, or by a late answer of the server."""
        return id in self._by_id or id in self._running or id in self._given_up

    def given_up(self, id: Id) -> str:
        """The call that was forwarded under ``id`` and is not waited for any more; ``""`` when there is none."""
        return self._given_up.pop(id, "")

    def unheard(self, id: Id) -> bool:
        """True when ``id`` was a call that no server has heard of."""
        return id in self._unheard

    def running(self) -> list[RunningCall]:
        return [
            RunningCall(
                call=one.seen, tool=one.tool, since=one.forwarded, by=one.by, progress=one.progress, total=one.total,
                note=one.note, stopping=one.stopping,
            )
            for one in self._running.values()
        ]  # fmt: skip

    def begin(self, message: Message, era: Era, batch: BatchResponse | None = None) -> None:
        """Take in a ``tools/call``, of a ``batch`` or alone; raises `jsonrpc.Malformed`.

        Returns at once: what follows is `send_at_once` where nothing needs to be waited for, else a task of its own.
        """
        gate, relay = self._gate, self._relay
        name, _ = revisions.check_call(message)
        if era == "modern" and "requestState" in message["params"]:
            message = gate.legs.resumed(relay.caller.id, relay.server, message, gate.clock())
        held = self._undecided.get(join_key(message)) if self._undecided else None
        if held is not None:
            self._join(held, message)
            return
        self._count += 1
        message = jsonrpc.encoded(message)
        call = Call(
            id=f"{relay.id}-{self._run}-{self._count}", session=relay.id, client=relay.caller,
            claim=revisions.claim_of(message) or relay.claim, server=relay.server, tool=name, message=message, era=era,
            since=gate.clock(), filled=gate.servers.filled_of(relay.server, name),
        )  # fmt: skip
        attempt = InflightCall(call, gate.tools.get(relay.server, name, relay.id))
        attempt.size = len(message.data)
        attempt.batch = batch
        self.size += attempt.size
        self._judge(attempt)
        if attempt.verdict is None and not attempt.unlisted:
            self._offer(attempt)
        self._by_id[attempt.id] = attempt
        verdict = attempt.verdict
        if verdict is not None and self._goes_at_once(attempt, verdict):
            self._at_once.append((attempt, verdict))
        else:
            self._start(self._live(attempt))

    def _start(self, life: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(life)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- from the verdict to the server ---------------------------------------------------------------------------

    async def _live(  # noqa: C901 - one case for each way in which a life ends
        self, attempt: InflightCall, *, is_recorded: bool = False, fault: Exception | None = None
    ) -> None:
        """The whole life of one call, from the verdict to the answer.

        ``is_recorded``: a rule allowed it, and the log has that. ``fault``: why it cannot go on; it was logged. What is
        forwarded already waits for its answer.
        """
        try:
            if fault is not None:
                raise fault
            if not attempt.forwarded and not await self._send(attempt, is_recorded=is_recorded):
                return
            await attempt.answer
        except asyncio.CancelledError:
            if not (attempt.denied or attempt.forwarded):
                self._withdrawn(attempt, coded("gate.session_ended_before_written"))
            raise
        except LogWriteError as why:
            await self._refuse(attempt, coded("gate.answer_not_recorded", reason=why, advice=_NO_RETRY))
        except NotProvidedError as why:
            self._withdrawn(attempt, str(why))
            await self._refuse(attempt, coded("gate.answer_not_run", reason=why, advice=_NO_RETRY))
        except UnavailableError as why:
            self._withdrawn(attempt, coded("gate.no_server", reason=why))
            await self._fail(attempt, coded("gate.not_run", reason=why))
        except ConnectionError:
            await self._lose(attempt, coded("gate.server_ended_call_written"))
        except CallStoppedError as why:
            await self._refuse(attempt, str(why))
        except Exception as why:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            if why is not fault:
                _log.exception("the call %s was ended by a fault of ToolGuard's own", attempt.call.id)
            if attempt.forwarded:
                await self._lose(attempt, OUR_FAULT)
            else:
                self._withdrawn(attempt, OUR_FAULT)
                await self._fail(attempt, coded("gate.not_run", reason=OUR_FAULT))
        finally:
            self._ended(attempt)

    async def _send(self, attempt: InflightCall, *, is_recorded: bool) -> bool:  # noqa: C901 - told top to bottom
        """Decide the call, record that and write it to the server; False when it does not go there."""
        gate, link = self._gate, self._link
        if attempt.unlisted:
            await self._judge.anew(attempt, link)
            if attempt.verdict is None:
                self._offer(attempt)
        elif not is_recorded and self._needs_new_list(attempt):
            await self._judge.by_new_list(attempt, self._lists)
            if attempt.verdict is None:
                self._offer(attempt)

        decision = attempt.verdict or await self._ask(attempt)
        if decision.state == "withdrawn":
            self._withdrawn(attempt, decision.reason or coded("gate.given_up_client"))
            return False
        if not is_recorded:
            gate.log.write(self._decided(attempt, decision))
            is_late = decision.by == "person" and attempt.deferred and not attempt.waiting
            if is_late:  # the client was told to retry
                self._keep(attempt, decision)
            await (gate.log.committed() if attempt.verdict else gate.log.durable())
            if is_late:
                return False
        if decision.state != "allow":
            attempt.denied = True
            if decision is HIDDEN:
                await self._answer(attempt, revisions.unknown_tool(attempt.id, attempt.call.tool))
            else:
                await self._refuse(attempt, revisions.denial(decision.reason, decision.by))
            return False

        attempt.by = decision.by
        if decision.arguments is not None:
            attempt.call, attempt.edited = edited(attempt.call, decision.arguments), decision.arguments
            self._judge.mask(attempt)
        message = attempt.call.message
        data = jsonrpc.encode(message)
        channel = link.channel
        if channel is None:
            self._relay.room.take(len(data))
            try:
                channel = await link.ready()
            finally:
                self._relay.room.back(len(data))
        filled = await channel.prepare(message)

        # From here to the write nothing is awaited.
        self._judge.look_again(attempt, channel, filled)
        if self._is_given_up(attempt):  # before the server was ready: a person's answer is kept
            if decision.by == "person":
                self._keep(attempt, decision)
            else:
                self._withdrawn(attempt, coded("gate.client_time_limit_passed"))
            await self._refuse(attempt, _TOO_LATE)
            return False
        if not attempt.waiting:
            self._withdrawn(attempt, coded("gate.given_up_client_before"))
            return False
        self._forward(attempt, data)
        self._relay.room.take(len(data))
        try:
            await channel.send(message)
        finally:
            self._relay.room.back(len(data))
        del data
        if isinstance(message, jsonrpc.EncodedMessage):
            message.release()
        return True

    def _needs_new_list(self, attempt: InflightCall) -> bool:
        """Whether a rule allows the call by a list of tools that is not new any more."""
        is_new = self._lists.listed <= attempt.call.since <= self._lists.until
        return not is_new and attempt.is_allowed_by_definition

    # --- the same for a call that nothing is waited for -----------------------------------------------------------

    def _goes_at_once(self, attempt: InflightCall, verdict: Decision) -> bool:
        """Whether a rule allows the call as it is, and its server is open."""
        return (
            verdict.state == "allow"
            and verdict.arguments is None
            and self._link.channel is not None
            and not attempt.call.filled
            and not self._needs_new_list(attempt)
        )

    def send_at_once(self) -> None:
        """Record the decisions on all calls that came together, and write them to the server.

        None of them has a task while all goes well. Whatever does not is left to `_live`.
        """
        if not self._at_once:
            return
        calls, self._at_once = self._at_once, []
        log, owner = self._gate.log, object()
        try:
            for attempt, verdict in calls:
                log.write(self._decided(attempt, verdict), owner)
            log.commit(owner)
        except Exception as why:  # noqa: BLE001 - `_live` refuses, and the program goes on
            if not isinstance(why, LogWriteError):
                _log.exception("calls were ended by a fault of ToolGuard's own")
            for attempt, _ in calls:
                self._start(self._live(attempt, fault=why))
            return
        channel = None if self._relay.is_backlogged else self._link.channel
        leaving, size = list[InflightCall](), 0
        for attempt, verdict in calls:
            attempt.by = verdict.by
            if channel is None:
                self._start(self._live(attempt, is_recorded=True))
            elif self._leaves_at_once(attempt, channel):
                leaving.append(attempt)
                size += attempt.size
                if size > _TOGETHER:  # then its server is asked again whether it takes more
                    self._write_at_once(leaving, channel)
                    leaving, size = [], 0
        if leaving and channel is not None:
            self._write_at_once(leaving, channel)

    def _leaves_at_once(self, attempt: InflightCall, channel: ServerChannel) -> bool:
        """Record that a call leaves, whose decision is in the log, for `_write_at_once` in the same step."""
        message = attempt.call.message
        if not channel.takes_at_once(message) or not attempt.waiting or self._is_given_up(attempt):
            self._start(self._live(attempt, is_recorded=True))
            return False
        try:
            self._judge.look_again(attempt, channel, ())
            self._forward(attempt, jsonrpc.encode(message))
        except Exception as why:  # noqa: BLE001 - `_live` refuses, and the program goes on
            if not isinstance(why, LogWriteError | NotProvidedError):
                _log.exception("the call %s was ended by a fault of ToolGuard's own", attempt.call.id)
            self._start(self._live(attempt, fault=why))
            return False
        return True

    def _write_at_once(self, calls: Sequence[InflightCall], channel: ServerChannel) -> None:
        """Write calls to the server together: nothing was awaited since they were looked at again."""
        try:
            channel.write([one.call.message for one in calls])
        except Exception as why:  # noqa: BLE001 - `_live` refuses, and the program goes on
            if not isinstance(why, ConnectionError):
                _log.exception("calls were ended by a fault of ToolGuard's own")
            for attempt in calls:
                self._start(self._live(attempt, fault=why))
            return
        for attempt in calls:
            attempt.unwatched = self._watch
            if isinstance(attempt.call.message, jsonrpc.EncodedMessage):
                attempt.call.message.release()

    def _watch(self, attempt: InflightCall) -> None:
        """No answer will come to a call that was written at once: from now on it has a task like any other."""
        attempt.unwatched = None
        self._start(self._live(attempt))

    def _forward(self, attempt: InflightCall, data: bytes) -> None:
        """Record that the call leaves now as ``data``; raises `LogWriteError`. It must be what was decided on.

        What a person saw is compared byte by byte, too.
        """
        gate, call = self._gate, attempt.call
        digest = jsonrpc.sha256(data)
        if digest != attempt.digest or (attempt.verdict is None and jsonrpc.encode(dict(call.message)) != data):
            raise RuntimeError(coded("gate.sent_not_decided"))
        secrets = tuple(text for one in call.filled for text in one.named) if call.filled else ()
        gate.log.write(CallForwarded(**attempt.about, digest=digest, secrets=secrets), attempt)
        attempt.forwarded = gate.clock()
        self._running[attempt.id] = attempt
        if gate.call_limits and (seconds := gate.call_limits.timeout_of(call)):
            attempt.timer = asyncio.get_running_loop().call_later(seconds, self._late, attempt, seconds)
        for token in attempt.tokens():
            self._by_token[token] = attempt
        gate.changed()

    # --- identical calls --------------------------------------------------------------------------------------

    def _offer(self, attempt: InflightCall) -> None:
        """From now on identical calls wait with this one, and its client is answered before it gives up.

        An approval of a leak holds while its client waits, and is not kept for later.
        """
        attempt.key = join_key(attempt.call.message)
        self._undecided[attempt.key] = attempt
        if not attempt.leaks:
            self._mind_deadline(attempt, attempt.call.message)

    def _join(self, held: InflightCall, message: Message) -> None:
        """Wait with an identical call for one decision. The record tells this request what came of it after a crash."""
        id: Id = message["id"]
        held.waiting[id] = message
        self._gate.note(msgspec.structs.replace(self._asked(held, ()), request=jsonrpc.text(id)))
        held.came[id] = self._gate.clock()
        size = len(jsonrpc.encode(message))
        held.size += size
        self.size += size
        self._by_id[id] = held
        self._mind_deadline(held, message)
        self._show_waiting(held)

    def _close(self, attempt: InflightCall) -> None:
        """No identical call can join this one any more."""
        if self._undecided.get(attempt.key) is attempt:
            del self._undecided[attempt.key]

    def _show_waiting(self, attempt: InflightCall) -> None:
        """Show how many requests wait for this answer, and until when."""
        held = self._gate.pending.get(attempt.call.id)
        if held is not None:
            deadline = min((due for due, _ in attempt.due.values()), default=0.0)
            now = {"waiting": len(attempt.waiting), "deadline": deadline, "deferred": attempt.deferred}
            self._gate.pending.update(msgspec.structs.replace(held, **now))

    def relisted(self) -> None:
        """Show the calls that wait for a person, and whose tool was not known until now, with what is known of it."""
        pending = self._gate.pending
        for attempt in list(self._undecided.values()):
            call = attempt.call
            if attempt.tool is not None or self._gate.tools.get(call.server, call.tool, call.session) is None:
                continue
            denial = self._judge.relisted(attempt)
            if denial is not None:
                pending.settle(call.id, denial)
            elif (held := pending.get(call.id)) is not None:
                now = self._gate.servers.secrets_of(call.server, attempt.tool)
                pending.update(msgspec.structs.replace(held, tool=attempt.tool, warnings=attempt.warnings, secrets=now))

    # --- waiting for a person ---------------------------------------------------------------------------------

    async def _ask(self, attempt: InflightCall) -> Decision:
        """Hold the call until a person decides, the time is up or the client gives up; raises `LogWriteError`."""
        gate, call = self._gate, attempt.call
        beat: asyncio.Task[None] | None = None
        try:
            injected = gate.servers.secrets_of(call.server, attempt.tool)
            gate.log.write(self._asked(attempt, injected))
            await gate.log.committed()
            beat = asyncio.get_running_loop().create_task(self._heartbeat(attempt))
            timeout = gate.limits.prompt_timeout
            held = PendingCall(
                call=attempt.seen, tool=attempt.tool, leaks=attempt.leaks,
                digest=call.digest if attempt.leaks else "", warnings=attempt.warnings, secrets=injected,
                waiting=len(attempt.waiting), expires=gate.clock() + timeout if timeout else 0.0,
                deadline=min((due for due, _ in attempt.due.values()), default=0.0), deferred=attempt.deferred,
                burst=self._burst_of(attempt),
            )  # fmt: skip
            if not (attempt.waiting or attempt.deferred):
                return _GIVEN_UP
            if gate.panic:
                return PANIC
            if gate.closing:
                return CLOSING
            if not gate.availability.can_ask:  # since a moment ago
                return gate.availability.denial
            decision = await gate.pending.hold(held, timeout)
            if decision.state == "expired":
                gate.prompt_limits.expired(call.client.id, call.server, gate.clock())
            return decision
        except QueueFullError as why:
            return Decision("deny", "limit", coded("gate.too_many_pending", reason=why))
        finally:
            if beat is not None:
                beat.cancel()
            for _, timer in attempt.due.values():
                timer.cancel()
            attempt.due.clear()
            self._close(attempt)

    def _burst_of(self, attempt: InflightCall) -> str:
        batch = attempt.batch
        burst = self._gate.bursts.join(attempt.call, batch.burst if batch is not None else "")
        if batch is not None:
            batch.burst = burst
        return burst

    def _asked(self, attempt: InflightCall, injected: tuple[str, ...]) -> CallHeld:
        call = attempt.call
        return CallHeld(
            **attempt.about, request=jsonrpc.text(call.message["id"]), arguments=jsonrpc.text(call.arguments),
            digest=call.digest, era=call.era, warnings=attempt.warnings,
            secrets=(*injected, *(text for one in call.filled for text in one.named)),
            responses=revisions.responses_of(call.message),
        )  # fmt: skip

    async def _heartbeat(self, attempt: InflightCall) -> None:
        """Tell whoever gave a progress token that the call waits for a person (basic/utilities/progress)."""
        while True:
            await asyncio.sleep(self._gate.limits.heartbeat)
            for token in attempt.tokens():
                value = attempt.sent.get(token, 0.0) + _STEP
                attempt.sent[token] = value
                params = {"progressToken": token, "progress": value, "message": coded("gate.waiting_approval")}
                await self._relay.reply({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    # --- deadlines --------------------------------------------------------------------------------------------

    def _mind_deadline(self, attempt: InflightCall, message: Message) -> None:
        """Answer this request of the attempt before its client gives it up, unless it is decided by then."""
        call = attempt.call
        patience = self._gate.deadlines.of(call.client, call.claim, call.session)
        after = patience.answer_after
        if not after or (patience.extends and revisions.progress_token(message) is not None):
            return
        id: Id = message["id"]
        timer = asyncio.get_running_loop().call_later(after, self._due, attempt, id)
        attempt.due[id] = (self._gate.clock() + after, timer)

    def _is_given_up(self, attempt: InflightCall) -> bool:
        """Whether the clients of all its requests have surely given up by now, with or without a word."""
        call = attempt.call
        if self._gate.clock() - call.since < _AT_LEAST:
            return False
        patience = self._gate.deadlines.sure(call.client, call.claim, call.session)
        if patience is None or not patience.seconds or not attempt.waiting:
            return False
        came_before = self._gate.clock() - patience.seconds
        for id, message in attempt.waiting.items():
            if attempt.came.get(id, call.since) > came_before:
                return False
            if patience.extends and revisions.progress_token(message) is not None:
                return False
        return True

    def _due(self, attempt: InflightCall, id: Id) -> None:
        task = asyncio.get_running_loop().create_task(self._defer(attempt, id))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _defer(self, attempt: InflightCall, id: Id) -> None:
        """The deadline of one request has come: its client is told to ask again, and the prompt stays."""
        if id in attempt.due:
            await self._part(attempt, id)

    async def _part(self, attempt: InflightCall, id: Id) -> None:
        """Answer this request now, if its call is held: nobody waits on, and the prompt stays for the repetition."""
        due = attempt.due.pop(id, None)
        if due is not None:
            due[1].cancel()
        if self._gate.pending.get(attempt.call.id) is None or id not in attempt.waiting:
            return
        attempt.deferred = True
        self._told[id] = None
        if len(self._told) > TOLD:
            del self._told[next(iter(self._told))]
        waited = self._gate.clock() - attempt.call.since
        self._gate.note(CallDeferred(**attempt.about, request=jsonrpc.text(id), waited=waited))
        await self._answer_early(attempt, id, _STILL)
        self._show_waiting(attempt)

    def deferred(self, id: Id) -> bool:
        """Was the client told to ask again when it asked this? True for the newest ones only."""
        return id in self._told

    # --- approvals that come when nobody waits ----------------------------------------------------------------

    def _keep(self, attempt: InflightCall, decision: Decision) -> None:
        """The person answered when the client had been told to ask again: the answer waits; raises `LogWriteError`."""
        call = attempt.call
        expires = self._gate.clock() + LIFE
        verdict: Literal["allow", "deny"] = "allow" if decision.state == "allow" else "deny"
        proof, approver = decision.presence, decision.approver
        self._gate.log.write(
            DecisionDeferred(**attempt.about, verdict=verdict, expires=expires, presence=proof or msgspec.UNSET,
                     approver=approver)
        )  # fmt: skip
        id = ticket_id(call, attempt.tool)
        self._gate.tickets.put(
            DeferredApproval(id=id, call=attempt.seen, verdict=verdict, reason=decision.reason, expires=expires,
                   arguments=decision.arguments, presence=proof, approver=approver)
        )  # fmt: skip
        self._gate.renewed()

    # --- the server's answer --------------------------------------------------------------------------------------

    def _returned(self, attempt: InflightCall, answer: Message) -> Message:
        """Record what the server answered; gives it as the client can read it."""
        raw = answer.get("result", answer.get("error", b""))
        outcome, first_drafts = revisions.ending(answer)
        if outcome == "task":
            self._gate.tasks.begin(tasks.begun(jsonrpc.plain(raw)), attempt.about, self._gate.clock())
        elif outcome == "input_required":
            self._gate.rounds.ask(
                attempt.asked, attempt.tool, jsonrpc.plain(raw), before=attempt.round, arguments=attempt.edited,
                now=self._gate.clock(),
            )  # fmt: skip
        data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.canonical(raw)
        most = self._gate.call_limits.result_of(attempt.call) if self._gate.call_limits else 0
        withheld = most and len(data) > most
        if withheld:
            outcome, text = "tool_error", coded("gate.result_too_large", size=f"{len(data):,}", limit=f"{most:,}")
            body = revisions.tool_error(text, attempt.call.era, self._relay.version)
            answer = jsonrpc.result(attempt.id, body)
        self._gate.note(
            CallCompleted(
                **attempt.about, outcome=outcome, size=len(data), digest=jsonrpc.sha256(data),
                took=self._gate.clock() - attempt.forwarded,
                preview=text if withheld else data[: PREVIEW * 4].decode("utf-8", "replace")[:PREVIEW],
            ),
            attempt,
        )  # fmt: skip
        if withheld:
            return answer
        if not first_drafts:
            return answer
        known = revisions.known_to_client(self._relay.version, self._link.initialize)
        return mcp_2024_10_07.for_client(answer, known, attempt.call.era)

    async def answered(self, attempt: InflightCall, message: Message, lost: str = "") -> None:
        """The server answered a forwarded call: told at once, before whatever the server says next.

        ``lost``: why it did not, and nobody will learn what it did; the message is what to tell.
        """
        if attempt.answer.done():
            return
        try:
            if lost:
                self._gate.note(CallOutcomeUnknown(**attempt.about, reason=lost))
            else:
                message = self._returned(attempt, message)
        except Exception:  # noqa: BLE001 - ours, logged: whoever waits is told
            _log.exception("the answer to the call %s was lost by a fault of ToolGuard's own", attempt.call.id)
            attempt.end(ConnectionError(OUR_FAULT))
            return
        attempt.answer.set_result(message)
        try:
            await self._answer(attempt, message)
        finally:
            if attempt.unwatched is not None:
                self._ended(attempt)

    def forwarded(self, id: Id) -> InflightCall | None:
        """The call that the server knows under ``id`` and has not answered."""
        return self._running.get(id)

    async def cancelled(self, id: Id, message: Message, reason: str) -> None:
        """The client gives up the call ``id``: a held one never runs, a running one is cancelled at the server."""
        attempt = self._by_id.pop(id, None)
        if attempt is None:
            return
        attempt.waiting.pop(id, None)
        if id == attempt.id:
            self._gate.deadlines.observe(self._relay.caller.id, self._gate.clock() - attempt.call.since)
        if not attempt.forwarded or id != attempt.id:
            _remember(self._unheard, id, None)
        if attempt.forwarded:
            if not attempt.waiting:
                params = {**message["params"], "requestId": attempt.id}
                await self._cancel_running(attempt, {**message, "params": params}, "client", reason)
            return
        others = list(attempt.waiting.values())
        if id != attempt.id and others:
            self._show_waiting(attempt)
            return
        attempt.waiting.clear()
        self._close(attempt)
        self._gate.pending.settle(attempt.call.id, Decision("withdrawn", "client", reason))
        for other in others:  # what was shown was the first call; the others are shown anew
            self._by_id.pop(other["id"], None)
            self.begin(other, revisions.era_of(other))

    async def parted(self, id: Id) -> None:
        """Nobody waits for ``id`` any more, but its client can ask again: a held call is kept for that."""
        attempt = self._by_id.get(id)
        if attempt is not None and not attempt.forwarded:
            self._gate.deadlines.observe(self._relay.caller.id, self._gate.clock() - attempt.call.since)
            await self._part(attempt, id)

    def holds(self, id: Id) -> bool:
        """Does the call of this request wait for a person? True also for one that waits with an identical call."""
        attempt = self._by_id.get(id)
        return attempt is not None and self._gate.pending.get(attempt.call.id) is not None

    async def stop(self, call_id: str) -> bool:
        """A person stops a running call: the client gets an answer now, a late one is dropped."""
        attempt = next((one for one in self._running.values() if one.call.id == call_id), None)
        if attempt is None:
            return False
        message = {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": attempt.id, "reason": coded("gate.stopped_user")},
        }
        await self._cancel_running(attempt, message, "person", "")
        await self._refuse(attempt, _STOPPED)
        return True

    def _late(self, attempt: InflightCall, seconds: float) -> None:
        """The answer did not come within the limit: the client is told so, and the server to give it up."""
        task = asyncio.get_running_loop().create_task(
            self._time_out(attempt, coded("gate.timed_out", seconds=f"{seconds:g}"))
        )
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _time_out(self, attempt: InflightCall, reason: str) -> None:
        if attempt.answer.done() or attempt.stopping:
            return
        params = {"requestId": attempt.id, "reason": reason}
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        await self._refuse(attempt, coded("gate.answer_timed_out", reason=reason))
        await self._cancel_running(attempt, message, "time limit", reason)

    async def _cancel_running(self, attempt: InflightCall, message: Message, by: str, reason: str) -> None:
        attempt.stopping = True
        self._running.pop(attempt.id, None)
        _remember(self._given_up, attempt.id, attempt.call.id)
        self._gate.note(CallCancelled(**attempt.about, by=by, reason=reason))
        attempt.end(CallStoppedError(_STOPPED))
        await self._link.post(message)

    def died(self, reason: str) -> None:
        """The server is gone: what it was working on is lost, and nothing is tried again."""
        for attempt in list(self._running.values()):
            attempt.end(ConnectionError(reason))

    async def progress(self, message: Message) -> bool:
        """Note a server's progress on a running call; False when it must not reach the client (not increasing)."""
        params = jsonrpc.plain(message.get("params"))
        if not isinstance(params, dict):
            return True
        token, value, total = params.get("progressToken"), params.get("progress"), params.get("total")
        attempt = self._by_token.get(token) if isinstance(token, int | str) else None
        if attempt is None or not isinstance(value, int | float):
            return True
        note = params.get("message")
        attempt.progress = _float(value)
        attempt.total = _float(total) if isinstance(total, int | float) else None
        attempt.note = note[:500] if isinstance(note, str) else ""
        self._gate.changed()
        if attempt.progress <= attempt.sent.get(token, -math.inf):  # type: ignore[arg-type]
            return False
        attempt.sent[token] = attempt.progress  # type: ignore[index]
        return True

    async def _answer(self, attempt: InflightCall, answer: Message) -> None:
        for id in list(attempt.waiting):
            if attempt.waiting.pop(id, None) is not None:
                self._by_id.pop(id, None)
                if not attempt.forwarded or id != attempt.id:
                    _remember(self._unheard, id, None)
                await self._relay.reply(answer if answer.get("id") == id else {**answer, "id": id})

    async def _answer_early(self, attempt: InflightCall, id: Id, text: str) -> None:
        """Answer one request of a call that goes on waiting for its decision."""
        message = attempt.waiting.pop(id)
        self._by_id.pop(id, None)
        _remember(self._unheard, id, None)
        if self._gate.limits.long_poll and attempt.call.era == "modern" and attempt.legs < IN_A_ROW:
            attempt.legs += 1
            body = self._gate.legs.begin(self._relay.caller.id, self._relay.server, message, self._gate.clock())
            await self._relay.reply(jsonrpc.result(id, body))
        elif "task" in message["params"]:
            await self._relay.reply(jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {text}", {"reason": text}))
        else:
            await self._relay.reply(
                jsonrpc.result(id, revisions.tool_error(text, attempt.call.era, self._relay.version))
            )

    async def _refuse(self, attempt: InflightCall, text: str) -> None:
        if "task" in attempt.call.message["params"]:  # the client expects a CreateTaskResult, which this is not
            await self._fail(attempt, text)
            return
        body = revisions.tool_error(text, attempt.call.era, self._relay.version)
        await self._answer(attempt, jsonrpc.result(attempt.id, body))

    async def _fail(self, attempt: InflightCall, reason: str) -> None:
        await self._answer(
            attempt, jsonrpc.error(attempt.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
        )

    async def _lose(self, attempt: InflightCall, reason: str) -> None:
        text = str(attempt.answer.exception() or reason) if attempt.answer.done() else reason
        self._gate.note(CallOutcomeUnknown(**attempt.about, reason=text))
        await self._fail(attempt, coded("gate.outcome_unknown", text=text))

    def _withdrawn(self, attempt: InflightCall, reason: str) -> None:
        self._gate.note(CallWithdrawn(**attempt.about, reason=reason))

    def _decided(self, attempt: InflightCall, decision: Decision) -> CallDecided:
        call = attempt.call if decision.arguments is None else edited(attempt.call, decision.arguments)
        attempt.digest = call.digest
        about: dict[str, Any] = {"edited": True} if decision.arguments is not None else {}
        if attempt.verdict is not None:  # decided without a person: no `CallHeld` has told what the call is
            about |= {"request": jsonrpc.text(call.message["id"]), "responses": revisions.responses_of(call.message)}
        if attempt.verdict is not None or decision.arguments is not None:
            about |= {"arguments": jsonrpc.text(call.arguments), "digest": attempt.digest}
        if decision.by == "person" or decision.by.startswith("ticket of "):
            about["approver"] = decision.approver
        return CallDecided(
            **attempt.about,
            verdict="allow" if decision.state == "allow" else "deny", by=decision.by, reason=decision.reason,
            era=call.era, waited=self._gate.clock() - call.since, presence=decision.presence or msgspec.UNSET, **about,
        )  # fmt: skip

    def _ended(self, attempt: InflightCall) -> None:
        self.size -= attempt.size
        attempt.size = 0
        if attempt.timer is not None:
            attempt.timer.cancel()
        for id in (attempt.id, *attempt.waiting):
            if self._by_id.get(id) is attempt:
                del self._by_id[id]
        if self._running.get(attempt.id) is attempt:
            del self._running[attempt.id]
        if self._by_token:
            for token in [token for token, one in self._by_token.items() if one is attempt]:
                del self._by_token[token]
        self._gate.changed()

    def _all(self) -> tuple[InflightCall, ...]:
        return (*self._by_id.values(), *self._running.values(), *self._undecided.values())

    async def end(self, reason: str) -> None:
        """The client is gone: held calls are withdrawn, running ones cancelled at the server. `finish` comes next."""
        attempts = {id(one): one for one in self._all()}
        for attempt in attempts.values():
            attempt.waiting.clear()
            if attempt.forwarded and not attempt.stopping:
                cancel = {"requestId": attempt.id, "reason": reason}
                message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}
                await self._cancel_running(attempt, message, "client", reason)
            else:
                self._gate.pending.settle(attempt.call.id, Decision("withdrawn", "client", reason))

    async def finish(self, timeout: float) -> None:
        """Wait until every call has had its last word, ``timeout`` seconds at most; then it is ended without one."""
        self.send_at_once()
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=timeout)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _remember(kept: dict[Id, Any], id: Id, value: Any) -> None:
    kept[id] = value
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]


def _float(value: float) -> float:
    """As a double; a larger integer is endless."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


_NO_RETRY = coded("gate.advice_no_retry")
_STOPPED = coded("gate.answer_stopped_by_user", advice=_NO_RETRY)
_TOO_LATE = coded("gate.not_run_time_limit")
_STEP = 1e-6
_AT_LEAST = 1.0  # seconds that every client waits
_STILL = coded("gate.not_run_yet_call")
_GIVEN_UP = Decision("withdrawn", "client", coded("gate.given_up_client"))
