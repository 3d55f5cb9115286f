"""Records of ToolGuard's own runs, of the window or ``toolguard serve``."""

from __future__ import annotations

from toolguard.gate.approver import ProcessInfo
from toolguard.gate.model import Event


class AppStarted(Event, frozen=True, kw_only=True, tag="app_started"):
    """ToolGuard can ask a person from now on, in the window or terminal named in ``process``."""

    process: ProcessInfo


class AppStopped(Event, frozen=True, kw_only=True, tag="app_stopped"):
    """A run of ToolGuard ended normally. A run that crashed or was killed has no such record."""

    process: ProcessInfo
    reason: str = ""
    """Who requested it, if that was another start of ToolGuard."""
