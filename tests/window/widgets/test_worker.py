"""Slow looks at data: one at a time, only the newest is answered, and the interpreter is left as it was."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from typing import Any

import pytest
from PySide6.QtCore import QObject

from tests.support.waiting import until
from toolguard.app import new_loop
from toolguard.window.widgets import worker as beside_file
from toolguard.window.widgets.worker import Worker, WorkerTurn


async def test_only_the_newest_request_is_answered() -> None:
    beside, found = Worker(), list[Any]()
    beside.run(lambda _stale: "older", found.append)
    beside.run(lambda _stale: "newer", found.append)
    assert beside.is_busy
    await until(lambda: found)
    assert found == ["newer"] and not beside.is_busy


async def test_workers_with_a_shared_turn_never_overlap() -> None:
    turn, at_work, most, done = WorkerTurn(), list[int](), list[int](), list[Any]()

    def work(_stale: Any) -> None:
        at_work.append(1)
        most.append(len(at_work))
        time.sleep(0.03)
        at_work.pop()

    askers = [Worker(turn=turn) for _ in range(4)]
    for one in askers:
        one.run(work, done.append)
    await until(lambda: len(done) == 4)
    assert max(most) == 1


async def test_stale_job_is_not_started() -> None:
    turn, begun, done = WorkerTurn(), list[str](), list[Any]()
    go = threading.Event()
    first, second = Worker(turn=turn), Worker(turn=turn)
    first.run(lambda _stale: go.wait(120), done.append)
    await until(turn.lock.locked)
    second.run(lambda _stale: begun.append("stale"), done.append)
    second.forget()
    go.set()
    await until(lambda: done)
    await until(lambda: not turn.lock.locked())
    assert begun == []


async def test_failed_work_is_logged_without_a_result(caplog: pytest.LogCaptureFixture) -> None:
    result = list[None]()

    def fails(_stale: Any) -> None:
        raise ValueError("odd data")

    with caplog.at_level(logging.ERROR, "toolguard"):
        Worker().run(fails, result.append)
        await until(lambda: "odd data" in caplog.text)
    assert result == []


def test_thread_switch_interval_is_short_in_the_app() -> None:
    usual = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        new_loop().close()
        assert sys.getswitchinterval() < 0.001
    finally:
        sys.setswitchinterval(usual)


async def test_requester_may_be_destroyed_while_its_thread_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside_file, "HEAD_START", 0.0)
    found, result = list[None](), list[None]()
    for _ in range(300):
        owner = QObject()
        for _ in range(4):
            Worker(owner).run(lambda _stale: found.append(None), result.append)
        owner.deleteLater()
        await asyncio.sleep(0)
    await until(lambda: len(found) == 1200)
    await asyncio.sleep(0.05)
    assert len(result) <= 1200  # and the program is still there
