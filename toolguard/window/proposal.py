"""One proposed change to the gate in full, with the place to accept or refuse it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.checkpoint.calls import Proposal
from toolguard.window import icons, moments, phrases, theme
from toolguard.window.arming import Arming
from toolguard.window.detail import MARGIN, Body, Heading
from toolguard.window.facts import Fact, Facts, Warnings
from toolguard.window.passage import Passage, label

KINDS: dict[str, Any] = {
    "server": QT_TRANSLATE_NOOP("Proposal", "server"), "rule": QT_TRANSLATE_NOOP("Proposal", "rule"),
    "secret": QT_TRANSLATE_NOOP("Proposal", "secret"), "client": QT_TRANSLATE_NOOP("Proposal", "client"),
    "tool": QT_TRANSLATE_NOOP("Proposal", "tool"), "settings": QT_TRANSLATE_NOOP("Proposal", "settings"),
    "request": QT_TRANSLATE_NOOP("Proposal", "request"), "sign-in": QT_TRANSLATE_NOOP("Proposal", "sign-in"),
    "log": QT_TRANSLATE_NOOP("Proposal", "log"),
}  # fmt: skip


def kind_words(kind: str) -> str:
    """What a proposal is about, in a word."""
    return QCoreApplication.translate("Proposal", KINDS[kind]) if kind in KINDS else kind


class ProposalDetail(theme.Dressed, QWidget):
    """Shows one `Proposal`; `accept` and `refuse` say what the person wants."""

    accept = Signal()
    refuse = Signal()
    onward = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.proposal: Proposal | None = None
        self._busy = False
        self.heading = Heading()
        self.arming = Arming(self.heading)
        self.arming.changed.connect(self._refresh)
        self.detail = Passage(mono=True)
        self.detail.setAccessibleName(self.tr("The exact change"))
        self.facts = Facts()
        self.odd = Warnings()
        self._lay_out()
        self.redress()
        self._refresh()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE * 2)
        self.accept_button = QPushButton(self.tr("Accept"), autoDefault=False)
        self.accept_button.setProperty("kind", "run")
        self.accept_button.setAccessibleName(self.tr("Accept this change"))
        self.accept_button.clicked.connect(self._accept)
        self.refuse_button = QPushButton(self.tr("Refuse"), autoDefault=False)
        self.refuse_button.setAccessibleName(self.tr("Refuse this change"))
        self.refuse_button.clicked.connect(self._refuse)
        for button in (self.accept_button, self.refuse_button):
            button.setFixedWidth(128)
            row.addWidget(button)
        self.says = label(tone="danger", wrap=True)
        row.addWidget(self.says, 1)
        return row

    def _lay_out(self) -> None:
        fixed = QVBoxLayout()
        fixed.setContentsMargins(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 5)
        fixed.setSpacing(theme.SPACE * 2)
        fixed.addWidget(self.heading)
        fixed.addLayout(self._buttons())
        rule = QFrame()
        rule.setProperty("tone", "rule")
        body = Body()
        body.column.addWidget(self.odd)
        body.column.addWidget(label(self.tr("The exact change"), strong=True))
        body.column.addWidget(self.detail)
        body.column.addWidget(self.facts)
        body.finish()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(fixed)
        column.addWidget(rule)
        column.addWidget(body, 1)

    def show_proposal(self, proposal: Proposal) -> None:
        """Show another proposal, with nothing armed."""
        self.proposal = proposal
        self._busy = False
        self.says.setText("")
        title = phrases.local(proposal.title)
        self.heading.say("{title}", title=("strong", title))
        signs_in = proposal.kind == "sign-in"
        self.accept_button.setText(self.tr("Sign in…") if signs_in else self.tr("Accept"))
        self.accept_button.setAccessibleName(
            self.tr("Sign in, in your browser") if signs_in else self.tr("Accept this change")
        )
        below = self.tr("Your browser opens that page when you go on.")
        self.heading.say_below(below if signs_in else self.tr("Nothing changes until you accept."))
        self.odd.show_sentences([] if self.heading.sentence.said() == title else [title])
        self.detail.say(proposal.detail)
        self.facts.show_facts(
            [
                Fact(self.tr("Asked by"), phrases.local(proposal.asked_by)),
                Fact(self.tr("What would change"), kind_words(proposal.kind)),
                Fact(self.tr("Asked at"), moments.clock(proposal.since)),
            ]
        )
        self.arming.restart()
        self._refresh()

    def show_gone(self, why: str) -> None:
        """The proposal went away; what it was stays readable."""
        self.proposal = None
        self.arming.cancel()
        self.heading.say_below(why)
        self._refresh()

    def busy(self, busy: bool) -> None:
        self._busy = busy
        self._refresh()

    def tell(self, answer: str) -> None:
        """Show the gate's answer, when it is a problem."""
        self.says.setText(answer)

    def can_accept(self) -> bool:
        return self.proposal is not None and self.arming.armed and not self._busy

    def _accept(self) -> None:
        if self.can_accept():
            self.accept.emit()

    def _refuse(self) -> None:
        (self.refuse if self.proposal is not None else self.onward).emit()

    def _refresh(self) -> None:
        self.refuse_button.setText(self.tr("Refuse") if self.proposal is not None else self.tr("Next"))
        self.accept_button.setEnabled(self.can_accept())
        self.refuse_button.setEnabled(not self._busy)

    def dress(self, colours: theme.Colours) -> None:
        self.accept_button.setIcon(icons.icon("ok", colours.on_accent, colours.quiet))
        self.refuse_button.setIcon(icons.icon("deny", colours.danger, colours.quiet))
