"""How chat clients use a server: which ones do, and the entry for each client, ready to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QComboBox

from toolguard.services.interface import ClientSnippet, RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.widgets.layout.boxes import add_items, hbox
from toolguard.window.widgets.layout.fitted_text import FittedText
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, name_choice

_MAX_LINES = 40


class ServerUse(DetailScrollArea):
    """``guard``: ToolGuard should change the clients' files instead."""

    guard = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._name = ""
        self._entries: dict[str, ClientSnippet] = {}
        self.users = label(wrap=True)
        self.about = label(
            self.tr("To use this server in a chat client, add this entry to the client's settings:"), wrap=True
        )
        self.choice = QComboBox()
        name_choice(self.choice, self.tr("Chat client"))
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        self.where = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Settings file"))
        self.text = FittedText(max_lines=_MAX_LINES)
        self.text.setProperty("kind", "values")
        self.text.setFont(theme.mono())
        self.text.setReadOnly(True)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setAccessibleName(self.tr("Chat client entry"))
        self.copy = push_button(self.tr("Copy entry"), icon="copy", tone="text", clicked=self._copy)
        self.copied = label(tone="quiet", wrap=True)
        self.hint = label(tone="quiet", wrap=True)
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.instead = push_button(
            self.tr("Set up chat clients"), kind="link",
            tip=self.tr("Let ToolGuard change the settings of your clients"), clicked=self.guard,
        )  # fmt: skip
        self._lay_out()

    def _lay_out(self) -> None:
        choosing = hbox(self.choice, self.copy, (self.copied, 1), spacing=theme.SPACE * 3)
        self.column.setSpacing(theme.SPACE * 3)
        add_items(
            self.column, self.users, self.error_label, self.about, choosing, self.where, self.text, self.hint,
            self.instead,
        )  # fmt: skip
        self.finish()

    def show_server(self, name: str, users: Sequence[str] | None) -> None:
        """Show a server and the clients that use it; None if unknown."""
        self.users.setVisible(users is not None)
        named = core_translation.join_list(untrusted_text.shortened(user, 60) for user in users or ())
        nobody = self.tr("No chat client uses this server yet.")
        self.users.setText(self.tr("Used by {0}.").format(named) if named else nobody)
        if name != self._name:
            self._name = name
            self._entries = {}
            self._show()
            self._context.core_link.spawn(self._read_snippet(name))

    async def _read_snippet(self, name: str) -> None:
        try:
            snippet = await self._context.core_link.run(lambda core: core.clients.snippet(name))
        except (RefusedError, OSError) as why:
            self.error_label.setText(untrusted_text.visible(core_translation.local(str(why))))
            self.error_label.show()
            return
        if name != self._name:
            return
        self.error_label.hide()
        chosen = self.choice.currentData()
        self._entries = {client["client"]: client for client in snippet["clients"]}
        with QSignalBlocker(self.choice):
            self.choice.clear()
            for index, client in enumerate(snippet["clients"]):
                if index and not client["installed"] and snippet["clients"][index - 1]["installed"]:
                    self.choice.insertSeparator(self.choice.count())
                self.choice.addItem(client["title"], client["client"])
            self.choice.setCurrentIndex(max(0, self.choice.findData(chosen) if chosen else 0))
        self._show()

    def _show(self) -> None:
        entry = self._entries.get(self.choice.currentData() or "")
        self.copied.setText("")
        for widget in (self.about, self.choice, self.text, self.copy, self.hint):
            widget.setVisible(entry is not None)
        self.where.setVisible(entry is not None and bool(entry["path"]))
        if entry is None:
            return
        self.where.set_text(untrusted_text.visible(entry["path"]))
        self.text.setPlainText(untrusted_text.visible(entry["text"].rstrip("\n"), lines=True))
        self.text.fit()
        self.copy.setAccessibleName(self.tr("Copy entry for {0}").format(entry["title"]))
        hints = {
            "restart": self.tr("Keep the other servers in the file. Then restart {0}."),
            "automatic": self.tr("Keep the other servers in the file. {0} notices the change."),
            "command": self.tr("Keep the other servers in the file. Then reload the MCP servers in {0}."),
        }
        paste = self.tr("Paste this into the MCP settings of {0}.")
        self.hint.setText((hints[entry["reload"]] if entry["path"] else paste).format(entry["title"]))

    def _copy(self) -> None:
        entry = self._entries.get(self.choice.currentData() or "")
        if entry is not None:
            QGuiApplication.clipboard().setText(entry["text"])
            self.copied.setText(self.tr("Copied"))
