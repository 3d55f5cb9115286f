"""Settings that MCP servers of every transport have, as JSON Schema. An Open Tool Calling server has none of them."""

from __future__ import annotations

from typing import Any

from toolguard.gate.texts import coded

SETTINGS: dict[str, Any] = {
    "ask_first": {
        "type": "boolean",
        "title": coded("servers.approve_server_requests"),
        "description": coded("servers.ask_before_forwarding_sampling"),
        "default": False,
    },
    "bridge": {
        "enum": ["auto", "off"],
        "title": coded("servers.protocol_bridge"),
        "description": coded("servers.translate_between_protocol_versions"),
        "default": "auto",
    },
}
