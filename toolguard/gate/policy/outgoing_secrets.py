"""Secrets in a client's other messages: requests, notifications, and responses to the server."""

from __future__ import annotations

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext, LeakChecker
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp.request_kinds import CLIENT_METHODS
from toolguard.gate.model import ClientInfo, LeakedMessage, MessageRefused
from toolguard.gate.texts import coded, cut

_MAX_METHOD_LENGTH = 200  # characters of a method that are shown
_MAX_COUNT = 10**8
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


def find_secrets(leaks: LeakChecker, message: Message) -> tuple[str, ...]:
    """Return the names of the secrets in a message: in its method, its id, any key and any value."""
    if not leaks.is_active:
        return ()
    names = leaks.find(jsonrpc.encode(message))
    return leaks.find(jsonrpc.encode(_without_protocol_values(message))) if names else ()


def _without_protocol_values(message: Message) -> Message:
    """Return the message without values of the protocol: a short secret may equal an MCP method or a counter."""
    remaining = {name: value for name, value in message.items() if name != "jsonrpc"}
    if is_standard_method(remaining.get("method")):
        del remaining["method"]
    if is_counter(remaining.get("id")):
        del remaining["id"]
    return remaining


def is_standard_method(method: object) -> bool:
    """Return whether this is a standard MCP method, which reveals nothing."""
    return method in CLIENT_METHODS or method in _SERVER_METHODS or method in _NOTIFICATIONS


def is_counter(id: object) -> bool:
    """Return whether an id looks like a counter."""
    return isinstance(id, int) and abs(id) < _MAX_COUNT


class OutgoingMessageFilter:
    """Refuses messages with secrets, other than calls, in one session. Nobody is asked about them."""

    def __init__(self, session: str, caller: ClientInfo, server: str, gate: GateContext) -> None:
        self._session = session
        self._caller = caller
        self._server = server
        self._gate = gate
        self._refused_count = 0

    def refuse(self, message: Message) -> str:
        """Return why a message must not be sent, and record that; "" if it may be sent."""
        leaks = self._gate.leaks
        secrets = find_secrets(leaks, message) if leaks is not None else ()
        if leaks is None or not secrets:
            return ""
        method = str(leaks.mask(message.get("method", "a response")))[:_MAX_METHOD_LENGTH]
        reason = coded("gate.holds_value_secret_stopped", method=method, secrets=tuple(secrets))
        self._gate.note(
            MessageRefused(session=self._session, client=self._caller.id, server=self._server, reason=cut(reason, 500))
        )
        self._refused_count += 1
        self._gate.leaked.append(
            LeakedMessage(
                call=f"{self._session}-message-{self._refused_count}", client=self._caller.id, server=self._server,
                tool=method, secrets=secrets, since=self._gate.clock(), is_call=False,
            )
        )  # fmt: skip
        self._gate.changed()
        return reason

    def filter_response(self, message: Message) -> Message:
        """Return a response to the server, or an error in its place, because the server still waits."""
        if self.refuse(message):
            return jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, _ANSWER_STOPPED)
        return message

    def filter_cancellation(self, message: Message, id: Id, reason: str) -> tuple[Message, str]:
        """Return a cancellation and its reason, both without text if they hold a secret. It is sent in any case."""
        if self.refuse(message):
            return {"jsonrpc": "2.0", "method": message["method"], "params": {"requestId": id}}, ""
        return message, reason
