"""Why a remote server cannot be reached: the step that fails is the last one, and says what to do."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from toolguard.servers import ServerResources, open_server
from toolguard.services.server_probe.connectivity_check import steps
from toolguard.store.config.config import ServerSpec


async def walked(url: str) -> list[tuple[str, str]]:
    spec = ServerSpec(name="far", kind="http", url=url)

    async def release(name: str) -> str:
        return name

    async def opened() -> Any:
        return await open_server(spec, ServerResources(release=release, log=lambda _line: None))

    return [(step.state, step.text) async for step in steps(spec, opened)]


async def respond_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An MCP server of one answer, whatever it is asked."""
    members = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "far", "version": "1"}}
    with closing(writer), suppress(asyncio.IncompleteReadError):  # who only looks whether somebody listens
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
        )
        sent = json.loads(await reader.readexactly(length) or b"{}")
        body = json.dumps({"jsonrpc": "2.0", "id": sent.get("id"), "result": members}).encode() if "id" in sent else b""
        status = b"200 OK" if body else b"202 Accepted"
        writer.write(b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, len(body)))
        writer.write(b"Connection: close\r\n\r\n" + body)


async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with closing(writer), suppress(asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def port_of(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])


async def test_every_step_to_a_working_server_is_reported() -> None:
    async with await asyncio.start_server(respond_once, "127.0.0.1", 0) as server:
        result = await walked(f"http://127.0.0.1:{port_of(server)}/mcp")
    assert [state for state, _ in result] == ["ok", "ok", "ok"]
    assert "resolves to 127.0.0.1" in result[0][1] and "speaks MCP 2025-06-18" in result[2][1]


async def test_unknown_host_name_fails_the_first_step() -> None:
    result = await walked("https://no-such-name.invalid/mcp")
    assert len(result) == 1 and result[0][0] == "wrong" and "the name cannot be resolved" in result[0][1]


async def test_closed_port_fails_the_second_check() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = await walked(f"http://127.0.0.1:{port}/mcp")
    assert result[1] == ("wrong", "its port: connection refused. Is the server running?")


async def test_a_certificate_of_an_unknown_authority_is_the_third(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with await asyncio.start_server(respond_once, "127.0.0.1", 0, ssl=context) as server:
        result = await walked(f"https://localhost:{port_of(server)}/mcp")
    assert result[-1][0] == "wrong" and "self-signed" in result[-1][1] and "Otherwise do not connect" in result[-1][1]


async def test_server_requiring_a_sign_in_is_reported() -> None:
    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        result = await walked(f"http://127.0.0.1:{port_of(server)}/mcp")
    assert [state for state, _ in result] == ["ok", "ok", "wrong"]
    assert "401" in result[2][1]


@pytest.mark.parametrize("url", ["http://[::1", "http://x:99999/"])
async def test_invalid_address_is_reported(url: str) -> None:
    text = (await walked(url))[0][1]
    assert "is not a valid URL" in text and url not in text, "it can contain a secret"
