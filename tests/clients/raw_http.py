"""HTTP/1.1 written and read by hand, and an `HttpEndpoint` behind a real listener with sessions of a few lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from tests.support.waiting import until
from toolguard.clients.http.connections import ConnectionLimits
from toolguard.clients.http.endpoint import EndpointDependencies, HttpEndpoint
from toolguard.clients.http.listener import HttpListener
from toolguard.clients.http.streams import StreamTiming
from toolguard.clients.http.tokens import hash_token
from toolguard.clients.local.handshake import ClientHandshake, HandshakeError
from toolguard.clients.local.listener import SessionAdmission
from toolguard.gate.session.upstream import Channel
from toolguard.store.config.config import HttpClient

WAIT = 120
TOKEN = "tg_test"
OTHER = "tg_other"
BOTH = "application/json, text/event-stream"
META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"
ENVELOPE = {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}}
Session = Callable[[Channel], Awaitable[None]]


class Response:
    """A response whose head has come; its body is read as it is asked for."""

    def __init__(self, reader: asyncio.StreamReader, head: bytes) -> None:
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1])
        self.headers: dict[str, str] = {}
        for line in lines:
            name, colon, value = line.partition(": ")
            if colon:
                self.headers[name.lower()] = value
        self.ids: list[str] = []
        self.comments: list[str] = []
        self._reader = reader
        self._rest = b""

    @property
    def streams(self) -> bool:
        return self.headers.get("content-type") == "text/event-stream"

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body's chunks as they come."""
        if "content-length" in self.headers:
            yield await self._reader.readexactly(int(self.headers["content-length"]))
            return
        while size := int((await self._reader.readuntil(b"\r\n")), 16):
            yield await self._reader.readexactly(size)
            await self._reader.readexactly(2)
        await self._reader.readexactly(2)

    async def body(self) -> bytes:
        async with asyncio.timeout(WAIT):
            return b"".join([piece async for piece in self.pieces()])

    async def json(self) -> Any:
        return json.loads(await self.body())

    async def message(self) -> Any:
        """The one message, as JSON or, when it took longer, as the first event of a stream."""
        return await self.event() if self.streams else await self.json()

    async def events(self) -> AsyncIterator[Any]:
        """The messages of an event stream, parsed as the specification of server-sent events says.

        Events of other kinds than ``message`` come as their name and their text.
        """
        text, kind, data = b"", "message", []
        async for piece in self.pieces():
            text += piece
            *lines, text = text.split(b"\n")
            for line in lines:
                name, _, value = line.decode().partition(":")
                if not line and data:
                    whole, name = "\n".join(data), kind
                    kind, data = "message", []
                    if whole:
                        yield json.loads(whole) if name == "message" else (name, whole)
                elif name == "event":
                    kind = value.removeprefix(" ")
                elif name == "data":
                    data.append(value.removeprefix(" "))
                elif name == "id":
                    self.ids.append(value.removeprefix(" "))
                elif not name and value:
                    self.comments.append(value.strip())

    async def event(self) -> Any:
        """The next message; raises StopAsyncIteration at the end, and EOFError when the connection was cut."""
        if not hasattr(self, "_events"):
            self._events = self.events()
        async with asyncio.timeout(WAIT):
            return await anext(self._events)


class Wire:
    """One connection."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.port = port
        self.reader = reader
        self.writer = writer

    async def send(self, *parts: bytes) -> None:
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()

    async def receive(self) -> Response:
        """The next response; what only asks for the rest of the request is passed over."""
        async with asyncio.timeout(WAIT):
            while True:
                found = Response(self.reader, await self.reader.readuntil(b"\r\n\r\n"))
                if found.status != 100:
                    return found

    async def is_cut(self) -> bool:
        """Whether the other end closes; what it still says is not looked at."""
        async with asyncio.timeout(WAIT):
            try:
                while await self.reader.read(65536):
                    continue
            except ConnectionError:
                return True
            return True

    async def ask(self, method: str = "POST", path: str = "/s/peer/mcp", body: Any = b"", **headers: Any) -> Response:
        await self.send(request(self.port, method, path, body, **headers))
        return await self.receive()

    async def post(self, message: Any, **headers: Any) -> Response:
        return await self.ask(body=message, **headers)

    def drop(self) -> None:
        self.writer.transport.abort()

    async def close(self) -> None:
        self.drop()
        with_problem = asyncio.gather(self.writer.wait_closed(), return_exceptions=True)
        await with_problem


def request(port: int, method: str, path: str, body: Any = b"", **headers: Any) -> bytes:
    """A request's bytes. A header that is None is left out, one that is a list is sent several times."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    given: dict[str, Any] = {"host": f"127.0.0.1:{port}", "accept": BOTH, "authorization": f"Bearer {TOKEN}"}
    if data or method == "POST":
        given |= {"content-type": "application/json", "content-length": str(len(data))}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1"]
    for name, value in given.items():
        lines += [f"{name}: {one}" for one in (value if isinstance(value, list) else [value]) if one is not None]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data


def modern(method: str, id: Any = 1, params: Any = None, **headers: Any) -> dict[str, Any]:
    """Body and headers of a request of 2026-07-28, as arguments for `Wire.asks`."""
    params = {**(params or {}), "_meta": {**ENVELOPE, **((params or {}).get("_meta") or {})}}
    mirrored: dict[str, Any] = {"mcp_protocol_version": MODERN, "mcp_method": method}
    if "name" in params:
        mirrored["mcp_name"] = params["name"]
    return {"body": {"jsonrpc": "2.0", "id": id, "method": method, "params": params}, **mirrored, **headers}


INITIALIZE = {
    "jsonrpc": "2.0", "id": "i", "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
}  # fmt: skip


async def play(channel: Channel) -> None:
    """A session that answers at once, as its method says, and writes down what it hears."""
    async for message in channel:
        if isinstance(message, Exception):
            await channel.send(message.answer())  # type: ignore[attr-defined]
        elif message.get("method") == "initialize":
            version = message["params"]["protocolVersion"]
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": version}})
        elif "id" in message and message.get("method") != "wait" and "method" in message:
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": message.get("params", {})})


class Place:
    """An endpoint behind a listener on a free port. ``session`` is what each admitted client is given."""

    def __init__(
        self, timing: StreamTiming | None = None, session: Session = play, limits: ConnectionLimits | None = None
    ) -> None:
        self.session = session
        self.hellos: list[ClientHandshake] = []
        self.refused: list[tuple[str, str, str]] = []
        self.received: list[Any] = []
        self.channels: list[Any] = []
        self.ends: list[str] = []
        self.is_held = True
        self.admitting = asyncio.Event()
        self.admitting.set()
        self.schemas: dict[str, Any] = {}
        self.clients = {
            "me": HttpClient(token=hash_token(TOKEN)),
            "other": HttpClient(token=hash_token(OTHER), servers=("peer",)),
        }
        dependencies = EndpointDependencies(
            admit=self._admit, clients=lambda: self.clients, is_pending=lambda _session, _id: self.is_held,
            tool_schema=lambda _server, tool: self.schemas.get(tool),
            record_refusal=lambda *result: self.refused.append(result),
        )  # fmt: skip
        self.endpoint = HttpEndpoint(dependencies, timing)
        self.listener = HttpListener(self.endpoint, limits)
        self._wires: list[Wire] = []

    @property
    def port(self) -> int:
        return self.listener.port

    async def _admit(self, hello: ClientHandshake) -> SessionAdmission:
        if hello.server == "off":
            raise HandshakeError("The server off is turned off in ToolGuard.")
        self.hellos.append(hello)
        await self.admitting.wait()

        async def run(channel: Any) -> None:
            self.channels.append(channel)
            await self.session(Noted(channel, self.received))
            self.ends.append(channel.ended)

        return SessionAdmission(f"s-{len(self.hellos)}", run)

    async def wire(self) -> Wire:
        made = Wire(self.port, *await asyncio.open_connection("127.0.0.1", self.port, limit=2**26))
        self._wires.append(made)
        return made

    async def opened(self) -> tuple[Wire, dict[str, str]]:
        """A connection, and the headers of a session that was begun on it."""
        wire = await self.wire()
        response = await wire.post(INITIALIZE)
        await response.body()
        return wire, {"mcp_session_id": response.headers["mcp-session-id"]}

    async def streamed(self, path: str = "/s/peer/sse", **headers: Any) -> tuple[Response, str]:
        """The stream of a session of HTTP+SSE, and where its messages are POSTed."""
        response = await (await self.wire()).ask("GET", path, **{"accept": "text/event-stream", **headers})
        assert response.status == 200, await response.body()
        name, place = await response.event()
        assert name == "endpoint"
        return response, place

    async def until(self, look: Callable[[], Any]) -> Any:
        return await until(look)

    async def close(self) -> None:
        for wire in self._wires:
            await wire.close()
        await self.endpoint.close()
        await self.listener.stop()


class Noted:
    """A channel that writes down what is heard on it."""

    def __init__(self, channel: Any, received: list[Any]) -> None:
        self._channel = channel
        self._received = received

    def __aiter__(self) -> Noted:
        return self

    async def __anext__(self) -> Any:
        message = await anext(self._channel)
        self._received.append(message)
        return message

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)
