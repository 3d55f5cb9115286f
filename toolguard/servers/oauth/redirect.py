"""Loopback redirect server of a sign-in, which accepts one authorization response and closes (RFC 8252 §7.3).

A request without the secret ``state`` gets an error page and changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded

_MAX_HEAD_SIZE = 16 * 1024  # bytes
_REQUEST_TIMEOUT = 10.0  # seconds for one request
MAX_CONNECTIONS = 20
"""Maximum simultaneous connections. Beyond that, the oldest is dropped: a browser sends its request at once."""
_PAGE = b'<!doctype html><html lang="en"><meta charset="utf-8"><title>ToolGuard</title><p>%b</p></html>'
SIGNED_IN = coded("servers.signed_can_close_page")
DECLINED = coded("servers.not_signed_can_close")
FOREIGN = coded("servers.not_sign_begun_begin")


@dataclass(frozen=True, slots=True)
class RedirectResult:
    """The authorization response: a code, or an error with its description."""

    code: str = ""
    iss: str | None = None
    error: str = ""
    about: str = ""


class RedirectServer:
    """``address`` is the redirect URI; `wait_result` waits for the response."""

    def __init__(self, state: str, path: str) -> None:
        self.address = ""
        self._state = state
        self._path = path
        self._answer: asyncio.Future[RedirectResult] = asyncio.get_running_loop().create_future()
        self._server: asyncio.Server | None = None
        self._tasks: dict[asyncio.Task[None], None] = {}  # one for each connection, oldest first
        self._authority = ""

    @classmethod
    async def open(cls, state: str, *, path: str = "", port: int = 0) -> Self:
        """Listen on 127.0.0.1. Raises OSError if ``port`` is taken. Without ``path`` a random one is used."""
        result = cls(state, path or f"/{secrets.token_urlsafe(18)}")
        result._server = await asyncio.start_server(result._connected, "127.0.0.1", port, limit=_MAX_HEAD_SIZE)
        result._authority = f"127.0.0.1:{result._server.sockets[0].getsockname()[1]}"
        result.address = f"http://{result._authority}{result._path}"
        return result

    async def wait_result(self) -> RedirectResult:
        """Wait for the first response with our ``state``. Cancelling a waiter does not cancel the others."""
        return await asyncio.shield(self._answer)

    async def close(self) -> None:
        """Close the port, at most a second later, so that the success page is delivered. Cancels waiters."""
        if self._server is not None:
            self._server.close()
        if self._tasks:  # the page that reports success must still be delivered
            await asyncio.wait(self._tasks, timeout=1.0)
        await cancel_tasks(self._tasks)
        self._answer.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a server runs this in a task
        if len(self._tasks) >= MAX_CONNECTIONS:
            oldest = next(iter(self._tasks))
            del self._tasks[oldest]
            oldest.cancel()
        self._tasks[task] = None
        try:
            async with asyncio.timeout(_REQUEST_TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
                status, text = self._take(head)
                writer.write(_page(status, text))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return  # the peer did not speak HTTP
        finally:
            self._tasks.pop(task, None)
            writer.close()
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    def _take(self, head: bytes) -> tuple[int, str]:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, _, rest = first.partition(" ")
        hosts = [value.strip() for name, _, value in (line.partition(":") for line in lines) if name.lower() == "host"]
        try:
            url = urlsplit(rest.partition(" ")[0])
            pairs = parse_qsl(url.query, keep_blank_values=True, max_num_fields=50)
        except ValueError:
            return 400, FOREIGN
        if method != "GET" or url.path != self._path or url.netloc or hosts != [self._authority]:
            return 404, FOREIGN
        values = dict(pairs)
        once = len(values) == len(pairs)
        if not once or not hmac.compare_digest(values.get("state", "").encode(), self._state.encode()):
            return 400, FOREIGN
        if self._answer.done():
            return 400, FOREIGN
        answer = RedirectResult(
            values.get("code", ""), values.get("iss"), values.get("error", ""), values.get("error_description", "")
        )
        self._answer.set_result(answer)
        return 200, SIGNED_IN if answer.code and not answer.error else DECLINED


def _page(status: int, text: str) -> bytes:
    """Return a page without anything that a browser would run, store or send to others."""
    body = _PAGE % text.encode()
    reason = {200: "OK", 400: "Bad Request", 404: "Not Found"}[status]
    head = (
        f"HTTP/1.1 {status} {reason}",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body
