"""Settings that MCP servers of every transport have, as JSON Schema. An Open Tool Calling server has none of them."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, Any] = {
    "ask_first": {
        "type": "boolean",
        "title": "Approve server requests",
        "description": "Ask before forwarding sampling, elicitation and roots requests to the client",
        "default": False,
    },
    "bridge": {
        "enum": ["auto", "off"],
        "title": "Protocol bridge",
        "description": "Translate between protocol versions. Off: incompatible clients fail",
        "default": "auto",
    },
}
