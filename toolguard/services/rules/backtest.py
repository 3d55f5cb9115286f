"""Backtest of a rule: which recorded calls it would have decided differently, page by page, denied calls first.

Runs on a thread that may block, because conditions on paths read the disk. A page ends after some milliseconds and
contains the cursor of the next one, so no state is kept between pages.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.request_kinds import CALL, REQUEST_KINDS, RequestSetting, bare_method, kind_of_rule_method
from toolguard.gate.model import Call, ClientInfo, Tool
from toolguard.gate.policy.conditions.widths import exact, one_of, similar
from toolguard.gate.policy.rules import ANY, MAX_EXAMPLES, Rule, RuleSet, covers_tool, is_broad, pattern_for
from toolguard.gate.texts import coded
from toolguard.servers.local_paths import LocalFileSystem
from toolguard.services.interface import BackTestPage, DifferentCall, ProposedRule, RefusedError
from toolguard.store.log.index.log_index import CallFilter
from toolguard.store.log.past_calls import PastCall, PastCalls

_PAGE_SECONDS = 0.12  # seconds that one page takes
_FIRST_PAGE_SECONDS = 0.03  # seconds that the first page takes, so that results appear soon
_MAX_EXAMINED_CALLS = 1_000  # maximum calls that one page examines
_MAX_CHANGED_CALLS = 50  # maximum calls that it returns
_MAX_ARGUMENTS_SIZE = 16 * 1024  # maximum bytes of arguments that are returned with a call, and of an example
_PASSES: tuple[Literal["deny", "allow"], ...] = ("deny", "allow")
_UNDECIDED = frozenset((
    "hidden", "leak", "crash", "closing", "limit", "rate limit", "size limit", "panic", "log", "fault",
    "bound argument",
))  # fmt: skip
"""Decisions that no rule changes."""

Tools = Mapping[tuple[str, str], Tool]
Paths = Callable[[str], LocalFileSystem | None]


def a_call(client: str, server: str, tool: str, arguments: dict[str, Any], method: str = CALL) -> Call:
    """Return a call, or another request, for which rules can be evaluated."""
    params = {"name": tool, "arguments": arguments}
    if method != CALL:
        tool, params = bare_method(method), arguments
    return Call(
        id="", session="", client=ClientInfo(id=client), claim="", server=server, tool=tool,
        message={"params": params}, era="legacy", since=0.0, method=method,
    )  # fmt: skip


def without_rule(call: Call, requests: Mapping[str, RequestSetting]) -> RequestSetting:
    """Return what happens without a rule: a tool call is asked about, the server's settings decide other requests."""
    kind = kind_of_rule_method(call.method)
    return requests.get(kind, REQUEST_KINDS[kind].default) if kind else "ask"


class BackTest:
    """Comparison of the current rules with the rules after a change."""

    def __init__(self, rule: Rule, in_force: RuleSet, tools: Tools, paths: Paths, now: float) -> None:
        """``rule`` replaces the rule ``in_force`` that has its id, if any."""
        rules = list(in_force)
        self._rule = msgspec.structs.replace(rule, examples=())
        is_one_tool = rule.method == CALL and not (is_broad(rule.server) or is_broad(rule.tool))
        others = [each for each in rules if not is_one_tool or covers_tool(each, rule.server, rule.tool)]
        self._alone = in_force.with_rules([self._rule], paths)
        self._rules_before = in_force.with_rules(others, paths)
        self._rules_after = in_force.with_rules([*(each for each in others if each.id != rule.id), self._rule], paths)
        self._tools, self._now = tools, now
        self._replaces = any(each.id == rule.id for each in rules)

    def page(self, calls: PastCalls, cursor: str) -> BackTestPage:
        """Examine calls from ``cursor`` on ("" is the beginning) for some milliseconds."""
        began, start = time.monotonic(), cursor.partition(":")
        soon = _PAGE_SECONDS if cursor else _FIRST_PAGE_SECONDS
        page: BackTestPage = {"looked": 0, "covered": 0, "denied": 0, "different": [], "next": ""}
        passes = _PASSES[_PASSES.index(cast('Literal["deny", "allow"]', start[0])) :] if cursor else _PASSES
        before = int(start[2]) if start[2] else None
        for verdict in passes:
            for seq, call in calls.decided(self._filter(verdict), before):
                if call is not None and call.by not in _UNDECIDED:
                    self._compare(call, page)
                page["looked"] += 1
                late = time.monotonic() - began > soon
                if late or page["looked"] >= _MAX_EXAMINED_CALLS or len(page["different"]) >= _MAX_CHANGED_CALLS:
                    return {**page, "next": f"{verdict}:{seq}"}
            before = None
        return page

    def _filter(self, verdict: str) -> CallFilter:
        rule = self._rule
        client, server, tool = ("" if is_broad(place) else place for place in (rule.client, rule.server, rule.tool))
        if rule.method != CALL:
            tool = "" if is_broad(rule.method) else bare_method(rule.method)
        return CallFilter(verdict=verdict, client=client, server=server, tool=tool)

    def _compare(self, call: PastCall, page: BackTestPage) -> None:
        request = a_call(call.client, call.server, call.tool, call.arguments, call.method)
        tool = self._tools.get((call.server, call.tool)) if call.method == CALL else None
        if covered := self._alone.decide(request, tool, self._now).rule is not None:
            page["covered"] += 1
            page["denied"] += call.verdict == "deny" and call.by == "person"
        if not covered and not self._replaces:
            return
        before, after = (rules.decide(request, tool, self._now) for rules in (self._rules_before, self._rules_after))
        if before.verdict != after.verdict:
            page["different"].append(_different_call(call, before.verdict, after.verdict))


def _different_call(call: PastCall, before: str, after: str) -> DifferentCall:
    text = jsonrpc.text(call.arguments)
    whole = len(text) <= _MAX_ARGUMENTS_SIZE
    return {
        "call": call.call, "time": call.time, "client": call.client, "server": call.server, "tool": call.tool,
        "arguments": call.arguments if whole else None, "text": text if whole else text[:_MAX_ARGUMENTS_SIZE],
        "verdict": call.verdict, "by": call.by, "before": before, "after": after,
    }  # fmt: skip


def proposed(calls: Sequence[PastCall], paths: Paths) -> ProposedRule:
    """Return the narrowest rule that covers all of these calls of one tool. Raises `RefusedError`."""
    if not calls:
        raise RefusedError(coded("services.calls_not_known"))
    if len({(past.server, past.tool, past.method) for past in calls}) > 1:
        raise RefusedError(coded("services.calls_of_several_tools"))
    first, disk = calls[0], paths(calls[0].server)
    variants = [past.arguments for past in calls]
    alike = len({jsonrpc.canonical(arguments) for arguments in variants}) == 1
    proposal = exact(variants[0], disk) if alike else similar(variants, disk) or one_of(variants, disk)
    if proposal is None:
        raise RefusedError(coded("services.calls_have_no_rule"))
    clients = {past.client for past in calls}
    verdicts = {past.verdict or "allow" for past in calls}
    examples = [arguments for arguments in variants if len(jsonrpc.text(arguments)) <= _MAX_ARGUMENTS_SIZE][
        :MAX_EXAMPLES
    ]
    return {
        "client": pattern_for(clients.pop()) if len(clients) == 1 else ANY,
        "server": pattern_for(first.server), "tool": pattern_for(first.tool) if first.method == CALL else ANY,
        "method": pattern_for(first.method),
        "verdict": "ask" if len(verdicts) > 1 else "deny" if verdicts == {"deny"} else "allow",
        "when": list(msgspec.to_builtins(proposal.when)),
        "examples": [{"arguments": example, "covered": True} for example in examples],
    }  # fmt: skip
