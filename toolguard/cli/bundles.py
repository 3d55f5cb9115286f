"""Bundles on the command line: ``toolguard server import FILE.mcpb`` and ``toolguard client bundle NAME``."""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolguard.cli.printing import command_line, done, print_hint, print_json, show_table
from toolguard.cli.progress import Progress
from toolguard.cli.secrets import bind_to, store_for
from toolguard.clients.wiring.bundles.archive import ENDINGS
from toolguard.clients.wiring.bundles.writer import write_bundle
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError
from toolguard.services.interface import BundleChoice, BundleOptionEntry, BundleOrder, BundlePlan, OpenedBundle
from toolguard.services.runtime.requests import SendRequest


def is_bundle(file: str) -> bool:
    """Return whether a file has the name of a bundle."""
    return file.lower().endswith(ENDINGS)


def import_bundle(send: SendRequest, options: argparse.Namespace) -> int:
    """Add the server of a bundle, unpacked in the state folder; return the exit status. Raises `CommandError`."""
    path = str(Path(options.file).expanduser().absolute())
    bundle = send(lambda services: services.bundles.read(path))
    name = options.name or bundle["name"]
    choice: dict[str, Any] = {"path": path, "name": name, "values": _values(options.values)}
    if options.dry_run:
        typed = [option["key"] for option in bundle["options"] if option["secret"]]
        return _show(options, bundle, _plan(send, choice | {"typed": typed}))
    same = _plan(send, choice)["same_as"]
    if same and options.name in ("", same):
        return done(options, [{"name": same, "state": "there already", "reason": ""}], f"{same}: there already")
    asked = _ask(bundle["options"])
    plan = _plan(send, choice | {"typed": list(asked)})
    for why in plan["problems"].values():
        raise CommandError(why)
    with Progress(f"Adding {visible(name)}…"):
        order = BundleOrder(**choice, typed=list(asked), digest=plan["digest"], added=plan["server"])
        added = send(lambda services: services.bundles.add(order))
    result = {"name": name, "state": "added", "reason": "", "folder": added["folder"], "sha256": added["digest"]}
    done(options, [result], f"{name}: added from {bundle['title']} {bundle['version']}")
    for secret in plan["moved"]:
        print_hint(f"  A value that looks like a secret is stored in your keyring as {secret}.")
    for doubt in plan["doubts"]:
        print_hint(f"  {doubt}")
    if not options.json:
        print(f"  unpacked in {added['folder']}")
        print(f"  SHA-256 of the bundle: {added['digest']}")
    for secret_added in added["secrets"]:
        secret, title = secret_added["secret"], visible(secret_added["title"])[:100]
        if secret_added["key"] in asked:
            store_for(send, name, secret, asked[secret_added["key"]])
            bind_to(send, name, secret)
            print_hint(f"  {title} is stored in your keyring as {secret}.")
        else:
            print_hint(f"  {title} has no value yet: run toolguard secret set {secret}, then "
                       f"toolguard secret bind {secret} --server {name}")  # fmt: skip
    return 0


def _plan(send: SendRequest, choice: dict[str, Any]) -> BundlePlan:
    return send(lambda services: services.bundles.plan(BundleChoice(**choice)))


def _values(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for key, text in pairs:
        texts.setdefault(key, []).append(text)
    return texts


def _ask(options: Sequence[BundleOptionEntry]) -> dict[str, str]:
    """Ask the person for secrets and return them by key; none without a terminal."""
    secrets = [option for option in options if option["secret"]]
    if not secrets or sys.stdin is None or not sys.stdin.isatty():
        return {}
    from getpass import getpass

    typed: dict[str, str] = {}
    for secret in secrets:
        try:
            value = getpass(f"{visible(secret['title'])[:100]}{'' if secret['required'] else ' (optional)'}: ")
        except EOFError:
            break
        if value:
            typed[secret["key"]] = value
    return typed


def _show(options: argparse.Namespace, bundle: OpenedBundle, plan: BundlePlan) -> int:
    """``--dry-run``: print what would be added, with a placeholder for each missing value."""
    for why in plan["problems"].values():
        raise CommandError(why)
    server = {name: value for name, value in plan["server"].items() if name != "name"}
    members = ("key", "title", "type", "required", "secret")
    addition = {
        "name": plan["server"]["name"], "title": bundle["title"], "version": bundle["version"],
        "sha256": bundle["digest"], "server": server,
        "options": [{name: value for name, value in option.items() if name in members} for option in bundle["options"]],
    }  # fmt: skip
    if options.json:
        print_json([addition])
        return 0
    print(visible(f"{bundle['title']} {bundle['version']}, SHA-256 {bundle['digest']}"))
    show_table(options, [addition], ("NAME", "COMMAND"), [(addition["name"], command_line(server))], "")
    rows = [
        (option["key"], option["type"],
         "secret" if option["secret"] else "required" if option["required"] else "optional",
         visible(option["title"])[:100])
        for option in bundle["options"]
    ]  # fmt: skip
    if rows:
        show_table(options, addition, ("OPTION", "TYPE", "", "MEANING"), rows, "")
    return 0


def write(send: SendRequest, options: argparse.Namespace) -> int:
    """``client bundle``: write a bundle that launches the stub for a server. Raises `CommandError`."""
    path = Path(options.output).expanduser()
    if not path.name.lower().endswith(ENDINGS):
        raise CommandError("FILE must end with .mcpb")
    data = base64.b64decode(send(lambda services: services.bundles.make(options.server))["data"])
    try:
        write_bundle(path, data, replace=options.force)
    except WiringError as why:
        raise CommandError(str(why)) from None
    return done(
        options, {"file": str(path), "server": options.server},
        f"Wrote {path}. Open it in the chat client, then turn the client's own entry for {options.server} off.",
    )  # fmt: skip
