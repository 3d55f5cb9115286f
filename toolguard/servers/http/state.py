"""What is known of one remote server while it is used: its requests under way, its era, and where what it says goes.

It starts nothing itself.
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
from toolguard.servers.http.session import STREAM, McpSession
from toolguard.servers.http.sse import SseEvent
from toolguard.servers.http.transport import HttpTransport, RequestBody, RequestFailedError
from toolguard.servers.inbox import ServerInbox

_BOTH = f"application/json, {STREAM}"


@dataclass(slots=True, eq=False)
class OpenHttpRequest:
    """A request that is under way."""

    message: Message
    body: RequestBody
    modern: bool
    own: bool = False
    """It was not asked by the client, who does not hear of it."""
    result: object = None
    """The answer to an own one."""
    answered: bool = False
    again: bool = False
    """It was refused unread, and is sent once more with other headers."""
    task: asyncio.Task[None] = field(init=False)

    @property
    def id(self) -> Id:
        found: Id = self.message["id"]
        return found

    @property
    def method(self) -> str:
        found: str = self.message["method"]
        return found


class HttpSessionState:
    """``ended`` is told why nothing more will come."""

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
        """Set once the server is known for one of 2024-11-05."""
        self._version = ""
        self._opening = asyncio.Lock()

    # --- what is sent ----------------------------------------------------------------------------------------------

    def ask(self, message: Message, body: RequestBody) -> OpenHttpRequest:
        """Remember a request of the client from now on."""
        self.modern = revisions.era_of(message) == "modern"
        if self.modern:
            self._version = revisions.version_of(message)
        elif message["method"] == "initialize":
            self.session.forget()
        asked = self.open_requests[message["id"]] = OpenHttpRequest(message, body, self.modern)
        return asked

    def headers(self, message: Message) -> dict[str, str]:
        """What goes with a message; raises `RequestFailedError` when nothing may."""
        asked = self.open_requests.get(message["id"]) if "method" in message and "id" in message else None
        modern = self.modern if asked is None else asked.modern
        if not modern:
            return {"Accept": _BOTH, **self.session.headers()}
        if "method" not in message:
            raise RequestFailedError(coded("servers.modern_server_takes_no"))
        try:
            return {"Accept": _BOTH, "MCP-Protocol-Version": self._version, **self.mirror.headers(message)}
        except HeaderError as why:
            raise RequestFailedError(str(why), code=jsonrpc.INVALID_PARAMS) from why

    # --- the transport of 2024-11-05 -------------------------------------------------------------------------------

    async def uses_sse(self) -> bool:
        """Whether messages go to an old server. Opens its stream when a person has said that it is one."""
        if self.transport == "sse":
            async with self._opening:
                if self.sse_stream is None:
                    await self.open_sse()
        return self.sse_stream is not None

    async def open_sse(self) -> SseStream:
        """Raises `RequestFailedError` when the server is not an old one."""
        old = SseStream(self.exchange, self._receive_sse, self.ended)
        await old.open()
        self.sse_stream = old
        return old

    def _receive_sse(self, data: bytes | Malformed) -> None:
        if isinstance(data, Malformed):
            self._deliver(data)
        else:
            self.take(data)

    # --- what comes ------------------------------------------------------------------------------------------------

    def receive_event(self, event: SseEvent | Malformed, id: Id | None = None) -> bool:
        """Take an event. ``id``: the request whose stream this is; True when nothing more is awaited on it."""
        if isinstance(event, Malformed):
            self._deliver(event if event.id is not None else Malformed(event.code, event.reason, id))
        elif event.name == "message" and event.data:  # without data it only tells an id
            self.take(event.data)
        return id is not None and (id not in self.open_requests or self.open_requests[id].answered)

    def take(self, data: bytes, answers: Id | None = None) -> None:
        """Take what may be one message or a batch. ``answers``: the request to which it is the whole answer."""
        messages = self.inbox.read(data, answers)
        for message in messages:
            if answers is not None and isinstance(message, dict) and "error" in message and message.get("id") is None:
                message["id"] = answers
            self._deliver(message, len(data) // len(messages))

    def streamed(self, asked: OpenHttpRequest, again: float | None = None) -> None:
        """Tell a client that would notice that its answer comes as a stream, or that the server closed that stream."""
        version = self.session.version
        primes = bool(version) and revisions.revision(version).priming_events
        if primes and not (asked.modern or asked.own or asked.answered):
            self.inbox.put(StreamedResponse(asked.id, again))

    def answer(self, asked: OpenHttpRequest, message: Message) -> None:
        """Answer a request that will have no other answer."""
        if not asked.answered:
            self._deliver({**message, "id": asked.id})

    def fail_unknown(self, asked: OpenHttpRequest, message: Message, reason: str) -> None:
        """The same for a call that the server may have acted on."""
        if not asked.answered:
            asked.answered = True
            self.inbox.put(OutcomeUnknown(message, reason))

    def _deliver(self, message: Message | Malformed, size: int = 0) -> None:
        """To the session, after a look at what must be known here."""
        if isinstance(message, Malformed):
            id = message.id
        else:
            id = None if "method" in message else message.get("id")
        asked = None if id is None or isinstance(id, float) else self.open_requests.get(id)
        if asked is None:
            self.inbox.put(message, size)
            return
        asked.answered = True
        if isinstance(message, dict) and "result" in message:
            message = self._inspect_response(asked, message)
        if not asked.own:
            self.inbox.put(message, size)

    def _inspect_response(self, asked: OpenHttpRequest, message: Message) -> Message:
        if asked.method == "initialize":
            self.session.set_version(message["result"])
        elif asked.method == "tools/list" and asked.modern:
            result, faults = self.mirror.learn(message["result"], first="cursor" not in asked.message["params"])
            for fault in faults:
                self.inbox.note(fault)
            message = {**message, "result": result}
        if asked.own:
            asked.result = jsonrpc.plain(message["result"])
        return message
