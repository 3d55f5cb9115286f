"""Bundles on the command line: ``toolguard server import FILE.mcpb`` and ``toolguard client bundle NAME``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from toolguard import __version__
from toolguard.cli.printing import command_line, print_json, show_table, tell
from toolguard.cli.servers import add_one, tell_of
from toolguard.clients.wiring.bundles.archive import ENDINGS, BundleArchive
from toolguard.clients.wiring.bundles.manifest import BundleManifest, BundleOption, Value, read_manifest
from toolguard.clients.wiring.bundles.unpacked import UnpackedBundles
from toolguard.clients.wiring.bundles.writer import bundle_of, write_bundle
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.clients.service import stub
from toolguard.services.errors import CommandError
from toolguard.services.server_import.command_parsing import safe_name
from toolguard.services.server_import.settings_files import suspects

Give = Callable[[str, dict[str, Any]], Any]
"""Gives an order by name with its arguments; raises `CommandError`."""


def is_bundle(file: str) -> bool:
    """Return whether a file is a bundle, by its name."""
    return file.lower().endswith(ENDINGS)


def import_bundle(give: Give, home: Path, options: argparse.Namespace) -> int:
    """Add the server of a bundle, unpacked in the state folder; the exit status. Raises `CommandError`."""
    machine = Machine.this(os.environ)
    try:
        with BundleArchive(Path(options.file).expanduser()) as archive:
            return _import(give, home, options, archive, read_manifest(archive.manifest(), machine), machine)
    except WiringError as why:
        raise CommandError(str(why)) from None


def _import(
    give: Give, home: Path, options: argparse.Namespace, archive: BundleArchive, manifest: BundleManifest,
    machine: Machine,
) -> int:  # fmt: skip
    name = options.name or safe_name(manifest.name)
    unpacked, digest = UnpackedBundles(home), archive.digest()
    folder = unpacked.folder_of(manifest, digest)
    values = _values(manifest, options.values)
    taken_secrets = {one["name"] for one in give("secret.list", {})}
    secrets = {
        one.key: _secret_name(one.key, name, taken_secrets) for one in manifest.options.values() if one.is_secret
    }
    if options.dry_run:
        return _show(options, name, manifest, digest, folder, machine, values, secrets)
    taken = {one["name"]: one for one in give("server.list", {})}
    asked = {} if name in taken else _ask(manifest, secrets)
    references = {
        key: f"${{secret:{secret}}}" for key, secret in secrets.items()
        if key in asked or manifest.options[key].required
    }  # fmt: skip
    server = manifest.server(folder, machine, {**values, **references})
    if name in taken:
        is_same = command_line(taken[name]) == command_line(server)
        print(f"{name}: {'there already' if is_same else 'name already in use'}")
        return int(not is_same)
    one = {"name": name, "server": server, "suspects": suspects(server, name, syntaxes=()), "notes": [], "tools": None,
           "hidden": []}  # fmt: skip
    is_new = archive.extract(folder)
    try:
        add_one(give, one, options)
    except CommandError:
        if is_new:
            unpacked.remove(folder)
        raise
    print(visible(f"{name}: added from {manifest.title} {manifest.version}"))
    tell_of(one, options)
    print(f"  unpacked in {folder}")
    print(f"  SHA-256 of the bundle: {digest}")
    for key in references:
        secret, option = secrets[key], manifest.options[key]
        if key in asked:
            give("secret.set", {"name": secret, "value": asked[key], "note": f"for {name}"})
            give("secret.bind", {"name": secret, "servers": [name]})
            tell(f"  {_title(option)} is stored in your keyring as {secret}.")
        else:
            tell(f"  {_title(option)} has no value yet: run toolguard secret set {secret}, then "
                 f"toolguard secret bind {secret} --server {name}")  # fmt: skip
    return 0


def _values(manifest: BundleManifest, given: list[tuple[str, str]]) -> dict[str, Value]:
    texts: dict[str, list[str]] = {}
    for key, text in given:
        texts.setdefault(key, []).append(text)
    for key in texts:
        option = manifest.options.get(key)
        if option is None:
            known = ", ".join(manifest.options) or "none"
            raise CommandError(f"the bundle has no option {key}; its options: {visible(known)}")
        if option.is_secret:
            raise CommandError(f"{key} is a secret: leave it out, type it when asked, or use `toolguard secret set`")
    return {key: manifest.options[key].read(each) for key, each in texts.items()}


def _ask(manifest: BundleManifest, secrets: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets that the person types, by key; none where nobody can be asked."""
    if not secrets or sys.stdin is None or not sys.stdin.isatty():
        return {}
    from getpass import getpass

    typed: dict[str, str] = {}
    for key in secrets:
        option = manifest.options[key]
        try:
            value = getpass(f"{_title(option)}{'' if option.required else ' (optional)'}: ")
        except EOFError:
            break
        if value:
            typed[key] = value
    return typed


def _secret_name(key: str, server: str, taken: set[str]) -> str:
    """Return a free name in the keyring: a bundle never gets a secret that is there already."""
    name, number = safe_name(key.upper()), 1
    while name in taken:
        name = f"{safe_name(f'{key.upper()}_{server}')[:60]}{f'_{number}' if number > 1 else ''}"
        number += 1
    taken.add(name)
    return name


def _show(
    options: argparse.Namespace, name: str, manifest: BundleManifest, digest: str, folder: Path, machine: Machine,
    values: Mapping[str, Value], secrets: Mapping[str, str],
) -> int:  # fmt: skip
    """``--dry-run``: what would be added, with a placeholder for each value that is missing."""
    shown = {one.key: f"<{one.key}>" for one in manifest.missing(values)}
    shown |= {key: f"${{secret:{secret}}}" for key, secret in secrets.items()}
    server = manifest.server(folder, machine, {**shown, **values})
    each = manifest.options.values()
    told = {
        "name": name, "title": manifest.title, "version": manifest.version, "sha256": digest, "server": server,
        "options": [
            {"key": one.key, "title": one.title, "type": one.type, "required": one.required, "secret": one.is_secret}
            for one in each
        ],
    }  # fmt: skip
    if options.json:
        print_json([told])
        return 0
    print(visible(f"{manifest.title} {manifest.version}, SHA-256 {digest}"))
    show_table(options, [told], ("NAME", "COMMAND"), [(name, command_line(server))], "")
    rows = [
        (one.key, one.type, "secret" if one.is_secret else "required" if one.required else "optional", _title(one))
        for one in each
    ]
    if rows:
        show_table(options, told, ("OPTION", "TYPE", "", "MEANING"), rows, "")
    return 0


def _title(option: BundleOption) -> str:
    return visible(option.title)[:100]


def write(give: Give, home: Path, options: argparse.Namespace) -> int:
    """``client bundle``: write a bundle that launches the stub for a server. Raises `CommandError`."""
    server = give("server.show", {"name": options.name})
    machine = Machine.this(os.environ)
    words = [server.get("cwd") or "", server.get("command") or "", *server.get("args", ())]
    origin = UnpackedBundles(home).origin(words, machine)
    path = Path(options.output).expanduser()
    if not path.name.lower().endswith(ENDINGS):
        raise CommandError("FILE must end with .mcpb")
    data = bundle_of(options.name, [stub()], machine, __version__, origin)
    try:
        write_bundle(path, data, replace=options.force)
    except WiringError as why:
        raise CommandError(str(why)) from None
    print(f"Wrote {path}. Open it in the chat client, then turn the client's own entry for {options.name} off.")
    return 0
