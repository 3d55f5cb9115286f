"""Where a request that has to do with signing in may lead."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import ipaddress
import socket
import ssl
import time

import httpx2
import pytest

from tests.servers.http.harness import Server, fine
from tests.support.receivers import certificates
from toolguard.servers import UnreachableError
from toolguard.servers.http.addresses import classify_address
from toolguard.servers.oauth.fetch import OAuthFetcher

FAR = "https://mail.example/mcp"


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("8.8.8.8", "public"), ("2001:4860:4860::8888", "public"), ("10.1.2.3", "private"), ("192.168.0.1", "private"),
        ("fd00::1", "private"), ("127.0.0.1", "here"), ("127.8.8.8", "here"), ("::1", "here"),
        ("::ffff:127.0.0.1", "here"), ("::ffff:10.0.0.1", "private"), ("169.254.169.254", "never"),
        ("fe80::1", "never"), ("0.0.0.0", "never"), ("::", "never"), ("224.0.0.1", "never"), ("100.64.0.1", "never"),
        ("64:ff9b::10.0.0.1", "private"), ("64:ff9b::8.8.8.8", "public"), ("64:ff9b::169.254.169.254", "never"),
        ("::127.0.0.1", "here"), ("fec0::1", "private"),
    ],
)  # fmt: skip
def test_every_address_has_a_kind(address, kind):
    assert classify_address(ipaddress.ip_address(address)) == kind


@pytest.mark.parametrize(
    ("server", "address", "why"),
    [
        (FAR, "https://auth.example/x", ""),
        (FAR, f"https://auth.example/x?scope={'read+' * 2_000}", ""),
        (FAR, "http://auth.example/x", "is not encrypted (it must begin with https://)"),
        (FAR, "http://127.0.0.1:631/", "is not encrypted (it must begin with https://)"),
        (FAR, "https://localhost/", "points to this computer, but the server is elsewhere"),
        (FAR, "https://[::1]/", "points to this computer, but the server is elsewhere"),
        (FAR, "https://a:b@auth.example/", "contains a password"),
        (FAR, "javascript:alert(1)", "does not begin with https://"),
        (FAR, "//auth.example", "does not begin with https://"),
        (FAR, "https://x:port/", "is not a valid address"),
        (FAR, "https://a-xn--b%20/", "is not a valid address"),
        (FAR, "https://-xn--a/", "is not a valid address"),
        ("http://localhost:3000/mcp", "http://127.0.0.1:9000/authorize", ""),
        ("http://localhost:3000/mcp", "http://auth.example/", "is not encrypted (it must begin with https://)"),
    ],
)
def test_addresses_are_refused_by_kind(server, address, why):
    assert OAuthFetcher(server).refusal(address) == why


@pytest.mark.parametrize(
    "host",
    [
        "localhost.",
        "app.localhost.",
        "127.1",
        "2130706433",
        "0x7f.1",
        "127.0.0.1.",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "①27.0.0.1",
        "127.1:8443/a b?",
    ],
)
def test_every_loopback_notation_is_refused_for_a_remote_server(host):
    assert OAuthFetcher(FAR).refusal(f"https://{host}:8443/authorize") != ""


@pytest.fixture
def names(monkeypatch):
    """A name server that says what a test wants."""
    known: dict[str, list[str]] = {}

    async def look_up(self, host, port, **_):
        if host not in known:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in known[host]]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", look_up)
    for variable in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    return known


@pytest.mark.parametrize(
    ("server", "other", "refused"),
    [
        ("8.8.8.8", ["10.0.0.5"], True), ("8.8.8.8", ["127.0.0.1"], True), ("8.8.8.8", ["8.8.4.4", "10.0.0.5"], True),
        ("8.8.8.8", ["169.254.169.254"], True), ("10.0.0.4", ["127.0.0.1"], True), ("127.0.0.1", ["127.0.0.1"], True),
    ],
)  # fmt: skip
async def test_host_name_that_resolves_to_a_private_address_is_refused(names, server, other, refused):
    names |= {"mail.example": [server], "auth.example": other}
    with pytest.raises(UnreachableError, match="which is not on the public internet"):
        await OAuthFetcher(FAR).get("https://auth.example/")


@pytest.mark.parametrize("certified", ["10.0.0.4", "10.0.0.9"])
async def test_only_a_server_with_its_certificate_in_the_network_may_have_an_issuer_there(
    names, certified, tmp_path, monkeypatch
):
    names["auth.example"] = ["10.0.0.5"]
    made = certificates(tmp_path, host=certified)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.ca))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.both)
    server = Server(fine)
    await server.start(ssl=context)
    asked, connect = [], asyncio.open_connection

    def open_connection(host, port, **how):
        asked.append((host, port))
        return connect("127.0.0.1", httpx2.URL(server.url).port, **how)

    monkeypatch.setattr("asyncio.open_connection", open_connection)
    fetcher, url = OAuthFetcher("https://10.0.0.4/mcp"), httpx2.URL("https://auth.example/")
    with pytest.raises(UnreachableError, match="cannot be resolved"):
        await fetcher._addresses(url)
    names["10.0.0.4"] = ["10.0.0.4"]
    assert await fetcher._addresses(fetcher.server) == ["10.0.0.4"]
    assert not asked
    if certified == "10.0.0.4":
        assert await fetcher._addresses(url) == ["10.0.0.5"]
    else:
        with pytest.raises(UnreachableError, match="which is not on the public internet"):
            await fetcher._addresses(url)
    assert asked == [("10.0.0.4", 443)]
    await server.stop()


async def test_localhost_name_resolves_only_to_loopback(names):
    names |= {"localhost": ["8.8.8.8", "127.0.0.1"], "app.localhost": ["8.8.8.8"]}
    url = httpx2.URL("http://app.localhost:3000/token")
    assert await OAuthFetcher("http://app.localhost:3000/mcp")._addresses(url) == ["127.0.0.1"]


async def test_unresolvable_name_is_reported(names):
    with pytest.raises(UnreachableError, match=r"auth\.example cannot be resolved"):
        await OAuthFetcher(FAR).get("https://auth.example/")


async def test_chunked_response_does_not_block_and_compression_is_refused(monkeypatch):
    monkeypatch.setattr("toolguard.servers.oauth.fetch.FETCH_TIMEOUT", 240)  # a busy machine is not the subject

    async def serve(peer):
        if peer.path == "/pieces":
            await peer.streams()
            with contextlib.suppress(ConnectionError):
                await peer.raw(b"1\r\nx\r\n" * 200_000 + b"0\r\n\r\n")
        else:
            data = gzip.compress(gzip.compress(bytes(1024)))
            await peer.respond(data, content_encoding="gzip")

    server = Server(serve)
    await server.start()
    fetcher, begun = OAuthFetcher(server.url), time.process_time()
    longest = asyncio.create_task(pauses())
    assert len((await fetcher.get(server.url.replace("/mcp", "/pieces"))).content) == 200_000
    longest.cancel()
    assert await longest < 1.0
    assert time.process_time() - begun < 15
    with pytest.raises(UnreachableError, match="compressed its response"):
        await fetcher.get(server.url)
    await server.stop()


async def pauses():
    """The longest work, in seconds of this process's CPU, for which nothing else went on."""
    longest, last = 0.0, time.process_time()
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(0.01)
            longest, last = max(longest, time.process_time() - last), time.process_time()
    return longest
