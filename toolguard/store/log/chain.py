"""Hash chain of the tamper-evident log: links each record to its predecessor and finds the first mismatch.

It knows neither files nor the meaning of records. Each hash covers the previous one (Haber and Stornetta, "How to
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
"""The hash before the first record; it stands for record 0."""
_MAX_COPIED_SIZE = 4096  # size up to which copying is faster than hashing in two steps
START: Link = (0, GENESIS)


def link(previous: bytes, body: bytes) -> bytes:
    """Return the hash of the record ``body`` after the record with the hash ``previous`` (SHA-256, 32 bytes)."""
    if len(body) < _MAX_COPIED_SIZE:
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
    """Whether ToolGuard noticed them on start and recorded that; otherwise they are at the end of the log."""


@dataclass(frozen=True, slots=True)
class RemovedSpan:
    """Records that were removed, according to a later record."""

    first: int
    last: int
    time: float
    """Time of that record, in seconds since the epoch."""
    by: str
    archive: str
    """The folder to which they were copied before, or empty."""
    notice: int
    """The number of that record."""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """Result of a verification. ``seq`` is the first wrong record and ``problem`` one sentence about it."""

    checked: int
    """Number of correct records, from the first on."""
    ok: bool
    seq: int | None = None
    problem: str = ""
    unvouched: tuple[UnsignedSpan, ...] = ()
    """Correct records that were not written by a ToolGuard with its key."""
    vouched: int | None = None
    """The newest record that is vouched for; None if the key is unknown."""
    removed: tuple[RemovedSpan, ...] = ()
    """Removed records, according to records that were checked."""
    redacted: int = 0
    """Number of redacted records, according to other records."""
    unfinished: int = 0
    """Number of records whose redaction is not complete."""

    @property
    def last(self) -> int:
        """The number of the last correct record, if the log was checked from record 1 on."""
        return self.checked + sum(span.last - span.first + 1 for span in self.removed)


class _DoubtfulRecord(NamedTuple):
    """A record that does not follow its predecessor. The next record shows why, so the verdict waits for it."""

    seq: int
    text: bytes
    previous: bytes
    hash: bytes | None
    """Its hash if it is redacted, and so differs from that of its text."""


class ChainVerifier:
    """Verifier: takes the records in order and reports the first wrong one.

    ``anchor`` is the newest link kept elsewhere; without it, neither truncation nor an edit of the newest record can be
    detected. ``noted`` are older links kept elsewhere. ``start`` is the trusted link before the first record.
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
        """The last correct record."""
        return self._seq, self._hash

    def feed(self, seq: int, text: bytes, previous: bytes, hash: bytes | None = None) -> bool:
        """Take a record that states the previous hash ``previous``; return False once the first wrong one is known.

        ``hash`` is the original hash of a redacted record; the caller vouches for it.
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
        """Take the hash of a record that was already compared with `head`."""
        self._seq, self._hash = seq, hash
        if self._noted.get(seq, hash) != hash:
            self.blame(seq, coded("store.record_not_noted_elsewhere", seq=seq))

    def skip(self, to: Link) -> None:
        """Continue after record ``to``: the records up to it are known to be removed."""
        self._skipped += to[0] - self._seq
        self.fits(*to)

    def blame(self, seq: int, problem: str) -> None:
        """Report a problem that hashes cannot show, unless an earlier record is already reported."""
        if self._doubt:
            self._explain(self._doubt, None)
        if not self._wrong:
            self._wrong = seq, problem
            self._sound = min(self._seq, seq - 1)

    def report(self) -> VerificationReport:
        """Return the result after the last record."""
        if self._doubt and not self._wrong:
            self._explain(self._doubt, None)
        if not self._wrong and (newest := max(self._noted, default=0)) > self._seq:
            self.blame(self._seq + 1, coded("store.log_truncated_ends_record", seq=self._seq, noted=newest))
        if self._wrong:
            return VerificationReport(max(self._sound - self._start[0] - self._skipped, 0), False, *self._wrong)
        return VerificationReport(self._seq - self._start[0] - self._skipped, True)

    def _explain(self, doubt: _DoubtfulRecord, after: _DoubtfulRecord | tuple[int, bytes, bytes] | None) -> None:
        """Name the manipulation. ``after`` is the record after the doubtful one, if any."""
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
