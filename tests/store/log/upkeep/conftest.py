"""A signed log of small segments, and the upkeep of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.checkpoints import CheckpointKey, PublicKey
from toolguard.store.log.upkeep.log_upkeep import LogUpkeep, UpkeepContext

KEY = bytes(range(32))
SEGMENT = 1500
SECRET = "hunter2-Ünïcode"


class Kept:
    """A log with its upkeep, and what the rest of the core would say."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.live: list[str] = []
        self.needed = 1 << 60
        self.index_removed = 0
        self.now = 0.0
        self.begin()

    def begin(self) -> None:
        """Open the log, as after a start."""
        self.log = AuditLog(self.path, segment=SEGMENT)
        self.log.open()
        self.log.sign_with(KEY)
        context = UpkeepContext(
            live_sessions=lambda: self.live, needed_from=lambda: self.needed, without_index=self._without_index
        )
        self.upkeep = LogUpkeep(self.log, self.path, context, prefix="toolguard", now=lambda: self.now)

    @asynccontextmanager
    async def _without_index(self) -> AsyncIterator[None]:
        self.index_removed += 1
        yield

    async def write(self, count: int = 30, detail: str = "") -> None:
        for number in range(count):
            self.log.write(model.ConfigChanged(what=f"change {number}", by="person", detail=detail))
            await self.log.committed()

    @property
    def public(self) -> PublicKey:
        from toolguard.store.config.seals import place_of

        return CheckpointKey(KEY, place_of(self.path.parent)).public

    def names(self) -> list[str]:
        return sorted(one.name for one in self.path.iterdir() if one.name[0].isdigit())


@pytest.fixture
async def kept(path: Path) -> AsyncIterator[Kept]:
    kept = Kept(path)
    await kept.write()
    yield kept
    kept.log.close()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Makes a call of the system fail the so-maniest time, as if the program was killed there."""

    def fail(name: str, at: int = 1) -> None:
        real, count = getattr(Path, name), [0]

        def broken(self: Path, *arguments: object, **named: object) -> object:
            count[0] += 1
            if count[0] == at:
                raise KeyboardInterrupt
            return real(self, *arguments, **named)

        monkeypatch.setattr(Path, name, broken)

    return fail
