"""The service of security keys: list, register and remove them, and try an authenticator."""

from __future__ import annotations

from typing import Any

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.services.context import ServiceContext, note
from toolguard.services.interface import Name, RefusedError, SecurityKeyEntry
from toolguard.services.methods import Service, loosens, reads


async def try_out(name: str, value: Any, state: ServiceContext) -> None:
    """Authenticate once before a changed setting makes approvals depend on it; raises `PresenceError`."""
    now = state.config.preferences
    if state.presence is None or name not in ("presence", "presence_by"):
        return
    need = (value or "off") if name == "presence" else now.presence
    by = (value or "system") if name == "presence_by" else now.presence_by
    turned_on = need != "off" and now.presence == "off"
    if need in ("destroy", "every") and by in ("system", "security_key") and (turned_on or by != now.presence_by):
        await state.presence.try_out(by)


class SecurityKeyService(Service):
    """The FIDO2 keys with which a person proves presence."""

    kind = "settings"

    @reads("presence.keys")
    async def all(self) -> list[SecurityKeyEntry]:
        """Return every registered security key."""
        return self._all()

    def _all(self) -> list[SecurityKeyEntry]:
        keys = self._state.config.security_keys
        return [{"name": name, "added": key.added, "used": key.used} for name, key in keys.items()]

    def _register_loosens(self, name: str) -> str:
        return coded("services.holds_security_key_can_prove", name=visible(name))

    @loosens("presence.register", _register_loosens)
    async def register(self, name: Name) -> list[SecurityKeyEntry]:
        """Register the key that the person touches; return the new list."""
        if self._state.presence is None:
            raise RefusedError(coded("services.security_key_registered_window"))
        await self._state.presence.register(name)
        note(self._state, coded("services.security_key_registered", name=name))
        return self._all()

    def _remove_loosens(self, name: str) -> str:
        return coded("services.security_key_no_longer", name=visible(name))

    @loosens("presence.remove", _remove_loosens)
    async def remove(self, name: Name) -> list[SecurityKeyEntry]:
        """Remove a key, unless nobody could approve a call afterwards; return the new list."""
        config = self._state.config
        only = list(config.security_keys) == [name]
        if only and config.preferences.presence != "off" and config.preferences.presence_by == "security_key":
            raise RefusedError(coded("services.only_security_key_approvals"))
        config.set_security_key(name, None)
        note(self._state, coded("services.note_security_key_removed", name=name))
        return self._all()
