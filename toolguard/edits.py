"""What other programs write into the configuration while ToolGuard runs: noticed, put in force or put to a person.

What tightens the gate counts at once. What loosens it counts when a person has accepted it, and never before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from toolguard.checkpoint.calls import Changed, NotRecorded, Settled
from toolguard.checkpoint.guard import Guard
from toolguard.commands.edited import BY, How, detail, difference, title
from toolguard.commands.rules import from_config
from toolguard.commands.tools import switches
from toolguard.store.accepted import Accepted
from toolguard.store.audit import AuditLog, Tampered
from toolguard.store.config import Config, ConfigProblem, Loosening, Preferences

EVERY = 1.0
"""Seconds between two looks at the file. It is looked at before every change, too."""
_LONGEST = 100_000  # characters of what changed that are recorded
_SHOWN = 500_000  # characters of a question; nobody reads more
_AGAIN = 50_000  # records after which the log names again what is in force: the next start looks for it from the end


class Edits:
    """Watches the file. ``put`` brings preferences, and the way in over HTTP, into force."""

    def __init__(self, config: Config, guard: Guard, log: AuditLog, *, put: Callable[[Preferences], None]) -> None:
        self._config = config
        self._guard = guard
        self._log = log
        self._put = put
        self._accepted = Accepted(config.folder / "accepted")
        self._begun = False
        self._kept: tuple[dict[str, Any] | None, int] = (None, 0)  # what the log named last, and at which record
        self._first: tuple[tuple[Loosening, ...], How] = ((), "now")  # what waits since the start
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: asyncio.Task[None] | None = None
        self._asked: tuple[Loosening, ...] = ()
        self._refused: set[bytes] = set()
        self._too_long: tuple[Loosening, ...] = ()
        self._told = ""
        config.edited = self._edited

    def begin(self, *, vouched: bool) -> None:
        """Put in force what was in force last: what the file says since then is a change of somebody else.

        With ``vouched`` the file counts as it stands: whoever starts ToolGuard like that answers for it. Where the log
        cannot say what was in force, nothing is.
        """
        config = self._config
        config.edited = lambda _before: None
        try:
            digest = self._log.settled()
        except (NotRecorded, Tampered):
            digest = None
        known = self._accepted.state(digest) if digest else None
        if vouched or digest == "":  # that is the first start
            config.reload()
        elif digest is not None:
            config.resume(known)
            self._first = (config.waiting, "before" if known is not None else "unknown")
        self._begun = vouched or digest is not None
        if known is not None and config.state != known:
            self._note("config.json changed while ToolGuard did not run", _changes(known, config.state))
        config.edited = self._edited
        self._remember()

    async def watch(self) -> None:
        """Look at the file again and again, and ask a person about what waits, as soon as there is one."""
        try:
            while True:
                if self._begun:
                    found = await asyncio.to_thread(self._config.look)
                    if found is not None:
                        self._config.meet(found)
                elif not self._log.trouble:
                    before = self._config.state
                    self.begin(vouched=False)
                    if self._begun:
                        self._go_by(before)
                self._ask()
                self._remember()
                await asyncio.sleep(EVERY)
        finally:
            self._remember()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _remember(self) -> None:
        """Keep a copy of what is in force, and let the log name it, for the next start."""
        state, (kept, at) = self._config.state, self._kept
        if not self._begun or self._log.trouble or (state == kept and self._log.recorded - at < _AGAIN):
            return
        with suppress(OSError, NotRecorded):  # tried again at the next look
            digest = self._accepted.keep(state)
            self._log.write(Settled(digest=digest))
            self._accepted.forget_others(digest)
            self._kept = (state, self._log.recorded)

    @property
    def trouble(self) -> tuple[str, ...]:
        """What a person must know of the file, and what to do about it."""
        config = self._config
        if not self._begun:
            return (
                "The log cannot say which settings you accepted last: until it is mended, no server and no rule of "
                f"{config.path} is known.",
            )
        if config.problem:
            return (f"{config.problem} The settings that were read last stay in force. Mend {config.path}.",)
        if not config.waiting:
            return ()
        if _key(config.waiting) in self._refused:
            return (f"{config.path} says again what you refused: that does not count. Take it out of the file.",)
        if config.waiting == self._too_long:
            return (
                f"{config.path} was changed by another program in more places than can be shown: what would loosen "
                "the gate does not count. Change it in smaller steps.",
            )
        if self._guard.gate.asks():
            return ()  # the question itself is shown
        return (
            f"{config.path} was changed by another program. What would loosen the gate does not count before you "
            "accept it in the window of ToolGuard.",
        )

    # --- what counts ------------------------------------------------------------------------------------------

    def _edited(self, before: dict[str, Any]) -> None:
        """The file says something else, or cannot be read."""
        if self._guard.gate.closing:
            return
        after = self._config.state
        if self._config.problem != self._told:
            self._told = self._config.problem
            if self._told:
                self._note("config.json cannot be read", self._told)
        if after != before:
            self._note("config.json changed by another program", _changes(before, after))
            self._go_by(before)
        self._ask()
        self._guard.gate.renewed()

    def _go_by(self, before: dict[str, Any]) -> None:
        """Bring what is in force now into the gate, at once; what takes time follows."""
        self._guard.take_rules(from_config(self._config), by=BY)
        self._guard.gate.exposure.replace(switches(self._config))
        self._put(self._config.preferences)
        gone = [name for name in before["servers"] if not self._is_on(name)]
        self._spawn(self._follow(gone))

    def _is_on(self, server: str) -> bool:
        spec = self._config.servers.get(server)
        return spec is not None and spec.enabled

    async def _follow(self, gone: list[str]) -> None:
        """Tell clients of their tools, and end the sessions of servers that are gone or switched off."""
        ending = [one.session for one in self._guard.snapshot().sessions if one.server in gone]
        await self._guard.end(ending, f"ended, because {BY} no longer has its server, or has it switched off")
        await self._guard.relist()

    # --- what waits -------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask about what waits now, and no longer about what does not."""
        waiting, gate = self._config.waiting, self._guard.gate
        if self._asking is not None and (self._asking.done() or self._asked != waiting):
            self._asking.cancel()
            self._asking = None
        if waiting == self._too_long:
            return
        if self._asking is None and waiting and gate.asks() and _key(waiting) not in self._refused:
            self._asked = waiting
            self._too_long = waiting if len(detail(waiting)) > _SHOWN else ()
            if self._too_long:
                return
            self._asking = self._spawn(self._put_to(waiting))

    async def _put_to(self, waiting: tuple[Loosening, ...]) -> None:
        first, how = self._first
        words = title(waiting, how if waiting == first else "now")
        verdict = await self._guard.asked("settings", words, detail(waiting), BY)
        if verdict == "accepted":
            self._accept(waiting)
        elif verdict == "rejected":
            self._refuse(waiting)
        self._guard.gate.renewed()

    def _accept(self, waiting: tuple[Loosening, ...]) -> None:
        before = self._config.state
        try:
            self._guard.gate.log.write(
                Changed(what="what config.json loosens accepted", by="person", detail=detail(waiting)[:_LONGEST])
            )
            self._config.accept(waiting)
        except (NotRecorded, ConfigProblem):  # the log's own trouble, or another file: asked anew at the next look
            return
        self._go_by(before)

    def _refuse(self, waiting: tuple[Loosening, ...]) -> None:
        self._refused.add(_key(waiting))
        try:
            kept = self._config.refuse(waiting)
        except ConfigProblem as problem:  # it stays in the file, and does not count
            self._note("config.json could not be set right", str(problem))
            return
        self._guard.gate.note(Changed(what="what config.json loosens refused", by="person", detail=f"kept as {kept}"))

    def _note(self, what: str, text: str) -> None:
        self._guard.gate.note(Changed(what=what, by=BY, detail=text[:_LONGEST]))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _key(waiting: tuple[Loosening, ...]) -> bytes:
    return msgspec.json.encode(waiting, order="deterministic")


def _changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What is another, section by section."""
    parts = (
        difference(_named(before[name]), _named(after[name]), name)
        for name in ("servers", "tools", "rules", "secrets", "clients", "preferences")
        if before[name] != after[name]
    )
    return "\n".join(parts)


def _named(section: Any) -> dict[str, Any]:
    """A section with a name for each of its parts."""
    if isinstance(section, dict):
        return section
    return {
        str(one.get("id") or " ".join((one.get("client", "*"), one["server"], one.get("tool", "*")))): one
        for one in section
    }
