"""Sample servers for the screenshots: one of every kind, a server log, and settings to paste."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sample_credentials
from sample_core import Do, carry_out
from sample_services import TOOLS

from toolguard.gate.texts import coded
from toolguard.services.context import ServiceContext
from toolguard.store.config.config import Config
from toolguard.store.keychain import Keychain

SERVERS = {
    "filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/documents"]},
    "github": {
        "command": "docker",
        "args": ["run", "-i", "--rm", "-e", "GITHUB_TOKEN", "ghcr.io/github/github-mcp-server"],
        "env": {"GITHUB_TOKEN": "${secret:github-token}", "GITHUB_API_KEY": "ghp_0123456789abcdef"},
    },
    "postgres": {"command": "mcp-server-postgres", "args": ["postgresql://localhost/site"], "cwd": "/home/ada/site"},
    "research": {
        "command": "uvx",
        "args": ["--from", "git+https://example.org/research-tools-for-people-who-read-a-lot.git@v1.2.3", "research",
                 "--cache", "/home/ada/.cache/research", "--languages", "en,zh,de", "--log-level", "debug"],
    },
    "linear": {"kind": "http", "url": "https://mcp.linear.app/mcp"},
    "messages": {
        "kind": "otc", "url": "https://tools.example.org/otc", "auth": "jwt", "auth_key": "${secret:MESSAGES_KEY}",
        "context": {
            "secrets": {"TWILIO_API_KEY": "${secret:TWILIO_KEY}"},
            "authorization": {"google": "${secret:GOOGLE_TOKEN}"},
            "user_id": "ada@example.org",
        },
    },
    "mail": {"kind": "http", "url": "https://mail.example.com/mcp"},
    "notes": {"kind": "http", "url": "https://notes.example.com/mcp"},
    "shell": {"command": "mcp-shell"},
    "files-zh": {"command": "npx", "args": ["-y", "server-files-zh"]},
    "calendar": {"command": "npx", "args": ["-y", "server-calendar"], "enabled": False},
}  # fmt: skip
PASTED = json.dumps(
    {
        "mcpServers": {
            "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"GIT_TOKEN": "ghp_0123456789abcdef"}},
            "notes": {"command": "npx", "args": ["-y", "@scope/notes", "/home/ada/notes"], "disabled": True},
            "sentry": {"url": "https://mcp.sentry.dev/mcp", "headers": {"Authorization": "Bearer ${input:sentry}"}},
            "filesystem": {
                "command": "npx",
                "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/documents"],
            },
        }
    },
    indent=2,
)
AGENTS = """agents:
  analyst:
    mcpServers:
      database:
        command: mcp-server-postgres
        args: ["postgresql://ada:correct-horse@localhost/sales"]
        tools: [query_database, list_tables]
      crm:
        command: crm-server
        args: ["--api-key", "Zx8Kq2Lm9Rt4Vw7Yb3Nc6Pd1"]
  writer:
    mcpServers:
      search:
        command: search-server
        tools: "*"
"""
LOG = """Secure MCP Filesystem Server running on stdio
Allowed directories: [ '/home/ada/documents' ]
Client does not support MCP Roots, using allowed directories set from server args
stdout, not JSON: Loading configuration from /home/ada/.config/files.json
warning: /home/ada/documents/archive is a symbolic link and is not followed
Error: ENOENT: no such file or directory, open '/home/ada/documents/q4.md'
    at async open (node:internal/fs/promises:639:25)
"""


def orders(folder: Path, fallback: Do, *, busy: bool) -> Do:
    """Return a core that runs the orders of servers on a configuration in ``folder``; others go to ``fallback``."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "config.json"
    if busy:
        servers = {name: {"kind": "stdio", **server} for name, server in SERVERS.items()}
        names = ("MESSAGES_KEY", "TWILIO_KEY", "GOOGLE_TOKEN")
        secrets = {secret["name"]: {"servers": secret["servers"]} for secret in sample_credentials.SECRETS}
        secrets |= {name: {"servers": ["messages"]} for name in names}
        config.write_text(json.dumps({"version": 1, "servers": servers, "secrets": secrets}), encoding="utf-8")
        (folder / "server-filesystem.log").write_text(
            "".join(f"{time.strftime('%F %T')},104 {line}\n" for line in LOG.splitlines()), encoding="utf-8"
        )
    searched = coded("servers.looked_in", folders="/usr/bin, /bin")
    failed = (time.time() - 60, coded("servers.program_not_found", command="npx", searched=searched))
    state = ServiceContext(
        Config.load(config), Keychain(choose=lambda: None), by="person", logs=folder,
        failure=lambda name: failed if name == "files-zh" else None,
    )  # fmt: skip

    async def do(name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        if not name.startswith("server."):
            return await fallback(name, arguments, tell)
        reply = await carry_out(name, arguments, state)
        shown = {"server.list": reply.get("value") or [], "server.show": [reply.get("value") or {}]}
        for server in shown.get(name, ()):
            server["sign_in"] = sample_credentials.SIGN_INS.get(server.get("name", ""))
        if name == "server.show" and reply["ok"] and arguments["name"] == "filesystem":
            reply["value"] |= _processes()
        return reply

    return do


def _processes() -> dict[str, Any]:
    """Return the processes of a running server, their memory in bytes, and its number of tools."""
    processes = [
        {"pid": 48_311, "name": "npm exec @modelcontextprotocol/server-filesystem", "memory": 61_276_160,
         "since": time.time() - 4000},
        {"pid": 48_340, "name": "node", "memory": 88_473_600, "since": time.time() - 3998},
    ]  # fmt: skip
    memory = sum(process["memory"] for process in processes)
    return {"processes": processes, "memory": memory, "starts": 2, "tools": len(TOOLS["filesystem"])}
