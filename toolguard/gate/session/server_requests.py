"""What a server asks of its client by itself: sampling, elicitation, roots, and what MCP does not know.

A server can be set to have a person asked before such a request reaches its client, or to have it denied, and rules
decide about them (`request_gate`); also about one that the server puts into an answer (2026-07-28, and -32042 of
2025-11-25).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import request_kinds, revisions
from toolguard.gate.model import ServerRequestReceived
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.request_gate import JudgedRequest, RequestGate, denial_words
from toolguard.gate.texts import coded

SHOWN = 2_000
"""Characters of a request's params that are recorded."""
MOST_INSIDE = 20
"""Requests in one answer that are decided about; an answer with more is refused."""
URL_NEEDED = -32042
"""An error that asks for visits to web pages (2025-11-25)."""


_MEMBERS = ("method", "params")


class _OpenRequest(msgspec.Struct):
    """One that its server waits for. ``deciding`` while it is not decided: its client has not heard of it."""

    method: str
    deciding: asyncio.Task[None] | None = None
    request: JudgedRequest | None = None
    since: float = 0.0


class _AskedInside(NamedTuple):
    """What an answer asks of the client; ``method`` is empty where nobody can say what it is."""

    method: str
    params: Any


class ServerRequests:
    """The open requests of one session's server. ``to_client`` and ``to_server`` take messages."""

    def __init__(
        self,
        relay: Relay,
        gate: GateContext,
        decides: RequestGate,
        *,
        to_client: Callable[[Message], Awaitable[None]],
        to_server: Callable[[Message], Awaitable[None]],
    ) -> None:
        self._relay = relay
        self._gate = gate
        self._decides = decides
        self._to_client = to_client
        self._to_server = to_server
        self._open: dict[Id, _OpenRequest] = {}
        self._deciders: set[asyncio.Task[None]] = set()
        self._inside: dict[Id, asyncio.Task[None] | None] = {}  # answers that ask; None for one that goes on now

    def methods(self) -> tuple[str, ...]:
        """What is asked now."""
        return tuple(one.method for one in self._open.values())

    async def ask(self, message: Message) -> None:
        """Take a request of the server to the client, or refuse it."""
        id, method = message["id"], message["method"]
        if len(self._open) >= self._gate.limits.open_requests:
            reason = coded("gate.too_many_requests_wait")
            self._note(method, reason, "refused")
            await self._to_server(jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}"))
            return
        kind = request_kinds.kind_of(method, is_from_server=True)
        if kind and request_kinds.posed_as(method):
            self._note(method, "", "refused")
            await self._to_server(request_kinds.unknown_method(id, method))
            return
        params = message.get("params")
        request = self._decides.judge(kind, method, params, is_from_server=True, id=id) if kind else None
        one = self._open[id] = _OpenRequest(method[:200], request=request)
        if request is not None:
            one.deciding = asyncio.get_running_loop().create_task(self._decide(id, one, request))
            self._deciders.add(one.deciding)
            one.deciding.add_done_callback(self._deciders.discard)
        elif method != "ping":
            self._note(method, jsonrpc.text(jsonrpc.plain(params))[:SHOWN], "passed")
        self._gate.changed()
        if request is None:
            await self._to_client(message)

    async def _decide(self, id: Id, one: _OpenRequest, request: JudgedRequest) -> None:
        decision = await self._decides.decide(request, lambda: self._open.get(id) is one)
        if self._open.get(id) is not one:
            return
        one.deciding, one.since = None, self._gate.clock()
        if decision.state == "allow":
            await self._to_client(request.call.message)
            return
        del self._open[id]
        self._gate.changed()
        await self._to_server(request_kinds.denial(request.kind, id, denial_words(decision), by=decision.by))

    def hold_back(self, message: Message, then: Callable[[Message], Awaitable[None]], *, is_call: bool = False) -> bool:
        """True for an answer that asks what must be decided first: ``then`` is given it, or what is said instead.

        What ``then`` brings here again is let through. ``is_call``: it is the answer to a tool call.
        """
        id: Id = message["id"]
        if id in self._inside:
            return self._inside[id] is not None
        if self._decides.lets_all_pass or not (wanted := _inside(message)):
            return False
        requests = self._judged(wanted)
        if requests or len(wanted) > MOST_INSIDE:
            answer = self._hold_answer(message, requests, then, is_call=is_call, is_refused=len(wanted) > MOST_INSIDE)
            self._inside[id] = asyncio.get_running_loop().create_task(answer)
        return id in self._inside

    def _judged(self, wanted: list[_AskedInside]) -> list[JudgedRequest]:
        """Those that do not simply pass, at most `MOST_INSIDE`."""
        found = []
        for method, params in wanted[:MOST_INSIDE]:
            plain = bool(method) and not request_kinds.posed_as(method)
            kind = request_kinds.kind_of(method, is_from_server=True) if plain else self._decides.strictest()
            request = self._decides.judge(kind, method or "?", params, is_from_server=True) if kind else None
            if request is not None:
                found.append(request)
        return found

    async def _hold_answer(
        self, message: Message, requests: list[JudgedRequest], then: Callable[[Message], Awaitable[None]], *,
        is_call: bool, is_refused: bool,
    ) -> None:  # fmt: skip
        id: Id = message["id"]
        decision = Decision("deny", "limit", coded("gate.too_many_requests_wait")) if is_refused else None
        for request in () if is_refused else requests:
            decision = await self._decides.decide(request)
            if decision.state != "allow":
                break
            self._decides.answered_inside(request)
        self._inside[id] = None
        try:
            if decision is not None and decision.state != "allow":
                message = self._refusal(id, denial_words(decision), is_call=is_call)
            await then(_as_read(message))
        finally:
            self._inside.pop(id, None)

    def _refusal(self, id: Id, reason: str, *, is_call: bool) -> Message:
        """What the client is told of an answer that asked what was denied."""
        if is_call:
            return jsonrpc.result(id, revisions.tool_error(reason, self._relay.era, self._relay.version))
        return jsonrpc.error(id, request_kinds.REJECTED, reason, {"reason": reason})

    def stops(self, message: Message) -> bool:
        """Whether a notification asks the client what must be decided first. Asked again, the server says it in an
        answer."""
        if self._decides.lets_all_pass or not self._judged(_inside({"result": message.get("params")})):
            return False
        self._note(message["method"], coded("gate.server_request_in_notification"), "refused")
        return True

    def _note(self, method: str, params: str, state: str) -> None:
        self._gate.note(
            ServerRequestReceived(
                session=self._relay.id, client=self._relay.caller.id, server=self._relay.server, method=method[:200],
                params=params, state=state,
            )
        )  # fmt: skip

    def awaits(self, id: object) -> bool:
        """Whether the client was asked something of that id and has not answered."""
        one = self._open.get(id) if isinstance(id, int | str) else None
        return one is not None and one.deciding is None

    def answered(self, message: Message) -> None:
        """The client answers a request that `awaits` it."""
        one = self._open.pop(message["id"])
        if one.request is not None:
            self._decides.answered(one.request, message, one.since)
        self._gate.changed()

    def taken_back(self, id: object, reason: str = "") -> bool:
        """The server waits no more for the answer. False when the client has not heard of the request."""
        one = self._open.pop(id, None) if isinstance(id, int | str) else None
        if one is None or one.request is None:
            return True
        if one.deciding is None:
            self._decides.cancelled(one.request, "server", reason)
            return True
        self._withdraw(one.request, coded("gate.given_up_server"))
        return False

    def _withdraw(self, request: JudgedRequest, reason: str) -> None:
        """End the hold, if there is one; what is decided already finds that nobody waits."""
        self._gate.pending.settle(request.call.id, Decision("withdrawn", "client", reason))

    def clear(self, reason: str) -> None:
        """The server is gone, with all that it asked."""
        for one in self._open.values():
            if one.deciding is not None:
                one.deciding.cancel()
            elif one.request is not None:
                self._decides.lost(one.request, reason)
        for task in self._inside.values():
            if task is not None:
                task.cancel()
        self._open.clear()
        self._inside.clear()


def _as_read(message: Message) -> Message:
    """The answer as it was looked at: whoever reads it finds what was decided about."""
    return {**message, **{name: jsonrpc.plain(message[name]) for name in ("result", "error") if name in message}}


def _inside(message: Message) -> list[_AskedInside]:
    """What an answer asks of the client."""
    error = jsonrpc.plain(message.get("error"))
    if isinstance(error, dict):
        data = error.get("data")
        pages = data.get("elicitations") if error.get("code") == URL_NEEDED and isinstance(data, dict) else None
        return [_AskedInside("elicitation/create", page) for page in pages] if isinstance(pages, list) else []
    result = jsonrpc.plain(message.get("result"))
    found = []
    for name, asked in result.items() if isinstance(result, dict) else ():
        if name.casefold() == "inputrequests" and isinstance(asked, dict):  # Go reads a member's name by any case
            found += [_asked(one) for one in asked.values()]
    return found


def _asked(one: Any) -> _AskedInside:
    """One of them. Where a client could read it in another way, nobody can say what it is."""
    if not isinstance(one, dict):
        return _AskedInside("", one)
    method, params = one.get("method"), one.get("params", {})
    twice = any(name.casefold().strip() in _MEMBERS for name in one if name not in _MEMBERS)
    return _AskedInside("", one) if twice or not isinstance(method, str) else _AskedInside(method, params)
