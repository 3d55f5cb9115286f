"""Multi round-trip calls: matches a client's continuation to the call that was approved.

A server on 2026-07-28 ends a call with ``input_required``, and the client sends the call again with the requested input
(server/tools). ToolGuard receives that as a new call. It continues without a new prompt, only once, and only if
everything else equals the approved call. A call with additional or different content is judged like any other, and so
is one that continues what only a rule allowed: the rule may have ended.
"""

from __future__ import annotations

import hashlib
from typing import Any

from toolguard.gate import deciders, jsonrpc
from toolguard.gate.model import CONTINUED, Call, OngoingCall, Tool
from toolguard.gate.policy.rules import Rule
from toolguard.gate.session.inflight_call import Continuation, call_key

LIFETIME = 3_600.0
"""Seconds in which a client may continue a call."""
MAX_OPEN = 1_000
"""Maximum open continuations; the oldest is dropped first."""
MAX_KEYS = 200
"""Maximum requests in one ``input_required``; a call that answers more is a new call."""
MAX_KEY_LENGTH = 200
"""Maximum characters of the key of a request."""
MAX_SHOWN_METHODS = 5
"""Maximum requested methods that are shown to the person."""


def is_continuation(message: jsonrpc.Message) -> bool:
    """Return whether a message continues an earlier request."""
    return not message["params"].keys().isdisjoint(CONTINUED)


class Continuations:
    """Open continuations, keyed by everything that a continuing call must share with the approved one."""

    def __init__(self) -> None:
        self._open: dict[bytes, Continuation] = {}

    def open(
        self,
        call: Call,
        tool: Tool | None,
        result: Any,
        *,
        previous: Continuation | None,
        arguments: dict[str, Any] | None,
        by: str,
        now: float,
    ) -> None:
        """Store what the server's ``result`` (an ``input_required``) asks for. ``by``: `Decision.by` of the call."""
        if not isinstance(result, dict):
            return
        requests = result.get("inputRequests")
        keys = frozenset(requests) if isinstance(requests, dict) else frozenset()
        if len(keys) > MAX_KEYS or any(len(name) > MAX_KEY_LENGTH for name in keys):
            return
        key = _key(call, tool, result.get("requestState"), "requestState" in result)
        first = previous.call if previous else call.id
        ongoing = OngoingCall(
            call=first, session=call.session, client=call.client.id, server=call.server, tool=call.tool,
            state="question", since=now, asks=_methods(requests),
        )  # fmt: skip
        self._open.pop(key, None)
        self._open[key] = Continuation(
            call=first, number=previous.number + 1 if previous else 1, keys=keys, ongoing=ongoing,
            expires=now + LIFETIME, arguments=arguments, is_by_rule=by.startswith(deciders.RULE),
        )  # fmt: skip
        if len(self._open) > MAX_OPEN:
            del self._open[next(iter(self._open))]

    def forget(self, server: str) -> None:
        """Drop the continuations of a server's calls."""
        self._open = {key: entry for key, entry in self._open.items() if entry.ongoing.server != server}

    def all(self, now: float) -> tuple[OngoingCall, ...]:
        """Return the calls that await a continuation."""
        return tuple(continuation.ongoing for continuation in self._open.values() if now < continuation.expires)

    def take(self, call: Call, tool: Tool | None, now: float) -> Continuation | None:
        """Remove the continuation that ``call`` answers, and return it if a person approved the call; None otherwise,
        and if it is a new call.
        """
        key = self._find(call, tool, now)
        continuation = self._open.pop(key) if key is not None else None
        return None if continuation is None or continuation.is_by_rule else continuation

    def is_covered(self, rule: Rule, call: Call, tool: Tool | None, now: float) -> bool:
        """Return whether an allow rule can cover ``call``, which `is_continuation`: it continues an approved call as
        the client sent it. No condition tests answers that no server asked for.
        """
        continued = self._find(call, tool, now)
        if continued is None:
            return not (rule.when or rule.except_)
        return self._open[continued].arguments is None

    def _find(self, call: Call, tool: Tool | None, now: float) -> bytes | None:
        """Return the key of the continuation that ``call`` answers."""
        params = call.message["params"]
        responses = params.get("inputResponses", {})
        if not isinstance(responses, dict):
            return None
        key = _key(call, tool, params.get("requestState"), "requestState" in params)
        continuation = self._open.get(key)
        if continuation is None or now >= continuation.expires or not continuation.keys.issuperset(responses):
            return None
        return key


def _methods(requests: Any) -> tuple[str, ...]:
    """Return the methods of the first `MAX_SHOWN_METHODS` requests."""
    shown = list(requests.values())[:MAX_SHOWN_METHODS] if isinstance(requests, dict) else []
    methods = [item.get("method") for item in shown if isinstance(item, dict)]
    return tuple(method[:200] for method in methods if isinstance(method, str))


def _key(call: Call, tool: Tool | None, state: Any, has_state: bool) -> bytes:
    """Return the key of a continuation: of one length, because a server chooses the length of the state."""
    of_state = hashlib.sha256(jsonrpc.canonical(state)).digest() if has_state else b""
    return call_key(call, tool, without=("_meta", *CONTINUED)) + of_state
