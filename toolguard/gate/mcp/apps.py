"""MCP Apps (``io.modelcontextprotocol/ui``, 2026-01-26): a tool's page, its visibility, and what the page may access.

The protocol does not tell whether the model or a page made a call.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from toolguard.gate import jsonrpc

EXTENSION = "io.modelcontextprotocol/ui"
SCHEME = "ui://"
_MAX_ITEMS = 100  # domains of a kind, contents of a result
_MAX_LENGTH = 500  # characters of each


class AppPage(msgspec.Struct, frozen=True, kw_only=True):
    """A ``ui://`` document of a server. Its text is not kept."""

    digest: str
    """SHA-256 (hex) of the canonical JSON of the ``resources/read`` contents."""
    domains: dict[str, tuple[str, ...]] = {}
    """Requested domains by member of its ``csp`` (``connectDomains``: where it may send data)."""
    permissions: tuple[str, ...] = ()
    """``camera``, ``microphone`` and others."""
    read: float = 0.0
    """Seconds since the epoch when it was last read."""


def page_of(definition: Mapping[str, Any]) -> str:
    """Return the ``ui://`` URI of a tool's page, or ""."""
    meta = definition.get("_meta")
    if not isinstance(meta, dict):
        return ""
    ui = meta.get("ui")
    uri = ui.get("resourceUri") if isinstance(ui, dict) else None
    uri = meta.get("ui/resourceUri") if uri is None else uri  # before 2026-01-26
    return uri if isinstance(uri, str) and uri.startswith(SCHEME) else ""


def is_hidden_from_model(definition: Mapping[str, Any]) -> bool:
    """Return whether hosts must hide the tool from the model and leave it to pages."""
    meta = definition.get("_meta")
    ui = meta.get("ui") if isinstance(meta, dict) else None
    visibility = ui.get("visibility") if isinstance(ui, dict) else None
    return isinstance(visibility, list) and "model" not in visibility


def read_page(result: Any, now: float) -> AppPage | None:
    """Read a page from a ``resources/read`` result; None if it is malformed. Of one that clients could read
    differently, only the digest is known.
    """
    try:
        fields = jsonrpc.unambiguous(result, "contents")
    except jsonrpc.Malformed:
        return AppPage(digest=jsonrpc.sha256(jsonrpc.encode(result)), read=now)
    contents = fields.get("contents") if isinstance(fields, dict) else None
    if not isinstance(contents, list):
        return None
    domains: dict[str, list[str]] = {}
    permissions: list[str] = []
    for content in contents[:_MAX_ITEMS]:
        meta = content.get("_meta") if isinstance(content, dict) else None
        ui = meta.get("ui") if isinstance(meta, dict) else None
        csp = ui.get("csp") if isinstance(ui, dict) else None
        for name, listed in csp.items() if isinstance(csp, dict) else ():
            if isinstance(listed, list):
                domains.setdefault(name[:_MAX_LENGTH], []).extend(
                    text[:_MAX_LENGTH] for text in listed[:_MAX_ITEMS] if isinstance(text, str)
                )
        requested = ui.get("permissions") if isinstance(ui, dict) else None
        if isinstance(requested, dict | list):
            permissions += [text[:_MAX_LENGTH] for text in list(requested)[:_MAX_ITEMS] if isinstance(text, str)]
    return AppPage(
        digest=jsonrpc.sha256(jsonrpc.canonical(contents)),
        domains={name: tuple(dict.fromkeys(listed)) for name, listed in list(domains.items())[:_MAX_ITEMS]},
        permissions=tuple(dict.fromkeys(permissions)),
        read=now,
    )
