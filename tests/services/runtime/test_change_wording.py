"""What a person reads before they accept what another program wrote: each kind of change in words, then exactly."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.services.runtime.change_wording import detail, difference, parts, section_difference, sentence, title
from toolguard.store.config.config_diff import Loosening, split_changes

EMPTY: dict[str, Any] = {
    "servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "limits": {}, "security_keys": {},
    "preferences": {},
}  # fmt: skip
GIT = {"kind": "stdio", "command": "git-mcp"}
ALLOW = {"id": "r", "client": "*", "server": "git", "tool": "*", "verdict": "allow"}
KEY = {"kind": "secret", "servers": ["git"], "launches": {"git": {"command": "git-mcp"}}}
TOKEN = "0" * 64


def waiting(section: str, before: Any, after: Any) -> tuple[Loosening, ...]:
    listed = section in ("tools", "rules")
    now, found = (
        {**EMPTY, section: (([one] if one else []) if listed else {"x": one} if one is not None else {})}
        for one in (before, after)
    )
    return split_changes(now, found)[1]


@pytest.mark.parametrize(
    ("section", "before", "after", "expected"),
    [
        ("servers", None, GIT, "Chat clients can use the server “x”, and ToolGuard starts its command."),
        ("servers", None, {"kind": "http", "url": "https://a.test"}, "ToolGuard connects to https://a.test."),
        ("servers", GIT, {**GIT, "command": "evil"}, "ToolGuard now starts another command for the server x."),
        ("servers", {**GIT, "enabled": False}, GIT, "The server x can be used again."),
        ("servers", GIT, {**GIT, "trust_hints": True}, "says about which of its tools destroy data"),
        ("servers", {**GIT, "requests": {"sampling": "ask"}}, GIT, "More requests from or to the server"),
        ("tools", {"server": "git", "tool": "push", "exposed": False}, None, "can see and call the tool push of git."),
        (
            "tools",
            None,
            {"server": "git", "client": "c", "exposed": True},
            "Clients can see and call every tool of git for c.",
        ),
        ("rules", None, ALLOW, "Calls of any tool of the server git by any client run without asking, until the rule"),
        ("rules", None, {**ALLOW, "expires": 9e9}, "until the rule expires"),
        ("rules", {**ALLOW, "verdict": "deny"}, None, "by any client are no longer denied."),
        ("rules", {**ALLOW, "verdict": "deny"}, ALLOW, "are no longer denied. Calls of any tool of the server git"),
        ("rules", {**ALLOW, "verdict": "deny"}, {**ALLOW, "disabled": True}, "by any client are no longer denied."),
        ("rules", {**ALLOW, "disabled": True}, ALLOW, "Calls of any tool of the server git by any client run without"),
        ("rules", {**ALLOW, "verdict": "ask"}, None, "are no longer asked about where another rule decides."),
        ("secrets", KEY, {**KEY, "servers": ["git", "web"]}, "The secret x is given to web."),
        ("secrets", KEY, {**KEY, "launches": {}}, "The secret x is given to another launch of git."),
        ("secrets", KEY, {**KEY, "kind": "user_id"}, "The secret x becomes a credential of another kind: user_id."),
        ("secrets", KEY, None, "ToolGuard no longer looks for its value in calls"),
        ("clients", None, {"token": TOKEN}, "has the new token can use every server as the client x."),
        ("clients", {"token": TOKEN, "servers": []}, {"token": TOKEN, "servers": ["git"]}, "use git as the client x."),
        ("limits", {}, None, "no longer applies in its present form."),
    ],
)
def test_every_kind_of_loosening_has_a_sentence(section: str, before: Any, after: Any, expected: str) -> None:
    (one,) = waiting(section, before, after)
    assert expected in sentence(one)
    assert title((one,)).endswith(sentence(one))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("secrets_in_arguments", "ask", "is no longer refused: you are asked"),
        ("prompt_timeout", 0, "Calls wait for you without a time limit instead of"),
        ("prompt_timeout", 600, "Calls wait for you for 600 seconds instead of 300."),
    ],
)
def test_loosening_setting_has_the_text_of_its_order(name: str, value: Any, expected: str) -> None:
    (one,) = split_changes(EMPTY, {**EMPTY, "preferences": {name: value}})[1]
    assert expected in sentence(one)


def test_secret_for_another_launch_begins_with_its_command() -> None:
    two = {**KEY, "servers": ["git", "web"], "launches": {**KEY["launches"], "web": {"origin": "https://web.test:443"}}}
    after = {**two, "launches": {**two["launches"], "git": {"command": "evil --all"}}}
    (part,) = parts(waiting("secrets", two, after))
    assert part.text == "The secret x is given to another launch of git."
    assert part.detail.startswith("evil --all\n\nsecrets x\n")
    (part,) = parts(waiting("secrets", KEY, two))
    assert part.detail.startswith("https://web.test:443\n\nsecrets x\n")


def test_title_names_the_time_of_the_change() -> None:
    two = (*waiting("servers", None, GIT), *waiting("rules", None, ALLOW))
    assert title(two) == "config.json was changed by another program: 2 changes reduce protection."
    assert "was changed while ToolGuard was not running" in title(two, "before")
    assert title(two, "the copy is missing") == (
        "2 changes reduce protection. config.json may not be what you accepted: the copy is missing."
    ), "the row of the list may show only its beginning"


def test_only_changed_members_are_shown() -> None:
    assert detail(waiting("servers", GIT, {**GIT, "args": ["--all"], "cwd": None})).splitlines()[1:] == [
        "servers x", "  args", "    - []", '    + ["--all"]',
    ]  # fmt: skip
    assert detail(waiting("rules", None, ALLOW)).splitlines()[1:] == [
        "rules r", '  + id  "r"', '  + client  "*"', '  + server  "git"', '  + tool  "*"', '  + verdict  "allow"',
    ]  # fmt: skip
    assert difference(300, 0, "prompt_timeout").splitlines()[1:] == ["  value", "    - 300", "    + 0"]


def test_text_of_the_file_cannot_imitate_another_line() -> None:
    evil = {**GIT, "command": "a\n\nb\u202e", "env": {"X\nY": "\u2028"}}
    result = detail(waiting("servers", None, evil))
    assert len(result.splitlines()) == 8 and "U+202E" in result
    rule = {**ALLOW, "id": "a\nb", "tool": "x\ny"}
    assert "\\n" in detail(waiting("rules", None, rule)) and len(detail(waiting("rules", None, rule)).splitlines()) == 7


def test_changed_value_like_a_secret_is_named_and_masked():
    was, now = ({**GIT, "env": {"TOKEN": "gh" + "p_" + text * 32}} for text in "ab")
    expected = '  env\n    - {"TOKEN": "••••••••"}\n    + {"TOKEN": "••••••••"}'
    assert expected in detail(waiting("servers", was, now))
    assert section_difference({"git": was}, {"git": now}, "servers").count("••••••••") == 2
