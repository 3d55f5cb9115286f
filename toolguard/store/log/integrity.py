"""What a check of the whole log found while ToolGuard runs: an alarm until a later check passes.

The finding is kept in a small file beside the log, because the check at the start looks at the newest records only.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_LONGEST = 1_000  # characters of a finding


class Integrity:
    """Lives on the core's loop. ``changed`` is called whenever ``problem`` becomes another."""

    def __init__(self, file: Path, changed: Callable[[], None]) -> None:
        self._file = file
        self._changed = changed
        self._found = ""
        with suppress(OSError):
            self._found = visible(file.read_bytes()[: _LONGEST * 4].decode("utf-8", "replace").strip())[:_LONGEST]

    @property
    def problem(self) -> str:
        """One sentence for the person; empty while the log is as it was written, as far as is known."""
        if not self._found:
            return ""
        return coded("store.log_failed_integrity_check", value=self._found)

    def report(self, found: str) -> None:
        """Take in what a check of the whole log found; empty if the log is as it was written."""
        found = visible(found)[:_LONGEST]
        if found == self._found:
            return
        self._found = found
        with suppress(OSError):  # it is shown all the same, until ToolGuard ends
            if found:
                self._file.write_text(found, encoding="utf-8")
            else:
                self._file.unlink(missing_ok=True)
        self._changed()
