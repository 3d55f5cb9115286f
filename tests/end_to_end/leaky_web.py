"""A remote server over TLS that leaks its request headers in responses, streams, comments and error bodies."""

from __future__ import annotations

import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.end_to_end.leaky import forms

NAMES = ("result", "failed", "broken", "refused", "cut")


class Leaky(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        self._refuse(405)

    def do_DELETE(self) -> None:
        self._refuse(405)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        values = [self.headers["X-Leak"] or "", self.headers["Authorization"] or ""]
        self.server.received.extend(values)  # type: ignore[attr-defined]
        self.all = [form for value in values for form in forms(value)]
        message = json.loads(body)
        method, id = message.get("method"), message.get("id")
        if id is None:
            self._send(202, b"", "text/plain")
        elif method == "initialize":
            told = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "instructions": " ".join(self.all)}
            self._answer(id, {**told, "serverInfo": {"name": self.all[0], "version": self.all[-1]}})
        elif method == "tools/list":
            tools = [
                {"name": name, "description": " ".join(self.all), "inputSchema": {"type": "object"}} for name in NAMES
            ]
            self._answer(id, {"tools": tools})
        elif method == "tools/call":
            self._call(id, message["params"]["name"])
        else:
            self._send(200, json.dumps({"jsonrpc": "2.0", "id": id, "error": self._error()}).encode())

    def _error(self) -> dict[str, Any]:
        return {"code": -32601, "message": " ".join(self.all), "data": dict.fromkeys(self.all, self.all)}

    def _call(self, id: Any, name: str) -> None:
        if name == "refused":
            self._refuse(500)
            return
        progress = {"progressToken": name, "progress": 1, "message": " ".join(self.all)}
        lines = [f": {form}\n" for form in self.all if "\n" not in form]
        lines += [f"event: {self.all[0]}\ndata: {self.all[0]}\n\n"]
        lines += [f"data: {json.dumps({'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': progress})}\n\n"]
        told = {"content": [{"type": "text", "text": form} for form in self.all], "isError": name == "failed"}
        answer = {"error": self._error()} if name == "broken" else {"result": told}
        if name != "cut":
            lines += [f"id: 1\ndata: {json.dumps({'jsonrpc': '2.0', 'id': id, **answer})}\n\n"]
        else:
            lines += [f"data: {self.all[0]} is no JSON\n\n"]
        self._send(200, "".join(lines).encode(), "text/event-stream")

    def _refuse(self, status: int) -> None:
        texts = getattr(self, "all", [])
        self._send(status, json.dumps({"error": texts, "detail": " ".join(texts)}).encode())

    def _answer(self, id: Any, result: Any) -> None:
        self._send(200, json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode())

    def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, Path, list[str]]]:
    """Run the server. Return its port, the certificate file of its authority, and the list of received headers."""
    key, certificate = folder / "key.pem", folder / "authority.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Leaky)
    server.daemon_threads = True
    server.received = []  # type: ignore[attr-defined]
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port, certificate, server.received  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
