"""Keeps the log's newest link in the keyring too, so that a log that was cut, rewritten or exchanged shows (`chain`).

Only while the keyring is open anyhow: nobody is asked to unlock it for this. What the keyring remembers is replaced
only once the log was found to go on from it, or a person said that another log counts from now on.
"""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from pathlib import Path

from toolguard.checkpoint.guard import Guard
from toolguard.store.audit import AuditLog, LogReader, Tampered
from toolguard.store.chain import Link
from toolguard.store.keychain import Keychain, KeychainProblem

_EVERY = 2.0  # seconds between two looks at whether the newest link must be noted
_GO_ON = "ToolGuard goes on with this log, and forgets what your keyring remembers of the one before"


class Anchoring:
    """``noted`` is the newest link that the keyring remembers, ``problem`` how the log does not go on from it."""

    def __init__(self, log: AuditLog, path: Path, keychain: Keychain, guard: Guard) -> None:
        self.noted: Link | None = None
        self.problem = ""
        self._log = log
        self._path = path
        self._keychain = keychain
        self._guard = guard
        self._compared = False
        self._asked = False

    async def keep(self) -> None:
        """Compare once, note from then on, until cancelled."""
        while True:
            with suppress(KeychainProblem):  # shown as the keychain's state where a secret is needed; tried again
                if await self._keychain.quiet():
                    self._compared = self._compared or await self._compare()
                    await self.note()
            if self.problem and not self._asked and self._guard.gate.asks():
                await self._ask()
            await asyncio.sleep(_EVERY)

    async def _compare(self) -> bool:
        """Whether the log could be compared with what is remembered."""
        self.noted = await self._keychain.anchor_get(self._path)
        if self.noted is None:
            return True
        if self._log.trouble:
            return False
        seq, hash = self.noted
        try:
            found = await asyncio.to_thread(self._hash_of, seq)
        except (OSError, Tampered):
            return False  # told where the log is read and written
        if found != hash:
            self.problem = _another(seq) if found else _ends(self._log.head[0], seq)
            self._guard.gate.changed()
        return True

    def _hash_of(self, seq: int) -> bytes:
        with closing(LogReader(self._path)) as reader:
            return reader.hash_of(seq)

    async def _ask(self) -> None:
        """A person may have moved the log before this one away, or restored it: then this one counts from now on."""
        self._asked = True
        if await self._guard.propose("log", _GO_ON, self.problem, "ToolGuard"):
            self.problem = ""
            self._guard.gate.changed()

    async def note(self) -> None:
        """Have the newest link remembered, if the log is the one that is; raises `KeychainProblem`."""
        newest = self._log.anchor()
        if not self._compared or self.problem or newest == self.noted or not newest[0]:
            return
        await self._keychain.anchor_set(self._path, newest)
        self.noted = newest


def _ends(at: int, noted: int) -> str:
    return (
        f"The log ends at record {at}, but your keyring remembers record {noted}: records were removed from its end. "
        "Look at Audit → Verify before you go on."
    )


def _another(noted: int) -> str:
    return (
        f"Record {noted} of the log is not the one that your keyring remembers: the log was rewritten, or exchanged "
        "for another one. Look at Audit → Verify before you go on."
    )
