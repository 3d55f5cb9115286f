"""What tools and prompts of many servers are called where they stand in one list: ``server__tool``.

A name is made from the server's and the tool's alone, so it is the same in every run, whatever else is listed. It is
found again in a table of what was listed, never by taking it apart: no tool can be named so that its name leads to
another server.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

MOST = 48
"""Characters of a name. Models take 64 (some 128), and clients put up to 16 of their own before it."""
_TAG = 12  # hexadecimal digits
_ROOM = 20  # characters that a server's name has in a name that must be cut
_SERVER = re.compile(r"(?!.*__)[A-Za-z0-9_-]*[A-Za-z0-9-]\Z")
_TOOL = re.compile(r"[A-Za-z0-9_-]+\Z")
_TAGGED = re.compile(rf"_[0-9a-f]{{{_TAG}}}\Z")


def exposed_name(server: str, name: str) -> str:
    """The one name of ``name`` of ``server``: letters, digits, ``_`` and ``-``, first a letter or ``_``.

    Two pairs never share one. Without a tag the first ``__`` stands right behind the server, since a server's name that
    has one itself, or ends in ``_``, gets a tag; so does whatever already looks as if it had one. Names with a tag
    share one only where SHA-256, cut to 48 bits, does.
    """
    lead = "_" if server[:1].isdigit() else ""
    whole = f"{lead}{server}__{name}"
    if len(whole) <= MOST and _SERVER.match(server) and _TOOL.match(name) and not _TAGGED.search(whole):
        return whole
    tag = hashlib.sha256(f"{server}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()[:_TAG]
    cut = f"{lead}{_plain(server)[:_ROOM]}__{_plain(name) or 'unnamed'}"[: MOST - _TAG - 1].rstrip("_")
    return f"{cut}_{tag}"


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "_", text).strip("_")


def find_exposed(shown: str, listed: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Which of ``listed`` (each a server and its own name) is shown as this; two empty texts when none is."""
    return next((pair for pair in listed if exposed_name(*pair) == shown), ("", ""))


class ExposedNames:
    """Whose the listed names are."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str | None]] = {}

    def replace(self, server: str, names: Iterable[str]) -> None:
        """``server`` lists these now, and nothing else."""
        table: dict[str, str | None] = {}
        for name in names:
            shown = exposed_name(server, name)
            table[shown] = name if table.get(shown, name) == name else None
        self._of[server] = table

    def drop(self, server: str) -> None:
        self._of.pop(server, None)

    def find(self, name: str) -> tuple[str, str] | None:
        """The server and its own name for it. What two lay claim to is nobody's."""
        found = [(server, table[name]) for server, table in self._of.items() if name in table]
        if len(found) != 1 or found[0][1] is None:
            return None
        server, own = found[0]
        return (server, own) if own is not None else None
