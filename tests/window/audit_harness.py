"""The page Audit over a log of its own: a log that is written and indexed as the program does it, and its window."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, name_of, opened, visible
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog, LogProof
from toolguard.store.log.index.log_index import IndexThread, follow
from toolguard.window.log_view.call_model import HEADERS
from toolguard.window.log_view.log_access import LogAccess

HASH = "ab" * 32


class SampleLog:
    """A log that is written and indexed as the program does it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = 1_760_000_000.0
        self.log = AuditLog(path, now=lambda: self.now)
        self.log.open()
        self.indexer = IndexThread(path, follow(path))
        self.indexer.start()
        self.count = 0
        self.vouched: LogProof | None = None

    @property
    def noted(self) -> tuple[int, bytes]:
        return self.log.anchor()

    def proof(self) -> LogProof | None:
        return self.vouched

    async def call(self, tool: str = "write_file", **more: Any) -> str:
        """One call from its arrival to its end; ``end`` is ``result``, ``deny``, ``withdrawn`` or ``held``."""
        self.count += 1
        self.now += 10
        end, arguments = more.pop("end", "result"), more.pop("arguments", {"path": f"/tmp/{self.count}"})
        edited, by = more.pop("edited", None), more.pop("by", "person")
        who = {
            "call": f"call{self.count:05}",
            "session": "s",
            "client": "Claude",
            "server": "files",
            "tool": tool,
            **more,
        }
        asked = model.CallHeld(**who, request="1", arguments=json.dumps(arguments), digest=HASH, era="legacy")
        self.log.write(asked)
        if end in ("result", "deny"):
            verdict = "deny" if end == "deny" else "allow"
            edits = {"arguments": json.dumps(edited), "digest": HASH, "edited": True} if edited else {}
            why = "no" if end == "deny" else ""
            self.log.write(model.CallDecided(**who, verdict=verdict, by=by, reason=why, waited=2.0, **edits))
        if end == "result":
            self.log.write(model.CallForwarded(**who, digest=HASH))
            preview = '{"content":[{"type":"text","text":"written\u200b"}]}'
            self.log.write(
                model.CallCompleted(**who, outcome="result", size=9, digest=HASH, took=0.25, preview=preview)
            )
        if end == "withdrawn":
            self.log.write(model.CallWithdrawn(**who, reason="the client cancelled"))
        await self.log.committed()
        return who["call"]

    async def indexed(self, reading: LogAccess) -> None:
        """Wait until everything is in the index."""
        self.indexer.poke()
        for _ in range(1000):
            if await reading.indexed() >= self.log.recorded:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the index does not follow")

    def close(self) -> None:
        self.indexer.stop()
        self.log.close()


class AuditHarness(WindowHarness):
    sample_log: SampleLog
    reading: LogAccess

    async def fresh(self, **members: Any) -> None:
        """Let the page see all that is in the log."""
        await self.sample_log.indexed(self.reading)
        await self.show(recorded=self.sample_log.log.recorded, **members)
        self.window.turn("audit")

    async def quiet(self) -> None:
        """Wait until the page asks nothing any more."""
        await until(lambda: not self.window.context.core_link._tasks and not self.audit._news.isActive())

    def names(self) -> list[str]:
        """What all visible things are called."""
        return [name_of(each) for each in visible(self.window)]

    def cells(self) -> list[list[str]]:
        rows = self.audit.rows
        return [[rows.index(row, column).data() for column in range(len(HEADERS))] for row in range(rows.rowCount())]

    async def filled(self, count: int) -> list[list[str]]:
        """The rows, when there are ``count`` of them and all are read."""
        rows = self.audit.rows
        await until(lambda: rows.rowCount() == count and all(rows.index(row, 0).data() for row in range(count)))
        return self.cells()


@asynccontextmanager
async def shelved(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    """A window over a log of its own."""
    sample_log = SampleLog(tmp_path / "log")
    reading = LogAccess(
        sample_log.path, follow(sample_log.path), sample_log, indexer=sample_log.indexer.poke
    )  # fmt: skip
    async with opened(tmp_path, reading=reading) as harness:
        harness.__class__ = AuditHarness
        assert isinstance(harness, AuditHarness)
        harness.sample_log, harness.reading = sample_log, reading
        yield harness
    reading.close()
    sample_log.close()
