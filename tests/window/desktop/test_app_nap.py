"""ToolGuard works at full speed while its window is hidden, also on macOS; a stand-in for PyObjC's Foundation."""

from __future__ import annotations

import sys
import types

import pytest

from toolguard.window.desktop import app_nap


def test_macos_does_not_slow_down_a_hidden_program(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[int, str]] = []

    class ProcessInfo:
        @classmethod
        def processInfo(cls) -> ProcessInfo:
            return cls()

        def beginActivityWithOptions_reason_(self, options: int, reason: str) -> str:
            begun.append((options, reason))
            return "activity"

    foundation = types.SimpleNamespace(
        NSProcessInfo=ProcessInfo, NSActivityUserInitiatedAllowingIdleSystemSleep=0x00EFFFFF
    )
    monkeypatch.setitem(sys.modules, "Foundation", foundation)
    assert app_nap.prevent() is None
    monkeypatch.setattr("sys.platform", "darwin")
    assert app_nap.prevent() == "activity"
    assert [options for options, _ in begun] == [0x00EFFFFF]
    monkeypatch.setitem(sys.modules, "Foundation", None)
    assert app_nap.prevent() is None
