"""Connections to one server by aiohttp, with responses in the form of httpx2.

A request takes a fifth of the CPU time of httpx2's own connections, because llhttp parses in C.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
import ssl
from collections.abc import AsyncIterator, Iterator, Sequence

import aiohttp
import httpx2
from aiohttp.abc import ResolveResult
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import BadHttpMessage
from yarl import URL

from toolguard.servers.http.addresses import is_localhost_name, is_loopback

CONNECT_TIMEOUT = 10.0
"""Seconds to establish a connection, including TLS."""
_WRITE_TIMEOUT = 60.0  # seconds in which a server must accept one piece of a body
_KEEPALIVE_TIMEOUT = 4.0  # seconds; servers commonly close after 5, and a request sent at that moment is lost
_MAX_FIELD_SIZE = 64 * 1024  # maximum bytes of one field in a response's header
_MAX_HEADS = 100  # heads of responses that arrived together: interim ones (1xx), and those that nobody asked for
_OPTIONS = [
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    *(
        (socket.IPPROTO_TCP, getattr(socket, name), value)
        for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))
        if hasattr(socket, name)
    ),
]
"""Keep-alive options: a call has no timeout, so the operating system must detect a lost peer."""
_NOT_OURS = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")  # what aiohttp adds if it is not given


class HttpConnections:
    """Sends requests unchanged: without cookies, redirects or additional headers. Create it inside an event loop."""

    def __init__(self, tls: ssl.SSLContext, proxy: str | None = None) -> None:
        """``proxy``: the URL of an HTTP proxy. Raises `ValueError` for another kind of proxy."""
        self._proxy = URL(proxy) if proxy is not None else None
        if self._proxy is not None and self._proxy.scheme not in ("http", "https"):
            raise ValueError("not the address of an HTTP proxy")
        connector = aiohttp.TCPConnector(
            ssl=tls, limit=0, keepalive_timeout=_KEEPALIVE_TIMEOUT, use_dns_cache=False, socket_factory=_socket,
            resolver=Resolver(),
        )  # fmt: skip
        protocol: type[ResponseHandler] = _Protocol
        connector._factory = functools.partial(protocol, asyncio.get_running_loop())  # aiohttp has no other hook
        self._session = aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False, trust_env=False,
            skip_auto_headers=_NOT_OURS, max_line_size=_MAX_FIELD_SIZE, max_field_size=_MAX_FIELD_SIZE,
        )  # fmt: skip

    async def send(
        self, method: str, url: httpx2.URL, fields: Sequence[tuple[str, str]],
        body: httpx2.AsyncByteStream | None, timeout: float | None,
    ) -> httpx2.Response:  # fmt: skip
        """Return the response's head; close it after use. Raises `httpx2.TransportError`, also while the body is read.

        ``timeout``: maximum seconds without a byte; None for no limit.
        """
        limits = aiohttp.ClientTimeout(total=None, connect=CONNECT_TIMEOUT, sock_read=timeout)
        with _as_httpx():
            async with asyncio.timeout(None) as limit:
                answer = await self._session.request(
                    method, URL(str(url), encoded=True), headers=fields, timeout=limits, allow_redirects=False,
                    data=None if body is None else _with_time_limit(body, limit), proxy=self._proxy,
                )  # fmt: skip
        return httpx2.Response(answer.status, headers=list(answer.raw_headers), stream=_Body(answer))

    async def close(self) -> None:
        """Close all connections; running requests fail."""
        await self._session.close()


class Resolver(aiohttp.ThreadedResolver):
    """The system's resolver, except for names of this computer (`is_localhost_name`)."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        if not is_localhost_name(host):
            return await super().resolve(host, port, family)
        found = [result for result in await super().resolve("localhost", port, family) if is_loopback(result["host"])]
        if not found:
            raise OSError("localhost has no loopback address")
        return found


class _Protocol(ResponseHandler):
    """A connection that ends when a server floods it with heads of responses, for which aiohttp has no limit."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if len(self) > _MAX_HEADS:
            self.abort()
            self.set_exception(BadHttpMessage("too many responses"))


class _Body(httpx2.AsyncByteStream):
    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_httpx():
            async for piece in self._answer.content.iter_any():
                yield piece

    async def aclose(self) -> None:
        """Close the response. The connection is reused if the body was read to its end."""
        self._answer.close()


async def _with_time_limit(body: httpx2.AsyncByteStream, limit: asyncio.Timeout) -> AsyncIterator[bytes]:
    """Yield ``body``. The request fails after ``limit`` seconds if the server does not accept a piece of it."""
    loop = asyncio.get_running_loop()

    def until(when: float | None) -> None:
        with contextlib.suppress(RuntimeError):  # the response arrived before the whole body was sent
            limit.reschedule(when)

    async for piece in body:
        until(loop.time() + _WRITE_TIMEOUT)
        yield piece
        until(None)


def _socket(address: aiohttp.AddrInfoType) -> socket.socket:
    family, kind, protocol, _, _ = address
    sock = socket.socket(family, kind, protocol)
    for option in _OPTIONS:
        sock.setsockopt(*option)
    return sock


@contextlib.contextmanager
def _as_httpx() -> Iterator[None]:
    """Raise aiohttp's exceptions as those of httpx2, with the same cause."""
    try:
        yield
    except (aiohttp.ClientHttpProxyError, aiohttp.ClientProxyConnectionError) as problem:
        raise httpx2.ProxyError("") from problem.__cause__
    except aiohttp.ConnectionTimeoutError as problem:
        raise httpx2.ConnectTimeout("") from problem
    except (aiohttp.ServerTimeoutError, TimeoutError) as problem:
        raise httpx2.ReadTimeout("") from problem
    except aiohttp.ClientConnectorError as problem:
        raise httpx2.ConnectError("") from problem.__cause__
    except (aiohttp.ClientError, OSError) as problem:
        raise httpx2.ReadError("") from problem
    except ValueError as problem:  # a header with a line break
        raise httpx2.LocalProtocolError("") from problem
