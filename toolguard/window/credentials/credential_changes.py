"""What a person can do with a credential, as values: signals carry them, and an undo is one more."""

from __future__ import annotations

from dataclasses import dataclass

from toolguard.services.interface import SecretEntry, SecretKind, Services


@dataclass(frozen=True, slots=True)
class ArgumentTarget:
    """The argument of a tool that a credential is filled into."""

    tool: str
    argument: str
    template: str | None = None


@dataclass(frozen=True, slots=True)
class BindSecret:
    """Let a server be given it, or fill it into an argument there."""

    name: str
    server: str
    filling: ArgumentTarget | None = None


@dataclass(frozen=True, slots=True)
class UnbindSecret:
    """Take it away from a server, or from an argument there."""

    name: str
    server: str
    filling: ArgumentTarget | None = None


@dataclass(frozen=True, slots=True)
class RemoveSecret:
    """Delete it and its value."""

    name: str


@dataclass(frozen=True, slots=True)
class RestoreSecret:
    """Bring back what is known of a removed one: all but its value."""

    entry: SecretEntry

    @property
    def name(self) -> str:
        """Its name."""
        return self.entry["name"]


Change = BindSecret | UnbindSecret | RemoveSecret | RestoreSecret


@dataclass(frozen=True, slots=True)
class SecretDraft:
    """What the form gives: a new credential, another value, or another kind and note."""

    name: str
    kind: SecretKind | None = None
    note: str | None = None
    value: str | None = None
    session_only: bool = False
    new: bool = False


async def carry_out(change: Change, core: Services) -> SecretEntry:
    """Do it; returns what is known of the credential then, or was known of a removed one."""
    match change:
        case BindSecret(name, server, filling):
            if filling is None:
                return await core.secrets.bind(name, [server])
            return await core.secrets.bind(name, [server], filling.tool, filling.argument, filling.template)
        case UnbindSecret(name, server, filling):
            if filling is None:
                return await core.secrets.unbind(name, [server])
            return await core.secrets.unbind(name, [server], filling.tool, filling.argument)
        case RemoveSecret(name):
            return await core.secrets.remove(name)
        case RestoreSecret(entry):
            kind = entry["kind"]
            assert kind != "oauth"  # noqa: S101 - tokens are not brought back without their value
            return await core.secrets.enter(entry["name"], entry["note"], kind, entry["servers"])


async def save(draft: SecretDraft, core: Services) -> SecretEntry:
    """Enter a credential or another value, or change its kind and note where no value is given."""
    if draft.value is None:
        return await core.secrets.describe(draft.name, draft.note, draft.kind)
    return await core.secrets.put(
        draft.name, draft.value, draft.note, draft.kind, session_only=draft.session_only, new=draft.new
    )
