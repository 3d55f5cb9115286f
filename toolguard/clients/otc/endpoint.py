"""Where clients of Open Tool Calling come in: ``/otc/<server>/health``, ``tools`` and ``tools/call`` over any server.

It knows the three requests and which answer each gets. A call goes to the gate as a ``tools/call`` of the session that
`OtcSession` keeps, and waits there for a person as every call does. Just before the client would give up it is told to
ask again (``can_retry``); the same ``call_id`` then goes on waiting, or gets what came of it meanwhile.
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

VERSION = "oxp-version"
WAITS = coded("clients.not_run_yet_call")
Begin = Callable[[OtcSession, str, str], Awaitable[str]]


class OtcEndpoint:
    """``begin`` lets a session of a client with a server in, and gives the name that it has inside."""

    def __init__(
        self, house: EndpointDependencies, bodies: RequestBodyReader, timing: StreamTiming, *, begin: Begin
    ) -> None:
        self.sessions: dict[tuple[str, str], OtcSession] = {}
        self._house = house
        self._bodies = bodies
        self._timing = timing
        self._begin = begin
        self._calls = OtcCalls()
        self._opening = asyncio.Lock()

    async def serve(self, head: HttpRequest, exchange: HttpExchange, client: str, place: EndpointPath) -> None:
        """Answer a request of a client that has shown its token; raises `HttpError`."""
        if place.door == "tools":
            await self._list(head, exchange, client, place.server)
        else:
            await self._call(head, exchange, client, place.server)

    @staticmethod
    def refusal(head: HttpRequest, why: HttpError) -> bytes:
        """The body of an answer to a request that goes no further."""
        more = why.data if isinstance(why.data, dict) else {}
        try:
            spoken = messages.speech(head.header(VERSION), bare=True) if head.header(VERSION) else OtcDialect()
        except Malformed:
            spoken = OtcDialect()
        return messages.refusal(more.get("spoken", spoken), str(why), **more.get("members", {}))

    # --- GET /tools -------------------------------------------------------------------------------------------

    async def _list(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        body = await self._bodies.read(head, exchange)  # which hardly any client sends with a GET
        try:
            schema = jsonrpc.document(body).get("$schema") if body else None
            spoken = messages.speech(head.header(VERSION), schema, bare=head.header(VERSION) is not None)
        except Malformed as problem:
            raise self._bad(client, server, problem) from None
        try:
            session = await self._session(client, server)
            catalogue = await session.catalogue(anew=True)
        except ServerNotReadyError as why:
            raise _refused(400, _unready(server), spoken, developer_message=str(why)) from None
        await exchange.reply(200, messages.listing(spoken, catalogue.definitions(spoken)), [JSON])

    # --- POST /tools/call -------------------------------------------------------------------------------------

    async def _call(self, head: HttpRequest, exchange: HttpExchange, client: str, server: str) -> None:
        request_validation.check_body(head)
        body = await self._bodies.read(head, exchange)
        try:
            wanted = messages.wanted(body, head.header(VERSION))
        except Malformed as problem:
            raise self._bad(client, server, problem) from None
        key = CallKey(client, server, wanted.call_id or str(uuid.uuid4()))
        async with _watched(exchange) as gone:
            known = self._known(key, wanted)
            if known is None:
                session, offer = await self._ready(client, server, wanted)
                known = self._known(key, wanted)  # the same may have come meanwhile
                if known is None and gone.done():
                    return
                known = known or self._begun(session, offer, key, wanted, len(body))
            await self._answer(known, wanted.speech, gone, exchange)

    def _known(self, key: CallKey, wanted: OtcCallRequest) -> KnownCall | None:
        try:
            return self._calls.find(key, wanted.digest)
        except CallIdReusedError:
            raise _refused(400, coded("clients.call_id_stands_another"), wanted.speech) from None

    async def _ready(self, client: str, server: str, wanted: OtcCallRequest) -> tuple[OtcSession, OfferedTool]:
        """The session and the tool that is meant, for input that fits it; raises `HttpError`. Nobody was asked yet."""
        try:
            session = await self._session(client, server)
            catalogue = await session.catalogue()
            try:
                offer = catalogue.find(wanted.tool_id)
            except UnknownToolError:  # the list may be old
                catalogue = await session.catalogue(anew=True)
                offer = catalogue.find(wanted.tool_id)
        except ServerNotReadyError as why:
            raise _refused(400, _unready(server), wanted.speech, developer_message=str(why)) from None
        except UnknownToolError as why:
            raise _refused(400, str(why), wanted.speech) from None
        wrong = catalogue.wrong(offer, wanted.input)
        if wrong:
            told = {name: text for name, text in wrong.items() if name}
            message = wrong.get("") or coded("clients.some_input_parameters_not")
            raise _refused(422, message, wanted.speech, parameter_errors=told)
        return session, offer

    def _begun(
        self, session: OtcSession, offer: OfferedTool, key: CallKey, wanted: OtcCallRequest, size: int
    ) -> KnownCall:
        """Bring the call to the gate. A client that goes meanwhile can come back, if it knows the ``call_id``."""
        id = session.next_id()

        async def left() -> None:
            if wanted.call_id:
                await self._house.parted(session.inside, id)
            else:
                self._calls.drop(key)
                session.cancel(id)

        async def work() -> CallReply:
            params = {"name": offer.tool, "arguments": wanted.input}
            try:
                answer = await session.ask("tools/call", params, id, size)
            except ServerNotReadyError as why:
                lost = coded("clients.no_answer_came_tool", reason=why)
                return CallReply(messages.failed(key.call_id, lost), again=False)
            if self._house.deferred(session.inside, id):
                return CallReply(messages.failed(key.call_id, WAITS, again=True), again=True)
            return CallReply(response(key.call_id, answer), again=False)

        return self._calls.begin(key, wanted.digest, work(), left=left)

    @staticmethod
    async def _answer(known: KnownCall, spoken: OtcDialect, gone: asyncio.Task[None], exchange: HttpExchange) -> None:
        """With what came of the call or will come of it, unless the client goes first."""
        body = known.reply
        if known.task is not None:
            task = await known.wait(gone)
            if task is None:
                return
            if task.cancelled() or task.exception() is not None:
                why = coded("clients.closing") if task.cancelled() else OUR_FAULT
                raise _refused(503 if task.cancelled() else 500, why, spoken)
            body = task.result().body
        await exchange.reply(200, messages.result(spoken, body), [JSON])

    # --- sessions ---------------------------------------------------------------------------------------------

    async def _session(self, client: str, server: str) -> OtcSession:
        """The one of this client with this server, opened now if need be; raises `HttpError`."""
        place = (client, server)
        async with self._opening:
            session = self.sessions.get(place)
            if session is None or session.ended:
                editions = self._house.editions
                session = OtcSession(client, server, self._timing, editions=lambda: editions(server))
                session.inside = await self._begin(session, client, server)
                self.sessions[place] = session
            return session

    def _bad(self, client: str, server: str, problem: Malformed) -> HttpError:
        self._house.refused(client, server, problem.reason)
        return HttpError(400, problem.reason)

    async def close(self) -> None:
        """The sessions end; whoever still waits is told."""
        await self._calls.close()


@asynccontextmanager
async def _watched(exchange: HttpExchange) -> AsyncIterator[asyncio.Task[None]]:
    """A task that is done when the client is gone."""
    task = asyncio.get_running_loop().create_task(exchange.left())
    try:
        yield task
    finally:
        task.cancel()


def _refused(status: int, reason: str, spoken: OtcDialect, **members: object) -> HttpError:
    """A refusal in the words of the draft that the client speaks."""
    return HttpError(status, reason, data={"spoken": spoken, "members": members})


def _unready(server: str) -> str:
    return coded("clients.server_cannot_used_now", server=server)
