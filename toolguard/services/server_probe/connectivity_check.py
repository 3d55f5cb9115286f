"""Connectivity check of a remote server, step by step: name, port, certificate, handshake."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from toolguard.servers import ServerChannel, UnreachableError
from toolguard.services.errors import CommandError
from toolguard.services.server_probe.mcp_probe_client import ProbeClient, ProbeResponseError
from toolguard.store.config.config import ServerSpec

STEP_TIMEOUT = 10.0
"""Seconds for each step."""


class CheckStep(NamedTuple):
    """The result of one step."""

    state: Literal["ok", "wrong"]
    text: str
    last: bool = False
    """Whether no further step is possible, although nothing is wrong."""


async def steps(
    spec: ServerSpec,
    opened: Callable[[], Awaitable[ServerChannel]],
    auth: Callable[[], Awaitable[CheckStep | None]] | None = None,
) -> AsyncIterator[CheckStep]:
    """Check a remote server step by step, up to the first failure. ``opened`` opens a channel to it.

    ``auth`` returns the server's authorization requirements, or None if it has none.
    """
    try:
        address = urlsplit(spec.url)
        host, port = address.hostname or "", address.port or {"https": 443, "http": 80}[address.scheme]
    except (ValueError, KeyError):
        yield CheckStep("wrong", "its address is not a valid URL: change it on the page Servers")
        return
    for step in (_name, _port, *((_certificate,) if address.scheme == "https" else ())):
        try:
            async with asyncio.timeout(STEP_TIMEOUT):
                yield CheckStep("ok", await step(host, port))
        except TimeoutError:
            yield CheckStep(
                "wrong", f"{_STEP_NAMES[step.__name__]}: no response in {STEP_TIMEOUT:g} seconds. {_ADVICE}"
            )
            return
        except (OSError, ssl.SSLError) as why:
            yield CheckStep("wrong", f"{_STEP_NAMES[step.__name__]}: {_reason(why)}")
            return
    sign_in = await auth() if auth is not None else None
    if sign_in is not None:
        yield sign_in
        if sign_in.state == "wrong" or sign_in.last:
            return
    yield await _check_handshake(opened, spec)


async def _name(host: str, port: int) -> str:
    addresses = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = dict.fromkeys(str(entry[4][0]) for entry in addresses)
    return f"{host} resolves to {', '.join(list(numbers)[:4])}"


async def _port(host: str, port: int) -> str:
    _, writer = await asyncio.open_connection(host, port)
    await _closed(writer)
    return f"port {port} accepts connections"


async def _certificate(host: str, port: int) -> str:
    _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    certificate = writer.get_extra_info("peercert") or {}
    await _closed(writer)
    return f"its certificate is trusted and expires {certificate.get('notAfter', 'at an unknown time')}"


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        await writer.wait_closed()
    except (OSError, ssl.SSLError):  # it has responded; errors while closing do not matter
        return


async def _check_handshake(opened: Callable[[], Awaitable[ServerChannel]], spec: ServerSpec) -> CheckStep:
    """Check the handshake: report the protocol revision, or the server's error."""
    try:
        channel = await opened()
    except UnreachableError as why:
        return CheckStep("wrong", str(why))
    try:
        async with asyncio.timeout(STEP_TIMEOUT):
            talk = ProbeClient(channel)
            result = await talk.initialize()
            if not spec.row.speaks_mcp:
                return CheckStep("ok", f"it speaks {spec.row.protocol_title}, {len(await talk.tools()):,} tools")
    except ProbeResponseError as why:
        return CheckStep("wrong", f"its tools cannot be listed: {why}")
    except CommandError as why:
        return CheckStep("wrong", f"the handshake failed: {why}")
    except TimeoutError:
        return CheckStep("wrong", f"no response to the handshake in {STEP_TIMEOUT:g} seconds")
    finally:
        await channel.close("ToolGuard has listed its tools")
    return CheckStep("ok", f"it speaks MCP {result['version']} ({result['era']})")


def _reason(why: OSError) -> str:
    if isinstance(why, socket.gaierror):
        return f"the name cannot be resolved ({why.strerror}). Check its spelling and your connection."
    if isinstance(why, ssl.SSLCertVerificationError):
        return (
            f"{why.verify_message}. If this is your own server, trust its certificate authority (SSL_CERT_FILE names "
            "a file with authorities). Otherwise do not connect."
        )
    if isinstance(why, ConnectionRefusedError):
        return "connection refused. Is the server running?"
    return f"{why.strerror or why}. {_ADVICE}"


_STEP_NAMES = {"_name": "its name", "_port": "its port", "_certificate": "its certificate"}
_ADVICE = "Does a firewall or a proxy block it?"
