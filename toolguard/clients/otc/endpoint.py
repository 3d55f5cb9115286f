"""HTTP endpoint of Open Tool Calling: ``/otc/<server>/health``, ``tools`` and ``tools/call`` for any server.

A call goes to the gate as a ``tools/call`` of an `OtcSession`, and waits there for a person as every call does. Just
before the client would time out, it gets ``can_retry``; a retry with the same ``call_id`` continues to wait, or gets
the result.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from toolguard.clients.http import request_validation
from toolguard.clients.http.request_body import RequestBodyReader
from toolguard.clients.http.request_validation import EndpointPath, HttpError, HttpRequest
from toolguard.clients.http.response import JSON, HttpExchange
from toolguard.clients.http.streams import StreamTiming
from toolguard.clients.otc import messages
from toolguard.clients.otc.calls import CallIdReusedError, CallKey, CallReply, KnownCall, OtcCalls
from toolguard.clients.otc.messages import OtcCallRequest, OtcDialect
from toolguard.clients.otc.results import response
from toolguard.clients.otc.session import OtcSession, ServerNotReadyError
from toolguard.clients.otc.tools import OfferedTool, UnknownToolError
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import coded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from toolguard.clients.http.dependencies import EndpointDependencies

VERSION_HEADER = "oxp-version"
RETRY_LATER = coded("clients.not_run_yet_call")
Admit = Callable[[OtcSession, str, str], Awaitable[str]]


class OtcEndpoint:
    """``admit`` admits a session of a client with a server, and returns its name in the gate."""

    def __init__(
        self, dependencies: EndpointDependencies, bodies: RequestBodyReader, timing: StreamTiming, *, admit: Admit
    ) -> None:
        self.sessions: dict[tuple[str, str], OtcSession] = {}
        self._dependencies = dependencies
        self._bodies = bodies
        self._timing = timing
        self._admit = admit
        self._calls = OtcCalls()
        self._opening = asyncio.Lock()

    async def serve(self, head: HttpRequest, exchange: HttpExchange, client: str, place: EndpointPath) -> None:
        """Answer a request of an authenticated client. Raises `HttpError`."""
        if place.route == "tools":
            await self._list(head, exchange, client, place.server)
        else:
            await self._call(head, exchange, client, place.server)

    @staticmethod
    def refusal(head: HttpRequest, why: HttpError) -> bytes:
        """Return the body of an error response."""
        more = why.data if isinstance(why.data, dict) else {}
        try:
            dialect = (
                messages.parse_dialect(head.header(VERSION_HEADER), bare=True)
                if head.header(VERSION_HEADER)
                else OtcDialect()
            )
        except Malformed:
            dialect = OtcDialect()
        return messages.refusal(more.get("dialect", dialect), str(why), **more.get("members", {}))

    # --- GET /tools -------------------------------------------------------------------------------------------

    async def _list(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        body = await self._bodies.read(head, exchange, client)  # few clients send a body with GET
        try:
            schema = jsonrpc.decode_object(body).get("$schema") if body else None
            dialect = messages.parse_dialect(
                head.header(VERSION_HEADER), schema, bare=head.header(VERSION_HEADER) is not None
            )
        except Malformed as problem:
            raise self._malformed(client, server, problem) from None
        try:
            session = await self._session(client, server)
            catalog = await session.catalog(refresh=True)
        except ServerNotReadyError as why:
            raise _refused(400, _server_unavailable(server), dialect, developer_message=str(why)) from None
        await exchange.reply(200, messages.listing(dialect, catalog.definitions(dialect)), [JSON])

    # --- POST /tools/call -------------------------------------------------------------------------------------

    async def _call(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        request_validation.check_body(head)
        body = await self._bodies.read(head, exchange, client)
        try:
            call = messages.parse_call(body, head.header(VERSION_HEADER))
        except Malformed as problem:
            raise self._malformed(client, server, problem) from None
        key = CallKey(client, server, call.call_id or str(uuid.uuid4()))
        async with _watch_disconnect(exchange) as disconnected:
            known_call = self._find_call(key, call)
            if known_call is None:
                session, offer = await self._resolve_tool(client, server, call)
                known_call = self._find_call(key, call)  # the same call may have arrived meanwhile
                if known_call is None and disconnected.done():
                    return
                known_call = known_call or self._start_call(session, offer, key, call, len(body))
            await self._answer(known_call, call.dialect, disconnected, exchange)

    def _find_call(self, key: CallKey, call: OtcCallRequest) -> KnownCall | None:
        try:
            return self._calls.find(key, call.digest)
        except CallIdReusedError:
            raise _refused(400, coded("clients.call_id_stands_another"), call.dialect) from None

    async def _resolve_tool(self, client: str, server: str, call: OtcCallRequest) -> tuple[OtcSession, OfferedTool]:
        """Return the session and the tool, for valid input. Raises `HttpError`. Nobody was asked for approval yet."""
        try:
            session = await self._session(client, server)
            catalog = await session.catalog()
            try:
                offer = catalog.find(call.tool_id)
            except UnknownToolError:  # the list may be old
                catalog = await session.catalog(refresh=True)
                offer = catalog.find(call.tool_id)
        except ServerNotReadyError as why:
            raise _refused(400, _server_unavailable(server), call.dialect, developer_message=str(why)) from None
        except UnknownToolError as why:
            raise _refused(400, str(why), call.dialect) from None
        wrong = catalog.validation_errors(offer, call.input)
        if wrong:
            errors = {name: text for name, text in wrong.items() if name}
            message = wrong.get("") or coded("clients.some_input_parameters_not")
            raise _refused(422, message, call.dialect, parameter_errors=errors)
        return session, offer

    def _start_call(
        self, session: OtcSession, offer: OfferedTool, key: CallKey, call: OtcCallRequest, size: int
    ) -> KnownCall:
        """Send the call to the gate. A client that disconnects can retry if it knows the ``call_id``."""
        id = session.next_id()

        async def on_abandoned() -> None:
            if call.call_id:
                await self._dependencies.client_left(session.session_id, id)
            else:
                self._calls.drop(key)
                session.cancel(id)

        async def work() -> CallReply:
            params = {"name": offer.tool, "arguments": call.input}
            try:
                answer = await session.request("tools/call", params, id, size)
            except ServerNotReadyError as why:
                lost = coded("clients.no_answer_came_tool", reason=why)
                return CallReply(messages.failed(key.call_id, lost), retry=False)
            if self._dependencies.is_deferred(session.session_id, id):
                return CallReply(messages.failed(key.call_id, RETRY_LATER, retry=True), retry=True)
            return CallReply(response(key.call_id, answer), retry=False)

        return self._calls.begin(key, call.digest, work(), on_abandoned=on_abandoned)

    @staticmethod
    async def _answer(
        call: KnownCall, dialect: OtcDialect, disconnected: asyncio.Task[None], exchange: HttpExchange
    ) -> None:
        """Reply with the call's response, unless the client disconnects first."""
        body = call.reply
        if call.task is not None:
            task = await call.wait(disconnected)
            if task is None:
                return
            if task.cancelled() or task.exception() is not None:
                why = coded("clients.closing") if task.cancelled() else OUR_FAULT
                raise _refused(503 if task.cancelled() else 500, why, dialect)
            body = task.result().body
        await exchange.reply(200, messages.result(dialect, body), [JSON])

    # --- sessions ---------------------------------------------------------------------------------------------

    async def _session(self, client: str, server: str) -> OtcSession:
        """Return the session of this client with this server, opened if need be. Raises `HttpError`."""
        place = (client, server)
        async with self._opening:
            session = self.sessions.get(place)
            if session is None or session.ended:
                editions = self._dependencies.editions
                session = OtcSession(client, server, self._timing, editions=lambda: editions(server))
                session.session_id = await self._admit(session, client, server)
                self.sessions[place] = session
            return session

    def _malformed(self, client: str, server: str, problem: Malformed) -> HttpError:
        self._dependencies.record_refusal(client, server, problem.reason)
        return HttpError(400, problem.reason)

    async def close(self) -> None:
        """Cancel the calls that are still running."""
        await self._calls.close()


@asynccontextmanager
async def _watch_disconnect(exchange: HttpExchange) -> AsyncIterator[asyncio.Task[None]]:
    """Yield a task that is done when the client has disconnected."""
    task = asyncio.get_running_loop().create_task(exchange.wait_disconnected())
    try:
        yield task
    finally:
        task.cancel()


def _refused(status: int, reason: str, dialect: OtcDialect, **members: object) -> HttpError:
    """Return an error in the form of the client's dialect."""
    return HttpError(status, reason, data={"dialect": dialect, "members": members})


def _server_unavailable(server: str) -> str:
    return coded("clients.server_cannot_used_now", server=server)
