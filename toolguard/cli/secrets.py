"""``toolguard secret``. A value is read from a prompt or stdin, and is never shown again."""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import partial
from typing import Any

from toolguard.cli.help.command_parser import add_command
from toolguard.cli.printing import done, print_hint, show_facts, show_table
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import SendRequest
from toolguard.tables.credentials import entered_kinds, search_warning

_MAX_SECRET_SIZE = 32 * 1024  # maximum bytes of a secret


def add_commands(commands: Any, send: SendRequest) -> None:
    """Add the commands of ``toolguard secret`` to the subparsers ``commands``."""
    about = "store a secret in the keyring; its value is read from a prompt or stdin"
    put = add_command(commands, "set", about, partial(secret_set, send))
    put.add_argument("name", metavar="NAME", help="the secret's name")
    put.add_argument("--note", metavar="TEXT", help="a note")
    put.add_argument("--kind", choices=entered_kinds(), help="the kind (default: secret)")
    put.add_argument("--this-session", action="store_true", help="keep it only in the running app's memory")
    add_command(commands, "list", "list the secrets without their values", partial(secret_list, send))
    about = "show a secret's uses and status, never its value"
    show = add_command(commands, "show", about, partial(secret_show, send))
    show.add_argument("name", metavar="NAME", help="the secret's name")
    remove = add_command(commands, "remove", "remove a secret", partial(secret_remove, send))
    remove.add_argument("name", metavar="NAME", help="the secret's name")
    for name, help, run in (
        ("bind", "bind a secret to servers or to an argument", secret_bind),
        ("unbind", "unbind a secret from servers or from an argument", secret_unbind),
    ):
        command = add_command(commands, name, help, partial(run, send))
        command.add_argument("name", metavar="NAME", help="the secret's name")
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


def secret_set(send: SendRequest, options: argparse.Namespace) -> int:
    """Store a value, and print what to do next."""
    value = read_secret(options.name)
    secret = send(
        lambda services: services.secrets.put(
            options.name, value, note=options.note, kind=options.kind, session_only=options.this_session
        )
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


def secret_list(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard secret list``."""
    secrets = send(lambda services: services.secrets.all())
    only = " (this session only)"
    rows = [
        (
            secret["name"], secret["kind"],
            ", ".join([*secret["servers"], *["(log shipping)"] * bool(secret["shipped_to"])]),
            secret["note"] + only * secret["session_only"],
        ) for secret in secrets
    ]  # fmt: skip
    return show_table(
        options,
        secrets,
        ("NAME", "KIND", "SERVERS", "NOTE"),
        rows,
        "No secrets yet. See `toolguard secret set --help`.",
    )


def secret_show(send: SendRequest, options: argparse.Namespace) -> int:
    """Show a secret's uses, and whether it has a value."""
    secret = send(lambda services: services.secrets.show(options.name))
    checked = send(lambda services: services.secrets.check())
    present = checked["present"].get(secret["name"])
    none = f"none: run `toolguard secret set {secret['name']}`"
    value = "not known" if present is None else "yes" if present else none
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


def secret_remove(send: SendRequest, options: argparse.Namespace) -> int:
    """Remove a secret and its value, and print the servers that now lack it."""
    removed = send(lambda services: services.secrets.remove(options.name))
    lacking = f" It was bound to {', '.join(removed['servers'])}." if removed["servers"] else ""
    return done(options, removed, f"Removed.{lacking}")


def secret_bind(send: SendRequest, options: argparse.Namespace) -> int:
    """Bind a secret to servers or to an argument."""
    secret = send(
        lambda services: services.secrets.bind(
            options.name, list(dict.fromkeys(options.servers)),
            tool=options.tool, argument=options.argument, template=options.template,
        )
    )  # fmt: skip
    return done(options, secret, "Bound.")


def secret_unbind(send: SendRequest, options: argparse.Namespace) -> int:
    """Unbind a secret from servers or from an argument."""
    servers = list(dict.fromkeys(options.servers))
    secret = send(
        lambda services: services.secrets.unbind(options.name, servers, tool=options.tool, argument=options.argument)
    )
    return done(options, secret, "Unbound.")


def store_for(send: SendRequest, server: str, name: str, value: str) -> None:
    """Store a value that came with a server that is imported."""
    send(lambda services: services.secrets.put(name, value, note=f"for {server}"))


def bind_to(send: SendRequest, server: str, name: str) -> None:
    """Bind a secret to one server."""
    send(lambda services: services.secrets.bind(name, [server]))


def read_secret(name: str) -> str:
    """Read a secret's value from a prompt without echo, or from stdin without its last line break."""
    if sys.stdin is not None and sys.stdin.isatty():
        from getpass import getpass

        try:
            value = getpass(f"Value of {name}: ")
        except EOFError:
            value = ""
    else:
        data = sys.stdin.buffer.read(_MAX_SECRET_SIZE + 1) if sys.stdin is not None else b""
        if len(data) > _MAX_SECRET_SIZE:
            raise CommandError("The value is too long: the maximum is 32,768 bytes")
        try:
            value = data.decode().removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError:
            raise CommandError("The value is not UTF-8 text: encode it, for example with base64") from None
    if not value:
        raise CommandError(f"No value: type it at the prompt, or pipe it into `toolguard secret set {name}`")
    return value
