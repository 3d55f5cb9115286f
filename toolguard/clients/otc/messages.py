"""Request and response bodies of Open Tool Calling 1.0 and of its later drafts, called OXP. No MCP, no I/O.

A client's ``context`` (its own tokens and secrets) is dropped here: nothing that this module returns contains it, so it
can be in no prompt, log or message.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed
from toolguard.gate.texts import coded

DEFAULT_SCHEMA = "https://github.com/OpenToolCalling/Specification/tree/main/specification/http/1.0/openapi.json"
"""The version in responses if the client named none."""
OXP_SCHEMA = "urn:oxp:1.0"
RETRY_AFTER = 5_000
"""Milliseconds after which a client is to retry a call that waits for a person."""
MAX_ID_LENGTH = 256
"""Maximum characters of a ``call_id``."""
_SUPPORTED_SCHEMAS = re.compile(
    r"otc://1\.0|https://github\.com/(?:ArcadeAI/OpenToolCalling|OpenToolCalling/Specification)/[\w./-]{0,200}"
)
_VERSIONS = frozenset(("1", "1.0", "1.0.0", OXP_SCHEMA))
_TOOL_ID = re.compile(r"[A-Za-z0-9_]+\.[A-Za-z0-9_]+(?:@(?:[0-9]+|[0-9]+\.[0-9]+\.[0-9]+))?")
_REQUEST_MEMBERS = frozenset(("tool_id", "call_id", "trace_id", "input", "inputs", "context"))
_ENVELOPE_MEMBERS = frozenset(("$schema", "request"))


class OtcDialect(msgspec.Struct, frozen=True):
    """The draft that a client uses."""

    schema: str = DEFAULT_SCHEMA
    """Value of ``$schema``; empty if responses have none."""
    later: bool = False
    """OXP: the list is called ``items``, and an input schema is not wrapped in ``parameters``."""
    bare: bool = False
    """Whether request and result have no envelope."""


class OtcCallRequest(msgspec.Struct, frozen=True):
    """A ``POST /tools/call``. ``call_id`` is empty if the client sent none."""

    dialect: OtcDialect
    tool_id: str
    input: dict[str, Any]
    call_id: str = ""

    @property
    def digest(self) -> str:
        """Equal for requests with the same tool and input."""
        return jsonrpc.sha256(jsonrpc.canonical([self.tool_id, self.input]))


def parse_dialect(version: str | None, schema: object = None, *, bare: bool = False) -> OtcDialect:
    """Return the dialect of a header ``OXP-Version`` and a body's ``$schema``. Raises `Malformed`."""
    if version is not None:
        if version not in _VERSIONS:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.oxp_version_not_supported"))
        return OtcDialect(schema="" if bare else OXP_SCHEMA, later=True, bare=bare)
    if schema is None:
        return OtcDialect(bare=bare)
    if schema == OXP_SCHEMA:
        return OtcDialect(schema=OXP_SCHEMA, later=True, bare=bare)
    if not isinstance(schema, str) or not _SUPPORTED_SCHEMAS.fullmatch(schema):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.schema_not_supported_otc"))
    return OtcDialect(schema=schema, bare=bare)


def parse_call(body: bytes, version: str | None) -> OtcCallRequest:
    """Return the request in ``body``. Raises `Malformed`."""
    envelope = jsonrpc.decode_object(body)
    jsonrpc.refuse_look_alikes(envelope, _ENVELOPE_MEMBERS | _REQUEST_MEMBERS, None)
    bare = "request" not in envelope and "tool_id" in envelope
    request = envelope if bare else envelope.get("request")
    if not isinstance(request, dict):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.member_request_object"))
    jsonrpc.refuse_look_alikes(request, _REQUEST_MEMBERS | _ENVELOPE_MEMBERS, None)
    tool_id, call_id = request.get("tool_id"), request.get("call_id")
    if not isinstance(tool_id, str) or len(tool_id) > MAX_ID_LENGTH or not _TOOL_ID.fullmatch(tool_id):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.tool_id_toolkit_tool"))
    if call_id is not None and not (isinstance(call_id, str) and 0 < len(call_id) <= MAX_ID_LENGTH):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.call_id_length", limit=MAX_ID_LENGTH))
    expected = (("trace_id", str, coded("clients.a_string")), ("context", dict, coded("clients.an_object")))
    for name, kind, text in expected:
        if not isinstance(request.get(name), kind | None):
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.member_expected", name=name, expected=text))
    dialect = parse_dialect(version, envelope.get("$schema"), bare=bare)
    return OtcCallRequest(dialect, tool_id, _input(request), call_id or "")


def _input(request: dict[str, Any]) -> dict[str, Any]:
    """Return the input: ``inputs`` in one draft's prose, ``input`` everywhere else; empty if both are missing."""
    inputs = [request[name] for name in ("input", "inputs") if request.get(name) is not None]
    if not all(isinstance(item, dict) for item in inputs):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.input_object"))
    if len(inputs) > 1 and jsonrpc.canonical(inputs[0]) != jsonrpc.canonical(inputs[1]):
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.input_inputs_both_differ"))
    return inputs[0] if inputs else {}


# --- answers ------------------------------------------------------------------------------------------------------


def succeeded(call_id: str, value: object) -> bytes:
    """Return a successful CallToolResponse; ``value`` is any JSON."""
    return jsonrpc.encode({"call_id": call_id, "success": True, "value": value})


def failed(call_id: str, message: str, *, retry: bool = False) -> bytes:
    """Return a failed CallToolResponse. ``retry``: the client is to retry after a while."""
    error: dict[str, Any] = {"message": message, "can_retry": retry}
    if retry:
        error["retry_after_ms"] = RETRY_AFTER
    return jsonrpc.encode({"call_id": call_id, "success": False, "error": error})


def result(dialect: OtcDialect, response: bytes) -> bytes:
    """Return the body for a CallToolResponse."""
    if dialect.bare:
        return response
    return jsonrpc.encode({"$schema": dialect.schema, "result": msgspec.Raw(response)})


def refusal(dialect: OtcDialect, message: str, **members: object) -> bytes:
    """Return a ServerErrorResponse or, with ``parameter_errors``, a ValidationErrorResponse: the tool did not run."""
    return jsonrpc.encode({**_schema_member(dialect), "message": message, **members})


def listing(dialect: OtcDialect, definitions: list[msgspec.Raw]) -> bytes:
    """Return the body of ``GET /tools``."""
    return jsonrpc.encode({**_schema_member(dialect), "items" if dialect.later else "tools": definitions})


def _schema_member(dialect: OtcDialect) -> dict[str, str]:
    return {"$schema": dialect.schema} if dialect.schema else {}
