"""Servers from pasted text: a command line, a URL, or a chat client's settings with several servers."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from toolguard.services.interface import FoundServer, RefusedError, value_of
from toolguard.window import core_translation, theme
from toolguard.window.forms.fields import MultilineEdit
from toolguard.window.forms.file_choice import FileChoice
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.servers.server_saving import SaveResult, SecretToKeep, save
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import (
    TextLabel,
    as_example,
    enable_unless,
    label,
    name_choice,
    show_text,
    tint,
)

BUNDLE_SUFFIXES = (".mcpb", ".dxt")
"""Suffixes of bundles."""
_PARSE_DELAY_MS = 350  # milliseconds without a key press until pasted text is parsed
_MAX_TEXT_LENGTH = 8_000_000
_BESIDE_BOX = 26
"""Pixels from the left edge of a check box to its text in the style sheet."""
_EXAMPLES = "npx -y @modelcontextprotocol/server-filesystem ~/notes\nA=b uvx mcp-server-git\nhttps://example.org/mcp"


class PastedServerRow(QWidget):
    """One parsed server: whether to add it, its launch, and warnings."""

    edit = Signal(object)

    def __init__(self, server: FoundServer) -> None:
        super().__init__()
        self.found = server
        self._doubts = [_note_text(doubt) for doubt in server["doubts"]]
        self._doubts += untrusted_text.doubts_of_address(str(server["server"].get("url", "")))
        missing = core_translation.join_list(suspect["secret"] for suspect in server["suspects"] if suspect["missing"])
        text = self.tr("No value found. Add it on the Credentials page: {0}.").format(missing)
        self._lacks = [text] if missing else []
        name = server["name"]
        own = any("ToolGuard itself" in note for note in server["notes"])
        self.take = QCheckBox(name)
        self.take.setFont(theme.sized(1, weight=QFont.Weight.DemiBold))
        self.take.setAccessibleName(self.tr("Add {0}").format(name))
        self.to_be_added = not (server["same_as"] or own or self._doubts)
        self.take.setChecked(self.to_be_added)
        self.edit_button = push_button(
            self.tr("Edit…"), name=self.tr("Edit {0} before adding").format(name), kind="link",
            clicked=lambda: self.edit.emit({**server, "tools": self.tools()}),
        )  # fmt: skip
        launch = TextLabel(
            mono=True, command=True, factor=theme.SMALL, name=self.tr("Command or URL of {0}").format(name)
        )
        launch.set_text(server["launch"])
        self.result_label = label(wrap=True, shown=False)
        self.all_tools = QCheckBox(self.tr("Make all tools visible"))
        self.all_tools.setAccessibleName(self.tr("Make all tools of {0} visible").format(name))
        self.all_tools.setVisible(server["tools"] == [])
        self.agent_label = label(self.tr("for agent {0}").format(server["agent"]), tone="quiet")
        self.agent_label.setVisible(bool(server["agent"]))
        row = hbox(self.take, self.agent_label, STRETCH, self.edit_button)
        cautions = (*self._doubts, *self._lacks)
        notes = (
            label(text, tone="caution" if text in cautions else "quiet", factor=theme.SMALL, wrap=True)
            for text in self._notes(server)
        )
        details = vbox(
            launch, *notes, self.all_tools, self.result_label, spacing=theme.SPACE, margins=(_BESIDE_BOX, 0, 0, 0)
        )
        vbox(row, details, parent=self, spacing=theme.SPACE)

    def tools(self) -> list[str] | None:
        """Return the only tools that clients may see; None for all."""
        only: list[str] | None = self.found["tools"]
        return None if self.all_tools.isChecked() else only

    def _notes(self, server: FoundServer) -> list[str]:
        notes = [_note_text(note) for note in server["notes"]]
        if server["same_as"]:
            notes.insert(0, self.tr("Already added as {0}.").format(server["same_as"]))
        secret_names = core_translation.join_list(
            suspect["secret"] for suspect in server["suspects"] if not suspect["missing"]
        )
        if secret_names:
            notes.append(
                self.tr("Will be stored in your keyring: {0}.").format(untrusted_text.shortened(secret_names, 200))
            )
        return [*notes, *self._lacks, *(doubt for doubt in self._doubts if doubt not in notes)]

    def show_result(self, text: str, tone: str) -> None:
        """Show whether the server was added, in the colour ``tone``."""
        tint(self.result_label, tone)
        self.result_label.setText(text)
        self.result_label.show()


def _note_text(note: str) -> str:
    return untrusted_text.shortened(core_translation.local(note), 400)


class _ImportText(MultilineEdit):
    """Leaves dropped files to the window, which reads them; a text edit would insert their URLs."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)


class ServerPaste(QWidget):
    """Parses while the person types; several servers are added at once, one can be edited first."""

    edit = Signal(object)
    """The person wants to edit one parsed server in the form."""
    added = Signal(list, list)
    """The names of the added servers, and of the secrets that were stored with them."""
    bundle = Signal(object)
    """The path of a bundle that the person selected."""
    closed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._secrets: list[str] = []
        self.rows: list[PastedServerRow] = []
        self.text = _ImportText(mono=True, most=10)
        self.text.setAccessibleName(self.tr("Text to import"))
        self.text.setPlaceholderText(as_example(_EXAMPLES))
        self.status_label = label(tone="danger", wrap=True, shown=False)
        self.add = push_button(self.tr("Add"), kind="run", clicked=lambda: context.core_link.spawn(self._add()))
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel import"), clicked=self.closed)
        self.unsaved = UnsavedInput(self, self.cancel, self.text.toPlainText)
        self.agents = QComboBox()
        self.agents.setMaximumWidth(theme.SPACE * 90)
        name_choice(self.agents, self.tr("Agent to import from"))
        self.agents.currentIndexChanged.connect(self._choose_agent)
        self.agent_row = QWidget()
        hbox(label(self.tr("Agent"), strong=True), self.agents, STRETCH, parent=self.agent_row)
        self.agent_row.hide()
        self.file = FileChoice(context, self.tr("Open file…"), _MAX_TEXT_LENGTH, passes=BUNDLE_SUFFIXES)
        self.file.path_chosen.connect(self.bundle)
        self.file.setAccessibleName(self.tr("Open file with servers"))
        self.file.chosen.connect(self._take_text)
        self.file.refused.connect(lambda why: self.show_status(untrusted_text.visible(why)))
        self._lay_out()
        self._pause = QTimer(self, singleShot=True, interval=_PARSE_DELAY_MS)
        self._pause.timeout.connect(lambda: context.core_link.spawn(self._read()))
        self.text.textChanged.connect(self._pause.start)
        self._count()

    def _lay_out(self) -> None:
        title = label(self.tr("Import servers"), factor=theme.LARGE, strong=True, wrap=True)
        text = self.tr(
            "Paste a command line, a URL, or a chat client's JSON, YAML or TOML settings. Or open a file with "
            "settings, or a bundle (.mcpb, .dxt)."
        )
        about = label(text, tone="quiet", wrap=True)
        self._rows_box = vbox(spacing=theme.SPACE * 4)
        body = DetailScrollArea(self.text, (self.file, 0, Qt.AlignmentFlag.AlignLeft), self.agent_row, self._rows_box)
        lay_out_form(self, title, (self.cancel, self.add), body, below=(about, self.status_label))

    def show_status(self, text: str) -> None:
        """Show why something was refused; "" for nothing."""
        show_text(self.status_label, text)

    def begin(self, secrets: list[str]) -> None:
        """Start with an empty text; ``secrets`` are the names of the stored ones."""
        self._secrets = secrets
        self.text.clear()
        self.unsaved.begin()
        self._pause.stop()  # it would remove what is shown about a file that is read meanwhile
        self._show([])
        self.show_status("")
        self.text.setFocus()

    def _take_text(self, text: str) -> None:
        self.text.setPlainText(text)

    def _show(self, servers: list[FoundServer]) -> None:
        for row in self.rows:
            discard(self._rows_box, row)
        self.rows = []
        for server in servers:
            row = PastedServerRow(server)
            row.take.toggled.connect(lambda _: self._count())
            row.edit.connect(self.edit)
            self.rows.append(row)
            self._rows_box.addWidget(row)
        self._show_agents(list(dict.fromkeys(server["agent"] for server in servers)))
        self._count()

    def _show_agents(self, names: list[str]) -> None:
        """Several agents have servers of their own: let the person choose whose before any is added."""
        with QSignalBlocker(self.agents):
            self.agents.clear()
            self.agents.addItem(self.tr("Select an agent"), None)
            for name in names:
                self.agents.addItem(untrusted_text.shortened(name), name)
            self.agents.addItem(self.tr("All agents"), "")
        self.agent_row.setVisible(len(names) > 1)
        if len(names) > 1:
            self._choose_agent(0)

    def _choose_agent(self, index: int) -> None:
        name = self.agents.itemData(index)
        for row in self.rows:
            is_chosen = name is not None and name in ("", row.found["agent"])
            row.setVisible(is_chosen)
            row.take.setChecked(is_chosen and row.to_be_added)
            row.agent_label.setVisible(name == "")  # otherwise the choice says it

    def _count(self) -> None:
        count = sum(row.take.isChecked() for row in self.rows)
        text = self.tr("Add 1 server") if count == 1 else self.tr("Add %n servers", "", count)
        self.add.setText(text if count else self.tr("Add"))
        enable_unless(self.add, "" if count else self.tr("Select a server to add."))

    async def _read(self) -> None:
        text = self.text.exact_text()
        if not text.strip():
            self._show([])
            self.show_status("")
            return
        try:
            servers = await self._context.core_link.run(lambda core: core.servers.parse(text[:_MAX_TEXT_LENGTH]))
        except RefusedError as why:
            self._show([])
            self.show_status(untrusted_text.visible(str(why)))
            return
        if text == self.text.exact_text():
            self.show_status("")
            self._show(servers)

    async def _add(self) -> None:
        self.add.setEnabled(False)
        added, secrets = list[str](), list[str]()
        for row in self.rows:
            if not row.take.isChecked():
                continue
            try:
                result = await self._add_one(row)
            except RefusedError as why:
                row.show_result(untrusted_text.visible(str(why)), "danger")
                continue
            added.append(row.found["name"])
            secrets += result.secrets
            row.take.setChecked(False)
            row.take.setEnabled(False)
            row.edit_button.hide()
            row.all_tools.setEnabled(False)
            tone = "danger" if result.trouble else "ok"
            row.show_result(untrusted_text.visible(result.trouble) or self.tr("Added."), tone)
        self._count()
        if added and all(not row.take.isChecked() for row in self.rows) and not self._wrong():
            self.added.emit(added, secrets)

    def _wrong(self) -> bool:
        return any(row.result_label.property("tone") == "danger" for row in self.rows)

    async def _add_one(self, row: PastedServerRow) -> SaveResult:
        """Add a server. Raises `RefusedError`."""
        pasted = row.found
        server, keeps = dict(pasted["server"]), []
        hidden = server.pop("hidden", [])
        for suspect in pasted["suspects"]:
            secret = (
                suspect["secret"]
                if suspect["secret"] not in self._secrets
                else f"{suspect['secret']}_{pasted['name']}"[:64]
            )
            keeps.append(SecretToKeep(suspect, secret, "" if suspect["missing"] else value_of(server, suspect)))
            self._secrets = [*self._secrets, *([] if suspect["missing"] else [secret])]
        return await save(
            self._context.core_link, pasted["name"], server, keeps,
            new=True, existing=[], tools=row.tools(), hidden=hidden,
        )  # fmt: skip
