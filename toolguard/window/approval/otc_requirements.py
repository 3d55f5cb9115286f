"""Requirements of a tool of an Open Tool Calling server, as it claims them, in words; only names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text

Scopes = Mapping[str, Iterable[str]]


def needs(places: Iterable[str], scopes: Scopes) -> str:
    """Return a line for each requirement of a tool (`Tool.needs`, `Tool.scopes`); empty if it has none."""
    return "\n".join(_line(place, scopes) for place in places)


def _line(place: str, scopes_by_id: Scopes) -> str:
    translate = QCoreApplication.translate
    _, part, id = [*place.split(" ", 2), "", ""][:3]
    shown = untrusted_text.shortened(id, 200)
    if part == "secret":
        return translate("Needs", "the secret {0}").format(shown)
    if part == "user_id":
        return translate("Needs", "your user ID")
    scopes = core_translation.join_list(scopes_by_id.get(id, ()))
    if not scopes:
        return translate("Needs", "a token for {0}").format(shown)
    return translate("Needs", "a token for {0} with scopes: {1}").format(shown, untrusted_text.shortened(scopes, 500))
