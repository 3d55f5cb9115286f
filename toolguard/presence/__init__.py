"""Authenticators, with which a person proves to be present. The gate decides when proof is needed.

Each module has one `toolguard.gate.approvals.presence.Authenticator` and fails closed: anything unexpected is a
`PresenceError`.
"""

from __future__ import annotations

import sys

from toolguard.gate.approvals.presence import Authenticator, NoAuthenticator


def system_authenticator() -> Authenticator:
    """Return this system's own authentication: polkit, Touch ID or Windows Hello."""
    if sys.platform == "linux":
        from toolguard.presence.polkit import Polkit

        return Polkit()
    if sys.platform == "darwin":
        from toolguard.presence.local_authentication import LocalAuthentication

        return LocalAuthentication()
    if sys.platform == "win32":
        from toolguard.presence.windows_hello import WindowsHello

        return WindowsHello()
    return NoAuthenticator()
