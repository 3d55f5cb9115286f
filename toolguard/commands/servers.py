"""What orders about servers do: list, show, add, change, switch, remove."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.commands.tools import switches
from toolguard.store.config import MEMBERS, NEEDED, ServerSpec, stored


def _spec(arguments: Arguments) -> ServerSpec:
    kind = arguments.get("kind", "http" if "url" in arguments else "stdio")
    foreign = sorted(set(arguments) - {"name", "kind", "enabled", *MEMBERS[kind]})
    if foreign:
        raise Refused(f"A server of the kind {kind} has no {', '.join(foreign)}.")
    if not arguments.get(NEEDED[kind]):
        raise Refused(f"A server of the kind {kind} must have a {NEEDED[kind]}.")
    try:
        return msgspec.convert({**arguments, "kind": kind}, ServerSpec)
    except msgspec.ValidationError as why:
        raise Refused(f"This is not a server: {why}.") from None


def _server(spec: ServerSpec, state: State) -> dict[str, Any]:
    return {
        "name": spec.name, **stored(spec),
        "secrets": sorted(name for name, secret in state.config.secrets.items() if spec.name in secret.servers),
    }  # fmt: skip


async def server_add(arguments: Arguments, state: State) -> dict[str, Any]:
    spec = _spec(arguments)
    state.config.add_server(spec)
    note(state, f"server {spec.name} added", server_detail(arguments))
    return _server(spec, state)


def server_add_loosens(arguments: Arguments, state: State) -> str:
    if arguments["name"] in state.config.servers:
        raise Refused(f"There is a server {arguments['name']} already: remove it first, or choose another name.")
    does = f"reaches {visible(arguments['url'])}" if "url" in arguments else "starts its command"
    return f"Chat clients can use the server {arguments['name']}, and ToolGuard {does}."


def server_detail(arguments: Arguments) -> str:
    spec = _spec(arguments)
    launch = f"url      {spec.url}" if spec.kind == "http" else f"command  {shlex.join((spec.command, *spec.args))}"
    lines = [f"server   {spec.name}", launch]
    lines += [f"folder   {spec.cwd}"] if spec.cwd else []
    lines += [f"header   {name}: {value}" for name, value in spec.headers.items()]
    lines += [f"env      {name}={value}" for name, value in spec.env.items()]
    return "\n".join(map(visible, lines))  # so that no value can look like a line of its own


async def server_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    return [_server(spec, state) for spec in state.config.servers.values()]


async def server_show(arguments: Arguments, state: State) -> dict[str, Any]:
    spec = state.config.servers.get(arguments["name"])
    if spec is None:
        raise Refused(f"There is no server {arguments['name']}: `toolguard server list` names them.")
    return _server(spec, state)


async def server_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    """Remove it with what was entrusted to it; its allow rules end at once, a deny rule for its name stays."""
    name = arguments["name"]
    state.config.remove_server(name)
    if state.guard is not None:
        for rule in list(state.guard.gate.rules):
            if rule.server == name and rule.verdict == "allow":
                state.guard.remove_rule(rule.id, by=state.by)
        await state.guard.expose(switches(state.config))
    note(state, f"server {name} removed")
    return {"name": name}
