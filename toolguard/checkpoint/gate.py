"""What every session of one gate shares: the rules, the queue, the tools, the log, and who can be asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from toolguard.checkpoint.bound import FilledOf
from toolguard.checkpoint.calls import Event, Leaked, NotRecorded, Tool
from toolguard.checkpoint.deadlines import Deadlines
from toolguard.checkpoint.exposure import Exposure
from toolguard.checkpoint.legs import Legs
from toolguard.checkpoint.pending import Pending
from toolguard.checkpoint.rounds import Rounds
from toolguard.checkpoint.rules import Rules
from toolguard.checkpoint.tasks import Tasks
from toolguard.checkpoint.tickets import Tickets
from toolguard.checkpoint.tools import Tools

_LEAKED = 20


class Log(Protocol):
    """Where events go. `write` puts them in order; the other two wait until all of them are safe.

    All three raise `NotRecorded` while the log cannot be written; what it had already taken is then not lost.
    """

    @property
    def recorded(self) -> int: ...
    @property
    def trouble(self) -> str: ...
    def write(self, event: Event) -> None: ...
    async def committed(self) -> None: ...
    async def durable(self) -> None: ...


class Leaks(Protocol):
    """Knows the values of secrets. A call whose inputs hold one is refused, or a person has to see it."""

    @property
    def refuse(self) -> bool: ...
    def found(self, data: bytes) -> tuple[str, ...]:
        """The names of the secrets whose values stand in ``data``."""

    def masked(self, value: Any) -> Any:
        """JSON data with names of secrets in the place of their values."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a person can set. Times in seconds."""

    prompt_timeout: float = 300.0
    """A held call is denied after this long; 0 waits for ever."""
    heartbeat: float = 5.0
    """Between two progress messages while a call is held, for clients that gave a progress token."""
    held_per_session: int = 100
    held_total: int = 1000
    long_poll: bool = False
    """Clients of 2026-07-28 are told to come again in their protocol's way, not in words for the model."""
    open_requests: int = 10_000
    """Most requests of one session that wait for an answer at the same time."""


class Gate:
    """One for the program. ``asks()``: can a person be asked now? ``clock()``: seconds since the epoch."""

    def __init__(
        self,
        log: Log,
        *,
        clock: Callable[[], float],
        limits: Limits | None = None,
        rules: Rules | None = None,
        secrets_of: Callable[[str, Tool | None], tuple[str, ...]] = lambda _server, _tool: (),
    ) -> None:
        self.log = log
        self.clock = clock
        self.limits = limits or Limits()
        self.rules = rules or Rules()
        self.tools = Tools()
        self.secrets_of = secrets_of
        self.filled_of: FilledOf = lambda _server, _tool: ()
        """What is filled into a call of this tool of this server after its approval."""
        self.fills: Callable[[str], bool] = lambda _server: False
        """Whether anything is filled into calls of this server."""
        self.gives: Callable[[str], bool] = lambda _server: False
        """Whether tools of this server are given more than their inputs, each what it needs (`Tool.needs`)."""
        self.leaks: Leaks | None = None
        self.leaked: deque[Leaked] = deque(maxlen=_LEAKED)
        """The newest calls that were refused for a secret in their inputs."""
        self.asks: Callable[[], bool] = lambda: False
        self.asks_first: Callable[[str], bool] = lambda _server: False
        """Whether a person is asked before what this server asks by itself reaches its client."""
        self.propose: Callable[[str, str, str, str], Awaitable[bool]] = _nobody
        """Asks a person for (kind, title, detail, asked by); `Guard.propose`."""
        self.closing = False
        self.exposure = Exposure()
        self.tickets = Tickets()
        self.rounds = Rounds()
        self.legs = Legs()
        self.tasks = Tasks()
        self.deadlines = Deadlines()
        self.edition = 0
        """Grows whenever servers, tools, rules, secrets, preferences or sessions change."""
        self._listeners: list[Callable[[], None]] = []
        self.pending = Pending(self.changed, per_session=self.limits.held_per_session, total=self.limits.held_total)

    def changed(self) -> None:
        """Tell everybody who shows the gate that something is different now."""
        for listener in self._listeners:
            listener()

    def renewed(self) -> None:
        """Like `changed`, for what is not shown in a snapshot: whoever shows it asks anew."""
        self.edition += 1
        self.changed()

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, on the core's thread; the returned function ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def note(self, event: Event) -> None:
        """Record something that has already happened and that a log out of order cannot undo."""
        try:
            self.log.write(event)
        except NotRecorded:
            self.changed()


async def _nobody(_kind: str, _title: str, _detail: str, _asked_by: str) -> bool:
    return False
