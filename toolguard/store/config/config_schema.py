"""JSON Schema of ``config.json``: a frame in ``resources``, completed from the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import toolguard
from toolguard.tables import credentials, rules, servers, settings


def frame_path() -> Path:
    """Return the path of the frame: the schema of everything that is not in a table."""
    return toolguard.resource("schemas", "config.json")


def schema() -> dict[str, Any]:
    """Return the whole schema. Each ``title`` completes the sentence "… must be"."""
    parsed: dict[str, Any] = json.loads(frame_path().read_text("utf-8"))
    parsed["$defs"] |= {**servers.schemas(), "preferences": settings.schema()}
    parsed["$defs"]["secret"]["properties"]["kind"] = credentials.schema()
    rule = parsed["$defs"]["rule"]
    rule["properties"] |= rules.schemas() | rules.condition_schemas()
    rule["required"][1:1] = [name for name in rules.schemas() if rules.is_always_there(name)]
    return parsed
