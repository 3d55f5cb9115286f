"""The calls of one session that wait for a person: joined by identical ones, told that it takes time, given up in time.

A client that would stop waiting is answered before it does ("ask again"), and the prompt stays open: the identical
call joins it, or uses the `tickets.Ticket` that the person's answer has become meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from toolguard.checkpoint import mcp, wire
from toolguard.checkpoint.attempt import Attempt, join_key
from toolguard.checkpoint.calls import Asked, Deferred, Held, Ticket, Ticketed
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.pending import Decision, TooMany
from toolguard.checkpoint.tickets import LIFE, ticket_id
from toolguard.checkpoint.wire import Id, Message

_STEP = 1e-6
_STILL = (
    "Not run yet: this call still waits for the user's approval in ToolGuard. "
    "Call the tool again with identical arguments to go on waiting."
)
TOLD = 1_000
"""Requests that were answered "ask again" and are remembered, a session."""
GIVEN_UP = Decision("withdrawn", "client", "given up by the client")
CLOSING = Decision("deny", "closing", "ToolGuard is closing")


class Holding:
    """``about`` gives what every record of a call says; ``early`` answers one request of an attempt and forgets it."""

    def __init__(
        self,
        gate: Gate,
        *,
        about: Callable[[Attempt], dict[str, Any]],
        reply: Callable[[Message], Awaitable[None]],
        early: Callable[[Attempt, Id, str], Awaitable[None]],
    ) -> None:
        self._gate = gate
        self._about = about
        self._reply = reply
        self._early = early
        self._open: dict[bytes, Attempt] = {}
        self._told: dict[Id, None] = {}
        self._answering: set[asyncio.Task[None]] = set()

    # --- identical calls --------------------------------------------------------------------------------------

    def like(self, message: Message) -> Attempt | None:
        """The undecided call that ``message`` repeats."""
        return self._open.get(join_key(message)) if self._open else None

    def offer(self, attempt: Attempt) -> None:
        """From now on identical calls wait with this one."""
        attempt.key = join_key(attempt.call.message)
        self._open[attempt.key] = attempt

    def close(self, attempt: Attempt) -> None:
        """No identical call can join this one any more."""
        if self._open.get(attempt.key) is attempt:
            del self._open[attempt.key]

    def show_waiting(self, attempt: Attempt) -> None:
        """Show how many requests wait for this answer, and until when."""
        held = self._gate.pending.get(attempt.call.id)
        if held is not None:
            deadline = min((due for due, _ in attempt.due.values()), default=0.0)
            now = {"waiting": len(attempt.waiting), "deadline": deadline, "deferred": attempt.deferred}
            self._gate.pending.update(msgspec.structs.replace(held, **now))

    def undecided(self) -> tuple[Attempt, ...]:
        """Every call that waits for a person, also those whose clients were told to ask again."""
        return tuple(self._open.values())

    # --- waiting ----------------------------------------------------------------------------------------------

    async def ask(self, attempt: Attempt) -> Decision:
        """Hold the call until a person decides, the time is up or the client gives up; raises `NotRecorded`."""
        gate, call = self._gate, attempt.call
        beat: asyncio.Task[None] | None = None
        try:
            injected = gate.secrets_of(call.server, attempt.tool)
            gate.log.write(self._asked(attempt, injected))
            await gate.log.committed()
            beat = asyncio.get_running_loop().create_task(self._heartbeat(attempt))
            timeout = gate.limits.prompt_timeout
            held = Held(
                call=attempt.seen, tool=attempt.tool, leaks=attempt.leaks,
                digest=call.digest if attempt.leaks else "", warnings=attempt.warnings, secrets=injected,
                waiting=len(attempt.waiting), expires=gate.clock() + timeout if timeout else 0.0,
                deadline=min((due for due, _ in attempt.due.values()), default=0.0), deferred=attempt.deferred,
            )  # fmt: skip
            if not (attempt.waiting or attempt.deferred):
                return GIVEN_UP
            return CLOSING if gate.closing else await gate.pending.hold(held, timeout)
        except TooMany as why:
            return Decision("deny", "limit", f"too many pending approvals: {why}")
        finally:
            if beat is not None:
                beat.cancel()
            for _, timer in attempt.due.values():
                timer.cancel()
            attempt.due.clear()
            self.close(attempt)

    def _asked(self, attempt: Attempt, injected: tuple[str, ...]) -> Asked:
        call = attempt.call
        return Asked(
            **self._about(attempt), request=wire.text(call.message["id"]), arguments=wire.text(call.arguments),
            digest=call.digest, era=call.era, warnings=attempt.warnings,
            secrets=(*injected, *(text for one in call.filled for text in one.named)),
            responses=mcp.responses_of(call.message),
        )  # fmt: skip

    async def _heartbeat(self, attempt: Attempt) -> None:
        """Tell whoever gave a progress token that the call waits for a person (basic/utilities/progress)."""
        while True:
            await asyncio.sleep(self._gate.limits.heartbeat)
            for token in attempt.tokens():
                value = attempt.sent.get(token, 0.0) + _STEP
                attempt.sent[token] = value
                params = {"progressToken": token, "progress": value, "message": "Waiting for approval in ToolGuard"}
                await self._reply({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    # --- deadlines --------------------------------------------------------------------------------------------

    def mind_deadline(self, attempt: Attempt, message: Message) -> None:
        """Answer this request of the attempt before its client gives it up, unless it is decided by then."""
        patience = self._gate.deadlines.of(attempt.call.client, attempt.call.claim)
        after = patience.answer_after
        if not after or (patience.extends and mcp.progress_token(message) is not None):
            return
        id: Id = message["id"]
        timer = asyncio.get_running_loop().call_later(after, self._due, attempt, id)
        attempt.due[id] = (self._gate.clock() + after, timer)

    def _due(self, attempt: Attempt, id: Id) -> None:
        task = asyncio.get_running_loop().create_task(self._defer(attempt, id))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _defer(self, attempt: Attempt, id: Id) -> None:
        """The deadline of one request has come: its client is told to ask again, and the prompt stays."""
        if id in attempt.due:
            await self.part(attempt, id)

    async def part(self, attempt: Attempt, id: Id) -> None:
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
        self._gate.note(Deferred(**self._about(attempt), request=wire.text(id), waited=waited))
        await self._early(attempt, id, _STILL)
        self.show_waiting(attempt)

    def told(self, id: Id) -> bool:
        """Was this request answered "ask again"? True for the newest ones only."""
        return id in self._told

    # --- approvals that come when nobody waits ----------------------------------------------------------------

    def ticket(self, attempt: Attempt, decision: Decision) -> None:
        """The person answered when the client had been told to ask again: the answer waits; raises `NotRecorded`."""
        call = attempt.call
        expires = self._gate.clock() + LIFE
        verdict: Literal["allow", "deny"] = "allow" if decision.state == "allow" else "deny"
        self._gate.log.write(Ticketed(**self._about(attempt), verdict=verdict, expires=expires))
        id = ticket_id(call, attempt.tool)
        self._gate.tickets.put(
            Ticket(id=id, call=attempt.seen, verdict=verdict, reason=decision.reason, expires=expires,
                   arguments=decision.arguments)
        )  # fmt: skip
        self._gate.renewed()

    def ticketed(self, attempt: Attempt) -> Decision | None:
        """The answer that an earlier, identical call left behind. It is used up by this look."""
        if not len(self._gate.tickets):
            return None
        found = self._gate.tickets.take(ticket_id(attempt.call, attempt.tool), self._gate.clock())
        if found is None:
            return None
        return Decision(found.verdict, f"ticket of {found.call.id}", found.reason, found.arguments)
