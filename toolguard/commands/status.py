"""What runs, what waits, what is wrong, in one answer."""

from __future__ import annotations

from typing import Any

from toolguard.commands.state import Arguments, State


async def status(_arguments: Arguments, state: State) -> dict[str, Any]:
    if state.guard is None:
        return {"running": False, "keychain": state.keychain.state, "trouble": _config_trouble(state)}
    now = state.guard.snapshot()
    sessions = [
        {"session": one.session, "client": one.client.id, "server": one.server, "state": one.state, "since": one.since}
        for one in now.sessions
    ]
    return {
        "running": True, "sessions": sessions, "held": len(now.held), "calls": now.running_count,
        "proposals": len(now.proposals), "recorded": now.recorded, "keychain": state.keychain.state,
        "waiting": len(state.config.waiting), "trouble": list(now.trouble),
    }  # fmt: skip


def _config_trouble(state: State) -> list[str]:
    return [state.config.problem] if state.config.problem else []
