"""Connectivity check of a remote server, step by step: name, port, certificate, handshake."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from toolguard.gate.texts import coded
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
        yield CheckStep("wrong", coded("services.check_address_invalid"))
        return
    for step in (_name, _port, *((_certificate,) if address.scheme == "https" else ())):
        try:
            async with asyncio.timeout(STEP_TIMEOUT):
                yield CheckStep("ok", await step(host, port))
        except TimeoutError:
            text = coded("services.check_no_response", step=_step_name(step), seconds=f"{STEP_TIMEOUT:g}")
            yield CheckStep("wrong", text)
            return
        except (OSError, ssl.SSLError) as why:
            yield CheckStep("wrong", _failure(_step_name(step), why))
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
    return coded("services.check_name_resolves", host=host, addresses=tuple(numbers)[:4])


async def _port(host: str, port: int) -> str:
    _, writer = await asyncio.open_connection(host, port)
    await _closed(writer)
    return coded("services.check_port_open", port=port)


async def _certificate(host: str, port: int) -> str:
    _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    certificate = writer.get_extra_info("peercert") or {}
    await _closed(writer)
    if "notAfter" not in certificate:
        return coded("services.check_certificate_no_date")
    return coded("services.check_certificate", date=certificate["notAfter"])


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
                return CheckStep(
                    "ok",
                    coded(
                        "services.check_speaks_other",
                        protocol=spec.row.protocol_title,
                        count=f"{len(await talk.tools()):,}",
                    ),
                )
    except ProbeResponseError as why:
        return CheckStep("wrong", coded("services.check_tools_not_listed", reason=why))
    except CommandError as why:
        return CheckStep("wrong", coded("services.check_handshake_failed", reason=why))
    except TimeoutError:
        return CheckStep("wrong", coded("services.check_handshake_no_response", seconds=f"{STEP_TIMEOUT:g}"))
    finally:
        await channel.close("ToolGuard has listed its tools")
    return CheckStep("ok", coded("services.check_speaks_mcp", version=result["version"], era=result["era"]))


def _failure(step: str, why: OSError) -> str:
    if isinstance(why, socket.gaierror):
        return coded("services.check_name_not_resolved", step=step, reason=why.strerror)
    if isinstance(why, ssl.SSLCertVerificationError):
        return coded("services.check_untrusted_certificate", step=step, reason=why.verify_message)
    if isinstance(why, ConnectionRefusedError):
        return coded("services.check_connection_refused", step=step)
    return coded("services.check_connection_failed", step=step, reason=why.strerror or why)


def _step_name(step: Callable[..., object]) -> str:
    codes: dict[Callable[..., object], str] = {
        _name: "services.check_step_name", _port: "services.check_step_port",
        _certificate: "services.check_step_certificate",
    }  # fmt: skip
    return coded(codes[step])
