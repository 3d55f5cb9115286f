"""State shared by all sessions: rules, pending calls, tools, log, availability of a person."""

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
from toolguard.gate.model import (
    Call,
    ConfigChanged,
    Editions,
    Event,
    InjectedArgument,
    LeakedMessage,
    LogWriteError,
    Tool,
)
from toolguard.gate.policy.call_limits import CallLimits
from toolguard.gate.policy.person_watch import PersonWatch
from toolguard.gate.policy.rules import Rule, RuleSet, Ruling
from toolguard.gate.policy.tool_visibility import ToolVisibility
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.gate.session.continuations import Continuations
from toolguard.gate.texts import coded

_MAX_LEAKED_MESSAGES = 20


class EventLog(Protocol):
    """Sink for events. `write` enqueues; `committed` and `durable` wait until all events are safe.

    All raise `LogWriteError` while the log cannot be written. Events that were accepted are not lost.
    """

    @property
    def recorded(self) -> int:
        """The number of the newest committed record; 0 if there is none."""

    @property
    def trouble(self) -> str:
        """Why the log cannot be written now; "" if it can."""

    def write(self, event: Event, owner: object = None) -> None:
        """Add an event to the next commit; ``owner``, by default the current task, learns if that fails."""

    def commit(self, owner: object) -> None:
        """Commit everything written so far, without waiting. On failure what ``owner`` wrote is dropped."""

    async def committed(self) -> None:
        """Wait until everything written so far is committed."""

    async def durable(self) -> None:
        """Wait like `committed`, and until the disk has it; for decisions of a person."""


class LeakChecker(Protocol):
    """Finds secret values in outgoing data. A call that contains one is refused, or a person must see it."""

    @property
    def is_active(self) -> bool:
        """Whether any value is known; if not, nothing needs to be searched."""

    @property
    def edition(self) -> int:
        """A counter of changes of the known values."""

    @property
    def refuses(self) -> bool:
        """Whether a call that contains a value is refused even if a person approved it."""

    def find(self, data: bytes) -> tuple[str, ...]:
        """Return the names of the secrets whose values are in ``data``."""

    def mask(self, value: Any) -> Any:
        """Return JSON data with secret values replaced by their names."""


class ServerLookup(Protocol):
    """Settings of each server, by its name, that the gate needs before it judges a call."""

    def secrets_of(self, server: str, tool: Tool | None, /) -> tuple[str, ...]:
        """Return the names of the secrets that a call of this tool sends to its server."""

    def injected_arguments(self, server: str, tool: str, /) -> tuple[InjectedArgument, ...]:
        """Return the arguments that are injected into calls of this tool after approval."""

    def has_injected_arguments(self, server: str, /) -> bool:
        """Return whether arguments are injected into calls of this server."""

    def has_tool_needs(self, server: str, /) -> bool:
        """Return whether tools of this server receive more than their input (`Tool.needs`)."""

    def request_settings(self, server: str, /) -> Mapping[str, RequestSetting]:
        """Return the settings for requests other than calls, by kind (`REQUEST_KINDS`)."""


class GateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Configurable limits. Times are in seconds."""

    prompt_timeout: float = 300.0
    """A pending call is denied after this time; 0: never."""
    heartbeat: float = 5.0
    """Interval between progress messages for a pending call with a progress token."""
    pending_per_session: int = 100
    pending_total: int = 1000
    long_poll: bool = False
    """Tell clients on 2026-07-28 to retry with the protocol's own means, not with text for the model."""
    open_requests: int = 10_000
    """Maximum open requests per session."""


class GateContext:
    """The gate's shared state, one per program. ``clock()`` returns seconds since the epoch."""

    def __init__(
        self,
        log: EventLog,
        *,
        clock: Callable[[], float],
        servers: ServerLookup,
        leaks: LeakChecker | None,
        client_timeouts: ClientTimeouts | None = None,
        limits: GateLimits | None = None,
        rules: RuleSet | None = None,
        availability: Availability | None = None,
        trusts_log: Callable[[], bool] = lambda: True,
    ) -> None:
        """``leaks`` is None if no secrets are stored. ``availability`` tells whether a person can be asked."""
        self.log = log
        self.clock = clock
        self.limits = limits or GateLimits()
        self.rules = rules or RuleSet()
        self.person = PersonWatch(lambda: self.clock())
        self.tools = ToolCatalog()
        self.servers = servers
        self.trusts_log = trusts_log
        """Returns whether the log is the one that ToolGuard wrote. While it is not, no rule allows a call."""
        self.leaks = leaks
        self.leaked: deque[LeakedMessage] = deque(maxlen=_MAX_LEAKED_MESSAGES)
        """The newest client messages that were refused for a secret in them."""
        self.availability = availability or Availability()
        self.proposals = Proposals(self.availability, clock=lambda: self.clock(), note=self.note, changed=self.changed)
        self.closing = False
        """Whether the app closes. Calls are then denied."""
        self.panic = False
        """Whether a person has every call denied."""
        self._panics = 0
        self.tool_visibility = ToolVisibility()
        self.call_limits = CallLimits()
        self.prompt_limits = PromptLimits()
        self.bursts = Bursts()
        self.deferred_approvals = DeferredApprovals()
        self.continuations = Continuations()
        self.long_polls = LongPolls()
        self.tasks = TaskRegistry()
        self.client_timeouts = client_timeouts or ClientTimeouts()
        self.edition = 0
        """Grows whenever servers, tools, rules, secrets, preferences or sessions change."""
        self._listeners: list[Callable[[], None]] = []
        self.pending = PendingCalls(
            self.changed, per_session=self.limits.pending_per_session, total=self.limits.pending_total
        )
        self.availability.on_close(self._deny_pending)

    def _deny_pending(self) -> None:
        for pending in self.pending.all():
            self.pending.settle(pending.call.id, self.availability.denial)

    def ruling(self, call: Call, tool: Tool | None, now: float) -> Ruling:
        """Evaluate the rules for a call at ``now``. If the log was changed, ask instead of allow."""
        if self.rules.bound:
            self.end_rules()
        ruling = self.rules.decide(call, tool, now)
        if ruling.verdict == "allow" and not self.trusts_log():
            return Ruling("ask", None, _LOG_CHANGED)
        return ruling

    def end_rules(self) -> None:
        """End the rules that are bound to a locked screen or an absent person."""
        for rule in self.rules.bound:
            if why := self.person.end_reason(rule, self.clock()):
                self.end_rule(rule, why)

    def end_rule(self, rule: Rule, why: str) -> None:
        """End a rule permanently and record why."""
        self.rules.end(rule)
        self.note(ConfigChanged(what=coded("gate.rule_ended", id=rule.id), by="toolguard", detail=why))
        self.renewed()

    @property
    def editions(self) -> Editions:
        """Counters of everything that a verdict depends on. Equal: the verdict still holds."""
        leaks = self.leaks.edition if self.leaks is not None else 0
        return Editions(self.rules.edition, self.tool_visibility.edition, self.tools.edition, self._panics, leaks)

    def set_panic(self, on: bool) -> None:
        """Have every call denied from now on, or no longer. `GateApi.panic` also ends the calls that are under way."""
        self.panic = on
        self._panics += 1

    def begin_closing(self) -> None:
        """Deny every call from now on, because the app closes."""
        self.closing = True

    def set_limits(self, limits: GateLimits) -> None:
        """Apply ``limits`` from now on. Pending calls keep their timeout."""
        self.limits = limits
        self.pending.set_limits(per_session=limits.pending_per_session, total=limits.pending_total)

    def has_panicked(self, since: Editions) -> bool:
        """Return whether a person has every call denied, or has had at any time ``since`` one was judged."""
        return self.panic or self._panics != since.panics

    def changed(self) -> None:
        """Notify the listeners of a change."""
        for listener in self._listeners:
            listener()

    def renewed(self) -> None:
        """Notify of a change that snapshots do not contain, so that listeners query again."""
        self.edition += 1
        self.changed()

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, on the core's thread; the returned function removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def note(self, event: Event, owner: object = None) -> None:
        """Record an event that has happened, ignoring `LogWriteError`. ``owner`` is passed to the log's `write`."""
        try:
            self.log.write(event, owner)
        except LogWriteError:
            self.changed()


_LOG_CHANGED = coded("gate.rule_allows_call_log")
