"""The arguments into which a credential is injected: one line each with a button, and a form for another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from toolguard.gate.policy.argument_injection import POINTER, InjectionError, without
from toolguard.services.interface import SecretUse
from toolguard.window import theme
from toolguard.window.credentials.credential_changes import ArgumentTarget
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel, label, name_choice

MAX_ARGUMENTS = 200
"""Maximum arguments of a tool that are offered; any other can be typed."""
_MAX_DEPTH = 3  # maximum nesting of objects


def pointers_in(schema: Any) -> list[str]:
    """Return every argument of a tool that can be injected, according to its schema, outer ones first."""
    found: list[str] = []
    level: list[tuple[str, Any]] = [("", schema)]
    for _ in range(_MAX_DEPTH):
        inner: list[tuple[str, Any]] = []
        for place, node in level:
            properties = node.get("properties") if isinstance(node, dict) else None
            for name, child in list(properties.items())[:MAX_ARGUMENTS] if isinstance(properties, dict) else ():
                pointer = f"{place}/{name.replace('~', '~0').replace('/', '~1')}"
                inner.append((pointer, child))
                if len(found) < MAX_ARGUMENTS and _can_be_filled(schema, pointer):
                    found.append(pointer)
        level = inner[:MAX_ARGUMENTS]
    return found


def _can_be_filled(schema: Any, pointer: str) -> bool:
    try:
        without(schema, (pointer,))
    except InjectionError:
        return False
    return True


class _ArgumentRow(theme.ThemedWidget, QWidget):
    """One argument."""

    def __init__(self, owner: BoundArguments) -> None:
        super().__init__()
        self._owner = owner
        self.use: SecretUse | None = None
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self._name, self._says = TextLabel(), TextLabel(tone="quiet")
        self.button = QPushButton(self.tr("Remove"), autoDefault=False)
        self.button.clicked.connect(self._press)
        middle = QVBoxLayout()
        middle.setSpacing(theme.SPACE // 2)
        middle.addWidget(self._name)
        middle.addWidget(self._says)
        middle.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addLayout(middle, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    def fill(self, use: SecretUse, reference: str) -> None:
        self.use = use
        where = self.tr(" of {0} on {1}").format(
            untrusted_text.visible(use["tool"]), untrusted_text.visible(use["server"])
        )
        self._name.say(("strong mono", use["argument"]), ("", where))
        self._name.setAccessibleName(self.tr("Argument"))
        text = "" if use["template"] == reference else self.tr("Value: {0}").format(use["template"])
        if not use["bound"]:
            text = self.tr("Not bound to this server. Calls to this tool are refused.")
        self._says.say(text)
        self._says.setVisible(bool(text))
        self._says.set_tone("quiet" if use["bound"] else "caution")
        name = self.tr("Remove from {0} of {1} on {2}")
        self.button.setAccessibleName(
            name.format(*(untrusted_text.visible(use[member]) for member in ("argument", "tool", "server")))
        )
        self._applied_colours = None
        self.update_colours()

    def _press(self) -> None:
        if self.use is not None:
            self._owner.take_out(self.use)

    def apply_colours(self, colours: theme.Colours) -> None:
        sign = ("ok", colours.ok) if self.use is not None and self.use["bound"] else ("caution", colours.caution)
        self._sign.setPixmap(icons.pixmap(*sign, 18, self.devicePixelRatioF()))


class _ArgumentForm(QFrame):
    """Server, tool, argument, text. ``owner`` is called when something is selected or confirmed."""

    def __init__(self, owner: BoundArguments) -> None:
        super().__init__()
        self._owner = owner
        self.server, self.tool, self.argument = QComboBox(), QComboBox(), QComboBox()
        self.template = QLineEdit()
        self.says = label(tone="danger", wrap=True)
        self.save = QPushButton(self.tr("Bind argument"), autoDefault=False)
        self.save.setProperty("kind", "run")
        self.cancel = QPushButton(self.tr("Cancel"), autoDefault=False)
        self._lay_out()
        self.server.currentIndexChanged.connect(lambda: owner.asks_tools.emit(self.server.currentData() or ""))
        self.tool.currentTextChanged.connect(lambda: owner.asks_schema.emit(*self.place()))
        self.save.clicked.connect(owner.want)
        self.cancel.clicked.connect(owner.leave)
        self.template.returnPressed.connect(owner.want)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(theme.SPACE)
        for words, field in (
            (self.tr("Server"), self.server),
            (self.tr("Tool"), self.tool),
            (self.tr("Argument"), self.argument),
        ):
            name_choice(field, words)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            form.addRow(self._head(words), field)
        self.template.setAccessibleName(self.tr("Value"))
        form.addRow(self._head(self.tr("Value")), self.template)
        for field, hint in ((self.tool, self.tr("Tool name")), (self.argument, "/connection")):
            field.setEditable(True)
            field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line = field.lineEdit()
            assert line is not None  # noqa: S101 - it was made editable above
            line.setPlaceholderText(hint)
            line.setAccessibleName(field.accessibleName())
            line.setMaxLength(512)
        self.argument.setFont(theme.mono())
        self.template.setFont(theme.mono())
        self.template.setMaxLength(4096)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.SPACE * 2)
        buttons.addWidget(self.save)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addLayout(buttons)

    def _head(self, words: str) -> QWidget:
        made = label(words, strong=True)
        made.setContentsMargins(0, theme.SPACE, 0, 0)
        return made

    def place(self) -> tuple[str, str]:
        """Return the selected server and tool."""
        return self.server.currentData() or "", _chosen(self.tool)

    def problem(self) -> str:
        """Return what is missing or invalid, or ""."""
        if not _chosen(self.tool):
            return self.tr("Select a tool or enter its name.")
        if not POINTER.fullmatch(_chosen(self.argument)):
            return self.tr("Enter a JSON pointer, such as /connection or /db/password.")
        return ""

    def wanted(self) -> tuple[str, ArgumentTarget]:
        """Return the server and the injection."""
        server, tool = self.place()
        return server, ArgumentTarget(tool, _chosen(self.argument), self.template.text() or None)

    def refuse(self, why: str) -> None:
        self.says.setText(untrusted_text.visible(why, lines=True))
        self.says.setVisible(bool(why))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._owner.leave()
        else:
            super().keyPressEvent(event)


def _chosen(field: QComboBox) -> str:
    """Return the exact name of a selected item, otherwise what was typed."""
    at = field.findText(field.currentText(), Qt.MatchFlag.MatchFixedString | Qt.MatchFlag.MatchCaseSensitive)
    found: str = field.itemData(at) if at >= 0 else field.currentText()
    return found


def _offer(field: QComboBox, names: Sequence[str]) -> None:
    """Offer other names; typed text stays."""
    typed = field.currentText() if field.findText(field.currentText()) < 0 else ""
    field.clear()
    for name in names:
        field.addItem(untrusted_text.visible(name), name)
    if typed:
        field.setEditText(typed)


class BoundArguments(QWidget):
    """``wanted`` carries a server, a `ArgumentTarget`, and whether to inject there.

    The other two signals request what the form can offer.
    """

    wanted = Signal(str, object, bool)
    asks_tools = Signal(str)
    asks_schema = Signal(str, str)
    opened = Signal(object)
    """The last widget of the form to scroll into view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[_ArgumentRow] = []
        self._servers: list[str] = []
        self._reference = ""
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.SPACE)
        self.add = QPushButton(self.tr("Bind argument…"), autoDefault=False)
        self.add.clicked.connect(self.begin)
        self.form = _ArgumentForm(self)
        self.form.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addWidget(label(self.tr("Bound arguments"), strong=True))
        column.addWidget(
            label(
                self.tr("Clients and models can't see or set these arguments. ToolGuard adds them after approval."),
                tone="quiet", wrap=True,
            )
        )  # fmt: skip
        column.addLayout(self._rows)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.form)

    def show_uses(self, uses: Sequence[SecretUse], servers: Sequence[str], reference: str) -> None:
        """Show the injections among the uses of a credential; another credential closes the form."""
        if reference != self._reference:
            self.leave()
        self._reference, self._servers = reference, list(servers)
        injected = [use for use in uses if "argument" in use]
        while len(self.rows) < len(injected):
            self.rows.append(_ArgumentRow(self))
            self._rows.addWidget(self.rows[-1])
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(injected))
            if at < len(injected):
                row.fill(injected[at], reference)
        self.add.setVisible(bool(servers) and self.form.isHidden())

    def begin(self) -> None:
        """Open the form."""
        form = self.form
        form.refuse("")
        form.template.setText(self._reference)
        form.argument.clear()
        form.tool.clear()
        form.server.clear()
        for server in self._servers:
            form.server.addItem(untrusted_text.visible(server), server)
        form.show()
        self.add.hide()
        form.server.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit(form.save)

    def offer_tools(self, server: str, tools: Sequence[str]) -> None:
        """Offer the tools of a server, if it is still selected."""
        if server == self.form.server.currentData():
            _offer(self.form.tool, tools)

    def offer_schema(self, server: str, tool: str, schema: Any) -> None:
        """Offer the arguments of a tool, if it is still selected."""
        if (server, tool) == self.form.place():
            _offer(self.form.argument, pointers_in(schema))

    def want(self) -> None:
        """Request what is in the form."""
        problem = self.form.problem()
        self.form.refuse(problem)
        if not problem:
            self.wanted.emit(*self.form.wanted(), True)

    def take_out(self, use: SecretUse) -> None:
        self.wanted.emit(use["server"], ArgumentTarget(use["tool"], use["argument"]), False)

    def leave(self) -> None:
        """Close and clear the form."""
        had = self.form.isAncestorOf(self.form.focusWidget() or self)
        self.form.hide()
        self.add.setVisible(bool(self._servers))
        if had:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
