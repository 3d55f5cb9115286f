"""A new client's token, shown once to be copied, with the URLs of its servers. Closing the view clears it."""

from __future__ import annotations

import json

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from toolguard.services.interface import AddedClient, ClientUrls
from toolguard.window import core_translation, theme
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import grid_box, hbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, name_choice


class CopyableText(QWidget):
    """A text for programs, shown completely, with a button that copies it."""

    copied = Signal(str)

    def __init__(self, name: str, copy: str, *, kind: str = "") -> None:
        super().__init__()
        self._text = ""
        self._name = name
        self.text_label = TextLabel(mono=True, factor=theme.SMALL, name=name)
        tone = "on_accent" if kind else "text"
        self.button = push_button(self.tr("Copy"), name=copy, kind=kind, icon="copy", tone=tone, clicked=self._copy)
        hbox((self.text_label, 1), self.button, parent=self, spacing=theme.SPACE * 3)

    def show_text(self, text: str) -> None:
        """Replace the text that is shown and copied."""
        self._text = text
        self.text_label.set_text(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copied.emit(self._name)


class ClientToken(QWidget):
    """Shows the result of ``client.add`` until it is closed."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._added_client: AddedClient | None = None
        self.title = TextLabel(factor=theme.LARGE, name=self.tr("New client"))
        self.trouble = WarningBox(tone="danger")
        self.once = WarningBox()
        self.server = QComboBox()
        name_choice(self.server, self.tr("Server"))
        self.token = CopyableText(self.tr("Token"), self.tr("Copy token"), kind="run")
        self.url = CopyableText(self.tr("URL"), self.tr("Copy URL"))
        self.whole = CopyableText(self.tr("URL with token"), self.tr("Copy URL with token"))
        self.otc = CopyableText(self.tr("URL for Open Tool Calling"), self.tr("Copy URL for Open Tool Calling"))
        self.settings = push_button(self.tr("Copy client configuration"))
        self.settings.setToolTip(self.tr("JSON for clients that list servers under “mcpServers”."))
        self.settings.setAccessibleDescription(self.settings.toolTip())
        self.done = push_button(self.tr("Done"))
        self.status_label = label(tone="quiet", wrap=True)
        self.empty_label = label(
            self.tr("No servers yet. Add one on the Servers page to see its URL here."),
            tone="quiet", wrap=True,
        )  # fmt: skip
        self._lay_out()
        self.server.currentIndexChanged.connect(self._show)
        self.settings.clicked.connect(self._copy_settings)
        self.done.clicked.connect(self.closed)
        for text in (self.token, self.url, self.whole, self.otc):
            text.copied.connect(self._show_copied)

    def _lay_out(self) -> None:
        grid = grid_box(gaps=(theme.SPACE * 4, theme.SPACE * 4), grows=1)
        self._heads: dict[QWidget, QLabel] = {}
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Server"), self.server), (self.tr("URL"), self.url), (self.tr("URL with token"), self.whole),
            (self.tr("Open Tool Calling"), self.otc),
        )  # fmt: skip
        for row, (text, field) in enumerate(rows):
            head = label(text, tone="quiet")
            self._heads[field] = head
            grid.addWidget(head, row, 0)
            grid.addWidget(field, row, 1)
        text = self.tr(
            "Give the client the URL, and the token as a bearer token in the “Authorization” header. Use the URL "
            "with token only for clients that can't set headers."
        )
        self._how = label(text, tone="quiet", wrap=True)
        body = DetailScrollArea(grid, self._how, self.empty_label)
        below = (self.trouble, self.once, self.token, self.status_label)
        lay_out_form(self, self.title, (self.settings, self.done), body, below=below)

    def show_made(self, made: AddedClient) -> None:
        """Show the new client, and set the focus to the button that copies the token."""
        self._added_client = made
        self.title.set_text(("strong", self.tr("{0} added").format(untrusted_text.shortened(made["name"], 64))))
        self.trouble.show_sentences(
            [untrusted_text.shortened(core_translation.local(made["trouble"]), 600)] if made["trouble"] else []
        )
        text = self.tr(
            "Copy the token now; it won't be shown again. Any program on this computer that has it can use these "
            "servers."
        )
        self.once.show_sentences([text])
        self.token.show_text(made["token"])
        with QSignalBlocker(self.server):
            self.server.clear()
            several, some = len(made["servers"]) > 1, bool(made["servers"])
            for urls in made["servers"]:
                self.server.addItem(untrusted_text.shortened(urls["server"], 60), urls)
            if several:
                self.server.addItem(self.tr("All servers combined, with tools named server__tool"), made["all"])
        for widget, shown in ((self.server, several), (self.url, some), (self.whole, some)):
            self._set_shown(widget, shown)
        self._how.setVisible(some)
        self.settings.setVisible(some)
        self.empty_label.setVisible(not some)
        self.status_label.setText("")
        self._show()
        self.token.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_shown(self, widget: QWidget, shown: bool) -> None:
        widget.setVisible(shown)
        self._heads[widget].setVisible(shown)

    def _show(self) -> None:
        server = self.server.currentData() or {}
        self._set_shown(self.otc, "otc_url" in server)
        for field, name in ((self.url, "url"), (self.whole, "url_with_token"), (self.otc, "otc_url")):
            field.show_text(server.get(name, ""))

    def _show_copied(self, name: str) -> None:
        self.status_label.setText(self.tr("Copied: {0}.").format(name))

    def _copy_settings(self) -> None:
        if self._added_client is None:
            return
        headers = {"Authorization": f"Bearer {self._added_client['token']}"}
        each: dict[str, ClientUrls] = {urls["server"]: urls for urls in self._added_client["servers"]}
        chosen = each if "server" in self.server.currentData() else {"toolguard": self._added_client["all"]}
        servers = {name: {"url": urls["url"], "headers": headers} for name, urls in chosen.items()}
        text = json.dumps({"mcpServers": servers}, ensure_ascii=False, indent=2)
        QGuiApplication.clipboard().setText(text)
        self._show_copied(self.tr("configuration"))

    def is_in_clipboard(self) -> bool:
        """Whether the token is in the clipboard, where any program can read it."""
        token = self._added_client["token"] if self._added_client is not None else ""
        return bool(token) and token in QGuiApplication.clipboard().text()

    def forget(self) -> None:
        """Drop the token, so that the window no longer contains it."""
        self._added_client = None
        for text in (self.token, self.url, self.whole, self.otc):
            text.show_text("")
