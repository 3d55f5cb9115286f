"""``toolguard client status``. Only reads."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from toolguard.cli import client_routing
from toolguard.cli.log import _bring_up, log_path, opened
from toolguard.cli.printing import print_hint, print_json, show_table, when
from toolguard.cli.progress import Progress
from toolguard.services.runtime.command_caller import CommandCaller
from toolguard.store.log.client_history import ClientSeen
from toolguard.store.log.index.log_index import IndexReader, follow


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
    show_table(options, clients, heads, rows, "No clients yet. See `toolguard client guard --help`.")
    client_routing.show_coverage(options, servers)
    return status
