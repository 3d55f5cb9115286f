"""Usage statistics from the log's index: calls of tools, decisions of rules."""

from __future__ import annotations

from collections.abc import Sequence

from toolguard.gate import deciders
from toolguard.store.log.index.log_index import IndexReader

MAX_COUNT = 100_000
"""Limit up to which the decisions of a rule are counted."""
_LOOKED_AT = 2_000  # newest calls of a tool name that are searched for a server's


class UsageReader(IndexReader):
    """An `IndexReader` with aggregate queries."""

    def today(self, since: float) -> dict[tuple[str, str], int]:
        """Return the number of calls per server and tool since a time (seconds since the epoch)."""
        sql = "SELECT server, tool, count(*) FROM calls WHERE seq>=? AND time>=? AND kind='call' GROUP BY server, tool"
        return {(server, tool): count for server, tool, count in self._ask(sql, [self._first_from(since), since])}

    def last_used(self, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """Return when these tools (server, tool) were last called; tools without a known recent call are omitted."""
        called = set(self.values("tool"))
        sql = (
            "SELECT time FROM (SELECT server, time FROM calls WHERE tool=? ORDER BY seq DESC LIMIT ?)"
            " WHERE server=? LIMIT 1"
        )
        times = {}
        for server, tool in places:
            if tool in called:
                for (moment,) in self._ask(sql, [tool, _LOOKED_AT, server]):
                    times[server, tool] = float(moment)
        return times

    def rulings(self) -> dict[str, tuple[int, float]]:
        """Return how often each rule (by id) has decided, counted up to `MAX_COUNT`, and when last."""
        jump = (
            "WITH RECURSIVE next(value) AS (SELECT min(decider) FROM calls WHERE decider > 'rule ' UNION ALL "
            "SELECT (SELECT min(decider) FROM calls WHERE decider > value) FROM next WHERE value < 'rule!') "
            "SELECT value FROM next WHERE value < 'rule!'"
        )
        count = "SELECT count(*) FROM (SELECT 1 FROM calls WHERE decider=? LIMIT ?)"
        last = "SELECT time FROM calls WHERE decider=? ORDER BY seq DESC LIMIT 1"
        counts = {}
        for decider in [value for (value,) in self._ask(jump, [])]:
            counted = next(self._ask(count, [decider, MAX_COUNT]))[0]
            counts[deciders.rule_id(decider)] = (counted, float(next(self._ask(last, [decider]))[0]))
        return counts
