"""Chat clients on the command line: those that are installed, and HTTP clients with a token."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from toolguard.cli import client_routing
from toolguard.cli.printing import counted, done, print_hint, print_json, show_table, when, wrapped
from toolguard.cli.progress import Progress
from toolguard.cli.words import ENTRY_STATES
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.runtime.requests import SendRequest


def end(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard client end``; the client may reconnect."""
    result = send(lambda services: services.clients.end(options.name))
    return done(options, result, f"Ended {counted(result['ended'], 'session')}.")


def remove(send: SendRequest, options: argparse.Namespace) -> int:
    """Revoke the access of an HTTP client."""
    return done(options, send(lambda services: services.clients.remove(options.name)), "Removed.")


def forget(send: SendRequest, options: argparse.Namespace) -> int:
    """Remove a client from the list until it connects again."""
    return done(options, send(lambda services: services.clients.forget(options.name)), "Removed from the list.")


def add(send: SendRequest, options: argparse.Namespace) -> int:
    """Add an HTTP client; print its token and the URLs of its servers. Raises `CommandError`."""
    servers = list(dict.fromkeys(options.servers)) if options.servers else None
    result = send(lambda services: services.clients.add(options.name, servers))
    if options.json:
        print_json(result)
        return 0
    print(f"token           {result['token']}   (shown once; use it as a bearer token in the client's settings)")
    for entry in result["servers"]:
        print(f"{entry['server']}: {entry['url']}")
        print(f"    URL with token, for clients that can't set headers: {entry['url_with_token']}")
        print(f"    for older HTTP+SSE clients: {entry['url_sse']}")
        print(f"    for Open Tool Calling clients: {entry['otc_url']}")
    print(f"combined endpoint: {result['all']['url']}")
    print(f"    URL with token: {result['all']['url_with_token']}")
    print(f"    for older HTTP+SSE clients: {result['all']['url_sse']}")
    if result["trouble"]:
        print_hint(result["trouble"])
    return 0


def show(send: SendRequest, options: argparse.Namespace) -> int:
    """Print the chat clients on this computer with their servers, and the HTTP clients, never a token."""
    with Progress("Reading the settings of chat clients…"):
        clients = send(lambda services: services.routing.found(client_routing.projects(options)))
    over_http = send(lambda services: services.clients.all())
    if options.json:
        installed = [
            {"kind": "installed", "name": client["client"], **client, "servers": client_routing.coverage([client])}
            for client in clients
        ]
        print_json([*installed, *({"kind": "http", **client} for client in over_http)])
        return 0
    rows = [(client["client"], client["title"], _states(client), ", ".join(_files(client))) for client in clients]
    show_table(options, clients, ("CLIENT", "NAME", "SERVERS", "FILES"), rows, "No chat clients found.")
    client_routing.tell_unreadable(clients)
    client_routing.show_coverage(options, client_routing.coverage(clients))
    print()
    for line in (*_limits(clients), *_projects(clients)):
        print(wrapped(line, 4))
    rows = [
        (
            client["name"],
            when(client["created"]),
            str(client["sessions"]),
            "all servers" if client["servers"] is None else ", ".join(client["servers"]),
        )
        for client in over_http
    ]
    return show_table(options, over_http, ("HTTP CLIENT", "ADDED", "SESSIONS", "SERVERS"), rows, "No HTTP clients.")


def _limits(clients: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Return the limits of what ToolGuard can see or guard, each with the clients that it applies to."""
    titles: dict[str, list[str]] = {}
    for client in clients:
        for limit in client["limits"]:
            titles.setdefault(limit, []).append(client["title"])
    if titles:
        yield "What ToolGuard cannot see or guard:"
        yield from (visible(f"  {', '.join(names)}: {text}") for text, names in titles.items())
        yield ""


def _projects(clients: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Return the project folders with servers that are not guarded."""
    titles: dict[str, list[str]] = {}
    for client in clients:
        for project in client["projects"]:
            titles.setdefault(project, []).append(client["title"])
    if titles:
        yield "Not guarded in project folders; use --project with guard and status:"
        yield from (visible(f"  {folder} ({', '.join(names)})") for folder, names in titles.items())
        yield ""


def _states(client: Mapping[str, Any]) -> str:
    """Return the number of a client's servers in each state."""
    states = Counter(entry["state"] for file in client["files"] for entry in file["servers"])
    return ", ".join(f"{count} {ENTRY_STATES[state]}" for state, count in states.items()) or "none"


def _files(client: Mapping[str, Any]) -> list[str]:
    """Return the settings files, with the home folder as ``~``."""
    home = f"{Path.home()}{os.sep}"
    return [
        f"~{os.sep}{file['path'].removeprefix(home)}" if file["path"].startswith(home) else file["path"]
        for file in client["files"]
    ]
