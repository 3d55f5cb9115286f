"""Names as lenient readers compare them, to find those that a peer can take for one another."""

from __future__ import annotations


def folded(name: str) -> str:
    """Return a key that is equal for names that differ only in case, in surrounding white space, or after a NUL.

    To a program in C, a text ends at a NUL character (cJSON, json-c).
    """
    return name.partition("\0")[0].strip().casefold()


def folded_member(name: str) -> str:
    """Return a key that is equal for names of members that a reader can take for one another.

    Readers in Go and .NET ignore case. The MCP SDK for Python takes ``request_state`` for ``requestState``, and
    fastjson ignores hyphens, too.
    """
    return folded(name).replace("_", "").replace("-", "")
