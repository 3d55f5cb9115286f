"""What is known of the stored secrets, and when the keychain is read for it: never with a question to the person."""

from __future__ import annotations

import pytest

from tests.support.services_harness import Harness
from toolguard.servers import Redactor
from toolguard.servers.oauth.record import OAuthRecord, encode_record
from toolguard.services.runtime.leak_detection import LeakDetector
from toolguard.store.config.config import ServerSpec
from toolguard.store.keychain import KeychainError

VALUE = "a value of the keyring"


@pytest.fixture
def office(tmp_path):
    return Harness(tmp_path)


@pytest.fixture
def scrub():
    return Redactor()


@pytest.fixture
def leaks(office, scrub):
    return LeakDetector(office.config, office.keychain, scrub)


async def test_values_are_read_without_a_prompt_then_found_and_masked(office, leaks, scrub):
    await office.order("secret.set", name="key", value=VALUE)
    assert leaks.find(VALUE.encode()) == ()
    edition = leaks.edition
    await leaks.read()
    assert leaks.find(VALUE.encode()) == ("key",)
    assert leaks.edition != edition, "calls that are pending are searched again"
    assert leaks.mask({"a": [VALUE, 1, None, 2.50], VALUE: True}) == {
        "a": ["[secret key]", 1, None, pytest.approx(2.5)], "[secret key]": True,
    }  # fmt: skip
    assert scrub(VALUE.encode()) == b"[secret key]"


async def test_locked_keyring_is_not_read(office, leaks, monkeypatch):
    await office.order("secret.set", name="key", value=VALUE)
    opened = False

    async def quiet():
        return opened

    monkeypatch.setattr(office.keychain, "is_usable_unprompted", quiet)
    await leaks.read()
    assert leaks.find(VALUE.encode()) == ()
    opened = True
    await leaks.read()
    assert leaks.find(VALUE.encode()) == ("key",)


async def test_missing_keyring_is_reported_on_read(office, leaks):
    await leaks.read()
    await office.order("secret.set", name="key", value=VALUE)
    office.keychain._vault._backend = office.ring = None
    with pytest.raises(KeychainError):
        await leaks.read()


async def test_replaced_value_is_found_and_the_former_is_not(office, leaks):
    leaks.learn("key", "the first value")
    leaks.learn("key", "the second value")
    assert leaks.find(b"the first value") == ()
    assert leaks.find(b"the second value") == ("key",)


async def test_removed_secret_is_forgotten_and_missing_value_not_reread(office, leaks, monkeypatch):
    await office.order("secret.set", name="key", value=VALUE)
    office.config.put_secret_entry("none")
    await leaks.read()
    await office.order("secret.remove", name="key")
    asked = []
    monkeypatch.setattr(office.keychain, "get", asked.append)
    await leaks.read()
    assert leaks.find(VALUE.encode()) == () and not asked


async def test_short_values_and_user_ids_are_redacted_only_for_their_server(office, leaks, scrub):
    await office.order("secret.set", name="pin", value="test")
    await office.order("secret.set", name="me", value="user-12345", kind="user_id")
    await leaks.read()
    assert scrub(b"a test of user-12345") == b"a test of user-12345"
    assert leaks.find(b"test user-12345") == ("pin",)
    assert scrub(b"a test of user-12345") == b"a [secret pin] of user-12345"
    leaks.released("me", "user-12345")
    assert scrub(b"of user-12345") == b"of [secret me]"


async def test_setting_decides_whether_leaks_are_refused(office, leaks):
    assert leaks.refuses
    office.config.set_preference("secrets_in_arguments", "ask")
    assert not leaks.refuses


async def test_the_tokens_of_a_sign_in_are_secrets_and_the_rest_of_its_record_is_not(office, leaks):
    record = OAuthRecord(issuer="https://a.test", resource="https://b.test/mcp", client={"client_id": "me-and-you"},
                    token_endpoint="https://a.test/token", access="an-access-token-0123",
                    refresh="a-refresh-token-0123")  # fmt: skip
    office.config.add_server(ServerSpec(name="far", kind="http", url="https://b.test/mcp"))
    office.config.put_sign_in("oauth.a", "far", record.issuer, record.resource)
    await office.keychain.set("oauth.a", encode_record(record))
    await leaks.read()
    assert leaks.find(b"x an-access-token-0123 y") == ("oauth.a",)
    assert leaks.find(b"a-refresh-token-0123") == ("oauth.a",)
    assert leaks.find(b"https://a.test/token me-and-you") == ()


async def test_renewed_and_former_tokens_are_detected_at_once_regardless_of_length(office, leaks, scrub):
    record = OAuthRecord(issuer="https://a.test", resource="https://b.test/mcp", client={}, token_endpoint="https://a.test/t",
                    access="at-1", refresh="rt-1")  # fmt: skip
    office.config.add_server(ServerSpec(name="far", kind="http", url="https://b.test/mcp"))
    office.config.put_sign_in("oauth.a", "far", record.issuer, record.resource)
    await office.keychain.set("oauth.a", encode_record(record))
    await leaks.read()
    assert leaks.find(b"x at-1 y") == leaks.find(b"x rt-1 y") == ("oauth.a",)
    leaks.signed("oauth.a", ("at-1", "at-2", "rt-2"))
    assert [leaks.find(f"x {one} y".encode()) for one in ("at-1", "at-2", "rt-2")] == [("oauth.a",)] * 3
    assert scrub(b"x at-2 y") == b"x [secret oauth.a] y"


async def test_outdated_read_does_not_replace_a_newer_value(office, leaks, monkeypatch):
    await office.order("secret.set", name="key", value="an older value")

    async def slowly(name):
        leaks.learn(name, "a newer value")
        return "an older value"

    monkeypatch.setattr(office.keychain, "get", slowly)
    await leaks.read()
    assert leaks.find(b"a newer value") == ("key",) and leaks.find(b"an older value") == ()
