"""Cost of ToolGuard for a call to a remote server, compared with HTTP clients and with other gateways.

The direct clients are a bare socket, which is the floor, and the library that ToolGuard itself uses.
"""

import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.bench.conftest import STUB, environment, program
from tests.bench.test_stdio import CALL, Client

pytestmark = pytest.mark.bench

CALLS = int(os.environ.get("BENCH_CALLS", "2000"))
IN_FLIGHT = 64
PROXY = """
import sys
from fastmcp.server import create_proxy
create_proxy(sys.argv[1]).run(show_banner=False)
"""


@contextmanager
def echo(*arguments):
    """Run the server in a process of its own. Return its URL."""
    argv = (sys.executable, str(Path(__file__).with_name("echo_http.py")), *arguments)
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


async def timed(request, calls):
    """Return p50 and p99 in microseconds of consecutive calls, and the calls per second with `IN_FLIGHT` in flight."""
    for id in range(200):
        await request(CALL % id)
    times = []
    for id in range(calls):
        began = time.perf_counter()
        await request(CALL % id)
        times.append(time.perf_counter() - began)

    async def many(ids):
        for id in ids:
            await request(CALL % id)

    began = time.perf_counter()
    await asyncio.gather(*(many(range(at, calls, IN_FLIGHT)) for at in range(IN_FLIGHT)))
    rate = calls / (time.perf_counter() - began)
    return statistics.median(times) * 1e6, sorted(times)[int(calls * 0.99)] * 1e6, rate


async def over_a_socket(url, calls):
    """Measure a bare socket, the floor."""
    port = int(url.split(":")[2].split("/")[0])
    free = []

    async def request(body):
        reader, writer = free.pop() if free else await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        response = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(response.lower().split(b"content-length:")[1].split(b"\r\n")[0]))
        free.append((reader, writer))

    try:
        return await timed(request, calls)
    finally:
        for _, writer in free:
            writer.close()


async def over_httpx(url, calls):
    """Measure the HTTP library of the official SDK."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=IN_FLIGHT)
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(limits=limits, timeout=None) as client:

        async def request(body):
            async with client.stream("POST", url, content=body, headers=headers) as response:
                await response.aread()

        return await timed(request, calls)


def over_stdio(argv, env=None, calls=CALLS):
    """Measure a gateway with the same figures as `timed`."""
    client = Client(argv, env)
    try:
        client.one_in_flight(min(calls, 200))
        times = sorted(client.one_in_flight(calls))
        began, sent, received = time.perf_counter(), 0, 0
        while received < calls:
            more = min(IN_FLIGHT - (sent - received), calls - sent)
            client.write(b"".join(CALL % (sent + n) for n in range(more)))
            sent += more
            received += len(client.lines(1))
        rate = calls / (time.perf_counter() - began)
    finally:
        client.close()
    return statistics.median(times) * 1e6, times[int(len(times) * 0.99)] * 1e6, rate


@contextmanager
def guarded(home, url):
    """Run ToolGuard before the server at ``url``, with all calls allowed. Return a client's command and environment."""
    home.mkdir(mode=0o700)
    servers = {"echo": {"kind": "http", "url": url}}
    rules = [{"id": "r", "client": "*", "server": "echo", "tool": "*", "verdict": "allow"}]
    (home / "config.json").write_text(json.dumps({"version": 1, "servers": servers, "rules": rules}))
    with program(home, "serve", "--accept-changes"):
        yield (*STUB, "--server", "echo"), environment(TOOLGUARD_HOME=str(home))


def test_calls_to_a_remote_server(tmp_path, capsys):
    with echo() as url:
        rows = {
            "bytes on a socket": asyncio.run(over_a_socket(url, CALLS)),
            "httpx2": asyncio.run(over_httpx(url, CALLS)),
        }
        with guarded(tmp_path / "home", url) as (argv, env):
            rows["toolguard, log on"] = over_stdio(argv, env)
        peers = {"supergateway": ("--streamableHttp", url, "--logLevel", "none"), "mcp-remote": (url, "--allow-http")}
        for name, arguments in peers.items():
            if shutil.which(name):
                rows[name] = over_stdio((name, *arguments), environment(HOME=str(tmp_path)), CALLS // 2)
        rows["fastmcp proxy"] = over_stdio((sys.executable, "-c", PROXY, url), calls=max(CALLS // 20, 50))
    with capsys.disabled():
        print(f"\n{'to a remote server':<20}{'p50 µs':>10}{'p99 µs':>10}{f'calls/s at {IN_FLIGHT}':>16}")
        for name, (p50, p99, rate) in rows.items():
            print(f"{name:<20}{p50:>10.0f}{p99:>10.0f}{rate:>16,.0f}")
        for name in (name for name in peers if name in rows):
            ratios = [ours / other for ours, other in zip(rows["toolguard, log on"], rows[name], strict=True)]
            print(f"ours / {name}: p50 {ratios[0]:.2f}, p99 {ratios[1]:.2f}, rate {ratios[2]:.2f}")
        ours, direct, proxy = rows["toolguard, log on"], rows["httpx2"], rows["fastmcp proxy"]
        added = (ours[0] - direct[0]) / direct[0]
        print(f"adds {added:.2f} x the direct call's own time (budget 1)")
        print(f"fastmcp / ours: p50 {proxy[0] / ours[0]:.1f}, rate {ours[2] / proxy[2]:.1f} (budget 5)")


@pytest.mark.parametrize("megabytes", [1, 10])
def test_large_result_of_a_remote_server(tmp_path, capsys, megabytes):
    with echo(str(megabytes * 2**20)) as url:
        plain = asyncio.run(over_httpx(url, 15))[0] / 1e3
        with guarded(tmp_path / "home", url) as (argv, env):
            client = Client(argv, env)
            ours = statistics.median(client.one_in_flight(15)) * 1e3
            client.close()
    with capsys.disabled():
        print(f"\n{megabytes} MB, remote: direct {plain:.1f} ms, toolguard {ours:.1f} ms, adds {ours - plain:.1f} ms")
