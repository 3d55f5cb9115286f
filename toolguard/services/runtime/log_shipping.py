"""Shipping of the log to the receivers in the settings, one thread for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from toolguard.gate.model import Event, SecretReleased
from toolguard.gate.texts import coded
from toolguard.servers import UnreachableError
from toolguard.servers.secrets.redactor import fill
from toolguard.store.config.config import Config, Preferences
from toolguard.store.config.seals import place_of
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.store.log.audit_log import LogReader, TamperedError
from toolguard.store.log.records import Scrub
from toolguard.store.shipping.cursor import CursorError, CursorFile
from toolguard.store.shipping.receiver import Receiver, ReceiverError
from toolguard.store.shipping.shipper import LogShipper, ShippingStatus, counts
from toolguard.tables.credentials import is_sign_in

OTLP, SYSLOG = "otlp", "syslog"
_FOLDER_NAME = "shipping"
_SECRET_TIMEOUT = 60.0  # seconds that a thread waits for the secrets of its headers
_T = TypeVar("_T")

Secrets = Callable[[str, str], Awaitable[str]]
"""Return a secret's value for its name and its place, never asking the person; raises `UnreachableError`."""


class HeaderSecrets:
    """Reads secrets for the headers of receivers (`Secrets`). ``learn`` receives each value, so that it is redacted."""

    def __init__(
        self,
        config: Config,
        keychain: Keychain,
        learn: Callable[[str, str], None],
        note: Callable[[Event], None],
    ) -> None:
        self._config = config
        self._keychain = keychain
        self._learn = learn
        self._note = note
        self._noted: set[tuple[str, str]] = set()

    async def __call__(self, name: str, place: str) -> str:
        entry = self._config.secrets.get(name)
        if entry is None:
            raise UnreachableError(coded("services.no_secret_secret_list", name=name))
        if is_sign_in(entry.kind):
            raise UnreachableError(coded("services.sign_tokens_go_themselves", name=name))
        try:
            if not (self._keychain.is_session_only(name) or await self._keychain.is_usable_unprompted()):
                raise UnreachableError(coded("services.ship_keyring_closed", name=name))
            value = await self._keychain.get(name)
        except KeychainError as problem:
            raise UnreachableError(coded("services.secret_cannot_read", name=name, reason=problem)) from None
        if value is None:
            raise UnreachableError(coded("services.secret_not_keyring_run", name=name))
        self._learn(name, value)
        if (name, place) not in self._noted:
            self._noted.add((name, place))
            self._note(SecretReleased(server="", secret=name, place=f"log shipping to {place}"))
        return value


class Destination(msgspec.Struct, frozen=True):
    """The address of one receiver and what is sent to it."""

    kind: str
    place: str
    headers: tuple[str, ...] = ()
    ca: str = ""
    certificate: str = ""
    contents: bool = False
    fixed: bool = False

    def cursor(self, home: Path) -> Path:
        """Return the file of its `ShippingCursor` in the state folder ``home``; one per kind, not per address."""
        return home / _FOLDER_NAME / f"{self.kind}.json"

    @property
    def status(self) -> ShippingStatus:
        """The status before anything was sent."""
        return ShippingStatus(kind=self.kind, place=self.place, fixed=self.fixed)


def destinations(preferences: Preferences, fixed: Mapping[str, Any]) -> dict[str, Destination]:
    """Return the receivers that the settings name, by kind. ``fixed``: settings that an organization has set."""
    receivers: dict[str, Destination] = {}
    for kind, place, headers, setting in (
        (OTLP, preferences.ship_otlp, preferences.ship_headers, "ship_otlp"),
        (SYSLOG, preferences.ship_syslog, (), "ship_syslog"),
    ):
        if place:
            receivers[kind] = Destination(
                kind, place, headers, preferences.ship_ca, preferences.ship_certificate, preferences.ship_contents,
                setting in fixed,
            )  # fmt: skip
    return receivers


def header_templates(lines: tuple[str, ...]) -> dict[str, str]:
    """Return headers by name from lines ``NAME=VALUE``; a value can name secrets."""
    return dict(line.partition("=")[::2] for line in lines)


class LogShipping:
    """The active receivers. Created and used on the core's loop."""

    def __init__(
        self, home: Path, log: Path, *, secret: Secrets, scrub: Scrub, transport: Callable[[str], str],
        changed: Callable[[], None],
    ) -> None:  # fmt: skip
        """``changed`` is called on the loop when a status has changed, ``scrub`` on the threads that send."""
        self._home = home
        self._log = log
        self._secret = secret
        self._scrub = scrub
        self._transport = transport
        self._changed = changed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: dict[str, tuple[Destination, LogShipper]] = {}
        self._ended: dict[str, LogShipper] = {}

    def apply(self, preferences: Preferences, fixed: Mapping[str, Any]) -> None:
        """Stop receivers that changed or were removed, and start new ones; unchanged ones go on.

        ``fixed`` are the settings of an organization. A changed receiver starts after the old one has stopped.
        """
        self._loop = asyncio.get_running_loop()
        receivers = destinations(preferences, fixed)
        for kind, (destination, shipper) in list(self._running.items()):
            if receivers.get(kind) != destination:
                shipper.stop()
                self._ended[kind] = shipper
                del self._running[kind]
        for kind, destination in receivers.items():
            if kind not in self._running:
                self._start(destination)

    def _start(self, destination: Destination) -> None:
        shipper = LogShipper(
            destination.status,
            self._log,
            destination.cursor(self._home),
            lambda: self._open(destination),
            contents=destination.contents,
            scrub=self._scrub,
            transport=self._transport,
            changed=lambda: self._on_loop(self._changed),
        )
        self._running[destination.kind] = destination, shipper
        shipper.start(after=self._ended.pop(destination.kind, None))

    def statuses(self) -> tuple[ShippingStatus, ...]:
        """Return the status of each receiver."""
        return tuple(shipper.current() for _, shipper in self._running.values())

    @property
    def trouble(self) -> tuple[str, ...]:
        """Return what prevents shipping, one sentence each."""
        return tuple(text for _, shipper in self._running.values() if (text := shipper.trouble))

    async def close(self) -> None:
        """Stop shipping, with a moment for records that are being sent."""
        ended = [*(shipper for _, shipper in self._running.values()), *self._ended.values()]
        self._running.clear()
        for shipper in ended:
            shipper.stop()
        await asyncio.gather(*(asyncio.to_thread(shipper.join) for shipper in ended))

    # On the threads that send

    def _open(self, destination: Destination) -> Receiver:
        if destination.kind == SYSLOG:
            from toolguard.store.shipping.syslog import SyslogReceiver

            return SyslogReceiver(destination.place, destination.ca, certificate=destination.certificate)
        from toolguard.store.shipping.otlp import OtlpReceiver

        headers = self._wait_for(self._headers(destination))
        instance = place_of(self._home).decode()
        return OtlpReceiver(destination.place, headers, destination.ca, instance, certificate=destination.certificate)

    async def _headers(self, destination: Destination) -> dict[str, str]:
        headers = await fill(
            header_templates(destination.headers), lambda name: self._secret(name, destination.place), subject="header"
        )
        for name, value in headers.items():
            if not (value.isascii() and value.isprintable()):
                raise UnreachableError(coded("services.ship_header_invalid", name=name))
        return headers

    def _wait_for(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return the result of ``work`` on the loop. Raises `ReceiverError`."""
        assert self._loop is not None  # noqa: S101 - `apply` came first
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(_SECRET_TIMEOUT)
        except TimeoutError:
            future.cancel()
            raise ReceiverError(coded("services.ship_keyring_slow")) from None
        except UnreachableError as why:
            raise ReceiverError(str(why)) from None

    def _on_loop(self, call: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)


def statuses_without_app(home: Path, preferences: Preferences, fixed: Mapping[str, Any]) -> list[ShippingStatus]:
    """Return the status of the receivers while no app runs."""
    newest = 0
    try:
        with closing(LogReader(home / "log")) as reader:
            newest = reader.newest()[0]
    except (OSError, TamperedError):  # reported where the log is read
        newest = 0
    statuses: list[ShippingStatus] = []
    for destination in destinations(preferences, fixed).values():
        path, problem, cursor = destination.cursor(home), "", None
        try:
            cursor = CursorFile(path).read()
        except (OSError, CursorError):
            problem = coded("store.ship_cursor_damaged", path=path)
        status = msgspec.structs.replace(destination.status, running=False, problem=problem, **counts(cursor, newest))
        statuses.append(status)
    return statuses
