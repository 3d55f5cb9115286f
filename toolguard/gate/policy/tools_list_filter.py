"""Filter for ``tools/list``: removes hidden tools and injected arguments for one client."""

from __future__ import annotations

from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Message
from toolguard.gate.policy import argument_injection
from toolguard.gate.texts import coded

_UNREADABLE = coded("gate.server_list_tools_cannot")


def filter_tools_list(
    gate: GateContext, client: str, server: str, message: Message, result: object, *, modern: bool
) -> Message:
    """Return the response for ``client``, unchanged if nothing is hidden. ``result`` is its result as plain data.

    If something is hidden, an unreadable list is an error: a client may read what ToolGuard cannot.
    """
    hides_arguments = gate.servers.has_injected_arguments(server)
    hides_tools = gate.tool_visibility.hides_any(client, server)
    if not (hides_arguments or hides_tools):
        return message
    if not isinstance(result, dict) or not isinstance(result.get("tools"), list) or _is_ambiguous(result["tools"]):
        return jsonrpc.error(message["id"], jsonrpc.INTERNAL_ERROR, _UNREADABLE)
    page = result
    if hides_arguments:
        page = argument_injection.hide_injected_in_page(page, server, gate.servers.injected_arguments, modern=modern)
    if hides_tools:
        page = gate.tool_visibility.filter_page(client, server, page, modern=modern)
    return message if page is result else {**message, "result": page}


def _is_ambiguous(tools: list[Any]) -> bool:
    """Return whether a client could read another name or input schema than the one that is filtered."""
    return any(isinstance(tool, dict) and jsonrpc.has_look_alikes(tool, "name", "inputSchema") for tool in tools)
