"""Settings files of every client: real ones in ``data/``, and others that are made from the client's row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from toolguard.clients.wiring.clients import ANY_KEY, CLIENTS, ClientRow, SettingsFile
from toolguard.clients.wiring.machine import Machine, System

DATA = Path(__file__).parent / "data"
STUB = ["/opt/toolguard/bin/toolguard-connect"]
SYSTEMS: tuple[System, ...] = ("linux", "macos", "windows")
WITH_FILES = [client for client in CLIENTS if client.files]


def machine(home: Path, system: System = "linux", **environment: str) -> Machine:
    """A computer whose every folder is below ``home``."""
    return Machine(system, home, {"ProgramData": str(home / "ProgramData"), **environment})


def user_file(client: ClientRow, on: Machine) -> tuple[SettingsFile, Path]:
    """The first file of the client that can be routed there, with its path."""
    for settings in client.files:
        if settings.fixed is None and not settings.project:
            template = settings.path if isinstance(settings.path, str) else settings.path.get(on.system, "")
            if template:
                path = on.paths(template.replace("*", "x")) or [Path()]
                return settings, path[0]
    raise LookupError(client.key)


def has_user_file(client: ClientRow, system: System) -> bool:
    return any(
        settings.fixed is None and (isinstance(settings.path, str) or system in settings.path)
        for settings in client.files if not settings.project
    )  # fmt: skip


def of_client(key: str) -> ClientRow:
    return next(one for one in CLIENTS if one.key == key)


def local_entry(client: ClientRow, name: str) -> dict[str, Any]:
    """An entry for a command as the client writes it."""
    dialect = client.dialect
    words = ["uvx", f"mcp-server-{name}", "--flag"]
    entry: dict[str, Any] = {**dialect.typed, **dialect.local}
    entry |= {dialect.command: words[0], dialect.args: words[1:]} if dialect.args else {dialect.command: words}
    return entry | {"env": {"TZ": "UTC"}, "timeout": 600}


def remote_entry(client: ClientRow) -> dict[str, Any]:
    return {client.dialect.url: "https://example.org/mcp", "headers": {"X-A": "b"}}


def value_of(client: ClientRow, settings: SettingsFile, servers: dict[str, dict[str, Any]]) -> Any:
    """The data of a file with these servers."""
    held: Any = servers
    if client.key in ("continue", "gptme"):
        held = [{"name": name, **entry} for name, entry in servers.items()]
    for key in reversed(settings.places[0]):
        held = {("p" if key == ANY_KEY else str(key)): held}
    return {"before": 1, **held, "after": [True, None] if settings.format != "toml" else [True]}


def written(value: Any, settings: SettingsFile) -> str:
    """The data in the file's format."""
    if settings.format == "yaml":
        return str(yaml.safe_dump(value, sort_keys=False))
    if settings.format != "toml":
        return json.dumps(value, indent=2)
    (servers,) = [one for one in value.values() if isinstance(one, dict)]
    lines = ["before = 1"]
    if isinstance(servers.get("servers"), list):  # an array of tables
        for entry in servers["servers"]:
            plain = {key: one for key, one in entry.items() if not isinstance(one, dict)}
            lines += ["[[mcp.servers]]", *(f"{key} = {json.dumps(one)}" for key, one in plain.items())]
            for key, one in entry.items():
                if isinstance(one, dict):
                    pairs = ", ".join(f"{json.dumps(inner)} = {json.dumps(it)}" for inner, it in one.items())
                    lines += [f"{key} = {{ {pairs} }}"]
        return "\n".join([*lines, "[after]", "x = true", ""])
    for name, entry in servers.items():
        lines += [f"[mcp_servers.{name}]"]
        lines += [f"{key} = {json.dumps(one)}" for key, one in entry.items() if not isinstance(one, dict)]
        for key, one in entry.items():
            if isinstance(one, dict):
                lines += [f"[mcp_servers.{name}.{key}]", *(f"{inner} = {json.dumps(it)}" for inner, it in one.items())]
    return "\n".join([*lines, "[after]", "x = true", ""])


def variants(client: ClientRow, settings: SettingsFile) -> Iterator[tuple[str, bytes]]:
    """Files of every kind that can be routed, by a name."""
    servers = {"time": local_entry(client, "time"), "git": local_entry(client, "git")}
    if client.dialect.url:
        servers["far"] = remote_entry(client)
    plain = written(value_of(client, settings, servers), settings)
    yield "plain", plain.encode()
    yield "CRLF", plain.replace("\n", "\r\n").encode()
    yield "BOM", b"\xef\xbb\xbf" + plain.encode()
    unknown = {name: {**entry, "x-unknown": {"deep": [1, 2]}} for name, entry in servers.items()}
    yield "unknown members", written(value_of(client, settings, unknown), settings).encode()
    many = {f"s{number}": local_entry(client, str(number)) for number in range(40)}
    yield "many", written(value_of(client, settings, many), settings).encode()
    if settings.format in ("toml", "yaml"):
        yield "commented", f"# top\n{plain}# end\n".encode()
    elif settings.format != "json":
        yield "commented", ("// top\n" + plain.replace("{\n", "{ // here\n").replace(",\n", ", /* , */\n")).encode()
        yield "trailing commas", plain.replace("\n  }\n}", "\n  },\n}").encode()
    if settings.format not in ("toml", "yaml"):
        yield "one line", json.dumps(value_of(client, settings, servers)).encode()
        yield "tabs", json.dumps(value_of(client, settings, servers), indent="\t").encode()
