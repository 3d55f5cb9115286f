"""What both directions of a bridge say and understand: the modern envelope, capabilities, results read one level deep.

What a bridge does not have to change stays the very bytes that came, whatever is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded

MODERN = revisions.MODERN[-1]
"""The modern revision that a bridge speaks."""
LEGACY = revisions.SPOKEN_LEGACY[-1]
"""The legacy revision that it speaks where it may choose."""

_META = "io.modelcontextprotocol/"
CAPABILITIES_KEY = _META + "clientCapabilities"
LEVEL_KEY = _META + "logLevel"
SERVER_INFO_KEY = _META + "serverInfo"
SUBSCRIPTION_KEY = _META + "subscriptionId"
ENVELOPE = frozenset((revisions.VERSION_KEY, revisions.CLIENT_INFO_KEY, CAPABILITIES_KEY, LEVEL_KEY))
"""What a modern request says in its ``_meta`` and a legacy one does not (basic §_meta, 2026-07-28)."""

ASKING = frozenset(("tools/call", "prompts/get", "resources/read"))
"""Requests during which a server may ask its client for something (patterns/mrtr, 2026-07-28)."""
CACHED = frozenset(("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"))
"""Requests whose results say how long they may be kept (utilities/caching, 2026-07-28)."""
CHANGES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
}
"""What a server tells without being asked, and how a modern client asks to hear it."""
UPDATED = "notifications/resources/updated"

VERSION_REFUSED = -32022
MODERN_ERRORS = frozenset((-32020, -32021, VERSION_REFUSED))
"""Errors that only a server which knows the modern era answers with."""

_NEEDS = {"sampling/createMessage": "sampling", "elicitation/create": "elicitation", "roots/list": "roots"}
_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_items = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Timer(Protocol):
    def cancel(self) -> None: ...


class BridgePeers(Protocol):
    """Where a translator puts what it has to say."""

    def up(self, message: Message) -> None: ...
    def down(self, message: Message | Malformed) -> None: ...
    def later(self, seconds: float, act: Callable[[], None]) -> Timer: ...
    def new_id(self) -> str: ...


class Translator(Protocol):
    """Hears both sides of a conversation and says to each what it understands. It does no I/O."""

    def from_client(self, message: Message) -> None: ...
    def from_server(self, message: Message) -> None: ...


def members(value: object) -> dict[str, Any] | None:
    """The members of an object, each as it came; None for what is no object."""
    if isinstance(value, msgspec.Raw):
        try:
            return dict(_members(value))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
    return dict(value) if isinstance(value, dict) else None


def items(value: object) -> list[Any] | None:
    """The items of an array, each as it came; None for what is no array."""
    if isinstance(value, msgspec.Raw):
        try:
            return list(_items(value))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
    return list(value) if isinstance(value, list) else None


def sealed(message: Message) -> Message:
    """A message for a client as one from a server is: its larger members not decoded, all the way down."""
    large = {name: message[name] for name in ("params", "result", "error") if isinstance(message.get(name), dict)}
    return {**message, **{name: msgspec.Raw(jsonrpc.encode(value)) for name, value in large.items()}}


def an_object(value: object) -> dict[str, Any]:
    """``value`` as plain data when it is an object, else an empty one."""
    plain = jsonrpc.plain(value)
    return plain if isinstance(plain, dict) else {}


def meta_of(message: Message) -> dict[str, Any]:
    """The ``_meta`` of a client's request."""
    params = message.get("params")
    return an_object(params.get("_meta")) if isinstance(params, dict) else {}


def versions(result: object) -> tuple[str, ...]:
    """The revisions that a ``server/discover`` result names."""
    told = jsonrpc.plain((members(result) or {}).get("supportedVersions"))
    return tuple(one for one in told if isinstance(one, str)) if isinstance(told, list) else ()


def requested_id(message: Message) -> Id | None:
    """The request that a ``notifications/cancelled`` is about."""
    id = an_object(message.get("params")).get("requestId")
    return id if isinstance(id, int | str) and not isinstance(id, bool) else None


def capabilities(told: object, without: Iterable[str] = ("extensions", "tasks")) -> dict[str, Any]:
    """What a peer says it can do, without what has no counterpart in the other era."""
    return {name: value for name, value in an_object(told).items() if name not in without}


def lacking(method: str, params: Mapping[str, Any], can: Mapping[str, Any]) -> str:
    """What a client that says it ``can`` lacks to be asked this; ``""`` when it can be asked."""
    need = _NEEDS.get(method)
    has = can.get(need) if need else None
    if not isinstance(has, dict):
        return need or method
    mode = jsonrpc.plain(params.get("mode"))
    if need == "elicitation" and mode == "url" and "url" not in has:
        return coded("servers.elicitation_web_page")
    if need == "elicitation" and mode != "url" and "url" in has and "form" not in has:
        return coded("servers.elicitation_form")
    if need == "sampling" and ("tools" in params or "toolChoice" in params) and "tools" not in has:
        return coded("servers.sampling_tools")
    return ""


def notice(method: str, params: dict[str, Any] | None = None) -> Message:
    """A notification."""
    return {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}


def request(id: Id, method: str, params: dict[str, Any] | None = None) -> Message:
    """A request."""
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


def cancelled(id: Id, reason: str) -> Message:
    """Takes a request back."""
    return notice("notifications/cancelled", {"requestId": id, "reason": reason})


def sorry(id: Id, method: str, text: str, *, modern: bool, version: str = "") -> Message:
    """What cannot be bridged, said so that the model reads it when a tool was called."""
    if method == "tools/call":
        return jsonrpc.result(id, revisions.tool_error(f"ToolGuard: {text}", "modern" if modern else "legacy", version))
    return jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {text}", {"reason": text})
