"""What a tool of an Open Tool Calling server asks to be given, in words. The server's claim, by names alone."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from toolguard.checkpoint.calls import Tool
from toolguard.window import text


def needs(tool: Tool | None) -> str:
    """A line for each thing that the tool asks for; empty when it asks for nothing."""
    return "\n".join(_line(one, tool) for one in tool.needs) if tool is not None else ""


def _line(place: str, tool: Tool) -> str:
    translate = QCoreApplication.translate
    _, part, id = [*place.split(" ", 2), "", ""][:3]
    shown = text.shortened(id, 200)
    if part == "secret":
        return translate("Needs", "the secret {0}").format(shown)
    if part == "user_id":
        return translate("Needs", "who you are")
    scopes = ", ".join(tool.scopes.get(id, ()))
    if not scopes:
        return translate("Needs", "a token for {0}").format(shown)
    return translate("Needs", "a token for {0}, to be used for: {1}").format(shown, text.shortened(scopes, 500))
