"""The tools of a server that an entry in a client's settings offers. Offered tools still need approval.

Names are compared exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

MAX_NAMES = 1_000
"""Maximum names in one list."""
MAX_NAME_LENGTH = 200
"""Maximum characters of a tool's name."""
ALLOW_MEMBERS = ("tools", "enabled_tools", "enabledTools", "includeTools", "available_tools")
"""Lists of the only tools that an agent gets."""
DENY_MEMBERS = ("disabled_tools", "disabledTools", "excludeTools")
"""Lists of tools that an agent must not get."""
_EMPTY_MEANS_ALL = ("available_tools", "enabled_tools", "enabledTools", "includeTools")


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools that clients see: ``only`` these (None: all) without those that are ``hidden``."""

    only: list[str] | None
    hidden: list[str]
    notes: tuple[str, ...]


def offered(entry: Mapping[str, Any], *, limits: bool = False) -> ToolList:
    """Return which tools an entry offers.

    ``limits``: in this kind of file every server has such lists, and a server without one offers nothing.
    """
    only, notes = _only(entry, limits=limits)
    hidden, unreadable = _names(
        next((entry[member] for member in DENY_MEMBERS if isinstance(entry.get(member), list)), [])
    )
    if unreadable:
        notes = [*notes, coded("clients.tools_cannot_read_hidden", count=unreadable)]
    if hidden:
        notes = [*notes, coded("clients.tools_hidden", names=visible(", ".join(hidden))[:300])]
    if only is not None:
        only = [name for name in only if name not in hidden]
    return ToolList(only, hidden, tuple(notes))


def _only(entry: Mapping[str, Any], *, limits: bool) -> tuple[list[str] | None, list[str]]:
    member = next((member for member in ALLOW_MEMBERS if entry.get(member) is not None and _is_list(entry, member)), "")
    value = entry.get(member)
    if not member:
        return ([], [coded("clients.tools_not_said")]) if limits else (None, [])
    if value == [] and member in _EMPTY_MEANS_ALL:
        value = ANY
    if value == ANY or (isinstance(value, list) and ANY in value):
        return None, [coded("clients.tools_all_shown")] if limits else []
    listed = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    names, unreadable = _names(listed)
    notes: list[str] = [coded("clients.tools_cannot_read", count=unreadable)] if unreadable else []
    if not names:
        return [], [*notes, coded("clients.tools_none_shown")]
    return names, [*notes, coded("clients.tools_only_these", names=visible(", ".join(names))[:300])]


def _is_list(entry: Mapping[str, Any], member: str) -> bool:
    return member == "tools" or isinstance(entry[member], list)


def _names(listed: list[Any]) -> tuple[list[str], int]:
    """Return the names in a list, and the number of invalid items."""
    names = [item for item in listed if isinstance(item, str) and 0 < len(item) <= MAX_NAME_LENGTH]
    names = list(dict.fromkeys(names))[:MAX_NAMES]
    return names, max(0, len(set(map(repr, listed))) - len(names))
