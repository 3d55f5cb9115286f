"""ToolGuard's own look at a server: started alone, asked for its tools, ended again. No client, no gate, no call."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from toolguard import __version__
from toolguard.checkpoint import wire
from toolguard.checkpoint.mcp import CLIENT_INFO_KEY, REVISIONS, VERSION_KEY
from toolguard.checkpoint.visible import suspicious, visible
from toolguard.commands.printing import SaysNo, Wants, command_line, print_json
from toolguard.commands.servers import spec_of
from toolguard.commands.state import Arguments, Refused, State
from toolguard.servers import Channel, Release, Unreachable, open_server
from toolguard.store.config import MEMBERS, ServerSpec
from toolguard.store.keychain import Keychain, KeychainProblem

PAGES = 100
"""Most pages of a list of tools that are asked for."""
MOST_TOLD = 1_000
"""Tools that one look tells of; all of them are counted."""
_LONGEST = 2_000  # characters of a tool's text
_PATIENCE = 60.0  # seconds for one answer: a package runner may have to download the server first
_LEGACY = "2025-06-18"
_SELF = {"name": "toolguard", "version": __version__}


class Answered(Exception):
    """The server answered a request with an error."""


class Talk:
    """A conversation with one server, one request at a time."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._messages: AsyncIterator[Any] = channel.__aiter__()
        self._count = 0
        self._meta: dict[str, Any] = {}

    async def shake_hands(self) -> dict[str, Any]:
        """What the server says of itself; by ``server/discover`` where it does not know ``initialize`` any more."""
        opening = {"protocolVersion": _LEGACY, "capabilities": {}, "clientInfo": _SELF}
        try:
            told = await self._ask("initialize", opening)
        except Answered as why:
            return await self._discover(str(why))
        await self._channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return {
            "version": told.get("protocolVersion"), "server": told.get("serverInfo"), "era": "legacy",
            "capabilities": _abilities(told),
        }  # fmt: skip

    async def _discover(self, why: str) -> dict[str, Any]:
        """The handshake of the modern era (2026-07-28, server/discover)."""
        version = REVISIONS[-1].version
        self._meta = {VERSION_KEY: version, "io.modelcontextprotocol/clientCapabilities": {}, CLIENT_INFO_KEY: _SELF}
        try:
            told = await self._ask("server/discover", {})
        except Answered as also:
            raise SaysNo(f"the server refuses every handshake: {why}; {also}") from None
        versions = told.get("supportedVersions")
        if isinstance(versions, list) and version not in versions:
            raise SaysNo(f"the server speaks only versions that ToolGuard does not know: {wire.text(versions)[:200]}")
        meta = told.get("_meta")
        info = meta.get("io.modelcontextprotocol/serverInfo") if isinstance(meta, dict) else None
        return {"version": version, "server": info, "era": "modern", "capabilities": _abilities(told)}

    async def tools(self) -> list[dict[str, Any]]:
        """Every tool on every page. An empty cursor is a cursor (server/utilities/pagination)."""
        found: list[dict[str, Any]] = []
        params: dict[str, Any] = {}
        seen: set[str] = set()
        for _ in range(PAGES):
            page = await self._ask("tools/list", params)
            tools = page.get("tools")
            if not isinstance(tools, list):
                raise SaysNo("the server's list of tools cannot be read: it has no tools in it")
            found += [tool for tool in tools if isinstance(tool, dict)]
            cursor = page.get("nextCursor")
            if cursor is None:
                return found
            if not isinstance(cursor, str) or cursor in seen:
                raise SaysNo("the server's list of tools never ends: it repeats a cursor")
            seen.add(cursor)
            params = {"cursor": cursor}
        raise SaysNo(f"the server's list of tools has more than {PAGES} pages")

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        id = f"toolguard-{self._count}"
        if self._meta:
            params = {**params, "_meta": self._meta}
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._channel.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
                answer = await self._answer(id)
        except TimeoutError:
            raise SaysNo(f"the server did not answer {method} in {_PATIENCE:g} seconds") from None
        except ConnectionError:
            answer = None
        if answer is None:
            raise SaysNo(f"the server {self._channel.ended or 'ended'} before it answered {method}")
        if "error" in answer:
            raise Answered(f"{method}: {_message(answer['error'])}")
        result = wire.plain(answer.get("result"))
        if not isinstance(result, dict):
            raise SaysNo(f"the server's answer to {method} cannot be read")
        return result

    async def _answer(self, id: str) -> wire.Message | None:
        """The response to ``id``; what the server asks meanwhile is answered, what it tells is dropped."""
        async for message in self._messages:
            if isinstance(message, wire.Malformed):
                if message.id == id:
                    raise SaysNo(f"the server's answer cannot be read: {message.reason}")
            elif "method" not in message:
                if message.get("id") == id:
                    found: wire.Message = message
                    return found
            elif message.get("id") is not None:
                if message["method"] == "ping":
                    await self._channel.send(wire.result(message["id"], {}))
                else:
                    await self._channel.send(
                        wire.error(message["id"], wire.METHOD_NOT_FOUND, "only tools are looked at")
                    )
        return None


def try_server(one: dict[str, Any], options: Wants, keychain_timeout: float = 30.0) -> int:
    """Show what the server ``one`` (as ``server.show`` tells it) offers; raises `SaysNo`."""
    members = {name: one[name] for name in ("name", "kind", *MEMBERS[one["kind"]])}
    spec = msgspec.convert(members, ServerSpec)
    keychain = Keychain(timeout=keychain_timeout)
    try:
        shown, tools = asyncio.run(_open(spec, _release(one, keychain), lambda text: _stderr(text)))
    except Unreachable as why:
        raise SaysNo(str(why)) from None
    finally:
        keychain.close()
    if options.json:
        print_json({"name": spec.name, **shown, "tools": tools})
    else:
        _print(one, shown, tools)
    return 0


async def server_try(arguments: Arguments, state: State) -> dict[str, Any]:
    """What a server offers that need not be registered. What it says meanwhile is told line by line."""
    spec = msgspec.structs.replace(spec_of(arguments), enabled=True)
    if state.reach is None:
        raise Refused("ToolGuard must run for this: open it (`toolguard`), or use `toolguard server try`.")
    try:
        shown, tools = await _look(await state.reach(spec, state.tell))
    except (Unreachable, SaysNo) as why:
        raise Refused(_sentence(str(why))) from None
    return {**shown, "tools": [_tool(one) for one in tools[:MOST_TOLD]], "count": len(tools)}


def server_try_loosens(arguments: Arguments, state: State) -> str:
    spec = spec_of(arguments)
    found = state.config.servers.get(spec.name)
    if found is not None and msgspec.structs.replace(found, enabled=spec.enabled) == spec:
        return ""
    does = f"reaches {visible(spec.url)}" if spec.kind == "http" else "starts this program"
    return f"ToolGuard {does} once, as the server {spec.name}, and asks for its tools. Then it is ended."


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}{'' if why.endswith(('.', '!', '?')) else '.'}"


def _tool(told: dict[str, Any]) -> dict[str, str]:
    """The part of a tool that is told of one: bounded texts."""
    words = {name: told.get(name) for name in ("name", "title", "description")}
    return {name: value[:_LONGEST] if isinstance(value, str) else "" for name, value in words.items()}


def _abilities(told: dict[str, Any]) -> list[str]:
    found = told.get("capabilities")
    return [name[:80] for name in found][:50] if isinstance(found, dict) else []


async def _open(
    spec: ServerSpec, release: Release, log: Callable[[str], None]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:  # fmt: skip
    return await _look(await open_server(spec, release=release, log=log))


async def _look(channel: Channel) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What an open server says of itself, and its tools; then it is ended."""
    try:
        talk = Talk(channel)
        shown = await talk.shake_hands()
        try:
            return shown, await talk.tools()
        except Answered as why:
            raise SaysNo(f"the server does not list its tools: {why}") from None
    finally:
        await channel.close("ToolGuard has seen it")


def _release(one: dict[str, Any], keychain: Keychain) -> Release:
    async def release(name: str) -> str:
        if name not in one["secrets"]:
            raise Unreachable(
                f"the secret {name} is not bound to the server: toolguard secret bind {name} --server {one['name']}"
            )
        try:
            value = await keychain.get(name)
        except KeychainProblem as why:
            raise Unreachable(f"the secret {name} cannot be had. {why}") from None
        if value is None:
            raise Unreachable(f"the secret {name} has no value in your keychain: toolguard secret set {name}")
        return value

    return release


def _print(one: dict[str, Any], shown: dict[str, Any], tools: list[dict[str, Any]]) -> None:
    info = shown["server"] if isinstance(shown["server"], dict) else {}
    words = [text for text in (info.get("name"), info.get("version")) if isinstance(text, str)]
    print(visible(f"{one['name']}: {command_line(one)}"))
    print(visible(f"calls itself {' '.join(words) or 'nothing'}, speaks {shown['version']}, {len(tools):,} tools"))
    for tool in tools:
        name = tool.get("name") if isinstance(tool.get("name"), str) else "(a tool without a name)"
        about = tool.get("description") if isinstance(tool.get("description"), str) else ""
        print(visible(f"\n  {name}", keep_newlines=True))
        for line in str(about).strip().split("\n") if about else []:
            print(f"      {visible(line)}")
        for doubt in suspicious(str(name)):
            print(f"    ! {doubt}")


def _stderr(text: str) -> None:
    print(visible(text), file=sys.stderr, flush=True)


def _message(error: Any) -> str:
    told = wire.plain(error)
    if isinstance(told, dict):
        return f"{told.get('message')} ({told.get('code')})"[:500]
    return "an error that cannot be read"
