"""Reads the body of a request whole, with bounds: its size, its time, and how many large ones lie in memory at once."""

from __future__ import annotations

import asyncio

from toolguard.checkpoint import wire
from toolguard.clients import checks
from toolguard.clients.checks import Refused, Request
from toolguard.clients.delivery import Receive

LARGE = 256 * 1024  # bytes of a body from which on few are read at once
LARGE_AT_ONCE = 4


class Bodies:
    """``patience``: seconds in which a whole body must have come."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def read(self, head: Request, receive: Receive) -> bytes:
        """The whole body; raises `Refused`. Few large ones are read at the same time: they lie in memory."""
        expected = checks.announced(head)
        alone = False
        try:
            async with asyncio.timeout(self._patience):
                body, more = bytearray(), True
                while more:
                    if expected > wire.MAX_LINE:
                        reason = f"a message may have {wire.MAX_LINE:,} bytes"
                        raise Refused(413, reason, ("connection", "close"))
                    if expected > LARGE and not alone:
                        alone = await self._large.acquire()
                    event = await receive()
                    if event["type"] == "http.disconnect":
                        raise Refused(400, "the body did not come")
                    body += event.get("body", b"")
                    expected = max(expected, len(body))
                    more = event.get("more_body", False)
                return bytes(body)
        except TimeoutError:
            raise Refused(408, "the body did not come in time", ("connection", "close")) from None
        finally:
            if alone:
                self._large.release()
