"""A bridge in a test: its messages to both sides are kept, and its clock is virtual."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from toolguard.gate import jsonrpc

META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"


def meta(can: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The envelope of a modern request."""
    return {
        f"{META}protocolVersion": MODERN,
        f"{META}clientCapabilities": can or {},
        f"{META}clientInfo": {"name": "robot", "version": "1"},
        **more,
    }


def request(id: Any, method: str, params: Any = None, **outside: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params}), **outside}


def notification(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}


def result(id: Any, value: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def error(id: Any, code: int, message: str = "no", **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, **more}}


class Timer:
    def __init__(self, due: float, act: Callable[[], None]) -> None:
        self.due = due
        self.act: Callable[[], None] | None = act

    def cancel(self) -> None:
        self.act = None


class BridgeHarness:
    """`BridgePeers` and `Place` of a test. ``translator`` is what stands here now; None after it has stepped out."""

    def __init__(self) -> None:
        self.translator: Any = None
        self.told: list[str] = []
        self._up: list[Any] = []
        self._down: list[Any] = []
        self._timers: list[Timer] = []
        self._now = 0.0
        self._ids = 0

    def send_to_server(self, message: Any) -> None:
        self._up.append(json.loads(jsonrpc.encode(message)))

    def send_to_client(self, message: Any) -> None:
        self._down.append(message if isinstance(message, Exception) else json.loads(jsonrpc.encode(message)))

    def call_later(self, seconds: float, act: Callable[[], None]) -> Timer:
        self._timers.append(Timer(self._now + seconds, act))
        return self._timers[-1]

    def new_id(self) -> str:
        self._ids += 1
        return f"own-{self._ids}"

    def use_translator(self, translator: Any, told: str) -> None:
        self.translator = translator
        self.told.append(told)

    def pass_through(self) -> None:
        self.translator = None

    # the test's side

    def client(self, *messages: Any) -> None:
        """Send messages from the client, decoded by the strict decoder."""
        for message in messages:
            self.translator.from_client(jsonrpc.decode(jsonrpc.encode(message)))

    def server(self, *messages: Any) -> None:
        """Send a message, or the bytes of a line, from the server."""
        for message in messages:
            line = message if isinstance(message, bytes) else jsonrpc.encode(message)
            for one in jsonrpc.decode_server(line):
                self.translator.from_server(one)

    def sent_to_server(self) -> list[Any]:
        """What the server was told since the last look."""
        found, self._up = self._up, []
        return found

    def sent_to_client(self) -> list[Any]:
        """What the client was told since the last look."""
        found, self._down = self._down, []
        return found

    def one_up(self) -> Any:
        (found,) = self.sent_to_server()
        return found

    def one_down(self) -> Any:
        (found,) = self.sent_to_client()
        return found

    def advance(self, seconds: float) -> None:
        self._now += seconds
        for timer in list(self._timers):
            if timer.act is not None and timer.due <= self._now:
                act, timer.act = timer.act, None
                act()


class Catch:
    """Takes a server's message as the right edge reads it."""

    def __init__(self) -> None:
        self.message: Any = None

    def from_server(self, message: Any) -> None:
        self.message = message

    @classmethod
    def result(cls, harness: BridgeHarness, line: Any) -> Any:
        """The result in ``line``, not decoded."""
        harness.translator = cls()
        harness.server(line)
        return harness.translator.message["result"]
