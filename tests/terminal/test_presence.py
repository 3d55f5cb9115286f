"""Proof of presence in the terminal of `toolguard serve`: it says what it waits for, and a key cancels it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.manual_authenticator import ManualAuthenticator, presence_of
from tests.terminal.test_prompts import Stage, a_call, decision


@pytest.fixture
def person() -> ManualAuthenticator:
    return ManualAuthenticator()


@pytest.fixture
async def stage(person: ManualAuthenticator) -> AsyncIterator[Stage]:
    one = Stage(presence_of(person))
    one.start()
    yield one
    await one.stop()


async def test_a_key_approves_only_with_proof(stage: Stage, person: ManualAuthenticator) -> None:
    held = stage.hold(a_call())
    await stage.asks()
    stage.types("a")
    await stage.shows("Waiting for authentication (doorbell). [c] cancels")
    assert not held.done()
    person.proves("doorbell")
    await stage.shows("Approved, once.")
    found = await decision(held)
    assert found.state == "allow" and found.presence is not None and found.presence.by == "doorbell"


async def test_a_proof_that_fails_leaves_the_call_waiting_and_says_why(
    stage: Stage, person: ManualAuthenticator
) -> None:
    held = stage.hold(a_call())
    await stage.asks()
    stage.types("a")
    await stage.shows("Waiting for authentication")
    person.fails("the finger was another one.")
    await stage.shows("Not approved: the finger was another one.")
    assert not held.done()
    await stage.asks()  # it is asked again
    stage.types("d")
    assert (await decision(held)).state == "deny"


async def test_c_cancels_the_authentication_and_the_question_comes_back(
    stage: Stage, person: ManualAuthenticator
) -> None:
    held = stage.hold(a_call())
    await stage.asks()
    stage.types("a")
    await stage.asks("[c] cancels")
    stage.types("c")
    await stage.shows("Not approved: you cancelled the authentication.")
    assert person.withdrawn == 1 and not held.done()
    await stage.asks()
