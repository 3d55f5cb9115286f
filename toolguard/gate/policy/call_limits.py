"""Limits on calls: rate, size and duration. A call over a limit is refused with a reason for the model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.model import Call
from toolguard.gate.policy.rules import ANY, names_match
from toolguard.gate.texts import coded

_MAX_CACHED = 10_000  # tools whose limits are cached


class CallLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One limit. ``client``, ``server`` and ``tool`` are as in `Rule`. Matching calls count together. 0: no limit."""

    id: str
    client: str = ANY
    server: str = ANY
    tool: str = ANY
    calls: int = 0
    """Maximum calls in ``seconds``: a token bucket, full at first, refilled evenly."""
    seconds: float = 60.0
    arguments: int = 0
    """Maximum bytes of arguments as JSON."""
    result: int = 0
    """Maximum bytes of a result as JSON."""
    timeout: float = 0.0
    """Maximum seconds from forwarding a call to its response."""


class CallLimits:
    """The limits in force and their token buckets. All matching limits apply to a call."""

    def __init__(self) -> None:
        self.in_force: tuple[CallLimit, ...] = ()
        self._remaining: dict[str, tuple[float, float]] = {}  # by id: remaining calls, and the time of that count
        self._matching: dict[tuple[str, str, str], tuple[CallLimit, ...]] = {}

    def __iter__(self) -> Iterator[CallLimit]:
        return iter(self.in_force)

    def replace(self, limits: Iterable[CallLimit]) -> None:
        """Replace the limits. A rate limit keeps the calls that it has counted, so that a change does not fill it."""
        before = {limit.id: limit.calls for limit in self.in_force}
        self.in_force, left = tuple(limits), self._remaining
        self._remaining = {
            limit.id: (max(0.0, left[limit.id][0] + limit.calls - before[limit.id]), left[limit.id][1])
            for limit in self.in_force if limit.calls and limit.id in left
        }  # fmt: skip
        self._matching.clear()

    def refuse(self, call: Call, now: float) -> Decision | None:
        """Count a call at ``now`` (seconds since the epoch); return a denial if it exceeds a limit."""
        limits = self._limits_for(_names(call))
        size = len(jsonrpc.encode(call.arguments)) if any(limit.arguments for limit in limits) else 0
        for limit in limits:
            if limit.arguments and size > limit.arguments:
                reason = coded("gate.arguments_too_large", size=f"{size:,}", limit=f"{limit.arguments:,}")
                return Decision("deny", "size limit", reason)
        left = {limit: self._available(limit, now) for limit in limits if limit.calls}
        for call_limit, calls in left.items():
            if calls < 1:
                wait = math.ceil(_wait(call_limit, calls))
                reason = coded(
                    "gate.too_many_calls",
                    calls=f"{call_limit.calls:,}",
                    seconds=f"{call_limit.seconds:g}",
                    wait=f"{wait:,}",
                )
                return Decision("deny", "rate limit", reason)
        for used_limit, calls in left.items():
            self._remaining[used_limit.id] = (calls - 1, now)
        return None

    def remaining(self, id: str, now: float) -> int | None:
        """Return how many calls the limit allows at ``now``; None if it does not limit the rate."""
        limit = self._rate_limit(id)
        return None if limit is None else math.floor(self._available(limit, now))

    def wait(self, id: str, now: float) -> float:
        """Return in how many seconds the limit allows the next call; 0 if it allows one at ``now``."""
        limit = self._rate_limit(id)
        return 0.0 if limit is None else max(0.0, _wait(limit, self._available(limit, now)))

    def _rate_limit(self, id: str) -> CallLimit | None:
        return next((limit for limit in self.in_force if limit.id == id and limit.calls), None)

    def _available(self, limit: CallLimit, now: float) -> float:
        """Return the tokens in the bucket. A clock that was set back adds none."""
        calls, since = self._remaining.get(limit.id, (float(limit.calls), now))
        return min(float(limit.calls), calls + max(0.0, now - since) * limit.calls / limit.seconds)

    def max_result_bytes(self, client: str, server: str, tool: str) -> int:
        """Return the maximum bytes of the result of a call; 0 for no limit."""
        return min((limit.result for limit in self._limits_for((client, server, tool)) if limit.result), default=0)

    def timeout_of(self, call: Call) -> float:
        """Return the maximum seconds until the call's response; 0 for no limit."""
        return min((limit.timeout for limit in self._limits_for(_names(call)) if limit.timeout), default=0.0)

    def _limits_for(self, names: tuple[str, str, str]) -> tuple[CallLimit, ...]:
        limits = self._matching.get(names)
        if limits is None:
            limits = tuple(
                limit for limit in self.in_force if names_match((limit.client, limit.server, limit.tool), names)
            )
            if len(self._matching) >= _MAX_CACHED:
                self._matching.clear()
            self._matching[names] = limits
        return limits


def _names(call: Call) -> tuple[str, str, str]:
    return call.client.id, call.server, call.tool


def _wait(limit: CallLimit, calls: float) -> float:
    """Return in how many seconds a bucket with ``calls`` tokens has one."""
    return (1 - calls) * limit.seconds / limit.calls
