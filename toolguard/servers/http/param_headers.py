"""Headers in which a modern request mirrors parts of its body (basic/transports/streamable-http, 2026-07-28).

They are computed from the message that is sent. No I/O.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.param_headers import (
    NAMED_BY,
    TASK_ID_BY,
    HeaderError,
    MirroredArgument,
    header_text,
    mirrored_arguments,
    value_at,
)
from toolguard.gate.texts import coded

_NAMES = NAMED_BY | TASK_ID_BY
_PLAIN = re.compile(r"[\x20-\x7e]*")
_SENTINEL = re.compile(r"=\?base64\?.*\?=")
_MAX_TOOLS = 10_000


class HeaderMirror:
    """The arguments of each tool that are mirrored into headers, according to the server's lists of tools.

    ``is_secret`` tells whether a text contains a secret, which is never put into a header.
    """

    def __init__(self, is_secret: Callable[[str], bool]) -> None:
        self._is_secret = is_secret
        self._tools: dict[str, list[MirroredArgument]] = {}

    def headers(self, message: Message) -> dict[str, str]:
        """Return the headers for ``message``. Raises `HeaderError`."""
        members = {"Mcp-Method": _require_string(message["method"], "method")}
        if version := revisions.version_of(message):
            members["MCP-Protocol-Version"] = _require_string(version, "protocol version")
        params = message.get("params")
        if isinstance(params, dict):
            name = params.get(_NAMES.get(message["method"], ""))
            if isinstance(name, str):
                members["Mcp-Name"] = self._encoded(name, coded("servers.its_name"))
            if message["method"] == "tools/call" and isinstance(name, str):
                arguments = params.get("arguments")
                for path, header, _ in self._tools.get(name, ()):
                    value = header_text(value_at(arguments, path))
                    if value is not None:
                        members[f"Mcp-Param-{header}"] = self._encoded(
                            value, coded("servers.the_argument", path=".".join(path))
                        )
        return members

    def _encoded(self, value: str, place: str) -> str:
        if self._is_secret(value):
            raise HeaderError(coded("servers.secret_server_wants_repeated", what=place))
        return encoded(value)

    def learn(self, result: object, *, first: bool) -> tuple[object, list[str]]:
        """Return a page of ``tools/list`` without tools that clients may not use over HTTP, and why each was removed.

        ``first``: whether it is the first page, without a cursor. Remaining members keep their bytes.
        """
        if first:
            self._tools.clear()
        try:
            members = _decode_members(result if isinstance(result, msgspec.Raw) else jsonrpc.encode({"": result})[4:-1])
            tools = _decode_list(members["tools"])
        except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError):
            return result, []
        usable: list[msgspec.Raw] = []
        faults: list[str] = []
        for raw in tools:
            tool = _read(raw)
            name = tool.get("name")
            try:
                repeated = mirrored_arguments(tool.get("inputSchema"))
            except HeaderError as why:
                faults.append(coded("servers.tool_left_out", name=repr(str(name)[:100]), reason=why))
                continue
            usable.append(raw)
            if isinstance(name, str) and len(self._tools) < _MAX_TOOLS:
                self._tools[name] = repeated
        return (msgspec.Raw(jsonrpc.encode({**members, "tools": usable})) if faults else result), faults


def encoded(value: str) -> str:
    """Return ``value`` encoded for a header (§Value Encoding)."""
    if _PLAIN.fullmatch(value) and value == value.strip() and not _SENTINEL.fullmatch(value):
        return value
    try:
        return f"=?base64?{base64.b64encode(value.encode()).decode()}?="
    except UnicodeEncodeError:
        raise HeaderError(coded("servers.unpaired_surrogate_no_header")) from None


def _read(raw: msgspec.Raw) -> dict[str, Any]:
    """Return a tool as far as it can be parsed. Numbers outside the range of a double are accepted."""
    tool = jsonrpc.plain(raw)
    if tool is None:
        try:
            tool = json.loads(bytes(raw), parse_int=float)
        except (ValueError, RecursionError):
            return {}
    return tool if isinstance(tool, dict) else {}


def _require_string(value: object, place: str) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value == value.strip():
        return value
    raise HeaderError(coded("servers.cannot_written_header", what=place))


_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_list = msgspec.json.Decoder(list[msgspec.Raw]).decode
