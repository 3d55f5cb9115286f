"""Setup of a run: the person's own state folder, or a temporary one with sample servers and their clients."""

from __future__ import annotations

import json
import locale
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from toolguard.clients.stub import connect
from toolguard.clients.wiring.machine import Machine

SECRET = ("demo-key", "sk-demo-1234567890-not-a-real-key")
"""The sample server's secret: its name, and its value, which is kept only in memory."""
_SERVER = "demo"
_CLIENT = "toolguard-demo"
_CLIENTS = {"version": 1, "clients": {_CLIENT: {"identity": f"name:{_CLIENT}"}}}
"""The owner of the scripted client's name, see `toolguard.store.client_names`."""
_MESSAGES = "messages"
"""The sample server of Open Tool Calling."""
MESSAGES_DELAY = 4.0
"""Seconds after which the second server and its client start, so that they do not delay the start."""
_LISTEN_TIMEOUT = 20.0  # seconds for it to start listening
_PYTHON = (sys.executable, "-P", "-m")
"""Runs a module of this program, never one of the folder in which the demo was started."""


class DemoSetup:
    """``home`` is the state folder to use. With ``demo`` it is created for this run and removed afterwards."""

    def __init__(self, *, demo: bool, home: Path) -> None:
        self.demo = demo
        self.home = home
        self.guards_next = False
        """Whether the person wants to guard a server of their own when the demo has ended."""
        self._port = 0
        self._cleaning = ExitStack()

    def __enter__(self) -> Self:
        if self.demo:
            folder = tempfile.TemporaryDirectory(prefix="toolguard-demo-", ignore_cleanup_errors=True)
            self.home = Path(self._cleaning.enter_context(folder))
            self._port = _free_port()
            (self.home / "config.json").write_text(
                json.dumps(_configuration(self._port, language()), indent=2), "utf-8"
            )
            # Otherwise the rule for the scripted client would wait until a person confirms the name.
            (self.home / "clients.json").write_text(json.dumps(_CLIENTS), "utf-8")
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._cleaning.close()

    def machine(self) -> Machine:
        """Return a computer without chat clients: the demo's servers are temporary, so no real file may name them."""
        return replace(Machine.this({"PATH": ""}), home=self.home / "nobody")

    @contextmanager
    def playing(self, over: Callable[[], None] | None = None) -> Iterator[None]:
        """Run the scripted client during the block; ``over`` is called, in a thread, when its script has ended.

        With ``over`` it plays one round, otherwise it repeats until the window is closed.
        """
        if not self.demo:
            yield
            return
        once = ["--once"] if over else []
        with _DemoProcesses(self.home, self._port, once) as play:
            waiting = threading.Thread(target=play.run, args=(over,), name="toolguard-demo")
            waiting.start()
            try:
                yield
            finally:
                play.stop()
                waiting.join()


class _DemoProcesses:
    """The processes of the demo: a client of the first sample server, and later the second one with its own."""

    def __init__(self, home: Path, port: int, options: list[str]) -> None:
        self._env = {**os.environ, "TOOLGUARD_HOME": str(home)}
        self._port = port
        self._options = options
        self._is_closing = threading.Event()
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.wait()

    def run(self, over: Callable[[], None] | None) -> None:
        """Run all processes; ``over`` is called when their scripts have ended."""
        players = [self._player(_SERVER, "notes")]
        if not self._is_closing.wait(MESSAGES_DELAY):
            server = self._start("toolguard.demo.otc_server", "--port", str(self._port), "--language", language())
            if self._listens():
                players.append(self._player(_MESSAGES, "messages"))
            for player in players:
                player.wait()
            server.terminate()
        players[0].wait()
        if over:
            over()

    def _player(self, server: str, script: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-I",
            "-S",
            "-E",
            connect.__file__,
            "--server",
            server,
            "--client",
            _CLIENT,
            "--no-start",
        ]
        options = (*self._options, "--script", script, "--language", language())
        return self._start("toolguard.demo.client", *options, "--connect", *command)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self._lock:
            process = subprocess.Popen([*_PYTHON, module, *arguments], env=self._env, stdin=subprocess.DEVNULL)
            self._processes.append(process)
            if self._is_closing.is_set():
                process.terminate()
        return process

    def _listens(self) -> bool:
        end = time.monotonic() + _LISTEN_TIMEOUT
        while time.monotonic() < end and not self._is_closing.is_set():
            try:
                socket.create_connection(("127.0.0.1", self._port), 1.0).close()
                return True
            except OSError:
                self._is_closing.wait(0.1)
        return False

    def stop(self) -> None:
        """Stop all processes, from any thread."""
        self._is_closing.set()
        with self._lock:
            for process in self._processes:
                process.terminate()


def language(variables: Mapping[str, str] = os.environ) -> str:
    """Return the language of the person's desktop among those that the demo speaks: ``en`` or ``zh_CN``."""
    chosen = next(filter(None, map(variables.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    first = (chosen or locale.getlocale()[0] or "").partition(":")[0].replace("-", "_").casefold()
    traditional = any(part in first for part in ("_tw", "_hk", "_mo", "hant"))
    return "zh_CN" if first.startswith(("zh", "chinese")) and not traditional else "en"


def open_program() -> None:
    """Start ToolGuard itself, which outlives this demo."""
    subprocess.Popen([*_PYTHON, "toolguard"], stdin=subprocess.DEVNULL, start_new_session=True)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def _configuration(port: int, spoken: str) -> dict[str, object]:
    """Create the configuration: the sample servers with their secret, and one rule, so that not every call asks."""
    name, _ = SECRET
    server = {
        "kind": "stdio",
        "command": sys.executable,
        "args": ["-m", "toolguard.demo.server", "--language", spoken],
        "env": {"DEMO_API_KEY": f"${{secret:{name}}}"},
    }
    messages = {
        "kind": "otc",
        "url": f"http://127.0.0.1:{port}",
        "context": {"secrets": {"TWILIO_API_KEY": f"${{secret:{name}}}"}},
    }
    rule = {"id": "demo-read", "client": _CLIENT, "server": _SERVER, "tool": "read_note", "verdict": "allow"}
    return {
        "version": 1,
        "servers": {_SERVER: server, _MESSAGES: messages},
        "rules": [rule],
        "secrets": {name: {"note": "for the sample servers, in memory only", "servers": [_SERVER, _MESSAGES]}},
    }
