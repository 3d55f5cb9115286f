"""Texts of server errors: the words that a server gives for a failed call, wherever it puts them.

The text can be in any language. It is only shown; no decision depends on it.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.model import Outcome

MAX_LENGTH = 500
"""Maximum characters of the text."""
_MAX_BLOCKS = 20  # content blocks that are inspected
_REASON_MEMBERS = ("reason", "uri", "detail", "details")  # members of ``data`` with details; the first string is used
_UNKNOWN = re.compile(
    r"(unknown|no such|not (exist|found|registered|available)|(does|could)( not|n't) (exist|find)|not find)"
    r"|未知|不存在|找不到|未找到|没有(这个|此|该)?工具|不明|見つかりません|存在しません"
    r"|inconnu|introuvable|unbekannt|nicht gefunden"
    r"|desconocid|no encontrad|desconhecid|не найден|неизвест|알 수 없는",
    re.IGNORECASE,
)
_A_TOOL = re.compile(
    r"\btools?\b|\bfunctions?\b|工具|ツール|outil|werkzeug|herramienta|ferramenta|инструмент|도구", re.IGNORECASE
)
_NOT_THE_TOOL = re.compile(
    r"argument|param(?!s\b)|property|field|required|参数|引数|paramètre|parámetro|parâmetro|параметр", re.IGNORECASE
)
_FILLED = re.compile(r"[\w \-]{1,40}[:：]\s*[\"'`“「]?(?P<name>.+?)[\"'`”」]?[.。]?\Z", re.DOTALL)


def error_text(preview: str, outcome: Outcome) -> str:
    """Return why a call failed, in the server's words: an error's message with its reason, or the texts of a result.

    ``preview``: the beginning of the ``error`` or ``result`` as JSON text; "" if it contains no text.
    """
    fields = _read(preview) if outcome in ("error", "tool_error") else {}
    return (_of_error(fields) if outcome == "error" else _of_result(fields))[:MAX_LENGTH]


def unknown_tool(preview: str, tool: str) -> Literal["", "yes", "perhaps"]:
    """Return whether an error means that there is no such ``tool``.

    MCP uses -32602 for this and for invalid arguments, so the words must say so, in the message or in ``data.reason``,
    or consist of the tool's name. -32003 is used by some clients (for others it concerns a capability), so any other
    code gives "perhaps" at most.
    """
    error = _read(preview)
    texts = _texts(error)
    if any(_names(text, tool) for text in texts):
        return "yes" if error.get("code") == jsonrpc.INVALID_PARAMS else "perhaps"
    return ""


def _names(text: str, tool: str) -> bool:
    if _NOT_THE_TOOL.search(text.replace(tool, " ") if tool else text):
        return False
    filled = _FILLED.fullmatch(text)
    if filled is not None and filled["name"] == tool:
        return True
    return bool(_UNKNOWN.search(text)) and (bool(_A_TOOL.search(text)) or (bool(tool) and tool in text))


def _read(preview: str) -> dict[str, Any]:
    try:
        fields = msgspec.json.decode(preview)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):  # longer than what the log keeps
        return {}
    return fields if isinstance(fields, dict) else {}


def _texts(error: dict[str, Any]) -> list[str]:
    """Return the message, and the details in ``data``."""
    data = error.get("data")
    more = data if isinstance(data, str) else None
    if isinstance(data, dict):
        more = next((data[name] for name in _REASON_MEMBERS if isinstance(data.get(name), str)), None)
    return [
        text.strip()[:MAX_LENGTH] for text in (error.get("message"), more) if isinstance(text, str) and text.strip()
    ]


def _of_error(error: dict[str, Any]) -> str:
    texts = _texts(error)
    return texts[0] if len(texts) == 2 and texts[1] in texts[0] else ": ".join(texts)


def _of_result(result: dict[str, Any]) -> str:
    """Return all texts of ``content``."""
    content = result.get("content")
    blocks = [block for block in content[:_MAX_BLOCKS] if isinstance(block, dict)] if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if isinstance(block.get("text"), str)]
    return "\n".join(text.strip() for text in texts if text.strip())
