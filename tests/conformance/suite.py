"""The official conformance suite of MCP, from npm, and the reference server and client, from the SDK's source package.

It knows where they come from, how they are started, and how the suite's results are read. It knows no ToolGuard.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pytest

from tests.support.fork_server import ForkServer, fork_server

Result = TypeVar("Result")

SDK = "2.3.0"
"""The release whose examples are the reference. It is the SDK that is installed which runs them."""
VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""Every version of the protocol for which the suite has something to ask a server."""
NODE_NEEDED = 22
TESTS = Path(__file__).parents[1]
MODULES = TESTS / "node_modules"
CACHE = TESTS.parent / "build" / "conformance"
HERE = Path(__file__).parent
WAIT = 120
os.environ.setdefault("NODE_COMPILE_CACHE", str(CACHE / "compiled"))  # for every program on node that is started

Checks = dict[str, list[tuple[str, str]]]
"""For each scenario the checks in their order, each with its verdict. What is only told (INFO) is left out."""


def tally(checks: Checks) -> tuple[int, int]:
    """How many checks passed and failed, as the suite itself counts."""
    found = [verdict for scenario in checks.values() for _, verdict in scenario]
    return found.count("SUCCESS"), found.count("FAILURE")


# --- where things come from


@cache
def node() -> str:
    """A node that is new enough: the system's, or the one from npm; skips the test when there is none."""
    for program in (shutil.which("node"), str(MODULES / ".bin" / "node")):
        if program and Path(program).exists():
            told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=WAIT).stdout
            if told.startswith("v") and int(told[1:].partition(".")[0]) >= NODE_NEEDED:
                return program
    pytest.skip(f"needs node {NODE_NEEDED} or newer, or npm: run packaging/test.sh, which installs what is needed")


def from_npm(package: str) -> Path:
    """The folder of a package of ``tests/package.json``; skips the test when it is not installed."""
    found = MODULES / package
    if not found.exists():
        pytest.skip(f"needs {package} from npm: run packaging/test.sh, which installs it")
    return found


def reference() -> Path:
    """The SDK's source package, unpacked; skips the test when it cannot be had."""
    folder = CACHE / f"mcp-{SDK}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as made:
            argv = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "mcp"]
            got = subprocess.run([*argv, "--dest", made, f"mcp=={SDK}"], capture_output=True, text=True, timeout=240)
            if got.returncode:
                pytest.skip(f"the source package of mcp {SDK} cannot be had: {got.stderr.strip()[-300:]}")
            with tarfile.open(next(Path(made).glob("*.tar.gz"))) as archive:
                archive.extractall(made, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
            try:
                (Path(made) / folder.name).rename(folder)
            except OSError:  # another worker was first
                if not folder.exists():
                    raise
    return folder


def reference_programs() -> ForkServer:
    """A process that has loaded the reference server and the SDK's client."""
    folder = reference() / "examples" / "servers" / "everything-server"
    modules = (
        "mcp_everything_server.server", "mcp.client.auth.extensions.client_credentials", "mcp.client.stdio",
        "mcp.client.streamable_http", "anyio._backends._asyncio", "httpcore2", "truststore", "uvicorn",
        "tests.end_to_end.conftest",
    )  # fmt: skip
    return fork_server(*modules, PYTHONPATH=str(folder), PYTHONHASHSEED="0")  # it prints sets


# --- what runs


def at_once(*works: Callable[[], Result]) -> list[Result]:
    """Do each in a thread of its own: most of the time is spent in waiting."""
    with ThreadPoolExecutor(len(works) or 1) as pool:
        return [one.result() for one in [pool.submit(work) for work in works]]


@contextmanager
def running(argv: list[str], ready: str, **env: str) -> Iterator[re.Match[str]]:
    """A program that runs until the end of the block; gives what it printed when it was ready."""
    process = subprocess.Popen(
        argv, env={**os.environ, **env}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    )  # fmt: skip
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    try:
        said = ""
        while not (found := re.search(ready, said)):
            line = lines.get(timeout=WAIT)
            assert line, f"{argv[0]} ended: {said}"
            said += line
        yield found
    finally:
        process.terminate()
        try:
            process.wait(WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
        reading.join(WAIT)
        assert process.stdout is not None
        process.stdout.close()
        process.wait()


@contextmanager
def everything_over_http() -> Iterator[str]:
    """The reference server over HTTP; its address."""
    with running(
        reference_programs().command(str(HERE / "everything.py"), "http"), r"running on (http://\S+)"
    ) as ready:
        yield f"{ready[1]}/mcp"


def everything_over_stdio() -> list[str]:
    """The command of the reference server over stdio."""
    return reference_programs().command(str(HERE / "everything.py"), "stdio")


@contextmanager
def gateway(command: list[str], env: Mapping[str, str]) -> Iterator[str]:
    """HTTP in front of a command that speaks over stdio; its address."""
    port = free_port()
    program = from_npm("supergateway") / "dist" / "index.js"
    argv = [node(), str(program), "--stdio", shlex.join(command), "--outputTransport", "streamableHttp", "--stateful"]
    with running([*argv, "--port", str(port)], r"Listening on port", **env):
        yield f"http://127.0.0.1:{port}/mcp"


@contextmanager
def far_away(url: str, seconds: float) -> Iterator[str]:
    """The server at ``url`` behind a network on which each answer takes so much longer; its address there."""
    place = urlsplit(url)
    loop = asyncio.new_event_loop()
    relays: set[asyncio.Task[None]] = set()  # asyncio's own references are weak: one that waits could be collected

    async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def copy(source: asyncio.StreamReader, to: asyncio.StreamWriter, pause: float) -> None:
            while data := await source.read(65536):
                await asyncio.sleep(pause)
                to.write(data)
                await to.drain()
            to.write_eof()

        there, back = await asyncio.open_connection(place.hostname, place.port)
        try:
            await asyncio.gather(copy(reader, back, 0.0), copy(there, writer, seconds), return_exceptions=True)
        finally:
            back.transport.abort()

    def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def ended(relay: asyncio.Task[None]) -> None:
            relays.discard(relay)
            writer.transport.abort()

        relay = loop.create_task(late(reader, writer))
        relays.add(relay)
        relay.add_done_callback(ended)

    server = loop.run_until_complete(asyncio.start_server(accepted, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{place.path}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, server.wait_closed(), return_exceptions=True))
        loop.run_until_complete(asyncio.sleep(0))  # what was aborted is closed in the loop's next round
        loop.close()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ask_server(url: str, version: str, *scenarios: str) -> Checks:
    """Run the suite as a client of ``url``: all that there is for ``version``, or some scenarios."""
    if not scenarios:
        return _run("server", ["--url", url, "--suite", "all", "--spec-version", version])
    found: Checks = {}
    for one in scenarios:
        found |= _run("server", ["--url", url, "--scenario", one, "--spec-version", version])
    return found


def client_scenarios(version: str) -> list[str]:
    """What the suite asks of a client, but for signing in."""
    return [name for name in _scenarios(version) if not name.startswith("auth/")]


def signing_scenarios(version: str) -> list[str]:
    """What it asks of a client that signs in."""
    return [name for name in _scenarios(version) if name.startswith("auth/")]


@cache
def _scenarios(version: str) -> list[str]:
    argv = [node(), str(_suite()), "list", "--client", "--spec-version", version]
    told = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=WAIT).stdout
    return re.findall(r"^ *- (\S+) \[", told, re.M)


def ask_client(command: list[str], version: str, scenario: str, **env: str) -> Checks:
    """Run one scenario of the suite as a server to which ``command`` connects."""
    given = ["--command", shlex.join(command), "--scenario", scenario, "--spec-version", version]
    return _run("client", given, **env)


def ask_client_all(command: list[str], version: str, without: str = "") -> Checks:
    """Run all scenarios that there are for ``version`` at once, as servers to which ``command`` connects.

    Of those below ``without`` the client hears nothing; what the suite says of them means nothing.
    """
    line = shlex.join(command)
    if without:  # the suite hands the line to a shell, and the address behind it
        line = f'case "$MCP_CONFORMANCE_SCENARIO" in {shlex.quote(without)}/*) exit;; esac; exec {line}'
    return _run("client", ["--command", line, "--suite", "all", "--spec-version", version])


def _suite() -> Path:
    return from_npm("@modelcontextprotocol/conformance") / "dist" / "index.js"


def _run(mode: str, more: list[str], **env: str) -> Checks:
    with tempfile.TemporaryDirectory() as folder:
        argv = [node(), str(_suite()), mode, *more, "--output-dir", folder]
        done = subprocess.run(
            argv, capture_output=True, text=True, timeout=WAIT * 2, env={**os.environ, **env}, cwd=folder
        )  # fmt: skip
        results = sorted(Path(folder).rglob("checks.json"))
        found = {_scenario(path.parent.relative_to(folder).as_posix(), mode): _checks(path) for path in results}
        assert found, f"the suite gave no results: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        return found


def _scenario(folder: str, mode: str) -> str:
    name = re.sub(r"-\d{4}-\d\d-\d\dT[\d-]+Z$", "", folder)
    return name.removeprefix("server-") if mode == "server" else name


def _checks(path: Path) -> list[tuple[str, str]]:
    return [(one["id"], one["status"]) for one in json.loads(path.read_text()) if one["status"] != "INFO"]
