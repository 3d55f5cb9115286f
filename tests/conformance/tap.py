"""Listens in between a client and a server, and writes down every message, in either direction, as it passes.

``tap.py FILE PROGRAM ARGUMENT…`` stands in for a program that speaks over stdio. `HttpTap` stands before an address.
Bytes are passed on as they came. A line of the record is ``["up" | "down", message]``.
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
    """What was said, one file for all who write into it. ``left``: the client is gone, and hears nothing more."""

    def __init__(self, path: Path) -> None:
        self.left = False
        self._file = path.open("ab", buffering=0)

    def write(self, way: str, data: bytes) -> None:
        if data.strip() and not (self.left and way == "down"):
            self._file.write(json.dumps([way, json.loads(data)]).encode() + b"\n")

    def close(self) -> None:
        self._file.close()


def received(path: Path) -> list[tuple[str, Any]]:
    """The whole record."""
    return [tuple(json.loads(line)) for line in path.read_bytes().splitlines()] if path.exists() else []


# --- stdio


def stand_in(path: Path, argv: list[str]) -> int:
    record = Record(path)
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    assert process.stdin is not None and process.stdout is not None
    writing = threading.Thread(target=_pass, args=(sys.stdin.buffer, process.stdin, record, "up"), daemon=True)
    writing.start()
    _pass(process.stdout, sys.stdout.buffer, record, "down")
    return process.wait()


def _pass(source: BinaryIO, sink: BinaryIO, record: Record, way: str) -> None:
    with suppress(BrokenPipeError):
        while line := source.readline():
            record.write(way, line)
            sink.write(line)
            sink.flush()
    record.left |= way == "up"
    with suppress(BrokenPipeError):
        sink.close()


# --- HTTP


class HttpTap:
    """Listens at ``url``, and connects to ``to`` for each connection."""

    def __init__(self, to: str, path: Path) -> None:
        at = urlsplit(to)
        assert at.port is not None
        self._port = at.port
        self._record = Record(path)
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._own = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._own}{at.path}"
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Any, *given: Any) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += (client, server)
                self._start(self._copy, client, server, "up")
                self._start(self._copy, server, client, "down")

    def _copy(self, source: socket.socket, sink: socket.socket, way: str) -> None:
        parser = _parser(lambda data: self._write(way, data), way)
        with suppress(OSError):
            while data := source.recv(65536):
                parser.feed_data(data)
                if way == "up":  # whoever is addressed looks whether it is meant
                    data = data.replace(b"127.0.0.1:%d" % self._own, b"127.0.0.1:%d" % self._port)
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def _write(self, way: str, data: bytes) -> None:
        with self._lock:
            self._record.write(way, data)

    def close(self) -> None:
        for one in (self._listening, *self._sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in (self._listening, *self._sockets):
            one.close()
        self._record.close()


def _parser(take: Any, way: str) -> Any:
    import httptools

    body = _Body(take)
    return httptools.HttpRequestParser(body) if way == "up" else httptools.HttpResponseParser(body)


class _Body:
    """The messages in one direction of a connection: whole bodies, or the data of events."""

    def __init__(self, take: Any) -> None:
        self._take = take
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
                self._take(b"\n".join(lines))

    def on_message_complete(self) -> None:
        if not self._streams:
            self._take(self._text)


if __name__ == "__main__":
    sys.exit(stand_in(Path(sys.argv[1]), sys.argv[2:]))
