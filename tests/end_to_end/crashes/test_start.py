"""The program with its window, opened by a stub, by a person, and after a crash: what clients see meanwhile."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import ISOLATED, Client, Sandbox, eventually
from tests.support.config_acceptance import accept_config_in_process
from toolguard.clients.local.control_client import ask_app
from toolguard.clients.stub import connect
from toolguard.gate.model import CallDecided, CallHeld, SessionStarted
from toolguard.store.lock import StateLock


class Desktop:
    """A sandbox with an offscreen window, whose configuration a person has accepted."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        sandbox.env |= {"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0", "XDG_RUNTIME_DIR": str(sandbox.folder)}
        self._pids: list[int] = []
        self._started: list[subprocess.Popen[bytes]] = []
        self._clients: list[Client] = []
        self._display = ""
        accept_config_in_process(sandbox.env)

    def client(self, *entry: str) -> Client:
        """A client whose entry opens the program when it does not run."""
        stub = [*ISOLATED, connect.__file__, "--client", "raw", *(entry or ("--server", "peer"))]
        there = {"DISPLAY": self._screen(), "QT_QPA_PLATFORM": "xcb"}  # a client may not choose "offscreen"
        self._clients.append(self.sandbox._started(stub, None, self.sandbox.env | there))
        return self._clients[-1]

    def _screen(self) -> str:
        """The display of an X server of our own."""
        if not self._display:
            if shutil.which("Xvfb") is None:
                pytest.skip("needs the package xvfb")
            told, tells = os.pipe()
            argv = ("Xvfb", "-displayfd", str(tells), "-screen", "0", "1280x800x24", "-nolisten", "tcp")
            quiet = subprocess.DEVNULL
            self._started.append(subprocess.Popen(argv, pass_fds=(tells,), stdout=quiet, stderr=quiet))
            os.close(tells)
            with os.fdopen(told) as answer:
                self._display = f":{int(answer.readline())}"
        return self._display

    def pid(self, other_than: int = 0) -> int:
        """The program that runs now."""

        def runs() -> int:
            found = StateLock(self.sandbox.home / "run").holder()
            return found.pid if found.kind == "app" and found.pid != other_than else 0

        pid = int(eventually(runs, "the program has the lock"))
        self._pids.append(pid)
        return pid

    def start(self, *arguments: str, stdin: bytes = b"", **env: str) -> subprocess.Popen[bytes]:
        """``toolguard`` with these arguments; `said` has what it writes to stderr."""
        given = self.sandbox.folder / f"stdin-{len(self._started)}"
        given.write_bytes(stdin)
        with given.open("rb") as source, self._errors(len(self._started)).open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "toolguard", *arguments], env=self.sandbox.env | env, cwd=self.sandbox.folder,
                stdin=source, stdout=subprocess.DEVNULL, stderr=errors,
            )  # fmt: skip
        self._started.append(process)
        return process

    def _errors(self, number: int) -> Path:
        return self.sandbox.folder / f"stderr-{number}"

    def stderr_of(self, process: subprocess.Popen[bytes]) -> str:
        return self._errors(self._started.index(process)).read_text()

    def close(self) -> None:
        for client in self._clients:  # first: a stub would open the program again
            client.process.kill()
        for pid in self._pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in reversed(self._started):
            process.kill()
            process.wait()


@pytest.fixture
def desktop(sandbox: Sandbox) -> Iterator[Desktop]:
    one = Desktop(sandbox)
    yield one
    one.close()


def result_text(answer: Any) -> str:
    return str(answer["result"]["content"][0]["text"])


def test_call_at_a_cold_start_is_pending(desktop: Desktop) -> None:
    """Defect 3"""
    client = desktop.client()
    client.initialize()
    client.call(1, "say")
    desktop.pid()
    desktop.sandbox.recorded(CallHeld)
    client.ask("ping", "marker")
    assert not desktop.sandbox.events(CallDecided)


def test_retried_call_after_a_crash_is_pending(desktop: Desktop) -> None:
    """Defect 3: "Ask again", it said, and refused it for good when the model did."""
    client = desktop.client()
    client.initialize()
    first = desktop.pid()
    client.call(1, "say")
    desktop.sandbox.recorded(CallHeld)
    os.kill(first, signal.SIGKILL)
    assert "Call the tool again" in result_text(client.answer(1, 30))
    client.call(2, "say")
    desktop.pid(first)
    desktop.sandbox.recorded(CallHeld, 2)
    client.ask("ping", "marker")
    assert not desktop.sandbox.events(CallDecided)


def test_second_start_during_the_first_raises_its_window(desktop: Desktop) -> None:
    """It said that another ToolGuard is just starting or ending."""
    first = desktop.start("--background")
    assert desktop.pid() == first.pid
    second = desktop.start()
    assert second.wait(120) == 0, desktop.stderr_of(second)
    assert first.poll() is None
    assert desktop.stderr_of(second) == ""


def test_start_continues_after_a_command_releases_the_lock(desktop: Desktop) -> None:
    """The start-up hang: the program hung for ever, and held the lock that kept every later start from running."""
    sandbox = desktop.sandbox
    sandbox.keyring("Stuck")
    sandbox.configure(keyring_timeout=4)
    accept_config_in_process(sandbox.env)
    stuck = sandbox.folder / "keyring.json.stuck"
    stuck.touch()
    setting = desktop.start("secret", "set", "T", stdin=b"value")
    eventually(
        lambda: StateLock(sandbox.home / "run").holder().program == "toolguard secret set", "the command has the lock"
    )
    app = desktop.start("--background")
    eventually(
        lambda: "toolguard: waiting for toolguard secret set (process " in desktop.stderr_of(app),
        "it says why it waits",
    )
    assert setting.wait(120) == 1
    desktop.pid()
    eventually(lambda: (sandbox.home / "run" / "app.sock").exists(), "it listens")
    status = ask_app(sandbox.home, "status", {})
    assert status is not None and "no server and no rule is available" in " ".join(status["value"]["trouble"]), status
    assert desktop.start().wait(120) == 0
    stuck.unlink()
    sandbox.client().initialize()


def test_command_during_a_start_is_sent_to_the_app(desktop: Desktop) -> None:
    desktop.start("--background")
    desktop.pid()
    done = desktop.sandbox.toolguard("server", "disable", "peer")
    assert done.returncode == 0, done.stderr
    reply = ask_app(desktop.sandbox.home, "server.show", {"name": "peer"})
    assert reply is not None and reply["ok"]


def test_failed_window_denies_pending_calls_with_the_reason(desktop: Desktop) -> None:
    """Defect 3: nobody can be asked, and that is certain now."""
    app = desktop.start("--background", QT_QPA_PLATFORM="nothing-of-the-kind")
    desktop.pid()
    client = desktop.sandbox.client()
    eventually(lambda: (desktop.sandbox.home / "run" / "app.sock").exists(), "it listens")
    begun = client.ask("initialize", "i", {"protocolVersion": "2025-11-25", "capabilities": {}})
    if "result" in begun:  # else the window had failed before: the stub says that the program was closed
        client.call(1, "say")
        answer = client.answer(1)
        assert app.wait(120) == 1
        if "result" in answer:
            assert "its window could not be opened" in result_text(answer) or "closing" in result_text(answer)
        assert desktop.sandbox.events(SessionStarted)
    assert app.wait(120) == 1
    assert "ToolGuard ends: its window could not be opened" in desktop.stderr_of(app)
    assert StateLock(desktop.sandbox.home / "run").acquire()


def test_stub_reports_why_the_app_ended(desktop: Desktop) -> None:
    (desktop.sandbox.home / "run" / "app.sock").mkdir(parents=True)  # nothing can listen there
    (desktop.sandbox.home / "run").chmod(0o700)
    answer = desktop.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert "ToolGuard was started but stopped immediately: ToolGuard cannot start: " in answer["error"]["message"]
    assert str(desktop.sandbox.home / "run" / "app.sock") in answer["error"]["message"]


# --- a server that nobody has accepted yet


def new_server(sandbox: Sandbox) -> tuple[str, ...]:
    peer = sandbox.config["servers"].pop("peer")
    sandbox.configure()
    return "--", peer["command"], *peer["args"]


def test_client_is_notified_of_tools_after_its_server_is_accepted(sandbox: Sandbox) -> None:
    """C11: ``initialize`` waited for the person."""
    command = new_server(sandbox)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(*command, server="")
    info = {"name": "codex-mcp-client", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
    shaken = client.ask("initialize", 1, hello)["result"]
    assert shaken["serverInfo"]["name"] == "toolguard"
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert client.ask("tools/list", 2)["result"] == {"tools": []}
    assert sandbox.pids() == []
    serve.press("a", "Approved.")
    assert client.receive() == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    assert client.ask("tools/list", 3)["result"]["tools"]
    assert sandbox.received_of("initialize")[0]["params"] == hello


def test_client_of_a_declined_command_line_has_no_tools(sandbox: Sandbox) -> None:
    """C11"""
    command = new_server(sandbox)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(*command, server="")
    client.initialize()
    client.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    serve.press("d", "Denied.")
    assert client.answer(2)["result"] == {"tools": []}
    assert "was not accepted" in client.ask("resources/read", 3, {"uri": "a:b"})["error"]["message"]
    assert sandbox.pids() == []


def test_client_of_a_pending_server_proposal_survives_a_crash(sandbox: Sandbox) -> None:
    """C11"""
    command = new_server(sandbox)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(*command, server="")
    client.initialize()
    serve.wait_for_text(shlex.join(command[1:3]).split()[0])
    serve.kill()
    again = sandbox.serve(terminal=True)
    client.ask("ping", "on we go")
    client.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    again.press("a", "Approved.")
    assert client.answer(2)["result"]["tools"]
    assert len(sandbox.received_of("initialize")) == 1
