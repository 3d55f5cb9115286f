"""Presence with a FIDO2 security key: a touch, and a fingerprint if the key has a reader.

ToolGuard is its own WebAuthn relying party (https://www.w3.org/TR/webauthn-2): it creates a random challenge, and
python-fido2 checks challenge, origin, relying party, the user-present flag and the signature of the response.
ToolGuard checks the signature counter itself: one that does not grow means that the key was cloned.

Keys are read on threads, because they block until the person touches them.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client, PinRequiredError, WebAuthnClient
from fido2.ctap import CtapDevice, CtapError
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.texts import coded
from toolguard.presence.registered import RegisteredKey

RP_ID = "toolguard.localhost"
ORIGIN = f"https://{RP_ID}"
TOUCH_TIMEOUT = 60.0
"""Seconds in which a key must be plugged in and touched."""
_POLL_INTERVAL = 0.5  # seconds between checks for a key
_KEY_ERRORS = (ClientError, CtapError, OSError, ValueError)
"""Errors of a key or of its transport."""
_T = TypeVar("_T")


class KeyStore(Protocol):
    """Storage of registered keys. It must be sealed, because whoever adds a key can prove presence."""

    @property
    def registered(self) -> Mapping[str, RegisteredKey]:
        """The keys by their names."""

    def save(self, name: str, key: RegisteredKey) -> None:
        """Add or update a key. Raises `PresenceError`."""


class KeyReader(msgspec.Struct, frozen=True):
    """Client of a connected key. ``verifies``: the key can verify its owner, for example by a fingerprint."""

    client: WebAuthnClient
    verifies: bool = False
    close: Callable[[], None] = lambda: None


def readers_of(devices: Iterable[CtapDevice]) -> list[KeyReader]:
    """Return the readers of these devices, except those that do not respond."""
    readers = []
    for device in devices:
        try:
            client = Fido2Client(device, _collector())
            verifies = bool(client.info.options.get("uv"))
        except (CtapError, ClientError, OSError, ValueError):
            device.close()
            continue
        readers.append(KeyReader(client, verifies, device.close))
    return readers


def plugged_in() -> list[KeyReader]:
    """Return the connected keys. On Windows the system finds them and asks for them."""
    if sys.platform == "win32":
        from fido2.client.windows import WindowsClient

        return [KeyReader(WindowsClient(_collector()))] if WindowsClient.is_available() else []
    from fido2.hid import CtapHidDevice

    return readers_of(CtapHidDevice.list_devices())


class SecurityKeyAuthenticator:
    """Authenticator of the keys in ``store``. ``readers`` returns the connected keys; ``clock``: seconds since 1970."""

    name = coded("presence.security_key")

    def __init__(
        self,
        store: KeyStore,
        *,
        readers: Callable[[], Sequence[KeyReader]] = plugged_in,
        clock: Callable[[], float] = time.time,
        timeout: float = TOUCH_TIMEOUT,
    ) -> None:
        self._store = store
        self._readers = readers
        self._clock = clock
        self._timeout = timeout
        rp = PublicKeyCredentialRpEntity(id=RP_ID, name="ToolGuard")
        self._server = Fido2Server(rp, verify_origin=lambda origin: origin == ORIGIN)

    async def missing(self) -> str:
        """See `Authenticator.missing`."""
        return "" if self._store.registered else coded("presence.no_security_key_registered")

    async def verify(self, _prompt: str) -> str:
        """See `Authenticator.verify`. A key has no display: the window says what the touch is for."""
        credentials = self._credentials()
        if not credentials:
            raise PresenceError(await self.missing())

        def touch(reader: KeyReader, stop: threading.Event) -> tuple[Any, Any]:
            verification = (
                UserVerificationRequirement.PREFERRED if reader.verifies else UserVerificationRequirement.DISCOURAGED
            )
            options, state = self._server.authenticate_begin(list(credentials.values()), verification)
            return state, reader.client.get_assertion(options.public_key, stop).get_response(0)

        state, response = await self._first_touched(touch)
        try:
            used = self._server.authenticate_complete(state, list(credentials.values()), response)
            data = response.response.authenticator_data
        except (ValueError, TypeError, KeyError) as why:
            raise PresenceError(coded("presence.key_answer_not_valid", reason=why)) from None
        name = next(name for name, credential in credentials.items() if credential.credential_id == used.credential_id)
        self._count(name, data.counter)
        return f"{self.name} {name} ({'verified' if data.is_user_verified() else 'touch'})"

    async def register(self, name: str) -> None:
        """Register a connected key under ``name`` once it is touched. Raises `PresenceError`."""
        if name in self._store.registered:
            raise PresenceError(coded("presence.security_key_already_choose", name=name))
        user = PublicKeyCredentialUserEntity(id=secrets.token_bytes(16), name="ToolGuard", display_name="ToolGuard")
        keys = list(self._credentials().values())

        def touch(reader: KeyReader, stop: threading.Event) -> tuple[Any, Any]:
            verification = (
                UserVerificationRequirement.PREFERRED if reader.verifies else UserVerificationRequirement.DISCOURAGED
            )
            options, state = self._server.register_begin(
                user, keys, resident_key_requirement=ResidentKeyRequirement.DISCOURAGED, user_verification=verification
            )
            return state, reader.client.make_credential(options.public_key, stop)

        state, response = await self._first_touched(touch)
        try:
            data = self._server.register_complete(state, response)
            credential = data.credential_data
        except (ValueError, TypeError, KeyError, AssertionError) as why:
            raise PresenceError(coded("presence.key_answer_not_valid", reason=why)) from None
        if credential is None:
            raise PresenceError(coded("presence.key_made_no_credential"))
        now = self._clock()
        key = RegisteredKey(credential=websafe_encode(credential), sign_count=data.counter, added=now)
        self._store.save(name, key)

    def _credentials(self) -> dict[str, AttestedCredentialData]:
        credentials = {}
        for name, key in self._store.registered.items():
            with suppress(ValueError, KeyError, TypeError):  # a damaged entry proves nothing
                credentials[name] = AttestedCredentialData(websafe_decode(key.credential))
        return credentials

    def _count(self, name: str, counter: int) -> None:
        """Store the newest counter; refuse one that did not grow. Keys without a counter always return 0 (§7.2)."""
        key = self._store.registered.get(name)
        if key is None:
            raise PresenceError(coded("presence.key_removed_meanwhile"))
        if (counter or key.sign_count) and counter <= key.sign_count:
            raise PresenceError(coded("presence.counter_security_key_went", name=name))
        self._store.save(name, msgspec.structs.replace(key, sign_count=counter, used=self._clock()))

    # --- threads ----------------------------------------------------------------------------------------------

    async def _first_touched(self, touch: Callable[[KeyReader, threading.Event], _T]) -> _T:
        """Return the result of ``touch`` for the first key that the person touches. Raises `PresenceError`."""
        stop = threading.Event()
        is_connected = False
        try:
            async with asyncio.timeout(self._timeout):
                while not (readers := await _in_thread(self._readers)):  # noqa: ASYNC110 - nobody tells of a new key
                    await asyncio.sleep(_POLL_INTERVAL)
                is_connected = True
                return await self._race(readers, touch, stop)
        except TimeoutError:
            nobody = coded("presence.nobody_touched_security_key")
            raise PresenceError(nobody if is_connected else coded("presence.no_security_key_found")) from None
        finally:
            stop.set()

    async def _race(
        self, readers: Sequence[KeyReader], touch: Callable[[KeyReader, threading.Event], _T], stop: threading.Event
    ) -> _T:
        def use(reader: KeyReader) -> _T:
            try:
                return touch(reader, stop)
            finally:
                reader.close()

        waiting = {asyncio.ensure_future(_in_thread(partial(use, reader))) for reader in readers}
        problem = PresenceError(coded("presence.no_security_key_answered"))
        try:
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    try:
                        return task.result()
                    except _KEY_ERRORS as why:
                        problem = PresenceError(_error_text(why))
            raise problem
        finally:
            for task in waiting:
                task.cancel()


async def _in_thread(job: Callable[[], _T]) -> _T:
    """Run ``job`` on a daemon thread, because a key may hang; return its result."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_T] = loop.create_future()

    def deliver(set_it: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            set_it(value)

    def run() -> None:
        outcome: tuple[Callable[[Any], None], Any] = (answer.set_exception, PresenceError(coded("presence.our_fault")))
        try:
            outcome = (answer.set_result, job())
        except _KEY_ERRORS as why:
            outcome = (answer.set_exception, why)
        finally:  # any other exception is a bug, and is logged by this thread
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(deliver, *outcome)

    threading.Thread(target=run, name="toolguard-security-key", daemon=True).start()
    return await answer


def _error_text(why: Exception) -> str:
    """Return the meaning of a key's error for the person."""
    if isinstance(why, PinRequiredError):
        return coded("presence.security_key_asks_pin")
    if isinstance(why, ClientError):
        if why.code == ClientError.ERR.DEVICE_INELIGIBLE:
            return coded("presence.security_key_not_right")
        if why.code == ClientError.ERR.TIMEOUT:
            return coded("presence.nobody_touched_security_key")
        return coded("presence.security_key_refused", reason=why.cause or why.code.name)
    return coded("presence.security_key_failed", reason=why)


def _collector() -> DefaultClientDataCollector:
    return DefaultClientDataCollector(ORIGIN, verify=lambda rp_id, origin: (rp_id, origin) == (RP_ID, ORIGIN))
