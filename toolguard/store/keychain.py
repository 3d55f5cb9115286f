"""Secret values in the OS keyring, by name, and nowhere else. The only module that imports ``keyring``.

A keyring can wait for a person indefinitely, so it is accessed on its own thread, with a deadline. Values are never
written to a file, a log or an exception.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import os
import queue
import re
import secrets as randomness
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from toolguard.gate.texts import coded
from toolguard.store.log.chain import Link

State = Literal["ready", "closed", "waiting", "slow", "none", "locked", "denied", "failed", "changed"]
"""``closed``: locked, and not accessed yet. ``locked``: accessed, and still locked. ``changed``: a different keyring
than before, which no person has confirmed.
"""
ADVICE: dict[State, str] = {
    "ready": "",
    "closed": "",
    "waiting": coded("store.waiting_keyring_unlock_answer"),
    "slow": coded("store.keyring_not_answer_look"),
    "none": coded("store.no_keyring_use_running"),
    "locked": coded("store.keyring_locked_unlock_try"),
    "denied": coded("store.keyring_question_dismissed_try"),
    "failed": coded("store.keyring_not_work_see"),
    "changed": coded("store.another_keyring_before_keep"),
}
_USER = "value"
_PARTS_PREFIX = "toolguard parts 1 "
_PARTS = re.compile(rf"{_PARTS_PREFIX}([0-9a-f]{{16}}) ([0-9]{{1,5}}) [0-9a-f]{{64}}")
"""An entry that names the parts of a value: generation, count and digest."""
_MAX_ENTRY_UNITS = 1000  # UTF-16 code units per entry; Windows accepts 1,280
_MAX_STUCK_THREADS = 3  # threads that may hang in the keyring at the same time
_WAITING_DELAY = 0.5  # seconds until "waiting" is reported
_CANNOT_ASK = "(-25308,"
"""errSecInteractionNotAllowed, as the library words it: a locked Keychain, where macOS cannot ask, such as over SSH."""
_MAY_ASK = ("keyring.backends.kwallet", "keyring.backends.libsecret")
_DEFAULT_COLLECTION = "/org/freedesktop/secrets/aliases/default"  # Secret Service API §Collection
T = TypeVar("T")


class KeychainError(Exception):
    """The keyring failed. ``state`` says why, the text what to do."""

    def __init__(self, state: State, detail: str = "") -> None:
        super().__init__(coded("store.with_detail", advice=ADVICE[state], detail=detail) if detail else ADVICE[state])
        self.state = state


class KeyringBackend(Protocol):
    """The used part of ``keyring.backend.KeyringBackend``."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return the value; None if there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store the value in place of an older one."""

    def delete_password(self, service: str, username: str) -> None:
        """Delete the value; raises ``keyring.errors.PasswordDeleteError`` if there is none."""


class KnownBackend(NamedTuple):
    """A backend of the library ``keyring`` that stores encrypted values in a system service."""

    module: str
    kind: str
    label: str
    system: str = ""
    """The only `sys.platform` that has it, or "". It is not imported elsewhere, which would slow down every start."""


KNOWN_BACKENDS: tuple[KnownBackend, ...] = (
    KnownBackend("keyring.backends.SecretService", "Keyring", "Secret Service"),
    KnownBackend("keyring.backends.kwallet", "DBusKeyring", "KWallet"),
    KnownBackend("keyring.backends.libsecret", "Keyring", coded("store.secret_service_through_libsecret")),
    KnownBackend("keyring.backends.macOS", "Keyring", "macOS Keychain", "darwin"),
    KnownBackend("keyring.backends.Windows", "WinVaultKeyring", "Windows Credential Manager", "win32"),
)
"""The only backends that are ever loaded. ``keyring.get_keyring`` is never called: it imports whatever
``keyringrc.cfg``, ``PYTHON_KEYRING_BACKEND`` or a package's entry point names, so that any program of the same user
could run code in this process.
"""


def safe_backend() -> KeyringBackend | None:
    """Return the backend of `KNOWN_BACKENDS` that this system prefers, or None if none works here."""
    kinds = [kind for backend in KNOWN_BACKENDS if (kind := _loaded(backend)) is not None]
    best = max(kinds, key=lambda kind: float(kind.priority), default=None)
    return None if best is None else _without_environment(best())


def name_of(backend: KeyringBackend) -> str:
    """Return the system's name for a backend."""
    kind = type(backend)
    known = (known.label for known in KNOWN_BACKENDS if (known.module, known.kind) == (kind.__module__, kind.__name__))
    return next(known, kind.__name__)


def _loaded(backend: KnownBackend) -> Any:
    """Return the class of a backend, or None if it is unusable here, which the library signals by any exception."""
    if backend.system not in ("", sys.platform):
        return None
    try:
        kind = getattr(importlib.import_module(backend.module), backend.kind)
    except (ImportError, AttributeError):
        return None
    return kind if kind.viable else None


def _without_environment(backend: Any) -> KeyringBackend:
    """Undo overrides from the environment: ``KEYRING_PROPERTY_X`` replaces attribute ``x``, even a method."""
    for variable in os.environ:
        _, prefix, name = variable.partition("KEYRING_PROPERTY_")
        if prefix:
            vars(backend).pop(name.lower(), None)
    result: KeyringBackend = backend
    return result


class Keychain:
    """Secret values by name. Lives on one loop; ``on_state`` is called there when ``state`` changes."""

    def __init__(
        self,
        *,
        timeout: float = 30.0,
        on_state: Callable[[State], None] = lambda _state: None,
        choose: Callable[[], KeyringBackend | None] = safe_backend,
    ) -> None:
        """``choose`` is called once on the thread, and again if it found nothing."""
        self.timeout = timeout
        self.state: State = "ready"
        self._on_state = on_state
        self._vault = _KeyringEntries(choose)
        self._memory: dict[str, str] = {}
        self._worker = _KeyringThread()
        self._stuck: list[_KeyringThread] = []

    @property
    def trouble(self) -> str:
        """What to do about ``state``, as one sentence, or empty."""
        return ADVICE[self.state]

    @property
    def backend(self) -> str:
        """Name of the backend in use; empty until first use, and if there is none."""
        return self._vault.name

    def set_timeout(self, seconds: float) -> None:
        """Wait this long for each operation that starts from now on."""
        self.timeout = seconds

    def expect(self, backend: str) -> None:
        """Use secrets only while the backend in use has this name; "" for any."""
        self._vault.expect(backend)

    @property
    def changed(self) -> str:
        """Name of the expected backend, if a different one is in use; else empty."""
        expected = self._vault.expected
        return expected if expected and self.backend not in ("", expected) else ""

    async def get(self, name: str) -> str | None:
        """Return the value of the secret ``name``, None if there is none; raises `KeychainError`."""
        if name in self._memory:
            return self._memory[name]
        return await self._run(lambda current: self._vault.get(name, current))

    async def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        """Store a value; with ``session_only`` in memory, until ToolGuard closes. Raises `KeychainError`."""
        if session_only:
            self._memory[name] = value
            return
        await self._run(lambda current: self._vault.set(name, value, current))
        self._memory.pop(name, None)

    async def delete(self, name: str) -> None:
        """Delete a value in memory and in the keyring, if it exists; raises `KeychainError`."""
        only_here = self._memory.pop(name, None) is not None
        try:
            await self._run(lambda current: self._vault.delete(name, current))
        except KeychainError as problem:
            if not (only_here and problem.state == "none"):
                raise

    def is_session_only(self, name: str) -> bool:
        """Return whether the value is kept in memory only."""
        return name in self._memory

    async def is_usable_unprompted(self) -> bool:
        """Return whether the keyring can be used now without asking the person. Raises `KeychainError`."""
        return await self._run(lambda _: self._vault.is_usable_unprompted(), self._after_a_look)

    async def holds(self, names: Iterable[str], *, ask: bool = False) -> dict[str, bool | None]:
        """Return which of these secrets have a complete value; None if that requires asking the person.

        With ``ask`` the keyring may ask. Raises `KeychainError`.
        """
        unread = [name for name in names if name not in self._memory]
        presence: dict[str, bool | None] = dict.fromkeys(self._memory, True)

        def look(current: Callable[[], bool]) -> tuple[bool, dict[str, bool]]:
            if not (ask or self._vault.is_usable_unprompted()):
                return False, {}
            if ask and not unread:
                self._vault.get("", current)  # no entry has this name; it only unlocks the keyring
            return True, {name: self._vault.is_whole(name) for name in unread if current()}

        opened, there = await self._run(look, lambda seen: self._after_a_look(seen[0]))
        return presence | (dict(there) if opened else dict.fromkeys(unread))

    def _after_a_look(self, open: bool) -> State:
        """Return the state. A refused or dismissed prompt stays reported until the keyring was opened."""
        if open:
            return "ready"
        return self.state if self.state in ("locked", "denied", "failed") else "closed"

    async def anchor_get(self, log: Path) -> Link | None:
        """Return the newest link of the audit log at ``log`` as stored here; None if missing or damaged."""
        text = await self._run(lambda _: self._vault.backend().get_password(*_anchor(log)))
        seq, _, hash = (text or "").partition(" ")
        try:
            return int(seq), bytes.fromhex(hash)
        except ValueError:
            return None

    async def anchor_set(self, log: Path, link: Link) -> None:
        """Store the newest link of the audit log at ``log``."""
        text = f"{link[0]} {link[1].hex()}"
        await self._run(lambda _: self._vault.backend().set_password(*_anchor(log), text))

    async def settings_key_get(self, place: str) -> str | None:
        """Return the text stored for the state folder ``place``: see `store.config.seals.StoredSeal`."""
        return await self._run(lambda _: self._vault.backend().get_password(_settings_key(place), _USER))

    async def settings_key_set(self, place: str, text: str) -> None:
        """Store that text; raises `KeychainError`."""
        await self._run(lambda _: self._vault.backend().set_password(_settings_key(place), _USER, text))

    def close(self) -> None:
        """Clear the memory and end the thread, without waiting for it."""
        self._memory.clear()
        self._worker.end()

    async def _run(self, job: Callable[[Callable[[], bool]], T], after: Callable[[T], State] = lambda _: "ready") -> T:
        """Run ``job`` on the thread, with a function that returns whether anybody still waits. ``after`` derives the
        keyring's state from the result.
        """
        answer = asyncio.wrap_future(self._hand_over(job))
        try:
            async with asyncio.timeout(self.timeout):
                done, _ = await asyncio.wait({answer}, timeout=min(_WAITING_DELAY, self.timeout / 2))
                if not done:
                    self._report_state("waiting")
                value = await answer
        except TimeoutError:
            self._stuck.append(self._worker)
            self._worker.end()
            self._worker = _KeyringThread()
            self._report_state("slow")
            raise KeychainError("slow", coded("store.keyring_no_answer", seconds=f"{self.timeout:g}")) from None
        except KeychainError as problem:
            self._report_state(problem.state)
            raise
        finally:
            answer.cancel()
        self._report_state(after(value))
        return value

    def _hand_over(self, job: Callable[[Callable[[], bool]], T]) -> Future[T]:
        self._stuck = [worker for worker in self._stuck if worker.is_alive]
        if len(self._stuck) >= _MAX_STUCK_THREADS:
            raise KeychainError("slow", coded("store.not_answered_asked_before"))
        return self._worker.do(job)

    def _report_state(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._on_state(state)


class _KeyringThread:
    """A daemon thread. If it hangs, neither the next request nor the program's end waits for it."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[Callable[[], bool]], Any]] | None] = (
            queue.SimpleQueue()
        )
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def do(self, job: Callable[[Callable[[], bool]], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put((future, job))
        if not self.is_alive:
            self._start()
        return future

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="toolguard-keychain", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._jobs.put(None)

    def _run(self) -> None:
        while (item := self._jobs.get()) is not None:
            future, job = item
            if future.cancelled():
                continue
            try:
                self._answer(future, job)
            finally:
                if not future.done():  # our bug: its traceback is logged with this thread, and another one continues
                    self._start()
                    future.set_exception(KeychainError("failed", coded("store.our_fault")))

    def _answer(self, future: Future[Any], job: Callable[[Callable[[], bool]], Any]) -> None:
        try:
            value = job(lambda: not future.cancelled())
        except KeychainError as problem:
            _settle(future, problem)
        except _outside_errors() as problem:
            _settle(future, _error_of(problem))
        else:
            _settle(future, value)


def _default_collection_is_open() -> bool:
    """Return whether the default collection is unlocked, without opening it; the library would ask the person."""
    import secretstorage

    with closing(secretstorage.dbus_init()) as bus:
        try:
            return not secretstorage.Collection(bus, _DEFAULT_COLLECTION).is_locked()
        except secretstorage.ItemNotFoundException:
            return False


def _settle(future: Future[Any], outcome: Any) -> None:
    """Deliver the result, unless nobody waits any more."""
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(outcome, KeychainError):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


class _KeyringEntries:
    """Operations on a backend, on the thread. Each entry has a service of its own, as Windows requires.

    A value of more than 1,000 UTF-16 units is stored in parts under separate names; the entry names the parts and their
    digest. New parts are complete before the entry names them, and old ones are deleted after.
    """

    def __init__(self, choose: Callable[[], KeyringBackend | None]) -> None:
        self._choose = choose
        self._backend: KeyringBackend | None = None
        self.expected = ""
        """Name of the backend that may be used for secrets; empty for any."""

    def expect(self, backend: str) -> None:
        """Set `expected`. Called on the loop's thread."""
        self.expected = backend

    @property
    def name(self) -> str:
        return "" if self._backend is None else name_of(self._backend)

    def backend(self) -> KeyringBackend:
        if self._backend is None:
            self._backend = self._choose()
        if self._backend is None:
            raise KeychainError("none")
        return self._backend

    def for_secrets(self) -> KeyringBackend:
        """Return the backend, if it is the expected one; raises `KeychainError`."""
        backend = self.backend()
        if self.expected and self.expected != self.name:
            raise KeychainError("changed", coded("store.hash_in_place_of", name=self.name, expected=self.expected))
        return backend

    def is_usable_unprompted(self) -> bool:
        module = type(self.backend()).__module__
        if module == "keyring.backends.SecretService":
            return _default_collection_is_open()
        return module not in _MAY_ASK

    def get(self, name: str, current: Callable[[], bool] = lambda: True) -> str | None:
        head = self._head(name)
        if head is None or not head.startswith(_PARTS_PREFIX):
            return head
        parts = []
        for service in _services(name, head):
            part = self.for_secrets().get_password(service, _USER) if current() else None
            if part is None:
                raise KeychainError("failed", coded("store.part_secret_missing_set", name=name))
            parts.append(part)
        value = "".join(parts)
        if _digest(value) != head.split(" ")[-1]:
            raise KeychainError("failed", coded("store.parts_secret_not_fit", name=name))
        return value

    def is_whole(self, name: str) -> bool:
        """Return whether a value with all its parts exists."""
        head = self._head(name)
        services = _services(name, head)
        return head is not None and all(
            self.for_secrets().get_password(service, _USER) is not None for service in services
        )

    def set(self, name: str, value: str, current: Callable[[], bool]) -> None:
        entry, parts, old = value, list(_parts(value)), self._head(name)
        if len(parts) > 1 or value.startswith(_PARTS_PREFIX):
            entry = f"{_PARTS_PREFIX}{randomness.token_hex(8)} {len(parts)} {_digest(value)}"
            for service, part in zip(_services(name, entry), parts, strict=True):
                self.for_secrets().set_password(service, _USER, part)
        if current():
            service, *former = _heads(name)
            self.for_secrets().set_password(service, _USER, entry)
            self._drop([*former, *_services(name, old)])
        else:
            self._drop(_services(name, entry))

    def delete(self, name: str, current: Callable[[], bool]) -> None:
        old = self._head(name)
        if old is not None and current():
            self._drop([*_heads(name), *_services(name, old)])

    def _head(self, name: str) -> str | None:
        """Return the entry of a secret; None if there is none."""
        entries = (self.for_secrets().get_password(service, _USER) for service in _heads(name))
        return next((entry for entry in entries if entry is not None), None)

    def _drop(self, services: list[str]) -> None:
        for service in services:
            if self.for_secrets().get_password(service, _USER) is not None:
                self.for_secrets().delete_password(service, _USER)


def _anchor(log: Path) -> tuple[str, str]:
    """Return the service for this log's newest link; each state folder has its own log."""
    place = hashlib.sha256(os.fsencode(log.resolve())).hexdigest()[:16]
    return "toolguard", f"audit-head-{place}"


def _settings_key(place: str) -> str:
    """Return a service that no secret can have: theirs begin with ``toolguard/``."""
    return f"toolguard settings key {place}"


def _heads(name: str) -> tuple[str, ...]:
    """Return the service of a secret, then the one that it has until it is set again.

    Windows ignores case in a service, so there a digest tells ``token`` from ``TOKEN``. Version 0.7 had none.
    """
    plain = f"toolguard/{name}"
    return (f"{plain} {_digest(name)[:8]}", plain) if sys.platform == "win32" else (plain,)


def _services(name: str, head: str | None) -> list[str]:
    """Return the services of the parts that the entry ``head`` names; none if it is damaged."""
    parts = _PARTS.fullmatch(head or "")
    return [] if parts is None else [f"toolguard/{name}/{parts[1]}/{number}" for number in range(int(parts[2]))]


def _parts(value: str) -> Iterator[str]:
    """Split ``value`` into parts that fit, between characters."""
    start, units = 0, 0
    for index, character in enumerate(value):
        size = 2 if character > "\uffff" else 1
        if units + size > _MAX_ENTRY_UNITS:
            yield value[start:index]
            start, units = index, 0
        units += size
    yield value[start:]


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()


def _outside_errors() -> tuple[type[Exception], ...]:
    """Exceptions of keyrings that are not our fault: the library's errors and those that it passes through."""
    from keyring.errors import KeyringError

    kinds: list[type[Exception]] = [KeyringError, OSError, EOFError, RuntimeError, ValueError]
    for module, name in (
        ("secretstorage.exceptions", "SecretStorageException"),
        ("jeepney.wrappers", "DBusErrorResponse"),
        ("pywintypes", "error"),
    ):
        with suppress(ImportError):
            kinds.append(getattr(importlib.import_module(module), name))
    return tuple(kinds)


def _error_of(problem: Exception) -> KeychainError:
    """Return the state that an error means. Its text may contain anything, so only its type is used."""
    from keyring import errors

    text = str(problem).lower()
    if isinstance(problem, errors.NoKeyringError):
        return KeychainError("none")
    if "dismissed" in text or "denied" in text or "cancel" in text:
        return KeychainError("denied")
    if isinstance(problem, errors.KeyringLocked) or "locked" in text or "unlock" in text or _CANNOT_ASK in text:
        return KeychainError("locked")
    return KeychainError("failed", type(problem).__name__)
