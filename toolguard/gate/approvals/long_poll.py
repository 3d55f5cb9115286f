"""Long polling for clients on 2026-07-28: a pending call is answered "retry" in a form that clients follow
automatically.

An ``input_required`` result that contains only a ``requestState`` asks the client to send the call again immediately
(patterns/mrtr). The state is an opaque ToolGuard token. It is valid once, for the same client and the same call. The
server's own state is stored here meanwhile and restored on retry.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from toolguard.gate.jsonrpc import Message
from toolguard.gate.model import CONTINUED
from toolguard.gate.session.inflight_call import join_key

LIFETIME = 600.0
"""Seconds in which a client may retry."""
MAX_OPEN = 1_000
"""Maximum open requests; the oldest is dropped first."""
MAX_PER_CALL = 9
"""Maximum retries per call: the official SDK fails at the eleventh (``InputRequiredRoundsExceededError``)."""


class LongPollRequest(msgspec.Struct, frozen=True):
    """A call that was answered with a request to retry."""

    client: str
    server: str
    key: bytes
    """`join_key` of the original call."""
    original_state: dict[str, Any]
    """``requestState`` and ``inputResponses`` of the original call, which are for its server."""
    expires: float


class LongPolls:
    """Open long polls, keyed by the state that the client received."""

    def __init__(self) -> None:
        self._open: dict[str, LongPollRequest] = {}

    def begin(self, client: str, server: str, message: Message, now: float) -> dict[str, Any]:
        """Return a result that asks the client to send ``message`` again."""
        state = f"toolguard-{secrets.token_urlsafe(24)}"
        params = message["params"]
        original_state = {name: params[name] for name in CONTINUED if name in params}
        self._open[state] = LongPollRequest(client, server, join_key(message), original_state, now + LIFETIME)
        if len(self._open) > MAX_OPEN:
            del self._open[next(iter(self._open))]
        return {"resultType": "input_required", "requestState": state}

    def resume(self, client: str, server: str, message: Message, now: float) -> Message:
        """Return the original call if ``message`` is its retry; otherwise return ``message``, which is a new call."""
        params = message["params"]
        state = params.get("requestState")
        poll = self._open.pop(state, None) if isinstance(state, str) else None
        if poll is None or (poll.client, poll.server) != (client, server) or now >= poll.expires:
            return message
        plain = {name: value for name, value in params.items() if name not in CONTINUED}
        members: Message = {**message, "params": {**plain, **poll.original_state}}
        return members if not params.get("inputResponses") and join_key(members) == poll.key else message
