"""The matcher ``inside``: whether a path is in a folder.

Only an absolute, normalized path is certain, and only if its links can be resolved on the server's machine. Everything
else (relative paths, ``~``, URLs, ``..``, other spellings) is uncertain.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Iterable
from typing import Any, Protocol

from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.policy.conditions.texts import without_case
from toolguard.gate.texts import coded

MAX_PATH_LENGTH = 32_768
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ALIASES = ("/proc", "/dev/fd", "/.vol", "/.nofollow", "/.resolve", "/system/volumes")
"""Folders, folded, whose paths refer to other files: ``/proc/self/cwd`` to another one for each process.

On macOS, ``/System/Volumes/Data/Users`` is ``/Users`` by a firmlink, which realpath(3) does not resolve
(``/usr/share/firmlinks``). The kernel reads ``/.nofollow/Users`` and ``/.resolve/1/Users`` as ``/Users``, too.
"""
_WINDOWS_PATH = re.compile(r"[A-Za-z]:\\(?:[^\\/:*?\"<>|]+\\)*[^\\/:*?\"<>|]*")
_WINDOWS_SHORT = re.compile(r"~[0-9]")
_MAX_FOLDERS = 100


class LocalPaths(Protocol):
    """The file system that a server sees."""

    windows: bool
    folds_case: bool
    """Whether names that differ only in case or Unicode composition may be the same file."""

    @property
    def home(self) -> str:
        """The person's home folder; "" if unknown."""

    def is_folder(self, path: str) -> bool:
        """Return whether a folder of that name exists."""

    def resolve(self, path: str) -> str | None:
        """Resolve the links of ``path`` as far as it exists; None if that is unknown or depends on the process."""


class InsideTest:
    """Tests whether a path is one of some folders, or inside one."""

    def __init__(self, value: object) -> None:
        folders = [value] if isinstance(value, str) else value
        if not isinstance(folders, list) or not 0 < len(folders) <= _MAX_FOLDERS:
            raise ConditionError(coded("gate.inside_needs_folder"))
        for folder in folders:
            if not isinstance(folder, str) or not _is_plain(folder, windows=folder[1:3] == ":\\"):
                raise ConditionError(coded("gate.folder_not_absolute", folder=str(folder)[:200]))
        self._folders: tuple[str, ...] = tuple(folders)

    def __call__(self, value: Any, paths: LocalPaths | None) -> Fit:
        if (
            not isinstance(value, str)
            or not value
            or len(value) > MAX_PATH_LENGTH
            or _CONTROL.search(value)
            or paths is None
        ):
            return None
        if not _is_absolute(value, windows=paths.windows) or (paths.windows and not _is_plain(value, windows=True)):
            return None  # Windows has too many other spellings: short names, streams, trailing dots and blanks
        normal = ntpath.normpath(value) if paths.windows else posixpath.normpath(value)
        if not paths.windows and (is_alias(value) or is_alias(normal)):
            return None
        real = paths.resolve(value)
        if real is None:
            return None
        maybe = False
        for folder in self._folders:
            real_folder = paths.resolve(folder)
            if real_folder is None:
                maybe = True
            elif _holds(real_folder, real, paths):
                if _is_plain(value, windows=paths.windows):
                    return True
                maybe = True
            else:
                maybe = maybe or _may_hold(((folder, normal), (real_folder, real)), paths)
        return None if maybe else False


def _is_absolute(path: str, *, windows: bool) -> bool:
    """Return whether a path starts at a root that is the same for every program."""
    return bool(re.match(r"[A-Za-z]:[\\/]", path)) if windows else path.startswith("/") and not path.startswith("//")


def _is_plain(path: str, *, windows: bool) -> bool:
    """Return whether a path is absolute and in the one form that all programs read alike."""
    if not path or _CONTROL.search(path) or len(path) > MAX_PATH_LENGTH:
        return False
    if windows:
        parts = path[3:].split("\\")
        return bool(
            _WINDOWS_PATH.fullmatch(path)
            and not any(part in (".", "..") or part != part.rstrip(". ") for part in parts if part)
            and not any(_WINDOWS_SHORT.search(part) for part in parts)
        )
    if is_alias(path):
        return False
    return path.startswith("/") and not path.startswith("//") and path in (posixpath.normpath(path), _with_slash(path))


def is_alias(path: str) -> bool:
    """Return whether a path of Linux or macOS is one that each process may resolve to another file."""
    folded = without_case(path, "NFKD")  # names of macOS
    return any(folded == alias or folded.startswith(alias + "/") for alias in _ALIASES)


def _with_slash(path: str) -> str:
    """Return the normalized path with a trailing slash, as folders may be written."""
    return posixpath.normpath(path) + "/"


def _holds(folder: str, path: str, paths: LocalPaths) -> bool:
    separator = "\\" if paths.windows else "/"
    folder, path = folder.rstrip(separator), path.rstrip(separator)
    return path == folder or path.startswith(folder + separator)


def _may_hold(pairs: Iterable[tuple[str, str]], paths: LocalPaths) -> bool:
    """Return whether a path is in a folder literally, or ignoring case if the file system does."""
    return any(
        _holds(folder, path, paths)
        or (paths.folds_case and _holds(without_case(folder, "NFKD"), without_case(path, "NFKD"), paths))
        for folder, path in pairs
    )
