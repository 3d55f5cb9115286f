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
    "starting": QT_TRANSLATE_NOOP("SessionsModel", "Starting"),
    "ready": QT_TRANSLATE_NOOP("SessionsModel", "Ready"),
    "stopped": QT_TRANSLATE_NOOP("SessionsModel", "Stopped"),
    "failed": QT_TRANSLATE_NOOP("SessionsModel", "Failed"),
}


def state_text(session: ConnectedSession) -> str:
    """Return the state in the person's language; a state that is a server's own text is shown as data."""
    if session.state in STATES:
        return QCoreApplication.translate("SessionsModel", STATES[session.state])
    if waits_for_keyring(session):
        return QCoreApplication.translate("SessionsModel", "Waiting for keyring")
    return untrusted_text.visible(core_translation.local(session.state))


def waits_for_keyring(session: ConnectedSession) -> bool:
    """Return whether its server starts once the person has unlocked the keyring."""
    return isinstance(session.state, CodedText) and session.state.code == "servers.waiting_keyring"


def state_line(session: ConnectedSession) -> str:
    """Return the state of its server or what the ready server requests of the client, and why."""
    detail, asked = untrusted_text.visible(core_translation.local(session.detail)), asked_for(session.asks)
    asks = QCoreApplication.translate("SessionsModel", "Waiting for {0}").format(asked) if asked else ""
    state = "" if asks and session.state == "ready" else state_text(session)
    return " – ".join(part for part in (state, asks, detail) if part)


class SessionsModel(RowModel[ConnectedSession]):
    """One row per session, in the order in which they began."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("SessionsModel", HEADERS, parent)

    def key(self, entry: ConnectedSession) -> str:
        return entry.session

    def sort_value(self, entry: ConnectedSession, column: int) -> Any:
        return entry.since if column == len(HEADERS) - 1 else self._text(entry, column).casefold()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == STATE_COLUMN:
            return self._colour(self.entries[index.row()])
        session = self.entries[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return untrusted_text.as_tool_tip(self._text(session, STATE_COLUMN))
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return self._text(session, index.column())

    @staticmethod
    def _colour(session: ConnectedSession) -> QColor | None:
        """Return the colour of its state: red for a failed server, amber while it waits for the person."""
        if session.state == "failed":
            return QColor(theme.colours().danger)
        return QColor(theme.colours().caution) if session.asks or session.state not in STATES else None

    @staticmethod
    def _text(session: ConnectedSession, column: int) -> str:
        match column:
            case 0:
                return untrusted_text.visible(session.client.id)
            case 1:
                return untrusted_text.visible(session.claim) or "–"
            case 2:
                return untrusted_text.visible(session.server)
            case 3:
                return untrusted_text.visible(session.version) or "–"
            case 4:
                return state_line(session)
        return time_format.clock(session.since)
