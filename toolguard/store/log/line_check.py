"""Checks the lines of a journal: each is a record, has its number, and follows the one before. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.log import chain, records
from toolguard.store.log.chain import ChainVerifier

_UNSIGNED = tuple(f'"kind":"{kind}"'.encode() for kind in records.spellings("records_unsigned"))


class LineVerifier(ChainVerifier):
    """A `ChainVerifier` of lines. What fits is checked in one loop; only what does not is looked at closely."""

    def __init__(
        self,
        anchor: chain.Link | None = None,
        start: chain.Link = chain.START,
        noted: Iterable[chain.Link] = (),
    ) -> None:
        super().__init__(anchor, start, noted)
        self.unsigned: list[model.RecordsUnsigned] = []
        """The records that name others which nothing vouches for."""

    def feed_lines(self, block: bytes) -> bool:
        """Take whole lines with their ends; False once the first wrong record is known."""
        lines = block[:-1].split(b"\n")
        fitting = self._take_fitting(lines)
        if any(mark in block for mark in _UNSIGNED):
            self.unsigned += filter(None, map(_unsigned, lines[:fitting]))
        for line in lines[fitting:]:
            parts = records.split(line)
            if parts is None:
                self.blame(self.head[0] + 1, coded("store.record_unreadable", seq=self.head[0] + 1))
                return False
            if not self.feed(parts.seq, parts.text, parts.previous):
                return False
        return True

    def _take_fitting(self, lines: list[bytes]) -> int:
        """Take the lines up to the first that does not fit; how many these are."""
        if self._doubt or self._wrong:
            return 0
        seq, hash = self.head
        read, sha256, cut = records.read_head, hashlib.sha256, -records.TAIL
        count, noted = 0, self._noted
        for line in lines:
            if not line.endswith(b',"prev":"%b"}' % hash.hex().encode()):
                break
            try:
                head = read(line)
            except (msgspec.MsgspecError, UnicodeError):
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


def _unsigned(line: bytes) -> model.RecordsUnsigned | None:
    try:
        event = records.decode(line).event
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return event if isinstance(event, model.RecordsUnsigned) else None
