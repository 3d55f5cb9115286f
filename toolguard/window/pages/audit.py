"""The page Audit: all recorded calls, with search, filters, details, verification and export."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ParamSpec

from PySide6.QtCore import QEvent, QModelIndex, QObject, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QWidget

from toolguard.gate import deciders
from toolguard.gate.model import Snapshot
from toolguard.gate.policy.conditions.widths import MAX_CALLS
from toolguard.services.interface import RefusedError
from toolguard.store.log.audit_log import Record, TamperedError
from toolguard.store.log.index.log_index import CallFilter, CallRow
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.call_history import CallHistory
from toolguard.window.log_view.call_model import CallModel
from toolguard.window.log_view.call_table import CallTable
from toolguard.window.log_view.export import LogExport
from toolguard.window.log_view.filters import LogFilters
from toolguard.window.log_view.histogram import Histogram
from toolguard.window.log_view.log_access import CHUNK_SIZE, LogAccess, RemovalNote
from toolguard.window.log_view.log_size import LogSizeNotice
from toolguard.window.log_view.redaction import RedactionDialog
from toolguard.window.log_view.saved_filters import SavedFilters
from toolguard.window.log_view.timeline import Timeline
from toolguard.window.log_view.verify import LogVerification
from toolguard.window.page import Page, PageContext
from toolguard.window.policy import rule_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import PageHeader
from toolguard.window.widgets.layout.boxes import stacked, vbox
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.progress_bar import ProgressBar
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import inset, label

MAX_NEW_COUNT = 1_000
"""Maximum count of new calls."""
FIRST_ROWS = 400
"""Rows that are shown before all others are read."""
MAX_UNINDEXED_RECORDS = 2_000
"""Records that the index may lack before the page reports that it is being built."""
_P = ParamSpec("_P")
_RETRY_DELAY_MS = 2_000
"""Milliseconds after which a log that could not be read is tried again."""
_MIN_BARS_HEIGHT = 640
"""Minimum height in pixels for the histogram beside a selected call."""
_LOW_SHARE = 0.36
"""Height of the table in a low window beside a selected call."""
_OPEN_FILTERS = ("client", "server", "tool", "rule", "by", "verdict", "since", "until")


class AuditPage(theme.ThemedWidget, Page):
    """The table follows the log while its newest rows are in view and none is selected, so that no row moves."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._filter = CallFilter()
        self._measured_kind = self._filter.kind
        self._recorded = -1
        self._anew = False
        self._redactions = 0  # texts that were redacted since the page was built
        self._asked_at = -1  # the newest record when the person loaded the table
        self._loads = 0
        self._is_loading = False
        self._has_more = False
        """Whether older rows are still to be loaded."""
        self._chosen_call = ""
        self._chosen_outcome = ""
        self.rows = CallModel(self._fetch, self.spawn, self)
        self.rows.dataChanged.connect(lambda *_: self._update_selected())
        self.table = CallTable(self.rows)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._select())
        self.filters = LogFilters(self.table)
        self.filters.changed.connect(self.reload)
        self.saved = SavedFilters(context.settings, self.filters.state, self.notice)
        self.saved.chosen.connect(self.filters.show_state)
        self.histogram = Histogram()
        self.histogram.range_selected.connect(self.filters.narrow)
        self.histogram.range_cleared.connect(self.filters.widen)
        self.histogram.hide()
        self._timeline = Timeline(self.histogram)
        self.history = CallHistory()
        self.history.hide()
        self.history.rule.clicked.connect(self._make_rule)
        self.history.rule_chosen.connect(lambda id: context.go("rules", id))
        self.new = push_button(clicked=self.reload)
        self.new.hide()
        self.behind = ProgressBar(self.tr("Indexing progress"))
        self.verify = LogVerification(context)
        self.verify.verified.connect(self._begin_rebuild)
        self.verify.last_changed.connect(self._tell_count)
        self.export = LogExport(context, self.filters.current_filter)
        self.history.redact.clicked.connect(self._ask_redaction)
        self.removed = label(tone="quiet", wrap=True)
        self.removed.setAccessibleName(self.tr("Removed records"))
        self.removed.hide()
        self.log_size = LogSizeNotice(context)
        self._lay_out()
        self.update_colours()
        self._news = QTimer(self, singleShot=True, interval=400)
        self._news.timeout.connect(lambda: self.spawn(self._update_rows))
        self._retry = QTimer(self, singleShot=True, interval=_RETRY_DELAY_MS)
        self._retry.timeout.connect(self.reload)

    @cached_property
    def redaction(self) -> RedactionDialog:
        """The dialog, which is created on first use."""
        dialog = RedactionDialog(self.context, self)
        dialog.redacted.connect(self._is_redacted)
        return dialog

    def _lay_out(self) -> None:
        self._empty = EmptyState(
            "audit", self.tr("No records yet"), self.tr("Every call, decision and response is recorded here.")
        )
        self._unmatched = EmptyState("search", self.tr("No results"), self.tr("No records match these filters."))
        self._unmatched.add_action(self.tr("Clear filters"), kind="").clicked.connect(self.filters.reset)
        self._filled = inset(self.table)
        self.body = stacked(self._filled, self._empty, self._unmatched)
        self.splitter = Splitter(
            self.context.settings, "audit/splitter", self.body, self.history, (230, 400), upright=True
        )
        vbox(self._head(), (self.splitter, 1), parent=self, spacing=0)

    def _make_room(self) -> None:
        """In a low window, hide the histogram and the filters for the selected call."""
        has_room = self.history.isHidden() or self.height() >= _MIN_BARS_HEIGHT
        self._bars.setVisible(has_room)
        self.filters.fold(not has_room)
        if not has_room:
            self.splitter.suggest(_LOW_SHARE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._make_room()
        return super().eventFilter(watched, event)

    def _head(self) -> QWidget:
        self._bars = QWidget()
        vbox(self.histogram, parent=self._bars)
        self.history.installEventFilter(self)
        head = PageHeader(self.tr("Audit"))
        self.count = head.count
        head.add(self.new, self.filters.search, self.saved, self.export, self.verify)
        head.add_below(
            self.saved.row, self.filters, self.verify.working, self.export.working, self.behind, self.verify.result,
            self.export.result, self.log_size, self.error_label, self.removed, self._bars,
        )  # fmt: skip
        return head

    # Reading

    async def _reporting(
        self, function: Callable[_P, Coroutine[Any, Any, None]], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """Show also why the log cannot be read, and read it again later."""
        try:
            await function(*args, **kwargs)
        except (OSError, TamperedError) as problem:
            self.show_error(str(problem))
            if isinstance(problem, OSError):
                self._retry.start()

    @property
    def _reading(self) -> LogAccess:
        assert self.context.reading is not None  # noqa: S101 - nothing is read without it
        return self.context.reading

    async def _fetch(self, ids: list[int]) -> list[CallRow]:
        return await self._reading.rows(ids)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        if self.context.reading is None:
            return
        first, self._recorded, before = self._recorded < 0, snapshot.recorded, self._recorded
        if first:
            self.reload()
            self.log_size.update_size()
        if snapshot.recorded != before and not self._news.isActive():
            self._news.start()
        self._offer_filters()

    def reload(self) -> None:
        """Read the log with the current filter; a load that still runs is replaced."""
        self._asked_at = self._recorded
        if self.context.reading is not None:
            self.spawn(self._load_all)

    async def _load_all(self) -> None:
        """Load everything that is recorded, including what no snapshot has reported yet."""
        with suppress(OSError, TamperedError):  # reported by whatever reads it next
            self._asked_at = max(self._asked_at, await self._reading.recorded())
        await self._load()

    async def _load(self) -> None:
        """Show the newest rows at once, then the histogram, then add the older rows in chunks."""
        self._loads += 1
        self._is_loading = True
        load, self._filter = self._loads, self.filters.current_filter()
        ids = await self._reading.ids(self._filter, limit=FIRST_ROWS)
        if load != self._loads:
            return
        self.show_error("")
        self.new.hide()
        self.rows.show_ids(ids)
        if self._filter.kind != self._measured_kind:  # other records need other widths
            self._measured_kind = self._filter.kind
            self.table.show_kind(self._filter.kind)
        more = len(ids) == FIRST_ROWS
        self._show_state(more=more)
        self._reselect(more=more)
        await self._know()
        if load != self._loads:
            return
        if not ids:
            self._is_loading = False
            self.histogram.hide()
            return
        await self._timeline.begin(self._reading, self._filter)
        self._timeline.add(ids, complete=False)
        await self._mark(load, complete=not more)
        while more and load == self._loads:
            ids = await self._reading.ids(self._filter, before=ids[-1])
            if load == self._loads:
                more = len(ids) == CHUNK_SIZE
                self.rows.add_ids(ids)
                self._timeline.add(ids, complete=False)
                self._show_state(more=more)
                self._reselect(more=more)
                await self._mark(load, complete=not more)
        if load == self._loads:
            self._is_loading = False
            await self._timeline.fit(self._reading, self.rows.ids)

    async def _mark(self, load: int, *, complete: bool = True) -> None:
        """Mark the denied calls in the histogram. If others were marked meanwhile, look again: what was read is old."""
        while load == self._loads:
            unmarked = self._timeline.unmarked
            ids = unmarked[:]  # more may be added meanwhile
            verdicts = await self._reading.verdicts(ids)
            if load == self._loads and unmarked is self._timeline.unmarked:
                self._timeline.mark(ids, verdicts, complete=complete)
                return

    async def _know(self) -> None:
        with suppress(RefusedError):  # then rules have only their ids
            listed = await self.context.core_link.run(lambda core: core.rules.all())
            rules = {rule["id"]: rule_text.sentence(rule) for rule in listed}
            self.rows.show_rules(rules)
            self.history.show_rules(rules)
        self._tell_removed(await self._reading.removal())
        columns = [await self._reading.values(name) for name in ("client", "server", "tool", "decider")]
        self.filters.know(*([name for name in names if name] for names in columns))

    def _tell_removed(self, note: RemovalNote | None) -> None:
        self.removed.setVisible(note is not None)
        if note is not None:
            template = self.tr("Older records, up to record {0}, were removed on {1}.")
            text = template.format(self.locale().toString(note.last), time_format.clock(note.time))
            copies = self.tr("Copies are in {0}.").format(untrusted_text.visible(note.archive)) if note.archive else ""
            self.removed.setText(core_translation.join_sentences(text, copies))

    def _ask_redaction(self) -> None:
        self.redaction.begin(self.history.numbers(), self.history.selected_text())

    def _is_redacted(self) -> None:
        """Reload after a redaction: what is shown still has the text, and the index is rebuilt."""
        self._redactions += 1
        if not self.history.isHidden():
            self.history.hide()
            self.spawn(self._read_records, self._chosen_call)
        self._begin_rebuild()

    def _show_state(self, *, more: bool) -> None:
        self._has_more = more
        self._tell_count()
        if self.rows.rowCount():
            self.body.setCurrentWidget(self._filled)
        else:
            self.body.setCurrentWidget(self._unmatched if self.filters.has_any() else self._empty)
        self._offer_filters()

    def _tell_count(self) -> None:
        count = self.rows.rowCount()
        text = self.tr("1 call") if count == 1 else self.tr("%L1 calls").replace("%L1", self.locale().toString(count))
        if self._filter.kind != "call":
            text = self.tr("{0} records").format(self.locale().toString(count)) if count != 1 else self.tr("1 record")
        if self.verify.last is not None:
            text = self.tr("{0} · verified {1}").format(text, time_format.minute(self.verify.last))
        self.count.setText(self.tr("{0} …").format(text) if self._has_more else text)

    def _offer_filters(self) -> None:
        """Hide filters and export while the log has no record."""
        nothing = self.body.currentWidget() is self._empty and self._recorded <= 0
        for widget in (self.filters, self.filters.search, self.saved, self.export, self.count):
            widget.setVisible(not nothing)

    async def _update_rows(self) -> None:
        """Count what is new since the table was loaded, and update the visible rows."""
        recorded = self._recorded
        indexed = await self._reading.indexed()  # before the calls, which may be indexed while they are read
        ids = await self._reading.ids(self._filter, limit=MAX_NEW_COUNT)
        self._offer(ids)
        if not self._is_loading:
            await self._mark(self._loads)
        top, bottom = self.table.in_view()
        if top >= 0 and not self._anew:
            self.rows.refresh(top, bottom)
        self._show_index_progress(indexed, recorded)
        if indexed < recorded or recorded != self._recorded:
            self._news.start()
        elif self._anew:
            self._anew = False
            self.reload()

    def _begin_rebuild(self) -> None:
        """The index is rebuilt: the view stays until it is complete again."""
        self._anew = True
        self._news.start()

    def _show_index_progress(self, indexed: int, recorded: int) -> None:
        """Show the progress of building the index, oldest records first."""
        if recorded - indexed < MAX_UNINDEXED_RECORDS:
            if not self.behind.isHidden():
                self.behind.end()
                self.reload()
            return
        if self.behind.isHidden():
            self.behind.begin("", self.tr("Indexing… {0} of {1} records"))
        self.behind.reach(indexed, recorded)

    def _offer(self, ids: array[int]) -> None:
        newest = self.rows.newest()
        missing = array("q", (id for id in ids if id > newest))
        count = len(missing)
        if count and (not newest or missing[-1] <= self._asked_at):  # the index contains it only now
            self.spawn(self._load)
        elif count and count < MAX_NEW_COUNT and self._follows():
            self.new.hide()
            self.rows.put_first(missing)
            self._timeline.add(missing, complete=True)
            self._show_state(more=False)
            self.spawn(self._follow_time)
        elif count:
            self.new.setText(self.tr("1 new call") if count == 1 else self.tr("%n new calls", "", count))
            if count == MAX_NEW_COUNT:
                self.new.setText(self.tr("More than %n new calls", "", count))
            self.new.show()

    async def _follow_time(self) -> None:
        await self._timeline.follow(self._reading, self._filter, self.rows.ids)

    def _follows(self) -> bool:
        """Return whether the newest rows are visible and no row is selected."""
        rests = not self.table.selectionModel().hasSelection() and self.history.isHidden()
        return rests and self.table.verticalScrollBar().value() == 0 and not self._is_loading

    # Selected call

    def open(self, about: str) -> None:
        """Show a call by its id, or the calls that lines such as ``client:NAME`` select: filters, a rule, a time."""
        if self.context.reading is None:
            return
        values = dict(line.split(":", 1) for line in about.splitlines() if line.partition(":")[0] in _OPEN_FILTERS)
        if values:
            if "rule" in values:
                values["by"] = deciders.RULE + values.pop("rule")
            since, until = _moment(values.pop("since", "")), _moment(values.pop("until", ""))
            self.filters.choose(range=(since, until) if since and until else None, **values)
        elif about:
            self.spawn(self._open, about)

    async def _open(self, call: str) -> None:
        records = await self._records_of(call)
        if not records:
            reason = self.tr("This call isn't in the log: it was removed with older records, or isn't decided yet.")
            early = self.tr("This call isn't in the log yet. Calls are logged once they are decided.")
            self.show_error(early if await self._reading.removal() is None else reason)
            return
        self._chosen_call, self._chosen_outcome = call, ""
        self.history.show_records(records)
        self.history.show()
        self.filters.choose()

    def _select(self) -> None:
        """Show the history of a single selected call; a rule can be made from one or several."""
        self._choose(self.table.currentIndex())
        self.history.show_selected(len(self._selected_calls()))

    def _selected_calls(self) -> list[str]:
        """Return the ids of the selected calls; empty if there are too many, or some are not calls or were not read."""
        chosen = [self.rows.call(row) for row in self.table.chosen(MAX_CALLS + 1)]
        calls = [call.call for call in chosen if call is not None and call.kind == "call" and call.call]
        return calls if len(calls) == len(chosen) <= MAX_CALLS else []

    def _make_rule(self) -> None:
        """Open the form with a rule that covers the selected calls."""
        self.context.go("rules", f"calls:{' '.join(self._selected_calls())}")

    def _choose(self, index: QModelIndex) -> None:
        chosen = index.isValid() and self.table.selectionModel().isSelected(index)
        call = self.rows.call(index.row()) if chosen else None
        if call is not None and (_name(call) != self._chosen_call or self.history.isHidden()):
            self._chosen_call = _name(call)
            self.spawn(self._read_records, self._chosen_call)

    def _update_selected(self) -> None:
        """Rows were read: update the selected call, which may have been read or changed."""
        index = self.table.currentIndex()
        if not index.isValid() or self.history.isHidden():
            return
        call = self.rows.call(index.row())
        if call is None:
            return
        self.history.show_selected(len(self._selected_calls()))
        if _name(call) != self._chosen_call:
            self._choose(index)
        elif call.outcome != self._chosen_outcome:
            self.spawn(self._read_records, self._chosen_call)

    async def _records_of(self, name: str) -> list[Record]:
        """Return the records of a call; read again if a text was redacted meanwhile, which they may still contain."""
        while True:
            redactions = self._redactions
            records = await self._reading.call_records(name)
            if redactions == self._redactions:
                return records

    async def _read_records(self, name: str) -> None:
        records = await self._records_of(name)
        if self._chosen_call == name and records:
            call = self.rows.call(self.table.currentIndex().row())
            self._chosen_outcome = call.outcome if call is not None else ""
            self.history.show_records(records)
            self.history.show_selected(len(self._selected_calls()))
            self.history.show()

    def _reselect(self, *, more: bool) -> None:
        """Restore the selection after the table was loaded again, if it still exists."""
        if self.table.currentIndex().isValid() or self.history.isHidden():
            return
        row = self.rows.row_of(self.history.first_seq())
        if row >= 0:
            self.table.choose(row)
        elif not more:
            self.history.hide()
            self._chosen_call = ""

    # Interface of the page

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        for dialog in self.findChildren(RedactionDialog):
            dialog.reject()

    def searches(self) -> Sequence[QLineEdit]:
        return (self.filters.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "refresh": self.reload,
            "verify": lambda: self.verify.start() if self.verify.button.isEnabled() else None,
            "save": self.saved.save,
            "export": lambda: self.export.button.click() if self.export.button.isEnabled() else None,
        }

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        history, current = self.history, self.table.currentIndex().row()
        if history.isHidden() or self.rows.row_of(history.first_seq()) != current:  # it is still read
            return {self.table: {}}
        return {self.table: {"rule": history.rule, "redact": history.redact, "copy": history.copy}}

    def panes(self) -> tuple[QWidget, ...]:
        records = () if self.history.isHidden() else (self.history.copy,)
        return (self.table, *records, self.histogram, self.filters.search)

    def apply_colours(self, colours: theme.Colours) -> None:
        self.rows.apply_colours(colours)


def _moment(text: str) -> float:
    """Parse seconds since the epoch; return 0 if invalid, since a name with a line break may precede it."""
    return float(text) if re.fullmatch(r"\d{1,11}(\.\d{1,9})?", text, re.ASCII) else 0.0


def _name(call: CallRow) -> str:
    """Return the key of its history."""
    return call.call or f"#{call.seq}"
