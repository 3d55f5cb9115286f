"""One client joined to one server.

Everything passes, both ways, unread, but for what is decided about: a ``tools/call`` passes through
`call_lifecycle.CallLifecycle`, the requests of `request_kinds` through `request_gate`. Reading never waits for a person
or for a server to start.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Container, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from toolguard.gate import crash, jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import apps, request_kinds, revisions, tasks
from toolguard.gate.model import (
    ClientInfo,
    ConnectedSession,
    HandshakeCompleted,
    LogWriteError,
    RequestForwarded,
    ResponseDropped,
    RunningCall,
    ServerStateChanged,
    SessionEnded,
)
from toolguard.gate.policy.outgoing_secrets import OutgoingMessageFilter
from toolguard.gate.policy.tools import instructions_of
from toolguard.gate.policy.tools_list_filter import as_shown
from toolguard.gate.session.call_lifecycle import CallLifecycle
from toolguard.gate.session.inflight_call import BatchResponse, ResumedSession
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.record_limit import EACH, RecordLimit
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.request_gate import ForwardedRequest, JudgedRequest, RequestGate, denial_words
from toolguard.gate.session.server_requests import SHOWN, ServerRequests
from toolguard.gate.session.upstream import ClientChannel, Opener, OutcomeUnknown, UnavailableError, Upstream
from toolguard.gate.texts import coded

_BACKLOG = 1_000  # messages that wait for a server to start or to read on
_BACKLOG_BYTES = 16 * 1024 * 1024  # of them, about
_CALLS_BYTES = 64 * 1024 * 1024  # of calls that have no answer yet
_LONGEST_ID = 200  # characters of an id that nobody has given
_LONGEST_VERSION = 100  # of the revision that a server names
_LOOK = 0.1  # seconds between two looks whether the client of a server that does not read on is still there
_LAST_WORDS = 2.0  # seconds that a client whose session is ended has to take its last answers


class Session(Relay):
    """Owns the link to the server. A ``tools/call`` is the business of its `CallLifecycle`."""

    def __init__(
        self,
        id: str,
        caller: ClientInfo,
        server: str,
        client: ClientChannel,
        opener: Opener,
        gate: GateContext,
        resumed: ResumedSession | None = None,
    ) -> None:
        super().__init__(id, caller, server, gate, resumed)
        self._client = client
        self.since = gate.clock()
        self._link = Upstream(
            opener, heard=self._heard, died=self._died, state=self._state, clock=gate.clock,
            streamed=client.streamed,
        )  # fmt: skip
        self._lists = ListRefresh(id, server, gate=gate, link=self._link)
        self.calls = CallLifecycle(self, gate=gate, link=self._link, lists=self._lists)
        self._outgoing = OutgoingMessageFilter(id, caller, server, gate)
        self._open: dict[Id, ForwardedRequest] = {}
        self._decides = RequestGate(self, gate)
        self._questions = ServerRequests(
            self, gate, self._decides, to_client=self.reply, to_server=self._link.post
        )  # fmt: skip
        self._unasked = RecordLimit()
        self._deciding: dict[Id, JudgedRequest] = {}  # requests that are no calls
        self._deciders: set[asyncio.Task[None]] = set()
        self._backlog: deque[tuple[Message, int]] = deque()  # each with its size, about, in bytes
        self._backlog_size = 0
        self._flush: asyncio.Task[None] | None = None
        self._server_state = ("starting", "")
        self._told: tuple[str, tuple[str, ...]] = ("", ())

    # --- what the window sees ---------------------------------------------------------------------------------

    def connected(self) -> ConnectedSession:
        state, detail = self._server_state
        return ConnectedSession(
            session=self.id, client=self.caller, claim=self.claim, server=self.server, era=self.era,
            version=self.version, info=self._told[0], capabilities=self._told[1], state=state, detail=detail,
            since=self.since, asks=self._questions.methods(),
        )  # fmt: skip

    def running(self) -> list[RunningCall]:
        return self.calls.running()

    # --- life -------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        if self._resumed is not None:
            await self._resume(self._resumed)
        self._start_server()

    async def _end(self, reason: str) -> None:
        if self._flush is not None:
            self._flush.cancel()
        self._questions.clear(reason)
        self._lists.end()
        deciding, self._deciding = self._deciding, {}
        for request in deciding.values():
            self._withdraw(request, reason)
        await self.calls.end(reason)
        self._link.refuse()
        await self.calls.finish(1.0)
        await self._finish_requests(1.0)
        self._lose_requests(reason)
        await self._link.close(reason)
        self._gate.tools.forget(self.server, self.id)
        self._gate.note(SessionEnded(session=self.id, client=self.caller.id, server=self.server, reason=reason))
        self._gate.changed()

    async def _resume(self, resumed: ResumedSession) -> None:
        """Take over from a process that died: say what became of its calls, remember its handshake."""
        batches: dict[int, BatchResponse] = {}
        self.claim, self.version = resumed.claim, resumed.version
        if resumed.initialize is not None:
            self._link.initialize = resumed.initialize
            self._link.initialized = True
        for request in resumed.requests:
            if request.batch and not request.repeated:
                self._await_in(batches.setdefault(request.batch, BatchResponse()), request.id)
        for one in resumed.unanswered:
            if (record := crash.closing_record(one, self.id, self.caller.id, self.server)) is not None:
                self._gate.note(record)
            for id in one.requests:
                await self.reply(crash.answer_to_call(one, id, self.version))
        told = {id for one in resumed.unanswered for id in one.requests}
        for request in resumed.requests:
            if not request.repeated and request.id not in told:
                await self.reply(crash.answer_to_request(request))

    def _state(self, state: str, detail: str) -> None:
        self._server_state = (state, detail)
        self._gate.note(ServerStateChanged(session=self.id, server=self.server, state=state, detail=detail))
        self._gate.changed()

    # --- client to server -------------------------------------------------------------------------------------

    @property
    def is_backlogged(self) -> bool:
        return bool(self._backlog)

    def _heard_some(self) -> None:
        self.calls.send_at_once()

    def _used(self) -> tuple[Container[object], ...]:
        return self._open, self.calls, self._deciding

    def _forget(self, id: Id) -> None:
        asked = self._open.pop(id, None)
        if asked is not None and asked.request is not None:
            self._decides.lost(asked.request, coded("gate.server_ended"))

    async def _hear_one(self, message: Message) -> None:
        if "method" not in message:
            await self._hear_response(message)
        elif "id" in message:
            await self._hear_request(message)
        elif revisions.is_call(message):
            self._refused(coded("gate.tools_call_without_id"))
        elif message["method"] == "notifications/cancelled":
            await self._hear_cancel(message)
        elif not self._outgoing.stops(message):
            await self._pass(message)

    async def _hear_response(self, message: Message) -> None:
        if not self._questions.awaits(message.get("id")):
            self._refused(coded("gate.response_nothing_asked"))
            return
        answer = self._outgoing.answer(message)
        self._questions.answered(answer)
        await self._pass(answer)

    async def _hear_request(self, message: Message) -> None:
        id: Id = message["id"]
        if id in self._open or id in self.calls or id in self._deciding:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.id_still_use_another", id=repr(id)))
        if len(self._open) + len(self.calls) + len(self._deciding) >= self._gate.limits.open_requests:
            raise Malformed(jsonrpc.INTERNAL_ERROR, coded("gate.too_many_requests_wait_answer"), id)
        self.era = revisions.era_of(message)
        if self.era == "modern":
            self.claim = revisions.claim_of(message) or self.claim
            self.version = revisions.version_of(message)
        if revisions.is_call(message):
            if self.calls.size > _CALLS_BYTES:
                raise Malformed(jsonrpc.INTERNAL_ERROR, coded("gate.calls_too_many_bytes"), id)
            self.calls.begin(message, self.era, self._batches.get(id))
            return
        if why := self._outgoing.stops(message):
            await self.reply(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, f"ToolGuard: {why}", {"reason": why}))
            return
        method = message["method"]
        task = tasks.id_in(message.get("params")) if method in tasks.METHODS else ""
        if task and self._gate.tasks.foreign(self.server, task, self.caller.id):
            raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.task_not_found"), id)
        if method == "initialize":
            self.claim = revisions.claim_of(message)
        elif kind := request_kinds.kind_of(method, is_from_server=False, known=revisions.CLIENT_METHODS):
            request = self._decides.judge(kind, method, message.get("params"), is_from_server=False, id=id)
            if request is not None:
                self._deciding[id] = request
                decider = asyncio.get_running_loop().create_task(self._decide(id, request))
                self._deciders.add(decider)
                decider.add_done_callback(self._deciders.discard)
                return
            self._gate.note(
                RequestForwarded(
                    session=self.id, client=self.caller.id, server=self.server, method=method[:200],
                    params=jsonrpc.text(message.get("params"))[:SHOWN],
                )
            )  # fmt: skip
        self._open[id] = ForwardedRequest(method, revisions.kept(message))
        await self._pass(message)

    async def _decide(self, id: Id, request: JudgedRequest) -> None:
        """The life of a request that does not simply pass, until it goes on."""
        try:
            decision = await self._decides.decide(request, lambda: self._deciding.get(id) is request)
        finally:
            is_wanted = self._deciding.get(id) is request
            if is_wanted:
                del self._deciding[id]
        if decision.state == "allow":
            message = request.call.message
            self._open[id] = ForwardedRequest(
                message["method"], revisions.kept(message), request, self._gate.clock()
            )  # fmt: skip
            await self._pass(message)
        elif is_wanted:
            await self.reply(request_kinds.denial(request.kind, id, denial_words(decision), by=decision.by))

    def _withdraw(self, request: JudgedRequest, reason: str) -> None:
        """Nobody waits for it any more: it is not decided about, or finds that out before it goes on."""
        self._gate.pending.settle(request.call.id, Decision("withdrawn", "client", reason))

    async def _finish_requests(self, timeout: float) -> None:
        """Wait until every decision has had its consequence, ``timeout`` seconds at most."""
        if self._deciders:
            _, late = await asyncio.wait(set(self._deciders), timeout=timeout)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _lose_requests(self, reason: str) -> None:
        """The log hears of what was decided and has no answer."""
        for asked in self._open.values():
            if asked.request is not None:
                self._decides.lost(asked.request, reason)
        self._open.clear()

    async def _hear_cancel(self, message: Message) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        id, reason = params.get("requestId"), str(params.get("reason") or "")[:500]
        if not isinstance(id, int | str) or isinstance(id, bool):
            return
        message, reason = self._outgoing.cancellation(message, id, reason)
        batch = self._batches.pop(id, None)
        if id in self.calls:
            await self.calls.cancelled(id, message, reason)
        elif id in self._deciding:
            self._withdraw(self._deciding.pop(id), reason)
        elif not self.calls.unheard(id):
            asked = self._open.pop(id, None)
            if asked is not None and asked.request is not None:
                self._decides.cancelled(asked.request, "client", reason)
            await self._pass(message)
        if batch is not None:
            await self._settle(batch)

    async def _pass(self, message: Message) -> None:
        """On to the server, in order. What it does not take yet waits; when that is much, the reading waits too."""
        while self._much_waits() and self._link.channel is not None and not self._client.ended:
            await asyncio.wait((self._start_server(),), timeout=_LOOK)
        if self._much_waits():
            self._refused(_NO_START)
            await self._fail(message, _NO_START)
            return
        size = len(jsonrpc.encode(message)) if self._backlog else 0  # nearly always the only one
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
        except (UnavailableError, ConnectionError) as why:
            while self._backlog:
                message, size = self._backlog.popleft()
                self._backlog_size -= size
                await self._fail(message, str(why) or coded("gate.server_ended"))

    # --- server to client -------------------------------------------------------------------------------------

    def _heard(self, message: Message | Malformed | OutcomeUnknown) -> Coroutine[Any, Any, None]:
        if isinstance(message, dict):
            return self._heard_response(message) if "method" not in message else self._heard_question(message)
        if isinstance(message, Malformed):
            return self._heard_too_long(message)
        return self._heard_response(message.answer, message.reason)

    async def _heard_question(self, message: Message) -> None:
        """A request or a notification."""
        if "id" in message:
            await self._questions.ask(message)
        elif message["method"] != "notifications/progress" or await self.calls.progress(message):
            if message["method"] == "notifications/tools/list_changed":
                self._lists.outdate()
            if message["method"] == "notifications/cancelled" and not self._taken_back(message):
                return
            if message["method"] in ("notifications/tasks", "notifications/tasks/status"):
                told = jsonrpc.plain(message.get("params"))
                self._task_told(tasks.id_in(told), told)
                if self._questions.stops(message):
                    return
            await self.reply(message)

    def _taken_back(self, message: Message) -> bool:
        """The server does not wait for the client's answer any more. False when the client never heard of it."""
        params = jsonrpc.plain(message.get("params"))
        id = params.get("requestId") if isinstance(params, dict) else None
        return self._questions.taken_back(id, str(params.get("reason") or "")[:500] if isinstance(params, dict) else "")

    async def _heard_response(self, message: Message, lost: str = "") -> None:
        id = message.get("id")
        if id is None:  # a server that could not read a request says so without an id (JSON-RPC 2.0 §5)
            await self.reply(message)
            return
        attempt = self.calls.forwarded(id)
        if (attempt or id in self._open) and self._questions.hold_back(
            message, self._heard_response, is_call=attempt is not None
        ):
            return
        if attempt is not None:
            await self.calls.answered(attempt, message, lost)
            return
        asked = self._open.pop(id, None)
        if asked is None and self._lists.heard(message):
            return
        if asked is None:
            self._drop(id, message)
            return
        if asked.request is not None:
            self._decides.answered(asked.request, message, asked.since)
        if "result" in message:
            message = self._look_at(asked, message)
            if asked.method == "initialize":
                with suppress(LogWriteError):  # a session whose handshake was answered can be taken up after a crash
                    await self._gate.log.committed()
        await self.reply(message)

    def _drop(self, id: Id, response: Message) -> None:
        """Record a response that nobody waits for: each that is late for a call, and of others only some."""
        late = self.calls.given_up(id)
        count = EACH if late else self._unasked.count()
        if count:
            size = len(jsonrpc.encode(response.get("result", response.get("error"))))  # type: ignore[arg-type]
            self._gate.note(
                ResponseDropped(
                    session=self.id, call=late, server=self.server, request=jsonrpc.text(id)[:_LONGEST_ID], size=size,
                    count=count if count > EACH else msgspec.UNSET,
                )
            )  # fmt: skip

    def _look_at(self, asked: ForwardedRequest, message: Message) -> Message:
        """Learn from what passes; gives it back as the client may see it."""
        told = jsonrpc.plain(message["result"]) if asked.method in revisions.READ_AGAIN else None
        if asked.method in ("initialize", "server/discover"):
            self._told = revisions.told_of_itself(told)
            self._gate.tools.instructed(self.server, self.id, instructions_of(told))
            self._gate.renewed()
        if asked.method == "initialize":
            version = told.get("protocolVersion") if isinstance(told, dict) else None
            self.version = version[:_LONGEST_VERSION] if isinstance(version, str) else ""
            self._link.initialize = asked.message
            self._gate.note(
                HandshakeCompleted(session=self.id, client=self.caller.id, server=self.server, claim=self.claim,
                      initialize=jsonrpc.text(asked.message), version=self.version)
            )  # fmt: skip
        elif asked.method == "tools/list":
            self._gate.tools.page(self.server, self.id, told, first=asked.message["first"])
            self._lists.complete(told)
            self._gate.renewed()
            modern = asked.message["era"] == "modern"
            return as_shown(self._gate, self.caller.id, self.server, message, told, modern=modern)
        elif "page" in asked.message:
            page = apps.read_page(jsonrpc.plain(message["result"]), self._gate.clock())
            if page is not None:
                self._gate.tools.paged(self.server, asked.message["page"], page)
                self._gate.renewed()
        elif asked.method in tasks.METHODS:
            self._task_told(tasks.id_in(asked.message["params"]), jsonrpc.plain(message["result"]))
        return message

    def _task_told(self, id: str, told: object) -> None:
        ended = self._gate.tasks.told(self.server, id, told.get("status") if isinstance(told, dict) else None)
        if ended is not None:
            self._gate.note(ended)
            self._gate.changed()

    async def tools_changed(self) -> None:
        """A person changed what is exposed: the client hears of it in the way in which its server would tell it."""
        if self.era == "legacy" and "tools.listChanged" in self._told[1]:
            await self.reply(revisions.list_changed())
        for id, asked in list(self._open.items()):
            if asked.message.get("tools"):
                await self.reply(revisions.list_changed(id))

    async def _heard_too_long(self, problem: Malformed) -> None:
        """A server's message that could not be taken: whoever waits for it must be told."""
        self._refused(coded("gate.from_the_server", reason=problem.reason))
        if isinstance(problem, jsonrpc.WithheldError) and problem.asked is not None:
            await self._link.post(jsonrpc.error(problem.asked, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {problem.reason}"))
        if problem.id is None:
            return
        answer = jsonrpc.error(
            problem.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {problem.reason}", {"reason": problem.reason}
        )
        await self._heard_response(answer)

    async def _died(self, reason: str) -> None:
        self._questions.clear(reason)
        self._lists.end()
        await self._give_up(reason, coded("gate.server_ended_before_answered", reason=reason))

    async def _give_up(self, of_calls: str, of_others: str) -> None:
        """Tell whoever waits for the server that nothing will come; what waits for its start goes on waiting."""
        self.calls.died(of_calls)
        lost, self._open = self._open, {}
        waiting = {message.get("id") for message, _ in self._backlog if "method" in message}
        for open_id, one in lost.items():
            if open_id in waiting:
                self._open[open_id] = one
            else:
                if one.request is not None:
                    self._decides.lost(one.request, of_others)
                await self._fail(one.message, of_others)

    async def close(self, reason: str) -> None:
        """End the session from our side: everything that waits is answered, then `run` returns."""
        await self._give_up(coded("gate.closed_ran"), coded("gate.closed"))
        self._link.refuse()
        await self.calls.finish(1.0)
        await self._finish_requests(1.0)
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
                self._gate.pending.settle(
                    held.call.id, Decision("deny", "person", coded("gate.session_ended", reason=reason))
                )
        for one in self.calls.running():
            await self.calls.stop(one.call.id)
        await self._give_up(
            coded("gate.call_session_ended", reason=reason), coded("gate.call_session_ended", reason=reason)
        )
        self._link.refuse()
        await self.calls.finish(1.0)
        await self._finish_requests(1.0)


_NO_START = coded("gate.server_not_start_too")
