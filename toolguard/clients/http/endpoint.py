"""The ASGI application for chat clients: ``/s/<server>/mcp``, or ``/mcp`` for all servers, in every revision.

Clients that support only the transport of 2024-11-05 use ``/sse`` instead of ``/mcp``.

Checks which client may use which server, finds a request's era, and selects its session. Sockets are in
`toolguard.clients.http.listener`; sessions are created by ``admit``.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, MutableMapping
from typing import Any, TypeVar

from toolguard.clients.http import header_check, request_validation
from toolguard.clients.http.dependencies import EndpointDependencies
from toolguard.clients.http.legacy import LegacyHttpSession
from toolguard.clients.http.modern import ModernHttpSession
from toolguard.clients.http.request_body import MAX_MEMORY, RequestBodyReader
from toolguard.clients.http.request_validation import EndpointPath, HttpError, HttpRequest
from toolguard.clients.http.response import JSON, MODERN_STATUS, HttpExchange, Receive, Send, StreamDelivery
from toolguard.clients.http.sse import SseSession, endpoint
from toolguard.clients.http.streams import EventStream, StreamTiming
from toolguard.clients.http.tokens import find_owner
from toolguard.clients.local.handshake import ALL_SERVERS, ClientHandshake, HandshakeError
from toolguard.clients.local.listener import SessionAdmission
from toolguard.clients.otc.endpoint import OtcEndpoint
from toolguard.clients.otc.session import OtcSession
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.param_headers import MISMATCH
from toolguard.gate.model import ClientInfo
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import coded

MAX_SESSIONS = 64
"""Maximum number of simultaneous sessions of one client."""
_CLEAN_INTERVAL = 60.0  # maximum seconds between checks for idle sessions
_CLOSES = coded("clients.closing")
_TEXT = (b"content-type", b"text/plain")

_log = logging.getLogger(__name__)
Session = LegacyHttpSession | ModernHttpSession | SseSession | OtcSession
IdleSession = TypeVar("IdleSession", ModernHttpSession, OtcSession)


class HttpEndpoint:
    """The application, on the core's loop. ``memory``: see `RequestBodyReader`."""

    def __init__(
        self, dependencies: EndpointDependencies, timing: StreamTiming | None = None, *, memory: int = MAX_MEMORY
    ) -> None:
        self._hosts: frozenset[str] = frozenset()
        self.timing = timing or StreamTiming()
        self._dependencies = dependencies
        self._legacy: dict[str, LegacyHttpSession] = {}
        self._modern: dict[tuple[str, str], ModernHttpSession] = {}
        self._sse: dict[str, SseSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._bodies = RequestBodyReader(
            dependencies.clients, self.timing.body_timeout, memory, dependencies.index_barrier
        )
        self._otc = OtcEndpoint(dependencies, self._bodies, self.timing, admit=self._admit)
        self._closing = False
        self._cleaner: asyncio.TimerHandle | None = None

    def accept_hosts(self, hosts: frozenset[str]) -> None:
        """Accept requests with these Host values, and no others."""
        self._hosts = hosts

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        abort, authenticate = scope["toolguard.abort"], scope["toolguard.authenticate"]
        exchange = HttpExchange(receive, send, abort, self.timing.write_timeout, authenticate)
        head = request_validation.request(scope["method"], scope["path"], scope["headers"], scope["query_string"])
        try:
            await self._serve(head, exchange)
        except HttpError as why:
            if request_validation.speaks_otc(head):
                body = self._otc.refusal(head, why)
            else:
                body = jsonrpc.encode(jsonrpc.error(why.id, why.code, str(why), why.data))
            headers = [(name.encode(), value.encode()) for name, value in why.headers]
            await exchange.reply(why.status, body, [JSON, *headers])
        finally:
            exchange.release()

    # --- authentication and routing ---------------------------------------------------------------------------

    async def _serve(self, head: HttpRequest, exchange: HttpExchange) -> None:
        request_validation.check_source(head, self._hosts)
        place = request_validation.parse_path(head)
        server = place.server
        if place.route == "health":
            await self._serve_health(head, exchange, place)
            return
        client = self._authenticate_client(head, place.token, server)
        if not exchange.authenticate(client):
            reason = coded("clients.client_too_many_connections")
            raise HttpError(503, reason, ("retry-after", "1"), ("connection", "close"), code=jsonrpc.INTERNAL_ERROR)
        if self._closing:
            raise HttpError(503, _CLOSES, ("connection", "close"), code=jsonrpc.INTERNAL_ERROR)
        if place.route in request_validation.OTC_METHODS:
            await self._otc.serve(head, exchange, client, place)
        elif place.route == "sse":
            await self._open_sse(head, exchange, client, place)
        elif place.route == "messages":
            await self._post_sse(head, exchange, client, server)
        else:
            await self._serve_mcp(head, exchange, client, server)

    async def _serve_mcp(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        """Serve Streamable HTTP. Each request states its revision."""
        versions = head.headers.get("mcp-protocol-version", ())
        key = head.header("mcp-session-id")
        session = self._legacy.get(key) if key is not None else None
        if not all(self._is_legacy(version, session) for version in versions):
            await self._serve_modern(head, exchange, client, server)
            return
        if key is not None and (session is None or (session.client, session.server) != (client, server)):
            raise HttpError(404, coded("clients.session_over_never_initialize"))
        if session is not None and session.ended:
            raise HttpError(404, coded("clients.session_over_initialize_again", ended=session.ended))
        await self._serve_legacy(head, exchange, client, server, session)

    async def _serve_health(self, head: HttpRequest, exchange: HttpExchange, place: EndpointPath) -> None:
        """Serve the health check. It needs no token, but without one it does not reveal which servers exist."""
        try:
            self._authenticate_client(head, place.token, place.server)
            server = place.server
        except HttpError as why:
            if why.status != 401:
                raise
            server = ""
        reason = _CLOSES if self._closing else self._dependencies.unavailable_reason(server)
        if reason:
            raise HttpError(503, reason if server else coded("clients.not_ready"), code=jsonrpc.INTERNAL_ERROR)
        await exchange.reply(200, b'{"status":"ready"}', [JSON])  # some clients expect a body

    def _authenticate_client(self, head: HttpRequest, token: str | None, server: str) -> str:
        """Return the client that the token belongs to, if it may use ``server``. Raises `HttpError`."""
        token_value = (
            token
            or request_validation.bearer_token(head)
            or (request_validation.api_key(head) if request_validation.speaks_otc(head) else None)
        )
        clients = self._dependencies.clients()
        client = find_owner(token_value, clients) if token_value else ""
        if not client:
            raise request_validation.unauthorized(has_token=bool(token_value))
        servers = clients[client].servers
        if servers is not None and server not in (*servers, ALL_SERVERS):
            raise HttpError(404, coded("clients.no_server_client", server=server))
        return client

    @staticmethod
    def _is_legacy(version: str, session: LegacyHttpSession | None) -> bool:
        if session is not None and version == session.version:
            return True
        return version in revisions.LEGACY

    # --- 2026-07-28 and later ---------------------------------------------------------------------------------

    async def _serve_modern(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        if head.method != "POST":
            raise HttpError(405, coded("clients.protocol_version_only_post"), ("allow", "POST"))
        request_validation.check_post(head)
        body = await self._bodies.read(head, exchange, client)
        message: jsonrpc.Message = {}
        try:
            message = _single_message(jsonrpc.decode(body))
            if "id" not in message:  # this revision has no client notifications over HTTP: accept and drop it
                header_check.check_version(head.header("mcp-protocol-version") or "")
                await exchange.reply(202)
                return
            header_check.check(message, head.headers, self._schema(server, message))
            if message["method"] == "initialize":  # the upstream connection is shared and cannot be initialized again
                raise Malformed(jsonrpc.METHOD_NOT_FOUND, coded("clients.initialize_no_part_protocol"), message["id"])
        except (Malformed, header_check.HeaderMismatchError) as problem:
            self._dependencies.record_refusal(client, server, str(problem))
            id = problem.id if isinstance(problem, Malformed) else message.get("id")
            data = problem.data if isinstance(problem, header_check.HeaderMismatchError) else None
            status = MODERN_STATUS.get(problem.code, 400)
            raise HttpError(status, str(problem), code=problem.code, id=id, data=data) from None
        size, body = len(body), b""  # a large one would lie in memory until the answer
        session, stream = await self._submit_modern(client, server, message, size)
        delivery = StreamDelivery(stream, exchange, self.timing, statuses=MODERN_STATUS)
        done = False
        try:
            done = await delivery.run(self.timing.json_wait, lambda: session.is_pending(stream.number))
        finally:
            if not done:
                session.client_disconnected(stream)

    def _schema(self, server: str, message: jsonrpc.Message) -> Any:
        params = message.get("params")
        name = params.get("name") if isinstance(params, dict) else None
        is_call = message.get("method") == "tools/call" and isinstance(name, str)
        return self._dependencies.tool_schema(server, name) if is_call and name else None

    async def _submit_modern(
        self, client: str, server: str, message: jsonrpc.Message, size: int
    ) -> tuple[ModernHttpSession, EventStream]:
        """Hand ``message`` to a session. Tries twice, because an idle session may be ending just now."""
        for _ in range(2):
            session = self._modern.get((client, server))
            if session is None or session.ended:
                session = await self._start_modern(client, server)
            try:
                return session, await session.receive(message, size)
            except ConnectionError:
                continue
        raise HttpError(503, coded("clients.session_ended_asked"), code=jsonrpc.INTERNAL_ERROR, id=message["id"])

    async def _start_modern(self, client: str, server: str) -> ModernHttpSession:
        """Open a channel for all requests of this client to this server. Raises `HttpError`."""
        session_id = ""

        def is_pending(id: Id) -> bool:
            return self._dependencies.is_pending(session_id, id)

        session = self._modern[client, server] = ModernHttpSession(client, server, self.timing, is_pending=is_pending)
        try:
            session_id = await self._admit(session, client, server)
        except BaseException as why:
            del self._modern[client, server]
            reason = str(why) if isinstance(why, HttpError) else OUR_FAULT
            await session.close(reason)  # other requests may have arrived meanwhile
            raise
        return session

    # --- revisions before 2026-07-28 --------------------------------------------------------------------------

    async def _serve_legacy(
        self, head: HttpRequest, exchange: HttpExchange, client: str, server: str, session: LegacyHttpSession | None
    ) -> None:
        if head.method == "POST":
            await self._post(head, exchange, client, server, session)
        elif session is None:
            raise HttpError(400, coded("clients.mcp_session_id_missing"))
        elif head.method == "GET":
            await self._get(head, exchange, session)
        else:
            session.end(coded("clients.client_ended_session"))
            await exchange.reply(204)

    async def _post(
        self, head: HttpRequest, exchange: HttpExchange, client: str, server: str, session: LegacyHttpSession | None
    ) -> None:  # fmt: skip
        request_validation.check_post(head)
        body = await self._bodies.read(head, exchange, client)
        message: jsonrpc.Message | jsonrpc.Batch | Malformed
        try:
            message = jsonrpc.decode(body)
        except Malformed as problem:
            message = problem
        size, body = len(body), b""  # a large one would lie in memory until the answer
        if isinstance(message, dict) and revisions.era_of(message) == "modern":
            self._dependencies.record_refusal(client, server, coded("clients.message_2026_07_28"))
            reason = coded("clients.header_mcp_protocol_version")
            raise HttpError(400, reason, code=MISMATCH, id=message.get("id"))
        headers: list[tuple[bytes, bytes]] = []
        is_opening = session is None
        if session is None:
            session, key = await self._start_legacy(message, client, server)
            headers.append((b"mcp-session-id", key.encode()))
        try:
            stream = await session.receive(message, size)
        except ConnectionError:
            raise HttpError(404, coded("clients.session_over_initialize_again_without")) from None
        if stream is None:
            await exchange.reply(202)
            return
        delivery = StreamDelivery(
            stream,
            exchange,
            self.timing,
            store=session.store,
            headers=headers,
            send_priming_event=session.uses_priming_events and not is_opening,
        )
        id: Id = message.get("id", "") if isinstance(message, dict) else ""
        try:
            await self._deliver(
                session, stream, delivery, self.timing.json_wait, is_pending=lambda: session.is_pending(id)
            )
        finally:
            if not stream.is_complete:  # the client may reconnect for the response: the request stays in memory
                stream.share, exchange.share = exchange.share, None
        if is_opening and not session.version:
            session.end(coded("clients.handshake_failed"))

    async def _start_legacy(self, message: object, client: str, server: str) -> tuple[LegacyHttpSession, str]:
        """Open a session for ``initialize``. Raises `HttpError` for other messages, which need a session."""
        if isinstance(message, Malformed):
            self._dependencies.record_refusal(client, server, message.reason)
            raise HttpError(400, message.reason, code=message.code, id=message.id)
        if not isinstance(message, dict) or message.get("method") != "initialize" or "id" not in message:
            id = message.get("id") if isinstance(message, dict) and "method" in message else None
            raise HttpError(400, coded("clients.mcp_session_id_missing"), id=id)
        self._limit_sessions(client)
        key, session_id = secrets.token_urlsafe(32), ""

        def is_pending(id: Id) -> bool:
            return self._dependencies.is_pending(session_id, id)

        session = self._legacy[key] = LegacyHttpSession(client, server, self.timing, is_pending=is_pending)
        try:
            session_id = await self._admit(session, client, server)
        except BaseException:
            self._legacy.pop(key, None)
            raise
        return session, key

    async def _get(self, head: HttpRequest, exchange: HttpExchange, session: LegacyHttpSession) -> None:
        if not request_validation.accepts(head, "text/event-stream"):
            raise HttpError(406, coded("clients.accept_name_text_event"))
        last = head.header("last-event-id")
        stream = session.listen() if last is None else session.resume(last)
        if stream is None and last is None:
            raise HttpError(409, coded("clients.session_stream_already"))
        if stream is None:
            raise HttpError(400, coded("clients.nothing_kept_stream_ask"))
        if last is not None and stream.is_complete and stream.is_empty:
            await exchange.reply(204)  # tells the client to stop reconnecting (WHATWG HTML §9.2.3)
            return
        send_priming_event = session.uses_priming_events and last is None
        delivery = StreamDelivery(
            stream, exchange, self.timing, store=session.store, send_priming_event=send_priming_event
        )
        await self._deliver(session, stream, delivery, 0.0)

    @staticmethod
    async def _deliver(
        session: LegacyHttpSession, stream: EventStream, delivery: StreamDelivery, timeout: float,
        is_pending: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        done = False
        try:
            done = await delivery.run(timeout, is_pending)
        finally:
            if not done and stream.consumer is None:
                session.client_disconnected(stream)

    # --- the transport of 2024-11-05 --------------------------------------------------------------------------

    async def _open_sse(self, head: HttpRequest, exchange: HttpExchange, client: str, place: EndpointPath) -> None:
        """Serve the stream of a session, which ends with it."""
        if not request_validation.accepts(head, "text/event-stream"):
            raise HttpError(406, coded("clients.accept_name_text_event"))
        self._limit_sessions(client)
        key, session = secrets.token_urlsafe(32), SseSession(client, place.server, self.timing)
        self._sse[key] = session
        first_event = endpoint(request_validation.messages_path(place, key))
        try:
            await self._admit(session, client, place.server)
            await StreamDelivery(session.stream, exchange, self.timing, first_event=first_event).run(0.0)
        finally:
            del self._sse[key]
            session.client_disconnected()

    async def _post_sse(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        """Accept a message for a session; the response leaves on the session's stream."""
        over = HttpError(404, coded("clients.session_over_never_open"))
        session = self._sse.get(request_validation.session_id_of(head))
        if session is None or session.ended or (session.client, session.server) != (client, server):
            raise over
        request_validation.check_body(head)
        body = await self._bodies.read(head, exchange, client)
        try:
            await session.receive(jsonrpc.decode(body), len(body))
        except Malformed as problem:
            self._dependencies.record_refusal(client, server, problem.reason)
            raise HttpError(400, problem.reason, code=problem.code, id=problem.id) from None
        except ConnectionError:
            raise over from None
        await exchange.reply(202, b"Accepted", [_TEXT])  # the body of the SDKs' servers, which some clients read

    # --- sessions ---------------------------------------------------------------------------------------------

    def _limit_sessions(self, client: str) -> None:
        """End the client's longest idle session if it has too many. Raises `HttpError` if none is idle."""
        sessions: list[LegacyHttpSession | SseSession] = [*self._legacy.values(), *self._sse.values()]
        of_client = [session for session in sessions if session.client == client and not session.ended]
        if len(of_client) < MAX_SESSIONS:
            return
        idlest = max(of_client, key=lambda session: session.idle_seconds())
        if not idlest.idle_seconds():
            raise HttpError(429, coded("clients.too_many_sessions", count=MAX_SESSIONS), code=jsonrpc.INTERNAL_ERROR)
        idlest.end(coded("clients.client_began_too_many"))

    async def _admit(self, session: Session, client: str, server: str) -> str:
        """Admit the session and run it; return its ID in the gate. Raises `HttpError`, also for a removed client."""
        if client not in self._dependencies.clients():
            raise request_validation.unauthorized(has_token=True)
        caller = ClientInfo(id=client, transport="http")
        every = server == ALL_SERVERS
        handshake = ClientHandshake(
            caller=caller, server=None if every else server, command=None, cwd="", session=None, all=every,
            only=lambda: self._may_use(client),
        )  # fmt: skip
        try:
            admission = await self._dependencies.admit(handshake)
        except HandshakeError as why:
            raise HttpError(404, str(why)) from None
        task = asyncio.get_running_loop().create_task(self._run(session, admission))
        self._tasks.add(task)
        task.add_done_callback(self._session_done)
        self._clean_later()
        return admission.session

    def _may_use(self, client: str) -> Collection[str] | None:
        credential = self._dependencies.clients().get(client)
        return credential.servers if credential is not None else ()

    async def _run(self, session: Session, admission: SessionAdmission) -> None:
        try:
            await admission.run(session)
        finally:
            await session.close()

    def _session_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("a client's session over HTTP ended by a fault of ours", exc_info=problem)

    # --- end --------------------------------------------------------------------------------------------------

    def _clean_later(self) -> None:
        if self._cleaner is None:
            limits = (
                self.timing.idle,
                self.timing.idle_disconnected,
                self.timing.idle_modern,
                self.timing.idle_unanswered,
                _CLEAN_INTERVAL,
            )
            self._cleaner = asyncio.get_running_loop().call_later(min(limits) / 2, self._clean)

    def _clean(self) -> None:
        """End idle sessions, and forget those that have ended."""
        self._cleaner = None
        for key, session in list(self._legacy.items()):
            if session.idle_seconds() > session.idle_timeout:
                session.end(coded("clients.client_not_heard_long"))
            if session.ended:
                del self._legacy[key]
        _end_idle(self._modern)
        _end_idle(self._otc.sessions)
        if self._legacy or self._modern or self._otc.sessions:
            self._clean_later()

    def end_removed_clients(self) -> None:
        """End the sessions of clients that were removed or may no longer use the server."""
        clients = self._dependencies.clients()
        for session in self._sessions():
            credential = clients.get(session.client)
            allowed = (ALL_SERVERS, *(credential.servers or ())) if credential is not None else ()
            if credential is None or (credential.servers is not None and session.server not in allowed):
                session.end(coded("clients.client_removed"))

    def _sessions(self) -> list[Session]:
        return [*self._legacy.values(), *self._modern.values(), *self._sse.values(), *self._otc.sessions.values()]

    def refuse(self) -> None:
        """Refuse new requests, because ToolGuard is closing."""
        self._closing = True

    async def close(self) -> None:
        """End all sessions."""
        self.refuse()
        if self._cleaner is not None:
            self._cleaner.cancel()
        for session in self._sessions():
            session.end(coded("clients.closed"))
        await self._otc.close()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=self.timing.flush_timeout + 2)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _end_idle(sessions: dict[tuple[str, str], IdleSession]) -> None:
    for place, session in list(sessions.items()):
        if session.idle_seconds() > session.idle_timeout:
            session.end(coded("clients.client_asked_nothing"))
        if session.ended:
            del sessions[place]


def _single_message(message: jsonrpc.Message | jsonrpc.Batch) -> jsonrpc.Message:
    """Return ``message`` if it is one request or notification, all that 2026-07-28 permits. Raises `Malformed`."""
    if isinstance(message, list):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.json_rpc_batches_not"))
    if "method" not in message:
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.client_nothing_answer_protocol"))
    return message
