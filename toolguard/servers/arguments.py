"""A server's channel that fills in the arguments which a person bound, in the step in which a call leaves.

Only what was fetched for a call by `prepare` goes into it, and only once. The call itself is never changed: what
leaves is a copy.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Protocol

from toolguard.checkpoint import mcp, wire
from toolguard.checkpoint.bound import Unbound, put
from toolguard.checkpoint.link import Heard, NotProvided, Prepare
from toolguard.checkpoint.wire import Id, Message
from toolguard.servers.environment import Unreachable
from toolguard.servers.secrets import fill

Templates = Callable[[str], Mapping[str, str]]
"""For a tool: what to fill in at each JSON pointer of its arguments."""
ReleaseTo = Callable[[str, str], Awaitable[str]]
"""Gives a secret's value for its name and the place where it goes; raises `Unreachable`."""
KEPT = 5.0
"""Seconds after which what was fetched for a call that did not leave is forgotten."""


class Channel(Protocol):
    """What it stands around: a server's channel, or a bridge to one."""

    ended: str

    def __aiter__(self) -> AsyncIterator[Heard]: ...
    async def send(self, message: Message | wire.Batch) -> None: ...
    async def close(self, reason: str = "") -> None: ...


class Arguments:
    """What is not written here (``ended``, ``stderr``, …) is the channel's own.

    It stands outside of a bridge: there a call has the id and the shape under which it was prepared, and what the
    bridge sends again for it is filled in already.
    """

    ended: str

    def __init__(self, channel: Channel, templates: Templates, release: ReleaseTo) -> None:
        self._channel = channel
        self._templates = templates
        self._release = release
        self._prepare: Prepare | None = getattr(channel, "prepare", None)
        self._ready: dict[Id, dict[str, str]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)

    def __aiter__(self) -> AsyncIterator[Heard]:
        return self._channel.__aiter__()

    async def prepare(self, message: Message) -> None:
        """Fetch what the call needs; raises `NotProvided`."""
        if self._prepare is not None:
            await self._prepare(message)
        tool = message["params"]["name"]
        templates = self._templates(tool)
        if templates:  # the last thing: what is fetched is kept for a moment only
            await self._fetch(message["id"], tool, templates)

    async def _fetch(self, id: Id, tool: str, templates: Mapping[str, str]) -> None:
        values: dict[str, str] = {}
        try:
            for pointer, template in templates.items():
                release = partial(self._released, f"argument {tool} {pointer}")
                values |= await fill({pointer: template}, release, what="argument")
        except Unreachable as why:
            raise NotProvided(f"{why}.") from None
        self._ready[id] = values
        asyncio.get_running_loop().call_later(KEPT, self._forget, id, values)

    async def _released(self, place: str, name: str) -> str:
        return await self._release(name, place)

    def _forget(self, id: Id, values: dict[str, str]) -> None:
        if self._ready.get(id) is values:
            del self._ready[id]

    def send(self, message: Message | wire.Batch) -> Coroutine[Any, Any, None]:
        """Like the channel's, with what was fetched for this call filled in."""
        if isinstance(message, dict) and message.get("method") == "tools/call":
            message = self._filled(message)
        return self._channel.send(message)

    def _filled(self, message: Message) -> Message:
        name, arguments = mcp.check_call(message)
        values = self._ready.pop(message["id"], {})
        if values.keys() != self._templates(name).keys():
            raise NotProvided("what ToolGuard fills in for this tool was changed while the call waited.")
        if not values:
            return message
        try:
            params = {**message["params"], "arguments": put(arguments, values)}
        except Unbound as why:
            raise NotProvided(f"what ToolGuard fills in for this tool has no place: {why}.") from None
        return {**message, "params": params}

    async def close(self, reason: str = "") -> None:
        """End the channel, and forget what was fetched."""
        self._ready.clear()
        await self._channel.close(reason)
