"""The official conformance suite of MCP, from npm, and the reference server and client, from the SDK's source package.

This module finds them, starts them, and reads the suite's results. It does not depend on ToolGuard.
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
"""The release whose examples are the reference. The installed SDK runs them."""
VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""Versions of the protocol for which the suite has scenarios for servers."""
NODE_NEEDED = 22
TESTS = Path(__file__).parents[1]
MODULES = TESTS / "node_modules"
CACHE = TESTS.parent / "build" / "conformance"
HERE = Path(__file__).parent
WAIT = 120

Checks = dict[str, list[tuple[str, str]]]
"""Checks of each scenario, in order, with their status. Checks of status INFO are left out."""


def tally(checks: Checks) -> tuple[int, int]:
    """Return how many checks passed and failed, counted as by the suite."""
    statuses = [status for scenario in checks.values() for _, status in scenario]
    return statuses.count("SUCCESS"), statuses.count("FAILURE")


# --- packages


@cache
def node() -> str:
    """Return a Node.js that is new enough: the system's, or the one from npm. Skip the test if there is none."""
    for program in (shutil.which("node"), str(MODULES / ".bin" / "node")):
        if program and Path(program).exists():
            version = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=WAIT).stdout
            if version.startswith("v") and int(version[1:].partition(".")[0]) >= NODE_NEEDED:
                return program
    pytest.skip(f"needs node {NODE_NEEDED} or newer, or npm: run packaging/test.sh, which installs what is needed")


def from_npm(package: str) -> Path:
    """Return the folder of a package of ``tests/package.json``. Skip the test if it is not installed."""
    folder = MODULES / package
    if not folder.exists():
        pytest.skip(f"needs {package} from npm: run packaging/test.sh, which installs it")
    return folder


def reference() -> Path:
    """Download and unpack the SDK's source package, and return its folder. Skip the test if that fails."""
    folder = CACHE / f"mcp-{SDK}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
            argv = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "mcp"]
            download = subprocess.run(
                [*argv, "--dest", temporary, f"mcp=={SDK}"], capture_output=True, text=True, timeout=240
            )
            if download.returncode:
                pytest.skip(f"the source package of mcp {SDK} cannot be downloaded: {download.stderr.strip()[-300:]}")
            with tarfile.open(next(Path(temporary).glob("*.tar.gz"))) as archive:
                archive.extractall(temporary, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
            try:
                (Path(temporary) / folder.name).rename(folder)
            except OSError:  # another worker was first
                if not folder.exists():
                    raise
    return folder


def reference_programs() -> ForkServer:
    """Return a fork server that has loaded the reference server and the SDK's client."""
    folder = reference() / "examples" / "servers" / "everything-server"
    modules = (
        "mcp_everything_server.server", "mcp.client.auth.extensions.client_credentials", "mcp.client.stdio",
        "mcp.client.streamable_http", "anyio._backends._asyncio", "httpcore2", "truststore", "uvicorn",
        "tests.end_to_end.conftest",
    )  # fmt: skip
    return fork_server(*modules, PYTHONPATH=str(folder), PYTHONHASHSEED="0")  # it prints sets


# --- programs


def run_parallel(*functions: Callable[[], Result]) -> list[Result]:
    """Call each function in a thread of its own, and return their results in order."""
    with ThreadPoolExecutor(len(functions) or 1) as pool:
        return [future.result() for future in [pool.submit(function) for function in functions]]


@contextmanager
def running(argv: list[str], ready: str, **env: str) -> Iterator[re.Match[str]]:
    """Run a program until the end of the block. Return the match of ``ready`` in its output, after waiting for it."""
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
        output = ""
        while not (match := re.search(ready, output)):
            line = lines.get(timeout=WAIT)
            assert line, f"{argv[0]} ended: {output}"
            output += line
        yield match
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
    """Run the reference server over HTTP. Return its URL."""
    with running(
        reference_programs().command(str(HERE / "everything.py"), "http"), r"running on (http://\S+)"
    ) as ready:
        yield f"{ready[1]}/mcp"


def everything_over_stdio() -> list[str]:
    """Return the command of the reference server over stdio."""
    return reference_programs().command(str(HERE / "everything.py"), "stdio")


@contextmanager
def gateway(command: list[str], env: Mapping[str, str]) -> Iterator[str]:
    """Run a gateway from HTTP to a command that uses stdio. Return its URL."""
    port = free_port()
    program = from_npm("supergateway") / "dist" / "index.js"
    argv = [node(), str(program), "--stdio", shlex.join(command), "--outputTransport", "streamableHttp", "--stateful"]
    with running([*argv, "--port", str(port)], r"Listening on port", **env):
        yield f"http://127.0.0.1:{port}/mcp"


@contextmanager
def delayed(url: str, seconds: float) -> Iterator[str]:
    """Run a relay before the server at ``url`` that delays responses by ``seconds``. Return its URL."""
    target = urlsplit(url)
    loop = asyncio.new_event_loop()
    relays: set[asyncio.Task[None]] = set()  # asyncio's references are weak: a waiting task could be collected

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def copy(source: asyncio.StreamReader, to: asyncio.StreamWriter, delay: float) -> None:
            while data := await source.read(65536):
                await asyncio.sleep(delay)
                to.write(data)
                await to.drain()
            to.write_eof()

        server_reader, server_writer = await asyncio.open_connection(target.hostname, target.port)
        try:
            await asyncio.gather(
                copy(reader, server_writer, 0.0), copy(server_reader, writer, seconds), return_exceptions=True
            )
        finally:
            server_writer.transport.abort()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def ended(relay: asyncio.Task[None]) -> None:
            relays.discard(relay)
            writer.transport.abort()

        relay = loop.create_task(forward(reader, writer))
        relays.add(relay)
        relay.add_done_callback(ended)

    server = loop.run_until_complete(asyncio.start_server(accept, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{target.path}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, server.wait_closed(), return_exceptions=True))
        loop.run_until_complete(asyncio.sleep(0))  # aborted transports close in the next iteration
        loop.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask_server(url: str, version: str, *scenarios: str) -> Checks:
    """Run the suite as a client of ``url``: all scenarios of ``version``, or the given ones."""
    if not scenarios:
        return _run("server", ["--url", url, "--suite", "all", "--spec-version", version])
    checks: Checks = {}
    for scenario in scenarios:
        checks |= _run("server", ["--url", url, "--scenario", scenario, "--spec-version", version])
    return checks


def client_scenarios(version: str) -> list[str]:
    """Return the suite's scenarios for clients, except those of authorization."""
    return [name for name, versions in _scenarios() if version in versions and not name.startswith("auth/")]


def signing_scenarios(version: str) -> list[str]:
    """Return the suite's scenarios for clients that sign in."""
    return [name for name, versions in _scenarios() if version in versions and name.startswith("auth/")]


@cache
def _scenarios() -> list[tuple[str, list[str]]]:
    """Return the name and the versions of each scenario for clients."""
    argv = [node(), str(_suite()), "list", "--client"]
    listing = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=WAIT).stdout
    return [(name, versions.split(",")) for name, versions in re.findall(r"^ *- (\S+) \[(.*)\]", listing, re.M)]


def ask_client(command: list[str], version: str, scenario: str, **env: str) -> Checks:
    """Run one scenario of the suite as a server to which ``command`` connects."""
    options = ["--command", shlex.join(command), "--scenario", scenario, "--spec-version", version]
    return _run("client", options, **env)


def ask_client_all(command: list[str], version: str, without: str = "") -> Checks:
    """Run all scenarios of ``version`` in parallel, as servers to which ``command`` connects.

    The client does not run for scenarios below ``without``. Ignore their results.
    """
    line = shlex.join(command)
    if without:  # the suite passes the line to a shell, followed by the URL
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
        checks = {_scenario(path.parent.relative_to(folder).as_posix(), mode): _checks(path) for path in results}
        assert checks, f"the suite gave no results: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        return checks


def _scenario(folder: str, mode: str) -> str:
    name = re.sub(r"-\d{4}-\d\d-\d\dT[\d-]+Z$", "", folder)
    return name.removeprefix("server-") if mode == "server" else name


def _checks(path: Path) -> list[tuple[str, str]]:
    return [(check["id"], check["status"]) for check in json.loads(path.read_text()) if check["status"] != "INFO"]
