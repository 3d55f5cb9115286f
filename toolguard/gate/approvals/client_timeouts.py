"""How long each chat client waits for a call before it gives up: known, set by a person, or learned from its cancels.

Nobody can be made to wait longer. So a call that still waits for a person just before its client's deadline is
answered "ask again", and the prompt stays open (`toolguard.gate.session.call_lifecycle`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from toolguard.gate.model import Caller

ALIKE = 0.03
"""Two cancels whose times differ by no more than this part are taken for a deadline, not for a person's impatience."""
LEAST = 3.0
"""Seconds; a cancel that comes sooner is a person's."""
_OBSERVED = 1_000  # clients whose last cancel is remembered


class Patience(msgspec.Struct, frozen=True):
    """What one client does. ``seconds`` is 0 for one that waits for ever."""

    seconds: float
    extends: bool = False
    """Progress makes it wait anew, if it gave a progress token."""

    @property
    def answer_after(self) -> float:
        """Seconds after which a call must be answered; 0 for never."""
        return max(self.seconds - min(5.0, self.seconds * 0.2), 0.5) if self.seconds else 0.0


class Known(msgspec.Struct, frozen=True):
    """A client that was tried: recognised by how its name for itself begins."""

    claim: str
    patience: Patience


KNOWN = (
    Known("opencode", Patience(60, extends=True)),
    Known("codex-mcp-client", Patience(300)),
    Known("claude-code", Patience(0)),
    Known("claude-ai", Patience(60)),
    Known("gemini-cli-mcp-client", Patience(600)),
    Known("copilot-cli", Patience(180, extends=True)),
    Known("qwen-cli-mcp-client", Patience(300, extends=True)),
    Known("continue-cli-client", Patience(60)),
    Known("@cline/core", Patience(60)),
    Known("Cline", Patience(60)),
    Known("google-adk", Patience(5)),
    Known("fastmcp", Patience(300)),
    Known("Visual Studio Code", Patience(0)),
    Known("Eclipse", Patience(60)),
    Known("toolguard-demo", Patience(0)),
)
"""Measured in November 2026, and for the desktop programs taken from their issue trackers. Several clients call
themselves "mcp": they are told apart by what they do, not by what they say."""
UNKNOWN = Patience(60)


class Declared(msgspec.Struct, frozen=True):
    """What a client's own settings say of the calls to one server."""

    claim: str
    """How the client's name for itself begins."""
    seconds: float
    lifts: bool = True
    """It also counts when it is longer than what is known of the client."""


class Deadlines:
    """The patience of every client. ``learned`` is told of a new one, so that it can be kept."""

    def __init__(self, learned: Callable[[str, float], None] = lambda _client, _seconds: None) -> None:
        self._learned = learned
        self._set: dict[str, float] = {}
        self._seen: dict[str, float] = {}
        self._declared: dict[str, tuple[Declared, ...]] = {}

    def replace(self, seconds: Mapping[str, float]) -> None:
        """Go by these, by client, before anything that is known; 0 means that the client waits for ever."""
        self._set = dict(seconds)

    def declare(self, session: str, declared: tuple[Declared, ...]) -> None:
        """Go by what clients' settings say, in this session and those behind it; `forget` ends that."""
        self._declared[session] = declared

    def forget(self, session: str) -> None:
        self._declared.pop(session, None)

    def of(self, caller: Caller, claim: str, session: str = "") -> Patience:
        """What to expect of a client: the shortest of what is set and what its own settings say, else what is known."""
        return self.sure(caller, claim, session) or UNKNOWN

    def is_over(self, caller: Caller, claim: str, session: str, waited: float) -> bool:
        """Whether the client has surely given up by now; False for one of which nothing is known."""
        patience = self.sure(caller, claim, session)
        return patience is not None and 0 < patience.seconds <= waited

    def sure(self, caller: Caller, claim: str, session: str) -> Patience | None:
        """The same as `of`; None for a client of which nothing is known, set or declared."""
        known = self._known(claim)
        limits = self._limits(caller, claim, session, (known or UNKNOWN).seconds)
        return Patience(min(limits), extends=(known or UNKNOWN).extends) if limits else known

    def _limits(self, caller: Caller, claim: str, session: str, known: float) -> list[float]:
        """What is set, learned and declared, without those that wait for ever unless nothing else is there.

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
    def _known(claim: str) -> Patience | None:
        for one in KNOWN:
            if claim.startswith(one.claim):
                return one.patience
        return None

    def observe(self, client: str, waited: float) -> None:
        """A client gave up a call after so many seconds. Twice the same time is a deadline that it has."""
        if waited < LEAST:
            return
        before = self._seen.pop(client, 0.0)
        self._seen[client] = waited
        if len(self._seen) > _OBSERVED:
            del self._seen[next(iter(self._seen))]
        if abs(waited - before) <= ALIKE * waited and abs(self._set.get(client, 0.0) - waited) > ALIKE * waited:
            self._set[client] = round(min(waited, before), 1)
            self._learned(client, self._set[client])
