"""Requests other than ``tools/call`` that are decided about, and the responses to denied ones.

A server's requests reach its client as messages, or embedded in responses (2026-07-28, and -32042 of 2025-11-25).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from toolguard.gate import deciders, jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded

RequestSetting = Literal["pass", "ask", "deny"]
SETTINGS: tuple[RequestSetting, ...] = ("pass", "ask", "deny")
"""Settings for each kind, from the loosest to the strictest."""
CLIENT_METHODS = frozenset(
    (
        "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/templates/list",
        "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/list", "prompts/get",
        "completion/complete", "logging/setLevel", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel",
        "tasks/update", "server/discover", "subscriptions/listen",
    )
)  # fmt: skip
"""All requests that a client may send in any revision."""
CALL = "tools/call"
"""`Call.method` of a tool call. It has no kind: without a rule, a person is asked."""
SERVER, CLIENT = "server:", "client:"
"""Prefixes of methods unknown to MCP, by sender, so that none can pose as a known one."""


class RequestKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of requests with common settings."""

    title: str
    description: str
    is_from_server: bool
    params: tuple[str, ...]
    """Names of its params. A request with others that a reader takes for these is decided as unreadable."""
    method: str = ""
    """Empty: all methods that MCP does not define."""
    default: RequestSetting = "pass"
    is_elicitation: bool = False
    """Whether denial is a result instead of an error."""
    code: int = jsonrpc.INVALID_REQUEST
    """Code of the error that reports a denial."""


REJECTED = -1
"""Error code of a denied request (client/sampling §Error Handling: "User rejected sampling request")."""

REQUEST_KINDS: Mapping[str, RequestKind] = MappingProxyType({
    "sampling": RequestKind(
        title="Sampling", description="The server has the client's model generate text",
        is_from_server=True, method="sampling/createMessage", code=REJECTED,
        params=("messages", "modelPreferences", "systemPrompt", "includeContext", "temperature", "maxTokens",
                "stopSequences", "metadata", "tools", "toolChoice", "task", "_meta"),
    ),
    "elicitation": RequestKind(
        title="Elicitation", description="The server asks you for input, or to open a web page",
        is_from_server=True, method="elicitation/create", is_elicitation=True,
        params=("mode", "message", "requestedSchema", "url", "elicitationId", "task", "_meta"),
    ),
    "roots": RequestKind(
        title="Roots", description="The server asks the client for its working folders",
        is_from_server=True, method="roots/list", code=REJECTED, params=("_meta",),
    ),
    "server-other": RequestKind(
        title="Other server requests", description="Requests of the server with a method that is not part of MCP",
        is_from_server=True, code=REJECTED, params=(),
    ),
    "resources": RequestKind(
        title="Resources", description="The client reads a resource", is_from_server=False, method="resources/read",
        params=("uri", "inputResponses", "requestState", "_meta"),
    ),
    "prompts": RequestKind(
        title="Prompts", description="The client gets a prompt", is_from_server=False, method="prompts/get",
        params=("name", "arguments", "inputResponses", "requestState", "_meta"),
    ),
    "completions": RequestKind(
        title="Completions", description="The client gets suggestions for an argument of a prompt or resource",
        is_from_server=False, method="completion/complete", params=("ref", "argument", "context", "_meta"),
    ),
    "client-other": RequestKind(
        title="Other client requests", description="Requests of the client with a method that is not part of MCP",
        is_from_server=False, params=(),
    ),
})  # fmt: skip
"""All kinds, by their names in server settings. All pass by default: MCP leaves these requests to the client, which
asks its own user about sampling and elicitation.
"""
_UNKNOWN = {kind.is_from_server: name for name, kind in REQUEST_KINDS.items() if not kind.method}
_BY_METHOD = {(kind.is_from_server, kind.method): name for name, kind in REQUEST_KINDS.items() if kind.method}
_METHOD_BY_SPELLING = {
    letters: method for method in (*CLIENT_METHODS, *(kind.method for kind in REQUEST_KINDS.values()))
    if (letters := "".join(filter(str.isalnum, method.casefold())))
}  # fmt: skip
_SERVER_PASSES = frozenset(("ping", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel"))
"""Requests of a server that need no decision (tasks: 2025-11-25)."""


def kind_of(method: str, *, is_from_server: bool, known: frozenset[str] = _SERVER_PASSES) -> str:
    """Return a request's kind (`REQUEST_KINDS`); "" if its method is ``known`` and always passes."""
    kind = _BY_METHOD.get((is_from_server, method))
    return kind or ("" if method in known else _UNKNOWN[is_from_server])


def rule_method(method: str, *, is_from_server: bool) -> str:
    """Return the name by which rules call a request's method."""
    if (is_from_server, method) in _BY_METHOD:
        return method
    return (SERVER if is_from_server else CLIENT) + method


def is_from_server(method: str) -> bool:
    """Return whether servers send the requests with this rule method."""
    return method.startswith(SERVER) or (True, method) in _BY_METHOD


def is_server_request(method: str) -> bool:
    """Return whether MCP defines ``method`` as a request of servers that is decided about."""
    return (True, method) in _BY_METHOD


def strict_requests(settings: Mapping[str, RequestSetting]) -> dict[str, RequestSetting]:
    """Return the settings that differ from the defaults."""
    return {kind: how for kind, how in settings.items() if how != REQUEST_KINDS[kind].default}


def stricter(first: Mapping[str, RequestSetting], second: Mapping[str, RequestSetting]) -> dict[str, RequestSetting]:
    """Return for each kind the stricter of two settings, without defaults."""
    pairs = {kind: [kinds.get(kind, row.default) for kinds in (first, second)] for kind, row in REQUEST_KINDS.items()}
    return strict_requests({kind: max(pair, key=SETTINGS.index) for kind, pair in pairs.items()})


def kind_of_rule_method(method: str) -> str:
    """Return the kind of the requests with this rule method; "" for tool calls."""
    for prefix, is_from in ((SERVER, True), (CLIENT, False)):
        if method.startswith(prefix):
            return _UNKNOWN[is_from]
    return next((name for name, kind in REQUEST_KINDS.items() if kind.method and kind.method == method), "")


def bare_method(method: str) -> str:
    """Return the method on the wire for a rule method."""
    return method.removeprefix(SERVER) if method.startswith(SERVER) else method.removeprefix(CLIENT)


def known_methods() -> tuple[str, ...]:
    """Return the MCP methods that rules can name: tool calls, and those of each kind."""
    return (CALL, *(kind.method for kind in REQUEST_KINDS.values() if kind.method))


RULE_METHOD = rf"(?:{'|'.join(map(re.escape, known_methods()))}|(?:{SERVER}|{CLIENT}).+|.*[*?].*)"
"""Regular expression of valid rule methods, so that a typing error is refused."""


def mistakable_method(method: str) -> str:
    """Return the known method that a lenient peer could take ``method`` for; "" for none."""
    known = _METHOD_BY_SPELLING.get(
        "".join(filter(str.isalnum, unicodedata.normalize("NFKC", method.strip()[:100]).casefold()))
    )
    return known if known is not None and known != method else ""


def denial(kind: str, id: Id, reason: str, *, by: str) -> Message:
    """Return the response to a denied request; ``by`` as in `CallDecided`."""
    row = REQUEST_KINDS[kind]
    if row.is_elicitation:  # client/elicitation §Response Actions: declined, or dismissed without a choice
        chosen = by in ("person", "setting") or by.startswith(deciders.RULE)
        return jsonrpc.result(id, {"action": "decline" if chosen else "cancel"})
    return jsonrpc.error(id, row.code, reason, {"reason": reason})


def unknown_method(id: Id, method: str) -> Message:
    """Return the error for a method that can be mistaken for a known one."""
    return jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("gate.unknown_method", method=repr(method[:200])))
