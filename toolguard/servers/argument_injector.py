"""A server channel that injects the arguments which a person bound, as the call is sent.

A call gets only the values that `prepare` fetched for it, and only once. The call itself is never changed: a copy is
sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.policy.argument_injection import InjectionError, inject
from toolguard.gate.session.upstream import CallWriter, NotProvidedError, ServerChannel, UpstreamMessage
from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import fill
from toolguard.servers.stdio.environment import UnreachableError

Templates = Callable[[str], Mapping[str, str]]
"""Returns, for a tool, the template at each JSON pointer of its arguments."""
ReleaseTo = Callable[[str, str], Awaitable[str]]
"""Returns a secret's value for its name and the place where it is injected; raises `UnreachableError`."""
VALUE_LIFETIME = 5.0
"""Seconds after which the values for a call that was not sent are forgotten."""


class ArgumentInjector(ServerChannel):
    """Wraps a bridge, not the other way round: so a call has the ID and form with which it was prepared, and what the
    bridge sends again for it is already injected.
    """

    def __init__(self, channel: ServerChannel, templates: Templates, release: ReleaseTo) -> None:
        self._channel = channel
        self._templates = templates
        self._release = release
        self._ready: dict[Id, dict[str, str]] = {}

    @property
    def ended(self) -> str:
        return self._channel.ended

    def __aiter__(self) -> AsyncIterator[UpstreamMessage]:
        return self._channel.__aiter__()

    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:
        return self._channel.reached_tool(message)

    async def learn(self, message: Message) -> dict[str, Any] | None:
        return await self._channel.learn(message)

    def watch(self, notify: Callable[[str], None]) -> None:
        self._channel.watch(notify)

    async def prepare(self, message: Message) -> tuple[str, ...]:
        """Fetch the values that the call needs. Raises `NotProvidedError`."""
        filled = await self._channel.prepare(message)
        tool = message["params"]["name"]
        templates = self._templates(tool)
        if templates:  # last, because fetched values are kept only for a moment
            await self._fetch(message["id"], tool, templates)
        return (*filled, *templates)

    async def _fetch(self, id: Id, tool: str, templates: Mapping[str, str]) -> None:
        values: dict[str, str] = {}
        try:
            for pointer, template in templates.items():
                release = partial(self._released, f"argument {tool} {pointer}")
                values |= await fill({pointer: template}, release, subject="argument")
        except UnreachableError as why:
            raise NotProvidedError(coded("gate.sentence", text=why)) from None
        self._ready[id] = values
        asyncio.get_running_loop().call_later(VALUE_LIFETIME, self._forget, id, values)

    async def _released(self, place: str, name: str) -> str:
        return await self._release(name, place)

    def _forget(self, id: Id, values: dict[str, str]) -> None:
        if self._ready.get(id) is values:
            del self._ready[id]

    def call_writer(self) -> CallWriter | None:
        return self._channel.call_writer()

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Send a message, with the values that were fetched for it injected."""
        if isinstance(message, dict) and message.get("method") == "tools/call":
            message = self._filled(message)
        await self._channel.send(message)

    def _filled(self, message: Message) -> Message:
        params = message["params"]
        name, arguments = params["name"], params.get("arguments") or {}
        values = self._ready.pop(message["id"], {})
        if values.keys() != self._templates(name).keys():
            raise NotProvidedError(coded("servers.fills_tool_changed_call"))
        if not values:
            return message
        try:
            params = {**params, "arguments": inject(arguments, values)}
        except InjectionError as why:
            raise NotProvidedError(coded("servers.fills_tool_no_place", reason=why)) from None
        return {**message, "params": params}

    async def close(self, reason: str = "") -> None:
        """Close the channel, and forget the fetched values."""
        self._ready.clear()
        await self._channel.close(reason)
