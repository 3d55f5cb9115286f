"""What chat clients' own settings files say of how long they wait. Defect C12."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from toolguard.clients.timeouts import CLIENTS, MAX_TIMEOUT, TimeoutTarget, read_declared_timeouts
from toolguard.clients.wiring.documents import MAX_FILE_SIZE, MAX_PROJECT_FILE_SIZE
from toolguard.gate.approvals.client_timeouts import ClientTimeouts, DeclaredTimeout
from toolguard.gate.model import ClientInfo

FILES = TimeoutTarget(server="files")
ODD = (0, -1, True, None, [], "x", "-5", "1e9")
ENTRY = {"command": "/usr/bin/toolguard-connect", "args": ["--client", "x", "--server", "files"]}


def put(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))


def limits(home: Path, wanted: TimeoutTarget = FILES, cwd: str = "", **environ: str) -> dict[str, float]:
    return {one.claim: one.seconds for one in read_declared_timeouts(wanted, cwd=cwd, environ=environ, home=home)}


@pytest.mark.parametrize(
    ("file", "value", "claim", "seconds"),
    [
        (".cline/data/settings/cline_mcp_settings.json", {"mcpServers": {"f": {**ENTRY, "timeout": 20}}}, "Cline", 20),
        (
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            {"mcpServers": {"f": {**ENTRY, "timeout": 20}}}, "@cline/core", 20,
        ),
        (
            ".codex/config.toml",
            '[mcp_servers.f]\ncommand = "toolguard-connect"\nargs = ["--server=files"]\ntool_timeout_sec = 7.5\n',
            "codex-mcp-client", 7.5,
        ),
        (".gemini/settings.json", {"mcpServers": {"f": {**ENTRY, "timeout": 9000}}}, "gemini-cli-mcp-client", 9),
        (".qwen/settings.json", {"mcpServers": {"f": {**ENTRY, "timeout": 9000}}}, "qwen-cli-mcp-client", 9),
        (
            ".config/opencode/opencode.jsonc",
            '{// mine\n"mcp": {"f": {"command": ["toolguard-connect", "--server", "files"],'
            ' /* ms */ "timeout": 4000,},},}',
            "opencode", 4,
        ),
        (".copilot/mcp-config.json", {"mcpServers": {"f": {**ENTRY, "timeout": 4000}}}, "copilot-cli", 4),
        (".claude.json", {"mcpServers": {"f": {**ENTRY, "timeout": 4000}}}, "claude-code", 4),
        (".claude/settings.json", {"env": {"MCP_TOOL_TIMEOUT": "4000"}}, "claude-code", 4),
    ],
)  # fmt: skip
def test_limit_is_read_from_the_entry_that_launches_this_server(
    tmp_path: Path, file: str, value: Any, claim: str, seconds: float
) -> None:
    """Defect C12."""
    put(tmp_path / file, value)
    assert limits(tmp_path)[claim] == seconds
    known = {one for client in CLIENTS for one in client.claims}
    assert set(limits(tmp_path)) <= known
    if "env" not in value:
        assert limits(tmp_path, TimeoutTarget(server="mail")) == {}
        assert limits(tmp_path, TimeoutTarget(all=True)) == {}


def test_limit_of_a_project_and_of_the_clients_environment(tmp_path: Path) -> None:
    """Defect C12."""
    project = tmp_path / "work"
    put(project / ".mcp.json", {"mcpServers": {"f": {**ENTRY, "timeout": 5000}}})
    put(tmp_path / ".claude.json", {"projects": {str(project): {"mcpServers": {"f": {**ENTRY, "timeout": 3000}}}}})
    found = read_declared_timeouts(FILES, cwd=str(project), environ={"MCP_TOOL_TIMEOUT": "6000"}, home=tmp_path)
    assert sorted(one.seconds for one in found if one.claim == "claude-code") == [3, 5, 6]
    assert limits(tmp_path, QWEN_CODE_MCP_TOOL_IDLE_TIMEOUT_MS="700000") == {"qwen-cli-mcp-client": 700}
    put(
        tmp_path / "elsewhere/config.toml",
        '[mcp_servers.f]\ncommand="toolguard-connect"\nargs=["--all"]\ntool_timeout_sec=3',
    )
    assert limits(tmp_path, TimeoutTarget(all=True), CODEX_HOME=str(tmp_path / "elsewhere")) == {"codex-mcp-client": 3}


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ({"command": "toolguard-connect", "args": ["--", "npx", "-y", "x"]}, TimeoutTarget(command=("npx", "-y", "x"))),
        ({"command": "python3", "args": ["-I", "/opt/connect.py", "--server", "files"]}, FILES),
        ({"command": "py", "args": ["-m", "toolguard.clients.stub.connect", "--server", "files"]}, FILES),
        ({"command": "C:\\bin\\toolguard-connect.exe", "args": ["--server=files"]}, FILES),
        ({"url": "http://127.0.0.1:8765/t/tg_x/s/files/mcp"}, FILES),
        ({"httpUrl": "http://localhost:1/s/files/mcp"}, FILES),
        ({"url": "http://127.0.0.1:8765/mcp"}, TimeoutTarget(all=True)),
    ],
)
def test_entries_are_recognised_however_they_launch_us(tmp_path: Path, entry: Any, wanted: TimeoutTarget) -> None:
    """Defect C12."""
    put(tmp_path / ".cline/data/settings/cline_mcp_settings.json", {"mcpServers": {"f": {**entry, "timeout": 20}}})
    assert limits(tmp_path, wanted)["Cline"] == 20
    for other in (TimeoutTarget(server="other"), TimeoutTarget(command=("npx",)), TimeoutTarget(server="file")):
        assert limits(tmp_path, other) == {}


@pytest.mark.parametrize(
    "value",
    [
        "", "{", "[]", "null", "[" * 100_000, '{"mcpServers": []}', '{"mcpServers": {"f": 7}}',
        *(json.dumps({"mcpServers": {"f": {**ENTRY, "timeout": odd}}}) for odd in ODD),
        '{"mcpServers": {"f": {"command": 5, "args": "--server files", "timeout": 20}}}',
        '{"mcpServers": {"f": {"command": "toolguard-connect", "args": [["--server", "files"]], "timeout": 20}}}',
        '{"mcpServers": {"f": {"url": "http://127.0.0.1:1/s/files/mcp:::", "timeout": 20}}}',
        '{"mcpServers": {"f": {"url": "http://example.com/s/files/mcp", "timeout": 20}}}',
    ],
)  # fmt: skip
def test_unreadable_file_counts_as_missing(tmp_path: Path, value: str) -> None:
    """Defect C12: the files are other programs'."""
    put(tmp_path / ".cline/data/settings/cline_mcp_settings.json", value)
    assert limits(tmp_path) == {}


def test_irregular_or_too_large_files_are_not_read(tmp_path: Path) -> None:
    """Defect C12: reading never waits and is bounded."""
    path = tmp_path / ".cline/data/settings/cline_mcp_settings.json"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert limits(tmp_path) == {}
    path.unlink()
    put(path, json.dumps({"mcpServers": {"f": {**ENTRY, "timeout": 20}}}) + " " * MAX_FILE_SIZE)
    assert limits(tmp_path) == {}
    put(path, {"mcpServers": {"f": {**ENTRY, "timeout": 1e300}}})
    assert limits(tmp_path)["Cline"] == MAX_TIMEOUT


@pytest.mark.parametrize("part", ['\\"', "/* ", "//"])
def test_hostile_file_of_a_project_is_read_in_linear_time(tmp_path: Path, part: str) -> None:
    """The file may come with a repository. In quadratic time, the strings and comments of this one would take days."""
    for before in ('{"mcpServers": "', '{"mcpServers": '):
        put(tmp_path / ".mcp.json", before + part * (MAX_PROJECT_FILE_SIZE // len(part) - 100))
        assert limits(tmp_path / "home", cwd=str(tmp_path)) == {}
        put(tmp_path / "home" / ".claude.json", before + part * (MAX_FILE_SIZE // len(part) - 100))
        assert limits(tmp_path / "home", cwd=str(tmp_path)) == {}


def test_file_of_a_project_may_be_smaller_than_that_of_a_client(tmp_path: Path) -> None:
    """All values of 8 MB take some seconds and 300 MB, and a client can have nine such files."""
    large = {"mcpServers": {"f": {**ENTRY, "timeout": 4000}}, "history": " " * MAX_PROJECT_FILE_SIZE}
    put(tmp_path / "project" / ".mcp.json", large)
    assert limits(tmp_path / "home", cwd=str(tmp_path / "project")) == {}
    put(tmp_path / "home" / ".claude.json", large)
    assert limits(tmp_path / "home", cwd=str(tmp_path / "project")) == {"claude-code": 4}
    assert limits(tmp_path / "home", cwd=str(tmp_path / "home")) == {"claude-code": 4}


def test_declared_limit_counts_for_its_client_and_session_only() -> None:
    """Defect C12."""
    deadlines, caller = ClientTimeouts(), ClientInfo(id="node")
    deadlines.declare(
        "s", (DeclaredTimeout("Cline", 20), DeclaredTimeout("Cline", 90), DeclaredTimeout("qwen", 900, lifts=False))
    )
    assert deadlines.of(caller, "Cline", "s").seconds == 20
    assert deadlines.of(caller, "Cline", "s.files").seconds == 20, "a session behind that for all servers"
    assert deadlines.of(caller, "Cline", "t").seconds == 60
    assert deadlines.of(caller, "claude-code", "s").seconds == 0
    assert deadlines.of(caller, "qwen-cli-mcp-client-x", "s").seconds == 300, "it can only shorten that"
    deadlines.replace({"node": 10})
    assert deadlines.of(caller, "Cline", "s").seconds == 10, "the shortest: a call must not run after it was given up"
    deadlines.replace({"node": 0})
    assert deadlines.of(caller, "Cline", "s").seconds == 20
    assert deadlines.of(caller, "other", "s").seconds == 0
    deadlines.forget("s")
    deadlines.replace({})
    assert deadlines.of(caller, "Cline", "s").seconds == 60


def test_only_a_known_timeout_shows_that_a_client_gave_up() -> None:
    """Defect C12: of a client of which nothing is known a slow first start must not be refused."""
    deadlines, caller = ClientTimeouts(), ClientInfo(id="node")

    def seconds(claim: str) -> float | None:
        timeout = deadlines.known(caller, claim, "s")
        return timeout.seconds if timeout else None

    assert seconds("who knows") is None and not seconds("claude-code") and seconds("Cline") == 60
    deadlines.declare("s", (DeclaredTimeout("who", 5),))
    assert seconds("who knows") == 5
