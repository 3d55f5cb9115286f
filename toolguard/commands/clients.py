"""What orders about clients that come over HTTP do: let one in, list them, shut one out.

A token is given back once, by the order that makes it. It is not kept, recorded or told anywhere else.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from toolguard.checkpoint.visible import visible
from toolguard.clients.credentials import hashed, new_token
from toolguard.clients.hello import EVERY
from toolguard.clients.http import url
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.store.config import HttpClient


async def client_add(arguments: Arguments, state: State) -> dict[str, Any]:
    """The token, and for each server its URLs: with a token in a header or inside, for SSE and OTC."""
    name, servers, token = arguments["name"], _servers(arguments), new_token()
    now = state.guard.gate.clock() if state.guard is not None else time.time()
    state.config.add_client(name, HttpClient(token=hashed(token), servers=servers, created=now))
    note(state, f"client {name} added", client_detail(arguments))
    await _refresh(state)
    return {
        "name": name, "token": token,
        "all": _urls(state, EVERY, token),
        "servers": [
            {"server": server, **_urls(state, server, token), **_otc_urls(state, server, token)}
            for server in (servers if servers is not None else state.config.servers)
        ],
        "trouble": state.http.trouble if state.http is not None else "",
    }  # fmt: skip


def _urls(state: State, server: str, token: str) -> dict[str, str]:
    port = _port(state)
    return {
        "url": url(port, server),
        "url_with_token": url(port, server, token),
        "url_sse": url(port, server, token, "sse"),
    }


def _otc_urls(state: State, server: str, token: str) -> dict[str, str]:
    """Where a client of Open Tool Calling finds ``tools`` and ``tools/call``. There is none for all at once."""
    port = _port(state)
    return {"otc_url": url(port, server, door=""), "otc_url_with_token": url(port, server, token, "")}


def _servers(arguments: Arguments) -> tuple[str, ...] | None:
    return tuple(arguments["servers"]) if "servers" in arguments else None


def client_add_loosens(arguments: Arguments, state: State) -> str:
    if arguments["name"] in state.config.clients:
        raise Refused(f"There is a client {arguments['name']} already: remove it first, or choose another name.")
    servers = _servers(arguments)
    for server in servers or ():
        if server not in state.config.servers:
            raise Refused(f"There is no server {server}: `toolguard server list` names them.")
    return comes(arguments["name"], servers)


def comes(name: str, servers: Iterable[str] | None) -> str:
    """What a client with a token of its own loosens."""
    if servers is None:
        return f"A program on this machine that has a new token can use every server, as the client {name}."
    return f"A program on this machine that has a new token can use {', '.join(servers)}, as the client {name}."


def client_detail(arguments: Arguments) -> str:
    servers = _servers(arguments)
    named = ["server   every one, later ones too"] if servers is None else [f"server   {one}" for one in servers]
    return "\n".join(map(visible, [f"client   {arguments['name']}", *named]))


def _of(client: HttpClient, state: State) -> Iterable[str]:
    return state.config.servers if client.servers is None else client.servers


async def client_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    sessions = state.guard.snapshot().sessions if state.guard is not None else ()
    return [
        {
            "name": name, "servers": None if client.servers is None else list(client.servers),
            "created": client.created,
            "sessions": sum(one.client.id == name and one.client.transport == "http" for one in sessions),
            "url_of_all": url(_port(state), EVERY),
            "urls": {server: url(_port(state), server) for server in _of(client, state)},
            "otc_urls": {server: url(_port(state), server, door="") for server in _of(client, state)},
        }
        for name, client in sorted(state.config.clients.items())
    ]  # fmt: skip


async def client_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    """Its token is worth nothing from now on, and its sessions end."""
    name = arguments["name"]
    if name not in state.config.clients:
        raise Refused(f"There is no client {name} that comes over HTTP: `toolguard client list` names them.")
    state.config.remove_client(name)
    note(state, f"client {name} removed")
    await _refresh(state)
    return {"name": name}


async def _refresh(state: State) -> None:
    if state.http is not None:
        await state.http.refresh()


def _port(state: State) -> int:
    """Where HTTP comes in now, or will."""
    return (state.http.port if state.http is not None else 0) or state.config.preferences.http_port
