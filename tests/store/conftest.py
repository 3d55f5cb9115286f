"""What the tests of the store share: a keyring in memory, a log with calls in it, a way to run a program."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

import toolguard
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog, LogReader


class Memory(KeyringBackend):
    """A keyring that forgets. ``gate`` closed makes it hang, ``fault`` makes it fail."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}
        self.gate = threading.Event()
        self.gate.set()
        self.fault: Exception | None = None
        self.fail_at = -1
        self.writes = 0

    def _pass(self) -> None:
        self.gate.wait(120)
        if self.fault:
            raise self.fault

    def get_password(self, service: str, username: str) -> str | None:
        self._pass()
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._pass()
        self.writes += 1
        if self.writes == self.fail_at:
            raise OSError("gone")
        if len(password.encode("utf-16-le")) > 2560:
            raise ValueError("the stub received bad data")
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._pass()
        if self.entries.pop((service, username), None) is None:
            raise PasswordDeleteError("no such password")


@pytest.fixture
def memory() -> Memory:
    return Memory()


class Names:
    """Makes the events of calls, so that a test says only what it is about."""

    def __init__(self, session: str = "s1", client: str = "claude", server: str = "git", tool: str = "status") -> None:
        self.session, self.client, self.server, self.tool = session, client, server, tool

    def _of(self, call: str) -> dict[str, str]:
        return {
            "session": self.session,
            "call": call,
            "client": self.client,
            "server": self.server,
            "tool": self.tool,
        }

    def joined(self) -> model.SessionStarted:
        return model.SessionStarted(session=self.session, client=self.client, server=self.server)

    def handshake(self) -> model.HandshakeCompleted:
        return model.HandshakeCompleted(
            session=self.session, client=self.client, server=self.server, claim="x", initialize="{}"
        )

    def left(self) -> model.SessionEnded:
        return model.SessionEnded(session=self.session, client=self.client, server=self.server, reason="closed")

    def asked(self, call: str, arguments: str = "{}", request: str = "7") -> model.CallHeld:
        return model.CallHeld(**self._of(call), request=request, arguments=arguments, digest="d", era="modern")

    def allowed(self, call: str, by: str = "person", arguments: str = "") -> model.CallDecided:
        return model.CallDecided(**self._of(call), verdict="allow", by=by, request="8", arguments=arguments, waited=1.5)

    def denied(self, call: str, reason: str = "no") -> model.CallDecided:
        return model.CallDecided(**self._of(call), verdict="deny", by="person", reason=reason)

    def forwarded(self, call: str) -> model.CallForwarded:
        return model.CallForwarded(**self._of(call), digest="d")

    def returned(self, call: str, preview: str = "", outcome: model.Outcome = "result") -> model.CallCompleted:
        return model.CallCompleted(**self._of(call), outcome=outcome, size=1, digest="d", took=0.25, preview=preview)

    def withdrawn(self, call: str) -> model.CallWithdrawn:
        return model.CallWithdrawn(**self._of(call), reason="gave up")

    def cancelled(self, call: str) -> model.CallCancelled:
        return model.CallCancelled(**self._of(call), by="client")

    def lost(self, call: str) -> model.CallOutcomeUnknown:
        return model.CallOutcomeUnknown(**self._of(call), reason="server died")


@pytest.fixture
def names() -> Names:
    return Names()


@pytest.fixture
def named() -> type[Names]:
    return Names


@pytest.fixture
def fill() -> Callable[..., object]:
    """Writes events into a log that is closed afterwards."""

    async def write(path: Path, *events: model.Event) -> AuditLog:
        log = AuditLog(path)
        log.open()
        for event in events:
            log.write(event)
        log.close()
        return log

    return write


@pytest.fixture
def program() -> Callable[..., subprocess.Popen[str]]:
    """Starts Python with a program text; ToolGuard can be imported in it."""

    def start(text: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        root = Path(toolguard.__file__).parents[1]
        environment = {**os.environ, "PYTHONPATH": str(root), **environment}
        return subprocess.Popen(
            [sys.executable, "-c", text, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
        )  # fmt: skip

    return start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
async def log(path: Path) -> AsyncIterator[AuditLog]:
    log = AuditLog(path)
    log.open()
    yield log
    log.close()


@pytest.fixture
def reader(path: Path, log: AuditLog) -> Iterator[LogReader]:
    reader = LogReader(path)
    yield reader
    reader.close()
