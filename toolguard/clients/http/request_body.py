"""Reader of request bodies, with limits on size, time, and the memory of all large ones together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from toolguard.clients.http import request_validation
from toolguard.clients.http.request_memory import MemoryBudget, MemoryBudgetError, MemoryShare, decoded_size
from toolguard.clients.http.request_validation import HttpError, HttpRequest, unauthorized
from toolguard.clients.http.response import HttpExchange
from toolguard.clients.http.tokens import ClientCredential
from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded

READ, DECODED = 2, 3
"""How many copies of a body, and of its decoded form, are in memory until its call is recorded: the chunks and the
whole body, then the message, the text in its record, and the record itself."""
MAX_UNCOUNTED_SIZE = 64 * 1024  # bytes of a body that is not counted, because the connection limit bounds these
MAX_MEMORY = 176 * 1024 * 1024
"""Bytes that all large requests may take together, from the first byte of a body to its response."""
RETRY_AFTER = 5
"""Seconds after which a client may retry a request for which there was no memory."""


class RequestBodyReader:
    """``clients`` returns the clients' credentials now. ``timeout``: seconds for a whole body. ``memory``: bytes for
    all of them; see `MemoryBudget`.
    """

    def __init__(
        self,
        clients: Callable[[], Mapping[str, ClientCredential]],
        timeout: float,
        memory: int = MAX_MEMORY,
        settling: Callable[[], Callable[[], bool]] = lambda: lambda: True,
    ) -> None:
        self._clients = clients
        self._timeout = timeout
        self.budget = MemoryBudget(memory, settling)

    async def read(self, head: HttpRequest, exchange: HttpExchange, client: str) -> bytes:
        """Return the whole body. Raises `HttpError`, also if the ``client`` with the head's token is removed meanwhile.

        ``exchange.share`` is its part of the budget.
        """
        credential = self._clients().get(client)
        body = await self._read(head, exchange)
        if credential is None or self._clients().get(client) != credential:
            raise unauthorized(has_token=True)
        return body

    async def _read(self, head: HttpRequest, exchange: HttpExchange) -> bytes:
        expected = request_validation.content_length(head)
        share = exchange.share = MemoryShare(self.budget)
        try:
            async with asyncio.timeout(self._timeout):
                body, more = bytearray(), True
                while more:
                    if expected > jsonrpc.MAX_LINE:
                        reason = coded("clients.message_too_large", limit=f"{jsonrpc.MAX_LINE:,}")
                        raise HttpError(413, reason, ("connection", "close"))
                    if (
                        expected > MAX_UNCOUNTED_SIZE and not share.size
                    ):  # the maximum, so that two requests cannot deadlock
                        await self._reserve(request_validation.content_length(head) or jsonrpc.MAX_LINE, share)
                    event = await exchange.receive()
                    if event["type"] == "http.disconnect":
                        raise HttpError(400, coded("clients.body_not_come"))
                    body += event.get("body", b"")
                    expected = max(expected, len(body))
                    more = event.get("more_body", False)
                whole = bytes(body)
                if share.size:
                    await self._account_decoded(whole, share)
                return whole
        except TimeoutError:
            raise HttpError(408, coded("clients.body_not_come_time"), ("connection", "close")) from None
        except MemoryBudgetError:
            reason = coded("clients.no_memory_left_body")
            again = ("retry-after", str(RETRY_AFTER))
            raise HttpError(503, reason, again, code=jsonrpc.INTERNAL_ERROR) from None  # the rest is discarded

    async def _reserve(self, size: int, share: MemoryShare) -> None:
        """Reserve the memory of a body of ``size`` bytes that is mostly text."""
        await share.grow((READ + DECODED) * size, self._timeout / 2)

    async def _account_decoded(self, body: bytes, share: MemoryShare) -> None:
        """Adjust the reservation to the body's decoded size."""
        needed = READ * len(body) + DECODED * decoded_size(body)
        if needed > self.budget.total:
            raise HttpError(413, coded("clients.message_many_small_values"), ("connection", "close"))
        share.shrink(needed)
        await share.grow(needed, self._timeout / 2)
