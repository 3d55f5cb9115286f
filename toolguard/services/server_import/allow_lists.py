"""Which tools of its server an entry of somebody's settings offers, and to which agent. Offered is not allowed to run.

Some frameworks give each agent servers of its own, with ``tools``: names, ``"*"`` for all, or nothing at all. Names
count exactly as they are written. What a file of such a kind does not say is not shown to clients until a person does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

MOST = 1_000
"""Names in one list."""
LONGEST = 200
"""Characters of a tool's name."""
PLACES = ("mcpServers", "mcp_servers", "context_servers", "servers", "extensions")
"""Where settings keep their servers."""
_MOST_AGENTS = 200


def agents(value: Any) -> Iterator[tuple[str, Any]]:
    """Each agent's name with its settings; one without a name when the settings know no agents."""
    inner = value.get("agents") if isinstance(value, dict) else value
    if isinstance(inner, dict) and (found := _of_mapping(inner)):
        yield from found
    elif isinstance(inner, list) and any(map(_has_servers, inner)):
        for number, one in enumerate(inner[:_MOST_AGENTS], 1):
            if _has_servers(one):
                yield _named(one) or coded("services.agent_number", number=number), one
    elif isinstance(value, dict) and not _has_servers(value) and "mcp" not in value and (found := _of_mapping(value)):
        yield from found
    else:
        yield "", value


def _of_mapping(value: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    return [(str(name), one) for name, one in value.items() if _has_servers(one)][:_MOST_AGENTS]


def _has_servers(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(place), dict | list) for place in PLACES)


def _named(value: Mapping[str, Any]) -> str:
    return next((value[key] for key in ("name", "id") if isinstance(value.get(key), str) and value[key]), "")


def offered(entry: Mapping[str, Any], *, limits: bool) -> tuple[list[str] | None, list[str]]:
    """The only tools that clients are to see, or None for all; and sentences about it.

    ``limits``: the file is of a kind that says so for every server, so that nothing said means none.
    """
    said = entry.get("tools")
    if said is None and isinstance(entry.get("available_tools"), list):
        said = entry["available_tools"] or ANY  # an empty one means all there
    if said is None:
        return ([], [_UNSAID]) if limits else (None, [])
    if said == ANY or (isinstance(said, list) and ANY in said):
        return None, [_ALL] if limits else []
    listed = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    names = [one for one in listed if isinstance(one, str) and 0 < len(one) <= LONGEST]
    names = list(dict.fromkeys(names))[:MOST]
    notes = [coded('services.tools_cannot_read_not', count=len(listed) - len(names))] if (
        len(names) < len(set(map(repr, listed)))) else []  # fmt: skip
    if not names:
        return [], [*notes, _NONE]
    return names, [*notes, coded("services.clients_see_only_these", names=visible(", ".join(names))[:300])]


_ALL = coded("services.clients_see_all_tools")
_NONE = coded("services.list_tools_empty_clients")
_UNSAID = coded("services.not_say_tools_offers")
