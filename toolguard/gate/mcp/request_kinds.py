"""The requests other than ``tools/call`` that a person can decide about, and the answers to denied ones.

A server's requests reach its client in two ways: as messages, and inside answers (2026-07-28, and -32042 of
2025-11-25).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded

RequestSetting = Literal["pass", "ask", "deny"]
SETTINGS: tuple[RequestSetting, ...] = ("pass", "ask", "deny")
"""What a server can be set to for each kind, the loosest first."""
CALL = "tools/call"
"""`Call.method` of a tool call. It has no kind: what is not decided by a rule is asked about."""
SERVER, CLIENT = "server:", "client:"
"""Before a method that MCP does not know: who sent the request. So none of them can pose as one that MCP knows."""


class RequestKind(msgspec.Struct, frozen=True, kw_only=True):
    """Requests that are decided about in the same way."""

    title: str
    description: str
    is_from_server: bool
    method: str = ""
    """Empty for all methods that MCP does not know."""
    default: RequestSetting = "pass"
    is_elicitation: bool = False
    """It is declined with a result, not with an error."""
    code: int = jsonrpc.INVALID_REQUEST
    """Of the error that tells of a denial."""


REJECTED = -1
"""The code of a denied request (client/sampling §Error Handling: "User rejected sampling request")."""

REQUEST_KINDS: Mapping[str, RequestKind] = MappingProxyType({
    "sampling": RequestKind(
        title="Sampling", description="The server has the client's model generate text",
        is_from_server=True, method="sampling/createMessage", code=REJECTED,
    ),
    "elicitation": RequestKind(
        title="Elicitation", description="The server asks you for input, or to open a web page",
        is_from_server=True, method="elicitation/create", is_elicitation=True,
    ),
    "roots": RequestKind(
        title="Roots", description="The server asks the client for its working folders",
        is_from_server=True, method="roots/list", code=REJECTED,
    ),
    "server-other": RequestKind(
        title="Other server requests", description="Requests of the server with a method that is not part of MCP",
        is_from_server=True, code=REJECTED,
    ),
    "resources": RequestKind(
        title="Resources", description="The client reads a resource", is_from_server=False, method="resources/read",
    ),
    "prompts": RequestKind(
        title="Prompts", description="The client gets a prompt", is_from_server=False, method="prompts/get",
    ),
    "completions": RequestKind(
        title="Completions", description="The client gets suggestions for an argument of a prompt or resource",
        is_from_server=False, method="completion/complete",
    ),
    "client-other": RequestKind(
        title="Other client requests", description="Requests of the client with a method that is not part of MCP",
        is_from_server=False,
    ),
})  # fmt: skip
"""Every kind, by the name that it has in the settings of a server. All pass by default: MCP leaves these requests to
the client, which asks its own user about sampling and elicitation."""
_UNKNOWN = {one.is_from_server: name for name, one in REQUEST_KINDS.items() if not one.method}
_BY_METHOD = {(one.is_from_server, one.method): name for name, one in REQUEST_KINDS.items() if one.method}
_LETTERS = {letters: method for method in (CALL, *(one.method for one in REQUEST_KINDS.values()))
            if (letters := "".join(filter(str.isalnum, method.casefold())))}  # fmt: skip
_SERVER_PASSES = frozenset(("ping", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel"))
"""Requests of a server that are about nothing but themselves (tasks: 2025-11-25)."""


def kind_of(method: str, *, is_from_server: bool, known: frozenset[str] = _SERVER_PASSES) -> str:
    """The kind of a request, as `REQUEST_KINDS` names it; "" for one that always passes: its method is ``known``."""
    found = _BY_METHOD.get((is_from_server, method))
    return found or ("" if method in known else _UNKNOWN[is_from_server])


def rule_method(method: str, *, is_from_server: bool) -> str:
    """What a rule calls the method of a request."""
    if (is_from_server, method) in _BY_METHOD:
        return method
    return (SERVER if is_from_server else CLIENT) + method


def is_from_server(method: str) -> bool:
    """Whether a server makes the requests that a rule calls so."""
    return method.startswith(SERVER) or (True, method) in _BY_METHOD


def strict_requests(settings: Mapping[str, RequestSetting]) -> dict[str, RequestSetting]:
    """What is set otherwise than by default."""
    return {kind: how for kind, how in settings.items() if how != REQUEST_KINDS[kind].default}


def stricter(first: Mapping[str, RequestSetting], second: Mapping[str, RequestSetting]) -> dict[str, RequestSetting]:
    """For each kind the stricter of two settings, where that is not the default."""
    pairs = {kind: [one.get(kind, row.default) for one in (first, second)] for kind, row in REQUEST_KINDS.items()}
    return strict_requests({kind: max(pair, key=SETTINGS.index) for kind, pair in pairs.items()})


def kind_of_rule_method(method: str) -> str:
    """The kind of the requests that a rule calls so; "" for tool calls."""
    for prefix, is_from in ((SERVER, True), (CLIENT, False)):
        if method.startswith(prefix):
            return _UNKNOWN[is_from]
    return next((name for name, one in REQUEST_KINDS.items() if one.method and one.method == method), "")


def bare_method(method: str) -> str:
    """What a rule calls so, as it is on the wire."""
    return method.removeprefix(SERVER) if method.startswith(SERVER) else method.removeprefix(CLIENT)


def known_methods() -> tuple[str, ...]:
    """The methods that rules can name and MCP knows: of tool calls, and of each kind."""
    return (CALL, *(one.method for one in REQUEST_KINDS.values() if one.method))


RULE_METHOD = rf"(?:{'|'.join(map(re.escape, known_methods()))}|(?:{SERVER}|{CLIENT}).+|.*[*?].*)"
"""What a rule can call a method, as a regular expression; a slip would be a rule for nothing."""


def posed_as(method: str) -> str:
    """The method that a careless peer could take ``method`` for; "" for none."""
    meant = _LETTERS.get("".join(filter(str.isalnum, unicodedata.normalize("NFKC", method.strip()[:100]).casefold())))
    return meant if meant is not None and meant != method else ""


def denial(kind: str, id: Id, reason: str, *, by: str) -> Message:
    """The answer to a request of this kind that was denied; ``by`` as in `CallDecided`."""
    row = REQUEST_KINDS[kind]
    if row.is_elicitation:  # client/elicitation §Response Actions: declined, or dismissed without a choice
        chosen = by == "person" or by == "setting" or by.startswith("rule")
        return jsonrpc.result(id, {"action": "decline" if chosen else "cancel"})
    return jsonrpc.error(id, row.code, reason, {"reason": reason})


def unknown_method(id: Id, method: str) -> Message:
    """The answer to a request whose method looks like another one."""
    return jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("gate.unknown_method", method=repr(method[:200])))
