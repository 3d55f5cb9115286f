"""What a server asks of its client by itself: sampling, elicitation, roots. All is recorded; some waits for a person.

It decides nothing about calls. A server can be set to have a person asked before such a request reaches its client,
also one that it puts into an answer (2026-07-28, and -32042 of 2025-11-25).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.model import ClientInfo, ServerRequestReceived
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

SHOWN = 2_000
"""Characters of a request's params that are recorded."""
LONGEST = 200_000
"""Characters of it that a person can be shown."""
ASKABLE = {
    "sampling/createMessage": "gate.server_wants_model",
    "elicitation/create": "gate.server_wants_to_ask_you",
    "roots/list": "gate.server_wants_folders",
}
"""What a server can ask for, by the code of its text."""
MOST_INSIDE = 20
"""Requests in one answer that a person is asked about; an answer with more is refused."""
URL_NEEDED = -32042
"""An error that asks for visits to web pages (2025-11-25)."""
_SAID_NO = coded("gate.user_refused_request")
_REFUSED = -1  # what the specification's own example uses for a refused sampling (client/sampling §Error Handling)


class ServerRequests:
    """The open requests of one session's server. ``to_client`` and ``to_server`` take messages."""

    def __init__(
        self,
        session: str,
        caller: ClientInfo,
        server: str,
        gate: GateContext,
        *,
        to_client: Callable[[Message], Awaitable[None]],
        to_server: Callable[[Message], Awaitable[None]],
    ) -> None:
        self._session = session
        self._caller = caller
        self._server = server
        self._gate = gate
        self._to_client = to_client
        self._to_server = to_server
        self._open: dict[Id, tuple[str, asyncio.Task[None] | None]] = {}  # each with what is waited for: a person
        self._inside: dict[Id, asyncio.Task[None] | None] = {}  # answers that ask; None for one that goes on now

    def methods(self) -> tuple[str, ...]:
        """What is asked now."""
        return tuple(method for method, _ in self._open.values())

    async def ask(self, message: Message) -> None:
        """Take a request of the server to the client, or refuse it."""
        if len(self._open) >= self._gate.limits.open_requests:
            reason = coded("gate.too_many_requests_wait")
            self._note(message["method"], reason, "refused")
            await self._to_server(jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}"))
            return
        id, method = message["id"], message["method"]
        asks = method in ASKABLE and self._gate.servers.asks_first(self._server)
        if method != "ping":
            params = jsonrpc.text(jsonrpc.plain(message.get("params")))[:SHOWN]
            self._note(method, params, "held" if asks else "passed")
        held = asyncio.get_running_loop().create_task(self._hold(message)) if asks else None
        self._open[id] = (method[:200], held)
        self._gate.changed()
        if held is None:
            await self._to_client(message)

    async def _hold(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        params = jsonrpc.plain(message.get("params"))
        accepted = await self._proposed(method, params)
        if id not in self._open:
            return
        self._open[id] = (method, None)
        self._note(method, "", "passed" if accepted else "refused")
        if accepted:
            await self._to_client(message)
            return
        del self._open[id]
        if method == "elicitation/create":
            await self._to_server(jsonrpc.result(id, {"action": "decline"}))
        else:
            await self._to_server(jsonrpc.error(id, _REFUSED, _SAID_NO))

    async def _proposed(self, method: str, params: Any) -> bool:
        title = coded(ASKABLE.get(method, "gate.server_asks_client"), server=self._server)
        return await self._gate.proposals.propose(
            "request", title, _detail(method, params), coded("gate.the_server", server=self._server)
        )

    def hold_back(self, message: Message, then: Callable[[Message], Awaitable[None]]) -> bool:
        """True for an answer that asks something and waits for a person: ``then`` is given it, or what is said instead.

        What ``then`` brings here again is let through.
        """
        id: Id = message["id"]
        if id in self._inside:
            return self._inside[id] is not None
        wanted = _inside(message) if self._gate.servers.asks_first(self._server) else []
        if wanted:
            self._inside[id] = asyncio.get_running_loop().create_task(self._hold_answer(message, wanted, then))
        return bool(wanted)

    async def _hold_answer(
        self, message: Message, wanted: list[tuple[str, Any]], then: Callable[[Message], Awaitable[None]]
    ) -> None:
        id: Id = message["id"]
        accepted = len(wanted) <= MOST_INSIDE
        for method, params in wanted if accepted else ():
            self._note(method, jsonrpc.text(params)[:SHOWN], "held")
            accepted = await self._proposed(method, params)
            self._note(method, "", "passed" if accepted else "refused")
            if not accepted:
                break
        self._inside[id] = None
        try:
            await then(message if accepted else jsonrpc.error(id, _REFUSED, _SAID_NO))
        finally:
            self._inside.pop(id, None)

    def _note(self, method: str, params: str, state: str) -> None:
        self._gate.note(
            ServerRequestReceived(
                session=self._session, client=self._caller.id, server=self._server, method=method[:200],
                params=params, state=state,
            )
        )  # fmt: skip

    def answered(self, id: object) -> bool:
        """The client answers a request; False when it was asked nothing of that id."""
        if not isinstance(id, int | str) or id not in self._open or self._open[id][1] is not None:
            return False
        del self._open[id]
        self._gate.changed()
        return True

    def taken_back(self, id: object) -> bool:
        """The server waits no more for the answer. False when the client has not heard of the request."""
        if not isinstance(id, int | str):
            return True
        _, task = self._open.pop(id, ("", None))
        if task is not None:
            task.cancel()
        return task is None

    def clear(self) -> None:
        """The server is gone, with all that it asked."""
        for task in (*(task for _, task in self._open.values()), *self._inside.values()):
            if task is not None:
                task.cancel()
        self._open.clear()
        self._inside.clear()


def _inside(message: Message) -> list[tuple[str, Any]]:
    """What an answer asks of the client: methods with their params."""
    error = jsonrpc.plain(message.get("error"))
    if isinstance(error, dict):
        data = error.get("data")
        pages = data.get("elicitations") if error.get("code") == URL_NEEDED and isinstance(data, dict) else None
        return [("elicitation/create", page) for page in pages] if isinstance(pages, list) else []
    result = jsonrpc.plain(message.get("result"))
    found = []
    for name, asked in result.items() if isinstance(result, dict) else ():
        if name.casefold() == "inputrequests" and isinstance(asked, dict):  # Go reads a member's name by any case
            for one in asked.values():
                method = one.get("method") if isinstance(one, dict) else None
                params = one.get("params") if isinstance(one, dict) else one
                found.append((method if isinstance(method, str) else "?", params))
    return found


def _detail(method: str, params: Any) -> str:
    """The exact thing that is asked; of an address the whole of it, with the computer that it leads to."""
    lines = []
    url = params.get("url") if isinstance(params, dict) else None
    if isinstance(url, str):
        try:
            host = urlsplit(url).hostname or "no computer"
        except ValueError:
            host = "an address that cannot be read"
        lines += [f"opens     {visible(url)}", f"which is  {visible(host)}"]
    return "\n".join([f"method    {method}", *lines, *_whole(visible(jsonrpc.text(params)))])


def _whole(text: str) -> list[str]:
    more = len(text) - LONGEST
    return [text] if more <= 0 else [text[:LONGEST], f"… and {more:,} more characters"]
