"""Orders for limits: set, list, remove."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET

from toolguard.gate.policy.call_limits import CallLimit
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.rules import ANY, names_match
from toolguard.gate.texts import coded, sentences
from toolguard.services.context import ServiceContext, note
from toolguard.services.interface import LimitEntry, NewLimit, Place, RefusedError
from toolguard.services.methods import Service, loosens, reads
from toolguard.services.rules.service import places
from toolguard.store.config.config import Config
from toolguard.store.config.config_diff import is_tighter_limit

MAX_LIMITS = 1_000
"""Maximum limits in the configuration."""


def from_config(config: Config) -> list[CallLimit]:
    """Return the limits of the configuration for the gate."""
    return [msgspec.convert({"id": id, **entry}, CallLimit) for id, entry in config.limits.items()]


def describe_end(limit: Mapping[str, Any]) -> str:
    """Return a sentence: how protection is reduced if the limit ends or becomes wider."""
    return coded("services.limit_no_longer_holds", **places(limit))


def _describe_change(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return what the limit was and, unless it is removed, what it becomes."""
    was, becomes = tuple(_limited(before)), tuple(_limited(now))
    return sentences(
        coded("services.limit_was", limits=was) if was else "",
        coded("services.limit_becomes", limits=becomes) if becomes else "",
    )


def _limited(limit: Mapping[str, Any]) -> Iterator[str]:
    seconds = f"{limit.get('seconds', 60):,g}"
    if limit.get("calls"):
        yield coded("services.limit_of_calls", count=f"{limit['calls']:,}", seconds=seconds)
    if limit.get("arguments"):
        yield coded("services.limit_of_arguments", count=f"{limit['arguments']:,}")
    if limit.get("result"):
        yield coded("services.limit_of_results", count=f"{limit['result']:,}")
    if limit.get("timeout"):
        yield coded("services.limit_of_time", seconds=f"{limit['timeout']:,g}")


def _check(new: NewLimit) -> None:
    """Raise `RefusedError` for a limit that cannot be set, before a person is asked about it."""
    try:
        names_match((new.client or ANY, new.server or ANY, new.tool or ANY), ("", "", ""))
    except ConditionError as why:
        raise RefusedError(coded("services.not_done", reason=str(why))) from None
    if not any((new.calls, new.arguments, new.result, new.timeout)):
        raise RefusedError(coded("services.limit_limits_nothing"))


class LimitService(Service):
    """Limits on the number, the size and the time of calls."""

    kind = "limit"

    def _same_place(self, new: NewLimit) -> str:
        """Return the id of the limit for exactly the same calls, or ""."""
        place = _place(msgspec.to_builtins(new))
        return next((id for id, limit in self._state.config.limits.items() if _place(limit) == place), "")

    def _set_loosens(self, new: NewLimit) -> str:
        _check(new)
        before = self._state.config.limits.get(self._same_place(new))
        return describe_end(before) if before is not None and not is_tighter_limit(dict(before), _stored(new)) else ""

    async def _set_shown(self, new: NewLimit) -> str:
        return _describe_change(self._state.config.limits.get(self._same_place(new), {}), _stored(new))

    @loosens("limit.set", _set_loosens, shown=_set_shown)
    async def set(self, new: NewLimit) -> LimitEntry:
        """Limit calls of a client, server and tool. Replaces the limit for exactly the same calls."""
        _check(new)
        id = self._same_place(new) or randomness.token_hex(4)
        if id not in self._state.config.limits and len(self._state.config.limits) >= MAX_LIMITS:
            raise RefusedError(coded("services.too_many_limits", limit=f"{MAX_LIMITS:,}"))
        self._state.config.set_limit(id, _stored(new))
        _apply(self._state)
        note(self._state, coded("services.limit_set", id=id), msgspec.json.encode(_stored(new)).decode())
        return _entries(self._state)[id]

    @reads("limit.list")
    async def all(self) -> list[LimitEntry]:
        """Return every limit."""
        return list(_entries(self._state).values())

    def _remove_loosens(self, id: str) -> str:
        return describe_end(self._limit_with_id(id))

    def _limit_with_id(self, id: str) -> Mapping[str, Any]:
        if id not in self._state.config.limits:
            raise RefusedError(coded("services.no_limit", id=id))
        return self._state.config.limits[id]

    async def _remove_shown(self, id: str) -> str:
        return _describe_change(self._limit_with_id(id), {})

    @loosens("limit.remove", _remove_loosens, shown=_remove_shown)
    async def remove(self, id: Place) -> LimitEntry:
        """Remove a limit, and return it."""
        self._limit_with_id(id)
        entry = _entries(self._state)[id]
        self._state.config.set_limit(id, None)
        _apply(self._state)
        note(self._state, coded("services.limit_removed", id=id), "")
        return entry


def _place(limit: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(limit.get(name, ANY) for name in ("client", "server", "tool"))


def _stored(new: NewLimit) -> dict[str, Any]:
    members = {name: getattr(new, name) for name in new.__struct_fields__}
    return {name: value for name, value in members.items() if value is not UNSET}


def _apply(state: ServiceContext) -> None:
    if state.guard is not None:
        state.guard.gate.call_limits.replace(from_config(state.config))
        state.guard.gate.renewed()


def _entries(state: ServiceContext) -> dict[str, LimitEntry]:
    gate = None if state.guard is None else state.guard.gate
    return {
        limit.id: cast(
            LimitEntry,
            msgspec.structs.asdict(limit)
            | {
                "left": None if gate is None else gate.call_limits.remaining(limit.id, gate.clock()),
                "wait": 0.0 if gate is None else gate.call_limits.wait(limit.id, gate.clock()),
            },
        )
        for limit in from_config(state.config)
    }
