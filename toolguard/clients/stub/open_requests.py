"""For `fallback`: which requests passed while bytes were copied and have no answer, and the words of the stub's errors.

Standard library only, and nothing of ours: it is also loaded by path, beside a `connect` that runs as a bare file.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolguard.clients.stub.connect import Stub

LONGEST_LINE = 33 * 1024 * 1024  # a little over what the app accepts
LONGEST_OPEN = 32 * 1024  # bytes of open requests that a hello names
LONGEST_REPEATED = 2048  # bytes of a request that is kept to be asked again


class LineSplitter:
    """Cuts bytes into whole lines."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[bytes]:
        *whole, rest = data.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            if self._lost:
                del whole[0]
            self._rest.clear()
            self._lost = False
        if len(self._rest) + len(rest) > LONGEST_LINE:
            self._rest.clear()
            self._lost = True
        elif not self._lost:
            self._rest += rest
        return [line for line in whole if line.strip()]


class OpenRequestTracker:
    """The open requests of one client, by id as JSON: id, method, batch (0: none), and the line if it is repeatable."""

    def __init__(self, stub: Stub) -> None:
        self._stub = stub
        self._repeatable: frozenset[str] = stub.sibling("journal").REPEATED
        self._open: dict[str, tuple[int | str, str, int, bytes]] = {}
        self._from_client = LineSplitter()
        self._from_app = LineSplitter()
        self._batches = 0

    def asked(self, data: bytes) -> None:
        """The app was sent this: the requests in it are open until they are answered or cancelled."""
        for line in self._from_client.feed(data):
            message = _read(line)
            batch = isinstance(message, list)
            self._batches += batch
            for one in message if isinstance(message, list) else (message,):
                if isinstance(one, dict) and isinstance(one.get("method"), str):
                    self._note(one, line, self._batches if batch else 0)

    def _note(self, message: dict[str, object], line: bytes, batch: int) -> None:
        id, method, params = message.get("id"), str(message["method"]), message.get("params")
        if method == "notifications/cancelled" and isinstance(params, dict):
            self._open.pop(json.dumps(params.get("requestId")), None)
        elif isinstance(id, int | str) and not isinstance(id, bool):
            again = not batch and method in self._repeatable and len(line) <= LONGEST_REPEATED
            self._open.setdefault(json.dumps(id), (id, method[:100], batch, line if again else b""))

    def answered(self, data: bytes) -> None:
        """The app sent this. Whole lines reach the client whatever happens to the app."""
        for line in self._from_app.feed(data):
            message = _read(line) if self._open else None
            for one in message if isinstance(message, list) else (message,):
                if isinstance(one, dict) and "method" not in one:
                    self._open.pop(json.dumps(one.get("id")), None)

    def hand_over(self) -> tuple[bytes, bytes, str]:
        """For the next app: lines to send it again, lines for the client, and the other open requests as JSON."""
        self._from_client, self._from_app = LineSplitter(), LineSplitter()
        told: list[tuple[int | str, str, int]] = []
        again = owed = b""
        room = LONGEST_OPEN
        for key, (id, method, batch, line) in list(self._open.items()):
            room -= len(key) + len(method) + 20
            if line:  # open again when it is sent
                del self._open[key]
                again += line + b"\n"
            elif room > 0:
                told.append((id, method, batch))
            else:
                del self._open[key]
                owed += encoded(left_open(id, method, self._stub))
        return again, owed, json.dumps(told)

    def answer_all(self) -> bytes:
        """An error for every open request, those of one batch together."""
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
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def left_open(id: int | str, method: str, stub: Stub) -> dict[str, object]:
    """The error for a request that an app had read when it ended."""
    if method != "tools/call":
        return refusal(id, -32603, stub.advice, stub.reason)
    reason = "outcome unknown: ToolGuard ended unexpectedly while this call was open"
    return refusal(id, -32603, f"{reason}. {stub.advice}", reason)


def answer_to(message: object, stub: Stub) -> dict[str, object] | None:
    """The error for one request; None for a notification or a response, which nobody answers."""
    if not isinstance(message, dict) or not ("method" in message or "result" in message or "error" in message):
        return refusal(None, -32600, "not a JSON-RPC message", "malformed")
    if "method" not in message or "id" not in message:
        return None
    id = message["id"]
    if isinstance(id, bool) or not isinstance(id, int | str):
        return refusal(None, -32600, "an id must be a string or an integer", "malformed")
    return refusal(id, -32603, stub.advice, stub.reason)


def refusal(id: int | str | None, code: int, text: str, reason: str) -> dict[str, object]:
    """A JSON-RPC error response."""
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text, "data": {"reason": reason}}}
