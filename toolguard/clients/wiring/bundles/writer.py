"""Bundles made by ToolGuard: a client that installs one launches ``toolguard-connect`` for one server."""

from __future__ import annotations

import io
import json
import os
import secrets as randomness
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolguard.clients.wiring.bundles.archive import MANIFEST
from toolguard.clients.wiring.bundles.unpacked import BundleOrigin
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.store.atomic_write import move

MANIFEST_VERSION = "0.3"
"""The newest manifest version that is not experimental."""
_PLATFORMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}
_README = "README.txt"
_ICON = "icon.png"
_FILE_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that the same bundle has the same bytes
_MAX_DESCRIPTION_LENGTH = 500


def bundle_of(
    server: str, stub: Sequence[str], machine: Machine, version: str, origin: BundleOrigin | None = None
) -> bytes:
    """Return the bundle's bytes. It runs ``stub``, the stub's command line here, so it works only here."""
    title = visible(origin.title)[:100] if origin else server
    manifest: dict[str, Any] = {
        "manifest_version": MANIFEST_VERSION,
        "name": f"toolguard-{server}",
        "display_name": f"{title} (ToolGuard)",
        "version": version,
        "description": f"Connects to the server {server} through ToolGuard on this computer.",
        "author": {"name": "ToolGuard"},
        "server": {
            # the entry point must name a file, but mcp_config is what is launched
            "type": "binary",
            "entry_point": _README,
            "mcp_config": {"command": stub[0], "args": [*stub[1:], "--server", server]},
        },
        "compatibility": {"platforms": [_PLATFORMS[machine.system]]},
    }
    if origin and origin.description:
        manifest["long_description"] = visible(origin.description)[:_MAX_DESCRIPTION_LENGTH]
    if origin and origin.icon:
        manifest["icon"] = _ICON
    readme = (
        f"This bundle launches toolguard-connect for the server {server} of ToolGuard on the computer that it was "
        "made on. It contains no program and no secret.\n"
    )
    o = io.BytesIO()
    with zipfile.ZipFile(o, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, MANIFEST, (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())
        _add(archive, _README, readme.encode())
        if origin and origin.icon:
            _add(archive, _ICON, origin.icon)
    return o.getvalue()


def write_bundle(path: Path, data: bytes, *, replace: bool = False) -> None:
    """Write a bundle atomically; raises `WiringError` if a file exists that must not be replaced."""
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        if not replace and os.path.lexists(path):
            raise WiringError(coded("clients.bundle_exists", path=visible(str(path))))
        fresh.write_bytes(data)
        move(fresh, path)
    except OSError as why:
        reason = why.strerror or str(why)
        raise WiringError(coded("clients.file_not_written", path=visible(str(path)), reason=reason)) from None
    finally:
        fresh.unlink(missing_ok=True)


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _FILE_TIME)
    entry.external_attr = 0o100644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)
