"""One proposed change, or several changes, with buttons to accept or deny."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QWidget

from toolguard.gate.model import Proposal
from toolguard.gate.policy.risks import ProposalPart
from toolguard.window import core_translation, theme
from toolguard.window.approval import consequence
from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.approval.call_detail import CallHeading
from toolguard.window.approval.decision import nothing_pending
from toolguard.window.approval.decision_bar import APPROVE_WIDTH, DENY_WIDTH, decision_bar, lay_out, pane_head
from toolguard.window.json_view import untrusted_text
from toolguard.window.pages.actions import native
from toolguard.window.policy.risks import RiskWarnings
from toolguard.window.policy.text_difference import Pieces, compared
from toolguard.window.widgets import icons, text_label, time_format
from toolguard.window.widgets.folded_section import FoldedSection
from toolguard.window.widgets.layout.boxes import discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.property_list import Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import push_button

KINDS: dict[str, Any] = {
    "server": QT_TRANSLATE_NOOP("Proposal", "Server"), "rule": QT_TRANSLATE_NOOP("Proposal", "Rule"),
    "secret": QT_TRANSLATE_NOOP("Proposal", "Secret"), "client": QT_TRANSLATE_NOOP("Proposal", "Client"),
    "tool": QT_TRANSLATE_NOOP("Proposal", "Tool"), "settings": QT_TRANSLATE_NOOP("Proposal", "Settings"),
    "request": QT_TRANSLATE_NOOP("Proposal", "Request"), "sign-in": QT_TRANSLATE_NOOP("Proposal", "Sign-in"),
    "log": QT_TRANSLATE_NOOP("Proposal", "Log"), "keyring": QT_TRANSLATE_NOOP("Proposal", "Keyring"),
    "limit": QT_TRANSLATE_NOOP("Proposal", "Limit"),
}  # fmt: skip
_COMMAND_ROWS = 6
"""Maximum rows of the command that a change would start."""
_ADDRESSES = re.compile(r"https?://\S+")
_SIGNED_LINE = re.compile(r"( +)([-+]) (.*)")
"""A removed or added member, as `toolguard.services.runtime.change_wording` words it."""


def kind_text(kind: str) -> str:
    """Return the kind in the person's language; an unknown one as it is."""
    return QCoreApplication.translate("Proposal", KINDS[kind]) if kind in KINDS else kind


def marked_changes(detail: str) -> Pieces:
    """Return changed settings in pieces for a `TextLabel`: what is removed is red, what is added amber, by word.

    Nothing is green: these changes reduce protection.
    """
    pieces: Pieces = []
    lines = [(line, _SIGNED_LINE.fullmatch(line)) for line in detail.split("\n")]
    new: Pieces | None = None
    for index, (line, signed) in enumerate(lines):
        pieces.append(("", "\n" if index else ""))
        if signed is None:
            pieces.append(("", line))
            continue
        indent, sign, text = signed.groups()
        style = "removed" if sign == "-" else "added"
        shown: Pieces = [(style, text)]
        following = lines[index + 1][1] if index + 1 < len(lines) else None
        if sign == "-" and following is not None and (following[1], following[2]) == (indent, "+"):
            shown, new = compared(text, following[3])
        elif sign == "+" and new is not None:
            shown, new = new, None
        pieces += [("", indent), (style, "−" if sign == "-" else "+"), ("", " "), *shown]
    return [("loosened" if style == "added" else style, text) for style, text in pieces]


def _command_line(detail: str) -> tuple[str, str]:
    """Return the command line or URL at the beginning of the detail of a server's change, and the rest."""
    first, _, rest = detail.partition("\n\n")
    return (first, rest) if rest and "\n" not in first else ("", detail)


def exact_change_text() -> str:
    """Return the label of the part that shows a change in words of the configuration."""
    return QCoreApplication.translate("Proposal", "Exact change")


class PartRow(QFrame):
    """One change with its check box, its risks and its full text."""

    ticked = Signal()

    def __init__(self, part: ProposalPart, number: int, count: int) -> None:
        super().__init__()
        self.part = part
        self.setObjectName("notice")
        self.tick = QCheckBox(self.tr("Approve change {0} of {1}").format(str(number), str(count)))
        text = core_translation.local(part.text)
        self.tick.setAccessibleDescription(untrusted_text.visible(text))
        self.tick.toggled.connect(self.ticked)
        title = text_label.TextLabel(name=self.tr("Change {0}").format(str(number)))
        title.set_text(("strong", text))
        self.risks = RiskWarnings()
        self.risks.show_risks(part.risks, part.server)
        command_line, change = _command_line(core_translation.local(part.detail))
        self.command = text_label.TextLabel(mono=True, command=True, name=self.tr("Command"))
        self.command.set_text(command_line)
        self.command.setVisible(bool(command_line))
        exactly = text_label.TextLabel(mono=True, command=True)
        exactly.setAccessibleName(self.tr("Details of change {0}").format(str(number)))
        exactly.set_text(*marked_changes(change))
        self.exactly = FoldedSection(exact_change_text(), exactly)
        is_told = part.count == 1 and not command_line and any(map(_SIGNED_LINE.fullmatch, change.split("\n")))
        self.exactly.unfold(not is_told)  # neither the sentence nor the command names a server's variables
        vbox(
            title, self.risks, self.command, self.exactly, self.tick,
            parent=self, margins=(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 4),
        )  # fmt: skip


class ProposalDetail(theme.ThemedWidget, QWidget):
    """Shows one `Proposal`. `accept` and `refuse` emit the decision, `chosen` returns the checked changes."""

    accept = Signal()
    refuse = Signal()

    def __init__(self) -> None:
        super().__init__()
        text_label.make_pane(self)
        self.proposal: Proposal | None = None
        self.rows: list[PartRow] = []
        self._busy = False
        self._has_next = True
        self.heading = CallHeading()
        self.detail = text_label.TextLabel(mono=True, command=True, name=self.tr("Details"))
        self.facts = PropertyList()
        self.odd = WarningBox()
        self.risks = RiskWarnings()
        self._lay_out()
        self.update_colours()
        self._refresh()

    def _buttons(self) -> QHBoxLayout:
        row = hbox()
        self.refuse_button = push_button(tip=native("Ctrl+D"), clicked=self._refuse)
        self.refuse_button.setFixedWidth(DENY_WIDTH)
        self.accept_button = push_button(clicked=self._accept)
        self.accept_button.setFixedWidth(APPROVE_WIDTH)
        self.arming = ArmedButton(self.accept_button)
        self.arming.changed.connect(self._refresh)
        self.next = push_button(self.tr("Next"), name=self.tr("Show the next pending item"))
        for button in (self.refuse_button, self.accept_button, self.next):  # in the order of every decision
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _lay_out(self) -> None:
        self.error_label = text_label.label(tone="danger", wrap=True)
        self._parts = QWidget()
        self._column = vbox(parent=self._parts, spacing=theme.SPACE * 3)
        self._exactly = text_label.label(exact_change_text(), strong=True)
        self.body = DetailScrollArea(self.odd, self.risks, self._parts, self._exactly, self.detail, self.facts)
        lay_out(self, pane_head(self.heading), self.body, decision_bar(self._buttons(), self.error_label))

    def show_proposal(self, proposal: Proposal) -> None:
        """Show another proposal, with nothing armed and nothing checked."""
        self.proposal = proposal
        self._busy = False
        self.show_error("")
        title = core_translation.local(proposal.title)
        self.heading.set_sentence("{title}", title=("strong", title))
        self.heading.say_target(proposal.target, rows=_COMMAND_ROWS)
        shortened = [] if self.heading.sentence.text() == title else [title]
        addresses = _ADDRESSES.findall(core_translation.local(proposal.detail)) if proposal.kind == "sign-in" else []
        doubts = [doubt for address in addresses[:4] for doubt in untrusted_text.doubts_of_address(address)]
        self.odd.show_sentences([*shortened, *dict.fromkeys(doubts)])
        self._show_parts(proposal)
        self.heading.say_below(self._below(proposal))
        self.body.verticalScrollBar().setValue(0)
        self.facts.show_facts([
            Property(self.tr("Source"), core_translation.local(proposal.asked_by)),
            Property(self.tr("Type"), kind_text(proposal.kind)),
            Property(self.tr("Requested at"), time_format.clock(proposal.since)),
        ])  # fmt: skip
        kind = "danger-line" if consequence.reduces_protection(proposal) else "run"
        text_label.set_kind(self.accept_button, "" if doubts else kind)
        self.apply_colours(theme.colours())
        self.arming.restart()
        self._refresh()

    def _below(self, proposal: Proposal) -> str:
        if proposal.kind == "sign-in":
            return self.tr("Your browser will open this page.")
        if len(proposal.parts) > 1:
            numbers = [str(number) for number, row in enumerate(self.rows, 1) if row.tick.isChecked()]
            if numbers:  # those that are checked may be off screen
                chosen = untrusted_text.shortened(core_translation.join_list(numbers), 16)  # one line: nothing moves
                return self.tr("Selected changes: {0}. The others are removed from config.json.").format(chosen)
            return self.tr("Select the changes to approve. The others are removed from config.json.")
        return self.tr("Nothing changes until you approve.")

    def _show_parts(self, proposal: Proposal) -> None:
        """Show a row for each of several changes; a single one is shown directly, with its risks."""
        for row in self.rows:
            discard(self._column, row)
        self.rows = []
        parts: Sequence[ProposalPart] = proposal.parts
        several = len(parts) > 1
        for number, part in enumerate(parts if several else (), 1):
            row = PartRow(part, number, len(parts))
            row.ticked.connect(self._ticked)
            self._column.addWidget(row)
            self.rows.append(row)
        for widget in (self._exactly, self.detail):
            widget.setVisible(not several)
        self._parts.setVisible(several)
        proposal_part = parts[0] if len(parts) == 1 else None
        self.risks.show_risks(
            () if several else proposal_part.risks if proposal_part else proposal.risks,
            proposal_part.server if proposal_part else "",
        )
        detail = core_translation.local(proposal_part.detail if proposal_part else proposal.detail)
        pieces = marked_changes(detail) if proposal.kind == "settings" else [("", detail)]
        self.detail.set_text(*(() if several else pieces))

    def show_withdrawn(self, why: str) -> None:
        """Show that the proposal has ended; it stays readable."""
        self.proposal = None
        self.arming.cancel()
        self.heading.say_below(why)
        for row in self.rows:
            row.tick.setEnabled(False)
        self._refresh()

    def offer_next(self, there: bool) -> None:
        """Set whether there is another item for the button Next."""
        self._has_next = there
        self._refresh()

    def busy(self, busy: bool) -> None:
        """Disable the buttons while the decision is carried out."""
        self._busy = busy
        self._refresh()

    def show_error(self, answer: str) -> None:
        """Show the gate's answer if it is a problem."""
        text_label.show_text(self.error_label, answer)

    def chosen(self) -> tuple[str, ...] | None:
        """Return the ids of the checked changes; None for a proposal without parts."""
        return tuple(row.part.id for row in self.rows if row.tick.isChecked()) if self.rows else None

    def can_accept(self) -> bool:
        """Return whether a key or a click accepts the change now: it is ready, and the delay has passed."""
        return self.is_ready() and self.arming.armed

    def is_ready(self) -> bool:
        """Whether the change can be accepted once the button is armed."""
        return self.proposal is not None and not self._busy and self.chosen() != ()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what keys do here, by `WindowAction`. Denying needs no delay: no other button was meant."""
        approve = {} if self.chosen() == () else {"approve": self._accept}
        return {} if self.proposal is None else {**approve, "deny": self.refuse.emit}

    def _ticked(self) -> None:
        """Restart the delay because other changes would be accepted."""
        if self.proposal is not None:
            self.heading.say_below(self._below(self.proposal))
        self.arming.restart()
        self._refresh()

    def _accept(self) -> None:
        if self.can_accept():
            self.accept.emit()

    def _refuse(self) -> None:
        if self.proposal is not None and self.arming.armed:
            self.refuse.emit()

    def _name_buttons(self) -> None:
        several = bool(self.rows)
        self.refuse_button.setText(self.tr("Deny all") if several else self.tr("Deny"))
        self.refuse_button.setAccessibleName(self.tr("Deny all changes") if several else self.tr("Deny this change"))
        text, name = self.tr("Approve this change"), self.tr("Approve this change")
        if self.proposal is not None and self.proposal.kind == "sign-in":
            text, name = self.tr("Sign in…"), self.tr("Sign in with your browser")
        elif self.proposal is not None and self.proposal.kind == "request":
            text = self.tr("Approve")
        elif self.proposal is not None and self.proposal.kind == "server":
            text = name = self.tr("Approve server")
        elif several:
            text = self.tr("Approve {0} of {1} changes").format(str(len(self.chosen() or ())), str(len(self.rows)))
            name = text
        self.accept_button.setText(text)
        self.accept_button.setAccessibleName(name)
        self.accept_button.setToolTip(untrusted_text.as_tool_tip(f"{text} ({native('Ctrl+Return')})"))

    def _refresh(self) -> None:
        there = self.proposal is not None
        if there:
            self._name_buttons()
        for button in (self.refuse_button, self.accept_button):
            button.setVisible(there)
        self.next.setVisible(not there)
        text_label.enable_unless(self.next, "" if self._has_next else nothing_pending())
        armed = self.arming.armed
        text_label.enable_armed(self.accept_button, ready=self.is_ready(), armed=armed)
        text_label.enable_armed(self.refuse_button, ready=there, armed=armed)

    def apply_colours(self, colours: theme.Colours) -> None:
        harmless = self.proposal is not None and not consequence.reduces_protection(self.proposal)
        plain = colours.on_accent if self.accept_button.property("kind") else colours.text
        sign = icons.icon("ok", plain, colours.quiet)
        self.accept_button.setIcon(sign if harmless else icons.icon("danger", colours.danger, colours.quiet))
        self.refuse_button.setIcon(icons.icon("deny", colours.danger, colours.quiet))
