"""Reads the body of a request whole, with bounds: its size, its time, and the memory that all large ones share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from toolguard.clients.http import request_validation
from toolguard.clients.http.request_memory import MemoryBudget, MemoryBudgetError, MemoryShare, decoded_size
from toolguard.clients.http.request_validation import HttpError, HttpRequest
from toolguard.clients.http.response import HttpExchange
from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded

READ, DECODED = 2, 3
"""How many times the bytes of a body, and those of what it is decoded to, lie in memory until its call is recorded:
as they come and whole, then as a message, as the text in its record and as the record itself."""
SMALL = 64 * 1024  # bytes of a body that is not counted: the limit of connections bounds these
MEMORY = 176 * 1024 * 1024
"""Bytes that all large requests may take together, from the first byte of a body to its answer."""
AGAIN = 5
"""Seconds after which a client whose request found no memory may try again."""


class RequestBodyReader:
    """``patience``: seconds in which a whole body must have come. ``memory``: bytes for all of them; see
    `MemoryBudget`.
    """

    def __init__(
        self, patience: float, memory: int = MEMORY, settling: Callable[[], Callable[[], bool]] = lambda: lambda: True
    ) -> None:
        self._patience = patience
        self.budget = MemoryBudget(memory, settling)

    async def read(self, head: HttpRequest, exchange: HttpExchange) -> bytes:
        """The whole body; raises `HttpError`. What it takes of the budget is ``exchange.share``, until the answer."""
        expected = request_validation.announced(head)
        share = exchange.share = MemoryShare(self.budget)
        try:
            async with asyncio.timeout(self._patience):
                body, more = bytearray(), True
                while more:
                    if expected > jsonrpc.MAX_LINE:
                        reason = coded("clients.message_too_large", limit=f"{jsonrpc.MAX_LINE:,}")
                        raise HttpError(413, reason, ("connection", "close"))
                    if expected > SMALL and not share.size:  # as much as it may be, lest two wait for each other
                        await self._reserve(request_validation.announced(head) or jsonrpc.MAX_LINE, share)
                    event = await exchange.receive()
                    if event["type"] == "http.disconnect":
                        raise HttpError(400, coded("clients.body_not_come"))
                    body += event.get("body", b"")
                    expected = max(expected, len(body))
                    more = event.get("more_body", False)
                whole = bytes(body)
                if share.size:
                    await self._weigh(whole, share)
                return whole
        except TimeoutError:
            raise HttpError(408, coded("clients.body_not_come_time"), ("connection", "close")) from None
        except MemoryBudgetError:
            reason = coded("clients.no_memory_left_body")
            again = ("retry-after", str(AGAIN))
            raise HttpError(503, reason, again, code=jsonrpc.INTERNAL_ERROR) from None  # the rest is read and dropped

    async def _reserve(self, size: int, share: MemoryShare) -> None:
        """Have what a body of ``size`` bytes takes, if it is mostly text."""
        await share.grow((READ + DECODED) * size, self._patience / 2)

    async def _weigh(self, body: bytes, share: MemoryShare) -> None:
        """Account for what decoding makes of it."""
        needed = READ * len(body) + DECODED * decoded_size(body)
        if needed > self.budget.total:
            raise HttpError(413, coded("clients.message_many_small_values"), ("connection", "close"))
        share.shrink(needed)
        await share.grow(needed, self._patience / 2)
