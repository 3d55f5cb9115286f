"""Authentication as configured: the authenticator, when it is asked, and the registered security keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from toolguard.gate.approvals.presence import (
    Authenticator,
    NoAuthenticator,
    PresenceError,
    PresencePolicy,
    PresenceSettings,
    change_prompt,
)
from toolguard.gate.model import ConfigChanged, Event, Tool
from toolguard.gate.texts import coded
from toolguard.presence import system_authenticator
from toolguard.presence.registered import RegisteredKey
from toolguard.store.clock import sleepless_clock
from toolguard.store.config.config import Config, ConfigError, Preferences, SecurityKey


class KeyAuthenticator(Authenticator, Protocol):
    """An authenticator that can register another security key."""

    async def register(self, name: str) -> None:
        """Register the key that the person touches under a new name; raises `PresenceError`."""


class ConfigKeyStore:
    """The security keys of the configuration, as a `toolguard.presence.security_key.KeyStore`."""

    def __init__(self, config: Config) -> None:
        self._config = config

    @property
    def registered(self) -> Mapping[str, RegisteredKey]:
        return {name: RegisteredKey(**msgspec.structs.asdict(key)) for name, key in self._config.security_keys.items()}

    def save(self, name: str, key: RegisteredKey) -> None:
        try:
            self._config.set_security_key(name, SecurityKey(**msgspec.structs.asdict(key)))
        except ConfigError as problem:
            raise PresenceError(coded("services.security_key_not_saved", reason=problem)) from None


def security_keys(store: ConfigKeyStore) -> KeyAuthenticator:
    """Return the authenticator for security keys. Its library is imported only when it is needed."""
    from toolguard.presence.security_key import SecurityKeyAuthenticator

    return SecurityKeyAuthenticator(store)


class Authentication:
    """Authentication, one object for the program. The gate awaits ``policy``; ``note`` records."""

    def __init__(
        self,
        config: Config,
        *,
        note: Callable[[Event], None],
        trusts_hints: Callable[[Tool], bool],
        system: Callable[[], Authenticator] = system_authenticator,
        keys: Callable[[ConfigKeyStore], KeyAuthenticator] = security_keys,
    ) -> None:
        self._note = note
        self._store = ConfigKeyStore(config)
        self._make_system, self._make_keys = system, keys
        self._system: Authenticator | None = None
        self._keys: KeyAuthenticator | None = None
        self._off = NoAuthenticator()
        self.policy = PresencePolicy(self._off, clock=sleepless_clock, trusts_hints=trusts_hints)

    def apply(self, preferences: Preferences, *, known: bool = True) -> None:
        """Apply settings. If it is not ``known`` which ones the person accepted, every approval needs proof.

        The system then takes it: which security keys count is not known either.
        """
        if not known:
            preferences = msgspec.structs.replace(
                preferences, presence="every", presence_by="system", presence_validity=0.0
            )
        on = preferences.presence != "off"
        settings = PresenceSettings(need=preferences.presence, validity=preferences.presence_validity)
        self.policy.configure(settings, self._authenticator_by(preferences.presence_by) if on else self._off)

    def _authenticator_by(self, by: str) -> Authenticator:
        if by == "security_key":
            return self._security_keys()
        if self._system is None:
            self._system = self._make_system()
        return self._system

    def _security_keys(self) -> KeyAuthenticator:
        if self._keys is None:
            self._keys = self._make_keys(self._store)
        return self._keys

    async def missing(self) -> str:
        """Return what must be set up before calls can be approved, or "" if nothing is known to be missing."""
        try:
            return await self.policy.authenticator.missing() if self.policy.is_on else ""
        except PresenceError as why:
            return str(why)

    async def confirm(self, order: str, arguments: Mapping[str, Any], title: str) -> bool:
        """Have the person prove presence before the window makes a change that reduces protection.

        Return True or raise `PresenceError`. If the authenticator reports that it is not set up, no call could be
        approved anyway. Only then can proof be turned off without one, or it could never be turned off.
        """
        if not self.policy.is_on:
            return True
        turns_off = order == "preferences.set" and (arguments["name"], arguments["value"]) in _TURNING_OFF
        if turns_off and await self.policy.authenticator.missing():
            return True
        presence = await self.policy.prove(change_prompt(title))
        self._note(ConfigChanged(what=coded("services.presence_proved"), by="person", detail=title, presence=presence))
        return True

    async def try_out(self, by: str) -> None:
        """Authenticate once with the method ``by`` before approvals depend on it; raises `PresenceError`."""
        presence = await self.policy.try_out(
            self._authenticator_by(by), change_prompt(coded("services.approvals_need_proof_present"))
        )
        self._note(ConfigChanged(what=coded("services.presence_tried_out"), by="person", detail=by, presence=presence))

    async def register(self, name: str) -> None:
        """Register the security key that the person touches; raises `PresenceError`."""
        await self._security_keys().register(name)


_TURNING_OFF = (("presence", "off"), ("presence", None))
