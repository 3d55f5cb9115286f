"""Who may change a file on Windows: its owner and its access control list. Not tested on Windows itself.

Source: Microsoft, "Access control lists" and `GetNamedSecurityInfoW`, `GetAce`, `IsWellKnownSid`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

_ALLOWED, _DENIED = 0, 1
"""Kinds of entries that are understood: ACCESS_ALLOWED_ACE_TYPE and ACCESS_DENIED_ACE_TYPE."""
_INHERIT_ONLY = 0x08
_WRITE_ACCESS = 0x0002 | 0x0004 | 0x0010 | 0x0040 | 0x0100 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000
"""Rights to change a file: write, append, write (extended) attributes, delete (a child), write list or owner."""
_ADMINISTRATORS, _SYSTEM = 26, 22
"""WinBuiltinAdministratorsSid and WinLocalSystemSid."""
_COMMON_DATA = 0x23
"""CSIDL_COMMON_APPDATA."""
_MAX_PATH = 260


class AccessEntry(NamedTuple):
    """One entry of an access control list."""

    kind: int
    flags: int
    mask: int
    is_administrators: bool
    """Whether it applies to administrators or the system."""


class _Header(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_ubyte), ("flags", ctypes.c_ubyte), ("size", ctypes.c_ushort), ("mask", ctypes.c_uint))


def only_administrators_change(owner_is_administrators: bool, entries: Sequence[AccessEntry] | None) -> bool:
    """Return whether only administrators and the system can change a file. Without a list (None) everybody can."""
    if not owner_is_administrators or entries is None:
        return False
    return all(
        entry.is_administrators or entry.kind == _DENIED or (entry.kind == _ALLOWED and not entry.mask & _WRITE_ACCESS)
        for entry in entries
        if not entry.flags & _INHERIT_ONLY
    )


def is_administrators(path: Path) -> bool:
    """Return whether only administrators and the system can change the file or folder ``path``. Raises OSError."""
    libraries: Any = getattr(ctypes, "windll")  # noqa: B009 - only Windows has it
    api, kernel = libraries.advapi32, libraries.kernel32
    owner, entries, descriptor = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    problem = api.GetNamedSecurityInfoW(
        ctypes.c_wchar_p(str(path)), 1, 1 | 4, ctypes.byref(owner), None, ctypes.byref(entries), None,
        ctypes.byref(descriptor),
    )  # fmt: skip
    if problem:
        raise OSError(problem, "the access control list cannot be read", str(path))
    try:
        return only_administrators_change(_is_known(api, owner), _entries(api, entries))
    finally:
        kernel.LocalFree(descriptor)


def _is_known(api: Any, sid: ctypes.c_void_p) -> bool:
    return any(api.IsWellKnownSid(sid, kind) for kind in (_ADMINISTRATORS, _SYSTEM))


def _entries(api: Any, access_list: ctypes.c_void_p) -> list[AccessEntry] | None:
    if not access_list.value:
        return None
    entries: list[AccessEntry] = []
    entry = ctypes.c_void_p()
    while api.GetAce(access_list, len(entries), ctypes.byref(entry)):
        address = entry.value or 0
        header = _Header.from_address(address)
        has_sid = header.kind in (_ALLOWED, _DENIED)  # only in these the SID follows the mask
        sid = ctypes.c_void_p(address + ctypes.sizeof(_Header))
        entries.append(AccessEntry(header.kind, header.flags, header.mask, has_sid and _is_known(api, sid)))
    return entries


def common_data() -> Path | None:
    """Return the folder for data of all users (``ProgramData``), not from the user's own environment."""
    libraries: Any = getattr(ctypes, "windll")  # noqa: B009 - only Windows has it
    path = ctypes.create_unicode_buffer(_MAX_PATH)
    return None if libraries.shell32.SHGetFolderPathW(None, _COMMON_DATA, None, 0, path) else Path(path.value)
