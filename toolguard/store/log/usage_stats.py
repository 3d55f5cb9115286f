"""Questions to the index of the log about use: which tool was called when, which rule decided how often."""

from __future__ import annotations

from collections.abc import Sequence

from toolguard.store.log.index.log_index import IndexReader

MANY = 100_000
"""How far the decisions of one rule are counted."""
_LOOKED_AT = 2_000  # newest calls of a tool's name among which one server's is looked for


class UsageReader(IndexReader):
    """An `IndexReader` that can also sum up."""

    def today(self, since: float) -> dict[tuple[str, str], int]:
        """How many calls every server's tools have had since that time (seconds since the epoch)."""
        sql = "SELECT server, tool, count(*) FROM calls WHERE seq>=? AND time>=? AND kind='call' GROUP BY server, tool"
        return {(server, tool): count for server, tool, count in self._ask(sql, [self._first_from(since), since])}

    def last_used(self, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """When these tools (server, tool) were called last; one of which no recent call is known is left out."""
        called = set(self.values("tool"))
        sql = (
            "SELECT time FROM (SELECT server, time FROM calls WHERE tool=? ORDER BY seq DESC LIMIT ?)"
            " WHERE server=? LIMIT 1"
        )
        found = {}
        for server, tool in places:
            if tool in called:
                for (moment,) in self._ask(sql, [tool, _LOOKED_AT, server]):
                    found[server, tool] = float(moment)
        return found

    def rulings(self) -> dict[str, tuple[int, float]]:
        """How often each rule (its id) has decided, counted to `MANY`, and when last."""
        jump = (
            "WITH RECURSIVE next(value) AS (SELECT min(decider) FROM calls WHERE decider > 'rule ' UNION ALL "
            "SELECT (SELECT min(decider) FROM calls WHERE decider > value) FROM next WHERE value < 'rule!') "
            "SELECT value FROM next WHERE value < 'rule!'"
        )
        count = "SELECT count(*) FROM (SELECT 1 FROM calls WHERE decider=? LIMIT ?)"
        last = "SELECT time FROM calls WHERE decider=? ORDER BY seq DESC LIMIT 1"
        found = {}
        for decider in [value for (value,) in self._ask(jump, [])]:
            counted = next(self._ask(count, [decider, MANY]))[0]
            found[decider.removeprefix("rule ")] = (counted, float(next(self._ask(last, [decider]))[0]))
        return found
