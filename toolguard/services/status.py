"""The status service: what runs, what is pending, and current problems."""

from __future__ import annotations

import msgspec

from toolguard.services.diagnostics import diagnostics
from toolguard.services.interface import AppStatus, StatusSession
from toolguard.services.methods import Service, reads


class StatusService(Service):
    """The status of ToolGuard as a whole."""

    kind = "status"

    @reads("status", "What runs, what waits, what is wrong")
    async def now(self) -> AppStatus:
        """Return what runs, what is pending, and current problems."""
        state = self._state
        if state.guard is None:
            trouble = [state.config.problem] if state.config.problem else []
            return {"running": False, "keychain": state.keychain.state, "trouble": trouble}
        now = state.guard.snapshot()
        sessions: list[StatusSession] = [
            {"session": session.session, "client": session.client.id, "server": session.server, "state": session.state,
             "since": session.since}
            for session in now.sessions
        ]  # fmt: skip
        return {
            "running": True, "sessions": sessions, "held": len(now.held), "calls": now.running_count,
            "proposals": len(now.proposals), "recorded": now.recorded, "keychain": state.keychain.state,
            "waiting": len(state.config.waiting), "trouble": list(now.trouble),
            "process": msgspec.to_builtins(state.process),
        }  # fmt: skip

    @reads("diagnostics", "What a report of trouble needs")
    async def diagnostics(self) -> str:
        """Return a diagnostic report for a person to read and send."""
        return diagnostics(self._state)
