"""Timeouts of chat clients: known, set by a person, or learned from their cancels.

ToolGuard cannot extend them. A call that is still pending just before its client's timeout is answered "retry", and the
prompt stays open (`toolguard.gate.session.call_lifecycle`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from toolguard.gate.model import ClientInfo

TOLERANCE = 0.03
"""Relative difference up to which two cancel times are taken for one timeout, not for a person's impatience."""
MIN_OBSERVED = 3.0
"""Seconds below which a cancel is taken for a person's."""
_MAX_OBSERVED = 1_000  # clients whose last cancel is remembered


class ClientTimeout(msgspec.Struct, frozen=True):
    """Timeout of a client. ``seconds`` is 0 if it waits forever."""

    seconds: float
    extends: bool = False
    """Whether progress restarts the timeout, if the request has a progress token."""

    @property
    def answer_after(self) -> float:
        """Seconds after which a call must be answered; 0 for never."""
        return max(self.seconds - min(5.0, self.seconds * 0.2), 0.5) if self.seconds else 0.0


class KnownClient(msgspec.Struct, frozen=True):
    """A tested client, recognized by the beginning of its own name."""

    claim: str
    timeout: ClientTimeout


KNOWN_CLIENTS = (
    KnownClient("opencode", ClientTimeout(60, extends=True)),
    KnownClient("codex-mcp-client", ClientTimeout(300)),
    KnownClient("claude-code", ClientTimeout(0)),
    KnownClient("claude-ai", ClientTimeout(60)),
    KnownClient("gemini-cli-mcp-client", ClientTimeout(600)),
    KnownClient("copilot-cli", ClientTimeout(180, extends=True)),
    KnownClient("qwen-cli-mcp-client", ClientTimeout(300, extends=True)),
    KnownClient("continue-cli-client", ClientTimeout(60)),
    KnownClient("@cline/core", ClientTimeout(60)),
    KnownClient("Cline", ClientTimeout(60)),
    KnownClient("google-adk", ClientTimeout(5)),
    KnownClient("fastmcp", ClientTimeout(300)),
    KnownClient("Visual Studio Code", ClientTimeout(0)),
    KnownClient("Eclipse", ClientTimeout(60)),
    KnownClient("toolguard-demo", ClientTimeout(0)),
)
"""Measured in November 2026; desktop programs are from their issue trackers. Several clients call themselves "mcp";
they are distinguished by behaviour.
"""
DEFAULT_TIMEOUT = ClientTimeout(60)


class DeclaredTimeout(msgspec.Struct, frozen=True):
    """Timeout in a client's own settings for calls to one server."""

    claim: str
    """Beginning of the client's own name."""
    seconds: float
    lifts: bool = True
    """Whether it also applies if it is longer than the known timeout."""


class ClientTimeouts:
    """The timeouts of all clients. ``on_learned`` receives a new one, to be stored."""

    def __init__(self, on_learned: Callable[[str, float], None] = lambda _client, _seconds: None) -> None:
        self._on_learned = on_learned
        self._set: dict[str, float] = {}
        self._last_cancel: dict[str, float] = {}
        self._declared: dict[str, tuple[DeclaredTimeout, ...]] = {}

    def replace(self, seconds: Mapping[str, float]) -> None:
        """Set timeouts by client, which override known ones; 0: the client waits forever."""
        self._set = dict(seconds)

    def declare(self, session: str, declared: tuple[DeclaredTimeout, ...]) -> None:
        """Set the timeouts of clients' own settings for this session and those behind it, until `forget`."""
        self._declared[session] = declared

    def forget(self, session: str) -> None:
        """Drop the timeout that a session's client has declared; unknown sessions are ignored."""
        self._declared.pop(session, None)

    def of(self, caller: ClientInfo, claim: str, session: str = "") -> ClientTimeout:
        """Return the timeout to assume: the shortest of what is set or declared, else the known one."""
        return self.known(caller, claim, session) or DEFAULT_TIMEOUT

    def known(self, caller: ClientInfo, claim: str, session: str) -> ClientTimeout | None:
        """Return the timeout like `of`; None if nothing is known, set or declared."""
        tested = self._tested_timeout(claim)
        limits = self._limits(caller, claim, session, (tested or DEFAULT_TIMEOUT).seconds)
        return ClientTimeout(min(limits), extends=(tested or DEFAULT_TIMEOUT).extends) if limits else tested

    def _limits(self, caller: ClientInfo, claim: str, session: str, tested: float) -> list[float]:
        """Return the set, learned and declared timeouts in seconds. Infinite ones count only if there is no other.

        ``tested``: the timeout of such a client in our tests.
        """
        of_session = self._declared.get(session) or self._declared.get(session.partition(".")[0], ())
        limits = [
            timeout.seconds if timeout.lifts or not tested else min(timeout.seconds, tested)
            for timeout in of_session
            if claim.startswith(timeout.claim)
        ]
        if (seconds := self._set.get(caller.id)) is not None and (seconds or not limits):
            limits.append(seconds)
        return limits

    @staticmethod
    def _tested_timeout(claim: str) -> ClientTimeout | None:
        for client in KNOWN_CLIENTS:
            if claim.startswith(client.claim):
                return client.timeout
        return None

    def observe(self, client: str, waited: float) -> None:
        """Note that a client cancelled after so many seconds. The same time twice is its timeout."""
        if waited < MIN_OBSERVED:
            return
        before = self._last_cancel.pop(client, 0.0)
        self._last_cancel[client] = waited
        if len(self._last_cancel) > _MAX_OBSERVED:
            del self._last_cancel[next(iter(self._last_cancel))]
        if abs(waited - before) <= TOLERANCE * waited and abs(self._set.get(client, 0.0) - waited) > TOLERANCE * waited:
            self._set[client] = round(min(waited, before), 1)
            self._on_learned(client, self._set[client])
