"""The keyboard of a Windows console, with a stand-in for the system's module."""

from __future__ import annotations

import asyncio
import sys
from collections import deque

import pytest

from tests.support.waiting import WAIT
from toolguard.terminal import console


class WindowsConsole:
    """Stands for ``msvcrt``: `typed` are the keys that were not read yet, a character or a special key's two."""

    def __init__(self) -> None:
        self.typed: deque[str] = deque()
        self.pushed = ""
        self.shown = ""

    def kbhit(self) -> bool:
        return bool(self.typed)

    def getwch(self) -> str:
        if self.pushed:
            letter, self.pushed = self.pushed, ""
        else:
            letter, self.pushed = (*self.typed.popleft(), "")[:2]
        return letter

    def ungetwch(self, letter: str) -> None:
        if self.pushed:
            raise OSError(0, "one is enough")
        self.pushed = letter

    def putwch(self, letter: str) -> None:
        self.shown += letter


@pytest.fixture
def windows_console(monkeypatch):
    """The console of Windows, which the program takes for its system."""
    keys = WindowsConsole()
    monkeypatch.setitem(sys.modules, "msvcrt", keys)
    monkeypatch.setattr(sys, "platform", "win32")
    yield keys
    sys.modules.pop("toolguard.terminal.windows_keyboard", None)


async def test_windows_console_is_in_the_foreground_and_reads_keys_and_lines(windows_console):
    received = asyncio.Queue()
    keyboard = console.open_keyboard(0, received.put_nowait, lambda: None)
    try:
        assert keyboard.is_in_foreground
        async with asyncio.timeout(WAIT):
            windows_console.typed.extend("a")
            assert await received.get() == b"a"
            windows_console.typed.extend(("\0A", "àS", "b"))  # F7, Del
            assert await received.get() == b"b"
            keyboard.line()
            windows_console.typed.extend(
                ("\b", "n", "ö", "\b", "àK", "à", "\ud83d", "\ude00", "\r")
            )  # àK: the left arrow
            assert await received.get() == "nà\U0001f600\n".encode()
            keyboard.line()
            windows_console.typed.extend("\x04")  # Ctrl+D
            assert await received.get() == b""
            assert windows_console.shown == "nö\b \bà\ud83d\ude00\r\n"
    finally:
        keyboard.close()
