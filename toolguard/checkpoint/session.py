"""One client joined to one server. Everything passes, both ways, unread; a ``tools/call`` passes through `life.Calls`.

Reading never waits for a person or for a server to start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from toolguard.checkpoint import mcp, tasks, wire
from toolguard.checkpoint.asking import Questions
from toolguard.checkpoint.attempt import Batch, Open, Resumed, Unanswered
from toolguard.checkpoint.calls import (
    Caller,
    Connected,
    Era,
    Joined,
    Late,
    Left,
    Lost,
    Passed,
    Refused,
    Running,
    Served,
    Shook,
    Withdrawn,
)
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.life import Calls
from toolguard.checkpoint.link import OUR_FAULT, Channel, Link, Opener, OutcomeUnknown, Unavailable
from toolguard.checkpoint.listed import as_shown
from toolguard.checkpoint.pending import Decision
from toolguard.checkpoint.wire import Id, Malformed, Message

_log = logging.getLogger(__name__)
_BACKLOG = 1_000  # messages that wait for a server to start or to read on
_BACKLOG_BYTES = 16 * 1024 * 1024  # of them, about
_CALLS_BYTES = 64 * 1024 * 1024  # of calls that have no answer yet
_LOOK = 0.1  # seconds between two looks whether the client of a server that does not read on is still there
_BATCH = 1_000  # members of one batch
_LAST_WORDS = 2.0  # seconds that a client whose session is ended has to take its last answers
_BREATH = 64  # messages after which others get a turn


class Session:
    """Owns the link to the server; ``client`` is a channel that yields messages, batches and `Malformed`."""

    def __init__(
        self,
        id: str,
        caller: Caller,
        server: str,
        client: Channel,
        opener: Opener,
        gate: Gate,
        resumed: Resumed | None = None,
    ) -> None:
        self.id = id
        self.caller = caller
        self.server = server
        self.since = gate.clock()
        self._client = client
        self._gate = gate
        self._resumed = resumed
        streamed = getattr(client, "streamed", lambda _: None)
        self._link = Link(
            opener, heard=self._heard, died=self._died, state=self._state, clock=gate.clock, streamed=streamed
        )  # fmt: skip
        self.calls = Calls(id, caller, server, gate=gate, link=self._link, reply=self._reply)
        self._open: dict[Id, Open] = {}
        self._batches: dict[Id, Batch] = {}
        self._questions = Questions(id, caller, server, gate, to_client=self._reply, to_server=self._link.post)
        self._backlog: deque[tuple[Message, int]] = deque()  # each with its size, about, in bytes
        self._backlog_size = 0
        self._telling = 0  # messages that the client was told and has not taken
        self._all_told = asyncio.Event()
        self._flush: asyncio.Task[None] | None = None
        self._era: Era = "legacy"
        self._server_state = ("starting", "")
        self._told: tuple[str, tuple[str, ...]] = ("", ())

    # --- what the window sees ---------------------------------------------------------------------------------

    def connected(self) -> Connected:
        state, detail = self._server_state
        return Connected(
            session=self.id, client=self.caller, claim=self.calls.claim, server=self.server, era=self._era,
            version=self.calls.version, info=self._told[0], capabilities=self._told[1], state=state, detail=detail,
            since=self.since, asks=self._questions.methods(),
        )  # fmt: skip

    def running(self) -> list[Running]:
        return self.calls.running()

    # --- life -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Relay until the client is gone, then end the server with everything that it started."""
        resumed = self._resumed
        self._gate.note(
            Joined(
                session=self.id, client=self.caller.id, server=self.server, program=self.caller.program,
                resumed=resumed is not None,
            )
        )  # fmt: skip
        self._gate.changed()
        try:
            if resumed is not None:
                await self._resume(resumed)
            self._start_server()
            count = 0
            async for message in self._client:
                await self._hear(message)
                await self._until_taken()
                count += 1
                if count % _BREATH == 0:
                    await asyncio.sleep(0)
        finally:
            await self._end(self._client.ended or "the client closed its connection")

    async def _end(self, reason: str) -> None:
        if self._flush is not None:
            self._flush.cancel()
        self._questions.clear()
        await self.calls.end(reason)
        self._link.refuse()
        await self.calls.finish(1.0)
        await self._link.close(reason)
        self._gate.tools.forget(self.server, self.id)
        self._gate.note(Left(session=self.id, client=self.caller.id, server=self.server, reason=reason))
        self._gate.changed()

    async def _resume(self, resumed: Resumed) -> None:
        """Take over from a process that died: say what became of its calls, remember its handshake."""
        self.calls.claim, self.calls.version = resumed.claim, resumed.version
        if resumed.initialize is not None:
            self._link.initialize = resumed.initialize
            self._link.initialized = True
        for one in resumed.unanswered:
            await self._reply(self._last_word(one))

    def _last_word(self, one: Unanswered) -> Message:
        if one.forwarded:
            reason = "outcome unknown: ToolGuard ended unexpectedly after it had passed this call on"
            self._gate.note(
                Lost(
                    session=self.id, call=one.call, client=self.caller.id, server=self.server, tool=one.tool,
                    reason=reason,
                )
            )  # fmt: skip
            return wire.error(one.request, wire.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
        reason = "ToolGuard ended unexpectedly while this call waited; it was not run"
        self._gate.note(
            Withdrawn(
                session=self.id, call=one.call, client=self.caller.id, server=self.server, tool=one.tool,
                reason=reason,
            )
        )  # fmt: skip
        return wire.result(one.request, mcp.tool_error(f"Not run: {reason}. Ask again.", one.era, self.calls.version))

    def _state(self, state: str, detail: str) -> None:
        self._server_state = (state, detail)
        self._gate.note(Served(session=self.id, server=self.server, state=state, detail=detail))
        self._gate.changed()

    # --- client to server -------------------------------------------------------------------------------------

    async def _until_taken(self) -> None:
        """Read no further while either side does not take what it is sent: what it has yet to take lies in memory."""
        while not self.calls.room.free and not self._client.ended:
            await self.calls.room.wait(_LOOK)
        while self._telling:  # until the client takes it or is gone
            self._all_told.clear()
            await self._all_told.wait()

    async def _hear(self, message: Message | wire.Batch | Malformed) -> None:
        try:
            if isinstance(message, Malformed):
                raise message
            if isinstance(message, list):
                await self._hear_batch(message)
            else:
                await self._hear_one(message)
        except Malformed as problem:
            self._refused(problem.reason)
            await self._reply(problem.answer())
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a client's message was refused by a fault of ToolGuard's own")
            self._refused(OUR_FAULT)
            if isinstance(message, dict):
                await self._fail(message, OUR_FAULT)

    def _refused(self, reason: str) -> None:
        self._gate.note(Refused(session=self.id, client=self.caller.id, server=self.server, reason=reason[:500]))

    async def _hear_one(self, message: Message) -> None:
        if "method" not in message:
            await self._hear_response(message)
        elif "id" in message:
            await self._hear_request(message)
        elif mcp.is_call(message):
            self._refused("tools/call without an id")
        elif message["method"] == "notifications/cancelled":
            await self._hear_cancel(message)
        else:
            await self._pass(message)

    async def _hear_response(self, message: Message) -> None:
        if not self._questions.answered(message.get("id")):
            self._refused("a response to nothing that was asked")
            return
        await self._pass(message)

    async def _hear_request(self, message: Message) -> None:
        id: Id = message["id"]
        if id in self._open or id in self.calls:
            raise Malformed(wire.INVALID_REQUEST, f"the id {id!r} is still in use by another request")
        if len(self._open) + len(self.calls) >= self._gate.limits.open_requests:
            raise Malformed(wire.INTERNAL_ERROR, "too many requests wait for an answer", id)
        self._era = mcp.era_of(message)
        if self._era == "modern":
            self.calls.claim = mcp.claim_of(message) or self.calls.claim
            self.calls.version = mcp.version_of(message)
        if mcp.is_call(message):
            if self.calls.size > _CALLS_BYTES:
                raise Malformed(wire.INTERNAL_ERROR, "calls of too many bytes wait for an answer", id)
            self.calls.begin(message)
            return
        method = message["method"]
        task = tasks.id_in(message.get("params")) if method in tasks.METHODS else ""
        if task and self._gate.tasks.foreign(self.server, task, self.caller.id):
            raise Malformed(wire.INVALID_PARAMS, "Task not found", id)
        if method == "initialize":
            self.calls.claim = mcp.claim_of(message)
        elif method not in mcp.CLIENT_METHODS:
            self._gate.note(Passed(session=self.id, client=self.caller.id, server=self.server, method=method[:200]))
        self._open[id] = Open(method, mcp.kept(message))
        await self._pass(message)

    async def _hear_cancel(self, message: Message) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        id, reason = params.get("requestId"), str(params.get("reason") or "")[:500]
        if not isinstance(id, int | str) or isinstance(id, bool):
            return
        batch = self._batches.pop(id, None)
        if id in self.calls:
            await self.calls.cancelled(id, message, reason)
        elif not self.calls.unheard(id):
            self._open.pop(id, None)
            await self._pass(message)
        if batch is not None:
            batch.left -= 1
            await self._send_batch(batch)

    async def _hear_batch(self, members: wire.Batch) -> None:
        """A JSON-RPC batch: legal in 2025-03-26 only, where each member goes its own way and the answers meet again."""
        if not mcp.revision(self.calls.version).batches:
            raise Malformed(wire.INVALID_REQUEST, "JSON-RPC batches are not part of this protocol version")
        if not 0 < len(members) <= _BATCH:
            raise Malformed(wire.INVALID_REQUEST, f"a batch must have 1 to {_BATCH} members")
        batch = Batch()
        batch.left = 1  # this function itself, so that nothing is sent before the last member was heard
        for value in members:
            try:
                member = wire.envelope(value)
                if "method" in member and "id" in member:
                    await self._hear_member(member, batch)
                else:
                    await self._hear_one(member)
            except Malformed as problem:
                self._refused(problem.reason)
                batch.answers.append(problem.answer())
        batch.left -= 1
        await self._send_batch(batch)

    async def _hear_member(self, member: Message, batch: Batch) -> None:
        id = member["id"]
        if member["method"] == "initialize":
            raise Malformed(wire.INVALID_REQUEST, "initialize must not be in a batch", id)
        if id in self._batches or id in self._open or id in self.calls:
            raise Malformed(wire.INVALID_REQUEST, f"the id {id!r} is still in use by another request")
        self._batches[id] = batch
        batch.left += 1
        try:
            await self._hear_request(member)
        except Malformed:
            del self._batches[id]
            batch.left -= 1
            raise

    async def _pass(self, message: Message) -> None:
        """On to the server, in order. What it does not take yet waits; when that is much, the reading waits too."""
        while self._much_waits() and self._link.channel is not None and not self._client.ended:
            await asyncio.wait((self._start_server(),), timeout=_LOOK)
        if self._much_waits():
            self._refused(_NO_START)
            await self._fail(message, _NO_START)
            return
        size = len(wire.encode(message)) if self._backlog else 0  # nearly always the only one
        self._backlog.append((message, size))
        self._backlog_size += size
        self._start_server()

    def _much_waits(self) -> bool:
        return len(self._backlog) >= _BACKLOG or self._backlog_size > _BACKLOG_BYTES

    def _start_server(self) -> asyncio.Task[None]:
        """Whoever brings the backlog to the server, which is opened if need be."""
        if self._flush is None or self._flush.done():
            self._flush = asyncio.get_running_loop().create_task(self._flush_backlog())
        return self._flush

    async def _flush_backlog(self) -> None:
        try:
            while True:
                channel = await self._link.ready()
                if not self._backlog:
                    return
                message, size = self._backlog[0]
                await channel.send(message)
                self._backlog.popleft()
                self._backlog_size -= size
                if message.get("method") == "notifications/initialized":
                    self._link.initialized = True
        except (Unavailable, ConnectionError) as why:
            while self._backlog:
                message, size = self._backlog.popleft()
                self._backlog_size -= size
                await self._fail(message, str(why) or "the server ended")

    async def _fail(self, message: Message, reason: str) -> None:
        id = message.get("id")
        if "method" in message and id is not None:
            self._open.pop(id, None)
            await self._reply(wire.error(id, wire.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason}))

    # --- server to client -------------------------------------------------------------------------------------

    async def _heard(self, message: Message | Malformed | OutcomeUnknown) -> None:
        if isinstance(message, Malformed):
            await self._heard_too_long(message)
        elif isinstance(message, OutcomeUnknown):
            await self._heard_response(message.answer, message.reason)
        elif "method" not in message:
            await self._heard_response(message)
        elif "id" in message:
            await self._questions.ask(message)
        elif message["method"] != "notifications/progress" or await self.calls.progress(message):
            if message["method"] == "notifications/cancelled" and not self._taken_back(message):
                return
            if message["method"] in ("notifications/tasks", "notifications/tasks/status"):
                told = wire.plain(message.get("params"))
                self._task_told(tasks.id_in(told), told)
            await self._reply(message)

    def _taken_back(self, message: Message) -> bool:
        """The server does not wait for the client's answer any more. False when the client never heard of it."""
        params = wire.plain(message.get("params"))
        id = params.get("requestId") if isinstance(params, dict) else None
        return self._questions.taken_back(id)

    async def _heard_response(self, message: Message, lost: str = "") -> None:
        id = message.get("id")
        if id is None:  # a server that could not read a request says so without an id (JSON-RPC 2.0 §5)
            await self._reply(message)
            return
        if (self.calls.owns(id) or id in self._open) and self._questions.hold_back(message, self._heard_response):
            return
        if self.calls.owns(id):
            await self.calls.answered(message, lost)
            return
        asked = self._open.pop(id, None)
        if asked is None:
            size = len(wire.encode(message.get("result", message.get("error"))))  # type: ignore[arg-type]
            late = self.calls.given_up(id)
            self._gate.note(Late(session=self.id, call=late, server=self.server, request=wire.text(id), size=size))
            return
        if "result" in message:
            message = self._look_at(asked, message)
        await self._reply(message)

    def _look_at(self, asked: Open, message: Message) -> Message:
        """Learn from what passes; gives it back as the client may see it."""
        told = wire.plain(message["result"]) if asked.method in mcp.READ_AGAIN else None
        if asked.method in ("initialize", "server/discover"):
            self._told = mcp.told_of_itself(told)
            self._gate.changed()
        if asked.method == "initialize":
            version = told.get("protocolVersion") if isinstance(told, dict) else None
            self.calls.version = version if isinstance(version, str) else ""
            self._link.initialize = asked.message
            self._gate.note(
                Shook(session=self.id, client=self.caller.id, server=self.server, claim=self.calls.claim,
                      initialize=wire.text(asked.message), version=self.calls.version)
            )  # fmt: skip
        elif asked.method == "tools/list":
            self._gate.tools.page(self.server, self.id, told, first=asked.message["first"])
            self._gate.renewed()
            modern = asked.message["era"] == "modern"
            return as_shown(self._gate, self.caller.id, self.server, message, told, modern=modern)
        elif asked.method in tasks.METHODS:
            self._task_told(tasks.id_in(asked.message["params"]), wire.plain(message["result"]))
        return message

    def _task_told(self, id: str, told: object) -> None:
        ended = self._gate.tasks.told(self.server, id, told.get("status") if isinstance(told, dict) else None)
        if ended is not None:
            self._gate.note(ended)
            self._gate.changed()

    async def tools_changed(self) -> None:
        """A person changed what is exposed: the client hears of it in the way in which its server would tell it."""
        if self._era == "legacy" and "tools.listChanged" in self._told[1]:
            await self._reply(mcp.list_changed())
        for id, asked in list(self._open.items()):
            if asked.message.get("tools"):
                await self._reply(mcp.list_changed(id))

    async def _heard_too_long(self, problem: Malformed) -> None:
        """A server's message that could not be taken: whoever waits for it must be told."""
        self._refused(f"from the server: {problem.reason}")
        if problem.id is None:
            return
        answer = wire.error(problem.id, wire.INTERNAL_ERROR, f"ToolGuard: {problem.reason}", {"reason": problem.reason})
        await self._heard_response(answer)

    async def _died(self, reason: str) -> None:
        self._questions.clear()
        await self._give_up(reason, f"the server ended before it answered ({reason})")

    async def _give_up(self, of_calls: str, of_others: str) -> None:
        """Tell whoever waits for the server that nothing will come; what waits for its start goes on waiting."""
        self.calls.died(of_calls)
        lost, self._open = self._open, {}
        waiting = {message.get("id") for message, _ in self._backlog if "method" in message}
        for open_id, one in lost.items():
            if open_id in waiting:
                self._open[open_id] = one
            else:
                await self._fail(one.message, of_others)

    async def _reply(self, message: Message) -> None:
        """To the client, alone or as part of the batch that it belongs to. A client that is gone is not our trouble."""
        id = message.get("id")
        batch = self._batches.pop(id, None) if id is not None and "method" not in message else None
        if batch is not None:
            batch.answers.append(message)
            batch.left -= 1
            await self._send_batch(batch)
            return
        await self._tell(message)

    async def _send_batch(self, batch: Batch) -> None:
        if batch.left == 0 and batch.answers:
            answers, batch.answers = batch.answers, []
            await self._tell(answers)

    async def _tell(self, message: Message | wire.Batch) -> None:
        self._telling += 1
        try:
            await self._client.send(message)
        except ConnectionError:
            return
        finally:
            self._telling -= 1
            if not self._telling:
                self._all_told.set()

    async def close(self, reason: str) -> None:
        """End the session from our side: everything that waits is answered, then `run` returns."""
        await self._give_up("ToolGuard was closed while it ran", "ToolGuard was closed")
        self._link.refuse()
        await self.calls.finish(1.0)
        if self._flush is not None:
            await asyncio.wait((self._flush,), timeout=1.0)
        await self._client.close(reason)

    async def dismiss(self, reason: str) -> None:
        """A person ends the session: what is held is denied, what runs is stopped, then the client is let go."""
        words = asyncio.get_running_loop().create_task(self._last_words(reason))
        await asyncio.wait((words,), timeout=_LAST_WORDS)  # a client that does not read on hears no more
        words.cancel()
        await self._client.close(reason)

    async def _last_words(self, reason: str) -> None:
        for held in self._gate.pending.all():
            if held.call.session == self.id:
                self._gate.pending.settle(held.call.id, Decision("deny", "person", f"this session was {reason}"))
        for one in self.calls.running():
            await self.calls.stop(one.call.id)
        await self._give_up(f"the session was {reason}", f"the session was {reason}")
        self._link.refuse()
        await self.calls.finish(1.0)


_NO_START = "the server does not start and too many messages wait for it"
