"""The window's words for the states of servers, entries and calls. A test compares them with the window's tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from toolguard.gate import deciders
from toolguard.gate.policy.unicode_safety import imitated_host

SERVER_STATES = {
    "look_alike": "Look-alike sign-in address", "asking": "Needs approval", "keychain": "Waiting for keyring",
    "signed_out": "Signed out", "browser": "Waiting for browser", "failed": "Failed", "starting": "Starting",
    "ready": "Ready", "unused": "No client yet", "idle": "Idle", "disabled": "Off",
}  # fmt: skip
"""The states that most need the person come first."""
ENTRY_STATES = {
    "guarded": "guarded", "allowed": "over HTTP", "unguarded": "not guarded",
    "changed": "changed by another program, not guarded", "unguardable": "can't be guarded",
    "unreadable": "can't be read",
}  # fmt: skip
"""The states of a server in a client's settings."""
OF_SESSION = {
    "services.waiting_accept_server": "asking", "services.waiting_look_changed": "asking",
    "servers.waiting_keyring": "keychain",
    "failed": "failed", "stopped": "failed", "ready": "ready", "ended": "idle",
}  # fmt: skip
"""The state of a server, by the code of the state of one of its sessions."""
_OF_SIGN_IN = {"wanted": "signed_out", "out": "signed_out", "waiting": "browser"}
DECISIONS = {"allow": "Allowed", "deny": "Denied", "": ""}
OUTCOMES = {
    "held": "Pending", "allowed": "Not sent yet", "deferred": "Awaiting retry", "decision_deferred": "Decision saved",
    "running": "Running", "denied": "Not run", "withdrawn": "Cancelled", "cancelled": "Stopped", "unknown": "Unknown",
    "result": "Done", "tool_error": "Tool failed", "error": "Error", "input_required": "Input requested",
    "task": "Task started",
}  # fmt: skip
DECIDERS = {
    "person": "You", "timeout": "Timeout", "limit": "Too many pending", "no window": "No approver",
    "closing": "ToolGuard quit", "crash": "ToolGuard crashed", "rate limit": "Too many calls",
    "size limit": "Too large", "time limit": "Took too long", "panic": "All calls blocked", "hidden": "Tool hidden",
    "leak": "Secret in arguments", "bound argument": "Bound argument", "command line": "command line",
    "prompt limit": "Too many approval requests", "prompt pause": "Approval requests unanswered",
    "server": "Server", "client": "Client",
    "setting": "Server's setting",
    "settings": "Your settings",
}  # fmt: skip


def server_state(server: Mapping[str, Any], sessions: Collection[Mapping[str, Any]], *, used: bool = True) -> str:
    """Return the state of a server in the words of the page Servers; ``sessions`` are those that use it.

    ``used``: a chat client is set up to use it.
    """
    if not server["enabled"]:
        return SERVER_STATES["disabled"]
    sign_in = server.get("sign_in") or {}
    if sign_in.get("state") in _OF_SIGN_IN:
        place = str(sign_in.get("place") or sign_in.get("issuer") or "")
        return SERVER_STATES["look_alike" if imitated_host(place) else _OF_SIGN_IN[sign_in["state"]]]
    states = {OF_SESSION.get(session["code"], "starting") for session in sessions}
    if not states and server.get("failure"):
        return SERVER_STATES["failed"]
    return next((text for state, text in SERVER_STATES.items() if state in states),
                SERVER_STATES["idle" if used else "unused"])  # fmt: skip


def decider(by: str) -> str:
    """Return who or what decided, in the words of the page Audit."""
    if id := deciders.rule_id(by):
        return f"Rule {id}"
    if by.startswith(deciders.DEFERRED):
        return "Your earlier decision"
    if by.startswith(deciders.CONTINUATION):
        return "Continues an approved call"
    return DECIDERS.get(by, by)
