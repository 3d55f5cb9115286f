"""Calls of 2026-07-28 that are held leg by leg: "not yet, come again", said in a way that clients follow by themselves.

A result ``input_required`` with nothing but a ``requestState`` asks the client to send the call again at once
(patterns/mrtr). The state is ToolGuard's own, means nothing to anybody else, and is good once, for the same client and
the same call. What a server has given as its own state is kept here meanwhile, and put back.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from toolguard.gate.jsonrpc import Message
from toolguard.gate.model import CONTINUED
from toolguard.gate.session.inflight_call import join_key

LIFE = 600.0
"""Seconds in which a client may come again."""
MOST = 1_000
"""Legs that are open at the same time; the oldest is forgotten first."""
IN_A_ROW = 9
"""Legs of one call: the official SDK gives up at the eleventh (`InputRequiredRoundsExceededError`)."""


class LongPollRequest(msgspec.Struct, frozen=True):
    """One "come again"."""

    client: str
    server: str
    key: bytes
    """Of the call as it was made."""
    kept: dict[str, Any]
    """What the call itself brought for its server: ``requestState``, ``inputResponses``."""
    expires: float


class LongPolls:
    """Open legs, by the state that the client was given."""

    def __init__(self) -> None:
        self._open: dict[str, LongPollRequest] = {}

    def begin(self, client: str, server: str, message: Message, now: float) -> dict[str, Any]:
        """The result that has ``message`` sent again."""
        state = f"toolguard-{secrets.token_urlsafe(24)}"
        params = message["params"]
        kept = {name: params[name] for name in CONTINUED if name in params}
        self._open[state] = LongPollRequest(client, server, join_key(message), kept, now + LIFE)
        if len(self._open) > MOST:
            del self._open[next(iter(self._open))]
        return {"resultType": "input_required", "requestState": state}

    def resumed(self, client: str, server: str, message: Message, now: float) -> Message:
        """The call as it was made, when ``message`` comes for it again; otherwise ``message`` itself: a new call."""
        params = message["params"]
        state = params.get("requestState")
        leg = self._open.pop(state, None) if isinstance(state, str) else None
        if leg is None or (leg.client, leg.server) != (client, server) or now >= leg.expires:
            return message
        plain = {name: value for name, value in params.items() if name not in CONTINUED}
        made: Message = {**message, "params": {**plain, **leg.kept}}
        return made if not params.get("inputResponses") and join_key(made) == leg.key else message
