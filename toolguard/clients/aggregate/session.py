"""Session of one client with all servers that it may use. To the client it is one server, to each member one client.

Each server has its own session through `GateApi.join`: rules, tool visibility and log see the real server, the tool's
own name, and the client. Nothing is decided here. Only known methods are forwarded, each to the one server that it is
for. The client's IDs pass unchanged, so that a session can be resumed from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Container
from contextlib import suppress
from typing import Any

from toolguard.clients.aggregate.handshake import AggregateHandshake
from toolguard.clients.aggregate.member import AggregateMember, MemberGoneError
from toolguard.clients.aggregate.members import AggregateMembers, Open
from toolguard.clients.aggregate.merging import CHANGES, KINDS, ListKind, decode_members, text_of
from toolguard.clients.aggregate.result_rewrite import rewrite_result
from toolguard.clients.aggregate.routes import ROUTED_METHODS, required_lists, unknown_target
from toolguard.clients.aggregate.server_requests import AggregateServerRequests, attribute_input_requests
from toolguard.clients.aggregate.subscriptions import SUBSCRIPTION_ID_KEY, AggregateSubscriptions
from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.gate import crash, jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.model import ClientInfo, HandshakeCompleted, LogWriteError, SessionEnded
from toolguard.gate.session.inflight_call import BatchResponse, ResumedSession
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
COALESCING_DELAY = 0.2
"""Seconds in which several changes of a list are reported as one."""
_MAX_TOKENS = 10_000
_FORWARDED = object()


class AggregateRequest:
    """An open request of the client."""

    __slots__ = ("member", "method", "task", "token")

    def __init__(self, method: str, token: Id | None = None) -> None:
        self.method = method
        self.token = token
        """The client's progress token."""
        self.member: AggregateMember | None = None
        """The member that handles it; None: this session itself."""
        self.task: asyncio.Task[None] | None = None


class AggregateSession(Relay):
    """``servers()``: the servers that the client may use now, in order. ``open``: see `Open`."""

    def __init__(
        self, session: str, caller: ClientInfo, guard: GateApi, *, servers: Callable[[], Collection[str]], open: Open,
        resumed: ResumedSession | None = None,
    ) -> None:  # fmt: skip
        super().__init__(session, caller, ALL_SERVERS, guard.gate, resumed)
        self._members = AggregateMembers(session, caller, guard, self, servers=servers, open=open)
        self._routes = self._members.routes
        self._handshake = AggregateHandshake(self._members, self)
        self._open_requests: dict[Id, AggregateRequest] = {}
        self._tokens: dict[Id, AggregateMember] = {}
        self._server_requests = AggregateServerRequests()
        self._subscriptions = AggregateSubscriptions(self._owner)
        self._level: dict[str, Any] | None = None
        self._changed_lists: dict[str, ListKind] = {}
        self._exposure = tuple(self._gate.tool_visibility)
        self._edition = -1
        self._tasks = TaskSet()
        self._unsubscribe: Callable[[], None] = lambda: None

    # --- lifecycle --------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        if self._resumed is not None:
            self._handshake.resume(self._resumed)
        self._unsubscribe = self._gate.on_change(self._check_configuration)
        self._check_configuration()
        if self._resumed is not None:
            await self._answer_left_open(self._resumed)

    async def _answer_left_open(self, resumed: ResumedSession) -> None:
        """Answer the requests that a process that died left open, except the calls that members' sessions answer."""
        batches: dict[int, BatchResponse] = {}
        for request in resumed.requests:
            if request.batch and not request.repeated:
                self._add_to_batch(batches.setdefault(request.batch, BatchResponse()), request.id)
        for request in resumed.requests:
            if not request.repeated and request.id not in self._open_requests:
                await self.reply(crash.answer_to_request(request))

    async def _end(self, reason: str) -> None:
        self._unsubscribe()
        for task in list(self._tasks):
            task.cancel()
        await self._members.end(reason)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._gate.note(SessionEnded(session=self.id, client=self.caller.id, server=ALL_SERVERS, reason=reason))

    def _check_configuration(self) -> None:
        """Update the members if a person changed the servers or the visibility of tools."""
        if self._gate.edition == self._edition:
            return
        self._edition = self._gate.edition
        self._members.update()
        exposure = tuple(self._gate.tool_visibility)
        if exposure != self._exposure:
            self._exposure = exposure
            for member in self._members:
                member.list_changed("tools/list")
            self.list_changed("tools/list")

    # --- messages of the client -------------------------------------------------------------------------------

    def _ids_in_use(self) -> tuple[Container[object], ...]:
        return (self._open_requests,)

    def _discard_request(self, id: Id) -> None:
        self._open_requests.pop(id, None)

    async def _handle_message(self, message: Message) -> None:
        if "method" not in message:
            answered = self._server_requests.answer(message)
            if answered is None:
                self._record_refusal(coded("clients.response_nothing_asked"))
            else:
                _deliver(*answered)
        elif "id" in message:
            await self._handle_request(message)
        else:
            await self._on_client_notification(message)

    async def _on_client_notification(self, message: Message) -> None:
        method = message["method"]
        if revisions.is_call(message):
            self._record_refusal(coded("clients.tools_call_without_id"))
        elif method == "notifications/initialized":
            self._members.initialized.set()
        elif method == "notifications/cancelled":
            await self._handle_cancel(message)
        elif method == "notifications/progress":
            progress = self._server_requests.progress(message)
            if progress is not None:
                _deliver(*progress)
        elif method == "notifications/roots/list_changed":
            for member in self._members:
                if member.is_ready:
                    _deliver(member, message)
        else:
            self._record_refusal(coded("clients.without_server", method=method[:200]))

    async def _handle_cancel(self, message: Message) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        id = params.get("requestId")
        request = self._open_requests.get(id) if isinstance(id, int | str) and not isinstance(id, bool) else None
        if request is None or request.method == "initialize":
            return
        del self._open_requests[id]  # type: ignore[arg-type]
        self._subscriptions.end(id, str(params.get("reason") or "")[:500])  # type: ignore[arg-type]
        if request.task is not None:
            request.task.cancel()
        if request.member is not None:
            request.member.cancel(id, message)  # type: ignore[arg-type]
        await self._drop_from_batch(id)

    # --- requests ---------------------------------------------------------------------------------------------

    async def _handle_request(self, message: Message) -> None:
        id: Id = message["id"]
        if id in self._open_requests:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.id_still_use_another", id=repr(id)))
        if len(self._open_requests) >= self._gate.limits.open_requests:
            raise Malformed(jsonrpc.INTERNAL_ERROR, coded("clients.too_many_requests_wait"), id)
        method = message["method"]
        revisions.is_call(message)  # raises `Malformed` for a method that can be mistaken for it
        if method == "ping":
            await self.reply(jsonrpc.result(id, {}))
            return
        no = self._handshake.check_request(message)
        if no is not None:
            await self.reply(no)
            return
        self._open_requests[id] = AggregateRequest(method, revisions.progress_token(message))
        try:
            await self._dispatch(method, message)
        except Malformed:
            self._open_requests.pop(id, None)
            raise

    async def _dispatch(self, method: str, message: Message) -> None:
        modern = revisions.era_of(message) == "modern"
        if method == "initialize":
            self._initialize(message)
            with suppress(LogWriteError):  # a session with a completed handshake can be resumed after a crash
                await self._gate.log.committed()
            self._answer_in_task(message, self._handshake.initialize_result)
        elif method == "server/discover" and modern:
            self._answer_in_task(message, lambda: self._handshake.discover(message))
        elif method == "logging/setLevel" and not modern:
            await self._set_level(message)
        elif method == "subscriptions/listen" and modern:
            await self.reply(self._subscriptions.start_request(message))
            self._subscriptions.subscribe_members(
                message["id"], [member for member in self._members if member.is_ready], self._members.meta
            )
        elif method in KINDS:
            self._answer_in_task(message, lambda: self._handshake.list(message, KINDS[method]))
        elif method in ROUTED_METHODS:
            await self._route(message)
        else:
            raise Malformed(jsonrpc.METHOD_NOT_FOUND, f"{method[:200]!r}: {_NOT_HERE}", message["id"])

    def _answer_in_task(self, message: Message, working: Callable[[], Awaitable[Any]]) -> None:
        """Answer a request with the result of ``working``, in a task."""
        self._open_requests[message["id"]].task = self._tasks.start(self._run_and_answer(message, working))

    async def _run_and_answer(self, message: Message, working: Callable[[], Awaitable[Any]]) -> None:
        id: Id = message["id"]
        try:
            result = await working()
        except Malformed as problem:
            self._record_refusal(problem.reason)
            await self._answer({**problem.answer(), "id": id})
        except MemberGoneError as why:
            await self._answer(jsonrpc.internal_error(id, coded("clients.not_run", reason=why)))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a client's request was refused by a fault of ToolGuard's own")
            await self._answer(jsonrpc.internal_error(id, OUR_FAULT))
        else:
            if result is not _FORWARDED:
                await self._answer(jsonrpc.result(id, result))

    async def _set_level(self, message: Message) -> None:
        params = message.get("params")
        self._level = params if isinstance(params, dict) else {}
        for member in self._members:
            self._forward_level(member)
        await self._answer(jsonrpc.result(message["id"], {}))

    def _forward_level(self, member: AggregateMember) -> None:
        if self._level is not None and member.is_ready and member.supports("logging"):
            try:
                member.start_request("logging/setLevel", self._level)
            except MemberGoneError:
                return

    def _initialize(self, message: Message) -> None:
        self._handshake.initialize(message)
        self._gate.note(
            HandshakeCompleted(session=self.id, client=self.caller.id, server=ALL_SERVERS,
                  claim=revisions.claim_of(message),
                  initialize=jsonrpc.text(message), version=self.version)
        )  # fmt: skip

    async def _route(self, message: Message) -> None:
        """Forward a request to its server: at once if the server is known, so that the order is kept."""
        place = self._routes.route(message, self._members.order)
        member = self._members.get(place[0]) if place is not None else None
        if place is not None and member is not None and member.is_ready:
            try:
                self._forward(member, message, place[1])
            except MemberGoneError as why:
                await self._answer(jsonrpc.internal_error(message["id"], coded("clients.not_run", reason=why)))
        else:
            self._answer_in_task(message, lambda: self._resolve(message))

    async def _resolve(self, message: Message) -> object:
        """Forward a request after its server is known and ready."""
        place = self._routes.route(message, self._members.order)
        if place is None:
            await self._members.gather([KINDS[method] for method in required_lists(message["method"])], missing=True)
            place = self._routes.route(message, self._members.order)
        if place is None:
            raise unknown_target(message, revisions.era_of(message))
        member = self._members.get(place[0])
        if member is None:
            raise MemberGoneError(coded("clients.server_removed_switched_off", place=place[0]))
        await member.wait_ready()
        self._forward(member, message, place[1])
        return _FORWARDED

    def _forward(self, member: AggregateMember, message: Message, params: dict[str, Any]) -> None:
        member.deliver({**message, "params": params})
        request = self._open_requests[message["id"]]
        request.member = member
        if request.token is not None:
            self._tokens[request.token] = member
            if len(self._tokens) > _MAX_TOKENS:
                del self._tokens[next(iter(self._tokens))]

    def _owner(self, filter_key: str, thing: str) -> str | None:
        if filter_key == "taskIds":
            return self._routes.task_owner(thing)
        return self._routes.owner(thing, self._members.order)

    # --- messages of the servers ------------------------------------------------------------------------------

    def session_resumed(self, member: AggregateMember, resumed: ResumedSession) -> None:
        for interrupted in resumed.unanswered:
            for id in interrupted.requests:
                self._open_requests[id] = request = AggregateRequest("tools/call")
                request.member = member

    async def on_message(self, member: AggregateMember, message: Message) -> None:
        if "method" not in message:
            await self._on_response(member, message)
        elif "id" not in message:
            await self._on_server_notification(member, message)
        elif message["method"] == "ping":
            _deliver(member, jsonrpc.result(message["id"], {}))
        else:
            await self.send(self._server_requests.rewrite_request(member, message))

    async def _on_response(self, member: AggregateMember, message: Message) -> None:
        id = message.get("id")
        if id is None:  # an error for a request that could not be parsed
            await self.send(message)
            return
        request = self._open_requests.get(id)
        if member.accept_response(message) or request is None or request.member is not member:
            return
        rewritten = rewrite_result(request.method, member.server, message, self._routes)
        if request.token is not None and not rewritten.continues and self._tokens.get(request.token) is member:
            del self._tokens[request.token]
        await self._answer(rewritten.message)

    async def _on_server_notification(self, member: AggregateMember, message: Message) -> None:
        method = message["method"]
        if method in CHANGES:
            self._on_list_changed(member, CHANGES[method])
            return
        params = decode_members(message.get("params"))
        if method == "notifications/progress":
            token = jsonrpc.plain(params.get("progressToken"))
            if not isinstance(token, int | str) or self._tokens.get(token) is not member:
                return
        elif method == "notifications/cancelled":
            back = self._server_requests.cancelled(member, message)
            if back is None:
                return
            message = back
        elif method == "notifications/message":
            logger = text_of(params, "logger")
            message = {**message, "params": {**params, "logger": f"{member.server}{'/' if logger else ''}{logger}"}}
        elif self._is_foreign(member, method, params):
            return
        elif SUBSCRIPTION_ID_KEY in decode_members(params.get("_meta")):
            tagged = self._subscriptions.retag(member, message)
            if tagged is None or method == "notifications/subscriptions/acknowledged":
                return
            message = tagged
        if (attributed := attribute_input_requests(member.server, params)) is not params:  # of a task
            message = {**message, "params": attributed}
        await self.send(message)

    def _is_foreign(self, member: AggregateMember, method: str, params: dict[str, Any]) -> bool:
        """Return whether a notification is about a resource or a task of another server."""
        if method not in _SUBJECTS:
            return False
        filter_key, name = _SUBJECTS[method]
        return self._owner(filter_key, text_of(params, name)) not in (None, member.server)

    def _on_list_changed(self, member: AggregateMember, kind: ListKind) -> None:
        member.list_changed(kind.method)
        if kind.method == "resources/list":
            member.list_changed("resources/templates/list")
        self.list_changed(kind.method)

    def member_ready(self, member: AggregateMember) -> None:
        self._forward_level(member)
        self._subscriptions.subscribe_member(member, self._members.meta)

    async def member_ended(self, member: AggregateMember) -> None:
        """Answer the requests of a member whose session has ended, and cancel its server requests."""
        for message in self._server_requests.drop(member):
            await self.send(message)
        self._tokens = {token: owner for token, owner in self._tokens.items() if owner is not member}
        for id, request in [(id, request) for id, request in self._open_requests.items() if request.member is member]:
            code = "clients.call_outcome_unknown" if request.method == "tools/call" else "clients.session_over"
            await self._answer(jsonrpc.internal_error(id, coded(code, server=member.server, ended=member.ended)))
        if (
            not len(self._members)
            and self._members.closed_servers
            and not self._members.has_ended
            and not self._gate.closing
        ):
            await self._client.close(coded("clients.every_session_behind_over", ended=member.ended))

    def list_changed(self, method: str) -> None:
        """Schedule one ``list_changed`` for all changes of a list."""
        kind = KINDS[method if method != "resources/templates/list" else "resources/list"]
        if not kind.changed:
            return
        first = not self._changed_lists
        self._changed_lists[kind.method] = kind
        if first:
            self._tasks.start(self._notify_list_changes())

    async def _notify_list_changes(self) -> None:
        await asyncio.sleep(COALESCING_DELAY)
        await self._members.initialized.wait()
        news, self._changed_lists = self._changed_lists, {}
        for kind in news.values():
            if self.version:
                await self.send({"jsonrpc": "2.0", "method": kind.changed})
            for message in self._subscriptions.list_changed_notifications(kind):
                await self.send(message)

    # --- to the client ----------------------------------------------------------------------------------------

    async def _answer(self, message: Message) -> None:
        """Send the response to a request, if the client still waits for it."""
        if self._open_requests.pop(message["id"], None) is not None:
            await self.reply(message)


def _deliver(member: AggregateMember, message: Message) -> None:
    try:
        member.deliver(message)
    except MemberGoneError:
        return  # the member's session has ended


_SUBJECTS = {
    "notifications/resources/updated": ("resourceSubscriptions", "uri"),
    "notifications/tasks": ("taskIds", "taskId"),
    "notifications/tasks/status": ("taskIds", "taskId"),
}
"""Notifications about things that belong to one server: how `AggregateSession._owner` calls these, and the param."""
_NOT_HERE = coded("clients.endpoint_stands_several_servers")
