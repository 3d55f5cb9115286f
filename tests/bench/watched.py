"""The program with an observer of its window, which reports paints and stalls of the Qt thread on stdout.

Commands on stdin, one a line: ``page NAME`` shows a page. ``look NAME`` changes the appearance. ``settle N`` answers
when N calls are pending and no other is shown. ``objects`` counts the objects by type. ``start`` and ``stop`` begin and
end a measurement of the delays of a timer and of the processor time between two of its events. Times are those of
`time.perf_counter`.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import Counter
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer

from toolguard.cli.parser import main
from toolguard.window.main import MainWindow

TICK = 5
"""Interval in milliseconds of the timer whose delay is measured: while it is late, nothing is painted."""


def tell(*words: object) -> None:
    print(*words, flush=True)


class Observer(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._page: Any = window.stack.page("pending")
        self._queue = self._page.queue
        self._rows = self._wanted = 0
        self._viewport = self._page.list.viewport()
        self._viewport.installEventFilter(self)
        self._stdin = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._stdin.activated.connect(self._read_commands)
        self._settling = QTimer(self, interval=2)
        self._settling.timeout.connect(self._settle)
        self._ticks = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._ticks.timeout.connect(self._tick)
        self._late: list[float] = []
        self._due = self._collecting = self._collected = self._worked = self._busiest = 0.0
        gc.callbacks.append(self._collector)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        rows = self._queue.rowCount()
        if event.type() == QEvent.Type.Paint and rows != self._rows:
            self._rows = rows
            QTimer.singleShot(0, lambda: tell("painted", rows, time.perf_counter()))  # when this paint is over
        return False

    def _read_commands(self) -> None:
        for line in os.read(0, 4096).decode().splitlines():
            word, _, number = line.partition(" ")
            if word == "page":
                self._window.turn(number)
                tell("turned")
            elif word == "look":
                self._window.preferences.update({"appearance": number})
                tell("changed")
            elif word == "settle":
                self._wanted = int(number)
                self._settling.start()
            elif word == "start":
                self._begin()
            elif word == "objects":
                gc.collect()
                kinds = Counter(type(each).__name__ for each in gc.get_objects())
                tell("objects", *(word for kind in kinds.most_common(400) for word in kind))
            else:
                self._end()

    def _settle(self) -> None:
        if self._queue.waiting() == self._wanted:
            self._settling.stop()
            if not self._wanted:
                self._page._show("", None)  # the selected card stays after its call has ended
            self._rows = self._queue.rowCount()
            tell("settled", self._rows)

    def _begin(self) -> None:
        self._late, self._collected, self._busiest = [], 0.0, 0.0
        self._worked = time.thread_time()
        self._due = time.perf_counter() + TICK / 1000
        self._ticks.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self._late.append(max(0.0, (now - self._due) * 1000))
        self._due = now + TICK / 1000
        worked = time.thread_time()
        self._busiest, self._worked = max(self._busiest, worked - self._worked), worked

    def _end(self) -> None:
        self._ticks.stop()
        late = sorted(self._late) or [0.0]
        tell("late", late[-1], late[int(len(late) * 0.99)], self._collected * 1000, self._busiest * 1000)

    def _collector(self, phase: str, _info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collecting = now
        else:
            self._collected = max(self._collected, now - self._collecting)


class Watched(MainWindow):
    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        Observer(self)
        tell("ready")


if __name__ == "__main__":
    sys.modules[MainWindow.__module__].MainWindow = Watched  # type: ignore[attr-defined]
    sys.exit(main([]))
