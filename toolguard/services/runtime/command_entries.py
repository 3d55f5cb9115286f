"""Lookup and registration of servers for client entries ``toolguard-connect -- COMMAND``.

An entry refers to a registered server if a person has accepted its command, arguments, folder and each of its
variables. Otherwise it is a new or a changed server, which waits for a person. Values that look like secrets are
shown masked and kept in the keyring.
"""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from toolguard.clients.local.entry_environment import loads_code
from toolguard.clients.local.handshake import ClientHandshake
from toolguard.gate.policy.risks import Risk, launch_risks
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, lines
from toolguard.servers.secrets.redactor import names
from toolguard.services.interface import RefusedError, SecretEntry, SuspectedValue, value_of, with_secret
from toolguard.services.runtime.requests import Services
from toolguard.services.secrets import users
from toolguard.services.server_import.command_parsing import free_name, name_of_command
from toolguard.services.server_import.settings_files import suspects
from toolguard.store.config.config import Config, ConfigError, ServerSpec
from toolguard.store.keychain import Keychain, KeychainError

_MAX_SHOWN_LENGTH = 500  # maximum characters shown of a plain value


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """The server of an entry. ``spec`` is the registered server, or the one that a person would accept."""

    spec: ServerSpec
    new: bool = False
    changed: tuple[str, ...] = ()
    """Variables whose values differ from the accepted ones."""

    @property
    def accepted(self) -> bool:
        """Whether the server can be started without asking the person."""
        return not self.new and not self.changed


@dataclass(frozen=True, slots=True)
class EntryQuestion:
    """The question to a person about an entry."""

    title: str
    command: str
    detail: str
    risks: tuple[Risk, ...]


class CommandEntries:
    """Finds and registers the servers of entries. ``services`` returns the services that act in the person's name."""

    def __init__(self, config: Config, keychain: Keychain, services: Callable[[], Services]) -> None:
        self._config = config
        self._keychain = keychain
        self._services = services

    async def find(self, handshake: ClientHandshake, *, used: Collection[str], in_use: Collection[str]) -> CommandEntry:
        """Return the server that the entry of ``handshake`` refers to.

        ``used`` are names that a new server cannot have. ``in_use`` are servers that have a session at this moment:
        if only variables differ from one of those, there are two entries, and this is another server.
        """
        assert handshake.command is not None  # noqa: S101 - the caller looked
        changed: CommandEntry | None = None
        for spec in list(self._config.servers.values()):
            launch = (spec.command, *spec.args)
            if (
                not spec.enabled
                or not spec.row.runs_program
                or launch != handshake.command
                or spec.cwd not in (None, handshake.cwd)
            ):
                continue
            different = await self._different(spec, handshake.environment)
            if not different:
                return CommandEntry(spec)
            has_environment = all(name in spec.env for name in handshake.environment)
            if spec.name not in in_use and (has_environment or not spec.env):
                changed = changed or CommandEntry(spec, changed=different)
        if changed is not None:
            return changed
        command, *args = handshake.command
        name = free_name(name_of_command(list(handshake.command)), {*self._config.servers, *used})
        spec = ServerSpec(
            name=name, command=command, args=tuple(args), cwd=handshake.cwd or None, env=dict(handshake.environment)
        )
        return CommandEntry(spec, new=True)

    async def means(self, spec: ServerSpec, handshake: ClientHandshake) -> bool:
        """Return whether the entry of ``handshake`` refers to exactly the registered server ``spec``."""
        return (
            (spec.command, *spec.args) == handshake.command
            and spec.cwd in (None, handshake.cwd)
            and not await self._different(spec, handshake.environment)
        )

    async def _different(self, spec: ServerSpec, environment: Mapping[str, str]) -> tuple[str, ...]:
        return tuple([
            name for name, value in environment.items() if await self._value(spec.env.get(name)) not in (value, _UNREAD)
        ])  # fmt: skip

    async def _value(self, text: str | None) -> str | None:
        """Return a variable's value for the server. If its secret cannot be read, no server gets it either."""
        for name in names(text or ""):
            try:
                value = await self._keychain.get(name)
            except KeychainError:
                return _UNREAD
            text = (text or "").replace(f"${{secret:{name}}}", value or "")
        return text

    def question(self, entry: CommandEntry, handshake: ClientHandshake) -> EntryQuestion:
        """Return the question about an entry that is not accepted, without values that look like secrets."""
        spec, client = entry.spec, handshake.caller.id
        place = coded("services.in_folder", folder=visible(spec.cwd)) if spec.cwd else coded("services.in_home_folder")
        command = visible(shlex.join((spec.command, *spec.args)))
        texts = [command, "", place]
        shown = entry.changed or tuple(handshake.environment)
        secret = {suspect["name"]: suspect for suspect in self._secrets(spec, handshake)}
        if shown:
            texts += ["", coded("services.with_variables")]
            texts += [_line(name, handshake.environment[name], secret.get(name)) for name in shown]
        title = (
            coded("services.wants_start_server_other", client=client, name=spec.name)
            if entry.changed
            else coded("services.wants_use_new_server", client=client, name=spec.name)
        )
        risks = launch_risks(spec.command, spec.args)
        if any(loads_code(name) for name in shown):
            risks = (*risks, "loads code")
        return EntryQuestion(title, command, lines(*texts), risks)

    async def accept(self, entry: CommandEntry, handshake: ClientHandshake) -> None:
        """Register an accepted entry: first its secrets, then the server, then the bindings of the secrets.

        Raises `ConfigError` or `KeychainError`; the server is then not registered.
        """
        spec = entry.spec
        env = {**spec.env, **{name: handshake.environment[name] for name in entry.changed or handshake.environment}}
        settings: dict[str, Any] = {"env": env}
        bound, secrets = [], self._services().secrets
        for suspect in self._secrets(spec, handshake):
            if entry.changed and suspect["name"] not in entry.changed:
                settings["env"][suspect["name"]] = spec.env[suspect["name"]]
                continue
            known = sorted(names(spec.env.get(suspect["name"], ""))) if entry.changed else ()
            own = [name for name in known if users(name, secrets.caller.state) == (spec.name,)]  # replaced by the value
            secret = own[0] if own else self._free_secret(f"{spec.name}-{suspect['secret']}")
            value = value_of({"env": handshake.environment}, suspect)
            await self._run_change(secrets.put(secret, value))
            settings = with_secret(settings, suspect, secret)
            bound.append(secret)
        for name, text in spec.env.items():
            if name not in (entry.changed or handshake.environment):
                settings["env"][name] = text
        result = msgspec.structs.replace(spec, env=settings["env"])
        if entry.new:
            self._config.add_server(result)
        else:
            self._config.replace_server(result)
        for secret in bound:
            await self._run_change(secrets.bind(secret, [spec.name]))

    async def _run_change(self, change: Awaitable[SecretEntry]) -> None:
        try:
            await change
        except RefusedError as why:
            raise ConfigError(str(why)) from None

    def _secrets(self, spec: ServerSpec, handshake: ClientHandshake) -> list[SuspectedValue]:
        return suspects({"env": dict(handshake.environment)}, spec.name, syntaxes=())

    def _free_secret(self, suggested_name: str) -> str:
        name, number = suggested_name[:60], 1
        while name in self._config.secrets:
            number += 1
            name = f"{suggested_name[:56]}-{number}"
        return name


def _line(name: str, value: str, secret: SuspectedValue | None) -> str:
    """Return a variable for the detail of a question; values that look like secrets are masked."""
    count = f"{len(value):,}"
    if secret is not None and not loads_code(name):  # nobody can hide code by making it look like a secret
        shown = f"  {visible(name)}={secret['before']}••••••••"
        return coded("services.variable_in_keyring", variable=shown, count=count)
    shown = f"  {visible(name)}={visible(value[:_MAX_SHOWN_LENGTH])}"
    if len(value) > _MAX_SHOWN_LENGTH:
        shown = coded("services.variable_cut", variable=shown, count=count)
    return coded("services.variable_loads_code", variable=shown) if loads_code(name) else shown


_UNREAD = "\0"
"""Placeholder for a value that cannot be read now; no variable can have it."""
