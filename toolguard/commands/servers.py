"""What orders about servers do: list, show, add, change, switch, duplicate, remove, restore, end."""

from __future__ import annotations

import asyncio
import shlex
from typing import Any

import msgspec

from toolguard.checkpoint.rules import ANY, Rule
from toolguard.checkpoint.visible import visible
from toolguard.commands import telltales
from toolguard.commands.command_lines import free_name
from toolguard.commands.importing import read, suspects, with_secret
from toolguard.commands.secrets import bind
from toolguard.commands.serving import facts, sessions
from toolguard.commands.sign_ins import with_sign_in
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.commands.tools import misnamed, switches
from toolguard.servers import KINDS, describe
from toolguard.servers.launches import outline
from toolguard.store.config import MEMBERS, NEEDED, ServerSpec, stored


def spec_of(arguments: Arguments) -> ServerSpec:
    """The server that an order describes; raises `Refused`."""
    kind = arguments.get("kind", "http" if "url" in arguments else "stdio")
    arguments = {name: value for name, value in arguments.items() if name != "tools"}
    foreign = sorted(set(arguments) - {"name", "kind", "enabled", *MEMBERS[kind]})
    if foreign:
        raise Refused(f"A server of the kind {kind} has no {', '.join(foreign)}.")
    if not arguments.get(NEEDED[kind]):
        raise Refused(f"A server of the kind {kind} must have a {NEEDED[kind]}.")
    try:
        return msgspec.convert({**arguments, "kind": kind}, ServerSpec)
    except msgspec.ValidationError as why:
        raise Refused(f"This is not a server: {why}.") from None


def launch(spec: ServerSpec) -> str:
    """The exact launch or address of a server, in one line."""
    return describe(spec) if spec.kind in KINDS else spec.url


def _short(spec: ServerSpec) -> str:
    """The program and its arguments, or the address: a launch without what is set around it."""
    return spec.url or shlex.join((spec.command, *spec.args))


def _server(spec: ServerSpec, state: State) -> dict[str, Any]:
    return {
        "name": spec.name, **stored(spec), "launch": launch(spec), "short": _short(spec),
        "secrets": sorted(name for name, secret in state.config.secrets.items() if spec.name in secret.servers),
        "launches": {
            name: dict(secret.launches[spec.name])
            for name, secret in state.config.secrets.items() if spec.name in secret.launches
        },
        "doubts": [*telltales.said(stored(spec)), *misnamed(spec, state)],
    }  # fmt: skip


async def server_add(arguments: Arguments, state: State) -> dict[str, Any]:
    """Register a server; with ``tools`` clients see these and no others, also when it lists more one day."""
    spec = spec_of(arguments)
    state.config.add_server(spec, _only(arguments.get("tools")))
    if state.guard is not None:
        await state.guard.expose(switches(state.config))
    note(state, f"server {spec.name} added", server_detail(arguments))
    return _server(spec, state)


def _only(tools: list[str] | None) -> list[dict[str, Any]]:
    """The switches that show clients these tools alone; none at all for None."""
    if tools is None:
        return []
    names = [tool for tool in dict.fromkeys(tools) if tool != ANY]
    return [{"client": ANY, "tool": tool, "exposed": tool != ANY} for tool in (ANY, *names)]


def server_add_loosens(arguments: Arguments, state: State) -> str:
    if arguments["name"] in state.config.servers:
        raise Refused(f"There is a server {arguments['name']} already: remove it first, or choose another name.")
    return comes(arguments["name"], arguments.get("url", ""))


def comes(name: str, url: str) -> str:
    """What a new server loosens."""
    does = f"reaches {visible(url)}" if url else "starts its command"
    return f"Chat clients can use the server {name}, and ToolGuard {does}."


def server_detail(arguments: Arguments) -> str:
    tools = arguments.get("tools")
    only = [] if tools is None else [visible(f"tools    {', '.join(tools) or 'none'}")]
    return "\n".join([_lines(spec_of(arguments)), *only])


def _lines(spec: ServerSpec) -> str:
    """A server's settings, a line each. No text in them can look like a line of its own."""
    launch = f"url      {spec.url}" if spec.url else f"command  {shlex.join((spec.command, *spec.args))}"
    lines = [f"server   {spec.name}", launch]
    lines += [f"folder   {spec.cwd}"] if spec.cwd else []
    lines += [f"header   {name}: {value}" for name, value in spec.headers.items()]
    lines += [f"env      {name}={value}" for name, value in spec.env.items()]
    lines += [f"sign-in  {spec.auth} {spec.auth_key}"] if spec.auth != "none" else []
    for part, kind in (("secrets", "secret"), ("authorization", "token")):
        lines += [f"{kind:<8} {id}={value}" for id, value in spec.context.get(part, {}).items()]
    lines += [f"user id  {spec.context['user_id']}"] if spec.context.get("user_id") else []
    for tool, filled in spec.arguments.items():
        lines += [f"argument {tool} {pointer} = {template}" for pointer, template in filled.items()]
    lines += [f"client   {spec.client_id} {spec.client_secret}"] if spec.client_id else []
    return "\n".join(map(visible, lines))


async def server_parse(arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """The servers that a command line or a client's settings name, each under a name that is free. Adds nothing."""
    taken, told = set(state.config.servers), []
    for found in await asyncio.to_thread(read, arguments["text"]):  # which may be megabytes
        name = free_name(found.name, taken)
        taken.add(name)
        kept = found.server
        for one in (doubtful := suspects(found.server, name)):
            kept = with_secret(kept, one, one["secret"])
        told.append(
            {
                "name": name, "agent": found.agent, "server": found.server, "notes": found.notes, "tools": found.tools,
                "suspects": doubtful, "same_as": _same(found.server, state),
                "launch": launch(spec_of({**kept, "name": name})), "doubts": telltales.said(found.server),
            }
        )  # fmt: skip
    return told


def _same(server: dict[str, Any], state: State) -> str:
    """The registered server that has exactly this launch already, or ""."""
    spec = spec_of({**server, "name": "x"})
    return next(
        (one.name for one in state.config.servers.values()
         if msgspec.structs.replace(one, name="x", enabled=spec.enabled, arguments=spec.arguments) == spec), ""
    )  # fmt: skip


async def server_suspects(arguments: Arguments, _state: State) -> list[dict[str, Any]]:
    """What in a server's settings looks like a secret that would be kept in the configuration as it is."""
    return suspects({**arguments}, arguments["name"])


async def server_kinds(_arguments: Arguments, _state: State) -> list[dict[str, Any]]:
    """Every kind of server with the schema of its settings, for forms."""
    return [{"kind": name, "label": kind.label, "schema": kind.schema} for name, kind in KINDS.items()]


async def server_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """Every server as it is registered, when and why it could not be opened the last time, and who is signed in."""
    found = [_server(spec, state) | {"failure": state.failure(spec.name)} for spec in state.config.servers.values()]
    return await with_sign_in(found, state)


def known(name: str, state: State) -> ServerSpec:
    """The registered server of that name; raises `Refused`."""
    spec = state.config.servers.get(name)
    if spec is None:
        raise Refused(f"There is no server {name}: `toolguard server list` names them.")
    return spec


async def server_show(arguments: Arguments, state: State) -> dict[str, Any]:
    spec = known(arguments["name"], state)
    told = _server(spec, state) | await facts(spec.name, state)
    return (await with_sign_in([told], state))[0]


# --- changes -----------------------------------------------------------------------------------------------------


async def server_change(arguments: Arguments, state: State) -> dict[str, Any]:
    """Put other settings in the place of a server's own. Sessions that run keep the old ones until they end."""
    before, spec = known(arguments["name"], state), _changed(arguments, state)
    _hold_bindings(before, spec, state)
    state.config.replace_server(spec)
    detail = f"before:\n{_lines(before)}\nnow:\n{_lines(spec)}"
    note(state, f"server {spec.name} changed", detail)
    if state.guard is not None and before.arguments != spec.arguments:
        await state.guard.relist()
    return _server(spec, state) | {"sessions": len(sessions(spec.name, state))}


def _hold_bindings(before: ServerSpec, spec: ServerSpec, state: State) -> None:
    """A secret whose binding does not say what the server was goes to the old one, not to what it becomes."""
    if outline(before) == outline(spec):
        return
    for name, entry in list(state.config.secrets.items()):
        if spec.name in entry.servers and spec.name not in entry.launches and entry.kind != "oauth":
            state.config.bind_secret(name, spec.name, outline(before))


def _changed(arguments: Arguments, state: State) -> ServerSpec:
    """The new settings; the switches that were not mentioned stay as they are."""
    before = known(arguments["name"], state)
    before = known(arguments["name"], state)
    kept: dict[str, Any] = {"enabled": before.enabled, "ask_first": before.ask_first, "arguments": before.arguments}
    if "bridge" in MEMBERS.get(arguments.get("kind", before.kind), ()):
        kept["bridge"] = before.bridge
    return spec_of({**kept, **arguments})


def server_change_loosens(arguments: Arguments, state: State) -> str:
    return becomes(known(arguments["name"], state), _changed(arguments, state))


def becomes(before: ServerSpec, spec: ServerSpec) -> str:
    """What is loosened when ``before`` becomes ``spec``; "" for nothing."""
    if _reaches_the_same(before, spec):
        freed = [words for words, loose in (
            ("can be used again", spec.enabled and not before.enabled),
            ("asks clients and their people by itself, without you", before.ask_first and not spec.ask_first),
            ("is given other arguments by ToolGuard than now", before.arguments != spec.arguments),
        ) if loose]  # fmt: skip
        return f"The server {spec.name} {' and '.join(freed)}." if freed else ""
    does = f"reaches {visible(spec.url)}" if spec.url else "starts another command"
    kept = f"For the server {spec.name} ToolGuard now {does}. It keeps its rules."
    if outline(before) == outline(spec):
        return f"{kept} It keeps its secrets, too."
    return f"{kept} Before it is given its secrets again, you are asked."


def _reaches_the_same(before: ServerSpec, spec: ServerSpec) -> bool:
    switches = {"enabled": spec.enabled, "ask_first": spec.ask_first, "bridge": spec.bridge}
    return msgspec.structs.replace(before, arguments=spec.arguments, **switches) == spec


async def server_enable(arguments: Arguments, state: State) -> dict[str, Any]:
    """Switch a server on, or off: then its sessions end, too."""
    spec = msgspec.structs.replace(known(arguments["name"], state), enabled=arguments["enabled"])
    state.config.replace_server(spec)
    note(state, f"server {spec.name} switched {'on' if spec.enabled else 'off'}")
    ended = 0 if spec.enabled else await _end(spec.name, "ended, because its server was switched off", state)
    return {"name": spec.name, "enabled": spec.enabled, "ended": ended}


def server_enable_loosens(arguments: Arguments, state: State) -> str:
    spec = known(arguments["name"], state)
    if spec.enabled or not arguments["enabled"]:
        return ""
    return f"Chat clients can use the server {spec.name} again."


async def server_duplicate(arguments: Arguments, state: State) -> dict[str, Any]:
    """Register the same settings under another name, with the same secrets, and the same tools hidden."""
    name, to = arguments["name"], arguments["to"]
    own = [one for one in state.config.switches if one["server"] == name]
    state.config.add_server(msgspec.structs.replace(known(name, state), name=to), own)
    if state.guard is not None:
        await state.guard.expose(switches(state.config))
    for secret, entry in list(state.config.secrets.items()):
        if name in entry.servers:
            await bind(secret, to, state)
    note(state, f"server {to} added", f"like {name}\n{_lines(state.config.servers[to])}")
    return _server(state.config.servers[to], state)


def server_duplicate_loosens(arguments: Arguments, state: State) -> str:
    known(arguments["name"], state)
    if arguments["to"] in state.config.servers:
        raise Refused(f"There is a server {arguments['to']} already: choose another name.")
    secrets = [name for name, entry in state.config.secrets.items() if arguments["name"] in entry.servers]
    given = f" It is given {', '.join(secrets)}." if secrets else ""
    return f"Chat clients can use a server {arguments['to']} that is like {arguments['name']}.{given}"


def name_detail(arguments: Arguments) -> str:
    """The members of a short order, a line each."""
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())


async def server_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    """Remove it with what was entrusted to it, and end its sessions. What is answered is what `server_restore` takes.

    Its allow rules end at once; a deny rule for its name stays.
    """
    spec = known(arguments["name"], state)
    name, guard = spec.name, state.guard
    rules = [rule for rule in guard.gate.rules if (rule.server, rule.verdict) == (name, "allow")] if guard else []
    left: dict[str, Any] = {
        "name": name, **stored(spec), "secrets": _server(spec, state)["secrets"],
        "switches": [dict(one) for one in state.config.switches if one["server"] == name],
        "rules": [msgspec.to_builtins(rule) for rule in rules],
    }  # fmt: skip
    state.config.remove_server(name)
    if guard is not None:
        for rule in rules:
            guard.remove_rule(rule.id, by=state.by)
        await guard.expose(switches(state.config))
    note(state, f"server {name} removed", _lines(spec))
    await _end(name, "ended, because its server was removed", state)
    return left


async def server_restore(arguments: Arguments, state: State) -> dict[str, Any]:
    """Bring back a server that was removed, with its secrets, switches and rules."""
    spec, rules = _restored(arguments)
    state.config.add_server(spec)
    for name in arguments.get("secrets", ()):
        if name in state.config.secrets:
            await bind(name, spec.name, state)
    for one in arguments.get("switches", ()):
        state.config.set_switch(spec.name, one.get("tool", "*"), one.get("client", "*"), one["exposed"])
    if state.guard is not None:
        for rule in rules:
            try:
                state.guard.add_rule(rule, by=state.by)
            except ValueError as why:
                raise Refused(f"The server is back, but not all of its rules: {why}") from None
        await state.guard.expose(switches(state.config))
    note(state, f"server {spec.name} restored", _lines(spec))
    return _server(spec, state)


def _restored(arguments: Arguments) -> tuple[ServerSpec, list[Rule]]:
    try:
        rules = [msgspec.convert(rule, Rule) for rule in arguments.get("rules", ())]
    except msgspec.ValidationError as why:
        raise Refused(f"This is not a rule: {why}.") from None
    if any((rule.server, rule.verdict) != (arguments["name"], "allow") for rule in rules):
        raise Refused("These are not the rules that were removed with this server.")
    told = {name: value for name, value in arguments.items() if name not in ("secrets", "switches", "rules")}
    return spec_of(told), rules


def server_restore_loosens(arguments: Arguments, state: State) -> str:
    _, rules = _restored(arguments)
    if arguments["name"] in state.config.servers:
        raise Refused(f"There is a server {arguments['name']} already.")
    return f"The server {arguments['name']} comes back with its secrets and {len(rules)} allow rules."


def server_restore_detail(arguments: Arguments) -> str:
    spec, rules = _restored(arguments)
    given = [f"secret   {name}" for name in arguments.get("secrets", ())]
    allowed = [f"allow    {rule.tool} for {rule.client}" for rule in rules]
    return "\n".join([_lines(spec), *map(visible, [*given, *allowed])])


async def server_end(arguments: Arguments, state: State) -> dict[str, Any]:
    """End the sessions that use a server now, and with them its processes."""
    spec = known(arguments["name"], state)
    ended = await _end(spec.name, "ended by you", state)
    return {"name": spec.name, "ended": ended}


async def _end(name: str, reason: str, state: State) -> int:
    used = sessions(name, state)
    if state.guard is None or not used:
        return 0
    note(state, f"{len(used)} sessions of server {name} {reason}")
    return await state.guard.end([one.session for one in used], reason)
