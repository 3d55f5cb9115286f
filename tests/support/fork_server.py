"""A fork server, which starts programs in milliseconds: it imports their modules once and forks for each run.

A run has its own process, arguments, environment, folder, pipes, signals and exit status, as if it had been started by
the interpreter. Tests of the start itself use `subprocess`.

``fork_server.py serve SOCKET MODULE…`` is the process that forks. ``MODULE:FUNCTION`` also calls a function that caches
its result. ``fork_server.py run SOCKET -m MODULE ARGUMENT…``, ``… -u -c CODE ARGUMENT…`` or ``… SCRIPT ARGUMENT…`` is a
command for another program to launch. It passes on its pipes and ends with its run.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from contextlib import suppress

# `run` has to start quickly, and runs with -S: modules that only other functions need are imported in them.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Any

LENGTH_SIZE = 4
"""Bytes of the length before a request."""


# --- the process that forks


def serve(path: str, modules: list[str]) -> None:
    """Fork for each request until stdin ends. The connection closes with the process, and the process with it."""
    import gc
    import importlib
    import selectors

    for name in modules:
        module, _, function = name.partition(":")
        imported = importlib.import_module(module)
        if function:
            getattr(imported, function)()
    sys.modules.pop("sitecustomize", None)
    gc.collect()
    gc.freeze()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(100)
    wakeup_read, wakeup_write = os.pipe()
    os.set_blocking(wakeup_read, False)
    os.set_blocking(wakeup_write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakeup_write)
    selector = selectors.DefaultSelector()
    for source in (0, listening, wakeup_read):
        selector.register(source, selectors.EVENT_READ)
    runs: dict[int, socket.socket] = {}
    os.write(1, b"ready\n")
    while 0 not in (ready := [key.fileobj for key, _ in selector.select()]):
        _reap(wakeup_read, runs, selector)
        if listening in ready:
            client, _ = listening.accept()
            try:
                request, fds = _receive(client)
            except (OSError, EOFError):  # the client disconnected before its request was complete
                client.close()
                continue
            if (pid := os.fork()) == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                selector.close()
                sockets = [each.detach() for each in (listening, client, *runs.values())]
                for fd in (0, wakeup_read, wakeup_write, *sockets):
                    os.close(fd)
                _run_request(request, fds)
            for fd in fds:
                os.close(fd)
            runs[pid] = client
            selector.register(client, selectors.EVENT_READ)
            with suppress(OSError):  # a disconnected client is handled below
                client.sendall(f"{pid}\n".encode())
        for pid in [pid for pid, client in runs.items() if client in ready]:
            os.kill(pid, signal.SIGKILL)  # the client has disconnected
            selector.unregister(runs[pid])
    for pid in runs:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _reap(wakeup: int, runs: dict[int, socket.socket], selector: Any) -> None:
    """Send the exit status of each ended process to its client."""
    try:
        os.read(wakeup, 4096)
    except BlockingIOError:
        return
    while runs:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        client = runs.pop(pid)
        if client in selector.get_map():
            selector.unregister(client)
        with suppress(OSError):
            client.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
        client.close()


def _receive(client: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Receive a request and its descriptors. Raise `EOFError` if the client disconnects."""
    data, fds, _, _ = socket.recv_fds(client, 65536, 3)
    while len(data) < LENGTH_SIZE or len(data) < LENGTH_SIZE + int.from_bytes(data[:LENGTH_SIZE], "big"):
        if not (more := client.recv(65536)):
            for fd in fds:
                os.close(fd)
            raise EOFError
        data += more
    return json.loads(data[LENGTH_SIZE:]), fds


def _run_request(request: dict[str, Any], fds: list[int]) -> None:
    """Run the program of a request in this forked process, and exit."""
    import atexit
    import threading
    import time

    if request["new_session"]:
        os.setsid()
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
    for fd in fds:
        if fd > 2:
            os.close(fd)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    if hasattr(time, "tzset"):
        time.tzset()  # TZ
    text: dict[str, Any] = {"encoding": "utf-8", "closefd": False}
    sys.stdin = open(0, errors="surrogateescape", **text)  # noqa: SIM115
    sys.stdout = open(1, "w", errors="surrogateescape", **text)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", **text)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    sys.path[:] = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part] + sys.path[1:]
    with suppress(ImportError):
        import sitecustomize  # noqa: F401
    status: Any = 0
    try:
        _run(*request["argv"])
    except SystemExit as end:
        status = end.code or 0
    except BaseException:  # noqa: BLE001 - as the interpreter does
        sys.excepthook(*sys.exc_info())
        status = 1
    if not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = status or 120
    os._exit(status)  # skip the slow destruction of modules, whose memory is shared with the parent


def _run(program: str, *arguments: str) -> None:
    import runpy

    if program == "-m":
        sys.argv = list(arguments)
        sys.path.insert(0, os.getcwd())
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    elif program == "-u":  # as execnet starts a worker, with -c; it writes to its own descriptor, which has no buffer
        sys.argv = [arguments[0], *arguments[2:]]
        exec(arguments[1], {"__name__": "__main__"})
    else:
        sys.argv = [program, *arguments]
        sys.path.insert(0, os.path.dirname(program))
        runpy.run_path(program, run_name="__main__")


# --- a command


def run(path: str, argv: list[str]) -> int:
    """Run a program with this process's environment, folder and pipes. Return its exit status, or die of its signal."""
    process = _request(path, argv, dict(os.environ), os.getcwd(), (0, 1, 2), new_session=False)
    for number in (0, 1):
        os.close(number)
    reply = b""
    while more := process.recv(100):
        reply += more
    status = int([*reply.split(), b"1"][1])
    if status < 0:
        with suppress(OSError):  # of SIGKILL
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


def _request(
    path: str, argv: Sequence[str], env: Mapping[str, str], cwd: str, fds: Sequence[int], *, new_session: bool
) -> socket.socket:
    request = {"argv": list(argv), "env": dict(env), "cwd": cwd, "new_session": new_session}
    data = json.dumps(request).encode()
    process = socket.socket(socket.AF_UNIX)
    process.connect(path)
    socket.send_fds(process, [len(data).to_bytes(LENGTH_SIZE, "big")], list(fds))
    process.sendall(data)
    return process


# --- the interface of tests


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
        import subprocess
        import time

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
        import subprocess

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
        return [sys.executable, "-I", "-S", "-E", __file__, "run", self.path, *argv]

    def start(
        self, argv: Sequence[str], *, env: Mapping[str, str], cwd: str | Path, stdin: int, stdout: int, stderr: int,
        new_session: bool = False,
    ) -> ForkedProcess:  # fmt: skip
        """Start a program. ``argv`` does not contain the interpreter. The descriptors stay open in this process."""
        fds = (stdin, stdout, stderr)
        return ForkedProcess(_request(self.path, argv, env, str(cwd), fds, new_session=new_session))

    def run(
        self, argv: Sequence[str], *, env: Mapping[str, str], cwd: str | Path, input: bytes = b"", timeout: float = 120
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a program like `subprocess.run` with ``capture_output``."""
        import subprocess
        import threading

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
_servers: dict[tuple[str, ...], ForkServer] = {}
imports_coverage: list[Any] = []
"""The coverage of the imports of `import_tests`, if it is wanted. A forked process saves it at its end."""


def fork_server(*modules: str, **env: str) -> ForkServer:
    """Return this process's fork server that has imported ``modules``. It is started once."""
    import atexit
    import subprocess
    import tempfile

    if modules in _servers:
        return _servers[modules]
    folder = tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True)
    path = os.path.join(folder.name, "fork")
    process = subprocess.Popen(
        [sys.executable, __file__, "serve", path, *modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], **env}, cwd=folder.name,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    with process.stdout as output:
        assert output.readline() == b"ready\n"

    def end() -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(120)
        folder.cleanup()

    atexit.register(end)
    _servers[modules] = ForkServer(path)
    return _servers[modules]


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


def share(modules: tuple[str, ...], path: str) -> None:
    """Use the fork server of another process for ``modules``."""
    _servers[modules] = ForkServer(path)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
        serve(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(run(sys.argv[2], sys.argv[3:]))
