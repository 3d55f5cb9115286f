"""What is said after ToolGuard ended unexpectedly: to a client that still waits, and in the log."""

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

MISSING = coded("gate.ended_unexpectedly_client_not")
"""The reason of a session's end that nobody saw."""
_REASONS = {
    "held": coded("gate.ended_unexpectedly_call_waited"),
    "closed": coded("gate.ended_unexpectedly_before_say"),
    "forwarded": coded("gate.outcome_unknown_ended_unexpectedly"),
    "returned": coded("gate.outcome_unknown_call_ran"),
}
_NEVER_SEEN = coded("gate.not_run_ended_unexpectedly")
_OTHER = coded("gate.ended_unexpectedly_before_request")


def closing_record(
    one: InterruptedCall, session: str, client: str, server: str
) -> CallOutcomeUnknown | CallWithdrawn | None:
    """The last record of a call that a crash interrupted; None when the log has its end already."""
    about: dict[str, Any] = {
        "session": session, "call": one.call, "client": client, "server": server, "tool": one.tool,
        "method": one.method if one.method != CALL else msgspec.UNSET, "reason": _REASONS[one.state],
    }  # fmt: skip
    if one.closed:
        return None
    if one.state == "held":
        return CallWithdrawn(**about)
    return CallOutcomeUnknown(**about) if one.state == "forwarded" else None


def answer_to_call(one: InterruptedCall, id: Id, version: str) -> Message:
    """What the request ``id`` is told. ``version``: the protocol revision that was agreed on."""
    reason = _REASONS[one.state]
    if one.method != CALL:
        return _error(id, reason)
    if one.state in ("held", "closed"):
        return jsonrpc.result(
            id, revisions.tool_error(coded("gate.not_run_ask_again", reason=reason), one.era, version)
        )
    return _error(id, reason)


def answer_to_request(one: UnansweredRequest) -> Message:
    """The same for a request that the log does not know: no call, or one that was never decided."""
    return _error(one.id, _NEVER_SEEN if one.method == "tools/call" else _OTHER)


def _error(id: Id, reason: str) -> Message:
    return jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
