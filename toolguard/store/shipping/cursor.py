"""How far the log was sent to one receiver: a small file that is written after the receiver has taken a batch.

It names records by number and hash, so that it can be told whether the log is still the one that was sent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from toolguard.store import atomic_write
from toolguard.store.log import chain

_KEPT = 16
"""Ends of earlier batches. A power failure can take the log's newest records, which the receiver has."""
_LARGEST = 64 << 10  # bytes


class CursorError(Exception):
    """The file can be read, and is no cursor."""


class CursorPlace(msgspec.Struct, frozen=True):
    """A record, by number and hash in hexadecimal."""

    seq: int
    hash: str

    @property
    def link(self) -> chain.Link:
        return self.seq, bytes.fromhex(self.hash)


class ShippingCursor(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says. ``places``: the ends of the last batches, the newest last; the first: where it began."""

    places: tuple[CursorPlace, ...]
    sent: int = 0
    """Records that the receiver has taken."""
    missed: int = 0
    """Records that could not be sent: they were removed from the log before."""
    refused: int = 0
    """Records that the receiver took and told that it did not keep."""
    time: float = 0.0
    """When the newest batch was taken: seconds since the epoch, 0 for never."""

    @classmethod
    def at(cls, link: chain.Link) -> ShippingCursor:
        """A new cursor: what is recorded after ``link`` is to be sent."""
        return cls(places=(CursorPlace(link[0], link[1].hex()),))

    @property
    def seq(self) -> int:
        return self.places[-1].seq

    def moved(
        self, link: chain.Link, *, sent: int = 0, missed: int = 0, refused: int = 0, time: float | None = None
    ) -> ShippingCursor:
        """The same after more records."""
        return ShippingCursor(
            places=(*self.places, CursorPlace(link[0], link[1].hex()))[-_KEPT:],
            sent=self.sent + sent, missed=self.missed + missed, refused=self.refused + refused,
            time=self.time if time is None else time,
        )  # fmt: skip

    def found_in(self, newest: chain.Link, hash_of: Callable[[int], bytes]) -> ShippingCursor | None:
        """The same as the log stands now: back at an earlier end if the newest records are gone; None: another log.

        ``hash_of`` gives the hash of a record, empty where there is none.
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
    """The file of one cursor. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> ShippingCursor | None:
        """What it says; None where there is no file. Raises `CursorError`."""
        try:
            with self.path.open("rb") as file:
                data = file.read(_LARGEST + 1)
        except FileNotFoundError:
            return None
        try:
            cursor = msgspec.json.decode(data, type=ShippingCursor)
            if not cursor.places or any(one.seq < 0 or len(one.link[1]) != 32 for one in cursor.places):
                raise ValueError
        except (msgspec.MsgspecError, ValueError):
            raise CursorError from None
        return cursor

    def write(self, cursor: ShippingCursor) -> None:
        """Put it on the disk, whole or not at all."""
        atomic_write.replace(self.path, msgspec.json.encode(cursor) + b"\n")
