"""The form in which a person writes a rule, or asks which one would decide: three choices, a verdict, a duration."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from toolguard.gate.policy.rules import MATCHERS
from toolguard.services.interface import NewRule
from toolguard.window import theme
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy import rule_words
from toolguard.window.policy.risks import RiskWarnings
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.text_label import label, name_choice, set_kind

ANY = rule_words.ANY
MOST = 2_000
"""Names that a choice offers; any other can be typed."""


class RulePlaces(QWidget):
    """Client, server and tool: known ones to choose from, any text to type. ``any_`` offers to leave one open."""

    changed = Signal()
    wants_tools = Signal(str)
    """A server was chosen: what tools does it have?"""

    def __init__(self, *, any_: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._any = any_
        self._known: dict[QComboBox, frozenset[str]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SPACE * 3)
        grid.setVerticalSpacing(theme.SPACE)
        rows = [(name, one) for name, one in MATCHERS.items() if any_ or one.of is not None]
        rows.sort(key=lambda row: not row[1].required)
        self._choices = {
            name: self._choice(grid, column, table_text(one.title), table_text(one.any))
            for column, (name, one) in enumerate(rows)
        }
        self.server, self.tool, self.client = (self._choices[name] for name in ("server", "tool", "client"))
        self.server.currentTextChanged.connect(lambda _: self._turn())

    def _choice(self, grid: QGridLayout, column: int, name: str, anything: str) -> QComboBox:
        made = QComboBox()
        name_choice(made, name)
        made.setEditable(True)
        made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = QLineEdit()
        line.setMaxLength(512)
        line.setAccessibleName(name)
        made.setLineEdit(line)
        made.setMinimumContentsLength(14)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if self._any:
            made.addItem(anything, ANY)
        made.currentTextChanged.connect(lambda _: self.changed.emit())
        words = label(name, tone="quiet", factor=theme.SMALL)
        words.setBuddy(made)
        grid.addWidget(words, 0, column)
        grid.addWidget(made, 1, column)
        grid.setColumnStretch(column, 1)
        return made

    def know(self, choice: QComboBox, names: list[str]) -> None:
        """Offer these names; what stands in the field stays."""
        before, self._known[choice] = self._known.get(choice), frozenset(names)
        self._offer(choice, names)
        if self._known[choice] != before:
            self.changed.emit()

    def is_unknown(self, choice: QComboBox) -> bool:
        """Whether what is typed is no name that is known, where it is known which there are."""
        place = self.place(choice)
        return choice in self._known and place not in ("", ANY) and place not in self._known[choice]

    def has_names(self, choice: QComboBox) -> bool:
        return bool(self._known.get(choice))

    def _turn(self) -> None:
        """Another server: its tools are not known before somebody has asked."""
        self._known.pop(self.tool, None)
        self.wants_tools.emit(self.place(self.server))

    def _offer(self, choice: QComboBox, names: list[str]) -> None:
        names = [name for name in names if name and name != ANY and untrusted_text.visible(name) == name][:MOST]
        first = 1 if self._any else 0
        if [choice.itemData(at) for at in range(first, choice.count())] == names:
            return
        typed = choice.currentText()
        choice.blockSignals(True)
        while choice.count() > first:
            choice.removeItem(first)
        for name in names:
            choice.addItem(name, name)
        at = choice.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
        choice.setCurrentIndex(at)
        choice.setEditText(typed)
        choice.blockSignals(False)

    def place(self, choice: QComboBox) -> str:
        """What is chosen or typed, exactly; "" when nothing is."""
        typed = choice.currentText()
        if self._any and typed == choice.itemText(0):
            return ANY
        return typed.strip()

    def places(self) -> dict[str, str]:
        """Client, server and tool as an order takes them; those that are left empty are left out."""
        found = {name: self.place(choice) for name, choice in self._choices.items()}
        return {name: place for name, place in found.items() if place}

    def set(self, **places: str) -> None:
        """Fill in."""
        for name, place in places.items():
            choice = self._choices[name]
            choice.setEditText(choice.itemText(0) if place == ANY and self._any else place)


class RuleForm(QFrame):
    """A new rule. The page carries out what `wanted` asks for."""

    wanted = Signal(object)
    """The arguments of the order ``rule.add``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.places = RulePlaces(any_=True)
        self.places.changed.connect(self._weigh)
        self.verdict = self._choice(self.tr("Action"), [
            (self.tr("Always deny"), "deny"), (self.tr("Always ask"), "ask"),
            (self.tr("Always allow"), "allow"),
        ])  # fmt: skip
        self.lasts = self._choice(self.tr("Duration"), [
            (self.tr("until I remove it"), "always"), (self.tr("until ToolGuard quits"), "session"),
            (self.tr("10 minutes"), 600), (self.tr("1 hour"), 3_600), (self.tr("8 hours"), 28_800),
            (self.tr("1 day"), 86_400), (self.tr("7 days"), 604_800), (self.tr("30 days"), 2_592_000),
        ])  # fmt: skip
        self.warnings = RiskWarnings()
        self.doubts = WarningBox()
        self.says = label(tone="quiet", wrap=True)
        self.add = QPushButton(autoDefault=False)
        self.add.setProperty("kind", "run")
        self.add.clicked.connect(lambda: self.wanted.emit(NewRule(**self.asked())))
        self.cancel = QPushButton(self.tr("Cancel"), autoDefault=False)
        self.cancel.clicked.connect(self.hide)
        self._lay_out()
        self._weigh()

    def _choice(self, name: str, items: list[tuple[str, Any]]) -> QComboBox:
        made = QComboBox()
        name_choice(made, name)
        for words, value in items:
            made.addItem(words, value)
        made.currentIndexChanged.connect(lambda _: self._weigh())
        return made

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE * 3)
        for choice in (self.verdict, self.lasts):
            row.addWidget(choice)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE * 4, theme.SPACE * 4, theme.SPACE * 4, theme.SPACE * 4)
        column.setSpacing(theme.SPACE * 3)
        column.addWidget(label(self.tr("New rule"), strong=True))
        column.addWidget(self.places)
        column.addLayout(row)
        column.addWidget(self.warnings)
        column.addWidget(self.doubts)
        column.addWidget(self.says)

    def begin(self) -> None:
        """Start anew: any call is denied until something else is chosen."""
        self.places.set(**dict.fromkeys(MATCHERS, ANY))
        self.verdict.setCurrentIndex(0)
        self.lasts.setCurrentIndex(0)

    def asked(self) -> dict[str, Any]:
        """The members of the rule; a place that is not said is left out."""
        lasts = self.lasts.currentData()
        more = {"until": lasts} if isinstance(lasts, str) else {"seconds": lasts}
        return {**self.places.places(), "verdict": self.verdict.currentData(), **more}

    def _weigh(self) -> None:
        """Say what the rule would mean, before it is one."""
        asked = self.asked()
        whole = all(name in asked for name in MATCHERS)
        self.add.setEnabled(whole)
        allows = asked["verdict"] == "allow"
        self.add.setText(self.tr("Add: always allow") if allows else self.tr("Add this rule"))
        rule = {
            **dict.fromkeys(MATCHERS, ""), **asked, "expires": asked.get("seconds", 0),
            "until": asked.get("until", "always"), "fingerprint": "of now",
        }  # fmt: skip
        self.warnings.show_rule(rule if whole else None)
        set_kind(self.add, "danger" if self.warnings.sentences() else "run")
        self.doubts.show_sentences(self._doubts())
        said = rule_words.sentence(rule) if whole else self.tr("Select a server, tool and client.")
        exact = allows and whole and ANY not in (asked["server"], asked["tool"])
        note = self.tr("Applies to the tool's current definition, if known.")
        self.says.setText(f"{said} {note}" if exact else said)

    def _doubts(self) -> list[str]:
        """A sentence on a name that nothing has which is known: it may be a slip."""
        places, server = self.places, untrusted_text.shortened(self.places.place(self.places.server), 80)
        if places.is_unknown(places.server):
            return [self.tr("No server is named {0} yet. The rule applies once one is.").format(server)]
        if not places.is_unknown(places.tool) or not places.has_names(places.tool):
            return []
        tool = untrusted_text.shortened(places.place(places.tool), 80)
        return [self.tr("{0} lists no tool named {1} now. The rule applies once it does.").format(server, tool)]


class ExplainForm(QFrame):
    """Which rule would decide such a call? The page answers `asked`."""

    asked = Signal(str, str, str)
    """Server, tool and client."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.places = RulePlaces(any_=False)
        self.places.changed.connect(self._ask)
        self.answer = label(strong=True, wrap=True)
        self.also = label(tone="quiet", wrap=True)
        self.close_button = QPushButton(self.tr("Close"), autoDefault=False)
        self.close_button.setProperty("kind", "flat")
        self.close_button.clicked.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Which rule applies?"), strong=True))
        head.addStretch(1)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 4)
        column.setSpacing(theme.SPACE * 2)
        column.addLayout(head)
        for widget in (self.places, self.answer, self.also):
            column.addWidget(widget)
        self._ask()

    def _ask(self) -> None:
        places = self.places.places()
        if "server" in places and "tool" in places:
            self.asked.emit(places["server"], places["tool"], places.get("client", ANY))
        else:
            self.tell(self.tr("Enter a server and a tool. The client is optional."), "")

    def renew(self) -> None:
        """Ask again: the rules are others now."""
        if self.isVisible():
            self._ask()

    def tell(self, answer: str, also: str) -> None:
        """Show the answer, and what else speaks of such a call."""
        self.answer.setText(answer)
        self.also.setText(also)
        self.also.setVisible(bool(also))
