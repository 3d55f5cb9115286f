"""Session of one client with one server.

Messages pass unchanged in both directions, except those that are decided about: a ``tools/call`` goes through
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

from toolguard.gate import crash, jsonrpc, model
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import apps, request_kinds, revisions, tasks
from toolguard.gate.policy.outgoing_secrets import OutgoingMessageFilter
from toolguard.gate.policy.tools import instructions_of, read_list
from toolguard.gate.policy.tools_list_filter import filter_tools_list
from toolguard.gate.session.call_lifecycle import CallLifecycle
from toolguard.gate.session.inflight_call import BatchResponse, ResumedSession
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.record_limit import RECORDED_EACH, RecordLimit
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.request_gate import ForwardedRequest, JudgedRequest, RequestGate, denial_text
from toolguard.gate.session.server_requests import MAX_RECORDED_PARAMS, ServerRequests
from toolguard.gate.session.upstream import (
    ClientChannel,
    Opener,
    OutcomeUnknown,
    StreamedResponse,
    UnavailableError,
    Upstream,
)
from toolguard.gate.task_set import TaskSet, finish_tasks
from toolguard.gate.texts import coded

_MAX_BACKLOG = 1_000  # messages that wait for a server to start or to read
_MAX_BACKLOG_BYTES = 16 * 1024 * 1024  # their approximate size
_MAX_CALL_BYTES = 64 * 1024 * 1024  # of calls without a response
_MAX_ID_LENGTH = 200  # characters of an unknown id that are recorded
_MAX_VERSION_LENGTH = 100  # characters of the revision that a server names
_POLL_INTERVAL = 0.1  # seconds between two checks that the client of a blocked server is still connected
_DISMISS_TIMEOUT = 2.0  # seconds in which a dismissed client can read its last responses
_FINISH_TIMEOUT = 1.0  # seconds in which the tasks that decide about requests may end


class Session(Relay):
    """A client connected to a server. Owns the `Upstream`; its `CallLifecycle` handles ``tools/call``."""

    def __init__(
        self,
        id: str,
        caller: model.ClientInfo,
        server: str,
        client: ClientChannel,
        opener: Opener,
        gate: GateContext,
        resumed: ResumedSession | None = None,
    ) -> None:
        super().__init__(id, caller, server, gate, resumed)
        self._client = client
        self.since = gate.clock()
        self._upstream = Upstream(opener, self, gate.clock)
        self._list_refresh = ListRefresh(id, server, gate=gate, upstream=self._upstream)
        self.calls = CallLifecycle(
            self, gate=gate, upstream=self._upstream, list_refresh=self._list_refresh,
            on_cancelled=lambda id: self._server_requests.withdraw_for(id),
        )  # fmt: skip
        self._outgoing = OutgoingMessageFilter(id, caller, server, gate)
        self._open: dict[Id, ForwardedRequest] = {}
        self._request_gate = RequestGate(self, gate)
        self._server_requests = ServerRequests(
            self, gate, self._request_gate, to_client=self.reply, to_server=self._upstream.post,
            running_calls=self.calls.running_ids,
        )  # fmt: skip
        self._dropped_responses = RecordLimit()
        self._undecided: dict[Id, JudgedRequest] = {}  # requests other than calls
        self._decision_tasks = TaskSet()
        self._backlog: deque[tuple[Message, int]] = deque()  # each with its approximate size in bytes
        self._backlog_size = 0
        self._flush: asyncio.Task[None] | None = None
        self._server_state = ("starting", "")
        self._server_info: tuple[str, tuple[str, ...]] = ("", ())

    # --- what the window sees ---------------------------------------------------------------------------------

    def connected(self) -> model.ConnectedSession:
        """Return what a snapshot contains of this session."""
        state, detail = self._server_state
        return model.ConnectedSession(
            session=self.id, client=self.caller, claim=self.claim, server=self.server, era=self.era,
            version=self.version, info=self._server_info[0], capabilities=self._server_info[1], state=state,
            detail=detail, since=self.since, asks=self._server_requests.methods(),
        )  # fmt: skip

    def running(self) -> list[model.RunningCall]:
        """Return the forwarded calls without a response, oldest first."""
        return self.calls.running()

    # --- start and resume -------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        if self._resumed is not None:
            await self._resume(self._resumed)
        self._start_server()

    async def _end(self, reason: str) -> None:
        if self._flush is not None:
            self._flush.cancel()
        self._server_requests.clear(reason)
        self._list_refresh.cancel()
        deciding, self._undecided = self._undecided, {}
        for request in deciding.values():
            self._request_gate.withdraw(request, reason)
        await self.calls.end(reason)
        self._upstream.refuse_starts()
        await self.calls.finish(1.0)
        await finish_tasks(self._decision_tasks, _FINISH_TIMEOUT)
        self._record_lost_requests(reason)
        await self._upstream.close(reason)
        self._gate.tools.forget(self.server, self.id)
        self._gate.note(model.SessionEnded(session=self.id, client=self.caller.id, server=self.server, reason=reason))
        self._gate.changed()

    async def _resume(self, resumed: ResumedSession) -> None:
        """Take over from a process that died: answer its open requests, restore its handshake."""
        batches: dict[int, BatchResponse] = {}
        self.claim, self.version = resumed.claim, resumed.version
        if resumed.initialize is not None:
            self._upstream.note_initialize(resumed.initialize)
            self._upstream.note_initialized()
        for request in resumed.requests:
            if request.batch and not request.repeated:
                self._add_to_batch(batches.setdefault(request.batch, BatchResponse()), request.id)
        for interrupted in resumed.unanswered:
            if (record := crash.closing_record(interrupted, self.id, self.caller.id, self.server)) is not None:
                self._gate.note(record)
            for id in interrupted.requests:
                await self.reply(crash.answer_to_call(interrupted, id, self.version))
        reported = {id for interrupted in resumed.unanswered for id in interrupted.requests}
        for request in resumed.requests:
            if not request.repeated and request.id not in reported:
                await self.reply(crash.answer_to_request(request))

    def on_server_state(self, state: str, detail: str) -> None:
        self._server_state = (state, detail)
        self._gate.note(model.ServerStateChanged(session=self.id, server=self.server, state=state, detail=detail))
        self._gate.changed()

    # --- client to server -------------------------------------------------------------------------------------

    @property
    def is_backlogged(self) -> bool:
        return bool(self._backlog)

    def _after_read(self) -> None:
        self.calls.flush_allowed_calls()

    def _ids_in_use(self) -> tuple[Container[object], ...]:
        return self._open, self.calls, self._undecided

    def _discard_request(self, id: Id) -> None:
        request = self._open.pop(id, None)
        if request is not None and request.request is not None:
            self._request_gate.record_lost(request.request, coded("gate.server_ended"))

    async def _handle_message(self, message: Message) -> None:
        if "method" not in message:
            await self._handle_response(message)
        elif "id" in message:
            await self._handle_request(message)
        elif revisions.is_call(message) or message["method"] in request_kinds.CLIENT_METHODS:
            self._record_refusal(coded("gate.request_without_id", method=message["method"]))
        elif message["method"] == "notifications/cancelled":
            await self._handle_cancel(message)
        elif not self._outgoing.refuse(message):
            await self._enqueue(message)

    async def _handle_response(self, message: Message) -> None:
        if not self._server_requests.is_awaiting(message.get("id")):
            self._server_requests.drop_late(message.get("id"))
            self._record_refusal(coded("gate.response_nothing_asked"))
            return
        answer = self._outgoing.filter_response(message)
        self._server_requests.complete(answer)
        await self._enqueue(answer)

    async def _handle_request(self, message: Message) -> None:
        id: Id = message["id"]
        if id in self._open or id in self.calls or id in self._undecided:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.id_still_use_another", id=repr(id)))
        if len(self._open) + len(self.calls) + len(self._undecided) >= self._gate.limits.open_requests:
            raise Malformed(jsonrpc.INTERNAL_ERROR, coded("gate.too_many_requests_wait_answer"), id)
        self.era = revisions.era_of(message)
        if self.era == "modern":
            self.claim = revisions.claim_of(message) or self.claim
            self.version = revisions.version_of(message)
        if revisions.is_call(message):
            if self.calls.size > _MAX_CALL_BYTES:
                raise Malformed(jsonrpc.INTERNAL_ERROR, coded("gate.calls_too_many_bytes"), id)
            self.calls.begin(message, self.era, self._batches.get(id))
            return
        self.calls.refuse_reserved(id)
        if why := self._outgoing.refuse(message):
            await self.reply(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, f"ToolGuard: {why}", {"reason": why}))
            return
        method, params = message["method"], message.get("params")
        named = tasks.named_tasks(method, params, id)
        if named and not self._gate.tasks.foreign(self.server, self.caller.id).isdisjoint(named):
            raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.task_not_found"), id)
        if method == "initialize":
            self.claim = revisions.claim_of(message)
        elif kind := request_kinds.kind_of(method, is_from_server=False, known=request_kinds.CLIENT_METHODS):
            request = self._request_gate.judge(kind, method, message.get("params"), is_from_server=False, id=id)
            if request is not None:
                self._undecided[id] = request
                self._decision_tasks.start(self._decide(id, request))
                return
            self._gate.note(
                model.RequestForwarded(
                    session=self.id, client=self.caller.id, server=self.server, method=method[:200],
                    params=jsonrpc.text(message.get("params"))[:MAX_RECORDED_PARAMS],
                )
            )  # fmt: skip
        self._open[id] = ForwardedRequest(method, revisions.request_summary(message), self._list_refresh.changes)
        await self._enqueue(message)

    async def _decide(self, id: Id, request: JudgedRequest) -> None:
        """Decide about a request, then forward or answer it."""
        unavailable = ""
        try:
            decision = await self._request_gate.decide(request, self._upstream.ready)
        except UnavailableError as why:
            decision, unavailable = Decision("withdrawn"), str(why)
        finally:
            is_wanted = self._undecided.get(id) is request
            if is_wanted:
                del self._undecided[id]
        if decision.state == "allow":
            message = request.call.message
            self._open[id] = ForwardedRequest(
                message["method"], revisions.request_summary(message), self._list_refresh.changes, request,
                self._gate.clock(),
            )  # fmt: skip
            await self._enqueue(message)
        elif is_wanted and unavailable:
            await self.reply(jsonrpc.internal_error(id, unavailable))
        elif is_wanted:
            await self.reply(request_kinds.denial(request.kind, id, denial_text(decision), by=decision.by))

    def _record_lost_requests(self, reason: str) -> None:
        """Record requests that were approved and forwarded but have no response."""
        for request in self._open.values():
            if request.request is not None:
                self._request_gate.record_lost(request.request, reason)
        self._open.clear()

    async def _handle_cancel(self, message: Message) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        id, reason = params.get("requestId"), str(params.get("reason") or "")[:500]
        if not isinstance(id, int | str) or isinstance(id, bool):
            return
        message, reason = self._outgoing.filter_cancellation(message, id, reason)
        batch = self._batches.pop(id, None)
        if id in self.calls:
            await self.calls.cancel(id, message, reason)
        elif id in self._undecided:
            self._request_gate.withdraw(self._undecided.pop(id), reason)
        elif not self.calls.was_never_forwarded(id):
            request = self._open.pop(id, None)
            if request is not None:
                self.calls.abandon(id)
                if request.request is not None:
                    self._request_gate.record_cancelled(request.request, "client", reason)
            self._server_requests.withdraw_embedded(id)
            await self._enqueue(message)
        if batch is not None:
            await self._complete_member(batch)

    async def _enqueue(self, message: Message) -> None:
        """Queue a message for the server. If the queue is full, reading waits too."""
        while self._is_backlog_full() and self._upstream.channel is not None and not self._client.ended:
            await asyncio.wait((self._start_server(),), timeout=_POLL_INTERVAL)
        if self._is_backlog_full():
            self._record_refusal(_BACKLOG_FULL)
            await self._reply_error(message, _BACKLOG_FULL)
            return
        size = len(jsonrpc.encode(message)) if self._backlog else 0  # the backlog is almost always empty
        self._backlog.append((message, size))
        self._backlog_size += size
        self._start_server()

    def _is_backlog_full(self) -> bool:
        return len(self._backlog) >= _MAX_BACKLOG or self._backlog_size > _MAX_BACKLOG_BYTES

    def _start_server(self) -> asyncio.Task[None]:
        """Return the task that sends the backlog, opening the server if necessary."""
        if self._flush is None or self._flush.done():
            self._flush = asyncio.get_running_loop().create_task(self._flush_backlog())
        return self._flush

    async def _flush_backlog(self) -> None:
        try:
            while True:
                channel = await self._upstream.ready()
                if not self._backlog:
                    return
                message, size = self._backlog[0]
                await channel.send(message)
                self._backlog.popleft()
                self._backlog_size -= size
                if message.get("method") == "notifications/initialized":
                    self._upstream.note_initialized()
        except (UnavailableError, ConnectionError) as why:
            while self._backlog:
                message, size = self._backlog.popleft()
                self._backlog_size -= size
                await self._reply_error(message, str(why) or coded("gate.server_ended"))

    # --- server to client -------------------------------------------------------------------------------------

    def on_streamed(self, response: StreamedResponse) -> None:
        self._client.streamed(response)

    def on_server_message(self, message: Message | Malformed | OutcomeUnknown) -> Coroutine[Any, Any, None]:
        if isinstance(message, dict):
            return self._on_response(message) if "method" not in message else self._on_request_or_notification(message)
        if isinstance(message, Malformed):
            return self._on_malformed(message)
        return self._on_response(message.answer, message.reason)

    async def _on_request_or_notification(self, message: Message) -> None:
        """Handle a request or a notification of the server."""
        if "id" in message:
            await self._server_requests.receive(message)
        elif request_kinds.is_server_request(message["method"]):
            reason = coded("gate.request_without_id", method=message["method"])
            self._record_refusal(coded("gate.from_the_server", reason=reason))
        elif message["method"] != "notifications/progress" or await self.calls.record_progress(message):
            if message["method"] == "notifications/tools/list_changed":
                self._list_refresh.invalidate()
            if message["method"] == "notifications/cancelled" and not self._handle_server_cancel(message):
                return
            if message["method"] in ("notifications/tasks", "notifications/tasks/status"):
                params = jsonrpc.plain(message.get("params"))
                self._update_task(tasks.task_id(params), params)
                if self._server_requests.refuses_notification(message):
                    return
            await self.reply(message)

    def _handle_server_cancel(self, message: Message) -> bool:
        """Handle a cancel of the server's own request. Return False if the client has not received the request."""
        params = jsonrpc.plain(message.get("params"))
        id = params.get("requestId") if isinstance(params, dict) else None
        return self._server_requests.cancel(
            id, str(params.get("reason") or "")[:500] if isinstance(params, dict) else ""
        )

    async def _on_response(self, message: Message, lost: str = "") -> None:
        id = message.get("id")
        if id is None:  # a server that could not read a request answers without an id (JSON-RPC 2.0 §5)
            await self.reply(message)
            return
        inflight = self.calls.find_forwarded(id)
        if (inflight or id in self._open) and self._server_requests.intercept(
            message, self._on_response, is_call=inflight is not None
        ):
            return
        if inflight is not None:
            await self.calls.complete(inflight, message, lost)
            return
        request = self._open.pop(id, None)
        if request is None and self._list_refresh.take_response(message):
            return
        if request is None:
            self._drop_response(id, message)
            return
        if request.request is not None:
            self._request_gate.record_response(request.request, message, request.since)
        if "result" in message:
            message = self._learn_from_result(request, message)
            if request.method == "initialize":
                with suppress(model.LogWriteError):  # an answered session can be resumed after a crash
                    await self._gate.log.committed()
        await self.reply(message)

    def _drop_response(self, id: Id, response: Message) -> None:
        """Record a response that no request waits for: always if it is late for a call, others up to a limit."""
        late = self.calls.pop_abandoned(id)
        count = RECORDED_EACH if late else self._dropped_responses.count()
        if count:
            size = len(jsonrpc.encode(response.get("result", response.get("error"))))  # type: ignore[arg-type]
            self._gate.note(
                model.ResponseDropped(
                    session=self.id, call=late, server=self.server, request=jsonrpc.text(id)[:_MAX_ID_LENGTH],
                    size=size, count=count if count > RECORDED_EACH else msgspec.UNSET,
                )
            )  # fmt: skip

    def _learn_from_result(self, request: ForwardedRequest, message: Message) -> Message:
        """Take from a result what ToolGuard needs; return it as the client may see it."""
        result = jsonrpc.plain(message["result"]) if request.method in revisions.HANDSHAKES else None
        if request.method in revisions.HANDSHAKES:
            self._server_info = revisions.server_info(result)
            self._gate.tools.set_instructions(self.server, self.id, instructions_of(message["result"]))
            self._gate.renewed()
        if request.method == "initialize":
            version = result.get("protocolVersion") if isinstance(result, dict) else None
            self.version = version[:_MAX_VERSION_LENGTH] if isinstance(version, str) else ""
            self._upstream.note_initialize(request.message)
            self._gate.note(
                model.HandshakeCompleted(session=self.id, client=self.caller.id, server=self.server, claim=self.claim,
                      initialize=jsonrpc.text(request.message), version=self.version)
            )  # fmt: skip
        elif request.method == "tools/list":
            result, first = read_list(message["result"]), request.message["first"]
            self._gate.tools.add_page(self.server, self.id, result, first=first)
            self._list_refresh.page_received(result, first=first, changes=request.list_changes)
            self._gate.renewed()
            modern = request.message["era"] == "modern"
            return filter_tools_list(self._gate, self.caller.id, self.server, message, result, modern=modern)
        elif "page" in request.message:
            page = apps.read_page(message["result"], self._gate.clock())
            if page is not None:
                self._gate.tools.set_app_page(self.server, request.message["page"], page)
                self._gate.renewed()
        elif request.method == "tasks/list":
            listed = jsonrpc.plain(message["result"])
            if (own := self._gate.tasks.without_foreign(self.server, self.caller.id, listed)) is not listed:
                return {**message, "result": own}
        elif request.method in tasks.METHODS:
            id = tasks.task_id(request.message["params"])
            self._update_task(id, jsonrpc.plain(message["result"]))
            return self._limit_task_result(id, request.method, message)
        return message

    def _limit_task_result(self, id: str, method: str, message: Message) -> Message:
        """Return the result of a task, or an error if it is larger than the result of its call may be."""
        limits, tool = self._gate.call_limits, self._gate.tasks.tool(self.server, self.caller.id, id)
        most = limits.max_result_bytes(self.caller.id, self.server, tool) if limits.in_force and tool else 0
        size = len(jsonrpc.encode(message["result"])) if most else 0
        if size <= most:
            return message
        text = coded("gate.result_too_large", size=f"{size:,}", limit=f"{most:,}")
        self._record_refusal(coded("gate.from_the_server", reason=text))
        if method == "tasks/result":
            return jsonrpc.result(message["id"], revisions.tool_error(text, self.era, self.version))
        return jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, text, {"reason": text})

    def _update_task(self, id: str, result: object) -> None:
        ended = self._gate.tasks.update_status(
            self.server, self.caller.id, id, result.get("status") if isinstance(result, dict) else None
        )
        if ended is not None:
            self._gate.note(ended)
            self._gate.changed()

    async def notify_tools_changed(self) -> None:
        """Notify the client, as its server would, that a person changed which tools are visible."""
        if self.era == "legacy" and "tools.listChanged" in self._server_info[1]:
            await self.reply(revisions.list_changed())
        for id, request in list(self._open.items()):
            if request.message.get("tools"):
                await self.reply(revisions.list_changed(id))

    async def _on_malformed(self, problem: Malformed) -> None:
        """Answer the request whose response was malformed or too large."""
        self._record_refusal(coded("gate.from_the_server", reason=problem.reason))
        if isinstance(problem, jsonrpc.WithheldError) and problem.requests is not None:
            await self._upstream.post(
                jsonrpc.error(problem.requests, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {problem.reason}")
            )
        if problem.id is None:
            return
        await self._on_response(jsonrpc.internal_error(problem.id, problem.reason))

    async def on_server_end(self, reason: str) -> None:
        self._server_requests.clear(reason)
        self._list_refresh.cancel()
        await self._fail_pending(reason, coded("gate.server_ended_before_answered", reason=reason))

    async def _fail_pending(self, of_calls: str, of_others: str) -> None:
        """Answer requests whose server has ended. Requests in the backlog keep waiting for the next start."""
        self.calls.fail_running(of_calls)
        lost, self._open = self._open, {}
        waiting = {message.get("id") for message, _ in self._backlog if "method" in message}
        for open_id, request in lost.items():
            if open_id in waiting:
                self._open[open_id] = request
            else:
                if request.request is not None:
                    self._request_gate.record_lost(request.request, of_others)
                await self._reply_error(request.message, of_others)

    async def close(self, reason: str) -> None:
        """End the session: answer everything that waits, then let `run` return."""
        await self._fail_pending(coded("gate.closed_ran"), coded("gate.closed"))
        self._upstream.refuse_starts()
        await self.calls.finish(1.0)
        await finish_tasks(self._decision_tasks, _FINISH_TIMEOUT)
        if self._flush is not None:
            await asyncio.wait((self._flush,), timeout=1.0)
        await self._client.close(reason)

    async def dismiss(self, reason: str) -> None:
        """End the session for a person: deny pending calls, stop running ones, disconnect the client."""
        words = asyncio.get_running_loop().create_task(self._end_calls(reason))
        await asyncio.wait((words,), timeout=_DISMISS_TIMEOUT)  # a client that does not read gets no more
        words.cancel()
        await self._client.close(reason)

    async def _end_calls(self, reason: str) -> None:
        for pending in self._gate.pending.all():
            if pending.call.session == self.id:
                self._gate.pending.settle(
                    pending.call.id, Decision("deny", "person", coded("gate.session_ended", reason=reason))
                )
        for running in self.calls.running():
            await self.calls.stop(running.call.id)
        await self._fail_pending(
            coded("gate.call_session_ended", reason=reason), coded("gate.call_session_ended", reason=reason)
        )
        self._upstream.refuse_starts()
        await self.calls.finish(1.0)
        await finish_tasks(self._decision_tasks, _FINISH_TIMEOUT)


_BACKLOG_FULL = coded("gate.server_not_start_too")
