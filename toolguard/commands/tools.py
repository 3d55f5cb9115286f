"""What orders about tools do: expose them to clients, or hide them."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.checkpoint.exposure import Switch
from toolguard.checkpoint.rules import ANY
from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.store.config import Config


def switches(config: Config) -> list[Switch]:
    """The switches of the configuration, as the gate takes them."""
    return [msgspec.convert(dict(one), Switch) for one in config.switches]


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
    if arguments["server"] not in state.config.servers:
        raise Refused(f"There is no server {arguments['server']}: `toolguard server list` names them.")
    if arguments.get("exposed") is False:
        return ""
    place = (arguments["server"], arguments.get("tool", ANY), arguments.get("client", ANY))
    for one in switches(state.config):
        if (one.server, one.tool, one.client) == place:
            return "" if one.exposed else f"Clients can see and call {_named(arguments)} again."
    return f"Clients can see and call {_named(arguments)}." if arguments.get("exposed") else ""


def tool_detail(arguments: Arguments) -> str:
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())


def _named(arguments: Arguments) -> str:
    tool, client = arguments.get("tool", ANY), arguments.get("client", ANY)
    what = "every tool" if tool == ANY else f"the tool {visible(tool)}"
    return f"{what} of {visible(arguments['server'])}" + ("" if client == ANY else f" for {visible(client)}")


_WORDS = {True: "exposed", False: "hidden", None: "no longer switched"}
