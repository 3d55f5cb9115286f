"""Review of a server's changes to its tools: risky ones are confirmed one by one, the others together."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QWidget

from toolguard.services.interface import ChangedTool, ChangeEntry
from toolguard.window import core_translation, theme
from toolguard.window.approval.call_detail import CallHeading
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy.text_difference import TextDifference
from toolguard.window.widgets.layout.boxes import discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, separator, show_text

MAX_SHOWN_CHANGES = 300
"""Maximum changes that are shown one by one; if there are more, nothing can be accepted here."""


class ChangeRow(QFrame):
    """One change: its meaning, its place, both versions, and a check box if it must be confirmed separately."""

    ticked = Signal()

    def __init__(self, change: ChangeEntry) -> None:
        super().__init__()
        self.change = change
        text = core_translation.local(change["text"])
        where = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Part of the definition"))
        where.set_text(change["place"] or self.tr("the whole definition"))
        self.tick = QCheckBox(self.tr("I have checked this change"))
        place = untrusted_text.shortened(change["place"], 200)
        self.tick.setAccessibleName(self.tr("I have checked: {0}, {1}").format(text, place))
        self.tick.toggled.connect(self.ticked)
        self.difference = TextDifference(text, change["before"], change["after"])
        column = vbox(
            label(text, tone="caution" if change["risky"] else "", strong=True, wrap=True), where, self.difference,
            parent=self, spacing=theme.SPACE, margins=(0, theme.SPACE, 0, theme.SPACE * 3),
        )  # fmt: skip
        if change["risky"]:
            column.addWidget(self.tick)
        else:
            self.tick.setParent(self)
            self.tick.hide()


class DefinitionReview(QWidget):
    """``accepted``: the person accepts all changes; with ``not_now`` they close the review."""

    accepted = Signal()

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.found: list[ChangedTool] = []
        self.rows: list[ChangeRow] = []
        self._server = ""
        self._busy = False
        self._sections: list[QWidget] = []
        self.heading = CallHeading()
        self.heading.sentence.setAccessibleName(self.tr("Changed tools"))
        self.accept = push_button(self.tr("Accept changes"), kind="danger-line", clicked=self._accept)
        self.not_now = push_button(self.tr("Not now"), name=self.tr("Leave the changes unaccepted"))
        self.count = label(tone="quiet", wrap=True)
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = hbox(self.not_now, self.accept, (self.count, 1))
        head = vbox(self.heading, buttons, self.error_label, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4))
        self.body = DetailScrollArea()
        self.body.finish()
        vbox(head, separator(), (self.body, 1), parent=self, spacing=0)

    def show_changes(self, server: str, changed_tools: list[ChangedTool]) -> None:
        """Show the changes. Checked ones that are still the same stay checked."""
        if server == self._server and changed_tools == self.found:
            return
        ticked = {row.change["id"] for row in self.rows if row.tick.isChecked()} if server == self._server else set()
        if server != self._server:
            self.body.verticalScrollBar().setValue(0)
            self.refuse("")
        self._server, self.found, self._busy = server, changed_tools, False
        for section in self._sections:
            discard(self.body.column, section)
        self._sections, self.rows = [], []
        for changed in changed_tools:
            self._add(changed, ticked)
        self.heading.set_sentence(self.tr("Changed tools of {server}"), server=("strong name", server))
        rules = len({rule for changed in changed_tools for rule in changed["rules"]})
        text = self.tr("%n allow rules do not apply until you accept.", "", rules)
        self.heading.say_below(text if rules else self.tr("No allow rule depends on these changes."))
        self._refresh()

    def chosen(self) -> list[str]:
        """Return the ids of all changes that were shown."""
        return [row.change["id"] for row in self.rows]

    def refuse(self, why: str) -> None:
        """Show why the changes were not accepted, and enable the buttons again."""
        self._busy = False
        show_text(self.error_label, untrusted_text.visible(core_translation.local(why), lines=True))
        self._refresh()

    def _add(self, changed: ChangedTool, ticked: set[str]) -> None:
        section = QWidget()
        column = vbox(parent=section, spacing=theme.SPACE, margins=(0, 0, 0, theme.SPACE * 2))
        name = TextLabel(factor=theme.LARGE, name=self.tr("Changed tool"))
        if changed["tool"]:
            name.set_text(("strong mono", untrusted_text.short_name(changed["tool"], 200)))
        else:
            name.set_text(("strong", self.tr("What the server says about itself")))
        column.addWidget(name)
        if changed["unpinnable"]:
            box = WarningBox()
            reason = core_translation.local(changed["unpinnable"])
            box.show_sentences([self.tr("No rule can allow this tool: {0}.").format(reason)])
            column.addWidget(box)
        shown = changed["changes"][: max(0, MAX_SHOWN_CHANGES - len(self.rows))]
        together = False
        for change in shown:
            if not change["risky"] and not together:
                together = True
                if any(entry["risky"] for entry in shown):
                    column.addWidget(label(self.tr("Accepted together with the others"), tone="quiet", wrap=True))
            row = ChangeRow(change)
            row.tick.setChecked(change["id"] in ticked)
            row.ticked.connect(self._refresh)
            self.rows.append(row)
            column.addWidget(row)
        self._sections.append(section)
        self.body.column.insertWidget(self.body.column.count() - 1, section)

    def _accept(self) -> None:
        if self.accept.isEnabled():
            self._busy = True
            self._refresh()
            self.accepted.emit()

    def _refresh(self) -> None:
        risky = [row for row in self.rows if row.change["risky"]]
        done = sum(row.tick.isChecked() for row in risky)
        every = len(self.rows) == sum(len(changed["changes"]) for changed in self.found)
        self.accept.setEnabled(bool(self.rows) and every and done == len(risky) and not self._busy)
        if not every:
            self.count.setText(self.tr("Too many changes to check. Remove the rules and allow the tools again."))
        elif risky:
            self.count.setText(self.tr("{0} of {1} checked").format(str(done), str(len(risky))))
        else:
            self.count.setText(self.tr("Nothing here needs to be checked one by one."))
