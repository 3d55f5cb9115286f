"""Verification of settings and log at the start, and signing of both from then on.

The key is in the OS keyring, or in a file if there is no keyring (`toolguard.store.config.seals`). It is read once. The
person is asked to unlock the keyring at most once per run. Until then, no setting that reduces protection applies.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec

from toolguard.gate.api import GateApi
from toolguard.gate.model import ConfigAccepted, ConfigChanged, LogWriteError, RecordsUnsigned
from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded, lines, sentences
from toolguard.store.clock import SteadyClock
from toolguard.store.config import seals
from toolguard.store.config.accepted_config import demands_presence, presence_alone
from toolguard.store.config.config_diff import State
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.store.log.audit_log import AuditLog, TamperedError
from toolguard.store.log.chain import Link
from toolguard.store.log.heads import boot_id, heads_path, read_heads

_CHECK_INTERVAL = 2.0  # seconds between checks of the keyring, and of whether the newest link must be stored there
_MAX_STEPS = 3  # the settings can be sealed after a key is created and the first record is written
_MAX_CLOCK_LAG = 300.0  # seconds that the clock may be behind the log without a warning
_PRESENCE: State = {"version": 1, "preferences": {"presence": "every"}}
_GO_ON = coded("services.goes_log_forgets_noted")


class StartupState(msgspec.Struct, frozen=True):
    """The settings at the start: the accepted ones, or why they are not known."""

    state: State | None
    """Without known settings: those that require proof of presence if the lost ones did, else None."""
    reason: seals.Reason


class StartupTrust:
    """Reads the key, verifies and seals, on the core's loop. Without a ``keychain`` the key is in a file."""

    def __init__(
        self,
        home: Path,
        log: AuditLog,
        keychain: Keychain | None,
        guard: GateApi,
        clock: SteadyClock,
        *,
        windowless: bool = False,
    ) -> None:
        """``windowless``: this is `toolguard serve`, perhaps on a connection without the keyring."""
        self._home = home
        self._log_path = home / "log"
        self._log = log
        self._keychain = keychain
        self._guard = guard
        self._clock = clock
        self._windowless = windowless
        self._seals = seals.Seals(home)
        self._file = seals.KeyFile(home)
        self._boot = boot_id()
        self._kept: seals.StoredSeal | None = None
        self._where: seals.Where = "file"
        self._key_known = False  # the key has been looked up
        self._key_wanted = False
        self._named = ""  # the newest digest in the log
        self._unnoted = False  # the keyring does not have the newest seal yet
        self._prompted = False
        self._denied = False
        self._takes_none = ""  # why the keyring stores nothing; it is not tried again in this run
        self._cannot_tell = False  # the keyring is open, but of a kind that cannot report that
        self._returning = False  # the keyring is not available now, but may be later
        self.finding = seals.LogFinding()
        """What is wrong with the log; empty once a person has resolved it."""
        self._resolved = False  # a person has accepted the log as it is
        self._superseded: seals.StoredSeal | None = None  # the seal of the log before that
        self._proved: State | None = None
        self._log_question: asyncio.Task[None] | None = None
        self._keyring_question: asyncio.Task[None] | None = None
        if keychain is not None:
            keychain.expect(self._seals.keyring_backend())
        self.stale = False
        """Whether the newest seal is to be replaced, although the settings are the same."""
        self.noted: Link | None = None
        """The newest link of the log that the keyring has stored."""
        self.standing: StartupState | None = None
        """None until known. Replaced by another object when it changes."""
        self.waiting = ""
        """Why ``standing`` is not known yet, one sentence, or empty."""

    @property
    def problem(self) -> str:
        """Return why the log is not the one that ToolGuard wrote, or "" once a person has resolved it."""
        return self.finding.problem

    def proof(self) -> seals.LogProof:
        """Evidence about the log from outside it, for `LogReader.verify`; from any thread."""
        proof = seals.LogProof.of(self._home, self._kept, self.noted)
        return msgspec.structs.replace(proof, seal=None) if self._kept == self._superseded else proof

    @property
    def trouble(self) -> tuple[str, ...]:
        """Return other messages for the person."""
        behind = self._clock.behind
        late = (
            coded("services.computer_clock_hours_behind", hours=round(behind / 3600, 1))
            if behind > _MAX_CLOCK_LAG
            else ""
        )
        unsealed = coded("services.keyring_not_keep_accept", reason=self._takes_none) if self._takes_none else ""
        return tuple(text for text in (self.finding.note, late, unsealed) if text)

    def seal_again(self) -> None:
        """Have the accepted settings sealed again, with the newest record of the log."""
        self.stale = True

    def may_demand_presence(self) -> bool:
        """Return whether settings that a person may have accepted, verified or not, require proof of presence."""
        return self._seals.copies.may_demand_presence()

    # --- the start

    async def look(self) -> None:
        """Try once to verify the settings. Sets ``standing`` or ``waiting``."""
        if self._log.tampered or not self._log.is_open:
            self._wait(_NO_LOG)
            return
        if not self.waiting:
            self._wait(_KEYRING_ASKED)
        try:
            stored, reason = await self._read()
        except KeychainError as problem:
            self._wait(sentences(_KEYRING_LOCKED, str(problem)))
            return
        with suppress(LogWriteError):  # a problem of the log: tried again
            self._decide(stored, reason)

    def _wait(self, why: str) -> None:
        if why != self.waiting and self.standing is None:
            self.waiting = why
            self._guard.gate.changed()

    async def _read(self) -> tuple[seals.StoredSeal | None, seals.Reason]:
        """Return the seal stored with the key, and why it cannot be valid, if so."""
        if self._keychain is None:
            return self._from_file()
        try:
            opened = await self._keychain.is_usable_unprompted()
        except KeychainError as problem:
            if problem.state != "none":
                raise
            seal = self._seals.read()
            self._returning = seal is not None and seal.where == "keyring"
            if not self._returning:
                return self._from_file()
            self._where, self._key_known = "file", True
            return None, "no keyring"
        self._where = "keyring"
        if not opened:
            self._denied = False  # ask differently once somebody has unlocked it
            if not self._has_something():
                return None, "first"
            if self._prompted or not self._guard.gate.availability.can_ask:
                raise KeychainError("closed")
            self._prompted = True
        elif self._denied:
            raise KeychainError("denied")
        try:
            text = await self._keychain.settings_key_get(self._place)
            self.noted = await self._keychain.anchor_get(seals.keyring_name(self._home))
        except KeychainError as problem:
            self._denied = problem.state == "denied"  # a person who declined is not asked again automatically
            raise
        self._key_known, self._returning = True, False
        self._cannot_tell = not opened and not await self._keychain.is_usable_unprompted()
        return seals.StoredSeal.read(text), ""

    def _from_file(self) -> tuple[seals.StoredSeal | None, seals.Reason]:
        self._where, self._key_known = "file", True
        try:
            return self._file.read(), ""
        except seals.KeyFilePermissionError:
            return None, "open key"
        except OSError:
            return None, "no key"

    @property
    def _place(self) -> str:
        return self._seals.place.decode()

    def _has_something(self) -> bool:
        """Return whether there is anything that a person could have accepted."""
        config = self._home / "config.json"
        return config.exists() or self._seals.read() is not None or not self._seals.copies.is_empty()

    def _decide(self, stored: seals.StoredSeal | None, reason: seals.Reason) -> None:
        seal, state, why = self._seals.proved(stored)
        if not self._resolved:
            heads = read_heads(heads_path(self._log_path), stored.key, self._seals.place) if stored is not None else ()
            self.finding = seals.examine_log(
                self._log.opened, self._log.hash_of, seal=seal, heads=heads, noted=self.noted, boot=self._boot,
                key=stored is not None,
            )  # fmt: skip
            self._clock.not_before(max((head.latest for head in heads), default=0.0))
        self._kept, self._proved = stored, state
        if (
            stored is not None and state is not None and stored.presence != demands_presence(state)
        ):  # an earlier version's
            self._kept = msgspec.structs.replace(stored, presence=not stored.presence)
            self._unnoted = self._where == "keyring"
        if self.finding.tail is not None:
            first, last = self.finding.tail.first, self.finding.tail.last
            self._log.write(RecordsUnsigned(first=first, last=last, reason=self.problem or self.finding.note))
        if self.problem:
            self._guard.gate.note(ConfigChanged(what=coded("services.log_not"), by="toolguard", detail=self.problem))
            self._settle(None, reason or why or "log")
        else:
            self._settle(state, reason or why)
            self._sign()
        self._guard.gate.changed()

    def _settle(self, state: State | None, reason: seals.Reason) -> None:
        self.waiting = ""
        if reason == "first" and self._log.opened[0]:
            reason = "no key"
        self.standing = StartupState(state if state is not None else self._presence(), reason)

    def _presence(self) -> State | None:
        """Return the demand for proof of presence of settings that do not count otherwise."""
        if self._proved is not None:
            return presence_alone(self._proved)
        return _PRESENCE if self._kept is not None and self._kept.presence else None

    def _sign(self) -> None:
        if self._kept is not None:
            with suppress(OSError):  # the next start then finds and reports unsigned records
                self._log.sign_with(self._kept.key)

    # --- while it runs

    async def run(self) -> None:
        """Verify the settings, then keep the keyring's entries up to date, until cancelled."""
        try:
            while True:
                if self.standing is None or self._returning:
                    await self.look()
                try:
                    await self.keep_up()
                except KeychainError as problem:  # otherwise shown as the keyring's state, and tried again
                    self._takes_none = str(problem) if problem.state in ("denied", "locked") else ""
                self._ask_about_log()
                self._ask_about_keyring()
                self._log.write_checkpoint_if_due()
                await asyncio.sleep(_CHECK_INTERVAL)
        finally:
            asked = [task for task in (self._log_question, self._keyring_question) if task is not None]
            await cancel_tasks(asked)

    async def keep_up(self) -> None:
        """Create the key if it is wanted, and update the keyring. Raises `KeychainError`."""
        if self._takes_none or (self._keychain is not None and self._keychain.changed):
            return
        if self._key_wanted:
            await self._make_key()
        if self._keychain is not None and self._where == "keyring":
            if not self._cannot_tell and not await self._keychain.is_usable_unprompted():
                return
            cannot_tell, self._cannot_tell = self._cannot_tell, False  # stays set if this fails
            await self._note()
            self._cannot_tell = cannot_tell

    def want_key(self) -> None:
        """Have a key created soon if there is none: the coming change of the log must be signed."""
        self._key_wanted = self._key_wanted or self._kept is None

    async def _make_key(self) -> None:
        """Create a key for settings accepted from now on; an existing one is kept. Raises `KeychainError`."""
        if not self._key_known:
            await self.look()  # it may contain one that nothing here refers to
            if self._kept is not None or not self._key_known:
                return
        if self._keychain is not None and self._where == "keyring":
            seal = seals.StoredSeal.new()
            await self._keychain.settings_key_set(self._place, seal.text())
        else:
            seal = seals.StoredSeal.new()
            try:
                self._file.write(seal)
            except OSError:
                return
        self._kept, self._key_known, self._key_wanted = seal, True, False
        if not self.problem:
            self._sign()

    async def _note(self) -> None:
        """Store the newest seal and the newest link of the log in the keyring."""
        if self._keychain is None or self._where != "keyring" or self._kept is None or self.problem:
            return
        if self._unnoted:
            await self._keychain.settings_key_set(self._place, self._kept.text())
            self._unnoted = False
        newest = self._log.anchor()
        if newest != self.noted and newest[0]:
            await self._keychain.anchor_set(seals.keyring_name(self._home), newest)
            self.noted = newest

    def keep(self, state: State) -> bool:
        """Seal ``state``, which is in force; return False if that is not possible now."""
        if self.standing is None or self.problem or self._log.trouble or not self._may_seal():
            return False
        if self._keychain is not None and self._keychain.changed:
            return False
        if self._kept is None:
            self._key_wanted = True
            return False
        head = self._log.anchor()
        try:
            digest = self._seals.copies.keep(state)
            if digest != self._named:
                self._log.write(ConfigAccepted(digest=digest))
                self._named = digest
            if not head[0]:  # a seal of an empty log would not reveal a deleted log
                return False
            backend = self._keychain.backend if self._keychain is not None and self._where == "keyring" else ""
            self._kept = self._seals.write(state, self._kept, head, self._where, backend)
            if self._where == "file":
                self._file.write(self._kept)
            elif self._file.path.exists():
                self._file.remove()
        except (OSError, LogWriteError):
            return False
        self._unnoted, self._returning, self.stale = self._where == "keyring", False, False
        return True

    def _may_seal(self) -> bool:
        """Return False in a terminal without access to the keyring, so that the keyring's seal is not replaced."""
        seal = self._seals.read()
        return not (self._windowless and self._where == "file" and seal is not None and seal.where == "keyring")

    async def finish(self, state: State | None) -> None:
        """Seal ``state`` for the last time, if given. Raises `KeychainError`."""
        for _ in range(_MAX_STEPS):
            if state is None or self.keep(state):
                return
            if self._key_wanted and not self._takes_none:
                await self._make_key()
            with suppress(LogWriteError):
                await self._log.durable()

    # --- a different keyring

    def _ask_about_keyring(self) -> None:
        changed = self._keychain is not None and self._keychain.changed
        if changed and self._keyring_question is None and self._guard.gate.availability.can_ask:
            self._keyring_question = asyncio.get_running_loop().create_task(self._confirm_keyring())

    async def _confirm_keyring(self) -> None:
        """Ask the person: they may have changed desktops, or a program may have installed its own keyring."""
        if self._keychain is None:
            return
        before, now = self._keychain.changed, self._keychain.backend
        title = coded("services.secrets_kept_now_kept", before=before, now=now)
        detail = lines(f"before    {before}", f"now       {now}", "", coded("services.new_keyring_detail"))
        if await self._guard.proposals.propose("keyring", title, detail, "ToolGuard"):
            self._keychain.expect("")
            self.seal_again()
            self._guard.gate.renewed()

    # --- a different log

    def _ask_about_log(self) -> None:
        asking = self._log_question is not None and not self._log_question.done()
        if self.problem and self._log_question is None and self._guard.gate.availability.can_ask:
            self._log_question = asyncio.get_running_loop().create_task(self._ask_person())
        elif not self.problem and asking and self._log_question is not None:
            self._log_question.cancel()

    async def _ask_person(self) -> None:
        """Ask the person, who may have moved or restored the log, whether to accept this one."""
        if await self._guard.proposals.propose("log", _GO_ON, self.problem, "ToolGuard"):
            self.resolved()

    def resolved(self) -> None:
        """Accept the log as it is, and with it the settings that the person accepted before."""
        self.finding, self._resolved = seals.LogFinding(), True
        self.noted, self.stale, self._superseded = None, True, self._kept
        self._sign()
        if self.standing is not None and self.standing.reason == "log":
            self._settle(self._proved, "" if self._proved is not None else "no copy")
        self._guard.gate.changed()

    def renew(self) -> Path:
        """Start a new log that names the old one; return the old one's path.

        Accepted settings stay accepted. Raises `LogWriteError` and `TamperedError`.
        """
        try:
            previous_log = self._log.start_new_log()
        except (LogWriteError, TamperedError):
            self._guard.gate.changed()
            raise
        if self._log_question is not None:
            self._log_question.cancel()
            self._log_question = None
        self.resolved()
        return previous_log


_NO_LOG = coded("services.log_cannot_read_nobody")
_KEYRING_ASKED = coded("services.keyring_asked_settings_accepted")
_KEYRING_LOCKED = coded("services.keyring_holds_key_shows")
