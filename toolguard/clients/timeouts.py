"""Tool call timeouts that chat clients declare in their own settings files.

The files belong to other programs. They are read up to a size limit, nothing in them is run or expanded, and a file
that cannot be read is ignored. Only the entry that launches the target server counts.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil

from toolguard.clients.wiring import documents, files
from toolguard.clients.wiring.documents import MAX_FILE_SIZE, MAX_PROJECT_FILE_SIZE
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import ADDRESS_MEMBERS, address, is_stub, words_of
from toolguard.gate.approvals.client_timeouts import DeclaredTimeout

MAX_TIMEOUT = 30 * 24 * 3600.0
"""Upper bound of a timeout, in seconds."""
_MAX_SERVERS = 1_000  # servers of one file that are considered


@dataclass(frozen=True, slots=True)
class TimeoutTarget:
    """The launch that an entry must have: a server by name, an exact command, or all servers."""

    server: str | None = None
    command: tuple[str, ...] | None = None
    all: bool = False


@dataclass(frozen=True, slots=True)
class ChatClient:
    """One chat client: its claims (`revisions.claim_of`), files and settings. ``unit``: seconds per unit in a file."""

    claims: tuple[str, ...]
    files: Callable[[Path, Mapping[str, str]], Iterable[Path]]
    """Called with the home folder and the client's environment."""
    project_files: tuple[str, ...]
    servers: str
    member: str
    unit: float
    lifts: bool = True
    """False if the setting can only shorten the client's built-in timeout."""
    variable: str = ""
    """Environment variable of the client with a timeout in milliseconds for all its servers."""
    variable_files: tuple[str, ...] = ()
    """Files below the home or the project folder whose ``env`` may set that variable."""


def _editor_folders(home: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folders in which VS Code and its forks store the data of extensions."""
    if sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(environ.get("APPDATA", home / "AppData" / "Roaming"))
    else:
        base = Path(environ.get("XDG_CONFIG_HOME", home / ".config"))
    for name in ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"):
        yield base / name / "User" / "globalStorage"


def _cline(home: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    yield home / ".cline" / "data" / "settings" / "cline_mcp_settings.json"
    for folder in _editor_folders(home, environ):
        yield folder / "saoudrizwan.claude-dev" / "settings" / "cline_mcp_settings.json"


def _opencode(home: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    base = Path(environ.get("XDG_CONFIG_HOME", home / ".config")) / "opencode"
    yield from (base / "opencode.json", base / "opencode.jsonc")


CLIENTS = (
    ChatClient(("@cline/core", "Cline"), _cline, (), "mcpServers", "timeout", 1.0),
    ChatClient(
        ("codex-mcp-client",), lambda home, env: [Path(env.get("CODEX_HOME", home / ".codex")) / "config.toml"],
        (".codex/config.toml",), "mcp_servers", "tool_timeout_sec", 1.0,
    ),
    ChatClient(
        ("gemini-cli-mcp-client",), lambda home, _: [home / ".gemini" / "settings.json"],
        (".gemini/settings.json",), "mcpServers", "timeout", 0.001,
    ),
    ChatClient(
        ("qwen-cli-mcp-client",), lambda home, _: [home / ".qwen" / "settings.json"],
        (".qwen/settings.json",), "mcpServers", "timeout", 0.001, lifts=False,
        variable="QWEN_CODE_MCP_TOOL_IDLE_TIMEOUT_MS", variable_files=(".qwen/settings.json",),
    ),
    ChatClient(("opencode",), _opencode, ("opencode.json", "opencode.jsonc"), "mcp", "timeout", 0.001),
    ChatClient(
        ("copilot-cli",), lambda home, env: [Path(env.get("COPILOT_HOME", home / ".copilot")) / "mcp-config.json"],
        (".mcp.json", ".github/mcp.json"), "mcpServers", "timeout", 0.001,
    ),
    ChatClient(
        ("claude-code",), lambda home, _: [home / ".claude.json"], (".mcp.json",), "mcpServers", "timeout", 0.001,
        variable="MCP_TOOL_TIMEOUT", variable_files=(".claude/settings.json", ".claude/settings.local.json"),
    ),
)  # fmt: skip
"""The clients whose timeouts were measured, with the settings that change them (November 2026)."""


def read_declared_timeouts(
    target: TimeoutTarget, *, cwd: str, environ: Mapping[str, str], home: Path
) -> tuple[DeclaredTimeout, ...]:
    """Return what the settings of all `CLIENTS` say about calls to ``target``. Reads files, so it blocks.

    ``cwd``: the client's working directory, ``""`` if unknown. ``environ``: the client's variables, as far as known.
    """
    contents: dict[Path, Any] = {}

    def read(path: Path, max_size: int) -> Any:
        if path not in contents:
            contents[path] = _read(path, max_size)
        return contents[path]

    project = [Path(cwd)] if cwd and Path(cwd).is_absolute() else []
    timeouts: list[DeclaredTimeout] = []
    for client in CLIENTS:
        settings = [read(path, MAX_FILE_SIZE) for path in client.files(home, environ)]
        settings += [read(folder / name, MAX_PROJECT_FILE_SIZE) for folder in project for name in client.project_files]
        limits = [limit for file in settings for limit in _limits(file, client, target, project)]
        timeouts += [DeclaredTimeout(claim, limit, client.lifts) for limit in limits for claim in client.claims]
        if client.variable:
            files = [read(home / name, MAX_FILE_SIZE) for name in client.variable_files]
            files += [
                read(folder / name, MAX_PROJECT_FILE_SIZE) for folder in project for name in client.variable_files
            ]
            texts = [environ.get(client.variable), *(_member(_member(file, "env"), client.variable) for file in files)]
            of_all = [limit for text in texts if (limit := _to_seconds(text, 0.001))]
            timeouts += [DeclaredTimeout(claim, limit) for limit in of_all for claim in client.claims]
    return tuple(timeouts)


def read_process_environment(pid: int) -> dict[str, str]:
    """Return the variables that a chat client was started with; empty if the system does not tell."""
    try:
        return psutil.Process(pid).environ() if pid else {}
    except (psutil.Error, OSError):
        return {}


def _limits(settings: Any, client: ChatClient, target: TimeoutTarget, project: list[Path]) -> Iterator[float]:
    state = _member(settings, "projects")  # Claude Code keeps servers of a project in its own state
    owners = [settings, *(_member(state, str(folder)) for folder in project)]
    places = [_member(owner, client.servers) for owner in owners]
    for place in places:
        for entry in list(place.values())[:_MAX_SERVERS] if isinstance(place, dict) else ():
            if _launches_target(entry, target) and (limit := _to_seconds(_member(entry, client.member), client.unit)):
                yield limit


def _launches_target(entry: Any, target: TimeoutTarget) -> bool:
    """Return whether an entry starts ``toolguard-connect`` for the target, or has ToolGuard's URL of it."""
    if not isinstance(entry, dict):
        return False
    words = words_of(entry)
    index = next((index for index, word in enumerate(words) if is_stub(word)), None)
    if index is not None:
        return _options_match(words[index + 1 :], target)
    return any(_is_target_address(entry.get(name), target) for name in ADDRESS_MEMBERS)


def _options_match(options: list[str], target: TimeoutTarget) -> bool:
    if "--" in options:
        index = options.index("--")
        return target.command is not None and tuple(options[index + 1 :]) == target.command
    if target.all:
        return "--all" in options
    if target.server is None:
        return False
    return f"--server={target.server}" in options or ("--server", target.server) in pairwise(options)


def _is_target_address(url: Any, target: TimeoutTarget) -> bool:
    target_address = address(url)
    return target_address is not None and (not target_address[0] if target.all else target.server == target_address[0])


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _to_seconds(value: Any, unit: float) -> float:
    """Return a timeout in seconds; 0 if there is none."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value.strip()):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        seconds = float(value) * unit
    except OverflowError:
        return 0.0
    return min(seconds, MAX_TIMEOUT) if math.isfinite(seconds) and seconds > 0 else 0.0


def _read(path: Path, max_size: int) -> Any:
    """Return the data of a settings file; None if it is missing, too large, not a regular file, or unreadable."""
    try:
        data = files.read_bytes(path, max_size)
        return None if data is None else documents.read(data, "toml" if path.suffix == ".toml" else "jsonc").value
    except WiringError:
        return None
