"""What orders about secrets do. No value is ever given back, told or recorded."""

from __future__ import annotations

from typing import Any

from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.store.keychain import KeychainProblem


async def secret_set(arguments: Arguments, state: State) -> dict[str, Any]:
    name, session_only = arguments["name"], arguments.get("session_only", False)
    if session_only and state.guard is None:
        raise Refused("A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.")
    known = state.config.secrets.get(name)
    state.config.put_secret_entry(name, arguments.get("note", known.note if known else ""))
    try:
        await state.keychain.set(name, arguments["value"], session_only=session_only)
    except KeychainProblem:
        if known is None:
            state.config.drop_secret_entry(name)
        raise
    note(state, f"secret {name} set", "for this session only" if session_only else "")
    return _secret(name, state)


def _secret(name: str, state: State) -> dict[str, Any]:
    entry = state.config.secrets[name]
    return {
        "name": name, "note": entry.note, "servers": list(entry.servers),
        "session_only": state.keychain.session_only(name),
    }  # fmt: skip


def _known_secret(name: str, state: State) -> None:
    if name not in state.config.secrets:
        raise Refused(f"There is no secret {name}: `toolguard secret list` names them.")


async def secret_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    return [_secret(name, state) for name in sorted(state.config.secrets)]


async def secret_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    name = arguments["name"]
    _known_secret(name, state)
    try:
        await state.keychain.delete(name)
    except KeychainProblem as problem:
        if problem.state != "none":  # without a keychain there is no value to leave behind
            raise
    state.config.drop_secret_entry(name)
    note(state, f"secret {name} removed")
    return {"name": name}


async def secret_bind(arguments: Arguments, state: State) -> dict[str, Any]:
    for server in arguments["servers"]:
        state.config.bind_secret(arguments["name"], server)
        note(state, f"secret {arguments['name']} bound to server {server}")
    return _secret(arguments["name"], state)


def secret_bind_loosens(arguments: Arguments, state: State) -> str:
    name = arguments["name"]
    _known_secret(name, state)
    for server in arguments["servers"]:
        if server not in state.config.servers:
            raise Refused(f"There is no server {server}: `toolguard server list` names them.")
    new = [server for server in arguments["servers"] if server not in state.config.secrets[name].servers]
    return f"The secret {name} is given to {', '.join(new)}." if new else ""


def secret_detail(arguments: Arguments) -> str:
    return "\n".join([f"secret   {arguments['name']}", *(f"server   {server}" for server in arguments["servers"])])


async def secret_unbind(arguments: Arguments, state: State) -> dict[str, Any]:
    _known_secret(arguments["name"], state)
    for server in arguments["servers"]:
        state.config.unbind_secret(arguments["name"], server)
        note(state, f"secret {arguments['name']} unbound from server {server}")
    return _secret(arguments["name"], state)
