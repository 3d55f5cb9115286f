"""The keyboard of a Windows console, with a stand-in for the system's module."""

from __future__ import annotations

import asyncio
import sys
from collections import deque

import pytest

from tests.support.waiting import WAIT
from toolguard.terminal import console


class WindowsConsole:
    """Stands for ``msvcrt``: `typed` are the keys that were not read yet."""

    def __init__(self) -> None:
        self.typed: deque[str] = deque()

    def kbhit(self) -> bool:
        return bool(self.typed)

    def getwch(self) -> str:
        return self.typed.popleft()

    def putwch(self, letter: str) -> None:
        pass


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
            keyboard.line()
            windows_console.typed.extend("nö\bo\r")
            assert await received.get() == b"no\n"
    finally:
        keyboard.close()
