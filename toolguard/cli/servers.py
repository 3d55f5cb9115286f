"""``toolguard server``: the commands and their output."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from toolguard.cli.printing import command_line, counted, done, print_hint, print_json, show_facts, show_table
from toolguard.cli.progress import Progress
from toolguard.cli.server_options import settings
from toolguard.cli.words import server_state
from toolguard.clients.wiring.secret_values import names_a_secret
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError
from toolguard.services.interface import RefusedError
from toolguard.services.server_import.command_parsing import LeftOutServer
from toolguard.services.server_import.settings_files import MAX_TEXT_LENGTH, read_each, suspects, with_secret
from toolguard.tables.servers import KINDS, ServerSpec, shown

OrderSender = Callable[[str, dict[str, Any]], Any]
"""Sends an order by name with its arguments; raises `CommandError`."""
_FOLLOW_INTERVAL = 1.0  # seconds between checks of a followed log


def add(send_order: OrderSender, options: argparse.Namespace) -> int:
    result = send_order("server.add", {"name": options.name, **settings(options)})
    _warn(options)
    return done(
        options, result, f"Added. In a chat client's settings, launch: toolguard-connect --server {options.name}"
    )


def change(send_order: OrderSender, options: argparse.Namespace) -> int:
    result = send_order("server.change", {"name": options.name, **settings(options)})
    _warn(options)
    if result["sessions"]:
        print_hint(f"{counted(result['sessions'], 'session')} still use the old settings. To end them: "
                   f"toolguard server end {options.name}")  # fmt: skip
    return done(options, result, "Changed.")


def remove(send_order: OrderSender, options: argparse.Namespace) -> int:
    return done(options, send_order("server.remove", {"name": options.name}), "Removed.")


def _warn(options: argparse.Namespace) -> None:
    for name, value in (*options.env, *options.headers):
        if names_a_secret(name) and "${secret:" not in value:
            print_hint(f"{name} is now stored in config.json. To store it in your keyring instead:")
            print_hint(f"toolguard secret set {name}, then use ${{secret:{name}}} in its place.")


def show_list(send_order: OrderSender, options: argparse.Namespace) -> int:
    found = send_order("server.list", {})
    sessions = send_order("status", {}).get("sessions", [])
    uses = send_order("client.uses", {})
    rows = [
        (one["name"], server_state(one, [each for each in sessions if each["server"] == one["name"]],
                                   used=bool(uses.get(one["name"], True))), command_line(one))
        for one in found
    ]  # fmt: skip
    empty = "No servers yet. See `toolguard server add --help`."
    return show_table(options, found, ("NAME", "STATE", "COMMAND OR URL"), rows, empty)


def show(send_order: OrderSender, options: argparse.Namespace) -> int:
    one = send_order("server.show", {"name": options.name})
    members = {name: one[name] for name in ("name", "kind", *KINDS[one["kind"]].settings)}
    facts = [("name", one["name"]), ("kind", one["kind"]), *shown(msgspec.convert(members, ServerSpec))]
    facts += [
        ("sign-in", _signed(one.get("sign_in") or {})),
        ("secrets", ", ".join(one["secrets"])),
    ]
    facts += [("off", "" if one["enabled"] else "yes; clients can't use it")]
    facts += [("in use", f"{used['client']} ({used['state']})") for used in one["sessions"]]
    facts += [("process", f"{it['pid']} {it['name']}, {it['memory'] / 2**20:,.1f} MiB") for it in one["processes"]]
    facts += [("failure", one["failure"]["why"] if one["failure"] else "")]
    facts += [("beware", doubt) for doubt in one["doubts"]]
    return show_facts(options, one, facts)


def _signed(sign_in: dict[str, Any]) -> str:
    """Return the status of a server's sign-in."""
    what = {
        "wanted": "required at {place}",
        "waiting": "waiting for your browser at {place}",
        "in": "signed in to {issuer}",
        "out": "signed out of {issuer}",
    }
    text = what.get(sign_in.get("state", ""), "").format(**sign_in) if sign_in else ""
    return f"{text} ({sign_in['scopes']})" if text and sign_in.get("scopes") else text


def switch(send_order: OrderSender, options: argparse.Namespace, enabled: bool) -> int:
    result = send_order("server.enable", {"name": options.name, "enabled": enabled})
    ended = f"Turned off; {counted(result['ended'], 'session')} ended."
    return done(options, result, "Turned on." if enabled else ended)


def duplicate(send_order: OrderSender, options: argparse.Namespace) -> int:
    result = send_order("server.duplicate", {"name": options.name, "to": options.to})
    return done(options, result, f"Added {options.to}.")


def end(send_order: OrderSender, options: argparse.Namespace) -> int:
    result = send_order("server.end", {"name": options.name})
    return done(options, result, f"{counted(result['ended'], 'session')} ended.")


def show_log(send_order: OrderSender, options: argparse.Namespace) -> int:
    """Print the end of a server's log, and new lines with ``--follow``."""
    asked = {"name": options.name, "lines": options.lines, "search": options.search or ""}
    result = send_order("server.log", asked)
    if options.json and not options.follow:
        print_json(result)
        return 0
    shown: list[str] = result["lines"]
    show_line = _json_line if options.json else _plain_line
    if not shown:
        print_hint(f"No log lines from {options.name} contain {options.search}." if options.search else
                   f"No log output from {options.name} yet.")  # fmt: skip
    for line in shown:
        show_line(line)
    while options.follow:
        sys.stdout.flush()
        time.sleep(_FOLLOW_INTERVAL)
        result = send_order("server.log", {**asked, "seen": result["mark"]})
        if result["lines"] is not None:
            for line in _new(shown, result["lines"]):
                show_line(line)
            shown = result["lines"]
    return 0


def _plain_line(line: str) -> None:
    print(visible(line))


def _json_line(line: str) -> None:
    print(json.dumps(line))


def _new(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that ``now`` has after those of ``before``, whose oldest lines may be gone."""
    for start in range(len(before)):
        kept = before[start:]
        if now[: len(kept)] == kept:
            return now[len(kept) :]
    return now


def bring_in(send_order: OrderSender, options: argparse.Namespace) -> int:
    """``server import``: add every server of a file; values that look like secrets go into the keyring."""
    from toolguard.cli import bundles

    if bundles.is_bundle(options.file):
        return bundles.import_bundle(send_order, options)
    if options.values or options.name:
        raise CommandError("--set and --name are for bundles (.mcpb, .dxt)")
    taken = {one["name"]: one for one in send_order("server.list", {})}
    each = _read(options)
    refused = [one for one in each if isinstance(one, LeftOutServer)]
    found = _chosen([one for one in each if not isinstance(one, LeftOutServer)], options)
    for one in found:
        one["state"] = _state(one, taken)
    if options.dry_run:
        rows = [(one["name"], one["agent"], one["state"], _tools(one), command_line(one["server"])) for one in found]
        show_table(options, found, ("NAME", "AGENT", "WOULD BE", "TOOLS", "COMMAND OR URL"), rows, "")
        for one in found if not options.json else ():
            tell_of(one, options)
        return _tell_refused(refused)
    left = 0
    results = []
    for one in found:
        if one["state"] != "added":
            results.append({"name": one["name"], "state": one["state"], "reason": ""})
            left += one["state"] != "there already"
        else:
            try:
                with Progress(f"Adding {visible(one['name'])}…"):
                    add_one(send_order, one, options)
            except CommandError as why:  # only this one fails; the others are added
                refused.append(LeftOutServer(one["name"], str(why)))
                continue
            results.append({"name": one["name"], "state": "added", "reason": ""})
        if not options.json:
            print(visible(f"{one['name']}: {one['state']}"))
        if one["state"] == "added":
            tell_of(one, options)
    results += [{"name": server.name, "state": "refused", "reason": server.reason} for server in refused]
    if options.json:
        print_json(results)
    return max(_tell_refused(refused), int(left > 0))


def _tell_refused(refused: list[LeftOutServer]) -> int:
    """Print each server that cannot be added and why; return the exit status."""
    for server in refused:
        print_hint(f"{server.name}: not added. {server.reason}")
    return int(bool(refused))


def _chosen(found: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the servers of the named agents, or all if there is only one agent."""
    agents = list(dict.fromkeys(one["agent"] for one in found))
    unknown = [name for name in options.agent if name not in agents]
    if unknown or (len(agents) > 1 and not options.agent and not options.dry_run):
        names = ", ".join(agents)
        raise CommandError(f"no agent {unknown[0]}; choose from: {names}" if unknown else
                     f"the file has several agents: choose with --agent NAME ({names})")  # fmt: skip
    return [one for one in found if not options.agent or one["agent"] in options.agent]


def _tools(one: dict[str, Any]) -> str:
    return "all" if one["tools"] is None else f"{len(one['tools']):,}" if one["tools"] else "none"


def _read(options: argparse.Namespace) -> list[dict[str, Any] | LeftOutServer]:
    file = options.file
    try:
        if file == "-":
            text = sys.stdin.read(MAX_TEXT_LENGTH + 1)
        else:
            with Path(file).expanduser().open(encoding="utf-8-sig") as opened:
                text = opened.read(MAX_TEXT_LENGTH + 1)
        each = read_each(text, move=not options.plain)
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not UTF-8 text") from None
    except RefusedError as why:
        raise CommandError(str(why)) from None
    if all(isinstance(server, LeftOutServer) for server in each):
        raise CommandError("; ".join(f"{one.name}: {one.reason}" for one in each if isinstance(one, LeftOutServer)))
    return [
        one if isinstance(one, LeftOutServer) else
        {"name": one.name, "agent": one.agent, "server": one.server, "notes": one.notes, "tools": one.tools,
         "hidden": one.hidden, "is_guarded": one.is_guarded, "suspects": suspects(one.server, one.name)}
        for one in each
    ]  # fmt: skip


def _state(one: dict[str, Any], taken: dict[str, Any]) -> str:
    if one["is_guarded"]:
        return "ToolGuard itself"
    known = taken.get(one["name"])
    if known is None:
        taken[one["name"]] = one["server"]
        return "added"
    return "there already" if command_line(known) == command_line(one["server"]) else "name already in use"


def add_one(send_order: OrderSender, one: dict[str, Any], options: argparse.Namespace) -> None:
    """Add a server after storing its values that look like secrets in the keyring."""
    server, kept = one["server"], []
    secrets = (
        {entry["name"] for entry in send_order("secret.list", {})} if one["suspects"] and not options.plain else set()
    )
    for suspect in one["suspects"]:
        if options.plain and not suspect["missing"]:
            continue
        name = suspect["secret"] if suspect["secret"] not in secrets else f"{suspect['secret']}_{one['name']}"[:64]
        value = server[suspect["place"]][suspect["name"]].removeprefix(suspect["before"])
        if not suspect["missing"]:
            send_order("secret.set", {"name": name, "value": value, "note": f"for {one['name']}"})
            kept.append(name)
        suspect["secret"], server = name, with_secret(server, suspect, name)
    only = ({} if one["tools"] is None else {"tools": one["tools"]}) | (
        {"hidden": one["hidden"]} if one["hidden"] else {}
    )
    send_order("server.add", {"name": one["name"], **server, **only})
    for name in kept:
        send_order("secret.bind", {"name": name, "servers": [one["name"]]})


def tell_of(one: dict[str, Any], options: argparse.Namespace) -> None:
    """Print notes about an added server."""
    for note in one["notes"]:
        print_hint(f"  {note}")
    for suspect in one["suspects"]:
        if suspect["missing"]:
            print_hint(f"  {suspect['name']} had no value here: run toolguard secret set {suspect['secret']}, then "
                       f"toolguard secret bind {suspect['secret']} --server {one['name']}")  # fmt: skip
        elif options.plain:
            print_hint(f"  {suspect['name']} looks like a secret and is stored in config.json.")
        else:
            print_hint(f"  {suspect['name']} is stored in your keyring as {suspect['secret']}.")
