"""Release of secrets to servers: only to the launch that the person bound them to, recorded each time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from toolguard.gate.context import GateContext
from toolguard.gate.model import ConfigChanged, SecretReleased, Tool
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.servers import UnreachableError
from toolguard.servers.launch_fingerprint import Launch, LaunchFingerprints, difference, outline, same
from toolguard.servers.secrets.redactor import places
from toolguard.servers.stdio.pinned_files import PinnedFiles
from toolguard.store.config.config import Config, ConfigError, ServerSpec
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.tables.credentials import is_sign_in


class SecretReader(Protocol):
    """Returns a secret's value for its name and one place; raises `UnreachableError`."""

    @property
    def pinned(self) -> PinnedFiles | None:
        """The files that the server is started from; None unless it is a program with a bound secret."""

    async def __call__(self, name: str, place: str = "") -> str: ...


class SecretReleases:
    """Reads secrets for servers. ``learn`` receives each value, so that it is redacted in responses."""

    def __init__(
        self,
        config: Config,
        keychain: Keychain,
        gate: GateContext,
        launches: LaunchFingerprints,
        learn: Callable[[str, str], None],
    ) -> None:
        self._config = config
        self._keychain = keychain
        self._gate = gate
        self._launches = launches
        self._learn = learn
        self._asking: dict[tuple[object, ...], asyncio.Task[bool]] = {}
        self._declined: set[tuple[object, ...]] = set()
        self._trials: set[tuple[object, ...]] = set()  # accepted for settings that differ from the server's

    def named_by(self, server: str, tool: Tool | None = None) -> tuple[str, ...]:
        """Return the secrets that the settings of ``server`` use for the server itself and for ``tool``.

        Secrets in injected arguments are not included; see `injected_arguments`.
        """
        spec = self._config.servers.get(server)
        uses = places(spec) if spec else {}
        return tuple(
            sorted(name for name, where in uses.items() if any(_is_sent_with(tool, condition) for condition in where))
        )

    def gives(self, server: str) -> bool:
        """Return whether tools of ``server`` get the credentials that they require, as far as they are bound."""
        spec = self._config.servers.get(server)
        return spec is not None and any(spec.context.values())

    async def to(self, spec: ServerSpec, on_progress: Callable[[str], None] = lambda _state: None) -> SecretReader:
        """Return the reader of the secrets of a server that is opened now, for as long as it runs.

        With ``place`` it reads for that place, otherwise for those in the server's settings. ``on_progress`` receives
        what is waited for. If the server has changed since the secret was bound, a person is asked.
        """
        has_bound_secrets = any(spec.name in entry.servers for entry in self._config.secrets.values())
        pinned = await self._launches.pin(spec) if has_bound_secrets and spec.row.runs_program else None
        return _ServerSecretReader(self, spec, pinned, on_progress)

    async def give(
        self, spec: ServerSpec, now: Launch, name: str, place: str, on_progress: Callable[[str], None]
    ) -> str:
        """Read a secret for a server with the launch ``now``, and record that; raises `UnreachableError`."""
        value = await self._read(spec, now, name, on_progress)
        self._learn(name, value)
        self._gate.note(SecretReleased(server=spec.name, secret=name, place=place or self._place(spec, name)))
        return value

    async def _read(self, spec: ServerSpec, now: Launch, name: str, on_progress: Callable[[str], None]) -> str:
        server = spec.name
        self._bound(server, name)
        if is_sign_in(self._config.secrets[name].kind):
            raise UnreachableError(coded("services.sign_tokens_go_themselves", name=name))
        if not self._is_bound_to(now, server, name):
            on_progress(coded("services.waiting_look_changed"))
            if not await self._accepted(spec, now):
                raise UnreachableError(coded("services.server_no_longer_secret", server=server, name=name))
            self._bound(server, name)  # the person may have unbound it in the meantime
        try:
            value = await self._keychain.get(name)
        except KeychainError as problem:
            raise UnreachableError(coded("services.secret_cannot_read", name=name, reason=problem)) from None
        if value is None:
            raise UnreachableError(coded("services.secret_not_keyring_run", name=name))
        return value

    def _bound(self, server: str, name: str) -> None:
        entry = self._config.secrets.get(name)
        if entry is None:
            raise UnreachableError(coded("services.secret_not_keyring_run", name=name))
        if server not in entry.servers:
            raise UnreachableError(coded("services.secret_not_bound", name=name, server=server))

    @staticmethod
    def _place(spec: ServerSpec, name: str) -> str:
        return ", ".join(place for place in places(spec).get(name, ()) if not _is_argument(place))

    # --- bindings ---------------------------------------------------------------------------------------------

    def _is_bound_to(self, now: Launch, server: str, name: str) -> bool:
        """Return whether the secret was bound to the launch ``now``. A binding without a launch gets this one."""
        bound = self._config.secrets[name].launches.get(server)
        if bound is not None and not same(bound, now):
            return (server, name, *now.items()) in self._trials
        if bound is None or now.keys() - bound.keys():  # bound by a version that did not store the launch
            self._renew(server, name, {**(bound or {}), **now}, by="toolguard")
        return True

    def _renew(self, server: str, name: str, now: Launch, *, by: str) -> None:
        try:
            self._config.bind_secret(name, server, now)
        except ConfigError as problem:
            raise UnreachableError(coded("services.secret_bound_not_kept", name=name, reason=problem)) from None
        detail = "\n".join(visible(f"{member}  {text}") for member, text in now.items())
        self._gate.note(
            ConfigChanged(
                what=coded("services.secret_bound_server_now", name=name, server=server), by=by, detail=detail
            )
        )

    async def _accepted(self, spec: ServerSpec, now: Launch) -> bool:
        """Ask the person about a changed server, once for all waiters and all of its secrets."""
        key = (spec.name, *now.items(), *self._stale(spec.name, now))
        if key in self._declined:
            return False
        if key not in self._asking:
            self._asking[key] = asyncio.get_running_loop().create_task(self._ask(spec, now, key))
        return await asyncio.shield(self._asking[key])

    async def _ask(self, spec: ServerSpec, now: Launch, key: tuple[object, ...]) -> bool:
        from toolguard.services.server_import.settings_files import without_values  # a start does not need it

        server, stale = spec.name, self._stale(spec.name, now)
        names = ", ".join(name for name, _ in stale)
        title = coded("services.given_server_changed_since", names=names, server=server)
        parts = [f"server   {server}", *(f"secret   {name}" for name, _ in stale)]
        values = without_values({"env": spec.env}, server)["env"]
        parts += dict.fromkeys(difference(dict(bound), now, values) for _, bound in stale)
        try:
            verdict = await self._gate.proposals.ask_verdict("secret", title, "\n".join(parts), "ToolGuard")
            if verdict == "rejected":
                self._declined.add(key)
            if verdict != "accepted":
                return False
            registered = self._config.servers.get(server)
            for name, _ in stale:
                if registered is None or outline(registered) != outline(spec):
                    self._trials.add((server, name, *now.items()))
                elif name in self._config.secrets and server in self._config.secrets[name].servers:
                    self._renew(server, name, now, by="person")
            return True
        finally:
            del self._asking[key]

    def _stale(self, server: str, now: Launch) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Return the secrets bound to an earlier launch of this server, with that launch."""
        launches = ((name, entry.launches.get(server)) for name, entry in sorted(self._config.secrets.items()))
        return tuple((name, tuple(bound.items())) for name, bound in launches if bound and not same(bound, now))


class _ServerSecretReader:
    """Reads the secrets of one server while it runs."""

    def __init__(
        self, releases: SecretReleases, spec: ServerSpec, pinned: PinnedFiles | None, on_progress: Callable[[str], None]
    ) -> None:
        self.pinned = pinned
        self._releases = releases
        self._spec = spec
        self._now = outline(spec) if pinned is None else pinned.launch
        self._on_progress = on_progress

    async def __call__(self, name: str, place: str = "") -> str:
        return await self._releases.give(self._spec, self._now, name, place, self._on_progress)


def _is_sent_with(tool: Tool | None, place: str) -> bool:
    """Return whether the secret at ``place`` is sent with calls of ``tool``; assumed if the tool is unknown."""
    if _is_argument(place):
        return False
    return tool is None or not place.startswith("context ") or place in tool.needs


def _is_argument(place: str) -> bool:
    return place.startswith("argument ")
