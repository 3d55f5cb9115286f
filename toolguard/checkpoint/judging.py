"""What is known of a call before anybody is asked: hidden, ruled on, gone on with, or refused: nobody can be asked."""

from __future__ import annotations

from toolguard.checkpoint.attempt import Attempt
from toolguard.checkpoint.bound import Unbound, brought, check, pointers, seen_by_model
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.holding import CLOSING, Holding
from toolguard.checkpoint.pending import Decision
from toolguard.checkpoint.rounds import continues

HIDDEN = Decision("deny", "hidden", "this tool is switched off in ToolGuard")
"""The verdict on a tool that this client is not shown: it is answered as if there were none."""


class Judge:
    """Judges the calls of one session; those that a person must decide are offered to ``holding``."""

    def __init__(self, gate: Gate, holding: Holding) -> None:
        self._gate = gate
        self._holding = holding

    def __call__(self, attempt: Attempt) -> None:
        """Set its ``verdict``. A call that has to be asked about can be joined from this moment on."""
        gate, call = self._gate, attempt.call
        refused = self._bound(attempt) if call.filled else ""
        warnings, doubtful = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        ruling = gate.rules.decide(call, attempt.tool, gate.clock())
        if not gate.exposure.exposed(call.client.id, call.server, call.tool):
            attempt.verdict = HIDDEN
        elif refused:
            attempt.verdict = Decision("deny", "bound argument", refused)
        elif ruling.rule is not None and ruling.verdict != "ask" and not (ruling.verdict == "allow" and doubtful):
            attempt.verdict = Decision(ruling.verdict, f"rule {ruling.rule.id}")
        elif gate.closing:
            attempt.verdict = CLOSING
        elif (answered := self._continued(attempt) or self._holding.ticketed(attempt)) is not None:
            attempt.verdict = answered
        elif not gate.asks():
            attempt.verdict = Decision("deny", "no window", "nobody can be asked: ToolGuard runs without a window")
        else:
            attempt.warnings = (*((ruling.note,) if ruling.note else ()), *warnings)
            self._holding.offer(attempt)
            self._holding.mind_deadline(attempt, call.message)

    def _bound(self, attempt: Attempt) -> str:
        """Why what is filled in cannot be, or is set by the call itself; from here on its tool is as the model sees it.

        A tool that was never listed has no schema to look at: it is filled in where the person said.
        """
        call, tool = attempt.call, attempt.tool
        try:
            check(pointers(call.filled))
            if tool is not None:
                attempt.tool = tool = seen_by_model(tool, call.filled)
        except Unbound as why:
            return f"ToolGuard cannot fill in what is bound to this tool: {why}"
        found = brought(call.arguments, pointers(call.filled), tool.input_schema if tool else None)
        return found or next((one.missing for one in call.filled if one.missing), "")

    def _continued(self, attempt: Attempt) -> Decision | None:
        """The verdict for a call that goes on with one that was approved, when it is exactly that."""
        if not continues(attempt.call.message):
            return None
        attempt.round = self._gate.rounds.take(attempt.call, attempt.tool, self._gate.clock())
        if attempt.round is None:
            return None
        return Decision("allow", f"continuation of {attempt.round.call}", arguments=attempt.round.arguments)
