"""A progress line on stderr for slow work, on a terminal only; removed when the work is done."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from types import TracebackType

DELAY = 0.5
"""Seconds until the line appears, and between updates."""
_shown: list[Progress] = []


class Progress:
    """Shows ``text`` while its block runs; `update` changes it. Prints nothing if stderr is piped."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._is_on_screen = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            _shown.append(self)
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            _shown.remove(self)
            self.wipe()

    def update(self, text: str) -> None:
        """Change the text; may be called often."""
        self._text = text

    def wipe(self) -> None:
        """Clear the line so that something else can be printed; it is shown again."""
        with self._lock:
            if self._is_on_screen:
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()
                self._is_on_screen = False

    def _run(self) -> None:
        while not self._ended.wait(DELAY):
            with self._lock:
                room = shutil.get_terminal_size().columns - 1  # a wrapped line could not be cleared
                sys.stderr.write(f"\r\033[K{self._text[:room]}")
                sys.stderr.flush()
                self._is_on_screen = True


def wipe_progress() -> None:
    """Clear the progress lines that are shown now."""
    for progress in _shown:
        progress.wipe()
