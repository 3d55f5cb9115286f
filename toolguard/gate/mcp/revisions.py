"""All knowledge of MCP's revisions that the gate needs: which era speaks, what is a call, how a denial is worded."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import apps
from toolguard.gate.mcp.request_kinds import posed_as
from toolguard.gate.mcp.tasks import METHODS as TASK_METHODS
from toolguard.gate.mcp.tasks import id_in
from toolguard.gate.model import Era, Outcome
from toolguard.gate.texts import coded

_META = "io.modelcontextprotocol/"
VERSION_KEY = _META + "protocolVersion"
CLIENT_INFO_KEY = _META + "clientInfo"


class Revision(msgspec.Struct, frozen=True):
    """One published revision of MCP, as far as a gate must tell it from the others."""

    version: str
    era: Era
    batches: bool = False
    """JSON-RPC batches are legal (basic §Messages, 2025-03-26 only)."""
    tool_result: bool = False
    """A tool's result is ``{"toolResult": …}`` (the drafts before 2024-11-05)."""
    structured_content: bool = False
    """A tool's result may have ``structuredContent`` (server/tools §Structured Content, 2025-06-18)."""
    elicitation_mode: bool = False
    """``elicitation/create`` says its ``mode`` (client/elicitation, 2025-11-25)."""
    priming_events: bool = False
    """Clients know an event without data, and come back to a stream that a server closed (transports, 2025-11-25)."""


REVISIONS = (
    Revision("2024-10-07", "legacy", tool_result=True),
    Revision("2024-11-05", "legacy"),
    Revision("2025-03-26", "legacy", batches=True),
    Revision("2025-06-18", "legacy", structured_content=True),
    Revision("2025-11-25", "legacy", structured_content=True, elicitation_mode=True, priming_events=True),
    Revision("2026-07-28", "modern", structured_content=True, elicitation_mode=True, priming_events=True),
)
"""Every revision, the oldest first."""
LEGACY = tuple(one.version for one in REVISIONS if one.era == "legacy")
SPOKEN_LEGACY = tuple(one.version for one in REVISIONS if one.era == "legacy" and not one.tool_result)
"""The legacy revisions that ToolGuard itself answers in; the first draft is only understood."""
MODERN = tuple(one.version for one in REVISIONS if one.era == "modern")
_BY_VERSION = {revision.version: revision for revision in REVISIONS}

CLIENT_METHODS = frozenset(
    (
        "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/templates/list",
        "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/list", "prompts/get",
        "completion/complete", "logging/setLevel", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel",
        "tasks/update", "server/discover", "subscriptions/listen",
    )
)  # fmt: skip
"""Every request that a client may send in any revision."""

READ_AGAIN = frozenset(("initialize", "server/discover", "tools/list"))
"""Requests that are looked at again when their answers come."""
_CAPABILITIES = 50  # that are kept of what a server says it can do
ANY_TOOL = "*"
"""No tool's name: a rule or a switch that was made for a tool called so would hold for all of them."""
LONGEST_NAME = 1_000
"""Characters of a tool's name that somebody can still read; servers should keep to 128 (server/tools §Tool Names)."""
_CALL_PARAMS = frozenset(("name", "arguments", "_meta", "task", "inputResponses", "requestState"))


def revision(version: str | None) -> Revision:
    """What is known of ``version``; a version that is not known counts as the newest of its era."""
    if version and version in _BY_VERSION:
        return _BY_VERSION[version]
    return _BY_VERSION[MODERN[-1] if version and version > MODERN[-1] else LEGACY[-1]]


def era_of(message: Message) -> Era:
    """Modern requests say their version in ``params._meta`` (basic §_meta, 2026-07-28); legacy ones never do."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return "modern" if isinstance(meta, dict) and VERSION_KEY in meta else "legacy"


def is_call(message: Message) -> bool:
    """True for a ``tools/call``; raises `Malformed` for what a careless server could take for one."""
    method: str = message["method"]
    if method == "tools/call":
        return True
    if method not in CLIENT_METHODS and posed_as(method):
        raise Malformed(jsonrpc.METHOD_NOT_FOUND, coded("gate.unknown_method", method=repr(method)), message.get("id"))
    return False


def check_call(message: Message) -> tuple[str, dict[str, Any]]:
    """The tool's name and the arguments of a ``tools/call`` (server/tools §Calling Tools); raises `Malformed`."""
    id: Id | None = message.get("id")
    if id is None:
        raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.tools_call_id"))
    params = message.get("params")
    if not isinstance(params, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.tools_call_needs_params"), id)
    jsonrpc.no_look_alikes(params, _CALL_PARAMS, id)
    name = params.get("name")
    if not isinstance(name, str) or not name:
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.name_tool_text_not"), id)
    if name == ANY_TOOL:
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.no_tool_can_called"), id)
    if len(name) > LONGEST_NAME:
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.tool_name_too_long", limit=f"{LONGEST_NAME:,}"), id)
    arguments = params.get("arguments")
    if arguments is not None and not isinstance(arguments, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.arguments_tool_object"), id)
    meta = params.get("_meta")
    if meta is not None and not isinstance(meta, dict):
        raise Malformed(jsonrpc.INVALID_PARAMS, coded("gate.meta_object"), id)
    return name, arguments or {}


def progress_token(message: Message) -> Id | None:
    """The token under which the client wants progress on this request, if it gave one."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if isinstance(token, int | str) and not isinstance(token, bool) else None


def claim_of(message: Message) -> str:
    """``name version`` as the client calls itself, from ``initialize`` or a modern request's ``_meta``."""
    params = message.get("params")
    if not isinstance(params, dict):
        return ""
    meta = params.get("_meta")
    told = params.get("clientInfo") or (meta.get(CLIENT_INFO_KEY) if isinstance(meta, dict) else None)
    if not isinstance(told, dict):
        return ""
    words = (told.get("name"), told.get("version"))
    return " ".join(word for word in words if isinstance(word, str))[:200]


def version_of(message: Message) -> str:
    """The revision a modern request speaks, or ``""``."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    told = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return told if isinstance(told, str) else ""


def known_to_client(version: str, initialize: Message | None) -> str:
    """The newest revision that a client understands: the one that is spoken, or the newer one that it asked for first.

    A server of 2024-10-07 answers so to any client; those that go on with it still read results as they are now.
    """
    params = initialize.get("params") if initialize is not None else None
    asked = params.get("protocolVersion") if isinstance(params, dict) else None
    return max(version, asked) if version and isinstance(asked, str) and asked in _BY_VERSION else version


def tool_error(text: str, era: Era, version: str = "") -> dict[str, Any]:
    """A tool result that says no: the model reads the text (server/tools §Error Handling)."""
    body: dict[str, Any] = {"content": [{"type": "text", "text": text}], "isError": True}
    if era == "modern":
        body["resultType"] = "complete"
    elif revision(version).tool_result:
        body["toolResult"] = {"error": text}
    return body


def unknown_tool(id: Id, name: str) -> Message:
    """What a server says of a tool that it does not have (server/tools §Error Handling)."""
    return jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("gate.unknown_tool", name=name))


def told_of_itself(result: Any) -> tuple[str, tuple[str, ...]]:
    """The server's name with its version, and its capabilities, from ``initialize`` or ``server/discover``."""
    told = result if isinstance(result, dict) else {}
    meta = told.get("_meta")
    info = told.get("serverInfo") or (meta.get(_META + "serverInfo") if isinstance(meta, dict) else None)
    words = (info.get("name"), info.get("version")) if isinstance(info, dict) else ()
    found: list[str] = []
    capabilities = told.get("capabilities")
    for name, value in list(capabilities.items())[:_CAPABILITIES] if isinstance(capabilities, dict) else ():
        found.append(name[:100])
        if isinstance(value, dict):
            found += [f"{name}.{sub}"[:100] for sub, on in list(value.items())[:_CAPABILITIES] if on is True]
    return " ".join(word for word in words if isinstance(word, str))[:200], tuple(found)


def list_changed(listen: Id | None = None) -> Message:
    """Tells a client that its list of tools is another one now; in the modern era on the stream that asked for it."""
    told: Message = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    return told if listen is None else {**told, "params": {"_meta": {_META + "subscriptionId": listen}}}


def kept(message: Message) -> Message:
    """What must be known of a request that waits for its answer: no more, since it may be large and never answered."""
    method = message["method"]
    if method == "initialize":  # it is replayed to a server that is started anew
        return message
    small: Message = {"id": message["id"], "method": method}
    if method == "tools/list":
        params = message.get("params")
        first = not (isinstance(params, dict) and "cursor" in params)
        small |= {"first": first, "era": era_of(message)}
    if method == "resources/read":
        params = message.get("params")
        uri = params.get("uri") if isinstance(params, dict) else None
        if isinstance(uri, str) and uri.startswith(apps.SCHEME) and len(uri) <= LONGEST_NAME:
            small["page"] = uri
    if method in TASK_METHODS:
        small["params"] = {"taskId": id_in(message.get("params"))[:1_000]}
    if method == "subscriptions/listen":
        params = message.get("params")
        wanted = params.get("notifications") if isinstance(params, dict) else None
        small["tools"] = isinstance(wanted, dict) and wanted.get("toolsListChanged") is True
    return small


def responses_of(message: Message) -> str:
    """What a call answers to its server's questions, as compact JSON, at most 2,000 characters of it (2026-07-28)."""
    responses = message["params"].get("inputResponses")
    return jsonrpc.text(responses)[:2_000] if responses else ""


def denial(reason: str, by: str) -> str:
    """What the model is told of a call that was not run: who said no, why, and not to try again by itself."""
    who = {
        "person": coded("gate.denied_user"),
        "timeout": coded("gate.not_run_nobody_approved"),
        "ticket": coded("gate.denied_user"),
    }.get(by.partition(" ")[0], coded("gate.not_run_refused"))
    why = f" Reason: {reason.strip().rstrip('.')}." if reason.strip() else ""
    return coded("gate.answer_denied_with_reason", who=who, reason=why)


def outcome(response: Message) -> Outcome:
    """How a server's answer to a call ended."""
    return ending(response)[0]


def ending(response: Message) -> tuple[Outcome, bool]:
    """How a call ended, and whether its result is of the first draft; no more of it is decoded than these members."""
    if "error" in response:
        return "error", False
    told = response["result"]
    try:
        head = _decode_head(told if isinstance(told, msgspec.Raw) else jsonrpc.encode(told))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "result", False
    return _ended(head), head.toolResult is not msgspec.UNSET and head.content is msgspec.UNSET


def _ended(head: _ResultHead) -> Outcome:
    if head.isError is True:
        return "tool_error"
    if head.resultType == "input_required":
        return "input_required"
    if head.resultType == "task" or (head.task is not msgspec.UNSET and head.content is msgspec.UNSET):
        return "task"
    return "result"


class _ResultHead(msgspec.Struct):
    isError: object = False  # noqa: N815 (MCP's name)
    resultType: object = "complete"  # noqa: N815
    task: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    content: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    toolResult: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # noqa: N815


_decode_head = msgspec.json.Decoder(_ResultHead).decode
