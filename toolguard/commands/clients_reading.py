"""Clients that come over HTTP on the command line: let in with a token that is printed once, and shown as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from toolguard.commands import ordering
from toolguard.commands.printing import print_json, show_table, tell, when


def add(home: Path, options: argparse.Namespace) -> int:
    """Let a client in, and print its token and where it finds its servers; raises `SaysNo`."""
    servers = {"servers": list(dict.fromkeys(options.servers))} if options.servers else {}
    made = ordering.give(home, "client.add", {"name": options.name, **servers})
    if options.json:
        print_json(made)
        return 0
    print(f"token           {made['token']}   (shown once: keep it in the client's settings, as a bearer token)")
    for one in made["servers"]:
        print(f"{one['server']}: {one['url']}")
        print(f"    with the token inside, for a client that can set no header: {one['url_with_token']}")
        print(f"    the same for an older client, which speaks HTTP+SSE: {one['url_sse']}")
        print(f"    for a client that speaks Open Tool Calling: {one['otc_url']}")
    print(f"all of them as one: {made['all']['url']}")
    print(f"    with the token inside: {made['all']['url_with_token']}")
    print(f"    the same for an older client: {made['all']['url_sse']}")
    if made["trouble"]:
        tell(made["trouble"])
    return 0


def show(home: Path, options: argparse.Namespace) -> int:
    """Print every client with what it may use, never a token."""
    found = ordering.give(home, "client.list", {})
    rows = [
        (
            one["name"],
            when(one["created"]),
            str(one["sessions"]),
            "all servers" if one["servers"] is None else ", ".join(one["servers"]),
        )
        for one in found
    ]
    return show_table(options, found, ("NAME", "ADDED", "SESSIONS", "SERVERS"), rows, "No clients come over HTTP.")
