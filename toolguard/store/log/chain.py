"""The arithmetic of the tamper-evident log: link a record to the one before, and find the first that does not fit.

It knows neither files nor what a record says. Each hash covers the hash before it (Haber and Stornetta, "How to
Time-Stamp a Digital Document", 1991), so that one newest hash, kept elsewhere, vouches for the whole log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from toolguard.gate.texts import coded

Link = tuple[int, bytes]
"""A record's number and its hash."""

DOMAIN = b"toolguard record 1\n"
GENESIS = hashlib.sha256(b"toolguard log 1\n").digest()
"""The hash that the first record is linked to; it stands for record 0."""
_SMALL = 4096  # bytes that are copied faster than hashed in two steps
START: Link = (0, GENESIS)


def link(previous: bytes, body: bytes) -> bytes:
    """The hash of the record ``body`` that follows the record with the hash ``previous`` (SHA-256, 32 bytes)."""
    if len(body) < _SMALL:
        return hashlib.sha256(DOMAIN + previous + body).digest()
    hash = hashlib.sha256(DOMAIN + previous)
    hash.update(body)
    return hash.digest()


@dataclass(frozen=True, slots=True)
class UnsignedSpan:
    """Records that nothing vouches for: ``first`` to ``last``, with their earliest and latest time."""

    first: int
    last: int
    since: float
    until: float
    noticed: bool
    """ToolGuard noticed them when it was started, and recorded that; else they are at the end of the log."""


@dataclass(frozen=True, slots=True)
class RemovedSpan:
    """Records that were removed, as a later record says."""

    first: int
    last: int
    time: float
    """When that was recorded, in seconds since the epoch."""
    by: str
    archive: str
    """The folder to which they were copied before, or empty."""
    notice: int
    """The number of the record that says so."""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """What a verification found. ``seq`` is the first wrong record and ``problem`` one sentence about it."""

    checked: int
    """How many records from the first on are right."""
    ok: bool
    seq: int | None = None
    problem: str = ""
    unvouched: tuple[UnsignedSpan, ...] = ()
    """Records that fit, but were not written by a ToolGuard that had its key."""
    vouched: int | None = None
    """The newest record that is vouched for; None where the key is not known."""
    removed: tuple[RemovedSpan, ...] = ()
    """Records that are gone, and said to be by records that were checked."""
    redacted: int = 0
    """Records in which text was replaced, which other records say."""
    unfinished: int = 0
    """Records whose text is still to be replaced."""

    @property
    def last(self) -> int:
        """The number of the last record that is right, in a log that was checked from record 1 on."""
        return self.checked + sum(one.last - one.first + 1 for one in self.removed)


class _DoubtfulRecord(NamedTuple):
    """A record that does not go on where the one before it ended. The next record tells why, so it waits for that."""

    seq: int
    text: bytes
    previous: bytes
    hash: bytes | None
    """Its hash, where it is not that of its text: it is redacted."""


class ChainVerifier:
    """Is fed the records in order and reports the first that is wrong.

    ``anchor`` is the newest link as it was kept elsewhere; without it neither a cut at the end nor an edit of the
    newest record can show. ``noted`` are older links that were kept elsewhere. ``start`` is the trusted link before the
    first record fed.
    """

    def __init__(self, anchor: Link | None = None, start: Link = START, noted: Iterable[Link] = ()) -> None:
        self._noted = dict((*noted, *((anchor,) if anchor else ())))
        self._start = start
        self._seq, self._hash = start
        self._doubt: _DoubtfulRecord | None = None
        self._wrong: tuple[int, str] | None = None
        self._sound = start[0]
        self._skipped = 0

    @property
    def head(self) -> Link:
        """The last record that was fed and fits."""
        return self._seq, self._hash

    def feed(self, seq: int, text: bytes, previous: bytes, hash: bytes | None = None) -> bool:
        """Take a record, which says that it follows the hash ``previous``; False once the first wrong one is known.

        ``hash`` is that of a redacted record, whose text has another one: the caller vouches for it.
        """
        if self._wrong:
            return False
        if self._doubt:
            self._explain(self._doubt, (seq, text, previous))
        elif seq != self._seq + 1 or previous != self._hash:
            self._doubt = _DoubtfulRecord(seq, text, previous, hash)
            return True
        else:
            self.fits(seq, hash or link(previous, text))
        return self._wrong is None

    def fits(self, seq: int, hash: bytes) -> None:
        """Take a record that was compared with `head` already, by its hash."""
        self._seq, self._hash = seq, hash
        if self._noted.get(seq, hash) != hash:
            self.blame(seq, coded("store.record_not_noted_elsewhere", seq=seq))

    def skip(self, to: Link) -> None:
        """Go on after the record ``to``: those up to it are known to be gone."""
        self._skipped += to[0] - self._seq
        self.fits(*to)

    def blame(self, seq: int, problem: str) -> None:
        """Report what a reader saw that the hashes cannot show. The first wrong record stays the one reported."""
        if self._doubt:
            self._explain(self._doubt, None)
        if not self._wrong:
            self._wrong = seq, problem
            self._sound = min(self._seq, seq - 1)

    def report(self) -> VerificationReport:
        """What is known after the last record was fed."""
        if self._doubt and not self._wrong:
            self._explain(self._doubt, None)
        if not self._wrong and (newest := max(self._noted, default=0)) > self._seq:
            self.blame(self._seq + 1, coded("store.log_truncated_ends_record", seq=self._seq, noted=newest))
        if self._wrong:
            return VerificationReport(max(self._sound - self._start[0] - self._skipped, 0), False, *self._wrong)
        return VerificationReport(self._seq - self._start[0] - self._skipped, True)

    def _explain(self, doubt: _DoubtfulRecord, after: _DoubtfulRecord | tuple[int, bytes, bytes] | None) -> None:
        """Name what was done here. ``after`` is the record after the doubtful one, if there is one."""
        self._doubt = None
        due, seq = self._seq + 1, doubt.seq
        if seq <= self._seq:
            self.blame(seq, coded("store.record_repeated", seq=seq, before=self._seq))
        elif seq > due:
            self._explain_gap(seq, after)
        else:
            hashes = (doubt.hash or link(doubt.previous, doubt.text), link(self._hash, doubt.text))
            follows = after[2] if after else self._noted.get(seq)
            if follows == hashes[0] and self._seq > self._start[0]:
                self.blame(self._seq, coded("store.record_edited_before_next", seq=self._seq))
            elif follows == hashes[1]:
                self.blame(seq, coded("store.record_link_changed", seq=seq))
            else:
                self.blame(seq, coded("store.record_does_not_follow", seq=seq, before=self._seq))

    def _explain_gap(self, seq: int, after: _DoubtfulRecord | tuple[int, bytes, bytes] | None) -> None:
        due = self._seq + 1
        if after and due <= after[0] < seq:
            self.blame(due, coded("store.record_inserted", seq=seq, next=after[0], before=self._seq))
        elif seq == due + 1:
            self.blame(due, coded("store.record_removed", seq=due))
        else:
            self.blame(due, coded("store.records_removed", first=due, last=seq - 1))
