"""One client and every server that it may use: to the client one server, to each session behind it one client.

Each server has a session of its own through `GateApi.join`: its own gate, rules, exposure and log see the real server,
the tool's own name, and the client. Nothing is decided here, and only methods that are known go on, each to the one
server that it is for. The client's ids pass unchanged, so that a session can be taken up again from the log. It knows
no transport: `AggregateSession.run` takes a channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Container, Coroutine
from contextlib import suppress
from typing import Any

from toolguard.clients.aggregate.handshake import AggregateHandshake
from toolguard.clients.aggregate.member import AggregateMember, MemberGoneError
from toolguard.clients.aggregate.members import AggregateMembers, Open
from toolguard.clients.aggregate.merging import CHANGES, KINDS, ListKind, opened, text_of
from toolguard.clients.aggregate.result_rewrite import learned
from toolguard.clients.aggregate.routes import ROUTED, needed, unknown
from toolguard.clients.aggregate.server_requests import AggregateServerRequests
from toolguard.clients.aggregate.subscriptions import TAG, AggregateSubscriptions
from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.gate import crash, jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.model import ClientInfo, HandshakeCompleted, LogWriteError, SessionEnded
from toolguard.gate.session.inflight_call import BatchResponse, ResumedSession
from toolguard.gate.session.relay import Relay, failed
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
COALESCE = 0.2
"""Seconds in which several changes of a list are told as one."""
_TOKENS = 10_000
_FORWARDED = object()


class AggregateRequest:
    """A request of the client that has no answer yet."""

    __slots__ = ("branch", "method", "task", "token")

    def __init__(self, method: str, token: Id | None = None) -> None:
        self.method = method
        self.token = token
        """Under which the client wants progress."""
        self.branch: AggregateMember | None = None
        """Who works on it; None: the façade itself."""
        self.task: asyncio.Task[None] | None = None


class AggregateSession(Relay):
    """``servers()``: which servers the client may use now, in order. ``open``: see `Open`."""

    def __init__(
        self, session: str, caller: ClientInfo, guard: GateApi, *, servers: Callable[[], Collection[str]], open: Open,
        resumed: ResumedSession | None = None,
    ) -> None:  # fmt: skip
        super().__init__(session, caller, ALL_SERVERS, guard.gate, resumed)
        self._behind = AggregateMembers(session, caller, guard, self, servers=servers, open=open)
        self._routes = self._behind.routes
        self._reception = AggregateHandshake(self._behind, self)
        self._asked: dict[Id, AggregateRequest] = {}
        self._tokens: dict[Id, AggregateMember] = {}
        self._questions = AggregateServerRequests()
        self._listens = AggregateSubscriptions(self._owner)
        self._level: dict[str, Any] | None = None
        self._news: dict[str, ListKind] = {}
        self._exposure = tuple(self._gate.exposure)
        self._edition = -1
        self._tasks: set[asyncio.Task[None]] = set()
        self._unhook: Callable[[], None] = lambda: None

    # --- life -------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        if self._resumed is not None:
            self._reception.resume(self._resumed)
        self._unhook = self._gate.on_change(self._look)
        self._look()
        if self._resumed is not None:
            await self._answer_left_open(self._resumed)

    async def _answer_left_open(self, resumed: ResumedSession) -> None:
        """Answer what a process that died has left open, but for the calls that the sessions behind know of."""
        batches: dict[int, BatchResponse] = {}
        for request in resumed.requests:
            if request.batch and not request.repeated:
                self._await_in(batches.setdefault(request.batch, BatchResponse()), request.id)
        for request in resumed.requests:
            if not request.repeated and request.id not in self._asked:
                await self.reply(crash.answer_to_request(request))

    async def _end(self, reason: str) -> None:
        self._unhook()
        for task in list(self._tasks):
            task.cancel()
        await self._behind.end(reason)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._gate.note(SessionEnded(session=self.id, client=self.caller.id, server=ALL_SERVERS, reason=reason))

    def _look(self) -> None:
        """Has a person changed which servers there are, or which of their tools are shown?"""
        if self._gate.edition == self._edition:
            return
        self._edition = self._gate.edition
        self._behind.follow()
        exposure = tuple(self._gate.exposure)
        if exposure != self._exposure:
            self._exposure = exposure
            for branch in self._behind:
                branch.changed("tools/list")
            self.changed("tools/list")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- what the client says ---------------------------------------------------------------------------------

    def _used(self) -> tuple[Container[object], ...]:
        return (self._asked,)

    def _forget(self, id: Id) -> None:
        self._asked.pop(id, None)

    async def _hear_one(self, message: Message) -> None:
        if "method" not in message:
            found = self._questions.answer(message)
            if found is None:
                self._refused(coded("clients.response_nothing_asked"))
            else:
                _tell(*found)
        elif "id" in message:
            await self._hear_request(message)
        else:
            await self._hear_notice(message)

    async def _hear_notice(self, message: Message) -> None:
        method = message["method"]
        if revisions.is_call(message):
            self._refused(coded("clients.tools_call_without_id"))
        elif method == "notifications/initialized":
            self._behind.begun.set()
        elif method == "notifications/cancelled":
            await self._hear_cancel(message)
        elif method == "notifications/progress":
            found = self._questions.progress(message)
            if found is not None:
                _tell(*found)
        elif method == "notifications/roots/list_changed":
            for branch in self._behind:
                if branch.ready:
                    _tell(branch, message)
        else:
            self._refused(coded("clients.without_server", method=method[:200]))

    async def _hear_cancel(self, message: Message) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        id = params.get("requestId")
        asked = self._asked.get(id) if isinstance(id, int | str) and not isinstance(id, bool) else None
        if asked is None or asked.method == "initialize":
            return
        del self._asked[id]  # type: ignore[arg-type]
        self._listens.end(id, str(params.get("reason") or "")[:500])  # type: ignore[arg-type]
        if asked.task is not None:
            asked.task.cancel()
        if asked.branch is not None:
            _tell(asked.branch, message)
        await self._give_up_answer(id)

    # --- requests ---------------------------------------------------------------------------------------------

    async def _hear_request(self, message: Message) -> None:
        id: Id = message["id"]
        if id in self._asked:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.id_still_use_another", id=repr(id)))
        if len(self._asked) >= self._gate.limits.open_requests:
            raise Malformed(jsonrpc.INTERNAL_ERROR, coded("clients.too_many_requests_wait"), id)
        method = message["method"]
        revisions.is_call(message)  # raises for what looks like one
        if method == "ping":
            await self.reply(jsonrpc.result(id, {}))
            return
        no = self._reception.mind(message)
        if no is not None:
            await self.reply(no)
            return
        self._asked[id] = AggregateRequest(method, revisions.progress_token(message))
        try:
            await self._act_on(method, message)
        except Malformed:
            self._asked.pop(id, None)
            raise

    async def _act_on(self, method: str, message: Message) -> None:
        modern = revisions.era_of(message) == "modern"
        if method == "initialize":
            self._shake(message)
            with suppress(LogWriteError):  # a session whose handshake was answered can be taken up after a crash
                await self._gate.log.committed()
            self._work(message, self._reception.welcome)
        elif method == "server/discover" and modern:
            self._work(message, lambda: self._reception.discover(message))
        elif method == "logging/setLevel" and not modern:
            await self._set_level(message)
        elif method == "subscriptions/listen" and modern:
            await self.reply(self._listens.begin(message))
            self._listens.spread_one(message["id"], [one for one in self._behind if one.ready], self._behind.meta)
        elif method in KINDS:
            self._work(message, lambda: self._reception.list(message, KINDS[method]))
        elif method in ROUTED:
            await self._route(message)
        else:
            raise Malformed(jsonrpc.METHOD_NOT_FOUND, f"{method[:200]!r}: {_NOT_HERE}", message["id"])

    def _work(self, message: Message, working: Callable[[], Awaitable[Any]]) -> None:
        """Answer a request with what ``working`` gives, while others go on."""
        self._asked[message["id"]].task = self._spawn(self._worked(message, working))

    async def _worked(self, message: Message, working: Callable[[], Awaitable[Any]]) -> None:
        id: Id = message["id"]
        try:
            found = await working()
        except Malformed as problem:
            self._refused(problem.reason)
            await self._answer({**problem.answer(), "id": id})
        except MemberGoneError as why:
            await self._answer(failed(id, coded("clients.not_run", reason=why)))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a client's request was refused by a fault of ToolGuard's own")
            await self._answer(failed(id, OUR_FAULT))
        else:
            if found is not _FORWARDED:
                await self._answer(jsonrpc.result(id, found))

    async def _set_level(self, message: Message) -> None:
        params = message.get("params")
        self._level = params if isinstance(params, dict) else {}
        for branch in self._behind:
            self._pass_level(branch)
        await self._answer(jsonrpc.result(message["id"], {}))

    def _pass_level(self, branch: AggregateMember) -> None:
        if self._level is not None and branch.ready and branch.can("logging"):
            try:
                branch.begin("logging/setLevel", self._level)
            except MemberGoneError:
                return

    def _shake(self, message: Message) -> None:
        self._reception.shake(message)
        self._gate.note(
            HandshakeCompleted(session=self.id, client=self.caller.id, server=ALL_SERVERS,
                  claim=revisions.claim_of(message),
                  initialize=jsonrpc.text(message), version=self.version)
        )  # fmt: skip

    async def _route(self, message: Message) -> None:
        """On to the server that it is for: at once where that is known, so that the order stays."""
        place = self._routes.place(message, self._behind.order)
        branch = self._behind.get(place[0]) if place is not None else None
        if place is not None and branch is not None and branch.ready:
            try:
                self._forward(branch, message, place[1])
            except MemberGoneError as why:
                await self._answer(failed(message["id"], coded("clients.not_run", reason=why)))
        else:
            self._work(message, lambda: self._find(message))

    async def _find(self, message: Message) -> object:
        """The same where the server is not known yet, or not ready."""
        place = self._routes.place(message, self._behind.order)
        if place is None:
            await self._behind.gather([KINDS[method] for method in needed(message["method"])], missing=True)
            place = self._routes.place(message, self._behind.order)
        if place is None:
            raise unknown(message, revisions.era_of(message))
        branch = self._behind.get(place[0])
        if branch is None:
            raise MemberGoneError(coded("clients.server_removed_switched_off", place=place[0]))
        await branch.met()
        self._forward(branch, message, place[1])
        return _FORWARDED

    def _forward(self, branch: AggregateMember, message: Message, params: dict[str, Any]) -> None:
        branch.tell({**message, "params": params})
        asked = self._asked[message["id"]]
        asked.branch = branch
        if asked.token is not None:
            self._tokens[asked.token] = branch
            if len(self._tokens) > _TOKENS:
                del self._tokens[next(iter(self._tokens))]

    def _owner(self, wish: str, thing: str) -> str | None:
        if wish == "taskIds":
            return self._routes.task_owner(thing)
        return self._routes.owner(thing, self._behind.order)

    # --- what the servers say ---------------------------------------------------------------------------------

    def taken_up(self, branch: AggregateMember, resumed: ResumedSession) -> None:
        for one in resumed.unanswered:
            for id in one.requests:
                self._asked[id] = asked = AggregateRequest("tools/call")
                asked.branch = branch

    async def heard(self, branch: AggregateMember, message: Message) -> None:
        if "method" not in message:
            await self._heard_answer(branch, message)
        elif "id" not in message:
            await self._heard_news(branch, message)
        elif message["method"] == "ping":
            _tell(branch, jsonrpc.result(message["id"], {}))
        else:
            await self.tell(self._questions.ask(branch, message))

    async def _heard_answer(self, branch: AggregateMember, message: Message) -> None:
        id = message.get("id")
        if id is None:  # somebody could not read a request, and nobody can say which
            await self.tell(message)
            return
        asked = self._asked.get(id)
        if branch.took(message) or asked is None or asked.branch is not branch:
            return
        told = learned(asked.method, branch.server, message, self._routes)
        if asked.token is not None and not told.goes_on and self._tokens.get(asked.token) is branch:
            del self._tokens[asked.token]
        await self._answer(told.message)

    async def _heard_news(self, branch: AggregateMember, message: Message) -> None:
        method = message["method"]
        if method in CHANGES:
            self._heard_change(branch, CHANGES[method])
            return
        params = opened(message.get("params"))
        if method == "notifications/progress":
            token = jsonrpc.plain(params.get("progressToken"))
            if not isinstance(token, int | str) or self._tokens.get(token) is not branch:
                return
        elif method == "notifications/cancelled":
            back = self._questions.taken_back(branch, message)
            if back is None:
                return
            message = back
        elif method == "notifications/message":
            logger = text_of(params, "logger")
            message = {**message, "params": {**params, "logger": f"{branch.server}{'/' if logger else ''}{logger}"}}
        elif TAG in opened(params.get("_meta")):
            tagged = self._listens.retagged(branch, message)
            if tagged is None or method == "notifications/subscriptions/acknowledged":
                return
            message = tagged
        await self.tell(message)

    def _heard_change(self, branch: AggregateMember, kind: ListKind) -> None:
        branch.changed(kind.method)
        if kind.method == "resources/list":
            branch.changed("resources/templates/list")
        self.changed(kind.method)

    def arrived(self, branch: AggregateMember) -> None:
        self._pass_level(branch)
        self._listens.spread(branch, self._behind.meta)

    async def gone(self, branch: AggregateMember) -> None:
        """Say what became of all that had to do with a session that is over."""
        for message in self._questions.drop(branch):
            await self.tell(message)
        self._tokens = {token: one for token, one in self._tokens.items() if one is not branch}
        for id, asked in [(id, one) for id, one in self._asked.items() if one.branch is branch]:
            code = "clients.call_outcome_unknown" if asked.method == "tools/call" else "clients.session_over"
            await self._answer(failed(id, coded(code, server=branch.server, ended=branch.ended)))
        if not len(self._behind) and self._behind.shut and not self._behind.over and not self._gate.closing:
            await self._client.close(coded("clients.every_session_behind_over", ended=branch.ended))

    def changed(self, method: str) -> None:
        """A list is another one now: told soon, and once for many changes."""
        kind = KINDS[method if method != "resources/templates/list" else "resources/list"]
        if not kind.changed:
            return
        first = not self._news
        self._news[kind.method] = kind
        if first:
            self._spawn(self._tell_news())

    async def _tell_news(self) -> None:
        await asyncio.sleep(COALESCE)
        await self._behind.begun.wait()
        news, self._news = self._news, {}
        for kind in news.values():
            if self.version:
                await self.tell({"jsonrpc": "2.0", "method": kind.changed})
            for message in self._listens.told(kind):
                await self.tell(message)

    # --- to the client ----------------------------------------------------------------------------------------

    async def _answer(self, message: Message) -> None:
        """The last word on a request, if the client still waits for it."""
        if self._asked.pop(message["id"], None) is not None:
            await self.reply(message)


def _tell(branch: AggregateMember, message: Message) -> None:
    try:
        branch.tell(message)
    except MemberGoneError:
        return  # its session is over, and with it whatever this was about


_NOT_HERE = coded("clients.endpoint_stands_several_servers")
