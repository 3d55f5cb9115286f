"""What is known of a call before anybody is asked: hidden, ruled on, gone on with, or refused: nobody can be asked.

And the last look before it leaves: what has changed since it was judged.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.deferred_approvals import deferred_approval_id
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.model import Call, LeakedMessage
from toolguard.gate.policy.argument_injection import InjectionError, brought, check, pointers, seen_by_model
from toolguard.gate.policy.outgoing_secrets import found_in
from toolguard.gate.policy.rules import Ruling, ends_by_itself
from toolguard.gate.policy.tools import misfit
from toolguard.gate.session.continuations import is_continuation
from toolguard.gate.session.inflight_call import InflightCall
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.upstream import NotProvidedError, ServerChannel, UnavailableError, Upstream
from toolguard.gate.texts import clauses, coded

HIDDEN = Decision("deny", "hidden", coded("gate.tool_switched_off"))
"""The verdict on a tool that this client is not shown: it is answered as if there were none."""
PANIC = Decision("deny", "panic", coded("gate.all_calls_denied"))
"""The verdict on every call while a person wants that."""
CLOSING = Decision("deny", "closing", coded("gate.closing"))
LIST_TIMEOUT = 5.0
"""Seconds for a server to tell its tools, when one that was never listed is called."""


class Policy:
    """Judges calls. It changes nothing but what is known of them; a call without a verdict is a person's to decide."""

    def __init__(self, gate: GateContext) -> None:
        self._gate = gate

    def judge(self, inflight: InflightCall, *, is_list_fetched: bool = False) -> None:
        """Set its ``verdict``; None if a person must be asked, with the ``warnings`` for them.

        An ``unlisted`` call is to be judged `anew`; ``is_list_fetched``: the server was asked already.
        """
        gate, call = self._gate, inflight.call
        inflight.editions_decided = gate.editions
        if gate.leaks is not None and gate.leaks.active:
            inflight.leaks = found_in(gate.leaks, call.message)
            self.mask(inflight)
        refused = self._check_injection(inflight) if call.filled else ""
        warnings, has_mismatch = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        ruling = gate.ruling(call, inflight.tool)
        inflight.rule_expires = ruling.rule is not None and ends_by_itself(ruling.rule)
        rule = ruling.rule
        inflight.rule_pins_definition = rule is not None and (rule.fingerprint != "" or rule.covers is not None)
        needs_list = not is_list_fetched and inflight.tool is None and gate.servers.gives(call.server)
        if not gate.tool_visibility.exposed(call.client.id, call.server, call.tool):
            inflight.verdict = HIDDEN
        elif gate.panic:
            inflight.verdict = PANIC
        elif (
            gate.call_limits
            and not is_list_fetched
            and (over := gate.call_limits.refuse(call, gate.clock())) is not None
        ):
            inflight.verdict = over
        elif refused:
            inflight.verdict = Decision("deny", "bound argument", refused)
        elif needs_list and ruling.verdict != "deny" and not inflight.leaks:
            inflight.is_unlisted = True
        elif (decided := self._apply_rule(inflight, ruling, has_mismatch) or self._refuse_leak(inflight)) is not None:
            inflight.verdict = decided
        elif (answered := self._find_earlier_approval(inflight)) is not None:
            inflight.verdict = answered
        elif not gate.availability.can_ask:
            inflight.verdict = self._deny_unattended(inflight, ruling, warnings, has_mismatch)
        elif (over := gate.prompt_limits.refuse(call.client.id, call.server, gate.clock())) is not None:
            inflight.verdict = over
        else:
            self._set_warnings(inflight, ruling, warnings)

    def _set_warnings(self, inflight: InflightCall, ruling: Ruling, warnings: tuple[str, ...]) -> None:
        """Set what the person who is asked should know."""
        leaks = self._gate.leaks
        inflight.warnings = (*((ruling.note,) if ruling.note else ()), *warnings)
        if leaks is not None and inflight.leaks:
            inflight.warnings = (leak_warning(inflight.leaks), *leaks.masked(list(inflight.warnings)))

    def apply_listed_tool(self, inflight: InflightCall) -> Decision | None:
        """Warn of a call that a person is asked about by its tool, which is known only now; no rule allows it.

        Returns the denial of a call that cannot be made as its tool is.
        """
        gate, call = self._gate, inflight.call
        inflight.tool = gate.tools.get(call.server, call.tool, call.session)
        if call.filled and (refused := self._check_injection(inflight)):
            return Decision("deny", "bound argument", refused)
        warnings, _ = gate.tools.warnings(call.server, call.tool, call.arguments, call.session, call.filled)
        self._set_warnings(inflight, gate.ruling(call, inflight.tool), warnings)
        return None

    async def rejudge(self, inflight: InflightCall, upstream: Upstream) -> None:
        """Judge an ``unlisted`` call by what its server tells of its tools now.

        Of a tool that is not known even then nothing is given by a rule (`recheck`).
        """
        gate, call = self._gate, inflight.call
        inflight.is_unlisted = False
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(LIST_TIMEOUT):
                listed = await (await upstream.ready()).learn(call.message)
                if listed is not None:
                    gate.tools.looked(call.server, listed)
                    gate.renewed()
        inflight.tool = gate.tools.get(call.server, call.tool, call.session)
        self.judge(inflight, is_list_fetched=True)

    async def rejudge_by_new_list(self, inflight: InflightCall, lists: ListRefresh) -> None:
        """Judge a call that a rule allows by what its server says of its tools now, where it says so in time."""
        gate, call = self._gate, inflight.call
        edition = gate.tools.edition
        await lists.refresh(call.message)
        if gate.tools.edition != edition:
            inflight.tool = gate.tools.get(call.server, call.tool, call.session)
            inflight.verdict = None
            self.judge(inflight, is_list_fetched=True)

    def mask(self, inflight: InflightCall) -> None:
        """How a call that holds secrets may be shown, as it is now."""
        leaks, call = self._gate.leaks, inflight.call
        if leaks is None or not inflight.leaks:
            return
        params = leaks.masked(call.message["params"])
        if leaks.found(jsonrpc.encode(params)):  # in a form that can be found and not be taken out
            params = {"name": leaks.masked(call.tool), "arguments": {_WITHHELD: ", ".join(inflight.leaks)}}
        message = {**call.message, "params": params}
        inflight.masked = msgspec.structs.replace(call, message=message, tool=params["name"])

    @staticmethod
    def _apply_rule(inflight: InflightCall, ruling: Ruling, has_mismatch: bool) -> Decision | None:
        """What a rule says. One that allows says nothing of a call that holds a secret, or does not fit its schema."""
        if ruling.rule is None or ruling.verdict == "ask":
            return None
        if ruling.verdict == "allow" and (has_mismatch or inflight.leaks):
            return None
        why = coded("gate.rule_denies", id=ruling.rule.id) if ruling.verdict == "deny" else ""
        return Decision(ruling.verdict, f"rule {ruling.rule.id}", why)

    def _deny_unattended(
        self, inflight: InflightCall, ruling: Ruling, warnings: tuple[str, ...], has_mismatch: bool
    ) -> Decision:
        """Return the denial of a call that must be asked about where nobody can be, with the reason for both."""
        denial = self._gate.availability.denial
        if denial.by == "closing":
            return denial
        why = coded("gate.no_rule_allows")
        if ruling.rule is not None and ruling.verdict == "ask":
            why = coded("gate.rule_wants_person_asked", id=ruling.rule.id)
        elif ruling.rule is not None and inflight.leaks:
            why = coded("gate.rule_not_cover", id=ruling.rule.id, reason=leak_reason(inflight.leaks))
        elif ruling.rule is not None and has_mismatch:
            why = coded("gate.rule_not_cover", id=ruling.rule.id, reason=misfit(warnings) or warnings[0])
        elif ruling.note:
            why = coded("gate.no_rule_covers", note=ruling.note)
        return Decision("deny", denial.by, clauses(why, denial.reason))

    def recheck(self, inflight: InflightCall, channel: ServerChannel, filled: tuple[str, ...]) -> None:
        """Raises `NotProvidedError` when a prepared call would not leave as it was judged, or may not leave any more.

        ``filled`` are the arguments that the channel will fill in (`ServerChannel.prepare`).
        """
        gate, call = self._gate, inflight.call
        if gate.panic:
            raise NotProvidedError(PANIC.reason)
        if filled or call.filled or gate.servers.fills(call.server):
            self._check_injected_arguments(call, filled)
        self._check_tool_needs(inflight, *channel.given(call.message))
        if (
            inflight.editions_decided != gate.editions
            or inflight.rule_expires
            or (inflight.verdict and not gate.trusts_log())
        ):
            self._recheck_rules(inflight)

    def _check_injected_arguments(self, call: Call, filled: tuple[str, ...]) -> None:
        """What is filled in is what was judged and shown, and all of it."""
        if self._gate.servers.filled_of(call.server, call.tool) != call.filled:
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(filled) - set(pointers(call.filled)):
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(pointers(call.filled)) - set(filled):
            raise NotProvidedError(coded("gate.server_cannot_given_fills"))

    @staticmethod
    def _check_tool_needs(inflight: InflightCall, title: str, needs: tuple[str, ...]) -> None:
        """The call goes to the tool that was judged and shown, with no more than that needs."""
        tool = inflight.tool
        if tool is None:
            if needs and inflight.by.startswith("rule "):  # a person was shown the worst that it can be given
                raise NotProvidedError(coded("gate.server_had_not_listed"))
        elif title and (title != tool.title or not set(needs) <= set(tool.needs)):
            raise NotProvidedError(coded("gate.server_describes_tool_another"))

    def _recheck_rules(self, inflight: InflightCall) -> None:
        """What a person has forbidden since the call was judged does not leave."""
        gate, call = self._gate, inflight.call
        if not gate.tool_visibility.exposed(call.client.id, call.server, call.tool):
            raise NotProvidedError(coded("gate.tool_switched_off_now"))
        tool = gate.tools.get(call.server, call.tool, call.session)
        verdict = gate.ruling(call, tool).verdict
        if verdict == "deny" or (verdict == "ask" and inflight.by.startswith("rule ")):
            raise NotProvidedError(coded("gate.rules_no_longer_allow"))

    def _refuse_leak(self, inflight: InflightCall) -> Decision | None:
        """The verdict on a call that would carry a secret away; None when there is none, or a person may see it."""
        gate, call = self._gate, inflight.shown
        if gate.leaks is None or not inflight.leaks or not gate.leaks.refuse:
            return None
        gate.leaked.append(
            LeakedMessage(
                call=call.id,
                client=call.client.id,
                server=call.server,
                tool=call.tool,
                secrets=inflight.leaks,
                since=call.since,
            )
        )
        gate.changed()
        return Decision("deny", "leak", coded("gate.secret_in_arguments", secrets=inflight.leaks))

    def _find_earlier_approval(self, inflight: InflightCall) -> Decision | None:
        """What was approved before. Nothing that holds a secret goes on with that: it is is_list_fetched at again."""
        if self._gate.closing:
            return CLOSING
        return None if inflight.leaks else self._continue_approved(inflight) or self._take_deferred_approval(inflight)

    def _check_injection(self, inflight: InflightCall) -> str:
        """Why what is filled in cannot be, or is set by the call itself; from here on its tool is as the model sees it.

        A tool that was never listed has no schema to look at: it is filled in where the person said.
        """
        call, tool = inflight.call, inflight.tool
        try:
            check(pointers(call.filled))
            if tool is not None:
                inflight.tool = tool = seen_by_model(tool, call.filled)
        except InjectionError as why:
            return coded("gate.cannot_fill_bound_tool", reason=why)
        found = brought(call.arguments, pointers(call.filled), tool.input_schema if tool else None)
        return found or next((one.missing for one in call.filled if one.missing), "")

    def _continue_approved(self, inflight: InflightCall) -> Decision | None:
        """The verdict for a call that goes on with one that was approved, when it is exactly that."""
        if not is_continuation(inflight.call.message):
            return None
        inflight.continuation = self._gate.continuations.take(inflight.call, inflight.tool, self._gate.clock())
        if inflight.continuation is None:
            return None
        return Decision(
            "allow", f"continuation of {inflight.continuation.call}", arguments=inflight.continuation.arguments
        )

    def _take_deferred_approval(self, inflight: InflightCall) -> Decision | None:
        """The answer that an earlier, identical call left behind. It is used up by this look."""
        if not len(self._gate.deferred_approvals):
            return None
        found = self._gate.deferred_approvals.take(
            deferred_approval_id(inflight.call, inflight.tool), self._gate.clock()
        )
        if found is None:
            return None
        by = f"ticket of {found.call.id}"
        return Decision(found.verdict, by, found.reason, found.arguments, found.presence, found.approver)


def leak_reason(secrets: tuple[str, ...]) -> str:
    """What stands in the inputs of a call, by its name."""
    return coded("gate.reason_arguments_hold_secret", secrets=tuple(secrets))


def leak_warning(secrets: tuple[str, ...]) -> str:
    """The same for a person who looks at the call."""
    return coded("gate.arguments_hold_secret", secrets=tuple(secrets))


_WITHHELD = coded("gate.withheld_because_hold_secret")
