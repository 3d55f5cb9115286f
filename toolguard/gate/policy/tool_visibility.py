"""Which tools a client is shown at all: switches that a person sets for a tool, a server, a client.

What is not exposed is taken out of every page of ``tools/list`` and refused on call as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.unicode_safety import folded


class VisibilityRule(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a tool is exposed; ``*`` stands for every client, or for every tool without a switch of its own."""

    client: str = ANY
    server: str
    tool: str = ANY
    exposed: bool


class ToolVisibility:
    """All switches. What is switched for one client only narrows what is switched for all: it never shows more."""

    def __init__(self, switches: Iterable[VisibilityRule] = ()) -> None:
        self._at: dict[tuple[str, str, str], VisibilityRule] = {}
        self.edition = 0
        """Grows with every change."""
        self.replace(switches)

    def replace(self, switches: Iterable[VisibilityRule]) -> None:
        """Go by ``switches`` and no others from now on."""
        self.edition += 1
        self._at = {(one.client, one.server, one.tool): one for one in switches}
        self._hidden = {(one.client, one.server, folded(one.tool)) for one in self if not one.exposed}

    def __iter__(self) -> Iterator[VisibilityRule]:
        return iter(self._at.values())

    def exposed(self, client: str, server: str, tool: str) -> bool:
        """True when ``client`` may see and call the tool (protocol: tools that are not listed do not exist)."""
        return not self._at or (self._says(ANY, server, tool) and (client == ANY or self._says(client, server, tool)))

    def _says(self, client: str, server: str, tool: str) -> bool:
        found = self._at.get((client, server, tool))
        if found is None and (client, server, folded(tool)) in self._hidden:
            return False  # "QUERY" where "query" is hidden: a server may take the one for the other
        found = found or self._at.get((client, server, ANY))
        return found is None or found.exposed

    def narrows(self, client: str, server: str) -> bool:
        """True when something of ``server`` is kept from ``client``, or could be."""
        return any(one.server == server and one.client in (ANY, client) and not one.exposed for one in self)

    def shown(self, client: str, server: str, result: Any, *, modern: bool) -> Any:
        """A page of ``tools/list`` as ``client`` may see it: without what is hidden, its cursor kept.

        A modern page is marked as this client's own, so that no cache gives it to another (server/tools §Caching).
        """
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            return result
        kept = [tool for tool in result["tools"] if self.exposed(client, server, _name(tool))]
        page = {**result, "tools": kept}
        if modern:
            page |= {"cacheScope": "private"}
        return page


def _name(tool: Any) -> str:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""
