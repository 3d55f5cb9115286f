"""The sample Open Tool Calling server on the test's own loop, or one of a few lines, and the channel to it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from tests.servers.http.harness import INITIALIZE_PARAMS, INITIALIZED, MODERN, WAIT, Serve, plain, releasing, request
from tests.servers.http.harness import Server as Raw
from tests.support.waiting import until
from toolguard.demo.otc_server import OtcDemoServer
from toolguard.gate import jsonrpc
from toolguard.servers import QuirksByServer, Redactor, ServerResources, open_server
from toolguard.servers.otc.channel import OtcChannel
from toolguard.servers.resources import PagePrompt

LEGACY = ("2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
VERSIONS = (*LEGACY, "2026-07-28")
GENERATIONS = ("G0", "G1", "G2", "G3", "G4")
TWILIO, GOOGLE = "tw-4711-0815/secret+key", "ya29.a0AfH6SMC-token"
CONTEXT = {
    "secrets": {"TWILIO_API_KEY": "${secret:twilio}"}, "authorization": {"google": "${secret:google}"},
    "user_id": "user_123",
}  # fmt: skip
SECRETS = {"twilio": TWILIO, "google": GOOGLE}


@dataclass
class Spec:
    """An Open Tool Calling server as the configuration would have it."""

    url: str
    auth: str = "none"
    auth_key: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    enabled: bool = True
    name: str = "far"
    kind: str = "otc"


class OtcHarness:
    """The channel, and what the session does with it for a client of one revision."""

    def __init__(self, channel: OtcChannel, log: list[str], version: str) -> None:
        self.channel = channel
        self.log = log
        self.version = version
        self.received: list[Any] = []
        """Each call that the sample server got: path, headers, body."""
        self._count = 0

    def message(self, method: str, **params: Any) -> jsonrpc.Message:
        self._count += 1
        if self.version == "2026-07-28":
            params["_meta"] = {**MODERN, **params.get("_meta", {})}
        return request(self._count, method, **params)

    async def send(self, message: jsonrpc.Message) -> None:
        """As the session does: an approved call is prepared before it is sent."""
        await self.channel.prepare(message)
        await self.channel.send(message)

    async def receive(self) -> Any:
        async with asyncio.timeout(WAIT):
            return plain(await anext(self.channel.__aiter__()))

    async def ask(self, method: str, **params: Any) -> Any:
        await self.send(self.message(method, **params))
        return await self.receive()

    async def initialize(self) -> Any:
        """The handshake of the client's era; its result."""
        if self.version == "2026-07-28":
            return (await self.ask("server/discover"))["result"]
        response = await self.ask("initialize", **{**INITIALIZE_PARAMS, "protocolVersion": self.version})
        await self.channel.send(INITIALIZED)
        return response["result"]

    async def tools(self) -> dict[str, Any]:
        response = await self.ask("tools/list")
        return {tool["name"]: tool for tool in response["result"]["tools"]}

    async def call(self, tool: str, **arguments: Any) -> Any:
        return await self.ask("tools/call", name=tool, arguments=arguments)

    async def until(self, look: Any) -> Any:
        return await until(look)


@contextlib.asynccontextmanager
async def channel(
    url: str,
    *,
    secrets: Mapping[str, str] | None = None,
    version: str = "2025-11-25",
    quirks: QuirksByServer | None = None,
    redactor: Redactor | None = None,
    prompt_page: PagePrompt | None = None,
    **settings: Any,
) -> AsyncIterator[OtcHarness]:
    log: list[str] = []
    release = releasing(SECRETS if secrets is None else secrets)
    more = {} if prompt_page is None else {"prompt_page": prompt_page}
    opened = await open_server(
        Spec(url, **settings),
        ServerResources(
            release=release, log=log.append, redactor=redactor or Redactor(), quirks=quirks or QuirksByServer(), **more
        ),
    )
    try:
        yield OtcHarness(opened, log, version)
    finally:
        await opened.close()


@contextlib.asynccontextmanager
async def sample(server: OtcDemoServer | None = None, **how: Any) -> AsyncIterator[OtcHarness]:
    """The sample server, a channel to it, and what it hears."""
    received: list[Any] = []
    server = server or OtcDemoServer()
    server.record_request = received.append
    async with serving(server) as url, channel(url, **how) as it:
        it.received = received
        yield it


@contextlib.asynccontextmanager
async def serving(server: OtcDemoServer) -> AsyncIterator[str]:
    """The sample server's address."""
    config = uvicorn.Config(server, log_level="critical", lifespan="off", ws="none")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        made = uvicorn.Server(config)
        made.install_signal_handlers = lambda: None
        task = asyncio.ensure_future(made._serve([listening]))
        try:
            while not made.started:
                await asyncio.sleep(0.005)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            made.should_exit = True
            await task


@contextlib.asynccontextmanager
async def raw(serve: Serve, **how: Any) -> AsyncIterator[tuple[OtcHarness, Raw]]:
    """A server that answers by ``serve``, which also answers ``/health``."""
    server = Raw(serve)
    await server.start()
    try:
        async with channel(server.url.removesuffix("/mcp"), **how) as it:
            yield it, server
    finally:
        await server.stop()
