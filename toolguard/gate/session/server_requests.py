"""Requests of a server to its client: sampling, elicitation, roots, and unknown methods.

A server can be set to have a person asked, or to have such requests denied, and rules apply to them (`request_gate`).
This includes requests that a server embeds in a response (2026-07-28, and error -32042 of 2025-11-25).
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.lenient_names import folded_member
from toolguard.gate.mcp import request_kinds, revisions
from toolguard.gate.model import ServerRequestReceived
from toolguard.gate.session.record_limit import RECORDED_EACH, RecordLimit
from toolguard.gate.session.relay import Relay
from toolguard.gate.session.request_gate import UNKNOWN_METHOD, JudgedRequest, RequestGate, denial_text
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded

MAX_RECORDED_PARAMS = 2_000
"""Characters of a request's params that are recorded."""
MAX_EMBEDDED = 20
"""Maximum embedded requests in a response; a response with more is refused."""
LATE_REQUEST_TIME = 2.0
"""Seconds after the cancellation of a call in which a request belongs to it, if no call runs: they can cross."""
_MAX_GIVEN_UP = 1_000  # ids that are remembered after their requests were given up
URL_ELICITATION_REQUIRED = -32042
"""Error code that asks the client to open web pages (2025-11-25)."""


_ANSWERS = ("error", "result")


class _OpenRequest(msgspec.Struct):
    """A request that its server waits for. ``deciding`` is set until it is decided; only then is it sent."""

    method: str
    deciding: asyncio.Task[None] | None = None
    request: JudgedRequest | None = None
    since: float = 0.0
    calls: frozenset[Id] = frozenset()
    """The calls that ran when it came; it belongs to one of them, if any."""


class _HeldResponse(msgspec.Struct):
    """A response with requests that are being decided about."""

    requests: list[JudgedRequest]
    deciding: asyncio.Task[None]


class _EmbeddedRequest(NamedTuple):
    """A request embedded in a response; ``method`` is empty if it cannot be determined."""

    method: str
    params: Any


class ServerRequests:
    """Open requests of a session's server. ``to_client`` and ``to_server`` send messages, ``running_calls`` returns the
    ids of the calls that run.
    """

    def __init__(
        self,
        relay: Relay,
        gate: GateContext,
        request_gate: RequestGate,
        *,
        to_client: Callable[[Message], Awaitable[None]],
        to_server: Callable[[Message], Awaitable[None]],
        running_calls: Callable[[], frozenset[Id]],
    ) -> None:
        self._running_calls = running_calls
        self._relay = relay
        self._gate = gate
        self._request_gate = request_gate
        self._to_client = to_client
        self._to_server = to_server
        self._open: dict[Id, _OpenRequest] = {}
        self._given_up: dict[Id, None] = {}  # ids of requests that the server gave up and the client may still answer
        self._cancelled_at = -math.inf  # when a call was cancelled last
        self._refusals = RecordLimit()
        self._passed = RecordLimit(gate.clock)
        self._decision_tasks = TaskSet()
        self._held: dict[Id, _HeldResponse] = {}
        self._released: Message | None = None  # a response whose requests were decided about, while it is passed on

    def methods(self) -> tuple[str, ...]:
        """Return the methods of all open requests."""
        return tuple(request.method for request in self._open.values())

    async def receive(self, message: Message) -> None:
        """Forward a request of the server to the client, or refuse it."""
        id, method = message["id"], message["method"]
        if self.is_awaiting(id) or id in self._given_up:  # the response to one request could pass for that to another
            reason = coded("gate.id_still_use_another", id=repr(id))
            self._record_refusal(method, reason)
            await self._to_server(jsonrpc.error(id, jsonrpc.INVALID_REQUEST, f"ToolGuard: {reason}"))
            return
        self.cancel(id)  # a server that uses an id again has given up the request that the client has not received
        if len(self._open) >= self._gate.limits.open_requests:
            reason = coded("gate.too_many_requests_wait")
            self._record_refusal(method, reason)
            await self._to_server(jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}"))
            return
        kind = request_kinds.kind_of(method, is_from_server=True)
        if kind and request_kinds.mistakable_method(method):
            self._record_refusal(method)
            await self._to_server(request_kinds.unknown_method(id, method))
            return
        params = message.get("params")
        request = self._request_gate.judge(kind, method, params, is_from_server=True, id=id) if kind else None
        if request is not None and (denial := request.denial) is not None:
            count = self._refusals.count()
            if not 0 < count <= RECORDED_EACH:  # a flood, which is counted; the first ones have the records of calls
                self._record(method, denial.reason, state="refused", count=count)
                await self._to_server(request_kinds.denial(request.kind, id, denial_text(denial), by=denial.by))
                return
        open_request = self._open[id] = _OpenRequest(method[:200], request=request, calls=self._running_calls())
        if request is not None:
            open_request.deciding = self._decision_tasks.start(self._decide(id, open_request, request))
            if not open_request.calls and 0 <= self._gate.clock() - self._cancelled_at < LATE_REQUEST_TIME:
                self._request_gate.withdraw(request, coded("gate.given_up_call"))
        elif method != "ping":
            text = jsonrpc.text(jsonrpc.plain(params))[:MAX_RECORDED_PARAMS]
            self._record(method, text, state="passed", count=self._passed.count())
        self._gate.changed()
        if request is None:
            await self._to_client(message)

    async def _decide(self, id: Id, open_request: _OpenRequest, request: JudgedRequest) -> None:
        decision = await self._request_gate.decide(request)
        if self._open.get(id) is not open_request:
            return
        open_request.deciding, open_request.since = None, self._gate.clock()
        if decision.state == "allow":
            await self._to_client(request.call.message)
            return
        del self._open[id]
        self._gate.changed()
        await self._to_server(request_kinds.denial(request.kind, id, denial_text(decision), by=decision.by))

    def intercept(self, message: Message, then: Callable[[Message], Awaitable[None]], *, is_call: bool = False) -> bool:
        """Return True for a response with requests that must be decided first; ``then`` later receives it or its
        replacement.

        A response that ``then`` passes in again is let through. ``is_call``: it is the response to a tool call.
        """
        id: Id = message["id"]
        if message is self._released:
            self._released = None
            return False
        if id in self._held:
            return True
        if self._request_gate.passes_everything or not (embedded := _embedded(message)):
            return False
        requests = self._judge_all(embedded)
        if requests or len(embedded) > MAX_EMBEDDED:
            answer = self._decide_embedded(
                message, requests, then, is_call=is_call, is_refused=len(embedded) > MAX_EMBEDDED
            )
            self._held[id] = _HeldResponse(requests, asyncio.get_running_loop().create_task(answer))
        return id in self._held

    def _judge_all(self, embedded: list[_EmbeddedRequest]) -> list[JudgedRequest]:
        """Return the requests that must be decided about, at most `MAX_EMBEDDED`."""
        judged = []
        for method, params in embedded[:MAX_EMBEDDED]:
            plain = bool(method) and not request_kinds.mistakable_method(method)
            kind = request_kinds.kind_of(method, is_from_server=True) if plain else self._request_gate.strictest()
            request = (
                self._request_gate.judge(kind, method or UNKNOWN_METHOD, params, is_from_server=True) if kind else None
            )
            if request is not None:
                judged.append(request)
        return judged

    async def _decide_embedded(
        self, message: Message, requests: list[JudgedRequest], then: Callable[[Message], Awaitable[None]], *,
        is_call: bool, is_refused: bool,
    ) -> None:  # fmt: skip
        id: Id = message["id"]
        decision = Decision("deny", "limit", coded("gate.too_many_requests_wait")) if is_refused else None
        for request in () if is_refused else requests:
            decision = await self._request_gate.decide(request)
            if decision.state != "allow":
                break
            self._request_gate.record_forwarded_in_response(request)
        del self._held[id]  # the client can use the id again before the response is sent
        if decision is not None and decision.state != "allow":
            message = self._refused_response(id, denial_text(decision), is_call=is_call)
        self._released = released = _parsed(message)
        await then(released)

    def _refused_response(self, id: Id, reason: str, *, is_call: bool) -> Message:
        """Return the response to send instead of one whose embedded request was denied."""
        if is_call:
            return jsonrpc.result(id, revisions.tool_error(reason, self._relay.era, self._relay.version))
        return jsonrpc.error(id, request_kinds.REJECTED, reason, {"reason": reason})

    def refuses_notification(self, message: Message) -> bool:
        """Return whether a notification contains a request that must be decided about, and record its refusal.

        When polled, the server repeats the request in a response.
        """
        if self._request_gate.passes_everything or not self._judge_all(_embedded({"result": message.get("params")})):
            return False
        self._record_refusal(message["method"], coded("gate.server_request_in_notification"))
        return True

    def _record_refusal(self, method: str, reason: str = "") -> None:
        self._record(method, reason, state="refused", count=self._refusals.count())

    def _record(self, method: str, params: str, *, state: str, count: int) -> None:
        """Record a request, unless `RecordLimit` returned a ``count`` of 0."""
        if count:
            self._gate.note(
                ServerRequestReceived(
                    session=self._relay.id, client=self._relay.caller.id, server=self._relay.server,
                    method=method[:200], params=params, state=state,
                    count=count if count > RECORDED_EACH else msgspec.UNSET,
                )
            )  # fmt: skip

    def is_awaiting(self, id: object) -> bool:
        """Return whether the client has received a request of that id and not answered."""
        request = self._open.get(id) if isinstance(id, int | str) else None
        return request is not None and request.deciding is None

    def drop_late(self, id: object) -> None:
        """Note that the client answered a request that its server had given up: the id is free again."""
        if isinstance(id, int | str):
            self._given_up.pop(id, None)

    def _give_up(self, id: Id) -> None:
        self._given_up[id] = None
        if len(self._given_up) > _MAX_GIVEN_UP:
            del self._given_up[next(iter(self._given_up))]

    def complete(self, message: Message) -> None:
        """Complete a request with the client's response."""
        request = self._open.pop(message["id"])
        if request.request is not None:
            self._request_gate.record_response(request.request, message, request.since)
        self._gate.changed()

    def cancel(self, id: object, reason: str = "") -> bool:
        """Cancel a request of the server. Return False if the client has not received it."""
        request = self._open.pop(id, None) if isinstance(id, int | str) else None
        if request is None:
            return True
        if request.request is not None and request.deciding is not None:
            self._request_gate.withdraw(request.request, coded("gate.given_up_server"))
            return False
        self._give_up(id)  # type: ignore[arg-type]
        if request.request is not None:
            self._request_gate.record_cancelled(request.request, "server", reason)
        return True

    def withdraw_for(self, call: Id) -> None:
        """Withdraw and refuse the requests of a call that was cancelled that were not forwarded, as far as no other
        running call can have caused them. Those that arrive right after are withdrawn, too.
        """
        self._cancelled_at = self._gate.clock()
        self.withdraw_embedded(call)
        running = self._running_calls()
        for request in self._open.values():
            if request.request is not None and call in request.calls and request.calls.isdisjoint(running):
                self._request_gate.withdraw(request.request, coded("gate.given_up_call"))

    def withdraw_embedded(self, id: Id) -> None:
        """Withdraw the requests in the response to the client's request ``id``, which was cancelled."""
        if id in self._held:
            for request in self._held[id].requests:
                self._request_gate.withdraw(request, coded("gate.given_up_call"))

    def clear(self, reason: str) -> None:
        """Drop all requests of a server that has ended."""
        for id, request in self._open.items():
            if request.request is None or request.deciding is None:
                self._give_up(id)
                if request.request is not None:
                    self._request_gate.record_lost(request.request, reason)
            elif not self._request_gate.withdraw(request.request, reason):
                request.deciding.cancel()
        for waiting in self._held.values():
            waiting.deciding.cancel()
        self._open.clear()
        self._held.clear()


def _parsed(message: Message) -> Message:
    """Return the response as it was parsed, so that the client reads exactly what was decided about."""
    return {**message, **{name: jsonrpc.unambiguous(message[name]) for name in _ANSWERS if name in message}}


def _embedded(message: Message) -> list[_EmbeddedRequest]:
    """Return the requests embedded in a response. One that a client could read differently counts as a request."""
    try:
        error = jsonrpc.unambiguous(message.get("error"), "code", "data")
        data = jsonrpc.unambiguous(error.get("data"), "elicitations") if isinstance(error, dict) else None
        result = jsonrpc.unambiguous(message.get("result"))
    except jsonrpc.Malformed:
        return [_EmbeddedRequest("", "")]
    requests = list[_EmbeddedRequest]()
    if isinstance(error, dict) and error.get("code") == URL_ELICITATION_REQUIRED:
        pages = data.get("elicitations") if isinstance(data, dict) else None
        requests += [_EmbeddedRequest("elicitation/create", page) for page in pages] if isinstance(pages, list) else []
    for name, embedded in result.items() if isinstance(result, dict) else ():
        if folded_member(name) == "inputrequests" and isinstance(embedded, dict):
            requests += [_parse_embedded(item) for item in embedded.values()]
    return requests


def _parse_embedded(item: Any) -> _EmbeddedRequest:
    """Parse an embedded request. It has no method if a client could read it differently."""
    if not isinstance(item, dict):
        return _EmbeddedRequest("", item)
    method = item.get("method")
    if jsonrpc.has_look_alikes(item, "method", "params") or not jsonrpc.is_method(method):
        return _EmbeddedRequest("", item)
    return _EmbeddedRequest(method, item.get("params", {}))
