"""Whose a resource is, among many servers: who listed its URI, or a template that it fits."""

from __future__ import annotations

from collections.abc import Iterable

MOST = 20_000
"""URIs of one server that are remembered beside those that it lists; the oldest is forgotten first."""


class ResourceOwners:
    """By server: the URIs that it listed, its templates, and the URIs that it named in passing."""

    def __init__(self) -> None:
        self._listed: dict[str, frozenset[str]] = {}
        self._named: dict[str, dict[str, None]] = {}
        self._templates: dict[str, tuple[str, ...]] = {}

    def list(self, server: str, uris: Iterable[str]) -> None:
        self._listed[server] = frozenset(uris)

    def list_templates(self, server: str, templates: Iterable[str]) -> None:
        self._templates[server] = tuple(templates)

    def name(self, server: str, uris: Iterable[str]) -> None:
        """A server told of these without listing them: in a tool's result, as the face of a tool."""
        kept = self._named.setdefault(server, {})
        for uri in uris:
            kept[uri] = None
            if len(kept) > MOST:
                del kept[next(iter(kept))]

    def drop(self, server: str) -> None:
        for table in (self._listed, self._named, self._templates):
            table.pop(server, None)

    def find(self, uri: str, order: Iterable[str]) -> str | None:
        """The server of ``uri``: the first in ``order`` that listed it, else that named it, else whose template says
        most of it. None when nobody knows it: then nobody is asked, since it may tell what it should not.
        """
        servers = list(order)
        for known in (self._listed, self._named):
            for server in servers:
                if uri in known.get(server, ()):
                    return server
        best: tuple[int, str] | None = None
        for server in servers:
            for template in self._templates.get(server, ()):
                said = literal_prefix_length(template)
                if template == uri or (matches_template(template, uri) and said):
                    best = (said, server) if best is None or said > best[0] else best
        return best[1] if best else None


def literal_parts(template: str) -> list[str]:
    """What a URI template says literally, between its expressions (RFC 6570 §2)."""
    found, rest = [], template
    while True:
        before, brace, after = rest.partition("{")
        found.append(before)
        if not brace:
            return found
        rest = after.partition("}")[2]


def literal_prefix_length(template: str) -> int:
    """How many characters a URI of this template must begin with."""
    return len(literal_parts(template)[0])


def matches_template(template: str, uri: str) -> bool:
    """Could ``uri`` be made from ``template``? Every expression may stand for anything. Linear in both."""
    first, *rest = literal_parts(template)
    if not rest:
        return first == uri
    *middle, last = rest
    if not uri.startswith(first) or not uri.endswith(last) or len(first) + len(last) > len(uri):
        return False
    at, end = len(first), len(uri) - len(last)
    for part in middle:
        found = uri.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
