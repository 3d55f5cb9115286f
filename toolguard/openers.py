"""Opens the server of a session, with what it is entitled to; one that nobody has accepted waits for the person."""

from __future__ import annotations

import asyncio
import shlex
import webbrowser
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from toolguard.checkpoint.link import Channel, Tell
from toolguard.checkpoint.visible import visible
from toolguard.clients.local import Hello
from toolguard.servers import Unreachable, http
from toolguard.servers.arguments import Arguments
from toolguard.servers.bridging import Memory, bridged
from toolguard.store.config import ConfigProblem, ServerSpec

if TYPE_CHECKING:
    from toolguard.checkpoint.guard import Guard
    from toolguard.core import Core
    from toolguard.releases import ReleaseAt


async def invited(guard: Guard, server: str, url: str) -> bool:
    """Show the person a page that a server wants them to open; it is opened when they say so, and else never."""
    title = f"The server {server} wants you to open a page of its own, to sign in or to agree to something"
    detail = f"opens     {visible(url)}\nwhich is  {visible(urlsplit(url).hostname or '')}"
    if not await guard.propose("request", title, detail, f"the server {server}"):
        return False
    return await asyncio.to_thread(webbrowser.open, url)


class ServerOpener:
    """Opens a session's server; one that nobody has accepted yet waits for the person first."""

    def __init__(self, core: Core, spec: ServerSpec, hello: Hello, *, new: bool) -> None:
        self._core = core
        self._spec = spec
        self._hello = hello
        self._new = new
        self._rejected = False
        self._memory = Memory()

    async def __call__(self, tell: Tell) -> Channel:
        if self._new:
            tell("waiting for you to accept this server")
            await self._accepted()
        spec = self._core.config.servers.get(self._spec.name)
        if spec is None or not spec.enabled:
            raise Unreachable(f"the server {self._spec.name} was removed or switched off in ToolGuard")
        release = await self._core.releases.to(spec)
        open_it = partial(self._core.open, spec, log=self._core.server_log(spec.name), tell=tell)
        channel = await open_it()
        server, core = spec.name, self._core
        watch = getattr(channel, "watch", None)
        if watch is not None:
            watch(lambda why: tell("failed" if why else "ready", why))
        if spec.bridge != "off" and spec.kind != "otc":  # that one answers clients of every era itself
            again = open_it if spec.kind == "stdio" else None
            channel = bridged(channel, self._memory, lambda how: tell("ready", how), again)
        return Arguments(
            channel,
            lambda tool: core.bindings.templates(server, tool),
            lambda name, place: _released(spec, release, name, place),
        )

    async def _accepted(self) -> None:
        spec, caller = self._spec, self._hello.caller
        place = f"\n\nin the folder {visible(spec.cwd)}" if spec.cwd else "\n\nin your home folder"
        detail = visible(shlex.join((spec.command, *spec.args))) + place
        title = f"{caller.id} wants to use a new server, {spec.name}: it would start this program"
        by = f"{caller.id} ({caller.program or 'unknown program'})"
        if self._rejected or not await self._core.guard.propose("server", title, detail, by):
            self._rejected = True
            raise Unreachable(f"the new server {spec.name} was not accepted in ToolGuard")
        found = self._core.config.servers.get(spec.name)
        if found is None:
            try:
                self._core.config.add_server(spec)
            except ConfigProblem as problem:
                raise Unreachable(f"the server could not be added: {problem}") from problem
        elif found != spec:
            raise Unreachable(f"another command is called {spec.name} by now; start your chat client's server again")
        self._new = False


async def _released(spec: ServerSpec, release: ReleaseAt, name: str, place: str) -> str:
    """A secret for an argument, which nobody on the way may read either."""
    if spec.kind != "stdio":
        http.check(spec, f"${{secret:{name}}}")
    return await release(name, place)
