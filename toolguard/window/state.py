"""The one state that is seen from anywhere: idle, waiting, running, or trouble, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from toolguard.checkpoint.calls import Snapshot

Tone = Literal["idle", "waiting", "running", "trouble"]
ICONS = {"idle": "idle", "waiting": "pending", "running": "active", "trouble": "danger"}


@dataclass(frozen=True, slots=True)
class State:
    """``words`` is short enough for a side bar; ``title`` is for the window's title."""

    tone: Tone
    words: str
    title: str


def waiting(snapshot: Snapshot) -> int:
    """How many calls and changes wait for the person."""
    return len(snapshot.held) + len(snapshot.proposals)


def running(snapshot: Snapshot) -> int:
    """How many calls run."""
    return snapshot.running_count or len(snapshot.running)


def of(snapshot: Snapshot) -> State:
    """The state to show: what needs the person most comes first."""
    translate = QCoreApplication.translate
    wait, run = waiting(snapshot), running(snapshot)
    calls_wait = _waiting(snapshot)
    runs = translate("State", "1 call runs") if run == 1 else translate("State", "%n calls run", None, run)
    if snapshot.trouble:
        words = translate("State", "Calls are refused") if not wait else calls_wait
        return State(
            "trouble", translate("State", "Trouble"), translate("State", "ToolGuard — trouble: {0}").format(words)
        )
    if wait:
        words = translate("State", "%n waiting", None, wait)
        if run:
            words = translate("State", "{0} · {1}").format(words, translate("State", "%n running", None, run))
        return State("waiting", words, translate("State", "({0}) ToolGuard — {1}").format(str(wait), calls_wait))
    if run:
        words = translate("State", "%n running", None, run)
        return State("running", words, translate("State", "ToolGuard — {0}").format(runs))
    return State("idle", translate("State", "Idle"), "ToolGuard")


def _waiting(snapshot: Snapshot) -> str:
    translate = QCoreApplication.translate
    held, asked = len(snapshot.held), len(snapshot.proposals)
    calls = translate("State", "1 call waits") if held == 1 else translate("State", "%n calls wait", None, held)
    questions = (
        translate("State", "1 change waits") if asked == 1 else translate("State", "%n changes wait", None, asked)
    )
    if held and asked:
        return translate("State", "{0}, {1}").format(calls, questions)
    return questions if asked else calls
