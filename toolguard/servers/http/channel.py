"""Channel of a remote MCP server: each message is an HTTP request, and responses become messages.

Each message shows its revision. A modern request is cancelled by closing its stream, a legacy one by a message
(basic/transports of each revision).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import httpx2

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.session.upstream import NotProvidedError
from toolguard.gate.task_set import TaskSet, cancel_tasks
from toolguard.gate.texts import coded
from toolguard.servers.http.request import error_in, run_request
from toolguard.servers.http.state import HttpSessionState, OpenHttpRequest
from toolguard.servers.http.transport import (
    HttpTransport,
    RequestBody,
    RequestFailedError,
    TokenProvider,
    check_reachable,
    make_tls_context,
    proxy_for,
)
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.remote_channel import RemoteChannel
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.stderr_log import StderrLog

_log = logging.getLogger(__name__)
NOTIFICATION_TIMEOUT = 30.0
"""Seconds for a server to accept a notification; later messages wait for it."""
AFTER_CANCEL = 10.0
"""Seconds for which the stream of a cancelled legacy request is read."""
_LAST_CANCELS = 1.0  # seconds


async def connect(
    url: str,
    headers: dict[str, str],
    transport: str,
    notes: StderrLog,
    redactor: Redactor,
    token_provider: TokenProvider | None = None,
) -> HttpChannel:
    """Return the channel to the server at ``url``, after checking that it is reachable. Raises `UnreachableError`."""
    inbox = ServerInbox(notes, redactor)
    try:
        tls, proxy = await asyncio.to_thread(lambda: (make_tls_context(url), proxy_for(url)))
        if proxy is None:
            await check_reachable(url)
        return HttpChannel(HttpTransport(url, headers, inbox, tls, proxy, token_provider), inbox, transport)
    except RequestFailedError as why:
        raise UnreachableError(why.reason) from why
    except (httpx2.InvalidURL, ValueError) as why:
        raise UnreachableError(coded("servers.address_server_proxy_system")) from why
    except OSError as why:
        raise UnreachableError(coded("servers.cert_file_not_readable", reason=why.strerror)) from why


class HttpChannel(RemoteChannel):
    """A server of the HTTP transports of MCP."""

    def __init__(self, exchange: HttpTransport, inbox: ServerInbox, transport: str) -> None:
        super().__init__(exchange, inbox)
        self._remote = HttpSessionState(exchange, inbox, transport, self._end)
        self._tasks = TaskSet()
        self._cancels: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._last_notification: asyncio.Task[None] | None = None

    async def prepare(self, message: Message) -> tuple[str, ...]:  # noqa: ARG002 - as other servers have it
        """Prepare what an approved call needs. Raises `NotProvidedError`."""
        try:
            await self._exchange.prepare()
        except UnreachableError as why:
            raise NotProvidedError(str(why)) from None
        return ()

    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:  # noqa: ARG002 - as other servers have it
        return "", ()

    async def learn(self, message: Message) -> None:
        """Do nothing: only the client requests the list of tools."""

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Start sending, then wait while too many bytes are unsent. A request cancelled before it is sent never is."""
        if isinstance(message, list):
            for part in message:
                await self.send(part)
            return
        self._check_open()
        body = RequestBody(jsonrpc.encode(message), self._note_sent)
        self._outgoing += len(body.data)
        if "method" in message and "id" in message:
            request = self._remote.ask(message, body)
            request.task = self._start(self._run_request(request, self._last_notification), body)
        elif message.get("method") == "notifications/cancelled":
            self._cancel(message, body)
        else:
            task = self._start(self._post_notification(message, body, self._last_notification), body)
            self._last_notification = task if "method" in message else self._last_notification
        await self._until_sent()

    def _note_sent(self, size: int) -> None:
        self._outgoing -= size
        self._went.set()

    def _start(self, work: Coroutine[Any, Any, None], body: RequestBody | None = None) -> asyncio.Task[None]:
        task = self._tasks.start(work)
        if body is not None:
            task.add_done_callback(lambda _: body.over())
        return task

    async def _run_request(self, request: OpenHttpRequest, before: asyncio.Task[None] | None) -> None:
        await _wait_for_earlier(before)
        await run_request(self._remote, request)

    def _cancel(self, message: Message, body: RequestBody) -> None:
        """Cancel a request: close a modern one's stream, drop one that was not sent yet, or notify a legacy server."""
        params = message.get("params")
        id = params.get("requestId") if isinstance(params, dict) else None
        request = self._remote.open_requests.get(id) if isinstance(id, int | str) else None
        if request is not None and (request.modern or not request.body.is_sending):
            del self._remote.open_requests[request.id]
            request.task.cancel()
            body.over()
        elif request is None and self._remote.modern:
            body.over()  # it has its response, and there is no stream to close
        else:
            task = self._start(self._post_cancel(message, body, request), body)
            self._cancels.add(task)
            task.add_done_callback(self._cancels.discard)

    async def _post_cancel(self, message: Message, body: RequestBody, request: OpenHttpRequest | None) -> None:
        if request is not None:
            await request.body.left.wait()
            asyncio.get_running_loop().call_later(AFTER_CANCEL, request.task.cancel)
        await self._post_notification(message, body, None)

    async def _post_notification(self, message: Message, body: RequestBody, before: asyncio.Task[None] | None) -> None:
        """Post a message without a response. A refusal by the server is only logged."""
        method = message.get("method", coded("servers.an_answer"))
        try:
            await _wait_for_earlier(before)
            status, refusal = await self._post_message(message, body)
            if self._remote.session.is_lost(status, refusal):
                self._end(coded("servers.ended_session"))
            elif status >= 300:
                self._inbox.note(coded("servers.refused_status", what=method, status=status))
            elif method == "notifications/initialized" and self._remote.sse_stream is None and not self._remote.modern:
                self._listen()
        except RequestFailedError as why:
            self._inbox.note(coded("servers.not_sent", what=method, reason=why.reason))
        except Exception:  # noqa: BLE001 - ours, logged: the message is lost, and the program goes on
            _log.exception("a message to a server was lost by a fault of ToolGuard's own")

    async def _post_message(self, message: Message, body: RequestBody) -> tuple[int, Message | None]:
        """Post a message without a response; return the HTTP status and the error in the body, if any."""
        if await self._remote.uses_sse() and self._remote.sse_stream is not None:
            return await self._remote.sse_stream.post(body, NOTIFICATION_TIMEOUT), None
        headers = self._remote.headers(message)
        async with self._exchange.request("POST", headers, body, timeout=NOTIFICATION_TIMEOUT) as response:
            status = response.status_code
            return status, await error_in(self._remote, response) if status >= 300 else None

    def _listen(self) -> None:
        """Open a legacy server's stream for messages that belong to no request."""
        if self._listening is not None:
            self._listening.cancel()

        async def listen() -> None:
            if reason := await self._remote.session.listen(self._remote.receive_event):
                self._end(reason)

        self._listening = self._start(listen())

    async def _stop(self) -> None:
        """Cancel open requests, and end the session at the server."""
        if self._cancels:
            await asyncio.wait(self._cancels, timeout=_LAST_CANCELS)
        await cancel_tasks(self._tasks)
        if self._remote.sse_stream is not None:
            await self._remote.sse_stream.close()
        await self._remote.session.end()


async def _wait_for_earlier(before: asyncio.Task[None] | None) -> None:
    """Wait for an earlier notification, to keep the order."""
    if before is not None and not before.done():
        await asyncio.wait((before,), timeout=NOTIFICATION_TIMEOUT)
