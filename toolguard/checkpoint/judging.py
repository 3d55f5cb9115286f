"""What is known of a call before anybody is asked: hidden, ruled on, gone on with, or refused: nobody can be asked."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from toolguard.checkpoint import wire
from toolguard.checkpoint.attempt import Attempt
from toolguard.checkpoint.bound import Unbound, brought, check, pointers, seen_by_model
from toolguard.checkpoint.calls import Leaked
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.holding import CLOSING, Holding
from toolguard.checkpoint.link import Link, NotProvided, Unavailable
from toolguard.checkpoint.pending import Decision
from toolguard.checkpoint.rounds import continues
from toolguard.checkpoint.rules import Ruling

HIDDEN = Decision("deny", "hidden", "this tool is switched off in ToolGuard")
"""The verdict on a tool that this client is not shown: it is answered as if there were none."""
LOOK = 5.0
"""Seconds for a server to tell its tools, when one that was never listed is called."""


class Judge:
    """Judges the calls of one session; those that a person must decide are offered to ``holding``."""

    def __init__(self, gate: Gate, holding: Holding) -> None:
        self._gate = gate
        self._holding = holding

    def __call__(self, attempt: Attempt, data: bytes, *, looked: bool = False) -> None:
        """Set its ``verdict``. A call that has to be asked about can be joined from this moment on.

        ``data`` is the message as `wire.encode` makes it. An ``unlisted`` call is to be judged `anew`; ``looked``: the
        server was asked already.
        """
        gate, call = self._gate, attempt.call
        if gate.leaks is not None:
            attempt.leaks = gate.leaks.found(data)
            self.mask(attempt)
        refused = self._bound(attempt) if call.filled else ""
        warnings, doubtful = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        ruling = gate.rules.decide(call, attempt.tool, gate.clock())
        unseen = not looked and attempt.tool is None and gate.gives(call.server)
        if not gate.exposure.exposed(call.client.id, call.server, call.tool):
            attempt.verdict = HIDDEN
        elif refused:
            attempt.verdict = Decision("deny", "bound argument", refused)
        elif unseen and ruling.verdict != "deny" and not attempt.leaks:
            attempt.unlisted = True
        elif (decided := self._ruled(attempt, ruling, doubtful) or self._leaking(attempt)) is not None:
            attempt.verdict = decided
        elif gate.closing:
            attempt.verdict = CLOSING
        elif (answered := self._answered(attempt)) is not None:
            attempt.verdict = answered
        elif not gate.asks():
            attempt.verdict = Decision("deny", "no window", "nobody can be asked: ToolGuard runs without a window")
        else:
            self._offer(attempt, (*((ruling.note,) if ruling.note else ()), *warnings))

    async def anew(self, attempt: Attempt, link: Link) -> None:
        """Judge an ``unlisted`` call by what its server tells of its tools now.

        Of a tool that is not known even then nothing is given by a rule (`given`).
        """
        gate, call = self._gate, attempt.call
        attempt.unlisted = False
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(LOOK):
                await link.ready()
                if link.learn is not None:
                    gate.tools.looked(call.server, await link.learn(call.message))
                    gate.renewed()
        attempt.tool = gate.tools.get(call.server, call.tool, call.session)
        self(attempt, wire.encode(call.message), looked=True)

    def mask(self, attempt: Attempt) -> None:
        """How a call that holds secrets may be shown, as it is now."""
        leaks, call = self._gate.leaks, attempt.call
        if leaks is None or not attempt.leaks:
            return
        params = leaks.masked(call.message["params"])
        if leaks.found(wire.encode(params)):  # in a form that can be found and not be taken out
            params = {"name": leaks.masked(call.tool), "arguments": {_WITHHELD: ", ".join(attempt.leaks)}}
        message = {**call.message, "params": params}
        attempt.masked = msgspec.structs.replace(call, message=message, tool=params["name"])

    @staticmethod
    def _ruled(attempt: Attempt, ruling: Ruling, doubtful: bool) -> Decision | None:
        """What a rule says. One that allows says nothing of a call that holds a secret, or does not fit its schema."""
        if ruling.rule is None or ruling.verdict == "ask":
            return None
        if ruling.verdict == "allow" and (doubtful or attempt.leaks):
            return None
        return Decision(ruling.verdict, f"rule {ruling.rule.id}")

    def mind_rules(self, attempt: Attempt) -> None:
        """What a person has forbidden since the call was allowed does not leave; raises `NotProvided`."""
        gate, call = self._gate, attempt.call
        if not gate.exposure.exposed(call.client.id, call.server, call.tool):
            raise NotProvided("the tool is switched off in ToolGuard by now.")
        tool = gate.tools.get(call.server, call.tool, call.session)
        verdict = gate.rules.decide(call, tool, gate.clock()).verdict
        if verdict == "deny" or (verdict == "ask" and attempt.by.startswith("rule ")):
            raise NotProvided("the rules no longer allow it: they were changed since.")

    def _leaking(self, attempt: Attempt) -> Decision | None:
        """The verdict on a call that would carry a secret away; None when there is none, or a person may see it."""
        gate, call = self._gate, attempt.seen
        if gate.leaks is None or not attempt.leaks or not gate.leaks.refuse:
            return None
        gate.leaked.append(
            Leaked(call=call.id, client=call.client.id, server=call.server, tool=call.tool, secrets=attempt.leaks,
                   since=call.since)
        )  # fmt: skip
        gate.changed()
        return Decision("deny", "leak", f"{leak_words(attempt.leaks)}. {_INSTEAD}")

    def _answered(self, attempt: Attempt) -> Decision | None:
        """What was approved before. Nothing that holds a secret goes on with that: it is looked at again."""
        return None if attempt.leaks else self._continued(attempt) or self._holding.ticketed(attempt)

    def _offer(self, attempt: Attempt, warnings: tuple[str, ...]) -> None:
        """Let a person decide. An approval of a leak holds while its client waits, and is not kept for later."""
        leaks = self._gate.leaks
        if leaks is not None and attempt.leaks:
            attempt.warnings = (leak_sentence(attempt.leaks), *leaks.masked(list(warnings)))
            self._holding.offer(attempt)
            return
        attempt.warnings = warnings
        self._holding.offer(attempt)
        self._holding.mind_deadline(attempt, attempt.call.message)

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


def leak_words(secrets: tuple[str, ...]) -> str:
    """What stands in the inputs of a call, by its name."""
    return f"its inputs hold the value of the secret {', '.join(secrets)}"


def leak_sentence(secrets: tuple[str, ...]) -> str:
    """The same for a person who looks at the call."""
    return f"Its inputs hold the value of the secret {', '.join(secrets)}."


_INSTEAD = "Leave it out: ToolGuard gives a server the secrets that it is meant to have"
_WITHHELD = "withheld by ToolGuard, because they hold a secret"
