"""Files of an organization: which count, what they say, and what a broken one does."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate.policy.rules import ORGANIZATION, AllowRulePolicy, Rule
from toolguard.store import policy_folder
from toolguard.store.policy_folder import PolicyFolder, system_folder
from toolguard.tables.settings import Preferences

DENY = {"server": "mail", "verdict": "deny", "when": [{"pointer": "/to", "matcher": "glob", "value": "*@evil.com"}]}


def policy(**more: Any) -> dict[str, Any]:
    return {"format": "toolguard-policy", "version": 1, **more}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "toolguard" / "policy.d"
    made.mkdir(parents=True)
    for one in (made, made.parent):
        one.chmod(0o755)
    return made


def put(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    path.chmod(0o644)
    return path


def read(folder: Path) -> PolicyFolder:
    made = PolicyFolder(folder, owner=os.geteuid())
    made.look()
    return made


def test_rules_and_restrictions_of_all_policy_files_apply(folder: Path) -> None:
    put(folder, "a.json", policy(rules=[DENY, {"tool": "rm*", "verdict": "ask"}], longest=7200))
    put(folder, "b.json", policy(allow_rules="temporary", longest=3600))
    put(folder, "c.txt", "no policy")
    found = read(folder).policy
    assert [(rule.id, rule.verdict, rule.by, rule.until) for rule in found.rules] == [
        ("a-1", "deny", ORGANIZATION, "session"), ("a-2", "ask", ORGANIZATION, "session"),
    ]  # fmt: skip
    assert found.allows == AllowRulePolicy(kind="temporary", longest=3600.0) and found.trouble == ()


def test_organization_rule_can_be_for_other_requests(folder: Path) -> None:
    put(folder, "a.json", policy(rules=[{"method": "sampling/createMessage", "verdict": "deny"}, {"verdict": "ask"}]))
    assert [rule.method for rule in read(folder).policy.rules] == ["sampling/createMessage", "tools/call"]


def test_missing_policy_folder_gives_the_defaults(tmp_path: Path) -> None:
    found = read(tmp_path / "none").policy
    assert (found.rules, found.allows, found.trouble) == ((), AllowRulePolicy(), ())


@pytest.mark.parametrize("what", ["file writable", "folder writable", "parent writable", "link", "other owner"])
def test_policy_file_writable_by_others_is_ignored_and_reported(folder: Path, what: str) -> None:
    path = put(folder, "a.json", policy(rules=[DENY], allow_rules="none"))
    owner = os.geteuid()
    match what:
        case "file writable":
            path.chmod(0o664)
        case "folder writable":
            folder.chmod(0o777)
        case "parent writable":
            folder.parent.chmod(0o775)
        case "link":
            path.rename(folder.parent / "real.json")
            path.symlink_to(folder.parent / "real.json")
        case _:
            owner += 1
    made = PolicyFolder(folder, owner=owner)
    made.look()
    assert made.policy.rules == () and made.policy.allows.kind == "any"
    assert "is ignored" in made.policy.trouble[0]


BROKEN: list[Any] = [
    "{", "[]", policy(more=1), {"format": "toolguard-policy", "version": 2}, {"version": 1},
    policy(rules=[{**DENY, "verdict": "allow"}]), policy(rules=[{**DENY, "more": 1}]), policy(allow_rules="some"),
    policy(rules=[{**DENY, "method": "tools/cal"}]), policy(longest=-1),
    '{"format": "toolguard-policy", "version": 1, "rules": [{"verdict": "deny", "verdict": "ask"}]}',
]  # fmt: skip


@pytest.mark.parametrize("content", BROKEN)
def test_a8_r2_a_file_that_is_not_wholly_understood_stops_every_allow_rule(folder: Path, content: Any) -> None:
    put(folder, "a.json", content)
    put(folder, "b.json", policy(rules=[DENY]))
    found = read(folder).policy
    assert found.allows.kind == "none" and len(found.rules) == 1
    assert "no rule allows a call" in found.trouble[0]


def test_a_change_is_noticed(folder: Path) -> None:
    made = read(folder)
    assert not made.look()
    path = put(folder, "a.json", policy(rules=[DENY]))
    assert made.look() and len(made.policy.rules) == 1 and not made.look()
    path.unlink()
    assert made.look() and made.policy.rules == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of descriptors")
def test_rules_stay_in_force_while_the_folder_cannot_be_listed(folder: Path) -> None:
    import resource

    put(folder, "a.json", policy(rules=[DENY]))
    made = read(folder)
    before = made.policy
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, limits[1]))  # a client can use all of them up
    try:
        assert made.look() and not made.look()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert made.policy.rules == before.rules and made.policy.allows.kind == "none"
    assert str(folder) in made.policy.trouble[0] and "no rule allows a call" in made.policy.trouble[0]
    assert made.look() and made.policy == before


def test_what_was_read_stays_in_force_while_a_file_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(folder, "a.json", policy(rules=[DENY], longest=60, settings={"ship_syslog": "logs.example.com:6514"}))
    made = read(folder)
    before = made.policy
    put(folder, "a.json", "{")  # an administrator's editor has written only the beginning
    assert made.look()
    assert (made.policy.rules, made.policy.settings) == (before.rules, before.settings)
    assert made.policy.allows == AllowRulePolicy(kind="none", longest=60) and "a.json" in made.policy.trouble[0]
    put(folder, "a.json", policy(allow_rules="temporary"))
    with monkeypatch.context() as patch:
        patch.setattr(policy_folder, "_opener", raises_no_descriptor)
        assert made.look() and made.policy.rules == before.rules
    assert made.look() and made.policy == read(folder).policy, "it is read again although it did not change"
    put(folder, "a.json", policy(rules=[DENY]))
    path.chmod(0o666)
    assert made.look() and made.policy.rules == (), "a file that anybody could write to does not count"


@pytest.mark.parametrize("unknown", ["a.json", "."])
def test_what_was_read_stays_in_force_while_an_owner_cannot_be_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, unknown: str
) -> None:
    put(folder, "a.json", policy(rules=[DENY], settings={"log_keep_days": 30}))
    made = read(folder)
    before, lstat = made.policy, Path.lstat

    def denied(path: Path) -> os.stat_result:
        if path == folder / unknown:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return lstat(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", denied)
        assert made.look() and made.policy.allows.kind == "none" and "cannot be read" in made.policy.trouble[0]
        assert made.policy.rules == before.rules and made.policy.settings["log_keep_days"] == 30
        assert not made.look()
    assert made.look() and made.policy == before


def raises_no_descriptor(path: str, _flags: int) -> int:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)


def test_too_many_files_stop_every_allow_rule(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder, "b.json", policy(rules=[DENY]))
    made = read(folder)
    monkeypatch.setattr(policy_folder, "_MAX_FILES", 1)
    put(folder, "a.json", policy())
    assert made.look()
    assert len(made.policy.rules) == 1 and made.policy.allows.kind == "none"
    assert "it has more than 1 files" in made.policy.trouble[0]


def test_the_systems_folder_is_not_the_persons() -> None:
    folder = system_folder()
    assert folder is None or not folder.is_relative_to(Path.home())


ALWAYS = Rule(id="r", verdict="allow", created=100.0)


@pytest.mark.parametrize(
    ("policy", "more", "forbidden"),
    [
        (AllowRulePolicy(), {}, False), (AllowRulePolicy(kind="none"), {"expires": 200.0}, True),
        (AllowRulePolicy(kind="temporary"), {}, True), (AllowRulePolicy(kind="temporary"), {"until": "session"}, False),
        (AllowRulePolicy(kind="temporary"), {"expires": 9e9}, False), (AllowRulePolicy(longest=3600), {}, True),
        (AllowRulePolicy(longest=3600), {"expires": 3700.0}, False), (AllowRulePolicy(longest=3600),
        {"expires": 7300.0}, True),
    ],
)  # fmt: skip
def test_policy_forbids_allow_rules_by_kind_and_length(
    policy: AllowRulePolicy, more: dict[str, Any], forbidden: bool
) -> None:
    import msgspec

    assert bool(policy.forbids(msgspec.structs.replace(ALWAYS, **more), 100.0)) is forbidden


def test_settings_of_all_files_count_and_the_first_one_wins(folder: Path) -> None:
    put(folder, "a.json", policy(settings={"ship_otlp": "https://a.example/v1/logs", "ship_headers": ["x=y"]}))
    put(folder, "b.json", policy(settings={"ship_otlp": "https://b.example/v1/logs", "ship_contents": True}))
    found = read(folder).policy
    assert dict(found.settings) == {
        "ship_otlp": "https://a.example/v1/logs", "ship_headers": ("x=y",), "ship_contents": True,
        "ship_ca": "", "ship_certificate": "",
    }  # fmt: skip
    assert len(found.trouble) == 1 and "b.json" in found.trouble[0] and "ship_otlp" in found.trouble[0]
    over = found.over(Preferences(ship_otlp="https://mine/", prompt_timeout=7))
    assert (over.ship_otlp, over.ship_headers, over.prompt_timeout) == ("https://a.example/v1/logs", ("x=y",), 7)


def test_person_does_not_complete_the_receiver_of_an_organization(folder: Path) -> None:
    mine = Preferences(ship_headers=("x=mine",), ship_ca="/mine", ship_certificate="/mine", ship_syslog="mine:1")
    put(folder, "a.json", policy(settings={"ship_otlp": "https://a.example/v1/logs", "ship_certificate": "/theirs"}))
    over = read(folder).policy.over(mine)
    assert (over.ship_headers, over.ship_ca, over.ship_certificate, over.ship_syslog) == ((), "", "/theirs", "mine:1")
    put(folder, "a.json", policy(settings={"ship_syslog": "logs.example.com:6514"}))
    over = read(folder).policy.over(mine)
    assert (over.ship_headers, over.ship_ca, over.ship_certificate) == (("x=mine",), "", "")
    put(folder, "a.json", policy(settings={"ship_otlp": "", "ship_contents": False}))
    assert read(folder).policy.over(mine) == mine


@pytest.mark.parametrize(
    "settings",
    [
        {"ship_otlp": "http://example.com/"}, {"ship_otlp": 7}, {"ship_contents": "yes"}, {"prompt_timeout": 7},
        {"unknown": 1}, {"ship_headers": ["no header"]}, {"ship_otlp": "https://x/\n"}, [],
    ],
)  # fmt: skip
def test_invalid_setting_makes_the_policy_file_invalid(folder: Path, settings: Any) -> None:
    put(folder, "a.json", policy(settings=settings))
    found = read(folder).policy
    assert found.settings == {"log_keep_days": 0, "log_keep_size": 0}, "nothing is removed meanwhile"
    assert found.allows.kind == "none"
    assert len(found.trouble) == 1 and "a.json" in found.trouble[0]


@pytest.mark.parametrize(("broken", "days"), [("a.json", 0), ("c.json", 30)])
def test_later_file_does_not_shorten_what_an_unreadable_one_may_keep(folder: Path, broken: str, days: int) -> None:
    put(folder, broken, "{")
    put(folder, "b.json", policy(settings={"log_keep_days": 30}))
    assert read(folder).policy.settings == {"log_keep_days": days, "log_keep_size": 0}


def test_policy_file_with_settings_is_shown(folder: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "packaging" / "log-shipping.md").read_text(encoding="utf-8")
    text = page[page.index('    {"format"') :].split("\n\n")[0]
    put(folder, "a.json", text)
    found = read(folder).policy
    assert found.trouble == () and found.settings["ship_contents"] is False
