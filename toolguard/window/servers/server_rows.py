"""The rows of the list of servers: state as an icon and a word, and the launch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.model import ConnectedSession
from toolguard.gate.texts import code_of
from toolguard.services.interface import ListedServer
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.servers.sign_in_banner import is_look_alike
from toolguard.window.widgets.lists.item_list import ListItem

STATES: dict[str, tuple[str, str, Any]] = {
    "look_alike": ("danger", "danger", QT_TRANSLATE_NOOP("ServersPage", "Look-alike sign-in address")),
    "asking": ("pending", "caution", QT_TRANSLATE_NOOP("ServersPage", "Needs approval")),
    "keychain": ("key", "caution", QT_TRANSLATE_NOOP("ServersPage", "Waiting for keyring")),
    "signed_out": ("key", "caution", QT_TRANSLATE_NOOP("ServersPage", "Signed out")),
    "browser": ("pending", "accent", QT_TRANSLATE_NOOP("ServersPage", "Waiting for browser")),
    "failed": ("failed", "danger", QT_TRANSLATE_NOOP("ServersPage", "Failed")),
    "starting": ("active", "accent", QT_TRANSLATE_NOOP("ServersPage", "Starting")),
    "ready": ("ok", "ok", QT_TRANSLATE_NOOP("ServersPage", "Ready")),
    "unused": ("rest", "quiet", QT_TRANSLATE_NOOP("ServersPage", "No client yet")),
    "idle": ("rest", "quiet", QT_TRANSLATE_NOOP("ServersPage", "Idle")),
    "disabled": ("gone", "quiet", QT_TRANSLATE_NOOP("ServersPage", "Off")),
}
"""Each state's icon, tone and words; the most urgent first."""
_OF_SESSION = {
    "services.waiting_accept_server": "asking", "services.waiting_look_changed": "asking",
    "servers.waiting_keyring": "keychain",
    "failed": "failed", "stopped": "failed", "ready": "ready", "ended": "idle",
}  # fmt: skip

EDIT, LOG = "edit:", "log:"
"""Prefixes of the name of a server that another page opens for editing, or at its log. No name contains a colon."""
_OF_SIGN_IN = {"wanted": "signed_out", "out": "signed_out", "waiting": "browser"}


def state_of(server: Mapping[str, Any], sessions: Iterable[ConnectedSession], *, used: bool = True) -> str:
    """Return the most urgent state among those of its sessions. ``used``: a client may use it, as far as known."""
    if not server["enabled"]:
        return "disabled"
    sign_in = server.get("sign_in")
    if sign_in and sign_in["state"] in _OF_SIGN_IN:
        return "look_alike" if is_look_alike(sign_in) else _OF_SIGN_IN[sign_in["state"]]
    states = {_OF_SESSION.get(code_of(session.state) or session.state, "starting") for session in sessions}
    if not states and server.get("failure"):
        return "failed"
    return next((state for state in STATES if state in states), "idle" if used else "unused")


def reasons_of(server: Mapping[str, Any], sessions: Iterable[ConnectedSession]) -> list[str]:
    """Return why it does not run, with what to do."""
    reasons = [session.detail for session in sessions if session.state in ("failed", "stopped") and session.detail]
    failure = server.get("failure")
    return reasons or ([str(failure[1])] if failure else [])


def line_of(server: ListedServer, sessions: Sequence[ConnectedSession], *, used: bool = True) -> ListItem:
    """Return a row. The second line is the launch, or the first sentence of the reason if the server failed."""
    state = state_of(server, sessions, used=used)
    icon, tone, words = STATES[state]
    short = server["short"].removeprefix("https://")  # an unencrypted URL must be recognizable
    reason = next(iter(reasons_of(server, sessions)), "") if state == "failed" else ""
    below = _first_sentence(core_translation.sentence(core_translation.local(reason))) if reason else short
    return ListItem(
        server["name"], server["name"], untrusted_text.shortened(below, 400),
        QCoreApplication.translate("ServersPage", words), icon, tone, code=not reason, off=state == "disabled",
        rank=tuple(STATES).index(state),
    )  # fmt: skip


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=\.)\s|(?<=。)", text, maxsplit=1)[0]
