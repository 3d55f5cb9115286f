"""MCP revisions: differences between revisions, recognition of calls, texts of denials."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import apps
from toolguard.gate.mcp.request_kinds import CLIENT_METHODS, mistakable_method
from toolguard.gate.mcp.tasks import METHODS as TASK_METHODS
from toolguard.gate.mcp.tasks import task_id
from toolguard.gate.model import Era, Outcome
from toolguard.gate.texts import coded

_META = "io.modelcontextprotocol/"
VERSION_KEY = _META + "protocolVersion"
CLIENT_INFO_KEY = _META + "clientInfo"


class Revision(msgspec.Struct, frozen=True):
    """A published revision of MCP, with the differences that matter to ToolGuard."""

    version: str
    era: Era
    batches: bool = False
    """JSON-RPC batches are allowed (basic §Messages, 2025-03-26 only)."""
    tool_result: bool = False
    """Tool results have the form ``{"toolResult": …}`` (drafts before 2024-11-05)."""
    structured_content: bool = False
    """Tool results may have ``structuredContent`` (server/tools §Structured Content, 2025-06-18)."""
    elicitation_mode: bool = False
    """``elicitation/create`` has a ``mode`` (client/elicitation, 2025-11-25)."""
    priming_events: bool = False
    """Clients accept events without data, and reconnect to a stream that the server closed (transports, 2025-11-25)."""


REVISIONS = (
    Revision("2024-10-07", "legacy", tool_result=True),
    Revision("2024-11-05", "legacy"),
    Revision("2025-03-26", "legacy", batches=True),
    Revision("2025-06-18", "legacy", structured_content=True),
    Revision("2025-11-25", "legacy", structured_content=True, elicitation_mode=True, priming_events=True),
    Revision("2026-07-28", "modern", structured_content=True, elicitation_mode=True, priming_events=True),
)
"""All revisions, oldest first."""
LEGACY = tuple(row.version for row in REVISIONS if row.era == "legacy")
SPOKEN_LEGACY = tuple(row.version for row in REVISIONS if row.era == "legacy" and not row.tool_result)
"""The legacy revisions in which ToolGuard itself answers; it only reads the first draft."""
MODERN = tuple(row.version for row in REVISIONS if row.era == "modern")
_BY_VERSION = {revision.version: revision for revision in REVISIONS}

HANDSHAKES = frozenset(("initialize", "server/discover"))
"""Requests in whose results a server describes itself."""
_MAX_CAPABILITIES = 50  # kept of a server's capabilities
ANY_TOOL = "*"
"""Not a tool name: a rule for a tool of this name would match all tools."""
MAX_NAME = 1_000
"""Maximum characters of a tool's name; servers should keep to 128 (server/tools §Tool Names)."""
CALL_PARAMS = frozenset(("name", "arguments", "_meta", "task", "inputResponses", "requestState"))
"""The params of a ``tools/call``."""


def revision(version: str | None) -> Revision:
    """Return the revision; an unknown version counts as the newest of its era."""
    if version and version in _BY_VERSION:
        return _BY_VERSION[version]
    return _BY_VERSION[MODERN[-1] if version and version > MODERN[-1] else LEGACY[-1]]


def era_of(message: Message) -> Era:
    """Return the era of a request: modern ones have a version in ``params._meta`` (basic §_meta, 2026-07-28)."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return "modern" if isinstance(meta, dict) and VERSION_KEY in meta else "legacy"


def is_call(message: Message) -> bool:
    """Return whether a message is a ``tools/call``; raises `Malformed` for a method that can be mistaken for it."""
    method: str = message["method"]
    if method == "tools/call":
        return True
    if method not in CLIENT_METHODS and mistakable_method(method):
        raise Malformed(jsonrpc.METHOD_NOT_FOUND, coded("gate.unknown_method", method=repr(method)), message.get("id"))
    return False


def check_call(message: Message) -> tuple[str, dict[str, Any]]:
    """Return the tool name and the arguments of a ``tools/call`` (server/tools §Calling Tools); raises `Malformed`."""
    id: Id | None = message.get("id")
    if id is None:
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.tools_call_id"))
    params = message.get("params")
    if not isinstance(params, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.tools_call_needs_params"), id)
    jsonrpc.refuse_look_alikes(params, CALL_PARAMS, id)
    name = params.get("name")
    if not isinstance(name, str) or not name or "\0" in name:  # to a program in C, a name ends there
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.name_tool_text_not"), id)
    if name == ANY_TOOL:
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.no_tool_can_called"), id)
    if len(name) > MAX_NAME:
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.tool_name_too_long", limit=f"{MAX_NAME:,}"), id)
    arguments = params.get("arguments")
    if arguments is not None and not isinstance(arguments, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.arguments_tool_object"), id)
    meta = params.get("_meta")
    if meta is not None and not isinstance(meta, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.meta_object"), id)
    return name, arguments or {}


def progress_token(message: Message) -> Id | None:
    """Return the progress token of a request; None if it has none."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if isinstance(token, int | str) and not isinstance(token, bool) else None


def claim_of(message: Message) -> str:
    """Return the client's own ``name version`` from ``initialize`` or a modern request's ``_meta``."""
    params = message.get("params")
    if not isinstance(params, dict):
        return ""
    meta = params.get("_meta")
    info = params.get("clientInfo") or (meta.get(CLIENT_INFO_KEY) if isinstance(meta, dict) else None)
    if not isinstance(info, dict):
        return ""
    words = (info.get("name"), info.get("version"))
    return " ".join(word for word in words if isinstance(word, str))[:200]


def version_of(message: Message) -> str:
    """Return the revision of a modern request, or ""."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else ""


def known_to_client(version: str, initialize: Message | None) -> str:
    """Return the newest revision that a client understands: the negotiated one, or a newer one that it requested.

    A server on 2024-10-07 answers with that to any client. Clients that continue can still read newer results.
    """
    params = initialize.get("params") if initialize is not None else None
    asked = params.get("protocolVersion") if isinstance(params, dict) else None
    return max(version, asked) if version and isinstance(asked, str) and asked in _BY_VERSION else version


def tool_error(text: str, era: Era, version: str = "") -> dict[str, Any]:
    """Return an error result; the model reads the text (server/tools §Error Handling)."""
    body: dict[str, Any] = {"content": [{"type": "text", "text": text}], "isError": True}
    if era == "modern":
        body["resultType"] = "complete"
    elif revision(version).tool_result:
        body["toolResult"] = {"error": text}
    return body


def unknown_tool(id: Id, name: str) -> Message:
    """Return the error for an unknown tool (server/tools §Error Handling)."""
    return jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("gate.unknown_tool", name=name))


def server_info(result: Any) -> tuple[str, tuple[str, ...]]:
    """Return the server's name with version, and its capabilities, from ``initialize`` or ``server/discover``."""
    fields = result if isinstance(result, dict) else {}
    meta = fields.get("_meta")
    info = fields.get("serverInfo") or (meta.get(_META + "serverInfo") if isinstance(meta, dict) else None)
    words = (info.get("name"), info.get("version")) if isinstance(info, dict) else ()
    declared: list[str] = []
    capabilities = fields.get("capabilities")
    for name, value in list(capabilities.items())[:_MAX_CAPABILITIES] if isinstance(capabilities, dict) else ():
        declared.append(name[:100])
        if isinstance(value, dict):
            declared += [f"{name}.{sub}"[:100] for sub, on in list(value.items())[:_MAX_CAPABILITIES] if on is True]
    return " ".join(word for word in words if isinstance(word, str))[:200], tuple(declared)


def list_changed(listen: Id | None = None) -> Message:
    """Return a ``tools/list_changed`` notification; modern ones name the stream that subscribed to it."""
    notification: Message = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    return notification if listen is None else {**notification, "params": {"_meta": {_META + "subscriptionId": listen}}}


def request_summary(message: Message) -> Message:
    """Return what must be remembered of a pending request; requests can be large and remain unanswered."""
    method = message["method"]
    if method == "initialize":  # replayed when the server is opened again
        return message
    small: Message = {"id": message["id"], "method": method}
    if method == "tools/list":
        params = message.get("params")
        first = not (isinstance(params, dict) and "cursor" in params)
        small |= {"first": first, "era": era_of(message)}
    if method == "resources/read":
        params = message.get("params")
        uri = params.get("uri") if isinstance(params, dict) else None
        if isinstance(uri, str) and uri.startswith(apps.SCHEME) and len(uri) <= MAX_NAME:
            small["page"] = uri
    if method in TASK_METHODS:
        small["params"] = {"taskId": task_id(message.get("params"))}
    if method == "subscriptions/listen":
        params = message.get("params")
        notifications = params.get("notifications") if isinstance(params, dict) else None
        small["tools"] = isinstance(notifications, dict) and notifications.get("toolsListChanged") is True
    return small


def responses_of(message: Message) -> str:
    """Return a call's ``inputResponses`` as compact JSON, at most 2,000 characters (2026-07-28)."""
    responses = message["params"].get("inputResponses")
    return jsonrpc.text(responses)[:2_000] if responses else ""


def denial(reason: str, by: str) -> str:
    """Return the text for the model about a call that was not run: who denied it, why, and not to retry."""
    who = {
        "person": coded("gate.denied_user"),
        "timeout": coded("gate.not_run_nobody_approved"),
        "ticket": coded("gate.denied_user"),
    }.get(by.partition(" ")[0], coded("gate.not_run_refused"))
    why = f" Reason: {reason.strip().rstrip('.')}." if reason.strip() else ""
    return coded("gate.answer_denied_with_reason", who=who, reason=why)


def outcome(response: Message) -> Outcome:
    """Return how a call ended."""
    return outcome_and_draft(response)[0]


def outcome_and_draft(response: Message) -> tuple[Outcome, bool]:
    """Return how a call ended, and whether its result has the form of the first draft. Decodes only these members."""
    if "error" in response:
        return "error", False
    result = response["result"]
    try:
        head = _decode_head(result if isinstance(result, msgspec.Raw) else jsonrpc.encode(result))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "result", False
    outcome: Outcome = "result"
    if head.isError is True:
        outcome = "tool_error"
    elif head.resultType == "input_required":
        outcome = "input_required"
    elif head.resultType == "task" or (head.task is not msgspec.UNSET and head.content is msgspec.UNSET):
        outcome = "task"
    return outcome, head.toolResult is not msgspec.UNSET and head.content is msgspec.UNSET


class _ResultHead(msgspec.Struct):
    isError: object = False  # noqa: N815 (MCP's name)
    resultType: object = "complete"  # noqa: N815
    task: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    content: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    toolResult: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # noqa: N815


_decode_head = msgspec.json.Decoder(_ResultHead).decode
