"""What orders about secrets do. No value is ever given back, told or recorded."""

from __future__ import annotations

from typing import Any

from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.servers import Unreachable
from toolguard.servers.launches import outline
from toolguard.servers.secrets import places
from toolguard.store.config import Secret
from toolguard.store.keychain import KeychainProblem


async def secret_set(arguments: Arguments, state: State) -> dict[str, Any]:
    """Enter a secret, or put another value in its place."""
    name, session_only = arguments["name"], arguments.get("session_only", False)
    if session_only and state.guard is None:
        raise Refused("A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.")
    known = state.config.secrets.get(name)
    if known is not None and arguments.get("new", False):
        raise Refused(f"There is a secret {name} already: choose another name, or replace its value.")
    told = arguments.get("note", known.note if known else "")
    state.config.put_secret_entry(name, told, arguments.get("kind", ""))
    try:
        await state.keychain.set(name, arguments["value"], session_only=session_only)
    except KeychainProblem:
        if known is None:
            state.config.drop_secret_entry(name)
        else:
            state.config.put_secret_entry(name, known.note, known.kind)
        raise
    state.learned(name, arguments["value"])
    note(state, f"secret {name} set", "for this session only" if session_only else "")
    return await _secret(name, state)


async def secret_describe(arguments: Arguments, state: State) -> dict[str, Any]:
    """Change the note and the kind; the value and the bindings stay."""
    name = arguments["name"]
    _known_secret(name, state)
    known = state.config.secrets[name]
    state.config.put_secret_entry(name, arguments.get("note", known.note), arguments.get("kind", known.kind))
    note(state, f"secret {name} described anew")
    return await _secret(name, state)


async def secret_enter(arguments: Arguments, state: State) -> dict[str, Any]:
    """Enter a secret that has no value yet, with its bindings: what is left to bring back of one that was removed."""
    name = arguments["name"]
    state.config.put_secret_entry(name, arguments.get("note", ""), arguments.get("kind", ""))
    for server in arguments.get("servers", ()):
        await bind(name, server, state)
    note(state, f"secret {name} entered without a value", ", ".join(arguments.get("servers", ())))
    return await _secret(name, state)


def secret_enter_loosens(arguments: Arguments, state: State) -> str:
    if arguments["name"] in state.config.secrets:
        raise Refused(f"There is a secret {arguments['name']} already.")
    _known_servers(arguments.get("servers", ()), state)
    servers = ", ".join(arguments.get("servers", ()))
    return f"The secret {arguments['name']} is given to {servers} as soon as it has a value." if servers else ""


async def _secret(name: str, state: State) -> dict[str, Any]:
    """What is known of it. ``stale``: the servers that are no longer what it was bound to."""
    entry = state.config.secrets[name]
    return {
        "name": name, "kind": entry.kind, "note": entry.note, "servers": list(entry.servers),
        "stale": await _stale(entry, state),
        "uses": [
            {"server": spec.name, "place": place, "bound": spec.name in entry.servers}
            for spec in state.config.servers.values()
            for place in places(spec).get(name, ())
        ],
        "session_only": state.keychain.session_only(name),
    }  # fmt: skip


async def _stale(entry: Secret, state: State) -> list[str]:
    known = ((server, state.config.servers.get(server)) for server in entry.servers if server in entry.launches)
    return [
        server for server, spec in known
        if spec is not None and not await state.launches.is_same(entry.launches[server], spec)
    ]  # fmt: skip


def _known_secret(name: str, state: State) -> None:
    if name not in state.config.secrets:
        raise Refused(f"There is no secret {name}: `toolguard secret list` names them.")


def _known_servers(servers: Any, state: State) -> None:
    for server in servers:
        if server not in state.config.servers:
            raise Refused(f"There is no server {server}: `toolguard server list` names them.")


async def secret_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """What is known of each beside its value: its places are found in the servers' settings."""
    return [await _secret(name, state) for name in sorted(state.config.secrets)]


async def secret_show(arguments: Arguments, state: State) -> dict[str, Any]:
    _known_secret(arguments["name"], state)
    return await _secret(arguments["name"], state)


async def secret_check(arguments: Arguments, state: State) -> dict[str, Any]:
    """Which secrets have a value, and in which state the keychain is. Asks the person only with ``ask``.

    ``present`` has true, false, or null where it cannot be seen unasked.
    """
    known = list(state.config.secrets)
    try:
        found = await state.keychain.holds(known, ask=arguments.get("ask", False))
    except KeychainProblem as problem:
        said = str(problem)
        found = {name: True if state.keychain.session_only(name) else None for name in known}
    else:
        said = state.keychain.trouble
    present = {name: found.get(name) for name in known}
    return {"keychain": state.keychain.state, "trouble": said, "present": present}


async def secret_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    name = arguments["name"]
    _known_secret(name, state)
    removed = await _secret(name, state)
    try:
        await state.keychain.delete(name)
    except KeychainProblem as problem:
        if problem.state != "none":  # without a keychain there is no value to leave behind
            raise
    state.config.drop_secret_entry(name)
    note(state, f"secret {name} removed")
    return removed


async def secret_bind(arguments: Arguments, state: State) -> dict[str, Any]:
    """Bind it to servers as they are now; one that is bound already is bound anew."""
    for server in arguments["servers"]:
        launch = await bind(arguments["name"], server, state)
        detail = "\n".join(visible(f"{what}  {text}") for what, text in launch.items())
        note(state, f"secret {arguments['name']} bound to server {server}", detail)
    return await _secret(arguments["name"], state)


async def bind(name: str, server: str, state: State) -> dict[str, str]:
    """Let a server be given a secret, as it is now; gives what that is.

    Of a program that is not there only its settings are known, and the rest is kept when the secret goes there first.
    """
    spec = state.config.servers.get(server)
    launch: dict[str, str] = {}
    if spec is not None:
        try:
            launch = await state.launches.of(spec)
        except Unreachable:
            launch = outline(spec)
    state.config.bind_secret(name, server, launch)
    return launch


def secret_bind_loosens(arguments: Arguments, state: State) -> str:
    name = arguments["name"]
    _known_secret(name, state)
    _known_servers(arguments["servers"], state)
    servers, bound = arguments["servers"], state.config.secrets[name].servers
    new = [server for server in servers if server not in bound]
    again = [server for server in servers if server in bound]
    said = [f"The secret {name} is given to {', '.join(new)}."] if new else []
    said += [f"It goes on to be given to {', '.join(again)}, as that is started or reached now."] if again else []
    return " ".join(said)


def secret_detail(arguments: Arguments) -> str:
    lines = [f"secret   {arguments['name']}", *(f"server   {server}" for server in arguments.get("servers", ()))]
    return "\n".join(lines)


async def secret_unbind(arguments: Arguments, state: State) -> dict[str, Any]:
    _known_secret(arguments["name"], state)
    for server in arguments["servers"]:
        state.config.unbind_secret(arguments["name"], server)
        note(state, f"secret {arguments['name']} unbound from server {server}")
    return await _secret(arguments["name"], state)
