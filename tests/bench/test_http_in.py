"""Cost of HTTP in for a call that a rule allows, compared with a bare server, the SDK's server and ``fastmcp``'s proxy.

All are measured in one run with the same client. Only ratios are worth quoting. ToolGuard and the proxy forward calls
to the same server over stdio; the two others response themselves.
"""

import asyncio
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.bench.conftest import environment
from tests.bench.test_stdio import PLAIN, ROOT
from toolguard.clients.http.tokens import hash_token

pytestmark = pytest.mark.bench

CALLS = int(os.environ.get("BENCH_CALLS", "2000"))
IN_FLIGHT = 64
TOKEN = "tg_bench"
BARE = """
import sys, uvicorn
RESULT = b'{"content":[{"type":"text","text":"xxxxx"}],"isError":false}'
async def app(scope, receive, send):
    body = (await receive())["body"]
    at = body.find(b'"id":') + 5
    id = body[at:min(end for end in (body.find(b",", at), body.find(b"}", at)) if end > 0)]
    response = b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (id, RESULT)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(response)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": response})
uvicorn.run(app, port=int(sys.argv[1]), lifespan="off", log_level="error")
"""
SDK = """
import sys
from mcp.server.mcpserver import MCPServer
server = MCPServer("echo", log_level="ERROR")
@server.tool()
def echo(text: str) -> str:
    return "xxxxx"
server.run("streamable-http", port=int(sys.argv[1]), json_response=True, stateless_http=%s)
"""
PROXY = """
import sys
from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy
create_proxy(StdioTransport(sys.argv[2], sys.argv[3:])).run(
    transport="http", port=int(sys.argv[1]), show_banner=False, log_level="ERROR")
"""
INITIALIZE_PARAMS = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
CALL = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}'


class Client:
    """A minimal client on one persistent connection."""

    def __init__(self, port, path):
        self.port, self.path, self.session = port, path, ""

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**26)

    async def initialize(self):
        """Connect and complete the handshake."""
        await self.connect()
        head, _ = await self.request(
            json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE_PARAMS})
        )
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"mcp-session-id: "):
                self.session = f"mcp-session-id: {line[16:].decode()}\r\nmcp-protocol-version: 2025-06-18\r\n"
        await self.request('{"jsonrpc":"2.0","method":"notifications/initialized"}')

    async def request(self, body):
        """Send a request. Return the head and the body of the response."""
        data = body.encode()
        self.writer.write(
            b"POST %b HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nauthorization: Bearer %b\r\naccept: application/json, "
            b"text/event-stream\r\ncontent-type: application/json\r\n%bcontent-length: %d\r\n\r\n%b"
            % (self.path.encode(), self.port, TOKEN.encode(), self.session.encode(), len(data), data)
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        low = head.lower()
        at = low.find(b"content-length: ")
        if at >= 0:
            return head, await self.reader.readexactly(int(low[at + 16 : low.find(b"\r", at)]))
        if b"chunked" not in low:
            return head, b""
        chunks = []
        while size := int(await self.reader.readline(), 16):
            chunks.append((await self.reader.readexactly(size + 2))[:-2])
        await self.reader.readexactly(2)
        return head, b"".join(chunks)

    async def one_in_flight(self, calls):
        """Return the seconds of each of ``calls`` consecutive calls."""
        times = []
        for id in range(1, calls + 1):
            body = CALL % id
            began = time.perf_counter()
            _, response = await self.request(body)
            times.append(time.perf_counter() - began)
            assert b'"result"' in response, response[:300]
        return times

    async def many_in_flight(self, calls):
        """Return the calls per second over `IN_FLIGHT` connections."""
        clients = [Client(self.port, self.path) for _ in range(IN_FLIGHT)]
        for number, client in enumerate(clients):
            client.session, client.base = self.session, 10**6 * (number + 1)
            await client.connect()

        async def call(client):
            for id in range(calls // IN_FLIGHT):
                _, response = await client.request(CALL % (client.base + id))
                assert b'"result"' in response, response[:300]

        began = time.perf_counter()
        await asyncio.gather(*map(call, clients))
        rate = calls // IN_FLIGHT * IN_FLIGHT / (time.perf_counter() - began)
        for client in clients:
            client.close()
        return rate

    def close(self):
        self.writer.close()


@contextmanager
def running(argv, port, **env):
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(argv, env=environment(**env), cwd=ROOT, stdin=quiet, stdout=quiet)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                asyncio.run(_reach(port))
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < end, "it does not listen"
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


async def _reach(port):
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()
    await writer.wait_closed()


def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def toolguard(home, port, server=PLAIN):
    home.mkdir(mode=0o700)
    servers = {"echo": {"kind": "stdio", "command": server[0], "args": list(server[1:])}}
    rules = [{"id": "r", "client": "*", "server": "echo", "tool": "*", "verdict": "allow"}]
    config = {
        "version": 1, "servers": servers, "rules": rules, "clients": {"bench": {"token": hash_token(TOKEN)}},
        "preferences": {"http_port": port},
    }  # fmt: skip
    (home / "config.json").write_text(json.dumps(config))
    return running((sys.executable, "-m", "toolguard", "serve", "--accept-changes"), port, TOOLGUARD_HOME=str(home))


def measure(port, path, calls=CALLS):
    async def run():
        client = Client(port, path)
        await client.initialize()
        await client.one_in_flight(min(calls, 300))
        times = sorted(await client.one_in_flight(calls))
        rate = await client.many_in_flight(calls * 2)
        client.close()
        return statistics.median(times) * 1e6, times[int(len(times) * 0.99)] * 1e6, rate

    return asyncio.run(run())


def test_calls_over_http_in(tmp_path, show):
    rows = {}
    port = free_port()
    with running((sys.executable, "-c", BARE, str(port)), port):
        rows["bare uvicorn, the floor"] = measure(port, "/mcp")
    for name, stateless in (("the SDK's server, stateless", True), ("the SDK's server, sessions", False)):
        port = free_port()
        with running((sys.executable, "-c", SDK % stateless, str(port)), port):
            rows[name] = measure(port, "/mcp", CALLS // 4)
    port = free_port()
    with toolguard(tmp_path / "home", port):
        rows["toolguard, log on"] = measure(port, "/s/echo/mcp")
    if shutil.which("supergateway"):
        port = free_port()
        more = ("--outputTransport", "streamableHttp", "--stateful", "--logLevel", "none", "--port", str(port))
        with running(("supergateway", "--stdio", shlex.join(PLAIN), *more), port):
            rows["supergateway"] = measure(port, "/mcp", CALLS // 2)
    port = free_port()
    with running((sys.executable, "-c", PROXY, str(port), *PLAIN), port):
        rows["fastmcp proxy"] = measure(port, "/mcp", max(CALLS // 20, 64))
    ours = rows["toolguard, log on"]
    for name, (p50, p99, rate) in rows.items():
        note = "" if name == "toolguard, log on" else f"ours / this: p50 {ours[0] / p50:.2f}, rate {ours[2] / rate:.2f}"
        show(f"HTTP in: {name}", f"{p50:,.0f} µs", f"p99 {p99:,.0f} µs", f"{rate:,.0f} calls/s at {IN_FLIGHT}   {note}")
    direct = rows["the SDK's server, sessions"]
    show("HTTP in adds to a direct call", f"{ours[0] / direct[0] - 1:+.2f} ×", "≤ 1 ×", "direct: the SDK's server")
    proxy = rows["fastmcp proxy"]
    show(
        "HTTP in against fastmcp's proxy, 1 / 64 in flight",
        f"{proxy[0] / ours[0]:.1f} / {ours[2] / proxy[2]:.1f} ×", "≥ 5 ×",
    )  # fmt: skip


@pytest.mark.parametrize("megabytes", [1, 10])
def test_large_result_over_http(tmp_path, show, megabytes):
    port = free_port()
    with toolguard(tmp_path / "home", port, (*PLAIN, str(megabytes * 2**20))):

        async def run():
            client = Client(port, "/s/echo/mcp")
            await client.initialize()
            times = await client.one_in_flight(15)
            client.close()
            return statistics.median(times) * 1e3

        show(f"HTTP in: a {megabytes} MB result", f"{asyncio.run(run()):.1f} ms")
