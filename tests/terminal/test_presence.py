"""Proof of presence in the terminal of `toolguard serve`: it says what it waits for, and a key cancels it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.manual_authenticator import ManualAuthenticator, presence_of
from tests.terminal.test_prompts import TerminalHarness, a_call, decision


@pytest.fixture
def person() -> ManualAuthenticator:
    return ManualAuthenticator()


@pytest.fixture
async def harness(person: ManualAuthenticator, tmp_path: Path) -> AsyncIterator[TerminalHarness]:
    one = TerminalHarness(presence_of(person), tmp_path)
    one.start()
    yield one
    await one.stop()


async def test_a_key_approves_only_with_proof(harness: TerminalHarness, person: ManualAuthenticator) -> None:
    held = harness.hold(a_call())
    await harness.ask()
    harness.types("a")
    await harness.wait_for_text("Waiting for authentication (doorbell). [c] cancels")
    assert not held.done()
    person.authenticate("doorbell")
    await harness.wait_for_text("Approved, once.")
    found = await decision(held)
    assert found.state == "allow" and found.presence is not None and found.presence.by == "doorbell"


async def test_failed_proof_keeps_the_call_pending_with_a_reason(
    harness: TerminalHarness, person: ManualAuthenticator
) -> None:
    held = harness.hold(a_call())
    await harness.ask()
    harness.types("a")
    await harness.wait_for_text("Waiting for authentication")
    person.fail("the finger was another one.")
    await harness.wait_for_text("Not approved: the finger was another one.")
    assert not held.done()
    await harness.ask()  # it is asked again
    harness.types("d")
    assert (await decision(held)).state == "deny"


async def test_c_cancels_the_authentication_and_shows_the_question_again(
    harness: TerminalHarness, person: ManualAuthenticator
) -> None:
    held = harness.hold(a_call())
    await harness.ask()
    harness.types("a")
    await harness.ask("[c] cancels")
    harness.types("c")
    await harness.wait_for_text("Not approved: you cancelled the authentication.")
    assert person.withdrawn == 1 and not held.done()
    await harness.ask()
