"""The SDK's server in a process of its own, and what it wrote down."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.servers.http.harness import HttpHarness, Server, Spec, releasing
from tests.support.fork_server import SDK, fork_server
from toolguard.servers import ServerResources, open_server

PROGRAM = Path(__file__).with_name("sdk_server.py")


class Sdk:
    """The running server. `since` is what it wrote down after a moment."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """``port`` 0: any."""
        self.record = folder / "record"
        argv = [str(PROGRAM), str(self.record), str(port)]
        out, into = os.pipe()
        with open(os.devnull, "r+b") as null:
            self.process = fork_server(*SDK).start(
                argv, env=os.environ, cwd=folder, stdin=null.fileno(), stdout=into, stderr=null.fileno()
            )
        os.close(into)
        with open(out) as result:
            self.port = int(result.readline())
        self.moment = 0
        self._read = 0
        self._all: list[dict[str, Any]] = []

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def stop(self, *, rudely: bool = False) -> None:
        (self.process.kill if rudely else self.process.terminate)()
        self.process.wait(120)

    def begin(self) -> None:
        self.moment = len(self.all())

    def all(self) -> list[dict[str, Any]]:
        """Everything; only what is new is read."""
        if self.record.exists():
            with self.record.open("rb") as record:
                record.seek(self._read)
                whole, end, _ = record.read().rpartition(b"\n")
            self._read += len(whole + end)
            self._all += map(json.loads, whole.splitlines())
        return self._all

    def received(self, method: str = "") -> list[dict[str, Any]]:
        """The requests of this test: those of HTTP's method, or with a message of that method."""
        found = [one for one in self.all()[self.moment :] if "method" in one]
        return [one for one in found if method in ("", one["method"], (one["body"] or {}).get("method"))]

    def did(self, what: str) -> list[Any]:
        return [one[what] for one in self.all()[self.moment :] if what in one]

    @asynccontextmanager
    async def channel(self, path: str, **how: Any) -> AsyncIterator[HttpHarness]:
        log: list[str] = []
        spec = Spec(self.url(path), **how)
        channel = await open_server(spec, ServerResources(release=releasing({}), log=log.append))
        try:
            yield HttpHarness(Server(lambda _: asyncio.sleep(0)), channel, log)
        finally:
            await channel.close()
