"""The allow rule that a person may add with an approval in a terminal: scope, end and words. Pure functions.

It is always for the client of the call. The gate proposes the scopes, and makes the rule itself.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from toolguard.gate.model import PendingCall
from toolguard.gate.policy.conditions.condition import describe
from toolguard.gate.policy.conditions.widths import Kind, RuleWidth
from toolguard.gate.policy.declared_effects import declared_effect
from toolguard.gate.policy.risks import rule_risks
from toolguard.gate.policy.rule_ends import RULE_ENDS, RuleEnd
from toolguard.gate.policy.rules import ANY, RuleRequest, definition_of
from toolguard.terminal.call_text import field, heading
from toolguard.terminal.risk_text import sentences

_SIMILAR: dict[Kind, str] = {"folder": "this folder", "host": "this host", "program": "this program"}


class Scope(NamedTuple):
    """Calls that a rule can cover; ``width`` is what the gate proposed."""

    title: str
    width: RuleWidth
    every_tool: bool = False


def scopes(held: PendingCall, widths: Iterable[RuleWidth]) -> tuple[Scope, ...]:
    """Return the scopes that are offered for a call, narrowest first."""
    found = []
    for width in widths:
        match width.width:
            case "call":
                title = "exactly this request" if held.call.is_request else "exactly this call"
            case "similar":
                title = f"{_SIMILAR.get(width.kind, 'these values')}: {width.about}"
            case "tool":
                title = "all such requests" if held.call.is_request else "this tool"
        found.append(Scope(title, width))
    if not held.call.is_request:
        found += [Scope("all tools of the server", width, True) for width in widths if width.width == "tool"]
    return tuple(found)


def ends(scope: Scope, forbidden: Container[str]) -> tuple[RuleEnd, ...]:
    """Return the ends that a rule can have here, without those that an organization forbids. A terminal does not see
    whether the screen is locked or the person is away.
    """
    return tuple(
        end
        for name, end in RULE_ENDS.items()
        if not end.is_date and end.until not in ("lock", "idle") and name not in forbidden
        if scope.width.always or not end.is_lasting
    )


def menu(label: str, titles: Sequence[str], *, width: int) -> str:
    """Return numbered choices, and the line that asks for one."""
    rows = [row for number, title in enumerate(titles, 1) for row in field(f"[{number}]", title, width)]
    return "\n".join([f"{label}:", *rows, "A number chooses; any other key goes back"])


def rule_request(held: PendingCall, scope: Scope, end: RuleEnd) -> RuleRequest:
    """Return the request for the rule."""
    call = held.call
    return RuleRequest(
        client=call.client.id, server=call.server, tool=ANY if scope.every_tool or call.is_request else call.tool,
        method=call.method, verdict="allow", until=end.until, seconds=end.seconds, width=scope.width.width,
        when=scope.width.when, definition=definition_of(held.tool),
    )  # fmt: skip


def rule_sheet(held: PendingCall, requested: RuleRequest, end: RuleEnd, *, width: int) -> str:
    """Return the rule in words, complete, with its risks."""
    call, tool = held.call, held.tool
    rule = {
        "client": requested.client, "server": requested.server, "tool": requested.tool, "method": requested.method,
        "verdict": "allow", "until": requested.until, "seconds": requested.seconds,
    }  # fmt: skip
    every_tool = requested.tool == ANY and not call.is_request
    if requested.tool != ANY:
        rule |= {
            "fingerprint": requested.definition,
            "effect": declared_effect(tool.annotations) if tool is not None else "undeclared",
        }
    rows = [heading("Rule that allows calls without asking", width)]
    rows += field("client", call.client.id, width)
    rows += field("server", call.server, width)
    rows += field("request" if call.is_request else "tool", "every tool" if every_tool else call.tool, width)
    rows += [row for condition in requested.when for row in field("only if", describe(condition), width)]
    rows += field("ends", end.help, width)
    rows += [row for risk in sentences(rule_risks(rule), call.server) for row in field("!", risk, width)]
    return "\n".join(rows) + "\n"
