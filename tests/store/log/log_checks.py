"""What tests of the log ask of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from toolguard.gate import model
from toolguard.store.log import chain
from toolguard.store.log.audit_log import AuditLog, LogReader


def five(names: Any) -> list[model.Event]:
    return [names.joined(), names.asked("c1"), names.allowed("c1"), names.forwarded("c1"), names.returned("c1")]


def verified(path: Path, anchor: chain.Link | None = None) -> chain.VerificationReport:
    reader = LogReader(path)
    try:
        return reader.verify(anchor)
    finally:
        reader.close()


async def refused(log: AuditLog, event: model.Event) -> str:
    try:
        log.write(event)
        await log.committed()
    except model.LogWriteError as problem:
        return str(problem)
    return ""
