"""What orders about chat clients do: who is connected, what each may see, end its sessions, how one is connected."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from toolguard.checkpoint.calls import Connected
from toolguard.checkpoint.exposure import Switch
from toolguard.checkpoint.guard import Guard
from toolguard.checkpoint.rules import ANY
from toolguard.checkpoint.visible import visible
from toolguard.commands.rules import rule_list
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.commands.tools import switches

ENDED = "ended by you in ToolGuard"
_MOST_TOOLS = 2_000  # of one server in one answer


async def client_status(_arguments: Arguments, state: State) -> dict[str, Any]:
    """Who is connected now, a client each with its sessions."""
    clients: dict[str, list[dict[str, Any]]] = {}
    for one in _sessions(state):
        clients.setdefault(one.client.id, []).append(_session(one))
    found = [{"client": name, "sessions": sessions} for name, sessions in clients.items()]
    return {"running": state.guard is not None, "clients": found}


def _sessions(state: State) -> tuple[Connected, ...]:
    return state.guard.snapshot().sessions if state.guard is not None else ()


def _session(one: Connected) -> dict[str, Any]:
    return {
        "session": one.session, "server": one.server, "state": one.state, "since": one.since, "era": one.era,
        "version": one.version, "claim": one.claim, "program": one.client.program, "pid": one.client.pid,
        "transport": one.client.transport,
    }  # fmt: skip


async def client_show(arguments: Arguments, state: State) -> dict[str, Any]:
    """What one client may see of each server, and the rules that name it. A client need not be known for that."""
    client = arguments["client"]
    set_now = switches(state.config)
    servers = [_view(client, name, set_now, state) for name in state.config.servers]
    rules = [rule for rule in await rule_list({}, state) if rule["client"] == client]
    return {"client": client, "servers": servers, "rules": rules}


def _view(client: str, server: str, set_now: list[Switch], state: State) -> dict[str, Any]:
    here = [one for one in set_now if one.server == server]
    own = {one.tool: one.exposed for one in here if one.client == client}
    for_all = {one.tool: one.exposed for one in here if one.client == ANY}
    titles = {one.name: one.title for one in state.guard.gate.tools.of(server)} if state.guard is not None else {}
    names = dict.fromkeys((*titles, *(tool for tool in (*own, *for_all) if tool != ANY)))
    tools = [
        {
            "tool": name,
            "title": titles.get(name, ""),
            "own": own.get(name),
            "shown": own.get(name, own.get(ANY, True)),
            "for_all": for_all.get(name, for_all.get(ANY, True)),
        }
        for name in list(names)[:_MOST_TOOLS]
    ]
    return {
        "server": server, "own": own.get(ANY), "shown": own.get(ANY, True), "for_all": for_all.get(ANY, True),
        "tools": tools, "more": max(0, len(names) - _MOST_TOOLS),
    }  # fmt: skip


async def client_end(arguments: Arguments, state: State) -> dict[str, Any]:
    """End a client's sessions, or the one session that is named. The client may come back: this shuts no door."""
    guard = _running(state)
    client, only = arguments["client"], arguments.get("session")
    ending = [
        one for one in guard.snapshot().sessions if one.client.id == client and only in (None, one.session)
    ]  # fmt: skip
    if not ending:
        raise Refused(f"{visible(client)} is not connected now.")
    for one in ending:
        note(state, f"session of {visible(client)} with server {one.server} ended", one.session)
    ended = await guard.end([one.session for one in ending], ENDED)
    return {"client": client, "ended": ended}


def _running(state: State) -> Guard:
    if state.guard is None:
        raise Refused("ToolGuard is not running, so no client is connected.")
    return state.guard


async def client_snippet(arguments: Arguments, state: State) -> dict[str, Any]:
    """What stands in a chat client's file so that it comes through ToolGuard: for a server, or for a command."""
    server = arguments.get("server") or next(iter(state.config.servers), "")
    if server and server not in state.config.servers:
        raise Refused(f"There is no server {server}: `toolguard server list` names them.")
    rest = ["--server", server] if server else ["--", "npx", "-y", "@modelcontextprotocol/server-everything"]
    entry: dict[str, Any] = {"command": stub(), "args": rest}
    return {"server": server, "entry": entry, "text": _written(server or "everything", entry["command"], rest)}


def _written(name: str, command: str, args: list[str]) -> str:
    """As a person would write it into a client's file: the arguments in one line."""
    told = (json.dumps(each, ensure_ascii=False) for each in (name, command, args))
    return '{{\n  "mcpServers": {{\n    {}: {{\n      "command": {},\n      "args": {}\n    }}\n  }}\n}}'.format(*told)


def stub() -> str:
    """The full path of ``toolguard-connect``: chat clients start programs with a PATH of their own."""
    beside = Path(sys.executable).parent
    return shutil.which("toolguard-connect", path=str(beside)) or shutil.which("toolguard-connect") or (
        "toolguard-connect"
    )  # fmt: skip
