"""Records of ToolGuard's own runs: each window and each ``toolguard serve``, from its start to its end."""

from __future__ import annotations

from toolguard.gate.approver import ProcessInfo
from toolguard.gate.model import Event


class AppStarted(Event, frozen=True, kw_only=True, tag="app_started"):
    """ToolGuard can ask a person from now on, in the window or in the terminal that ``process`` names."""

    process: ProcessInfo


class AppStopped(Event, frozen=True, kw_only=True, tag="app_stopped"):
    """A run of ToolGuard ended in order. A run that crashed or was killed has no such record."""

    process: ProcessInfo
    reason: str = ""
    """Who asked for it, where that was another start of ToolGuard."""
