"""A fork server, which starts programs in milliseconds: it imports their modules once and forks for each run.

A run has its own process, arguments, environment, folder, pipes, signals and exit status, as if it had been started by
the interpreter. Tests of the start itself use `subprocess`.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import marshal
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

SERVE, RUN = (Path(__file__).with_name(name) for name in ("serve.py", "run.py"))


class ForkedProcess:
    """A process of the fork server, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._replies = b""
        self.returncode: int | None = None
        connection.settimeout(120)
        while b"\n" not in self._replies:
            self._receive()
        self.pid = int(self._replies.split()[0])

    def _receive(self) -> None:
        data = self._connection.recv(100)
        assert data, "the fork server ended"
        self._replies += data

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            if self._replies.count(b"\n") == 2:
                self.returncode = int(self._replies.split()[1])
                self._connection.close()
                break
            self._connection.settimeout(None if end is None else max(0.0, end - time.monotonic()))
            try:
                self._receive()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0) from None
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """A client of a process that has imported some modules and forks to run programs with them."""

    def __init__(self, path: str) -> None:
        self.path = path

    def command(self, *argv: str) -> list[str]:
        """Return a command for another program to launch."""
        return [sys.executable, "-I", "-S", "-E", str(RUN), self.path, *argv]

    def start(
        self, argv: Sequence[str], *, env: Mapping[str, str], cwd: str | Path, stdin: int, stdout: int, stderr: int,
        new_session: bool = False,
    ) -> ForkedProcess:  # fmt: skip
        """Start a program. ``argv`` does not contain the interpreter. The descriptors stay open in this process."""
        data = marshal.dumps((list(argv), dict(env), str(cwd), new_session))
        process = socket.socket(socket.AF_UNIX)
        process.connect(self.path)
        socket.send_fds(process, [len(data).to_bytes(4, "big")], [stdin, stdout, stderr])
        process.sendall(data)
        return ForkedProcess(process)

    def run(
        self, argv: Sequence[str], *, env: Mapping[str, str], cwd: str | Path, input: bytes = b"", timeout: float = 120
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a program like `subprocess.run` with ``capture_output``."""
        (stdin, stdin_write), (stdout_read, stdout), (stderr_read, stderr) = os.pipe(), os.pipe(), os.pipe()
        process = self.start(argv, env=env, cwd=cwd, stdin=stdin, stdout=stdout, stderr=stderr)
        for fd in (stdin, stdout, stderr):
            os.close(fd)
        output = {}

        def collect(fd: int) -> None:
            with open(fd, "rb") as source:
                output[fd] = source.read()

        def write() -> None:
            with open(stdin_write, "wb", buffering=0) as sink:
                left = memoryview(input)
                with suppress(BrokenPipeError):
                    while left:
                        left = left[sink.write(left) :]

        functions: list[Callable[[], None]] = [write, lambda: collect(stdout_read), lambda: collect(stderr_read)]
        threads = [threading.Thread(target=function) for function in functions]
        for thread in threads:
            thread.start()
        try:
            process.wait(timeout)
        finally:
            process.kill()
            for thread in threads:
                thread.join()
        assert process.returncode is not None
        return subprocess.CompletedProcess(list(argv), process.returncode, output[stdout_read], output[stderr_read])


TOOLGUARD = (
    "anyio._backends._asyncio", "anyio.streams.tls", "cryptography.hazmat.primitives.asymmetric.ed25519", "ctypes",
    "encodings.ascii", "encodings.rot_13", "encodings.utf_16_be", "encodings.utf_16_le", "encodings.utf_8_sig",
    "httpcore2", "jsonschema", "keyring.backends.SecretService", "runpy", "toolguard.app",
    "toolguard.cli.clients", "toolguard.cli.doctor",
    "toolguard.cli.help.known_names", "toolguard.cli.limits", "toolguard.cli.log", "toolguard.cli.parser",
    "toolguard.cli.rules", "toolguard.cli.secrets",
    "toolguard.cli.server_options", "toolguard.cli.server_try", "toolguard.cli.servers", "toolguard.cli.settings",
    "toolguard.cli.sign_ins", "toolguard.cli.status", "toolguard.cli.tools", "toolguard.clients.aggregate.session",
    "toolguard.clients.http.endpoint", "toolguard.clients.http.listener", "toolguard.clients.otc.endpoint",
    "toolguard.clients.process_info", "toolguard.demo.otc_server", "toolguard.gate.policy.outgoing_secrets",
    "toolguard.servers.bridge.channel", "toolguard.servers.http.channel", "toolguard.servers.http.kind",
    "toolguard.servers.stdio.channel", "toolguard.services.registry", "toolguard.services.runtime.command_caller",
    "toolguard.services.runtime.core", "toolguard.services.server_import.settings_files", "toolguard.services.status",
    "toolguard.store.config.config:compiled_schema", "toolguard.store.log.index.builder",
    "toolguard.terminal.event_lines", "toolguard.terminal.prompts", "truststore", "uvicorn.lifespan.off",
    "uvicorn.protocols.http.httptools_impl", "uvloop",
)  # fmt: skip
"""Modules that ``toolguard`` and its sample servers import, except those of the window and the SDK."""
WINDOW = (
    "toolguard.window.approval.input_origin", "toolguard.window.desktop.desktop",
    "toolguard.window.log_view.log_access", "toolguard.window.main",
)  # fmt: skip
"""Modules that ``toolguard`` imports for its window, in addition to `TOOLGUARD`."""
SDK = ("mcp.server", "mcp.server.mcpserver", "mcp.client.streamable_http", "uvicorn.protocols.http.httptools_impl")
"""Modules that programs with the official SDK import."""
_started: list[subprocess.Popen[bytes]] = []
"""Fork servers that this process has started: `subprocess` warns about a process that is forgotten while it runs."""
imports_coverage: list[Any] = []
"""The coverage of the imports of `import_tests`, if it is wanted. A forked process saves it at its end."""


@cache
def _folder() -> Path:
    """Return the folder of the fork servers of a run of tests, which the first process of the run creates.

    Its pipe ``alive`` has a writer until that process ends. Then the servers end, too.
    """
    if "FORK_SERVERS" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True)
        atexit.register(folder.cleanup)
        os.environ["FORK_SERVERS"] = folder.name
        os.mkfifo(alive := os.path.join(folder.name, "alive"))
        os.open(alive, os.O_RDWR)
    return Path(os.environ["FORK_SERVERS"])


def fork_server(*modules: str, **env: str) -> ForkServer:
    """Return the fork server that has imported ``modules`` with ``env``. All processes of a run of tests share it."""
    import fcntl  # Windows, where tests run without fork servers, has none

    folder = _folder()
    path = folder / hashlib.sha256(repr((modules, env)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            with (folder / "alive").open("rb") as alive:
                process = subprocess.Popen(
                    [sys.executable, str(SERVE), str(path), *modules], stdin=alive, stdout=subprocess.PIPE,
                    env={"PATH": os.environ["PATH"], **env}, cwd=folder,
                )  # fmt: skip
            assert process.stdout is not None
            with process.stdout as output:
                assert output.readline() == b"ready\n"
            _started.append(process)
    return ForkServer(str(path))


def import_tests() -> None:
    """Import the tests that ``COLLECT`` in the environment names: JSON of a folder and of arguments of pytest.

    A process forked from this one collects them in a fifth of the time. It reports what cannot be imported.
    """
    import coverage
    import pytest

    folder, *arguments = json.loads(os.environ["COLLECT"])
    os.chdir(folder)
    stdout, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    if "COVERED" in os.environ:
        imports_coverage.append(coverage.Coverage(data_suffix=True))
        imports_coverage[0].start()
    pytest.main(["--collect-only", "-qq", "-s", "-p", "no:cacheprovider", "-p", "no:rerunfailures", *arguments])
    for one in imports_coverage:
        one.stop()
    sys.stdout.flush()
    os.dup2(stdout, 1)
    os.close(stdout)
    os.close(nowhere)
