"""The service of the log: begin a new one that names the old one."""

from __future__ import annotations

from toolguard.gate.model import NotRecorded
from toolguard.services.interface import KeptLog, Refused
from toolguard.services.methods import Arguments, Service, loosens
from toolguard.store.log.database import Tampered


def _detail(_arguments: Arguments) -> str:
    return "audit.db becomes audit-DATE.db. The first record of the new log names it and its newest record."


class LogService(Service):
    """The log as a whole; its records are read from the file."""

    kind = "log"

    def _renew_loosens(self) -> str:
        return "A new log begins. The old one is kept under another name, and what it says is no longer compared."

    @loosens("log renew", "Begin a new log that names the old one", _renew_loosens, detail=_detail)
    async def renew(self) -> KeptLog:
        """Begin a new log; returns where the old one is kept."""
        if self._state.renew_log is None:
            raise Refused("ToolGuard does not run: open its window, and begin a new log there.")
        try:
            kept = await self._state.renew_log()
        except (NotRecorded, Tampered) as why:
            raise Refused(str(why)) from None
        if self._state.guard is not None:
            self._state.guard.gate.renewed()
        return {"kept": str(kept)}
