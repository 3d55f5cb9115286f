"""Log of a server's stderr and of non-protocol output on stdout, with limits on memory, rate and disk."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable

from toolguard.gate.jsonrpc import LineReader, Malformed
from toolguard.gate.texts import coded

MAX_LINES = 1000
MAX_SIZE = 256 * 1024
LINES_A_SECOND = 1000
"""Lines beyond this, or beyond `BYTES_A_SECOND`, are dropped and counted, so that a flood does not slow messages."""
BYTES_A_SECOND = 256 * 1024
_MAX_LINE_SIZE = 16 * 1024  # bytes of one line
_MAX_JUNK_SIZE = 500  # bytes of a junk line that are noted
_COLOUR = re.compile(rb"\x1b\[[0-9;]*[A-Za-z]")


class StderrLog:
    """Keeps the last lines in memory and passes each to ``log``; both are redacted."""

    def __init__(
        self,
        log: Callable[[str], None],
        scrub: Callable[[bytes], bytes] = lambda data: data,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log = log
        self._scrub = scrub
        self._clock = clock
        self._kept: deque[str] = deque()
        self._size = 0
        self._lines = LineReader(_MAX_LINE_SIZE)
        self._second = -1
        self._lines_left = 0
        self._bytes_left = 0
        self._dropped = 0
        self._cut = False

    @property
    def last(self) -> list[str]:
        """Return the newest lines, oldest first."""
        return list(self._kept)

    def stderr(self, data: bytes) -> None:
        """Add bytes that were read from stderr, in pieces of any size."""
        if not self._allowed(len(data)):
            self._drop(data)
            return
        if self._cut:  # the rest of a dropped line could be part of a secret
            _, end, data = data.partition(b"\n")
            self._cut = not end
        for line, _ in self._lines.feed(data):
            self._note(line)

    def junk(self, line: bytes, why: str) -> None:
        """Log a line on stdout that is not a message."""
        if not self._allowed(_MAX_JUNK_SIZE):
            self._dropped += 1
            return
        text = self._scrub(_COLOUR.sub(b"", line))
        self._note(
            b"stdout, %s: %s%s" % (why.encode(), text[:_MAX_JUNK_SIZE], b" ..." if len(text) > _MAX_JUNK_SIZE else b"")
        )

    def say(self, text: str) -> None:
        """Log a line of ToolGuard's own."""
        self._keep(text)

    def end(self) -> None:
        """Log an unfinished last line and the number of dropped lines, at the end of the output."""
        for line, _ in self._lines.feed(b"\n"):
            self._note(line)
        self._tell_dropped()

    def _allowed(self, size: int) -> bool:
        second = int(self._clock())
        if second != self._second:
            self._second = second
            self._lines_left, self._bytes_left = LINES_A_SECOND, BYTES_A_SECOND
            self._tell_dropped()
        self._bytes_left -= size
        return self._bytes_left >= 0 and self._lines_left > 0

    def _drop(self, data: bytes) -> None:
        self._dropped += data.count(b"\n") + self._lines.partial
        self._lines = LineReader(_MAX_LINE_SIZE)
        self._cut = not data.endswith(b"\n")

    def _tell_dropped(self) -> None:
        if self._dropped:
            self._keep(coded("servers.lines_dropped_too_many", dropped=f"{self._dropped:,}"))
            self._dropped = 0

    def _note(self, line: bytes | Malformed) -> None:
        if isinstance(line, Malformed):
            self._keep(coded("servers.left_out", reason=line.reason))
        elif self._lines_left <= 0:
            self._dropped += 1
        else:
            self._lines_left -= 1
            plain = _COLOUR.sub(b"", line)  # first, because a program may colour a part of a secret
            self._keep(_printable(self._scrub(plain).decode("utf-8", "replace")))

    def _keep(self, text: str) -> None:
        self._kept.append(text)
        self._size += len(text)
        while len(self._kept) > MAX_LINES or self._size > MAX_SIZE:
            self._size -= len(self._kept.popleft())
        self._log(text)


def _printable(text: str) -> str:
    """Return ``text`` with control characters escaped, since terminals show it."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character == "\t" else f"\\x{ord(character):02x}" for character in text
    )
