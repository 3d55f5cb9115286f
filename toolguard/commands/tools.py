"""What orders about tools do: list them, show one, look at a server anew, expose tools to clients or hide them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from toolguard.checkpoint.bound import Unbound, without
from toolguard.checkpoint.calls import Tool
from toolguard.checkpoint.exposure import Exposure, Switch
from toolguard.checkpoint.rules import ANY, Rule
from toolguard.checkpoint.tools import Tools
from toolguard.checkpoint.visible import visible
from toolguard.commands.printing import SaysNo
from toolguard.commands.rules import rules_of
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.commands.talking import Answered, Talk
from toolguard.servers import Unreachable
from toolguard.store.config import Config, ServerSpec, stored
from toolguard.store.inventory import Inventory, Kept, Noted

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
"""What a server may claim of a tool (schema §ToolAnnotations); each is true, false, or not said."""
ABOUT = 300
"""Characters of a description that a list of tools holds."""
_LAUNCH = frozenset(("kind", "command", "args", "env", "cwd", "url", "headers", "transport"))
_BREATH = 500  # tools after which calls get a turn
_LOOK = "toolguard"  # the session under which our own look at a server is noted


def switches(config: Config) -> list[Switch]:
    """The switches of the configuration, as the gate takes them."""
    return [msgspec.convert(dict(one), Switch) for one in config.switches]


def mark(spec: ServerSpec) -> str:
    """Names a launch: another command under the same name is another server, whose tools are not known yet."""
    plain = {name: value for name, value in stored(spec).items() if name in _LAUNCH}
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:24]


def keeping(config: Config, tools: Tools, inventory: Inventory) -> Callable[[str], None]:
    """Notes in ``inventory`` what is listed, server by server: for `Tools.listed`."""

    def listed(server: str) -> None:
        spec = config.servers.get(server)
        if spec is not None:
            inventory.take(server, mark(spec), tools.of(server), tools.twice(server))

    return listed


# --- what is known ------------------------------------------------------------------------------------------------


async def tool_list(arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """Every server, or one, with its tools in short."""
    wanted = arguments.get("server")
    if wanted is not None:
        _known_server(wanted, state)
    exposure, allowed = _exposure(state), _allowed(rules_of(state))
    found = []
    for spec in state.config.servers.values():
        if wanted in (None, spec.name):
            kept = _kept(spec, state)
            found.append(await _server(spec, kept, exposure, allowed, state))
    return found


async def _server(
    spec: ServerSpec, kept: Kept | None, exposure: Exposure, allowed: _Allowed, state: State
) -> dict[str, Any]:
    tools = []
    twice = frozenset(kept.twice) if kept is not None else frozenset()
    set_for_all = {one.tool: one.exposed for one in exposure if (one.client, one.server) == (ANY, spec.name)}
    for number, noted in enumerate(kept.tools if kept is not None else (), 1):
        tools.append(_in_short(noted, exposure, set_for_all, allowed, twice))
        if number % _BREATH == 0:
            await asyncio.sleep(0)
    sessions = state.guard.snapshot().sessions if state.guard is not None else ()
    return {
        "name": spec.name, "enabled": spec.enabled, "seen": kept.seen if kept is not None else 0.0,
        "exposed": exposure.exposed(ANY, spec.name, ANY), "switches": set_for_all,
        "narrowed": sorted({one.client for one in exposure if one.server == spec.name and one.client != ANY}),
        "clients": sorted({one.client.id for one in sessions if one.server == spec.name}), "tools": tools,
        "doubts": _misnamed(spec.name, kept, exposure),
    }  # fmt: skip


def listed(server: str, state: State) -> frozenset[str]:
    """The names of the tools that ``server`` listed last; none when that is not known."""
    spec = state.config.servers.get(server)
    kept = _kept(spec, state) if spec is not None else None
    return frozenset(noted.tool.name for noted in kept.tools) if kept is not None else frozenset()


def misnamed(spec: ServerSpec, state: State) -> list[str]:
    """A sentence on each tool that is switched on by name and that the server does not list, once its list is known."""
    kept = _kept(spec, state)
    return _misnamed(spec.name, kept, _exposure(state)) if kept is not None else []


def _misnamed(server: str, kept: Kept | None, exposure: Exposure) -> list[str]:
    listed = {noted.tool.name for noted in kept.tools} if kept is not None else set()
    if not listed:
        return []
    found = []
    for one in exposure:
        if one.server == server and one.exposed and one.tool not in (ANY, *listed):
            meant = next((name for name in sorted(listed) if name.casefold() == one.tool.casefold()), "")
            words = [f"{server} lists no tool {visible(one.tool)[:200]}, which you show to clients."]
            words += [f"Did you mean {visible(meant)[:200]}? Capital letters count."] if meant else []
            found.append(" ".join(words))
    return list(dict.fromkeys(found))


_Allowed = Mapping[tuple[str, str], frozenset[str]]
"""The definitions (fingerprints) for which a tool has been allowed, by server and tool."""


def _allowed(rules: Iterable[Rule]) -> _Allowed:
    found: dict[tuple[str, str], frozenset[str]] = {}
    for rule in rules:
        if rule.verdict == "allow" and rule.fingerprint:
            place = (rule.server, rule.tool)
            found[place] = found.get(place, frozenset()) | {rule.fingerprint}
    return found


def _in_short(
    noted: Noted, exposure: Exposure, set_for_all: Mapping[str, bool], allowed: _Allowed, twice: frozenset[str]
) -> dict[str, Any]:
    tool = noted.tool
    prints = allowed.get((tool.server, tool.name), frozenset()) | allowed.get((ANY, tool.name), frozenset())
    return {
        "name": tool.name, "title": tool.title, "about": tool.description[:ABOUT], "hints": _hints(tool),
        "exposed": exposure.exposed(ANY, tool.server, tool.name), "switch": set_for_all.get(tool.name),
        "twice": tool.name in twice, "fingerprint": tool.fingerprint,
        "allowed": "" if not prints else "as it is" if prints == {tool.fingerprint} else "as it was",
    }  # fmt: skip


def _hints(tool: Tool) -> dict[str, bool]:
    return {name: tool.annotations[name] for name in HINTS if isinstance(tool.annotations.get(name), bool)}


async def tool_show(arguments: Arguments, state: State) -> dict[str, Any]:
    """Everything that is known of one tool. ``clients`` asks what each of these, beside those of now, may see."""
    spec = _known_server(arguments["server"], state)
    kept = _kept(spec, state)
    noted = kept.find(arguments["tool"]) if kept is not None else None
    if kept is None or noted is None:
        raise Refused(f"{spec.name} has listed no tool {arguments['tool']}: `toolguard tool list` names those it has.")
    exposure, rules, tool = _exposure(state), rules_of(state), noted.tool
    set_for_all = {one.tool: one.exposed for one in exposure if (one.client, one.server) == (ANY, spec.name)}
    short = _in_short(noted, exposure, set_for_all, _allowed(rules), frozenset(kept.twice))
    return {
        **short, "server": spec.name, "description": tool.description, "schema": tool.input_schema,
        "annotations": tool.annotations, "needs": list(tool.needs),
        "scopes": {id: list(named) for id, named in tool.scopes.items()}, "since": noted.since, "seen": kept.seen,
        "unchecked": state.guard.gate.tools.unchecked(tool) if state.guard is not None else "",
        **_filled(spec, tool),
        "before": _changes(noted.before, tool) if noted.before is not None else None,
        "clients": _clients(arguments, state, exposure, rules),
        "rules": [rule.id for rule in rules if rule.server in (ANY, spec.name) and rule.tool in (ANY, tool.name)],
    }  # fmt: skip


def _filled(spec: ServerSpec, tool: Tool) -> dict[str, Any]:
    """What is filled into its calls by pointer, and why that cannot be done ("" when it can): then all are refused."""
    filled = dict(spec.arguments.get(tool.name, {}))
    try:
        if filled:
            without(tool.input_schema, filled)
    except Unbound as why:
        return {"filled": filled, "unfilled": str(why)}
    return {"filled": filled, "unfilled": ""}


def _changes(before: Tool, now: Tool) -> dict[str, Any]:
    """What the definition before this one said where it was another; empty when what is kept of both is the same."""
    members = (("title", "title"), ("description", "description"), ("schema", "input_schema"))
    found = {name: getattr(before, of) for name, of in members if getattr(before, of) != getattr(now, of)}
    return found | ({"annotations": before.annotations} if before.annotations != now.annotations else {})


def _clients(arguments: Arguments, state: State, exposure: Exposure, rules: Iterable[Rule]) -> list[dict[str, Any]]:
    server, tool = arguments["server"], arguments["tool"]
    sessions = state.guard.snapshot().sessions if state.guard is not None else ()
    connected = {one.client.id for one in sessions if one.server == server}
    named = {one.client for one in exposure if one.server == server} | {rule.client for rule in rules}
    own = {one.client: one.exposed for one in exposure if (one.server, one.tool) == (server, tool)}
    return [
        {"client": client, "connected": client in connected, "exposed": exposure.exposed(client, server, tool),
         "whole": exposure.exposed(client, server, ANY), "switch": own.get(client)}
        for client in sorted({*connected, *named, *arguments.get("clients", ())} - {ANY})
    ]  # fmt: skip


def _known_server(name: str, state: State) -> ServerSpec:
    spec = state.config.servers.get(name)
    if spec is None:
        raise Refused(f"There is no server {name}: `toolguard server list` names them.")
    return spec


def _kept(spec: ServerSpec, state: State) -> Kept | None:
    return state.inventory.of(spec.name, mark(spec)) if state.inventory is not None else None


def _exposure(state: State) -> Exposure:
    return state.guard.gate.exposure if state.guard is not None else Exposure(switches(state.config))


# --- our own look -------------------------------------------------------------------------------------------------


async def tool_refresh(arguments: Arguments, state: State) -> dict[str, Any]:
    """Start or reach the server on our own, ask it for its tools, end it again. No tool is called."""
    spec = _known_server(arguments["server"], state)
    if state.guard is None or state.reach is None:
        raise Refused(f"ToolGuard does not run: open it first, or see `toolguard server try {spec.name}`.")
    state.tell(f"Starting {spec.name}…")
    try:
        channel = await state.reach(spec, state.tell)
        try:
            found = await _ask(Talk(channel), state.tell)
        finally:
            await channel.close("ToolGuard has seen its tools")
    except (SaysNo, Answered, Unreachable) as why:
        raise Refused(f"{spec.name} could not be looked at: {why}") from None
    tools = state.guard.gate.tools
    tools.page(spec.name, _LOOK, {"tools": found}, first=True)
    tools.forget(spec.name, _LOOK)
    note(state, f"server {spec.name} looked at", f"{len(found)} tools")
    return {"server": spec.name, "tools": len(found)}


async def _ask(talk: Talk, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    tell("Asking for its tools…")
    await talk.shake_hands()
    return await talk.tools()


# --- switches -----------------------------------------------------------------------------------------------------


async def tool_switch(arguments: Arguments, state: State) -> dict[str, Any]:
    """Expose or hide; without ``exposed`` the switch is forgotten."""
    server, tool, client = arguments["server"], arguments.get("tool", ANY), arguments.get("client", ANY)
    exposed = arguments.get("exposed")
    state.config.set_switch(server, tool, client, exposed)
    if state.guard is not None:
        await state.guard.expose(switches(state.config))
    note(state, f"{_named(arguments)} {_WORDS[exposed]}")
    return {"server": server, "tool": tool, "client": client, "exposed": exposed}


def tool_switch_loosens(arguments: Arguments, state: State) -> str:
    """Whatever shows a client more than now, or keeps less from it later."""
    _known_server(arguments["server"], state)
    if arguments.get("exposed") is False:
        return ""
    place = (arguments.get("client", ANY), arguments["server"], arguments.get("tool", ANY))
    own = next((one for one in _exposure(state) if (one.client, one.server, one.tool) == place), None)
    if own is not None:
        return "" if own.exposed else f"Clients can see and call {_named(arguments)} again."
    return shows(arguments) if arguments.get("exposed") else ""


def shows(arguments: Arguments) -> str:
    """What a switch that shows something loosens."""
    return f"Clients can see and call {_named(arguments)}."


async def tool_switches(arguments: Arguments, state: State) -> dict[str, Any]:
    """Replace all switches of a server that are for one client, or for all: none at all shows everything."""
    server, client = arguments["server"], arguments.get("client", ANY)
    state.config.set_switches(server, client, arguments["tools"])
    if state.guard is not None:
        await state.guard.expose(switches(state.config))
    told = ", ".join(f"{tool} {_WORDS[on]}" for tool, on in arguments["tools"].items())
    note(state, f"{_named({'server': server, 'client': client})}: {visible(told) or 'no switches'}"[:2000])
    return {"server": server, "client": client, "tools": dict(arguments["tools"])}


def tool_switches_loosens(arguments: Arguments, state: State) -> str:
    """Taking a hiding switch away, or setting an exposing one."""
    _known_server(arguments["server"], state)
    client, new = arguments.get("client", ANY), arguments["tools"]
    own = {
        one.tool: one.exposed for one in _exposure(state) if (one.client, one.server) == (client, arguments["server"])
    }
    shows = [tool for tool, on in own.items() if not on and new.get(tool) is not False]
    shows += [tool for tool, on in new.items() if on and not own.get(tool)]
    if not shows:
        return ""
    return f"Clients can see and call more of {_named({'server': arguments['server'], 'client': client})}."


def tool_detail(arguments: Arguments) -> str:
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())


def _named(arguments: Arguments) -> str:
    tool, client = arguments.get("tool", ANY), arguments.get("client", ANY)
    what = "every tool" if tool == ANY else f"the tool {visible(tool)}"
    return f"{what} of {visible(arguments['server'])}" + ("" if client == ANY else f" for {visible(client)}")


_WORDS = {True: "exposed", False: "hidden", None: "no longer switched"}
