"""Cycles with Qt objects are collected on the Qt thread, whoever allocates."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication

from tests.support.waiting import until
from toolguard.window.widgets.garbage_collection import (
    CHECK_INTERVAL_MS,
    IDLE_CHECK_INTERVAL_MS,
    GarbageCollector,
    collect_due,
)


class InCycle:
    """Garbage that only a collection finds, with something to end."""

    def __init__(self, ended: list[Any]) -> None:
        self.itself = self
        weakref.finalize(self, lambda: ended.append(threading.current_thread()))


def allocate() -> None:
    """More than any threshold, as the thread of the core does."""
    kept: list[Any] = [[] for _ in range(20_000)]
    del kept


async def test_garbage_of_other_threads_is_collected_on_the_qt_thread(qapp: QApplication) -> None:
    assert QThread.currentThread() is qapp.thread()
    owner, ended = QObject(), list[Any]()
    GarbageCollector(owner)
    gc.collect()
    InCycle(ended)
    worker = threading.Thread(target=allocate)
    worker.start()
    worker.join()
    assert ended == [] and not gc.isenabled()
    growing: list[Any] = []

    def is_ended() -> bool:
        growing.append([[] for _ in range(1_000)])
        return bool(ended)

    await until(is_ended)
    assert ended == [threading.main_thread()]
    owner.deleteLater()


def test_garbage_is_not_collected_before_it_is_due() -> None:
    gc.collect()
    ended: list[Any] = []
    InCycle(ended)
    collect_due()
    assert ended == []
    gc.collect()
    assert ended == [threading.main_thread()]


async def test_idle_program_is_checked_less_often(qapp: QApplication) -> None:
    owner = QObject()
    timer = GarbageCollector(owner).findChild(QTimer)
    assert isinstance(timer, QTimer) and timer.interval() == CHECK_INTERVAL_MS
    await until(lambda: timer.interval() == IDLE_CHECK_INTERVAL_MS)
    growing: list[Any] = []

    def is_checked_often() -> bool:
        growing.append([[] for _ in range(1_000)])
        return timer.interval() == CHECK_INTERVAL_MS

    await until(is_checked_often)
    owner.deleteLater()
