"""What is known of a call before anybody is asked: hidden, ruled on, gone on with, or refused: nobody can be asked.

And the last look before it leaves: what has changed since it was judged.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.deferred_approvals import ticket_id
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.model import Call, LeakedMessage
from toolguard.gate.policy.argument_injection import InjectionError, brought, check, pointers, seen_by_model
from toolguard.gate.policy.outgoing_secrets import found_in
from toolguard.gate.policy.rules import Ruling, ends_by_itself
from toolguard.gate.policy.tools import misfit
from toolguard.gate.session.continuations import continues
from toolguard.gate.session.inflight_call import InflightCall
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.upstream import NotProvidedError, ServerChannel, UnavailableError, Upstream
from toolguard.gate.texts import clauses, coded

HIDDEN = Decision("deny", "hidden", coded("gate.tool_switched_off"))
"""The verdict on a tool that this client is not shown: it is answered as if there were none."""
PANIC = Decision("deny", "panic", coded("gate.all_calls_denied"))
"""The verdict on every call while a person wants that."""
CLOSING = Decision("deny", "closing", coded("gate.closing"))
LOOK = 5.0
"""Seconds for a server to tell its tools, when one that was never listed is called."""


class Policy:
    """Judges calls. It changes nothing but what is known of them; a call without a verdict is a person's to decide."""

    def __init__(self, gate: GateContext) -> None:
        self._gate = gate

    def __call__(self, attempt: InflightCall, *, looked: bool = False) -> None:
        """Set its ``verdict``; None if a person must be asked, with the ``warnings`` for them.

        An ``unlisted`` call is to be judged `anew`; ``looked``: the server was asked already.
        """
        gate, call = self._gate, attempt.call
        attempt.judged = gate.editions
        if gate.leaks is not None and gate.leaks.active:
            attempt.leaks = found_in(gate.leaks, call.message)
            self.mask(attempt)
        refused = self._bound(attempt) if call.filled else ""
        warnings, doubtful = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        ruling = gate.ruling(call, attempt.tool)
        attempt.rule_ends = ruling.rule is not None and ends_by_itself(ruling.rule)
        rule = ruling.rule
        attempt.rests_on_definition = rule is not None and (rule.fingerprint != "" or rule.covers is not None)
        unseen = not looked and attempt.tool is None and gate.servers.gives(call.server)
        if not gate.exposure.exposed(call.client.id, call.server, call.tool):
            attempt.verdict = HIDDEN
        elif gate.panic:
            attempt.verdict = PANIC
        elif gate.call_limits and not looked and (over := gate.call_limits.refuse(call, gate.clock())) is not None:
            attempt.verdict = over
        elif refused:
            attempt.verdict = Decision("deny", "bound argument", refused)
        elif unseen and ruling.verdict != "deny" and not attempt.leaks:
            attempt.unlisted = True
        elif (decided := self._ruled(attempt, ruling, doubtful) or self._leaking(attempt)) is not None:
            attempt.verdict = decided
        elif (answered := self._answered(attempt)) is not None:
            attempt.verdict = answered
        elif not gate.availability.can_ask:
            attempt.verdict = self._unanswerable(attempt, ruling, warnings, doubtful)
        elif (over := gate.prompt_limits.refuse(call.client.id, call.server, gate.clock())) is not None:
            attempt.verdict = over
        else:
            self._warn(attempt, ruling, warnings)

    def _warn(self, attempt: InflightCall, ruling: Ruling, warnings: tuple[str, ...]) -> None:
        """Set what the person who is asked should know."""
        leaks = self._gate.leaks
        attempt.warnings = (*((ruling.note,) if ruling.note else ()), *warnings)
        if leaks is not None and attempt.leaks:
            attempt.warnings = (leak_sentence(attempt.leaks), *leaks.masked(list(attempt.warnings)))

    def relisted(self, attempt: InflightCall) -> Decision | None:
        """Warn of a call that a person is asked about by its tool, which is known only now; no rule allows it.

        Returns the denial of a call that cannot be made as its tool is.
        """
        gate, call = self._gate, attempt.call
        attempt.tool = gate.tools.get(call.server, call.tool, call.session)
        if call.filled and (refused := self._bound(attempt)):
            return Decision("deny", "bound argument", refused)
        warnings, _ = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        self._warn(attempt, gate.ruling(call, attempt.tool), warnings)
        return None

    async def anew(self, attempt: InflightCall, link: Upstream) -> None:
        """Judge an ``unlisted`` call by what its server tells of its tools now.

        Of a tool that is not known even then nothing is given by a rule (`look_again`).
        """
        gate, call = self._gate, attempt.call
        attempt.unlisted = False
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(LOOK):
                listed = await (await link.ready()).learn(call.message)
                if listed is not None:
                    gate.tools.looked(call.server, listed)
                    gate.renewed()
        attempt.tool = gate.tools.get(call.server, call.tool, call.session)
        self(attempt, looked=True)

    async def by_new_list(self, attempt: InflightCall, lists: ListRefresh) -> None:
        """Judge a call that a rule allows by what its server says of its tools now, where it says so in time."""
        gate, call = self._gate, attempt.call
        edition = gate.tools.edition
        await lists.refresh(call.message)
        if gate.tools.edition != edition:
            attempt.tool = gate.tools.get(call.server, call.tool, call.session)
            attempt.verdict = None
            self(attempt, looked=True)

    def mask(self, attempt: InflightCall) -> None:
        """How a call that holds secrets may be shown, as it is now."""
        leaks, call = self._gate.leaks, attempt.call
        if leaks is None or not attempt.leaks:
            return
        params = leaks.masked(call.message["params"])
        if leaks.found(jsonrpc.encode(params)):  # in a form that can be found and not be taken out
            params = {"name": leaks.masked(call.tool), "arguments": {_WITHHELD: ", ".join(attempt.leaks)}}
        message = {**call.message, "params": params}
        attempt.masked = msgspec.structs.replace(call, message=message, tool=params["name"])

    @staticmethod
    def _ruled(attempt: InflightCall, ruling: Ruling, doubtful: bool) -> Decision | None:
        """What a rule says. One that allows says nothing of a call that holds a secret, or does not fit its schema."""
        if ruling.rule is None or ruling.verdict == "ask":
            return None
        if ruling.verdict == "allow" and (doubtful or attempt.leaks):
            return None
        why = coded("gate.rule_denies", id=ruling.rule.id) if ruling.verdict == "deny" else ""
        return Decision(ruling.verdict, f"rule {ruling.rule.id}", why)

    def _unanswerable(
        self, attempt: InflightCall, ruling: Ruling, warnings: tuple[str, ...], doubtful: bool
    ) -> Decision:
        """Return the denial of a call that must be asked about where nobody can be, with the reason for both."""
        denial = self._gate.availability.denial
        if denial.by == "closing":
            return denial
        why = coded("gate.no_rule_allows")
        if ruling.rule is not None and ruling.verdict == "ask":
            why = coded("gate.rule_wants_person_asked", id=ruling.rule.id)
        elif ruling.rule is not None and attempt.leaks:
            why = coded("gate.rule_not_cover", id=ruling.rule.id, reason=leak_words(attempt.leaks))
        elif ruling.rule is not None and doubtful:
            why = coded("gate.rule_not_cover", id=ruling.rule.id, reason=misfit(warnings) or warnings[0])
        elif ruling.note:
            why = coded("gate.no_rule_covers", note=ruling.note)
        return Decision("deny", denial.by, clauses(why, denial.reason))

    def look_again(self, attempt: InflightCall, channel: ServerChannel, filled: tuple[str, ...]) -> None:
        """Raises `NotProvidedError` when a prepared call would not leave as it was judged, or may not leave any more.

        ``filled`` are the arguments that the channel will fill in (`ServerChannel.prepare`).
        """
        gate, call = self._gate, attempt.call
        if gate.panic:
            raise NotProvidedError(PANIC.reason)
        if filled or call.filled or gate.servers.fills(call.server):
            self._look_at_fills(call, filled)
        self._look_at_needs(attempt, *channel.given(call.message))
        if attempt.judged != gate.editions or attempt.rule_ends or (attempt.verdict and not gate.trusts_log()):
            self._ask_rules_again(attempt)

    def _look_at_fills(self, call: Call, filled: tuple[str, ...]) -> None:
        """What is filled in is what was judged and shown, and all of it."""
        if self._gate.servers.filled_of(call.server, call.tool) != call.filled:
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(filled) - set(pointers(call.filled)):
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(pointers(call.filled)) - set(filled):
            raise NotProvidedError(coded("gate.server_cannot_given_fills"))

    @staticmethod
    def _look_at_needs(attempt: InflightCall, title: str, needs: tuple[str, ...]) -> None:
        """The call goes to the tool that was judged and shown, with no more than that needs."""
        tool = attempt.tool
        if tool is None:
            if needs and attempt.by.startswith("rule "):  # a person was shown the worst that it can be given
                raise NotProvidedError(coded("gate.server_had_not_listed"))
        elif title and (title != tool.title or not set(needs) <= set(tool.needs)):
            raise NotProvidedError(coded("gate.server_describes_tool_another"))

    def _ask_rules_again(self, attempt: InflightCall) -> None:
        """What a person has forbidden since the call was judged does not leave."""
        gate, call = self._gate, attempt.call
        if not gate.exposure.exposed(call.client.id, call.server, call.tool):
            raise NotProvidedError(coded("gate.tool_switched_off_now"))
        tool = gate.tools.get(call.server, call.tool, call.session)
        verdict = gate.ruling(call, tool).verdict
        if verdict == "deny" or (verdict == "ask" and attempt.by.startswith("rule ")):
            raise NotProvidedError(coded("gate.rules_no_longer_allow"))

    def _leaking(self, attempt: InflightCall) -> Decision | None:
        """The verdict on a call that would carry a secret away; None when there is none, or a person may see it."""
        gate, call = self._gate, attempt.seen
        if gate.leaks is None or not attempt.leaks or not gate.leaks.refuse:
            return None
        gate.leaked.append(
            LeakedMessage(
                call=call.id,
                client=call.client.id,
                server=call.server,
                tool=call.tool,
                secrets=attempt.leaks,
                since=call.since,
            )
        )
        gate.changed()
        return Decision("deny", "leak", coded("gate.secret_in_arguments", secrets=attempt.leaks))

    def _answered(self, attempt: InflightCall) -> Decision | None:
        """What was approved before. Nothing that holds a secret goes on with that: it is looked at again."""
        if self._gate.closing:
            return CLOSING
        return None if attempt.leaks else self._continued(attempt) or self._ticketed(attempt)

    def _bound(self, attempt: InflightCall) -> str:
        """Why what is filled in cannot be, or is set by the call itself; from here on its tool is as the model sees it.

        A tool that was never listed has no schema to look at: it is filled in where the person said.
        """
        call, tool = attempt.call, attempt.tool
        try:
            check(pointers(call.filled))
            if tool is not None:
                attempt.tool = tool = seen_by_model(tool, call.filled)
        except InjectionError as why:
            return coded("gate.cannot_fill_bound_tool", reason=why)
        found = brought(call.arguments, pointers(call.filled), tool.input_schema if tool else None)
        return found or next((one.missing for one in call.filled if one.missing), "")

    def _continued(self, attempt: InflightCall) -> Decision | None:
        """The verdict for a call that goes on with one that was approved, when it is exactly that."""
        if not continues(attempt.call.message):
            return None
        attempt.round = self._gate.rounds.take(attempt.call, attempt.tool, self._gate.clock())
        if attempt.round is None:
            return None
        return Decision("allow", f"continuation of {attempt.round.call}", arguments=attempt.round.arguments)

    def _ticketed(self, attempt: InflightCall) -> Decision | None:
        """The answer that an earlier, identical call left behind. It is used up by this look."""
        if not len(self._gate.tickets):
            return None
        found = self._gate.tickets.take(ticket_id(attempt.call, attempt.tool), self._gate.clock())
        if found is None:
            return None
        by = f"ticket of {found.call.id}"
        return Decision(found.verdict, by, found.reason, found.arguments, found.presence, found.approver)


def leak_words(secrets: tuple[str, ...]) -> str:
    """What stands in the inputs of a call, by its name."""
    return coded("gate.reason_arguments_hold_secret", secrets=tuple(secrets))


def leak_sentence(secrets: tuple[str, ...]) -> str:
    """The same for a person who looks at the call."""
    return coded("gate.arguments_hold_secret", secrets=tuple(secrets))


_WITHHELD = coded("gate.withheld_because_hold_secret")
