"""A remote server of a few lines that answers as a test wants, byte by byte if need be, and the channel to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.session.upstream import OutcomeUnknown, StreamedResponse
from toolguard.servers import Redactor, ServerChannel, ServerResources, UnreachableError, open_server

WAIT = 120
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
INITIALIZE_PARAMS = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
OK = {"content": []}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def request(id: jsonrpc.Id, method: str, **params: Any) -> jsonrpc.Message:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def call(id: jsonrpc.Id, tool: str = "t", *, modern: bool = False, **arguments: Any) -> jsonrpc.Message:
    meta = {"_meta": MODERN} if modern else {}
    return request(id, "tools/call", name=tool, arguments=arguments, **meta)


def result(id: jsonrpc.Id | None, value: Any) -> jsonrpc.Message:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def plain(message: Any) -> Any:
    """A message with all its members decoded. One that says that an outcome is unknown is marked so, and no other."""
    if isinstance(message, OutcomeUnknown):
        assert error(message.answer)[1] == f"outcome unknown: {message.reason}"
        return message.answer
    reason = jsonrpc.plain(message["error"]).get("data") if isinstance(message, dict) and "error" in message else None
    assert "outcome unknown" not in str(reason)
    return {name: jsonrpc.plain(value) for name, value in message.items()} if isinstance(message, dict) else message


def error(told: Any) -> tuple[int, str]:
    """The code and the text of an error that ToolGuard made."""
    assert told["error"]["message"] == f"ToolGuard: {told['error']['data']['reason']}"
    return told["error"]["code"], told["error"]["data"]["reason"]


@dataclass
class Spec:
    """A remote server as the configuration would have it."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    transport: str = "auto"
    enabled: bool = True
    name: str = "remote"
    kind: str = "http"


class Peer:
    """One request that came, and the connection on which it is answered."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: bytes, streams: Any) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self._reader, self._writer = streams
        self.closes = False

    @property
    def message(self) -> Any:
        return json.loads(self.body) if self.body else None

    @property
    def id(self) -> Any:
        return self.message["id"]

    async def raw(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def respond(self, body: bytes = b"", status: int = 200, kind: str = "", **headers: str) -> None:
        """A whole answer. ``session_id="x"`` is the header ``session-id: x``."""
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        lines += [f"content-type: {kind}"] if kind else []
        head = "\r\n".join((f"HTTP/1.1 {status} Said", *lines, f"content-length: {len(body)}", "", ""))
        await self.raw(head.encode() + body)

    async def json(self, value: Any, status: int = 200, **headers: str) -> None:
        await self.respond(json.dumps(value).encode(), status, "application/json", **headers)

    async def result(self, value: Any, **headers: str) -> None:
        await self.json(result(self.id, value), **headers)

    async def streams(self, status: int = 200, **headers: str) -> None:
        """Begin a stream of events."""
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = f"HTTP/1.1 {status} OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n{more}\r\n"
        await self.raw(head.encode())

    async def piece(self, data: bytes) -> None:
        await self.raw(b"%x\r\n%b\r\n" % (len(data), data))

    async def event(self, value: Any, **fields: Any) -> None:
        """``id=7`` and the like are fields of the event."""
        lines = [f"{name}: {given}" for name, given in fields.items()]
        lines += [] if value is None else [f"data: {value if isinstance(value, str) else json.dumps(value)}"]
        await self.piece("\n".join((*lines, "", "")).encode())

    async def end_response(self) -> None:
        await self.raw(b"0\r\n\r\n")

    def disconnect(self) -> None:
        """Drop the connection in the middle."""
        self.closes = True
        self._writer.transport.abort()

    async def is_left(self) -> None:
        """Wait until the other side has closed the connection."""
        while not self._reader.at_eof():
            await asyncio.sleep(0.005)
        self.closes = True


Serve = Callable[[Peer], Awaitable[None]]


class Server:
    """Answers each request by ``serve``, on loopback, on the test's own loop."""

    def __init__(self, serve: Serve, deaf: asyncio.Event | None = None) -> None:
        """``deaf``: nothing is read behind the head of the first request before this is set, and then it hangs up."""
        self.received: list[Peer] = []
        self.connections = 0
        self.url = ""
        self._deaf = deaf
        self._serve = serve
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self, **how: Any) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=1 << 16, **how)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"{'https' if how.get('ssl') else 'http'}://127.0.0.1:{port}/mcp"

    async def stop(self) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
                while await self._one(reader, writer):
                    pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
        if self._deaf is not None:
            await self._deaf.wait()
            writer.transport.abort()
            return False
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        method, path, _ = first.split()
        peer = Peer(method, path, headers, body, (reader, writer))
        self.received.append(peer)
        await self._serve(peer)
        return not peer.closes

    def methods(self) -> list[str]:
        """What was asked, in order: the method of each message, or that of HTTP when there was none."""
        return [str((peer.message or {}).get("method", peer.method)) for peer in self.received]

    def of(self, method: str) -> list[Peer]:
        return [peer for peer, name in zip(self.received, self.methods(), strict=True) if name == method]


class HttpHarness:
    """The channel, and what the session would do with it."""

    def __init__(self, server: Server, channel: ServerChannel, log: list[str]) -> None:
        self.server = server
        self.channel = channel
        self.log = log
        self.streamed: list[StreamedResponse] = []
        """What the channel told beside messages, up to the last one that was heard."""

    async def send(self, *messages: Any) -> None:
        for message in messages:
            await self.channel.send(message)

    async def receive(self) -> Any:
        """The next message, all of it decoded."""
        async with asyncio.timeout(WAIT):
            while isinstance(message := await anext(self.channel.__aiter__()), StreamedResponse):
                self.streamed.append(message)
            return plain(message)

    async def rest(self) -> list[Any]:
        async with asyncio.timeout(WAIT):
            return [plain(message) async for message in self.channel if not isinstance(message, StreamedResponse)]

    async def ask(self, message: jsonrpc.Message) -> Any:
        await self.send(message)
        return await self.receive()

    async def initialize(self) -> None:
        """The handshake of a legacy client."""
        response = await self.ask(request("i", "initialize", **INITIALIZE_PARAMS))
        assert "result" in response, response
        await self.send(INITIALIZED)

    async def until(self, look: Callable[[], Any]) -> Any:
        return await until(look)


@contextlib.asynccontextmanager
async def harness(
    serve: Serve, *, headers: Mapping[str, str] | None = None, secrets: Mapping[str, str] | None = None, path: str = "",
    redactor: Redactor | None = None, deaf: asyncio.Event | None = None, **how: Any,
) -> AsyncIterator[HttpHarness]:  # fmt: skip
    """A server that answers by ``serve``, and the channel to it."""
    server = Server(serve, deaf)
    await server.start()
    log: list[str] = []
    try:
        spec = Spec(server.url + path, headers or {}, **how)
        channel = await open_server(
            spec, ServerResources(release=releasing(secrets or {}), log=log.append, redactor=redactor or Redactor())
        )
        try:
            yield HttpHarness(server, channel, log)
        finally:
            await channel.close()
    finally:
        await server.stop()


async def fine(peer: Peer) -> None:
    await peer.result(OK)


def releasing(secrets: Mapping[str, str]) -> Callable[[str], Awaitable[str]]:
    async def release(name: str) -> str:
        if name not in secrets:
            raise UnreachableError(f"no secret {name}")
        return secrets[name]

    return release


def legacy(calls: Serve, *, session: str = "s-1", get: Serve | None = None) -> Serve:
    """A server that shakes hands and leaves the rest to ``calls``; its own stream is ``get``, or it offers none."""

    async def serve(peer: Peer) -> None:
        if peer.method == "GET" and get is not None:
            await get(peer)
        elif peer.method == "GET":
            await peer.respond(status=405)
        elif peer.method == "DELETE":
            await peer.respond()
        elif peer.message.get("method") == "initialize":
            headers = {"mcp_session_id": session} if session else {}
            members = {
                "protocolVersion": peer.message["params"]["protocolVersion"], "capabilities": {},
                "serverInfo": {"name": "stage", "version": "1"},
            }  # fmt: skip
            await peer.result(members, **headers)
        elif "id" not in peer.message or "method" not in peer.message:
            await peer.respond(status=202)
        else:
            await calls(peer)

    return serve
