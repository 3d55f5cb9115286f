"""Real child processes for the right edge, and the loops that the core may run on, in the main thread and beside it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from toolguard.servers import ChildRecord, Redactor, ServerChannel, ServerResources, open_server
from toolguard.servers.stdio.process_tree import MARK_VARIABLE, ProcessTree

SERVER = Path(__file__).with_name("odd_server.py")
LoopRunner = Callable[[Callable[[], Awaitable[None]]], None]


def _factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    found: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"asyncio": asyncio.new_event_loop}
    if sys.platform != "win32":
        import uvloop

        found["uvloop"] = uvloop.new_event_loop
    return found


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], Any]]:
    """What opens connections or runs a child is tested on each kind of loop; ``run_on_loops`` adds the threads."""
    found = _factories()
    connects = ("test_transport", "test_channel", "test_connections", "test_sdk")
    both = item.path.parent.name == "stdio" or (item.path.parent.name == "http" and item.path.stem in connects)
    return found if both else {"asyncio": found["asyncio"]}


_LOOPS = [f"{name}{place}" for name in _factories() for place in ("", " in a thread")]
on_every_loop = pytest.mark.parametrize("run_on_loops", _LOOPS, indirect=True)
"""For what differs by loop and by thread: how a child is started, watched and reaped."""


@pytest.fixture(params=[_LOOPS[0], _LOOPS[-1]])
def run_on_loops(request: pytest.FixtureRequest) -> LoopRunner:
    """Runs a coroutine function on each kind of loop, and in each kind of thread."""
    name, _, thread = request.param.partition(" ")

    def run(act: Callable[[], Awaitable[None]]) -> None:
        trouble: list[BaseException] = []

        def run_loop() -> None:
            async def timed() -> None:
                async with asyncio.timeout(120):
                    await act()

            try:
                with asyncio.Runner(loop_factory=_factories()[name]) as runner:
                    runner.run(timed())
            except BaseException as problem:  # noqa: BLE001 - carried to the test's thread
                trouble.append(problem)

        if thread:
            beside = threading.Thread(target=run_loop)
            beside.start()
            beside.join()
        else:
            run_loop()
        if trouble:
            raise trouble[0]

    return run


@dataclass
class Spec:
    """A server as the configuration would have it."""

    command: str = sys.executable
    args: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    cwd: str | None = None
    enabled: bool = True
    name: str = "odd"
    kind: str = "stdio"


class Opened:
    """What a test opened, and what was told meanwhile."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.states: list[str] = []
        self.children: list[ChildRecord] = []
        self.secrets: dict[str, str] = {}
        self.redactor = Redactor()

    @staticmethod
    def spec(command: str = sys.executable, *args: str, **more: Any) -> Spec:
        return Spec(command, args, **more)

    @staticmethod
    def odd(*how: str, **env: str) -> Spec:
        """The test server, told how to behave."""
        return Spec(args=("-I", "-S", str(SERVER), *how), env=env)

    async def __call__(self, spec: Spec, **how: Any) -> ServerChannel:
        async def release(name: str) -> str:
            return self.secrets[name]

        async def path() -> str:
            return "/usr/local/bin:/usr/bin:/bin"

        given: dict[str, Any] = {
            "release": release, "log": self.log.append, "on_state": self.states.append, "path": path,
            "redactor": self.redactor, "on_child": self.children.append,
        }  # fmt: skip
        return await open_server(spec, ServerResources(**{**given, **how}))

    def living(self) -> list[int]:
        """Every process on this machine that carries the mark of a child of this test."""
        marks = {child.mark for child in self.children}
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get(MARK_VARIABLE) in marks and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process.pid)
            except (psutil.Error, OSError):
                continue
        return found


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr(ProcessTree, "grace", 0.4)  # enough for a server that wants to end
    it = Opened()
    yield it
    for pid in it.living():
        psutil.Process(pid).kill()
