"""One session's list of tools, fetched again before a rule allows a call by an old one.

How old a list may be is not the server's to say: its ``ttlMs`` would name the time in which nobody looks. The client is
not told of the fetch. What its model read is older then; what counts is what the server says now.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Message
from toolguard.gate.session.upstream import ServerChannel, UnavailableError, Upstream

FRESH = 60.0
"""Seconds for which a list counts as new, and between two fetches of one session."""
WAIT = 0.25
"""Most seconds that a call waits for it."""
PATIENCE = 30.0
"""Seconds that a server has to answer; after that it is asked the next time."""
PAGES = 100
"""Most pages of one list."""


class ListRefresh:
    """Asks the session's server for its tools. ``listed`` and ``until`` say between which times the list is new."""

    def __init__(self, session: str, server: str, *, gate: GateContext, link: Upstream) -> None:
        self._session = session
        self._server = server
        self._gate = gate
        self._link = link
        self.listed = math.inf
        self.until = -math.inf
        self._asked = -math.inf
        self._wait_until = -math.inf
        self._fetching: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Message]] = {}

    def complete(self, result: Any) -> None:
        """A page of the list was told to somebody; the last one makes the list new."""
        if isinstance(result, dict) and isinstance(result.get("tools"), list) and result.get("nextCursor") is None:
            self.listed = self._gate.clock()
            self.until = self.listed + FRESH

    def outdate(self) -> None:
        """The server said that its list is another one, or was started again."""
        self.listed, self.until, self._asked = math.inf, -math.inf, -math.inf

    async def refresh(self, call: Message) -> None:
        """Fetch the list in the background, as the client of ``call`` would; wait `WAIT` seconds for it at most.

        Nothing is done where it was asked for less than `FRESH` seconds ago.
        """
        try:
            channel = await self._link.ready()
        except UnavailableError:
            return  # the call itself is answered with the reason
        loop, now = asyncio.get_running_loop(), self._gate.clock()
        if self._fetching is None and not 0 <= now - self._asked < FRESH:
            self._asked = now
            self._wait_until = loop.time() + WAIT
            self._fetching = loop.create_task(self._fetch(channel, _meta(call)))
        if self._fetching is not None and (left := self._wait_until - loop.time()) > 0:
            await asyncio.wait((self._fetching,), timeout=left)

    def heard(self, message: Message) -> bool:
        """Take an answer of the server; False when it is to no request of ours."""
        waits = self._answers.pop(message["id"], None) if self._answers else None
        if waits is not None and not waits.done():
            waits.set_result(message)
        return waits is not None

    def end(self) -> None:
        """The server is gone: nothing will come."""
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
        self._answers.clear()
        self.outdate()

    async def _fetch(self, channel: ServerChannel, meta: dict[str, Any]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                tools = await self._pages(channel, meta)
        except (TimeoutError, ConnectionError):
            tools = None
        finally:
            self._fetching = None
            self._answers.clear()
        if tools is not None:
            told = {"tools": tools}
            self.complete(told)
            self._gate.tools.page(self._server, self._session, told, first=True)
            self._gate.renewed()

    async def _pages(self, channel: ServerChannel, meta: dict[str, Any]) -> list[Any] | None:
        """Every tool of every page; None when the server does not tell them."""
        found: list[Any] = []
        params: dict[str, Any] = dict(meta)
        for _ in range(PAGES):
            id = f"toolguard-{secrets.token_hex(8)}"
            answer = self._answers[id] = asyncio.get_running_loop().create_future()
            await channel.send({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": dict(params)})
            page = jsonrpc.plain((await answer).get("result"))
            if not isinstance(page, dict) or not isinstance(page.get("tools"), list):
                return None
            found += page["tools"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return found
            params["cursor"] = cursor
        return None


def _meta(call: Message) -> dict[str, Any]:
    """What a request of the modern era must say of its client, as the call says it; nothing in the legacy era."""
    meta = call["params"].get("_meta")
    if not isinstance(meta, dict):
        return {}
    return {"_meta": {name: value for name, value in meta.items() if name != "progressToken"}}
