"""A page of ``tools/list`` as one client may see it: without hidden tools, without arguments that are filled in."""

from __future__ import annotations

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Message
from toolguard.gate.policy import argument_injection
from toolguard.gate.texts import coded

_UNREADABLE = coded("gate.server_list_tools_cannot")


def as_shown(gate: GateContext, client: str, server: str, message: Message, told: object, *, modern: bool) -> Message:
    """The answer as it came when nothing is kept from ``client``; ``told`` is its result as plain data."""
    page = told
    if gate.servers.fills(server):
        if not isinstance(told, dict) or not isinstance(told.get("tools"), list):
            return jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, _UNREADABLE)
        page = argument_injection.shown(told, server, gate.servers.filled_of, modern=modern)
    if gate.tool_visibility.narrows(client, server):
        page = gate.tool_visibility.shown(client, server, page, modern=modern)
    return message if page is told else {**message, "result": page}
