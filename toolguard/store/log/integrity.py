"""Integrity alarm: the finding of a check of the whole log, stored until a later check passes.

It is in a small file beside the log, because the check at the start covers only the newest records.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.store import atomic_write, regular_file

_MAX_FINDING_LENGTH = 1_000


class Integrity:
    """The current finding. Lives on the core's loop. ``changed`` is called when ``problem`` changes."""

    def __init__(self, file: Path, changed: Callable[[], None]) -> None:
        self._file = file
        self._changed = changed
        self._found = ""
        with suppress(OSError), regular_file.open_file(file) as stored:
            text = stored.read(_MAX_FINDING_LENGTH * 4).decode("utf-8", "replace")
            self._found = visible(text.strip())[:_MAX_FINDING_LENGTH]

    @property
    def problem(self) -> str:
        """One sentence for the person; empty if the log is unchanged as far as is known."""
        if not self._found:
            return ""
        return coded("store.log_failed_integrity_check", value=self._found.removesuffix("."))

    def report(self, finding: str) -> None:
        """Store the result of a check of the whole log; empty if it is unchanged."""
        finding = visible(finding)[:_MAX_FINDING_LENGTH]
        if finding == self._found:
            return
        self._found = finding
        with suppress(OSError):  # shown anyway, until ToolGuard ends
            if finding:
                atomic_write.replace(self._file, finding.encode())
            else:
                self._file.unlink(missing_ok=True)
        self._changed()
