"""Presence on macOS with the LocalAuthentication framework: Touch ID, Apple Watch, or the account's password.

A context is used once: macOS would accept an earlier success of the same context. The framework replies on its own
thread. Written from Apple's documentation of LAContext; it has not been run on a Mac yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.texts import coded

POLICY = 2
"""LAPolicyDeviceOwnerAuthentication: biometrics, and the password where there are none or they fail."""
_REASONS = {
    -1: coded("presence.macos_not_recognise"),
    -2: coded("presence.cancelled_macos_question"),
    -3: coded("presence.chose_another_way_authenticate"),
    -4: coded("presence.macos_withdrew_question_because"),
    -5: coded("presence.account_no_password_set"),
    -8: coded("presence.touch_id_locked_after"),
    -9: coded("presence.withdrew_question"),
    -1004: coded("presence.macos_cannot_ask_here"),
}
"""LAError codes."""
_LASTING_ERRORS = frozenset((-5,))
"""Errors that last until the person sets something up."""


class AuthenticationContext(Protocol):
    """The part of ``LAContext`` that ToolGuard uses."""

    def canEvaluatePolicy_error_(self, policy: int, error: None) -> tuple[bool, Any]:  # noqa: N802
        """Return whether ``policy`` can be asked now, and the NSError if not (``canEvaluatePolicy:error:``)."""

    def evaluatePolicy_localizedReason_reply_(  # noqa: N802
        self, policy: int, reason: str, reply: Callable[[bool, Any], None]
    ) -> None:
        """Show the question. ``reply`` gets success and the NSError, on a thread of the framework."""

    def invalidate(self) -> None:
        """Close the question. A pending ``reply`` gets an error."""


def new_context() -> AuthenticationContext:
    """Return a new ``LAContext``. Raises `PresenceError` if the framework is missing."""
    try:
        import LocalAuthentication
    except ImportError:
        raise PresenceError(coded("presence.localauthentication_framework_not_installed")) from None
    result: AuthenticationContext = LocalAuthentication.LAContext.alloc().init()
    return result


class LocalAuthentication:
    """Authenticator of macOS. ``context`` creates the context of one authentication."""

    name = "macOS"

    def __init__(self, context: Callable[[], AuthenticationContext] = new_context) -> None:
        self._context = context

    async def missing(self) -> str:
        """See `Authenticator.missing`."""
        possible, error = self._context().canEvaluatePolicy_error_(POLICY, None)
        if possible:
            return ""
        if _code(error) in _LASTING_ERRORS:
            return _error_text(error)
        raise PresenceError(_error_text(error))

    async def verify(self, prompt: str) -> str:
        """See `Authenticator.verify`. macOS puts "ToolGuard is trying to" before the prompt."""
        context, loop = self._context(), asyncio.get_running_loop()
        possible, error = context.canEvaluatePolicy_error_(POLICY, None)
        if not possible:
            raise PresenceError(_error_text(error))
        answer: asyncio.Future[tuple[bool, Any]] = loop.create_future()

        def deliver(success: bool, error: Any) -> None:
            if not answer.done():
                answer.set_result((success, error))

        def reply(success: bool, error: Any) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(deliver, success, error)

        reason = prompt[:1].lower() + prompt[1:].removesuffix(".")
        context.evaluatePolicy_localizedReason_reply_(POLICY, reason, reply)
        try:
            success, error = await answer
        finally:
            context.invalidate()
        if success is not True:
            raise PresenceError(_error_text(error))
        return self.name


def _code(error: Any) -> int:
    return int(error.code()) if error is not None else 0


def _error_text(error: Any) -> str:
    if error is None:
        return coded("presence.macos_did_not_authenticate")
    return _REASONS.get(_code(error)) or coded("presence.macos_failed", reason=error.localizedDescription())
