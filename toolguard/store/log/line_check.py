"""Checks the lines of a journal: each is a record, has its number, and follows the one before. No I/O."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.log import chain, records
from toolguard.store.log.chain import ChainVerifier
from toolguard.store.log.upkeep.notices import Notices, RemovalNotice

_TOLD = re.compile(
    rb'"kind":"(?:%b)"'
    % "|".join(records.spellings("records_unsigned", "segment_removed", "records_redacted")).encode()
)
"""Records that say something of others."""


class LineVerifier(ChainVerifier):
    """A `ChainVerifier` of lines. What fits is checked in one loop; only what does not is looked at closely.

    Missing records and redacted ones fit when a later record says so: ``notices`` reads these records when the first is
    wanted, and they must come among the lines that are fed.
    """

    def __init__(
        self,
        anchor: chain.Link | None = None,
        start: chain.Link = chain.START,
        noted: Iterable[chain.Link] = (),
        notices: Callable[[], Notices] = Notices,
    ) -> None:
        super().__init__(anchor, start, noted)
        self.unsigned: list[model.RecordsUnsigned] = []
        """The records that name others which nothing vouches for."""
        self.relied: dict[int, int] = {}
        """The numbers of the notices that a gap or a redacted record is accepted for, with the first of these."""
        self._find = notices
        self._notices: Notices | None = None
        self._seen = Notices()
        self._removed = list[RemovalNotice]()
        self._redacted = dict[int, tuple[int, bytes, bytes]]()

    def feed_lines(self, block: bytes) -> bool:
        """Take whole lines with their ends; False once the first wrong record is known."""
        lines = block[:-1].split(b"\n")
        fitting = 0 if records.REDACTED in block else self._take_fitting(lines)
        if _TOLD.search(block):
            self._listen(lines[:fitting])
        for line in lines[fitting:]:
            parts = records.split(line)
            if parts is None:
                self.blame(self.head[0] + 1, coded("store.record_unreadable", seq=self.head[0] + 1))
                return False
            if not self._feed_line(line, parts):
                return False
            if _TOLD.search(line):
                self._listen([line])
        return True

    def report(self) -> chain.VerificationReport:
        report = super().report()
        if report.ok and (lost := self._without_notice()):
            self.blame(min(lost), coded("store.notice_not_in_log", seq=min(lost)))
            report = super().report()
        due = {seq for seq, _, _ in self._seen.redactions} - self._redacted.keys()
        gone = [one.span for one in self._removed]
        left = sum(1 for seq in due if self._start[0] < seq and not any(one.first <= seq <= one.last for one in gone))
        return replace(report, removed=tuple(gone), redacted=len(self._redacted), unfinished=left)

    def of_lines(self) -> chain.VerificationReport:
        """What is known of the lines alone, where the notices are not among them."""
        return super().report()

    def _without_notice(self) -> list[int]:
        """The records that were accepted for a notice which is not among the lines that were fed."""
        gone = [one.event.first for one in self._removed if one not in self._seen.removals]
        return gone + [seq for seq, key in self._redacted.items() if key not in self._seen.redactions]

    def _feed_line(self, line: bytes, parts: records.Line) -> bool:
        """Take a line that may come after a gap, or be redacted."""
        if not self._doubt and parts.seq > self.head[0] + 1:
            self._cross((parts.seq - 1, parts.previous))
        hash = records.original_hash(line)
        if hash is not None and not self._doubt and (parts.seq - 1, parts.previous) == self.head:
            key = parts.seq, hash, hashlib.sha256(line).digest()
            notice = self._known().redactions.get(key)
            if notice is None:
                self.blame(parts.seq, coded("store.redacted_without_notice", seq=parts.seq))
                return False
            self.relied.setdefault(notice, parts.seq)
            self._redacted[parts.seq] = key
        return self.feed(parts.seq, parts.text, parts.previous, hash)

    def _cross(self, to: chain.Link) -> None:
        """Go on after the records up to ``to``, if others say that all of these were removed."""
        for one in self._known().bridge(self.head, to):
            self.relied.setdefault(one.seq, one.event.first)
            self._removed.append(one)
            self.skip(one.end)

    def _known(self) -> Notices:
        if self._notices is None:
            self._notices = self._find()
        return self._notices

    def _listen(self, lines: list[bytes]) -> None:
        """Take in what records that fit say of others."""
        for line in lines:
            if not _TOLD.search(line):
                continue
            try:
                record = records.decode(line)
            except (msgspec.MsgspecError, UnicodeError):
                continue
            if isinstance(record.event, model.RecordsUnsigned):
                self.unsigned.append(record.event)
            self._seen.take(record)

    def _take_fitting(self, lines: list[bytes]) -> int:
        """Take the lines up to the first that does not fit; how many these are."""
        if self._doubt or self._wrong:
            return 0
        seq, hash = self.head
        read, sha256, cut = records.read_head_raising, hashlib.sha256, -records.TAIL
        count, noted = 0, self._noted
        for line in lines:
            if not line.endswith(b',"prev":"%b"}' % hash.hex().encode()):
                break
            try:
                head = read(line)
            except records.UNREADABLE:
                break
            if head.seq != seq + 1 or not (head.kind or head.event):
                break
            hash = sha256(b"".join((chain.DOMAIN, hash, line[:cut], b"}"))).digest()
            seq += 1
            count += 1
            if seq in noted:
                self.fits(seq, hash)
                if self._wrong:
                    return count
        if count:
            self.fits(seq, hash)
        return count
