"""Secrets in what a client sends beside its calls: requests, notifications, and answers to what a server asked."""

from __future__ import annotations

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext, LeakChecker
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.model import ClientInfo, LeakedMessage, MessageRefused
from toolguard.gate.texts import coded, cut

_SHOWN = 200  # characters of a method that are shown
_COUNTED = 10**8
_SERVER_METHODS = ("ping", "roots/list", "sampling/createMessage", "elicitation/create")
_NOTIFICATIONS = tuple(
    f"notifications/{name}"
    for name in (
        "initialized", "cancelled", "progress", "message", "roots/list_changed", "tools/list_changed",
        "prompts/list_changed", "resources/list_changed", "resources/updated", "tasks/status", "tasks",
        "elicitation/complete",
    )
)  # fmt: skip
_ANSWER_STOPPED = coded("gate.client_answer_held_secret")


def found_in(leaks: LeakChecker, message: Message) -> tuple[str, ...]:
    """Return the names of the secrets in a message: in its method, its id, any key and any value."""
    if not leaks.active:
        return ()
    found = leaks.found(jsonrpc.encode(message))
    return leaks.found(jsonrpc.encode(_said(message))) if found else ()


def _said(message: Message) -> Message:
    """The message without what the protocol says: a short secret may read like a method of MCP, or like a count."""
    said = {name: value for name, value in message.items() if name != "jsonrpc"}
    if is_standard(said.get("method")):
        del said["method"]
    if is_count(said.get("id")):
        del said["id"]
    return said


def is_standard(method: object) -> bool:
    """Whether this is a method of MCP itself, whose name tells nobody anything."""
    return method in revisions.CLIENT_METHODS or method in _SERVER_METHODS or method in _NOTIFICATIONS


def is_count(id: object) -> bool:
    """Whether an id is a number that peers count up to."""
    return isinstance(id, int) and abs(id) < _COUNTED


class OutgoingMessageFilter:
    """Looks through the messages of one session that are not calls. Nobody is asked about them: they are stopped."""

    def __init__(self, session: str, caller: ClientInfo, server: str, gate: GateContext) -> None:
        self._session = session
        self._caller = caller
        self._server = server
        self._gate = gate
        self._stopped = 0

    def stops(self, message: Message) -> str:
        """Return why a message must not leave, for its client, and record it; an empty text if it may leave."""
        leaks = self._gate.leaks
        secrets = found_in(leaks, message) if leaks is not None else ()
        if leaks is None or not secrets:
            return ""
        method = str(leaks.masked(message.get("method", "a response")))[:_SHOWN]
        reason = coded("gate.holds_value_secret_stopped", method=method, secrets=tuple(secrets))
        self._gate.note(
            MessageRefused(session=self._session, client=self._caller.id, server=self._server, reason=cut(reason, 500))
        )
        self._stopped += 1
        self._gate.leaked.append(
            LeakedMessage(
                call=f"{self._session}-message-{self._stopped}", client=self._caller.id, server=self._server,
                tool=method, secrets=secrets, since=self._gate.clock(), is_call=False,
            )
        )  # fmt: skip
        self._gate.changed()
        return reason

    def answer(self, message: Message) -> Message:
        """Return an answer to a server's request, or the error that stands for it: the server still waits."""
        if self.stops(message):
            return jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, _ANSWER_STOPPED)
        return message

    def cancellation(self, message: Message, id: Id, reason: str) -> tuple[Message, str]:
        """Return a cancellation with its reason, without its words if they must not leave: what it ends must end."""
        if self.stops(message):
            return {"jsonrpc": "2.0", "method": message["method"], "params": {"requestId": id}}, ""
        return message, reason
