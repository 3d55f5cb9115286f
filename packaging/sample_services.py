"""A core for the screenshots: real services on a configuration and an inventory in a folder of their own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import sample_calls
from sample_core import carry_out

from toolguard.clients.wiring.machine import Machine
from toolguard.gate.api import GateApi
from toolguard.gate.approvals.presence import NoAuthenticator, PresencePolicy
from toolguard.gate.context import GateContext
from toolguard.gate.mcp.request_kinds import RequestSetting
from toolguard.gate.model import Event, InjectedArgument, Tool
from toolguard.gate.policy.rules import Rule
from toolguard.services.context import ServiceContext
from toolguard.services.rules.service import stored
from toolguard.services.servers import spec_of
from toolguard.services.tools import keeping
from toolguard.store.config.config import Config
from toolguard.store.inventory import ToolInventory
from toolguard.store.keychain import Keychain
from toolguard.store.log.past_calls import PastCalls

PATH = {"type": "string", "description": "An absolute path below one of the allowed folders.", "minLength": 1}
TOOLS: dict[str, list[dict[str, Any]]] = {
    "filesystem": [
        {
            "name": "write_file", "title": "Write file",
            "description": "Create a new file or completely overwrite an existing file with new content. Use with "
            "caution as it will overwrite existing files without warning. Handles text with proper encoding.",
            "inputSchema": {
                "type": "object", "required": ["path", "content"], "additionalProperties": False,
                "properties": {
                    "path": PATH,
                    "content": {"type": "string", "description": "What the file is to hold.", "maxLength": 1_000_000},
                    "mode": {"enum": ["replace", "append"], "default": "replace"},
                    "backup": {
                        "type": "object",
                        "description": "Keep the old file.",
                        "properties": {
                            "count": {"type": "integer", "minimum": 0, "maximum": 9, "default": 1},
                            "folder": {"type": ["string", "null"]},
                        },
                    },
                    "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 8, "uniqueItems": True},
                },
            },
            "annotations": {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True},
        },
        {
            "name": "read_file", "title": "Read file", "description": "Read the complete contents of a file.",
            "inputSchema": {"type": "object", "properties": {"path": PATH}, "required": ["path"]},
            "annotations": {"readOnlyHint": True},
        },
        {"name": "read_multiple_files", "title": "Read several files", "annotations": {"readOnlyHint": True}},
        {"name": "move_file", "title": "Move or rename", "annotations": {"destructiveHint": True}},
        {"name": "search_files", "title": "Search", "annotations": {"readOnlyHint": True}},
    ],
    "github": [
        {"name": name, "title": name.replace("_", " ").capitalize(), "inputSchema": {"type": "object"}}
        for name in ("create_pull_request", "list_issues", "merge_pull_request", "delete_repository", "get_file")
    ],
    "mail": [
        {
            "name": "send_message_with_a_really_long_name_that_a_server_chose_to_give_to_its_tool",
            "description": "Sends a message. " * 60,
        },
        {"name": "wr\u0456te_file", "title": "Write file"},
    ],
    "files-zh": [
        {"name": "写入文件", "title": "写入文件", "description": "创建新文件，或用新内容覆盖已有文件。"},
        {"name": "复制目录", "title": "复制目录"},
    ],
    "calendar": [],
}  # fmt: skip


class ServersWithoutSecrets:
    """Servers that receive nothing but the arguments of a call."""

    def secrets_of(self, _server: str, _tool: Tool | None, /) -> tuple[str, ...]:
        return ()

    def injected_arguments(self, _server: str, _tool: str, /) -> tuple[InjectedArgument, ...]:
        return ()

    def has_injected_arguments(self, _server: str, /) -> bool:
        return False

    def has_tool_needs(self, _server: str, /) -> bool:
        return False

    def request_settings(self, _server: str, /) -> Mapping[str, RequestSetting]:
        return {}


class NoLog:
    """A log that discards every event."""

    trouble = ""
    recorded = 0

    def write(self, event: Event, owner: object = None) -> None: ...
    def commit(self, owner: object) -> None: ...
    async def committed(self) -> None: ...
    async def durable(self) -> None: ...


def install_clients(home: Path, *, guarded: bool) -> None:
    """Write the settings files of chat clients below ``home``; ``guarded``: with the servers of the sample sessions."""
    git, time = {"command": "uvx", "args": ["mcp-server-git"]}, {"command": "uvx", "args": ["mcp-server-time"]}
    linear = {"url": "https://mcp.linear.app/mcp"}
    through: dict[str, dict[str, Any]] = {}
    for session in sample_calls.sessions() if guarded else ():
        entry = {"command": "/home/ada/.local/bin/toolguard-connect", "args": ["--server", session.server]}
        through.setdefault(session.client.id, {})[session.server] = entry
    for client, path, servers in (
        ("Cursor", ".cursor/mcp.json", {"git": git, "time": time, "linear": linear}),
        ("Claude Desktop", ".config/Claude/claude_desktop_config.json", {"git": git}),
        ("Gemini CLI", ".gemini/settings.json", {"git": git, "time": time}),
    ):
        _write(home / path, json.dumps({"mcpServers": {**through.get(client, {}), **servers}}, indent=2))
    if guarded:
        tables = (
            f'[mcp_servers.{name}]\ncommand = "{entry["command"]}"\nargs = {json.dumps(entry["args"])}\n'
            for name, entry in through["Codex"].items()
        )
        _write(home / ".codex/config.toml", "\n".join(tables))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


class SampleServices:
    """Services on a configuration in ``folder`` with ``servers`` and the audit log ``log``; without servers, nothing
    else is in it either.
    """

    def __init__(self, folder: Path, log: Path, servers: Mapping[str, Mapping[str, Any]]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.home = folder / "home"
        """Home folder of the chat clients. `install_clients` writes their settings."""
        self._past = PastCalls(log)
        self._config = Config.load(folder / "config.json")
        self._inventory = ToolInventory(folder / "tools", now=lambda: sample_calls.NOW)
        self._keychain = Keychain(choose=lambda: None)
        self._gate = GateContext(NoLog(), clock=lambda: sample_calls.NOW, servers=ServersWithoutSecrets(), leaks=None)
        self._gate.tools.on_list(keeping(self._config, self._gate.tools, self._inventory))
        presence = PresencePolicy(NoAuthenticator(), clock=time.monotonic, trusts_hints=lambda _tool: False)
        self._guard = GateApi(
            self._gate, keep=lambda rule: self._config.add_rule(stored(rule)), trouble=lambda: (), presence=presence
        )
        self._guard.snapshot = sample_calls.full_snapshot  # type: ignore[method-assign]
        if servers:
            self._fill(servers)

    def _fill(self, servers: Mapping[str, Mapping[str, Any]]) -> None:
        for name, server in servers.items():
            self._config.add_server(spec_of({"name": name, **server}))
            if TOOLS.get(name):
                self._gate.tools.add_page(name, "s", {"tools": TOOLS[name]}, first=True)
        now = sample_calls.NOW
        for rule in (
            Rule(id="4f1c22aa", server="filesystem", tool="read_file", verdict="allow", by="person",
                 created=now - 9_000, fingerprint=self._fingerprint("filesystem", "read_file")),
            Rule(id="9b2e77d0", client="Claude Desktop", server="research", tool="deep_search", verdict="allow",
                 by="person", created=now - 200_000),
            Rule(id="9b02d1c4", client="Codex", server="github", tool="*", verdict="allow", by="command line",
                 created=now - 4_000, expires=now + 4_350),
            Rule(id="77aa0912", server="github", tool="delete_repository", verdict="deny", by="person",
                 created=now - 99),
            Rule(id="c0ffee00", server="*", tool="*", client="Cursor", verdict="ask", until="session", created=now - 9),
            Rule(id="0ddba115", server="filesystem", tool="move_file", verdict="allow", fingerprint="0" * 64,
                 created=now - 400_000, by="person"),
        ):  # fmt: skip
            self._gate.rules.add(rule)
        self._config.set_switch("filesystem", "move_file", "*", False)
        self._config.set_switch("filesystem", "write_file", "Cursor", False)
        self._config.set_switch("filesystem", "write_file", "Claude Desktop", False)
        self._config.set_switch("postgres", "*", "my-agent", False)

    def _fingerprint(self, server: str, tool: str) -> str:
        definition = self._gate.tools.get(server, tool)
        return definition.fingerprint if definition is not None else ""

    async def do(self, name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        """Run an order of the window."""
        from toolguard.services.known_tools import switches

        self._gate.tool_visibility.replace(switches(self._config))
        state = ServiceContext(
            self._config, self._keychain, self._guard, by="person", on_progress=tell, inventory=self._inventory,
            past=self._past, machine=lambda: Machine("linux", self.home, {"PATH": ""}),
        )  # fmt: skip
        return await carry_out(name, arguments, state)

    def close(self) -> None:
        self._inventory.close()
