"""Calls that take several round trips: what the server asked for, so that its answer continues the approved call.

A modern server ends a call with ``input_required``; the client sends it again with what was asked for (server/tools,
2026-07-28). That is a new call, and goes on without a new prompt only when it is in all else the approved one, and only
once. Whoever sends more, or something else, is asked about like everybody.
"""

from __future__ import annotations

from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.model import CONTINUED, Call, OngoingCall, Tool
from toolguard.gate.session.inflight_call import Continuation, call_key

LIFE = 3_600.0
"""Seconds in which a client may go on with a call."""
MOST = 1_000
"""Calls that may wait to be gone on with; the oldest is forgotten first."""
SHOWN = 5
"""Methods of one question that a person is shown."""


def continues(message: jsonrpc.Message) -> bool:
    """True for a call that wants to go on with an earlier one."""
    return any(name in message["params"] for name in CONTINUED)


class Continuations:
    """Open questions, by everything that the continuation must have in common with the approved call."""

    def __init__(self) -> None:
        self._open: dict[bytes, Continuation] = {}

    def ask(
        self,
        call: Call,
        tool: Tool | None,
        result: Any,
        *,
        before: Continuation | None,
        arguments: dict[str, Any] | None,
        now: float,
    ) -> None:
        """Remember what the server's ``result`` (an ``input_required``) asks for."""
        if not isinstance(result, dict):
            return
        requests = result.get("inputRequests")
        keys = frozenset(requests) if isinstance(requests, dict) else frozenset()
        place = _place(call, tool, result.get("requestState"), "requestState" in result)
        first = before.call if before else call.id
        ongoing = OngoingCall(
            call=first, session=call.session, client=call.client.id, server=call.server, tool=call.tool,
            state="question", since=now, asks=_methods(requests),
        )  # fmt: skip
        self._open.pop(place, None)
        self._open[place] = Continuation(
            call=first, number=before.number + 1 if before else 1, keys=keys, ongoing=ongoing, expires=now + LIFE,
            arguments=arguments,
        )  # fmt: skip
        if len(self._open) > MOST:
            del self._open[next(iter(self._open))]

    def all(self, now: float) -> tuple[OngoingCall, ...]:
        """The calls that wait to be gone on with."""
        return tuple(one.ongoing for one in self._open.values() if now < one.expires)

    def take(self, call: Call, tool: Tool | None, now: float) -> Continuation | None:
        """The question that ``call`` answers, used up by this look; None when it is a call of its own."""
        params = call.message["params"]
        responses = params.get("inputResponses", {})
        if not isinstance(responses, dict):
            return None
        place = _place(call, tool, params.get("requestState"), "requestState" in params)
        found = self._open.get(place)
        if found is None or now >= found.expires or not found.keys.issuperset(responses):
            return None
        return self._open.pop(place)


def _methods(requests: Any) -> tuple[str, ...]:
    """The first of what is asked for, each by its method."""
    asked = list(requests.values())[:SHOWN] if isinstance(requests, dict) else []
    found = [one.get("method") for one in asked if isinstance(one, dict)]
    return tuple(method[:200] for method in found if isinstance(method, str))


def _place(call: Call, tool: Tool | None, state: Any, stated: bool) -> bytes:
    return call_key(call, tool, without=("_meta", *CONTINUED)) + (b"=" + jsonrpc.canonical(state) if stated else b"")
