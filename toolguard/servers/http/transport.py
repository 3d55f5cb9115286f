"""One HTTP request and its response: only our own headers, redirects, limits, and error messages.

It knows HTTP but not MCP. It owns the connections to one server.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import socket
import ssl
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from typing import Protocol

import anyio
import httpx2

from toolguard import __version__
from toolguard.gate.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, MAX_LINE, Malformed
from toolguard.gate.texts import coded, placeholders
from toolguard.servers.http.addresses import is_localhost_name, is_loopback
from toolguard.servers.http.connections import CONNECT_TIMEOUT, HttpConnections
from toolguard.servers.http.decompression import ACCEPTED, decompressed
from toolguard.servers.http.sse import SseEvent, SseParser
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.stdio.environment import UnreachableError

_CHUNK_SIZE = 256 * 1024
_MAX_REDIRECTS = 3
_END_TIMEOUT = 0.5  # seconds for a stream to end after its last event; only then is its connection reused
_YIELD_EVERY = 100  # events of one chunk after which other coroutines run
_PARSED_AT_ONCE = 32 * 1024  # bytes, which can be as many lines
_YIELD_AFTER = 1024 * 1024  # bytes after which other coroutines run


class RequestFailedError(Exception):
    """A request got no response. ``unknown``: the server may have acted on it; otherwise it did not."""

    def __init__(
        self, reason: str, *, unknown: bool = False, status: int | None = None, code: int = INTERNAL_ERROR
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.unknown = unknown
        self.status = status
        self.code = code


class RequestBody(httpx2.AsyncByteStream):
    """The body of a request. Nothing of it was sent while ``is_sending`` is False, all of it once ``left`` is set."""

    def __init__(self, data: bytes, went: Callable[[int], None] = lambda _: None) -> None:
        """``went`` is called once with the number of bytes that no longer wait."""
        self.data = data
        self.is_sending = False
        self.left = asyncio.Event()
        self._on_sent = went

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self.is_sending = True
        for start in range(0, len(self.data), _CHUNK_SIZE):
            yield self.data[start : start + _CHUNK_SIZE]
        self.over()

    def over(self) -> None:
        """Report that the operating system has all of it, or that it will not be sent."""
        if not self.left.is_set():
            self.left.set()
            self._on_sent(len(self.data))


class TokenProvider(Protocol):
    """The token of a person's sign-in (`sign_ins`). Both methods raise `UnreachableError` with what to do."""

    async def token(self) -> str:
        """Return the token for the next request, "" without a sign-in. May wait for a refresh."""

    async def should_retry(self, response: httpx2.Response, used: str, renewed: bool) -> bool:
        """Return whether to send a request that got 401 or 403 again with another token.

        ``used`` is the token that was refused, "" for none. ``renewed``: this is already the second attempt.
        """


class HttpTransport:
    """Requests to one server, with the headers that a person configured."""

    def __init__(
        self, url: str, headers: Mapping[str, str], inbox: ServerInbox, tls: ssl.SSLContext, proxy: str | None = None,
        token_provider: TokenProvider | None = None,
    ) -> None:  # fmt: skip
        self.url = httpx2.URL(url)
        self._token_provider = token_provider
        self._inbox = inbox
        self._headers = [("User-Agent", f"toolguard/{__version__}"), ("Accept-Encoding", ACCEPTED)]
        self._headers += headers.items()
        self._connections = HttpConnections(tls, proxy)

    @contextlib.asynccontextmanager
    async def request(
        self, method: str, headers: Mapping[str, str], body: RequestBody | None = None, *,
        at: httpx2.URL | None = None, timeout: float | None = None,
    ) -> AsyncIterator[httpx2.Response]:  # fmt: skip
        """Yield the response to one request, which is closed at the end. Raises `RequestFailedError`, also during
        reading.

        ``at``: another URL of the same server. ``timeout``: maximum seconds without a byte; None for no limit.
        """
        url = at or self.url
        fields = [("Host", url.netloc.decode("ascii")), *self._headers, *headers.items()]
        if body is not None:
            fields += (("Content-Type", "application/json"), ("Content-Length", str(len(body.data))))
        token, renewed = await self._token(), False
        with self._translate_errors(body):
            for _ in range(_MAX_REDIRECTS + 2):
                signed = [*fields, ("Authorization", "Bearer " + token)] if token else fields
                response = await self._connections.send(method, url, signed, body, timeout)
                try:
                    to = self._redirect_target(method, url, response)
                    if to is None and await self._should_retry(response, token, renewed):
                        to, token, renewed = url, await self._token(), True
                        if body is not None:
                            body.is_sending = False  # refused before it was processed
                    if to is None:
                        yield response
                        return
                finally:
                    await response.aclose()
                url = to
            raise RequestFailedError(coded("servers.server_redirects_without_end"))

    def _redirect_target(self, method: str, url: httpx2.URL, response: httpx2.Response) -> httpx2.URL | None:
        """Return the target of a redirect that is safe to follow: the same server and the same method."""
        location = response.headers.get("location")
        if response.status_code not in (301, 302, 303, 307, 308) or location is None:
            return None
        try:
            to = url_of(location, url)
        except httpx2.InvalidURL:
            raise RequestFailedError(
                coded("servers.server_redirects_no_address"), status=response.status_code
            ) from None
        if not same_origin(to, url):
            place = self._inbox.excerpt(f"{to.scheme}://{to.netloc.decode('ascii', 'replace')}", 200)
            raise RequestFailedError(
                coded("servers.server_redirects_another_not", place=place),
                status=response.status_code,
            )
        if method != "GET" and response.status_code not in (307, 308):
            raise RequestFailedError(coded("servers.server_redirects_way_lose"), status=response.status_code)
        return to

    async def _token(self) -> str:
        """Return the token of a person's sign-in for the next request. Raises `RequestFailedError`."""
        try:
            return await self._token_provider.token() if self._token_provider is not None else ""
        except UnreachableError as why:
            raise RequestFailedError(str(why), status=401) from None

    async def _should_retry(self, response: httpx2.Response, token: str, renewed: bool) -> bool:
        """Return whether a request that was refused unprocessed (RFC 9110 §15.5.2) is sent again with another token.

        Raises `RequestFailedError`.
        """
        if self._token_provider is None or response.status_code not in (401, 403):
            return False
        try:
            return await self._token_provider.should_retry(response, token, renewed)
        except UnreachableError as why:
            raise RequestFailedError(str(why), status=response.status_code) from None

    async def prepare(self) -> None:
        """Fetch a valid token. Raises `UnreachableError` with what a person has to do first."""
        if self._token_provider is not None:
            await self._token_provider.token()

    @contextlib.contextmanager
    def _translate_errors(self, body: RequestBody | None) -> Iterator[None]:
        try:
            yield
        except (httpx2.TransportError, httpx2.DecodingError, httpx2.StreamError, httpx2.InvalidURL) as problem:
            sent = body is not None and body.is_sending
            raise RequestFailedError(describe_error(problem, self.url), unknown=sent) from problem

    async def chunks(self, response: httpx2.Response) -> AsyncGenerator[bytes, None]:
        """Yield the decompressed body in pieces of limited size. Close the iterator if it is not read to its end."""
        size = 0
        async with contextlib.aclosing(decompressed(response)) as chunks:
            async for chunk in chunks:
                yield chunk
                size += len(chunk)
                if size > _YIELD_AFTER:  # a few received bytes can decompress to very many
                    size = 0
                    await asyncio.sleep(0)

    async def whole(self, response: httpx2.Response, limit: int = MAX_LINE) -> bytes:
        """Return the whole body, read only while the inbox has space. Raises `Malformed` if it is longer than
        ``limit``.
        """
        parts: list[bytes] = []
        size = 0
        await self._inbox.wait_for_space()
        try:
            async with contextlib.aclosing(self.chunks(response)) as chunks:
                async for chunk in chunks:
                    parts.append(chunk)
                    size += len(chunk)
                    if not self._inbox.grow_partial(len(chunk)) or size > limit:
                        raise Malformed(INVALID_REQUEST, coded("servers.message_over_bytes_over", size=f"{size:,}"))
                    await self._inbox.wait_for_space()
        finally:
            self._inbox.grow_partial(-size)
        return b"".join(parts)

    async def follow(
        self, response: httpx2.Response, events: SseParser, take: Callable[[SseEvent | Malformed], bool]
    ) -> None:
        """Read a stream of events. It ends soon after ``take`` returns that nothing more is expected."""
        loop = asyncio.get_running_loop()
        counted = 0
        try:
            async with asyncio.timeout(None) as limit, contextlib.aclosing(self.chunks(response)) as chunks:
                async for chunk in chunks:
                    for at in range(0, len(chunk), _PARSED_AT_ONCE):
                        if at:
                            await asyncio.sleep(0)
                        for count, event in enumerate(events.feed(chunk[at : at + _PARSED_AT_ONCE]), 1):
                            if take(event) and limit.when() is None:
                                limit.reschedule(loop.time() + _END_TIMEOUT)
                            if count % _YIELD_EVERY == 0:
                                await asyncio.sleep(0)
                    is_within_limit = self._inbox.grow_partial(events.size - counted)
                    counted = events.size
                    if not is_within_limit:
                        raise RequestFailedError(coded("servers.server_sends_too_much"), unknown=True)
                    await self._inbox.wait_for_space()
        except TimeoutError:
            return
        finally:
            self._inbox.grow_partial(-counted)

    async def close(self) -> None:
        """Close all connections; running requests fail."""
        await self._connections.close()


def url_of(text: str, base: httpx2.URL | None = None) -> httpx2.URL:
    """Return a URL that a server named, relative to ``base``. Raises `httpx2.InvalidURL`, also for a host that cannot
    be decoded, for which httpx2 raises `ValueError`, and only when the host is read.
    """
    try:
        url = httpx2.URL(text) if base is None else base.join(text)
        url.host  # noqa: B018 - decodes it
    except ValueError as problem:
        raise httpx2.InvalidURL(str(problem)) from None
    return url


def same_origin(url: httpx2.URL, other: httpx2.URL) -> bool:
    """Return whether two URLs have the same scheme, host and port (RFC 6454 §4)."""
    return _origin(url) == _origin(other)


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port or {"http": 80, "https": 443}.get(url.scheme)


def proxy_for(address: str) -> str | None:
    """Return the system's proxy for a URL; none for this computer."""
    url = httpx2.URL(address)
    if is_loopback(url.host) or urllib.request.proxy_bypass(url.host):
        return None
    set_for = urllib.request.getproxies()
    return set_for.get(url.scheme) or set_for.get("all")


def media_type(response: httpx2.Response) -> str:
    """Return the media type without its parameters."""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower()


def describe_error(problem: Exception, url: httpx2.URL) -> str:
    """Return what went wrong with a connection, and what to do."""
    causes = list(_causes(problem))
    for kind, code in _CODES:
        cause = next((error for error in causes if isinstance(error, kind)), None)
        if cause is not None:
            detail = (
                getattr(cause, "verify_message", "") or getattr(cause, "reason", "") or coded("servers.no_reason_given")
            )
            arguments: dict[str, object] = {"host": url.host, "port": _origin(url)[2], "detail": detail}
            return coded(code, **{name: arguments[name] for name in placeholders(code)})
    return coded("servers.connection_broke")


_CODES: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (
        ssl.SSLCertVerificationError,
        "servers.server_certificate_not_trusted",
    ),
    (ssl.SSLError, "servers.no_encrypted_connection_came"),
    (socket.gaierror, "servers.name_not_known_check"),
    (ConnectionRefusedError, "servers.nothing_listens_port_server"),
    (httpx2.ProxyError, "servers.proxy_system_sets_refused"),
    ((httpx2.ConnectTimeout, httpx2.ConnectError), "servers.cannot_reached_check_address"),
    (httpx2.TimeoutException, "servers.server_took_too_long"),
    (httpx2.DecodingError, "servers.server_answer_not_decompressed"),
)


def _causes(problem: BaseException) -> Iterator[BaseException]:
    stack: list[BaseException | None] = [problem]
    reported: set[int] = set()
    while stack:
        error_seen = stack.pop()
        if error_seen is None or id(error_seen) in reported:
            continue
        reported.add(id(error_seen))
        yield error_seen
        stack.append(error_seen.__cause__ if error_seen.__suppress_context__ else error_seen.__context__)
        if isinstance(error_seen, BaseExceptionGroup):
            stack += error_seen.exceptions


def make_tls_context(url: str) -> ssl.SSLContext:
    """Return the TLS context with the system's trust store, or the file in ``SSL_CERT_FILE``. Takes 20 ms."""
    if not url.startswith("https:"):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nothing; never used for a connection
    return _load_trust_store(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@functools.lru_cache(maxsize=1)
def _load_trust_store(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    """Load the trust store once. It is shared, because it takes a megabyte and a session may use half of that."""
    return httpx2.create_ssl_context()


async def check_reachable(address: str) -> None:
    """Check that a server accepts connections. Raises `RequestFailedError` with what to do."""
    url = httpx2.URL(address)
    host, port = url.host, _origin(url)[2]
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            connection = await anyio.connect_tcp("localhost" if is_localhost_name(host) else host, port or 443)
    except OSError as problem:
        failure = httpx2.ConnectError("")
        failure.__cause__ = problem
        raise RequestFailedError(describe_error(failure, url)) from problem
    await connection.aclose()
