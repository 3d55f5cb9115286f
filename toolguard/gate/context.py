"""What every session of one gate shares: the rules, the queue, the tools, the log, and who can be asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from toolguard.gate.approvals.availability import Availability
from toolguard.gate.approvals.bursts import Bursts
from toolguard.gate.approvals.client_timeouts import ClientTimeouts
from toolguard.gate.approvals.deferred_approvals import DeferredApprovals
from toolguard.gate.approvals.long_poll import LongPolls
from toolguard.gate.approvals.pending import PendingCalls
from toolguard.gate.approvals.prompt_limits import PromptLimits
from toolguard.gate.approvals.proposals import Proposals
from toolguard.gate.mcp.request_kinds import RequestSetting
from toolguard.gate.mcp.tasks import TaskRegistry
from toolguard.gate.model import Call, ConfigChanged, Event, InjectedArgument, LeakedMessage, LogWriteError, Tool
from toolguard.gate.policy.call_limits import CallLimits
from toolguard.gate.policy.person_watch import PersonWatch
from toolguard.gate.policy.rules import Rule, RuleSet, Ruling
from toolguard.gate.policy.tool_visibility import ToolVisibility
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.gate.session.continuations import Continuations
from toolguard.gate.texts import coded

_LEAKED = 20


class EventLog(Protocol):
    """Where events go. `write` puts them in order; the others return when all of them are safe.

    All raise `LogWriteError` while the log cannot be written; what it had already taken is then not lost.
    """

    @property
    def recorded(self) -> int: ...
    @property
    def trouble(self) -> str: ...
    def write(self, event: Event, owner: object = None) -> None: ...
    def commit(self, owner: object) -> None: ...
    async def committed(self) -> None: ...
    async def durable(self) -> None: ...


class LeakChecker(Protocol):
    """Knows the values of secrets. A call whose inputs hold one is refused, or a person has to see it."""

    @property
    def active(self) -> bool:
        """Whether any value is known: if not, nothing needs to be looked through."""

    @property
    def refuse(self) -> bool: ...
    def found(self, data: bytes) -> tuple[str, ...]:
        """The names of the secrets whose values stand in ``data``."""

    def masked(self, value: Any) -> Any:
        """JSON data with names of secrets in the place of their values."""


class ServerLookup(Protocol):
    """What a person has set for each server, by its name, and what the gate must know of it before a call is judged."""

    def secrets_of(self, server: str, tool: Tool | None, /) -> tuple[str, ...]:
        """The secrets that a call of this tool brings to its server, by name."""

    def filled_of(self, server: str, tool: str, /) -> tuple[InjectedArgument, ...]:
        """What is filled into a call of this tool of this server after its approval."""

    def fills(self, server: str, /) -> bool:
        """Whether anything is filled into calls of this server."""

    def gives(self, server: str, /) -> bool:
        """Whether tools of this server are given more than their inputs, each what it needs (`Tool.needs`)."""

    def requests_of(self, server: str, /) -> Mapping[str, RequestSetting]:
        """What becomes of requests that are no tool calls, by kind (`REQUEST_KINDS`), where the server is set so."""


class GateLimits(msgspec.Struct, frozen=True, kw_only=True):
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


class GateContext:
    """One for the program. ``availability``: can a person be asked now? ``clock()``: seconds since the epoch."""

    def __init__(
        self,
        log: EventLog,
        *,
        clock: Callable[[], float],
        servers: ServerLookup,
        leaks: LeakChecker | None,
        deadlines: ClientTimeouts | None = None,
        limits: GateLimits | None = None,
        rules: RuleSet | None = None,
        availability: Availability | None = None,
        trusts_log: Callable[[], bool] = lambda: True,
    ) -> None:
        """``trusts_log``: is the log the one that ToolGuard wrote? While it is not, no rule allows a call.

        ``leaks``: None where no secrets are kept.
        """
        self.log = log
        self.clock = clock
        self.limits = limits or GateLimits()
        self.rules = rules or RuleSet()
        self.person = PersonWatch(lambda: self.clock())
        self.tools = ToolCatalog()
        self.servers = servers
        self._trusts_log = trusts_log
        self.leaks = leaks
        self.leaked: deque[LeakedMessage] = deque(maxlen=_LEAKED)
        """The newest messages of clients that were refused for a secret in them."""
        self.availability = availability or Availability()
        self.proposals = Proposals(self.availability, clock=lambda: self.clock(), note=self.note, changed=self.changed)
        self.closing = False
        self._panic = False
        self._panics = 0
        self.exposure = ToolVisibility()
        self.call_limits = CallLimits()
        self.prompt_limits = PromptLimits()
        self.bursts = Bursts()
        self.tickets = DeferredApprovals()
        self.rounds = Continuations()
        self.legs = LongPolls()
        self.tasks = TaskRegistry()
        self.deadlines = deadlines or ClientTimeouts()
        self.edition = 0
        """Grows whenever servers, tools, rules, secrets, preferences or sessions change."""
        self._listeners: list[Callable[[], None]] = []
        self.pending = PendingCalls(
            self.changed, per_session=self.limits.held_per_session, total=self.limits.held_total
        )
        self.availability.on_close(self._deny_held)

    def _deny_held(self) -> None:
        for held in self.pending.all():
            self.pending.settle(held.call.id, self.availability.denial)

    def ruling(self, call: Call, tool: Tool | None) -> Ruling:
        """What the rules say of a call now. Where one would allow it but the log was changed, a person is asked."""
        if self.rules.bound:
            self.end_rules()
        found = self.rules.decide(call, tool, self.clock())
        if found.verdict == "allow" and not self._trusts_log():
            return Ruling("ask", None, _LOG_CHANGED)
        return found

    def end_rules(self) -> None:
        """Take the rules out of force whose screen is locked, or whose person is away."""
        for rule in self.rules.bound:
            if why := self.person.ended(rule, self.clock()):
                self.end_rule(rule, why)

    def end_rule(self, rule: Rule, why: str) -> None:
        """Take a rule out of force that its end has come for, and record that. It does not come back."""
        self.rules.end(rule)
        self.note(ConfigChanged(what=coded("gate.rule_ended", id=rule.id), by="toolguard", detail=why))
        self.renewed()

    @property
    def editions(self) -> tuple[int, ...]:
        """Grow whenever `ruling` may change, except by the end of a rule or of the trust in the log."""
        return self.rules.edition, self.exposure.edition, self.tools.edition, self._panics

    @property
    def panic(self) -> bool:
        """Whether every call is denied, because a person wants that."""
        return self._panic

    @panic.setter
    def panic(self, on: bool) -> None:
        self._panic = on
        self._panics += 1

    def trusts_log(self) -> bool:
        """Is the log the one that ToolGuard wrote? While it is not, no rule allows a call."""
        return self._trusts_log()

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

    def note(self, event: Event, owner: object = None) -> None:
        """Record something that has already happened and that a log out of order cannot undo. ``owner``: as for the
        log's `write`.
        """
        try:
            self.log.write(event, owner)
        except LogWriteError:
            self.changed()


_LOG_CHANGED = coded("gate.rule_allows_call_log")
