"""MCP client for probes: the handshake and the list of tools. It calls no tool."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from toolguard import __version__
from toolguard.gate import jsonrpc
from toolguard.gate.mcp.revisions import CLIENT_INFO_KEY, LEGACY, MODERN, VERSION_KEY
from toolguard.gate.texts import coded
from toolguard.servers import ServerChannel
from toolguard.services.errors import CommandError

MAX_PAGES = 100
"""Maximum number of pages of a list of tools."""
_RESPONSE_TIMEOUT = 60.0  # seconds for one response: a package runner may have to download the server first
_OWN_ERROR_PREFIX = "ToolGuard: "  # prefix of errors that ToolGuard returns instead of the server
_CLIENT_INFO = {"name": "toolguard", "version": __version__}


class ProbeResponseError(Exception):
    """The server returned an error; ``own`` is the text if ToolGuard returned it instead."""

    def __init__(self, method: str, error: Any) -> None:
        data = jsonrpc.plain(error)
        super().__init__(f"{method}: {_message(data)}")
        message = data.get("message") if isinstance(data, dict) else None
        self.own = (
            message.removeprefix(_OWN_ERROR_PREFIX)
            if isinstance(message, str) and message.startswith(_OWN_ERROR_PREFIX)
            else ""
        )


class ProbeClient:
    """Client of one server, with one request at a time."""

    def __init__(self, channel: ServerChannel) -> None:
        self._channel = channel
        self._messages: AsyncIterator[Any] = channel.__aiter__()
        self._count = 0
        self._meta: dict[str, Any] = {}

    async def initialize(self) -> dict[str, Any]:
        """Return the server's own description, by ``server/discover`` if it does not support ``initialize``."""
        opening = {"protocolVersion": LEGACY[-1], "capabilities": {}, "clientInfo": _CLIENT_INFO}
        try:
            result = await self._ask("initialize", opening)
        except ProbeResponseError as why:
            return await self._discover(why)
        await self._channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return {
            "version": result.get("protocolVersion"), "server": result.get("serverInfo"), "era": "legacy",
            "capabilities": _abilities(result),
        }  # fmt: skip

    async def _discover(self, why: ProbeResponseError) -> dict[str, Any]:
        """Perform the handshake of the modern era (2026-07-28, server/discover)."""
        version = MODERN[-1]
        self._meta = {
            VERSION_KEY: version,
            "io.modelcontextprotocol/clientCapabilities": {},
            CLIENT_INFO_KEY: _CLIENT_INFO,
        }
        try:
            result = await self._ask("server/discover", {})
        except ProbeResponseError as also:
            if also.own and also.own == why.own:
                raise CommandError(also.own) from None
            raise CommandError(coded("services.server_refuses_every_handshake", reason=why, also=also)) from None
        versions = result.get("supportedVersions")
        if isinstance(versions, list) and version not in versions:
            raise CommandError(coded("services.server_speaks_only_versions", versions=jsonrpc.text(versions)[:200]))
        meta = result.get("_meta")
        info = meta.get("io.modelcontextprotocol/serverInfo") if isinstance(meta, dict) else None
        return {"version": version, "server": info, "era": "modern", "capabilities": _abilities(result)}

    async def tools(self) -> list[dict[str, Any]]:
        """Return the tools of all pages. "" is a valid cursor (2025-11-25, server/utilities/pagination)."""
        listed: list[dict[str, Any]] = []
        params: dict[str, Any] = {}
        read_cursors: set[str] = set()
        for _ in range(MAX_PAGES):
            page = await self._ask("tools/list", params)
            tools = page.get("tools")
            if not isinstance(tools, list):
                raise CommandError(coded("services.server_list_tools_cannot"))
            listed += [tool for tool in tools if isinstance(tool, dict)]
            cursor = page.get("nextCursor")
            if cursor is None:
                return listed
            if not isinstance(cursor, str) or cursor in read_cursors:
                raise CommandError(coded("services.server_list_tools_never"))
            read_cursors.add(cursor)
            params = {"cursor": cursor}
        raise CommandError(coded("services.probe_too_many_pages", limit=MAX_PAGES))

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        id = f"toolguard-{self._count}"
        if self._meta:
            params = {**params, "_meta": self._meta}
        try:
            async with asyncio.timeout(_RESPONSE_TIMEOUT):
                await self._channel.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
                answer = await self._answer(id)
        except TimeoutError:
            raise CommandError(
                coded("services.probe_timed_out", method=method, seconds=f"{_RESPONSE_TIMEOUT:g}")
            ) from None
        except ConnectionError:
            answer = None
        if answer is None:
            raise CommandError(
                coded("services.server_before_answered", ended=self._channel.ended or "ended", method=method)
            )
        if "error" in answer:
            raise ProbeResponseError(method, answer["error"])
        result = jsonrpc.plain(answer.get("result"))
        if not isinstance(result, dict):
            raise CommandError(coded("services.probe_result_unreadable", method=method))
        return result

    async def _answer(self, id: str) -> jsonrpc.Message | None:
        """Return the response to ``id``. Answers the server's requests meanwhile, and ignores notifications."""
        async for message in self._messages:
            if isinstance(message, jsonrpc.Malformed):
                if message.id == id:
                    raise CommandError(coded("services.probe_answer_unreadable", reason=message.reason))
            elif not isinstance(message, dict):
                continue  # about a stream or a call
            elif "method" not in message:
                if message.get("id") == id:
                    response: jsonrpc.Message = message
                    return response
            elif message.get("id") is not None:
                if message["method"] == "ping":
                    await self._channel.send(jsonrpc.result(message["id"], {}))
                else:
                    await self._channel.send(
                        jsonrpc.error(message["id"], jsonrpc.METHOD_NOT_FOUND, coded("services.only_tools_looked"))
                    )
        return None


def _message(value: Any) -> str:
    if isinstance(value, dict):
        return f"{value.get('message')} ({value.get('code')})"[:500]
    return coded("services.error_cannot_read")


def _abilities(capabilities: dict[str, Any]) -> list[str]:
    abilities = capabilities.get("capabilities")
    return [name[:80] for name in abilities][:50] if isinstance(abilities, dict) else []
