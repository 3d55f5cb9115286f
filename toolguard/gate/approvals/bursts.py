"""Which pending calls came together: one turn of a model often calls many tools at once. Pure.

A burst decides nothing. It only says which calls a person may want to look at together.
"""

from __future__ import annotations

from toolguard.gate.model import Call

MAX_GAP = 1.0
"""Seconds between two calls of one burst."""
MAX_DURATION = 10.0
"""Seconds from the first call of a burst to its last."""
MAX_CALLS = 100
"""Calls in one burst."""
_MAX_CLIENTS = 1_000  # clients whose newest burst is remembered


class _Burst:
    __slots__ = ("count", "first", "id", "last")

    def __init__(self, id: str, at: float) -> None:
        self.id = id
        self.first = self.last = at
        self.count = 0


class Bursts:
    """The newest burst of each client. A client is a program that runs: two of one name do not share a burst."""

    def __init__(self) -> None:
        self._newest: dict[tuple[str, str], _Burst] = {}

    def join(self, call: Call, message: str = "") -> str:
        """Return the id of the burst of ``call``, which is a new one where it came alone.

        ``message`` is the burst of other calls in the same message (a JSON-RPC batch), "" if there are none.
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


def _is_open(burst: _Burst, at: float) -> bool:
    """Whether a call that came at ``at`` belongs to a burst. A clock that was set ends it."""
    return burst.count < MAX_CALLS and burst.first - MAX_GAP <= at <= min(
        burst.last + MAX_GAP, burst.first + MAX_DURATION
    )
