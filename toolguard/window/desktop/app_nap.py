"""App Nap of macOS, which delays timers and work of a program whose windows nobody sees."""

from __future__ import annotations

import sys


def prevent() -> object:
    """Exempt this process from App Nap while the result is kept; it is None where there is none.

    Every call passes through this process, mostly with a hidden window. The computer may still sleep. Source: Apple,
    Energy Efficiency Guide for Mac Apps, "Prioritize Work at the App Level".
    """
    if sys.platform != "darwin":
        return None
    try:
        from Foundation import NSActivityUserInitiatedAllowingIdleSystemSleep, NSProcessInfo
    except ImportError:
        return None
    return NSProcessInfo.processInfo().beginActivityWithOptions_reason_(
        NSActivityUserInitiatedAllowingIdleSystemSleep, "Tool calls pass through ToolGuard"
    )
