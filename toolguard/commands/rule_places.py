"""A new rule, and what in it speaks of nothing that is known: a server or a tool of that name may be a slip."""

from __future__ import annotations

from typing import Any

from toolguard.checkpoint.rules import ANY
from toolguard.checkpoint.visible import visible
from toolguard.commands import rules
from toolguard.commands.state import Arguments, State
from toolguard.commands.tools import listed

_NAME = 200  # characters of a name that are repeated


async def rule_add(arguments: Arguments, state: State) -> dict[str, Any]:
    """The rule that was added, with a sentence (``doubts``) on the name in it that is not known."""
    added = await rules.rule_add(arguments, state)
    return {**added, "doubts": _doubts(arguments["server"], arguments["tool"], state)}


def _doubts(server: str, tool: str, state: State) -> list[str]:
    if server == ANY:
        return []
    if server not in state.config.servers:
        return [f"There is no server {visible(server)[:_NAME]} yet: the rule is for one that gets this name."]
    known = listed(server, state)
    if tool == ANY or not known or tool in known:
        return []
    return [f"{server} lists no tool {visible(tool)[:_NAME]} now: the rule is for one that gets this name."]
