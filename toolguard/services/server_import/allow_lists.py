"""Agents in settings of frameworks in which each agent has its own servers.

Each server then has ``tools``: names, ``"*"`` for all, or an empty list. Tools that such a file does not name are
hidden from clients until a person exposes them (`toolguard.clients.wiring.tool_lists`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolguard.gate.texts import coded

SERVER_MEMBERS = ("mcpServers", "mcp_servers", "context_servers", "servers", "extensions")
"""Places of servers in such settings."""
_MAX_AGENTS = 200


def agents(value: Any) -> Iterator[tuple[str, Any]]:
    """Return each agent's name and settings; one with an empty name if the settings have no agents."""
    inner = value.get("agents") if isinstance(value, dict) else value
    if isinstance(inner, dict) and (entries := _of_mapping(inner)):
        yield from entries
    elif isinstance(inner, list) and any(map(_has_servers, inner)):
        for number, agent in enumerate(inner[:_MAX_AGENTS], 1):
            if _has_servers(agent):
                yield _named(agent) or coded("services.agent_number", number=number), agent
    elif isinstance(value, dict) and not _has_servers(value) and "mcp" not in value and (entries := _of_mapping(value)):
        yield from entries
    else:
        yield "", value


def _of_mapping(value: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    return [(str(name), agent) for name, agent in value.items() if _has_servers(agent)][:_MAX_AGENTS]


def _has_servers(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(place), dict | list) for place in SERVER_MEMBERS)


def _named(value: Mapping[str, Any]) -> str:
    return next((value[key] for key in ("name", "id") if isinstance(value.get(key), str) and value[key]), "")
