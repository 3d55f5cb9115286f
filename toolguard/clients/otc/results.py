"""Translation of MCP tool results to Open Tool Calling: a value, or an error with its text."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.clients.aggregate.merging import decode_members
from toolguard.clients.otc.messages import failed, succeeded
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded

MAX_TEXT_LENGTH = 100_000
"""Maximum characters of an error."""
_GOES_ON = {
    "input_required": coded("clients.tool_asks_something_back"),
    "task": coded("clients.tool_goes_task_open"),
}
_elements = msgspec.json.Decoder(list[msgspec.Raw]).decode


def response(call_id: str, answer: Message) -> bytes:
    """Return the CallToolResponse for the response to a ``tools/call``."""
    if "error" in answer:
        return failed(call_id, _error_text(jsonrpc.plain(answer["error"])))
    result = decode_members(answer["result"])
    outcome = revisions.outcome(answer)
    if outcome in _GOES_ON:
        return failed(call_id, _GOES_ON[outcome])
    if outcome == "tool_error":
        return failed(call_id, _text(result) or coded("clients.tool_failed_gave_no"))
    return succeeded(call_id, _value(result))


def _error_text(error: Any) -> str:
    """Return message and reason of a JSON-RPC error; in the first drafts the reason is separate."""
    error = error if isinstance(error, dict) else {}
    message, data = error.get("message"), error.get("data")
    reason = data.get("reason") if isinstance(data, dict) else None
    words = [text for text in (message, reason) if isinstance(text, str) and text.strip()]
    if len(words) == 2 and words[1] in words[0]:
        words.pop()
    return (": ".join(words) or coded("clients.tool_failed_gave_no"))[:MAX_TEXT_LENGTH]


def _value(result: dict[str, Any]) -> object:
    """Return ``structuredContent`` if present, else the content: one block alone, several as a list, none as null."""
    for name in ("structuredContent", "toolResult"):  # the latter was the whole result before 2024-11-05
        if name in result and not (name == "structuredContent" and jsonrpc.plain(result[name]) is None):
            return result[name]
    values = [_of_block(block) for block in _blocks(result)]
    return values[0] if len(values) == 1 else values or None


def _blocks(result: dict[str, Any]) -> list[Any]:
    content = result.get("content")
    if not isinstance(content, msgspec.Raw):
        return content if isinstance(content, list) else []
    try:
        return list(_elements(content))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return []


def _of_block(block: Any) -> object:
    fields = decode_members(block)
    text = jsonrpc.plain(fields.get("text"))
    return text if jsonrpc.plain(fields.get("type")) == "text" and isinstance(text, str) else block


def _text(result: dict[str, Any]) -> str:
    """Return the text of a tool's error."""
    values = (_of_block(block) for block in _blocks(result))
    return "\n".join(text for text in values if isinstance(text, str) and text.strip())[:MAX_TEXT_LENGTH]
