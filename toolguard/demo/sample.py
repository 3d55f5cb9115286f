"""One call of the sample server in the person's own ToolGuard: the introduction offers it as a first decision.

The server is registered only for this call and removed afterwards. Everything goes through the real stub.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolguard.clients.stub import connect
from toolguard.demo.client import INFO, VERSION, ConnectionClosedError, StdioConnection
from toolguard.demo.demo_setup import language
from toolguard.demo.server import CHINESE_NOTES, NOTES
from toolguard.gate.texts import coded
from toolguard.services.interface import NewServer, RefusedError
from toolguard.window.core_link import CoreLink
from toolguard.window.queue.sample_call import SampleOutcome

NAME = "toolguard-sample"
"""The name of the server and of the client."""
TOOL = "read_note"


def arguments_in(spoken: str) -> dict[str, str]:
    """Return the arguments of the call in a language: the first note of its server."""
    return {"name": next(iter(CHINESE_NOTES if spoken == "zh_CN" else NOTES))}


def launch_in(spoken: str) -> dict[str, Any]:
    """Return the launch of the server for a language."""
    return {"command": sys.executable, "args": ["-m", "toolguard.demo.server", "--language", spoken]}


class DemoSampleCall:
    """A `SampleCall` with the sample server and a client of this process. ``home`` is the state folder."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._language = language()
        self._connection: StdioConnection | None = None
        self._is_stopped = False

    async def run(self, core: CoreLink) -> SampleOutcome | None:
        """Make the call, and return how it ended; None if it was stopped. Raises `RefusedError`."""
        self._is_stopped = False
        launch = launch_in(self._language)
        servers = {server["name"]: server for server in await core.run(lambda services: services.servers.all())}
        if NAME not in servers:
            new = NewServer(name=NAME, kind="stdio", **launch)
            await core.run(lambda services: services.servers.add(new))
        elif any(servers[NAME].get(member) != value for member, value in launch.items()):
            raise RefusedError(coded("services.server_exists_remove_first", name=NAME))
        argv = [sys.executable, "-I", "-S", "-E", connect.__file__]
        argv += ["--server", NAME, "--client", NAME, "--no-start"]
        try:
            return await asyncio.to_thread(self._play, argv)
        finally:
            await core.run(lambda services: services.servers.remove(NAME))

    def stop(self) -> None:
        """Cancel the call, from any thread."""
        self._is_stopped = True
        if self._connection is not None:
            self._connection.give_up()

    def _play(self, argv: Sequence[str]) -> SampleOutcome | None:
        env = {**os.environ, "TOOLGUARD_HOME": str(self._home)}
        self._connection = connection = StdioConnection(argv, env, lambda _progress: None)
        if self._is_stopped:  # before the connection existed
            connection.give_up()
        try:
            about = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": INFO}
            connection.request("initialize", about).result()
            connection.notify("notifications/initialized")
            message = connection.request(
                "tools/call", {"name": TOOL, "arguments": arguments_in(self._language)}
            ).result()
        except ConnectionClosedError:
            return None
        finally:
            self._connection = None
            connection.close()
        return _outcome(message)


def _outcome(message: dict[str, Any]) -> SampleOutcome:
    result = message.get("result")
    if result is None:
        return SampleOutcome(str(message.get("error", {}).get("message", "")), has_run=False)
    text = "\n".join(block.get("text", "") for block in result.get("content", []))
    return SampleOutcome(text, has_run=not result.get("isError", False))
