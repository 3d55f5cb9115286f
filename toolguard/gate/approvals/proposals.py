"""Proposals: changes that would reduce protection and wait for a person, who accepts or denies all or parts of them."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from toolguard.gate.approvals.availability import Availability
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approver import UNKNOWN, Approver
from toolguard.gate.model import ConfigChanged, FailedChange, Proposal
from toolguard.gate.policy.risks import ProposalPart, Risk
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

MAX_PROPOSALS = 50
"""Maximum proposals that wait at the same time."""
MAX_LENGTH = 100_000
"""Maximum characters that a proposal takes to show. Nobody reads more, and Qt takes seconds to lay it out."""
_MAX_FAILED = 20
_MIN_LINE_LENGTH = 20  # characters as which a shorter line counts, because it takes a line

Verdict = Literal["accepted", "rejected", "closing", "nobody"]


class ProposalResult(NamedTuple):
    """Result of a proposal. ``parts`` are the ids of the accepted parts; all others are denied."""

    verdict: Verdict
    parts: frozenset[str] = frozenset()
    approver: Approver = UNKNOWN
    """Origin of the person's answer."""
    presence: PresenceProof | None = None


def is_too_long(*texts: str) -> bool:
    """Return whether a proposal with these texts is too long to show. Invisible characters are written out."""
    if sum(map(len, texts)) > MAX_LENGTH:
        return True
    lines = (line for text in texts for line in visible(text, keep_newlines=True).split("\n"))
    return sum(max(len(line), _MIN_LINE_LENGTH) for line in lines) > MAX_LENGTH


class Proposals:
    """All waiting proposals."""

    def __init__(
        self,
        availability: Availability,
        *,
        clock: Callable[[], float],
        note: Callable[[ConfigChanged], None],
        changed: Callable[[], None],
    ) -> None:
        """``clock`` returns seconds since the epoch, ``note`` records an answer, ``changed`` follows every change."""
        self._availability = availability
        self._clock = clock
        self._note = note
        self._changed = changed
        self._closed = False
        self.failed: deque[FailedChange] = deque(maxlen=_MAX_FAILED)
        """The newest accepted changes that were then refused."""
        self._waiting: dict[str, tuple[Proposal, asyncio.Future[ProposalResult]]] = {}
        availability.on_close(self._refuse_all)

    def all(self) -> tuple[Proposal, ...]:
        """Return the waiting proposals, oldest first."""
        return tuple(proposal for proposal, _ in self._waiting.values())

    def get(self, id: str) -> Proposal | None:
        """Return a proposal that has no answer yet."""
        entry = self._waiting.get(id)
        return None if entry is None or entry[1].done() else entry[0]

    @property
    def can_ask(self) -> bool:
        """Whether a question can be asked now; otherwise one is refused, although nobody declines it."""
        return self._availability.can_ask and not self._closed and len(self._waiting) < MAX_PROPOSALS

    @property
    def why_not(self) -> str:
        """Why no question can be asked while ``can_ask`` is False."""
        if self._availability.can_ask and not self._closed:
            return coded("gate.too_many_questions")
        return self._availability.denial.reason

    async def propose(
        self, kind: str, title: str, detail: str, asked_by: str, risks: Sequence[Risk] = (), target: str = ""
    ) -> bool:
        """Ask a person for a change that would reduce protection; return False if refused or nobody can be asked."""
        return await self.ask_verdict(kind, title, detail, asked_by, risks, target=target) == "accepted"

    async def ask_verdict(
        self, kind: str, title: str, detail: str, asked_by: str, risks: Sequence[Risk] = (), *, target: str = ""
    ) -> Verdict:
        """Ask like `propose`, and tell who refused: only ``rejected`` comes from the person."""
        verdict = (await self.ask(kind, title, detail, asked_by, risks=risks, target=target)).verdict
        if verdict == "nobody":
            self._note(
                ConfigChanged(what=coded("gate.refused_nobody_can_asked", kind=kind), by=asked_by, detail=detail)
            )
        return verdict

    async def ask(
        self, kind: str, title: str, detail: str, asked_by: str, *, risks: Sequence[Risk] = (),
        parts: Sequence[ProposalPart] = (), target: str = "",
    ) -> ProposalResult:  # fmt: skip
        """Ask a person, if anybody can be asked, and return the result. Parts are accepted separately.

        If too many questions wait, the newest one of the asker with most of them ends for an asker with fewer.
        """
        if not self.can_ask and not self._make_place(asked_by):
            return ProposalResult("nobody")
        id = secrets.token_hex(8)
        waiting: asyncio.Future[ProposalResult] = asyncio.get_running_loop().create_future()
        proposal = Proposal(
            id=id, kind=kind, title=title, detail=detail, asked_by=asked_by, since=self._clock(),
            target=target, risks=tuple(risks), parts=tuple(parts),
        )  # fmt: skip
        self._waiting[id] = (proposal, waiting)
        self._changed()
        try:
            answer = await waiting
        finally:
            self._waiting.pop(id, None)
            self._changed()
        if answer.verdict != "nobody":
            self._record(proposal, answer)
        return answer

    def _make_place(self, asker: str) -> bool:
        """End a question of another asker, if that one keeps at least as many as ``asker`` then has."""
        if not self._availability.can_ask or self._closed:
            return False
        open_questions = {id: proposal for id, (proposal, waiting) in self._waiting.items() if not waiting.done()}
        counts = Counter(proposal.asked_by for proposal in open_questions.values())
        largest, most = max(counts.items(), key=lambda asker_count: asker_count[1], default=("", 0))
        if most - 1 < counts[asker] + 1:
            return False
        newest = next(id for id in reversed(open_questions) if open_questions[id].asked_by == largest)
        self._waiting.pop(newest)[1].set_result(ProposalResult("nobody"))
        return True

    def answer(self, id: str, answer: ProposalResult) -> bool:
        """Answer a proposal; return False if it does not wait for an answer."""
        if self.get(id) is None:
            return False
        self._waiting[id][1].set_result(answer)
        return True

    def fail(self, kind: str, title: str, asked_by: str, reason: str) -> None:
        """Record and show that a change was accepted, but not made."""
        self.failed.append(FailedChange(kind=kind, title=title, reason=reason, since=self._clock()))
        change = coded("gate.accepted_change_failed", kind=kind)
        self._note(ConfigChanged(what=change, by=asked_by, detail=f"{title}\n{reason}"))
        self._changed()

    def close(self) -> None:
        """End all proposals because ToolGuard closes, and accept no more."""
        self._closed = True
        self._end_all("closing")

    def _refuse_all(self) -> None:
        self._end_all("closing" if self._availability.denial.by == "closing" else "nobody")

    def _end_all(self, verdict: Verdict) -> None:
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(ProposalResult(verdict))

    def _record(self, proposal: Proposal, answer: ProposalResult) -> None:
        """Record the person's answer; for a partial one, which parts were accepted and which were not."""
        change, detail = f"{proposal.kind} {answer.verdict}", f"{proposal.title}\n{proposal.detail}"
        if answer.verdict == "accepted" and len(answer.parts) < len(proposal.parts):
            change = coded("gate.accepted_part", kind=proposal.kind)
            text = (
                f"{'accepted' if part.id in answer.parts else 'denied'}: {part.text}\n{part.detail}"
                for part in proposal.parts
            )
            detail = "\n\n".join((proposal.title, *text))
        by, origin = ("closing", msgspec.UNSET) if answer.verdict == "closing" else ("person", answer.approver)
        self._note(
            ConfigChanged(what=change, by=by, detail=detail, presence=answer.presence or msgspec.UNSET, approver=origin)
        )
