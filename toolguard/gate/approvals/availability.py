"""Availability of a person: not yet, now, or certainly not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from toolguard.gate.approvals.pending import Decision
from toolguard.gate.texts import coded

State = Literal["opening", "ready", "nobody"]
WINDOWLESS = coded("gate.runs_without_window")


class Availability:
    """Whether a person can be asked now. One per program; lives on the core's loop.

    While a window or a terminal is ``opening``, questions wait for it. Once ``ready``, they are shown. They are refused
    with a reason only if certainly ``nobody`` can be asked.
    """

    def __init__(self, *, opening: bool = False) -> None:
        self._state: State = "opening" if opening else "nobody"
        self._reason: str = WINDOWLESS
        self._closed_by = "no window"
        self._present: Callable[[], bool] = lambda: True
        self._absent: str = WINDOWLESS
        self._listeners: list[Callable[[], None]] = []

    @property
    def state(self) -> State:
        """The state now: "nobody" also while the window or terminal that is ready reports nobody present."""
        if self._state == "ready" and not self._present():
            return "nobody"
        return self._state

    @property
    def can_ask(self) -> bool:
        """Whether a question can be asked: it is shown now, or when the window is ready."""
        return self.state != "nobody"

    @property
    def denial(self) -> Decision:
        """The decision on calls that need a person while ``can_ask`` is False."""
        reason = self._absent if self._state == "ready" else self._reason
        return Decision(
            "deny",
            self._closed_by,
            reason if self._closed_by == "closing" else coded("gate.nobody_can_asked", reason=reason),
        )

    def ready(self, present: Callable[[], bool] = lambda: True, absent: str = WINDOWLESS) -> None:
        """Set that a person can be asked while ``present()`` is True; ``absent`` is the reason otherwise."""
        self._state, self._present, self._absent = "ready", present, absent

    def close(self, reason: str, by: str = "no window") -> None:
        """Set that nobody can be asked any more; pending questions are refused with ``reason``."""
        self._state, self._reason, self._closed_by = "nobody", reason, by
        for listener in self._listeners:
            listener()

    def on_close(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after each `close`."""
        self._listeners.append(listener)
