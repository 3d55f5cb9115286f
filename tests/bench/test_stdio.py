"""Cost of ToolGuard for a call over stdio that a rule allows, compared with ``socat``, ``fastmcp``'s proxy and others.

All are measured in one run with the same client and the same server. Only ratios are worth quoting.
"""

import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]
CALLS = int(os.environ.get("BENCH_CALLS", "3000"))
IN_FLIGHT = 128
SERVER = str(Path(__file__).with_name("echo_server.py"))
PLAIN = (sys.executable, "-I", "-S", "-E", SERVER)
PROXY = """
import sys
from fastmcp import FastMCP
from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy
create_proxy(StdioTransport(sys.argv[1], sys.argv[2:])).run(show_banner=False)
"""


class Client:
    """A minimal client on a pair of pipes."""

    def __init__(self, argv, env=None):
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
        )
        self.out, self.into = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.rest = b""
        info = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.request({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": info})
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        self.request({"jsonrpc": "2.0", "id": "l", "method": "tools/list"})

    def request(self, message):
        self.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        return self.lines(1)

    def write(self, data):
        while data:
            data = data[os.write(self.out, data) :]

    def lines(self, count):
        """Read and return at least ``count`` responses. Requests and notifications are skipped."""
        received = []
        while len(received) < count:
            data = os.read(self.into, 1 << 20)
            assert data, "the connection ended"
            if b"\n" in data:
                *whole, last = data.split(b"\n")
                whole[0] = self.rest + whole[0]
                self.rest = last
                received += [line for line in whole if b'"method"' not in line]
            else:
                self.rest += data
        return received

    def one_in_flight(self, calls):
        """Return the seconds of each of ``calls`` consecutive calls."""
        times = []
        for id in range(calls):
            line = CALL % id
            began = time.perf_counter()
            self.write(line)
            responses = self.lines(1)
            times.append(time.perf_counter() - began)
            assert b'"result"' in responses[0], responses[0][:300]
        return times

    def many_in_flight(self, calls):
        """Return the calls per second with `IN_FLIGHT` in flight all the time."""
        sent = received = 0
        began = time.perf_counter()
        while received < calls:
            more = min(IN_FLIGHT - (sent - received), calls - sent)
            self.write(b"".join(CALL % (sent + n) for n in range(more)))
            sent += more
            received += len(self.lines(1))
        return calls / (time.perf_counter() - began)

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}\n'


@contextmanager
def toolguard(home, server=PLAIN, program=(sys.executable, "-m", "toolguard")):
    """Run `toolguard serve` with one server whose calls a rule allows.

    Return the command of a client's entry, its environment, and the process ID of ToolGuard.
    """
    home.mkdir(mode=0o700)
    servers = {"echo": {"kind": "stdio", "command": server[0], "args": list(server[1:])}}
    rules = [{"id": "r", "client": "*", "server": "echo", "tool": "*", "verdict": "allow"}]
    (home / "config.json").write_text(json.dumps({"version": 1, "servers": servers, "rules": rules}))
    env = {**os.environ, "TOOLGUARD_HOME": str(home), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
    app = subprocess.Popen(
        (*program, "serve", "--accept-changes"),
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        end = time.monotonic() + 20
        while not (home / "run" / "app.sock").exists():
            assert app.poll() is None and time.monotonic() < end, app.stderr.read().decode()
            time.sleep(0.01)
        stub = str(ROOT / "toolguard" / "clients" / "stub" / "connect.py")
        yield (sys.executable, "-I", "-S", "-E", stub, "--server", "echo", "--no-start"), env, app.pid
    finally:
        app.terminate()
        app.wait(20)
        app.stderr.close()


@pytest.fixture(scope="session")
def ends(tmp_path_factory):
    """Compile the client and the server in C (`ends.c`), whose own time is negligible. Skip without a compiler."""
    if (compiler := shutil.which("cc")) is None:
        pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("ends") / "ends"
    subprocess.run((compiler, "-O2", "-o", program, Path(__file__).with_name("ends.c")), check=True)
    return str(program)


def measure(ends, argv, env=None, calls=CALLS):
    """Return p50 and p99 in µs with one call in flight, and the calls per second with 16 and with `IN_FLIGHT`."""

    def run(in_flight, count):
        done = subprocess.run(
            (ends, "call", str(count), str(in_flight), *argv), env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return [float(word) for word in done.stdout.split()]

    p50, p99, _ = run(1, calls)
    return p50, p99, run(16, calls * 2)[2], run(IN_FLIGHT, calls * 4)[2]


def peers(tmp_path, server):
    """Return the commands and environments of other gates on the path. ``PEERS=1 packaging/bench.sh`` installs them."""
    (tmp_path / "policy.json").write_text('{"default": "allow"}')
    (tmp_path / "policy.toml").write_text('default = "allow"\n')
    (tmp_path / "peers").mkdir(exist_ok=True)
    env = {**os.environ, "HOME": str(tmp_path / "peers")}
    commands = {
        "skynt": ("run", "--policy", str(tmp_path / "policy.toml"), "--", *server),
        "shieldclaw-mcp": ("wrap", "--policy", str(tmp_path / "policy.json"), "--", *server),
    }
    return {name: ((name, *command), env) for name, command in commands.items() if shutil.which(name)}


def test_calls_over_stdio(tmp_path, ends, capsys):
    server = (ends, "serve")
    rows = {"direct": measure(ends, server)}
    if shutil.which("socat"):
        rows["socat"] = measure(ends, ("socat", "-", f"EXEC:{shlex.join(server)}"))
    with toolguard(tmp_path / "home", server) as (argv, env, _):
        rows["toolguard, log on"] = measure(ends, argv, env)
    for name, (argv, env) in peers(tmp_path, server).items():
        rows[name] = measure(ends, argv, env)
    rows["fastmcp proxy"] = measure(ends, (sys.executable, "-c", PROXY, *server), calls=max(CALLS // 20, 50))
    with capsys.disabled():
        print_table(rows)


def print_table(rows):
    floor = rows["direct"][0]
    print(f"\n{'through':<20}{'p50 µs':>10}{'p99 µs':>10}{'adds µs':>10}{'calls/s, 16':>14}{IN_FLIGHT:>6} in flight")
    for name, (p50, p99, some, many) in rows.items():
        print(f"{name:<20}{p50:>10.0f}{p99:>10.0f}{p50 - floor:>10.0f}{some:>14,.0f}{many:>14,.0f}")
    ours = rows["toolguard, log on"]
    for name, (p50, p99, _, many) in rows.items():
        if name not in ("direct", "toolguard, log on"):
            added = (ours[0] - floor) / (p50 - floor)
            ratios = f"p50 {ours[0] / p50:.2f}, p99 {ours[1] / p99:.2f}, added {added:.2f}, rate {ours[3] / many:.1f}"
            print(f"ours / {name}: {ratios}")


@pytest.mark.parametrize("megabytes", [1, 10])
def test_large_result_over_stdio(tmp_path, capsys, megabytes):
    server = (*PLAIN, str(megabytes * 2**20))
    direct = Client(server)
    plain = statistics.median(direct.one_in_flight(15)) * 1e3
    direct.close()
    with toolguard(tmp_path / "home", server) as (argv, env, _):
        client = Client(argv, env)
        ours = statistics.median(client.one_in_flight(15)) * 1e3
        client.close()
    with capsys.disabled():
        print(f"\n{megabytes} MB result: direct {plain:.1f} ms, toolguard {ours:.1f} ms, adds {ours - plain:.1f} ms")
