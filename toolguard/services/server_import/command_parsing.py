"""Parser of command lines and URLs: the server that they start or reach, and a name for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from toolguard.clients.wiring import command_lines
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.services.interface import RefusedError
from toolguard.store.config.config import NAME

RUNNERS = ("npx", "uvx", "node", "python", "python3", "docker", "podman", "uv", "bunx", "deno", "bun", "pnpm", "yarn",
           "pipx", "npm", "tsx", "ts-node")  # fmt: skip
"""Programs that run another program."""
_SUBCOMMANDS = ("run", "exec", "dlx", "x", "tool", "container")
_WITH_VALUE = frozenset((
    "-p", "--from", "--with", "--package", "--python", "--registry", "--env-file", "-r", "--require", "--import",
    "--loader", "-w", "--workspace", "-C", "--dir", "--directory", "--project", "--index-url", "-e",
))  # fmt: skip
_WITH_VALUE_OF_CONTAINERS = frozenset((
    "-a", "--attach", "--add-host", "--annotation", "--cap-add", "--cap-drop", "--cgroup-parent", "--cgroupns",
    "--cidfile", "-c", "--cpu-shares", "--cpus", "--cpuset-cpus", "--device", "--dns", "--dns-search", "--domainname",
    "-e", "--entrypoint", "--env", "--env-file", "--expose", "--gpus", "--group-add", "-h", "--hostname", "--ip",
    "--ipc", "-l", "--label", "--label-file", "--link", "--log-driver", "--log-opt", "-m", "--memory", "--memory-swap",
    "--mount", "--name", "--net", "--network", "--network-alias", "-p", "--pid", "--pids-limit", "--platform",
    "--publish", "--pull", "--restart", "--runtime", "--secret", "--security-opt", "--shm-size", "--stop-signal",
    "--stop-timeout", "--sysctl", "--tmpfs", "-u", "--ulimit", "--user", "--userns", "-v", "--volume",
    "--volumes-from", "-w", "--workdir",
))  # fmt: skip
"""Options of ``docker run`` and ``podman run`` whose value is the next word."""
_OWN_COMMANDS = ("claude", "codex", "gemini", "qwen", "copilot", "code")
"""Chat clients whose ``… mcp add NAME …`` commands are understood."""
_MAX_TEXT_LENGTH = 65_536
_URL = re.compile(r"https?://[^\s/]\S*")


@dataclass(frozen=True, slots=True)
class ParsedServer:
    """A parsed server: ``server`` has its kind and the arguments of `server.add`."""

    name: str
    server: dict[str, Any]
    notes: list[str] = field(default_factory=list)
    """Notes for a person, one sentence each."""
    tools: list[str] | None = None
    """The only tools that clients may see; None for all."""
    agent: str = ""
    """The agent that it belongs to, if the settings have several."""
    hidden: list[str] = field(default_factory=list)
    """Tools that clients must not see."""
    is_guarded: bool = False
    """Whether it launches ToolGuard itself."""


@dataclass(frozen=True, slots=True)
class LeftOutServer:
    """An entry that cannot be a server of ToolGuard, and why."""

    name: str
    reason: str


def read_command(text: str) -> ParsedServer:
    """Parse a command (``ENV=1 npx -y …``, ``docker run …``, ``claude mcp add …``) or URL; raises `RefusedError`."""
    if len(text) > _MAX_TEXT_LENGTH:
        raise RefusedError(coded("services.too_long_command_line"))
    line = re.sub(r"\\\r?\n|`\r?\n", " ", text.strip())
    line = re.sub(r"^[$>#%]\s+", "", line)
    if _URL.fullmatch(line):
        return ParsedServer(name_of_url(line), {"kind": "http", "url": line})
    try:
        return from_words(command_lines.split(line))
    except WiringError as why:
        raise RefusedError(str(why)) from None


def from_words(words: list[str]) -> ParsedServer:
    """Return the server that a command line, split into words, starts. Raises `RefusedError`."""
    if len(words) > 3 and _program_name(words[0]) in _OWN_COMMANDS and words[1:3] == ["mcp", "add"]:
        return _own_command(words[3:])
    try:
        env, rest = command_lines.assigned(words)
    except WiringError as why:
        raise RefusedError(str(why)) from None
    server = {"kind": "stdio", "command": rest[0], "args": rest[1:], "env": env}
    odd = [word for word in rest if re.search(r"\$\(|`", word)][:1]
    notes: list[str] = [coded("services.no_shell_runs_stays", word=word) for word in odd]
    return ParsedServer(name_of_command(rest), server, notes)


def _program_name(word: str) -> str:
    """Return the name of a program in lower case, without its folder and an ending of Windows."""
    return re.sub(r"\.(exe|cmd|bat)$", "", re.split(r"[/\\]", word)[-1].lower())


def _own_command(words: list[str]) -> ParsedServer:
    """Parse what follows ``claude mcp add``: options, a name, and a command or a URL."""
    plain: list[str] = []
    env, headers, transport = dict[str, str](), dict[str, str](), ""
    index = 0
    while index < len(words):
        word, value = words[index], words[index + 1] if index + 1 < len(words) else ""
        index += 1
        if word == "--":
            plain += words[index:]
            break
        if word in ("-e", "--env"):
            name, _, rest = value.partition("=")
            env[name] = rest
        elif word in ("-H", "--header"):
            name, _, rest = value.partition(":")
            headers[name.strip()] = rest.strip()
        elif word in ("-t", "--transport"):
            transport = value
        elif len(plain) < 2 and word.startswith("-"):
            index += word in ("-s", "--scope")
            continue
        else:
            plain.append(word)
            continue
        index += 1
    if len(plain) < 2:
        raise RefusedError(coded("services.needs_name_behind_command"))
    name, target, *args = plain
    if _URL.fullmatch(target):
        way = {"sse": "sse", "http": "streamable"}.get(transport, "auto")
        return ParsedServer(safe_name(name), {"kind": "http", "url": target, "headers": headers, "transport": way})
    return ParsedServer(safe_name(name), {"kind": "stdio", "command": target, "args": args, "env": env})


def what_runs(words: Sequence[str]) -> int:
    """Return the index of what a command line runs: a package, image, module or script; 0 for the program itself."""
    program = Path(words[0]).stem.lower()
    if program not in RUNNERS:
        return 0
    with_value = _WITH_VALUE_OF_CONTAINERS if program in ("docker", "podman") else _WITH_VALUE
    skip = False
    for index, word in enumerate(words[1:], 1):
        if not (skip or word.startswith("-") or word in _SUBCOMMANDS):
            return index
        skip = not skip and word in with_value
    return 0


def name_of_command(words: Sequence[str]) -> str:
    """Return a server name from its launch: the package or the image rather than the program that runs it."""
    index = what_runs(words)
    return safe_name(re.sub(r"(?<=.)[@:][^/@:]*$", "", words[index]) if index else Path(words[0]).stem)


def name_of_url(url: str) -> str:
    """Return a server name from its URL: the most specific part of its host. Raises `RefusedError`."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        raise RefusedError(coded("clients.entry_url", url=visible(url)[:200])) from None
    parts = [part for part in host.split(".") if part not in ("www", "mcp", "api")]
    return safe_name(parts[-2] if len(parts) > 1 and not parts[-1].isdigit() else "-".join(parts))


def safe_name(text: str) -> str:
    """Return ``text`` as a server's name: its last part, with the characters that names may have."""
    base = text.replace("\\", "/").rstrip("/").rpartition("/")[2]
    characters = "".join(
        character if character.isascii() and (character.isalnum() or character in "._-") else "-" for character in base
    )
    for ending in (".js", ".py", ".ts", ".exe", ".mjs"):
        characters = characters.removesuffix(ending)
    name = characters.strip("-._")[:50].rstrip("-._")
    return name if NAME.fullmatch(name) else "server"


def free_name(name: str, used: Collection[str]) -> str:
    """Return ``name``, with a number if it is taken."""
    return name if name not in used else next(f"{name}-{n}" for n in range(2, 10_000) if f"{name}-{n}" not in used)
