"""Signed heads: a file beside the log, signed at every commit, that shows which records ToolGuard wrote.

The log's hashes have no key, so another program can append a valid record. This file holds the number and hash of the
newest record with a keyed BLAKE2b (RFC 7693) under a key that only ToolGuard has (`store.config.seals`). That takes a
tenth of the time of an HMAC, and every commit waits for it.

The file is memory-mapped, so that a killed process leaves exactly what it wrote. Each commit is signed before it is
made. Two slots are written in turn, so that the log ends at one of them whenever the process dies.
"""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import mmap
import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from toolguard.store import regular_file
from toolguard.store.log.chain import Link
from toolguard.store.log.disk_sync import private_file

KEY_BYTES = 32
_DOMAIN = b"toolguard head 1\n"
_BODY = struct.Struct(">QQ32sQd36s?")  # count, seq, hash, synced, latest, boot, closed
_MAC_BYTES = 32
_SLOT_SIZE = _BODY.size + _MAC_BYTES
_FILE_SIZE = 2 * _SLOT_SIZE


class LogHead(msgspec.Struct, frozen=True, kw_only=True):
    """A signed head. ``count`` increases with each one."""

    count: int
    seq: int
    hash: bytes
    synced: int
    """The newest record that was synced at that time."""
    latest: float
    """The latest known time then, in seconds since the epoch (`toolguard.store.clock`)."""
    boot: str
    """The boot of the computer in which it was written; empty if unknown."""
    closed: bool
    """Whether the log was closed normally, so that no further records are ToolGuard's."""

    @property
    def link(self) -> Link:
        """The newest committed record when it was signed."""
        return self.seq, self.hash


def boot_id() -> str:
    """Return an id of this boot, to tell a power failure from a killed process; empty if unknown.

    Sources: random(4), and on macOS the kernel's UUID of the boot session (sysctlbyname(3)).
    """
    if sys.platform == "darwin":
        ask, text, size = ctypes.CDLL(None).sysctlbyname, ctypes.create_string_buffer(37), ctypes.c_size_t(37)
        ask.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
        succeeded = ask(b"kern.bootsessionuuid", text, ctypes.byref(size), None, 0) == 0
        return text.value.decode("ascii", "replace") if succeeded else ""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()[:36]
    except (OSError, UnicodeDecodeError):
        return ""


def heads_path(log: Path) -> Path:
    """Return the file of the signed heads, beside the folder of the log."""
    return log.with_name(log.name + "-head")


def read_heads(path: Path, key: bytes, place: bytes) -> tuple[LogHead, ...]:
    """Return the heads signed with ``key`` for the state folder ``place``, newest last."""
    try:
        data = regular_file.read(path, _FILE_SIZE)
    except OSError:
        return ()
    keyed = _keyed(key, place)
    slots = [_read(data[offset : offset + _SLOT_SIZE], keyed) for offset in (0, _SLOT_SIZE)]
    return tuple(sorted((head for head in slots if head is not None), key=lambda head: head.count))


def _read(slot: bytes, keyed: hashlib.blake2b) -> LogHead | None:
    body, mac = slot[: _BODY.size], slot[_BODY.size :]
    if len(slot) != _SLOT_SIZE or not hmac.compare_digest(_sign(keyed, body), mac):
        return None
    count, seq, hash, synced, latest, boot, closed = _BODY.unpack(body)
    boot_id = boot.rstrip(b"\0").decode("ascii", "replace")
    return LogHead(count=count, seq=seq, hash=hash, synced=synced, latest=latest, boot=boot_id, closed=closed)


def _keyed(key: bytes, place: bytes) -> hashlib.blake2b:
    """Return a MAC state with a key derived for this use and state folder."""
    derived = hmac.digest(key, _DOMAIN + place, "sha256")
    return hashlib.blake2b(key=derived, digest_size=_MAC_BYTES)


def _sign(keyed: hashlib.blake2b, body: bytes) -> bytes:
    mac = keyed.copy()
    mac.update(body)
    return mac.digest()


class HeadSigner:
    """Signs the log's head at each commit, once it has a key."""

    def __init__(self, path: Path, place: bytes) -> None:
        self._path = path
        self._place = place
        self._boot = boot_id().encode()
        self._keyed = _keyed(b"", place)
        self._map: mmap.mmap | None = None
        self._count = 0

    def begin(self, key: bytes) -> None:
        """Sign with ``key`` from now on; raises OSError. Earlier signatures stay until overwritten."""
        heads = read_heads(self._path, key, self._place)
        self._count = heads[-1].count if heads else 0
        if self._path.is_symlink() or (self._path.exists() and self._path.stat().st_size != _FILE_SIZE):
            self._path.unlink()
        if not self._path.exists():
            private_file(self._path)
            self._path.write_bytes(
                bytes(_FILE_SIZE)
            )  # no hole: on a full disk, a later write to it would kill the process
        with self._path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _FILE_SIZE)
        self._keyed = _keyed(key, self._place)

    def sign(self, head: Link, synced: int, latest: float, *, closed: bool = False) -> None:
        """Sign ``head`` before or after its commit, overwriting the older slot."""
        if self._map is None:
            return
        self._count += 1
        body = _BODY.pack(self._count, head[0], head[1], synced, latest, self._boot, closed)
        offset = (self._count & 1) * _SLOT_SIZE
        self._map[offset : offset + _SLOT_SIZE] = body + _sign(self._keyed, body)

    def end(self) -> None:
        """Stop signing. The file keeps what was signed."""
        if self._map is not None:
            with suppress(OSError):
                self._map.flush()
            self._map.close()
            self._map = None

    def remove(self) -> None:
        """Stop signing and remove the file: another log begins."""
        self.end()
        with suppress(FileNotFoundError):
            os.unlink(self._path)  # noqa: PTH108 - a symbolic link must not be followed
