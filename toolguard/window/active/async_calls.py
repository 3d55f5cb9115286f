"""Table of calls that continue after their response: the client must answer the server, or they run as tasks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt

from toolguard.gate.model import OngoingCall
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.lists.columns import Index, RowModel
from toolguard.window.widgets.lists.fitted_header import Column

translate = QCoreApplication.translate

HEADERS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("OngoingCall", "Tool"), QT_TRANSLATE_NOOP("OngoingCall", "Server"),
    QT_TRANSLATE_NOOP("OngoingCall", "Client"), QT_TRANSLATE_NOOP("OngoingCall", "Status"),
    QT_TRANSLATE_NOOP("OngoingCall", "Duration"),
)  # fmt: skip
COLUMNS = (Column("name", characters=12), Column("name"), Column("name"), Column("text"), Column("fact"))
METHOD_WORDS: dict[str, Any] = {
    "sampling/createMessage": QT_TRANSLATE_NOOP("OngoingCall", "a response from the client's model"),
    "elicitation/create": QT_TRANSLATE_NOOP("OngoingCall", "your input in the chat client"),
    "roots/list": QT_TRANSLATE_NOOP("OngoingCall", "the client's working folders"),
}
"""Words for the server's request methods; other methods are shown as they are."""
MAX_SHOWN_METHODS = 3
"""Maximum different methods in one line."""


def asked_for(methods: Sequence[str]) -> str:
    """Return what a server currently requests of its client, in words."""
    methods_shown = [method for method in dict.fromkeys(methods) if method != "ping"]
    words = [
        translate("OngoingCall", METHOD_WORDS[method])
        if method in METHOD_WORDS
        else untrusted_text.shortened(method, 40)
        for method in methods_shown[:MAX_SHOWN_METHODS]
    ]
    return core_translation.join_list([*words, *(["…"] if len(methods_shown) > MAX_SHOWN_METHODS else [])])


def goes_on(ongoing: OngoingCall) -> str:
    """Return how an answered call continues, in words."""
    if ongoing.state == "task":
        return translate("OngoingCall", "running as a task")
    if not ongoing.asks:
        return translate("OngoingCall", "waiting for the client")
    return translate("OngoingCall", "waiting for the client: {0}").format(asked_for(ongoing.asks))


class AsyncCallsModel(RowModel[OngoingCall]):
    """One row per call, oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("OngoingCall", HEADERS, parent)

    def key(self, entry: OngoingCall) -> tuple[str, str]:
        return entry.call, entry.state

    def tick(self) -> None:
        """Update the column that changes with the time."""
        if self.entries:
            last = len(HEADERS) - 1
            self.dataChanged.emit(self.index(0, last), self.index(len(self.entries) - 1, last))

    def call(self, row: int) -> str:
        """Return the id of the call in a row, or ""."""
        return self.entries[row].call if 0 <= row < len(self.entries) else ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.FontRole and index.column() == 0:
            return theme.mono()
        which = Qt.ItemDataRole
        if role not in (which.DisplayRole, which.AccessibleTextRole, which.ToolTipRole):
            return None
        ongoing = self.entries[index.row()]
        shown = (*self._text(ongoing), time_format.minutes(time.time() - ongoing.since))[index.column()]
        return untrusted_text.as_tool_tip(shown) if role == which.ToolTipRole else shown

    @staticmethod
    def _text(ongoing: OngoingCall) -> tuple[str, ...]:
        """Return all words except the duration."""
        return (
            untrusted_text.visible(ongoing.tool), untrusted_text.visible(ongoing.server),
            untrusted_text.visible(ongoing.client), goes_on(ongoing),
        )  # fmt: skip

    def sort_value(self, entry: OngoingCall, column: int) -> Any:
        return -entry.since if column == len(HEADERS) - 1 else self._text(entry)[column].casefold()
