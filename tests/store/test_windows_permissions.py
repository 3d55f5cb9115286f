"""Who may change a file on Windows, with a stand-in for the functions of Windows."""

from __future__ import annotations

import ctypes
import struct
from pathlib import Path
from typing import Any

import pytest

from toolguard.store import windows_permissions
from toolguard.store.windows_permissions import AccessEntry, common_data, is_administrators, only_administrators_change

READ, WRITE = 0x120089, 0x0002
ADMINISTRATORS, USER = b"A", b"U"


def entry(mask: int, *, administrators: bool = False, kind: int = 0, flags: int = 0) -> AccessEntry:
    return AccessEntry(kind, flags, mask, administrators)


@pytest.mark.parametrize(
    ("entries", "only"),
    [
        ([], True),
        ([entry(0x1F01FF, administrators=True), entry(READ)], True),
        ([entry(WRITE)], False),
        ([entry(0x10000)], False),
        ([entry(0x40000)], False),
        ([entry(0x10000000)], False),
        ([entry(WRITE, kind=1)], True),
        ([entry(WRITE, flags=0x08)], True),
        ([entry(READ, kind=9)], False),
        (None, False),
    ],
)
def test_file_must_be_changeable_only_by_administrators(entries: list[AccessEntry] | None, only: bool) -> None:
    assert only_administrators_change(True, entries) is only
    assert only_administrators_change(False, entries) is False


class Windows:
    """What `ctypes.windll` has, for one file. A security identifier is one letter."""

    def __init__(self, owner: bytes, entries: list[tuple[int, int, int, bytes]] | None, problem: int = 0) -> None:
        self.advapi32 = self.kernel32 = self.shell32 = self
        self._owner = ctypes.create_string_buffer(owner)
        self._entries = [
            ctypes.create_string_buffer(struct.pack("=BBHI", kind, flags, 12, mask) + sid)
            for kind, flags, mask, sid in entries or ()
        ]
        self._has_list, self._problem = entries is not None, problem
        self.freed = 0

    def GetNamedSecurityInfoW(self, *arguments: Any) -> int:
        if not self._problem:
            ctypes.cast(arguments[3], ctypes.POINTER(ctypes.c_void_p))[0] = ctypes.addressof(self._owner)
            if self._has_list:
                ctypes.cast(arguments[5], ctypes.POINTER(ctypes.c_void_p))[0] = ctypes.addressof(self._owner)
        return self._problem

    def GetAce(self, _found: Any, number: int, entry: Any) -> int:
        if number >= len(self._entries):
            return 0
        ctypes.cast(entry, ctypes.POINTER(ctypes.c_void_p))[0] = ctypes.addressof(self._entries[number])
        return 1

    def IsWellKnownSid(self, sid: ctypes.c_void_p, kind: int) -> int:
        return int(ctypes.string_at(sid, 1) == ADMINISTRATORS and kind == 26)

    def LocalFree(self, _descriptor: Any) -> None:
        self.freed += 1

    def SHGetFolderPathW(self, _window: Any, folder: int, _token: Any, _flags: int, path: Any) -> int:
        path.value = "C:\\ProgramData"
        return 0 if folder == 0x23 and not self._problem else 1


@pytest.mark.parametrize(
    ("owner", "entries", "only"),
    [
        (ADMINISTRATORS, [(0, 0, 0x1F01FF, ADMINISTRATORS), (0, 0, READ, USER)], True),
        (ADMINISTRATORS, [(0, 0, 0x1F01FF, ADMINISTRATORS), (0, 0, WRITE, USER)], False),
        (ADMINISTRATORS, [(5, 0, READ, ADMINISTRATORS)], False),
        (USER, [], False),
        (ADMINISTRATORS, None, False),
    ],
)
def test_the_list_of_a_file_is_read(
    monkeypatch: pytest.MonkeyPatch, owner: bytes, entries: list[tuple[int, int, int, bytes]] | None, only: bool
) -> None:
    windows = Windows(owner, entries)
    monkeypatch.setattr(windows_permissions.ctypes, "windll", windows, raising=False)
    assert is_administrators(Path("x")) is only
    assert windows.freed == 1
    assert str(common_data()) == "C:\\ProgramData"


def test_unreadable_access_list_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_permissions.ctypes, "windll", Windows(USER, [], problem=5), raising=False)
    with pytest.raises(OSError, match="cannot be read"):
        is_administrators(Path("x"))
    assert common_data() is None
