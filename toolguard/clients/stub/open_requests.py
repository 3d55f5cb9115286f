"""For `fallback`: the open requests among the copied bytes, and the stub's error responses.

Imports the standard library only, because it is also loaded by path next to a `connect` that runs as a bare file.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolguard.clients.stub.connect import Stub

MAX_LINE_SIZE = 33 * 1024 * 1024  # slightly more than the app accepts
MAX_OPEN_SIZE = 32 * 1024  # bytes of open requests in a handshake
MAX_REPEATED_SIZE = 2048  # bytes of a request that is kept to be repeated


class LineSplitter:
    """Splits a byte stream into whole lines."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that ``data`` completes, without blank ones and those over `MAX_LINE_SIZE`."""
        *whole, rest = data.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            if self._skipping:
                del whole[0]
            self._rest.clear()
            self._skipping = False
        if len(self._rest) + len(rest) > MAX_LINE_SIZE:
            self._rest.clear()
            self._skipping = True
        elif not self._skipping:
            self._rest += rest
        return [line for line in whole if line.strip()]


class OpenRequestTracker:
    """The open requests of one client by ID as JSON: ID, method, batch (0: none), and the line if it is repeatable."""

    def __init__(self, stub: Stub) -> None:
        self._stub = stub
        self._repeatable: frozenset[str] = stub.load_sibling("journal").REPEATABLE_METHODS
        self._open: dict[str, tuple[int | str, str, int, bytes]] = {}
        self._from_client = LineSplitter()
        self._from_app = LineSplitter()
        self._batches = 0

    def sent_to_app(self, data: bytes) -> None:
        """Track the requests in ``data``, which was sent to the app, until they are answered or cancelled."""
        for line in self._from_client.feed(data):
            message = _read(line)
            batch = isinstance(message, list)
            self._batches += batch
            for part in message if isinstance(message, list) else (message,):
                if isinstance(part, dict) and isinstance(part.get("method"), str):
                    self._track(part, line, self._batches if batch else 0)

    def _track(self, message: dict[str, object], line: bytes, batch: int) -> None:
        id, method, params = message.get("id"), str(message["method"]), message.get("params")
        if method == "notifications/cancelled" and isinstance(params, dict):
            self._open.pop(json.dumps(params.get("requestId")), None)
        elif isinstance(id, int | str) and not isinstance(id, bool):
            resent = not batch and method in self._repeatable and len(line) <= MAX_REPEATED_SIZE
            self._open.setdefault(json.dumps(id), (id, method[:100], batch, line if resent else b""))

    def received_from_app(self, data: bytes) -> None:
        """Close the requests that ``data`` from the app answers. Whole lines reach the client even if the app dies."""
        for line in self._from_app.feed(data):
            message = _read(line) if self._open else None
            for part in message if isinstance(message, list) else (message,):
                if isinstance(part, dict) and "method" not in part:
                    self._open.pop(json.dumps(part.get("id")), None)

    def take_for_next_app(self) -> tuple[bytes, bytes, str]:
        """Return the lines to repeat for the next app, the lines for the client, and the other open requests (JSON)."""
        self._from_client, self._from_app = LineSplitter(), LineSplitter()
        still_open: list[tuple[int | str, str, int]] = []
        resent = owed = b""
        left = MAX_OPEN_SIZE
        for key, (id, method, batch, line) in list(self._open.items()):
            left -= len(key) + len(method) + 20
            if line:  # tracked again when it is sent
                del self._open[key]
                resent += line + b"\n"
            elif left > 0:
                still_open.append((id, method, batch))
            else:
                del self._open[key]
                owed += encoded(left_open(id, method, self._stub))
        return resent, owed, json.dumps(still_open)

    def answer_all(self) -> bytes:
        """Return an error for every open request; those of one batch in one line."""
        batches: dict[int, list[dict[str, object]]] = {}
        answers = b""
        for id, method, batch, _ in self._open.values():
            answer = left_open(id, method, self._stub)
            if batch:
                batches.setdefault(batch, []).append(answer)
            else:
                answers += encoded(answer)
        self._open.clear()
        return answers + b"".join(encoded(members) for members in batches.values())


def _read(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def encoded(answer: object) -> bytes:
    """Return a message as one line of JSON."""
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def left_open(id: int | str, method: str, stub: Stub) -> dict[str, object]:
    """Return the error for a request that an app had read when it ended."""
    if method != "tools/call":
        return refusal(id, -32603, stub.advice, stub.reason)
    reason = "outcome unknown: ToolGuard ended unexpectedly while this call was open"
    return refusal(id, -32603, f"{reason}. {stub.advice}", reason)


def answer_to(message: object, stub: Stub) -> dict[str, object] | None:
    """Return the error for one request; None for a notification or a response."""
    if not isinstance(message, dict) or not ("method" in message or "result" in message or "error" in message):
        return refusal(None, -32600, "not a JSON-RPC message", "malformed")
    if "method" not in message or "id" not in message:
        return None
    id = message["id"]
    if isinstance(id, bool) or not isinstance(id, int | str):
        return refusal(None, -32600, "an id must be a string or an integer", "malformed")
    return refusal(id, -32603, stub.advice, stub.reason)


def refusal(id: int | str | None, code: int, text: str, reason: str) -> dict[str, object]:
    """Return a JSON-RPC error response."""
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text, "data": {"reason": reason}}}
