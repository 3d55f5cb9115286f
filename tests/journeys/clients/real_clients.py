"""Real chat clients: the settings file of each, and how it runs once without a terminal.

Each row writes settings as after some use of the client. The clients have no account: their model is `ScriptedModel`,
keys are invented, and their proxy refuses requests to other hosts.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.conformance.suite import node
from tests.support.scripted_model import MODEL

MODULES = Path(__file__).parent / "node_modules"
PYTHON = Path(__file__).parent / ".venv" / "bin"
WAIT = 120
"""Seconds for a client from its start, or from a decision, to its end. Each needs two to ten without other load."""
PROMPT = "Please write the note."
_KEY = "not-a-key"
_SYSTEM = f"linux-{ {'x86_64': 'x64', 'aarch64': 'arm64'}.get(platform.machine(), platform.machine()) }"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_NO_PROXY = "127.0.0.1,localhost"


Servers: TypeAlias = Mapping[str, Sequence[str]]
"""Commands by name of the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealClient:
    """A client. ``key`` is that of ToolGuard's table. ``settings`` returns its file for servers and the model's URL."""

    key: str
    program: str
    """Path below ``node_modules``, or name of a program from PyPI."""
    is_native: bool = False
    """Whether the program runs without Node.js."""
    is_python: bool = False
    file: str
    """Path of the settings file below the home folder."""
    settings: Callable[[Servers, str], str]
    run: tuple[str, ...]
    """Arguments to answer one prompt."""
    listing: tuple[str, ...] = ()
    """Arguments to list servers, if the client can do so."""
    connects: bool = True
    """Whether the list shows which servers are connected."""
    variables: Callable[[str], Mapping[str, str]] = lambda url: {}
    turn_off_prompts: bool = False
    """Whether the client calls tools without a terminal only if its own approval prompt is turned off."""
    keeps_state: bool = False
    """Whether the client writes its state to the settings file on each run."""

    def argv(self) -> list[str]:
        """Return the command. Skip the test if the client is not installed."""
        program = (PYTHON if self.is_python else MODULES) / self.program
        if not program.exists():
            source = "PyPI" if self.is_python else "npm"
            pytest.skip(f"needs {self.program} from {source}: run packaging/test.sh, which installs it")
        return [str(program)] if self.is_native or self.is_python else [node(), str(program)]


class ClientRun:
    """A run of a client in a process of its own, with a minimal environment.

    It includes the compile cache of Node.js, because each client starts several times.
    """

    def __init__(self, client: RealClient, arguments: Sequence[str], home: Path, url: str) -> None:
        project = home / "project"
        project.mkdir(exist_ok=True)
        argv = client.argv()
        env = {
            "HOME": str(home), "PATH": f"{Path(argv[0]).parent}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1", "NODE_COMPILE_CACHE": os.environ["NODE_COMPILE_CACHE"],
            **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), url),
            "NO_PROXY": _NO_PROXY, "no_proxy": _NO_PROXY, **client.variables(url),
        }  # fmt: skip
        self._output = home / f"{client.key}.output"
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*argv, *arguments], env=env, cwd=project, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def __enter__(self) -> ClientRun:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def output(self) -> str:
        """Return the output until now, without colour codes."""
        return _COLOUR.sub("", self._output.read_text(errors="replace"))

    def has_ended(self) -> bool:
        """Return whether the client has exited."""
        return self._process.poll() is not None

    def finish(self) -> str:
        """Wait for the client's exit, which must be successful, and return its output."""
        try:
            status = self._process.wait(WAIT)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"no exit within {WAIT} s:\n{self.output()}") from None
        assert status == 0, self.output()
        return self.output()


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _entries(servers: Servers, **others: Any) -> dict[str, Any]:
    return {name: {**others, "command": line[0], "args": list(line[1:])} for name, line in servers.items()}


def _claude_settings(servers: Servers, url: str) -> str:
    return _json({"hasCompletedOnboarding": True, "mcpServers": _entries(servers, type="stdio")})


def _gemini_settings(servers: Servers, url: str) -> str:
    return "// my settings\n" + _json({
        "mcpServers": _entries(servers),
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
    })  # fmt: skip


def _qwen_settings(servers: Servers, url: str) -> str:
    return "// my settings\n" + _json({
        "$version": 4,  # the client adds it at its first start
        "mcpServers": _entries(servers),
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False},
        "tools": {"toolSearch": {"enabled": False}},  # otherwise the model has to search for tools first
        "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
    })  # fmt: skip


def _opencode_settings(servers: Servers, url: str) -> str:
    return "// my settings\n" + _json({
        "$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled",
        "model": f"scripted/{MODEL}", "small_model": f"scripted/{MODEL}",
        "provider": {"scripted": {
            "npm": "@ai-sdk/openai-compatible", "name": "Scripted", "options": {"baseURL": f"{url}/v1", "apiKey": _KEY},
            "models": {MODEL: {"name": "Scripted", "tool_call": True}},
        }},
        "mcp": {
            name: {"type": "local", "command": list(line), "enabled": True} for name, line in servers.items()
        },
    })  # fmt: skip


def _copilot_settings(servers: Servers, url: str) -> str:
    return _json({"mcpServers": _entries(servers, type="local", tools=["*"])})


def _continue_settings(servers: Servers, url: str) -> str:
    lines = [
        "name: Mine", "version: 1.0.0", "schema: v1", "models:", "  - name: Scripted  # on this computer",
        "    provider: openai", f"    model: {MODEL}", f"    apiBase: {url}/v1", f"    apiKey: {_KEY}",
        "    roles: [chat]", "    capabilities: [tool_use]", "mcpServers:",
    ]  # fmt: skip
    for name, line in servers.items():
        lines += [f"  - name: {name}", f"    command: {line[0]}", "    args:"]
        lines += [f"      - {json.dumps(one)}" for one in line[1:]]
    return "\n".join([*lines, ""])


def _gptme_settings(servers: Servers, url: str) -> str:
    lines = [
        "# me", "[prompt]", 'about_user = "I write software."', "", "[env]", f'OPENAI_BASE_URL = "{url}/v1"  # here',
        f'OPENAI_API_KEY = "{_KEY}"', "", "[mcp]", "enabled = true", "auto_start = true",
    ]  # fmt: skip
    for name, line in servers.items():
        lines += ["", "[[mcp.servers]]", f'name = "{name}"', "enabled = true  # always"]
        lines += [f"command = {json.dumps(line[0])}", f"args = {json.dumps(list(line[1:]))}"]
    return "\n".join([*lines, ""])


CLIENTS = (
    RealClient(
        key="claude-code", program=f"@anthropic-ai/claude-code-{_SYSTEM}/claude", is_native=True, file=".claude.json",
        settings=_claude_settings, run=("-p", PROMPT), listing=("mcp", "list"),
        variables=lambda url: {
            "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": _KEY, "ANTHROPIC_MODEL": MODEL,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "ENABLE_TOOL_SEARCH": "false",
        },
        turn_off_prompts=True, keeps_state=True,
    ),
    RealClient(
        key="gemini", program=".bin/gemini", file=".gemini/settings.json", settings=_gemini_settings,
        run=("-p", PROMPT), listing=("mcp", "list"), turn_off_prompts=True,
        variables=lambda url: {
            "GEMINI_API_KEY": _KEY, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_MODEL": "gemini-2.5-flash",
        },
    ),
    RealClient(
        key="qwen", program=".bin/qwen", file=".qwen/settings.json", settings=_qwen_settings, run=("-p", PROMPT),
        listing=("mcp", "list"), turn_off_prompts=True,
        variables=lambda url: {"OPENAI_API_KEY": _KEY, "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": MODEL},
    ),
    RealClient(
        key="opencode", program=f"opencode-{_SYSTEM}-baseline/bin/opencode", is_native=True,
        file=".config/opencode/opencode.json", settings=_opencode_settings, run=("run", PROMPT),
        listing=("mcp", "list"),
        variables=lambda url: {
            "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        },
    ),
    RealClient(
        key="copilot", program=f"@github/copilot-{_SYSTEM}/copilot", is_native=True, file=".copilot/mcp-config.json",
        settings=_copilot_settings, run=("-p", PROMPT, "--allow-all-tools"), listing=("mcp", "list"), connects=False,
        variables=lambda url: {
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1", "COPILOT_PROVIDER_TYPE": "openai", "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_WIRE_API": "responses", "COPILOT_PROVIDER_API_KEY": _KEY, "COPILOT_MODEL": MODEL,
            "COPILOT_AUTO_UPDATE": "false",
        },
    ),
    RealClient(
        key="continue", program=".bin/cn", file=".continue/config.yaml", settings=_continue_settings,
        run=("-p", PROMPT, "--allow", "*"),
        variables=lambda url: {"CONTINUE_METRICS_ENABLED": "0", "CONTINUE_CLI_ENABLE_TELEMETRY": "0"},
    ),
    RealClient(
        key="gptme", program="gptme", is_python=True, file=".config/gptme/config.toml", settings=_gptme_settings,
        run=("-n", "--tool-format", "tool", "--model", f"local/{MODEL}", PROMPT),
        variables=lambda url: {"COLUMNS": "1000"},
    ),
)  # fmt: skip
