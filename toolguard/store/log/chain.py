"""The arithmetic of the tamper-evident log: link a record to the one before, and find the first that does not fit.

It knows neither files nor what a record says. Each hash covers the hash before it (Haber and Stornetta, "How to
Time-Stamp a Digital Document", 1991), so that one newest hash, kept elsewhere, vouches for the whole log.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from toolguard.gate.texts import coded

Link = tuple[int, bytes]
"""A record's number and its hash."""

_DOMAIN = b"toolguard record 1\n"
GENESIS = hashlib.sha256(b"toolguard log 1\n").digest()
"""The hash that the first record is linked to; it stands for record 0."""
START: Link = (0, GENESIS)


def link(previous: bytes, body: bytes) -> bytes:
    """The hash of the record ``body`` that follows the record with the hash ``previous`` (SHA-256, 32 bytes)."""
    return hashlib.sha256(_DOMAIN + previous + body).digest()


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
class VerificationReport:
    """What a verification found. ``seq`` is the first wrong record and ``problem`` one sentence about it."""

    checked: int
    ok: bool
    seq: int | None = None
    problem: str = ""
    unvouched: tuple[UnsignedSpan, ...] = ()
    """Records that fit, but were not written by a ToolGuard that had its key."""
    vouched: int | None = None
    """The newest record that is vouched for; None where the key is not known."""


@dataclass(frozen=True, slots=True)
class _SuspectRecord:
    """A record whose hash does not fit. The record after it tells what was done, so the sentence waits for that."""

    seq: int
    due: bytes
    stored: bytes


class ChainVerifier:
    """Is fed the records in order and reports the first that is wrong.

    ``anchor`` is the newest link as it was kept elsewhere; without it a cut at the end cannot show. ``start`` is the
    trusted link before the first record fed.
    """

    def __init__(self, anchor: Link | None = None, start: Link = START) -> None:
        self._anchor = anchor
        self._seq, self._hash = start
        self._checked = 0
        self._suspect: _SuspectRecord | None = None
        self._wrong: tuple[int, str] | None = None

    def feed(self, seq: int, body: bytes, hash: bytes, said: int | None = None) -> bool:
        """Take a record; False once the first wrong one is known. ``said`` is the number that the body gives itself."""
        if self._wrong:
            return False
        if self._suspect:
            self._explain(self._suspect, seq, body, hash)
        elif seq != self._seq + 1:
            self._misplaced(seq)
        elif said is not None and said != seq:
            self.blame(seq, coded("store.record_moved", seq=seq, number=said))
        elif (due := link(self._hash, body)) != hash:
            self._suspect = _SuspectRecord(seq, due, hash)
            return True
        else:
            self._seq, self._hash = seq, hash
            self._checked += 1
            if self._anchor and self._anchor[0] == seq and self._anchor[1] != hash:
                self.blame(seq, coded("store.record_not_noted_elsewhere", seq=seq))
        return self._wrong is None

    def blame(self, seq: int, problem: str) -> None:
        """Report what a reader saw that the hashes cannot show. The first wrong record stays the one reported."""
        if not self._wrong and not self._suspect:
            self._wrong = seq, problem

    def report(self) -> VerificationReport:
        """What is known after the last record was fed."""
        if self._suspect and not self._wrong:
            seq = self._suspect.seq
            self._wrong = seq, coded("store.record_text_edited", seq=seq)
        if not self._wrong and self._anchor and self._anchor[0] > self._seq:
            self._wrong = self._seq + 1, self._truncated(self._anchor[0])
        if self._wrong:
            return VerificationReport(self._checked, False, *self._wrong)
        return VerificationReport(self._checked, True)

    def _truncated(self, noted: int) -> str:
        return coded("store.log_truncated_ends_record", seq=self._seq, noted=noted)

    def _misplaced(self, seq: int) -> None:
        due = self._seq + 1
        if seq <= self._seq:
            self.blame(seq, coded("store.record_repeated", seq=seq, before=self._seq))
        elif seq == due + 1:
            self.blame(due, coded("store.record_removed", seq=due))
        else:
            self.blame(due, coded("store.records_removed", first=due, last=seq - 1))

    def _explain(self, suspect: _SuspectRecord, seq: int, body: bytes, hash: bytes) -> None:
        at = suspect.seq
        if hash == link(suspect.stored, body):
            text = coded("store.record_edited_before_next", seq=at)
        elif hash == link(suspect.due, body):
            text = coded("store.record_link_changed", seq=at)
        elif hash == link(self._hash, body):
            text = coded("store.record_inserted", seq=at, next=seq, before=self._seq)
        else:
            text = coded("store.record_does_not_follow", seq=at, before=self._seq)
        self._wrong = at, text
