"""Switches that a person has pressed and the core has not confirmed: shown at once, sent one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any

from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.tool_visibility import ToolVisibility, VisibilityRule
from toolguard.services.interface import ShownTool, ToolForClient, ToolsOfServer
from toolguard.services.runtime.requests import Request


@dataclass(eq=False, slots=True)
class VisibilityChange:
    """One switch of a tool, for all clients or one; or, with ``switches``, all switches of a server for all clients."""

    server: str
    tool: str = ""
    client: str = ANY
    exposed: bool | None = None
    """None: as its server."""
    switches: dict[str, bool] | None = None
    answered: bool = False
    """Whether the core has carried it out: data read from now on includes it."""

    def request(self) -> Request[object]:
        """Return the order for the core."""
        server, tool, client, exposed, switches = self.server, self.tool, self.client, self.exposed, self.switches
        if switches is not None:
            return lambda core: core.tools.set_switches(server, switches)
        return lambda core: core.tools.switch(server, tool, client, exposed)


class VisibilityChanges:
    """The page shows what the person wants, from the key press until newer data includes it or it is refused.

    So a second key press acts on what is visible, however long the first order takes.
    """

    def __init__(self, run: Callable[[Request[object]], Coroutine[Any, Any, object]]) -> None:
        """``run`` carries out a request, and raises if it is refused."""
        self._run = run
        self._turn = asyncio.Lock()
        self._pressed: list[VisibilityChange] = []

    def press(self, change: VisibilityChange) -> None:
        """Store what the person wants; `send` must follow, in the same order."""
        self._pressed.append(change)

    async def send(self, change: VisibilityChange) -> None:
        """Send it after the ones that were sent before. A refused one is dropped."""
        try:
            async with self._turn:
                await self._run(change.request())
            change.answered = True
        finally:
            if not change.answered:
                self._pressed.remove(change)

    def answered(self) -> tuple[VisibilityChange, ...]:
        """Return the changes that data requested now will include; pass them to `forget` when the data has arrived."""
        return tuple(change for change in self._pressed if change.answered)

    def forget(self, answered: Iterable[VisibilityChange]) -> None:
        """Drop changes that newer data includes."""
        for change in answered:
            if change in self._pressed:
                self._pressed.remove(change)

    def server(self, entry: ToolsOfServer) -> ToolsOfServer:
        """Return a server as it was read, with later changes of the person."""
        name, exposed_by_tool = entry["name"], dict(entry["switches"])
        mine = [change for change in self._pressed if change.server == name and change.client == ANY]
        if not mine:
            return entry
        for change in mine:
            if change.switches is not None:
                exposed_by_tool = dict(change.switches)
            elif change.exposed is None:
                exposed_by_tool.pop(change.tool, None)
            else:
                exposed_by_tool[change.tool] = change.exposed
        exposure = ToolVisibility(
            VisibilityRule(client=ANY, server=name, tool=tool, exposed=on) for tool, on in exposed_by_tool.items()
        )
        shown = entry.copy()
        shown["switches"] = exposed_by_tool
        shown["exposed"] = exposure.is_visible(ANY, name, ANY)
        shown["tools"] = [tool.copy() for tool in entry["tools"]]
        for tool in shown["tools"]:
            tool["exposed"] = exposure.is_visible(ANY, name, tool["name"])
        return shown

    def tool(self, read: ShownTool, entry: ToolsOfServer) -> ShownTool:
        """Return a tool as it was read, with later changes of the person; ``entry`` is its server as shown."""
        mine = [change for change in self._pressed if change.server == entry["name"]]
        if not mine:
            return read
        own = {change.client: change.exposed for change in mine if change.client != ANY and change.tool == read["name"]}
        shown = read.copy()
        shown["exposed"] = next(
            (tool["exposed"] for tool in entry["tools"] if tool["name"] == read["name"]), read["exposed"]
        )
        shown["clients"] = [
            _with_switch(each, own[each["client"]]) if each["client"] in own else each for each in read["clients"]
        ]
        return shown


def _with_switch(client: ToolForClient, switch: bool | None) -> ToolForClient:
    shown = client.copy()
    shown["switch"] = switch
    shown["exposed"] = client["whole"] if switch is None else switch
    return shown
