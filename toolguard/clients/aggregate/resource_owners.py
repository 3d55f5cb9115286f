"""The servers of resources: those that listed a URI, or a template that matches it."""

from __future__ import annotations

from collections.abc import Iterable

MAX_URIS = 20_000
"""Maximum number of unlisted URIs of one server; the oldest is forgotten first."""
MAX_URI_LENGTH = 4_096
"""Maximum characters of an unlisted URI that is remembered."""


class ResourceOwners:
    """By server: the URIs that it listed, its templates, and the URIs that it mentioned elsewhere."""

    def __init__(self) -> None:
        self._listed: dict[str, frozenset[str]] = {}
        self._named: dict[str, dict[str, None]] = {}
        self._templates: dict[str, tuple[str, ...]] = {}

    def list(self, server: str, uris: Iterable[str]) -> None:
        """Replace the URIs that a server has listed."""
        self._listed[server] = frozenset(uris)

    def list_templates(self, server: str, templates: Iterable[str]) -> None:
        """Replace the URI templates (RFC 6570) that a server has listed."""
        self._templates[server] = tuple(templates)

    def name(self, server: str, uris: Iterable[str]) -> None:
        """Remember URIs that a server mentioned without listing them: in a result, or as a tool's user interface."""
        uris_of_server = self._named.setdefault(server, {})
        for uri in uris:
            if len(uri) > MAX_URI_LENGTH:
                continue
            uris_of_server[uri] = None
            if len(uris_of_server) > MAX_URIS:
                del uris_of_server[next(iter(uris_of_server))]

    def drop(self, server: str) -> None:
        """Forget everything of a server; an unknown one is ignored."""
        for table in (self._listed, self._named, self._templates):
            table.pop(server, None)

    def find(self, uri: str, order: Iterable[str]) -> str | None:
        """Return the server of ``uri``: the first in ``order`` that listed it, else that mentioned it, else the one
        with the longest matching template. None if no server is known: a URI must not be disclosed to others.
        """
        servers = list(order)
        for uris_by_server in (self._listed, self._named):
            for server in servers:
                if uri in uris_by_server.get(server, ()):
                    return server
        best: tuple[int, str] | None = None
        for server in servers:
            for template in self._templates.get(server, ()):
                length = literal_prefix_length(template)
                if template == uri or (matches_template(template, uri) and length):
                    best = (length, server) if best is None or length > best[0] else best
        return best[1] if best else None


def literal_parts(template: str) -> list[str]:
    """Return the literal parts of a URI template, between its expressions (RFC 6570 §2)."""
    parts, rest = [], template
    while True:
        before, brace, after = rest.partition("{")
        parts.append(before)
        if not brace:
            return parts
        rest = after.partition("}")[2]


def literal_prefix_length(template: str) -> int:
    """Return how many characters of a template precede its first expression."""
    return len(literal_parts(template)[0])


def matches_template(template: str, uri: str) -> bool:
    """Return whether ``uri`` matches ``template``, whose expressions match anything. Linear in both."""
    first, *rest = literal_parts(template)
    if not rest:
        return first == uri
    *middle, last = rest
    if not uri.startswith(first) or not uri.endswith(last) or len(first) + len(last) > len(uri):
        return False
    offset, end = len(first), len(uri) - len(last)
    for part in middle:
        start = uri.find(part, offset, end)
        if start < 0:
            return False
        offset = start + len(part)
    return True
