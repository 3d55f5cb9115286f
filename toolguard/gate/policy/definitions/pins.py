"""Pins of allow rules: digests of a tool's definition, its server's instructions and its page (MCP Apps).

Format: ``2:HEX;i=HEX;p=HEX``. A part that was unknown when the rule was made is missing, and added once known. Rules of
ToolGuard 1.0 contain the digest of a fixed list of members; see `legacy_fingerprint`.
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
NO_INSTRUCTIONS = "-"
"""Stands for a digest if the server has no instructions."""
_PIN = re.compile("2:([0-9a-f]{64})(?:;i=([0-9a-f]{64}|-))?(?:;p=([0-9a-f]{64}))?")
_LEGACY_MEMBERS = frozenset(
    ("name", "title", "description", "inputschema", "outputschema", "annotations", "execution", "_meta")
)


class Pin(NamedTuple):
    """The parts of a pin; None: unknown."""

    definition: str
    instructions: str | None = None
    page: str | None = None

    def text(self) -> str:
        """Return the form that rules store and `parse_pin` reads; unknown parts are left out."""
        instructions = f";i={self.instructions}" if self.instructions else ""
        return f"2:{self.definition}{instructions}{f';p={self.page}' if self.page else ''}"


def digest_of(definition: Mapping[str, Any]) -> tuple[str, str]:
    """Return SHA-256 (hex) of a whole definition, and why no allow rule can depend on it, or "".

    Insensitive to the order of keys and to whether a local ``$ref`` is resolved, sensitive to everything else,
    including case, white space and unknown members.
    """
    data = jsonrpc.canonical(definition)
    if references.may_contain_reference(data):
        try:
            return jsonrpc.sha256(jsonrpc.canonical(references.resolve(definition))), ""
        except references.UnresolvedReferenceError as why:
            return jsonrpc.sha256(data), str(why)
    return jsonrpc.sha256(data), ""


def digest_of_text(text: str) -> str:
    """Return the digest of a server's instructions."""
    return jsonrpc.sha256(text.encode("utf-8", "surrogatepass")) if text else NO_INSTRUCTIONS


def parse_pin(text: str) -> Pin | None:
    """Return the parts of a pin; None for the fingerprint of an earlier version, and for any other text."""
    match = _PIN.fullmatch(text)
    return Pin(*match.groups()) if match else None


def legacy_fingerprint(definition: Mapping[str, Any]) -> str:
    """Return the fingerprint that ToolGuard 1.0 gave this definition."""
    members = {name: value for name, value in definition.items() if name.casefold() in _LEGACY_MEMBERS}
    return jsonrpc.sha256(jsonrpc.canonical(members))


def difference(pin: str, tool: Tool) -> Part | None:
    """Return the part of ``tool`` that differs from ``pin``; None if all parts known to both are equal.

    A fingerprint of an earlier version is compared with the members that it covers.
    """
    if pin == tool.fingerprint:
        return None
    now = parse_pin(tool.fingerprint)
    if now is None:  # a test, or a tool that was never listed
        return "definition"
    was = parse_pin(pin)
    if was is None:
        return None if legacy_fingerprint(tool.definition) == pin else "definition"
    if was.definition != now.definition:
        return "definition"
    if was.instructions and now.instructions and was.instructions != now.instructions:
        return "instructions"
    return "page" if was.page and now.page and was.page != now.page else None


def complete_pin(pin: str, tool: Tool) -> str:
    """Return ``pin`` extended by parts that are known now, if it matches ``tool``."""
    if difference(pin, tool) is not None:
        return pin
    was, now = parse_pin(pin), parse_pin(tool.fingerprint)
    if now is None:
        return pin
    if was is None:
        return tool.fingerprint
    return Pin(now.definition, was.instructions or now.instructions, was.page or now.page).text()


def pin_by_definition(tool: Tool) -> Tool:
    """Return ``tool`` pinned by its definition alone, for rules for any server."""
    now = parse_pin(tool.fingerprint)
    return tool if now is None else msgspec.structs.replace(tool, fingerprint=Pin(now.definition).text())


def update_pin(pin: str, before: Tool, tool: Tool, *, definition: bool = True, server: bool = True) -> str:
    """Return ``pin`` updated to ``tool`` in the parts that equalled ``before``; other parts stay.

    ``definition``: its definition was accepted; ``server``: its server's instructions and page were.
    """
    was, old, now = parse_pin(pin), parse_pin(before.fingerprint), parse_pin(tool.fingerprint)
    if now is None:
        return pin
    if was is None:
        return (
            tool.fingerprint
            if definition and pin in (before.fingerprint, legacy_fingerprint(before.definition))
            else pin
        )
    parts = [was.definition, was.instructions, was.page]
    for place, may in enumerate((definition, server, server)):
        if may and now[place] and (parts[place] is None or (old is not None and parts[place] == old[place])):
            parts[place] = now[place]
    return Pin(*parts).text()  # type: ignore[arg-type]
