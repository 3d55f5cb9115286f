"""Clients that come over HTTP on the command line: let in with a token that is printed once, and shown as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from toolguard.cli import dispatch
from toolguard.cli.printing import print_json, show_table, tell, when


def add(home: Path, options: argparse.Namespace) -> int:
    """Let a client in, and print its token and where it finds its servers; raises `CommandError`."""
    servers = {"servers": list(dict.fromkeys(options.servers))} if options.servers else {}
    made = dispatch.give(home, "client.add", {"name": options.name, **servers})
    if options.json:
        print_json(made)
        return 0
    print(f"token           {made['token']}   (shown once; use it as a bearer token in the client's settings)")
    for one in made["servers"]:
        print(f"{one['server']}: {one['url']}")
        print(f"    URL with token, for clients that can't set headers: {one['url_with_token']}")
        print(f"    for older HTTP+SSE clients: {one['url_sse']}")
        print(f"    for Open Tool Calling clients: {one['otc_url']}")
    print(f"combined endpoint: {made['all']['url']}")
    print(f"    URL with token: {made['all']['url_with_token']}")
    print(f"    for older HTTP+SSE clients: {made['all']['url_sse']}")
    if made["trouble"]:
        tell(made["trouble"])
    return 0


def show(home: Path, options: argparse.Namespace) -> int:
    """Print every client with what it may use, never a token."""
    found = dispatch.give(home, "client.list", {})
    rows = [
        (
            one["name"],
            when(one["created"]),
            str(one["sessions"]),
            "all servers" if one["servers"] is None else ", ".join(one["servers"]),
        )
        for one in found
    ]
    return show_table(options, found, ("NAME", "ADDED", "SESSIONS", "SERVERS"), rows, "No HTTP clients.")
