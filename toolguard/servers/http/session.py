"""Session of a legacy Streamable HTTP server, and streams that are resumed after a disconnect.

See basic/transports, 2025-03-26 to 2025-11-25. Modern servers have no sessions.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded
from toolguard.servers.http.sse import SseEvent, SseParser
from toolguard.servers.http.transport import HttpTransport, RequestFailedError, media_type

if TYPE_CHECKING:
    import httpx2

    from toolguard.gate.jsonrpc import Id, Malformed, Message
    from toolguard.servers.inbox import ServerInbox

Take = Callable[["SseEvent | Malformed"], bool]
"""Receives one event, and returns whether nothing more is awaited."""
EVENT_STREAM = "text/event-stream"
MAX_FAILED_RESUMES = 5
"""Consecutive failures after which resuming a stream is given up."""
_RETRY_DELAY = 1.0  # seconds before a stream is reopened if the server sets no ``retry``
_MIN_RETRY_DELAY = 0.05
_MAX_RETRY_DELAY = 60.0
_LAST_WORD = 2.0  # seconds for a server to end a session
_ID = re.compile(r"[\x21-\x7e]{1,1024}")
_HEADER_SAFE = re.compile(rb"[\x20-\x7e]{1,1024}")


class McpSession:
    """The ``Mcp-Session-Id`` of one connection to a server, and its streams."""

    def __init__(self, exchange: HttpTransport, inbox: ServerInbox) -> None:
        self.version = ""
        """The negotiated revision; empty before the handshake."""
        self._exchange = exchange
        self._inbox = inbox
        self._id = ""

    def headers(self) -> dict[str, str]:
        """Return the headers of every request after the handshake."""
        named = {"Mcp-Session-Id": self._id} if self._id else {}
        return named | ({"MCP-Protocol-Version": self.version} if self.version else {})

    def forget(self) -> None:
        """Forget the session, because a new handshake starts."""
        self._id = self.version = ""

    def begin(self, response: httpx2.Response) -> None:
        """Store the session ID in the response to ``initialize``."""
        header = response.headers.get("mcp-session-id", "")
        if _ID.fullmatch(header):
            self._id = header
        elif header:
            self._inbox.note(coded("servers.server_session_id_not"))

    def set_version(self, result: object) -> None:
        """Store the revision in the result of ``initialize``."""
        fields = jsonrpc.plain(result)
        version = fields.get("protocolVersion") if isinstance(fields, dict) else None
        self.version = version if isinstance(version, str) and _ID.fullmatch(version) else ""

    def is_lost(self, status: int, refusal: Message | None, id: Id | None = None) -> bool:
        """Return whether a refusal means that the server no longer knows the session.

        It should return 404. Many servers based on the SDK's examples return 400 with a message about the session.
        """
        if not self._id or status not in (400, 404):
            return False
        error = jsonrpc.plain(refusal["error"]) if refusal is not None else None
        error = error if isinstance(error, dict) else {}
        about_us = refusal is not None and refusal.get("id") == id
        if status == 404:
            return not (about_us and error.get("code") == jsonrpc.METHOD_NOT_FOUND)
        return not about_us and "session" in str(error.get("message")).lower()

    async def resume(
        self, events: SseParser, take: Take, done: Callable[[], bool], closed: Callable[[float], None] = lambda _: None
    ) -> None:
        """Resume the stream of a request after its last event, until ``done``. Raises `RequestFailedError`.

        ``closed`` is called with the seconds until the next attempt if the server itself closed the stream.
        """
        failures = 0
        while not done():
            last = events.last_id
            if not _HEADER_SAFE.fullmatch(last) or failures >= MAX_FAILED_RESUMES:
                raise RequestFailedError(coded("servers.connection_broke_before_answer"), unknown=True)
            await asyncio.sleep(pause(events, failures))
            more = {"Accept": EVENT_STREAM, "Last-Event-ID": last.decode(), **self.headers()}
            retry, events = events.retry, SseParser(after=last)
            events.retry = retry
            try:
                async with self._exchange.request("GET", more) as response:
                    if response.status_code == 404 and self._id:
                        raise RequestFailedError(coded("servers.server_ended_session_before"), unknown=True, status=404)
                    if response.status_code != 200 or media_type(response) != EVENT_STREAM:
                        failures += 1
                        continue
                    failures = 0
                    await self._exchange.follow(response, events, take)
                    closed(pause(events))
            except RequestFailedError as why:
                if why.status == 404:
                    raise
                failures += 1

    async def listen(self, take: Take) -> str:
        """Receive messages of no request until the server offers no stream. Return "", or why the session ended."""
        events, failures, offered = SseParser(), 0, False
        loop = asyncio.get_running_loop()
        while True:
            more = {"Accept": EVENT_STREAM, **self.headers()}
            if _HEADER_SAFE.fullmatch(events.last_id):
                more["Last-Event-ID"] = events.last_id.decode()
            began, before = loop.time(), events.last_id
            retry, events = events.retry, SseParser(after=before)
            events.retry = retry
            try:
                async with self._exchange.request("GET", more) as response:
                    status = response.status_code
                    if status == 404 and offered and self._id:
                        return coded("servers.ended_session")
                    if status == 200 and media_type(response) == EVENT_STREAM:
                        offered = True
                        await self._exchange.follow(response, events, take)
                    elif status < 500 and status != 429:
                        return ""
            except RequestFailedError as why:
                self._inbox.note(coded("servers.server_own_stream_broke", reason=why.reason))
            lasted = loop.time() - began > _RETRY_DELAY or events.last_id != before
            failures = 0 if lasted else failures + 1
            await asyncio.sleep(pause(events, failures))

    async def end(self) -> None:
        """Delete the session at the server."""
        if not self._id:
            return
        try:
            async with asyncio.timeout(_LAST_WORD), self._exchange.request("DELETE", self.headers()):
                self._id = ""
        except (RequestFailedError, TimeoutError):
            self._id = ""  # the server will notice


def pause(events: SseParser, failures: int = 0) -> float:
    """Return the seconds until the next attempt: the server's value, longer after each failure."""
    delay = _RETRY_DELAY if events.retry is None else max(events.retry, _MIN_RETRY_DELAY)
    return max(delay, min(_RETRY_DELAY * 2 ** (failures - 1), _MAX_RETRY_DELAY)) if failures else delay
