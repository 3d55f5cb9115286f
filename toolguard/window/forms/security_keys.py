"""The security keys on the page Settings: list, register and remove them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from toolguard.services.interface import RefusedError, SecurityKeyEntry
from toolguard.services.runtime.requests import Request
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import STRETCH, grid_box, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import enable_unless, label, show_text


class SecurityKeysForm(QWidget):
    """A row for each key, and a form below to register another one."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._registering: asyncio.Future[Any] | None = None
        self._grid = grid_box(gaps=(theme.SPACE * 4, theme.SPACE * 2), grows=1)
        self._rows: list[tuple[QLabel, QLabel, QPushButton]] = []
        self.none = label(self.tr("No security keys registered."), tone="quiet")
        self.unused = label(self.tr("Not used: another authentication method is set."), tone="caution", wrap=True)
        self._is_used = True
        self.name = QLineEdit(placeholderText=self.tr("Name, for example “blue”"))
        self.name.setAccessibleName(self.tr("Name of the new security key"))
        self.name.setMaxLength(64)
        self.name.setFixedWidth(220)
        self.name.textChanged.connect(self._refresh)
        self.register = push_button(clicked=self._press)
        adding = hbox(self.name, self.register, STRETCH)
        self.status_label = label(tone="quiet", wrap=True)
        self.complaint = label(tone="danger", wrap=True)
        text = self.tr("FIDO2 keys that you plug in and touch. Register a second one in case you lose the first.")
        vbox(
            vbox(label(self.tr("Security keys")), label(text, tone="quiet", wrap=True), spacing=theme.SPACE // 2),
            self.none, self.unused, self._grid, adding, self.status_label, self.complaint,
            parent=self,
        )  # fmt: skip
        self.show_keys([])
        self._show_status()

    def request(self) -> None:
        """Read the registered keys, and show them when they arrive."""
        self._context.core_link.spawn(self._order(lambda core: core.security_keys.all()))

    def show_keys(self, keys: Sequence[SecurityKeyEntry]) -> None:
        """Show these keys: ``name``, ``added`` and ``used`` in seconds since the epoch."""
        self._keys = keys
        self.none.setVisible(not keys)
        self.unused.setVisible(bool(keys) and not self._is_used)
        while len(self._rows) < len(keys):
            self._add_row()
        for index, (name, used, remove) in enumerate(self._rows):
            for widget in (name, used, remove):
                widget.setVisible(index < len(keys))
            if index < len(keys):
                key = keys[index]
                name.setText(untrusted_text.visible(key["name"]))
                last = self.tr("last used {0}").format(time_format.past(key["used"]))
                used.setText(last if key["used"] else self.tr("never used"))
                used.setToolTip(untrusted_text.as_tool_tip(time_format.exact(key["used"])) if key["used"] else "")
                remove.setProperty("key", key["name"])
                remove.setAccessibleName(self.tr("Remove the security key {0}").format(name.text()))

    def show_use(self, *, used: bool) -> None:
        """Say if the registered keys are not what a person authenticates with."""
        self._is_used = used
        self.show_keys(self._keys)

    def _add_row(self) -> None:
        index = len(self._rows)
        row = (label(), label(tone="quiet"), push_button(self.tr("Remove")))
        row[2].clicked.connect(lambda: self._remove(str(row[2].property("key"))))
        for column, widget in enumerate(row):
            self._grid.addWidget(widget, index, column)
        self._rows.append(row)

    # Orders

    def _press(self) -> None:
        if self._registering is not None:
            self._registering.cancel()
            return
        self._registering = self._context.core_link.spawn(self._register(self.name.text().strip()))
        self._show_status(self.tr("Plug in the key and touch it when it blinks."))

    async def _register(self, name: str) -> None:
        try:
            if await self._order(lambda core: core.security_keys.register(name)):
                self.name.clear()
        finally:
            self._registering = None
            self._show_status()

    def _remove(self, name: str) -> None:
        self._context.core_link.spawn(self._order(lambda core: core.security_keys.remove(name)))

    async def _order(self, request: Request[list[SecurityKeyEntry]]) -> bool:
        """Run an order that returns the keys; if it was refused, show why and return False."""
        self._complain("")
        try:
            self.show_keys(await self._context.core_link.run(request))
        except RefusedError as why:
            self._complain(core_translation.local(str(why)))
            return False
        return True

    def _complain(self, why: str) -> None:
        show_text(self.complaint, why)

    def _show_status(self, text: str = "") -> None:
        show_text(self.status_label, text)
        self.register.setText(self.tr("Cancel") if text else self.tr("Register"))
        self.register.setAccessibleName(self.tr("Cancel registration") if text else self.tr("Register security key"))
        self._refresh()

    def _refresh(self) -> None:
        self.name.setEnabled(self._registering is None)
        is_ready = self._registering is not None or bool(self.name.text().strip())
        enable_unless(self.register, "" if is_ready else self.tr("Enter a name."))
