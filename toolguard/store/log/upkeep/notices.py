"""Notices: records about removed segments and redacted records. No I/O.

They are part of the chain, so a signed checkpoint after them vouches for them, unless ToolGuard found them unsigned
when it started.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from toolguard.gate import model
from toolguard.store.log import records
from toolguard.store.log.chain import Link, RemovedSpan

NOTICE_PATTERN = re.compile(
    rb'"kind":"(?:%b)"'
    % "|".join(records.kind_names("records_unsigned", "segment_removed", "records_redacted")).encode()
)
"""Records about other records."""
_MAX_REDACTED_RECORDS = 1_000_000
"""Maximum redacted records that are known at once."""


class RemovalNotice(NamedTuple):
    """A `model.SegmentRemoved` with the number and time of its record."""

    seq: int
    time: float
    event: model.SegmentRemoved

    @property
    def after(self) -> Link:
        """Return the link before the first removed record."""
        return self.event.first - 1, _hash(self.event.previous)

    @property
    def end(self) -> Link:
        """The link of the last removed record."""
        return self.event.last, _hash(self.event.hash)

    @property
    def span(self) -> RemovedSpan:
        """What a check reports about the gap."""
        event = self.event
        return RemovedSpan(event.first, event.last, self.time, event.by, event.archive, self.seq)


class Notices:
    """What the records of a log state about older ones."""

    def __init__(self) -> None:
        self.removals = list[RemovalNotice]()
        self._by_start: dict[Link, list[RemovalNotice]] = {}
        self.redactions: dict[tuple[int, bytes, bytes], int] = {}
        """Number, hash and SHA-256 of the new line of each redacted record, with the number of the notice."""
        self.unsigned = list[model.RecordsUnsigned]()
        """The records that ToolGuard found unsigned on a start: a later checkpoint does not vouch for them."""

    def take(self, record: records.Record) -> None:
        """Process a record of any kind. One that names itself or later records is ignored."""
        event = record.event
        if isinstance(event, model.SegmentRemoved):
            notice = RemovalNotice(record.seq, record.time, event)
            if 0 < event.first <= event.last < record.seq and event.count == event.last - event.first + 1:
                self.removals.append(notice)
                self._by_start.setdefault(notice.after, []).append(notice)
        elif isinstance(event, model.RecordsRedacted):
            for old in event.records:
                if 0 < old.seq < record.seq and len(self.redactions) < _MAX_REDACTED_RECORDS:
                    self.redactions[old.seq, _hash(old.hash), _hash(old.line)] = record.seq
        elif isinstance(event, model.RecordsUnsigned):
            self.unsigned.append(event)

    def is_signed(self, seq: int, signed: int) -> bool:
        """Return whether record ``seq`` is vouched for. ``signed``: the newest record that a checkpoint covers."""
        return seq <= signed and not any(span.first <= seq <= span.last for span in self.unsigned)

    def take_lines(self, block: bytes) -> None:
        """Process whole lines."""
        start = 0
        while match := NOTICE_PATTERN.search(block, start):
            start = block.index(b"\n", match.end())
            with suppress(msgspec.MsgspecError, UnicodeError):
                self.take(records.decode(block[block.rfind(b"\n", 0, match.start()) + 1 : start]))

    def bridge(self, start: Link, end: Link) -> list[RemovalNotice]:
        """Return the removals that connect two links without a gap, as far as they reach."""
        tried = set[Link]()
        ways = list[tuple[Link, list[RemovalNotice]]]([(start, [])])
        nearest = list[RemovalNotice]()
        while ways:
            link, way = ways.pop()
            if link == end:
                return way
            if link in tried or link[0] > end[0]:
                continue
            tried.add(link)
            if way and link[0] < end[0] and (not nearest or link[0] > nearest[-1].event.last):
                nearest = way
            ways += [(notice.end, [*way, notice]) for notice in self._by_start.get(link, ())]
        return nearest


def find_notices(blocks: Iterable[bytes]) -> Notices:
    """Read the notices in blocks of whole lines. They are unverified until these lines are verified."""
    notices = Notices()
    for block in blocks:
        notices.take_lines(block)
    return notices


def _hash(text: str) -> bytes:
    with suppress(ValueError):
        return bytes.fromhex(text)
    return b""
