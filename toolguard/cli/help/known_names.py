"""Names for completions and for "Did you mean …?": servers, rules, secrets, settings. Read from the state folder.

Files that cannot be read have no names, and nothing is started. Only names that a shell reads as one plain word are
returned, because servers, which may be hostile, name their tools.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from toolguard.store import regular_file

NameKind = Literal["server", "tool", "rule", "limit", "secret", "http client", "chat client", "client", "setting"]
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/+@-]{0,127}")
_MAX_FILE_SIZE = 4 * 1024 * 1024
"""Maximum bytes of a file that is read, because a person waits for the Tab key."""
Names = Iterator[tuple[str, str]]
"""Names, each with a short description or ""."""


def known_names(home: Path, kind: NameKind, server: str = "") -> list[tuple[str, str]]:
    """Return the names of a kind with short descriptions; for tools, those of ``server`` or of all servers."""
    names = _OF_KIND[kind](home, server)
    return list(dict.fromkeys((name, about) for name, about in names if _PLAIN.fullmatch(name)))


def similar_name(home: Path, text: str) -> str:
    """Return "Did you mean …?" with the most similar name, for the end of an error; "" if none is similar."""
    from toolguard.cli.help.command_parser import did_you_mean
    from toolguard.gate.texts import CodedText

    if not isinstance(text, CodedText) or text.code not in _REFUSALS or not text.arguments:
        return ""
    typed = str(next(iter(text.arguments.values())))
    return did_you_mean(typed, [name for name, _ in known_names(home, _REFUSALS[text.code])]).removeprefix(".")


_REFUSALS: Mapping[str, NameKind] = {
    "services.no_such_server": "server", "services.no_server_add_server": "server",
    "services.no_rule_rule_list": "rule",
    "services.no_secret_secret_list": "secret", "services.no_setting_settings_list": "setting",
    "services.no_limit": "limit", "services.no_client_comes_over": "http client",
    "services.route_no_client": "chat client",
}  # fmt: skip
"""Codes of refusals whose first argument is an unknown name."""


def _file(path: Path) -> dict[str, Any]:
    try:
        return _object(regular_file.read(Path(os.path.realpath(path)), _MAX_FILE_SIZE))  # it may be a link
    except OSError:
        return {}


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        decoded = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return decoded if isinstance(decoded, dict) else {}


def _members(home: Path, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return the entries of an object in the configuration."""
    entries = _file(home / "config.json").get(name)
    for key, value in entries.items() if isinstance(entries, dict) else ():
        yield key, value if isinstance(value, dict) else {}


def _servers(home: Path, _server: str) -> Names:
    return ((name, str(server.get("command") or server.get("url") or "")) for name, server in _members(home, "servers"))


def _tools(home: Path, server: str) -> Names:
    try:
        files = sorted((home / "tools").glob("*.json"))
    except OSError:
        return
    for file in files:
        stored = _file(file)
        records = stored.get("tools")
        if server in ("", "*", stored.get("server")) and isinstance(records, list):
            for record in records:
                definition = record.get("definition") if isinstance(record, dict) else None
                tool = _object(definition) if isinstance(definition, str) else {}
                if isinstance(tool.get("name"), str):
                    yield tool["name"], str(stored.get("server"))


def _rules(home: Path, _server: str) -> Names:
    rules = _file(home / "config.json").get("rules")
    for rule in rules if isinstance(rules, list) else ():
        if isinstance(rule, dict) and isinstance(rule.get("id"), str):
            yield rule["id"], " ".join(str(rule.get(name, "*")) for name in ("verdict", "server", "tool"))


def _limits(home: Path, _server: str) -> Names:
    return (
        (name, " ".join(str(limit.get(member, "*")) for member in ("client", "server", "tool")))
        for name, limit in _members(home, "limits")
    )


def _secrets(home: Path, _server: str) -> Names:
    return ((name, str(secret.get("note") or "")) for name, secret in _members(home, "secrets"))


def _http_clients(home: Path, _server: str) -> Names:
    return ((name, "HTTP client") for name, _ in _members(home, "clients"))


def _chat_clients(_home: Path, _server: str) -> Names:
    from toolguard.clients.wiring.clients import CLIENTS

    return ((row.key, row.title) for row in CLIENTS)


def _clients(home: Path, server: str) -> Names:
    yield from _http_clients(home, server)
    yield from _chat_clients(home, server)


def _settings(_home: Path, _server: str) -> Names:
    from toolguard.tables.settings import grouped

    return ((name, row.title) for rows in grouped().values() for name, row in rows.items())


_OF_KIND: Mapping[NameKind, Callable[[Path, str], Names]] = {
    "server": _servers, "tool": _tools, "rule": _rules, "limit": _limits, "secret": _secrets,
    "http client": _http_clients, "chat client": _chat_clients, "client": _clients, "setting": _settings,
}  # fmt: skip
