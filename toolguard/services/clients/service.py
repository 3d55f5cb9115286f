"""The service of chat clients: connected clients, their visible tools, and HTTP clients.

A token is returned once, by the method that creates it. It is not stored, recorded or reported anywhere else.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from toolguard.clients.http.service import url
from toolguard.clients.http.tokens import hash_token, new_token
from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.new_entries import new_entry
from toolguard.gate import approver
from toolguard.gate.model import ClientForgotten, ConnectedSession
from toolguard.gate.policy.rules import ANY, Rule
from toolguard.gate.policy.tool_visibility import VisibilityRule
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, lines, sentences
from toolguard.services.context import ServiceContext, known_server, note
from toolguard.services.interface import (
    AddedClient,
    ClientSession,
    ClientSnippet,
    ClientStatus,
    ClientUrls,
    ClientView,
    EndedClient,
    ListedClient,
    Name,
    NamedResult,
    Place,
    RefusedError,
    ServerUrls,
    ServerView,
    Snippet,
    SnippetEntry,
    SomeServers,
    ToolView,
)
from toolguard.services.known_tools import switches
from toolguard.services.methods import Arguments, Service, changes, loosens, reads
from toolguard.services.rules.service import listed_rules, rule_detail, rules_of, whole
from toolguard.store.config.config import HttpClient

ENDED = coded("services.client_ended_by_you")
_MAX_TOOLS = 2_000  # maximum tools of one server in one result


def _urls(state: ServiceContext, server: str, token: str) -> ClientUrls:
    port = _port(state)
    return {
        "url": url(port, server),
        "url_with_token": url(port, server, token),
        "url_sse": url(port, server, token, "sse"),
    }


def _server_urls(state: ServiceContext, server: str, token: str) -> ServerUrls:
    """Return the URLs of one server, with those for Open Tool Calling."""
    port = _port(state)
    otc, otc_with_token = url(port, server, route=""), url(port, server, token, "")
    return {**_urls(state, server, token), "server": server, "otc_url": otc, "otc_url_with_token": otc_with_token}


def _port(state: ServiceContext) -> int:
    """Return the HTTP port in use, or the configured one."""
    return (state.http.port if state.http is not None else 0) or state.config.preferences.http_port


def describe_new(name: str, servers: Iterable[str] | None) -> str:
    """Return what an HTTP client with a new token loosens."""
    if servers is None:
        return coded("services.program_machine_new_token_can", name=name)
    return coded("services.program_machine_new_token", servers=tuple(servers), name=name)


def client_detail(arguments: Arguments) -> str:
    """Return the details of a new client, one per line."""
    servers = arguments.get("servers")
    named = [visible(f"server   {server}") for server in servers or ()]
    if servers is None:
        named = [coded("services.client_every_server")]
    return lines(visible(f"client   {arguments['name']}"), *named)


def _servers_of(client: HttpClient, state: ServiceContext) -> Iterable[str]:
    return state.config.servers if client.servers is None else client.servers


def _sessions(state: ServiceContext) -> tuple[ConnectedSession, ...]:
    return state.guard.snapshot().sessions if state.guard is not None else ()


def _session(session: ConnectedSession) -> ClientSession:
    return {
        "session": session.session, "server": session.server, "state": session.state, "since": session.since,
        "era": session.era, "version": session.version, "claim": session.claim, "program": session.client.program,
        "pid": session.client.pid, "transport": session.client.transport,
    }  # fmt: skip


def _view(client: str, server: str, set_now: list[VisibilityRule], state: ServiceContext) -> ServerView:
    here = [rule for rule in set_now if rule.server == server]
    own = {rule.tool: rule.exposed for rule in here if rule.client == client}
    for_all = {rule.tool: rule.exposed for rule in here if rule.client == ANY}
    titles = {tool.name: tool.title for tool in state.guard.gate.tools.of(server)} if state.guard is not None else {}
    names = dict.fromkeys((*titles, *(tool for tool in (*own, *for_all) if tool != ANY)))
    tools: list[ToolView] = [
        {
            "tool": name,
            "title": titles.get(name, ""),
            "own": own.get(name),
            "shown": own.get(name, own.get(ANY, True)),
            "for_all": for_all.get(name, for_all.get(ANY, True)),
        }
        for name in list(names)[:_MAX_TOOLS]
    ]
    return {
        "server": server, "own": own.get(ANY), "shown": own.get(ANY, True), "for_all": for_all.get(ANY, True),
        "tools": tools, "more": max(0, len(names) - _MAX_TOOLS),
    }  # fmt: skip


def _snippets(machine: Machine, name: str, words: list[str]) -> list[ClientSnippet]:
    """Return the entry for every known client. Blocks while it detects which are installed."""
    installed = {found_client.client.key for found_client in find(machine) if found_client.is_installed}
    results: list[ClientSnippet] = []
    for client in sorted(CLIENTS, key=lambda row: row.key not in installed):
        entry = new_entry(client, machine, name, words)
        if entry is not None:
            results.append({
                "client": client.key, "title": client.title, "installed": client.key in installed,
                "reload": client.reload, "path": str(entry.path or ""), "format": entry.format, "text": entry.text,
            })  # fmt: skip
    return results


def _written(name: str, command: str, args: list[str]) -> str:
    """Return an entry as a person would write it in a client's file, with the arguments on one line."""
    parts = (json.dumps(each, ensure_ascii=False) for each in (name, command, args))
    return '{{\n  "mcpServers": {{\n    {}: {{\n      "command": {},\n      "args": {}\n    }}\n  }}\n}}'.format(*parts)


_LINK_FOLDERS = ("~/.local/bin", "/opt/homebrew/bin", "/usr/local/bin", "/home/linuxbrew/.linuxbrew/bin", "~/bin")
"""Folders in which installers put links to programs that they keep in versioned folders."""


def stub() -> str:
    """Return the full path of ``toolguard-connect``, because chat clients have their own PATH."""
    return installed_program("toolguard-connect")


def installed_program(name: str) -> str:
    """Return the full path of one of ToolGuard's programs.

    Other programs' files contain it, so it must survive an update: an installer's link is preferred if it leads to the
    program next to this interpreter.
    """
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    if beside is None:
        return shutil.which(name) or name
    on_path = (folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute())
    return lasting_path(Path(beside), (*_LINK_FOLDERS, *on_path))


def lasting_path(program: Path, links: Iterable[str]) -> str:
    """Return a link in one of the folders that leads to a program, or the program's own path."""
    for folder in links:
        link = Path(folder).expanduser() / program.name
        try:
            if link.is_symlink() and link.resolve(strict=True) == program.resolve(strict=True):
                return str(link)
        except (OSError, RuntimeError):
            continue
    return str(program)


class ClientService(Service):
    """Chat clients; `add` and `remove` are for HTTP clients."""

    kind = "client"

    def _add_loosens(self, name: str, servers: list[str] | None = None) -> str:
        config = self._state.config
        if name in config.clients:
            raise RefusedError(coded("services.client_already_remove_first", name=name))
        for server in servers or ():
            known_server(server, self._state)
        if self._state.is_program(name):
            raise RefusedError(coded("services.client_name_of_program", name=name))
        count = len(self._allow_rules(name))
        return sentences(
            describe_new(name, servers), coded("services.allow_rules_apply_client", count=count) if count else ""
        )

    def _allow_rules(self, name: str) -> list[Rule]:
        """Return the allow rules that exist for a client's name."""
        return [rule for rule in rules_of(self._state) if (rule.client, rule.verdict) == (name, "allow")]

    async def _add_detail(self, name: str, servers: list[str] | None = None) -> str:
        detail = client_detail({"name": name, "servers": servers})
        return lines(detail, *(line for rule in self._allow_rules(name) for line in ("", rule_detail(whole(rule)))))

    @loosens("client.add", _add_loosens, shown=_add_detail, risks=lambda _arguments: ("lets client in",))
    async def add(self, name: Name, servers: SomeServers | None = None) -> AddedClient:
        """Return the token, and the URLs of each server: with the token in a header, or in the URL for SSE and OTC."""
        state, token = self._state, new_token()
        now = state.guard.gate.clock() if state.guard is not None else time.time()
        only = None if servers is None else tuple(servers)
        state.config.add_client(name, HttpClient(token=hash_token(token), servers=only, created=now))
        arguments = {"name": name} if servers is None else {"name": name, "servers": servers}
        note(state, coded("services.client_added", name=name), client_detail(arguments))
        await self._refresh()
        return {
            "name": name, "token": token, "all": _urls(state, ALL_SERVERS, token),
            "servers": [
                _server_urls(state, server, token)
                for server in (servers if servers is not None else state.config.servers)
            ],
            "trouble": state.http.trouble if state.http is not None else "",
        }  # fmt: skip

    @reads("client.list")
    async def all(self) -> list[ListedClient]:
        """Return the clients that connect over HTTP, without their tokens."""
        state, sessions = self._state, _sessions(self._state)
        return [
            {
                "name": name, "servers": None if client.servers is None else list(client.servers),
                "created": client.created,
                "sessions": sum(session.client.id == name and session.client.has_token for session in sessions),
                "url_of_all": url(_port(state), ALL_SERVERS),
                "urls": {server: url(_port(state), server) for server in _servers_of(client, state)},
                "otc_urls": {server: url(_port(state), server, route="") for server in _servers_of(client, state)},
            }
            for name, client in sorted(state.config.clients.items())
        ]  # fmt: skip

    @changes("client.remove")
    async def remove(self, name: Name) -> NamedResult:
        """Revoke a client's token, and end its sessions."""
        if name not in self._state.config.clients:
            raise RefusedError(coded("services.no_client_comes_over", name=name))
        self._state.config.remove_client(name)
        note(self._state, coded("services.client_removed", name=name))
        await self._refresh()
        return {"name": name}

    async def _refresh(self) -> None:
        if self._state.http is not None:
            await self._state.http.refresh()

    @reads("client.status")
    async def status(self) -> ClientStatus:
        """Return the connected clients with their sessions."""
        clients: dict[str, list[ClientSession]] = {}
        for session in _sessions(self._state):
            clients.setdefault(session.client.id, []).append(_session(session))
        return {
            "running": self._state.guard is not None,
            "clients": [{"client": name, "sessions": sessions} for name, sessions in clients.items()],
        }

    @reads("client.show")
    async def show(self, client: Place) -> ClientView:
        """Return what a client may see of each server, and the rules that name it. The client may be unknown."""
        state, set_now = self._state, switches(self._state.config)
        servers = [_view(client, name, set_now, state) for name in state.config.servers]
        rules = [rule for rule in listed_rules(state) if rule["client"] == client]
        return {"client": client, "servers": servers, "rules": rules}

    @changes("client.end")
    async def end(self, client: Place, session: Place | None = None) -> EndedClient:
        """End all sessions of a client, or only ``session``. The client may reconnect."""
        guard = self._state.guard
        if guard is None:
            raise RefusedError(coded("services.not_running_no_client"))
        ending = [
            connected
            for connected in guard.snapshot().sessions
            if connected.client.id == client and session in (None, connected.session)
        ]
        if not ending:
            raise RefusedError(coded("services.not_connected_now", client=visible(client)))
        for connected in ending:
            note(
                self._state,
                coded("services.session_server_ended", client=visible(client), server=connected.server),
                connected.session,
            )
        ended = await guard.end([connected.session for connected in ending], ENDED)
        return {"client": client, "ended": ended}

    @changes("client.forget")
    async def forget(self, client: Place) -> NamedResult:
        """Remove a client from the list until it connects again. Its records stay in the log."""
        state, shown = self._state, visible(client)
        if state.guard is None:
            raise RefusedError(coded("services.not_running_client_list"))
        installed = await asyncio.to_thread(find, await asyncio.to_thread(state.machine), port=_port(state))
        if any(session.client.id == client for session in _sessions(state)):
            raise RefusedError(coded("services.client_is_connected", client=shown))
        if client in state.config.clients:
            raise RefusedError(coded("services.client_has_token", client=shown))
        if any(rule["client"] == client for rule in listed_rules(state)):
            raise RefusedError(coded("services.client_has_rules", client=shown))
        if any(found_client.client.title == client and found_client.files for found_client in installed):
            raise RefusedError(coded("services.client_has_settings", client=shown))
        state.guard.gate.log.write(ClientForgotten(client=client, by=state.by, approver=approver.of(state.by)))
        state.guard.gate.renewed()
        return {"name": client}

    @reads("client.snippet")
    async def snippet(self, server: Name | None = None) -> Snippet:
        """Return the entry for a chat client's file that launches ToolGuard for a server or a command."""
        config = self._state.config
        named = server or next(iter(config.servers), "")
        if named:
            known_server(named, self._state)
        rest = ["--server", named] if named else ["--", "npx", "-y", "@modelcontextprotocol/server-everything"]
        entry: SnippetEntry = {"command": stub(), "args": rest}
        machine = await asyncio.to_thread(self._state.machine)
        name = named or "everything"
        return {
            "server": named, "entry": entry, "text": _written(name, entry["command"], rest),
            "clients": await asyncio.to_thread(_snippets, machine, name, [entry["command"], *rest]),
        }  # fmt: skip

    @reads("client.uses")
    async def uses(self) -> dict[str, list[str]]:
        """Return, for each server, the clients that use it: according to their files, over HTTP, or connected now."""
        state = self._state
        installed = await asyncio.to_thread(find, await asyncio.to_thread(state.machine), port=_port(state))
        used: dict[str, dict[str, None]] = {name: {} for name in state.config.servers}
        for name, client in state.config.clients.items():
            for server in _servers_of(client, state):
                used.setdefault(server, {})[name] = None
        for session in _sessions(state):
            used.setdefault(session.server, {})[session.client.id] = None
        for found_client in installed:
            for target in (
                entry.target for file in found_client.files for entry in file.entries if entry.target is not None
            ):
                for server in [target.server] if target.server else [] if target.command else list(used):
                    used.setdefault(server, {})[found_client.client.title] = None
        return {server: list(clients) for server, clients in used.items() if server in state.config.servers}
