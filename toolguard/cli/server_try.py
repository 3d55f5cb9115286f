"""`toolguard server try`: open one server and print its tools."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from toolguard.cli.printing import OutputOptions, command_line, print_hint, print_json
from toolguard.cli.progress import Progress
from toolguard.cli.server_options import known_kind
from toolguard.gate.policy.unicode_safety import suspicious, visible
from toolguard.gate.texts import coded
from toolguard.servers import LoginPath, ServerResources, UnreachableError, open_server
from toolguard.servers.launch_fingerprint import LaunchFingerprints, outline
from toolguard.servers.secrets.redactor import places
from toolguard.services.errors import CommandError
from toolguard.services.interface import ServerSettings
from toolguard.services.runtime.requests import SendRequest
from toolguard.services.server_probe.accepted_entries import AcceptedEntries
from toolguard.services.server_probe.probe import bound_to, read_server, release_of
from toolguard.store.config.config import Config, ServerSpec, stored
from toolguard.store.config.seals import Seals
from toolguard.store.keychain import Keychain

_KEYCHAIN_TIMEOUT = 30.0  # seconds


def show(send: SendRequest, options: argparse.Namespace, home: Callable[[], Path]) -> int:
    """``server try``: open a server by its name, and show what it offers. Raises `CommandError`.

    A server with a sign-in is tested by the app, because a token is lost if two programs refresh it. Without the app,
    the server and its secrets are read from the file, of which only accepted parts release a secret.
    """
    server: dict[str, Any] = {**send(lambda services: services.servers.show(options.name))}
    accepted = None
    if not server["running"]:
        config = Config.load(home() / "config.json")
        spec = config.servers.get(options.name)
        if spec is None:
            raise CommandError(config.problem or coded("store.no_such_entry", what="server", name=options.name))
        server |= {"kind": spec.kind, **stored(spec), **bound_to(spec, config)}
        accepted = AcceptedEntries(config)
    members = {name: server[name] for name in ("name", "kind", *known_kind(server).settings)}
    sign_in = server.get("sign_in") or {}
    if sign_in.get("secret") or sign_in.get("state") == "wanted":
        with Progress(f"Testing {server['name']}…"):
            result = send(lambda services: services.servers.probe(ServerSettings(**members)))
        shown = {name: value for name, value in result.items() if name not in ("tools", "count")}
        return _show(server, shown, result["tools"], options)
    spec = msgspec.convert(members, ServerSpec)
    if server["running"]:
        unbound = set(places(spec)).difference(server["secrets"])
        secrets = send(lambda services: services.secrets.all()) if unbound else []
        server["known"] = [*server["secrets"], *(secret["name"] for secret in secrets)]
    keychain = Keychain(timeout=_KEYCHAIN_TIMEOUT)
    keychain.expect(Seals(home()).keyring_backend())
    try:
        with Progress(f"Testing {server['name']}…"):
            shown, tools = asyncio.run(_open(server, spec, keychain, accepted))
    except (UnreachableError, CommandError) as why:
        raise CommandError(_sign_in_first(server) if _unknown_here(server, spec, str(why)) else str(why)) from None
    finally:
        keychain.close()
    return _show(server, shown, tools, options)


def _unknown_here(server: dict[str, Any], spec: ServerSpec, why: str) -> bool:
    """Return whether a remote server requires authentication that its settings do not provide."""
    named = any(header.lower() == "authorization" for header in server.get("headers") or {})
    return spec.row.signs_in and not named and "(status 401" in why


def _sign_in_first(server: dict[str, Any]) -> str:
    name = server["name"]
    return (
        f"the server {name} requires a sign-in: run `toolguard server sign-in {name}`, or, if it gave "
        "you a token, set its header Authorization to a value such as Bearer ${secret:NAME}"
    )


def _show(
    server: dict[str, Any], shown: dict[str, Any], tools: Sequence[Mapping[str, Any]], options: OutputOptions
) -> int:
    if options.json:
        print_json({"name": server["name"], **shown, "tools": tools})
    else:
        _print(server, shown, tools)
    return 0


async def _open(
    server: dict[str, Any], spec: ServerSpec, keychain: Keychain, accepted: AcceptedEntries | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    pinned = await LaunchFingerprints(LoginPath()).pin(spec) if spec.row.runs_program and server["secrets"] else None
    release = release_of(server, keychain, outline(spec) if pinned is None else pinned.launch, accepted)
    return await read_server(await open_server(spec, ServerResources(release=release, log=print_hint, pinned=pinned)))


def _print(server: dict[str, Any], shown: dict[str, Any], tools: Sequence[Mapping[str, Any]]) -> None:
    info = shown["server"] if isinstance(shown["server"], dict) else {}
    words = [text for text in (info.get("name"), info.get("version")) if isinstance(text, str)]
    print(visible(f"{server['name']}: {command_line(server)}"))
    print(visible(f"reported name: {' '.join(words) or 'none'}, protocol {shown['version']}, {len(tools):,} tools"))
    for tool in tools:
        name = tool.get("name") if isinstance(tool.get("name"), str) else "(unnamed tool)"
        about = tool.get("description") if isinstance(tool.get("description"), str) else ""
        print(visible(f"\n  {name}", keep_newlines=True))
        for line in str(about).strip().split("\n") if about else []:
            print(f"      {visible(line)}")
        for doubt in suspicious(str(name)):
            print(f"    ! {doubt}")
