"""Requests of several servers to one client: each with a new ID and its server's name."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from toolguard.clients.aggregate.member import AggregateMember
from toolguard.clients.aggregate.merging import decode_members
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.lenient_names import folded_member
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
        request = self._open.pop(message["id"], None) if message.get("id") is not None else None
        return (request[0], {**message, "id": request[1]}) if request is not None else None

    def progress(self, message: Message) -> tuple[AggregateMember, Message] | None:
        """Return the member and the progress notification for it; None if the token is unknown."""
        params = message.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        request = self._open.get(token) if isinstance(token, int | str) else None
        if not isinstance(params, dict) or request is None or request[2] is None:
            return None
        return request[0], {**message, "params": {**params, "progressToken": request[2]}}

    def cancelled(self, member: AggregateMember, message: Message) -> Message | None:
        """Return the cancellation for the client of a request that a server cancelled; None if it is unknown."""
        params = decode_members(message.get("params"))
        cancelled = jsonrpc.plain(params.get("requestId"))
        for id, (asker, own, _) in self._open.items():
            if asker is member and own == cancelled and type(own) is type(cancelled):
                del self._open[id]
                return {**message, "params": {**params, "requestId": id}}
        return None

    def drop(self, member: AggregateMember) -> list[Message]:
        """Return the cancellations for the client of all requests of a server that is gone."""
        open_ids = [id for id, (asker, _, _) in self._open.items() if asker is member]
        for id in open_ids:
            del self._open[id]
        return [cancelled_notification(id, coded("clients.server_gone", server=member.server)) for id in open_ids]


def attributed(server: str, params: dict[str, Any]) -> Any:
    """Return params of a request that name its server, also in its message to the person (elicitation/create).

    A server that asks for its own context in sampling gets none: to the client, all servers are this one.
    """
    params = {**params, "_meta": {**decode_members(params.get("_meta")), SERVER_KEY: server}}
    params = _changed(params, "message", lambda text: ASKED.format(server, _string(text)))
    return _changed(params, "includecontext", lambda context: "none" if _string(context) == "thisServer" else context)


def attribute_input_requests(server: str, result: Any) -> Any:
    """Return a result or a task (2026-07-28) whose requests for input name their server."""

    def attribute_params(params: Any) -> Any:
        members = decode_members(params)
        return attributed(server, members) if members else params

    def attribute_all(requests: Any) -> Any:
        members = decode_members(requests).items()
        return {key: _changed(one, "params", attribute_params) for key, one in members} if members else requests

    return _changed(result, "inputrequests", attribute_all)


def attribute_elicitations(server: str, error: Any) -> Any:
    """Return a URLElicitationRequired error (-32042, 2025-11-25) whose elicitations name their server."""

    def attribute_all(elicitations: Any) -> Any:
        pages = jsonrpc.plain(elicitations)
        if not isinstance(pages, list):
            return elicitations
        return [attributed(server, page) if isinstance(page, dict) else page for page in pages]

    codes = (jsonrpc.plain(value) for name, value in decode_members(error).items() if folded_member(name) == "code")
    if _URL_NEEDED not in codes:
        return error
    return _changed(error, "data", lambda data: _changed(data, "elicitations", attribute_all))


def _changed(value: Any, name: str, change: Callable[[Any], Any]) -> Any:
    """Return an object with each member changed that a client can take for ``name`` (`folded_member`).

    Without one, and for other values, it is the same object.
    """
    members = decode_members(value)
    changed = {key: change(members[key]) for key in members if folded_member(key) == name}
    return {**members, **changed} if changed else value


def _string(value: Any) -> str:
    text = jsonrpc.plain(value)
    return text if isinstance(text, str) else ""


def cancelled_notification(id: Id, reason: str) -> Message:
    """Return the notification that cancels the request ``id`` at its receiver."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": reason}}
