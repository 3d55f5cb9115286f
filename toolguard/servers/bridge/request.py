"""One request of a modern client at a legacy server, over all its rounds, and what the server asks meanwhile.

A flight is parked while the client has been answered ``input_required``: the server still works on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded
from toolguard.servers.bridge.protocol import (
    CAPABILITIES_KEY,
    LEVEL_KEY,
    BridgePeers,
    Timer,
    an_object,
    members,
    meta_of,
)

PATIENCE = 10.0
"""Seconds that a server's request waits until it is clear to which call it belongs."""
MOST = 100
"""Requests of a server that may wait to be told to its client."""
_NOT_EMBEDDED = ("elicitationId", "task")  # of 2025-11-25 alone
_NOT_ANSWERED = -1  # what the specification's own example uses for a refused sampling


class EmbeddedRequest:
    """One request of the server; ``id`` is None when it waits for no answer."""

    __slots__ = ("id", "method", "want")

    def __init__(self, id: Id | None, method: str, want: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.want = want
        """As an ``inputRequests`` member has it."""

    def answer(self, response: object) -> Message:
        """The response to the server; None: the client did not give one."""
        assert self.id is not None  # noqa: S101 - asked only of those that wait
        if isinstance(response, dict):
            return jsonrpc.result(self.id, response)
        if self.method == "elicitation/create":
            return jsonrpc.result(self.id, {"action": "cancel"})
        return jsonrpc.error(self.id, _NOT_ANSWERED, coded("servers.client_not_answer"))

    def refusal(self, why: str) -> Message:
        assert self.id is not None  # noqa: S101 - asked only of those that wait
        return jsonrpc.error(self.id, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {why}")


def embedded(method: str, params: object) -> dict[str, Any]:
    """A legacy server's request as a member of ``inputRequests``."""
    told = members(params)
    if told is None:
        return {"method": method}
    dropped = _NOT_EMBEDDED if method == "elicitation/create" else ("task",)
    return {"method": method, "params": {name: value for name, value in told.items() if name not in dropped}}


class BridgedRequest:
    """``message`` is the client's request, ``sent`` what the server got, ``meta`` the request's ``_meta``."""

    def __init__(self, message: Message, sent: Message, meta: dict[str, Any]) -> None:
        self.sent = sent
        self.id: Id = sent["id"]
        """The id that the server knows."""
        self.method: str = sent["method"]
        self.client: Id | None = message["id"]
        """The request that the client waits for; None while it is parked."""
        self.token = revisions.progress_token(message)
        """The progress token that the server knows."""
        self.token_now = self.token
        self.can: dict[str, Any] = {}
        """What the client says it can do, in the newest round."""
        self.level = ""
        self._mind(meta)
        self.queue: list[EmbeddedRequest] = []
        """What the server has asked and the client has not been told."""
        self.answer: Message | None = None
        """The server's answer, when it came while the flight was parked."""
        self.pages = False
        """The server has refused it until web pages were visited: it is to be sent anew."""
        self._asked: dict[str, EmbeddedRequest] = {}
        self._timer: Timer | None = None
        self._count = 0

    @property
    def key(self) -> bytes:
        return self.key_of(self.sent)

    @staticmethod
    def key_of(sent: Message) -> bytes:
        """Equal for requests that mean the same."""
        params = {name: value for name, value in sent["params"].items() if name != "_meta"}
        return jsonrpc.canonical([sent["method"], params])

    def _mind(self, meta: dict[str, Any]) -> None:
        level = meta.get(LEVEL_KEY)
        self.can = an_object(meta.get(CAPABILITIES_KEY))
        self.level = level if isinstance(level, str) else ""

    def add(self, ask: EmbeddedRequest) -> None:
        self.queue.append(ask)

    def parked(self, timer: Timer) -> dict[str, Any]:
        """The client is told what is asked, and waits no more; gives the ``inputRequests``."""
        self.client, self._timer = None, timer
        for ask in self.queue:
            self._count += 1
            self._asked[f"ask-{self._count}"] = ask
        self.queue = []
        return {key: ask.want for key, ask in self._asked.items()}

    def resumed(self, message: Message) -> dict[str, EmbeddedRequest]:
        """The client goes on with ``message``; gives what it was asked."""
        self.stop()
        self.client = message["id"]
        self.token_now = revisions.progress_token(message)
        self._mind(meta_of(message))
        asked, self._asked = self._asked, {}
        return asked

    def open_asks(self) -> list[EmbeddedRequest]:
        """What the server still waits for."""
        return [ask for ask in (*self._asked.values(), *self.queue) if ask.id is not None]

    def take_back(self, id: Id) -> None:
        """The server does not wait for this any more."""
        self.queue = [ask for ask in self.queue if ask.id != id]
        for ask in self._asked.values():
            if ask.id == id:
                ask.id = None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class UnassignedRequests:
    """Requests of the server that wait until only one call can be meant. ``assign`` takes them then."""

    def __init__(
        self,
        sides: BridgePeers,
        candidates: Callable[[], list[BridgedRequest]],
        assign: Callable[[BridgedRequest, EmbeddedRequest], None],
    ) -> None:
        self._sides = sides
        self._candidates = candidates
        self._assign = assign
        self._asks: dict[Id, tuple[EmbeddedRequest, Timer]] = {}

    def add(self, ask: EmbeddedRequest) -> None:
        assert ask.id is not None  # noqa: S101 - the server's requests have one
        id = ask.id
        if len(self._asks) >= MOST:
            self._sides.up(ask.refusal(coded("servers.too_many_requests_wait")))
            return
        self._asks[id] = (
            ask,
            self._sides.later(PATIENCE, lambda: self._refuse(id, coded("servers.several_calls_run"))),
        )
        self.look()

    def look(self) -> None:
        """Give away what can be given away now."""
        if not self._asks:
            return
        found = self._candidates()
        if len(found) > 1:
            return
        asks, self._asks = self._asks, {}
        for ask, timer in asks.values():
            timer.cancel()
            if found:
                self._assign(found[0], ask)
            else:
                self._sides.up(ask.refusal(coded("servers.client_2026_07_28")))

    def _refuse(self, id: Id, why: str) -> None:
        ask, _ = self._asks.pop(id, (None, None))
        if ask is not None:
            self._sides.up(ask.refusal(coded("servers.not_clear_belongs", reason=why)))

    def take_back(self, id: Id) -> bool:
        """The server does not wait for this any more; False when it does not wait here."""
        ask, timer = self._asks.pop(id, (None, None))
        if timer is not None:
            timer.cancel()
        return ask is not None
