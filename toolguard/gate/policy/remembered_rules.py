"""The rule that a person adds with a decision about a pending call: its scopes, and the request for it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from toolguard.gate.model import PendingCall
from toolguard.gate.policy.conditions.widths import RuleWidth, Width
from toolguard.gate.policy.rules import ANY, RuleRequest, definition_of

Scope = Width | Literal["all"]
SCOPES: tuple[Scope, ...] = ("call", "similar", "tool", "all")
"""The scopes of a rule, narrowest first; ``all`` means all tools of the server."""


def offered_scopes(widths: Iterable[RuleWidth], *, is_request: bool) -> dict[Scope, RuleWidth]:
    """Return the scopes that the gate's proposals for a call allow, narrowest first, each with its proposal.

    ``is_request``: it is not a tool call.
    """
    scopes: dict[Scope, RuleWidth] = {width.width: width for width in widths}
    if "tool" in scopes and not is_request:
        scopes["all"] = scopes["tool"]
    return {scope: scopes[scope] for scope in SCOPES if scope in scopes}


def request_rule(
    pending: PendingCall, verdict: Literal["allow", "deny"], scope: Scope, width: RuleWidth, *,
    any_client: bool, end: Mapping[str, Any], id: str = "",
) -> RuleRequest:  # fmt: skip
    """Return the request for the rule. ``end`` has the members of `RuleRequest` that say when it ends."""
    call = pending.call
    return RuleRequest(
        client=ANY if any_client else call.client.id,
        server=call.server,
        tool=ANY if scope == "all" or call.is_request else call.tool,
        method=call.method,
        verdict=verdict,
        **{"until": "always", **end},
        id=id,
        width=width.width,
        when=width.when,
        definition=definition_of(pending.tool) if verdict == "allow" else None,
    )
