"""State of a connection to a remote server: its open requests, its era, and where its messages are delivered.

It sends nothing itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.param_headers import HeaderError
from toolguard.gate.session.upstream import OutcomeUnknown, StreamedResponse
from toolguard.gate.texts import coded
from toolguard.servers.http.http_sse import SseStream
from toolguard.servers.http.param_headers import HeaderMirror
from toolguard.servers.http.session import EVENT_STREAM, McpSession
from toolguard.servers.http.sse import SseEvent
from toolguard.servers.http.transport import HttpTransport, RequestBody, RequestFailedError
from toolguard.servers.inbox import ServerInbox

_ACCEPT = f"application/json, {EVENT_STREAM}"


@dataclass(slots=True, eq=False)
class OpenHttpRequest:
    """A request that was sent to the server and has no response yet."""

    message: Message
    body: RequestBody
    modern: bool
    own: bool = False
    """Whether ToolGuard sent the request; the client does not know it."""
    result: object = None
    """The response to a request of ToolGuard."""
    answered: bool = False
    again: bool = False
    """It was refused before it was processed, and is sent again with other headers."""
    task: asyncio.Task[None] = field(init=False)

    @property
    def id(self) -> Id:
        """The ID that the server knows."""
        id: Id = self.message["id"]
        return id

    @property
    def method(self) -> str:
        """The method of the message that was sent."""
        method: str = self.message["method"]
        return method


class HttpSessionState:
    """``ended`` is called with the reason when no more messages can arrive."""

    def __init__(
        self, exchange: HttpTransport, inbox: ServerInbox, transport: str, ended: Callable[[str], None]
    ) -> None:
        self.exchange = exchange
        self.inbox = inbox
        self.transport = transport
        self.ended = ended
        self.session = McpSession(exchange, inbox)
        self.mirror = HeaderMirror(inbox.is_secret)
        self.open_requests: dict[Id, OpenHttpRequest] = {}
        self.modern = False
        """Whether the newest request was a modern one."""
        self.sse_stream: SseStream | None = None
        """Set once the server is known to use the transport of 2024-11-05."""
        self._version = ""
        self._opening = asyncio.Lock()

    # --- outgoing --------------------------------------------------------------------------------------------------

    def ask(self, message: Message, body: RequestBody) -> OpenHttpRequest:
        """Register a request of the client."""
        self.modern = revisions.era_of(message) == "modern"
        if self.modern:
            self._version = revisions.version_of(message)
        elif message["method"] == "initialize":
            self.session.forget()
        request = self.open_requests[message["id"]] = OpenHttpRequest(message, body, self.modern)
        return request

    def headers(self, message: Message) -> dict[str, str]:
        """Return the headers of a message. Raises `RequestFailedError` if it cannot be sent."""
        request = self.open_requests.get(message["id"]) if "method" in message and "id" in message else None
        modern = self.modern if request is None else request.modern
        if not modern:
            return {"Accept": _ACCEPT, **self.session.headers()}
        if "method" not in message:
            raise RequestFailedError(coded("servers.modern_server_takes_no"))
        try:
            return {"Accept": _ACCEPT, "MCP-Protocol-Version": self._version, **self.mirror.headers(message)}
        except HeaderError as why:
            raise RequestFailedError(str(why), code=jsonrpc.INVALID_PARAMS) from why

    # --- the transport of 2024-11-05 -------------------------------------------------------------------------------

    async def uses_sse(self) -> bool:
        """Return whether messages use HTTP+SSE. Opens its stream if the configuration names this transport."""
        if self.transport == "sse":
            async with self._opening:
                if self.sse_stream is None:
                    await self.open_sse()
        return self.sse_stream is not None

    async def open_sse(self) -> SseStream:
        """Open the stream of HTTP+SSE. Raises `RequestFailedError` if the server does not support it."""
        old = SseStream(self.exchange, self._receive_sse, self.ended)
        await old.open()
        self.sse_stream = old
        return old

    def _receive_sse(self, data: bytes | Malformed) -> None:
        if isinstance(data, Malformed):
            self._deliver(data)
        else:
            self.take(data)

    # --- incoming --------------------------------------------------------------------------------------------------

    def receive_event(self, event: SseEvent | Malformed, id: Id | None = None) -> bool:
        """Handle an event on the stream of the request ``id``. Return True if nothing more is expected on it."""
        if isinstance(event, Malformed):
            self._deliver(event if event.id is not None else Malformed(event.code, event.reason, id))
        elif event.name == "message" and event.data:  # without data it only sets the event ID
            self.take(event.data)
        return id is not None and (id not in self.open_requests or self.open_requests[id].answered)

    def take(self, data: bytes, answers: Id | None = None) -> None:
        """Handle one message or a batch. ``answers``: the request to which it is the whole response."""
        messages = self.inbox.read(data, answers)
        for message in messages:
            if answers is not None and isinstance(message, dict) and "error" in message and message.get("id") is None:
                message["id"] = answers
            self._deliver(message, len(data) // len(messages))

    def streamed(self, request: OpenHttpRequest, again: float | None = None) -> None:
        """Tell a client that can distinguish it that its response is a stream, or that the server closed the stream."""
        version = self.session.version
        primes = bool(version) and revisions.revision(version).priming_events
        if primes and not (request.modern or request.own or request.answered):
            self.inbox.put(StreamedResponse(request.id, again))

    def answer(self, request: OpenHttpRequest, message: Message) -> None:
        """Answer a request that will get no other response."""
        if not request.answered:
            self._deliver({**message, "id": request.id})

    def fail_unknown(self, request: OpenHttpRequest, message: Message, reason: str) -> None:
        """Answer a call with an error that says that the server may have run it."""
        if not request.answered:
            request.answered = True
            self.inbox.put(OutcomeUnknown(message, reason))

    def _deliver(self, message: Message | Malformed, size: int = 0) -> None:
        """Deliver a message to the session, after the parts that concern the connection are handled."""
        if isinstance(message, Malformed):
            id = message.id
        else:
            id = None if "method" in message else message.get("id")
        request = None if id is None or isinstance(id, float) else self.open_requests.get(id)
        if request is None:
            self.inbox.put(message, size)
            return
        request.answered = True
        if isinstance(message, dict) and "result" in message:
            message = self._inspect_response(request, message)
        if not request.own:
            self.inbox.put(message, size)

    def _inspect_response(self, request: OpenHttpRequest, message: Message) -> Message:
        if request.method == "initialize":
            self.session.set_version(message["result"])
        elif request.method == "tools/list" and request.modern:
            result, faults = self.mirror.learn(message["result"], first="cursor" not in request.message["params"])
            for fault in faults:
                self.inbox.note(fault)
            message = {**message, "result": result}
        if request.own:
            request.result = jsonrpc.plain(message["result"])
        return message
