"""The status service: what runs, what is pending, current problems, and the diagnostics for a problem report."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import msgspec

from toolguard import __version__
from toolguard.gate.approver import place, starter
from toolguard.gate.model import Snapshot
from toolguard.gate.texts import code_of
from toolguard.services.context import ServiceContext
from toolguard.services.interface import AppStatus, StatusCall, StatusSession
from toolguard.services.methods import Service, reads
from toolguard.store import regular_file

MAX_LOG_LINES = 40
"""Maximum number of lines of ToolGuard's own log in the report, the newest."""
_TAIL_SIZE = 64 * 1024
_MAX_CALLS = 500  # maximum pending calls in the status, as a snapshot has of running ones
_OF_INTEREST = ("PySide6-Essentials", "qasync", "keyring", "msgspec", "uvloop", "mcp", "httpx2", "uvicorn")


class StatusService(Service):
    """Orders that report the state of the app."""

    kind = "status"

    @reads("status")
    async def now(self) -> AppStatus:
        """Return what runs, what is pending, and current problems."""
        state = self._state
        if state.guard is None:
            trouble = [state.config.problem] if state.config.problem else []
            return {"running": False, "keychain": state.keychain.state, "trouble": trouble}
        now = state.guard.snapshot()
        sessions: list[StatusSession] = [
            {"session": session.session, "client": session.client.id, "server": session.server, "state": session.state,
             "code": code_of(session.state) or session.state, "since": session.since}
            for session in now.sessions
        ]  # fmt: skip
        return {
            "running": True, "sessions": sessions, "pending": len(now.pending), "calls": now.running_count,
            "open_calls": open_calls(now), "blocked": now.panic,
            "proposals": len(now.proposals), "recorded": now.recorded, "keychain": state.keychain.state,
            "waiting": len(state.config.waiting), "trouble": list(now.trouble),
            "process": msgspec.to_builtins(state.process),
        }  # fmt: skip

    @reads("diagnostics")
    async def diagnostics(self) -> str:
        """Return a diagnostic report for a person to read and send."""
        return _report(self._state)


def open_calls(now: Snapshot) -> list[StatusCall]:
    """Return the calls that are pending, running or continue after their response, in this order."""
    calls = [(pending.call, "deferred" if pending.deferred and not pending.waiting else "held", pending.call.since)
             for pending in now.pending[:_MAX_CALLS]]  # fmt: skip
    calls += [(running.call, "running", running.since) for running in now.running]
    listed: list[StatusCall] = [
        {"call": call.id, "client": call.client.id, "server": call.server, "tool": call.tool, "state": state,
         "since": since}
        for call, state, since in calls
    ]  # fmt: skip
    states = {"question": "input_required", "task": "task"}
    listed += [
        {"call": ongoing.call, "client": ongoing.client, "server": ongoing.server, "tool": ongoing.tool,
         "state": states[ongoing.state], "since": ongoing.since}
        for ongoing in now.ongoing
    ]  # fmt: skip
    return listed


def _report(state: ServiceContext) -> str:
    """Return the report, without secrets, call arguments and server commands. The home folder is written ``~``."""
    config = state.config
    lines = [
        f"ToolGuard {__version__}, Python {sys.version.split()[0]} on {platform.platform()}",
        "with " + ", ".join(f"{name} {version}" for name, version in _versions()),
        f"state in {config.folder}: {len(config.servers)} servers, {len(config.rules)} rules, "
        f"{len(config.secrets)} secrets, {len(config.switches)} switches",
        f"keyring: {state.keychain.state}",
    ]
    if where := place(state.process):
        lines.append(f"{state.process.surface} {where}, started by {starter(state.process) or 'an unknown program'}")
    if config.problem:
        lines.append(f"configuration: {config.problem}")
    off = {True: "", False: ", turned off"}
    lines += [f"server {spec.name}: {spec.kind}{off[spec.enabled]}" for spec in config.servers.values()]
    if state.guard is not None:
        now = state.guard.snapshot()
        lines.append(f"calls: {len(now.pending)} pending, {now.running_count} running; {now.recorded} records")
        lines += [
            f"session: {session.client.id} ({session.client.transport}, {session.era} {session.version}) "
            f"with {session.server}: {session.state}"
            for session in now.sessions
        ]
        lines += [f"trouble: {text}" for text in now.trouble]
    lines += ["the last lines of ToolGuard's diagnostic log:", *_newest(config.folder / "logs" / "toolguard.log")]
    text = state.scrub("\n".join(lines).encode()).decode("utf-8", "replace")
    return text.replace(str(Path.home()), "~")


def _versions() -> list[tuple[str, str]]:
    from importlib import metadata

    versions = []
    for name in _OF_INTEREST:
        try:
            versions.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return versions


def _newest(path: Path) -> list[str]:
    try:
        with regular_file.open_file(path) as file:
            file.seek(0, 2)
            file.seek(max(file.tell() - _TAIL_SIZE, 0))
            return file.read().decode("utf-8", "replace").splitlines()[-MAX_LOG_LINES:] or ["(it is empty)"]
    except OSError:
        return ["(there is none)"]
