"""What several servers ask one client: each question under an id of its own, and with its server's name on it."""

from __future__ import annotations

import secrets
from typing import Any

from toolguard.clients.aggregate.member import AggregateMember
from toolguard.clients.aggregate.merging import decode_members, text_of
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded

SERVER_KEY = "toolguard/server"
"""In ``_meta``: the server that asks."""
ASKED = "The server {0} asks: {1}"
_URL_NEEDED = -32042


class AggregateServerRequests:
    """The open ones."""

    def __init__(self) -> None:
        self._run = f"tg-{secrets.token_hex(4)}"
        self._count = 0
        self._open: dict[Id, tuple[AggregateMember, Id, Id | None]] = {}

    def rewrite_request(self, member: AggregateMember, message: Message) -> Message:
        """The request as the client gets it."""
        self._count += 1
        id = f"{self._run}-{self._count}"
        params = decode_members(message.get("params"))
        meta = decode_members(params.get("_meta"))
        token = jsonrpc.plain(meta.get("progressToken"))
        token = token if isinstance(token, int | str) and not isinstance(token, bool) else None
        meta = {**meta, SERVER_KEY: member.server, **({"progressToken": id} if token is not None else {})}
        self._open[id] = (member, message["id"], token)
        return {**message, "id": id, "params": {**attributed(member.server, params), "_meta": meta}}

    def answer(self, message: Message) -> tuple[AggregateMember, Message] | None:
        """Whom the client answers, and what; None when it was not asked that."""
        found = self._open.pop(message["id"], None) if message.get("id") is not None else None
        return (found[0], {**message, "id": found[1]}) if found is not None else None

    def progress(self, message: Message) -> tuple[AggregateMember, Message] | None:
        """Whom the client tells of its progress."""
        params = message.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        found = self._open.get(token) if isinstance(token, int | str) else None
        if not isinstance(params, dict) or found is None or found[2] is None:
            return None
        return found[0], {**message, "params": {**params, "progressToken": found[2]}}

    def taken_back(self, member: AggregateMember, message: Message) -> Message | None:
        """A server waits no more for its answer: what the client is told, if it was asked at all."""
        params = decode_members(message.get("params"))
        wanted = jsonrpc.plain(params.get("requestId"))
        for id, (asker, own, _) in self._open.items():
            if asker is member and own == wanted and type(own) is type(wanted):
                del self._open[id]
                return {**message, "params": {**params, "requestId": id}}
        return None

    def drop(self, member: AggregateMember) -> list[Message]:
        """A server is gone: what the client is told of all that it asked."""
        gone = [id for id, (asker, _, _) in self._open.items() if asker is member]
        for id in gone:
            del self._open[id]
        return [cancelled_notification(id, coded("clients.server_gone", server=member.server)) for id in gone]


def attributed(server: str, params: dict[str, Any]) -> dict[str, Any]:
    """The params of a question; the text that a person reads says which server asks (elicitation/create)."""
    text = text_of(params, "message")
    return {**params, "message": ASKED.format(server, text)} if text else params


def attribute_input_requests(server: str, result: Any) -> Any:
    """A result that asks for more (``input_required``, 2026-07-28), each question with its server's name."""
    body = decode_members(result)
    requests = decode_members(body.get("inputRequests"))
    if not requests:
        return result
    find_exposed: dict[str, Any] = {}
    for key, value in requests.items():
        request = decode_members(value)
        params = decode_members(request.get("params"))
        find_exposed[key] = {**request, "params": attributed(server, params)} if params else value
    return {**body, "inputRequests": find_exposed}


def attribute_elicitations(server: str, error: Any) -> Any:
    """An error that asks for a visit to an address (-32042, 2025-11-25), with the server's name on each."""
    body = decode_members(error)
    if jsonrpc.plain(body.get("code")) != _URL_NEEDED:
        return error
    data = jsonrpc.plain(body.get("data"))
    asked = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(asked, list):
        return error
    find_exposed = [attributed(server, one) if isinstance(one, dict) else one for one in asked]
    return {**body, "data": {**data, "elicitations": find_exposed}}


def cancelled_notification(id: Id, reason: str) -> Message:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": reason}}
