"""Results of the first MCP draft (2024-10-07): ``{"toolResult": <any JSON>}``, converted for newer clients.

The draft had no other member, and errors were inside it or not reported. The contents are not interpreted here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp.revisions import revision
from toolguard.gate.model import Era


def add_content(answer: Message, version: str, era: Era) -> Message:
    """Return ``answer`` with ``content`` added for a client on ``version``, which ignores ``toolResult``.

    The original member stays, so that a client that knows the draft can read it.
    """
    client_revision = revision(version)
    if not version or client_revision.tool_result:
        return answer
    draft = answer["result"]
    data = draft if isinstance(draft, msgspec.Raw) else jsonrpc.encode(draft)
    try:
        result: dict[str, Any] = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        result |= content_members(result["toolResult"], structured=client_revision.structured_content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):  # unreadable results are passed on unchanged
        return answer
    if era == "modern":
        result.setdefault("resultType", "complete")
    return {**answer, "result": result}


def content_members(tool_result: Any, *, structured: bool = True) -> dict[str, Any]:
    """Return the members of a newer result that stand for ``toolResult``.

    ``isError`` is set only if ``toolResult`` has a member ``error``, as in the 2024-11 documentation; nothing else
    tells.
    """
    value = jsonrpc.plain(tool_result)
    members: dict[str, Any] = {"content": [{"type": "text", "text": jsonrpc.text(tool_result)}]}
    if isinstance(value, dict):
        members |= {"structuredContent": tool_result} if structured else {}
        members |= {"isError": True} if "error" in value else {}
    return members
