"""Fills the histogram for a load of the table: reads where the bars begin, then counts the numbers as they arrive."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from toolguard.store.log.index.log_index import CallFilter, Verdicts
from toolguard.window.log_view.histogram import BarCounter, Histogram, TimeBars, bars_of
from toolguard.window.log_view.log_access import LogAccess

_MAX_BLANK_FRACTION = 8
"""Maximum share of empty bars before the first call: one in this many."""

_MAX_UNDECIDED = 1_000
"""Maximum undecided calls, the newest ones, that are asked about again. Most others were cancelled."""


class Timeline:
    """One per load of the table; ``histogram`` shows the newest."""

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram
        self._tally: BarCounter | None = None
        self._denied = array("q")
        self.unmarked = array("q")
        """Counted calls that are not known to be denied or not: some wait for a decision."""
        self._bars = TimeBars(0.0, 1.0, 1)
        self._until = 0.0
        self._can_fit = False
        self._begins_with_log = False
        self._turn = 0

    async def begin(self, reading: LogAccess, filter: CallFilter) -> bool:
        """Show empty bars for the filter's time range, or for the whole log; return False if there are none to fill."""
        self._denied, self.unmarked = array("q"), array("q")
        self._histogram.show_kind(filter.kind)
        return await self._begin(reading, filter)

    async def _begin(self, reading: LogAccess, filter: CallFilter) -> bool:
        self._tally = None
        self._turn += 1
        turn = self._turn
        span = await reading.span()
        self._histogram.setVisible(span is not None)
        if span is None:
            return False
        since = span[0] if filter.since is None else filter.since
        until = span[1] if filter.until is None else filter.until
        self._until, self._can_fit = max(since, until), filter.since is None
        self._begins_with_log = filter.since is None
        return await self._divide(reading, since, turn)

    async def _divide(self, reading: LogAccess, since: float, turn: int) -> bool:
        """Show other bars; return False if a newer load has started."""
        bars = bars_of(since, self._until)
        edges = await reading.edges(bars.edges())
        if turn != self._turn:
            return False
        edges[0], edges[-1] = 0, 1 << 60  # if the clock was set back, the outer bars contain matches outside
        self._bars, self._tally = bars, BarCounter(edges)
        self._histogram.show_bars(bars)
        return True

    async def fit(self, reading: LogAccess, ids: Callable[[], array[int]]) -> None:
        """Begin with the first of ``ids``, which are all matches, unless the person has set the start."""
        turn = self._turn
        while self._can_fit and turn == self._turn and self._tally is not None:
            step, first = self._bars.step, self._tally.first
            if first * _MAX_BLANK_FRACTION < self._bars.count:
                break
            if not await self._divide(reading, self._bars.edges()[first], turn):
                return
            self._count(ids(), complete=True)
            self._can_fit = self._bars.step < step  # shorter bars may reveal another empty one
        if self._tally is not None and turn == self._turn and self._begins_with_log and self._tally.first:
            self._leave_out(self._tally.first)

    def _leave_out(self, blank: int) -> None:
        """Begin with the first non-empty bar. The length of the bars stays."""
        bars = self._bars
        assert self._tally is not None  # noqa: S101 - whoever calls has bars
        self._tally.leave_out(blank)
        self._bars = TimeBars(bars.start + bars.step * blank, bars.step, bars.count - blank)
        self._histogram.show_bars(self._bars)
        self._show(complete=True)

    async def follow(self, reading: LogAccess, filter: CallFilter, ids: Callable[[], array[int]]) -> None:
        """Add bars if the log has grown past the last one, unless the person has set the end."""
        turn = self._turn
        span = await reading.span() if filter.until is None else None
        is_due = span is not None and span[1] >= self._bars.edges()[-1]
        if is_due and turn == self._turn and await self._begin(reading, filter):
            self._count(ids(), complete=True)
            await self.fit(reading, ids)

    def add(self, ids: array[int], *, complete: bool) -> None:
        """Count calls, whose verdict `mark` adds later; ``complete``: these were the last ones."""
        self.unmarked.extend(ids)
        self._count(ids, complete=complete)

    def _count(self, ids: array[int], *, complete: bool) -> None:
        if self._tally is not None:
            self._tally.add(ids)
            self._show(complete=complete)

    def mark(self, ids: array[int], verdicts: Verdicts, *, complete: bool) -> None:
        """Mark the denied ones of the calls ``ids``, with which ``unmarked`` begins; the undecided stay in it."""
        follows = not self._denied or not verdicts.denied or verdicts.denied[0] < self._denied[-1]
        self._denied.extend(verdicts.denied)
        if not follows:
            self._denied = array("q", sorted(self._denied, reverse=True))
        self.unmarked = verdicts.undecided[:_MAX_UNDECIDED] + self.unmarked[len(ids) :]
        self._show(complete=complete)

    def _show(self, *, complete: bool) -> None:
        if self._tally is not None:
            self._histogram.show_counts(self._tally.counts, self._tally.counts_of(self._denied), complete=complete)
