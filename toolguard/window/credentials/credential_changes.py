"""Actions on a credential as values, for signals and undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from toolguard.services.interface import RefusedError, SecretEntry, SecretKind, ServerSettings
from toolguard.services.runtime.requests import Services
from toolguard.tables.credentials import is_sign_in
from toolguard.tables.servers import KINDS
from toolguard.window.servers.server_saving import references


@dataclass(frozen=True, slots=True)
class ArgumentTarget:
    """The argument of a tool into which a credential is injected."""

    tool: str
    argument: str
    template: str | None = None


@dataclass(frozen=True, slots=True)
class BindSecret:
    """Bind it to a server, or inject it into an argument there."""

    name: str
    server: str
    filling: ArgumentTarget | None = None
    place: SecretPlace | None = None
    """The variable or header in which the server gets it, if the binding adds one."""


@dataclass(frozen=True, slots=True)
class UnbindSecret:
    """Unbind it from a server, or stop injecting it into an argument there."""

    name: str
    server: str
    filling: ArgumentTarget | None = None
    place: SecretPlace | None = None
    """The variable or header that was added with the binding."""


@dataclass(frozen=True, slots=True)
class RemoveSecret:
    """Remove it and its value."""

    name: str


@dataclass(frozen=True, slots=True)
class RestoreSecret:
    """Restore a removed one without its value."""

    entry: SecretEntry

    @property
    def name(self) -> str:
        """The name that it had."""
        return self.entry["name"]


Change = BindSecret | UnbindSecret | RemoveSecret | RestoreSecret


_NON_SETTINGS = frozenset(("launch", "launches", "short", "secrets", "failure", "sign_in", "doubts"))
"""Members of a result of ``server.list`` that are not settings."""


@dataclass(frozen=True, slots=True)
class SecretTarget:
    """Where a server can get a credential: a setting, the names ``taken`` there (case-folded) and ``needed``."""

    member: str
    taken: frozenset[str]
    needed: frozenset[str]


def targets(servers: Iterable[Mapping[str, Any]]) -> dict[str, SecretTarget]:
    """Return where each of ``servers`` (results of ``server.list``) can get a credential."""
    members = {
        server["name"]: (server, member)
        for server in servers
        if server["kind"] in KINDS and (member := KINDS[server["kind"]].credential_setting)
    }
    return {
        name: SecretTarget(
            member, frozenset(map(str.casefold, settings.get(member, {}))), frozenset(references(settings))
        )
        for name, (settings, member) in members.items()
    }


@dataclass(frozen=True, slots=True)
class SecretPlace:
    """The variable or header in which a server gets a credential."""

    server: str
    member: str
    """Its setting: ``env`` or ``headers``."""
    key: str
    """Empty if its settings already refer to the credential."""

    def text(self, name: str) -> str:
        """Return the reference to the credential ``name``. An Authorization header gets its scheme."""
        bearer = self.member == "headers" and self.key.casefold() == "authorization"
        return f"{'Bearer ' if bearer else ''}${{secret:{name}}}"


@dataclass(frozen=True, slots=True)
class SecretDraft:
    """The content of the form: a new credential, another value, another kind and note, or another server."""

    name: str
    kind: SecretKind | None = None
    note: str | None = None
    value: str | None = None
    session_only: bool = False
    new: bool = False
    place: SecretPlace | None = None
    """Where a server should get it."""


async def provide(name: str, place: SecretPlace, core: Services) -> SecretEntry:
    """Let the server's settings refer to the credential ``name``, and bind it. Raises `RefusedError`."""
    text = place.text(name)
    if place.key and await _replace_value(place, None, text, core) != text:
        taken = QCoreApplication.translate(
            "CredentialEditor", "{0} already has a value there. Edit the server to replace it."
        )
        raise RefusedError(taken.format(place.key))
    return await core.secrets.bind(name, [place.server])


async def _withdraw(name: str, place: SecretPlace, core: Services) -> SecretEntry:
    """Undo `provide`. Raises `RefusedError`."""
    if place.key:
        await _replace_value(place, place.text(name), None, core)
    return await core.secrets.unbind(name, [place.server])


async def _replace_value(place: SecretPlace, before: str | None, after: str | None, core: Services) -> str | None:
    """Replace the value of a variable or header if it is ``before``, and return it as it is then; None: it has none.

    Of an unknown server, return ``after``. Raises `RefusedError`.
    """
    server: dict[str, Any] | None = next(
        (dict(server) for server in await core.servers.all() if server["name"] == place.server), None
    )
    if server is None:
        return after
    values = dict(server.get(place.member, {}))
    if values.get(place.key) != before:
        return values.get(place.key)
    if after is None:
        del values[place.key]
    else:
        values[place.key] = after
    settings = {member: value for member, value in server.items() if member not in _NON_SETTINGS}
    await core.servers.change(ServerSettings(**(settings | {place.member: values})))
    return after


async def carry_out(change: Change, core: Services) -> SecretEntry:
    """Carry it out. Return the credential afterwards; for a removed one, as it was before."""
    match change:
        case BindSecret(name, _, _, SecretPlace() as place):
            return await provide(name, place, core)
        case BindSecret(name, server, filling):
            if filling is None:
                return await core.secrets.bind(name, [server])
            return await core.secrets.bind(name, [server], filling.tool, filling.argument, filling.template)
        case UnbindSecret(name, _, _, SecretPlace() as place):
            return await _withdraw(name, place, core)
        case UnbindSecret(name, server, filling):
            if filling is None:
                return await core.secrets.unbind(name, [server])
            return await core.secrets.unbind(name, [server], filling.tool, filling.argument)
        case RemoveSecret(name):
            return await core.secrets.remove(name)
        case RestoreSecret(entry):
            kind = entry["kind"]
            assert not is_sign_in(kind)  # noqa: S101 - tokens are not brought back without their value
            return await core.secrets.enter(entry["name"], entry["note"], kind, entry["servers"])


async def save(draft: SecretDraft, core: Services) -> SecretEntry:
    """Store a new credential or another value; without a value, change only kind and note."""
    if draft.value is None:
        return await core.secrets.describe(draft.name, draft.note, draft.kind)
    return await core.secrets.put(
        draft.name, draft.value, draft.note, draft.kind, session_only=draft.session_only, new=draft.new
    )
