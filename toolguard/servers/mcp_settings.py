"""Settings that MCP servers of every transport have, as JSON Schema. An Open Tool Calling server has none of them."""

from __future__ import annotations

from typing import Any

from toolguard.gate.texts import coded

SETTINGS: dict[str, Any] = {
    "ask_first": {
        "type": "boolean",
        "title": coded("servers.setting_ask_first"),
        "description": coded("servers.setting_ask_first_about"),
        "default": False,
    },
    "bridge": {
        "enum": ["auto", "off"],
        "title": coded("servers.setting_bridge"),
        "description": coded("servers.setting_bridge_about"),
        "default": "auto",
    },
}
