"""The process that forks: ``serve.py SOCKET MODULE…``. ``MODULE:FUNCTION`` also calls a function, to cache its result.

A request is its length in `LENGTH_SIZE` bytes, sent with the descriptors of stdin, stdout and stderr, and `marshal` of
a `Request`: arguments, environment, folder, and whether the run starts a session. The replies are the process ID and
the exit status, each in a line.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import marshal
import os
import runpy
import selectors
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Any

LENGTH_SIZE = 4
Request = tuple[list[str], dict[str, str], str, bool]


def serve(path: str, modules: list[str]) -> None:
    """Fork for each request until stdin ends. The connection closes with the process, and the process with it."""
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the first process, and with it this one
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
                signal.signal(signal.SIGINT, signal.default_int_handler)
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


def _receive(client: socket.socket) -> tuple[Request, list[int]]:
    """Receive a request and its descriptors. Raise `EOFError` if the client disconnects."""
    data, fds, _, _ = socket.recv_fds(client, 65536, 3)
    while len(data) < LENGTH_SIZE or len(data) < LENGTH_SIZE + int.from_bytes(data[:LENGTH_SIZE], "big"):
        if not (more := client.recv(65536)):
            for fd in fds:
                os.close(fd)
            raise EOFError
        data += more
    return marshal.loads(data[LENGTH_SIZE:]), fds


def _run_request(request: Request, fds: list[int]) -> None:
    """Run the program of a request in this forked process, and exit."""
    argv, env, folder, new_session = request
    if new_session:
        os.setsid()
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
    for fd in fds:
        if fd > 2:
            os.close(fd)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
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
        _run(*argv)
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


if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    serve(sys.argv[1], sys.argv[2:])
