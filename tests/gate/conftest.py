"""A harness for one session: the test acts as client, person and server. Channels and log are small fakes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from tests.support.channels import Plain
from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.virtual_time import VirtualTimeLoop
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.approvals.presence import PresencePolicy
from toolguard.gate.context import GateContext, GateLimits
from toolguard.gate.model import ClientInfo, Event, LogWriteError, PendingCall
from toolguard.gate.session.upstream import OutcomeUnknown, UnavailableError

WAIT = 120


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The gate touches nothing outside itself, so its deadlines need no real time."""
    return {"virtual": VirtualTimeLoop}


class Line(Plain):
    """One end of a channel: what was sent is kept, what the other side says is fed in."""

    def __init__(self, decode: Callable[[bytes], list[Any]]) -> None:
        self.ended = ""
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.log: list[Any] = []
        self._decode = decode
        self._incoming: asyncio.Queue[Any] = asyncio.Queue()
        self._gone = False

    async def __aiter__(self) -> AsyncIterator[Any]:
        while (message := await self._incoming.get()) is not None:
            yield message

    def feed(self, data: bytes) -> None:
        for message in self._decode(data):
            self._incoming.put_nowait(message)

    def feed_value(self, value: Any) -> None:
        self._incoming.put_nowait(value)

    async def send(self, message: Any) -> None:
        self.write([jsonrpc.encode(message)])

    def call_writer(self) -> Line | None:
        return self if type(self).send is Line.send else None

    def write(self, calls: Any) -> None:
        if self._gone:
            raise ConnectionError("gone")
        for data in calls:
            plain = json.loads(data)
            self.log.append(plain)
            self.sent.put_nowait(plain)

    async def close(self, reason: str = "") -> None:
        self.leave(reason)

    def leave(self, reason: str = "") -> None:
        if not self._gone:
            self._gone = True
            self.ended = self.ended or reason
            self._incoming.put_nowait(None)


def strict(line: bytes) -> list[Any]:
    try:
        return [jsonrpc.decode(line)]
    except jsonrpc.Malformed as problem:
        return [problem]


class Log:
    """An in-memory log that can be put out of order."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.trouble = ""

    @property
    def recorded(self) -> int:
        return len(self.events)

    def write(self, event: Event, owner: object = None) -> None:
        if self.trouble:
            raise LogWriteError(self.trouble)
        self.events.append(event)

    def commit(self, owner: object) -> None:
        if self.trouble:
            raise LogWriteError(self.trouble)

    async def committed(self) -> None:
        await asyncio.sleep(0)
        if self.trouble:
            raise LogWriteError(self.trouble)

    durable = committed

    def kinds(self, call: str | None = None) -> list[str]:
        return [type(event).__name__ for event in self.events if event.call and call in (None, event.call)]

    def of(self, kind: str) -> list[Any]:
        return [event for event in self.events if type(event).__name__ == kind]


class SessionHarness:
    """A client and a server with the gate between them."""

    def __init__(self, presence: PresencePolicy | None = None, **limits: Any) -> None:
        self.log = Log()
        self.kept: list[Any] = []
        self.now = 1000.0
        self.trusts_log = True
        self.gate = GateContext(
            self.log, servers=FakeServers(), leaks=None, clock=lambda: self.now, limits=GateLimits(**limits),
            trusts_log=lambda: self.trusts_log,
        )  # fmt: skip
        self.gate.availability.ready()
        self.guard = GateApi(self.gate, keep=self.kept.append, trouble=lambda: (), presence=presence or presence_off())
        self.servers: list[Line] = []
        self.client = Line(strict)
        self.refuse = ""
        self.delay = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def server(self) -> Line:
        return self.servers[-1]

    async def open(self, state: Callable[[str], None]) -> Line:
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.refuse:
            raise UnavailableError(self.refuse)
        self.servers.append(Line(jsonrpc.decode_server))
        return self.servers[-1]

    async def start(
        self,
        *,
        client: Line | None = None,
        name: str = "desk",
        server: str = "files",
        resumed: Any = None,
        process: str = "4711@1.00",
    ) -> Line:
        client = client or self.client
        session = resumed.session if resumed else self.guard.new_session()
        join = self.guard.join(session, ClientInfo(id=name, process=process), server, client, self.open, resumed)
        self._tasks.append(asyncio.get_running_loop().create_task(join))
        if not self.refuse and not self.delay:
            await until(lambda: bool(self.servers))
        return client

    async def stop(self) -> None:
        for task in self._tasks:
            self.client.leave("the client closed its connection")
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # the client

    def send(self, message: Any, client: Line | None = None) -> None:
        line = message if isinstance(message, bytes) else jsonrpc.encode(message)
        (client or self.client).feed(line)

    def call(self, id: Any, tool: str = "read", arguments: Any = None, client: Line | None = None, **more: Any) -> None:
        params = {"name": tool, "arguments": arguments or {}, **more}
        self.send({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}, client)

    async def receive(self, client: Line | None = None) -> Any:
        async with asyncio.timeout(WAIT):
            return await (client or self.client).sent.get()

    async def cancel(self, id: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})

    async def list_tools(self, tools: Any) -> None:
        """Ask for the tools, which are these."""
        self.send({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})
        await self.server_respond({"tools": tools})
        await self.receive()

    async def initialize(self, version: str = "2025-06-18") -> None:
        info = {"name": "robot", "version": "1"}
        hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": info}
        self.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
        name = {"name": "s", "version": "1"}
        await self.server_respond({"protocolVersion": version, "capabilities": {}, "serverInfo": name})
        await self.receive()
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        await self.server_receive()

    # the server

    async def server_receive(self) -> Any:
        async with asyncio.timeout(WAIT):
            return await self.server.sent.get()

    def server_send(self, message: Any) -> None:
        self.server.feed(message if isinstance(message, bytes) else jsonrpc.encode(message))

    async def server_respond(self, result: Any) -> Any:
        """Take the next message and answer it."""
        message = await self.server_receive()
        self.server_send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        return message

    def server_report_unknown_outcome(self, id: Any, reason: str) -> Any:
        """The server's channel cannot tell what became of a call; gives what the client is to hear."""
        result = jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: outcome unknown: {reason}", {"status": 500})
        self.server.feed_value(OutcomeUnknown(result, reason))
        return result

    # the person

    async def wait_for_pending(self, count: int = 1) -> tuple[PendingCall, ...]:
        await until(lambda: len(self.guard.snapshot().pending) == count)
        return self.guard.snapshot().pending

    async def approve(self, **more: Any) -> None:
        held = (await self.wait_for_pending())[0]
        assert await self.guard.approve(held.call.id, shown=held.call.digest, **more) == ""

    async def deny(self, reason: str = "", **more: Any) -> None:
        held = (await self.wait_for_pending())[0]
        assert await self.guard.deny(held.call.id, reason=reason, **more) == ""


@pytest.fixture
async def harness() -> AsyncIterator[SessionHarness]:
    made = SessionHarness()
    yield made
    await made.stop()


class Deaf(Line):
    """A server that takes the bytes of a message and never reads on: every `send` waits until it is closed."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        while not self._gone:
            await asyncio.sleep(0.001)
        raise ConnectionError("gone")


@pytest.fixture
def deaf_harness(harness: SessionHarness, monkeypatch: pytest.MonkeyPatch) -> SessionHarness:
    async def open_deaf(_state: Callable[[str], None]) -> Line:
        harness.servers.append(Deaf(jsonrpc.decode_server))
        return harness.servers[-1]

    monkeypatch.setattr(harness, "open", open_deaf)
    return harness


@pytest.fixture
def new_harness() -> Callable[..., SessionHarness]:
    return SessionHarness


@pytest.fixture
def wait_until() -> Any:
    return until


@pytest.fixture
def new_line() -> Callable[[], Line]:
    return lambda: Line(strict)
