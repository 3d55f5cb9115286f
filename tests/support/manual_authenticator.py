"""An `Authenticator` whose prompts the test answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from toolguard.gate.approvals.presence import NoAuthenticator, PresenceError, PresencePolicy, PresenceSettings


class ManualAuthenticator:
    """Authenticator that records prompts (``asked``) and answers on command of the test."""

    name = "doorbell"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.withdrawn = 0
        self.lacking = ""
        self._answers: list[asyncio.Future[str]] = []

    async def missing(self) -> str:
        return self.lacking

    async def verify(self, prompt: str) -> str:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked.append(prompt)
        self._answers.append(answer)
        try:
            return await answer
        except asyncio.CancelledError:
            self.withdrawn += 1
            raise

    @property
    def is_prompting(self) -> bool:
        """Return whether a prompt is open."""
        return any(not one.done() for one in self._answers)

    def authenticate(self, by: str = "doorbell") -> None:
        self._open().set_result(by)

    def fail(self, why: str = "the finger was another one.") -> None:
        self._open().set_exception(PresenceError(why))

    def break_down(self, problem: Exception) -> None:
        self._open().set_exception(problem)

    def _open(self) -> asyncio.Future[str]:
        return next(one for one in self._answers if not one.done())


def presence_off() -> PresencePolicy:
    """Return a policy that requires no proof."""
    return PresencePolicy(NoAuthenticator(), clock=time.monotonic, trusts_hints=lambda _tool: True)


def presence_of(
    person: ManualAuthenticator,
    need: str = "every",
    validity: float = 0.0,
    clock: Callable[[], float] = time.monotonic,
    timeout: float = 120,
) -> PresencePolicy:
    """Return a policy that requires proof from ``person``."""
    settings = PresenceSettings(need=need, validity=validity)  # type: ignore[arg-type]
    return PresencePolicy(person, clock=clock, settings=settings, timeout=timeout, trusts_hints=lambda _tool: True)
