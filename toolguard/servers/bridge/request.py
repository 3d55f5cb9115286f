"""One request of a modern client to a legacy server over all its rounds, and the server's requests in the meantime.

A request is parked after the client got ``input_required``, while the server still works on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded
from toolguard.servers.bridge import protocol

ASSIGN_TIMEOUT = 10.0
"""Seconds that a server's request waits until its call is known."""
MAX_UNASSIGNED = 100
"""Maximum number of server requests that wait for their call."""
_NOT_EMBEDDED = ("elicitationId", "task")  # only in 2025-11-25
_NOT_ANSWERED = -1  # the code that the specification's example uses for rejected sampling


class EmbeddedRequest:
    """One request of the server; ``id`` is None if it expects no response."""

    __slots__ = ("id", "member", "method")

    def __init__(self, id: Id | None, method: str, member: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.member = member
        """The request as a member of ``inputRequests``."""

    def answer(self, response: object) -> Message:
        """Return the response for the server; ``response`` is None if the client did not give one."""
        assert self.id is not None  # noqa: S101 - asked only of those that wait
        if isinstance(response, dict):
            return jsonrpc.result(self.id, response)
        if self.method == "elicitation/create":
            return jsonrpc.result(self.id, {"action": "cancel"})
        return jsonrpc.error(self.id, _NOT_ANSWERED, coded("servers.client_not_answer"))

    def refusal(self, why: str) -> Message:
        """Return the error that the server gets instead of a response. ``id`` must not be None."""
        assert self.id is not None  # noqa: S101 - asked only of those that wait
        return jsonrpc.error(self.id, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {why}")


def embed(method: str, params: object) -> dict[str, Any]:
    """Return a legacy server's request as a member of ``inputRequests``."""
    fields = protocol.members(params)
    if fields is None:
        return {"method": method}
    dropped = _NOT_EMBEDDED if method == "elicitation/create" else ("task",)
    return {"method": method, "params": {name: value for name, value in fields.items() if name not in dropped}}


class BridgedRequest:
    """``message`` is the client's request, ``sent`` what the server got, ``meta`` the request's ``_meta``."""

    def __init__(self, message: Message, sent: Message, meta: dict[str, Any]) -> None:
        self.sent = sent
        self.id: Id = sent["id"]
        """The ID that the server knows."""
        self.method: str = sent["method"]
        self.client: Id | None = message["id"]
        """The ID that the client waits for; None while it is parked."""
        self.token = revisions.progress_token(message)
        """The progress token that the server knows."""
        self.token_now = self.token
        self.capabilities: dict[str, Any] = {}
        """The client's capabilities in the newest round."""
        self.level = ""
        self._read_meta(meta)
        self.queue: list[EmbeddedRequest] = []
        """Server requests that were not yet passed to the client."""
        self.answer: Message | None = None
        """The server's response, if it arrived while the request was parked."""
        self.needs_url_visit = False
        """Whether the server refused it until the person visits web pages; then it is sent again."""
        self._embedded_requests: dict[str, EmbeddedRequest] = {}
        self._timer: protocol.Timer | None = None
        self._count = 0

    @property
    def key(self) -> bytes:
        """What a retry is recognized by: `key_of` what the server got."""
        return self.key_of(self.sent)

    @staticmethod
    def key_of(sent: Message) -> bytes:
        """Return a key that is equal for requests with the same meaning."""
        params = {name: value for name, value in sent["params"].items() if name != "_meta"}
        return jsonrpc.canonical([sent["method"], params])

    def _read_meta(self, meta: dict[str, Any]) -> None:
        level = meta.get(protocol.LEVEL_KEY)
        self.capabilities = protocol.object_or_empty(meta.get(protocol.CAPABILITIES_KEY))
        self.level = level if isinstance(level, str) else ""

    def add(self, embedded_request: EmbeddedRequest) -> None:
        """Queue a request of the server until the next `park`."""
        self.queue.append(embedded_request)

    def park(self, timer: protocol.Timer) -> dict[str, Any]:
        """Park the request, which the client no longer waits for; return the ``inputRequests``."""
        self.client, self._timer = None, timer
        for embedded_request in self.queue:
            self._count += 1
            self._embedded_requests[f"ask-{self._count}"] = embedded_request
        self.queue = []
        return {key: embedded_request.member for key, embedded_request in self._embedded_requests.items()}

    def resume(self, message: Message) -> dict[str, EmbeddedRequest]:
        """Continue with the client's ``message``; return the requests that it answers."""
        self.stop()
        self.client = message["id"]
        self.token_now = revisions.progress_token(message)
        self._read_meta(protocol.meta_of(message))
        request, self._embedded_requests = self._embedded_requests, {}
        return request

    def unanswered(self) -> list[EmbeddedRequest]:
        """Return the requests that the server still waits for."""
        return [
            embedded_request
            for embedded_request in (*self._embedded_requests.values(), *self.queue)
            if embedded_request.id is not None
        ]

    def cancel(self, id: Id) -> None:
        """Remove a request that the server cancelled."""
        self.queue = [embedded_request for embedded_request in self.queue if embedded_request.id != id]
        for embedded_request in self._embedded_requests.values():
            if embedded_request.id == id:
                embedded_request.id = None

    def stop(self) -> None:
        """Cancel the timeout for the client's retry. Idempotent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class UnassignedRequests:
    """Server requests that wait until only one call can be meant. ``assign`` takes them then."""

    def __init__(
        self,
        sides: protocol.BridgePeers,
        candidates: Callable[[], list[BridgedRequest]],
        assign: Callable[[BridgedRequest, EmbeddedRequest], None],
    ) -> None:
        self._sides = sides
        self._candidates = candidates
        self._assign = assign
        self._embedded: dict[Id, tuple[EmbeddedRequest, protocol.Timer]] = {}

    def add(self, embedded_request: EmbeddedRequest) -> None:
        """Keep a request until a call can be meant; refuse it after `ASSIGN_TIMEOUT` or beyond `MAX_UNASSIGNED`."""
        assert embedded_request.id is not None  # noqa: S101 - the server's requests have one
        id = embedded_request.id
        if len(self._embedded) >= MAX_UNASSIGNED:
            self._sides.send_to_server(embedded_request.refusal(coded("servers.too_many_requests_wait")))
            return
        self._embedded[id] = (
            embedded_request,
            self._sides.call_later(ASSIGN_TIMEOUT, lambda: self._refuse(id, coded("servers.several_calls_run"))),
        )
        self.assign_ready()

    def assign_ready(self) -> None:
        """Assign the requests whose call is known now."""
        if not self._embedded:
            return
        ready = self._candidates()
        if len(ready) > 1:
            return
        asks, self._embedded = self._embedded, {}
        for embedded_request, timer in asks.values():
            timer.cancel()
            if ready:
                self._assign(ready[0], embedded_request)
            else:
                self._sides.send_to_server(embedded_request.refusal(coded("servers.client_2026_07_28")))

    def _refuse(self, id: Id, why: str) -> None:
        embedded_request, _ = self._embedded.pop(id, (None, None))
        if embedded_request is not None:
            self._sides.send_to_server(embedded_request.refusal(coded("servers.not_clear_belongs", reason=why)))

    def cancel(self, id: Id) -> bool:
        """Remove a request that the server cancelled; return False if it is not here."""
        embedded_request, timer = self._embedded.pop(id, (None, None))
        if timer is not None:
            timer.cancel()
        return embedded_request is not None
