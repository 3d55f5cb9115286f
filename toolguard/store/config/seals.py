"""Seals: proof that a person accepted a configuration, as HMAC-SHA256 over its digest and the log's head at that time.

The key is in the OS keyring, one per state folder, or without a keyring in a file that only its owner can read. The
newest seal is noted with the key, so that an older seal, restored with its copy of the configuration, does not count.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from toolguard.gate.texts import coded
from toolguard.store import regular_file
from toolguard.store.atomic_write import replace
from toolguard.store.config.accepted_config import AcceptedConfigs, demands_presence
from toolguard.store.config.config_diff import State
from toolguard.store.log.chain import Link
from toolguard.store.log.heads import KEY_BYTES, LogHead, boot_id, heads_path, read_heads

Where = Literal["keyring", "file"]
Reason = Literal["", "first", "no key", "no seal", "other key", "older", "no copy", "open key", "no keyring", "log"]
"""Why the file was not proved to be accepted; empty if it was."""

REASON_CLAUSES: dict[Reason, str] = {
    "": "",
    "first": coded("store.nothing_accepted_computer_yet"),
    "no key": coded("store.key_proves_gone_never"),
    "no seal": coded("store.proof_gone"),
    "other key": coded("store.proof_not_made_key"),
    "older": coded("store.older_settings_put_back"),
    "no copy": coded("store.copy_gone"),
    "open key": coded("store.other_users_can_read"),
    "no keyring": coded("store.keyring_holds_key_cannot"),
    "log": coded("store.log_removed_cut_exchanged"),
}
"""Each reason as a clause after "may not be what you accepted:"."""

_DOMAIN = b"toolguard settings 1\n"
_MAX_FILE_SIZE = 4096  # bytes of a seal or key file
_TEXT_VERSION = "1"
_PRESENCE = "presence"
_MAX_ATTEMPTS = 1000  # attempts on a growing log; one of them falls between two commits


def place_of(home: Path) -> bytes:
    """Return the id of a state folder: 16 hexadecimal digits, equal for every spelling of its path."""
    return hashlib.sha256(os.fsencode(keyring_name(home).resolve())).hexdigest()[:16].encode()


def keyring_name(home: Path) -> Path:
    """Return the keyring's name for the log of a state folder: the file that the log was in earlier versions."""
    return home / "audit.db"


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted configuration. ``seq`` and ``hash`` are the log's head then; ``mac`` is hexadecimal like ``hash``."""

    generation: int
    """Counter of the seals of this state folder, from 1."""
    digest: str
    """SHA-256 (hex) of the configuration; its copy is in the folder ``accepted``."""
    seq: int
    hash: str
    where: Where
    backend: str = ""
    """Name of the keyring backend; empty for a key file."""
    mac: str = ""

    @property
    def link(self) -> Link:
        """The log's head when the configuration was accepted."""
        return self.seq, bytes.fromhex(self.hash)

    def signed(self, key: bytes, place: bytes) -> Seal:
        """Return the seal with the ``mac`` of ``key`` for the state folder ``place``."""
        return msgspec.structs.replace(self, mac=self._mac(key, place))

    def is_signed(self, key: bytes, place: bytes) -> bool:
        """Return whether ``mac`` was made with ``key`` for the state folder ``place``; compares in constant time."""
        return hmac.compare_digest(self._mac(key, place), self.mac)

    def _mac(self, key: bytes, place: bytes) -> str:
        body = msgspec.json.encode(msgspec.structs.replace(self, mac=""), order="deterministic")
        return hmac.new(key, _DOMAIN + place + body, "sha256").hexdigest()


class StoredSeal(msgspec.Struct, frozen=True, kw_only=True):
    """Content of the keyring entry or key file: the key, and the newest seal made with it."""

    key: bytes
    generation: int = 0
    mac: str = ""
    presence: bool = False
    """Whether the sealed settings demand proof of presence. They still do if another program removes them."""

    @classmethod
    def new(cls) -> StoredSeal:
        """Return a random key that has not sealed anything."""
        return cls(key=secrets.token_bytes(KEY_BYTES))

    @classmethod
    def read(cls, text: str | None) -> StoredSeal | None:
        """Parse the result of `text`; None if it is invalid."""
        parts = (text or "").split(" ")
        try:
            _, key, generation, mac, *more = parts
            stored = cls(key=bytes.fromhex(key), generation=int(generation), mac=mac, presence=more == [_PRESENCE])
        except ValueError:
            return None
        return stored if text == stored.text() and len(stored.key) == KEY_BYTES and stored.generation >= 0 else None

    def text(self) -> str:
        """Return the form in the keyring or key file, which `read` parses: one line of ASCII."""
        parts = (_TEXT_VERSION, self.key.hex(), str(self.generation), self.mac, *([_PRESENCE] if self.presence else ()))
        return " ".join(parts)


class KeyFilePermissionError(Exception):
    """Other users can access the key file."""


class KeyFile:
    """The key in a file of the state folder, for computers without a keyring. Any program of the user can read it."""

    def __init__(self, home: Path) -> None:
        self.path = home / "accepted" / "key"

    def read(self) -> StoredSeal | None:
        """Return the content, None if missing or damaged; raises `KeyFilePermissionError` and OSError."""
        try:
            status = self.path.lstat()
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_FILE_SIZE:
            return None
        if sys.platform != "win32" and (status.st_mode & 0o077 or status.st_uid != os.geteuid()):
            raise KeyFilePermissionError
        try:
            return StoredSeal.read(self.path.read_text("ascii"))
        except UnicodeDecodeError:
            return None

    def write(self, stored: StoredSeal) -> None:
        """Write the seal; raises OSError."""
        replace(self.path, stored.text().encode())

    def remove(self) -> None:
        """Remove the file; a missing file and failures are ignored."""
        with suppress(OSError):
            self.path.unlink()


class Seals:
    """The newest seal and the copies of configurations, in the folder ``accepted`` of the state folder."""

    def __init__(self, home: Path) -> None:
        self.place = place_of(home)
        self.copies = AcceptedConfigs(home / "accepted")
        self._path = home / "accepted" / "seal"

    def read(self) -> Seal | None:
        """Return the stored seal, unverified; None if missing or unreadable."""
        try:
            seal = msgspec.json.decode(regular_file.read(self._path, _MAX_FILE_SIZE), type=Seal)
            return seal if seal.link else None
        except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
            return None

    def keyring_backend(self) -> str:
        """Return the name of the keyring backend in which the newest seal, unverified, is noted; "" if there is none.

        Any program can start another keyring that this system prefers. No secret is stored in it or read from it.
        """
        seal = self.read()
        return seal.backend if seal is not None and seal.where == "keyring" else ""

    def write(self, state: State, stored: StoredSeal, head: Link, where: Where, backend: str = "") -> StoredSeal:
        """Store a copy of ``state`` and seal it; return what the keyring or key file must hold then. Raises OSError."""
        generation = stored.generation + 1
        former = self.read()
        if former is not None and former.is_signed(stored.key, self.place):
            generation = max(generation, former.generation + 1)
        digest = self.copies.keep(state)
        seal = Seal(generation=generation, digest=digest, seq=head[0], hash=head[1].hex(), where=where, backend=backend)
        signed = seal.signed(stored.key, self.place)
        replace(self._path, msgspec.json.encode(signed))
        self.copies.forget_others(digest)
        return StoredSeal(key=stored.key, generation=generation, mac=signed.mac, presence=demands_presence(state))

    def proved(self, stored: StoredSeal | None) -> tuple[Seal | None, State | None, Reason]:
        """Return the seal if authentic, the configuration that it proves, and why there is none."""
        seal = self.read()
        if stored is None:
            return None, None, "first" if seal is None and self.copies.is_empty() else "no key"
        if seal is None:
            return None, None, "no seal" if stored.generation else "first"
        if not seal.is_signed(stored.key, self.place):
            return None, None, "other key"
        if seal.generation < stored.generation or (seal.generation == stored.generation and seal.mac != stored.mac):
            return seal, None, "older"
        state = self.copies.state(seal.digest)
        return seal, state, "" if state is not None else "no copy"


class LogProof(msgspec.Struct, frozen=True, kw_only=True):
    """External evidence about a log. ``key`` is None if unavailable."""

    log: Path
    place: bytes
    key: bytes | None = None
    seal: Seal | None = None
    noted: Link | None = None

    @classmethod
    def of(cls, home: Path, stored: StoredSeal | None, noted: Link | None) -> LogProof:
        """Return the evidence in the state folder ``home``. ``noted`` is the newest record that is known to exist."""
        seals = Seals(home)
        key = stored.key if stored is not None else None
        return cls(log=home / "log", place=seals.place, key=key, seal=seals.proved(stored)[0], noted=noted)

    def heads(self) -> tuple[LogHead, ...]:
        """Return the current signed heads, newest last."""
        return read_heads(heads_path(self.log), self.key, self.place) if self.key is not None else ()

    def examine(self, newest: Callable[[], Link], hash_of: Callable[[int], bytes]) -> LogFinding:
        """Check a log that may be growing. ``newest`` reads its newest link."""
        for _ in range(_MAX_ATTEMPTS):
            heads = self.heads()
            link = newest()
            if heads == self.heads():
                break
        return examine_log(
            link, hash_of, seal=self.seal, heads=heads, noted=self.noted, boot=boot_id(), key=self.key is not None
        )


class UnsignedTail(msgspec.Struct, frozen=True):
    """Records that nothing vouches for, first and last inclusive."""

    first: int
    last: int


class LogFinding(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a check against external evidence. Texts are sentences for a person, or empty."""

    problem: str = ""
    """The log was truncated, replaced or extended."""
    note: str = ""
    """Its end differs from what was signed, as after a power failure."""
    tail: UnsignedTail | None = None
    vouched: int = 0
    """The newest record covered by a signed head."""


def examine_log(
    newest: Link,
    hash_of: Callable[[int], bytes],
    *,
    seal: Seal | None,
    heads: tuple[LogHead, ...],
    noted: Link | None,
    boot: str,
    key: bool,
) -> LogFinding:
    """Check a log that ends at ``newest`` against an authentic ``seal``, signed ``heads`` (newest last) and the link
    ``noted`` in the keyring. ``key``: whether there is a key, so that signed heads are expected.
    """
    links = [link for link in (noted, seal.link if seal else None) if link is not None and link[0]]
    for seq, hash in links:
        if seq > newest[0]:
            return LogFinding(problem=_ends_early_text(newest[0], seq))
        if hash_of(seq) != hash:
            return LogFinding(problem=_another_text(seq))
    if not heads:
        if not key or not newest[0] or (seal is None and noted is None):
            return LogFinding(vouched=max([seq for seq, _ in links], default=0))
        floor = max([seq for seq, _ in links], default=0)
        if floor == newest[0]:
            return LogFinding(vouched=floor)
        tail = UnsignedTail(floor + 1, newest[0])
        return LogFinding(problem=f"{_unvouched(tail)} {_NO_HEAD} {_VERIFY_ADVICE}", tail=tail, vouched=floor)
    fitting = [head for head in heads if head.seq <= newest[0] and hash_of(head.seq) == head.hash]
    if not fitting:
        return _mismatch_finding(newest, heads[-1], boot)
    head = fitting[-1]
    if newest[0] < max(log_head.synced for log_head in heads):
        return LogFinding(problem=_ends_early_text(newest[0], max(log_head.synced for log_head in heads)))
    if heads[-1].closed and heads[-1] is not head:
        return LogFinding(problem=_ends_early_text(newest[0], heads[-1].seq))
    if head.seq == newest[0]:
        return LogFinding(vouched=head.seq)
    tail = UnsignedTail(head.seq + 1, newest[0])
    if head.closed or (head.boot and head.boot == boot):
        return LogFinding(problem=f"{_unvouched(tail)} {_RECORDS_ADDED} {_VERIFY_ADVICE}", tail=tail, vouched=head.seq)
    return LogFinding(note=f"{_unvouched(tail)} {_POWER_FAILURE}", tail=tail, vouched=head.seq)


def _mismatch_finding(newest: Link, head: LogHead, boot: str) -> LogFinding:
    """Return the finding for a log that contains none of the signed heads."""
    if head.seq <= newest[0]:
        return LogFinding(problem=_another_text(head.seq))
    lost = head.boot != boot or not boot
    if lost and not head.closed and newest[0] >= head.synced:
        return LogFinding(note=_lost_text(newest[0], head.seq))
    return LogFinding(problem=_ends_early_text(newest[0], head.seq))


def _ends_early_text(newest: int, noted: int) -> str:
    if not newest:
        return coded("store.log_gone_noted_had", noted=noted)
    return coded("store.log_ends_early", last=newest, noted=noted)


def _another_text(noted: int) -> str:
    return coded("store.record_log_not_noted", noted=noted)


def _unvouched(tail: UnsignedTail) -> str:
    if tail.first == tail.last:
        return coded("store.record_log_not_vouched", first=tail.first)
    return coded("store.records_log_not_vouched", first=tail.first, last=tail.last)


def _lost_text(newest: int, signed: int) -> str:
    return coded("store.log_lost_records", last=newest, seq=signed)


_RECORDS_ADDED = coded("store.another_program_added_ran")
_NO_HEAD = coded("store.file_shows_records_gone")
_VERIFY_ADVICE = coded("store.look_audit_verify_before")
_POWER_FAILURE = coded("store.written_just_before_computer")
