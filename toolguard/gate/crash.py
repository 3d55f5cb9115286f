"""Responses and records after ToolGuard ended unexpectedly."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.model import CallOutcomeUnknown, CallWithdrawn
from toolguard.gate.session.inflight_call import InterruptedCall, UnansweredRequest
from toolguard.gate.texts import coded

END_NOT_OBSERVED = coded("gate.ended_unexpectedly_client_not")
"""Reason recorded for a session whose end was not observed."""
REASONS = {
    "held": coded("gate.ended_unexpectedly_call_waited"),
    "closed": coded("gate.ended_unexpectedly_before_say"),
    "forwarded": coded("gate.outcome_unknown_ended_unexpectedly"),
    "returned": coded("gate.outcome_unknown_call_ran"),
}
_NEVER_SEEN = coded("gate.not_run_ended_unexpectedly")
_ENDED_BEFORE_REQUEST = coded("gate.ended_unexpectedly_before_request")


def closing_record(
    interrupted: InterruptedCall, session: str, client: str, server: str
) -> CallOutcomeUnknown | CallWithdrawn | None:
    """Return the closing record of a call that a crash interrupted; None if the log has one."""
    about: dict[str, Any] = {
        "session": session, "call": interrupted.call, "client": client, "server": server, "tool": interrupted.tool,
        "method": interrupted.method if interrupted.method != CALL else msgspec.UNSET,
        "reason": REASONS[interrupted.state],
    }  # fmt: skip
    if interrupted.closed:
        return None
    if interrupted.state == "held":
        return CallWithdrawn(**about)
    return CallOutcomeUnknown(**about) if interrupted.state == "forwarded" else None


def answer_to_call(interrupted: InterruptedCall, id: Id, version: str) -> Message:
    """Return the response to request ``id`` of an interrupted call. ``version``: the negotiated revision."""
    reason = REASONS[interrupted.state]
    if interrupted.method != CALL:
        return jsonrpc.internal_error(id, reason)
    if interrupted.state in ("held", "closed"):
        return jsonrpc.result(
            id, revisions.tool_error(coded("gate.not_run_ask_again", reason=reason), interrupted.era, version)
        )
    return jsonrpc.internal_error(id, reason)


def answer_to_request(request: UnansweredRequest) -> Message:
    """Return the response to a request that is not in the log: not a call, or never decided."""
    return jsonrpc.internal_error(request.id, _NEVER_SEEN if request.method == "tools/call" else _ENDED_BEFORE_REQUEST)
