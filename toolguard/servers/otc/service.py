"""One Open Tool Calling service over HTTP: its health, its list of tools, its calls. It knows no MCP.

A call is sent a second time only if the first one was refused unprocessed: to another URL, or as ``inputs``.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import httpx2

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import MAX_LINE, Malformed
from toolguard.gate.texts import coded
from toolguard.servers.http.transport import HttpTransport, RequestBody, RequestFailedError
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc import parser, tools
from toolguard.servers.otc import request as otc_request
from toolguard.servers.otc.context import OtcContextSource
from toolguard.servers.otc.parser import OtcCallRefusal, OtcCallResponse, ToolDefinition
from toolguard.servers.otc.request import ServerQuirks
from toolguard.servers.otc.sign_in import OtcSignIn

MAX_LIST_SIZE = 8 * 1024 * 1024
"""Maximum bytes of a list of tools."""
REQUEST_TIMEOUT = 30.0
"""Seconds for a whole list of tools, or for a request without a body."""
LIST_MAX_AGE = 5.0
"""Seconds for which a list is cached."""
_MAX_RESPONSE_SIZE = MAX_LINE // 2  # bytes: a text and its structured form must fit one message
_MAX_ERROR_SIZE = 1024 * 1024
_NOT_FOUND = (404, 405)


class OtcService:
    """The requests of one channel to a service."""

    def __init__(self, exchange: HttpTransport, inbox: ServerInbox, quirks: ServerQuirks, sign_in: OtcSignIn) -> None:
        self._exchange = exchange
        self._inbox = inbox
        self._quirks = quirks
        self._sign_in = sign_in
        self._fetched = -LIST_MAX_AGE
        self._fetching = asyncio.Lock()
        self.tools: dict[str, ToolDefinition] = {}
        """The tools that were fetched last, by their names for MCP clients."""

    def _url(self, path: str) -> httpx2.URL:
        base = self._exchange.url
        return base.copy_with(path=base.path.rstrip("/") + path)

    def _headers(self) -> dict[str, str]:
        quirks, sign_in = self._quirks, self._sign_in
        shown = sign_in.headers(quirks.generation, time.time())
        headers = otc_request.headers(quirks.generation) if quirks.generation is not None else {}
        return {"Accept": "application/json", **shown, **headers}

    async def health(self) -> int:
        """Return the status of ``GET /health``: 200 is ready, 503 is not. Raises `RequestFailedError`."""
        headers = {"Accept": "application/json"}  # it requires no authentication
        async with self._exchange.request("GET", headers, at=self._url("/health"), timeout=REQUEST_TIMEOUT) as response:
            return int(response.status_code)

    async def list(self) -> dict[str, ToolDefinition]:
        """Return the tools by name, fetched unless they are cached. Raises `RequestFailedError`."""
        async with self._fetching:
            if time.monotonic() - self._fetched < LIST_MAX_AGE:
                return self.tools
            try:
                async with asyncio.timeout(REQUEST_TIMEOUT):
                    listed = await self._fetch()
            except TimeoutError:
                raise RequestFailedError(coded("servers.list_too_slow", seconds=f"{REQUEST_TIMEOUT:g}")) from None
            except Malformed as why:
                raise RequestFailedError(coded("servers.server_list_tools_too", reason=why.reason)) from None
            if listed.unread:
                self._inbox.note(coded("servers.tools_left_out", count=f"{listed.unread:,}"))
            self._quirks.generation = listed.generation
            self.tools = tools.names(listed.tools)
            self._fetched = time.monotonic()
            return self.tools

    async def _fetch(self) -> parser.ToolListing:
        async with self._exchange.request(
            "GET", self._headers(), at=self._url("/tools"), timeout=REQUEST_TIMEOUT
        ) as response:
            if response.status_code != 200:
                refusal = await self._refusal(response)
                raise RequestFailedError(_refused(response.status_code, refusal), status=response.status_code)
            data = await self._body(response, MAX_LIST_SIZE)
            version = response.headers.get("oxp-version", "")
        listed = await asyncio.to_thread(lambda: parser.listed(parser.read(data), version))
        if listed is None:
            raise RequestFailedError(coded("servers.server_answers_no_list"))
        return listed

    async def _body(self, response: httpx2.Response, limit: int) -> bytes:
        """Return a body with its texts redacted, because `parser` cuts them. Raises `Malformed`."""
        data = await self._exchange.whole(response, limit)
        return await asyncio.to_thread(self._clean, data) if self._inbox.has_secret(data) else data

    def _clean(self, data: bytes) -> bytes:
        value = parser.read(data)
        return data if value is None else jsonrpc.encode(self._inbox.clean_texts(value))

    async def poll(self, url: str) -> str:
        """Return the status at ``url`` of something that a person has to do: a status of OTC, or ""."""
        async with self._exchange.request(
            "GET", self._headers(), at=httpx2.URL(url), timeout=REQUEST_TIMEOUT
        ) as response:
            data = await self._exchange.whole(response, _MAX_ERROR_SIZE)
        fields = parser.read(data) if response.status_code == 200 else None
        status = fields.get("status") if isinstance(fields, dict) else None
        return status[:40] if isinstance(status, str) else ""

    # --- calls ------------------------------------------------------------------------------------------------

    async def call(
        self,
        tool: ToolDefinition,
        arguments: Mapping[str, Any],
        source: OtcContextSource,
        trace_id: str,
        left: Callable[[], None],
    ) -> OtcCallResponse | OtcCallRefusal:
        """Run an approved call; raises `RequestFailedError`. ``left`` is called when its request leaves the queue."""
        call_id = str(uuid.uuid4())

        async def post(path: str, spelling: str) -> tuple[int, bytes]:
            generation = otc_request.speaks(self._quirks.generation or "G2", path)
            body = otc_request.body(
                generation, tool, arguments, source,
                call_id=call_id, trace_id=trace_id, spelling=spelling, now=time.time(),
            )  # fmt: skip
            return await self._post(path, jsonrpc.encode(body), left)

        spelling = self._quirks.spelling
        path, status, data = await self._post_to_first_url(lambda path: post(path, spelling))
        if status in (400, 422) and spelling == "input" and parser.refusal(data).about_inputs:
            spelling = "inputs"
            status, data = await post(path, spelling)
        if status < 300:
            self._quirks.path, self._quirks.spelling = path, spelling
        return self._parse_response(status, data)

    async def _post_to_first_url(self, post: Callable[[str], Any]) -> tuple[str, int, bytes]:
        """Return the response of the first URL at which the server accepts calls."""
        quirks = self._quirks
        paths = (quirks.path,) if quirks.path else otc_request.CALL_PATHS[quirks.generation or "G2"]
        status, data = 404, b""
        for path in paths:
            status, data = await post(path)
            if status not in _NOT_FOUND or parser.refusal(data).spoken:
                return path, status, data
        quirks.path = ""
        raise RequestFailedError(coded("servers.server_takes_no_calls"), status=status)

    async def _post(self, path: str, data: bytes, left: Callable[[], None]) -> tuple[int, bytes]:
        body = RequestBody(data, lambda _size: left())
        async with self._exchange.request("POST", self._headers(), body, at=self._url(path)) as response:
            status = int(response.status_code)
            try:
                return status, await self._body(response, _MAX_RESPONSE_SIZE if status < 300 else _MAX_ERROR_SIZE)
            except Malformed as why:
                raise RequestFailedError(
                    coded("servers.server_answer_too_large", reason=why.reason), unknown=status < 300
                ) from None

    def _parse_response(self, status: int, data: bytes) -> OtcCallResponse | OtcCallRefusal:
        if status < 300:
            answer = parser.answer(parser.read(data))
            if answer is None:
                self._inbox.note(coded("servers.not_answer_open_tool", data=self._inbox.excerpt(data)))
                raise RequestFailedError(coded("servers.server_answer_cannot_read"), unknown=True)
            if answer.error is not None and answer.error.for_developers:
                self._inbox.note(coded("servers.for_developers", message=answer.error.for_developers))
            return answer
        refusal = parser.refusal(data)
        self._tell_developers(status, refusal)
        if status in (400, 404, 409, 422):
            return refusal
        raise RequestFailedError(_refused(status, refusal), unknown=status >= 500 or status == 408, status=status)

    async def _refusal(self, response: httpx2.Response) -> OtcCallRefusal:
        try:
            refusal = parser.refusal(await self._body(response, _MAX_ERROR_SIZE))
        except Malformed:
            return OtcCallRefusal()
        self._tell_developers(response.status_code, refusal)
        return refusal

    def _tell_developers(self, status: int, refusal: OtcCallRefusal) -> None:
        if refusal.for_developers:
            self._inbox.note(coded("servers.status_for_developers", status=status, message=refusal.for_developers))


def _refused(status: int, refusal: OtcCallRefusal) -> str:
    text = _STATUS_ERRORS.get(status) or coded("servers.server_failed" if status >= 500 else "servers.server_refused")
    if refusal.message:
        return coded("servers.status_with_message", words=text, status=status, message=refusal.message[:500])
    return coded("servers.status_only", words=text, status=status)


_STATUS_ERRORS = {
    401: coded("servers.server_not_accept_how"),
    403: coded("servers.server_not_allow_look_key"),
    404: coded("servers.server_nothing_address_check"),
    413: coded("servers.call_too_large_server"),
    429: coded("servers.server_gets_too_many_calls"),
}
