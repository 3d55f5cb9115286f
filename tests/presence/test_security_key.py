"""`SecurityKeyAuthenticator` with keys in software: only the right key, touched for this very challenge, proves
presence.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

import pytest
from fido2.webauthn import AuthenticatorData

from tests.presence.soft_key import SoftKey
from toolguard.gate.approvals.presence import PresenceError
from toolguard.presence.registered import RegisteredKey
from toolguard.presence.security_key import KeyReader, SecurityKeyAuthenticator, readers_of


class Store:
    def __init__(self) -> None:
        self.kept: dict[str, RegisteredKey] = {}
        self.problem = ""

    @property
    def registered(self) -> Mapping[str, RegisteredKey]:
        return self.kept

    def save(self, name: str, key: RegisteredKey) -> None:
        if self.problem:
            raise PresenceError(self.problem)
        self.kept[name] = key


class KeyHarness:
    """A computer with keys in it."""

    def __init__(self) -> None:
        self.store = Store()
        self.plugged: list[SoftKey] = []
        self.now = 1000.0
        self.keys = SecurityKeyAuthenticator(self.store, readers=self.readers, clock=lambda: self.now, timeout=20)
        self.hurried = SecurityKeyAuthenticator(self.store, readers=self.readers, clock=lambda: self.now, timeout=0.2)

    def readers(self) -> list[KeyReader]:
        return readers_of(self.plugged)

    async def with_key(self, name: str = "blue", **about: bool) -> SoftKey:
        key = SoftKey(**about)
        key.touched.set()
        self.plugged = [key]
        await self.keys.register(name)
        return key


@pytest.fixture
def harness() -> KeyHarness:
    return KeyHarness()


async def test_a_registered_key_that_is_touched_proves_presence(harness: KeyHarness) -> None:
    key = await harness.with_key()
    assert harness.store.kept["blue"].added == 1000.0 and await harness.keys.missing() == ""
    harness.now = 2000.0
    assert await harness.keys.verify("Approve.") == "security key blue (touch)"
    assert harness.store.kept["blue"].used == 2000.0
    assert harness.store.kept["blue"].sign_count == key.counter == 2
    assert key.closed == 2


async def test_fingerprint_key_reports_user_verification(harness: KeyHarness) -> None:
    await harness.with_key(finger=True)
    assert await harness.keys.verify("Approve.") == "security key blue (verified)"


async def test_no_key_is_asked_without_registration(harness: KeyHarness) -> None:
    assert "No security key is registered" in await harness.keys.missing()
    with pytest.raises(PresenceError, match="No security key is registered"):
        await harness.keys.verify("Approve.")


async def test_missing_touch_fails_and_cancels_the_key(harness: KeyHarness) -> None:
    key = await harness.with_key()
    key.touched.clear()
    closed = key.closed
    with pytest.raises(PresenceError, match="nobody touched the security key in time"):
        await harness.hurried.verify("Approve.")
    async with asyncio.timeout(120):
        while key.closed == closed:
            await asyncio.sleep(0.005)


async def test_a_question_that_is_cancelled_stops_the_key(harness: KeyHarness) -> None:
    key = await harness.with_key()
    key.touched.clear()
    key.waits.clear()
    closed = key.closed
    asking = asyncio.ensure_future(harness.keys.verify("Approve."))
    assert await asyncio.to_thread(key.waits.wait, 10)
    asking.cancel()
    async with asyncio.timeout(120):
        while key.closed == closed:
            await asyncio.sleep(0.005)
    assert harness.store.kept["blue"].sign_count == 1


async def test_an_absent_key_is_waited_for_and_then_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    harness.plugged = []
    with pytest.raises(PresenceError, match="no security key was found"):
        await harness.hurried.verify("Approve.")
    asking = asyncio.ensure_future(harness.keys.verify("Approve."))
    await asyncio.sleep(0)
    harness.plugged = [key]
    assert "blue" in await asking


async def test_unregistered_security_key_is_refused(harness: KeyHarness) -> None:
    await harness.with_key()
    other = SoftKey()
    other.touched.set()
    harness.plugged = [other]
    with pytest.raises(PresenceError, match="this is not the right security key"):
        await harness.keys.verify("Approve.")


async def test_only_the_registered_security_key_is_accepted(harness: KeyHarness) -> None:
    key = await harness.with_key()
    other = SoftKey()
    other.touched.set()
    harness.plugged = [other, key]
    assert await harness.keys.verify("Approve.") == "security key blue (touch)"


async def test_a_signature_by_another_private_key_is_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    key.exchange_keys()
    with pytest.raises(PresenceError, match="Invalid signature"):
        await harness.keys.verify("Approve.")
    assert harness.store.kept["blue"].sign_count == 1


async def test_an_answer_for_another_relying_party_is_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    key.rp_hash = hashlib.sha256(b"example.com").digest()
    with pytest.raises(PresenceError, match="Wrong RP ID hash"):
        await harness.keys.verify("Approve.")


async def test_an_answer_for_another_origin_is_refused(harness: KeyHarness) -> None:
    from fido2.client import DefaultClientDataCollector, Fido2Client

    key = await harness.with_key()
    elsewhere = DefaultClientDataCollector("https://evil.localhost", verify=lambda *_: True)
    reader = KeyReader(Fido2Client(key, elsewhere))
    with pytest.raises(PresenceError, match="Invalid origin"):
        await SecurityKeyAuthenticator(harness.store, readers=lambda: [reader]).verify("Approve.")


async def test_an_answer_that_was_made_without_a_touch_is_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    key.flags = AuthenticatorData.FLAG(0)
    with pytest.raises(PresenceError, match="User Present flag not set"):
        await harness.keys.verify("Approve.")


async def test_an_answer_that_was_given_before_is_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    received = []

    class Recorder:
        def get_assertion(self, options, event=None):  # type: ignore[no-untyped-def]
            if not received:
                received.append(readers_of([key])[0].client.get_assertion(options, event))
            return received[0]

    keys = SecurityKeyAuthenticator(harness.store, readers=lambda: [KeyReader(Recorder())])  # type: ignore[arg-type]
    assert "blue" in await keys.verify("Approve.")
    with pytest.raises(PresenceError, match="Wrong challenge"):
        await keys.verify("Approve.")


async def test_a_counter_that_goes_back_is_refused(harness: KeyHarness) -> None:
    key = await harness.with_key()
    copy = key.copied()
    copy.touched.set()
    assert "blue" in await harness.keys.verify("Approve.")
    harness.plugged = [copy]
    with pytest.raises(PresenceError, match="may have been copied"):
        await harness.keys.verify("Approve.")
    harness.plugged = [key]
    assert "blue" in await harness.keys.verify("Approve.")


async def test_key_without_a_counter_is_accepted_until_it_once_counted(harness: KeyHarness) -> None:
    key = await harness.with_key(counts=False)
    assert "blue" in await harness.keys.verify("Approve.")
    assert "blue" in await harness.keys.verify("Approve.")
    key.counter = 7
    assert "blue" in await harness.keys.verify("Approve.")
    key.counter = 0
    with pytest.raises(PresenceError, match="may have been copied"):
        await harness.keys.verify("Approve.")


async def test_key_is_refused_if_its_counter_cannot_be_stored(harness: KeyHarness) -> None:
    await harness.with_key()
    harness.store.problem = "config.json cannot be written."
    with pytest.raises(PresenceError, match="cannot be written"):
        await harness.keys.verify("Approve.")


async def test_damaged_key_entry_is_refused(harness: KeyHarness) -> None:
    await harness.with_key()
    harness.store.kept["blue"] = RegisteredKey(credential="AAAA")
    with pytest.raises(PresenceError):
        await harness.keys.verify("Approve.")


async def test_key_is_registered_once_with_a_unique_name(harness: KeyHarness) -> None:
    await harness.with_key()
    with pytest.raises(PresenceError, match="there is already a security key blue"):
        await harness.keys.register("blue")
    with pytest.raises(PresenceError, match="it is not registered here"):
        await harness.keys.register("green")
    assert list(harness.store.kept) == ["blue"]


async def test_key_that_requires_a_pin_is_refused(harness: KeyHarness) -> None:
    with pytest.raises(PresenceError, match="asks for its PIN"):
        await harness.with_key(pin=True)
    assert harness.store.kept == {}
