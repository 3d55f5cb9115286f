"""What orders about secrets do. No value is ever given back, told or recorded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from toolguard.checkpoint.bound import Unbound, check, without
from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.commands.tools import mark
from toolguard.servers import Unreachable
from toolguard.servers.launches import outline
from toolguard.servers.secrets import names, places
from toolguard.store.config import Secret, ServerSpec
from toolguard.store.keychain import KeychainProblem


async def secret_set(arguments: Arguments, state: State) -> dict[str, Any]:
    """Enter a secret, or put another value in its place."""
    name, session_only = arguments["name"], arguments.get("session_only", False)
    if session_only and state.guard is None:
        raise Refused("A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.")
    known = state.config.secrets.get(name)
    _no_sign_in(name, state)
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
    if "kind" in arguments:
        _no_sign_in(name, state)
    known = state.config.secrets[name]
    state.config.put_secret_entry(name, arguments.get("note", known.note), arguments.get("kind", known.kind))
    note(state, f"secret {name} described anew")
    return await _secret(name, state)


def secret_kind_loosens(arguments: Arguments, state: State) -> str:
    """A user id may stand in the inputs of any call: what becomes one is looked for no more."""
    known = state.config.secrets.get(arguments["name"])
    if known is None or known.kind == "user_id" or arguments.get("kind") != "user_id":
        return ""
    name = arguments["name"]
    return f"The secret {name} counts as a user id: calls with its value in their inputs are no longer refused."


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


def _no_sign_in(name: str, state: State) -> None:
    entry = state.config.secrets.get(name)
    if entry is not None and entry.kind == "oauth":
        raise Refused(f"{name} is a sign-in to a server: sign in again, or sign out, on the page Servers.")


async def _secret(name: str, state: State) -> dict[str, Any]:
    """What is known of it. ``stale``: the servers that are no longer what it was bound to."""
    entry = state.config.secrets[name]
    signed = [{"server": server, "place": "header Authorization", "bound": True}
              for server in entry.servers if entry.kind == "oauth"]  # fmt: skip
    return {
        "name": name, "kind": entry.kind, "note": entry.note, "servers": list(entry.servers),
        "stale": await _stale(entry, state),
        "uses": [*signed, *(use for spec in state.config.servers.values() for use in _uses(name, spec, entry.servers))],
        "session_only": state.keychain.session_only(name),
        **({"issuer": entry.issuer, "resource": entry.resource} if entry.kind == "oauth" else {}),
    }  # fmt: skip


async def _stale(entry: Secret, state: State) -> list[str]:
    known = ((server, state.config.servers.get(server)) for server in entry.servers if server in entry.launches)
    return [
        server for server, spec in known
        if spec is not None and not await state.launches.is_same(entry.launches[server], spec)
    ]  # fmt: skip


def _uses(name: str, spec: ServerSpec, servers: Sequence[str]) -> list[dict[str, Any]]:
    """Where a secret goes in a server; what is filled into calls has ``tool``, ``argument`` and ``template``, too."""
    bound = spec.name in servers
    found = places(msgspec.structs.replace(spec, arguments={})).get(name, ())
    uses: list[dict[str, Any]] = [{"server": spec.name, "place": place, "bound": bound} for place in found]
    return uses + [
        {"server": spec.name, "place": f"argument {tool} {pointer}", "bound": bound, "tool": tool,
         "argument": pointer, "template": template}
        for tool, filled in spec.arguments.items()
        for pointer, template in filled.items()
        if name in names(template)
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
    return [await _told(name, state) for name in sorted(state.config.secrets)]


async def _told(name: str, state: State) -> dict[str, Any]:
    """A secret, and of a sign-in how it stands."""
    told = await _secret(name, state)
    servers = state.config.secrets[name].servers
    if told["kind"] == "oauth" and servers and state.sign_ins is not None:
        told["sign_in"] = await state.sign_ins.state(servers[0])
    return told


async def secret_show(arguments: Arguments, state: State) -> dict[str, Any]:
    _known_secret(arguments["name"], state)
    return await _told(arguments["name"], state)


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
    if removed["kind"] == "oauth" and removed["servers"] and state.sign_ins is not None:
        await _signed_out(removed["servers"][0], state)
    try:
        await state.keychain.delete(name)
    except KeychainProblem as problem:
        if problem.state != "none":  # without a keychain there is no value to leave behind
            raise
    state.config.drop_secret_entry(name)
    note(state, f"secret {name} removed")
    return removed


async def _signed_out(server: str, state: State) -> None:
    """Have the tokens revoked before they are forgotten, where that can be."""
    assert state.sign_ins is not None  # noqa: S101 - whoever calls this has looked
    with suppress(Unreachable):  # they are forgotten all the same
        await state.sign_ins.leave(server, by=state.by)


async def secret_bind(arguments: Arguments, state: State) -> dict[str, Any]:
    """Let servers be given a secret, as they are now; with ``tool`` and ``argument``, fill it into its calls, too.

    With these a binding that there is already stays what it is.
    """
    name, filling = arguments["name"], _filling(arguments)
    for server in arguments["servers"]:
        if filling and server in state.config.secrets[name].servers:
            continue
        launch = await bind(name, server, state)
        detail = "\n".join(visible(f"{what}  {text}") for what, text in launch.items())
        note(state, f"secret {name} bound to server {server}", detail)
    if filling:
        server, tool, pointer = filling
        _mind_place(arguments, state)
        state.config.set_argument(server, tool, pointer, _template(arguments))
        note(state, f"secret {name} filled into {_named(filling)}", visible(_template(arguments)))
        await _relist(state)
    return await _secret(name, state)


async def bind(name: str, server: str, state: State) -> dict[str, str]:
    """Let a server be given a secret, as it is now; gives what that is.

    Of a program that is not there only its settings are known, and the rest is kept when the secret goes there first.
    """
    entry = state.config.secrets.get(name)
    if entry is not None and entry.kind == "oauth":  # its tokens go by issuer and resource
        state.config.bind_secret(name, server)
        return {}
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
    name, filling = arguments["name"], _filling(arguments)
    _known_secret(name, state)
    _no_sign_in(name, state)
    _known_servers(arguments["servers"], state)
    _mind_place(arguments, state)
    if filling and state.config.servers[filling[0]].arguments.get(filling[1], {}).get(filling[2]) is None:
        return f"The secret {name} is given to {filling[0]}: it is filled into {_named(filling)}."
    servers, bound = arguments["servers"], state.config.secrets[name].servers
    new = [server for server in servers if server not in bound]
    again = [server for server in servers if server in bound and not filling]
    said = [f"The secret {name} is given to {', '.join(new)}."] if new else []
    said += [f"It goes on to be given to {', '.join(again)}, as that is started or reached now."] if again else []
    return " ".join(said)


def secret_detail(arguments: Arguments) -> str:
    lines = [f"secret   {arguments['name']}", *(f"server   {server}" for server in arguments.get("servers", ()))]
    for member in ("kind", "note", "tool", "argument", "template"):
        lines += [f"{member:<8} {visible(arguments[member])}"] if member in arguments else []
    return "\n".join(lines)


async def secret_unbind(arguments: Arguments, state: State) -> dict[str, Any]:
    """Take a secret away from servers; with ``tool`` and ``argument``, only from there, if it goes elsewhere, too."""
    name, filling = arguments["name"], _filling(arguments)
    _known_secret(name, state)
    _no_sign_in(name, state)
    servers = arguments["servers"]
    if filling:
        server, tool, pointer = filling
        _known_servers(servers, state)
        if name not in names(state.config.servers[server].arguments.get(tool, {}).get(pointer, "")):
            raise Refused(f"The secret {name} is not filled into {_named(filling)}.")
        state.config.set_argument(server, tool, pointer, None)
        note(state, f"secret {name} no longer filled into {_named(filling)}")
        await _relist(state)
        left = places(state.config.servers[server]).get(name, ())
        servers = () if left or server not in state.config.secrets[name].servers else servers
    for server in servers:
        state.config.unbind_secret(name, server)
        note(state, f"secret {name} unbound from server {server}")
    return await _secret(name, state)


def secret_unbind_loosens(arguments: Arguments, _state: State) -> str:
    """What is filled in no longer can be set by a model again."""
    filling = _filling(arguments)
    return f"Models can set {_named(filling)} themselves." if filling else ""


# --- arguments -----------------------------------------------------------------------------------------------------


def _filling(arguments: Arguments) -> tuple[str, str, str] | None:
    """The server, the tool and the pointer of an order about one argument."""
    given = [member for member in ("tool", "argument", "template") if member in arguments]
    if not given:
        return None
    if not {"tool", "argument"} <= set(given) or len(arguments["servers"]) != 1:
        raise Refused("An argument needs its tool and its one server: --server S --tool T --argument /POINTER.")
    return arguments["servers"][0], arguments["tool"], arguments["argument"]


def _template(arguments: Arguments) -> str:
    made: str = arguments.get("template") or f"${{secret:{arguments['name']}}}"
    if arguments["name"] not in names(made):
        raise Refused(f"The text that is filled in must have ${{secret:{arguments['name']}}} in it.")
    return made


def _mind_place(arguments: Arguments, state: State) -> None:
    """Raises `Refused` when the argument cannot be filled in: what is there already, and what its schema says."""
    if not (filling := _filling(arguments)):
        return
    server, tool, pointer = filling
    template = _template(arguments)
    filled = state.config.servers[server].arguments.get(tool, {})
    if filled.get(pointer, template) != template:
        raise Refused(f"Something is filled into {_named(filling)} already: unbind that first.")
    kept = state.inventory.of(server, mark(state.config.servers[server])) if state.inventory else None
    noted = kept.find(tool) if kept else None
    try:
        check((*filled, pointer) if pointer not in filled else filled)
        if noted is not None:
            without(noted.tool.input_schema, (pointer,))
    except Unbound as why:
        raise Refused(f"Nothing can be filled into {_named(filling)}: {why}.") from None


def _named(filling: tuple[str, str, str]) -> str:
    server, tool, pointer = map(visible, filling)
    return f"the argument {pointer} of the tool {tool} of {server}"


async def _relist(state: State) -> None:
    if state.guard is not None:
        await state.guard.relist()
