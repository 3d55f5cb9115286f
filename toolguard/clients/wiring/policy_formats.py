"""Conversion of each client's format of an organization's lists to the names in Claude Code's settings.

``allowedMcpServers``, ``deniedMcpServers`` and ``allowManagedMcpServersOnly`` are those of Claude Code and Copilot.
`ACCESS` and `REQUIRED` are ours: whether the client loads any servers, and the ones that it loads by name with their
command or URL.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from toolguard.clients.wiring.documents import read
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.texts import coded

ACCESS = "access"
"""``none``: no servers; ``registry``: only servers of the organization's registry."""
REQUIRED = "required"
Lists: TypeAlias = Mapping[str, Any]
PolicyReader: TypeAlias = Callable[[Lists], Iterator[Lists]]
"""Returns the lists in the settings of one place, in ascending precedence; raises `WiringError`."""
_LISTS = ("allowedMcpServers", "deniedMcpServers")
_VSCODE = {"ChatAllowedMcpServers": "allowedMcpServers", "ChatDeniedMcpServers": "deniedMcpServers"}
_MAX_REQUIREMENTS = 100


def claude(settings: Lists) -> Iterator[Lists]:
    """Claude Code (code.claude.com/docs/en/managed-mcp)."""
    yield settings


def copilot(settings: Lists) -> Iterator[Lists]:
    """Copilot and Visual Studio Code, whose device management has lists as texts of JSON (microsoft/vscode, source)."""
    members = {name: _list(settings[name]) for name in _LISTS if name in settings}
    members |= {name: _list(settings[setting]) for setting, name in _VSCODE.items() if setting in settings}
    if str(settings.get("allowManagedMcpServersOnly", "")).lower() in ("true", "1"):
        members["allowManagedMcpServersOnly"] = True
    access = settings.get("ChatMCP", settings.get("chat.mcp.access"))
    if access is not None and access not in ("all", True, 1, "1"):
        members[ACCESS] = "registry" if access == "registry" else "none"
    yield members


def gemini(settings: Lists) -> Iterator[Lists]:
    """Gemini CLI and Qwen Code: names in ``mcp.allowed`` and ``mcp.excluded`` (their source)."""
    mcp = settings.get("mcp")
    if not isinstance(mcp, dict):
        return
    members: dict[str, Any] = {}
    for ours, theirs in (("allowedMcpServers", "allowed"), ("deniedMcpServers", "excluded")):
        listed = mcp.get(theirs)
        if isinstance(listed, list) and "*" not in listed:
            members[ours] = [{"serverName": name} for name in listed]
    yield members


def codex(settings: Lists) -> Iterator[Lists]:
    """Codex: ``requirements.toml``, the same in device management, and what OpenAI's server sent (openai/codex)."""
    encoded = settings.get("requirements_toml_base64")
    if isinstance(encoded, str):
        try:
            yield from _requirements(base64.b64decode(encoded, validate=True))
        except binascii.Error:
            raise WiringError(coded("clients.policy_no_list")) from None
        return
    sent: Any = settings
    for name in ("signed_payload", "bundle", "requirements_toml", "enterprise_managed"):
        sent = sent.get(name) if isinstance(sent, dict) else None
    if isinstance(sent, list):
        for item in reversed(sent[:_MAX_REQUIREMENTS]):  # the first takes precedence
            if isinstance(item, dict) and isinstance(item.get("contents"), str):
                yield from _requirements(item["contents"].encode("utf-8", "surrogatepass"))
        return
    servers = settings.get("mcp_servers")
    if servers is not None:
        if not isinstance(servers, dict):
            raise WiringError(coded("clients.policy_no_list"))
        yield {REQUIRED: {name: _identity(server) for name, server in servers.items()}}


def _requirements(data: bytes) -> Iterator[Lists]:
    value = read(data, "toml").value
    yield from codex({"mcp_servers": value["mcp_servers"]} if "mcp_servers" in value else {})


def _identity(server: Any) -> Mapping[str, str]:
    """Return the command or the URL that a server must have; an empty one matches nothing."""
    identity = server.get("identity") if isinstance(server, dict) else None
    members = identity if isinstance(identity, dict) else {}
    return {name: member for name, member in members.items() if name in ("command", "url") and isinstance(member, str)}


def _list(value: Any) -> Any:
    """Return a list that may be JSON text; other values are returned unchanged and refused later."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
