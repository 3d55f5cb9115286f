"""Presence on Windows: Windows Hello asks for a fingerprint, the face or the PIN (`UserConsentVerifier`).

Written from Microsoft's documentation of Windows.Security.Credentials.UI; it has not been run on Windows yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.texts import coded

AVAILABLE, VERIFIED = 0, 0
_UNAVAILABLE = {
    1: coded("presence.computer_no_way_authenticate"),
    2: coded("presence.windows_hello_not_set"),
    3: coded("presence.windows_hello_disabled_policy"),
    4: coded("presence.windows_hello_busy_try"),
}
"""UserConsentVerifierAvailability."""
_LASTING_ERRORS = frozenset((1, 2, 3))
"""Errors that last until somebody sets something up."""
_REFUSED = {
    **_UNAVAILABLE,
    5: coded("presence.windows_hello_not_recognise"),
    6: coded("presence.cancelled_windows_hello_question"),
}
"""UserConsentVerificationResult."""


class ConsentVerifier(Protocol):
    """The part of ``UserConsentVerifier`` that ToolGuard uses. Results are the enumerations' numbers."""

    async def check_availability_async(self) -> Any:
        """Return a ``UserConsentVerifierAvailability``; 0 is available."""

    async def request_verification_async(self, message: str) -> Any:
        """Show the question with ``message``; return a ``UserConsentVerificationResult``, 0 for verified."""


def system_verifier() -> ConsentVerifier:
    """Return the system's verifier. Raises `PresenceError` if it is missing."""
    try:
        from winrt.windows.security.credentials.ui import UserConsentVerifier
    except ImportError:
        raise PresenceError(coded("presence.windows_hello_interface_winrt")) from None
    verifier: ConsentVerifier = UserConsentVerifier
    return verifier


class WindowsHello:
    """Authenticator of Windows Hello. ``verifier`` returns its interface."""

    name = "Windows Hello"

    def __init__(self, verifier: Callable[[], ConsentVerifier] = system_verifier) -> None:
        self._verifier = verifier

    async def missing(self) -> str:
        """See `Authenticator.missing`."""
        code = await _number(self._verifier().check_availability_async())
        if code == AVAILABLE:
            return ""
        reason = _UNAVAILABLE.get(code, coded("presence.windows_hello_not_available"))
        if code in _LASTING_ERRORS:
            return reason
        raise PresenceError(reason)

    async def verify(self, prompt: str) -> str:
        """See `Authenticator.verify`."""
        verifier = self._verifier()
        code = await _number(verifier.check_availability_async())
        if code != AVAILABLE:
            raise PresenceError(_UNAVAILABLE.get(code, coded("presence.windows_hello_not_available")))
        code = await _number(verifier.request_verification_async(prompt))
        if code != VERIFIED:
            raise PresenceError(_REFUSED.get(code, coded("presence.windows_hello_not_authenticate")))
        return self.name


async def _number(asking: Any) -> int:
    """Return the number of Windows's result. Raises `PresenceError`."""
    try:
        return int(await asking)
    except (OSError, TypeError, ValueError) as why:
        raise PresenceError(coded("presence.windows_hello_failed", reason=why)) from None
