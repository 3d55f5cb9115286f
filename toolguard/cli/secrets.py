"""``toolguard secret``. A value is read from a prompt or stdin, and is never shown again."""

from __future__ import annotations

import argparse
import shlex
from functools import partial
from typing import Any

from toolguard.cli.help.command_parser import OrderSender, add_command
from toolguard.cli.printing import done, print_hint, show_facts, show_table
from toolguard.tables.credentials import entered_kinds, search_warning


def add_commands(commands: Any, send_order: OrderSender) -> None:
    about = "store a secret in the keyring; its value is read from a prompt or stdin"
    put = add_command(commands, "set", about, partial(secret_set, send_order))
    put.add_argument("name", metavar="NAME")
    put.add_argument("--note", metavar="TEXT", help="a note")
    put.add_argument("--kind", choices=entered_kinds(), help="the kind (default: secret)")
    put.add_argument("--this-session", action="store_true", help="keep it only in the running app's memory")
    add_command(commands, "list", "list the secrets without their values", partial(secret_list, send_order))
    about = "show a secret's uses and status, never its value"
    show = add_command(commands, "show", about, partial(secret_show, send_order))
    show.add_argument("name", metavar="NAME")
    remove = add_command(commands, "remove", "remove a secret", partial(secret_remove, send_order))
    remove.add_argument("name", metavar="NAME")
    for name, help, text in (
        ("bind", "bind a secret to servers or to an argument", "Bound."),
        ("unbind", "unbind a secret from servers or from an argument", "Unbound."),
    ):
        command = add_command(commands, name, help, partial(secret_bind, send_order, name=name, text=text))
        command.add_argument("name", metavar="NAME")
        command.add_argument("--server", metavar="S", dest="servers", required=True, action="extend", nargs="+",
                          help="the servers")  # fmt: skip
        command.add_argument("--tool", metavar="T", help="a tool of the server, with --argument")
        command.add_argument("--argument", metavar="POINTER",
                          help=f"{name} only this argument: a JSON pointer such as /token")  # fmt: skip
        if name == "bind":
            command.add_argument(
                "--template", metavar="TEXT",
                help="the argument's value, such as 'Bearer ${secret:NAME}' (default: the secret)",
            )  # fmt: skip


def secret_set(send_order: OrderSender, options: argparse.Namespace) -> int:
    """Store a value, and print what to do next."""
    from toolguard.cli.dispatch import read_secret

    value = read_secret(options.name)
    arguments = {"name": options.name, "value": value, "session_only": options.this_session}
    members = {"note": options.note, "kind": options.kind}
    secret = send_order(
        "secret.set", {**arguments, **{name: value for name, value in members.items() if value is not None}}
    )
    if warning := search_warning(value):
        print_hint(warning)
    unbound = dict.fromkeys(use["server"] for use in secret["uses"] if not use["bound"])
    if not unbound and (secret["servers"] or secret["shipped_to"]):
        return done(options, secret, "Stored.")
    servers = shlex.join(unbound) or "SERVER"
    return done(
        options, secret, f"Stored. Bind it: toolguard secret bind {shlex.quote(options.name)} --server {servers}"
    )


def secret_list(send_order: OrderSender, options: argparse.Namespace) -> int:
    secrets = send_order("secret.list", {})
    only = " (this session only)"
    rows = [
        (
            secret["name"], secret["kind"],
            ", ".join([*secret["servers"], *["(log shipping)"] * bool(secret["shipped_to"])]),
            secret["note"] + only * secret["session_only"],
        ) for secret in secrets
    ]  # fmt: skip
    return show_table(options, secrets, ("NAME", "KIND", "SERVERS", "NOTE"), rows, "No secrets yet.")


def secret_show(send_order: OrderSender, options: argparse.Namespace) -> int:
    """Show a secret's uses, and whether it has a value."""
    secret, checked = send_order("secret.show", {"name": options.name}), send_order("secret.check", {})
    present = checked["present"].get(secret["name"])
    value = {True: "yes", False: f"none: run `toolguard secret set {secret['name']}`"}.get(present, "not known")
    if secret["session_only"]:
        value = "in memory, until ToolGuard quits"
    elif present is None:
        value += f": {checked['trouble'] or 'your keyring is locked'}"
    uses = [f"{use['server']}: {use['place']}{'' if use['bound'] else ' (not bound)'}" for use in secret["uses"]]
    facts = [
        ("name", secret["name"]), ("kind", secret["kind"]), ("note", secret["note"]),
        ("servers", ", ".join(secret["servers"])),
        *(("used by", use) for use in [*uses, *(f"log shipping: {place}" for place in secret["shipped_to"])]),
        ("changed", " ".join(f"{server} changed since it was bound." for server in secret["stale"])),
        ("value", value),
    ]  # fmt: skip
    return show_facts(options, {**secret, "present": present, "keychain": checked["keychain"]}, facts)


def secret_remove(send_order: OrderSender, options: argparse.Namespace) -> int:
    """Remove a secret and its value, and print the servers that now lack it."""
    removed = send_order("secret.remove", {"name": options.name})
    lacking = f" It was bound to {', '.join(removed['servers'])}." if removed["servers"] else ""
    return done(options, removed, f"Removed.{lacking}")


def secret_bind(send_order: OrderSender, options: argparse.Namespace, name: str, text: str) -> int:
    """Bind a secret to servers, or unbind it."""
    arguments = {"name": options.name, "servers": list(dict.fromkeys(options.servers))}
    filling = {member: getattr(options, member, None) for member in ("tool", "argument", "template")}
    place = {member: value for member, value in filling.items() if value is not None}
    return done(options, send_order(f"secret.{name}", {**arguments, **place}), text)
