"""Limits on calls: how many in a time, how large, how long. What is over one is refused with a reason for the model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.model import Call
from toolguard.gate.policy.rules import ANY, names_fit
from toolguard.gate.texts import coded

_KEPT = 10_000  # tools whose limits are remembered


class CallLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One limit. Its places are as in `Rule`; all calls that they name count together. 0 is no limit."""

    id: str
    client: str = ANY
    server: str = ANY
    tool: str = ANY
    calls: int = 0
    """Most calls in ``seconds``: a token bucket that is full at first and fills evenly."""
    seconds: float = 60.0
    arguments: int = 0
    """Most bytes of arguments as JSON."""
    result: int = 0
    """Most bytes of a result as JSON."""
    timeout: float = 0.0
    """Most seconds from the forwarding of a call to its answer."""


class CallLimits:
    """The limits in force, with what is left of each. Every limit that is for a call counts."""

    def __init__(self) -> None:
        self._limits: tuple[CallLimit, ...] = ()
        self._left: dict[str, tuple[float, float]] = {}  # by id: calls that are left, and when that was so
        self._matching: dict[tuple[str, str, str], tuple[CallLimit, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._limits)

    def __iter__(self) -> Iterator[CallLimit]:
        return iter(self._limits)

    def replace(self, limits: Iterable[CallLimit]) -> None:
        """Go by these from now on. A limit on calls that stays as it was does not begin anew."""
        before = {one.id: (one.calls, one.seconds) for one in self._limits}
        self._limits = tuple(limits)
        same = {one.id for one in self._limits if before.get(one.id) == (one.calls, one.seconds)}
        self._left = {id: left for id, left in self._left.items() if id in same}
        self._matching.clear()

    def refuse(self, call: Call, now: float) -> Decision | None:
        """Count the call at ``now`` (seconds since the epoch), or say why it is over a limit."""
        found = self._for(call)
        size = len(jsonrpc.encode(call.arguments)) if any(one.arguments for one in found) else 0
        for one in found:
            if one.arguments and size > one.arguments:
                reason = coded("gate.arguments_too_large", size=f"{size:,}", limit=f"{one.arguments:,}")
                return Decision("deny", "size limit", reason)
        left = {one: self._filled(one, now) for one in found if one.calls}
        for one, calls in left.items():
            if calls < 1:
                wait = math.ceil((1 - calls) * one.seconds / one.calls)
                reason = coded(
                    "gate.too_many_calls", calls=f"{one.calls:,}", seconds=f"{one.seconds:g}", wait=f"{wait:,}"
                )
                return Decision("deny", "rate limit", reason)
        for one, calls in left.items():
            self._left[one.id] = (calls - 1, now)
        return None

    def left(self, id: str, now: float) -> int | None:
        """How many calls the limit lets through at ``now``; None for one that does not count calls."""
        one = next((one for one in self._limits if one.id == id and one.calls), None)
        return None if one is None else math.floor(self._filled(one, now))

    def _filled(self, one: CallLimit, now: float) -> float:
        """How many calls are left. A clock that was set back fills nothing."""
        calls, since = self._left.get(one.id, (float(one.calls), now))
        return min(float(one.calls), calls + max(0.0, now - since) * one.calls / one.seconds)

    def result_of(self, call: Call) -> int:
        """Most bytes of the call's result; 0 for no limit."""
        return min((one.result for one in self._for(call) if one.result), default=0)

    def timeout_of(self, call: Call) -> float:
        """Most seconds until the call's answer; 0 for no limit."""
        return min((one.timeout for one in self._for(call) if one.timeout), default=0.0)

    def _for(self, call: Call) -> tuple[CallLimit, ...]:
        names = (call.client.id, call.server, call.tool)
        found = self._matching.get(names)
        if found is None:
            found = tuple(one for one in self._limits if names_fit((one.client, one.server, one.tool), names))
            if len(self._matching) >= _KEPT:
                self._matching.clear()
            self._matching[names] = found
        return found
