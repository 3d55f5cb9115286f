"""Requests of several servers to one client: each with a new ID and its server's name."""

from __future__ import annotations

import secrets
from typing import Any

from toolguard.clients.aggregate.member import AggregateMember
from toolguard.clients.aggregate.merging import decode_members, text_of
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded

SERVER_KEY = "toolguard/server"
"""Key in ``_meta`` for the server that sent the request."""
ASKED = "The server {0} asks: {1}"
_URL_NEEDED = -32042


class AggregateServerRequests:
    """The open requests of the servers."""

    def __init__(self) -> None:
        self._run = f"tg-{secrets.token_hex(4)}"
        self._count = 0
        self._open: dict[Id, tuple[AggregateMember, Id, Id | None]] = {}

    def rewrite_request(self, member: AggregateMember, message: Message) -> Message:
        """Return the request in the form for the client."""
        self._count += 1
        id = f"{self._run}-{self._count}"
        params = attributed(member.server, decode_members(message.get("params")))
        token = jsonrpc.plain(params["_meta"].get("progressToken"))
        token = token if isinstance(token, int | str) and not isinstance(token, bool) else None
        if token is not None:
            params["_meta"]["progressToken"] = id
        self._open[id] = (member, message["id"], token)
        return {**message, "id": id, "params": params}

    def answer(self, message: Message) -> tuple[AggregateMember, Message] | None:
        """Return the member and the response for it; None if the request is unknown."""
        found = self._open.pop(message["id"], None) if message.get("id") is not None else None
        return (found[0], {**message, "id": found[1]}) if found is not None else None

    def progress(self, message: Message) -> tuple[AggregateMember, Message] | None:
        """Return the member and the progress notification for it; None if the token is unknown."""
        params = message.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        found = self._open.get(token) if isinstance(token, int | str) else None
        if not isinstance(params, dict) or found is None or found[2] is None:
            return None
        return found[0], {**message, "params": {**params, "progressToken": found[2]}}

    def taken_back(self, member: AggregateMember, message: Message) -> Message | None:
        """Return the cancellation for the client of a request that a server cancelled; None if it is unknown."""
        params = decode_members(message.get("params"))
        wanted = jsonrpc.plain(params.get("requestId"))
        for id, (asker, own, _) in self._open.items():
            if asker is member and own == wanted and type(own) is type(wanted):
                del self._open[id]
                return {**message, "params": {**params, "requestId": id}}
        return None

    def drop(self, member: AggregateMember) -> list[Message]:
        """Return the cancellations for the client of all requests of a server that is gone."""
        open_ids = [id for id, (asker, _, _) in self._open.items() if asker is member]
        for id in open_ids:
            del self._open[id]
        return [cancelled_notification(id, coded("clients.server_gone", server=member.server)) for id in open_ids]


def attributed(server: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return params of a request that name its server, also in its message to the person (elicitation/create).

    A server that asks for its own context in sampling gets none: to the client, all servers are this one.
    """
    params = {**params, "_meta": {**decode_members(params.get("_meta")), SERVER_KEY: server}}
    if "message" in params:
        params = {**params, "message": ASKED.format(server, text_of(params, "message"))}
    return {**params, "includeContext": "none"} if text_of(params, "includeContext") == "thisServer" else params


def attribute_input_requests(server: str, result: Any) -> Any:
    """Return a result or a task (2026-07-28) whose requests for input name their server."""
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
    """Return a URLElicitationRequired error (-32042, 2025-11-25) whose elicitations name their server."""
    body = decode_members(error)
    if jsonrpc.plain(body.get("code")) != _URL_NEEDED:
        return error
    data = jsonrpc.plain(body.get("data"))
    elicitations = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(elicitations, list):
        return error
    find_exposed = [
        attributed(server, elicitation) if isinstance(elicitation, dict) else elicitation
        for elicitation in elicitations
    ]
    return {**body, "data": {**data, "elicitations": find_exposed}}


def cancelled_notification(id: Id, reason: str) -> Message:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": reason}}
