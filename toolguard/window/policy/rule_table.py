"""The rules as a table, newest first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QColor, QIcon

from toolguard.services.interface import ListedRule
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy import rule_text
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.lists.columns import ColumnModel, Index
from toolguard.window.widgets.lists.fitted_header import Column
from toolguard.window.widgets.lists.plain_table import PlainTable

HEADERS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("RuleTable", "Decision"), QT_TRANSLATE_NOOP("RuleTable", "Tool"),
    QT_TRANSLATE_NOOP("RuleTable", "Server"), QT_TRANSLATE_NOOP("RuleTable", "Client"),
    QT_TRANSLATE_NOOP("RuleTable", "Only if"), QT_TRANSLATE_NOOP("RuleTable", "Status"),
    QT_TRANSLATE_NOOP("RuleTable", "Expires"), QT_TRANSLATE_NOOP("RuleTable", "Used"),
)  # fmt: skip
COLUMNS = (
    Column("fact"), Column("name", characters=12), Column("name"), Column("name"), Column("text", characters=14),
    Column("text", characters=21), Column("fact"), Column("fact", optional=True),
)  # fmt: skip
"""The status is shortened before a name, and the column with uses left out. The details always show both."""
ACTION, TOOL, SERVER, CLIENT, CONDITIONS, STATUS, ENDS, _USED = range(len(HEADERS))
_PLACES = {TOOL: "tool", SERVER: "server", CLIENT: "client"}
_TEXTS: dict[int, Callable[[ListedRule], str]] = {
    ACTION: rule_text.verdict,
    TOOL: rule_text.subject,
    SERVER: lambda rule: rule_text.place(rule, "server"),
    CLIENT: lambda rule: rule_text.place(rule, "client"),
    CONDITIONS: rule_text.condition_line,
    STATUS: rule_text.status,
}
MAX_COUNT = 100_000
"""Maximum count of a rule's decisions (`toolguard.store.log.usage_stats`)."""
Rulings = dict[str, tuple[int, float]]


class RuleModel(ColumnModel):
    """One row per rule."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("RuleTable", HEADERS, parent)
        self.rules: list[ListedRule] = []
        self._all_rules: list[ListedRule] = []
        self._rulings: Rulings | None = None
        """None until the log was read."""
        self.now = time.time()
        """The time up to which the remaining times are shown; the details use the same."""
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._colours = theme.LIGHT

    def show_rules(self, rules: list[ListedRule]) -> bool:
        """Show these; return False if rows were added, removed or moved, so that the view must restore its position."""
        self._all_rules, self.now = rules, time.time()
        rules = self.in_order(rules)
        before = self.rules
        same = [rule["id"] for rule in rules] == [rule["id"] for rule in before]
        if same:
            self.rules = rules  # even if they are equal: `sort` looks for these objects in `_all_rules`
            if rules != before:
                self._changed(0, len(HEADERS) - 1)
        else:
            self.beginResetModel()
            self.rules = rules
            self.endResetModel()
        return same

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.choose_order(column, order)
        self.move_rows(self.rules, self.in_order(self._all_rules), self._set_rules)

    def _set_rules(self, rules: list[ListedRule]) -> None:
        self.rules = rules

    def sort_value(self, entry: ListedRule, column: int) -> Any:
        if column == ENDS:  # those with an end time first, the earliest first
            return (not entry["expires"], entry["expires"] or 0, self._text(entry, column))
        if column == _USED:
            return self.ruling(entry["id"])
        if column == STATUS:  # those that decide nothing first, then the most severe risks
            statuses = rule_text.statuses(entry)
            return rule_text.rank(statuses[0] if statuses else ""), -len(statuses)
        return self._text(entry, column).casefold()

    @property
    def rulings(self) -> Rulings:
        """How often each rule has decided and when last, by id."""
        return self._rulings or {}

    def show_rulings(self, rulings: Rulings) -> None:
        """Show how often rules have decided, and when last."""
        if rulings != self._rulings:
            self._rulings = rulings
            self._changed(_USED, _USED)

    def tick(self) -> bool:
        """Count down; return whether any rule has an end time."""
        self.now = time.time()
        self._changed(ENDS, ENDS)
        return any(rule["expires"] for rule in self.rules)

    def _changed(self, first: int, last: int) -> None:
        if self.rules:
            self.dataChanged.emit(self.index(0, first), self.index(len(self.rules) - 1, last))

    def row(self, id: str) -> int:
        """Return the row of a rule, or -1."""
        return next((row for row, rule in enumerate(self.rules) if rule["id"] == id), -1)

    def ruling(self, id: str) -> tuple[int, float]:
        """Return how often a rule has decided and when last (0: never, as far as the log shows)."""
        return self.rulings.get(id, (0, 0.0))

    def apply_colours(self, colours: theme.Colours) -> None:
        """Draw the icons in new colours from now on."""
        self._colours = colours
        marks = [(sign, tone) for sign, own, _ in rule_text.VERDICTS.values() for tone in (own, "quiet")]
        marks += [("danger", "danger"), ("caution", "caution")]
        self._icons = {(sign, tone): icons.icon(sign, getattr(colours, tone)) for sign, tone in marks}
        self._changed(ACTION, STATUS)

    def count(self) -> int:
        return len(self.rules)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        which, rule, column = Qt.ItemDataRole, self.rules[index.row()], index.column()
        if role in (which.DisplayRole, which.AccessibleTextRole):
            return self._text(rule, column) or ("–" if role == which.AccessibleTextRole else "")
        if role == which.ToolTipRole:
            return untrusted_text.as_tool_tip(self._reasons(rule))
        if role == which.AccessibleDescriptionRole and column == ACTION:
            return self._reasons(rule)
        if role == which.DecorationRole and column == ACTION:
            sign, tone, _ = rule_text.VERDICTS[rule["verdict"]]
            return self._icons.get((sign, tone if rule_text.in_force(rule) else "quiet"))
        if role == which.DecorationRole and column == STATUS and self._is_alarming(rule):
            return self._icons.get((self._alarm(rule), self._alarm(rule)))
        if role == which.ForegroundRole:
            return self._colour(rule, column)
        if role == which.FontRole and column == TOOL and self._place(rule, TOOL) != rule_text.ANY:
            return theme.mono()
        return None

    def _colour(self, rule: ListedRule, column: int) -> QColor | None:
        if column == STATUS and self._is_alarming(rule):
            return QColor(getattr(self._colours, self._alarm(rule)))
        if column == STATUS and rule_text.statuses(rule)[:1] in (["fault"], ["forbidden"], ["changed"]):
            return QColor(self._colours.caution)
        faint = not rule_text.in_force(rule) or self._is_never(rule, column)
        return QColor(self._colours.quiet) if faint else None

    def _is_never(self, rule: ListedRule, column: int) -> bool:
        """Return whether it never ends or was never used, as most rules: only others need attention."""
        if column == ENDS:
            return not (rule["expires"] or rule_text.event(rule))
        return column == _USED and not self.ruling(rule["id"])[0]

    @staticmethod
    def _is_alarming(rule: ListedRule) -> bool:
        """Return whether it covers more than one may expect, or calls that may destroy data."""
        return rule_text.in_force(rule) and bool(rule_text.dangers(rule))

    @staticmethod
    def _alarm(rule: ListedRule) -> str:
        """Return the icon and the tone of its status: red where the button that adds the rule is red (`is_severe`)."""
        return "danger" if rule_text.is_severe(rule) else "caution"

    def _reasons(self, rule: ListedRule) -> str:
        """Return why it stands out: its risks, or why it decides nothing although it is turned on."""
        if rule["disabled"] or rule["expired"]:
            return ""
        return rule_text.fault(rule) or "\n".join(rule_text.dangers(rule))

    @staticmethod
    def _place(rule: ListedRule, column: int) -> str:
        """Return what it applies to; the column of tools contains the method of other requests."""
        name = _PLACES[column] if column != TOOL or rule_text.is_of_tools(rule) else "method"
        return str(rule.get(name, "tools/call"))

    def _text(self, rule: ListedRule, column: int) -> str:
        if column in _TEXTS:
            return _TEXTS[column](rule)
        if column == ENDS:
            return rule_text.end_text(rule, self.now, short=True)
        count, last = self.ruling(rule["id"])
        if not count:
            return QCoreApplication.translate("RuleTable", "not yet") if self._rulings is not None else ""
        translate = QCoreApplication.translate
        often = translate("RuleTable", "once") if count == 1 else translate("RuleTable", "%Ln times", None, count)
        return translate("RuleTable", "{0}, last {1}").format(often, time_format.day(last)) if last else often


class RuleTable(PlainTable):
    """The rules in their order, or sorted by a column."""

    def __init__(self, model: RuleModel) -> None:
        super().__init__(model, QCoreApplication.translate("RuleTable", "Rules"), "rules/table", COLUMNS)

    def offer_columns(self, rules: Sequence[ListedRule]) -> None:
        """Show the status and the conditions only if one of all ``rules`` has any: names need the space."""
        shown = {STATUS: rule_text.status, CONDITIONS: rule_text.condition_line}
        self.head.leave_out([column for column, text in shown.items() if not any(map(text, rules))])
