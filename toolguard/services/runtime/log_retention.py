"""Periodic application of the log's settings: compresses it and removes expired records."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from toolguard.services.runtime.startup_trust import StartupTrust
from toolguard.store.config.config import Preferences
from toolguard.store.log.upkeep.log_upkeep import LogUpkeep, UpkeepError
from toolguard.store.log.upkeep.retention import Retention

_log = logging.getLogger(__name__)
MEGABYTE = 1_000_000
_CHECK_INTERVAL = 600.0
"""Seconds between checks of the files."""
_SEALED_AFTER = 10.0
"""Seconds to wait for the accepted settings to be sealed again; otherwise the next check removes the rest."""
_FIRST_CHECK_DELAY = 60.0
"""Seconds after the start, so that sessions of a run that died return first, or are closed."""
_CHANGE_DELAY = 60.0
"""Seconds after a change of the settings, so that it can be undone before it removes records."""


def retention_of(preferences: Preferences) -> Retention:
    """Return the retention that the settings define."""
    return Retention(preferences.log_keep_days, preferences.log_keep_size * MEGABYTE)


class LogRetention:
    """Runs on the core's loop. ``changed`` is called when ``trouble`` changes."""

    def __init__(
        self,
        upkeep: LogUpkeep,
        trust: StartupTrust,
        preferences: Callable[[], Preferences],
        changed: Callable[[], None],
        *,
        first: float = _FIRST_CHECK_DELAY,
    ) -> None:
        self._upkeep = upkeep
        self._trust = trust
        self._preferences = preferences
        self._changed = changed
        self._first = first
        self._is_requested = asyncio.Event()
        self.trouble = ""
        """Why the settings of the log cannot be applied: a sentence for a person, or empty."""

    def apply_soon(self) -> None:
        """Apply changed settings after the delay, which every change begins again."""
        self._is_requested.set()

    async def run(self) -> None:
        """Apply the settings periodically, until cancelled."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while not self._counts:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.5)
        await self._try(self._upkeep.finish)
        await asyncio.sleep(max(0.0, self._first - (clock() - began)))
        while True:
            while self._is_requested.is_set():
                self._is_requested.clear()
                await asyncio.sleep(_CHANGE_DELAY)
            if self._counts:
                await self._try(self.apply)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_requested.wait(), _CHECK_INTERVAL)

    @property
    def _counts(self) -> bool:
        """Return whether the log is known to be ToolGuard's; another one is evidence and is not changed."""
        return self._trust.standing is not None and not self._trust.problem

    async def apply(self) -> None:
        """Apply the settings, and complete what was interrupted. Raises `UpkeepError`.

        Compression comes first: it needs no key, and a redaction may have to wait for one.
        """
        preferences = self._preferences()
        if preferences.log_compression:
            await self._upkeep.compress()
        await self._upkeep.finish()
        keep = retention_of(preferences)
        if keep.keeps_all:
            return
        count, _, last = await self._upkeep.to_prune(keep)
        if count:
            await self.release(last)
            removed = await self._upkeep.prune(keep, preferences.log_archive)
            for removal in removed:
                _log.info("records %d to %d of the log were removed", removal.first, removal.last)

    async def sign(self) -> None:
        """Create a key if there is none yet. Without a usable keyring there is still none afterwards."""
        end = time.monotonic() + _SEALED_AFTER
        while not self._upkeep.has_key and time.monotonic() < end:
            self._trust.want_key()
            await asyncio.sleep(0.1)

    async def release(self, last: int) -> None:
        """Have the accepted settings sealed again if their seal names a record that is to be removed."""
        await self.sign()
        end = time.monotonic() + _SEALED_AFTER
        while (seal := self._trust.proof().seal) is not None and seal.seq <= last and time.monotonic() < end:
            self._trust.seal_again()
            await asyncio.sleep(0.2)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        trouble = ""
        try:
            await work()
        except UpkeepError as problem:
            trouble = str(problem)
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()
