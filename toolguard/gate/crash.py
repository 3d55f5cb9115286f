"""What is said after ToolGuard ended unexpectedly: to a client that still waits, and in the log."""

from __future__ import annotations

from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.model import Lost, Withdrawn
from toolguard.gate.session.inflight_call import OpenRequest, Unanswered

MISSING = "ToolGuard ended unexpectedly, and this client did not come back"
"""The reason of a session's end that nobody saw."""
_REASONS = {
    "held": "ToolGuard ended unexpectedly while this call waited; it was not run",
    "closed": "ToolGuard ended unexpectedly before it could say so; it was not run",
    "forwarded": "outcome unknown: ToolGuard ended unexpectedly after it had passed this call on",
    "returned": "outcome unknown: this call ran, and ToolGuard ended unexpectedly before it could pass the answer on",
}
_NEVER_SEEN = "not run: ToolGuard ended unexpectedly before it looked at this call; ask again"
_OTHER = "ToolGuard ended unexpectedly before this request was answered; ask again"


def closing_record(one: Unanswered, session: str, client: str, server: str) -> Lost | Withdrawn | None:
    """The last record of a call that a crash interrupted; None when the log has its end already."""
    about: dict[str, Any] = {
        "session": session, "call": one.call, "client": client, "server": server, "tool": one.tool,
        "reason": _REASONS[one.state],
    }  # fmt: skip
    if one.closed:
        return None
    if one.state == "held":
        return Withdrawn(**about)
    return Lost(**about) if one.state == "forwarded" else None


def answer_to_call(one: Unanswered, id: Id, version: str) -> Message:
    """What the request ``id`` is told. ``version``: the protocol revision that was agreed on."""
    reason = _REASONS[one.state]
    if one.state in ("held", "closed"):
        return jsonrpc.result(id, revisions.tool_error(f"Not run: {reason}. Ask again.", one.era, version))
    return _error(id, reason)


def answer_to_request(one: OpenRequest) -> Message:
    """The same for a request that the log does not know: no call, or one that was never decided."""
    return _error(one.id, _NEVER_SEEN if one.method == "tools/call" else _OTHER)


def _error(id: Id, reason: str) -> Message:
    return jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
