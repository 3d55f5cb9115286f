"""The servers in a chat client's own settings: which of them are routed through ToolGuard, and how to change that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QWidget

from toolguard.gate.texts import code_of
from toolguard.services.interface import ClientEntry, ClientFile, InstalledClient, RouteSelection
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.folded_section import FoldedSection
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import grid_box, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, separator

ROUTABLE_STATES = ("unguarded", "changed")
"""States of entries that can be guarded."""
STATES: dict[str, tuple[Any, str, str]] = {
    "guarded": (QT_TRANSLATE_NOOP("ClientServers", "guarded"), "ok", "ok"),
    "allowed": (QT_TRANSLATE_NOOP("ClientServers", "over HTTP"), "quiet", "key"),
    "unguarded": (QT_TRANSLATE_NOOP("ClientServers", "not guarded"), "caution", "caution"),
    "changed": (QT_TRANSLATE_NOOP("ClientServers", "changed by another program, not guarded"), "danger", "danger"),
    "unguardable": (QT_TRANSLATE_NOOP("ClientServers", "can't be guarded"), "text", "unseen"),
    "unreadable": (QT_TRANSLATE_NOOP("ClientServers", "can't be read"), "danger", "unknown"),
}
"""Name, colour and icon of each state."""
_CHANGED: Any = QT_TRANSLATE_NOOP("ClientServers", "changed")
UNCHANGEABLE_PARTS: dict[str, Any] = {
    "clients.limit_connectors": QT_TRANSLATE_NOOP("Coverage", "Connectors"),
    "clients.limit_extensions": QT_TRANSLATE_NOOP("Coverage", "Servers added by extensions"),
    "clients.limit_bundles": QT_TRANSLATE_NOOP("Coverage", "Bundles"),
    "clients.limit_plugins": QT_TRANSLATE_NOOP("Coverage", "Plugins"),
    "clients.limit_in_program": QT_TRANSLATE_NOOP("Coverage", "Servers kept in the program"),
    "clients.limit_sent_lists": QT_TRANSLATE_NOOP("Coverage", "Organization-managed servers"),
    "clients.limit_built_in": QT_TRANSLATE_NOOP("Coverage", "Built-in tools"),
}
"""Parts of a client that are in no file that ToolGuard changes: the reason's code and its name."""
UNGUARDABLE: Any = QT_TRANSLATE_NOOP("Coverage", "Can't be guarded")
"""The name of these parts together."""
_OTHER: Any = QT_TRANSLATE_NOOP("Coverage", "Other limits")


def state_text(state: str) -> str:
    """Return the state as a phrase of a sentence."""
    return QCoreApplication.translate("ClientServers", STATES[state][0])


def short_text(state: str) -> str:
    """Return the state in a word where there is little space."""
    return QCoreApplication.translate("ClientServers", _CHANGED) if state == "changed" else state_text(state)


def part_name(limit: str) -> str:
    """Return what part of a client ToolGuard cannot change, by the code of ``limit``."""
    name = UNCHANGEABLE_PARTS.get(code_of(limit), _OTHER)
    return QCoreApplication.translate("Coverage", name)


def entries(client: InstalledClient) -> list[ClientEntry]:
    """Return the entries of all of a client's files, file by file."""
    return [entry for file in client["files"] for entry in file["servers"]]


def count_open(clients: Iterable[InstalledClient]) -> int:
    """Return how many entries of the clients can be guarded and are not."""
    return sum(entry["state"] in ROUTABLE_STATES for client in clients for entry in entries(client))


def unguarded_text(client: InstalledClient | None) -> str:
    """Return how many servers of a client can be guarded and are not; "" if there are none."""
    count = count_open([client]) if client is not None else 0
    return QCoreApplication.translate("ClientServers", "%n servers not guarded", None, count) if count else ""


class EntryRow(QObject):
    """One entry: its name, its state, a button that changes the state, its command line or URL."""

    def __init__(self, entry: ClientEntry, *, writable: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.is_open = writable and entry["state"] in ROUTABLE_STATES
        """Whether it can be guarded and is not."""
        self.is_guarded = entry["state"] == "guarded"
        self._name = untrusted_text.shortened(entry["name"], 80)
        verb, spoken = (
            (self.tr("Stop guarding…"), self.tr("Stop guarding {0}"))
            if self.is_guarded
            else (self.tr("Guard…"), self.tr("Guard {0}"))
        )
        self.button = push_button(verb, name=spoken.format(self._name), kind="link" if self.is_guarded else "")

    def place(self, grid: QGridLayout) -> None:
        """Add the widgets below those of the other rows, so that states and buttons are aligned."""
        state, row = self.entry["state"], grid.rowCount()
        _, tone, icon = STATES[state]
        grid.addWidget(label(self._name, strong=True, wrap=True), row, 0)
        grid.addWidget(IconLabel(icon, tone, size=16), row, 1)
        word = label(short_text(state), tone=tone)
        word.setAccessibleName(self.tr("{0}: {1}").format(self._name, state_text(state)))
        grid.addWidget(word, row, 2)
        if self.is_open or self.is_guarded:
            grid.addWidget(self.button, row, 3, Qt.AlignmentFlag.AlignRight)
        more: list[QWidget] = []
        if short_text(state) != state_text(state):
            more.append(label(state_text(state), tone=tone, factor=theme.SMALL, wrap=True))
        if self.entry["launch"]:
            launch = TextLabel(mono=True, command=True, factor=theme.SMALL, tone="quiet")
            launch.setAccessibleName(self.tr("Command or URL of {0}").format(self._name))
            launch.set_text(untrusted_text.shortened(self.entry["launch"], 600))
            more.append(launch)
        if self.entry["reason"]:
            reason = core_translation.local(self.entry["reason"])
            more.append(label(reason, tone="quiet", factor=theme.SMALL, wrap=True))
        for widget in more:
            grid.addWidget(widget, grid.rowCount(), 0, 1, 4)
        grid.setRowMinimumHeight(grid.rowCount(), theme.SPACE)


class _FileBox(QWidget):
    """A settings file with its entries; ``guard`` and ``undo`` carry the selection that the person wants to review."""

    guard = Signal(object)
    undo = Signal(object)

    def __init__(self, client: InstalledClient, file: ClientFile) -> None:
        super().__init__()
        self.file = file
        self._client = client["client"]
        path = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Settings file"))
        path.set_text(untrusted_text.shortened(file["path"], 400))
        self.rows = [EntryRow(entry, writable=not file["read_only"], parent=self) for entry in file["servers"]]
        column = vbox(path, parent=self, spacing=theme.SPACE * 3)
        error = core_translation.local(file["error"]) if file["error"] else ""
        if not error and not file["servers"]:
            error = self.tr("No MCP servers in this file.")
        if not error and file["read_only"]:
            error = self.tr("This file is read-only. ToolGuard can't change it.")
        if error:
            column.addWidget(label(error, tone="danger" if file["error"] else "quiet", wrap=True))
        unguarded, guarded = [row for row in self.rows if row.is_open], [row for row in self.rows if row.is_guarded]
        grid = grid_box(gaps=(theme.SPACE * 2, theme.SPACE), grows=0)
        for row in self.rows:
            row.place(grid)
        column.addLayout(grid)
        buttons = hbox()
        for rows, requested, text in (
            (unguarded, self.guard, self.tr("Guard %n servers…", "", len(unguarded))),
            (guarded, self.undo, self.tr("Stop guarding %n servers…", "", len(guarded))),
        ):
            for row in rows:
                self._offer(row.button, requested, [row.entry["name"]])
            if len(rows) > 1:
                button = push_button(text)
                button.setProperty("kind", "link" if rows is guarded else "")  # does the opposite of the other one
                self._offer(button, requested, [row.entry["name"] for row in rows])
                buttons.addWidget(button)
        buttons.addStretch(1)
        column.addLayout(buttons)

    def _offer(self, button: QPushButton, requested: SignalInstance, names: list[str]) -> None:
        selection = RouteSelection(clients=[self._client], files=[self.file["path"]], names=names)
        button.clicked.connect(lambda: requested.emit(selection))


class ClientServers(QWidget):
    """``guard`` and ``undo`` carry a selection to review, ``bundle`` a server for which a bundle is wanted."""

    guard = Signal(object)
    undo = Signal(object)
    bundle = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown: InstalledClient | None = None
        self._servers: list[str] = []
        self.save: QPushButton | None = None
        self.boxes: list[_FileBox] = []
        self._column = vbox(parent=self, spacing=theme.SPACE * 4)

    def show_client(self, client: InstalledClient | None) -> None:
        """Show the files of a client. Nothing is rebuilt while they do not change."""
        if client == self._shown:
            return
        self._shown = client
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes = []
        self.save = None
        if client is None:
            return
        for number, file in enumerate(client["files"]):
            if number:
                self._column.addWidget(separator())
            box = _FileBox(client, file)
            box.guard.connect(self.guard)
            box.undo.connect(self.undo)
            self.boxes.append(box)
            self._column.addWidget(box)
        if not client["files"]:
            self._column.addWidget(label(self.tr("No settings file with MCP servers found."), tone="quiet", wrap=True))
        if client["limits"]:
            self._column.addWidget(self._limits(client["limits"]))
        if client["installs_bundles"]:
            self._add_bundle_button()

    def _limits(self, limits: list[str]) -> FoldedSection:
        """Return what cannot be guarded: its names on one line, and the sentences when it is opened."""
        body = QWidget()
        column = vbox(parent=body)
        for limit in limits:
            column.addWidget(label(core_translation.local(limit), factor=theme.SMALL, wrap=True))
        section = FoldedSection(QCoreApplication.translate("Coverage", UNGUARDABLE), body)
        section.summarize(
            core_translation.join_list(dict.fromkeys(map(part_name, limits))), tone=STATES["unguardable"][1]
        )
        return section

    def _add_bundle_button(self) -> None:
        """Add the button that saves a bundle, which the client installs instead of an entry in its settings."""
        text = self.tr(
            "To use a server of ToolGuard as an extension, save a bundle and open it in the client. It works on this "
            "computer only."
        )
        self.save = push_button(self.tr("Save bundle"), name=self.tr("Save a bundle for a server"))
        self.save.setMenu(QMenu(self.save))
        part = QWidget()
        hbox(
            self.save, (label(text, tone="quiet", factor=theme.SMALL, wrap=True), 1),
            parent=part, spacing=theme.SPACE * 3,
        )  # fmt: skip
        self._column.addWidget(part)
        self.know_servers(self._servers)

    def know_servers(self, names: list[str]) -> None:
        """Offer bundles for these servers of ToolGuard."""
        self._servers = names
        if self.save is None:
            return
        menu = self.save.menu()
        if [action.text() for action in menu.actions()] == names and names:
            return  # the menu may be open
        menu.clear()
        for name in names:
            action = QAction(name, menu)
            action.triggered.connect(lambda _=False, name=name: self.bundle.emit(name))
            menu.addAction(action)
        self.save.setEnabled(bool(names))
