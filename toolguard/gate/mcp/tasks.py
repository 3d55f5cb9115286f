"""Calls that go on as tasks: whose they are, and how they ended.

A task belongs to the client whose call began it (tasks §Security, 2025-11-25 and the 2026 extension): nobody else may
ask for it by guessing its id. The approval of the call covers the task.
"""

from __future__ import annotations

from typing import Any

from toolguard.gate.model import CallEvent, OngoingCall, TaskEnded

MOST = 10_000
"""Tasks that are remembered; the oldest is forgotten first."""
ENDED = frozenset(("completed", "failed", "cancelled"))
METHODS = frozenset(("tasks/get", "tasks/result", "tasks/cancel", "tasks/update"))


def id_in(params: Any) -> str:
    """The task that a message is about, or ``""``."""
    found = params.get("taskId") if isinstance(params, dict) else None
    return found if isinstance(found, str) else ""


def begun(result: Any) -> str:
    """The id of the task that a call has become, in the words of either kind of task."""
    told = result.get("task") if isinstance(result, dict) and isinstance(result.get("task"), dict) else result
    return id_in(told)


class TaskRegistry:
    """By server and task id: the call that began it. What is not known here passes: it is the server's to refuse."""

    def __init__(self) -> None:
        self._began: dict[tuple[str, str], tuple[dict[str, Any], bool]] = {}
        self._going: dict[tuple[str, str], OngoingCall] = {}

    def begin(self, id: str, about: dict[str, Any], now: float = 0.0) -> None:
        """``about`` is what every record of the call says (`CallEvent`)."""
        if id:
            place = about["server"], id
            self._began.pop(place, None)
            self._going.pop(place, None)
            self._began[place] = (about, False)
            self._going[place] = OngoingCall(**about, state="task", since=now)
            if len(self._began) > MOST:
                oldest = next(iter(self._began))
                del self._began[oldest]
                self._going.pop(oldest, None)

    def all(self) -> tuple[OngoingCall, ...]:
        """The tasks whose end nobody has heard of."""
        return tuple(self._going.values())

    def foreign(self, server: str, id: str, client: str) -> bool:
        """True when another client's call began this task."""
        found = self._began.get((server, id))
        return found is not None and found[0]["client"] != client

    def told(self, server: str, id: str, status: Any) -> CallEvent | None:
        """The server said how a task stands; gives the record of its end, the first time that it is heard of."""
        found = self._began.get((server, id))
        if found is None or found[1] or status not in ENDED:
            return None
        about, _ = found
        self._began[server, id] = (about, True)
        self._going.pop((server, id), None)
        return TaskEnded(**about, task=id[:200], status=status)
