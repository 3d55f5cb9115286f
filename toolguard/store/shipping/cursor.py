"""Cursor of a receiver: how far the log was sent, written after the receiver has accepted a batch.

It names records by number and hash, so that a replaced log is detected.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from toolguard.store import atomic_write, regular_file
from toolguard.store.log import chain
from toolguard.store.log.records import Time

_MAX_KEPT_ENDS = 16
"""Ends of earlier batches that are kept. A power failure can remove the newest records, which the receiver has."""
_MAX_FILE_SIZE = 64 << 10
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class CursorError(Exception):
    """The file is readable but not a cursor."""


class CursorPlace(msgspec.Struct, frozen=True):
    """A record, by number and hash in hexadecimal."""

    seq: int
    hash: str

    @property
    def link(self) -> chain.Link:
        """The record as `chain` names it. Raises ValueError if the hash is not hexadecimal."""
        return self.seq, bytes.fromhex(self.hash)


class ShippingCursor(msgspec.Struct, frozen=True, kw_only=True):
    """Content of the file. ``places``: the ends of the last batches, newest last; the first one: the start."""

    places: tuple[CursorPlace, ...]
    sent: _Count = 0
    """Number of records that the receiver has accepted."""
    missed: _Count = 0
    """Number of records that were removed from the log before they could be sent."""
    refused: _Count = 0
    """Number of records that the receiver accepted and reported as not kept."""
    time: Time = 0.0
    """When the newest batch was accepted: seconds since the epoch, 0 for never."""

    @classmethod
    def at(cls, link: chain.Link) -> ShippingCursor:
        """Return a new cursor: records after ``link`` are to be sent."""
        return cls(places=(CursorPlace(link[0], link[1].hex()),))

    @property
    def seq(self) -> int:
        """The number of the newest record that the receiver has accepted, or of the start."""
        return self.places[-1].seq

    def moved(
        self, link: chain.Link, *, sent: int = 0, missed: int = 0, refused: int = 0, time: float | None = None
    ) -> ShippingCursor:
        """Return the cursor after more records."""
        return ShippingCursor(
            places=(*self.places, CursorPlace(link[0], link[1].hex()))[-_MAX_KEPT_ENDS:],
            sent=self.sent + sent, missed=self.missed + missed, refused=self.refused + refused,
            time=self.time if time is None else time,
        )  # fmt: skip

    def found_in(self, newest: chain.Link, hash_of: Callable[[int], bytes]) -> ShippingCursor | None:
        """Return the cursor adapted to the current log: back at an earlier end if the newest records are gone; None
        for another log. ``hash_of`` returns the hash of a record, empty if there is none.
        """
        if self.seq <= newest[0]:
            hash = hash_of(self.seq)
            if not hash or hash == self.places[-1].link[1]:  # records before the newest can have been removed
                return self
        for number in range(len(self.places) - 1, -1, -1):
            place = self.places[number]
            if place.seq <= newest[0] and hash_of(place.seq) == place.link[1]:
                return msgspec.structs.replace(self, places=self.places[: number + 1])
        return None


class CursorFile:
    """The file of a cursor. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> ShippingCursor | None:
        """Return the cursor; None if there is no file. Raises `CursorError`."""
        try:
            with regular_file.open_file(self.path) as file:
                data = file.read(_MAX_FILE_SIZE + 1)
        except FileNotFoundError:
            return None
        try:
            cursor = msgspec.json.decode(data, type=ShippingCursor)
            if not cursor.places or any(place.seq < 0 or len(place.link[1]) != 32 for place in cursor.places):
                raise ValueError
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise CursorError from None
        return cursor

    def write(self, cursor: ShippingCursor) -> None:
        """Write it to the disk atomically."""
        atomic_write.replace(self.path, msgspec.json.encode(cursor) + b"\n")
