"""Detection of stored secrets in the arguments of calls, before a call runs.

The values are read only while the keyring is unlocked: nobody is asked to unlock it for this.
"""

from __future__ import annotations

import asyncio
from typing import Any

from toolguard.servers import Redactor, SecretScanner
from toolguard.servers.oauth.record import decode_record
from toolguard.store.config.config import Config
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.tables.credentials import CREDENTIAL_KINDS, is_sign_in

_CHECK_INTERVAL = 2.0
"""Seconds between checks for secrets whose value is not known yet."""
_RETRY_DELAY = 60.0
"""Seconds after which a keyring that returned an error is tried again."""
_MIN_UNSEEN_LENGTH = 8
"""Length in characters from which a value is redacted in every server's messages, even if it did not get it."""


class LeakDetector:
    """The leak check of each call (`LeakChecker`). ``scrub`` removes known values from every text."""

    def __init__(self, config: Config, keychain: Keychain, scrub: Redactor) -> None:
        self._config = config
        self._keychain = keychain
        self._scrub = scrub
        self._finder = SecretScanner()
        self._read: set[str] = set()
        self._none: tuple[str, ...] = ()  # secrets that had no value at the last check, until the secrets change
        self.is_active = False
        """Whether any value is known."""
        self.edition = 0
        """A counter of changes of the known values."""

    # --- interface for the gate -------------------------------------------------------------------------------

    @property
    def refuses(self) -> bool:
        """Whether such a call is denied at once; otherwise a person is asked."""
        return self._config.preferences.secrets_in_arguments == "refuse"

    def find(self, data: bytes) -> tuple[str, ...]:
        """Return the names of the secrets in ``data``, except user IDs, which may be in any argument."""
        names = tuple(name for name in self._finder(data) if self._is_secret(name))
        for name in names:
            for value in self._finder.values(name):
                self._scrub.learn(name, value)
        return names

    def mask(self, value: Any) -> Any:
        """Return JSON data for display, with the names of secrets instead of their values."""
        return self._scrub.of_value(value)

    def _is_secret(self, name: str) -> bool:
        entry = self._config.secrets.get(name)
        return entry is None or CREDENTIAL_KINDS[entry.kind].secret

    # --- known values -----------------------------------------------------------------------------------------

    def learn(self, name: str, value: str) -> None:
        """Set the value of a secret."""
        self.signed(name, (value,))
        if len(value) >= _MIN_UNSEEN_LENGTH and self._is_secret(name):
            self._scrub.learn(name, value)

    def signed(self, name: str, values: tuple[str, ...]) -> None:
        """Set the tokens of a sign-in; the component that uses them redacts them in servers' messages."""
        self._read.add(name)
        self._finder.learn(name, *values)
        self._values_changed()

    def _values_changed(self) -> None:
        self.is_active, self.edition = bool(self._finder), self._finder.edition

    def released(self, name: str, value: str) -> None:
        """Note that a server got this value, so that it is redacted in its messages."""
        self.learn(name, value)
        self._scrub.learn(name, value)

    async def watch(self) -> None:
        """Read the unknown values whenever the keyring can be read without a prompt, until cancelled."""
        while True:
            pause = _CHECK_INTERVAL
            try:
                await self.read()
            except KeychainError:  # reported where a secret is needed
                pause = _RETRY_DELAY
            await asyncio.sleep(pause)

    async def read(self) -> None:
        """Read the unknown values if that needs no prompt. Raises `KeychainError`."""
        secrets = self._config.secrets
        for name in self._read - secrets.keys():
            self._read.discard(name)
            self._finder.forget(name)
            self._values_changed()
        missing = tuple(name for name in secrets if name not in self._read)
        if not missing or missing == self._none or not await self._keychain.is_usable_unprompted():
            return
        for name in missing:
            value = await self._keychain.get(name)
            if value is None or name not in self._config.secrets or name in self._read:  # a newer value exists
                continue
            record = decode_record(value) if is_sign_in(secrets[name].kind) else None
            if record is None:
                self.learn(name, value)
                continue
            self.signed(name, record.values)
            for secret_value in record.values:
                self._scrub.learn(name, secret_value)
        self._none = tuple(name for name in missing if name not in self._read)
