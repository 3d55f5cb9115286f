"""Differences of a configuration that another program wrote: what tightens the gate, and what would loosen it. No I/O.

A change that is not known to tighten the gate or to have no effect counts as loosening.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from toolguard.gate.mcp.request_kinds import stricter
from toolguard.gate.policy.rules import ANY, MATCHERS
from toolguard.store.config.config_model import HttpClient, Preferences, Secret, ServerSpec, frozen, stored
from toolguard.tables.servers import KINDS
from toolguard.tables.settings import reduces_protection

Key = str | tuple[str, str, str]
State = dict[str, Any]
"""The content of the file, with every section."""


class Loosening(msgspec.Struct, frozen=True):
    """A change that waits for a person: ``before`` is in force, ``after`` is in the file; None for nothing."""

    section: str
    key: Key
    """Name of the changed entry; for tool visibility its client, server and tool."""
    before: Any
    after: Any


def split_changes(now: State, edited: State) -> tuple[State, tuple[Loosening, ...]]:
    """Return ``now`` with the tightening changes of ``edited``, and its other changes."""
    tightened, waiting = {**edited}, []
    for section, tight in _TIGHTENING_CHECKS.items():
        tightened[section] = {}
        ours, theirs = now.get(section, {}), edited.get(section, {})
        for key in dict.fromkeys((*theirs, *ours)):
            before, after = ours.get(key), theirs.get(key)
            applied = after if before == after else tight(key, before, after)
            if applied is not None:
                tightened[section][key] = applied
            if applied != after:
                waiting.append(Loosening(section, key, applied, after))
    tightened["tools"], switches = _switches(now["tools"], edited["tools"])
    tightened["rules"], rules = _rules(now["rules"], edited["rules"])
    return tightened, (*waiting, *switches, *rules)


def apply_changes(state: State, changes: Iterable[Loosening]) -> tuple[State, bool]:
    """Return ``state`` with these changes, and False if one no longer applies."""
    keyed: State = {name: _keyed(name, part) for name, part in state.items()}
    fits = True
    for loosening in changes:
        part = keyed.setdefault(loosening.section, {})
        if part.get(loosening.key) != loosening.before:
            fits = False
        elif loosening.after is None:
            del part[loosening.key]
        else:
            part[loosening.key] = loosening.after
    listed = {name: list(keyed[name].values()) for name in ("tools", "rules")}
    return {**keyed, **listed}, fits


def has_missing(before: State, after: State) -> bool:
    """Return whether a named entry of ``before`` is missing in ``after``."""
    return any(
        _keyed(name, before.get(name, {})).keys() - _keyed(name, after.get(name, {})).keys() for name in _KEYED_SECTIONS
    )


def _keyed(section: str, part: Any) -> Any:
    match section:
        case "tools":
            return {_place(entry): entry for entry in part}
        case "rules":
            return {entry["id"]: entry for entry in part}
        case _:
            return dict(part) if isinstance(part, dict) else part


# --- named entries: each function returns the part of a change that applies at once, or None -------------------------


def _server(name: Key, before: State | None, after: State | None) -> State | None:
    """Compare a server. Removal, disabling and stricter settings apply; a new server or launch waits."""
    if before is None or after is None:
        return None
    was, now = (ServerSpec(name=str(name), **frozen(server)) for server in (before, after))
    bridge = now.bridge if "bridge" in KINDS[was.kind].settings else was.bridge
    tight = msgspec.structs.replace(
        was, enabled=was.enabled and now.enabled, requests=stricter(was.requests, now.requests),
        trust_hints=was.trust_hints and now.trust_hints, bridge=bridge,
    )  # fmt: skip
    if tight == now:
        return after
    return before if tight == was else stored(tight)


def _secret(_name: Key, before: State | None, after: State | None) -> State | None:
    """Compare a secret. Removed bindings apply. A removed secret stays known, to be found in calls."""
    was, now = (Secret(**frozen(secret)) if secret is not None else Secret() for secret in (before, after))
    if after is None:
        return {**(before or {}), "servers": [], "launches": {}}
    present = now if before is None else was
    shared = [server for server in now.servers if server in was.servers]
    launches = {server: dict(was.launches[server]) for server in shared if server in was.launches}
    tight = msgspec.structs.replace(present, note=now.note, servers=tuple(shared), launches=launches)
    if tight == now:
        return after
    return {**msgspec.structs.asdict(tight), "servers": shared, "launches": launches}


def _client(_name: Key, before: State | None, after: State | None) -> State | None:
    """Compare a client. Removal, another token and fewer servers apply."""
    if before is None or after is None or before["token"] != after["token"]:
        return None
    was, now = (HttpClient(**frozen(client)).servers for client in (before, after))
    if was is None or now is None:
        shared = was if now is None else now
    else:
        shared = tuple(server for server in now if server in was)
    return after if shared == now else {**after, "servers": None if shared is None else list(shared)}


_LIMITS = ("calls", "arguments", "result", "timeout")


def is_tighter_limit(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether a limit is at least as strict as another one for the same calls."""
    if any(before.get(name, ANY) != after.get(name, ANY) for name in ("client", "server", "tool")):
        return False
    for name in _LIMITS:
        was, now = before.get(name) or 0, after.get(name) or 0
        if was and (not now or now > was):
            return False
    return not before.get("calls") or after.get("seconds", 60) == before.get("seconds", 60)


def _limit(_name: Key, before: State | None, after: State | None) -> State | None:
    """Compare a limit. New and stricter limits apply."""
    if before is None or (after is not None and is_tighter_limit(before, after)):
        return after
    return before


def _preference(name: Key, before: Any, after: Any) -> Any:
    was, now = ((getattr(Preferences(), str(name)) if value is None else value) for value in (before, after))
    return before if reduces_protection(str(name), was, now) else after


def _security_key(_name: Key, before: State | None, _after: State | None) -> State | None:
    """Compare a security key. Every change waits: a key proves presence, and without one nobody can."""
    return before


_TIGHTENING_CHECKS: Mapping[str, Callable[[Key, Any, Any], Any]] = {
    "servers": _server, "secrets": _secret, "clients": _client, "security_keys": _security_key,
    "limits": _limit, "preferences": _preference,
}  # fmt: skip


_KEYED_SECTIONS = ("servers", "tools", "rules", "secrets", "clients", "limits", "security_keys")


# --- switches -------------------------------------------------------------------------------------------------------


def _place(switch: Mapping[str, Any]) -> tuple[str, str, str]:
    return switch.get("client", "*"), switch["server"], switch.get("tool", "*")


def _switches(now: list[State], edited: list[State]) -> tuple[list[State], list[Loosening]]:
    """Compare tool visibility. Hiding applies; showing waits."""
    ours, theirs = _keyed("tools", now), _keyed("tools", edited)
    tightened, waiting = [], []
    for place in dict.fromkeys((*theirs, *ours)):
        before, after = ours.get(place), theirs.get(place)
        hides = after is not None and not after["exposed"]
        same = before is not None and after is not None and before["exposed"] == after["exposed"]
        shown = before is not None and before["exposed"] and after is None
        applied = after if hides or same or shown else before if before is not None and not before["exposed"] else None
        tightened += [applied] if applied is not None else []
        if applied != after:
            waiting.append(Loosening("tools", place, applied, after))
    return tightened, waiting


# --- rules ----------------------------------------------------------------------------------------------------------


_PLACES = tuple(MATCHERS)


def _places_of(rule: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(rule.get(place, MATCHERS[place].default) for place in _PLACES)


def is_off(rule: Mapping[str, Any]) -> bool:
    """Return whether a stored rule is disabled."""
    return bool(rule.get("disabled"))


def _allows(rule: Mapping[str, Any]) -> bool:
    return rule["verdict"] == "allow" and not is_off(rule)


def _restricts(rule: Mapping[str, Any]) -> bool:
    return rule["verdict"] != "allow" and not is_off(rule)


def _meaning(rule: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the members of a rule that affect decisions."""
    return (
        *_places_of(rule),
        rule["verdict"],
        is_off(rule),
        rule.get("fingerprint") or "",
        rule.get("expires") or 0,
        *_conditions(rule),
        rule.get("examples") or [],
        rule.get("covers"),
    )


def _conditions(rule: Mapping[str, Any]) -> tuple[Any, ...]:
    return rule.get("when") or [], rule.get("except") or [], rule.get("other_arguments") or "none"


def _covers(rule: Mapping[str, Any], old: Mapping[str, Any]) -> bool:
    """Return whether ``rule`` is at least as strict as ``old``, for as long and as many calls."""
    until, was = rule.get("expires") or 0, old.get("expires") or 0
    if (rule.get("when") or rule.get("except")) and _conditions(rule)[:2] != _conditions(old)[:2]:
        return False
    return (rule["verdict"] == "deny" or old["verdict"] == "ask") and (not until or (was != 0 and until >= was))


class _RestrictiveRules:
    """Rules that deny or ask, indexed by their names, because there may be thousands."""

    def __init__(self, rules: Iterable[Mapping[str, Any]]) -> None:
        self._rules_by_place: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
        for rule in rules:
            if _restricts(rule):
                self._rules_by_place.setdefault(_places_of(rule), []).append(rule)

    def cover(self, old: Mapping[str, Any]) -> bool:
        places = dict.fromkeys(itertools.product(*((place, ANY) for place in _places_of(old))))
        return any(_covers(rule, old) for place in places for rule in self._rules_by_place.get(place, ()))


def _rules(now: list[State], edited: list[State]) -> tuple[list[State], list[Loosening]]:
    """Compare rules. New rules that deny or ask, and removed allow rules, apply; the rest waits.

    A disabled rule counts as removed; it stays in its place while another rule waits for it.
    """
    ours, theirs = _keyed("rules", now), _keyed("rules", edited)
    same_ids = {id for id, rule in ours.items() if id in theirs and _meaning(rule) == _meaning(theirs[id])}
    held_back: set[str] = set()  # ids of rules in the file under which a rule in force must stay
    while True:
        applied = {
            id: rule for id, rule in theirs.items()
            if id not in held_back and (id in same_ids or not _allows(rule))
        }  # fmt: skip
        guards = _RestrictiveRules(applied.values())
        needed = {id: rule for id, rule in ours.items() if _restricts(rule) and not guards.cover(rule)}
        if not (clashes := needed.keys() & applied.keys()):
            break
        held_back |= clashes
    off = {id: rule for id, rule in ours.items() if is_off(rule) and id in theirs and id not in applied}
    tightened = {**applied, **needed, **off}
    waiting = [
        Loosening("rules", id, tightened.get(id), theirs.get(id))
        for id in dict.fromkeys((*theirs, *tightened)) if tightened.get(id) != theirs.get(id)
    ]  # fmt: skip
    return list(tightened.values()), waiting
