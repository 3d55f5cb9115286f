"""Servers as other programs write them: every client's form, command lines, secrets, and nothing without bound."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.services.interface import RefusedError, value_of, with_secret
from toolguard.services.server_import.command_parsing import (
    ParsedServer,
    free_name,
    name_of_command,
    name_of_url,
    safe_name,
)
from toolguard.services.server_import.settings_files import MAX_TEXT_LENGTH, read, suspects
from toolguard.store.config.config import NAME

STDIO = {"command": "npx", "args": ["-y", "pkg"], "env": {"A": "b"}}
AS_STDIO = {"kind": "stdio", **STDIO}
URL = "https://example.org/mcp"


def remote(transport: str = "auto", **headers: str) -> dict[str, Any]:
    return {"kind": "http", "url": URL, "headers": headers, "transport": transport}


FORMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "Claude, Cursor, Windsurf": ({"mcpServers": {"x": STDIO}}, AS_STDIO),
    "Claude Code": ({"numStartups": 3, "mcpServers": {"x": {"type": "stdio", **STDIO}}}, AS_STDIO),
    "Claude Code, remote": (
        {"mcpServers": {"x": {"type": "http", "url": URL, "headers": {"K": "v"}}}}, remote("streamable", K="v"),
    ),
    "VS Code": ({"servers": {"x": {"type": "stdio", **STDIO}}, "inputs": []}, AS_STDIO),
    "VS Code, user settings": ({"mcp": {"servers": {"x": STDIO}}}, AS_STDIO),
    "VS Code, remote": ({"servers": {"x": {"type": "sse", "url": URL}}}, remote("sse")),
    "Windsurf, remote": ({"mcpServers": {"x": {"serverUrl": URL}}}, remote()),
    "Gemini, remote": ({"mcpServers": {"x": {"httpUrl": URL}}}, remote("streamable")),
    "Zed": ({"context_servers": {"x": {"source": "custom", **STDIO}}}, AS_STDIO),
    "Zed, older": (
        {"context_servers": {"x": {"command": {"path": "npx", "args": ["-y", "pkg"], "env": {"A": "b"}}}}}, AS_STDIO,
    ),
    "opencode": (
        {"mcp": {"x": {"type": "local", "command": ["npx", "-y", "pkg"], "environment": {"A": "b"}}}}, AS_STDIO,
    ),
    "opencode, remote": ({"mcp": {"x": {"type": "remote", "url": URL}}}, remote()),
    "Goose": (
        {"extensions": {"x": {"cmd": "npx", "args": ["-y", "pkg"], "envs": {"A": "b"}, "type": "stdio"}}}, AS_STDIO,
    ),
    "Goose, remote": ({"extensions": {"x": {"type": "streamable_http", "uri": URL}}}, remote("streamable")),
    "Continue": ({"mcpServers": [{"name": "x", **STDIO}]}, AS_STDIO),
    "Codex": ({"mcp_servers": {"x": STDIO}}, AS_STDIO),
    "only the servers": ({"x": STDIO, "note": "y"}, AS_STDIO),
    "only one server": ({"name": "x", **STDIO}, AS_STDIO),
    "a command in one text": ({"mcpServers": {"x": {"command": "A=b npx -y pkg"}}}, AS_STDIO),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_clients_form_is_read(form: str) -> None:
    value, server = FORMS[form]
    (found,) = read(json.dumps(value))
    assert (found.name, found.server) == ("x", server)


def only(text: str) -> ParsedServer:
    (found,) = read(text)
    return found


def test_json_with_comments_trailing_commas_and_bom_is_read() -> None:
    text = (
        '\ufeff{ // a comment\n "mcpServers": {\r\n "x": {"command": "c", /* , */ "args": ["http://a//b", ",]",],},}}'
    )
    assert only(text).server == {"kind": "stdio", "command": "c", "args": ["http://a//b", ",]"], "env": {}}
    assert only('"x": {"command": "c"},').name == "x"


def test_yaml_and_toml_are_read() -> None:
    text = (
        'mcpServers:\n  database:\n    command: "db"\n    args: ["postgresql://localhost/x"]\n    tools:\n      - q\n'
    )
    found = only(text)
    assert (found.name, found.server["command"], found.tools) == ("database", "db", ["q"])
    found = only('# mine\n[mcp_servers.x]\ncommand = "c"\nargs = ["a"]\n[mcp_servers.x.env]\nA = "b"\n')
    assert found.server == {"kind": "stdio", "command": "c", "args": ["a"], "env": {"A": "b"}}


@pytest.mark.parametrize(
    ("line", "name", "server"),
    [
        ("npx -y @scope/server-files '/a b'", "server-files",
         {"command": "npx", "args": ["-y", "@scope/server-files", "/a b"]}),
        ("$ A=b uvx --from pkg mcp-time@1.2", "mcp-time",
         {"command": "uvx", "args": ["--from", "pkg", "mcp-time@1.2"], "env": {"A": "b"}}),
        ("env A=b C= cmd", "cmd", {"command": "cmd", "env": {"A": "b", "C": ""}}),
        ("docker run -i --rm \\\n  -e KEY ghcr.io/o/mcp-git:latest", "mcp-git",
         {"command": "docker", "args": ["run", "-i", "--rm", "-e", "KEY", "ghcr.io/o/mcp-git:latest"]}),
        ("claude mcp add -s user gh -e A=b -- npx pkg -y", "gh",
         {"command": "npx", "args": ["pkg", "-y"], "env": {"A": "b"}}),
        *(
            (f"{program} mcp add gh -- npx pkg", "gh", {"command": "npx", "args": ["pkg"]})
            for program in ("claude.cmd", "CODEX.EXE", r"'C:\Users\a b\gemini.cmd'")
        ),
        ("python /opt/tool.py --x", "tool", {"command": "python", "args": ["/opt/tool.py", "--x"]}),
        (URL, "example", {"url": URL}),
        (f"claude mcp add --transport sse lin {URL} -H 'K: v'", "lin",
         {"url": URL, "transport": "sse", "headers": {"K": "v"}}),
    ],
)  # fmt: skip
def test_pasted_command_line_is_parsed_as_a_server(line: str, name: str, server: dict[str, Any]) -> None:
    found = only(line)
    assert found.name == name
    assert {key: value for key, value in found.server.items() if value and key != "kind"} == server


@pytest.mark.parametrize(
    "text",
    ["", "  \n", "a | b", "a && b", "a > f", "npx 'a", "A=b", "one\ntwo", "{", "[1,", '{"a": 1}', "[]", "x: [", "x: 1",
     "- a", "a: &x 1\nb: *x\n", "[mcp_servers.x]\ncommand = ", "claude mcp add x", "{" * 5_000, "x: " + "[" * 5_000,
     "#", "---", '{"mcpServers": {"x": {"command": []}}}', '{"mcpServers": {"x": {"command": ""}}}',
     "x" * (MAX_TEXT_LENGTH + 1), "http://[::1", '{"mcpServers": {"x": {"url": "http://\u2100.test/"}}}',
     "[mcp_servers.x]\ncommand = 'a'\nenv = {A = 0x" + "f" * 5_000 + "}"],
)  # fmt: skip
def test_text_without_server_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(RefusedError) as why:
        read(text)
    assert 10 < len(str(why.value)) < 400


@pytest.mark.parametrize(
    "text",
    ["{" + "/* " * 200_000, '{"' + "\\\\" * 200_000, "{" + ", " * 200_000, "\n" * 200_000 + "[", "{" + '"' * 99_999],
)
def test_parsing_any_text_is_fast(text: str) -> None:
    start = time.process_time()
    with pytest.raises(RefusedError):
        read(text)
    assert time.process_time() - start < 5


@given(st.text() | st.from_regex(r'\{"mcpServers":\{"[^"]{0,9}":\{"command":"[^"]*"\}\}\}', fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read(text)
    except RefusedError:
        return
    assert all(NAME.fullmatch(one.name) for one in found)


def test_suspected_secrets_are_listed_with_their_places() -> None:
    server = {
        "env": {"GITHUB_TOKEN": "abc", "PATH": "/bin", "N": "ghp_0123456789abcdef", "OPENAI_KEY": "${secret:K}",
                "API_KEY": "${input:my-key}", "OTHER_SECRET": ""},
        "headers": {"Authorization": "Bearer abc", "X-Plain": "1"},
    }  # fmt: skip
    found = suspects(server, "git")
    assert [(one["place"], one["name"], one["secret"], one["before"], one["missing"]) for one in found] == [
        ("env", "GITHUB_TOKEN", "GITHUB_TOKEN", "", False), ("env", "N", "N", "", False),
        ("env", "API_KEY", "my-key", "", True), ("headers", "Authorization", "GIT_TOKEN", "Bearer ", False),
    ]  # fmt: skip
    changed = with_secret(server, found[-1], "GIT_TOKEN")
    assert changed["headers"]["Authorization"] == "Bearer ${secret:GIT_TOKEN}"
    assert server["headers"]["Authorization"] == "Bearer abc"


@pytest.mark.parametrize(
    ("url", "name", "secret", "value", "kept"),
    [
        (
            "https://a.test/mcp?x=1&apiKey=tvly-0a1b#top",
            "apiKey",
            "FAR_APIKEY",
            "tvly-0a1b",
            "?x=1&apiKey=${secret:N}#top",
        ),
        ("https://a.test/?token=a%2Fb%3D", "token", "FAR_TOKEN", "a/b=", "https://a.test/?token=${secret:N}"),
        ("https://me:hunter2x@a.test/mcp", "password", "FAR_PASSWORD", "hunter2x", "//me:${secret:N}@a.test/mcp"),
    ],
)
def test_suspected_secret_of_a_url_can_be_replaced(url: str, name: str, secret: str, value: str, kept: str) -> None:
    server = {"kind": "http", "url": url}
    (found,) = suspects(server, "far")
    assert (found["place"], found["name"], found["secret"], found["missing"]) == ("url", name, secret, False)
    assert value_of(server, found) == value
    changed = with_secret(server, found, "N")
    assert changed["url"].endswith(kept) and value not in changed["url"]
    assert suspects(changed, "far") == []


@pytest.mark.parametrize("value", ["a+b", "a%2fb", "a:b", "sk%zz"])
def test_value_that_would_be_encoded_otherwise_stays_in_its_url(value: str) -> None:
    """A reference inserts the value with percent-encoding, and `+` means a space only unencoded."""
    assert suspects({"url": f"https://a.test/?token={value}"}, "far") == []


def test_each_suspected_value_of_a_server_has_a_name_of_its_own() -> None:
    headers = {"Authorization": "Bearer one-value", "X-Other": "Bearer another", "X-Same": "Bearer ${ELSEWHERE}"}
    server = {"headers": {**headers, "X-Too": "Bearer ${ELSEWHERE}"}, "url": "https://a.test/?token=third-value"}
    names = [found["secret"] for found in suspects(server, "far")]
    assert names == ["FAR_TOKEN", "FAR_TOKEN-2", "ELSEWHERE", "ELSEWHERE", "FAR_TOKEN-3"]


def test_only_the_secret_of_a_url_that_can_be_replaced_is_suggested() -> None:
    (found,) = suspects({"url": "https://a.test/?token=a+b&apiKey=tvly-0a1b&secret=c-d-e-f"}, "far")
    assert (found["name"], found["after"]) == ("apiKey", "&secret=c-d-e-f")


def test_import_notes_are_reported() -> None:
    value = {
        "mcpServers": {
            "a": {"command": "x", "disabled": True}, "b": {"command": "toolguard-connect", "args": ["--server", "b"]},
            "c": {"command": "x", "args": ["--api-key=abc"]}, "d": {"command": "x", "env": {"A": ["list"], "N": 3}},
        }
    }  # fmt: skip
    a, b, c, d = read(json.dumps(value))
    assert a.server["enabled"] is False and "Off in the source" in a.notes[0]
    assert "ToolGuard itself" in b.notes[0]
    assert "looks like a secret" in c.notes[0]
    assert d.server["env"] == {"N": "3"} and "left out" in d.notes[0]


def test_server_name_is_valid_and_unused() -> None:
    assert safe_name("@scope/My Server!") == "My-Server"
    assert safe_name("工具") == "server"
    assert name_of_command(["uv", "run", "--directory", "/x", "server.py"])
    assert name_of_url("https://mcp.linear.app/sse") == "linear"
    assert name_of_url("http://127.0.0.1:8000/mcp")
    assert free_name("a", {"a", "a-2"}) == "a-3"


def of_command(*args: Any, command: str = "docker") -> str:
    return json.dumps({"mcpServers": {"x": {"command": command, "args": args}}})


@pytest.mark.parametrize(
    "text",
    [
        '{"a":"' + '\\"' * 500_000,
        of_command("run", *["-e", "A_TOKEN=abcdefgh"] * 100_000),
        of_command("eyJ" * 1_000_000),
        "[mcp_servers.x]\n" + "a." * 100_000 + "b = 1",
        "mcpServers: {x: {command: c, args: [1" + ":1" * 100_000 + ".5]}}",
    ],
    ids=["quotes", "docker's variables", "the beginnings of a token", "a key in TOML", "a number by sixties"],
)
def test_input_with_quadratic_growth_is_refused_or_read_fast(text: str) -> None:
    begun = time.process_time()
    with suppress(RefusedError):
        read(text)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "text",
    [
        "mcpServers: {x: {command: c, args: [2001-01-01]}}",
        "mcpServers: {x: {command: c, args: [!!binary aGk=]}}",
        "mcpServers: {x: {command: c, args: [!!int '']}}",
        "mcpServers: {x: {command: c, args: [!!bool perhaps]}}",
        "mcpServers: {x: {command: c, args: [!!timestamp perhaps]}}",
        "[mcp_servers.x]\ncommand = 'c'\nargs = [2001-01-01]",
        of_command(command="\ud800"),
        of_command("\udc00"),
    ],
)
def test_invalid_argument_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(RefusedError):
        read(text)


@pytest.mark.parametrize("command", ["a" * 5_000 + " b", "//elsewhere/share/a b", "\\\\elsewhere\\share\\a b", "a\0 b"])
def test_command_line_is_parsed_with_any_program_name(command: str) -> None:
    assert read(of_command(command=command))[0].server["args"] == ["b"]


def test_settings_file_with_leading_comments_is_read() -> None:
    """Defect C4: Zed's own file does."""
    text = '// Zed settings\n//\n/* For {information} */\n{"context_servers": {"x": {"command": "c", },},}'
    assert (only(text).name, only(text).tools) == ("x", None)


@pytest.mark.parametrize("reference", ["{env:TOK}", "$TOK", "${{ secrets.TOK }}", "${TOK}", "${input:TOK}"])
def test_a_reference_is_a_missing_secret_and_never_a_value(reference: str) -> None:
    """Defect C3."""
    found = only(json.dumps({"mcpServers": {"x": {"url": URL, "headers": {"Authorization": f"Bearer {reference}"}}}}))
    (one,) = suspects(found.server, "x")
    assert (one["secret"], one["before"], one["missing"]) == ("TOK", "Bearer ", True)
    assert with_secret(found.server, one, "TOK")["headers"] == {"Authorization": "Bearer ${secret:TOK}"}


def test_a_header_with_a_random_value_is_suspected() -> None:
    """Defect C5."""
    server = {
        "headers": {"X-Key": "a8f3k2m9x7q4w1e6r5t0", "X-Other": "q4w1e6r5t0a8f3k2m9x7", "X-Version": "2024-11-05"}
    }
    assert [one["name"] for one in suspects(server)] == ["X-Key", "X-Other"]


def test_invalid_entry_affects_only_itself() -> None:
    """Defect C7."""
    servers = {"a": {"command": "x"}, "b": {"type": "ws", "url": "wss://a.test"}, "c": {"command": "y"}}
    a, c = read(json.dumps({"mcpServers": servers}))
    assert (a.name, c.name) == ("a", "c") and "b was left out: Servers of type ws" in a.notes[-1]
    with pytest.raises(RefusedError):
        read(json.dumps({"mcpServers": {"b": servers["b"]}}))


def test_program_values_are_not_references() -> None:
    assert [one["missing"] for one in suspects({"env": {"API_KEY": "$WORD"}}, syntaxes=())] == [False]
