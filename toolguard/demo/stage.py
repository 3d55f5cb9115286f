"""Where the program plays: the person's own state folder, or a temporary one with the sample server and its client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from toolguard.clients import connect

SECRET = ("demo-key", "sk-demo-1234567890-not-a-real-key")
"""The sample server's secret: its name, and its value, which is kept in memory only."""
_SERVER = "demo"
_CLIENT = "toolguard-demo"


class Stage:
    """``home`` is the state folder to use. With ``demo`` it is made for this run and removed afterwards."""

    def __init__(self, *, demo: bool, home: Path) -> None:
        self.demo = demo
        self.home = home
        self._cleaning = ExitStack()

    def __enter__(self) -> Self:
        if self.demo:
            folder = tempfile.TemporaryDirectory(prefix="toolguard-demo-", ignore_cleanup_errors=True)
            self.home = Path(self._cleaning.enter_context(folder))
            (self.home / "config.json").write_text(json.dumps(_configuration(), indent=2), "utf-8")
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._cleaning.close()

    @contextmanager
    def playing(self, over: Callable[[], None] | None = None) -> Iterator[None]:
        """Let the scripted client talk meanwhile; ``over`` is called, in a thread, when it has said everything.

        It ends after one round when ``over`` is given, else it begins again until the window is closed.
        """
        if not self.demo:
            yield
            return
        road = [
            sys.executable,
            "-I",
            "-S",
            "-E",
            connect.__file__,
            "--server",
            _SERVER,
            "--client",
            _CLIENT,
            "--no-start",
        ]
        once = ["--once"] if over else []
        argv = [sys.executable, "-m", "toolguard.demo.client", *once, "--connect", *road]
        player = subprocess.Popen(argv, env={**os.environ, "TOOLGUARD_HOME": str(self.home)}, stdin=subprocess.DEVNULL)
        waiting = threading.Thread(target=_wait, args=(player, over), name="toolguard-demo")
        waiting.start()
        try:
            yield
        finally:
            player.terminate()
            waiting.join()


def _wait(player: subprocess.Popen[bytes], over: Callable[[], None] | None) -> None:
    player.wait()
    if over:
        over()


def _configuration() -> dict[str, object]:
    """The sample server with its secret, and one rule, so that not everything asks."""
    name, _ = SECRET
    server = {
        "kind": "stdio",
        "command": sys.executable,
        "args": ["-m", "toolguard.demo.server"],
        "env": {"DEMO_API_KEY": f"${{secret:{name}}}"},
    }
    rule = {"id": "demo-read", "client": _CLIENT, "server": _SERVER, "tool": "read_note", "verdict": "allow"}
    return {
        "version": 1,
        "servers": {_SERVER: server},
        "rules": [rule],
        "secrets": {name: {"note": "for the sample server, in memory only", "servers": [_SERVER]}},
    }
