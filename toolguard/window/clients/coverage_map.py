"""The map on the page Clients: an icon for each server of each client, and details of the selected cell below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from toolguard.window import core_translation, theme
from toolguard.window.clients.client_servers import ROUTABLE_STATES, STATES
from toolguard.window.clients.coverage import Coverage, CoverageCell, CoverageEntry, CoverageState
from toolguard.window.clients.coverage_table import CoverageTable
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.layout.flow_layout import FlowLayout
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, pane, separator, tint

_DETAIL_HEIGHTS = 108, 144  # minimum and maximum pixels of the details; more of them scroll
_ICON_SIZE = 16
translate = QCoreApplication.translate

_COUNTS: dict[CoverageState, Callable[[int], str]] = {
    "unguarded": lambda count: translate("CoverageLegend", "%Ln servers not guarded", None, count),
    "changed": lambda count: translate("CoverageLegend", "%Ln servers changed", None, count),
    "guarded": lambda count: translate("CoverageLegend", "%Ln servers guarded", None, count),
    "allowed": lambda count: translate("CoverageLegend", "%Ln servers over HTTP", None, count),
    "unreadable": lambda count: translate("CoverageLegend", "%Ln files can't be read", None, count),
}
"""The states in words, with the number and unit of what is in them. What can't be guarded has a row that says so."""


class CoverageLegend(QWidget):
    """Shows what each icon means, and how many servers or files have it."""

    def __init__(self) -> None:
        super().__init__()
        row = FlowLayout(parent=self, gap=theme.SPACE * 4)
        self._parts: dict[CoverageState, tuple[QWidget, QLabel]] = {}
        for state in _COUNTS:
            _, tone, icon = STATES[state]
            part, words = QWidget(), label(factor=theme.SMALL)
            hbox(IconLabel(icon, tone, size=_ICON_SIZE), words, parent=part, spacing=theme.SPACE)
            self._parts[state] = part, words
            row.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_coverage(self, coverage: Coverage) -> None:
        """Count the icons of a map; absent ones are omitted."""
        for state, (part, words) in self._parts.items():
            count, clients = coverage.count(state), coverage.count_clients(state)
            text = _COUNTS[state](count)
            if state in ROUTABLE_STATES and clients > 1:
                text = self.tr("{0} in {1}").format(text, self.tr("%Ln clients", "", clients))
            words.setText(text)
            part.setVisible(count > 0)


class CoverageMap(QWidget):
    """`guard` and `undo` carry the selection to review, `page_requested` the name of the client to show."""

    guard = Signal(object)
    undo = Signal(object)
    page_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.table = CoverageTable()
        self._icon = IconLabel()
        self.title = label(strong=True)
        self.state = label()
        self._shown: CoverageCell | None = None
        self._parts: list[QWidget] = []
        self.run = push_button(self.tr("Guard…"))
        self.stop = push_button(self.tr("Stop guarding…"))
        self.show_client = push_button(self.tr("Show client"))
        self.run.clicked.connect(self._guard)
        self.stop.clicked.connect(self._undo)
        self.show_client.clicked.connect(lambda: self.page_requested.emit(self._shown.title if self._shown else ""))
        self.table.turned.connect(self._show)
        self.table.entered.connect(self._enter)
        self.table.client_chosen.connect(self.page_requested)
        self._lay_out()

    def _lay_out(self) -> None:
        head = hbox(
            self._icon, self.title, self.state, STRETCH, self.run, self.stop, self.show_client,
            margins=(theme.SPACE * 5, theme.SPACE * 3, theme.SPACE * 5, theme.SPACE * 2),
        )  # fmt: skip
        self.body = DetailScrollArea()
        self.body.column.setContentsMargins(theme.SPACE * 5, 0, theme.SPACE * 5, theme.SPACE * 3)
        self.body.column.setSpacing(theme.SPACE * 2)
        self.body.finish()
        self.below = pane()
        vbox(separator(), head, (self.body, 1), parent=self.below, spacing=0)
        vbox((self.table, 1), self.below, parent=self, spacing=0)
        self.table.fitted.connect(self._share_height)
        self._share_height()
        self._show()

    def _share_height(self) -> None:
        """Leave the details what the table does not need for whole rows."""
        least, most = _DETAIL_HEIGHTS
        left = self.height() - self.table.whole_rows(self.height() - least)
        self.below.setFixedHeight(max(least, min(most, left)))

    def show_coverage(self, coverage: Coverage) -> None:
        """Show newer data; the selection stays if it still exists."""
        self.table.show_coverage(coverage)
        self._show()

    def _show(self) -> None:
        cell = self.table.place()
        if cell == self._shown and cell is not None:
            return
        self._shown = cell
        for part in self._parts:
            discard(self.body.column, part)
        self._parts = []
        index = self.table.currentIndex()
        coverage = self.table.map.coverage
        client = coverage.clients[index.column()] if index.isValid() else ""
        name = coverage.rows[index.row()].title if index.isValid() else ""
        server, owner = untrusted_text.shortened(name, 60), untrusted_text.shortened(client, 40)
        self.title.setText(self.tr("{0} in {1}").format(server, owner) if client else "")
        self.state.setText(self.table.map.cell_text(index.row(), index.column()) if client else "")
        self.run.setVisible(cell is not None and cell.unguarded() is not None)
        self.run.setAccessibleName(self.tr("Guard {0} in {1}").format(server, owner))
        self.stop.setVisible(cell is not None and cell.guarded() is not None)
        self.stop.setAccessibleName(self.tr("Stop guarding {0} in {1}").format(server, owner))
        self.show_client.setVisible(bool(client))
        self.show_client.setAccessibleName(self.tr("Show client {0}").format(owner))
        if cell is not None and cell.state == "unguardable":
            self._append(label(self.tr("ToolGuard does not see these calls."), wrap=True))
        for entry in cell.entries if cell else ():
            self._add(entry, server, owner)
        _, tone, icon = STATES[cell.state] if cell else ("", "quiet", "")
        self._icon.show_icon(icon, tone)
        tint(self.state, tone)

    def _add(self, entry: CoverageEntry, server: str, owner: str) -> None:
        part = QWidget()
        column = vbox(parent=part, spacing=theme.SPACE)
        if entry.launch:
            launch = TextLabel(
                mono=True, command=True, factor=theme.SMALL, name=self.tr("Command or URL of {0}").format(server)
            )
            launch.set_text(untrusted_text.shortened(entry.launch, 600))
            column.addWidget(launch)
        if entry.state == "guarded":
            text = self.tr("{client} starts {server} through ToolGuard.")
            names = {"client": owner, "server": untrusted_text.shortened(entry.server) or server}
            started = core_translation.fill_in(text, **names)
            column.addWidget(
                label(started if entry.path else self.tr("Connects through ToolGuard."), tone="quiet", wrap=True)
            )
        if entry.state == "allowed":
            text = self.tr("Its token is valid for this server. It isn't connected now.")
            column.addWidget(label(text, tone="quiet", wrap=True))
        if entry.reason:
            reason = untrusted_text.visible(core_translation.local(entry.reason), lines=True)
            column.addWidget(label(reason, tone="danger" if entry.state == "unreadable" else "quiet", wrap=True))
        if entry.path and not entry.is_writable and entry.state in ("unguarded", "changed"):
            column.addWidget(
                label(self.tr("This file is read-only. ToolGuard can't change it."), tone="quiet", wrap=True)
            )
        if entry.path:
            where = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Settings file"))
            where.set_text(untrusted_text.shortened(entry.path, 400))
            column.addWidget(where)
        self._append(part)

    def _append(self, part: QWidget) -> None:
        self._parts.append(part)
        self.body.column.insertWidget(self.body.column.count() - 1, part)

    def _enter(self) -> None:
        """Set the focus to the first action for the cell."""
        button = next((button for button in (self.run, self.stop, self.show_client) if button.isVisible()), None)
        if button is not None:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _guard(self) -> None:
        if self._shown is not None and (selection := self._shown.unguarded()) is not None:
            self.guard.emit(selection)

    def _undo(self) -> None:
        if self._shown is not None and (selection := self._shown.guarded()) is not None:
            self.undo.emit(selection)
