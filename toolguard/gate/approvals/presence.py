"""Authentication of the person: when an approval needs one, and how long it is valid.

Pure: authenticator, settings and clock are arguments. Any failure refuses the approval.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol

import msgspec

from toolguard.gate.approvals.presence_proof import AuthenticationPrompt, PresenceProof
from toolguard.gate.model import PendingCall, Tool
from toolguard.gate.policy.rules import ANY, RuleRequest
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.task_set import retrieve_exception
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)

Need = Literal["off", "destroy", "every"]
"""Which approvals need proof: none, those of calls that may destroy something, all."""
MAX_VALIDITY = 300.0
"""Maximum validity of a proof in seconds."""
AUTHENTICATION_TIMEOUT = 120.0
"""Timeout of an authentication in seconds."""
_MAX_NAME = 48  # characters of a name in a prompt
_MAX_PROMPT = 400  # characters of a prompt
_MAX_KINDS = 3  # kinds of calls that are named in a prompt for several
_MAX_PROOFS = 1_000  # sessions whose last proof is kept


class PresenceError(Exception):
    """Presence was not proved. The text tells the person why and what to do."""


class Authenticator(Protocol):
    """A method to prove presence."""

    @property
    def name(self) -> str:
        """Its name in records and in the window: ``polkit``, ``security key``."""

    async def missing(self) -> str:
        """Return what must be set up before this can work, and how; "" if nothing is known to be missing.

        Reports only what the system itself states; raises `PresenceError` if it cannot be asked.
        """

    async def verify(self, prompt: str) -> str:
        """Ask the person to authenticate, showing ``prompt``; return the method, for the record.

        Raises `PresenceError` on every other outcome. Cancellation closes the question.
        """


class NoAuthenticator:
    """Placeholder if there is no way to authenticate: every verification fails."""

    name = "none"

    async def missing(self) -> str:
        return coded("gate.system_no_way_authenticate")

    async def verify(self, _prompt: str) -> str:
        raise PresenceError(await self.missing())


class PresenceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Presence settings. ``validity``: seconds that a proof is valid for its client session; 0: one approval."""

    need: Need = "off"
    validity: float = 0.0


class _RememberedProof(msgspec.Struct, frozen=True):
    by: str
    at: float


class _OpenAuthentication:
    """A running authentication, and the number of approvals that wait for it."""

    __slots__ = ("authenticator", "shown", "task", "waiting", "withdrawn")

    def __init__(self, shown: AuthenticationPrompt, authenticator: Authenticator) -> None:
        self.shown = shown
        self.authenticator = authenticator
        self.task: asyncio.Task[_RememberedProof] | None = None
        self.waiting = 0
        self.withdrawn = ""
        """Why it was withdrawn."""


class PresencePolicy:
    """Decides when proof is needed, requests it, one question at a time, and remembers it while valid.

    ``clock`` returns monotonic seconds that include sleep of the machine.
    """

    def __init__(
        self,
        authenticator: Authenticator,
        *,
        clock: Callable[[], float],
        settings: PresenceSettings | None = None,
        timeout: float = AUTHENTICATION_TIMEOUT,
        trusts_hints: Callable[[Tool], bool],
    ) -> None:
        """``trusts_hints`` returns whether the person trusts the server's annotations of this tool."""
        self._authenticator = authenticator
        self._trusts_hints = trusts_hints
        self._settings = settings or PresenceSettings()
        self._clock = clock
        self._timeout = timeout
        self._proofs: dict[str, _RememberedProof] = {}
        self._questions: dict[str, _OpenAuthentication] = {}
        self._joinable: dict[str, _OpenAuthentication] = {}
        self._turn = asyncio.Lock()
        self._listeners: list[Callable[[], None]] = []

    # --- settings ---------------------------------------------------------------------------------------------

    @property
    def authenticator(self) -> Authenticator:
        """What asks the person; its name is in records."""
        return self._authenticator

    def configure(self, settings: PresenceSettings, authenticator: Authenticator) -> None:
        """Apply new settings: earlier proofs are invalidated, and open questions withdrawn."""
        settings = msgspec.structs.replace(settings, validity=min(max(settings.validity, 0.0), MAX_VALIDITY))
        if (settings, authenticator) == (self._settings, self._authenticator):
            return
        self._settings, self._authenticator = settings, authenticator
        self._proofs.clear()
        self.withdraw(coded("gate.settings_changed_meanwhile_try"))

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever `questions` changes."""
        self._listeners.append(listener)

    # --- when -------------------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether any approval needs proof."""
        return self._settings.need != "off"

    def needs_proof(self, pending: PendingCall, remember: RuleRequest | None = None) -> bool:
        """Return whether approving ``pending``, and keeping what is to be remembered of it, needs proof."""
        if self._settings.need != "destroy":
            return self.is_on
        widens = remember is not None and remember.verdict == "allow" and remember.tool == ANY
        return widens or pending.tool is None or not self._trusts_hints(pending.tool) or may_destroy(pending.tool)

    # --- proof ------------------------------------------------------------------------------------------------

    async def prove(self, prompt: str, sessions: Iterable[str] = ()) -> PresenceProof:
        """Return a valid proof for these client sessions, requesting a new one if necessary; raises `PresenceError`.

        Without sessions a new proof is always requested, and it is valid for nothing else.
        """
        waiting = tuple(dict.fromkeys(sessions))
        lasting = bool(waiting) and self._settings.validity > 0
        if lasting and (proof := self._valid(waiting)) is not None:
            return proof
        question = self._joinable.get(waiting[0]) if lasting and len(waiting) == 1 else None
        if question is None:
            question = self._ask(prompt, waiting if lasting else (), self._authenticator)
        answer = await self._wait(question)
        return PresenceProof(by=answer.by, age=max(self._clock() - answer.at, 0.0))

    async def prove_while(
        self,
        prompt: str,
        sessions: Iterable[str],
        is_needed: Callable[[], bool],
        on_change: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> PresenceProof:
        """Return a proof like `prove`, but cancel when it is no longer ``is_needed``.

        ``on_change`` registers a listener for changes of that, and returns a function that removes it.
        """
        proving = asyncio.ensure_future(self.prove(prompt, sessions))
        given_up = False

        def cancel_if_unwanted() -> None:
            nonlocal given_up
            if not proving.done() and not is_needed():
                given_up = True
                proving.cancel()

        unsubscribe = on_change(cancel_if_unwanted)
        try:
            return await proving
        except asyncio.CancelledError:
            if given_up:
                raise PresenceError(coded("gate.decided_timed_out_given")) from None
            raise
        finally:
            unsubscribe()

    def _valid(self, sessions: tuple[str, ...]) -> PresenceProof | None:
        """Return the oldest proof of these sessions, if all are valid."""
        now, oldest = self._clock(), None
        for session in sessions:
            proof = self._proofs.get(session)
            if proof is None or not 0 <= now - proof.at < self._settings.validity:
                return None
            oldest = proof if oldest is None or proof.at < oldest.at else oldest
        return None if oldest is None else PresenceProof(by=oldest.by, age=now - oldest.at)

    async def try_out(self, authenticator: Authenticator, prompt: str) -> PresenceProof:
        """Test an authenticator that may be chosen next; the proof counts for nothing else. Raises `PresenceError`."""
        answer = await self._wait(self._ask(prompt, (), authenticator))
        return PresenceProof(by=answer.by)

    def _ask(self, prompt: str, sessions: tuple[str, ...], authenticator: Authenticator) -> _OpenAuthentication:
        shown = AuthenticationPrompt(id=secrets.token_hex(8), text=prompt[:_MAX_PROMPT], by=authenticator.name)
        question = self._questions[shown.id] = _OpenAuthentication(shown, authenticator)
        if len(sessions) == 1:
            self._joinable[sessions[0]] = question
        question.task = asyncio.get_running_loop().create_task(self._verify(question, sessions))
        question.task.add_done_callback(retrieve_exception)
        self._notify()
        return question

    async def _wait(self, question: _OpenAuthentication) -> _RememberedProof:
        assert question.task is not None  # noqa: S101 - `_ask` has made it
        question.waiting += 1
        try:
            return await asyncio.shield(question.task)
        finally:
            question.waiting -= 1
            if not question.waiting:  # nobody needs the answer any more
                self._make_unjoinable(question)
                question.task.cancel()

    async def _verify(self, question: _OpenAuthentication, sessions: tuple[str, ...]) -> _RememberedProof:
        authenticator = question.authenticator
        try:
            async with self._turn, asyncio.timeout(self._timeout):
                by = await authenticator.verify(question.shown.text)
            proof = _RememberedProof(by, self._clock())
            for session in sessions:
                self._proofs.pop(session, None)
                self._proofs[session] = proof
            while len(self._proofs) > _MAX_PROOFS:
                del self._proofs[next(iter(self._proofs))]
            return proof
        except asyncio.CancelledError:
            if question.withdrawn:
                raise PresenceError(question.withdrawn) from None
            raise
        except TimeoutError:
            raise PresenceError(coded("gate.nobody_authenticated_time")) from None
        except PresenceError:
            raise
        except Exception:  # noqa: BLE001 - a bug in an authenticator is logged, and refuses
            _log.exception("the authenticator %s failed", authenticator.name)
            raise PresenceError(coded("gate.failed_log_file_details", name=authenticator.name)) from None
        finally:
            self._questions.pop(question.shown.id, None)
            self._make_unjoinable(question)
            self._notify()

    def _make_unjoinable(self, question: _OpenAuthentication) -> None:
        """Stop other approvals from joining."""
        for session in [session for session, authentication in self._joinable.items() if authentication is question]:
            del self._joinable[session]

    # --- questions --------------------------------------------------------------------------------------------

    @property
    def questions(self) -> tuple[AuthenticationPrompt, ...]:
        """Open authentication requests, oldest first."""
        return tuple(authentication.shown for authentication in self._questions.values())

    def withdraw(self, reason: str, id: str = "") -> bool:
        """Withdraw the question ``id``, or all; waiting approvals are refused with ``reason``."""
        withdrawn = [
            authentication for authentication in self._questions.values() if id in ("", authentication.shown.id)
        ]
        for authentication in withdrawn:
            authentication.withdrawn = reason
            self._make_unjoinable(authentication)
            if authentication.task is not None:
                authentication.task.cancel()
        return bool(withdrawn)

    def forget(self, session: str) -> None:
        """Forget the proof of a session that has ended."""
        self._proofs.pop(session, None)

    def _notify(self) -> None:
        for listener in self._listeners:
            listener()


def may_destroy(tool: Tool | None) -> bool:
    """Return whether a call of ``tool`` may destroy something, according to its server.

    MCP 2025-06-18, ToolAnnotations: ``destructiveHint`` is true by default and ignored with ``readOnlyHint``. Values
    other than JSON booleans count as absent, and an unlisted tool as destructive.
    """
    if tool is None:
        return True
    return tool.annotations.get("readOnlyHint") is not True and tool.annotations.get("destructiveHint") is not False


def call_prompt(calls: Iterable[Sequence[str]]) -> str:
    """Return the prompt for calls, [tool, server, client] each. Names are data: bounded, made visible."""
    named = [tuple(map(truncate, call)) for call in calls]
    if len(named) == 1:
        tool, server, client = named[0]
        return coded("gate.prompt_call", tool=tool, server=server, client=client)
    kinds = list(dict.fromkeys((tool, server) for tool, server, _ in named))
    listed = ", ".join(f"“{tool}” on “{server}”" for tool, server in kinds[:_MAX_KINDS])
    count = f"{len(named):,}"
    if len(kinds) > _MAX_KINDS:
        return coded("gate.prompt_calls_and_more", count=count, listed=listed, more=len(kinds) - _MAX_KINDS)
    return coded("gate.prompt_calls", count=count, listed=listed)


def change_prompt(title: str) -> str:
    """Return the prompt for a change of the configuration; the title is cut to fit a prompt."""
    return coded("gate.prompt_change", title=truncate(title, _MAX_PROMPT - 60))


def truncate(text: str, most: int = _MAX_NAME) -> str:
    """Return ``text`` on one line with hidden characters written out, at most ``most`` characters."""
    shown = visible(text[: most * 4])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"
