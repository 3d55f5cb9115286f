"""Names of tools and prompts of several servers in one list: ``server__tool``.

A name depends on the server's and the tool's names alone, so it is the same in every run, whatever else is listed. It
is looked up in a table of listed names and never parsed: no tool can have a name that leads to another server.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

MAX_NAME_LENGTH = 48
"""Maximum characters of a name. Models accept 64 (some 128), and clients add a prefix of up to 16."""
_TAG_LENGTH = 12  # hexadecimal digits
_MAX_SERVER_LENGTH = 20  # characters of a server's name in a name that must be cut
_SERVER = re.compile(r"(?!.*__)[A-Za-z0-9_-]*[A-Za-z0-9-]\Z")
_TOOL = re.compile(r"[A-Za-z0-9_-]+\Z")
_TAGGED = re.compile(rf"_[0-9a-f]{{{_TAG_LENGTH}}}\Z")


def exposed_name(server: str, name: str) -> str:
    """Return the exposed name of a server's tool: letters, digits, ``_`` and ``-``, first a letter or ``_``.

    It is unique. Without a tag, the first ``__`` follows the server's name, since a server's name that contains ``__``
    or ends in ``_`` gets a tag, and so does a name that looks as if it had one. Tagged names collide only if SHA-256,
    cut to 48 bits, does.
    """
    lead = "_" if server[:1].isdigit() else ""
    whole = f"{lead}{server}__{name}"
    if len(whole) <= MAX_NAME_LENGTH and _SERVER.match(server) and _TOOL.match(name) and not _TAGGED.search(whole):
        return whole
    tag = hashlib.sha256(f"{server}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()[:_TAG_LENGTH]
    cut = f"{lead}{_plain(server)[:_MAX_SERVER_LENGTH]}__{_plain(name) or 'unnamed'}"[
        : MAX_NAME_LENGTH - _TAG_LENGTH - 1
    ].rstrip("_")
    return f"{cut}_{tag}"


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "_", text).strip("_")


def find_exposed(shown: str, listed: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Return the pair of server and name in ``listed`` that is exposed as ``shown``; two empty strings if none is."""
    return next((pair for pair in listed if exposed_name(*pair) == shown), ("", ""))


class ExposedNames:
    """The servers of the listed names."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str | None]] = {}

    def replace(self, server: str, names: Iterable[str]) -> None:
        """Replace the names of a server. Two that are exposed under one name become ambiguous."""
        table: dict[str, str | None] = {}
        for name in names:
            shown = exposed_name(server, name)
            table[shown] = name if table.get(shown, name) == name else None
        self._of[server] = table

    def drop(self, server: str) -> None:
        """Forget the names of a server; an unknown one is ignored."""
        self._of.pop(server, None)

    def find(self, name: str) -> tuple[str, str] | None:
        """Return the server and its own name; None if the name is unknown or ambiguous."""
        matches = [(server, table[name]) for server, table in self._of.items() if name in table]
        if len(matches) != 1 or matches[0][1] is None:
            return None
        server, own = matches[0]
        return (server, own) if own is not None else None
