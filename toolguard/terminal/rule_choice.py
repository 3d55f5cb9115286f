"""The rule that a person may add with a decision in a terminal: scope, end and words. Pure functions.

The gate proposes the scopes, and makes the rule itself.
"""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from datetime import datetime
from typing import Literal

from toolguard.gate.model import PendingCall
from toolguard.gate.policy.conditions.condition import describe
from toolguard.gate.policy.conditions.widths import Kind, RuleWidth
from toolguard.gate.policy.declared_effects import declared_effect
from toolguard.gate.policy.remembered_rules import Scope
from toolguard.gate.policy.risks import rule_risks
from toolguard.gate.policy.rule_ends import RULE_ENDS, RuleEnd
from toolguard.gate.policy.rules import ANY, RuleRequest
from toolguard.terminal.call_text import field, heading
from toolguard.terminal.risk_text import sentences

DATE_FORMAT = "%Y-%m-%d %H:%M"
_SIMILAR: dict[Kind, str] = {"folder": "this folder", "host": "this host", "program": "this program"}


def scope_title(pending: PendingCall, scope: Scope, width: RuleWidth) -> str:
    """Return the name of a scope."""
    if scope == "similar":
        return f"{_SIMILAR.get(width.kind, 'these values')}: {width.about}"
    if pending.call.is_request:
        return "exactly this request" if scope == "call" else "all such requests"
    titles: dict[Scope, str] = {"call": "exactly this call", "tool": "this tool", "all": "all tools of the server"}
    return titles[scope]


def ends(verdict: Literal["allow", "deny"], width: RuleWidth, forbidden: Container[str]) -> tuple[RuleEnd, ...]:
    """Return the ends that a rule can have here, without those that an organization forbids. A terminal does not see
    whether the screen is locked or the person is away.
    """
    if verdict == "deny":
        return tuple(end for end in RULE_ENDS.values() if not end.is_bound)
    return tuple(
        end
        for name, end in RULE_ENDS.items()
        if end.until not in ("lock", "idle") and name not in forbidden and (width.always or not end.is_lasting)
    )


def date_end(text: str, now: float) -> float:
    """Return the time (seconds since the epoch) of a date and time that was typed. Raises ValueError."""
    moment = datetime.strptime(text, DATE_FORMAT).timestamp()
    if moment <= now:
        raise ValueError("This is in the past.")
    return moment


def menu(label: str, titles: Sequence[str], *, width: int) -> str:
    """Return numbered choices."""
    rows = [row for number, title in enumerate(titles, 1) for row in field(f"[{number}]", title, width)]
    return "\n".join([f"{label}:", *rows]) + "\n"


def rule_sheet(pending: PendingCall, requested: RuleRequest, end: RuleEnd, *, width: int) -> str:
    """Return the rule in words, complete, with its risks."""
    call, tool = pending.call, pending.tool
    rule = {
        "client": requested.client, "server": requested.server, "tool": requested.tool, "method": requested.method,
        "verdict": requested.verdict, "until": requested.until, "seconds": requested.seconds,
        "expires": requested.expires,
    }  # fmt: skip
    every_tool = requested.tool == ANY and not call.is_request
    if requested.tool != ANY:
        rule |= {
            "fingerprint": requested.definition,
            "effect": declared_effect(tool.annotations) if tool is not None else "undeclared",
        }
    verb = "allows" if requested.verdict == "allow" else "denies"
    rows = [heading(f"Rule that {verb} calls without asking", width)]
    rows += field("client", "any client" if requested.client == ANY else call.client.id, width)
    rows += field("server", call.server, width)
    rows += field("request" if call.is_request else "tool", "every tool" if every_tool else call.tool, width)
    rows += [row for condition in requested.when for row in field("only if", describe(condition), width)]
    until = f"until {time.strftime(DATE_FORMAT, time.localtime(requested.expires))}" if end.is_date else end.title
    rows += field("lasts", until, width)
    rows += [row for risk in sentences(rule_risks(rule), call.server) for row in field("!", risk, width)]
    return "\n".join(rows) + "\n"
