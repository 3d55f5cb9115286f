"""Touch ID and Windows Hello behind stand-ins for the systems' interfaces, which no machine here has.

What the systems themselves do is not shown by this; only that nothing but their explicit yes counts.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from toolguard.gate.approvals.presence import PresenceError
from toolguard.presence import system_authenticator
from toolguard.presence.local_authentication import POLICY, AuthenticationContext, LocalAuthentication
from toolguard.presence.windows_hello import ConsentVerifier, WindowsHello


class Error:
    def __init__(self, code: int) -> None:
        self._code = code

    def code(self) -> int:
        return self._code

    def localizedDescription(self) -> str:
        return f"error {self._code}"


class MacContext:
    """Answers on a thread, as the framework does. ``error`` 0 is a yes; None keeps the question open."""

    def __init__(self, error: int | None = 0, possible: int = 0) -> None:
        self.error, self.possible = error, possible
        self.asked: list[tuple[int, str]] = []
        self.invalidated = 0

    def canEvaluatePolicy_error_(self, policy: int, error: None) -> tuple[bool, Any]:
        return (not self.possible, Error(self.possible) if self.possible else None)

    def evaluatePolicy_localizedReason_reply_(
        self, policy: int, reason: str, reply: Callable[[bool, Any], None]
    ) -> None:
        self.asked.append((policy, reason))
        if self.error is not None:
            answer = (False, Error(self.error)) if self.error else (True, None)
            threading.Thread(target=reply, args=answer).start()

    def invalidate(self) -> None:
        self.invalidated += 1


def mac(context: MacContext) -> LocalAuthentication:
    made: Callable[[], AuthenticationContext] = lambda: context  # noqa: E731
    return LocalAuthentication(made)


async def test_macos_context_is_used_once() -> None:
    context = MacContext()
    assert await mac(context).verify("Approve a call of “write”.") == "macOS"
    assert context.asked == [(POLICY, "approve a call of “write”")]
    assert context.invalidated == 1


@pytest.mark.parametrize(
    ("code", "expected"), [(-1, "recognize"), (-2, "cancelled"), (-8, "locked"), (-77, "error -77")]
)
async def test_macos_refuses_with_its_reason(code: int, expected: str) -> None:
    with pytest.raises(PresenceError, match=expected):
        await mac(MacContext(code)).verify("Approve.")


async def test_macos_without_prompt_refuses() -> None:
    with pytest.raises(PresenceError, match="nobody is logged in"):
        await mac(MacContext(possible=-1004)).verify("Approve.")
    with pytest.raises(PresenceError, match="nobody is logged in"):
        await mac(MacContext(possible=-1004)).missing()
    assert "no password" in await mac(MacContext(possible=-5)).missing()
    assert await mac(MacContext()).missing() == ""


async def test_a_question_of_macos_that_is_cancelled_disappears() -> None:
    context = MacContext(error=None)
    asking = asyncio.ensure_future(mac(context).verify("Approve."))
    while not context.asked:
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert context.invalidated == 1


class Hello:
    def __init__(self, available: Any = 0, result: Any = 0) -> None:
        self.available, self.result = available, result
        self.asked: list[str] = []

    async def check_availability_async(self) -> Any:
        return self.available

    async def request_verification_async(self, message: str) -> Any:
        self.asked.append(message)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def windows(hello: Hello) -> WindowsHello:
    made: Callable[[], ConsentVerifier] = lambda: hello  # noqa: E731
    return WindowsHello(made)


async def test_windows_hello_verifies_with_the_prompt() -> None:
    hello = Hello()
    assert await windows(hello).verify("Approve.") == "Windows Hello"
    assert hello.asked == ["Approve."]
    assert await windows(hello).missing() == ""


@pytest.mark.parametrize(
    ("result", "expected"),
    [(5, "locked"), (6, "cancelled"), (99, "did not"), (None, "failed"), (OSError("gone"), "gone")],
)
async def test_windows_hello_refuses_with_its_reason(result: Any, expected: str) -> None:
    with pytest.raises(PresenceError, match=expected):
        await windows(Hello(result=result)).verify("Approve.")


async def test_windows_hello_without_setup_refuses() -> None:
    assert "not set up" in await windows(Hello(available=2)).missing()
    for available in (1, 2, 3, 4, 99):
        hello = Hello(available=available)
        with pytest.raises(PresenceError):
            await windows(hello).verify("Approve.")
        assert hello.asked == []
    with pytest.raises(PresenceError, match="busy"):
        await windows(Hello(available=4)).missing()


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux, where the frameworks are missing")
async def test_verification_fails_without_the_system_interface() -> None:
    for authenticator in (LocalAuthentication(), WindowsHello()):
        with pytest.raises(PresenceError, match="not installed"):
            await authenticator.verify("Approve.")
    assert system_authenticator().name == "polkit"
