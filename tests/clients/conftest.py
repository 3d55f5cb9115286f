"""What the tests of the left edge share: a state folder, a real `LocalListener`, a client that runs the real stub."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvloop

import toolguard.clients.stub.connect
from tests.clients.aggregate_harness import TWO, AggregateHarness
from toolguard.clients.aggregate import members as aggregate_members
from toolguard.clients.local.listener import ClientHandshake, LocalApp, LocalListener, SessionAdmission
from toolguard.gate.session.upstream import Channel

CONNECT = Path(toolguard.clients.stub.connect.__file__)
ECHO_APP = Path(__file__).with_name("echo_app.py")
AS_MODULE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("connect", sys.argv[1])
connect = importlib.util.module_from_spec(spec)
spec.loader.exec_module(connect)
sys.exit(connect.main(sys.argv[4:], app=[sys.executable, *sys.argv[2:4]]))
"""


class Client:
    """A chat client of a few lines: it starts the stub and speaks with it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def say(self, *messages: object) -> None:
        for message in messages:
            data = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            self.process.stdin.write(data)
        await self.process.stdin.drain()

    async def hear_line(self) -> bytes:
        return await asyncio.wait_for(self.process.stdout.readline(), 120)

    async def receive(self) -> Any:
        return json.loads(await self.hear_line())

    async def ask(self, id: object, **params: object) -> Any:
        await self.say({"jsonrpc": "2.0", "id": id, "method": "ask", "params": params})
        return await self.receive()

    async def end(self) -> int:
        self.process.stdin.close()
        return await asyncio.wait_for(self.process.wait(), 120)


class World:
    """One state folder, and the programs that the test started on it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.variables: dict[str, str] = {}
        self.hellos: list[ClientHandshake] = []
        self.processes: list[asyncio.subprocess.Process] = []
        self.locals: list[LocalListener] = []
        self.ends: list[str] = []

    def environment(self) -> dict[str, str]:
        return {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "TOOLGUARD_HOME": str(self.home), **self.variables}

    async def client(self, *arguments: str, **pipes: Any) -> Client:
        """The stub as a routed entry starts it: a bare file, isolated."""
        return await self._client([sys.executable, "-I", "-S", "-E", str(CONNECT), *arguments], pipes)

    async def client_that_opens(self, *arguments: str, app: Path = ECHO_APP, **pipes: Any) -> Client:
        """The same, but the app that it opens is ``app``."""
        start = [sys.executable, "-I", "-S", "-E", "-c", AS_MODULE, str(CONNECT), str(app), str(self.home)]
        return await self._client([*start, *arguments], pipes)

    async def _client(self, command: list[str], pipes: dict[str, Any]) -> Client:
        kinds = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(
            *command, **{**kinds, **pipes}, env=self.environment(), limit=64 * 1024 * 1024, cwd="/"
        )
        self.processes.append(process)
        return Client(process)

    async def local(self, run: Callable[[Channel], Awaitable[None]] | None = None, **options: Any) -> LocalListener:
        async def admit(hello: ClientHandshake) -> SessionAdmission:
            self.hellos.append(hello)
            return SessionAdmission(hello.session or "s-1", run or self.echo)

        async def order(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"ok": True, "value": {"order": name, **arguments}}

        how = {name: options.pop(name) for name in ("tcp", "peer") if name in options}
        parts = {"admit": admit, "order": order, "raise_window": lambda: self.ends.append("raised"), **options}
        local = LocalListener(self.home, LocalApp(**parts), **how)
        await local.start()
        self.locals.append(local)
        return local

    async def echo(self, channel: Channel) -> None:
        async for message in channel:
            if isinstance(message, dict):
                await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": message.get("params", {})})
        self.ends.append(channel.ended)

    async def app(self) -> int:
        """A `LocalListener` in a process of its own, ready; its process id."""
        (self.home / "pid").unlink(missing_ok=True)
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(ECHO_APP), str(self.home), env={**os.environ, **self.environment()}
        )
        self.processes.append(process)
        return await self.app_pid()

    async def app_pid(self) -> int:
        async with asyncio.timeout(120):
            while not (self.home / "pid").exists() or not (self.home / "pid").read_text():
                await asyncio.sleep(0.01)
        return int((self.home / "pid").read_text())

    def noted(self) -> list[dict[str, Any]]:
        """The hellos that an app in a process of its own has seen."""
        return [json.loads(line) for line in (self.home / "hellos.jsonl").read_text().splitlines()]

    async def close(self) -> None:
        for local in self.locals:
            await local.stop()
        for process in self.processes:
            if process.returncode is None:
                process.kill()
            if process.stdin:
                process.stdin.close()
            await process.wait()
            transport = process._transport
            transport.close()
        starts = self.home / "starts"
        for pid in starts.read_text().split() if starts.exists() else []:
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


@pytest.fixture
async def world(home: Path) -> AsyncIterator[World]:
    world = World(home)
    yield world
    await world.close()


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], Any]]:
    """Both loops that the core can run on: uvloop where there is one, asyncio's own on Windows."""
    both = ("test_stdio_channel", "test_local_connection", "test_listener", "test_tcp")
    if item.path.parent.name == "local" and item.path.stem in both:
        return {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return {"asyncio": asyncio.new_event_loop}


@pytest.fixture
async def make_harness(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., AggregateHarness]]:
    """Return a function that creates a harness for one client and these servers. It is closed after the test."""
    monkeypatch.setattr(aggregate_members, "LIST_TIMEOUT", 0.2)
    made: list[AggregateHarness] = []

    def make(**parts: dict[str, Any]) -> AggregateHarness:
        made.append(AggregateHarness(parts))
        return made[-1]

    yield make
    for one in made:
        await one.stop()


@pytest.fixture
async def two_servers(make_harness: Callable[..., AggregateHarness]) -> AggregateHarness:
    """Two servers behind a client that has listed their tools; everything is allowed."""
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow()
    return harness
