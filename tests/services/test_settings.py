"""Settings by order: listed with what each may be, changed at once, asked about only where that loosens the gate."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.services_harness import Harness, ordered
from toolguard.cli import parser
from toolguard.gate.model import ConfigChanged
from toolguard.services.context import ServiceContext
from toolguard.services.registry import execute
from toolguard.services.runtime.core import Core
from toolguard.store.autostart import DesktopEntry, login_item
from toolguard.store.config.config import Config, Preferences

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="XDG autostart is Linux's")


@pytest.fixture(autouse=True)
def _own_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


def value(rows: list[dict[str, Any]], name: str) -> Any:
    return next(row["value"] for row in rows if row["name"] == name)


async def test_every_setting_is_listed_with_default_and_values(harness: Harness) -> None:
    found = await harness.order("preferences.list")
    assert [row["name"] for row in found][: len(Preferences.__struct_fields__)] == [*Preferences.__struct_fields__]
    assert all(row["value"] == row["default"] and row["title"] for row in found)
    assert value(found, "prompt_timeout") == 300


async def test_setting_is_changed_saved_recorded_and_applied(harness: Harness, tmp_path: Path) -> None:
    received: list[Preferences] = []
    app = ServiceContext(harness.config, harness.keychain, harness.guard, prefer=received.append)
    before = harness.gate.edition
    reply = await execute("preferences.set", {"name": "quiet_hours", "value": "22:00-07:00"}, app, harness.propose)
    assert value(reply["value"], "quiet_hours") == "22:00-07:00"
    assert [one.quiet_hours for one in received] == ["22:00-07:00"]
    assert Config.load(tmp_path / "config.json").preferences.quiet_hours == "22:00-07:00"
    (event,) = [event for event in harness.log.events if isinstance(event, ConfigChanged)]
    assert (event.what, event.detail) == ("setting quiet_hours changed", '"22:00-07:00"')
    assert harness.gate.edition > before
    assert harness.asked == []


async def test_panic_needs_no_file_and_stays_when_that_is_mended(harness: Harness, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    app = ServiceContext(
        harness.config, harness.keychain, harness.guard, prefer=lambda now: harness.guard.panic(now.panic)
    )
    await execute("preferences.set", {"name": "quiet_hours", "value": "22:00-07:00"}, app, harness.propose)
    valid = path.read_text()
    path.write_text("{broken")
    reply = await execute("preferences.set", {"name": "panic", "value": True}, app, harness.propose)
    assert reply["error"].startswith("All calls are blocked now, but that cannot be saved: config.json line 1")
    assert harness.guard.snapshot().panic
    path.write_text(valid)
    await execute("preferences.set", {"name": "quiet_hours", "value": ""}, app, harness.propose)
    assert harness.guard.snapshot().panic
    assert harness.config.preferences.panic
    assert len(harness.config.waiting) == 1, "the file, in which panic is off, waits for a person"


async def test_null_brings_the_default_back(harness: Harness, tmp_path: Path) -> None:
    await harness.order("preferences.set", name="reasons", value=["No."])
    assert value(await harness.order("preferences.set", name="reasons", value=None), "reasons")[0].startswith("Not now")
    assert "reasons" not in (tmp_path / "config.json").read_text()


@pytest.mark.parametrize(
    ("name", "wrong", "expected"),
    [
        ("colour", "red", "There is no setting colour"),
        ("pending_total", 0, "whole number from 1 to 100000"),
        ("sound", "loud", "must be true or false"),
        ("quiet_hours", "25:00-07:00", "two times of day"),
        ("quiet_hours", "22:00", "two times of day"),
        ("reasons", ["x" * 501], "1 to 500 characters"),
        ("reasons", "one", "array of at most 50 strings"),
        ("language", "de", '"zh_CN"'),
        ("prompt_timeout", -5, "0 to wait for ever"),
        ("prompt_timeout", True, "0 to wait for ever"),
        ("prompt_timeout", "0", "0 to wait for ever"),
    ],
)
async def test_invalid_setting_is_refused_without_a_question(
    harness: Harness, name: str, wrong: Any, expected: str
) -> None:
    assert expected in await harness.refusal("preferences.set", name=name, value=wrong)
    assert harness.asked == []
    assert harness.config.preferences == Preferences()


@pytest.mark.parametrize(("seconds", "title"), [(301, "301 seconds"), (0, "without a time limit")])
async def test_longer_timeout_from_the_command_line_needs_approval(harness: Harness, seconds: int, title: str) -> None:
    harness.consents = False
    assert "declined" in await harness.refusal("preferences.set", name="prompt_timeout", value=seconds)
    assert harness.config.preferences.prompt_timeout == 300
    assert title in harness.asked[0][1]
    harness.consents = True
    await harness.order("preferences.set", name="prompt_timeout", value=seconds)
    assert harness.config.preferences.prompt_timeout == seconds


@pytest.mark.parametrize(
    ("name", "value", "title"),
    [
        ("ship_otlp", "https://otel.example/v1/logs", "sent to https://otel.example/v1/logs"),
        ("ship_syslog", "logs.example:6514", "sent to logs.example:6514"),
        ("ship_headers", ["x-a=b", "x-c=${secret:D}"], "other headers: x-a=b, x-c=${secret:D}"),
        ("ship_ca", "/etc/ca.pem", "an authority in /etc/ca.pem"),
        ("ship_certificate", "/etc/own.pem", "the client certificate /etc/own.pem"),
        ("ship_contents", True, "arguments and results of calls leave this computer"),
    ],
)
async def test_log_receiver_needs_approval(harness: Harness, name: str, value: Any, title: str) -> None:
    harness.consents = False
    assert "declined" in await harness.refusal("preferences.set", name=name, value=value)
    assert title in harness.asked[0][1]
    harness.consents = True
    await harness.order("preferences.set", name=name, value=value)
    harness.asked.clear()
    await harness.order("preferences.set", name=name, value=None)
    assert bool(harness.asked) is (name != "ship_contents")


@pytest.mark.parametrize(
    ("value", "title"), [("/mnt/other", "copied to another place: /mnt/other"), ("", "no longer copied")]
)
async def test_changed_folder_of_checkpoint_copies_needs_approval(harness: Harness, value: str, title: str) -> None:
    await harness.order("preferences.set", name="checkpoint_copies", value="/mnt/backup")
    assert harness.asked == []
    await harness.order("preferences.set", name="checkpoint_copies", value=value)
    assert title in harness.asked[0][1]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ship_headers", ["x-tenant=a", "Authorization=Bearer abc"], "Authorization"),
        ("ship_headers", ["X-Api-Key=abc"], "X-Api-Key"),
        ("ship_otlp", "https://otel.example/v1/logs?api_key=sk-0123456789abcdefABCDEF0123456789", "api_key"),
    ],
)
async def test_a_secret_does_not_get_into_the_configuration(
    harness: Harness, name: str, value: Any, expected: str
) -> None:
    problem = await harness.refusal("preferences.set", name=name, value=value)
    assert expected in problem and "${secret:NAME}" in problem and "abc" not in problem.replace("NAME", "")
    assert getattr(harness.config.preferences, name) == getattr(Preferences(), name)
    await harness.order(
        "preferences.set", name="ship_headers", value=["Authorization=Bearer ${secret:T}", "x-tenant=a"]
    )


async def test_a_shorter_wait_is_not_and_back_to_a_longer_default_is(harness: Harness) -> None:
    await harness.order("preferences.set", name="prompt_timeout", value=20)
    assert harness.asked == []
    await harness.order("preferences.set", name="prompt_timeout", value=None)
    assert len(harness.asked) == 1


async def test_the_window_need_not_ask_itself(harness: Harness) -> None:
    reply = await ordered(harness.run, "preferences.set", {"name": "prompt_timeout", "value": 0}, lambda _: None)
    assert reply["ok"]
    assert harness.asked == []


async def test_change_applies_to_the_core_at_once(tmp_path: Path) -> None:
    core = Core(tmp_path, keep_anchor=False)
    core.log.open()
    await core.startup_trust.look()
    core.edits.begin()
    received: list[Preferences] = []
    core.on_preferences(received.append)
    for name, number in (
        ("prompt_timeout", 7), ("pending_total", 8), ("pending_per_session", 4), ("keyring_timeout", 9),
    ):  # fmt: skip
        assert (await ordered(core.run, "preferences.set", {"name": name, "value": number}, lambda _: None))["ok"]
    assert (core.gate.limits.prompt_timeout, core.gate.limits.pending_total, core.gate.pending.total) == (7, 8, 8)
    assert (core.gate.pending.per_session, core.keychain.timeout) == (4, 9)
    assert received[-1] == core.config.preferences
    core.log.close()
    core.keychain.close()


@linux
async def test_starting_at_login_is_the_desktops_own_file(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLGUARD_HOME", '/a "b" $c\\d %e')
    assert not value(await harness.order("preferences.list"), "start_at_login")
    assert value(await harness.order("preferences.set", name="start_at_login", value=True), "start_at_login")
    item = login_item()
    assert isinstance(item, DesktopEntry)
    text = item.path.read_text()
    assert r'Exec="env" "TOOLGUARD_HOME=/a \\"b\\" \\$c\\\\d %%e"' in text
    assert '"-m" "toolguard" "--background"' in text
    item.path.write_text(text.replace("enabled=true", "enabled=false"))
    assert not item.is_on()
    assert not value(await harness.order("preferences.set", name="start_at_login", value=False), "start_at_login")
    assert not item.path.exists()
    assert harness.config.preferences == Preferences()
    assert "must be true or false" in await harness.refusal("preferences.set", name="start_at_login", value="yes")


@linux
async def test_unwritable_folder_is_reported(harness: Harness, tmp_path: Path) -> None:
    (tmp_path / "xdg").write_text("a file in the way")
    assert "cannot be written" in await harness.refusal("preferences.set", name="start_at_login", value=True)


async def test_autostart_is_not_offered_without_its_file(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "aix")
    assert "start_at_login" not in [row["name"] for row in await harness.order("preferences.list")]
    assert "no setting" in await harness.refusal("preferences.set", name="start_at_login", value=True)


def test_the_command_line_shows_and_changes_settings_as_a_person_types_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOOLGUARD_HOME", str(tmp_path / "state"))

    def run(status: int, *args: str) -> str:
        assert parser.main(["settings", *args]) == status
        output = capsys.readouterr()
        return output.err if status else output.out

    def current(name: str) -> Any:
        return value(json.loads(run(0, "list", "--json")), name)

    listed = run(0, "list").splitlines()
    assert "Approval timeout" in "\n".join(listed) and max(map(len, listed[:6])) < 80
    shown = run(0, "show", "sound")
    assert "on or off" in shown and "Play a short sound" in shown and "False" not in shown
    for typed, name, meant in (
        (["on"], "sound", True), (["60"], "prompt_timeout", 60), (["22:00-07:00"], "quiet_hours", "22:00-07:00"),
        (["Not now.", "Ask me."], "reasons", ["Not now.", "Ask me."]),
    ):  # fmt: skip
        run(0, "set", name, *typed)
        assert current(name) == meant
    run(0, "set", "sound", "--default")
    assert current("sound") is False
    assert "must be on or off" in run(1, "set", "sound", "loud")
    assert "no setting colour" in run(1, "set", "colour", "red")
    assert "either a value or --default" in run(2, "set", "sound")
    assert "whole number" in run(1, "set", "pending_total", "0")
