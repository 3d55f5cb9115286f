"""Cost of the stub: its start, its memory, and the channel behind it."""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
import uvloop

import toolguard.clients.stub.connect
from toolguard.clients.local.listener import LocalApp, LocalListener, SessionAdmission
from toolguard.clients.local.stdio_channel import DescriptorInbox
from toolguard.gate import jsonrpc

pytestmark = pytest.mark.bench
RUNS = 31
LINE = b'{"jsonrpc":"2.0","id":1,"method":"m"}\n'
ROUTED = [sys.executable, "-I", "-S", "-E", toolguard.clients.stub.connect.__file__]
CONSOLE_SCRIPT = [sys.executable, "-c", "import sys; from toolguard.clients.stub.connect import main; sys.exit(main())"]
INTERPRETER = [sys.executable, "-I", "-S", "-E", "-c", "import os; os.write(1, os.read(0, 100)); os.read(0, 1)"]


async def test_stub_start_and_memory(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def echo(channel):
        async for message in channel:
            await channel.send(message)

    async def admit(_):
        return SessionAdmission("s", echo)

    app = LocalApp(admit=admit, order=None, raise_window=lambda: None)
    local = LocalListener(home, app)
    await local.start()
    tcp = LocalListener(home / "tcp", app, tcp=True)
    await tcp.start()
    over_tcp = {"TOOLGUARD_LOCAL": "tcp", "TOOLGUARD_HOME": str(home / "tcp")}
    with capsys.disabled():
        print(f"\n{'toolguard-connect':44}{'first byte':>12}{'memory':>12}")
        for name, command, more in (
            ("the interpreter alone, echoing (the floor)", INTERPRETER, {}),
            ("routed entry (-I -S -E), descriptors passed", ROUTED, {}),
            ("routed entry, bytes copied over TCP", ROUTED, over_tcp),
            ("console script, descriptors passed", CONSOLE_SCRIPT, {}),
        ):
            times, sizes = [], []
            for _ in range(RUNS):
                took, size = await asyncio.to_thread(measure, [*command, "--server", "s"], {**os.environ, **more})
                times.append(took)
                sizes.append(size)
            print(f"{name:44}{statistics.median(times):9.1f} ms{statistics.median(sizes) / 1024:9.1f} MB")
    await local.stop()
    await tcp.stop()


def measure(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    """Return the milliseconds from launch to the first byte of a response, and the resident kilobytes at that time."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0)
    process.stdin.write(LINE)
    assert process.stdout.read(1)
    took = (time.perf_counter() - began) * 1000
    status = Path(f"/proc/{process.pid}/status").read_text()
    size = int(status.partition("VmRSS:")[2].split()[0])
    process.stdin.close()
    process.stdout.read()
    process.stdout.close()
    process.wait()
    return took, size


def test_reading_a_channel(capsys: pytest.CaptureFixture[str]) -> None:
    count, data = 200_000, LINE * 4000

    async def read() -> float:
        inbox = DescriptorInbox(lambda: None, lambda: None)
        began = time.perf_counter()
        for _ in range(count // 4000):
            inbox.feed(data)
            for _ in range(4000):
                await inbox.next()
        return time.perf_counter() - began

    began = time.perf_counter()
    for line in data.split(b"\n")[:-1]:
        jsonrpc.decode(line)
    floor = (time.perf_counter() - began) / 4000
    took = min(uvloop.run(read()) for _ in range(5)) / count
    with capsys.disabled():
        print(
            f"\nfeed and iterate: {1 / took:,.0f} messages/s ({took * 1e6:.2f} µs; decoding alone {floor * 1e6:.2f} µs)"
        )
