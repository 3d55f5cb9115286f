"""What an allow rule rests on: digests of a tool's definition, of its server's instructions, of its page (MCP Apps).

Written as ``2:HEX;i=HEX;p=HEX``. A part that was not known when the rule was made is not there; it is added when it is
known first. Rules of ToolGuard 1.0 have the digest of a fixed list of members instead; see `earlier`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.model import Tool
from toolguard.gate.policy.definitions import references

Part = Literal["definition", "instructions", "page"]
NONE = "-"
"""In the place of a digest: the server has none."""
_FORM = re.compile("2:([0-9a-f]{64})(?:;i=([0-9a-f]{64}|-))?(?:;p=([0-9a-f]{64}))?")
_EARLIER = frozenset(
    ("name", "title", "description", "inputschema", "outputschema", "annotations", "execution", "_meta")
)


class Pin(NamedTuple):
    """The parts of a pin; None: not known."""

    definition: str
    instructions: str | None = None
    page: str | None = None

    def text(self) -> str:
        instructions = f";i={self.instructions}" if self.instructions else ""
        return f"2:{self.definition}{instructions}{f';p={self.page}' if self.page else ''}"


def digest_of(definition: Mapping[str, Any]) -> tuple[str, str]:
    """SHA-256 (hex) of a whole definition as it arrived, and why no allow rule can rest on it, or "".

    The order of keys does not count, and neither does whether a local ``$ref`` stands for what it names. All else does:
    texts are not folded, and members that nobody knows belong to it.
    """
    data = jsonrpc.canonical(definition)
    if references.mentioned(data):
        try:
            return jsonrpc.sha256(jsonrpc.canonical(references.resolved(definition))), ""
        except references.UnresolvedReferenceError as why:
            return jsonrpc.sha256(data), str(why)
    return jsonrpc.sha256(data), ""


def digest_of_text(text: str) -> str:
    """Of a server's instructions."""
    return jsonrpc.sha256(text.encode("utf-8", "surrogatepass")) if text else NONE


def parsed(text: str) -> Pin | None:
    """Return the parts of a pin; None for the fingerprint of an earlier version, and for any other text."""
    found = _FORM.fullmatch(text)
    return Pin(*found.groups()) if found else None


def earlier(definition: Mapping[str, Any]) -> str:
    """The fingerprint that ToolGuard 1.0 gave this definition."""
    seen = {name: value for name, value in definition.items() if name.casefold() in _EARLIER}
    return jsonrpc.sha256(jsonrpc.canonical(seen))


def difference(pin: str, tool: Tool) -> Part | None:
    """Which part of ``tool`` is not as ``pin`` says; None when all that both know is the same.

    A fingerprint of an earlier version holds as long as what it is of has not changed.
    """
    if pin == tool.fingerprint:
        return None
    now = parsed(tool.fingerprint)
    if now is None:  # a test, or a tool that nobody listed
        return "definition"
    was = parsed(pin)
    if was is None:
        return None if earlier(tool.definition) == pin else "definition"
    if was.definition != now.definition:
        return "definition"
    if was.instructions and now.instructions and was.instructions != now.instructions:
        return "instructions"
    return "page" if was.page and now.page and was.page != now.page else None


def completed(pin: str, tool: Tool) -> str:
    """``pin`` with the parts that are known by now and were not when it was made, if it holds for ``tool``."""
    if difference(pin, tool) is not None:
        return pin
    was, now = parsed(pin), parsed(tool.fingerprint)
    if now is None:
        return pin
    if was is None:
        return tool.fingerprint
    return Pin(now.definition, was.instructions or now.instructions, was.page or now.page).text()


def by_definition(tool: Tool) -> Tool:
    """``tool``, pinned by its definition alone: what a rule for any server can rest on."""
    now = parsed(tool.fingerprint)
    return tool if now is None else msgspec.structs.replace(tool, fingerprint=Pin(now.definition).text())


def moved(pin: str, before: Tool, tool: Tool, *, definition: bool = True, server: bool = True) -> str:
    """``pin`` for ``tool`` as it is now, in those parts that were as in ``before``; the others as they are.

    ``definition``: its definition was accepted; ``server``: its server's instructions and its page were.
    """
    was, old, now = parsed(pin), parsed(before.fingerprint), parsed(tool.fingerprint)
    if now is None:
        return pin
    if was is None:
        return tool.fingerprint if definition and pin in (before.fingerprint, earlier(before.definition)) else pin
    parts = [was.definition, was.instructions, was.page]
    for place, may in enumerate((definition, server, server)):
        if may and now[place] and (parts[place] is None or (old is not None and parts[place] == old[place])):
            parts[place] = now[place]
    return Pin(*parts).text()  # type: ignore[arg-type]
