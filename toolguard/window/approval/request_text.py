"""Texts about requests other than tool calls: who requests what of whom, and what approving means."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.mcp.request_kinds import kind_of_rule_method
from toolguard.gate.model import Call

translate = QCoreApplication.translate

_REQUEST_WORDS: dict[str, Any] = {
    "sampling": QT_TRANSLATE_NOOP("RequestText", "{server} wants the model of {client} to generate text"),
    "elicitation": QT_TRANSLATE_NOOP("RequestText", "{server} wants to ask you something through {client}"),
    "roots": QT_TRANSLATE_NOOP("RequestText", "{server} wants to know the working folders of {client}"),
    "server-other": QT_TRANSLATE_NOOP("RequestText", "{server} sends {client} the request {tool}"),
    "resources": QT_TRANSLATE_NOOP("RequestText", "{client} wants to read a resource of {server}"),
    "prompts": QT_TRANSLATE_NOOP("RequestText", "{client} wants to get a prompt of {server}"),
    "completions": QT_TRANSLATE_NOOP("RequestText", "{client} wants suggestions from {server}"),
    "client-other": QT_TRANSLATE_NOOP("RequestText", "{client} sends {server} the request {tool}"),
}
"""A sentence for each kind of request (`REQUEST_KINDS`)."""
_APPROVAL_WORDS: dict[str, Any] = {
    "sampling": QT_TRANSLATE_NOOP("RequestText", "The model reads these messages, and the server gets its answer."),
    "elicitation": QT_TRANSLATE_NOOP("RequestText", "The client asks you. The server gets what you enter there."),
    "roots": QT_TRANSLATE_NOOP(
        "RequestText", "The server learns the folders. ToolGuard can't show them before the client answers."
    ),
    "server-other": QT_TRANSLATE_NOOP("RequestText", "The client decides what it does. MCP has no such request."),
    "resources": QT_TRANSLATE_NOOP("RequestText", "The client gets the content, and its model may read it."),
    "prompts": QT_TRANSLATE_NOOP("RequestText", "The client gets the text, and its model may read it."),
    "completions": QT_TRANSLATE_NOOP("RequestText", "The server learns what was typed."),
    "client-other": QT_TRANSLATE_NOOP("RequestText", "The server decides what it does. MCP has no such request."),
}
"""The effect of approving one."""


def wants(call: Call) -> str:
    """Return the sentence for a request, with placeholders for ``{server}``, ``{client}`` and perhaps ``{tool}``."""
    kind = _kind(call)
    if kind == "elicitation" and "url" in call.arguments:
        return translate("RequestText", "{server} wants {client} to open a web page")
    return translate("RequestText", _REQUEST_WORDS[kind])


def means(call: Call) -> str:
    """Return the effect of approving it; "" for a tool call."""
    if not call.is_request:
        return ""
    kind = _kind(call)
    if kind == "elicitation" and "url" in call.arguments:
        return translate("RequestText", "The client shows you the address. ToolGuard never opens it.")
    return translate("RequestText", _APPROVAL_WORDS[kind]) if kind in _APPROVAL_WORDS else ""


def _kind(call: Call) -> str:
    """Return the kind of a request; kinds without sentences of their own use those of the others."""
    kind = kind_of_rule_method(call.method)
    return kind if kind in _REQUEST_WORDS else "server-other" if call.is_from_server else "client-other"


def sentence(call: Call, server: str, client: str, tool: str) -> str:
    """Return who requests what, with names for display; "wants to run" for a tool call."""
    if not call.is_request:
        return translate("Announce", "{0} wants to run {1} on {2}.").format(client, tool, server)
    return f"{wants(call).format(server=server, client=client, tool=tool)}."
