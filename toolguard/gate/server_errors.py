"""What a server says of a call that failed, in words for a person: servers put them in different members.

The words may be of any language. Nothing is decided by them: a call is never sent or held back for what stands here.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.model import Outcome

LONGEST = 500
"""Characters that are told."""
_BLOCKS = 20  # of a result that are looked at
_REASONS = ("reason", "uri", "detail", "details")  # members of `data` that say more, the first that is a text
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


def said(preview: str, outcome: Outcome) -> str:
    """Why the call failed, as the server words it: an error's message with its reason, or the texts of a result.

    ``preview``: the beginning of the ``error`` or ``result`` as JSON text; "" when there is nothing to tell from it.
    """
    told = _read(preview) if outcome in ("error", "tool_error") else {}
    return (_of_error(told) if outcome == "error" else _of_result(told))[:LONGEST]


def unknown_tool(preview: str, tool: str) -> Literal["", "yes", "perhaps"]:
    """Whether an error says that there is no such ``tool``.

    MCP's code for it is -32602, which wrong arguments have as well: the words must say so, in the message or in
    ``data.reason``, or hold nothing but the tool's name. -32003 is a custom of some clients (others mean a capability
    by it) and says nothing by itself, so that with any other code it is no more than likely.
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
        told = msgspec.json.decode(preview)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):  # it was longer than what the log keeps
        return {}
    return told if isinstance(told, dict) else {}


def _texts(error: dict[str, Any]) -> list[str]:
    """The message, and what ``data`` says beside it."""
    data = error.get("data")
    more = data if isinstance(data, str) else None
    if isinstance(data, dict):
        more = next((data[name] for name in _REASONS if isinstance(data.get(name), str)), None)
    return [one.strip()[:LONGEST] for one in (error.get("message"), more) if isinstance(one, str) and one.strip()]


def _of_error(error: dict[str, Any]) -> str:
    texts = _texts(error)
    return texts[0] if len(texts) == 2 and texts[1] in texts[0] else ": ".join(texts)


def _of_result(result: dict[str, Any]) -> str:
    """All texts of ``content``, not the first alone: there may be none."""
    content = result.get("content")
    blocks = [block for block in content[:_BLOCKS] if isinstance(block, dict)] if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if isinstance(block.get("text"), str)]
    return "\n".join(text.strip() for text in texts if text.strip())
