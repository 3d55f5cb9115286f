"""What an HTTP request must be before anybody looks into it: for this listener, from no web page, in the right form.

A web page can make a browser on this machine send requests to loopback, under a name that it rebinds to 127.0.0.1. So
the names in Host and Origin count, no CORS header is ever sent, and nothing but JSON is read (security best practices
§DNS rebinding; transports §Security).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.gate import jsonrpc
from toolguard.gate.mcp.refused_ids import AnyId
from toolguard.gate.texts import coded

MCP = {"mcp": ("POST", "GET", "DELETE"), "sse": ("GET",), "messages": ("POST",)}
"""The methods of each place of a server: Streamable HTTP, and the two places of HTTP+SSE (2024-11-05)."""
OTC = {"health": ("GET",), "tools": ("GET",), "tools/call": ("POST",)}
"""The same for clients that speak Open Tool Calling."""
DOORS = {**MCP, **OTC}
_INSIDE = r"(?:/t/(?P<token>[A-Za-z0-9_-]{1,200}))?"
_NAME = r"/(?P<server>[A-Za-z0-9][A-Za-z0-9_.-]{0,63})"
PATHS = (
    re.compile(rf"{_INSIDE}(?:/s{_NAME})?/(?P<door>{'|'.join(MCP)})/?"),
    re.compile(rf"{_INSIDE}/otc{_NAME}/(?P<door>{'|'.join(OTC)})/?"),
)
KEYS = ("otc-api-key", "oxp-api-key", "x-api-key")
_SESSION = re.compile(r"session_id=([A-Za-z0-9_-]{1,100})")
_ONCE = frozenset(
    ("host", "origin", "authorization", "content-type", "content-encoding", "mcp-session-id", "last-event-id",
     "oxp-version", *KEYS)
)  # fmt: skip


class HttpError(Exception):
    """The request is answered with ``status`` and goes no further. The text says why, for whoever wrote the client."""

    def __init__(
        self, status: int, reason: str, *headers: tuple[str, str], code: int = jsonrpc.INVALID_REQUEST,
        id: AnyId | None = None, data: object = None,
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.status = status
        self.headers = headers
        self.code = code
        self.id = id
        self.data = data


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """The head of an HTTP request. ``headers``: values by lower-case name, in the order in which they came."""

    method: str
    path: str
    headers: dict[str, list[str]]
    query: str = ""

    def header(self, name: str) -> str | None:
        """The first value of a header, without white space around it."""
        values = self.headers.get(name)
        return values[0] if values else None


@dataclass(frozen=True, slots=True)
class EndpointPath:
    """What a path names: a server or `ALL_SERVERS` one, one of its `DOORS`, and the token when it stands there too."""

    server: str
    door: str
    token: str | None


def request(method: str, path: str, raw: Iterable[tuple[bytes, bytes]], query: bytes = b"") -> HttpRequest:
    """The head as ASGI tells it."""
    headers: dict[str, list[str]] = {}
    for name, value in raw:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1").strip(" \t"))
    return HttpRequest(method, path, headers, query.decode("latin-1"))


def hosts(port: int) -> frozenset[str]:
    """What Host may be when one listens on ``port``; Origin is the same with a scheme before it."""
    names = ("127.0.0.1", "localhost", "[::1]")
    return frozenset((*(f"{name}:{port}" for name in names), *(names if port == 80 else ())))


def check_source(head: HttpRequest, ours: Collection[str]) -> None:
    """Raise `HttpError` unless the request was meant for one of our `hosts` and no web page made it."""
    for name in _ONCE:
        if len(head.headers.get(name, ())) > 1:
            raise HttpError(400, coded("clients.header_stands_more_once", name=name))
    if (head.header("host") or "").lower() not in ours:
        raise HttpError(421, coded("clients.loopback_address_host_127"))
    origin = head.header("origin")
    if origin is not None and (not origin.startswith("http://") or origin[7:].lower() not in ours):
        raise HttpError(403, coded("clients.web_pages_no_access"))


def place(head: HttpRequest) -> EndpointPath:
    """What is meant; raises `HttpError`."""
    found = next((match for match in (one.fullmatch(head.path) for one in PATHS) if match), None)
    if found is None:
        reason = coded("clients.nothing_here_server_url")
        raise HttpError(404, reason)
    methods = ", ".join(DOORS[found["door"]])
    if head.method not in DOORS[found["door"]]:
        raise HttpError(405, coded("clients.methods_allowed", methods=methods), ("allow", methods))
    return EndpointPath(found["server"] or ALL_SERVERS, found["door"], found["token"])


def path(place: EndpointPath) -> str:
    """The path that names ``place``; without a door the base of those for Open Tool Calling."""
    token = f"/t/{place.token}" if place.token else ""
    if place.door in OTC or not place.door:
        return f"{token}/otc/{place.server}" + (f"/{place.door}" if place.door else "")
    server = "" if place.server == ALL_SERVERS else f"/s/{place.server}"
    return f"{token}{server}/{place.door}"


def messages_path(place: EndpointPath, session: str) -> str:
    """Where the client that came in at ``place`` POSTs the messages of its session: with its token, if it came so."""
    return f"{path(replace(place, door='messages'))}?session_id={session}"


def session_named(head: HttpRequest) -> str:
    """The session that a `messages_path` names; ``""`` for none."""
    found = _SESSION.fullmatch(head.query)
    return found[1] if found else ""


def speaks_otc(head: HttpRequest) -> bool:
    """Whether the path is one of those for Open Tool Calling, as far as it can be read."""
    return re.match(rf"{_INSIDE}/otc(/|\Z)", head.path) is not None


def api_key(head: HttpRequest) -> str | None:
    """The key of a client of Open Tool Calling that sends no bearer token, under any name that the drafts gave it."""
    return next((key for name in KEYS if (key := head.header(name))), None)


def bearer(head: HttpRequest) -> str | None:
    """The token in the Authorization header (RFC 6750 §2.1)."""
    scheme, _, token = (head.header("authorization") or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def check_post(head: HttpRequest) -> None:
    """Raise `HttpError` unless the body is announced as plain JSON and both kinds of answer are taken."""
    check_body(head)
    if not (accepts(head, "application/json") and accepts(head, "text/event-stream")):
        raise HttpError(406, coded("clients.accept_name_application_json"))


def check_body(head: HttpRequest) -> None:
    """Raise `HttpError` unless the body is announced as plain JSON."""
    if _media(head.header("content-type") or "") != "application/json":
        raise HttpError(415, coded("clients.content_type_application_json"))
    if (head.header("content-encoding") or "identity").lower() != "identity":
        raise HttpError(415, coded("clients.compressed_body_not_understood"), ("accept-encoding", "identity"))


def accepts(head: HttpRequest, media: str) -> bool:
    """Whether ``media`` is among what the client takes (RFC 9110 §12.5.1); its weights do not matter here."""
    kinds = {_media(one) for value in head.headers.get("accept", ()) for one in value.split(",")}
    return not kinds.isdisjoint((media, media.partition("/")[0] + "/*", "*/*"))


def announced(head: HttpRequest) -> int:
    """Bytes of the body as Content-Length tells; 0 when it does not. What the parser let through is a number."""
    length = head.header("content-length") or ""
    return int(length) if length.isascii() and length.isdigit() else 0


def _media(value: str) -> str:
    return value.partition(";")[0].strip().lower()
