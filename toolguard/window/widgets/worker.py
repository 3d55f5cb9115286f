"""Slow computations in a thread beside the Qt thread. Only the newest request is answered.

Workers that share a `WorkerTurn` run one after the other: several at once would take the interpreter from the Qt thread
for the sum of their longest steps.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

_log = logging.getLogger(__name__)
HEAD_START = 0.05
"""Seconds that the Qt thread has for itself first, to paint: the work then takes the interpreter from it."""
Stale = Callable[[], bool]
"""Returns whether nobody waits for the result any more. Long work calls it from time to time."""


class WorkerTurn:
    """Shared by several workers so that only one of their requests runs at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class _ThreadBridge(QObject):
    """Delivers results of threads to the Qt thread. It lives as long as the program.

    The receiver may be destroyed at any time, also while a thread delivers its result: a signal of its own would then
    crash.
    """

    result_ready = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.result_ready.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def send(self, receive: Callable[[Any], None], result: Any) -> None:
        """Call ``receive`` with ``result`` on the Qt thread; from any thread."""
        self.result_ready.emit(receive, result)

    def _deliver(self, receive: Callable[[Any], None], result: Any) -> None:
        receive(result)


def _post() -> _ThreadBridge:
    app = QCoreApplication.instance()
    assert app is not None  # noqa: S101 - there is no window without it
    return app.findChild(_ThreadBridge) or _ThreadBridge(app)


class Worker(QObject):
    """Runs one request at a time; a newer one makes the older one stale."""

    def __init__(self, parent: QObject | None = None, turn: WorkerTurn | None = None) -> None:
        super().__init__(parent)
        self._turn = turn or WorkerTurn()
        self._number = 0
        self._on_result: Callable[[Any], None] | None = None
        self._post = _post()

    def run(self, work: Callable[[Stale], Any], then: Callable[[Any], None]) -> None:
        """Run ``work`` in a thread and pass its result to ``then`` on this thread, unless a newer request follows."""
        self._number += 1
        self._on_result = then
        number = self._number
        threading.Thread(target=self._work, args=(number, work), daemon=True, name="toolguard-beside").start()

    def forget(self) -> None:
        """Drop the request: nobody waits for its result any more."""
        self._number += 1
        self._on_result = None

    @property
    def is_busy(self) -> bool:
        """Whether a result is still expected."""
        return self._on_result is not None

    def _work(self, number: int, work: Callable[[Stale], Any]) -> None:
        time.sleep(HEAD_START)
        try:
            with self._turn.lock:
                if number != self._number:
                    return
                result = work(lambda: number != self._number)
        except Exception:  # noqa: BLE001 - ours, logged: whoever asked goes on without an answer
            _log.exception("a look at data failed")
            return
        if number == self._number:
            self._post.send(partial(self._deliver, number), result)

    def _deliver(self, number: int, result: Any) -> None:
        then = self._on_result
        if number == self._number and then is not None and shiboken6.isValid(self):
            self._on_result = None
            then(result)
