"""How long each chat client waits for a call before it gives up: known, set by a person, or learned from its cancels.

Nobody can be made to wait longer. So a call that still waits for a person just before its client's deadline is
answered "ask again", and the prompt stays open (`toolguard.gate.session.call_lifecycle`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from toolguard.gate.model import ClientInfo

TOLERANCE = 0.03
"""Two cancels whose times differ by no more than this part are taken for a deadline, not for a person's impatience."""
MIN_OBSERVED = 3.0
"""Seconds; a cancel that comes sooner is a person's."""
_MAX_OBSERVED = 1_000  # clients whose last cancel is remembered


class ClientTimeout(msgspec.Struct, frozen=True):
    """What one client does. ``seconds`` is 0 for one that waits for ever."""

    seconds: float
    extends: bool = False
    """Progress makes it wait anew, if it gave a progress token."""

    @property
    def answer_after(self) -> float:
        """Seconds after which a call must be answered; 0 for never."""
        return max(self.seconds - min(5.0, self.seconds * 0.2), 0.5) if self.seconds else 0.0


class KnownClient(msgspec.Struct, frozen=True):
    """A client that was tried: recognised by how its name for itself begins."""

    claim: str
    timeout: ClientTimeout


KNOWN = (
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
"""Measured in November 2026, and for the desktop programs taken from their issue trackers. Several clients call
themselves "mcp": they are told apart by what they do, not by what they say."""
UNKNOWN = ClientTimeout(60)


class DeclaredTimeout(msgspec.Struct, frozen=True):
    """What a client's own settings say of the calls to one server."""

    claim: str
    """How the client's name for itself begins."""
    seconds: float
    lifts: bool = True
    """It also counts when it is longer than what is known of the client."""


class ClientTimeouts:
    """The timeout of every client. ``on_learned`` is told of a new one, so that it can be kept."""

    def __init__(self, on_learned: Callable[[str, float], None] = lambda _client, _seconds: None) -> None:
        self._on_learned = on_learned
        self._set: dict[str, float] = {}
        self._last_cancel: dict[str, float] = {}
        self._declared: dict[str, tuple[DeclaredTimeout, ...]] = {}

    def replace(self, seconds: Mapping[str, float]) -> None:
        """Go by these, by client, before anything that is known; 0 means that the client waits for ever."""
        self._set = dict(seconds)

    def declare(self, session: str, declared: tuple[DeclaredTimeout, ...]) -> None:
        """Go by what clients' settings say, in this session and those behind it; `forget` ends that."""
        self._declared[session] = declared

    def forget(self, session: str) -> None:
        self._declared.pop(session, None)

    def of(self, caller: ClientInfo, claim: str, session: str = "") -> ClientTimeout:
        """What to expect of a client: the shortest of what is set and what its own settings say, else what is known."""
        return self.known(caller, claim, session) or UNKNOWN

    def has_timed_out(self, caller: ClientInfo, claim: str, session: str, waited: float) -> bool:
        """Whether the client has surely given up by now; False for one of which nothing is known."""
        timeout = self.known(caller, claim, session)
        return timeout is not None and 0 < timeout.seconds <= waited

    def known(self, caller: ClientInfo, claim: str, session: str) -> ClientTimeout | None:
        """The same as `of`; None for a client of which nothing is known, set or declared."""
        known = self._tested_timeout(claim)
        limits = self._limits(caller, claim, session, (known or UNKNOWN).seconds)
        return ClientTimeout(min(limits), extends=(known or UNKNOWN).extends) if limits else known

    def _limits(self, caller: ClientInfo, claim: str, session: str, known: float) -> list[float]:
        """What is set, on_learned and declared, without those that wait for ever unless nothing else is there.

        ``known``: the seconds of such a client.
        """
        of_session = self._declared.get(session) or self._declared.get(session.partition(".")[0], ())
        found = [
            one.seconds if one.lifts or not known else min(one.seconds, known)
            for one in of_session
            if claim.startswith(one.claim)
        ]
        if (seconds := self._set.get(caller.id)) is not None and (seconds or not found):
            found.append(seconds)
        return found

    @staticmethod
    def _tested_timeout(claim: str) -> ClientTimeout | None:
        for one in KNOWN:
            if claim.startswith(one.claim):
                return one.timeout
        return None

    def observe(self, client: str, waited: float) -> None:
        """A client gave up a call after so many seconds. Twice the same time is a deadline that it has."""
        if waited < MIN_OBSERVED:
            return
        before = self._last_cancel.pop(client, 0.0)
        self._last_cancel[client] = waited
        if len(self._last_cancel) > _MAX_OBSERVED:
            del self._last_cancel[next(iter(self._last_cancel))]
        if abs(waited - before) <= TOLERANCE * waited and abs(self._set.get(client, 0.0) - waited) > TOLERANCE * waited:
            self._set[client] = round(min(waited, before), 1)
            self._on_learned(client, self._set[client])
