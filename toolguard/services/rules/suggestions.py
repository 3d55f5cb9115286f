"""Suggestions of rules that would have avoided most prompts. None covers a call that a person denied.

Runs on a thread that may block, because it reads the log, and conditions on paths read the disk.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.model import Tool
from toolguard.gate.policy.conditions.paths import LocalPaths
from toolguard.gate.policy.conditions.widths import MAX_CALLS, RuleWidth, exact, one_of, similar
from toolguard.gate.policy.rules import MAX_EXAMPLES, Rule, RuleSet, pattern_for
from toolguard.services.interface import PromptFact, PromptPage, SuggestedRule
from toolguard.services.rules.backtest import a_call
from toolguard.store.log.index.log_index import CallFilter
from toolguard.store.log.past_calls import PastCall, PastCalls

MAX_SUGGESTIONS = 20
MIN_PROMPTS = 3
"""Minimum number of prompts that a suggestion would have avoided."""
_MAX_EXAMINED_CALLS = 20_000  # maximum decisions of the person that are examined, the newest first
_PAGE_SECONDS = 0.12  # seconds that one page takes
_PAGE_SIZE = 1_000  # maximum prompts in one page
_MAX_ARGUMENTS_LENGTH = 16 * 1024  # maximum characters of arguments; longer calls are not suggested as rules
_MAX_ROUNDS = 12  # maximum suggestions for one client and tool
_CALLS_PER_YIELD = 200  # calls between two short sleeps, in which the window's thread can run
_DECIDERS = ("person", "timeout")

Tools = Mapping[tuple[str, str], Tool]
Place = tuple[str, str, str]


def prompt_page(calls: PastCalls, since: float, cursor: str) -> PromptPage:
    """Return prompts since ``since``, from ``cursor`` on ("" is the beginning), read for some milliseconds."""
    began, (by, _, last) = time.monotonic(), cursor.partition(":")
    prompts: list[PromptFact] = []
    before = int(last) if last else None
    for each in _DECIDERS[_DECIDERS.index(by) if by else 0 :]:
        for seq, call in calls.decided(CallFilter(by=each, since=since), before):
            if call is not None:
                prompts.append(
                    {"call": call.call, "time": call.time, "verdict": call.verdict, "by": call.by,
                     "waited": call.waited, "characters": len(jsonrpc.text(call.arguments))}
                )  # fmt: skip
            if len(prompts) >= _PAGE_SIZE or time.monotonic() - began > _PAGE_SECONDS:
                return {"prompts": prompts, "next": f"{each}:{seq}"}
        before = None
    return {"prompts": prompts, "next": ""}


def suggested(calls: PastCalls, since: float, in_force: RuleSet, tools: Tools, now: float) -> list[SuggestedRule]:
    """Return the rules that would have avoided most prompts since ``since``, the best first.

    None if an organization accepts no allow rules, and none for a client to which they do not apply.
    """
    if in_force.allows.kind == "none":
        return []
    approved: dict[Place, list[PastCall]] = {}
    denied: dict[tuple[str, str], list[PastCall]] = {}
    for index, (_, call) in enumerate(calls.decided(CallFilter(by="person"))):
        if index >= _MAX_EXAMINED_CALLS:
            break
        _yield_thread(index)
        if call is None or call.method != CALL:
            continue
        if call.verdict != "allow":
            denied.setdefault((call.server, call.tool), []).append(call)
        elif call.time >= since and _asks(call, in_force, tools, now):
            approved.setdefault((call.client, call.server, call.tool), []).append(call)
    suggestions = [
        rule for place, some in approved.items()
        if len(some) >= MIN_PROMPTS and not _is_unpinnable(tools.get(place[1:]))
        and place[0] not in in_force.unidentified
        for rule in _of_place(place, some, denied.get(place[1:], []), in_force.paths(place[1]), now)
    ]  # fmt: skip
    return sorted(suggestions, key=lambda suggested_rule: -suggested_rule["saved"])[:MAX_SUGGESTIONS]


def _asks(call: PastCall, rules: RuleSet, tools: Tools, now: float) -> bool:
    """Return whether the current rules would ask about the call again."""
    request = a_call(call.client, call.server, call.tool, call.arguments)
    return rules.decide(request, tools.get((call.server, call.tool)), now).verdict == "ask"


def _is_unpinnable(tool: Tool | None) -> bool:
    return tool is not None and bool(tool.unpinnable)


def _of_place(
    place: Place, approved: Sequence[PastCall], denied: Sequence[PastCall], paths: LocalPaths | None, now: float
) -> Iterator[SuggestedRule]:
    """Yield the best rule for calls of one client and tool, then the best for the remaining calls, and so on."""
    left = [call for call in approved if len(jsonrpc.text(call.arguments)) <= _MAX_ARGUMENTS_LENGTH]
    for _ in range(_MAX_ROUNDS):
        if len(left) < MIN_PROMPTS:
            return
        best: tuple[int, RuleWidth, list[bool]] | None = None
        for width in _candidates([call.arguments for call in left], paths):
            rule = RuleSet([_rule(place, width)], lambda _server: paths)
            if any(_covers(rule, place, call.arguments, now) for call in denied):
                continue
            covered = []
            for index, call in enumerate(left):
                _yield_thread(index)
                covered.append(_covers(rule, place, call.arguments, now))
            if sum(covered) >= MIN_PROMPTS and (best is None or sum(covered) > best[0]):
                best = sum(covered), width, covered
        if best is None:
            return
        saved, width, covered = best
        examples = _distinct(call.arguments for call, on in zip(left, covered, strict=True) if on)[:MAX_EXAMPLES]
        client, server, tool = map(pattern_for, place)
        yield {
            "client": client, "server": server, "method": CALL, "tool": tool, "verdict": "allow",
            "when": list(msgspec.to_builtins(width.when)),
            "examples": [{"arguments": example, "covered": True} for example in examples], "saved": saved,
        }  # fmt: skip
        left = [call for call, on in zip(left, covered, strict=True) if not on]


def _candidates(arguments_of_calls: Sequence[dict[str, Any]], paths: LocalPaths | None) -> Iterator[RuleWidth]:
    """Yield rule candidates, the narrowest first: repeated calls, calls alike in one respect, all calls."""
    distinct = _distinct(arguments_of_calls)[:MAX_CALLS]
    repeated: dict[bytes, int] = {}
    for arguments in arguments_of_calls:
        name = jsonrpc.canonical(arguments)
        repeated[name] = repeated.get(name, 0) + 1
    often = [arguments for arguments in distinct if repeated[jsonrpc.canonical(arguments)] >= MIN_PROMPTS][:_MAX_ROUNDS]
    alike: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for index, arguments in enumerate(distinct):
        _yield_thread(index)
        width = similar((arguments,), paths)
        if width is not None and width.kind in ("folder", "host", "program"):
            alike.setdefault((width.kind, width.about), []).append(arguments)
    several = {name: some for name, some in alike.items() if len(some) >= MIN_PROMPTS}  # a single call makes no rule
    largest = sorted(several.values(), key=len, reverse=True)[:_MAX_ROUNDS]
    kinds: dict[str, list[dict[str, Any]]] = {}
    for (kind, _), some in several.items():
        kinds.setdefault(kind, []).extend(some)
    results = [exact(arguments, paths) for arguments in often]
    results.append(one_of(often, paths) if len(often) > 1 else None)
    results += [similar(some, paths) for some in (*largest, *kinds.values(), *([] if alike else [distinct]))]
    yield from (result for result in results if result is not None and result.always)


def _rule(place: Place, width: RuleWidth) -> Rule:
    client, server, tool = map(pattern_for, place)
    return Rule(id="suggested", client=client, server=server, tool=tool, verdict="allow", when=width.when)


def _covers(rule: RuleSet, place: Place, arguments: dict[str, Any], now: float) -> bool:
    """Return whether the rule would allow such a call by its own client, whichever client made it."""
    return rule.decide(a_call(*place, arguments), None, now).rule is not None


def _distinct(argument_sets: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({jsonrpc.canonical(arguments): arguments for arguments in argument_sets}.values())


def _yield_thread(index: int) -> None:
    if index % _CALLS_PER_YIELD == _CALLS_PER_YIELD - 1:
        time.sleep(0.001)
