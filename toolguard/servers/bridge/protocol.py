"""Messages of both directions of a bridge: the modern envelope, capabilities, and results decoded one level deep.

Members that a bridge need not change keep their exact bytes.
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
"""The modern revision that a bridge uses."""
LEGACY = revisions.SPOKEN_LEGACY[-1]
"""The legacy revision that it uses if it may choose."""

_META = "io.modelcontextprotocol/"
CAPABILITIES_KEY = _META + "clientCapabilities"
LEVEL_KEY = _META + "logLevel"
SERVER_INFO_KEY = _META + "serverInfo"
SUBSCRIPTION_KEY = _META + "subscriptionId"
ENVELOPE = frozenset((revisions.VERSION_KEY, revisions.CLIENT_INFO_KEY, CAPABILITIES_KEY, LEVEL_KEY))
"""Keys in the ``_meta`` of a modern request that a legacy one does not have (basic §_meta, 2026-07-28)."""

ASKING_METHODS = frozenset(("tools/call", "prompts/get", "resources/read"))
"""Requests during which a server may send requests to its client (patterns/mrtr, 2026-07-28)."""
CACHED_METHODS = frozenset(
    ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")
)
"""Requests whose results state how long they may be cached (utilities/caching, 2026-07-28)."""
CHANGES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
}
"""Change notifications, with the member by which a modern client subscribes to each."""
RESOURCE_UPDATED = "notifications/resources/updated"

VERSION_REFUSED = -32022
MODERN_ERRORS = (-32020, -32021, VERSION_REFUSED)
"""Error codes that only a server with support for the modern era returns. A tuple: a code can be any JSON value."""

_CAPABILITY_OF = {"sampling/createMessage": "sampling", "elicitation/create": "elicitation", "roots/list": "roots"}
_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_items = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Timer(Protocol):
    """A scheduled callback."""

    def cancel(self) -> None:
        """Prevent the call if it has not happened yet. Idempotent."""


class BridgePeers(Protocol):
    """The two sides for which a translator queues messages."""

    def send_to_server(self, message: Message) -> None:
        """Queue a message. A cancel of a request that is still queued removes that request."""

    def send_to_client(self, message: Message | Malformed) -> None:
        """Queue a message or the report of an unreadable response."""

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        """Call ``act`` after ``seconds``, and send what it queued."""

    def new_id(self) -> str:
        """Return an ID that neither side uses."""


class Translator(Protocol):
    """Translates the messages of both sides. It does no I/O."""

    def from_client(self, message: Message) -> None:
        """Handle the client's next message, and queue what follows from it."""

    def from_server(self, message: Message) -> None:
        """Handle the server's next message, and queue what follows from it."""


def members(value: object) -> dict[str, Any] | None:
    """Return the undecoded members of an object; None if ``value`` is not an object."""
    if isinstance(value, msgspec.Raw):
        try:
            return dict(_members(value))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
    return dict(value) if isinstance(value, dict) else None


def items(value: object) -> list[Any] | None:
    """Return the undecoded items of an array; None if ``value`` is not an array."""
    if isinstance(value, msgspec.Raw):
        try:
            return list(_items(value))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
    return list(value) if isinstance(value, list) else None


def undecoded(message: Message) -> Message:
    """Return a message in the form of one from a server: its larger members encoded as raw JSON."""
    large = {name: message[name] for name in ("params", "result", "error") if isinstance(message.get(name), dict)}
    return {**message, **{name: msgspec.Raw(jsonrpc.encode(value)) for name, value in large.items()}}


def object_or_empty(value: object) -> dict[str, Any]:
    """Return ``value`` as plain data if it is an object, else an empty one."""
    plain = jsonrpc.plain(value)
    return plain if isinstance(plain, dict) else {}


def meta_of(message: Message) -> dict[str, Any]:
    """Return the ``_meta`` of a client's request."""
    params = message.get("params")
    return object_or_empty(params.get("_meta")) if isinstance(params, dict) else {}


def versions(result: object) -> tuple[str, ...]:
    """Return the revisions in a ``server/discover`` result."""
    supported = jsonrpc.plain((members(result) or {}).get("supportedVersions"))
    return tuple(version for version in supported if isinstance(version, str)) if isinstance(supported, list) else ()


def requested_id(message: Message) -> Id | None:
    """Return the request ID in a ``notifications/cancelled``."""
    id = object_or_empty(message.get("params")).get("requestId")
    return id if isinstance(id, int | str) and not isinstance(id, bool) else None


def capabilities(declared: object, without: Iterable[str] = ("extensions", "tasks")) -> dict[str, Any]:
    """Return a peer's capabilities without those that have no counterpart in the other era."""
    return {name: value for name, value in object_or_empty(declared).items() if name not in without}


def missing_capability(method: str, params: Mapping[str, Any], can: Mapping[str, Any]) -> str:
    """Return the capability that a client with capabilities ``can`` lacks for this request; ``""`` if none."""
    need = _CAPABILITY_OF.get(method)
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


def notification(method: str, params: dict[str, Any] | None = None) -> Message:
    """Return a notification; without ``params`` it has none."""
    return {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}


def request(id: Id, method: str, params: dict[str, Any] | None = None) -> Message:
    """Return a request; without ``params`` it has none."""
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


def cancelled(id: Id, reason: str) -> Message:
    """Return the notification that cancels a request."""
    return notification("notifications/cancelled", {"requestId": id, "reason": reason})


def unbridgeable_error(id: Id, method: str, text: str, *, modern: bool, version: str = "") -> Message:
    """Return the error for a request that cannot be translated; for a tool call, in a form that the model reads."""
    if method == "tools/call":
        return jsonrpc.result(id, revisions.tool_error(f"ToolGuard: {text}", "modern" if modern else "legacy", version))
    return jsonrpc.internal_error(id, text)
