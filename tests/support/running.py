"""A harness for settings and log: one run of ToolGuard without sessions, and edits of its files by other programs."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager, closing, suppress

from keyring.errors import KeyringLocked

from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.services_harness import Ring
from tests.support.waiting import until
from toolguard.gate.api import GateApi
from toolguard.gate.context import GateContext
from toolguard.gate.model import Call, ClientInfo, ConfigChanged
from toolguard.services.rules.service import from_config
from toolguard.services.runtime.config_watch import ConfigWatch
from toolguard.services.runtime.startup_trust import StartupTrust
from toolguard.store.clock import SteadyClock
from toolguard.store.config.config import Config
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.store.log.audit_log import AuditLog, LogReader

SERVERS = {"git": {"kind": "stdio", "command": "git-mcp"}}
LOOSE = {"id": "loose", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}
OURS = {**LOOSE, "id": "ours", "tool": "status"}
CALL = Call(
    id="c1", session="s", claim="", client=ClientInfo(id="desk"), server="git", tool="status", since=0.0, era="legacy",
    message={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "status"}},
)  # fmt: skip


class Locked(Ring):
    """A locked keyring of a kind that prompts on use and does not report whether it is unlocked."""

    __module__ = "keyring.backends.libsecret"

    def __init__(self, kept) -> None:
        super().__init__()
        self.kept = kept
        self.open = False
        self.questions = 0

    def get_password(self, service, username):
        if not self.open:
            self.questions += 1
            raise KeyringLocked("locked")
        return super().get_password(service, username)


Locked.__name__ = Ring.__name__  # the same name as the unlocked keyring


class Run:
    """The parts of one run of ToolGuard that handle settings and log."""

    def __init__(self, home, ring, *, vouched=False, asks=True, wall=time.time, file_only=False):
        self.home = home
        clock = SteadyClock(wall=wall)
        self.log = AuditLog(home / "log", now=wall, clock=clock)
        self.gate = GateContext(
            self.log, servers=FakeServers(), leaks=None, clock=clock, trusts_log=lambda: not self.startup_trust.problem
        )
        self.gate.availability.ready(lambda: asks)
        self.guard = GateApi(self.gate, keep=lambda rule: None, trouble=lambda: (), presence=presence_off())
        self.keychain = Keychain(timeout=2, choose=lambda: ring)
        chain = None if file_only else self.keychain
        self.startup_trust = StartupTrust(home, self.log, chain, self.guard, clock, windowless=vouched)
        self.config = Config(home / "config.json")
        self.edits = ConfigWatch(self.config, self.guard, self.startup_trust, put=lambda _: None, vouched=vouched)

    @property
    def rules(self):
        return {rule.id for rule in self.gate.rules}

    def titles(self):
        return [one.title for one in self.guard.snapshot().proposals]

    async def question(self, kind):
        return await until(lambda: next((one for one in self.guard.snapshot().proposals if one.kind == kind), None))

    async def answer(self, kind):
        await self.guard.accept((await self.question(kind)).id)

    async def sealed(self):
        """Wait until the settings in force are sealed and the keyring has the seal's state."""
        await until(
            lambda: self.edits.to_seal() is None and not self.startup_trust.stale and not self.startup_trust._unnoted
        )


@asynccontextmanager
async def run(home, ring=None, *, killed=False, **more):
    """Run ToolGuard for a block. ``killed``: it ends as by ``kill -9``, with its files as they are then."""
    app = Run(home, ring, **more)
    app.log.open()
    await app.startup_trust.look()
    app.edits.begin()
    app.guard.apply_saved_rules(from_config(app.config), by="start")
    tasks = [asyncio.create_task(coroutine) for coroutine in (app.edits.watch(), app.startup_trust.run())]
    await asyncio.sleep(0)
    yield app
    if killed:
        await app.log.durable()
        app.log._signer.end()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if not killed:
        with suppress(KeychainError):
            await app.startup_trust.finish(app.edits.to_seal())
    app.log.close()
    if not killed:
        with suppress(KeychainError):
            await app.startup_trust.keep_up()
    app.keychain.close()


def write(home, **sections):
    path = home / "config.json"
    state = json.loads(path.read_text()) if path.exists() else {"version": 1}
    path.write_text(json.dumps(state | sections))


async def accepted(home, ring, *, killed=False, **sections):
    """Accept settings with one rule, and write some records."""
    write(home, servers=SERVERS, rules=[OURS], **sections)
    async with run(home, ring, killed=killed) as app:
        await app.answer("settings")
        await until(lambda: app.rules == {"ours"})
        for number in range(5):
            app.log.write(ConfigChanged(what=str(number), by="person"))
        await app.sealed()
        await app.log.durable()


def verdict(app):
    return app.gate.ruling(CALL, None, app.gate.clock()).verdict


def append(home, *events):
    """Append valid records, as another program could, without updating ``log-head``."""

    async def go():
        log = AuditLog(home / "log")
        log.open()
        for event in events:
            log.write(event)
        await log.durable()
        log.close()

    head = home / "log-head"
    before = head.read_bytes() if head.exists() else None
    asyncio.run(go())
    if before is not None:
        head.write_bytes(before)


def in_thread(function, *arguments):
    return asyncio.to_thread(function, *arguments)


def verify(home, proof):
    with closing(LogReader(home / "log")) as reader:
        return reader.verify(proof=proof)


def records(home):
    with closing(LogReader(home / "log")) as reader:
        return [record.event for record, _ in reader.after(0, 10_000)]
