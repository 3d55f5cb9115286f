"""HTTP requests for sign-ins, with limits on addresses, size and time.

The URLs come from a server and its documents, which may be hostile: an address inside the person's network is used only
for a server that is in that network itself (RFC 9728 §7.7, MCP security best practices §SSRF). The server may also
control its own name in DNS, so that is not enough: it must have its certificate there.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Mapping

import httpx2

from toolguard import __version__
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.servers.http.addresses import (
    Kind,
    classify_address,
    is_localhost_name,
    is_loopback,
    is_page_here,
)
from toolguard.servers.http.transport import describe_error, make_tls_context, proxy_for, same_origin, url_of
from toolguard.servers.stdio.environment import UnreachableError

MAX_RESPONSE_SIZE = 256 * 1024
FETCH_TIMEOUT = 15.0
"""Seconds for one request with its redirects."""
_MAX_REDIRECTS = 3
_YIELD_EVERY = 100  # pieces of a response after which other coroutines run: each may be one byte
_TIMEOUT = dict.fromkeys(("connect", "read", "write", "pool"), FETCH_TIMEOUT)
_JSON = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": f"toolguard/{__version__}"}


class OAuthFetcher:
    """Client for requests of the sign-in to the server at ``server``."""

    def __init__(self, server: str) -> None:
        self.server = httpx2.URL(server)
        self._allowed: set[Kind] | None = None

    @property
    def is_here(self) -> bool:
        """Whether the server is on this computer according to its name; DNS results do not matter."""
        return is_loopback(self.server.host)

    def refusal(self, address: str) -> str:
        """Return why a URL may not be used, so that its name is not even resolved; "" if it may."""
        try:
            url = url_of(address)
        except (httpx2.InvalidURL, TypeError):
            return coded("servers.address_unusable")
        if url.scheme not in ("https", "http") or not url.host:
            return coded("servers.not_begin_https")
        if url.userinfo:
            return coded("servers.address_has_password")
        if url.scheme == "http" and not (is_loopback(url.host) and self.is_here):
            return coded("servers.not_encrypted_begin_https")
        if (is_loopback(url.host) or is_page_here(address)) and not self.is_here:
            return coded("servers.leads_computer_server_not")
        return ""

    def check(self, address: str, purpose: str) -> None:
        """Raise `UnreachableError` if a URL may not be used; ``purpose`` says what it is for."""
        if why := self.refusal(address):
            raise UnreachableError(coded("servers.not_used", what=purpose, address=visible(address[:200]), reason=why))

    async def get(self, address: str) -> httpx2.Response:
        """Return the whole response. A redirect to the same origin is followed. Raises `UnreachableError`."""
        return await self._request_bounded("GET", address, {}, b"")

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> httpx2.Response:
        """Send a form or JSON and return the whole response. No redirect is followed. Raises `UnreachableError`."""
        return await self._request_bounded("POST", address, headers, body)

    async def challenge(self) -> httpx2.Response:
        """Return the server's response to a request without a token. Its body is not read."""
        empty = b'{"jsonrpc":"2.0","id":"toolguard","method":"ping"}'
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        return await self._request_bounded("POST", str(self.server), headers, empty, head_only=True)

    async def _request_bounded(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes, *, head_only: bool = False
    ) -> httpx2.Response:
        self.check(address, "address")
        url = httpx2.URL(address)
        try:
            async with asyncio.timeout(FETCH_TIMEOUT):
                for _ in range(_MAX_REDIRECTS + 1):
                    response = await self._send_once(method, url, headers, body, head_only=head_only)
                    to = _redirect_target(url, response) if method == "GET" else None
                    if to is None:
                        return response
                    url = to
        except TimeoutError:
            raise UnreachableError(coded("servers.took_too_long", url=_display_host(url))) from None
        except (httpx2.TransportError, httpx2.DecodingError, httpx2.StreamError, httpx2.InvalidURL) as problem:
            raise UnreachableError(
                coded("servers.at_place", place=_display_host(url), reason=describe_error(problem, url))
            ) from problem
        except OSError as problem:
            raise UnreachableError(
                coded(
                    "servers.url_not_reached",
                    url=_display_host(url),
                    reason=problem.strerror or coded("servers.no_reason_given"),
                )
            ) from problem
        raise UnreachableError(coded("servers.redirects_without_end", url=_display_host(url)))

    async def _send_once(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes, *, head_only: bool
    ) -> httpx2.Response:
        tls, proxy = await asyncio.to_thread(lambda: (make_tls_context(str(url)), proxy_for(str(url))))
        addresses = [url.host] if proxy is not None else await self._addresses(url)
        async with httpx2.AsyncHTTPTransport(verify=tls, proxy=proxy) as transport:
            for index, address in enumerate(addresses):
                request = self._request(method, url, address, headers, body)
                try:
                    response = await transport.handle_async_request(request)
                except httpx2.ConnectError:
                    if index + 1 < len(addresses):
                        continue
                    raise
                try:
                    content = b"" if head_only else await _body(response, url)
                finally:
                    await response.aclose()
                plain = httpx2.Request(method, url)
                return httpx2.Response(response.status_code, headers=response.headers, content=content, request=plain)
        raise UnreachableError(coded("servers.url_without_address", url=_display_host(url)))

    def _request(
        self, method: str, url: httpx2.URL, address: str, headers: Mapping[str, str], body: bytes
    ) -> httpx2.Request:
        """Connect to the address that was checked: resolving the name again could give another one."""
        fields = {**_JSON, **headers, "Host": url.netloc.decode("ascii"), "Content-Length": str(len(body))}
        return httpx2.Request(
            method, url.copy_with(host=address), headers=fields, content=body,
            extensions={"sni_hostname": url.host, "timeout": _TIMEOUT},
        )  # fmt: skip

    async def _addresses(self, url: httpx2.URL) -> list[str]:
        """Return the addresses of the host if all of them may be used. Raises `UnreachableError`.

        Private ones of the server's own host may: the connection checks its certificate, and says what is wrong.
        """
        addresses = await _resolved(url)
        usable = ("public", "private") if url.host == self.server.host else ("public",)
        for address in addresses:
            kind = _kind_of(address)
            if kind not in usable and kind not in await self._allowed_kinds():
                raise UnreachableError(
                    coded("servers.leads_not_open_internet", url=_display_host(url), address=address)
                )
        return addresses

    async def _allowed_kinds(self) -> set[Kind]:
        """Return the permitted kinds of addresses: public ones, and those as near as the server itself."""
        if self._allowed is None:
            allowed: set[Kind] = {"public"}
            if self.is_here:
                allowed |= {"private", "here"}
            elif proxy_for(str(self.server)) is None and await self._is_private():
                allowed |= {"private"}
            self._allowed = allowed  # only now: a check that was given up says nothing
        return self._allowed

    async def _is_private(self) -> bool:
        """Return whether the server is in the person's network."""
        found = await _resolved(self.server)
        if {_kind_of(address) for address in found} != {"private"}:
            return False
        tls = await asyncio.to_thread(make_tls_context, str(self.server))
        host, port = self.server.raw_host.decode("ascii"), self.server.port or 443
        for address in found:
            with contextlib.suppress(OSError):  # also of TLS: the certificate is another one's
                _, writer = await asyncio.open_connection(address, port, ssl=tls, server_hostname=host)
                writer.close()
                return True
        return False


def _kind_of(address: str) -> Kind:
    return classify_address(ipaddress.ip_address(address.partition("%")[0]))


async def _resolved(url: httpx2.URL) -> list[str]:
    port, is_here = url.port or {"http": 80, "https": 443}[url.scheme], is_localhost_name(url.host)
    try:
        host = "localhost" if is_here else url.host
        resolved = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise UnreachableError(coded("servers.name_not_known_check_network", host=visible(url.host[:200]))) from None
    addresses = dict.fromkeys(str(entry[4][0]) for entry in resolved)
    return [address for address in addresses if not is_here or is_loopback(address)]


async def _body(response: httpx2.Response, url: httpx2.URL) -> bytes:
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise UnreachableError(coded("servers.compressed_answer", url=_display_host(url)))
    parts: list[bytes] = []
    size = 0
    async for chunk in response.aiter_raw():
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_RESPONSE_SIZE:
            raise UnreachableError(
                coded("servers.answers_more_kib_not", url=_display_host(url), limit=MAX_RESPONSE_SIZE // 1024)
            )
        if len(parts) % _YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return b"".join(parts)


def _redirect_target(url: httpx2.URL, response: httpx2.Response) -> httpx2.URL | None:
    location = response.headers.get("location")
    if response.status_code not in (301, 302, 303, 307, 308) or location is None:
        return None
    to = url_of(location, url)
    if not same_origin(to, url):
        place = f"{to.scheme}://{to.netloc.decode('ascii', 'replace')}"[:200]
        raise UnreachableError(coded("servers.redirects_not_followed", url=_display_host(url), place=visible(place)))
    return to


def _display_host(url: httpx2.URL) -> str:
    """Return the host of a URL in its ASCII form, in which no character imitates another one."""
    return visible(url.netloc.decode("ascii", "replace")[:200])
