"""A chat client over HTTP that sends single requests and keeps responses and events in order of arrival."""

from __future__ import annotations

import http.client
import json
import queue
import socket
import threading
from contextlib import suppress
from typing import Any

from tests.end_to_end.conftest import WAIT, Sandbox, read, request

BOTH = "application/json, text/event-stream"
META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"
ENVELOPE = {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}}


class Answer:
    """The response to one request. A thread reads the events of a stream."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._sock = connection.sock
        response = connection.getresponse()
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.comments: list[str] = []
        self.ids: list[str] = []
        self._connection = connection
        self._response = response
        self._came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._aside: list[Any] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def streams(self) -> bool:
        return self.headers.get("content-type") == "text/event-stream"

    def _listen(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            if self.streams:
                self._events()
            else:
                body = self._response.read()
                self._came.put(read(body) if body else None)
        self._came.put(self)

    def _events(self) -> None:
        data: list[str] = []
        kind = "message"
        while line := self._response.readline():
            name, _, value = line.decode().rstrip("\n").partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data.append(value)
            elif name == "event":
                kind = value
            elif name == "id":
                self.ids.append(value)
            elif line == b"\n" and data:
                text = "\n".join(data)
                data.clear()
                if text:
                    self._came.put(read(text.encode()) if kind == "message" else (kind, text))
                kind = "message"
            elif not name and value:
                self.comments.append(value)

    def receive(self, seconds: float = WAIT) -> Any:
        """Return the next message. Fail at the end of the response."""
        message = self._next(seconds)
        assert message is not self, "the response ended"
        return message

    def _next(self, seconds: float) -> Any:
        try:
            return self._came.get(timeout=seconds)
        except queue.Empty:
            raise AssertionError(f"nothing came in {seconds} s") from None

    def endpoint(self) -> str:
        """Return the endpoint for messages, from the first event of a stream of 2024-11-05."""
        kind, place = self.receive()
        assert kind == "endpoint"
        return str(place)

    def answer(self, id: Any, seconds: float = WAIT) -> Any:
        """Wait for the response to ``id`` and return it. Other messages are kept for `others`."""
        while True:
            message = self.receive(seconds)
            if isinstance(message, dict) and "method" not in message and repr(message.get("id")) == repr(id):
                return message
            self._aside.append(message)

    def others(self) -> list[Any]:
        found, self._aside = self._aside, []
        return found

    def read_to_end(self, seconds: float = WAIT) -> list[Any]:
        """Return all messages until the end of the response."""
        found = []
        while (message := self._next(seconds)) is not self:
            found.append(message)
        return found

    def drop(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(WAIT)
        self._response.close()
        self._connection.close()
        self._sock.close()


class Web:
    """One client with its token. ``session`` and ``version`` are sent as headers once they are set."""

    def __init__(self, port: int, token: str = "", server: str = "peer", *, modern: bool = False) -> None:
        self.port = port
        self.token = token
        self.path = f"/s/{server}/mcp"
        self.modern = modern
        self.session = ""
        self.version = MODERN if modern else ""
        self._open: list[Answer] = []

    def ask(self, method: str, body: bytes = b"", *, path: str = "", **headers: Any) -> Answer:
        """Send an HTTP request. Headers of value None are left out, and underscores in names become hyphens."""
        given = {"host": f"127.0.0.1:{self.port}", "accept": BOTH}
        if self.token:
            given["authorization"] = f"Bearer {self.token}"
        if body:
            given["content-type"] = "application/json"
        if self.session:
            given["mcp-session-id"] = self.session
        if self.version:
            given["mcp-protocol-version"] = self.version
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.putrequest(method, path or self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    connection.putheader(name, one)
        connection.putheader("content-length", str(len(body)))
        connection.endheaders(body or None)
        self._open.append(Answer(connection))
        return self._open[-1]

    def post(self, message: Any, **headers: Any) -> Answer:
        """POST a message, or its bytes, with the headers that its revision requires."""
        if self.modern and isinstance(message, dict):
            headers = mirrored_headers(message) | headers
        return self.ask("POST", message if isinstance(message, bytes) else json.dumps(message).encode(), **headers)

    def request(self, method: str, id: Any, params: Any = None, **headers: Any) -> Answer:
        if self.modern:
            meta = {**ENVELOPE, **((params or {}).get("_meta") or {})}
            params = {**(params or {}), "_meta": meta}
        return self.post(request(method, id, params), **headers)

    def call(self, id: Any, tool: str, arguments: Any = None, **more: Any) -> Answer:
        return self.request("tools/call", id, {"name": tool, "arguments": arguments or {}, **more})

    def notify(self, method: str, **params: Any) -> Answer:
        return self.post({"jsonrpc": "2.0", "method": method, "params": params})

    def initialize(self, version: str = "2025-11-25") -> Any:
        """Complete the handshake and return its result."""
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        answer = self.post(request("initialize", "i", params))
        told = answer.receive()
        self.session, self.version = answer.headers["mcp-session-id"], version
        assert self.notify("notifications/initialized").status == 202
        return told["result"]

    def listen(self, **headers: Any) -> Answer:
        return self.ask("GET", accept="text/event-stream", **headers)

    def close(self) -> None:
        for answer in self._open:
            answer.drop()


def mirrored_headers(message: dict[str, Any]) -> dict[str, str]:
    """Return the headers that repeat members of the body (2026-07-28)."""
    found = {"mcp_method": str(message.get("method"))}
    params = message.get("params")
    if isinstance(params, dict) and message.get("method") in ("tools/call", "prompts/get"):
        found["mcp_name"] = str(params.get("name"))
    if isinstance(params, dict) and message.get("method") == "resources/read":
        found["mcp_name"] = str(params.get("uri"))
    return found


def let_in(sandbox: Sandbox, name: str = "web", servers: list[str] | None = None) -> str:
    """Add a client to the configuration and return its token."""
    from toolguard.clients.http.tokens import hash_token, new_token

    token = new_token()
    sandbox.config.setdefault("clients", {})[name] = {"token": hash_token(token), "servers": servers, "created": 1}
    sandbox._write()
    return token
