"""Entries of clients' settings: what they say is taken over, kept as a reference, or named. Defects C3 to C7."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.wiring import command_lines
from toolguard.clients.wiring.entries import EntryReader, everywhere, parse_env_file, value_reference
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import GuardedTarget, guarded
from toolguard.clients.wiring.references import ANY, Reference, find
from toolguard.clients.wiring.secret_values import looks_like_key, looks_random, names_a_secret
from toolguard.gate.texts import code_of

URL = "https://example.org/mcp"


def known(values: Mapping[str, str]) -> EntryReader:
    def resolve(reference: Reference) -> str | None:
        return values.get(reference.name)

    return EntryReader(resolve=resolve, read_file=lambda path: "A=1\n" if path == "/x/.env" else None)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("{env:TOK}", "environment", "TOK"), ("${env:X}", "environment", "X"), ("$TOK", "environment", "TOK"),
        ("${TOK}", "environment", "TOK"), ("${TOK:-none}", "environment", "TOK"),
        ("${input:my-key}", "asked", "my-key"),
        ("${{ secrets.GH }}", "stored", "GH"), ("${{secrets.GH_2}}", "stored", "GH_2"),
        ("{file:~/.key}", "file", "~/.key"), ("${workspaceFolder}", "folder", "workspaceFolder"),
        ("$(cat /etc/passwd)", "command", "$(cat /etc/passwd)"), ("$(", "command", "$("),
    ],
)  # fmt: skip
def test_every_clients_reference_is_found(text: str, kind: str, name: str) -> None:
    (found,) = find(f"a {text} b")
    assert (found.kind, found.name, found.text) == (kind, name, text)


@pytest.mark.parametrize("text", ["", "$", "$$", "${}", "{}", "{env}", "pa$word", "${secret:X}", "$1", "{{", "a{b:c}"])
def test_text_without_a_reference_has_none(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize("value", ["Bearer {env:TOK}", "Bearer $TOK", "Bearer ${TOK}", "Bearer ${env:TOK}",
                                   "Bearer ${{ secrets.TOK }}", "Bearer ${input:TOK}"])  # fmt: skip
def test_reference_in_a_header_is_not_a_value(value: str) -> None:
    """Defect C3."""
    read = EntryReader().read({"url": URL, "headers": {"Authorization": value}})
    found = value_reference(read.server["headers"]["Authorization"])
    assert found is not None and (found.name, found.before) == ("TOK", "Bearer ")


def test_a_password_with_a_dollar_is_a_value() -> None:
    assert value_reference("abc$WORD") is None and value_reference("$WORD") is not None
    mixed = value_reference("postgres://me:${PW}@host/db")
    assert mixed is not None and mixed.reference is None


def test_variables_and_headers_that_are_only_named_stay_references() -> None:
    """Defect C6."""
    codex = {"command": "x", "env": {"A": "b"}, "env_vars": ["TOK", {"name": "TOK2", "source": "remote"}, 3]}
    read = EntryReader().read(codex)
    assert read.server["env"] == {"TOK": "${env:TOK}", "TOK2": "${env:TOK2}", "A": "b"}
    assert any("env_vars" in note for note in read.notes)
    read = EntryReader().read({"url": URL, "bearer_token_env_var": "T", "env_http_headers": {"X-Key": "K"}})
    assert read.server["headers"] == {"X-Key": "${env:K}", "Authorization": "Bearer ${env:T}"}
    assert EntryReader().read({"cmd": "x", "env_keys": ["K"]}).server["env"] == {"K": "${env:K}"}
    proxied = {"url": URL, "requestOptions": {"headers": {"A": "b"}, "proxy": "http://p"}}
    read = EntryReader().read(proxied)
    assert read.server["headers"] == {"A": "b"}
    assert any("requestOptions.proxy" in note for note in read.notes)


def test_a_file_of_variables_is_read_where_it_can_be_and_named_where_not() -> None:
    """Defect C6."""
    assert known({}).read({"command": "x", "envFile": "/x/.env"}).server["env"] == {"A": "1"}
    read = EntryReader().read({"command": "x", "envFile": "${workspaceFolder}/.env"})
    assert read.server["env"] == {} and any("${workspaceFolder}/.env" in note for note in read.notes)
    assert parse_env_file('# c\nexport A="b # c" # d\nB=c # d\nC=\'$(x)\'\nno\n=x\nD=$(date)') == {
        "A": "b # c", "B": "c", "C": "$(x)", "D": "$(date)",
    }  # fmt: skip


def test_known_references_are_resolved_except_secrets_in_arguments() -> None:
    reader = known({"workspaceFolder": "/w", "HOST": "h", "TOK": "sk-0123456789"})
    read = reader.read(
        {
            "command": "${workspaceFolder}/x",
            "args": ["${HOST}", "${PORT:-80}"],
            "env": {"U": "http://${HOST}/", "T": "$TOK"},
        }
    )
    assert read.server == {
        "kind": "stdio", "command": "/w/x", "args": ["h", "80"], "env": {"U": "http://h/", "T": "$TOK"},
    }  # fmt: skip
    for entry in (
        {"command": "x", "args": ["--key=${API_KEY}"]}, {"command": "x", "args": ["${input:a}"]},
        {"url": "https://${OTHER}/mcp"},
    ):  # fmt: skip
        with pytest.raises(WiringError):
            reader.read(entry)
    read = EntryReader().read({"command": "x", "args": ["${workspaceFolder}"]})
    assert read.server["args"] == ["${workspaceFolder}"] and "${workspaceFolder}" in read.notes[0]


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "x", "env": {"A": "${secret:GITHUB}"}}, {"command": "x", "args": ["--key=${secret:GITHUB}"]},
        {"url": f"{URL}?key=${{secret:GITHUB}}"}, {"url": URL, "headers": {"A": "Bearer ${secret:GITHUB}"}},
        {"command": "x", "env": {"A": "${UNSET:-$}{secret:GITHUB}"}},
    ],
)  # fmt: skip
def test_file_of_a_client_never_refers_to_a_secret_of_toolguard(entry: dict[str, Any]) -> None:
    with pytest.raises(WiringError) as why:
        known({}).read(entry)
    assert code_of(str(why.value)) == "clients.entry_wants_secret"


def test_entry_that_says_it_is_local_is_read_as_local() -> None:
    entry = {"type": "stdio", "command": "uvx", "args": ["a"], "url": URL}
    assert EntryReader().read(entry).server == {"kind": "stdio", "command": "uvx", "args": ["a"], "env": {}}


@pytest.mark.parametrize(
    "entry",
    [
        {"url": URL, "headers": {"A": "Bearer $(cat key)"}}, {"url": "https://$(host)/mcp"},
        {"command": "x", "env": {"A": "$(id)"}}, {"type": "ws", "url": "wss://a.test"}, {"url": "ftp://a.test"},
        {"type": "builtin", "command": "x"}, {"command": []}, {"command": "a | b"},
        {"command": "x", "args": ["a"] * 2_000}, {"url": URL, "headers": {"A": "1", "a": "2"}},
        {"url": URL, "headers": {"authorization": "x"}, "bearer_token_env_var": "T"},
    ],
)  # fmt: skip
def test_invalid_server_entry_is_refused_with_a_reason(entry: dict[str, Any]) -> None:
    """Defect C7, and no command in a settings file is run."""
    with pytest.raises(WiringError) as why:
        EntryReader().read(entry)
    assert 10 < len(str(why.value)) < 300


@pytest.mark.parametrize(
    ("entry", "only", "hidden"),
    [
        ({"enabled_tools": ["a", "b"], "disabled_tools": ["b"]}, ["a"], ("b",)),
        ({"includeTools": ["a"]}, ["a"], ()), ({"excludeTools": ["a"]}, None, ("a",)),
        ({"disabledTools": ["a", 3]}, None, ("a",)), ({"tools": ["*"]}, None, ()), ({"enabled_tools": []}, None, ()),
        ({"tools": []}, [], ()), ({"available_tools": []}, None, ()), ({}, None, ()),
    ],
)  # fmt: skip
def test_tool_list_becomes_visibility(entry: dict[str, Any], only: list[str] | None, hidden: tuple[str, ...]) -> None:
    """Defect C6: tools that were hidden stay hidden."""
    read = EntryReader().read({"command": "x", **entry})
    assert (read.only, read.hidden) == (only, hidden)
    assert bool(read.notes) == (only is not None or bool(hidden))


def test_unconverted_setting_is_named_except_client_settings() -> None:
    read = EntryReader().read({"command": "x", "timeout": 3, "autoApprove": ["a"], "sandbox": {"x": 1}, "cwd": "/y"})
    assert read.server["cwd"] == "/y"
    assert [note for note in read.notes if "sandbox" in note] == list(read.notes)


def test_servers_of_a_clients_projects_are_found() -> None:
    """Defect C6: ``projects.DIR.mcpServers`` of Claude Code's state."""
    value = {
        "mcpServers": {"a": {"command": "x"}},
        "projects": {"/p": {"mcpServers": {"b": {"command": "y"}}}, "/q": 3},
    }
    assert [name for name, _ in everywhere(value, ("mcpServers",))] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r'"C:\Program Files\node.exe" C:\srv\a.js', [r"C:\Program Files\node.exe", r"C:\srv\a.js"]),
        (r'x.exe --in="it\'s\a" "{\"a\": 1}"', ["x.exe", r"--in=it\'s\a", '{"a": 1}']),
        (r"'C:\Program Files\x.exe' \\host\share", [r"C:\Program Files\x.exe", r"\\host\share"]),
    ],
)
def test_folders_in_a_command_line_of_windows_are_kept(
    monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert command_lines.split(line) == words


def test_random_header_value_counts_as_a_key() -> None:
    """Defect C5."""
    assert names_a_secret("X-Key") and names_a_secret("Cookie") and not names_a_secret("MONKEY")
    assert (
        looks_like_key("a8f3k2m9x7q4w1e6r5t0")
        and not looks_like_key("2024-11-05")
        and not looks_like_key("application/json")
    )
    assert looks_random("aB3dE5fG7hI9jK1lM3nO5pQ7") and not looks_random("a-very-long-name-of-something")


@pytest.mark.parametrize(
    ("entry", "target"),
    [
        ({"command": "/usr/bin/toolguard-connect", "args": ["--server", "a"]}, GuardedTarget("a")),
        ({"command": ["toolguard-connect.exe", "--server=a"]}, GuardedTarget("a")),
        ({"cmd": r"C:\x\toolguard-connect.exe", "args": ["--all"]}, GuardedTarget()),
        ({"command": r"C:\x\Scripts\toolguard-connect.EXE", "args": ["--server", "a"]}, GuardedTarget("a")),
        ({"command": "python3", "args": ["-I", "-m", "toolguard.clients.stub.connect", "--server", "a"]},
         GuardedTarget("a")),
        ({"command": "toolguard-connect", "args": ["--", "npx", "x"]}, GuardedTarget(command=("npx", "x"))),
        ({"url": "http://127.0.0.1:8765/s/a/mcp"}, GuardedTarget("a")),
        ({"url": "http://127.0.0.1:8765/t/tok/mcp"}, GuardedTarget()),
        ({"url": "http://127.0.0.1:9999/s/a/mcp"}, None), ({"url": "https://a.test/s/a/mcp"}, None),
        ({"command": "sh", "args": ["evil", "toolguard-connect"]}, None), ({"command": 3}, None),
        ({"command": "python3", "args": ["-I", "-S", "/opt/connect.py", "--server", "a"]}, GuardedTarget("a")),
        ({"command": "python3", "args": ["-m", "toolguard.clients.stub.connect", "--server", "a"]}, None),
        ({"command": "python3", "args": ["-I", "toolguard.clients.stub.connect", "--server", "a"]}, None),
        ({"command": "python3", "args": ["-cimport evil", "toolguard.clients.stub.connect"]}, None),
        ({"command": "python3", "args": ["-cimport evil", "/opt/connect.py"]}, None),
        ({"command": "python3", "args": ["-I", "-mevil", "-m", "toolguard.clients.stub.connect"]}, None),
        ({"command": "python3", "args": ["connect.py", "--server", "a"]}, None),
        ({"url": "http://["}, None),
        ({"command": "evil", "url": "http://127.0.0.1:8765/s/a/mcp"}, None),
        ({"httpUrl": "https://evil.test/mcp", "url": "http://127.0.0.1:8765/s/a/mcp"}, None),
        ({"command": "toolguard-connect", "cmd": "evil", "args": ["--server", "a"]}, None),
        ({"command": "toolguard-connect", "args": ["--server", "a"], "type": "http", "url": "https://evil.test"}, None),
    ],
)  # fmt: skip
def test_only_entries_with_the_stub_or_our_url_are_guarded(entry: dict[str, Any], target: GuardedTarget | None) -> None:
    assert guarded(entry, 8765) == target


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
REFERENCES = st.sampled_from(["$TOK", "${A}", "$(x)", URL])
INNER = SCALARS | REFERENCES | st.lists(SCALARS, max_size=3)
JSON_VALUES = INNER | st.dictionaries(st.text(max_size=5), INNER, max_size=3) | st.lists(INNER, max_size=3)
MEMBERS = ("command", "cmd", "args", "env", "url", "headers", "type", "tools", "disabled_tools", "envFile", "env_vars",
           "cwd", "requestOptions", "bearer_token_env_var", "env_http_headers", "x")  # fmt: skip


@given(st.dictionaries(st.sampled_from(MEMBERS), JSON_VALUES), st.booleans())
def test_any_entry_is_read_or_refused_and_nothing_that_is_left_runs(entry: dict[str, Any], resolves: bool) -> None:
    reader = known({"A": "b"}) if resolves else EntryReader()
    try:
        read = reader.read(entry)
    except WiringError as why:
        assert str(why)
        return
    for place in ("env", "headers"):
        for value in read.server.get(place, {}).values():
            assert not find(value, ("command",))


@given(st.text(st.sampled_from("${}():-AbTOK_ env{input"), max_size=60))
def test_references_never_overlap(text: str) -> None:
    found = find(text, ANY)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    assert all(text[one.start : one.end] == one.text for one in found)
