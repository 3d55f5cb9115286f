"""MCP Apps (``io.modelcontextprotocol/ui``, 2026-01-26): a tool's page, who may call the tool, what a page may reach.

Nothing on the wire tells whether the model or a page made a call.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from toolguard.gate import jsonrpc

EXTENSION = "io.modelcontextprotocol/ui"
SCHEME = "ui://"
_MOST = 100  # domains of a kind, and contents of an answer, that are kept
_LONGEST = 500  # characters of each


class AppPage(msgspec.Struct, frozen=True, kw_only=True):
    """A ``ui://`` document as its server gave it. Its text is not kept."""

    digest: str
    """SHA-256 (hex) over the canonical JSON of all that ``resources/read`` answered."""
    domains: dict[str, tuple[str, ...]] = {}
    """By member of its ``csp`` (``connectDomains``: where it may send data): what it asks for."""
    permissions: tuple[str, ...] = ()
    """``camera``, ``microphone`` and the like."""
    read: float = 0.0
    """Seconds since the epoch when it was read last."""


def page_of(definition: Mapping[str, Any]) -> str:
    """The ``ui://`` address of a tool's page, or ""."""
    meta = definition.get("_meta")
    if not isinstance(meta, dict):
        return ""
    ui = meta.get("ui")
    found = ui.get("resourceUri") if isinstance(ui, dict) else None
    found = meta.get("ui/resourceUri") if found is None else found  # before 2026-01-26
    return found if isinstance(found, str) and found.startswith(SCHEME) else ""


def hidden_from_model(definition: Mapping[str, Any]) -> bool:
    """Whether a host shall keep the tool from its model, and leave it to pages."""
    meta = definition.get("_meta")
    ui = meta.get("ui") if isinstance(meta, dict) else None
    visibility = ui.get("visibility") if isinstance(ui, dict) else None
    return isinstance(visibility, list) and "model" not in visibility


def read_page(result: Any, now: float) -> AppPage | None:
    """What a ``resources/read`` of a page answered; None when it cannot be read."""
    contents = result.get("contents") if isinstance(result, dict) else None
    if not isinstance(contents, list):
        return None
    domains: dict[str, list[str]] = {}
    permissions: list[str] = []
    for one in contents[:_MOST]:
        meta = one.get("_meta") if isinstance(one, dict) else None
        ui = meta.get("ui") if isinstance(meta, dict) else None
        csp = ui.get("csp") if isinstance(ui, dict) else None
        for name, listed in csp.items() if isinstance(csp, dict) else ():
            if isinstance(listed, list):
                domains.setdefault(name[:_LONGEST], []).extend(
                    text[:_LONGEST] for text in listed[:_MOST] if isinstance(text, str)
                )
        wanted = ui.get("permissions") if isinstance(ui, dict) else None
        if isinstance(wanted, dict | list):
            permissions += [text[:_LONGEST] for text in list(wanted)[:_MOST] if isinstance(text, str)]
    return AppPage(
        digest=jsonrpc.sha256(jsonrpc.canonical(contents)),
        domains={name: tuple(dict.fromkeys(listed)) for name, listed in list(domains.items())[:_MOST]},
        permissions=tuple(dict.fromkeys(permissions)),
        read=now,
    )
