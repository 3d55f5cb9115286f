"""Files are on the disk, and not in the drive's cache, before they replace others."""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from toolguard.store import atomic_write

FULL_SYNC = 51


def test_file_is_synced_by_its_descriptor(tmp_path: Path) -> None:
    file = os.open(tmp_path / "f", os.O_CREAT | os.O_RDWR)
    atomic_write.sync_file(file)
    os.close(file)
    with pytest.raises(OSError, match="Bad file descriptor"):
        atomic_write.sync_file(file)


def macos(patch: pytest.MonkeyPatch, refusal: int = 0) -> list[str]:
    """Stand in for macOS, whose file system refuses F_FULLFSYNC with the error ``refusal``; return the calls."""
    calls: list[str] = []

    def control(_file: int, command: int) -> int:
        assert command == FULL_SYNC
        calls.append("full")
        if refusal:
            raise OSError(refusal, os.strerror(refusal))
        return 0

    def sync(file: int) -> None:
        calls.append("folder" if os.path.isdir(f"/proc/self/fd/{file}") else "plain")

    patch.setattr(fcntl, "F_FULLFSYNC", FULL_SYNC, raising=False)
    patch.setattr(fcntl, "fcntl", control)
    patch.setattr(os, "fsync", sync)
    patch.setattr(sys, "platform", "darwin")
    return calls


def test_macos_empties_the_drives_cache_before_a_file_replaces_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = macos(monkeypatch)
    atomic_write.replace(tmp_path / "f", b"1")
    assert calls == ["full", "folder"]


@pytest.mark.parametrize("refusal", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_macos_falls_back_to_fsync_without_full_fsync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: int
) -> None:
    calls = macos(monkeypatch, refusal)
    atomic_write.replace(tmp_path / "f", b"1")
    assert calls == ["full", "plain", "folder"]


def test_failure_of_the_disk_is_reported_on_macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Any = macos(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        atomic_write.replace(tmp_path / "f", b"1")
    assert calls == ["full"] and not list(tmp_path.iterdir())


def test_windows_replaces_a_file_once_a_virus_scanner_has_closed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, refusals, replace = tmp_path / "f", [1, 2], os.replace

    def refuse(source: Path, target: Path) -> None:
        if refusals.pop():
            raise PermissionError(errno.EACCES, "Access is denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        atomic_write.replace(path, b"1")
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(sys, "platform", "win32")
    refusals[:] = [0, 1, 1]
    atomic_write.replace(path, b"2")
    assert path.read_bytes() == b"2"
    refusals[:] = [1] * 20
    with pytest.raises(PermissionError):
        atomic_write.replace(path, b"3")
    assert path.read_bytes() == b"2" and list(tmp_path.iterdir()) == [path]
