"""Refresh of a session's list of tools before a rule allows a call that was judged by an old list.

The server's ``ttlMs`` is ignored: a server must not choose how long nobody checks its list. The client does not see the
request. Its model may have read an older list; the server's current list counts.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Message
from toolguard.gate.policy.tools import read_list
from toolguard.gate.session.upstream import ServerChannel, UnavailableError, Upstream

MAX_AGE = 60.0
"""Seconds for which a list counts as fresh, and between two fetches in a session."""
MAX_WAIT = 0.25
"""Maximum seconds that a call that a rule allows waits for a fetch."""
FETCH_TIMEOUT = 30.0
"""Seconds in which the server must respond. After that, the next call fetches again."""
MAX_PAGES = 100
"""Maximum pages of a list."""
MAX_SIZE = jsonrpc.MAX_LINE
"""Maximum bytes of all pages of a list."""


class ListRefresh:
    """Fetches the tools of a session's server. The list is fresh from ``fresh_since`` to ``fresh_until``."""

    def __init__(self, session: str, server: str, *, gate: GateContext, upstream: Upstream) -> None:
        self._session = session
        self._server = server
        self._gate = gate
        self._upstream = upstream
        self.fresh_since = math.inf
        self.fresh_until = -math.inf
        self._fetched_at = -math.inf
        self.changes = 0
        """How often the list was marked as outdated."""
        self._changes_at_first_page = 0
        self._began = -math.inf
        """When the fetch began, in seconds of the loop's clock."""
        self._fetching: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Message]] = {}

    def page_received(self, result: Any, *, first: bool, changes: int) -> None:
        """Take note of a page that the client received; after the last page the list is fresh.

        ``changes`` is the number of changes when the page was requested: an announcement can overtake an old page.
        """
        if first:
            self._changes_at_first_page = changes
        if isinstance(result, dict) and isinstance(result.get("tools"), list) and result.get("nextCursor") is None:
            self._received(self._changes_at_first_page)

    def _received(self, changes: int) -> None:
        """Mark the list as fresh if it has not changed since there were ``changes``."""
        if changes == self.changes:
            self.fresh_since = self._gate.clock()
            self.fresh_until = self.fresh_since + MAX_AGE

    def invalidate(self) -> None:
        """Mark the list as outdated: the server announced a change or was restarted."""
        self.changes += 1
        self.fresh_since, self.fresh_until, self._fetched_at = math.inf, -math.inf, -math.inf

    async def refresh(self, call: Message, *, most: float = MAX_WAIT) -> None:
        """Fetch the list in the background with the metadata of ``call``; wait at most ``most`` seconds.

        Does nothing if the last fetch began less than `MAX_AGE` seconds ago.
        """
        try:
            channel = await self._upstream.ready()
        except UnavailableError:
            return  # the call itself is answered with the reason
        loop, now = asyncio.get_running_loop(), self._gate.clock()
        if self._fetching is None and not 0 <= now - self._fetched_at < MAX_AGE:
            self._fetched_at = now
            self._began = loop.time()
            self._fetching = loop.create_task(self._fetch(channel, _meta(call)))
        if self._fetching is not None and (left := self._began + most - loop.time()) > 0:
            await asyncio.wait((self._fetching,), timeout=left)

    def take_response(self, message: Message) -> bool:
        """Take a response of the server; return False if it does not belong to a request of this class."""
        waits = self._answers.pop(message["id"], None) if self._answers else None
        if waits is not None and not waits.done():
            waits.set_result(message)
        return waits is not None

    def cancel(self) -> None:
        """Cancel a fetch: the server has ended."""
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
        self._answers.clear()
        self.invalidate()

    async def _fetch(self, channel: ServerChannel, meta: dict[str, Any]) -> None:
        changes = self.changes
        try:
            async with asyncio.timeout(FETCH_TIMEOUT):
                tools = await self._pages(channel, meta)
        except (TimeoutError, ConnectionError):
            tools = None
        finally:
            self._fetching = None
            self._answers.clear()
        if tools is not None:
            self._received(changes)
            self._gate.tools.add_page(self._server, self._session, {"tools": tools}, first=True)
            self._gate.renewed()

    async def _pages(self, channel: ServerChannel, meta: dict[str, Any]) -> list[Any] | None:
        """Return the tools of all pages; None if the server does not list them or they are too many."""
        tools: list[Any] = []
        size = 0
        params: dict[str, Any] = dict(meta)
        for _ in range(MAX_PAGES):
            id = f"toolguard-{secrets.token_hex(8)}"
            answer = self._answers[id] = asyncio.get_running_loop().create_future()
            await channel.send({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": dict(params)})
            result = (await answer).get("result", {})
            size += len(jsonrpc.encode(result))
            page = read_list(result) if size <= MAX_SIZE else None
            if not isinstance(page, dict) or not isinstance(page.get("tools"), list):
                return None
            tools += page["tools"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return tools
            params["cursor"] = cursor
        return None


def _meta(call: Message) -> dict[str, Any]:
    """Return the ``_meta`` of the call, which modern requests must carry; empty in the legacy era."""
    meta = call["params"].get("_meta")
    if not isinstance(meta, dict):
        return {}
    return {"_meta": {name: value for name, value in meta.items() if name != "progressToken"}}
