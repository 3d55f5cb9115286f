"""Fills the histogram of a load: asks the log where the bars begin, then counts the numbers as they come."""

from __future__ import annotations

from array import array

from toolguard.store.log.index.log_index import CallFilter
from toolguard.window.log_view.histogram import BarCounter, Histogram, bars_of
from toolguard.window.log_view.log_access import LogAccess


class Timeline:
    """One for each load of the table; ``histogram`` shows the newest."""

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram
        self._tally: BarCounter | None = None

    async def begin(self, reading: LogAccess, filter: CallFilter) -> None:
        """Show empty bars over the time that is asked for, or over the whole log."""
        self._tally = None
        span = await reading.span()
        self._histogram.setVisible(span is not None)
        if span is None:
            return
        since = span[0] if filter.since is None else filter.since
        until = span[1] if filter.until is None else filter.until
        bars = bars_of(since, max(since, until))
        edges = await reading.edges(bars.edges())
        edges[0], edges[-1] = 0, 1 << 60  # the clock may have gone back: what matches stands in the outer bars then
        self._tally = BarCounter(edges)
        self._histogram.show_bars(bars)

    def add(self, ids: array[int], *, complete: bool) -> None:
        """Count more of what matches."""
        if self._tally is not None:
            self._tally.add(ids)
            self._histogram.show_counts(self._tally.counts, complete=complete)
