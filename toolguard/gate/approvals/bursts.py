"""Bursts: groups pending calls that arrived together, as one model turn often calls several tools. Pure.

A burst decides nothing. It only shows which calls a person may want to review together.
"""

from __future__ import annotations

from toolguard.gate.model import Call

MAX_GAP = 1.0
"""Maximum seconds between two calls of a burst."""
MAX_DURATION = 10.0
"""Maximum seconds from the first to the last call of a burst."""
MAX_CALLS = 100
"""Maximum calls of a burst."""
_MAX_CLIENTS = 1_000  # clients whose newest burst is remembered


class _Burst:
    __slots__ = ("count", "first", "id", "last")

    def __init__(self, id: str, moment: float) -> None:
        self.id = id
        self.first = self.last = moment
        self.count = 0


class Bursts:
    """The newest burst of each client process; two processes with the same name do not share a burst."""

    def __init__(self) -> None:
        self._newest: dict[tuple[str, str], _Burst] = {}

    def join(self, call: Call, message: str = "") -> str:
        """Return the id of the burst of ``call``; a new one if it arrived alone.

        ``message`` is the burst of other calls in the same JSON-RPC batch, "" if there are none.
        """
        client = (call.client.id, call.client.process)
        burst = self._newest.get(client)
        if burst is None or (message or burst.id) != burst.id or not (message or _is_open(burst, call.since)):
            if message:
                return message
            burst = self._newest[client] = _Burst(call.id, call.since)
            if len(self._newest) > _MAX_CLIENTS:
                del self._newest[next(iter(self._newest))]
        burst.count += 1
        burst.last = max(burst.last, call.since)
        return burst.id


def _is_open(burst: _Burst, moment: float) -> bool:
    """Return whether a call at ``moment`` belongs to a burst. A clock that was set back ends it."""
    return burst.count < MAX_CALLS and burst.first - MAX_GAP <= moment <= min(
        burst.last + MAX_GAP, burst.first + MAX_DURATION
    )
