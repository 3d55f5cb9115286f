"""Sample credentials and clients for the screenshots: every kind, bound and unbound, with and without a value."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sample_core import Do

from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.new_entries import new_entry
from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.log.audit_log import AuditLog

NOW = time.time()


def _use(server: str, place: str, bound: bool = True) -> dict[str, Any]:
    return {"server": server, "place": place, "bound": bound}


def _argument(server: str, tool: str, pointer: str, template: str) -> dict[str, Any]:
    more = {"tool": tool, "argument": pointer, "template": template}
    return _use(server, f"argument {tool} {pointer}") | more


def _secret(name: str, kind: str, note: str, servers: tuple[str, ...], *uses: dict[str, Any]) -> dict[str, Any]:
    common = {"name": name, "kind": kind, "note": note, "servers": list(servers), "uses": list(uses)}
    receivers = ["https://otel.example.com/v1/logs"] if name == "log-receiver" else []
    return {**common, "shipped_to": receivers, "session_only": name == "mail.user"}


SECRETS = [
    _secret(
        "database-url", "secret", "", ("filesystem", "postgres"),
        _use("postgres", "env DATABASE_URL"), _argument("postgres", "query", "/connection", "${secret:database-url}"),
        _argument("filesystem", "backup_with_a_rather_long_name", "/target/url", "postgres+${secret:database-url}?a=b"),
    ),
    _secret(
        "github-token", "api_key", "Fine-grained, for the repositories of the site only. Ends on 31 March.",
        ("filesystem", "github"), _use("github", "env GITHUB_TOKEN"), _use("research", "env GITHUB_TOKEN", False),
    ),
    _secret("mail.user", "user_id", "", ()),
    _secret("log-receiver", "bearer_token", "", ()),
    _secret("old-key", "bearer_token", "老密钥，三月到期。", ("files-zh",), _use("files-zh", "env 密钥")),
]  # fmt: skip
SIGN_INS: dict[str, dict[str, Any]] = {
    "linear": {
        "state": "in", "issuer": "https://auth.linear.app", "resource": "https://mcp.linear.app/mcp", "why": "",
        "scopes": "read write issues:create offline_access", "expires": NOW + 1800, "renewable": True,
        "secret": "oauth.auth.linear.app.3f2a91c07b21d4e8",
    },
    "mail": {
        "state": "wanted", "issuer": "https://xn--pple-43d.example", "place": "login.xn--pple-43d.example",
        "why": coded("servers.sign_in_timed_out", minutes="5"),
    },
    "notes": {"state": "waiting", "issuer": "https://notes.example.com", "place": "login.notes.example.com", "why": ""},
}  # fmt: skip
SECRETS.append(
    _secret(SIGN_INS["linear"]["secret"], "oauth", "", ("linear",), _use("linear", "header Authorization"))
    | {"issuer": "https://auth.linear.app", "resource": "https://mcp.linear.app/mcp", "sign_in": SIGN_INS["linear"]}
)
PRESENT = {secret["name"]: secret["name"] != "old-key" for secret in SECRETS}


ENTRY = """{
  "mcpServers": {
    "github": {
      "command": "toolguard-connect",
      "args": ["--server", "github"]
    }
  }
}"""


def _snippets(server: str) -> list[dict[str, Any]]:
    """Return the entries of every client, two of which are installed."""
    machine, snippets = Machine("linux", Path("/home/ada"), {}), []
    for client in CLIENTS:
        entry = new_entry(client, machine, server, ["/home/ada/.local/bin/toolguard-connect", "--server", server])
        if entry is not None:
            snippets.append({
                "client": client.key, "title": client.title, "installed": client.key in ("cursor", "claude-desktop"),
                "reload": client.reload, "path": str(entry.path or ""), "format": entry.format, "text": entry.text,
            })  # fmt: skip
    return sorted(snippets, key=lambda snippet: not snippet["installed"])


def orders(fallback: Do | None = None, *, busy: bool) -> Do:
    """Return a core that answers the orders of the pages Credentials and Clients, and passes others to ``fallback``."""
    answers: dict[str, Any] = {
        "secret.list": SECRETS if busy else [],
        "secret.check": {
            "keychain": "ready",
            "backend": "Secret Service",
            "trouble": "",
            "present": PRESENT if busy else {},
        },
        "client.snippet": {"server": "github" if busy else "", "text": ENTRY, "clients": []},
        "client.uses": (
            {"filesystem": ["Claude Desktop", "Cursor"], "github": ["Cursor"], "mail": [], "shell": []} if busy else {}
        ),
        "log find": [{"seq": at, "time": NOW, "kind": "call_held", "call": "c"} for at in (4, 5, 9)],
        "status": {"keychain": "ready"},
    }

    async def do(name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        if name == "client.snippet" and "server" in arguments:
            return {"ok": True, "value": {**answers[name], "clients": _snippets(arguments["server"])}}
        if name in answers or fallback is None:
            return {
                "ok": name in answers,
                "value": answers.get(name),
                "error": f"{name} has no sample data.",
            }
        return await fallback(name, arguments, tell)

    return do


def write_log(path: Path) -> None:
    """Write sessions and released secrets of the days before the calls."""
    clock = [NOW - 20 * 86_400.0]
    log = AuditLog(path, now=lambda: clock[0])
    log.open()
    for client, program, claim in (
        ("Cline (old laptop)", "/usr/bin/code", "Cline 3.2"),
        ("Claude Desktop", "/usr/lib/claude-desktop/claude", "claude-ai 0.14.2"),
        ("Cursor", "/opt/Cursor/cursor", "cursor-vscode 1.9"),
    ):
        clock[0] += 86_400.0
        log.write(model.SessionStarted(session="s0", client=client, server="github", program=program))
        log.write(model.HandshakeCompleted(session="s0", client=client, server="github", claim=claim, initialize="{}"))
    for number in range(12):
        clock[0] += 86_400.0
        server, place = ("mail", "env GH_TOKEN") if number == 3 else ("github", "env GITHUB_TOKEN")
        log.write(model.SecretReleased(server=server, secret=SECRETS[1]["name"], place=place))
    log.close()
