"""The page Settings: all settings with their effect. Changes apply at once and can be undone."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from toolguard import __version__
from toolguard.gate.model import Snapshot
from toolguard.services.interface import RefusedError, SettingEntry
from toolguard.tables import values
from toolguard.tables.settings import PRESENCE, SHIPPING, Setting, SettingGroup, grouped
from toolguard.tables.values import Flag
from toolguard.window import core_translation, theme
from toolguard.window.forms import setting_controls
from toolguard.window.forms.log_shipping import LogShippingStatus
from toolguard.window.forms.security_keys import SecurityKeysForm
from toolguard.window.forms.setting_rows import RowsControl
from toolguard.window.forms.table_text import table_text
from toolguard.window.page import Page, PageContext
from toolguard.window.widgets.frame.page_header import PageHeader
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import ScrollArea
from toolguard.window.widgets.lists.list_search import SearchField
from toolguard.window.widgets.notice import UNDO_DURATION
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.section_index import SectionIndex
from toolguard.window.widgets.text_label import label, pane, separator

_MAX_WIDTH = 720


def _control(row: Setting) -> setting_controls.SettingControl:
    title, about, value = table_text(row.title), table_text(row.about), row.value
    match value:
        case Flag():
            return setting_controls.SwitchControl(title, about)
        case values.Choice():
            return setting_controls.ChoiceControl(
                title, about, [(name, table_text(text)) for name, text in value.labels.items()]
            )
        case values.Number():
            return setting_controls.NumberControl(title, about, value)
        case values.Hours():
            return setting_controls.HoursControl(title, about)
        case values.Path():
            return setting_controls.PathControl(title, about, value)
        case values.Text():
            return setting_controls.TextControl(title, about, value)
        case values.Texts():
            return RowsControl(title, about, value)


class SettingsPage(Page):
    """Groups of settings with their titles beside them; the last change can be undone."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self.rows: dict[str, setting_controls.SettingControl] = {}
        self._groups: list[tuple[QWidget, tuple[str, ...]]] = []
        self._values: dict[str, Any] = {}
        self._defaults: dict[str, Any] = {}
        self._is_requested = False
        ground = pane()
        vbox(ground, parent=self)
        inner = vbox(self._head(), parent=ground, spacing=0)
        self.area = self._scrolled()
        self.index = SectionIndex(self.area)
        self.index.show_sections([*self._sections(), (self.tr("About"), self.about)])
        self.index.opened.connect(self._enter)
        beside = hbox(self.index, (self.area, 1), spacing=0, margins=(theme.SPACE * 2, 0, 0, 0))
        inner.addLayout(beside, 1)
        context.preferences.changed.connect(self._stale)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Settings"))
        self.search = SearchField(self.tr("Search settings"))
        self.search.textChanged.connect(lambda _: self._narrow())
        head.add(self.search)
        return head

    def _scrolled(self) -> QScrollArea:
        body = pane()
        middle = QWidget()
        middle.setMaximumWidth(_MAX_WIDTH)
        column = vbox(parent=middle, spacing=theme.SPACE * 6)
        self.problem = label(tone="danger", wrap=True, shown=False)
        column.addWidget(self.problem)
        for group, rows in grouped().items():
            column.addWidget(self._group(group, rows))
        self.nothing = label(self.tr("No results."), tone="quiet", shown=False)
        column.addWidget(self.nothing)
        self.about = self._about()
        column.addWidget(self.about)
        column.addStretch(1)
        margins = (theme.SPACE * 6, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 8)
        hbox((middle, 100), STRETCH, parent=body, margins=margins)
        return ScrollArea(body)

    def _sections(self) -> Iterator[tuple[str, QWidget]]:
        return zip(
            (table_text(group.title) for group in grouped()), (section for section, _ in self._groups), strict=True
        )

    def _enter(self, section: QWidget) -> None:
        """Set the focus to the first control of a section."""
        first = next((widget for widget in section.findChildren(QWidget) if _is_focusable(widget)), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(first)

    def _group(self, group: SettingGroup, rows: Mapping[str, Setting]) -> QWidget:
        result, column = _titled(table_text(group.title))
        for name, row in rows.items():
            setting = _control(row)
            setting.changed_by_user.connect(lambda value, name=name: self._set_preference(name, value))
            setting.complained.connect(self.notice.dismiss)  # its change is another one than the refused one
            setting.reset.clicked.connect(lambda _=False, name=name: self._set_preference(name, self._defaults[name]))
            setting.hide()  # until the core has returned this setting
            self.rows[name] = setting
            column.addWidget(setting)
        if group is PRESENCE:
            self.keys = SecurityKeysForm(self.context)
            column.addWidget(self.keys)
        if group is SHIPPING:
            self.shipping = LogShippingStatus(self.context)
            column.addWidget(self.shipping)
        self._groups.append((result, tuple(rows)))
        result.hide()
        return result

    def _about(self) -> QWidget:
        result, column = _titled(self.tr("About"))
        folder = Path(self.context.settings.fileName()).parent
        facts = PropertyList()
        facts.show_facts([
            Property(
                self.tr("Version"),
                f"ToolGuard {__version__} · Qt {qVersion()} · Python {platform.python_version()}",
            ),
            Property(self.tr("State folder"), str(folder), mono=True),
        ])  # fmt: skip
        column.addWidget(facts)
        text = self.tr("Contains settings, the log and server files. Secrets are never stored here.")
        column.addWidget(label(text, tone="quiet", wrap=True))
        self.folder = push_button(self.tr("Open folder"))
        self.folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
        column.addWidget(self.folder, 0, Qt.AlignmentFlag.AlignLeft)
        return result

    # Reading

    def set_snapshot(self, _snapshot: Snapshot) -> None:
        if not self._is_requested:
            self._is_requested = True
            self.context.core_link.spawn(self._read())

    def _stale(self) -> None:
        """A setting was changed elsewhere: read again, now or when the page is shown."""
        if self.context.preferences.has(self._values):
            return  # it was this page
        self._is_requested = False
        if self.isVisible():
            self.set_snapshot(Snapshot())

    async def _read(self) -> None:
        try:
            rows = await self.context.core_link.run(lambda core: core.settings.all())
        except RefusedError as why:
            self.problem.setText(self.tr("Can't read the settings. {0}").format(core_translation.local(str(why))))
            self.problem.show()
            return
        self.problem.hide()
        self._fill(rows)
        self.keys.request()
        self.shipping.request()
        self.context.core_link.spawn(self._read_secrets())

    async def _read_secrets(self) -> None:
        """Read the names of the secrets that values of settings can use."""
        secrets = await self.context.core_link.run(lambda core: core.secrets.all())
        for setting in self.rows.values():
            if isinstance(setting, RowsControl):
                setting.know_secrets([secret["name"] for secret in secrets])

    def _fill(self, rows: list[SettingEntry]) -> None:
        self._values = {row["name"]: row["value"] for row in rows}
        self._defaults = {row["name"]: row["default"] for row in rows}
        for row in rows:
            if row["name"] in self.rows:
                self.rows[row["name"]].lock(self.tr("Set by your organization.") if row["fixed"] else "")
        for name, setting in self.rows.items():
            if name in self._values:
                value = self._values[name]
                setting.show_value(_localized(name, value))
                setting.show_default(_localized(name, self._defaults[name]))
        self.keys.show_use(used=self._values.get("presence_by") == "security_key")
        self._narrow()
        self.context.preferences.update(self._values)

    def _narrow(self) -> None:
        """Show only the settings whose title, description or name contain every word of the search."""
        words = self.search.text().casefold().split()
        for name, setting in self.rows.items():
            text = " ".join((setting.title, setting.text_label.text(), name)).casefold()
            setting.setVisible(name in self._values and all(word in text for word in words))
        for result, names in self._groups:
            result.setVisible(any(not self.rows[name].isHidden() for name in names))
        self.keys.setVisible(not words)
        self.about.setVisible(not words)
        no_results = bool(words) and all(result.isHidden() for result, _ in self._groups)
        self.nothing.setVisible(no_results)
        self.index.narrow()

    # Orders

    def _set_preference(self, name: str, value: Any) -> None:
        self.context.core_link.spawn(self._change(name, value, before=self._values.get(name)))

    async def _change(self, name: str, value: Any, *, before: Any, back: bool = False) -> None:
        setting = self.rows[name]
        try:
            rows = await self.context.core_link.run(lambda core: core.settings.change(name, value))
        except RefusedError as why:
            if name.startswith("presence"):  # a protection must not look as if it were on
                setting.fill(before)
            setting.complain(self.tr("Not changed: {0}").format(core_translation.local(str(why))))
            return
        text = (self.tr("Restored “{0}”.") if back else self.tr("Changed “{0}”.")).format(setting.title)
        if (old := setting.value_text(before)) and not back:
            text = self.tr("Changed “{0}” from {1} to {2}.").format(setting.title, old, setting.value_text(value))
        undo = None if back else (lambda: self._take_back(name, before))
        self.notice.show_message(text, back=undo, lasts=UNDO_DURATION)
        self._fill(rows)

    def _take_back(self, name: str, before: Any) -> None:
        self.context.core_link.spawn(self._change(name, before, before=self._values.get(name), back=True))

    # Interface of the page

    def open(self, about: str) -> None:
        """Scroll to the setting with that name."""
        self.search.clear()
        setting = self.rows.get(about)
        if setting is not None:
            self.area.ensureWidgetVisible(setting)

    def searches(self) -> Sequence[QLineEdit]:
        return (self.search,)

    def panes(self) -> tuple[QWidget, ...]:
        takes = (widget for row in self.rows.values() for widget in row.findChildren(QWidget))
        first = next((widget for widget in takes if _is_focusable(widget)), None)
        return (self.index, first, self.folder) if first is not None else (self.index, self.folder)


def _localized(name: str, value: Any) -> Any:
    """Return a setting's value for its control; reasons can be the core's own sentences."""
    return list(core_translation.all_local(value)) if name == "reasons" else value


def _is_focusable(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _titled(title: str) -> tuple[QWidget, QVBoxLayout]:
    widget = QWidget()
    column = vbox(label(title, strong=True), parent=widget, spacing=theme.SPACE * 4)
    column.addWidget(separator())
    return widget, column
