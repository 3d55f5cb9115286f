"""Tool visibility: which tools a client sees, as a person set it for tools, servers and clients.

A hidden tool is removed from every page of ``tools/list``, and calls to it are refused as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from toolguard.gate.lenient_names import folded
from toolguard.gate.policy.rules import ANY


class VisibilityRule(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a tool is visible. ``*`` means every client, or every tool without a rule of its own."""

    client: str = ANY
    server: str
    tool: str = ANY
    exposed: bool


class ToolVisibility:
    """All visibility rules. A rule for one client can only hide more than the rules for all clients."""

    def __init__(self, switches: Iterable[VisibilityRule] = ()) -> None:
        self._rules: dict[tuple[str, str, str], VisibilityRule] = {}
        self.edition = 0
        """Grows with every change."""
        self.replace(switches)

    def replace(self, switches: Iterable[VisibilityRule]) -> None:
        """Replace all rules."""
        self.edition += 1
        self._rules = {(rule.client, rule.server, rule.tool): rule for rule in switches}
        self._hidden = {(rule.client, rule.server, folded(rule.tool)) for rule in self if not rule.exposed}

    def __iter__(self) -> Iterator[VisibilityRule]:
        return iter(self._rules.values())

    def is_visible(self, client: str, server: str, tool: str) -> bool:
        """Return whether ``client`` may see and call the tool."""
        return not self._rules or (
            self._is_visible_to(ANY, server, tool) and (client == ANY or self._is_visible_to(client, server, tool))
        )

    def _is_visible_to(self, client: str, server: str, tool: str) -> bool:
        rule = self._rules.get((client, server, tool))
        if rule is None and (client, server, folded(tool)) in self._hidden:
            return False  # a server may take "QUERY" for the hidden "query"
        rule = rule or self._rules.get((client, server, ANY))
        return rule is None or rule.exposed

    def hidden_from(self, server: str, tool: str) -> list[str]:
        """Return the clients from which a tool is hidden that others see."""
        if not self._is_visible_to(ANY, server, tool):
            return []
        named = {client for client, rule_server, _ in self._rules if rule_server == server and client != ANY}
        return sorted(client for client in named if not self._is_visible_to(client, server, tool))

    def hides_any(self, client: str, server: str) -> bool:
        """Return whether any tool of ``server`` is or may be hidden from ``client``."""
        return any(rule.server == server and rule.client in (ANY, client) and not rule.exposed for rule in self)

    def filter_page(self, client: str, server: str, result: Any, *, modern: bool) -> Any:
        """Return a page of ``tools/list`` without hidden tools; its cursor is kept.

        A modern page is marked private, so that no cache serves it to another client (server/tools §Caching).
        """
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            return result
        visible = [tool for tool in result["tools"] if self.is_visible(client, server, _name(tool))]
        page = {**result, "tools": visible}
        if modern:
            page |= {"cacheScope": "private"}
        return page


def _name(tool: Any) -> str:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""
