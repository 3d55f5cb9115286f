"""End-to-end harness: a client, `toolguard-connect`, ``toolguard serve`` and a server, each in a process of its own.

A `Sandbox` is a state folder with its processes. A `Client` is a chat client that sends and receives lines.
"""

from __future__ import annotations

import json
import os
import pty
import queue
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.end_to_end.hunt import Hunt
from tests.support.fork_server import TOOLGUARD, fork_server
from tests.support.waiting import eventually
from toolguard.clients.stub import connect
from toolguard.gate.model import Event
from toolguard.store.log.audit_log import LogReader

WAIT = 120
PEER = Path(__file__).with_name("peer.py")
RINGS = Path(__file__).parents[1] / "support" / "keyrings"
ISOLATED = (sys.executable, "-I", "-S", "-E")
READY = "ToolGuard runs without a window"
Kind = type[Event] | tuple[type[Event], ...]
ALLOW_ALL = {"id": "all", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}


def read(line: bytes) -> Any:
    """Decode a line of JSON with exact numbers."""
    return json.loads(line, parse_float=Decimal)


class Client:
    """A chat client that writes lines and collects received ones. ``out``: a file in the place of the stdout pipe."""

    def __init__(self, argv: list[str], env: dict[str, str], folder: Path, out: Path | None = None) -> None:
        self.stderr = folder / f"client-{time.monotonic_ns()}.err"
        with self.stderr.open("wb") as err, (out or Path(os.devnull)).open("wb") as file:
            self.process = subprocess.Popen(
                argv, env=env, cwd=folder, stdin=subprocess.PIPE, stdout=file if out else subprocess.PIPE, stderr=err
            )
        self._source = out.open("rb") if out else self.process.stdout
        self._tail = out is not None
        self._came: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._aside: list[Any] = []
        self._reading = threading.Event()
        self._reading.set()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        line = b""
        while True:
            self._reading.wait()
            part = self._source.readline()
            line += part
            if line.endswith(b"\n"):
                self._came.put(line)
                line = b""
            elif not part and (not self._tail or self.process.poll() is not None):
                break
            elif not part:
                time.sleep(0.002)
        if line:
            self._came.put(line)
        self._came.put(None)

    def stop_reading(self) -> None:
        self._reading.clear()

    def read_again(self) -> None:
        self._reading.set()

    def send(self, *messages: Any) -> None:
        """Send messages, or bytes that contain complete lines."""
        for message in messages:
            self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def line(self, seconds: float = WAIT) -> bytes:
        """Return the next line with its end, or ``b""`` at the end of the output."""
        try:
            return self._came.get(timeout=seconds) or b""
        except queue.Empty:
            raise AssertionError(f"nothing came in {seconds} s; stderr: {self.stderr.read_text()}") from None

    def receive(self, seconds: float = WAIT) -> Any:
        line = self.line(seconds)
        assert line, f"the connection ended; stderr: {self.stderr.read_text()}"
        return read(line)

    def answer(self, id: Any, seconds: float = WAIT) -> Any:
        """Wait for the response to ``id`` and return it. Other messages are kept for `others`."""
        for at, message in enumerate(self._aside):
            if _is_response_to(message, id):
                return self._aside.pop(at)
        while not _is_response_to(message := self.receive(seconds), id):
            self._aside.append(message)
        return message

    def others(self) -> list[Any]:
        """Return and clear the messages received so far that are not awaited responses."""
        found, self._aside = self._aside, []
        return found

    def ask(self, method: str, id: Any, params: Any = None) -> Any:
        self.send(request(method, id, params))
        return self.answer(id)

    def call(self, id: Any, tool: str, arguments: Any = None, **more: Any) -> None:
        """Call a tool without waiting for the response."""
        self.send(request("tools/call", id, {"name": tool, "arguments": arguments or {}, **more}))

    def initialize(self, version: str = "2025-11-25") -> Any:
        """Complete the handshake and return its result."""
        info = {"name": "raw", "version": "1"}
        told = self.ask("initialize", "i", {"protocolVersion": version, "capabilities": {}, "clientInfo": info})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return told["result"]

    def is_quiet(self, id: Any = "quiet") -> bool:
        """Send a ping and return whether nothing but its response arrives."""
        self.ask("ping", id)
        return not self.others()

    def end(self, seconds: float = WAIT) -> int:
        """Close stdin like a client that exits, and return the exit status of the stub."""
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.process.wait(seconds)

    def close(self) -> None:
        self.read_again()
        self.process.kill()
        self.process.wait()
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self._thread.join()
        self._source.close()


def _is_response_to(message: Any, id: Any) -> bool:
    """Return whether two IDs are equal in value and type: 7 is not "7"."""
    return isinstance(message, dict) and "method" not in message and repr(message.get("id")) == repr(id)


def request(method: str, id: Any, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


class Serve:
    """A run of ``toolguard serve``. With a terminal, it can ask a person; without, stdin is empty."""

    def __init__(self, sandbox: Sandbox, terminal: bool, arguments: Sequence[str], env: dict[str, str]) -> None:
        self._log = sandbox.folder / "serve.out"
        self._log.touch()
        self._seen = self._log.stat().st_size
        self._master, slave = pty.openpty() if terminal else (-1, os.open(os.devnull, os.O_RDWR))
        if terminal:
            termios.tcsetwinsize(slave, (60, 100))
        with self._log.open("ab") as out:
            self.process = fork_server(*TOOLGUARD).start(
                ["-m", "toolguard", "serve", *arguments], env=sandbox.env | env, cwd=sandbox.folder, stdin=slave,
                stdout=slave if terminal else out.fileno(), stderr=out.fileno(), new_session=True,
            )  # fmt: skip
        os.close(slave)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        if terminal:
            self._thread.start()
        self.wait_for_text(READY)

    def _watch(self) -> None:
        with suppress(OSError), self._log.open("ab") as out:
            while data := os.read(self._master, 65536):
                out.write(data)
                out.flush()

    def screen(self) -> str:
        """Return the output since the start, or since the last text that `wait_for_text` found."""
        return self._log.read_bytes()[self._seen :].decode("utf-8", "replace")

    def everything(self) -> str:
        """Return the whole output."""
        return self._log.read_bytes().decode("utf-8", "replace")

    def wait_for_text(self, text: str, seconds: float = WAIT) -> None:
        """Wait until ``text`` is printed. Later searches begin after it."""
        eventually(lambda: text in self.screen() or self.process.poll() is not None, f"shows {text!r}", seconds)
        assert text in self.screen(), self.screen()
        self._seen += len(self.screen().partition(text)[0].encode() + text.encode())

    def port(self) -> int:
        """Return the port for HTTP clients, which ``serve`` prints at its start."""
        said = self._log.read_bytes().decode("utf-8", "replace").rpartition("http://127.0.0.1:")[2]
        return int(said.partition("/")[0])

    def types(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def press(self, key: str, then: str, at: str = "[s]kip") -> None:
        """Press a key at ``at`` until ``then`` is shown. Keys are ignored for a moment after a prompt appears."""
        self.wait_for_text(at)

        def pressed() -> bool:
            self.types(key)
            time.sleep(0.1)
            return then in self.screen()

        eventually(pressed, f"{key!r} leads to {then!r} on:\n{self.screen()}")
        self.wait_for_text(then)

    def approve(self) -> None:
        self.press("a", "Approved, once.")

    def deny(self) -> None:
        self.press("d", "Denied.")

    def peak(self) -> int:
        """Return the peak of the resident memory in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(WAIT)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(WAIT)
            except subprocess.TimeoutExpired:
                self.kill()
        if self._master >= 0:
            os.close(self._master)


class Sandbox:
    """A state folder with its processes. ``folder`` also contains the records of the peers."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.folder = folder
        self.home = folder / "s"
        self.home.mkdir(mode=0o700)
        self.received_file = folder / "heard"
        self.env = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "SHELL": "/bin/sh", "TOOLGUARD_HOME": str(self.home),
            "TEST_KEYRING": "none", "PYTHONPATH": str(RINGS), **env,
        }  # fmt: skip
        self.config: dict[str, Any] = {"version": 1, "servers": {}, "rules": [], "secrets": {}, "preferences": {}}
        self._clients: list[Client] = []
        self._serves: list[Serve] = []
        self.server("peer")

    # --- the state folder

    def server(self, name: str, *command: str, era: str = "legacy", **more: Any) -> None:
        """Add a server to the configuration: the peer, unless a command is given."""
        program, *args = command or (*ISOLATED, str(PEER), era, str(self.received_file))
        self.config["servers"][name] = {"kind": "stdio", "command": program, "args": args, **more}
        self._write()

    def allow(self, tool: str = "*", verdict: str = "allow", **more: Any) -> None:
        rule = {**ALLOW_ALL, "id": f"r{len(self.config['rules'])}", "tool": tool, "verdict": verdict, **more}
        self.config["rules"].append(rule)
        self._write()

    def keyring(self, kind: str) -> None:
        """Use a keyring class of ``backends``."""
        self.env["TEST_KEYRING"] = f"sandbox_keyring.{kind}"
        self.env["PYTHONPATH"] = os.pathsep.join((str(RINGS), str(PEER.parent / "backends")))
        self.env["SANDBOX_KEYRING"] = str(self.folder / "keyring.json")

    def configure(self, **preferences: Any) -> None:
        self.config["preferences"] |= preferences
        self._write()

    def _write(self) -> None:
        (self.home / "config.json").write_text(json.dumps(self.config))

    def toolguard(self, *args: str, input: str = "") -> subprocess.CompletedProcess[str]:
        """Run ``toolguard`` with these arguments and return the completed process."""
        argv = ["-m", "toolguard", *args]
        done = fork_server(*TOOLGUARD).run(argv, env=self.env, cwd=self.folder, input=input.encode())
        with suppress(ValueError):  # a test may have made it invalid
            self.config = json.loads((self.home / "config.json").read_text())
        return subprocess.CompletedProcess(argv, done.returncode, done.stdout.decode(), done.stderr.decode())

    # --- processes

    def serve(self, *, terminal: bool = False, accept_changes: bool = True, **env: str) -> Serve:
        """Run ``toolguard serve``; by default the configuration that the test wrote applies as it is."""
        self._serves.append(Serve(self, terminal, ("--accept-changes",) if accept_changes else (), env))
        return self._serves[-1]

    def client(self, *arguments: str, server: str = "peer", out: Path | None = None) -> Client:
        """Start a client whose entry for the server launches the stub."""
        named = ("--server", server) if server else ()
        sandbox = [*ISOLATED, connect.__file__, *named, "--client", "raw", "--no-start", *arguments]
        ours = {name: value for name, value in self.env.items() if not name.startswith(("PYTHON", "SANDBOX_", "TEST_"))}
        return self._started(sandbox, out, ours)

    def direct(self, era: str = "legacy") -> Client:
        """Start a client that is connected directly to the peer."""
        return self._started([*ISOLATED, str(PEER), era, str(self.received_file)], None, self.env)

    def _started(self, argv: list[str], out: Path | None, env: dict[str, str]) -> Client:
        self._clients.append(Client(argv, env, self.folder, out))
        return self._clients[-1]

    # --- records

    def received(self) -> list[Any]:
        """Return every message that the peers received."""
        found = self.received_file.read_bytes() if self.received_file.exists() else b""
        return [read(line) for line in found.split(b"\n") if line.strip()]

    def wait_for_received(self, method: str, count: int = 1) -> Any:
        """Wait until the peers have received ``count`` messages of a method. Return the newest."""
        return eventually(lambda: self.received_of(method)[count - 1 :], f"the server hears {method}")[-1]

    def received_of(self, method: str) -> list[Any]:
        return [message for message in self.received() if isinstance(message, dict) and message.get("method") == method]

    def pids(self) -> list[int]:
        """Return the process IDs of all started peers, running or not."""
        found = Path(f"{self.received_file}.pids")
        return [int(pid) for pid in found.read_text().split()] if found.exists() else []

    def events(self, kind: Kind | None = None) -> list[Any]:
        """Return the events of the log, oldest first."""
        if not (self.home / "log").exists():
            return []
        found: list[Any] = []
        seq = 0
        with closing(LogReader(self.home / "log")) as reader:
            while batch := reader.after(seq, 100_000):
                found += [record.event for record, _ in batch]
                seq = batch[-1][0].seq
        return [event for event in found if kind is None or isinstance(event, kind)]

    def recorded(self, kind: Kind, count: int = 1) -> Any:
        """Wait until the log has ``count`` events of a kind. Return the newest."""
        return eventually(lambda: self.events(kind)[count - 1 :], f"{kind} is recorded, {self.life_of()}")[-1]

    @staticmethod
    def until(look: Callable[[], Any]) -> None:
        eventually(look, "what the test waits for")

    def life_of(self, call: str = "") -> list[str]:
        """Return the kinds of records about one call, or about any."""
        return [type(event).__name__ for event in self.events() if event.call and call in ("", event.call)]

    def close(self) -> None:
        for client in self._clients:
            client.process.kill()
        for serve in self._serves:
            serve.close()
        for client in self._clients:
            client.close()
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def ends() -> Callable[..., None]:
    """Return a function that waits until the given processes have ended."""
    return lambda *pids: eventually(lambda: not any(map(_is_running, pids)), f"the end of {pids}")


@pytest.fixture
def nowhere_but(sandbox: Sandbox) -> Hunt:
    """Return a check that a secret is in no file of the run, no output and no process."""
    return Hunt(sandbox.folder, "keyring.json")


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        sandbox = Sandbox(Path(folder).resolve())
        yield sandbox
        sandbox.close()
