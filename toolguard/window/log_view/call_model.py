"""Table model of the log: it holds the numbers of all rows and reads the visible rows."""

from __future__ import annotations

import bisect
from array import array
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QModelIndex, QObject, Qt
from PySide6.QtGui import QColor, QIcon

from toolguard.gate import deciders
from toolguard.store.log.index.log_index import CallRow
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.lists.columns import ColumnModel, Index

PAGE_SIZE = 200
"""Rows that are read at once."""
MAX_KEPT_PAGES = 64
"""Pages that are cached."""

HEADERS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("CallModel", "Time"),
    QT_TRANSLATE_NOOP("CallModel", "Server"),
    QT_TRANSLATE_NOOP("CallModel", "Tool"),
    QT_TRANSLATE_NOOP("CallModel", "Argument"),
    QT_TRANSLATE_NOOP("CallModel", "Client"),
    QT_TRANSLATE_NOOP("CallModel", "Decision"),
    QT_TRANSLATE_NOOP("CallModel", "Outcome"),
    QT_TRANSLATE_NOOP("CallModel", "Duration"),
)
SERVER, TOOL, ARGUMENT, CLIENT, DECISION, OUTCOME, DURATION = range(1, 8)
"""Columns after the time."""

DECISIONS: dict[str, tuple[str, str, Any]] = {
    "allow": ("ok", "quiet", QT_TRANSLATE_NOOP("CallModel", "Allowed")),
    "deny": ("deny", "danger", QT_TRANSLATE_NOOP("CallModel", "Denied")),
    "": ("", "quiet", QT_TRANSLATE_NOOP("CallModel", "None")),
}
OUTCOMES: dict[str, tuple[str, str, Any]] = {
    "held": ("pending", "caution", QT_TRANSLATE_NOOP("CallModel", "Pending")),
    "allowed": ("pending", "quiet", QT_TRANSLATE_NOOP("CallModel", "Not sent yet")),
    "deferred": ("pending", "caution", QT_TRANSLATE_NOOP("CallModel", "Awaiting retry")),
    "decision_deferred": ("pending", "quiet", QT_TRANSLATE_NOOP("CallModel", "Decision saved")),
    "running": ("active", "accent", QT_TRANSLATE_NOOP("CallModel", "Running")),
    "denied": ("deny", "quiet", QT_TRANSLATE_NOOP("CallModel", "Not run")),
    "withdrawn": ("gone", "quiet", QT_TRANSLATE_NOOP("CallModel", "Cancelled")),
    "cancelled": ("stop", "caution", QT_TRANSLATE_NOOP("CallModel", "Stopped")),
    "unknown": ("unknown", "danger", QT_TRANSLATE_NOOP("CallModel", "Unknown")),
    "result": ("ok", "quiet", QT_TRANSLATE_NOOP("CallModel", "Done")),
    "tool_error": ("failed", "caution", QT_TRANSLATE_NOOP("CallModel", "Tool failed")),
    "error": ("failed", "danger", QT_TRANSLATE_NOOP("CallModel", "Error")),
    "input_required": ("unknown", "caution", QT_TRANSLATE_NOOP("CallModel", "Input requested")),
    "task": ("active", "accent", QT_TRANSLATE_NOOP("CallModel", "Task started")),
}
KINDS: dict[str, tuple[str, str, Any]] = {
    "session_started": ("session", "quiet", QT_TRANSLATE_NOOP("CallModel", "Client connected")),
    "handshake_completed": ("session", "quiet", QT_TRANSLATE_NOOP("CallModel", "Handshake")),
    "session_ended": ("gone", "quiet", QT_TRANSLATE_NOOP("CallModel", "Client disconnected")),
    "server_state_changed": ("run", "quiet", QT_TRANSLATE_NOOP("CallModel", "Server")),
    "secret_released": ("key", "caution", QT_TRANSLATE_NOOP("CallModel", "Secret used")),
    "config_changed": ("proposal", "caution", QT_TRANSLATE_NOOP("CallModel", "Settings changed")),
    "client_forgotten": ("gone", "quiet", QT_TRANSLATE_NOOP("CallModel", "Client removed from the list")),
    "app_started": ("shield", "quiet", QT_TRANSLATE_NOOP("CallModel", "ToolGuard started")),
    "app_stopped": ("stop", "quiet", QT_TRANSLATE_NOOP("CallModel", "ToolGuard stopped")),
    "config_accepted": ("settings", "quiet", QT_TRANSLATE_NOOP("CallModel", "Active settings")),
    "records_unsigned": ("unknown", "danger", QT_TRANSLATE_NOOP("CallModel", "Unverified")),
    "log_taken_over": ("shield", "quiet", QT_TRANSLATE_NOOP("CallModel", "Log taken over")),
    "torn_line_closed": ("unknown", "caution", QT_TRANSLATE_NOOP("CallModel", "Incomplete line removed")),
    "segment_removed": ("gone", "caution", QT_TRANSLATE_NOOP("CallModel", "Records removed")),
    "records_redacted": ("dash", "caution", QT_TRANSLATE_NOOP("CallModel", "Text redacted")),
    "request_forwarded": ("arrow", "quiet", QT_TRANSLATE_NOOP("CallModel", "Forwarded")),
    "server_request_received": ("unknown", "caution", QT_TRANSLATE_NOOP("CallModel", "Server request")),
    "message_refused": ("deny", "danger", QT_TRANSLATE_NOOP("CallModel", "Refused")),
    "response_dropped": ("gone", "quiet", QT_TRANSLATE_NOOP("CallModel", "Late response")),
}
"""Records without a call."""
OWN_RECORDS = frozenset((
    "config_changed", "app_started", "app_stopped", "config_accepted", "records_unsigned", "log_taken_over",
    "torn_line_closed", "segment_removed", "records_redacted",
))  # fmt: skip
"""Kinds of records about ToolGuard itself: they have no client and no server."""
DECIDERS: dict[str, Any] = {
    "person": QT_TRANSLATE_NOOP("CallModel", "You"),
    "timeout": QT_TRANSLATE_NOOP("CallModel", "Timeout"),
    "limit": QT_TRANSLATE_NOOP("CallModel", "Too many pending"),
    "no window": QT_TRANSLATE_NOOP("CallModel", "No approver"),
    "closing": QT_TRANSLATE_NOOP("CallModel", "ToolGuard quit"),
    "crash": QT_TRANSLATE_NOOP("CallModel", "ToolGuard crashed"),
    "rate limit": QT_TRANSLATE_NOOP("CallModel", "Too many calls"),
    "prompt limit": QT_TRANSLATE_NOOP("CallModel", "Too many approval requests"),
    "prompt pause": QT_TRANSLATE_NOOP("CallModel", "Approval requests unanswered"),
    "size limit": QT_TRANSLATE_NOOP("CallModel", "Too large"),
    "time limit": QT_TRANSLATE_NOOP("CallModel", "Took too long"),
    "panic": QT_TRANSLATE_NOOP("CallModel", "All calls blocked"),
    "hidden": QT_TRANSLATE_NOOP("CallModel", "Tool hidden"),
    "leak": QT_TRANSLATE_NOOP("CallModel", "Secret in arguments"),
    "bound argument": QT_TRANSLATE_NOOP("CallModel", "Bound argument"),
    "command line": QT_TRANSLATE_NOOP("CallModel", "command line"),
    "setting": QT_TRANSLATE_NOOP("CallModel", "Server's setting"),
    "settings": QT_TRANSLATE_NOOP("CallModel", "Your settings"),
    "server": QT_TRANSLATE_NOOP("CallModel", "Server"),
    "client": QT_TRANSLATE_NOOP("CallModel", "Client"),
}


def decider(by: str) -> str:
    """Return who decided, in words."""
    if by in DECIDERS:
        return QCoreApplication.translate("CallModel", DECIDERS[by])
    if id := deciders.rule_id(by):
        return QCoreApplication.translate("CallModel", "Rule {0}").format(untrusted_text.visible(id))
    if by.startswith(deciders.DEFERRED):
        return QCoreApplication.translate("CallModel", "Your earlier decision")
    if by.startswith(deciders.CONTINUATION):
        return QCoreApplication.translate("CallModel", "Continues an approved call")
    return untrusted_text.visible(core_translation.local(by))


def rule_of(by: str, rules: Mapping[str, str]) -> str:
    """Return the rule that decided, among ``rules`` (sentences by id); "" if none did, or it was removed."""
    return rules.get(deciders.rule_id(by), "")


class CallModel(ColumnModel):
    """Newest first by default. ``fetch`` reads calls, ``spawn`` runs a function; rows are blank until read."""

    def __init__(
        self,
        fetch: Callable[[list[int]], Coroutine[Any, Any, list[CallRow]]],
        spawn: Callable[..., object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__("CallModel", HEADERS, parent)
        self._fetch = fetch
        self._spawn = spawn
        self._ids: array[int] = array("q")
        self._oldest_first = False
        self._pages: OrderedDict[int, list[CallRow | None]] = OrderedDict()
        self._requested_pages: set[int] = set()
        self._generation = 0
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._colours = theme.LIGHT
        self._rules: Mapping[str, str] = {}

    def show_rules(self, rules: Mapping[str, str]) -> None:
        """Set the rules of now as sentences, by their ids."""
        self._rules = rules

    def ids(self) -> array[int]:
        """Return the numbers of all shown calls, newest first."""
        return self._ids[:]

    def turn_round(self, *, oldest_first: bool) -> None:
        """Reverse the order of the calls; rows that were read stay cached."""
        if oldest_first != self._oldest_first:
            self.beginResetModel()
            self._oldest_first = oldest_first
            self.endResetModel()

    @property
    def is_oldest_first(self) -> bool:
        """Whether the first row is the oldest call."""
        return self._oldest_first

    def _place(self, row: int) -> int:
        """Return the index of a row's call among the numbers, or of a call's row."""
        return len(self._ids) - 1 - row if self._oldest_first else row

    def show_ids(self, ids: array[int]) -> None:
        """Show the calls with these numbers (newest first) instead of the previous ones."""
        self.beginResetModel()
        self._generation += 1
        self._ids = ids
        self._pages.clear()
        self._requested_pages.clear()
        self.endResetModel()

    def put_first(self, ids: array[int]) -> None:
        """Insert newer calls (newest first) before the others. Cached rows stay, so that no row flickers."""
        cached = {call.seq: call for page in self._pages.values() for call in page if call is not None}
        pages = [page for page in self._pages if page * PAGE_SIZE < len(self._ids)]
        start = len(self._ids) if self._oldest_first else 0
        self.beginInsertRows(QModelIndex(), start, start + len(ids) - 1)
        self._generation += 1
        self._requested_pages.clear()
        self._ids = ids + self._ids
        self._pages.clear()
        for page in sorted({(page * PAGE_SIZE + len(ids)) // PAGE_SIZE for page in pages}):
            self._pages[page] = [cached.get(id) for id in self._ids[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]]
        self.endInsertRows()

    def add_ids(self, ids: array[int]) -> None:
        """Append older calls."""
        if ids:
            start = 0 if self._oldest_first else len(self._ids)
            self.beginInsertRows(QModelIndex(), start, start + len(ids) - 1)
            self._ids.extend(ids)
            self.endInsertRows()

    def show_kind(self, kind: str) -> None:
        """Name the column of texts for records of this kind: only calls have a tool."""
        head = HEADERS[TOOL] if kind == "call" else QT_TRANSLATE_NOOP("CallModel", "Details")
        self._heads = (*HEADERS[:TOOL], head, *HEADERS[TOOL + 1 :])
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, TOOL, TOOL)

    def newest(self) -> int:
        """Return the greatest shown number, or 0."""
        return self._ids[0] if self._ids else 0

    def row_of(self, id: int) -> int:
        """Return the row of a number, or -1."""
        index = bisect.bisect_left(self._ids, -id, key=lambda each: -each)
        return self._place(index) if index < len(self._ids) and self._ids[index] == id else -1

    def apply_colours(self, colours: theme.Colours) -> None:
        """Draw the icons in new colours from now on."""
        self._colours = colours
        self._icons.clear()

    def refresh(self, first: int, last: int) -> None:
        """Read the rows from ``first`` to ``last`` again, because their calls may have changed. They do not flicker."""
        places = sorted((self._place(first), self._place(last)))
        for page in range(places[0] // PAGE_SIZE, places[1] // PAGE_SIZE + 1):
            if page in self._pages:
                self._request_page(page)

    def call(self, row: int) -> CallRow | None:
        """Return the call in a row, if it was read."""
        number, index = divmod(self._place(row), PAGE_SIZE)
        page = self._pages.get(number)
        return page[index] if page is not None and index < len(page) else None

    def count(self) -> int:
        return len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = index.row(), index.column()
        which = Qt.ItemDataRole
        if column in (TOOL, ARGUMENT) and role in (which.FontRole, which.ToolTipRole):
            call = self.call(row)
            is_call = call is None or bool(call.call)
            if role == which.FontRole:
                return theme.mono() if is_call else None
            if call is None or is_call != (column == ARGUMENT):  # a tool's name is complete, unlike these
                return None
            shown = summary.line(*_argument(call)) if is_call else _text(call, TOOL)
            return untrusted_text.as_tool_tip(shown) if shown else None
        if role == which.ToolTipRole and column == DECISION:
            return self._decision_tip(self.call(row))
        if role == which.ForegroundRole:
            return self._colour(self.call(row), column)
        if role not in (which.DisplayRole, which.AccessibleTextRole, which.DecorationRole):
            return None
        call = self.call(row)
        if call is None:
            self._request_page(self._place(row) // PAGE_SIZE)
            return ""
        if role == Qt.ItemDataRole.DecorationRole:
            return self._sign(call, column)
        return _text(call, column)

    def _decision_tip(self, call: CallRow | None) -> str | None:
        if call is None or not call.verdict:
            return None
        rule = rule_of(call.by, self._rules)
        text = QCoreApplication.translate("CallModel", "The rule now: {0}")
        return untrusted_text.as_tool_tip(core_translation.fill_in(text, rule) if rule else _decision(call))

    def starts_day(self, row: int) -> bool:
        """Return whether the calls of a row and of the row above it, both read, are of different days."""
        above, call = self.call(row - 1) if row else None, self.call(row)
        return above is not None and call is not None and not time_format.is_same_day(above.time, call.time)

    def _colour(self, call: CallRow | None, column: int) -> QColor | None:
        """Return the colour of a decision, an outcome or a duration: only what is not usual stands out."""
        if call is None or column not in (DECISION, OUTCOME, DURATION):
            return None
        return QColor(getattr(self._colours, _mark(call, column)[1]))

    def _sign(self, call: CallRow, column: int) -> QIcon | None:
        name, tone = _mark(call, column)
        if not name:
            return None
        if (name, tone) not in self._icons:
            self._icons[name, tone] = icons.icon(name, getattr(self._colours, tone))
        return self._icons[name, tone]

    def _request_page(self, page: int) -> None:
        if page not in self._requested_pages:
            self._requested_pages.add(page)
            self._spawn(self._read, page, self._generation)

    async def _read(self, page: int, generation: int) -> None:
        ids = list(self._ids[page * PAGE_SIZE : (page + 1) * PAGE_SIZE])
        try:
            calls = {call.seq: call for call in await self._fetch(ids)}
        finally:
            if generation == self._generation:
                self._requested_pages.discard(page)
        if generation != self._generation:
            return
        self._pages[page] = [calls.get(id) for id in ids]
        self._pages.move_to_end(page)
        while len(self._pages) > MAX_KEPT_PAGES:
            self._pages.popitem(last=False)
        rows = sorted((self._place(page * PAGE_SIZE), self._place(page * PAGE_SIZE + len(ids) - 1)))
        self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[1], len(HEADERS) - 1))


def _mark(call: CallRow, column: int) -> tuple[str, str]:
    """Return the name of the icon of a cell ("": none) and the tone of the icon and its text."""
    if column == DECISION:
        icon, tone, _ = DECISIONS.get(call.verdict, DECISIONS[""])
        return "rules" if call.verdict == "allow" and call.by.startswith(deciders.RULE) else icon, tone
    if column == OUTCOME:
        outcome = OUTCOMES.get(call.outcome) if call.call else KINDS.get(call.kind)
        return outcome[:2] if outcome else ("unknown", "quiet")
    return "", "quiet"


def _decision(call: CallRow) -> str:
    in_terminal = call.by == "person" and '"surface":"serve"' in call.approver
    return decision_text(call.verdict, call.by, in_terminal=in_terminal) if call.verdict else "–"


def decision_text(verdict: str, by: str, *, in_terminal: bool) -> str:
    """Return the decision and who made it; a rule's sentence is in the details.

    ``in_terminal``: whether the person decided in the terminal of ``toolguard serve``.
    """
    translate, allowed = QCoreApplication.translate, verdict == "allow"
    if by == "person" and not in_terminal:
        return translate("CallModel", "Approved by you") if allowed else translate("CallModel", "Denied by you")
    if by.startswith(deciders.RULE):
        return translate("CallModel", "Allowed by rule") if allowed else translate("CallModel", "Denied by rule")
    decided = translate("CallModel", DECISIONS.get(verdict, DECISIONS[""])[2])
    who = translate("CallModel", "You (terminal)") if in_terminal else decider(by)
    return translate("CallModel", "{0}: {1}").format(decided, who)


def _argument(call: CallRow) -> tuple[str, str]:
    """Return the name and the value of a call's main argument; two empty texts if it has none."""
    name, value = (*call.details, "", "")[:2] if call.call else ("", "")
    return name, value


def _text(call: CallRow, column: int) -> str:
    translate = QCoreApplication.translate
    match column:
        case 0:
            return time_format.clock(call.time)
        case _ if column == TOOL and not call.call:
            return untrusted_text.shortened(" · ".join(core_translation.all_local(call.details)), 120) or "–"
        case _ if column == OUTCOME and not call.call:
            return (
                translate("CallModel", KINDS[call.kind][2]) if call.kind in KINDS else untrusted_text.visible(call.kind)
            )
        case _ if column == ARGUMENT:
            return summary.short_line(*_argument(call)) or "–"
        case _ if column == DECISION:
            return _decision(call)
        case _ if column == OUTCOME:
            return (
                translate("CallModel", OUTCOMES[call.outcome][2])
                if call.outcome in OUTCOMES
                else untrusted_text.visible(call.outcome)
            )
        case _ if column == DURATION:
            return time_format.took(call.took) if call.took else "–"
    return untrusted_text.visible({CLIENT: call.client, SERVER: call.server, TOOL: call.tool}[column]) or "–"
