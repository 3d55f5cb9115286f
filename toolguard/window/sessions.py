"""The client sessions that are joined now, as a quiet table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt

from toolguard.checkpoint.calls import Connected
from toolguard.window import moments, phrases, text
from toolguard.window.columns import Index, Things
from toolguard.window.ongoing import asked_for

HEADS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("Sessions", "Client"), QT_TRANSLATE_NOOP("Sessions", "Calls itself"),
    QT_TRANSLATE_NOOP("Sessions", "Server"), QT_TRANSLATE_NOOP("Sessions", "Protocol"),
    QT_TRANSLATE_NOOP("Sessions", "Server's state"), QT_TRANSLATE_NOOP("Sessions", "Since"),
)  # fmt: skip
STATES: dict[str, Any] = {
    "starting": QT_TRANSLATE_NOOP("Sessions", "starting"),
    "waiting for you to look at what changed": QT_TRANSLATE_NOOP("Sessions", "waiting for you to look at what changed"),
    "waiting for your keychain": QT_TRANSLATE_NOOP("Sessions", "waiting for your keychain"),
    "ready": QT_TRANSLATE_NOOP("Sessions", "ready"),
    "stopped": QT_TRANSLATE_NOOP("Sessions", "stopped"),
    "failed": QT_TRANSLATE_NOOP("Sessions", "failed"),
}


def state_words(one: Connected) -> str:
    """How its server is, in a word or two."""
    known = one.state in STATES
    return QCoreApplication.translate("Sessions", STATES[one.state]) if known else text.visible(one.state)


class Sessions(Things[Connected]):
    """One row a session, in the order in which they joined."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("Sessions", HEADS, parent)

    def key(self, thing: Connected) -> str:
        return thing.session

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return None
        one = self.things[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._words(one)[4]
        return self._words(one)[index.column()]

    def _words(self, one: Connected) -> tuple[str, ...]:
        translate = QCoreApplication.translate
        state, detail = state_words(one), text.visible(phrases.local(one.detail))
        asked = asked_for(one.asks)
        asks = translate("Sessions", "asks its client for {0}").format(asked) if asked else ""
        return (
            text.visible(one.client.id),
            text.visible(one.claim) or "–",
            text.visible(one.server),
            text.visible(one.version) or "–",
            " – ".join(part for part in (state, asks, detail) if part),
            moments.clock(one.since),
        )
