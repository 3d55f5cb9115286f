"""Choice of a rule's end: the rows of `RULE_ENDS`, and a date for the one that needs it."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any

from PySide6.QtCore import QDateTime, QEvent, QSignalBlocker, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QBoxLayout, QComboBox, QDateTimeEdit, QWidget

from toolguard.gate.policy.rule_ends import RULE_ENDS, RuleEnd
from toolguard.window import core_translation, theme
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.text_label import name_choice

UNCHANGED_END = ""
"""Stands for the rule's current end."""
_FALLBACK_END = "5m"
"""Selected if the previous choice is no longer available; it never lasts longer than that."""
_AT_FIRST = 86_400  # seconds from now of the initial date


class EndChoice(QWidget):
    """`end` returns the members of an order. Only ends that would be observed are offered."""

    changed = Signal()

    def __init__(self, name: str, first: str, *, below: QBoxLayout | None = None) -> None:
        """``first`` is selected initially. ``below``: a row for the date, which otherwise is beside the choice."""
        super().__init__()
        self._first = first
        self._date: QDateTimeEdit | None = None
        self._names: list[str] = []
        self.kinds = QComboBox()
        name_choice(self.kinds, name)
        self.kinds.setMinimumContentsLength(8)
        self.kinds.setMaxVisibleItems(len(RULE_ENDS) + 1)  # a part of the list would hide the last ends
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kinds.currentIndexChanged.connect(self._turn)
        row = hbox(self.kinds, STRETCH, parent=self, spacing=theme.SPACE)
        self._place = (row, 1) if below is None else (below, 0)
        self.offer()
        self.reset()

    @property
    def date(self) -> QDateTimeEdit:
        """The end if a date is selected. It is created on first use, because that takes longer than all the rest."""
        if self._date is None:
            self._date = QDateTimeEdit()
            self._date.setCalendarPopup(True)
            self._date.setDisplayFormat("yyyy-MM-dd HH:mm")
            self._date.setAccessibleName(self.tr("Date and time"))
            self._reset_date(self._date)
            self._date.dateTimeChanged.connect(self.changed)
            row, index = self._place
            tab_order.insert_at(row, index, self._date, before=self.kinds)
        return self._date

    def _reset_date(self, date: QDateTimeEdit) -> None:
        now = QDateTime.currentDateTime()
        with QSignalBlocker(date):
            date.setMinimumDateTime(now)
            date.setDateTime(now.addSecs(_AT_FIRST))

    def offer(self, *, bound: Collection[str] = (), unchanged: str = "") -> None:
        """Offer the ends in ``bound``, which other programs cause, and all others. ``unchanged``: the current end."""
        names = [name for name, row in RULE_ENDS.items() if not row.is_bound or row.until in bound]
        names = [UNCHANGED_END, *names] if unchanged else names
        if names == self._names:
            return
        before, had = self.name, bool(self._names)
        self._names = names
        with QSignalBlocker(self.kinds):
            self.kinds.clear()
            for name in names:
                self.kinds.addItem(table_text(RULE_ENDS[name].title) if name else unchanged, name)
        self.choose(before if before in names else _FALLBACK_END if had and before else self._first)

    def forbid(self, reasons: Mapping[str, str]) -> None:
        """Disable the rows of these names, and show the reason of each in its tool tip."""
        rows = self.kinds.model()
        assert isinstance(rows, QStandardItemModel)  # noqa: S101 - as created by the combo box
        for index, name in enumerate(self._names):
            reason = reasons.get(name, "")
            rows.item(index).setEnabled(not reason)
            rows.item(index).setToolTip(untrusted_text.as_tool_tip(core_translation.local(reason)))

    def choose(self, name: str) -> None:
        """Select an end by its name, without a signal; the first one if it is not offered."""
        index = self.kinds.findData(name)
        with QSignalBlocker(self.kinds):
            self.kinds.setCurrentIndex(max(index, 0))
        self._turn()

    def prefer(self, name: str) -> None:
        """Make a row the initial selection; another choice of the person stays."""
        stays, self._first = not self.is_first, name
        if not stays:
            self.choose(name)

    def reset(self) -> None:
        """Reset to the initial selection."""
        if self._date is not None:
            self._reset_date(self._date)
        self.choose(UNCHANGED_END if UNCHANGED_END in self._names else self._first)

    def _turn(self) -> None:
        self._show_date()
        self.changed.emit()

    def _show_date(self) -> None:
        if self.row is not None and self.row.is_date and self.isEnabled():
            self.date.show()
        elif self._date is not None:
            self._date.hide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._show_date()

    @property
    def name(self) -> str:
        """Return the name of the selected row; "" for the rule's current end."""
        return str(self.kinds.currentData() or "")

    @property
    def row(self) -> RuleEnd | None:
        """Return the selected row; None for the rule's current end."""
        return RULE_ENDS.get(self.name)

    @property
    def is_first(self) -> bool:
        """Whether the row is selected that is offered first."""
        return self.name == self._first

    def end(self) -> dict[str, Any]:
        """Return the choice for an order: ``until``, ``seconds``, ``expires`` and ``idle``, as required."""
        row = self.row
        if row is None:
            return {}
        if row.is_date:
            return {"expires": float(self.date.dateTime().toSecsSinceEpoch())}
        if row.until == "idle":
            return {"until": row.until, "idle": row.seconds}
        return {"seconds": row.seconds} if row.seconds else {"until": row.until}

    def as_rule(self) -> dict[str, Any]:
        """Return the corresponding members of a rule that is made now."""
        end = self.end()
        expires = time.time() + end["seconds"] if "seconds" in end else end.get("expires", 0.0)
        return {"until": end.get("until", "always"), "expires": expires, "idle": end.get("idle", 0.0)}

    def end_text(self) -> str:
        """Return the choice in words that follow the rule's subject."""
        row = self.row
        if row is not None and row.is_date:
            return self.tr("until {0}").format(time_format.minute(self.end()["expires"]))
        return self.kinds.currentText()
