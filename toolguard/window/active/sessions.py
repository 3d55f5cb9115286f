"""Table of the current client sessions."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QColor

from toolguard.gate.model import ConnectedSession
from toolguard.gate.texts import CodedText
from toolguard.window import core_translation, theme
from toolguard.window.active.async_calls import asked_for
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.lists.columns import Index, RowModel
from toolguard.window.widgets.lists.fitted_header import Column

HEADERS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("SessionsModel", "Client"), QT_TRANSLATE_NOOP("SessionsModel", "Reported name"),
    QT_TRANSLATE_NOOP("SessionsModel", "Server"), QT_TRANSLATE_NOOP("SessionsModel", "Protocol"),
    QT_TRANSLATE_NOOP("SessionsModel", "Server state"), QT_TRANSLATE_NOOP("SessionsModel", "Since"),
)  # fmt: skip
COLUMNS = (
    Column("name"),
    Column("text", optional=True, characters=18),
    Column("name"),
    Column("fact", optional=True),
    Column("text", characters=34),
    Column("fact", optional=True),
)
"""All optional columns are left out before the state is shortened."""
STATE_COLUMN = 4
STATES: dict[str, Any] = {
    "starting": QT_TRANSLATE_NOOP("SessionsModel", "starting"),
    "ready": QT_TRANSLATE_NOOP("SessionsModel", "ready"),
    "stopped": QT_TRANSLATE_NOOP("SessionsModel", "stopped"),
    "failed": QT_TRANSLATE_NOOP("SessionsModel", "failed"),
}


def state_text(one: ConnectedSession) -> str:
    """Return the state of its server, in a word or two."""
    if one.state in STATES:
        return QCoreApplication.translate("SessionsModel", STATES[one.state])
    return untrusted_text.visible(core_translation.local(one.state))


def waits_for_keyring(one: ConnectedSession) -> bool:
    """Return whether its server starts once the person has unlocked the keyring."""
    return isinstance(one.state, CodedText) and one.state.code == "servers.waiting_keyring"


def state_line(one: ConnectedSession) -> str:
    """Return the state of its server or what the ready server requests of the client, and why."""
    detail, asked = untrusted_text.visible(core_translation.local(one.detail)), asked_for(one.asks)
    asks = QCoreApplication.translate("SessionsModel", "waiting for {0}").format(asked) if asked else ""
    state = "" if asks and one.state == "ready" else state_text(one)
    return " – ".join(part for part in (state, asks, detail) if part)


class SessionsModel(RowModel[ConnectedSession]):
    """One row per session, in the order in which they began."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("SessionsModel", HEADERS, parent)

    def key(self, thing: ConnectedSession) -> str:
        return thing.session

    def sort_value(self, thing: ConnectedSession, column: int) -> Any:
        return thing.since if column == len(HEADERS) - 1 else self._text(thing, column).casefold()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == STATE_COLUMN:
            return self._colour(self.things[index.row()])
        one = self.things[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return untrusted_text.as_tool_tip(self._text(one, STATE_COLUMN))
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return self._text(one, index.column())

    @staticmethod
    def _colour(one: ConnectedSession) -> QColor | None:
        """Return the colour of its state: red for a failed server, amber while it waits for the person."""
        if one.state == "failed":
            return QColor(theme.colours().danger)
        return QColor(theme.colours().caution) if one.asks or one.state not in STATES else None

    @staticmethod
    def _text(one: ConnectedSession, column: int) -> str:
        match column:
            case 0:
                return untrusted_text.visible(one.client.id)
            case 1:
                return untrusted_text.visible(one.claim) or "–"
            case 2:
                return untrusted_text.visible(one.server)
            case 3:
                return untrusted_text.visible(one.version) or "–"
            case 4:
                return state_line(one)
        return time_format.clock(one.since)
