"""The panel Grants: every temporary allow rule, its remaining time, its uses, and how to end it.

Revoking cannot be undone, because a single key would then let calls run again. The next call offers a new grant.
"""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QProgressBar, QStackedWidget, QWidget

from toolguard.services.interface import ListedRule
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy import rule_text
from toolguard.window.policy.risks import RiskWarnings
from toolguard.window.policy.rule_table import MAX_COUNT, Rulings
from toolguard.window.widgets import time_format
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, show_text, tint

MAX_GRANTS = 100
"""Maximum grants that are shown; the table of rules has all."""
_BAR_STEPS = 1000
"""Steps of the bar for the remaining time."""
_CAUTION_SECONDS = 60.0
"""Seconds before the end in which it is drawn in the colour ``caution``."""


class GrantRow(QFrame):
    """One grant."""

    revoked = Signal(str)
    """Its id."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.rule: ListedRule | None = None
        self.sentence = TextLabel(name=self.tr("What it covers"))
        self.warnings = RiskWarnings()
        self.overrides = label(tone="quiet", wrap=True)
        self.ends = label()
        self.uses = ElidedLabel()
        self.left = QProgressBar(textVisible=False)
        self.left.setRange(0, _BAR_STEPS)
        self.left.setFixedWidth(theme.SPACE * 40)
        self.left.setAccessibleName(self.tr("Time left"))
        self.revoke = push_button(self.tr("Revoke"), clicked=self.press)
        key = QKeySequence(Qt.Key.Key_Delete).toString(QKeySequence.SequenceFormat.NativeText)
        self.revoke.setToolTip(untrusted_text.as_tool_tip(key))
        facts = hbox(self.left, self.ends, STRETCH, spacing=theme.SPACE * 3)
        left = vbox(self.sentence, self.warnings, self.overrides, facts, self.uses, spacing=theme.SPACE)
        hbox(
            (left, 1), (self.revoke, 0, Qt.AlignmentFlag.AlignVCenter), parent=self, spacing=theme.SPACE * 4,
            margins=(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3),
        )  # fmt: skip

    def show_rule(self, rule: ListedRule, ruling: tuple[int, float]) -> None:
        """Show ``rule``, and how often it has decided and when last."""
        self.rule = rule
        text = rule_text.sentence(rule)
        self.sentence.set_text(("strong", text))
        self.warnings.show_rule(rule if rule_text.in_force(rule) else None)
        show_text(self.overrides, core_translation.join_sentences(*rule_text.overrides(rule)))
        self.revoke.setAccessibleName(self.tr("Revoke: {0}").format(text))
        result = self.tr("Added by: {0}, {1}").format(rule_text.maker(rule), time_format.minute(rule["created"]))
        self.uses.set_text(f"{self._used(*ruling)} · {result}" if rule["created"] else self._used(*ruling))
        self.tick()

    def _used(self, count: int, last: float) -> str:
        if not count:
            return self.tr("Not used yet")
        often = self.tr("Used once") if count == 1 else self.tr("Used %Ln times", "", count)
        if count >= MAX_COUNT:
            often = self.tr("Used more than %Ln times", "", MAX_COUNT)
        return self.tr("{0}, last {1}").format(often, time_format.clock(last))

    def tick(self) -> None:
        """Update the remaining time."""
        if self.rule is None:
            return
        now = time.time()
        text = self.tr("Ends {0}").format(rule_text.full_end_text(self.rule, now))
        if text != self.ends.text():
            self.ends.setText(text)
        whole = self.rule["expires"] - self.rule["created"]
        self.left.setVisible(self.rule["expires"] > 0 and whole > 0)
        if whole > 0:
            self.left.setValue(max(0, min(_BAR_STEPS, round(_BAR_STEPS * (self.rule["expires"] - now) / whole))))
        soon = bool(self.rule["expires"]) and self.rule["expires"] - now < _CAUTION_SECONDS
        tint(self.ends, "caution" if soon else "")

    def press(self) -> None:
        """Request the end of this grant."""
        if self.rule is not None:
            self.revoked.emit(self.rule["id"])


class GrantPanel(QStackedWidget):
    """The page carries out `revoked`."""

    revoked = Signal(list)
    """Ids of rules."""

    def __init__(self, heading: QWidget) -> None:
        """``heading`` gets the focus when there are no more grants."""
        super().__init__()
        self._heading = heading
        self.rows: dict[str, GrantRow] = {}
        self._grants: list[ListedRule] = []
        area = DetailScrollArea()
        area.column.setSpacing(theme.SPACE * 2)
        self._rows_box = vbox()
        about = self.tr(
            "A grant is an allow rule that ends by itself, for example at a set time or when you quit. Revoke it to be "
            "asked again at once."
        )
        area.column.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        self.revoke_all = push_button(
            self.tr("Revoke all"), name=self.tr("Revoke all grants"), kind="danger-line",
            clicked=lambda: self.revoked.emit(self.ids),
        )  # fmt: skip
        head = hbox((label(about, tone="quiet", wrap=True), 1), self.revoke_all, spacing=theme.SPACE * 4)
        area.column.addLayout(head)
        self.more = label(tone="quiet", wrap=True)
        area.column.addLayout(self._rows_box)
        area.column.addWidget(self.more)
        area.finish()
        self.none = EmptyState(
            "pending", self.tr("No grants"),
            self.tr("A grant allows calls for a limited time. To add one, select “Remember for” on a pending call."),
        )  # fmt: skip
        self.unmatched = EmptyState("search", self.tr("No results"), self.tr("No grant contains all of these words."))
        self._area = area
        for widget in (self.none, self.unmatched, area):
            self.addWidget(widget)

    @property
    def ids(self) -> list[str]:
        """Return the ids of all grants, including those that are not shown."""
        return [rule["id"] for rule in self._grants]

    def revoke_current(self) -> None:
        """Request the end of the grant that has the focus."""
        focus = QApplication.focusWidget()
        row = next((row for row in self.rows.values() if focus is not None and row.isAncestorOf(focus)), None)
        if row is not None:
            row.press()

    def show_rules(self, rules: list[ListedRule], rulings: Rulings, search: str = "") -> None:
        """Show the grants that match ``search``; the focus stays, or moves to the same place or the heading."""
        self._grants = [rule for rule in rules if rule_text.is_grant(rule)]
        matching = [rule for rule in self._grants if rule_text.fits(rule, search)]
        shown = matching[:MAX_GRANTS]
        focus = self.window().focusWidget()
        was_inside = focus is not None and self._area.isAncestorOf(focus)
        index = next((index for index, row in enumerate(self.rows.values()) if row.revoke is focus), 0)
        for id in [id for id in self.rows if id not in {rule["id"] for rule in shown}]:
            row = self.rows.pop(id)
            discard(self._rows_box, row)
        for place, rule in enumerate(shown):
            if rule["id"] not in self.rows:
                row = GrantRow()
                row.revoked.connect(lambda id: self.revoked.emit([id]))
                self.rows[rule["id"]] = row
                self._rows_box.insertWidget(place, row)
            self.rows[rule["id"]].show_rule(rule, rulings.get(rule["id"], (0, 0.0)))
        self.rows = {rule["id"]: self.rows[rule["id"]] for rule in shown}
        left = len(matching) - len(shown)
        show_text(self.more, self.tr("%Ln more in All rules", "", left) if left else "")
        self.revoke_all.setVisible(len(self._grants) > 1 and matching == self._grants)
        self.setCurrentWidget(self._area if shown else self.unmatched if self._grants else self.none)
        rows = list(self.rows.values())
        if was_inside and self.window().focusWidget() is not focus:  # Qt has moved it to any other widget
            after = rows[min(index, len(rows) - 1)].revoke if rows else self._heading
            after.setFocus(Qt.FocusReason.OtherFocusReason)

    def tick(self) -> None:
        """Update the remaining time of every grant."""
        for row in self.rows.values():
            row.tick()

    def first(self) -> QWidget:
        """Return the widget for the focus."""
        return next((row.revoke for row in self.rows.values()), self._heading)
