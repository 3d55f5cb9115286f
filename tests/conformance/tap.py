"""A proxy between a client and a server that records every message in either direction.

``tap.py FILE PROGRAM ARGUMENT…`` runs a program and forwards its stdin and stdout. `HttpTap` is a proxy for a URL.
Bytes are forwarded unchanged. A line of the record is ``["up" | "down", message]``.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit


class Record:
    """A file of recorded messages. ``left``: the client has disconnected; messages to it are no longer recorded."""

    def __init__(self, path: Path) -> None:
        self.left = False
        self._file = path.open("ab", buffering=0)

    def write(self, direction: str, data: bytes) -> None:
        if data.strip() and not (self.left and direction == "down"):
            self._file.write(json.dumps([direction, json.loads(data)]).encode() + b"\n")

    def close(self) -> None:
        self._file.close()


def recorded(path: Path) -> list[tuple[str, Any]]:
    """Return the recorded directions and messages in order."""
    return [tuple(json.loads(line)) for line in path.read_bytes().splitlines()] if path.exists() else []


# --- stdio


def run(path: Path, argv: list[str]) -> int:
    """Run a program with its stdin and stdout recorded. Return its exit status."""
    record = Record(path)
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    assert process.stdin is not None and process.stdout is not None
    writing = threading.Thread(target=_forward, args=(sys.stdin.buffer, process.stdin, record, "up"), daemon=True)
    writing.start()
    _forward(process.stdout, sys.stdout.buffer, record, "down")
    return process.wait()


def _forward(source: BinaryIO, sink: BinaryIO, record: Record, direction: str) -> None:
    with suppress(BrokenPipeError):
        while line := source.readline():
            record.write(direction, line)
            sink.write(line)
            sink.flush()
    record.left |= direction == "up"
    with suppress(BrokenPipeError):
        sink.close()


# --- HTTP


class HttpTap:
    """A proxy that listens at ``url`` and forwards each connection to ``target``."""

    def __init__(self, target: str, path: Path) -> None:
        parts = urlsplit(target)
        assert parts.port is not None
        self._target_port = parts.port
        self._record = Record(path)
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._own_port = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._own_port}{parts.path}"
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, function: Any, *args: Any) -> None:
        thread = threading.Thread(target=function, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._target_port))
                self._sockets += (client, server)
                self._start(self._copy, client, server, "up")
                self._start(self._copy, server, client, "down")

    def _copy(self, source: socket.socket, sink: socket.socket, direction: str) -> None:
        parser = _parser(lambda data: self._write(direction, data), direction)
        with suppress(OSError):
            while data := source.recv(65536):
                parser.feed_data(data)
                if direction == "up":  # the server checks the Host header
                    data = data.replace(b"127.0.0.1:%d" % self._own_port, b"127.0.0.1:%d" % self._target_port)
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def _write(self, direction: str, data: bytes) -> None:
        with self._lock:
            self._record.write(direction, data)

    def close(self) -> None:
        for each in (self._listening, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in (self._listening, *self._sockets):
            each.close()
        self._record.close()


def _parser(on_message: Any, direction: str) -> Any:
    import httptools

    body = _Body(on_message)
    return httptools.HttpRequestParser(body) if direction == "up" else httptools.HttpResponseParser(body)


class _Body:
    """A parser callback that yields the messages of one direction: whole bodies, or the data of events."""

    def __init__(self, on_message: Any) -> None:
        self._on_message = on_message
        self._streams = False
        self._text = b""

    def on_message_begin(self) -> None:
        self._streams, self._text = False, b""

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"content-type" and value.startswith(b"text/event-stream"):
            self._streams = True

    def on_body(self, data: bytes) -> None:
        self._text += data
        if self._streams:
            *events, self._text = self._text.replace(b"\r\n", b"\n").split(b"\n\n")
            for event in events:
                lines = [line.partition(b":")[2] for line in event.split(b"\n") if line.startswith(b"data:")]
                self._on_message(b"\n".join(lines))

    def on_message_complete(self) -> None:
        if not self._streams:
            self._on_message(self._text)


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), sys.argv[2:]))
