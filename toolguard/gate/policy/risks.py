"""Risks of a change to the gate, as codes that each edge words. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from toolguard.gate.mcp.request_kinds import CALL

Risk = Literal[
    "every call", "every tool", "every server", "listed tools", "any definition", "destroys", "undeclared",
    "any client", "no end", "protection ends",
    "starts program", "runs shell", "sends data", "gives secret", "shows tool", "lets client in", "lets secrets out",
    "loads code", "weakens presence",
]  # fmt: skip
"""One risk. The first ten are about rules; ``no end``: the rule never expires."""
BROAD: frozenset[Risk] = frozenset(("every call", "every tool", "every server", "listed tools"))
"""Risks of an allow rule that covers several tools."""

_ANY = "*"
_SHELLS = frozenset(
    ("sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "busybox", "cmd", "powershell", "pwsh", "osascript")
)


class ProposalPart(msgspec.Struct, frozen=True, kw_only=True):
    """One change in a proposal, which a person accepts or denies separately."""

    id: str
    """Identifies exactly this change."""
    text: str
    """One sentence: the effect of accepting."""
    detail: str
    """The exact change, untruncated."""
    risks: tuple[Risk, ...] = ()
    server: str = ""
    """The server that the risks are about."""
    count: int = 1
    """How many changes it represents; more than one only if there are too many to list."""


def rule_risks(rule: Mapping[str, Any]) -> tuple[Risk, ...]:
    """Return why an allow rule covers more than one may expect; empty for other rules.

    ``effect`` of a rule, if present, is the declared effect of its only tool; ``seconds`` is the duration of one
    that is not added yet. A rule with ``covers`` does not apply to tools or definitions that were listed later.
    """
    if rule["verdict"] != "allow":
        return ()
    risks: list[Risk] = []
    any_client, any_server, any_tool = (rule.get(name, _ANY) == _ANY for name in ("client", "server", "tool"))
    if rule.get("method", CALL) != CALL:
        risks += ["every server"] if any_server else []
        any_tool = False
    elif rule.get("covers") is not None:
        risks.append("listed tools")
    elif any_server and any_tool:
        risks.append("every call")
    elif any_tool:
        risks.append("every tool")
    elif any_server:
        risks.append("every server")
    elif not rule.get("fingerprint"):
        risks.append("any definition")
    is_lasting = not (rule.get("expires") or rule.get("seconds")) and rule.get("until", "always") == "always"
    effect = rule.get("effect")
    if effect == "destroys":
        risks.append("destroys")
    elif effect == "undeclared" and is_lasting:
        risks.append("undeclared")
    if any_client and risks:
        risks.append("any client")
    if is_lasting and (any_tool or effect in ("destroys", "undeclared")):
        risks.append("no end")
    return tuple(risks)


def launch_risks(command: str, args: Sequence[str], url: str = "") -> tuple[Risk, ...]:
    """Return the risks of starting a program or connecting to a URL."""
    if url:
        return ("sends data",)
    words = (command, *args)
    shell = any(_program(word) in _SHELLS for word in words[:3])  # also after env, sudo, nohup
    return ("starts program", "runs shell") if shell else ("starts program",)


def _program(word: str) -> str:
    name = word.replace("\\", "/").rpartition("/")[2]
    return name.casefold().removesuffix(".exe")
