"""The client sessions that are joined now, as a quiet table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt

from toolguard.gate.model import ConnectedSession
from toolguard.window import core_translation
from toolguard.window.active.async_calls import asked_for
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.lists.columns import Index, RowModel
from toolguard.window.widgets.lists.fitted_header import Column

HEADS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("SessionsModel", "Client"), QT_TRANSLATE_NOOP("SessionsModel", "Reported name"),
    QT_TRANSLATE_NOOP("SessionsModel", "Server"), QT_TRANSLATE_NOOP("SessionsModel", "Protocol"),
    QT_TRANSLATE_NOOP("SessionsModel", "Server state"), QT_TRANSLATE_NOOP("SessionsModel", "Since"),
)  # fmt: skip
COLUMNS = (
    Column("name"),
    Column("text", optional=True, letters=18),
    Column("name"),
    Column("fact", optional=True),
    Column("text", letters=18),
    Column("fact"),
)
STATES: dict[str, Any] = {
    "starting": QT_TRANSLATE_NOOP("SessionsModel", "starting"),
    "ready": QT_TRANSLATE_NOOP("SessionsModel", "ready"),
    "stopped": QT_TRANSLATE_NOOP("SessionsModel", "stopped"),
    "failed": QT_TRANSLATE_NOOP("SessionsModel", "failed"),
}


def state_words(one: ConnectedSession) -> str:
    """How its server is, in a word or two."""
    if one.state in STATES:
        return QCoreApplication.translate("SessionsModel", STATES[one.state])
    return untrusted_text.visible(core_translation.local(one.state))


class SessionsModel(RowModel[ConnectedSession]):
    """One row a session, in the order in which they joined."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("SessionsModel", HEADS, parent)

    def key(self, thing: ConnectedSession) -> str:
        return thing.session

    def sort_value(self, thing: ConnectedSession, column: int) -> Any:
        return thing.since if column == len(HEADS) - 1 else self._words(thing)[column].casefold()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return None
        one = self.things[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._words(one)[4]
        return self._words(one)[index.column()]

    def _words(self, one: ConnectedSession) -> tuple[str, ...]:
        translate = QCoreApplication.translate
        state, detail = state_words(one), untrusted_text.visible(core_translation.local(one.detail))
        asked = asked_for(one.asks)
        asks = translate("SessionsModel", "waiting for {0}").format(asked) if asked else ""
        return (
            untrusted_text.visible(one.client.id),
            untrusted_text.visible(one.claim) or "–",
            untrusted_text.visible(one.server),
            untrusted_text.visible(one.version) or "–",
            " – ".join(part for part in (state, asks, detail) if part),
            time_format.clock(one.since),
        )
