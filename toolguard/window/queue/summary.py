"""The one input that says most of a call, on one line; and which calls are of one kind. Knows no widget."""

from __future__ import annotations

from itertools import islice
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.model import Call
from toolguard.window.json_view import untrusted_text

TELLING = (
    "command", "cmd", "path", "file_path", "file", "filename", "source", "url", "uri", "sql", "query", "code", "script",
    "to", "name", "id", "title", "subject", "message", "text", "content",
)  # fmt: skip
"""Names of members that say what a call is about, the best first."""
_LONGEST = 160


def main_input(arguments: dict[str, Any]) -> str:
    """``path  /tmp/a``: the most telling member, else the first plain one; "" when there is none."""
    plain = {name: value for name, value in islice(arguments.items(), 200) if not isinstance(value, dict | list)}
    lower = {name.casefold(): name for name in plain}
    name = next((lower[each] for each in TELLING if each in lower), next(iter(plain), None))
    if name is None:
        return untrusted_text.shortened(next(iter(arguments), "")[:_LONGEST])
    value = plain[name]
    words = value if isinstance(value, str) else jsonrpc.text(value)
    more = "…" if len(words) > _LONGEST else ""
    return f"{untrusted_text.shortened(name[:_LONGEST], 40)}  {untrusted_text.visible(words[:_LONGEST])}{more}"


def kind(call: Call) -> tuple[str, str, str, str]:
    """Equal for calls of one tool, or requests of one method, of one server, by one client."""
    return call.tool, call.server, call.client.id, call.method
