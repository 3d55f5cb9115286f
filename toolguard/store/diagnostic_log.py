"""Files for messages about ToolGuard and its servers, which people read to find a fault."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_MAX_SIZE = 2**20

Scrub = Callable[[bytes], bytes]
"""Returns a text without secrets."""


class DiagnosticLog(logging.handlers.RotatingFileHandler):
    """A log file of at most 1 MB, and the one before it."""

    def __init__(self, path: Path, layout: str, *, delay: bool = False) -> None:
        """``layout`` is a format of `logging.Formatter`. Raises OSError.

        With ``delay``, the first line opens the file, and an error is reported on stderr.
        """
        super().__init__(
            path, maxBytes=_MAX_SIZE, backupCount=1, encoding="utf-8", errors="backslashreplace", delay=delay
        )
        self.setFormatter(logging.Formatter(layout))
        self._scrub: Scrub = lambda data: data

    def redact(self, scrub: Scrub) -> None:
        """Write messages and tracebacks without secrets from now on; any thread may call ``scrub``."""
        self._scrub = scrub

    def format(self, record: logging.LogRecord) -> str:
        return self._scrub(super().format(record).encode("utf-8", "backslashreplace")).decode("utf-8", "replace")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - as in `logging`
        """Report on stderr that a record was not written. `logging` prints the record, which can contain secrets."""
        problem = sys.exc_info()[1]
        reason = problem.strerror if isinstance(problem, OSError) else type(problem).__name__
        with suppress(AttributeError, OSError):  # without stderr, or with a closed one
            sys.stderr.write(f"toolguard: cannot write {self.baseFilename}: {reason}\n")

    def _open(self) -> io.TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=_open_nonblocking)


def _open_nonblocking(path: str, flags: int) -> int:
    """Open a file; never wait for the other end of a pipe that lies in its place."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)
