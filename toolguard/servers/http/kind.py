"""Remote servers over HTTP: their settings, and how a channel is opened.

The HTTP client is imported when the first such server is opened.
"""

from __future__ import annotations

import asyncio
import re
import urllib.parse
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from toolguard.gate.texts import coded
from toolguard.servers.http.addresses import is_loopback
from toolguard.servers.resources import ServerResources
from toolguard.servers.secrets.redactor import Redactor, Release, fill, names
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.stderr_log import StderrLog
from toolguard.tables.servers import ServerSpec

if TYPE_CHECKING:
    from toolguard.servers.http.channel import HttpChannel
    from toolguard.servers.http.transport import TokenProvider

    _Connected = Callable[[str, dict[str, str], str, StderrLog, Redactor, TokenProvider | None], Awaitable[HttpChannel]]


_RESERVED_HEADERS = re.compile(
    r"(?i)host|origin|accept|accept-encoding|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer"
    r"|expect|cookie|proxy-.*|mcp-.*|last-event-id|user-agent"
)
"""Headers that ToolGuard sets itself, which a person cannot set."""


async def open_http(spec: ServerSpec, resources: ServerResources) -> HttpChannel:
    """Open a channel. Raises `UnreachableError`. Nothing is sent before the first message."""
    on_state, redactor = resources.on_state, resources.redactor
    on_state("starting")
    check(spec)
    url, headers = await fill_secrets(spec, resources.release, redactor, on_state)
    on_state("starting")
    connect = await asyncio.to_thread(_load)
    return await connect(
        url, headers, spec.transport, StderrLog(resources.log, redactor), redactor, resources.token_provider
    )


def _load() -> _Connected:
    from toolguard.servers.http.channel import connect

    return connect


def check(spec: ServerSpec, *more: str) -> None:
    """Raise `UnreachableError` if the URL or a header is invalid, or a secret would be sent unencrypted.

    ``more``: other templates whose secrets are sent there.
    """
    try:
        url = urllib.parse.urlsplit(spec.url)
        if "${" in url.netloc:
            raise UnreachableError(coded("servers.secret_cannot_name_host"))
        host, _port = url.hostname, url.port
    except ValueError:
        host = None
    if not host or url.scheme not in ("http", "https"):
        raise UnreachableError(coded("servers.server_address_none_begin"))
    if url.username is not None or url.password is not None:
        raise UnreachableError(coded("servers.server_address_password_take"))
    for name in spec.headers:
        if _RESERVED_HEADERS.fullmatch(name):
            raise UnreachableError(coded("servers.header_set_take_out", name=name))
    used = set().union(*map(names, (spec.url, *spec.headers.values(), *more)))
    if used and url.scheme == "http" and not is_loopback(host):
        raise UnreachableError(coded("servers.secret_travel_server_unencrypted"))


async def fill_secrets(
    spec: ServerSpec, release: Release, redactor: Redactor, on_state: Callable[[str], None]
) -> tuple[str, dict[str, str]]:
    """Return the URL and the headers with their secrets."""
    learning = redactor.learning(release)

    async def learned(name: str) -> str:
        on_state(coded("servers.waiting_keyring"))
        return await learning(name)

    async def quoted(name: str) -> str:
        return urllib.parse.quote(await learned(name), safe="")

    url = (await fill({"url": spec.url}, quoted, subject="setting"))["url"]
    headers = await fill(spec.headers, learned, subject="header")
    for name, value in headers.items():
        if not (value.isascii() and value.isprintable()):
            raise UnreachableError(coded("servers.header_character_no_header", name=name))
    return url.partition("#")[0], {name: value.strip() for name, value in headers.items()}
