"""One request over HTTP, from its first byte to its response, which is guaranteed unless the request is cancelled."""

from __future__ import annotations

import http
import logging
import re
import secrets
from typing import Any

import httpx2

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed, Message
from toolguard.gate.mcp.param_headers import MISMATCH
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import coded
from toolguard.servers.http.session import EVENT_STREAM, pause
from toolguard.servers.http.sse import SseEvent, SseParser
from toolguard.servers.http.state import HttpSessionState, OpenHttpRequest
from toolguard.servers.http.transport import RequestBody, RequestFailedError, media_type

_log = logging.getLogger(__name__)
_ERROR_BODY = 1024 * 1024
_JSON = re.compile(r"application/(?:[a-z0-9.+-]+\+)?json")
_FIRST_METHODS = ("initialize", "server/discover")
_MODERN_ERRORS = (MISMATCH, -32021, -32022)
_MAX_PAGES = 20  # maximum pages of a list of tools that is read for its headers


class _SseStreamError(Exception):
    """The server answered a request with the stream of HTTP+SSE."""


async def run_request(remote: HttpSessionState, request: OpenHttpRequest) -> None:
    """Run a request until it has a response. An error becomes the response, and affects no other request."""
    try:
        if await remote.uses_sse():
            await _post_sse(remote, request)
        else:
            await _post(remote, request)
    except RequestFailedError as why:
        _fail(remote, request, why)
    except Malformed as why:
        _fail(remote, request, RequestFailedError(why.reason, unknown=True, code=why.code))
    except Exception:  # noqa: BLE001 - ours, logged: whoever waits is told
        _log.exception("a request to a server failed by a fault of ToolGuard's own")
        _fail(remote, request, RequestFailedError(OUR_FAULT, unknown=request.body.is_sending))
    finally:
        if remote.open_requests.get(request.id) is request:
            del remote.open_requests[request.id]


def _fail(remote: HttpSessionState, request: OpenHttpRequest, why: RequestFailedError) -> None:
    """Answer the request with an error instead of the server."""
    reason = remote.inbox.clean(why.reason)
    text = reason
    if request.method == "tools/call":
        text = coded("servers.outcome_unknown" if why.unknown else "servers.not_run", reason=reason)
    data = {"reason": text} if why.status is None else {"reason": text, "status": why.status}
    answer = jsonrpc.error(request.id, why.code, f"ToolGuard: {text}", data)
    if request.method == "tools/call" and why.unknown:
        remote.fail_unknown(request, answer, reason)
    else:
        remote.answer(request, answer)


async def _post(remote: HttpSessionState, request: OpenHttpRequest) -> None:
    events = SseParser()
    try:
        await _exchange(remote, request, events)
        if events.last_id:
            remote.streamed(request, pause(events))
    except RequestFailedError:
        if request.answered or request.modern or not events.last_id:
            raise
    if request.answered:
        return
    if request.modern or not events.last_id:
        raise RequestFailedError(coded("servers.connection_ended_before_answer"), unknown=True)
    await remote.session.resume(
        events, lambda event: remote.receive_event(event, request.id), lambda: request.answered,
        closed=lambda again: remote.streamed(request, again),
    )  # fmt: skip


async def _exchange(remote: HttpSessionState, request: OpenHttpRequest, events: SseParser) -> None:
    try:
        async with remote.exchange.request("POST", remote.headers(request.message), request.body) as response:
            status = response.status_code
            if status < 300:
                if request.method == "initialize":
                    remote.session.begin(response)
                await _read(remote, request, response, events)
                return
            error = await error_in(remote, response)
            later = remote.inbox.excerpt(response.headers.get("retry-after", ""), 40)
    except _SseStreamError:  # treated as if the server accepts no messages at this URL
        status, error, later = 405, None, ""
    if await _fall_back_to_sse(remote, request, status, error):
        await _post_sse(remote, request)
    elif await _retry_with_headers(remote, request, error):
        await _exchange(remote, request, events)
    elif remote.session.is_lost(status, error, request.id):
        ended = RequestFailedError(coded("servers.server_had_ended_session"), status=status)
        _fail(remote, request, ended)
        remote.ended(coded("servers.ended_session"))
    elif error is not None:
        remote.answer(request, error)
    else:
        raise _refusal(request, status, later)


async def _read(
    remote: HttpSessionState, request: OpenHttpRequest, response: httpx2.Response, events: SseParser
) -> None:
    """Read a response with a 2xx status."""
    kind = media_type(response)
    if kind == EVENT_STREAM:
        remote.streamed(request)
        await remote.exchange.follow(response, events, lambda event: _receive_event(remote, request, event))
    elif _JSON.fullmatch(kind):
        remote.take(await remote.exchange.whole(response), request.id)
    elif response.status_code in (202, 204):
        raise RequestFailedError(coded("servers.server_took_message_sends"), unknown=True)
    else:
        remote.inbox.note(coded("servers.answered_type", kind=remote.inbox.excerpt(kind, 100) or "(none)"))
        raise RequestFailedError(coded("servers.server_answer_not_mcp"), unknown=True)


def _receive_event(remote: HttpSessionState, request: OpenHttpRequest, event: SseEvent | Malformed) -> bool:
    if (
        request.method in _FIRST_METHODS
        and remote.transport == "auto"
        and isinstance(event, SseEvent)
        and event.name == "endpoint"
    ):
        raise _SseStreamError
    return remote.receive_event(event, request.id)


async def error_in(remote: HttpSessionState, response: httpx2.Response) -> Message | None:
    """Return the JSON-RPC error in the body of an HTTP error; log any other body."""
    try:
        data = await remote.exchange.whole(response, _ERROR_BODY)
    except Malformed:
        return None
    if data[:1] in (b"{", b"["):
        messages = remote.inbox.read(data)
        message = messages[0] if len(messages) == 1 else None
        if isinstance(message, dict) and isinstance(jsonrpc.plain(message.get("error")), dict):  # OAuth's is a text
            return message
    if data:
        remote.inbox.note(
            coded("servers.status_with_data", status=response.status_code, data=remote.inbox.excerpt(data))
        )
    return None


async def _retry_with_headers(remote: HttpSessionState, request: OpenHttpRequest, error: Message | None) -> bool:
    """List the tools again after a header mismatch; return whether the call has other headers now and is sent again.

    The server must refuse before it acts (§Server Validation, 2026-07-28), so the call has not run.
    """
    if request.again or not request.modern or request.method != "tools/call" or _code(error) != MISMATCH:
        return False
    request.again = True
    before = remote.headers(request.message)
    meta = {name: value for name, value in request.message["params"]["_meta"].items() if name != "progressToken"}
    params: dict[str, Any] = {"_meta": meta}
    for _ in range(_MAX_PAGES):
        id = f"toolguard-{secrets.token_hex(8)}"
        message = {"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params}
        page = remote.open_requests[id] = OpenHttpRequest(
            message, RequestBody(jsonrpc.encode(message)), modern=True, own=True
        )
        await run_request(remote, page)
        cursor = page.result.get("nextCursor") if isinstance(page.result, dict) else None
        if not isinstance(cursor, str) or cursor == params.get("cursor"):
            break
        params = {"_meta": meta, "cursor": cursor}
    return remote.headers(request.message) != before


async def _fall_back_to_sse(
    remote: HttpSessionState, request: OpenHttpRequest, status: int, error: Message | None
) -> bool:
    """Try HTTP+SSE after a refused ``initialize``; return whether it works (§Backward Compatibility)."""
    if request.method != "initialize" or remote.transport != "auto" or status not in _PROBES:
        return False
    if _code(error) in _MODERN_ERRORS:
        return False
    try:
        await remote.open_sse()
    except RequestFailedError:
        return False  # the first error matters
    return True


async def _post_sse(remote: HttpSessionState, request: OpenHttpRequest) -> None:
    assert remote.sse_stream is not None  # noqa: S101 - whoever calls this has opened it
    status = await remote.sse_stream.post(request.body, None)
    if status >= 300:
        raise _refusal(request, status, "")
    request.answered = True  # or it will arrive on the stream


def _code(refusal: Message | None) -> object:
    error = jsonrpc.plain(refusal["error"]) if refusal is not None else None
    return error.get("code") if isinstance(error, dict) else None


def _refusal(request: OpenHttpRequest, status: int, later: str) -> RequestFailedError:
    """Return the meaning of an HTTP status without a JSON-RPC message (RFC 9110 §15), and what to do."""
    text = _STATUS_ERRORS.get(status) or coded("servers.server_failed" if status >= 500 else "servers.server_refused")
    name = f" {http.HTTPStatus(status).phrase}" if status in set(http.HTTPStatus) else ""
    probe = request.method == "server/discover" and status in _PROBES
    return RequestFailedError(
        coded("servers.status_retry_later", words=text, status=status, name=name, seconds=later)
        if later.isdigit()
        else coded("servers.status", words=text, status=status, name=name),
        unknown=status >= 500 or status == 408,
        status=status,
        code=_PROBES[status] if probe else jsonrpc.INTERNAL_ERROR,
    )


_PROBES = {400: jsonrpc.INVALID_REQUEST, 404: jsonrpc.METHOD_NOT_FOUND, 405: jsonrpc.METHOD_NOT_FOUND}
"""The status with which an older server refuses an unknown request, and the error code of a stdio server for that."""
_SIGN_IN = coded("servers.set_header_authorization_likes")
_STATUS_ERRORS = {
    401: coded("servers.server_wants_know", sign_in=_SIGN_IN),
    403: coded("servers.server_not_allow_look", sign_in=_SIGN_IN),
    404: coded("servers.server_nothing_address_check"),
    405: coded("servers.server_takes_no_messages"),
    413: coded("servers.message_too_large_server"),
    429: coded("servers.server_gets_too_many"),
}
