"""``toolguard server``: the commands and their output."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from toolguard.cli.printing import (
    command_line,
    counted,
    done,
    pause,
    print_hint,
    print_json,
    show_facts,
    show_table,
)
from toolguard.cli.progress import Progress
from toolguard.cli.secrets import bind_to, store_for
from toolguard.cli.server_options import known_kind, settings
from toolguard.cli.words import server_state
from toolguard.clients.wiring.secret_values import names_a_secret
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError
from toolguard.services.interface import (
    LaunchedServer,
    NewServer,
    RefusedError,
    ServerLogLines,
    ServerSettings,
    value_of,
    with_secret,
)
from toolguard.services.runtime.requests import SendRequest
from toolguard.services.server_import.command_parsing import LeftOutServer, free_name
from toolguard.services.server_import.settings_files import MAX_TEXT_LENGTH, read_each, suspects
from toolguard.tables.servers import SERVER_SETTINGS, ServerSpec, shown

_REFERENCE = re.compile(r"\$\{secret:[^{}]+\}")
_FOLLOW_INTERVAL = 1.0  # seconds between checks of a followed log


def add(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server add``."""
    new = NewServer(name=options.name, **settings(options))
    result = send(lambda services: services.servers.add(new))
    _warn(options)
    _tell_unbound(send, result)
    return done(
        options, result, f"Added. In a chat client's settings, launch: toolguard-connect --server {options.name}"
    )


def change(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server change``, and name the settings that a new command or URL has reset."""
    before = send(lambda services: services.servers.show(options.name))
    described = ServerSettings(name=options.name, **settings(options, before))
    result = send(lambda services: services.servers.change(described))
    _warn(options)
    _tell_unbound(send, result)
    lost = [option.flag for name in known_kind(before).offered for option in SERVER_SETTINGS[name].options[:1]
            if before.get(name) and not result.get(name)]  # fmt: skip
    if lost:
        print_hint(f"No longer set, because a change replaces them: {', '.join(lost)}")
    if result["sessions"]:
        print_hint(f"{counted(result['sessions'], 'session')} still use the old settings. To end them: "
                   f"toolguard server end {options.name}")  # fmt: skip
    return done(options, result, "Changed.")


def remove(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server remove``."""
    return done(options, send(lambda services: services.servers.remove(options.name)), "Removed.")


def _warn(options: argparse.Namespace) -> None:
    for name, value in (*options.env, *options.headers):
        if names_a_secret(name) and "${secret:" not in value:
            print_hint(f"{name} is now stored in config.json. To store it in your keyring instead:")
            print_hint(f"toolguard secret set {name}, then use ${{secret:{name}}} in its place.")


def _tell_unbound(send: SendRequest, server: LaunchedServer) -> None:
    """Print which commands give the server the secrets that its settings name. Without them it does not start."""
    named = {text[len("${secret:") : -1] for text in _REFERENCE.findall(json.dumps(_members(server)))}
    unbound = sorted(named - set(server["secrets"]))
    known = {secret["name"] for secret in send(lambda services: services.secrets.all())} if unbound else set()
    for name in unbound:
        store = f"`toolguard secret set {shlex.quote(name)}`, then " * (name not in known)
        bind = f"`toolguard secret bind {shlex.quote(name)} --server {server['name']}`"
        print_hint(f"To give it the secret {name}: {store}{bind}")


def _members(server: Mapping[str, Any]) -> dict[str, Any]:
    return {name: server[name] for name in ("name", "kind", *known_kind(server).settings)}


def show_list(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server list``."""
    servers = send(lambda services: services.servers.all())
    sessions = send(lambda services: services.status.now()).get("sessions", [])
    uses = send(lambda services: services.clients.uses())
    rows = [
        (server["name"], server_state(server, [each for each in sessions if each["server"] == server["name"]],
                                   used=bool(uses.get(server["name"], True))), command_line(server))
        for server in servers
    ]  # fmt: skip
    empty = "No servers yet. See `toolguard server add --help`."
    return show_table(options, servers, ("NAME", "STATE", "COMMAND OR URL"), rows, empty)


def show(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server show``; empty facts are left out."""
    server: dict[str, Any] = {**send(lambda services: services.servers.show(options.name))}
    facts = [("name", server["name"]), ("kind", server["kind"]), *shown(msgspec.convert(_members(server), ServerSpec))]
    facts += [
        ("sign-in", _signed(server.get("sign_in") or {})),
        ("secrets", ", ".join(server["secrets"])),
    ]
    facts += [("off", "" if server["enabled"] else "yes; clients can't use it")]
    facts += [("in use", f"{used['client']} ({used['state']})") for used in server["sessions"]]
    facts += [("process", f"{it['pid']} {it['name']}, {it['memory'] / 2**20:,.1f} MiB") for it in server["processes"]]
    facts += [("failure", server["failure"]["why"] if server["failure"] else "")]
    facts += [("beware", doubt) for doubt in server["doubts"]]
    return show_facts(options, server, facts)


def _signed(sign_in: dict[str, Any]) -> str:
    """Return the status of a server's sign-in."""
    templates = {
        "wanted": "required at {place}",
        "waiting": "waiting for your browser at {place}",
        "in": "signed in to {issuer}",
        "out": "signed out of {issuer}",
    }
    text = templates.get(sign_in.get("state", ""), "").format(**sign_in) if sign_in else ""
    return f"{text} ({sign_in['scopes']})" if text and sign_in.get("scopes") else text


def switch(send: SendRequest, options: argparse.Namespace, enabled: bool) -> int:
    """Run ``toolguard server enable`` or ``disable``, which also ends its sessions."""
    result = send(lambda services: services.servers.enable(options.name, enabled))
    ended = f"Turned off; {counted(result['ended'], 'session')} ended."
    return done(options, result, "Turned on." if enabled else ended)


def duplicate(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server duplicate``. The copy gets the same secrets and hidden tools."""
    result = send(lambda services: services.servers.duplicate(options.name, options.to))
    return done(options, result, f"Added {options.to}.")


def end(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard server end``."""
    result = send(lambda services: services.servers.end(options.name))
    return done(options, result, f"{counted(result['ended'], 'session')} ended.")


def show_log(send: SendRequest, options: argparse.Namespace) -> int:
    """Print the end of a server's log, and new lines with ``--follow``."""

    def read(seen: str = "") -> ServerLogLines:
        return send(
            lambda services: services.servers.log(options.name, options.search or "", seen, lines=options.lines)
        )

    result = read()
    if options.json and not options.follow:
        print_json(result)
        return 0
    shown = result["lines"] or []
    as_text = json.dumps if options.json else visible
    if not shown:
        print_hint(f"No lines from {options.name} contain {options.search}." if options.search else
                   f"No output from {options.name} yet.")  # fmt: skip
    for line in shown:
        print(as_text(line))
    while options.follow:
        pause(_FOLLOW_INTERVAL)
        result = read(result["mark"])
        if result["lines"] is not None:
            for line in _new(shown, result["lines"]):
                print(as_text(line))
            shown = result["lines"]
    return 0


def _new(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that ``now`` has after those of ``before``, whose oldest lines may be gone."""
    for start in range(len(before)):
        remaining = before[start:]
        if now[: len(remaining)] == remaining:
            return now[len(remaining) :]
    return now


def bring_in(send: SendRequest, options: argparse.Namespace) -> int:
    """``server import``: add every server of a file; values that look like secrets go into the keyring."""
    from toolguard.cli import bundles

    if bundles.is_bundle(options.file):
        return bundles.import_bundle(send, options)
    if options.values or options.name:
        raise CommandError("--set and --name are for bundles (.mcpb, .dxt)")
    servers_by_name = {server["name"]: server for server in send(lambda services: services.servers.all())}
    each = _read(options)
    refused = [server for server in each if isinstance(server, LeftOutServer)]
    imported = _chosen([server for server in each if not isinstance(server, LeftOutServer)], options)
    for entry in imported:
        entry["state"] = _state(entry, servers_by_name)
    if options.dry_run:
        _show_import(imported, options)
        return _tell_refused(refused)
    left = 0
    results = []
    for entry in imported:
        if entry["state"] != "added":
            results.append({"name": entry["name"], "state": entry["state"], "reason": ""})
            left += entry["state"] != "there already"
        else:
            try:
                with Progress(f"Adding {visible(entry['name'])}…"):
                    add_one(send, entry, options)
            except CommandError as why:  # only this one fails; the others are added
                refused.append(LeftOutServer(entry["name"], str(why)))
                continue
            results.append({"name": entry["name"], "state": "added", "reason": ""})
        if not options.json:
            print(visible(f"{entry['name']}: {entry['state']}"))
        if entry["state"] == "added":
            tell_of(entry, options)
    results += [{"name": server.name, "state": "refused", "reason": server.reason} for server in refused]
    if options.json:
        print_json(results)
    return max(_tell_refused(refused), int(left > 0))


def _show_import(imported: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Print what would be added, for ``--dry-run``."""
    rows = [
        (server["name"], server["agent"], server["state"], _tools(server), command_line(server["server"]))
        for server in imported
    ]
    show_table(options, imported, ("NAME", "AGENT", "WOULD BE", "TOOLS", "COMMAND OR URL"), rows, "")
    for entry in imported if not options.json else ():
        if entry["state"] == "added":
            tell_of(entry, options)


def _tell_refused(refused: list[LeftOutServer]) -> int:
    """Print each server that cannot be added and why; return the exit status."""
    for server in refused:
        print_hint(f"{server.name}: not added. {server.reason}")
    return int(bool(refused))


def _chosen(servers: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the servers of the named agents, or all if there is only one agent."""
    agents = list(dict.fromkeys(server["agent"] for server in servers))
    unknown = [name for name in options.agent if name not in agents]
    if unknown or (len(agents) > 1 and not options.agent and not options.dry_run):
        names = ", ".join(agents)
        raise CommandError(f"No agent {unknown[0]}; choose from: {names}" if unknown else
                     f"The file has several agents: choose with --agent NAME ({names})")  # fmt: skip
    return [server for server in servers if not options.agent or server["agent"] in options.agent]


def _tools(server: dict[str, Any]) -> str:
    return "all" if server["tools"] is None else f"{len(server['tools']):,}" if server["tools"] else "none"


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
        raise CommandError(
            "; ".join(f"{server.name}: {server.reason}" for server in each if isinstance(server, LeftOutServer))
        )
    return [
        parsed if isinstance(parsed, LeftOutServer) else
        {"name": parsed.name, "agent": parsed.agent, "server": parsed.server, "notes": parsed.notes,
         "tools": parsed.tools, "hidden": parsed.hidden, "is_guarded": parsed.is_guarded,
         "suspects": suspects(parsed.server, parsed.name)}
        for parsed in each
    ]  # fmt: skip


def _state(server: dict[str, Any], servers: dict[str, Any]) -> str:
    if server["is_guarded"]:
        return "ToolGuard itself"
    existing = servers.get(server["name"])
    if existing is None:
        servers[server["name"]] = server["server"]
        return "added"
    masked = server["server"]
    for suspect in server["suspects"]:
        masked = with_secret(masked, suspect, "")
    launches = {command_line(server["server"]), command_line(masked)}
    is_same = not launches.isdisjoint({command_line(existing), _REFERENCE.sub("${secret:}", command_line(existing))})
    return "there already" if is_same else "name already in use"


def add_one(send: SendRequest, imported: dict[str, Any], options: argparse.Namespace) -> None:
    """Add a server after storing its values that look like secrets in the keyring."""
    server, stored = imported["server"], []
    secrets = (
        {entry["name"] for entry in send(lambda services: services.secrets.all())}
        if imported["suspects"] and not options.plain
        else set()
    )
    for suspect in imported["suspects"]:
        if options.plain and not suspect["missing"]:
            continue
        name = suspect["secret"]
        if name in secrets:  # of another server, or in use otherwise
            name = free_name(f"{name}_{imported['name']}"[:60], secrets)
        value = value_of(server, suspect)
        if not suspect["missing"]:
            store_for(send, imported["name"], name, value)
            stored.append(name)
        suspect["secret"], server = name, with_secret(server, suspect, name)
    only = ({} if imported["tools"] is None else {"tools": imported["tools"]}) | (
        {"hidden": imported["hidden"]} if imported["hidden"] else {}
    )
    new = NewServer(name=imported["name"], **server, **only)
    send(lambda services: services.servers.add(new))
    for name in stored:
        bind_to(send, imported["name"], name)


def tell_of(imported: dict[str, Any], options: argparse.Namespace) -> None:
    """Print notes about an added server, or with ``--dry-run`` about one that would be added."""
    stored = "would be stored" if options.dry_run else "is stored"
    for note in imported["notes"]:
        print_hint(f"  {note}")
    for suspect in imported["suspects"]:
        if suspect["missing"]:
            print_hint(f"  {suspect['name']} had no value here: run `toolguard secret set {suspect['secret']}`, then "
                       f"`toolguard secret bind {suspect['secret']} --server {imported['name']}`")  # fmt: skip
        elif options.plain:
            print_hint(f"  {suspect['name']} looks like a secret and {stored} in config.json.")
        else:
            print_hint(f"  {suspect['name']} {stored} in your keyring as {suspect['secret']}.")
