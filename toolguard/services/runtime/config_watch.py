"""Changes of the configuration by other programs while ToolGuard runs: detected, applied, or shown to a person.

Restrictions apply at once. A change that reduces protection applies only after a person has accepted it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from toolguard.gate.api import GateApi
from toolguard.gate.approvals.proposals import is_too_long
from toolguard.gate.approver import Approver
from toolguard.gate.model import ConfigChanged, LogWriteError
from toolguard.gate.task_set import TaskSet, cancel_tasks
from toolguard.gate.texts import coded, cut
from toolguard.services.known_tools import switches
from toolguard.services.rules.limits import from_config as call_limits
from toolguard.services.rules.service import from_config
from toolguard.services.runtime.change_wording import AUTHOR, accepted, detail, parts, section_difference, title
from toolguard.services.runtime.startup_trust import StartupState, StartupTrust
from toolguard.store.config.accepted_config import demands_presence
from toolguard.store.config.config import Config, ConfigError, Loosening, Preferences
from toolguard.store.config.config_diff import State
from toolguard.store.config.seals import REASON_CLAUSES

CHECK_INTERVAL = 1.0
"""Seconds between checks of the file. It is also checked before every change."""
_MAX_RECORDED_LENGTH = 100_000  # maximum characters of a change that are recorded
_CHANGED_MEANWHILE = coded("services.config_json_changed_not")


class ConfigWatch:
    """Watches the file. ``put`` applies preferences and the HTTP endpoint's settings.

    With ``vouched`` the file applies as it is, because the person or service that starts ToolGuard vouches for it. Each
    change that reduces protection is then recorded.
    """

    def __init__(
        self,
        config: Config,
        guard: GateApi,
        trust: StartupTrust,
        *,
        put: Callable[[Preferences], None],
        vouched: bool = False,
    ) -> None:
        self._config = config
        self._guard = guard
        self._trust = trust
        self._put = put
        self._vouched = vouched
        self._standing: StartupState | None = None
        self._begun = asyncio.Event()
        self._start: State | None = None  # in force at the start
        self._kept: State | None = None  # sealed last
        self._initial: tuple[tuple[Loosening, ...], str] = ((), "now")  # waiting since the start
        self._tasks = TaskSet()
        self._asking: asyncio.Task[None] | None = None
        self._pending_loosenings: tuple[Loosening, ...] = ()
        self._refused: set[bytes] = set()
        self._too_long: tuple[Loosening, ...] = ()
        self._reported_problem = ""
        config.on_edit(self._edited)

    def begin(self) -> None:
        """Apply what a person accepted last. Later changes of the file are changes by another program.

        Does nothing until the accepted settings are known. With ``vouched`` the file applies, unless accepted settings
        require proof of presence, which starting ToolGuard does not give. It does not wait for a locked keyring.
        """
        standing = self._trust.standing
        if standing is None:
            if self._vouched and self._trust.waiting and not self._trust.may_demand_presence():
                self._vouch()
            return
        if standing is self._standing:
            return
        vouched, self._vouched = self._vouched, self._vouched and not demands_presence(standing.state)
        first, self._standing = self._standing is None, standing
        self._kept = standing.state if not standing.reason else None
        if self._vouched:
            self._vouch()
            if standing.state is not None and not standing.reason:
                self._note_changes(_CHANGED_MEANWHILE, standing.state)
            if standing.reason != "first":
                for part in parts(self._config.since(standing.state)):
                    self._note(coded("services.applies_without_approval", change=part.text), part.detail)
        elif vouched or first or self._config.state == self._start:  # otherwise a person has changed something since
            self._resume(standing)
        self._begun.set()

    def _vouch(self) -> None:
        """Apply the file as it is at the start."""
        if not self._begun.is_set():
            self._config.reload()
            self._begun.set()

    def _resume(self, standing: StartupState) -> None:
        config = self._config
        config.resume(standing.state)
        how = REASON_CLAUSES[standing.reason] or "before"
        self._initial, self._start = (config.waiting, how), config.state
        if standing.state is not None and not standing.reason:
            self._note_changes(_CHANGED_MEANWHILE, standing.state)

    @property
    def begun(self) -> bool:
        """Whether the accepted settings are known."""
        return self._begun.is_set()

    async def known(self, seconds: float) -> bool:
        """Wait at most ``seconds`` until the accepted settings are known; return whether they are."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._begun.wait()
        return self.begun

    async def watch(self) -> None:
        """Check the file periodically, and ask a person about waiting changes as soon as one can be asked."""
        try:
            while True:
                if self._trust.standing is not self._standing:
                    before, author = self._config.state, AUTHOR if self._standing is not None else ""
                    self.begin()
                    self._apply(before, by=author)
                    self._guard.gate.renewed()
                if self.begun:
                    edited = await asyncio.to_thread(self._config.poll)
                    if edited is not None:
                        self._config.merge(edited)
                self._ask()
                self._remember()
                await asyncio.sleep(CHECK_INTERVAL)
        finally:
            self._remember()
            await cancel_tasks(self._tasks)

    def to_seal(self) -> State | None:
        """Return the settings in force if they are not sealed yet; None if nothing may be sealed.

        If the accepted settings could not be verified, that is reported at every start until a person has answered.
        """
        state = self._config.state
        if self._standing is None or (state == self._kept and not self._trust.stale):
            return None
        unproved = self._standing.reason not in ("", "first") and not self._vouched
        return None if unproved and self._config.waiting else state

    def _remember(self) -> None:
        """Seal the settings in force, for the next start."""
        state = self.to_seal()
        if state is not None and self._trust.keep(state):
            self._kept = state

    @property
    def trouble(self) -> tuple[str, ...]:
        """Return messages about the file for the person, with what to do."""
        config = self._config
        if not self.begun:
            return (self._trust.waiting,) if self._trust.waiting else ()
        if config.problem:
            return (coded("services.settings_read_last_stay", reason=config.problem, path=config.path),)
        if not config.waiting:
            return ()
        if _key(config.waiting) in self._refused:
            return (coded("services.says_again_refused_not", path=config.path),)
        if config.waiting == self._too_long:
            return (coded("services.changed_another_program_more", path=config.path),)
        if self._guard.gate.availability.can_ask:
            return ()  # the question itself is shown
        return (coded("services.changed_another_program_loosen", path=config.path),)

    # --- changes that apply -----------------------------------------------------------------------------------

    def _edited(self, before: dict[str, Any]) -> None:
        """Handle a changed or unreadable file."""
        if self._guard.gate.closing:
            return
        after = self._config.state
        if self._config.problem != self._reported_problem:
            self._reported_problem = self._config.problem
            if self._reported_problem:
                self._note(coded("services.config_json_cannot_read"), self._reported_problem)
        if after != before:
            self._note_changes(coded("services.config_json_changed_another"), before)
            self._apply(before)
        self._ask()
        self._guard.gate.renewed()

    def _apply(self, before: dict[str, Any], *, by: str = AUTHOR) -> None:
        """Apply the settings to the gate at once; work that takes time follows. ``by`` as in `apply_saved_rules`."""
        self._guard.apply_saved_rules(from_config(self._config), by=by)
        self._guard.gate.tool_visibility.replace(switches(self._config))
        self._guard.gate.call_limits.replace(call_limits(self._config))
        self._put(self._config.preferences)
        removed = [name for name in before["servers"] if not self._is_on(name)]
        self._tasks.start(self._follow(removed))

    def _is_on(self, server: str) -> bool:
        spec = self._config.servers.get(server)
        return spec is not None and spec.enabled

    async def _follow(self, removed: list[str]) -> None:
        """Notify clients of changed tools, and end the sessions of servers that were removed or turned off."""
        ending = [session.session for session in self._guard.snapshot().sessions if session.server in removed]
        await self._guard.end(ending, coded("services.ended_because_no_longer", by=AUTHOR))
        await self._guard.notify_tools_changed()

    # --- changes that wait for a person -----------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask about the waiting changes, and withdraw the question about others."""
        waiting, gate = self._config.waiting, self._guard.gate
        if self._asking is not None and (self._asking.done() or self._pending_loosenings != waiting):
            self._asking.cancel()
            self._asking = None
        if waiting == self._too_long:
            return
        if self._asking is None and waiting and gate.availability.can_ask and _key(waiting) not in self._refused:
            self._pending_loosenings = waiting
            texts = (text for part in parts(waiting) for text in (part.text, part.detail))
            self._too_long = waiting if is_too_long(title(waiting), *texts) else ()
            if self._too_long:
                return
            self._asking = self._tasks.start(self._put_to(waiting))

    async def _put_to(self, waiting: tuple[Loosening, ...]) -> None:
        first, how = self._initial
        text = title(waiting, how if waiting == first else "now")
        answer = await self._guard.proposals.ask("settings", text, detail(waiting), AUTHOR, parts=parts(waiting))
        if answer.verdict == "accepted":
            self._accept(waiting, accepted(waiting, answer.parts), answer.approver)
        elif answer.verdict == "rejected":
            self._refuse(waiting, answer.approver)
        self._guard.gate.renewed()

    def _accept(self, waiting: tuple[Loosening, ...], chosen: tuple[Loosening, ...], approver: Approver) -> None:
        """Apply the changes that the person ticked, and remove the others from the file."""
        change, text = coded("services.config_json_loosens_accepted"), detail(chosen)[:_MAX_RECORDED_LENGTH]
        before = self._config.state
        try:
            self._guard.gate.log.write(ConfigChanged(what=change, by="person", detail=text, approver=approver))
            self._config.accept(waiting, chosen)
        except (LogWriteError, ConfigError):  # a problem of the log, or another file: asked again at the next check
            return
        self._apply(before)
        if rest := self._config.waiting:
            self._refuse(rest, approver)

    def _refuse(self, waiting: tuple[Loosening, ...], approver: Approver) -> None:
        change = coded("services.config_json_loosens_refused")
        self._refused.add(_key(waiting))
        try:
            path = self._config.refuse(waiting)
        except ConfigError as problem:  # it stays in the file and has no effect
            self._note(coded("services.config_json_not_set"), str(problem))
            return
        self._guard.gate.note(
            ConfigChanged(what=change, by="person", detail=coded("services.kept_as", path=path), approver=approver)
        )

    def _note_changes(self, change: str, before: dict[str, Any]) -> None:
        """Record what has changed since ``before``, if anything has but the order of rules."""
        if text := _changes(before, self._config.state):
            self._note(change, text)

    def _note(self, change: str, text: str) -> None:
        self._guard.gate.note(ConfigChanged(what=change, by=AUTHOR, detail=cut(text, _MAX_RECORDED_LENGTH)))


def _key(waiting: tuple[Loosening, ...]) -> bytes:
    return msgspec.json.encode(waiting, order="deterministic")


def _changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the differences, section by section; "" if only the order differs, which has no effect."""
    parts = (
        section_difference(_named(before[name]), _named(after[name]), name)
        for name in ("servers", "tools", "rules", "secrets", "clients", "limits", "security_keys", "preferences")
        if len(before[name]) != len(after[name]) or _named(before[name]) != _named(after[name])
    )
    return "\n".join(parts)


def _named(section: Any) -> dict[str, Any]:
    """Return a section with a name for each of its parts."""
    if isinstance(section, dict):
        return section
    return {
        str(entry.get("id") or " ".join((entry.get("client", "*"), entry["server"], entry.get("tool", "*")))): entry
        for entry in section
    }
