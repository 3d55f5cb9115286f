"""Validation of HTTP requests before their body is read: host, origin, path, method and media types.

A web page can make a browser on this machine send requests to loopback, under a name that it rebinds to 127.0.0.1. So
Host and Origin are checked, no CORS header is ever sent, and only JSON is accepted (security best practices §DNS
rebinding; transports §Security).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.gate import jsonrpc
from toolguard.gate.mcp.refused_ids import AnyId
from toolguard.gate.texts import coded

MCP_METHODS = {"mcp": ("POST", "GET", "DELETE"), "sse": ("GET",), "messages": ("POST",)}
"""HTTP methods by route of a server: Streamable HTTP, and the two routes of HTTP+SSE (2024-11-05)."""
OTC_METHODS = {"health": ("GET",), "tools": ("GET",), "tools/call": ("POST",)}
"""HTTP methods by route for Open Tool Calling."""
ROUTE_METHODS = {**MCP_METHODS, **OTC_METHODS}
_INSIDE = r"(?:/t/(?P<token>[A-Za-z0-9_-]{1,200}))?"
_NAME = r"/(?P<server>[A-Za-z0-9][A-Za-z0-9_.-]{0,63})"
PATHS = (
    re.compile(rf"{_INSIDE}(?:/s{_NAME})?/(?P<route>{'|'.join(MCP_METHODS)})/?"),
    re.compile(rf"{_INSIDE}/otc{_NAME}/(?P<route>{'|'.join(OTC_METHODS)})/?"),
)
API_KEY_HEADERS = ("otc-api-key", "oxp-api-key", "x-api-key")
_SESSION = re.compile(r"session_id=([A-Za-z0-9_-]{1,100})")
_ONCE = frozenset(
    ("host", "origin", "authorization", "content-type", "content-encoding", "mcp-session-id", "last-event-id",
     "oxp-version", *API_KEY_HEADERS)
)  # fmt: skip


class HttpError(Exception):
    """The request is refused with ``status``. The text says why, for the client's developer."""

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


def unauthorized(*, has_token: bool) -> HttpError:
    """Return the refusal of a request without a valid token (RFC 6750 §3)."""
    error = ', error="invalid_token"' if has_token else ""
    return HttpError(
        401, coded("clients.token_needed_client_add"), ("www-authenticate", f'Bearer realm="ToolGuard"{error}')
    )


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """The head of an HTTP request. ``headers``: values by lower-case name, in order of arrival."""

    method: str
    path: str
    headers: dict[str, list[str]]
    query: str = ""

    def header(self, name: str) -> str | None:
        """Return the first value of a header, stripped of white space."""
        values = self.headers.get(name)
        return values[0] if values else None


@dataclass(frozen=True, slots=True)
class EndpointPath:
    """The parts of a path: a server or `ALL_SERVERS`, a key of `ROUTE_METHODS`, and the token if it is in the path."""

    server: str
    route: str
    token: str | None


def request(method: str, path: str, raw: Iterable[tuple[bytes, bytes]], query: bytes = b"") -> HttpRequest:
    """Return the head of an ASGI request."""
    headers: dict[str, list[str]] = {}
    for name, value in raw:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1").strip(" \t"))
    return HttpRequest(method, path, headers, query.decode("latin-1"))


def hosts(port: int) -> frozenset[str]:
    """Return the accepted Host values for ``port``; Origin is the same with a scheme."""
    names = ("127.0.0.1", "localhost", "[::1]")
    return frozenset((*(f"{name}:{port}" for name in names), *(names if port == 80 else ())))


def check_source(head: HttpRequest, ours: Collection[str]) -> None:
    """Raise `HttpError` unless Host is one of `hosts` and the request does not come from a web page."""
    for name in _ONCE:
        if len(head.headers.get(name, ())) > 1:
            raise HttpError(400, coded("clients.header_stands_more_once", name=name))
    if any(coding.lower() != "chunked" for coding in head.headers.get("transfer-encoding", ())):
        raise HttpError(501, coded("clients.compressed_body_not_understood"), ("connection", "close"))
    if (head.header("host") or "").lower() not in ours:
        raise HttpError(421, coded("clients.loopback_address_host_127"))
    origin = head.header("origin")
    if origin is not None and (not origin.startswith("http://") or origin[7:].lower() not in ours):
        raise HttpError(403, coded("clients.web_pages_no_access"))


def parse_path(head: HttpRequest) -> EndpointPath:
    """Parse the request path. Raises `HttpError`."""
    parts = next((match for match in (pattern.fullmatch(head.path) for pattern in PATHS) if match), None)
    if parts is None:
        reason = coded("clients.nothing_here_server_url")
        raise HttpError(404, reason)
    methods = ", ".join(ROUTE_METHODS[parts["route"]])
    if head.method not in ROUTE_METHODS[parts["route"]]:
        raise HttpError(405, coded("clients.methods_allowed", methods=methods), ("allow", methods))
    return EndpointPath(parts["server"] or ALL_SERVERS, parts["route"], parts["token"])


def path(place: EndpointPath) -> str:
    """Return the path of ``place``; without a route, the base path for Open Tool Calling."""
    token = f"/t/{place.token}" if place.token else ""
    if place.route in OTC_METHODS or not place.route:
        return f"{token}/otc/{place.server}" + (f"/{place.route}" if place.route else "")
    server = "" if place.server == ALL_SERVERS else f"/s/{place.server}"
    return f"{token}{server}/{place.route}"


def messages_path(place: EndpointPath, session: str) -> str:
    """Return the path to which the client POSTs its messages; with the token if ``place`` has one."""
    return f"{path(replace(place, route='messages'))}?session_id={session}"


def session_id_of(head: HttpRequest) -> str:
    """Return the session ID in a `messages_path`; ``""`` if there is none."""
    match = _SESSION.fullmatch(head.query)
    return match[1] if match else ""


def speaks_otc(head: HttpRequest) -> bool:
    """Return whether the path begins as those for Open Tool Calling."""
    return re.match(rf"{_INSIDE}/otc(/|\Z)", head.path) is not None


def api_key(head: HttpRequest) -> str | None:
    """Return the API key of an Open Tool Calling client, from any of the headers that the drafts named."""
    return next((key for name in API_KEY_HEADERS if (key := head.header(name))), None)


def bearer_token(head: HttpRequest) -> str | None:
    """Return the token in the Authorization header (RFC 6750 §2.1)."""
    scheme, _, token = (head.header("authorization") or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def check_post(head: HttpRequest) -> None:
    """Raise `HttpError` unless the body is declared as plain JSON and both response types are accepted."""
    check_body(head)
    if not (accepts(head, "application/json") and accepts(head, "text/event-stream")):
        raise HttpError(406, coded("clients.accept_name_application_json"))


def check_body(head: HttpRequest) -> None:
    """Raise `HttpError` unless the body is declared as plain JSON."""
    if _media(head.header("content-type") or "") != "application/json":
        raise HttpError(415, coded("clients.content_type_application_json"))
    if (head.header("content-encoding") or "identity").lower() != "identity":
        raise HttpError(415, coded("clients.compressed_body_not_understood"), ("accept-encoding", "identity"))


def accepts(head: HttpRequest, media: str) -> bool:
    """Return whether the client accepts ``media`` (RFC 9110 §12.5.1); weights are ignored."""
    kinds = {_media(media_range) for value in head.headers.get("accept", ()) for media_range in value.split(",")}
    return not kinds.isdisjoint((media, media.partition("/")[0] + "/*", "*/*"))


def content_length(head: HttpRequest) -> int:
    """Return Content-Length; 0 if it is missing. The HTTP parser has checked that it is a number."""
    length = head.header("content-length") or ""
    return int(length) if length.isascii() and length.isdigit() else 0


def _media(value: str) -> str:
    return value.partition(";")[0].strip().lower()
