"""Results as the first draft of MCP had them (2024-10-07): ``{"toolResult": <any JSON>}``, given content for others.

It was the only member then, and a failure was told inside of it or not at all. What stands there is never judged here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp.revisions import revision
from toolguard.gate.model import Era


def for_client(answer: Message, version: str, era: Era) -> Message:
    """``answer`` with ``content`` beside its ``toolResult``, for a client that knows ``version`` and would see nothing.

    Whatever stands in it stays, so that a client that knows the draft reads on.
    """
    known = revision(version)
    if not version or known.tool_result:
        return answer
    told = answer["result"]
    data = told if isinstance(told, msgspec.Raw) else jsonrpc.encode(told)
    try:
        result: dict[str, Any] = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        result |= members(result["toolResult"], structured=known.structured_content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):  # what cannot be read here is passed on as it is
        return answer
    if era == "modern":
        result.setdefault("resultType", "complete")
    return {**answer, "result": result}


def members(tool_result: Any, *, structured: bool = True) -> dict[str, Any]:
    """What a newer result has instead of ``toolResult``.

    ``isError`` only where it says ``error``, as the page of 2024-11 shows it: that is the sole sign there can be.
    """
    told = jsonrpc.plain(tool_result)
    found: dict[str, Any] = {"content": [{"type": "text", "text": jsonrpc.text(tool_result)}]}
    if isinstance(told, dict):
        found |= {"structuredContent": tool_result} if structured else {}
        found |= {"isError": True} if "error" in told else {}
    return found
