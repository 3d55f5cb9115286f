"""The overall state: idle, pending, running, or a problem, in words and with an icon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from toolguard.gate.model import Snapshot
from toolguard.window import core_translation

translate = QCoreApplication.translate

Tone = Literal[
    "idle", "unknown", "unguarded", "waiting", "running", "trouble", "keychain", "panic", "refusing", "tampered"
]
ICONS: dict[Tone, str] = {
    "idle": "idle", "unknown": "unknown", "unguarded": "client", "waiting": "pending", "running": "active",
    "trouble": "caution", "keychain": "key", "panic": "panic", "refusing": "deny", "tampered": "danger",
}  # fmt: skip
COLOURS: dict[Tone, str] = {
    "idle": "ok", "unknown": "quiet", "unguarded": "caution", "waiting": "caution", "running": "accent",
    "trouble": "danger", "keychain": "caution", "panic": "danger", "refusing": "danger", "tampered": "danger",
}  # fmt: skip
"""The palette's colour of each state."""
PLACES: dict[Tone, str] = {
    "idle": "pending", "unknown": "pending", "unguarded": "clients", "waiting": "pending", "running": "active",
    "trouble": "settings", "keychain": "credentials", "panic": "pending", "refusing": "audit", "tampered": "audit",
}  # fmt: skip
"""The key of the page for each state."""


@dataclass(frozen=True, slots=True)
class AppState:
    """``text`` is short enough for the side bar, ``title`` for the window; ``count``: number of pending items."""

    tone: Tone
    text: str
    title: str
    count: int = 0


def waiting(snapshot: Snapshot) -> int:
    """Return how many calls and proposals are pending."""
    return len(snapshot.pending) + len(snapshot.proposals)


def running(snapshot: Snapshot) -> int:
    """Return how many calls run."""
    return snapshot.running_count or len(snapshot.running)


def of(snapshot: Snapshot, *, guards: bool | None = True) -> AppState:
    """Return the most urgent state; pending items are always counted.

    ``guards``: a chat client is set up to use a server; None if that is not known yet. If none is, nothing is
    protected.
    """
    wait, run = waiting(snapshot), running(snapshot)
    waits = translate("AppState", "%n pending", None, wait)
    numbered = translate("AppState", "({0}) ToolGuard — {1}").format(str(wait), "{0}") if wait else ""
    title = numbered or translate("AppState", "ToolGuard — {0}")
    alarm: Tone | Literal[""] = "panic" if snapshot.panic and snapshot.alarm != "tampered" else snapshot.alarm
    alarm = alarm or ("trouble" if snapshot.trouble else "")
    if alarm:
        status, text = _wrong(alarm)
        shown = translate("AppState", "{0} · {1}").format(status, waits) if wait else status
        return AppState(alarm, shown, title.format(text), wait)
    runs = translate("AppState", "%n running", None, run)
    if wait:
        status = translate("AppState", "{0} · {1}").format(waits, runs) if run else waits
        return AppState("waiting", status, title.format(pending_text(snapshot)), wait)
    if run:
        return AppState("running", runs, title.format(_counted_text(0, run, 0)))
    if guards is False and not snapshot.sessions:
        return AppState("unguarded", translate("AppState", "Nothing guarded"), "ToolGuard")
    if guards or snapshot.sessions:
        return AppState("idle", translate("AppState", "Idle"), "ToolGuard")
    return AppState("unknown", translate("AppState", "Checking…"), "ToolGuard")


def _wrong(alarm: str) -> tuple[str, str]:
    """Return the problem for the side bar and for the title."""
    return {
        "tampered": (translate("AppState", "Log tampered"), translate("AppState", "log tampered")),
        "panic": (translate("AppState", "All calls blocked"), translate("AppState", "all calls are blocked")),
        "refusing": (translate("AppState", "Refusing calls"), translate("AppState", "all calls are refused")),
        "keychain": (translate("AppState", "Keyring"), translate("AppState", "keyring needs attention")),
    }.get(alarm, (translate("AppState", "Problem"), translate("AppState", "there is a problem")))


def is_busy(snapshot: Snapshot) -> bool:
    """Return whether quitting ends a call."""
    return bool(snapshot.pending or running(snapshot))


def pending_text(snapshot: Snapshot) -> str:
    """Return how many calls and changes are pending, in words."""
    return _counted_text(len(snapshot.pending), 0, len(snapshot.proposals))


def open_text(snapshot: Snapshot) -> str:
    """Return what quitting ends, in words: the pending and running calls, and the pending changes."""
    return _counted_text(len(snapshot.pending), running(snapshot), len(snapshot.proposals))


def _counted_text(pending: int, running: int, asked: int) -> str:
    counts = (
        (pending, translate("AppState", "1 pending call"), translate("AppState", "%n pending calls", None, pending)),
        (running, translate("AppState", "1 running call"), translate("AppState", "%n running calls", None, running)),
        (asked, translate("AppState", "1 pending change"), translate("AppState", "%n pending changes", None, asked)),
    )
    *others, last = [one if count == 1 else many for count, one, many in counts if count]
    return translate("AppState", "{0} and {1}").format(core_translation.join_list(others), last) if others else last
