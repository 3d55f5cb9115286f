"""What the command line prints of clients that come over HTTP."""

from __future__ import annotations

from typing import Any

from toolguard.commands.printing import Wants, print_json, show_table, tell, when


def show_added(options: Wants, made: dict[str, Any]) -> int:
    """The token, which is never shown again, and where the client finds its servers."""
    if options.json:
        print_json(made)
        return 0
    print(f"token           {made['token']}   (shown once: keep it in the client's settings, as a bearer token)")
    for one in made["servers"]:
        print(f"{one['server']}: {one['url']}")
        print(f"    with the token inside, for a client that can set no header: {one['url_with_token']}")
    if made["trouble"]:
        tell(made["trouble"])
    return 0


def show_list(options: Wants, found: list[dict[str, Any]]) -> int:
    """Every client with what it may use, never a token."""
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
