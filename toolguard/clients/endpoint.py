"""The ASGI application that chat clients talk to over HTTP: ``/s/<server>/mcp``, or ``/mcp`` for all, every revision.

Clients that know only the transport of 2024-11-05 find the same at ``/sse`` in the place of ``/mcp``.

It knows who may ask for which server, which era a request belongs to, and which session takes it. It refuses to know
sockets (`toolguard.clients.listener`) and what a session is (``admit``).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeVar

from toolguard.checkpoint import mcp, wire
from toolguard.checkpoint.calls import Caller
from toolguard.checkpoint.mirroring import MISMATCH
from toolguard.checkpoint.wire import Id, Malformed
from toolguard.clients import checks, mirrored
from toolguard.clients.bodies import Bodies
from toolguard.clients.checks import Place, Refused, Request
from toolguard.clients.credentials import Credential, owner
from toolguard.clients.delivery import JSON, MODERN, Delivery, Exchange, Receive, Send
from toolguard.clients.hello import EVERY, Hello, Refusal
from toolguard.clients.http_legacy import Legacy
from toolguard.clients.http_modern import Modern
from toolguard.clients.http_sse import Old, endpoint
from toolguard.clients.local import Admission
from toolguard.clients.open_tool_calling import OpenToolCalling
from toolguard.clients.open_tool_calling_session import Interpreter
from toolguard.clients.streams import Stream, Timing

SESSIONS = 64
"""Most sessions of one client at the same time."""
_LOOKS = 60.0  # seconds between two looks for sessions that nobody uses, at most
_REALM = ("www-authenticate", 'Bearer realm="ToolGuard"')
_CLOSES = "ToolGuard is closing"
_TEXT = (b"content-type", b"text/plain")

_log = logging.getLogger(__name__)
Session = Legacy | Modern | Old | Interpreter
Kept = TypeVar("Kept", Modern, Interpreter)


async def _nothing(_session: str, _id: Id) -> None: ...


@dataclass(frozen=True, slots=True)
class House:
    """What the endpoint is given of the rest of ToolGuard."""

    admit: Callable[[Hello], Awaitable[Admission]]
    clients: Callable[[], Mapping[str, Credential]]
    held: Callable[[str, Id], bool]
    """Does the call that a session knows under this id wait for a person?"""
    schema: Callable[[str, str], Any]
    """The input schema of a server's tool; None when it is not known."""
    refused: Callable[[str, str, str], None]
    """Told client, server and reason of each message that no session has heard."""
    parted: Callable[[str, Id], Awaitable[None]] = _nothing
    """Whoever waited for this request of a session went, and can ask again: see `Calls.parted`."""
    deferred: Callable[[str, Id], bool] = lambda _session, _id: False
    """Was this request of a session answered "ask again"?"""
    editions: Callable[[str], Mapping[str, int]] = lambda _server: {}
    """How many definitions each of a server's tools has had, where it is more than one."""
    why_not: Callable[[str], str] = lambda _server: ""
    """Why nothing can be called now, at this server or at any (``""``)."""


class Endpoint:
    """Lives on the core's loop. ``hosts``: the names under which it is reached, with the port."""

    def __init__(self, house: House, timing: Timing | None = None) -> None:
        self.hosts: frozenset[str] = frozenset()
        self.timing = timing or Timing()
        self._house = house
        self._legacy: dict[str, Legacy] = {}
        self._modern: dict[tuple[str, str], Modern] = {}
        self._old: dict[str, Old] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._bodies = Bodies(self.timing.body)
        self._otc = OpenToolCalling(house, self._bodies, self.timing, begin=self._begin)
        self._closing = False
        self._cleaner: asyncio.TimerHandle | None = None

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        exchange = Exchange(receive, send, scope.get("toolguard.abort", lambda: None), self.timing.stuck)
        head = checks.request(scope["method"], scope["path"], scope["headers"], scope["query_string"])
        try:
            await self._serve(head, exchange)
        except Refused as why:
            if checks.speaks_otc(head):
                body = self._otc.refusal(head, why)
            else:
                body = wire.encode(wire.error(why.id, why.code, str(why), why.data))
            headers = [(name.encode(), value.encode()) for name, value in why.headers]
            await exchange.reply(why.status, body, [JSON, *headers])

    # --- who and what -----------------------------------------------------------------------------------------

    async def _serve(self, head: Request, exchange: Exchange) -> None:
        checks.check_source(head, self.hosts)
        place = checks.place(head)
        server = place.server
        if place.door == "health":
            await self._serve_health(head, exchange, place)
            return
        client = self._known(head, place.token, server)
        if self._closing:
            raise Refused(503, _CLOSES, ("connection", "close"), code=wire.INTERNAL_ERROR)
        if place.door in checks.OTC:
            await self._otc.serve(head, exchange, client, place)
        elif place.door == "sse":
            await self._open_old(head, exchange, client, place)
        elif place.door == "messages":
            await self._post_old(head, exchange, client, server)
        else:
            await self._serve_mcp(head, exchange, client, server)

    async def _serve_mcp(self, head: Request, exchange: Exchange, client: str, server: str) -> None:
        """Streamable HTTP, whose revision each request tells."""
        version = head.header("mcp-protocol-version")
        key = head.header("mcp-session-id")
        session = self._legacy.get(key) if key is not None else None
        if version is not None and not self._is_legacy(version, session):
            await self._serve_modern(head, exchange, client, server)
            return
        if key is not None and (session is None or (session.client, session.server) != (client, server)):
            raise Refused(404, "this session is over or was never there: initialize again, without Mcp-Session-Id")
        if session is not None and session.ended:
            raise Refused(404, f"this session is over ({session.ended}): initialize again, without Mcp-Session-Id")
        await self._serve_legacy(head, exchange, client, server, session)

    async def _serve_health(self, head: Request, exchange: Exchange, place: Place) -> None:
        """Needs no token. Who has none is told of no server whether it is there."""
        try:
            self._known(head, place.token, place.server)
            server = place.server
        except Refused as why:
            if why.status != 401:
                raise
            server = ""
        reason = _CLOSES if self._closing else self._house.why_not(server)
        if reason:
            raise Refused(503, reason if server else "not ready", code=wire.INTERNAL_ERROR)
        await exchange.reply(200, b'{"status":"ready"}', [JSON])  # there are clients that read a body here

    def _known(self, head: Request, token: str | None, server: str) -> str:
        """The client that the token belongs to, if it may use ``server``; raises `Refused`."""
        given = token or checks.bearer(head) or (checks.api_key(head) if checks.speaks_otc(head) else None)
        clients = self._house.clients()
        client = owner(given, clients) if given else ""
        if not client:
            realm = (_REALM[0], _REALM[1] + ', error="invalid_token"') if given else _REALM
            raise Refused(401, "a token is needed: `toolguard client add NAME` makes one", realm)
        servers = clients[client].servers
        if servers is not None and server not in (*servers, EVERY):
            raise Refused(404, f"there is no server {server} for this client")
        return client

    @staticmethod
    def _is_legacy(version: str, session: Legacy | None) -> bool:
        if session is not None and version == session.version:
            return True
        return any(one.version == version and one.era == "legacy" for one in mcp.REVISIONS)

    # --- 2026-07-28 and later ---------------------------------------------------------------------------------

    async def _serve_modern(self, head: Request, exchange: Exchange, client: str, server: str) -> None:
        if head.method != "POST":
            raise Refused(405, "this protocol version has only POST", ("allow", "POST"))
        checks.check_post(head)
        body = await self._bodies.read(head, exchange.receive)
        message: wire.Message = {}
        try:
            message = _single(wire.decode(body))
            if "id" not in message:  # this revision has no notifications of clients over HTTP: taken, and dropped
                mirrored.check_version(head.header("mcp-protocol-version") or "")
                await exchange.reply(202)
                return
            mirrored.check(message, head.headers, self._schema(server, message))
            if message["method"] == "initialize":  # a connection that others use too cannot be opened anew
                raise Malformed(wire.METHOD_NOT_FOUND, "initialize is no part of this protocol version", message["id"])
        except (Malformed, mirrored.Mismatch) as problem:
            self._house.refused(client, server, str(problem))
            id = problem.id if isinstance(problem, Malformed) else message.get("id")
            data = problem.data if isinstance(problem, mirrored.Mismatch) else None
            status = MODERN.get(problem.code, 400)
            raise Refused(status, str(problem), code=problem.code, id=id, data=data) from None
        session, stream = await self._take_modern(client, server, message, len(body))
        delivery = Delivery(stream, exchange, self.timing, statuses=MODERN)
        done = False
        try:
            done = await delivery.run(self._patience(message["method"]))
        finally:
            if not done:
                session.lost(stream)

    def _schema(self, server: str, message: wire.Message) -> Any:
        params = message.get("params")
        name = params.get("name") if isinstance(params, dict) else None
        is_call = message.get("method") == "tools/call" and isinstance(name, str)
        return self._house.schema(server, name) if is_call and name else None

    async def _take_modern(self, client: str, server: str, message: wire.Message, size: int) -> tuple[Modern, Stream]:
        """Twice at most: a session that nobody used may end just now."""
        for _ in range(2):
            session = self._modern.get((client, server))
            if session is None or session.ended:
                session = Modern(client, server, self.timing)
                self._modern[client, server] = session
                try:
                    await self._begin(session, client, server)
                except Refused as why:
                    del self._modern[client, server]
                    await session.close(str(why))  # others may have asked meanwhile
                    raise
            try:
                return session, await session.take(message, size)
            except ConnectionError:
                continue
        raise Refused(503, "the session ended while this was asked", code=wire.INTERNAL_ERROR, id=message["id"])

    # --- before that ------------------------------------------------------------------------------------------

    async def _serve_legacy(
        self, head: Request, exchange: Exchange, client: str, server: str, session: Legacy | None
    ) -> None:
        if head.method == "POST":
            await self._post(head, exchange, client, server, session)
        elif session is None:
            raise Refused(400, "Mcp-Session-Id is missing: initialize first")
        elif head.method == "GET":
            await self._get(head, exchange, session)
        else:
            session.end("the client ended its session")
            await exchange.reply(204)

    async def _post(
        self, head: Request, exchange: Exchange, client: str, server: str, session: Legacy | None
    ) -> None:  # fmt: skip
        checks.check_post(head)
        body = await self._bodies.read(head, exchange.receive)
        message: wire.Message | wire.Batch | Malformed
        try:
            message = wire.decode(body)
        except Malformed as problem:
            message = problem
        if isinstance(message, dict) and mcp.era_of(message) == "modern":
            self._house.refused(client, server, "a message of 2026-07-28 under an older MCP-Protocol-Version")
            reason = "the header MCP-Protocol-Version is not the version that the request's _meta names"
            raise Refused(400, reason, code=MISMATCH, id=message.get("id"))
        headers: list[tuple[bytes, bytes]] = []
        opening = session is None
        if session is None:
            session, key = await self._opened(message, client, server)
            headers.append((b"mcp-session-id", key.encode()))
        try:
            stream = await session.take(message, len(body))
        except ConnectionError:
            raise Refused(404, "this session is over: initialize again, without Mcp-Session-Id") from None
        if stream is None:
            await exchange.reply(202)
            return
        delivery = Delivery(
            stream, exchange, self.timing, shelf=session.shelf, headers=headers, prime=session.primes and not opening
        )
        method = str(message.get("method", "")) if isinstance(message, dict) else "tools/call"
        await self._deliver(session, stream, delivery, self._patience(method))
        if opening and not session.version:
            session.end("the handshake failed")

    async def _opened(self, message: object, client: str, server: str) -> tuple[Legacy, str]:
        """A new session for an ``initialize``; raises `Refused` for anything else, which needs a session first."""
        if isinstance(message, Malformed):
            self._house.refused(client, server, message.reason)
            raise Refused(400, message.reason, code=message.code, id=message.id)
        if not isinstance(message, dict) or message.get("method") != "initialize" or "id" not in message:
            id = message.get("id") if isinstance(message, dict) and "method" in message else None
            raise Refused(400, "Mcp-Session-Id is missing: initialize first", id=id)
        self._make_room(client)
        key, inside = _new_key(), ""

        def held(id: Id) -> bool:
            return self._house.held(inside, id)

        session = Legacy(client, server, self.timing, held=held)
        inside = await self._begin(session, client, server)
        self._legacy[key] = session
        return session, key

    async def _get(self, head: Request, exchange: Exchange, session: Legacy) -> None:
        if not checks.accepts(head, "text/event-stream"):
            raise Refused(406, "Accept must name text/event-stream")
        last = head.header("last-event-id")
        stream = session.listen() if last is None else session.resumed(last)
        if stream is None and last is None:
            raise Refused(409, "this session has a stream already")
        if stream is None:
            raise Refused(400, "nothing is kept of that stream: ask again")
        if last is not None and stream.over and stream.empty:
            await exchange.reply(204)  # which tells a client that waits for more to stop (WHATWG HTML §9.2.3)
            return
        prime = session.primes and last is None
        delivery = Delivery(stream, exchange, self.timing, shelf=session.shelf, prime=prime)
        await self._deliver(session, stream, delivery, 0.0)

    @staticmethod
    async def _deliver(session: Legacy, stream: Stream, delivery: Delivery, patience: float) -> None:
        done = False
        try:
            done = await delivery.run(patience)
        finally:
            if not done and stream.taker is None:
                session.lost(stream)

    # --- the transport of 2024-11-05 --------------------------------------------------------------------------

    async def _open_old(self, head: Request, exchange: Exchange, client: str, place: Place) -> None:
        """A session that lives as long as this stream."""
        if not checks.accepts(head, "text/event-stream"):
            raise Refused(406, "Accept must name text/event-stream")
        self._make_room(client)
        key, session = _new_key(), Old(client, place.server, self.timing)
        self._old[key] = session
        opening = endpoint(checks.messages_path(place, key))
        try:
            await self._begin(session, client, place.server)
            await Delivery(session.stream, exchange, self.timing, opening=opening).run(0.0)
        finally:
            del self._old[key]
            session.lost()

    async def _post_old(self, head: Request, exchange: Exchange, client: str, server: str) -> None:
        """A message for a session whose answer, if there will be one, leaves on its stream."""
        over = Refused(404, "this session is over or was never there: open its stream anew")
        session = self._old.get(checks.session_named(head))
        if session is None or session.ended or (session.client, session.server) != (client, server):
            raise over
        checks.check_body(head)
        body = await self._bodies.read(head, exchange.receive)
        try:
            await session.take(wire.decode(body), len(body))
        except Malformed as problem:
            self._house.refused(client, server, problem.reason)
            raise Refused(400, problem.reason, code=problem.code, id=problem.id) from None
        except ConnectionError:
            raise over from None
        await exchange.reply(202, b"Accepted", [_TEXT])  # in the words of the SDKs' servers, which some clients read

    # --- what all share ---------------------------------------------------------------------------------------

    def _make_room(self, client: str) -> None:
        """End the client's longest unused session when it has too many; raises `Refused` when it uses them all."""
        kept: list[Legacy | Old] = [*self._legacy.values(), *self._old.values()]
        of_client = [one for one in kept if one.client == client and not one.ended]
        if len(of_client) < SESSIONS:
            return
        idlest = max(of_client, key=lambda one: one.unused())
        if not idlest.unused():
            raise Refused(429, f"this client has {SESSIONS} sessions in use: end one first", code=wire.INTERNAL_ERROR)
        idlest.end("the client began too many other sessions")

    def _patience(self, method: str) -> float:
        return self.timing.quick if method == "tools/call" else self.timing.patience

    async def _begin(self, session: Session, client: str, server: str) -> str:
        """Let the session in; the id that it has inside. Raises `Refused` with what to do."""
        caller = Caller(id=client, transport="http")
        every = server == EVERY
        hello = Hello(
            caller=caller, server=None if every else server, command=None, cwd="", session=None, partial=False,
            all=every, only=lambda: self._may_use(client),
        )  # fmt: skip
        try:
            admission = await self._house.admit(hello)
        except Refusal as why:
            raise Refused(404, str(why)) from None
        task = asyncio.get_running_loop().create_task(self._run(session, admission))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        self._clean_later()
        return admission.session

    def _may_use(self, client: str) -> Collection[str] | None:
        found = self._house.clients().get(client)
        return found.servers if found is not None else ()

    async def _run(self, session: Session, admission: Admission) -> None:
        try:
            await admission.run(session)
        finally:
            await session.close()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("a client's session over HTTP ended by a fault of ours", exc_info=problem)

    # --- ends -------------------------------------------------------------------------------------------------

    def _clean_later(self) -> None:
        if self._cleaner is None:
            limits = (
                self.timing.idle,
                self.timing.idle_left,
                self.timing.idle_modern,
                self.timing.idle_unanswered,
                _LOOKS,
            )
            self._cleaner = asyncio.get_running_loop().call_later(min(limits) / 2, self._clean)

    def _clean(self) -> None:
        """End what nobody uses, forget what is over."""
        self._cleaner = None
        for key, session in list(self._legacy.items()):
            if session.unused() > session.patience:
                session.end("the client was not heard of for a long time")
            if session.ended:
                del self._legacy[key]
        _sweep(self._modern)
        _sweep(self._otc.sessions)
        if self._legacy or self._modern or self._otc.sessions:
            self._clean_later()

    def part(self) -> None:
        """End the sessions of clients that are no more, or that lost the server."""
        clients = self._house.clients()
        for session in self._sessions():
            credential = clients.get(session.client)
            allowed = (EVERY, *(credential.servers or ())) if credential is not None else ()
            if credential is None or (credential.servers is not None and session.server not in allowed):
                session.end("its client was removed")

    def _sessions(self) -> list[Session]:
        return [*self._legacy.values(), *self._modern.values(), *self._old.values(), *self._otc.sessions.values()]

    def refuse(self) -> None:
        """Take nothing new: ToolGuard is closing."""
        self._closing = True

    async def close(self) -> None:
        """End every session that is left."""
        self.refuse()
        if self._cleaner is not None:
            self._cleaner.cancel()
        for session in self._sessions():
            session.end("ToolGuard was closed")
        await self._otc.close()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=self.timing.flush + 2)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _sweep(sessions: dict[tuple[str, str], Kept]) -> None:
    for place, one in list(sessions.items()):
        if one.unused() > one.patience:
            one.end("the client asked nothing for a while")
        if one.ended:
            del sessions[place]


def _single(message: wire.Message | wire.Batch) -> wire.Message:
    """One request or notification: nothing else is POSTed since 2026-07-28."""
    if isinstance(message, list):
        raise Malformed(wire.INVALID_REQUEST, "JSON-RPC batches are not part of this protocol version")
    if "method" not in message:
        raise Malformed(wire.INVALID_REQUEST, "a client has nothing to answer in this protocol version")
    return message


def _new_key() -> str:
    """What a session is called by its client: unguessable."""
    return secrets.token_urlsafe(32)
