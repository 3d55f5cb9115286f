"""Bundles on the command line: ``toolguard server import FILE.mcpb`` and ``toolguard client bundle NAME``."""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path
from typing import Any

from toolguard.cli.help.command_parser import OrderSender
from toolguard.cli.printing import command_line, done, print_hint, print_json, show_table
from toolguard.cli.progress import Progress
from toolguard.clients.wiring.bundles.archive import ENDINGS
from toolguard.clients.wiring.bundles.writer import write_bundle
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError


def is_bundle(file: str) -> bool:
    """Return whether a file has the name of a bundle."""
    return file.lower().endswith(ENDINGS)


def import_bundle(send_order: OrderSender, options: argparse.Namespace) -> int:
    """Add the server of a bundle, unpacked in the state folder; return the exit status. Raises `CommandError`."""
    path = str(Path(options.file).expanduser().absolute())
    bundle = send_order("bundle.read", {"path": path})
    name = options.name or bundle["name"]
    choice = {"path": path, "name": name, "values": _values(options.values)}
    if options.dry_run:
        typed = [option["key"] for option in bundle["options"] if option["secret"]]
        return _show(options, bundle, send_order("bundle.plan", choice | {"typed": typed}))
    same = send_order("bundle.plan", choice)["same_as"]
    if same and options.name in ("", same):
        return done(options, [{"name": same, "state": "there already", "reason": ""}], f"{same}: there already")
    asked = _ask(bundle["options"])
    plan = send_order("bundle.plan", choice | {"typed": list(asked)})
    for why in plan["problems"].values():
        raise CommandError(why)
    with Progress(f"Adding {visible(name)}…"):
        added = send_order(
            "bundle.add", choice | {"typed": list(asked), "digest": plan["digest"], "added": plan["server"]}
        )
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
            send_order("secret.set", {"name": secret, "value": asked[secret_added["key"]], "note": f"for {name}"})
            send_order("secret.bind", {"name": secret, "servers": [name]})
            print_hint(f"  {title} is stored in your keyring as {secret}.")
        else:
            print_hint(f"  {title} has no value yet: run toolguard secret set {secret}, then "
                       f"toolguard secret bind {secret} --server {name}")  # fmt: skip
    return 0


def _values(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for key, text in pairs:
        texts.setdefault(key, []).append(text)
    return texts


def _ask(options: list[dict[str, Any]]) -> dict[str, str]:
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


def _show(options: argparse.Namespace, bundle: dict[str, Any], plan: dict[str, Any]) -> int:
    """``--dry-run``: print what would be added, with a placeholder for each missing value."""
    for why in plan["problems"].values():
        raise CommandError(why)
    server = {name: value for name, value in plan["server"].items() if name != "name"}
    members = ("key", "title", "type", "required", "secret")
    addition = {
        "name": plan["server"]["name"], "title": bundle["title"], "version": bundle["version"],
        "sha256": bundle["digest"], "server": server,
        "options": [{name: option[name] for name in members} for option in bundle["options"]],
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


def write(send_order: OrderSender, options: argparse.Namespace) -> int:
    """``client bundle``: write a bundle that launches the stub for a server. Raises `CommandError`."""
    path = Path(options.output).expanduser()
    if not path.name.lower().endswith(ENDINGS):
        raise CommandError("FILE must end with .mcpb")
    data = base64.b64decode(send_order("bundle.make", {"name": options.server})["data"])
    try:
        write_bundle(path, data, replace=options.force)
    except WiringError as why:
        raise CommandError(str(why)) from None
    return done(
        options, {"file": str(path), "server": options.server},
        f"Wrote {path}. Open it in the chat client, then turn the client's own entry for {options.server} off.",
    )  # fmt: skip
