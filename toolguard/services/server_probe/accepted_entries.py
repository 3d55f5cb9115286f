"""Which entries of config.json a person has accepted, for commands that read the file themselves.

Any program can write that file. In the app a changed server or binding waits for a person, so a command releases no
secret for it either.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from toolguard.services.runtime.log_proof import find_proof
from toolguard.store.config.config import Config
from toolguard.store.config.config_diff import Key, State
from toolguard.store.config.seals import Seals

_TIMEOUT = 30.0  # seconds for the keyring, which has the key that proves what was accepted


async def accepted_state(home: Path, timeout: float = _TIMEOUT) -> State | None:
    """Return the settings that a person accepted last; None if that cannot be proved within ``timeout`` seconds."""
    found = await find_proof(home, timeout)
    return None if found.reason else Seals(home).proved(found.kept)[1]


class AcceptedEntries:
    """The entries of one loaded ``config``. ``read_state`` is called at the first question; see `accepted_state`."""

    def __init__(self, config: Config, read_state: Callable[[Path], Awaitable[State | None]] = accepted_state) -> None:
        self._config = config
        self._read_state = read_state
        self._waiting: frozenset[tuple[str, Key]] | None = None

    async def has_accepted_binding(self, secret: str, server: str) -> bool:
        """Return whether a person has accepted the server, and the secret's bindings, as the file has them."""
        if self._waiting is None:
            state = await self._read_state(self._config.folder)
            self._waiting = frozenset((change.section, change.key) for change in self._config.since(state))
        return self._waiting.isdisjoint({("secrets", secret), ("servers", server)})
