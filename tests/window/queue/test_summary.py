"""What a call acts on, from its arguments, which are data from a client."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.model import Tool
from toolguard.window.queue.summary import all_inputs, common_input, hosts, main_input, short_line, target


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"path": "/a", "Command": "rm -rf ~"}, "rm -rf ~"),
        ({"command": "rm", "args": ["-rf", "/"]}, "rm -rf /"),
        ({"command": "rm", "Command": "ls"}, "rm"),
        ({"path": "/a", "shell_command": "rm"}, "rm"),
        ({"command": ["rm", "-rf"]}, "rm -rf"),
        ({"file_path": "/a/b", "content": "x"}, "/a/b"),
        ({"source": "/a", "destination": "/b"}, "/a → /b"),
        ({"from": "EUR", "to": "USD"}, ""),
        ({"paths": ["a.txt", "b.txt"]}, "a.txt b.txt"),
        ({"url": "https://example.org"}, "https://example.org"),
        ({"文件路径": "/家/报告.md", "内容": "x"}, "/家/报告.md"),
        ({"源路径": "/甲", "目标路径": "/乙"}, "/甲 → /乙"),
        ({"path": 7, "title": "x"}, ""),
        ({"path": ["a", 1]}, ""),
        ({"path": "   "}, ""),
        ({}, ""),
    ],
)
def test_target_is_the_command_or_place(arguments: dict[str, Any], expected: str) -> None:
    assert target(arguments) == expected


def test_target_is_one_that_the_schema_lists() -> None:
    tool = Tool(server="s", name="t", input_schema={"properties": {"cmd": {}, "note": {}}})
    assert target({"command": "ls", "cmd": "rm", "path": "/x"}, tool) == "rm"
    assert target({"command": "ls", "note": "x"}, tool) == "ls"


@pytest.mark.parametrize("arguments", [
    {"command": f"git status{' ' * 3_000}; rm -rf ~"},
    {"command": "git", "args": ["status", " " * 3_000, "; rm -rf ~"]},
    {"source": "/" + "x" * 3_000, "destination": "/home; rm -rf ~"},
])  # fmt: skip
def test_end_of_a_long_target_is_shown(arguments: dict[str, Any]) -> None:
    assert " … " in target(arguments) and target(arguments).endswith("; rm -rf ~")


def test_target_of_long_arguments_is_bounded() -> None:
    assert len(target({"command": "x" * 1_000_000, "args": ["y" * 1_000_000]})) <= 2_000
    assert len(target({"source": "/" + "x" * 1_000_000, "destination": "y" * 1_000_000})) <= 2_000


@pytest.mark.parametrize(
    ("several", "expected"),
    [
        ([{"path": "/a/b/1.md"}, {"path": "/a/b/2.md"}], "path  /a/b/…"),
        ([{"path": "/a/b.md"}, {"path": "/a/b.md"}], "path  /a/b.md"),
        ([{"command": "git add a"}, {"command": "git add b"}], "command  git add …"),
        ([{"path": "post-1"}, {"path": "post-2"}], ""),
        ([{"path": "/a"}, {"url": "/a"}], ""),
        ([{}, {}], ""),
        ([], ""),
    ],
)
def test_common_argument_is_the_common_beginning(several: list[dict[str, Any]], expected: str) -> None:
    assert common_input(several) == expected


def test_common_argument_is_bounded_and_escaped() -> None:
    result = common_input([{"path": f"/\u202e{'x' * 1_000_000}/{end}"} for end in "ab"])
    assert len(result) < 300 and "\u202e" not in result and result.endswith("…")


def test_line_break_is_a_sign_in_a_preview() -> None:
    assert main_input({"sql": "SELECT id\r\n  FROM a\u2028"}) == "sql  SELECT id ↵   FROM a⟨U+2028⟩"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"paths": ["a.txt", "b.txt"]}, "paths  a.txt, b.txt"),
        ({"ids": [1, True, None]}, "ids  1, true, null"),
        ({"rows": [{"a": 1}]}, "rows"),
        ({"rows": [], "n": 1}, "n  1"),
    ],
)
def test_list_of_plain_values_is_previewed(arguments: dict[str, Any], expected: str) -> None:
    assert main_input(arguments) == expected


def test_preview_of_a_long_list_is_bounded() -> None:
    assert len(main_input({"paths": ["x" * 10_000] * 10_000})) < 200


def test_hosts_are_those_of_all_urls_without_the_user_name() -> None:
    urls = {
        "a": "see https://good.example@evil.example/x",
        "b": [{"c": "http://evil.example:80"}, "ftp://evil.example"],
    }
    assert hosts(urls) == ["evil.example", "evil.example:80"]
    assert hosts({"path": "/home", "n": 1, "text": "//x"}) == []
    assert hosts({"url": f"{'a' * 40}://x"}) == [], "without a bound, hostile text takes quadratic time"


def test_all_members_have_the_same_form() -> None:
    arguments = {"content": "# Report\n", "path": "/tmp/a", "mode": {"append": True}, "note": "x" * 400}
    expected = 'path  /tmp/a  content  # Report ↵   mode  {"append":true}  note  '
    assert all_inputs(arguments).startswith(expected)
    assert len(all_inputs(arguments)) < len(expected) + 170


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [("owner", "ada", "owner  ada"), ("Path", "/tmp/a", "/tmp/a"), ("command", "ls", "ls"), ("path", "", "path")],
)
def test_short_line_names_arguments_other_than_commands_and_places(name: str, value: str, shown: str) -> None:
    assert short_line(name, value) == shown
