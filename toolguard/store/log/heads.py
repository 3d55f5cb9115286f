"""The newest head of the log, signed at every commit: a file beside the log that shows which records are ours.

The log's hashes have no key, so another program can append a record that fits. This file holds the number and hash of
the newest record with a keyed BLAKE2b (RFC 7693) under a key that only ToolGuard is given (`store.config.seals`):
that takes a tenth of the time of an HMAC, and every commit waits for it. The file is mapped into memory, so that a
killed process leaves exactly what it wrote.

Each commit is signed before it is made. There are two slots, written in turn, so that whenever the process dies the
log ends at one of them.
"""

from __future__ import annotations

import hashlib
import hmac
import mmap
import os
import struct
from contextlib import suppress
from pathlib import Path

import msgspec

from toolguard.store.log.chain import Link
from toolguard.store.log.disk_sync import private_file

KEY_BYTES = 32
_DOMAIN = b"toolguard head 1\n"
_BODY = struct.Struct(">QQ32sQd36s?")  # count, seq, hash, synced, latest, boot, closed
_MAC_BYTES = 32
_SLOT = _BODY.size + _MAC_BYTES
_SIZE = 2 * _SLOT


class LogHead(msgspec.Struct, frozen=True, kw_only=True):
    """One signed head. ``count`` grows with each one that is written."""

    count: int
    seq: int
    hash: bytes
    synced: int
    """The newest record that was surely on the disk at that time."""
    latest: float
    """The latest time known then, in seconds since the epoch (`toolguard.store.clock`)."""
    boot: str
    """Which start of the computer this was written in; empty where that cannot be told."""
    closed: bool
    """The log was closed in order: nothing of ours follows."""

    @property
    def link(self) -> Link:
        return self.seq, self.hash


def boot_id() -> str:
    """Names this start of the computer, so that a power failure can be told from a killed process; empty: unknown."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()[:36]
    except (OSError, UnicodeDecodeError):
        return ""


def heads_path(log: Path) -> Path:
    """Where the signed heads of the log at ``log`` lie."""
    return log.with_name(log.name + "-head")


def read_heads(path: Path, key: bytes, place: bytes) -> tuple[LogHead, ...]:
    """The heads in the file that were signed with ``key`` for the state folder ``place``, the newest last."""
    try:
        if path.is_symlink() or path.stat().st_size != _SIZE:
            return ()
        data = path.read_bytes()
    except OSError:
        return ()
    keyed = _keyed(key, place)
    found = [_read(data[at : at + _SLOT], keyed) for at in (0, _SLOT)]
    return tuple(sorted((head for head in found if head is not None), key=lambda head: head.count))


def _read(slot: bytes, keyed: hashlib.blake2b) -> LogHead | None:
    body, mac = slot[: _BODY.size], slot[_BODY.size :]
    if len(slot) != _SLOT or not hmac.compare_digest(_sign(keyed, body), mac):
        return None
    count, seq, hash, synced, latest, boot, closed = _BODY.unpack(body)
    told = boot.rstrip(b"\0").decode("ascii", "replace")
    return LogHead(count=count, seq=seq, hash=hash, synced=synced, latest=latest, boot=told, closed=closed)


def _keyed(key: bytes, place: bytes) -> hashlib.blake2b:
    """The state of a MAC with a key of its own, derived for this use and this state folder."""
    derived = hmac.digest(key, _DOMAIN + place, "sha256")
    return hashlib.blake2b(key=derived, digest_size=_MAC_BYTES)


def _sign(keyed: hashlib.blake2b, body: bytes) -> bytes:
    mac = keyed.copy()
    mac.update(body)
    return mac.digest()


class HeadSigner:
    """Signs the log's head at each commit, once it was given the key; before that it does nothing."""

    def __init__(self, path: Path, place: bytes) -> None:
        self._path = path
        self._place = place
        self._boot = boot_id().encode()
        self._keyed = _keyed(b"", place)
        self._map: mmap.mmap | None = None
        self._count = 0

    @property
    def signs(self) -> bool:
        return self._map is not None

    def begin(self, key: bytes) -> None:
        """Sign with ``key`` from now on; raises OSError. What an earlier run signed stays until it is overwritten."""
        known = read_heads(self._path, key, self._place)
        self._count = known[-1].count if known else 0
        if self._path.is_symlink() or (self._path.exists() and self._path.stat().st_size != _SIZE):
            self._path.unlink()
        if not self._path.exists():
            private_file(self._path)
            self._path.write_bytes(bytes(_SIZE))  # no hole: a full disk would else end the program at a later write
        with self._path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _SIZE)
        self._keyed = _keyed(key, self._place)

    def sign(self, head: Link, synced: int, latest: float, *, closed: bool = False) -> None:
        """Sign ``head``, which is about to be committed or was. Overwrites the older of the two slots."""
        if self._map is None:
            return
        self._count += 1
        body = _BODY.pack(self._count, head[0], head[1], synced, latest, self._boot, closed)
        at = (self._count & 1) * _SLOT
        self._map[at : at + _SLOT] = body + _sign(self._keyed, body)

    def end(self) -> None:
        """Sign nothing more. What was signed stays in the file, on the disk."""
        if self._map is not None:
            with suppress(OSError):
                self._map.flush()
            self._map.close()
            self._map = None

    def remove(self) -> None:
        """End, and remove the file: another log begins."""
        self.end()
        with suppress(FileNotFoundError):
            os.unlink(self._path)  # noqa: PTH108 - a symbolic link must not be followed
