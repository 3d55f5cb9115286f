"""Effects that a server declares for a tool (MCP 2025-06-18, ToolAnnotations): a claim, not a fact. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Effect = Literal["reads", "changes", "undeclared", "destroys"]
EFFECTS: tuple[Effect, ...] = ("reads", "changes", "undeclared", "destroys")
"""The effects in order of danger. ``undeclared`` ranks just below a declared danger."""


def declared_effect(annotations: Mapping[str, Any]) -> Effect:
    """Return the effect that ``annotations`` declare. Values other than JSON booleans count as undeclared.

    ``destructiveHint`` is ignored for a tool with ``readOnlyHint``.
    """
    if annotations.get("readOnlyHint") is True:
        return "reads"
    destroys = annotations.get("destructiveHint")
    if isinstance(destroys, bool):
        return "destroys" if destroys else "changes"
    return "changes" if annotations.get("readOnlyHint") is False else "undeclared"


def declares_network(annotations: Mapping[str, Any]) -> bool:
    """Return whether ``annotations`` declare that the tool reaches beyond its own computer (``openWorldHint``)."""
    return annotations.get("openWorldHint") is True
