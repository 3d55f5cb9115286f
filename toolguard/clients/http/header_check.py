"""Validation of the headers in which a request of 2026-07-28 mirrors its body.

A proxy that routes by a header must find there what the body contains (streamable-http §Server Validation, SEP-2243).
So a header that differs, is repeated or is missing is refused with `MISMATCH` before anybody is asked.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp import param_headers, revisions
from toolguard.gate.mcp.param_headers import MISMATCH, NAMED_BY, TASK_ID_BY
from toolguard.gate.texts import coded

UNSUPPORTED_VERSION = -32022
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
PARAM_PREFIX = "mcp-param-"
VERSIONS = revisions.MODERN
_SENTINEL = re.compile(r"=\?base64\?(.*)\?=")
_DECIMAL = re.compile(r"-?\d+(\.0+)?", re.ASCII)

Headers = Mapping[str, list[str]]
"""Values by the header's lower-case name, in order of arrival."""


class HeaderMismatchError(Exception):
    """Headers contradict the body or the revision. ``code`` and ``data`` are those of the JSON-RPC error."""

    def __init__(self, code: int, reason: str, data: Any = None) -> None:
        super().__init__(reason)
        self.code = code
        self.data = data


def check(message: Message, headers: Headers, schema: Any = None) -> None:
    """Raise `HeaderMismatchError` unless headers and body agree. ``schema``: the called tool's, if known."""
    for name in ("mcp-protocol-version", "mcp-method", "mcp-name"):
        if len(headers.get(name, ())) > 1:
            raise HeaderMismatchError(MISMATCH, coded("clients.header_stands_more_once", name=name))
    meta = _meta(message)
    version = _single_value(headers, "mcp-protocol-version")
    if version is None or version != meta[revisions.VERSION_KEY]:
        raise HeaderMismatchError(MISMATCH, coded("clients.header_mcp_protocol_version"))
    if _single_value(headers, "mcp-method") != message["method"]:
        raise HeaderMismatchError(MISMATCH, coded("clients.header_mcp_method_not"))
    _check_name(message, headers)
    check_version(version)
    if message["method"] == "tools/call" and schema is not None:
        arguments = message["params"].get("arguments")
        check_arguments(arguments if isinstance(arguments, dict) else {}, headers, schema)


def check_version(version: str) -> None:
    """Raise `HeaderMismatchError` for an unknown revision, in which calls could not be recognized."""
    if version not in VERSIONS:
        data = {"supported": list(VERSIONS), "requested": version}
        raise HeaderMismatchError(UNSUPPORTED_VERSION, coded("clients.unsupported_protocol_version"), data)


def _meta(message: Message) -> dict[str, Any]:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict):
        raise HeaderMismatchError(jsonrpc.INVALID_PARAMS, coded("clients.params_meta_name_protocol"))
    for key in (revisions.VERSION_KEY, CAPABILITIES):
        if key not in meta:
            raise HeaderMismatchError(jsonrpc.INVALID_PARAMS, coded("clients.params_meta_no", key=key))
    if not isinstance(meta[CAPABILITIES], dict):
        raise HeaderMismatchError(jsonrpc.INVALID_PARAMS, coded("clients.member_must_be_object", member=CAPABILITIES))
    return meta


def _check_name(message: Message, headers: Headers) -> None:
    method = message["method"]
    member = NAMED_BY.get(method) or TASK_ID_BY.get(method)
    if member is None:
        return
    header, value = _single_value(headers, "mcp-name"), message["params"].get(member)
    if not isinstance(value, str) or (header is None and method in TASK_ID_BY):
        return  # a value that is not a string is refused elsewhere
    if header is None or decoded(header) != value:
        raise HeaderMismatchError(MISMATCH, coded("clients.header_mcp_name_not", member=member))


def check_arguments(arguments: dict[str, Any], headers: Headers, schema: Any) -> None:
    """Raise `HeaderMismatchError` unless each argument that ``schema`` mirrors equals its ``Mcp-Param-*`` header."""
    try:
        repeated = param_headers.mirrored_arguments(schema)
    except param_headers.HeaderError:  # clients drop such a tool, or send no headers for it
        return
    for path, token, kind in repeated:
        values = headers.get(PARAM_PREFIX + token.lower(), [])
        value = param_headers.value_at(arguments, path)
        name = f"Mcp-Param-{token}"
        if len(values) > 1:
            raise HeaderMismatchError(MISMATCH, coded("clients.header_stands_more_once", name=name))
        rendered = param_headers.header_text(value)
        if rendered is None and not values:
            continue
        if rendered is None or not values:
            which = "header" if not values else "argument"
            raise HeaderMismatchError(
                MISMATCH, coded("clients.belongs_missing", which=which, name=name if values else ".".join(path))
            )
        header = decoded(values[0])
        if header is None or not _same(kind, value, rendered, header):
            raise HeaderMismatchError(MISMATCH, coded("clients.header_not_argument", name=name, path=".".join(path)))


def _same(kind: str, value: Any, rendered: str, header: str) -> bool:
    numbers = kind == "integer" and not isinstance(value, bool | str) and len(header) < jsonrpc.MAX_NUMBER
    if numbers and _DECIMAL.fullmatch(header) and value == int(value):
        return int(header.partition(".")[0]) == int(value)
    return header == rendered


def decoded(value: str) -> str | None:
    """Return a header's value without ``=?base64?…?=``; None if it is not in the canonical encoding."""
    match = _SENTINEL.fullmatch(value)
    if match is None:
        return value
    try:
        data = base64.b64decode(match[1], validate=True)
        return data.decode() if base64.b64encode(data).decode() == match[1] else None
    except (binascii.Error, ValueError):
        return None


def _single_value(headers: Headers, name: str) -> str | None:
    values = headers.get(name)
    return values[0] if values else None
