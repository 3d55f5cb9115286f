"""Opens the upstream server for a session; an unaccepted server first waits for the person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from toolguard.clients.local.listener import ClientHandshake
from toolguard.gate.approvals.proposals import Verdict
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.session.upstream import ServerChannel, StateListener
from toolguard.gate.texts import coded
from toolguard.servers import UnreachableError
from toolguard.servers.argument_injector import ArgumentInjector
from toolguard.servers.bridge.memory import BridgeMemory
from toolguard.servers.http import kind as http_kind
from toolguard.store.config.config import ConfigError, ServerSpec
from toolguard.store.keychain import KeychainError

if TYPE_CHECKING:
    from toolguard.gate.api import GateApi
    from toolguard.services.runtime.command_entries import CommandEntries, CommandEntry
    from toolguard.services.runtime.injected_arguments import ArgumentBindings
    from toolguard.services.runtime.secret_release import SecretReader, SecretReleases
    from toolguard.store.config.config import Config


class OpenerContext(Protocol):
    """What a `ServerOpener` uses of the core."""

    @property
    def config(self) -> Config:
        """The configuration in force."""

    @property
    def guard(self) -> GateApi:
        """Asks the person."""

    @property
    def entries(self) -> CommandEntries:
        """Looks up the command that a client's entry starts."""

    @property
    def releases(self) -> SecretReleases:
        """Reads the secrets that are bound to the server."""

    @property
    def bindings(self) -> ArgumentBindings:
        """The arguments that are injected into its calls."""

    async def open(
        self, spec: ServerSpec, *, log: Callable[[str], None], on_progress: Callable[[str], None]
    ) -> ServerChannel:
        """Open the server with its secrets; raises `UnreachableError`. ``log`` and ``on_progress`` receive lines."""

    def server_log(self, server: str) -> Callable[[str], None]:
        """Return what stores a line of the server's log output."""


async def prompt_to_open_page(guard: GateApi, server: str, url: str) -> bool:
    """Ask the person whether to open a page for a server, and open it if they agree; return whether they did."""
    title = coded("services.server_wants_open_page", server=server)
    detail = f"opens     {visible(url)}\nwhich is  {visible(urlsplit(url).hostname or '')}"
    if not await guard.proposals.propose("request", title, detail, coded("services.the_server", name=server)):
        return False
    import webbrowser

    return await asyncio.to_thread(webbrowser.open, url)


class ServerOpener:
    """Opens a session's server, after a person has accepted it if that is necessary."""

    def __init__(
        self, core: OpenerContext, spec: ServerSpec, handshake: ClientHandshake, entry: CommandEntry | None = None
    ) -> None:
        """``entry``: the command entry that a person must accept first."""
        self._core = core
        self._spec = spec
        self._handshake = handshake
        self._entry = entry
        self._rejected = False
        self._memory = BridgeMemory()

    async def __call__(self, on_progress: StateListener) -> ServerChannel:
        if self._entry is not None:
            on_progress(coded("services.waiting_accept_server"))
            await self._accepted()
        spec = self._core.config.servers.get(self._spec.name)
        if spec is None or not spec.enabled:
            raise UnreachableError(coded("services.server_removed_switched_off", name=self._spec.name))
        release = await self._core.releases.to(spec)
        open_it = partial(self._core.open, spec, log=self._core.server_log(spec.name), on_progress=on_progress)
        channel = await open_it()
        server, core = spec.name, self._core
        channel.watch(lambda why: on_progress("failed" if why else "ready", why))
        if spec.bridge != "off" and "bridge" in spec.row.settings:  # others answer every client
            # imported while the server starts, which takes as long
            from toolguard.servers.bridge.channel import Bridge

            again = open_it if spec.row.runs_program else None
            channel = Bridge(channel, self._memory, lambda how: on_progress("ready", how), again)
        return ArgumentInjector(
            channel,
            partial(core.bindings.templates, server),
            lambda name, place: _released(spec, release, name, place),
        )

    async def _accepted(self) -> None:
        """Wait until a person accepts an entry whose server is new or changed. Raises `UnreachableError`."""
        core, handshake = self._core, self._handshake
        entry, name = self._entry, self._spec.name
        if entry is None:
            return
        question = core.entries.question(entry, handshake)
        by = coded(
            "services.client_of_program",
            client=handshake.caller.id,
            program=handshake.caller.program or coded("services.unknown_program"),
        )
        proposals = core.guard.proposals
        verdict: Verdict = "rejected"
        if not self._rejected:
            verdict = await proposals.ask_verdict(
                "server", question.title, question.detail, by, question.risks, target=question.command
            )
        if verdict == "rejected":
            self._rejected = True
            raise UnreachableError(coded("services.server_not_accepted", name=name))
        if verdict != "accepted":
            raise UnreachableError(coded("services.server_not_accepted_because", name=name, reason=proposals.why_not))
        registered = core.config.servers.get(name)
        try:
            if registered == (entry.spec if entry.changed else None):
                await core.entries.accept(entry, handshake)
            elif registered is not None and not await core.entries.means(registered, handshake):
                raise UnreachableError(coded("services.another_command_called_now", name=name))
        except (ConfigError, KeychainError) as problem:
            raise UnreachableError(coded("services.server_not_added", reason=problem)) from problem
        self._entry = None


async def _released(spec: ServerSpec, release: SecretReader, name: str, place: str) -> str:
    """Return a secret for an argument. Raises `UnreachableError`."""
    if not spec.row.runs_program:
        http_kind.check(spec, f"${{secret:{name}}}")
    return await release(name, place)
