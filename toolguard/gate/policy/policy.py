"""Policy: judges a call before anybody is asked, and rechecks it before it is sent."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from toolguard.gate import deciders, jsonrpc
from toolguard.gate.approvals.deferred_approvals import deferred_approval_id
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.context import GateContext
from toolguard.gate.model import Call, Editions, LeakedMessage
from toolguard.gate.policy.argument_injection import InjectionError, check, forbidden_arguments, hide_injected, pointers
from toolguard.gate.policy.conditions import unseen_code
from toolguard.gate.policy.outgoing_secrets import find_secrets
from toolguard.gate.policy.rules import DEFINITION_UNKNOWN, Ruling, has_end
from toolguard.gate.policy.tools import first_mismatch
from toolguard.gate.session.continuations import is_continuation
from toolguard.gate.session.inflight_call import InflightCall
from toolguard.gate.session.list_refresh import ListRefresh
from toolguard.gate.session.upstream import NotProvidedError, UnavailableError, Upstream
from toolguard.gate.texts import clauses, coded

HIDDEN = Decision("deny", "hidden", coded("gate.tool_switched_off"))
"""Verdict on a tool hidden from this client: answered as if the tool did not exist."""
PANIC = Decision("deny", "panic", coded("gate.all_calls_denied"))
"""Verdict on every call while panic is on."""
CLOSING = Decision("deny", "closing", coded("gate.closing"))
LIST_TIMEOUT = 5.0
"""Seconds in which a server must list its tools when an unlisted one is called."""


class Policy:
    """Judges calls. A call without a verdict is for a person to decide."""

    def __init__(self, gate: GateContext) -> None:
        self._gate = gate

    def judge(self, inflight: InflightCall, now: float, *, is_list_fetched: bool = False) -> None:
        """Set the call's ``verdict`` at ``now``; None if a person must be asked, with ``warnings`` for them.

        A call that comes out ``is_unlisted`` must go through `rejudge`. ``is_list_fetched``: the server was asked
        already.
        """
        gate, call = self._gate, inflight.call
        inflight.editions_decided = gate.editions
        if gate.leaks is not None and gate.leaks.is_active:
            inflight.leaks = find_secrets(gate.leaks, call.message)
            self.mask(inflight)
        refused = self._check_injection(inflight) if call.injected else ""
        warnings, has_mismatch = gate.tools.warnings(
            call.server, call.tool, call.arguments, call.session, call.injected, size=len(inflight.decided)
        )
        ruling = gate.ruling(call, inflight.tool, now)
        inflight.rule_expires = ruling.rule is not None and has_end(ruling.rule)
        rule = ruling.rule
        inflight.rule_pins_definition = rule is not None and (rule.fingerprint != "" or rule.covers is not None)
        needs_list = (
            inflight.tool is None
            and not is_list_fetched
            and (ruling.note == DEFINITION_UNKNOWN or gate.servers.has_tool_needs(call.server))
        )
        if not gate.tool_visibility.is_visible(call.client.id, call.server, call.tool):
            inflight.verdict = HIDDEN
        elif gate.panic:
            inflight.verdict = PANIC
        elif gate.call_limits.in_force and not is_list_fetched and (over := gate.call_limits.refuse(call, now)):
            inflight.verdict = over
        elif refused:
            inflight.verdict = Decision("deny", "bound argument", refused)
        elif needs_list and ruling.verdict != "deny" and not inflight.leaks:
            inflight.is_unlisted = True
        elif (
            decided := self._apply_rule(inflight, ruling, has_mismatch, now) or self._refuse_leak(inflight)
        ) is not None:
            inflight.verdict = decided
        elif (answered := self._find_earlier_approval(inflight, now)) is not None:
            inflight.verdict = answered
        elif not gate.availability.can_ask:
            inflight.verdict = self._deny_unattended(inflight, ruling, warnings, has_mismatch)
        elif (over := gate.prompt_limits.refuse(call.client.id, call.server, now)) is not None:
            inflight.verdict = over
        else:
            self._set_warnings(inflight, ruling, warnings, has_mismatch)

    def _set_warnings(
        self, inflight: InflightCall, ruling: Ruling, warnings: tuple[str, ...], has_mismatch: bool
    ) -> None:
        """Set the warnings for the person who is asked, and why they are. ``warnings`` are `ToolCatalog.warnings`."""
        leaks = self._gate.leaks
        inflight.asked_because = _why_asked(inflight, ruling, warnings, has_mismatch)
        rule = ruling.rule or ruling.insufficient
        inflight.rule = rule.id if rule is not None else ""
        of_commands = unseen_code.warnings(inflight.call.arguments)
        inflight.warnings = (*((ruling.note,) if ruling.note else ()), *warnings, *of_commands)
        if leaks is not None and inflight.leaks:
            inflight.warnings = (leak_warning(inflight.leaks), *leaks.mask(list(inflight.warnings)))
            inflight.asked_because = leaks.mask(inflight.asked_because)

    def apply_listed_tool(self, inflight: InflightCall) -> Decision | None:
        """Update a pending call whose tool has just been listed. No rule allows it.

        Returns a denial if the call cannot be made with the tool as it is.
        """
        gate, call = self._gate, inflight.call
        inflight.tool = gate.tools.get(call.server, call.tool, call.session)
        if call.injected and (refused := self._check_injection(inflight)):
            return Decision("deny", "bound argument", refused)
        warnings, has_mismatch = gate.tools.warnings(
            call.server, call.tool, call.arguments, call.session, call.injected
        )
        self._set_warnings(inflight, gate.ruling(call, inflight.tool, gate.clock()), warnings, has_mismatch)
        return None

    async def rejudge(self, inflight: InflightCall, upstream: Upstream, lists: ListRefresh) -> None:
        """Fetch the server's tools and judge an unlisted call by them.

        If the tool is still unknown, a rule gives it none of its needs (`recheck`).
        """
        gate, call = self._gate, inflight.call
        inflight.is_unlisted = False
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(LIST_TIMEOUT):
                if not gate.servers.has_tool_needs(call.server):
                    await lists.refresh(call.message, most=LIST_TIMEOUT)
                elif (listed := await (await upstream.ready()).learn(call.message)) is not None:
                    gate.tools.replace_list(call.server, listed)
                    gate.renewed()
        inflight.tool = gate.tools.get(call.server, call.tool, call.session)
        self.judge(inflight, gate.clock(), is_list_fetched=True)

    async def rejudge_by_new_list(self, inflight: InflightCall, lists: ListRefresh) -> None:
        """Refresh the list of tools, and judge the call again if the list changed in time."""
        gate, call = self._gate, inflight.call
        edition = gate.tools.edition
        await lists.refresh(call.message)
        if gate.tools.edition != edition:
            inflight.tool = gate.tools.get(call.server, call.tool, call.session)
            inflight.verdict = None
            self.judge(inflight, gate.clock(), is_list_fetched=True)

    def mask(self, inflight: InflightCall) -> None:
        """Set the masked form of a call that contains secrets."""
        leaks, call = self._gate.leaks, inflight.call
        if leaks is None or not inflight.leaks:
            return
        params = leaks.mask(call.message["params"])
        if leaks.find(jsonrpc.encode(params)):  # found in a form that cannot be masked
            params = {"name": leaks.mask(call.tool), "arguments": {_WITHHELD: ", ".join(inflight.leaks)}}
        message = {**call.message, "params": params}
        inflight.masked = msgspec.structs.replace(call, message=message, tool=params["name"])

    def _apply_rule(self, inflight: InflightCall, ruling: Ruling, has_mismatch: bool, now: float) -> Decision | None:
        """Return a rule's decision; None if an allow rule does not apply (secret, schema, answers to no question)."""
        if ruling.rule is None or ruling.verdict == "ask":
            return None
        if ruling.verdict == "allow" and (
            has_mismatch
            or inflight.leaks
            or (
                is_continuation(inflight.call.message)
                and not self._gate.continuations.is_covered(ruling.rule, inflight.call, inflight.tool, now)
            )
        ):
            return None
        why = coded("gate.rule_denies", id=ruling.rule.id) if ruling.verdict == "deny" else ""
        return Decision(ruling.verdict, deciders.RULE + ruling.rule.id, why)

    def _deny_unattended(
        self, inflight: InflightCall, ruling: Ruling, warnings: tuple[str, ...], has_mismatch: bool
    ) -> Decision:
        """Return the denial of a call that needs a person while nobody can be asked, with both reasons."""
        denial = self._gate.availability.denial
        if denial.by == "closing":
            return denial
        why = _why_asked(inflight, ruling, warnings, has_mismatch)
        return Decision("deny", denial.by, clauses(why, denial.reason))

    def recheck(self, inflight: InflightCall, filled: tuple[str, ...]) -> None:
        """Raise `NotProvidedError` if a prepared call would differ from what was judged, or is no longer allowed.

        ``filled``: the arguments that the channel will inject (`ServerChannel.prepare`). `check_reached_tool` is the
        other half.
        """
        gate, call, editions = self._gate, inflight.call, self._gate.editions
        if gate.panic or editions.panics != inflight.editions_decided.panics:
            raise NotProvidedError(PANIC.reason)
        if editions.leaks != inflight.editions_decided.leaks:
            self._recheck_leaks(inflight)
        if filled or call.injected or gate.servers.has_injected_arguments(call.server):
            self._check_injected_arguments(call, filled)
        if (
            inflight.editions_decided != editions
            or inflight.rule_expires
            or inflight.edited is not None
            or (inflight.verdict and not gate.trusts_log())
        ):
            self._recheck_rules(inflight)

    def _recheck_leaks(self, inflight: InflightCall) -> None:
        """Check that the call has no secret whose value became known after it was judged, and to nobody who decided."""
        leaks = self._gate.leaks
        found = find_secrets(leaks, inflight.call.message) if leaks is not None else ()
        if unseen := tuple(name for name in found if name not in inflight.leaks):
            raise NotProvidedError(coded("gate.secret_in_arguments", secrets=unseen))

    def _check_injected_arguments(self, call: Call, filled: tuple[str, ...]) -> None:
        """Check that exactly the judged and shown arguments are injected."""
        if self._gate.servers.injected_arguments(call.server, call.tool) != call.injected:
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(filled) - set(pointers(call.injected)):
            raise NotProvidedError(coded("gate.fills_tool_changed_call"))
        if set(pointers(call.injected)) - set(filled):
            raise NotProvidedError(coded("gate.server_cannot_given_fills"))

    @staticmethod
    def check_reached_tool(inflight: InflightCall, title: str, needs: tuple[str, ...]) -> None:
        """Raise `NotProvidedError` if the call reaches another tool than was judged, or one that receives more than was
        shown. ``title`` and ``needs`` are from `ServerChannel.reached_tool`.
        """
        tool = inflight.tool
        if tool is None:
            if needs and inflight.by.startswith(deciders.RULE):  # a person was shown the maximum that it can receive
                raise NotProvidedError(coded("gate.server_had_not_listed"))
        elif title and (title != tool.title or not set(needs) <= set(tool.needs)):
            raise NotProvidedError(coded("gate.server_describes_tool_another"))

    def _recheck_rules(self, inflight: InflightCall) -> None:
        """Check that the call, as it is sent, is not forbidden: since it was judged, or as a person edited it."""
        gate, call = self._gate, inflight.call
        if not gate.tool_visibility.is_visible(call.client.id, call.server, call.tool):
            raise NotProvidedError(coded("gate.tool_switched_off_now"))
        tool = gate.tools.get(call.server, call.tool, call.session)
        verdict = gate.ruling(call, tool, gate.clock()).verdict
        by_rule = inflight.by.startswith(deciders.RULE)
        if verdict == "deny" or (verdict == "ask" and by_rule):
            raise NotProvidedError(coded("gate.rules_no_longer_allow"))
        if not by_rule and inflight.tool and tool and inflight.tool.definition != tool.definition:
            raise NotProvidedError(coded("gate.tool_definition_changed"))

    def _refuse_leak(self, inflight: InflightCall) -> Decision | None:
        """Return the denial of a call that would leak a secret; None if it has none or a person may see it."""
        gate, call = self._gate, inflight.shown
        if gate.leaks is None or not inflight.leaks or not gate.leaks.refuses:
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

    def _find_earlier_approval(self, inflight: InflightCall, now: float) -> Decision | None:
        """Return the decision of an earlier approval. Calls with secrets have none: they are reviewed again."""
        if self._gate.closing:
            return CLOSING
        if inflight.leaks:
            return None
        return self._continue_approved(inflight, now) or self._take_deferred_approval(inflight, now)

    def _check_injection(self, inflight: InflightCall) -> str:
        """Return why arguments cannot be injected, or that the call sets them itself; else "". Hides them in the tool's
        schema.

        An unlisted tool has no schema to check; its arguments are injected where the person said.
        """
        call, tool = inflight.call, inflight.tool
        try:
            check(pointers(call.injected))
            if tool is not None:
                inflight.tool = tool = hide_injected(tool, call.injected)
        except InjectionError as why:
            return coded("gate.cannot_fill_bound_tool", reason=why)
        problem = forbidden_arguments(call.arguments, pointers(call.injected), tool.input_schema if tool else None)
        return problem or next((argument.missing for argument in call.injected if argument.missing), "")

    def _continue_approved(self, inflight: InflightCall, now: float) -> Decision | None:
        """Return the verdict for a continuation of an approved call; None if it is not exactly that."""
        if not is_continuation(inflight.call.message):
            return None
        inflight.continuation = self._gate.continuations.take(inflight.call, inflight.tool, now)
        if inflight.continuation is None:
            return None
        return Decision(
            "allow", deciders.CONTINUATION + inflight.continuation.call, arguments=inflight.continuation.arguments
        )

    def _take_deferred_approval(self, inflight: InflightCall, now: float) -> Decision | None:
        """Use up the deferred approval of an identical call; None if there is none."""
        if not len(self._gate.deferred_approvals):
            return None
        approval = self._gate.deferred_approvals.take(deferred_approval_id(inflight.call, inflight.tool), now)
        if approval is None:
            return None
        by = deciders.DEFERRED + approval.call.id
        return Decision(approval.verdict, by, approval.reason, approval.arguments, approval.presence, approval.approver)


def late_denial(gate: GateContext, since: Editions) -> Decision | None:
    """Return the denial if nobody can be asked any more, though ``since`` then somebody could; None if somebody can."""
    if gate.has_panicked(since):
        return PANIC
    if gate.closing:
        return CLOSING
    return None if gate.availability.can_ask else gate.availability.denial


def _why_asked(inflight: InflightCall, ruling: Ruling, warnings: tuple[str, ...], has_mismatch: bool) -> str:
    """Return why no rule decides a call, as a clause."""
    if ruling.rule is None:
        return coded("gate.no_rule_covers", note=ruling.note) if ruling.note else coded("gate.no_rule_allows")
    if ruling.verdict == "ask":
        return coded("gate.rule_wants_person_asked", id=ruling.rule.id)
    if inflight.leaks:
        reason = leak_reason(inflight.leaks)
    elif has_mismatch:
        reason = first_mismatch(warnings) or warnings[0]
    else:
        reason = coded("gate.continues_nothing")
    return coded("gate.rule_not_cover", id=ruling.rule.id, reason=reason)


def leak_reason(secrets: tuple[str, ...]) -> str:
    """Return the reason that names the secrets in a call's arguments."""
    return coded("gate.reason_arguments_hold_secret", secrets=tuple(secrets))


def leak_warning(secrets: tuple[str, ...]) -> str:
    """Return the warning that names the secrets in a call's arguments."""
    return coded("gate.arguments_hold_secret", secrets=tuple(secrets))


_WITHHELD = coded("gate.withheld_because_hold_secret")
