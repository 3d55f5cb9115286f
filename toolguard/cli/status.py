"""``toolguard status`` and ``toolguard client status``. They only read."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from toolguard.cli import client_routing
from toolguard.cli.log import _bring_up, log_path, opened
from toolguard.cli.printing import OutputOptions, print_hint, print_json, show_facts, show_table, when
from toolguard.cli.progress import Progress
from toolguard.cli.words import OUTCOMES
from toolguard.gate.approver import ProcessInfo, place
from toolguard.services.interface import AppStatus, StatusSession
from toolguard.services.runtime.command_caller import CommandCaller
from toolguard.services.runtime.requests import SendRequest
from toolguard.store.log.client_history import ClientSeen
from toolguard.store.log.index.log_index import IndexReader, follow


def show_app(send: SendRequest, options: OutputOptions) -> int:
    """``status``: show what is pending and running. Return 1 if no app runs, or it has a problem."""
    now = send(lambda services: services.status.now())
    status = int(not now["running"] or bool(now["trouble"]))
    if options.json:
        print_json(now)
        return status
    show_facts(options, now, [
        ("app", _app(now)),
        ("calls", f"{now['pending']:,} pending, {now['calls']:,} running" if now["running"] else ""),
        ("blocked", "all calls: `toolguard panic off` ends it" if now.get("blocked") else ""),
        ("changes", f"{now['proposals']:,} to approve in ToolGuard" if now.get("proposals") else ""),
        ("sessions", _sessions(now.get("sessions", ()))),
        *(("problem", text) for text in now["trouble"]),
    ])  # fmt: skip
    if calls := now.get("open_calls"):
        print()
        rows = [
            (when(call["since"]), OUTCOMES.get(call["state"], call["state"]), call["client"], call["server"],
             call["tool"], call["call"])
            for call in calls
        ]  # fmt: skip
        show_table(options, calls, ("SINCE", "STATE", "CLIENT", "SERVER", "TOOL", "CALL"), rows, "")
    return status


def _app(now: AppStatus) -> str:
    if not now["running"]:
        return "not running: start it with `toolguard` or `toolguard serve`"
    where = place(process_of(now))
    return f"running, {where}" if where else "running"


def process_of(now: AppStatus) -> ProcessInfo:
    """Return the app's process, an unknown one if the app does not describe it."""
    try:
        return msgspec.convert(now.get("process", {}), ProcessInfo)
    except msgspec.ValidationError:
        return ProcessInfo()


def _sessions(sessions: Collection[StatusSession]) -> str:
    """Return each client with its servers: ``cursor (files, git)``."""
    servers: dict[str, list[str]] = {}
    for session in sessions:
        servers.setdefault(session["client"], []).append(session["server"])
    used = ", ".join(f"{client} ({', '.join(dict.fromkeys(names))})" for client, names in servers.items())
    return f"{len(sessions):,}: {used}" if used else "none"


def known_clients(home: Path) -> list[ClientSeen]:
    """Return every client in the log, the most recent first."""
    with opened(home) as log:
        if log is None:
            return []
        _bring_up(home, log.newest()[0])
        reader = IndexReader(follow(log_path(home)))
        try:
            return reader.clients()
        finally:
            reader.close()


def show(home: Path, options: argparse.Namespace) -> int:
    """``client status``: show connected and past clients, and which servers are guarded."""
    send = CommandCaller(home, print_hint).send
    with Progress("Reading the settings of chat clients…"):
        installed = send(lambda services: services.routing.found(client_routing.projects(options)))
    return show_clients(home, options, send(lambda services: services.clients.status())["clients"], installed)


def show_clients(
    home: Path, options: argparse.Namespace, now: Sequence[Mapping[str, Any]], installed: Sequence[Mapping[str, Any]]
) -> int:
    """Print connected clients (the result of ``client.status``), past clients, and which servers are guarded.

    Return exit status 1 if a server of an installed client is not guarded, or nobody can tell.
    """
    before = {client.client: msgspec.to_builtins(client) for client in known_clients(home)}
    clients = [{**before.pop(client["client"], {}), **client} for client in now]
    clients += [{**client, "sessions": []} for client in before.values()]
    servers = client_routing.coverage(installed)
    unguarded = any(server["state"] in client_routing.ROUTABLE_STATES for server in servers)
    unreadable = client_routing.tell_unreadable(installed)
    status = int(unguarded or bool(unreadable))
    if options.json:
        print_json({"clients": clients, "servers": servers, "unreadable": unreadable})
        return status
    rows = []
    for listed in clients:
        state = "connected" if listed["sessions"] else f"last seen {when(listed['last'])}"
        used = ", ".join(dict.fromkeys(session["server"] for session in listed["sessions"]))
        rows.append((listed["client"], state, str(listed.get("calls", 0)), str(listed.get("denied", 0)), used))
    heads = ("CLIENT", "STATE", "CALLS", "DENIED", "SERVERS")
    show_table(options, clients, heads, rows, "No client has connected yet. See `toolguard client guard --help`.")
    client_routing.show_coverage(options, servers)
    return status
