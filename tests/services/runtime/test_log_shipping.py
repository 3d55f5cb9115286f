"""The log is sent while the core runs: where settings or an organization say, with headers from the keyring."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.receivers import OtlpServer, respond
from tests.support.services_harness import ordered
from tests.support.waiting import until
from toolguard.gate.model import CallDecided, CallHeld, ConfigChanged, SecretReleased
from toolguard.services.runtime.core import Core
from toolguard.services.runtime.log_shipping import destinations, header_templates, statuses_without_app
from toolguard.store.config.config import Preferences
from toolguard.store.shipping import shipper
from toolguard.tables.settings import reduces_protection

TOKEN = "otlp-token-4711-abcdef"
PASSWORD = "correct horse battery staple 99"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipper, "CHECK_INTERVAL", 0.02)


@pytest.fixture
def server() -> Iterator[OtlpServer]:
    made = OtlpServer()
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "etc" / "policy.d"
    made.mkdir(parents=True)
    for one in (made, made.parent):
        one.chmod(0o755)
    return made


def policy(folder: Path, **settings: Any) -> None:
    path = folder / "a.json"
    path.write_text(json.dumps({"format": "toolguard-policy", "version": 1, "settings": settings}))
    path.chmod(0o644)


@pytest.fixture
async def core(tmp_path: Path, folder: Path) -> AsyncIterator[Core]:
    home = tmp_path / "home"
    home.mkdir()
    made = Core(home, keep_anchor=False, vouched=True, policies=folder, policy_owner=os.geteuid())
    await made.start()
    yield made
    await made.close()


async def set_to(core: Core, **settings: Any) -> None:
    for name, value in settings.items():
        reply = await ordered(core.run, "preferences.set", {"name": name, "value": value})
        assert reply["ok"], reply


async def test_shipping_is_off_by_default(core: Core) -> None:
    assert core.shipping.statuses() == ()
    assert not [one for one in threading.enumerate() if one.name.startswith("toolguard-ship")]
    assert not (core.home / "shipping").exists()
    assert Preferences().ship_otlp == Preferences().ship_syslog == "" and not Preferences().ship_contents


async def test_a_call_is_sent_with_headers_from_the_keyring_and_without_any_secret(
    core: Core, server: OtlpServer
) -> None:
    core.config.put_secret_entry("OTLP_TOKEN")
    core.config.put_secret_entry("PASSWORD")
    await core.keychain.set("OTLP_TOKEN", TOKEN, session_only=True)
    core.leaks.learn("OTLP_TOKEN", TOKEN)  # as when a person enters it
    core.leaks.learn("PASSWORD", PASSWORD)
    await set_to(
        core, ship_headers=["authorization=Bearer ${secret:OTLP_TOKEN}", "x-tenant=a"], ship_contents=True,
        ship_otlp=server.url,
    )  # fmt: skip
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    about = {"session": "s1", "call": "c1", "client": "claude", "server": "git", "tool": "push"}
    core.gate.note(
        CallHeld(**about, request="7", arguments=json.dumps({"a": f"x {PASSWORD} y"}), digest="d", era="legacy")
    )
    core.gate.note(CallDecided(**about, verdict="deny", by="person", reason=f"not with {PASSWORD} or {TOKEN}"))
    await core.log.committed()
    await asyncio.to_thread(server.wait, lambda: any(
        one.attributes.get("toolguard.decision") == "deny" for batch in server.batches for one in batch
    ))  # fmt: skip
    assert {(sent["authorization"], sent["x-tenant"]) for sent in server.requests} == {(f"Bearer {TOKEN}", "a")}
    everything = b"".join(server.bodies)
    assert PASSWORD.encode() not in everything and TOKEN.encode() not in everything
    held = next(one for batch in server.batches for one in batch if one.name == "toolguard.call_held")
    assert "PASSWORD" in held.attributes["gen_ai.tool.call.arguments"]
    await core.log.committed()
    released = [one.record.event for one in _records(core) if isinstance(one.record.event, SecretReleased)]
    assert [(one.secret, one.place) for one in released] == [("OTLP_TOKEN", f"log shipping to {server.url}")]
    (status,) = core.shipping.statuses()
    assert (status.kind, status.place, status.problem) == ("otlp", server.url, "")
    assert TOKEN not in repr(status)


class _Read:
    def __init__(self, record: Any) -> None:
        self.record = record


def _records(core: Core) -> list[_Read]:
    from toolguard.store.log.audit_log import LogReader

    reader = LogReader(core.home / "log")
    try:
        return [_Read(record) for record, _ in reader.after(0, 10_000)]
    finally:
        reader.close()


async def test_calls_are_decided_while_a_receiver_delays_its_response(core: Core, server: OtlpServer) -> None:
    free = threading.Event()

    def hold(request: Any) -> None:
        free.wait(120)
        respond(request, 503)

    server.answers.append(hold)
    await set_to(core, ship_otlp=server.url)
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="x", by="person"))
    await core.log.committed()
    await asyncio.to_thread(server.wait, lambda: bool(server.requests))
    before = core.log.recorded
    for number in range(50):
        core.gate.note(ConfigChanged(what=f"{number}", by="person"))
        await core.log.durable()
    assert core.log.recorded == before + 50 and not free.is_set() and server.batches == []
    free.set()
    await until(lambda: bool(core.shipping.statuses()[0].problem))
    assert "503" in core.shipping.statuses()[0].problem


async def test_trouble_is_shown_on_every_page_and_goes(
    core: Core, server: OtlpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipper, "_MAX_RETRY_DELAY", 0.02)
    server.answers += [lambda request: respond(request, 401)] * 100_000
    await set_to(core, ship_otlp=server.url)
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="x", by="person"))
    await core.log.committed()
    await until(lambda: any("credentials" in text for text in core.guard.snapshot().trouble))
    listed = (await ordered(core.run, "log.shipping", {}))["value"]
    assert listed[0]["kind"] == "otlp" and "credentials" in listed[0]["problem"] and listed[0]["running"] is True
    server.answers.clear()
    await until(lambda: core.guard.snapshot().trouble == ())
    assert server.numbers


async def test_locked_keyring_is_reported_without_a_prompt(core: Core, server: OtlpServer) -> None:
    core.config.put_secret_entry("OTLP_TOKEN")

    async def quiet() -> bool:
        return False

    core.keychain.is_usable_unprompted = quiet  # type: ignore[method-assign]
    await set_to(core, ship_headers=["authorization=${secret:OTLP_TOKEN}"], ship_otlp=server.url)
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="x", by="person"))
    await core.log.committed()
    await until(lambda: bool(core.shipping.statuses()[0].problem))
    assert "locked" in core.shipping.statuses()[0].problem and server.requests == []


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("${secret:NOBODY}", "NOBODY"),
        ("${secret:SIGN_IN}", "SIGN_IN"),
        ("${secret:EMPTY}", "EMPTY"),
        ("${secret:}", "header a"),
    ],
)
async def test_impossible_header_is_reported(core: Core, server: OtlpServer, template: str, text: str) -> None:
    core.config.put_secret_entry("SIGN_IN", kind="oauth")
    core.config.put_secret_entry("EMPTY")
    core.keychain._vault = type(
        "Vault", (), {"is_usable_unprompted": lambda _: True, "get": lambda *_: None, "name": ""}
    )()  # type: ignore[assignment]
    await set_to(core, ship_headers=[f"a={template}"], ship_otlp=server.url)
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="x", by="person"))
    await core.log.committed()
    await until(lambda: bool(core.shipping.statuses()[0].problem))
    assert text in core.shipping.statuses()[0].problem and server.requests == []


@pytest.mark.parametrize("value", ["a\r\nx-evil: 1", "\u4e2d", "a\x00b"])
async def test_secret_unfit_for_a_header_is_reported_without_its_value(
    core: Core, server: OtlpServer, value: str
) -> None:
    core.config.put_secret_entry("T")
    await core.keychain.set("T", value, session_only=True)
    await set_to(core, ship_headers=["authorization=${secret:T}"], ship_otlp=server.url)
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="x", by="person"))
    await core.log.committed()
    await until(lambda: bool(core.shipping.statuses()[0].problem))
    problem = core.shipping.statuses()[0].problem
    assert "authorization" in problem and value not in problem and server.requests == []


async def test_an_organization_sets_it_and_the_person_cannot_change_it(
    core: Core, server: OtlpServer, folder: Path
) -> None:
    await set_to(core, ship_syslog="127.0.0.1:1")
    policy(folder, ship_otlp=server.url, ship_headers=["x-tenant=b"])
    core._apply_policy()
    found = {one.kind: one for one in core.shipping.statuses()}
    assert found["otlp"].fixed and found["otlp"].place == server.url and not found["syslog"].fixed
    listed = {one["name"]: one for one in (await ordered(core.run, "preferences.list", {}))["value"]}
    assert listed["ship_otlp"]["value"] == server.url and listed["ship_otlp"]["fixed"] is True
    assert listed["ship_headers"]["value"] == ["x-tenant=b"] and not listed["ship_syslog"]["fixed"]
    reply = await ordered(core.run, "preferences.set", {"name": "ship_otlp", "value": ""})
    assert not reply["ok"] and "organization" in reply["error"]
    assert core.config.preferences.ship_otlp == ""
    (folder / "a.json").unlink()
    core._apply_policy()
    assert [one.kind for one in core.shipping.statuses()] == ["syslog"]


async def test_shipping_continues_with_a_changed_destination(core: Core, server: OtlpServer) -> None:
    await set_to(core, ship_otlp="http://127.0.0.1:1/v1/logs")
    await until(lambda: (core.home / "shipping" / "otlp.json").exists())
    core.gate.note(ConfigChanged(what="while it was wrong", by="person"))
    await core.log.committed()
    await set_to(core, ship_otlp=server.url)
    await asyncio.to_thread(server.wait, lambda: bool(server.batches))
    changes = [one.attributes.get("toolguard.change") for batch in server.batches for one in batch]
    assert "while it was wrong" in changes


def test_destinations_are_read_from_the_settings() -> None:
    assert destinations(Preferences(), {}) == {}
    found = destinations(
        Preferences(
            ship_otlp="https://x/", ship_syslog="h:1", ship_ca="/ca", ship_headers=("a=b",), ship_certificate="/own"
        ),
        {},
    )
    assert (found["otlp"].certificate, found["syslog"].certificate) == ("/own", "/own")
    assert (found["otlp"].headers, found["otlp"].ca, found["syslog"].headers) == (("a=b",), "/ca", ())
    assert header_templates(("a=b=c", "d=")) == {"a": "b=c", "d": ""}


async def test_shipping_status_without_an_app_shows_progress(core: Core, server: OtlpServer, tmp_path: Path) -> None:
    preferences = Preferences(ship_otlp=server.url, ship_syslog="h:1")
    found = statuses_without_app(core.home, preferences, {"ship_otlp": 1})
    assert [(one.kind, one.running, one.record, one.fixed) for one in found] == [
        ("otlp", False, 0, True), ("syslog", False, 0, False),
    ]  # fmt: skip
    (core.home / "shipping").mkdir(exist_ok=True)
    (core.home / "shipping" / "otlp.json").write_text("?")
    assert "damaged" in statuses_without_app(core.home, preferences, {})[0].problem
    assert statuses_without_app(tmp_path / "nowhere", preferences, {})[0].behind == 0


@pytest.mark.parametrize(
    ("name", "was", "now", "reduces"),
    [
        ("ship_otlp", "", "https://x/", True), ("ship_otlp", "https://x/", "", True),
        ("ship_otlp", "https://x/", "https://y/", True), ("ship_otlp", "https://x/", "https://x/", False),
        ("ship_syslog", "", "h:1", True), ("ship_headers", (), ("a=b",), True), ("ship_ca", "", "/x", True),
        ("ship_certificate", "", "/x", True), ("ship_certificate", "/x", "/y", True),
        ("ship_contents", False, True, True), ("ship_contents", True, False, False),
    ],
)  # fmt: skip
def test_changes_that_need_consent(name: str, was: Any, now: Any, reduces: bool) -> None:
    assert reduces_protection(name, was, now) is reduces


@pytest.mark.parametrize(
    ("name", "value", "ok"),
    [
        ("ship_otlp", "https://x.example/v1/logs?a=b", True), ("ship_otlp", "http://127.0.0.1:4318/v1/logs", True),
        ("ship_otlp", "http://[::1]:4318", True), ("ship_otlp", "http://localhost/x", True),
        ("ship_otlp", "http://x.example/", False), ("ship_otlp", "http://127.0.0.1.evil.com/", False),
        ("ship_otlp", "http://localhost@evil.com/", False), ("ship_otlp", "https://user:pass@x/", False),
        ("ship_otlp", "ftp://x/", False), ("ship_otlp", "https://x/ y", False), ("ship_otlp", "https://", False),
        ("ship_syslog", "h.example:6514", True), ("ship_syslog", "[::1]:1", True), ("ship_syslog", "h", False),
        ("ship_syslog", "h:1\n", False), ("ship_headers", ["a: b"], False), ("ship_headers", ["a=b\r\nc: d"], False),
        ("ship_headers", ["authorization=Bearer ${secret:X}"], True), ("ship_ca", "relative.pem", False),
        ("ship_ca", "/etc/ca.pem", True), ("ship_certificate", "own.pem", False),
        ("ship_certificate", "/etc/own.pem", True),
    ],
)  # fmt: skip
async def test_setting_accepts_only_valid_values(tmp_path: Path, name: str, value: Any, ok: bool) -> None:
    core = Core(tmp_path, keep_anchor=False)
    core.log.open()
    await core.startup_trust.look()
    core.edits.begin()
    core.shipping._start = lambda _destination: None  # type: ignore[method-assign]
    try:
        assert (await ordered(core.run, "preferences.set", {"name": name, "value": value}))["ok"] is ok
    finally:
        core.log.close()
        core.keychain.close()


async def test_a_destination_written_into_the_file_waits_for_the_person(
    core: Core, server: OtlpServer, tmp_path: Path
) -> None:
    path = core.home / "config.json"
    state = json.loads(path.read_text()) if path.exists() else {"version": 1}
    state["preferences"] = {"ship_otlp": server.url, "ship_headers": ["x-a=b"]}
    path.write_text(json.dumps(state))
    core.config.merge(core.config.read())
    waiting = {one.key for one in core.config.waiting}
    assert waiting == {"ship_otlp", "ship_headers"}
    assert core.config.preferences.ship_otlp == "" and core.shipping.statuses() == ()
