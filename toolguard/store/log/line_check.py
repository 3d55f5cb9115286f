"""Checks of journal lines: each is a record, has its number, and follows its predecessor. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.log import chain, records
from toolguard.store.log.chain import ChainVerifier
from toolguard.store.log.upkeep.notices import NOTICE_PATTERN, Notices, RemovalNotice


class LineVerifier(ChainVerifier):
    """A `ChainVerifier` for lines. Valid lines are checked in one loop; others are examined one by one.

    Missing and redacted records are accepted if a later record states them. ``notices`` reads these records on first
    use; they must be among the lines that are fed.
    """

    def __init__(
        self,
        anchor: chain.Link | None = None,
        start: chain.Link = chain.START,
        noted: Iterable[chain.Link] = (),
        notices: Callable[[], Notices] = Notices,
    ) -> None:
        super().__init__(anchor, start, noted)
        self.relied: dict[int, int] = {}
        """Notices that a gap or a redacted record relies on, by number, with the first record concerned."""
        self._find = notices
        self._notices: Notices | None = None
        self._seen = Notices()
        self._removed = list[RemovalNotice]()
        self._redacted = dict[int, tuple[int, bytes, bytes]]()

    def feed_lines(self, block: bytes) -> bool:
        """Feed whole lines with line ends; return False once the first wrong record is known."""
        lines = block[:-1].split(b"\n")
        fitting = 0 if records.REDACTED_PREFIX in block else self._take_fitting(lines)
        if NOTICE_PATTERN.search(block):
            self._listen(lines[:fitting])
        for line in lines[fitting:]:
            parts = records.split(line)
            if parts is None:
                self.blame(self.head[0] + 1, coded("store.record_unreadable", seq=self.head[0] + 1))
                return False
            if not self._feed_line(line, parts):
                return False
            if NOTICE_PATTERN.search(line):
                self._listen([line])
        return True

    def report(self) -> chain.VerificationReport:
        report = super().report()
        if report.ok and (lost := self._without_notice()):
            self.blame(min(lost), coded("store.notice_not_in_log", seq=min(lost)))
            report = super().report()
        due = {seq for seq, _, _ in self._seen.redactions} - self._redacted.keys()
        removed = [notice.span for notice in self._removed]
        left = sum(
            1 for seq in due if self._start[0] < seq and not any(span.first <= seq <= span.last for span in removed)
        )
        return replace(report, removed=tuple(removed), redacted=len(self._redacted), unfinished=left)

    def relied_unsigned(self, signed: int) -> tuple[int, int] | None:
        """Return the first missing or redacted record whose notice nothing vouches for, and that notice.

        ``signed``: the newest record that is vouched for, apart from those that ToolGuard found unsigned on a start.
        """
        unsigned = (
            (first, notice) for notice, first in self.relied.items() if not self._seen.is_signed(notice, signed)
        )
        return min(unsigned, default=None)

    @property
    def unsigned(self) -> list[model.RecordsUnsigned]:
        """The records about others that nothing vouches for."""
        return self._seen.unsigned

    def of_lines(self) -> chain.VerificationReport:
        """Return the report on the lines alone, if the notices are not among them."""
        return super().report()

    def _without_notice(self) -> list[int]:
        """Return the records accepted for a notice that was not among the lines."""
        removed = [notice.event.first for notice in self._removed if notice not in self._seen.removals]
        return removed + [seq for seq, key in self._redacted.items() if key not in self._seen.redactions]

    def _feed_line(self, line: bytes, parts: records.Line) -> bool:
        """Feed a line that may follow a gap or be redacted."""
        if not self._doubt and parts.seq > self.head[0] + 1:
            self._skip_removed((parts.seq - 1, parts.previous))
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

    def _skip_removed(self, to: chain.Link) -> None:
        """Continue after record ``to`` if notices state that all records up to it were removed."""
        for notice in self._known().bridge(self.head, to):
            self.relied.setdefault(notice.seq, notice.event.first)
            self._removed.append(notice)
            self.skip(notice.end)

    def _known(self) -> Notices:
        if self._notices is None:
            self._notices = self._find()
        return self._notices

    def _listen(self, lines: list[bytes]) -> None:
        """Process a valid record about other records."""
        for line in lines:
            if not NOTICE_PATTERN.search(line):
                continue
            try:
                record = records.decode(line)
            except (msgspec.MsgspecError, UnicodeError):
                continue
            self._seen.take(record)

    def _take_fitting(self, lines: list[bytes]) -> int:
        """Feed valid lines up to the first invalid one; return their number."""
        if self._doubt or self._wrong:
            return 0
        seq, hash = self.head
        read, sha256, cut = records.read_head_raising, hashlib.sha256, -records.TAIL_SIZE
        count, noted = 0, self._noted
        for line in lines:
            if not line.endswith(b',"prev":"%b"}' % hash.hex().encode()):
                break
            try:
                head = read(line)
            except records.UNREADABLE:
                break
            if head.seq != seq + 1 or records.number(line) != head.seq or not (head.kind or head.event):
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
