"""Unpacked bundles in the state folder: one folder each, named after the bundle and the digest of its file."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from toolguard.clients.wiring import files
from toolguard.clients.wiring.bundles.archive import MANIFEST, ArchiveLimits, is_png
from toolguard.clients.wiring.bundles.manifest import BundleManifest, read_manifest
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_DIGEST_LENGTH = 16  # characters of the digest in a folder's name


@dataclass(frozen=True, slots=True)
class BundleOrigin:
    """The bundle of a server: its title, its description, and its icon."""

    title: str
    description: str
    icon: bytes | None


class UnpackedBundles:
    """The folder of unpacked bundles below the state folder ``home``."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "bundles"
        self._aside = self._folder / ".removed"

    def folder_of(self, manifest: BundleManifest, digest: str) -> Path:
        """Return the folder of a bundle. Another file with the same name has another folder."""
        plain = re.sub(r"[^A-Za-z0-9_-]", "-", manifest.name)[:40].strip("-") or "bundle"
        return self._folder / f"{plain}-{digest[:_DIGEST_LENGTH]}"

    def remove(self, folder: Path) -> None:
        """Remove a bundle that was not used after all."""
        if folder.parent == self._folder:
            shutil.rmtree(folder, ignore_errors=True)

    def set_aside(self, words: Iterable[str], used: Iterable[str]) -> list[Path]:
        """Move away the bundles that contain a removed server's files, and return them; `bring_back` reverses it.

        Bundles that contain any of the texts that are still ``used`` stay.
        """
        still = list(used)
        moved = []
        for folder in self._folders(words):
            if not any(str(folder) in word for word in still):
                aside = self._aside / folder.name
                with contextlib.suppress(OSError):  # one of its programs is still running
                    self._aside.mkdir(mode=0o700, parents=True, exist_ok=True)
                    shutil.rmtree(aside, ignore_errors=True)
                    folder.rename(aside)
                    moved.append(folder)
        return moved

    def bring_back(self, words: Iterable[str]) -> None:
        """Move back bundles that were moved away; raises `WiringError` if one is missing."""
        for folder in self._folders(words):
            if folder.exists():
                continue
            try:
                (self._aside / folder.name).rename(folder)
            except OSError:
                raise WiringError(coded("clients.bundle_gone", folder=visible(str(folder)))) from None

    def purge(self) -> None:
        """Delete what was moved away."""
        shutil.rmtree(self._aside, ignore_errors=True)

    def _folders(self, words: Iterable[str]) -> list[Path]:
        """Return the folders of bundles that contain the paths."""
        folders: dict[Path, None] = {}
        for word in words:
            path = Path(word)
            if ".." not in path.parts and path.is_relative_to(self._folder) and path != self._folder:
                folder = self._folder / path.relative_to(self._folder).parts[0]
                if folder != self._aside:
                    folders[folder] = None
        return list(folders)

    def origin(self, words: Iterable[str], machine: Machine) -> BundleOrigin | None:
        """Return the bundle that contains a server's folder or command; None if there is none."""
        for folder in self._folders(words):
            with contextlib.suppress(WiringError):
                if (data := files.read_bytes(folder / MANIFEST)) is not None:
                    manifest = read_manifest(data, machine)
                    return BundleOrigin(manifest.title, manifest.description, _icon(folder, manifest.icon))
        return None


def _icon(folder: Path, name: str) -> bytes | None:
    """Return the icon if it is a small PNG inside the folder."""
    path = folder / name
    with contextlib.suppress(OSError, RuntimeError, ValueError, WiringError):
        if name and path.resolve(strict=True).is_relative_to(folder.resolve()):
            limit = ArchiveLimits().icon
            data = files.read_bytes(path) if path.stat().st_size <= limit else None
            return data if data is not None and len(data) <= limit and is_png(data) else None
    return None
