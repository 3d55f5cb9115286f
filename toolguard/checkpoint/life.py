"""The life of a ``tools/call``: judged, held, decided, recorded, forwarded, answered. All of it is `Calls._live`.

Whether a call may still run is looked at in the same step in which it is written to the server. What was written is
never written again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from toolguard.checkpoint import first_draft, mcp, tasks, wire
from toolguard.checkpoint.attempt import Attempt, Stopped, edited
from toolguard.checkpoint.calls import (
    Call,
    Caller,
    Cancelled,
    Decided,
    Forwarded,
    Lost,
    NotRecorded,
    Returned,
    Running,
    Withdrawn,
)
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.given import mind
from toolguard.checkpoint.holding import Holding
from toolguard.checkpoint.judging import HIDDEN, Judge
from toolguard.checkpoint.legs import IN_A_ROW
from toolguard.checkpoint.link import OUR_FAULT, Channel, Link, NotProvided, Unavailable
from toolguard.checkpoint.pending import Decision
from toolguard.checkpoint.room import Room
from toolguard.checkpoint.wire import Id, Message

_log = logging.getLogger(__name__)
PREVIEW = 2_000
"""Characters of an answer that the log keeps."""
_KEPT = 1_000  # ids that are remembered after their calls


class Calls:
    """The gated calls of one session. ``reply`` takes every answer to the client."""

    def __init__(
        self,
        session: str,
        caller: Caller,
        server: str,
        *,
        gate: Gate,
        link: Link,
        reply: Callable[[Message], Awaitable[None]],
    ) -> None:
        self.session = session
        self.caller = caller
        self.server = server
        self.claim = ""
        self.version = ""
        self._gate = gate
        self._link = link
        self._reply = reply
        self._run = secrets.token_hex(3)  # a session that is taken up again after a crash counts anew
        self._count = 0
        self._by_id: dict[Id, Attempt] = {}
        self._by_token: dict[Id, Attempt] = {}
        self._running: dict[Id, Attempt] = {}
        self._given_up: dict[Id, str] = {}
        self._unheard: dict[Id, None] = {}  # the newest calls that were answered here: no server knows these ids
        self._tasks: set[asyncio.Task[None]] = set()
        self._holding = Holding(gate, about=self._about, reply=reply, early=self._answer_early)
        self._judge = Judge(gate, self._holding)
        self.size = 0
        """Bytes of the calls that have had no last word yet."""
        self.room = Room()
        """What waits for the server to start or to read on."""

    def __len__(self) -> int:
        """How many requests wait for an answer."""
        return len(self._by_id)

    def __contains__(self, id: Id) -> bool:
        """True while ``id`` must not be used again: by the client, or by a late answer of the server."""
        return id in self._by_id or id in self._running or id in self._given_up

    def given_up(self, id: Id) -> str:
        """The call that was forwarded under ``id`` and is not waited for any more; ``""`` when there is none."""
        return self._given_up.pop(id, "")

    def unheard(self, id: Id) -> bool:
        """True when ``id`` was a call that no server has heard of."""
        return id in self._unheard

    def running(self) -> list[Running]:
        return [
            Running(
                call=one.seen, tool=one.tool, since=one.forwarded, by=one.by, progress=one.progress, total=one.total,
                note=one.note, stopping=one.stopping,
            )
            for one in self._running.values()
        ]  # fmt: skip

    def begin(self, message: Message) -> None:
        """Take in a ``tools/call``; raises `wire.Malformed`. Returns at once: what follows has a task of its own."""
        name, _ = mcp.check_call(message)
        era = mcp.era_of(message)
        if era == "modern" and "requestState" in message["params"]:
            message = self._gate.legs.resumed(self.caller.id, self.server, message, self._gate.clock())
        held = self._holding.like(message)
        if held is not None:
            held.waiting[message["id"]] = message
            self._weigh(held, held.size + len(wire.encode(message)))
            self._by_id[message["id"]] = held
            self._holding.mind_deadline(held, message)
            self._holding.show_waiting(held)
            return
        self._count += 1
        call = Call(
            id=f"{self.session}-{self._run}-{self._count}", session=self.session, client=self.caller,
            claim=mcp.claim_of(message) or self.claim, server=self.server, tool=name, message=message, era=era,
            since=self._gate.clock(), filled=self._gate.filled_of(self.server, name),
        )  # fmt: skip
        attempt = Attempt(call, self._gate.tools.get(self.server, name, self.session))
        data = wire.encode(message)
        self._weigh(attempt, len(data))
        self._judge(attempt, data)
        self._by_id[message["id"]] = attempt
        task = asyncio.get_running_loop().create_task(self._live(attempt))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self, attempt: Attempt) -> None:
        """The whole life of one call, from the verdict to the answer."""
        try:
            channel = await self._cleared(attempt)
            if channel is None:
                return
            await self._write(attempt, channel)
            await attempt.answer
        except NotRecorded as why:
            await self._refuse(attempt, f"Not run: ToolGuard cannot record this call ({why}). {_NO_RETRY}")
        except NotProvided as why:
            self._withdrawn(attempt, str(why))
            await self._refuse(attempt, f"Not run: {why} {_NO_RETRY}")
        except Unavailable as why:
            self._withdrawn(attempt, f"no server: {why}")
            await self._fail(attempt, f"not run: {why}")
        except ConnectionError:
            await self._lose(attempt, "the server ended while the call was written to it")
        except Stopped as why:
            await self._refuse(attempt, str(why))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("the call %s was ended by a fault of ToolGuard's own", attempt.call.id)
            if attempt.forwarded:
                await self._lose(attempt, OUR_FAULT)
            else:
                self._withdrawn(attempt, OUR_FAULT)
                await self._fail(attempt, f"not run: {OUR_FAULT}")
        finally:
            self._forget(attempt)

    async def _cleared(self, attempt: Attempt) -> Channel | None:
        """The server, when the call may be written to it now; None when it has had its last word."""
        try:
            if attempt.unlisted:
                await self._judge.anew(attempt, self._link)
            decision = await self._decide(attempt)
            if decision.state == "withdrawn" or decision is _LATER:
                return None
            if decision.state == "allow":
                attempt.by = decision.by
                if decision.arguments is not None:
                    attempt.call, attempt.edited = edited(attempt.call, decision.arguments), decision.arguments
                    self._judge.mask(attempt)
                channel = self._link.channel
                if channel is None:
                    with self.room.taken(len(wire.encode(attempt.call.message))):
                        channel = await self._link.ready()
                if self._link.prepare is not None:
                    await self._link.prepare(attempt.call.message)
                mind(attempt, self._gate, self._link)
                self._judge.mind_rules(attempt)
                if attempt.waiting:
                    return channel
                self._withdrawn(attempt, "given up by the client before it was written to the server")
                return None
        except asyncio.CancelledError:
            self._withdrawn(attempt, "the session ended before it was written to the server")
            raise
        if decision is HIDDEN:
            await self._answer(attempt, mcp.unknown_tool(attempt.id, attempt.call.tool))
        else:
            await self._refuse(attempt, mcp.denial(decision.reason, decision.by))
        return None

    def _weigh(self, attempt: Attempt, size: int) -> None:
        self.size += size - attempt.size
        attempt.size = size

    async def _decide(self, attempt: Attempt) -> Decision:
        """The recorded verdict of a rule or of a person; raises `NotRecorded`."""
        decision = attempt.verdict or await self._holding.ask(attempt)
        if decision.state == "withdrawn":
            self._withdrawn(attempt, decision.reason or "given up by the client")
        else:
            self._gate.log.write(self._decided(attempt, decision))
            if decision.by == "person" and attempt.deferred and not attempt.waiting:
                self._holding.ticket(attempt, decision)
                decision = _LATER
            await (self._gate.log.committed() if attempt.verdict else self._gate.log.durable())
        return decision

    async def _write(self, attempt: Attempt, channel: Channel) -> None:
        """Record that the call leaves now, and write it, with no step between the look at ``waiting`` and the write."""
        data = wire.encode(attempt.call.message)
        self._forward(attempt, wire.sha256(data))
        with self.room.taken(len(data)):
            await channel.send(attempt.call.message)

    def _forward(self, attempt: Attempt, digest: str) -> None:
        gate = self._gate
        secrets = tuple(text for one in attempt.call.filled for text in one.named)
        gate.log.write(Forwarded(**self._about(attempt), digest=digest, secrets=secrets))
        attempt.forwarded = gate.clock()
        self._running[attempt.id] = attempt
        for token in attempt.tokens():
            self._by_token[token] = attempt
        gate.changed()

    def _returned(self, attempt: Attempt, answer: Message) -> Message:
        """Record what the server answered; gives it as the client can read it."""
        raw = answer.get("result", answer.get("error", b""))
        outcome, first_drafts = mcp.ending(answer)
        if outcome == "task":
            self._gate.tasks.begin(tasks.begun(wire.plain(raw)), self._about(attempt), self._gate.clock())
        elif outcome == "input_required":
            self._gate.rounds.ask(
                attempt.asked, attempt.tool, wire.plain(raw), before=attempt.round, arguments=attempt.edited,
                now=self._gate.clock(),
            )  # fmt: skip
        data = bytes(raw) if isinstance(raw, msgspec.Raw) else wire.canonical(raw)
        self._gate.note(
            Returned(
                **self._about(attempt), outcome=outcome, size=len(data), digest=wire.sha256(data),
                took=self._gate.clock() - attempt.forwarded,
                preview=data[: PREVIEW * 4].decode("utf-8", "replace")[:PREVIEW],
            )
        )  # fmt: skip
        if not first_drafts:
            return answer
        known = mcp.known_to_client(self.version, self._link.initialize)
        return first_draft.for_client(answer, known, attempt.call.era)

    async def answered(self, message: Message, lost: str = "") -> None:
        """The server answered the call with this id: told at once, before whatever the server says next.

        ``lost``: why it did not, and nobody will learn what it did; the message is what to tell.
        """
        attempt = self._running[message["id"]]
        if attempt.answer.done():
            return
        try:
            if lost:
                self._gate.note(Lost(**self._about(attempt), reason=lost))
            else:
                message = self._returned(attempt, message)
        except Exception:  # noqa: BLE001 - ours, logged: whoever waits is told
            _log.exception("the answer to the call %s was lost by a fault of ToolGuard's own", attempt.call.id)
            attempt.end(ConnectionError(OUR_FAULT))
            return
        attempt.answer.set_result(message)
        await self._answer(attempt, message)

    def owns(self, id: Id) -> bool:
        """True when ``id`` is the one under which the server knows a forwarded call."""
        return id in self._running

    async def cancelled(self, id: Id, message: Message, reason: str) -> None:
        """The client gives up the call ``id``: a held one never runs, a running one is cancelled at the server."""
        attempt = self._by_id.pop(id, None)
        if attempt is None:
            return
        attempt.waiting.pop(id, None)
        if id == attempt.id:
            self._gate.deadlines.observe(self.caller.id, self._gate.clock() - attempt.call.since)
        if not attempt.forwarded or id != attempt.id:
            _remember(self._unheard, id, None)
        if attempt.forwarded:
            if not attempt.waiting:
                params = {**message["params"], "requestId": attempt.id}
                await self._cancel_running(attempt, {**message, "params": params}, "client", reason)
            return
        others = list(attempt.waiting.values())
        if id != attempt.id and others:
            self._holding.show_waiting(attempt)
            return
        attempt.waiting.clear()
        self._holding.close(attempt)
        self._gate.pending.settle(attempt.call.id, Decision("withdrawn", "client", reason))
        for other in others:  # what was shown was the first call; the others are shown anew
            self._by_id.pop(other["id"], None)
            self.begin(other)

    async def parted(self, id: Id) -> None:
        """Nobody waits for ``id`` any more, but its client can ask again: a held call is kept for that."""
        attempt = self._by_id.get(id)
        if attempt is not None and not attempt.forwarded:
            self._gate.deadlines.observe(self.caller.id, self._gate.clock() - attempt.call.since)
            await self._holding.part(attempt, id)

    def deferred(self, id: Id) -> bool:
        """Was the client told to ask again when it asked this?"""
        return self._holding.told(id)

    async def stop(self, call_id: str) -> bool:
        """A person stops a running call: the client gets an answer now, a late one is dropped."""
        attempt = next((one for one in self._running.values() if one.call.id == call_id), None)
        if attempt is None:
            return False
        message = {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": attempt.id, "reason": "stopped by the user"},
        }
        await self._cancel_running(attempt, message, "person", "")
        await self._refuse(attempt, _STOPPED)
        return True

    async def _cancel_running(self, attempt: Attempt, message: Message, by: str, reason: str) -> None:
        attempt.stopping = True
        self._running.pop(attempt.id, None)
        _remember(self._given_up, attempt.id, attempt.call.id)
        self._gate.note(Cancelled(**self._about(attempt), by=by, reason=reason))
        attempt.end(Stopped(_STOPPED))
        await self._link.post(message)

    def died(self, reason: str) -> None:
        """The server is gone: what it was working on is lost, and nothing is tried again."""
        for attempt in list(self._running.values()):
            attempt.end(ConnectionError(reason))

    async def progress(self, message: Message) -> bool:
        """Note a server's progress on a running call; False when it must not reach the client (not increasing)."""
        params = wire.plain(message.get("params"))
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

    async def _answer(self, attempt: Attempt, answer: Message) -> None:
        for id in list(attempt.waiting):
            if attempt.waiting.pop(id, None) is not None:
                self._by_id.pop(id, None)
                if not attempt.forwarded or id != attempt.id:
                    _remember(self._unheard, id, None)
                await self._reply({**answer, "id": id})

    async def _answer_early(self, attempt: Attempt, id: Id, text: str) -> None:
        """Answer one request of a call that goes on waiting for its decision."""
        message = attempt.waiting.pop(id)
        self._by_id.pop(id, None)
        _remember(self._unheard, id, None)
        if self._gate.limits.long_poll and attempt.call.era == "modern" and attempt.legs < IN_A_ROW:
            attempt.legs += 1
            body = self._gate.legs.begin(self.caller.id, self.server, message, self._gate.clock())
            await self._reply(wire.result(id, body))
        elif "task" in message["params"]:
            await self._reply(wire.error(id, wire.INTERNAL_ERROR, f"ToolGuard: {text}", {"reason": text}))
        else:
            await self._reply(wire.result(id, mcp.tool_error(text, attempt.call.era, self.version)))

    async def _refuse(self, attempt: Attempt, text: str) -> None:
        if "task" in attempt.call.message["params"]:  # the client expects a CreateTaskResult, which this is not
            await self._fail(attempt, text)
            return
        body = mcp.tool_error(text, attempt.call.era, self.version)
        await self._answer(attempt, wire.result(attempt.id, body))

    async def _fail(self, attempt: Attempt, reason: str) -> None:
        await self._answer(
            attempt, wire.error(attempt.id, wire.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
        )

    async def _lose(self, attempt: Attempt, reason: str) -> None:
        text = str(attempt.answer.exception() or reason) if attempt.answer.done() else reason
        self._gate.note(Lost(**self._about(attempt), reason=text))
        await self._fail(attempt, f"outcome unknown: {text}")

    def _withdrawn(self, attempt: Attempt, reason: str) -> None:
        self._gate.note(Withdrawn(**self._about(attempt), reason=reason))

    def _decided(self, attempt: Attempt, decision: Decision) -> Decided:
        call = attempt.call if decision.arguments is None else edited(attempt.call, decision.arguments)
        about: dict[str, Any] = {"edited": True} if decision.arguments is not None else {}
        if attempt.verdict is not None:  # decided without a person: no `Asked` has told what the call is
            about |= {"request": wire.text(call.message["id"]), "responses": mcp.responses_of(call.message)}
        if attempt.verdict is not None or decision.arguments is not None:
            about |= {"arguments": wire.text(call.arguments), "digest": call.digest}
        return Decided(
            **self._about(attempt),
            verdict="allow" if decision.state == "allow" else "deny", by=decision.by, reason=decision.reason,
            era=call.era, waited=self._gate.clock() - call.since, **about,
        )  # fmt: skip

    def _about(self, attempt: Attempt) -> dict[str, Any]:
        """What every record of a call says."""
        call = attempt.call
        return {
            "session": self.session, "call": call.id, "client": self.caller.id, "server": self.server,
            "tool": call.tool,
        }  # fmt: skip

    def _forget(self, attempt: Attempt) -> None:
        self._weigh(attempt, 0)
        for id in (attempt.id, *attempt.waiting):
            if self._by_id.get(id) is attempt:
                del self._by_id[id]
        if self._running.get(attempt.id) is attempt:
            del self._running[attempt.id]
        if self._by_token:
            for token in [token for token, one in self._by_token.items() if one is attempt]:
                del self._by_token[token]
        self._gate.changed()

    def _all(self) -> tuple[Attempt, ...]:
        return (*self._by_id.values(), *self._running.values(), *self._holding.undecided())

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


_NO_RETRY = "Do not retry this call unless the user asks."
_STOPPED = f"Stopped by the user in ToolGuard while it ran; it may have had effects. {_NO_RETRY}"
_LATER = Decision("allow", "person", "the client was told to ask again")
