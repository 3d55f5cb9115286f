"""The ZIP archive of a bundle. It is untrusted: every size is limited before use, and no name leads out of the folder.

Its files are written into a new folder, which appears atomically.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import secrets as randomness
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

ENDINGS = (".mcpb", ".dxt")
MANIFEST = "manifest.json"
_CHUNK_SIZE = 256 * 1024
_MAX_PATH_LENGTH = 1_000  # characters of a path in the archive
_MAX_PART_SIZE = 255  # maximum bytes of a part of a path, as in file systems
_MAX_DEPTH = 40
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]|[. ]\Z')
_DEVICES = re.compile(r"(?:CON|PRN|AUX|NUL|(?:COM|LPT)[\d¹²³]|CONIN\$|CONOUT\$) *(?:\.|\Z)", re.IGNORECASE)
_READ_ERRORS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError,
    OverflowError, struct.error, OSError,
)  # fmt: skip
"""Exceptions of the standard library for invalid archives; `OSError` for offsets before the start."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits for reading a bundle, in bytes unless the name says otherwise."""

    file: int = 512 * 2**20
    unpacked: int = 1024 * 2**20
    entries: int = 30_000
    directory: int = 8 * 2**20
    """The central directory."""
    ratio: int = 200
    """Unpacked bytes per packed byte, for all entries together, beyond the first 16 MiB."""
    manifest: int = 1 * 2**20
    icon: int = 1 * 2**20


class _BoundedFile(io.FileIO):
    """A file with a limit per read, because the standard library reads the whole central directory at once."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))
        self._max_size = most

    def read(self, size: int | None = -1, /) -> bytes:
        """Return at most ``size`` bytes; raises `zipfile.BadZipFile` if that exceeds the limit."""
        requested = self._max_size + 1 if size is None or size < 0 else size
        data = super().read(min(requested, self._max_size + 1))
        if len(data) > self._max_size:
            raise zipfile.BadZipFile("list of entries too large")
        return data


class BundleArchive:
    """An open bundle, and a context manager. Raises `WiringError` if the file is not a bundle or is too large."""

    def __init__(self, path: Path, limits: ArchiveLimits = ArchiveLimits()) -> None:
        self.path = path
        self._limits = limits
        self._file = _opened(path, limits)
        try:
            self._zip = zipfile.ZipFile(self._file)
            self._entries = {info.filename: info for info in self._zip.infolist()}
            self._check()
        except _READ_ERRORS:
            self._file.close()
            raise _no_bundle(path) from None
        except WiringError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def digest(self) -> str:
        """Return the SHA-256 of the file."""
        hasher = hashlib.sha256()
        self._file.seek(0)
        while piece := self._file.read(_CHUNK_SIZE):
            hasher.update(piece)
        return hasher.hexdigest()

    def manifest(self) -> bytes:
        """Return the bytes of ``manifest.json``; raises `WiringError` if it is missing or too large."""
        if MANIFEST not in self._entries:
            raise WiringError(coded("clients.bundle_no_manifest", path=visible(str(self.path))))
        return self.read(MANIFEST, self._limits.manifest)

    def icon(self, name: str) -> bytes | None:
        """Return an icon; None if it is missing, too large or not a PNG."""
        entry = self._entries.get(name.removeprefix("./"))
        if entry is None or entry.is_dir() or entry.file_size > self._limits.icon:
            return None
        data = self.read(entry.filename, self._limits.icon)
        return data if is_png(data) else None

    def has(self, name: str) -> bool:
        """Return whether a file with that name exists."""
        return name in self._entries

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of an entry; raises `WiringError` if there are more."""
        return b"".join(self._pieces(self._entries[name], most))

    def extract(self, folder: Path) -> bool:
        """Write every file into ``folder``, which is created, and return True.

        Returns False if the folder exists with the same files. Raises `WiringError` if it contains others, or if
        anything cannot be written; then nothing remains.
        """
        if folder.exists():
            self._require_same(folder)
            return False
        fresh = folder.with_name(f".{folder.name}.{randomness.token_hex(4)}.tmp")
        try:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh.mkdir(mode=0o700)
            for entry in self._entries.values():
                self._write(entry, fresh)
            fresh.rename(folder)
        except OSError as why:
            reason = _reason(why)
            raise WiringError(
                coded("clients.bundle_not_unpacked", folder=visible(str(folder)), reason=reason)
            ) from None
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        return True

    # --- checks -----------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        each, limits = self._zip.infolist(), self._limits
        unpacked = sum(info.file_size for info in each)
        packed = sum(info.compress_size for info in each)
        too_dense = unpacked > 16 * 2**20 and unpacked > packed * limits.ratio
        if len(each) > limits.entries or unpacked > limits.unpacked or too_dense:
            raise _too_large(self.path)
        for info in each:
            name = visible(info.orig_filename)[:100]
            if not _is_safe(info) or info.orig_filename != info.filename:
                raise WiringError(coded("clients.bundle_unsafe_entry", name=name))
            if info.compress_type not in _METHODS or info.flag_bits & _ENCRYPTED:
                raise WiringError(coded("clients.bundle_unreadable_entry", name=name))
        if len(self._entries) != len(each):
            raise WiringError(coded("clients.bundle_twice"))

    def _pieces(self, entry: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
        """Yield the bytes of an entry in pieces; the size that it states is not trusted."""
        left = min(most, entry.file_size)
        try:
            with self._zip.open(entry) as opened:
                while piece := opened.read(_CHUNK_SIZE):
                    left -= len(piece)
                    if left < 0:
                        raise _too_large(self.path)
                    yield piece
        except _READ_ERRORS:
            raise _no_bundle(self.path) from None

    def _write(self, entry: zipfile.ZipInfo, folder: Path) -> None:
        path = folder.joinpath(*entry.filename.split("/"))
        if entry.is_dir():
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = 0o700 if (entry.external_attr >> 16) & stat.S_IXUSR else 0o600
        # exclusive: two entries with the same name on this system are refused
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            for piece in self._pieces(entry, self._limits.unpacked):
                file.write(piece)

    def _require_same(self, folder: Path) -> None:
        """Raise `WiringError` if a file that was unpacked before has changed."""
        for entry in self._entries.values():
            path = folder.joinpath(*entry.filename.split("/"))
            if entry.is_dir():
                continue
            same = False
            with contextlib.suppress(OSError):
                same = path.is_file() and not path.is_symlink() and path.stat().st_size == entry.file_size
                if same:
                    with path.open("rb") as file:
                        pieces = self._pieces(entry, self._limits.unpacked)
                        same = all(file.read(len(piece)) == piece for piece in pieces)
            if not same:
                raise WiringError(
                    coded("clients.bundle_changed", folder=visible(str(folder)), name=visible(entry.filename)[:100])
                )


def is_png(data: bytes) -> bool:
    """Return whether the bytes begin with the PNG signature."""
    return data.startswith(b"\x89PNG\r\n\x1a\n")


def _opened(path: Path, limits: ArchiveLimits) -> _BoundedFile:
    try:
        file = _BoundedFile(path, limits.directory)
    except (OSError, ValueError) as why:
        raise WiringError(coded("clients.file_unreadable", path=visible(str(path)), reason=_reason(why))) from None
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        file.close()
        raise WiringError(coded("clients.file_not_regular", path=visible(str(path))))
    if status.st_size > limits.file:
        file.close()
        raise _too_large(path)
    return file


def _is_safe(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry is a file or a folder inside the target folder, on every system."""
    if not entry.filename:  # its name begins with a NUL character
        return False
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG):  # a link or a device
        return False
    parts = entry.filename.removesuffix("/").split("/")
    if len(entry.filename) > _MAX_PATH_LENGTH or len(parts) > _MAX_DEPTH:
        return False
    try:
        return all(
            part not in ("", ".", "..") and len(part.encode()) <= _MAX_PART_SIZE and not _FORBIDDEN.search(part)
            and not (os.name == "nt" and _DEVICES.match(part))
            for part in parts
        )  # fmt: skip
    except UnicodeEncodeError:
        return False


def _reason(why: Exception) -> str:
    return why.strerror if isinstance(why, OSError) and why.strerror else str(why)


def _no_bundle(path: Path) -> WiringError:
    return WiringError(coded("clients.bundle_broken", path=visible(str(path))))


def _too_large(path: Path) -> WiringError:
    return WiringError(coded("clients.bundle_too_large", path=visible(str(path))))
