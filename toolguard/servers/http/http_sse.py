"""The transport of 2024-11-05: one stream with all messages of the server, and a URL for those of the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx2

from toolguard.gate.jsonrpc import Malformed
from toolguard.gate.texts import coded
from toolguard.servers.http.session import EVENT_STREAM
from toolguard.servers.http.sse import SseEvent, SseParser
from toolguard.servers.http.transport import (
    HttpTransport,
    RequestBody,
    RequestFailedError,
    media_type,
    same_origin,
    url_of,
)

_ENDPOINT_TIMEOUT = 10.0  # seconds to wait for the server's ``endpoint`` event


class SseStream:
    """An open stream. ``on_message`` receives its messages, ``gone`` the reason for its end."""

    def __init__(
        self, exchange: HttpTransport, on_message: Callable[[bytes | Malformed], None], gone: Callable[[str], None]
    ) -> None:
        self._exchange = exchange
        self._on_message = on_message
        self._gone = gone
        self._endpoint: asyncio.Future[httpx2.URL] = asyncio.get_running_loop().create_future()
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Wait for the ``endpoint`` event. Raises `RequestFailedError` if the server does not have this transport."""
        self._reading = asyncio.get_running_loop().create_task(self._read())
        try:
            async with asyncio.timeout(_ENDPOINT_TIMEOUT):
                await asyncio.wait((self._reading, self._endpoint), return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            await self.close()
            raise RequestFailedError(coded("servers.server_not_say_takes")) from None
        if self._endpoint.done():
            self._endpoint.result()
        else:
            self._endpoint.cancel()
            await self._reading
            raise RequestFailedError(coded("servers.server_closed_stream_before"))

    async def post(self, body: RequestBody, timeout: float | None) -> int:
        """Post one message, whose response arrives on the stream; return the HTTP status."""
        async with self._exchange.request("POST", {}, body, at=self._endpoint.result(), timeout=timeout) as response:
            return response.status_code

    async def close(self) -> None:
        """Stop reading, and wait until that has ended. ``gone`` is not called."""
        self._endpoint.cancel()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        reason = coded("servers.closed_stream")
        try:
            async with self._exchange.request("GET", {"Accept": EVENT_STREAM}) as response:
                if response.status_code != 200 or media_type(response) != EVENT_STREAM:
                    raise RequestFailedError(coded("servers.server_offers_no_stream"), status=response.status_code)
                await self._exchange.follow(response, SseParser(), self._take)
        except RequestFailedError as why:
            if not self._endpoint.done():
                self._endpoint.set_exception(why)
                return
            reason = coded("servers.cut_off", reason=why.reason)
        if self._endpoint.done():
            self._gone(reason)

    def _take(self, event: SseEvent | Malformed) -> bool:
        if isinstance(event, Malformed):
            self._on_message(event)
        elif event.name == "endpoint":
            self._located(event.data)
        elif event.name == "message" and event.data:
            self._on_message(event.data)
        return False

    def _located(self, data: bytes) -> None:
        if self._endpoint.done():
            return
        try:
            place = url_of(data.decode(), self._exchange.url)
        except (UnicodeDecodeError, httpx2.InvalidURL):
            raise RequestFailedError(coded("servers.server_says_takes_messages")) from None
        if not same_origin(place, self._exchange.url):
            raise RequestFailedError(coded("servers.server_wants_messages_sent"))
        self._endpoint.set_result(place)
