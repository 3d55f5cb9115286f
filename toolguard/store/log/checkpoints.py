"""Signed checkpoints: how far the log went at some time, in the C2SP formats signed-note and tlog-checkpoint.

Each contains the log's name, its number of records and the hash of the newest one, signed with Ed25519. They are in a
file beside the segments, and can also be written to a second place. The key is derived from the one in the keyring;
whoever has the public key can check a log on any computer. (https://c2sp.org/signed-note,
https://c2sp.org/tlog-checkpoint; the hash is the newest record's of the chain, not that of a Merkle tree.)
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import queue
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from toolguard.gate.texts import coded
from toolguard.store import regular_file
from toolguard.store.log.chain import Link

FILE_NAME = "checkpoints"
"""The file beside the segments."""
CHECKPOINT_RECORDS = 1_000
"""Records between two checkpoints."""
CHECKPOINT_INTERVAL = 600.0
"""Seconds after which new records get a checkpoint anyway."""
MAX_FILE_SIZE = 64 << 20
"""Maximum bytes of checkpoints that are read."""
_DOMAIN = b"toolguard checkpoint key 1\n"
_ED25519 = b"\x01"
_TAIL_SIZE = 4096  # bytes at the end of a file that are searched for its newest checkpoint
_SYSLOG = "/var/run/syslog" if sys.platform == "darwin" else "/dev/log"
_MAX_QUEUED_NOTES = 100  # checkpoints queued for a second place
_DASH = "\u2014"
_SIZE = re.compile("0|[1-9][0-9]{0,17}")
_NOTE = re.compile(rb"[^\n].*?\n\n(?:\xe2\x80\x94 [^\n]*\n)+", re.DOTALL)
_TORN = re.compile(rb"[^\n]*(?:\n(?:\d*|\d+\n[A-Za-z0-9+/=]*(?:\n(?:\n[^\n]*)?)?))?\Z")
"""The beginning of a checkpoint, up to its signature."""


class CheckpointError(Exception):
    """A text is not a public key or not a checkpoint; one sentence."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A parsed checkpoint. Unverified until `PublicKey.has_signed`."""

    origin: str
    size: int
    hash: bytes
    text: bytes
    """The signed text."""
    signatures: tuple[tuple[str, bytes], ...]
    """Name and bytes (four of the key's hash, then the signature) of each signature."""

    @property
    def link(self) -> Link:
        """The newest record that it covers."""
        return self.size, self.hash


def key_hash(name: str, public: bytes) -> bytes:
    """Return the four bytes that identify an Ed25519 key in a signed note."""
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


class PublicKey(msgspec.Struct, frozen=True):
    """A public key with its name; its text is ``NAME+HASH+KEY`` as in signed-note."""

    name: str
    public: bytes

    @classmethod
    def read(cls, text: str) -> PublicKey:
        """Parse a key; raises `CheckpointError`."""
        name, _, rest = text.strip().partition("+")
        digest, _, key = rest.partition("+")
        try:
            data = base64.b64decode(key, validate=True)
        except binascii.Error:
            data = b""
        if len(data) != 33 or data[:1] != _ED25519 or digest != key_hash(name, data[1:]).hex():
            raise CheckpointError(coded("store.checkpoint_key_invalid", text=repr(text.strip()[:100])))
        return cls(name, data[1:])

    @property
    def text(self) -> str:
        """The key as a verifier is given it (C2SP signed-note, "Verifiers")."""
        key = base64.b64encode(_ED25519 + self.public).decode()
        return f"{self.name}+{key_hash(self.name, self.public).hex()}+{key}"

    def has_signed(self, checkpoint: Checkpoint) -> bool:
        """Return whether the checkpoint was signed with this key and is for the log of its name."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        mark = key_hash(self.name, self.public)
        for name, data in checkpoint.signatures:
            if name == self.name and data[:4] == mark and checkpoint.origin == self.name:
                try:
                    Ed25519PublicKey.from_public_bytes(self.public).verify(data[4:], checkpoint.text)
                except InvalidSignature:
                    continue
                return True
        return False


class CheckpointKey:
    """Signs checkpoints of one state folder; derived from the key in the keyring."""

    def __init__(self, key: bytes, place: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        seed = hmac.digest(key, _DOMAIN + place, "sha256")
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(f"toolguard/{place.decode()}", self._private.public_key().public_bytes_raw())

    def sign(self, link: Link) -> bytes:
        """Return a checkpoint at ``link`` as a signed note."""
        name = self.public.name
        text = f"{name}\n{link[0]}\n{base64.b64encode(link[1]).decode()}\n".encode()
        signature = base64.b64encode(key_hash(name, self.public.public) + self._private.sign(text)).decode()
        return text + f"\n{_DASH} {name} {signature}\n".encode()


def read(data: bytes) -> list[Checkpoint]:
    """Return the checkpoints of a file in order; raises `CheckpointError` for any other content.

    An incomplete last one is left out: it is being written, or torn.
    """
    checkpoints, offset = list[Checkpoint](), 0
    while offset < len(data):
        match = _NOTE.match(data, offset)
        if match is None:
            if _TORN.match(data, offset):
                break
            raise CheckpointError(coded("store.checkpoint_missing_at", offset=f"{offset:,}"))
        checkpoints.append(_read(match[0], offset))
        offset = match.end()
        while data[offset : offset + 1] == b"\n":
            offset += 1
    return checkpoints


def _read(note: bytes, offset: int) -> Checkpoint:
    try:
        text, _, rest = note.decode().partition("\n\n")
        origin, size, hash, *_ = text.split("\n")
        signatures = []
        for line in rest.splitlines():
            _, name, data = line.split(" ")
            signatures.append((name, base64.b64decode(data, validate=True)))
        digest = base64.b64decode(hash, validate=True)
    except ValueError:  # also UnicodeError and binascii.Error
        raise CheckpointError(coded("store.checkpoint_missing_at", offset=f"{offset:,}")) from None
    if not origin or not _SIZE.fullmatch(size) or len(digest) != 32:
        raise CheckpointError(coded("store.checkpoint_missing_at", offset=f"{offset:,}"))
    return Checkpoint(origin, int(size), digest, f"{text}\n".encode(), tuple(signatures))


class CheckpointWriter:
    """Writes a checkpoint every 1,000 records, every ten minutes if there are new ones, and at the end.

    `reached` is called with what is synced, mostly on the sync thread. A failure is retried with the next checkpoint;
    the log continues.
    """

    def __init__(self, folder: Path, place: bytes, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / FILE_NAME
        self._place = place
        self._monotonic = monotonic
        self._key: bytes | None = None
        self._signer: CheckpointKey | None = None
        self._newest = 0
        self._demanded = 0
        self._written = 0
        self._since = monotonic()
        self._copies: CheckpointCopies | None = None
        self._writing = threading.Lock()
        self.problem = ""
        """Why the newest checkpoint could not be written beside the log, or empty."""

    def copy_to(self, place: str) -> None:
        """Write checkpoints to a second place from now on: the path of a folder, ``syslog``, or empty for none."""
        if place == (self._copies.place if self._copies else ""):
            return
        name = f"toolguard-{self._place.decode()}.{FILE_NAME}"
        self._copies = CheckpointCopies(place, copier(place, name)) if place else None

    @property
    def trouble(self) -> str:
        """Why the newest checkpoint has no copy at the second place, as a sentence; empty if it has."""
        return self._copies.trouble if self._copies is not None else ""

    def begin(self, key: bytes, head: Link) -> None:
        """Sign with ``key`` from now on. ``head`` is the newest record, which an earlier run may have signed."""
        self._key, self._signer, self._newest, self._written = key, None, 0, 0
        self._since = self._monotonic()
        with_head = _newest(self._path)
        if with_head is not None and with_head.link == head:
            self._newest = head[0]

    @property
    def has_key(self) -> bool:
        """Whether there is a key."""
        return self._key is not None

    def demand(self, seq: int) -> None:
        """Request a checkpoint as soon as record ``seq`` is synced."""
        self._demanded = seq

    def vouches(self, seq: int) -> bool:
        """Return whether a checkpoint of this run vouches for record ``seq``."""
        return self._written >= seq

    def signed(self) -> list[Link]:
        """Return the links of the checkpoints that this key signed; raises OSError, `CheckpointError`."""
        if self._key is None:
            return []
        with regular_file.open_file(self._path) as file:
            checkpoints = read(file.read(MAX_FILE_SIZE))
        public = CheckpointKey(self._key, self._place).public
        return [checkpoint.link for checkpoint in checkpoints if public.has_signed(checkpoint)]

    def is_due(self, seq: int) -> bool:
        """Return whether the records up to ``seq`` are due for a checkpoint."""
        if self._key is None or seq <= self._newest:
            return False
        if self._newest < self._demanded <= seq:
            return True
        return seq - self._newest >= CHECKPOINT_RECORDS or self._monotonic() - self._since >= CHECKPOINT_INTERVAL

    def reached(self, link: Link, *, closing: bool = False) -> None:
        """Write a checkpoint at ``link`` if one is due or the log closes."""
        with self._writing:
            self._write(link, closing=closing)

    def _write(self, link: Link, *, closing: bool) -> None:
        if self._key is None or not (self.is_due(link[0]) or (closing and link[0] > self._newest)):
            return
        if self._signer is None:
            self._signer = CheckpointKey(self._key, self._place)
        note = self._signer.sign(link)
        self._newest, self._since = link[0], self._monotonic()
        if self._copies is not None:
            self._copies.put(note)
        self.problem = ""
        try:
            append(self._path, note)
            self._written = link[0]
        except OSError as problem:
            self.problem = str(problem)
        if closing and self._copies is not None:
            self._copies.finish()


class CheckpointCopies:
    """Writes checkpoints to a second place on a thread of its own, so that a slow or missing place delays nothing."""

    def __init__(self, place: str, write: Callable[[bytes], None], wait: float = 2.0) -> None:
        """``write`` raises OSError. ``wait``: maximum seconds of `finish`."""
        self.place = place
        self._write = write
        self._wait = wait
        self._notes: queue.Queue[bytes] = queue.Queue(_MAX_QUEUED_NOTES)
        self._thread: threading.Thread | None = None
        self.trouble = ""

    def put(self, note: bytes) -> None:
        """Queue a checkpoint. While the place does not accept them, the newest are dropped."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="toolguard-copies", daemon=True)
            self._thread.start()
        try:
            self._notes.put_nowait(note)
        except queue.Full:
            self._failed(coded("store.not_answered_asked_before"))

    def finish(self) -> None:
        """Wait a limited time until all are written."""
        end = time.monotonic() + self._wait
        while self._notes.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.005)

    def _run(self) -> None:
        while True:
            note = self._notes.get()
            try:
                self._write(note)
                self.trouble = ""
            except OSError as problem:
                self._failed(str(problem))
            self._notes.task_done()

    def _failed(self, reason: str) -> None:
        self.trouble = coded("store.checkpoint_copies_fail", place=self.place, reason=reason)


def copier(place: str, name: str) -> Callable[[bytes], None]:
    """Return the function that writes checkpoints to a place: the file ``name`` in a folder, or the system's syslog."""
    if place == "syslog":
        return _send_to_syslog
    return lambda note: append(Path(place) / name, note)


def _send_to_syslog(note: bytes) -> None:
    """Send one line, RFC 3164, facility 13 (log audit), severity notice. Line ends become ``\\n``; raises OSError."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError("this system has no syslog")
    line = note.decode().replace("\n", "\\n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.settimeout(2.0)
        log.connect(_SYSLOG)
        log.send(f"<109>toolguard[{os.getpid()}]: checkpoint {line}".encode())


def append(path: Path, note: bytes) -> None:
    """Append a checkpoint to a file for its owner alone, after closing a torn one; raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600), "r+b") as file:
        before = max(file.seek(0, os.SEEK_END) - _TAIL_SIZE, 0)
        file.seek(before)
        size = before + _whole(file.read())
        file.truncate(size)
        file.seek(size)
        file.write((b"\n" if size else b"") + note)


def _whole(end: bytes) -> int:
    """Return how many bytes of the end of a file are whole checkpoints."""
    return max((match.end() for match in _NOTE.finditer(end)), default=0)


def _newest(path: Path) -> Checkpoint | None:
    """Return the newest checkpoint of a file, if it can be read."""
    try:
        with regular_file.open_file(path) as file:
            file.seek(max(file.seek(0, os.SEEK_END) - _TAIL_SIZE, 0))
            end = file.read()
        notes = _NOTE.findall(end)
        return _read(notes[-1].lstrip(b"\n"), 0) if notes else None
    except (OSError, CheckpointError):
        return None
