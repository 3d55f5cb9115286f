"""A security key in software: CTAP 2.0 with real ES256 signatures, touched by the test.

It speaks the authenticator's side of the protocol (CTAP 2.0 §5.1, §5.2, §5.4); python-fido2 is the other side.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.ctap import STATUS, CtapDevice, CtapError
from fido2.hid import CAPABILITY
from fido2.webauthn import AttestedCredentialData, AuthenticatorData

_FLAG = AuthenticatorData.FLAG


class SoftKey(CtapDevice):
    """``finger``: it has a reader for fingers. ``pin``: it has a PIN, and makes no credential without it."""

    def __init__(self, *, finger: bool = False, pin: bool = False, counts: bool = True) -> None:
        self.finger, self.pin, self.counts = finger, pin, counts
        self.touched = threading.Event()
        self.waits = threading.Event()
        self.counter = 0
        self.closed = 0
        self.rp_hash: bytes | None = None
        """Answered in the place of the relying party's own hash."""
        self.flags = _FLAG.UP
        self.secret = os.urandom(32)
        self._keys: dict[bytes, tuple[ec.EllipticCurvePrivateKey, str]] = {}

    @property
    def capabilities(self) -> int:
        return int(CAPABILITY.CBOR)

    def close(self) -> None:
        self.closed += 1

    @classmethod
    def list_devices(cls) -> Iterator[CtapDevice]:
        return iter(())

    def call(
        self,
        cmd: int,
        data: bytes = b"",
        event: threading.Event | None = None,
        on_keepalive: Callable[[STATUS], None] | None = None,
    ) -> bytes:
        commands = {0x01: self._make, 0x02: self._assert, 0x04: self._info}
        try:
            request = cbor.decode(data[1:]) if len(data) > 1 else {}
            return b"\0" + cbor.encode(commands[data[0]](request, event, on_keepalive))
        except CtapError as why:
            return bytes([why.code])

    def _info(self, *_: Any) -> dict[int, Any]:
        options = {"rk": False, "up": True, **({"uv": True} if self.finger else {})}
        return {1: ["FIDO_2_0"], 3: b"\0" * 16, 4: {**options, **({"clientPin": True} if self.pin else {})}, 6: [1]}

    def _make(self, request: dict[int, Any], event: Any, on_keepalive: Any) -> dict[int, Any]:
        self._touch(event, on_keepalive)
        if any(one["id"] in self._keys for one in request.get(5, ())):
            raise CtapError(CtapError.ERR.CREDENTIAL_EXCLUDED)
        key, id = ec.generate_private_key(ec.SECP256R1()), os.urandom(32)
        self._keys[id] = key, request[2]["id"]
        made = AttestedCredentialData.create(b"\0" * 16, id, ES256.from_cryptography_key(key.public_key()))
        data = self._data(request[2]["id"], request.get(7, {}), _FLAG.AT, made)
        return {1: "none", 2: data, 3: {}}

    def _assert(self, request: dict[int, Any], event: Any, on_keepalive: Any) -> dict[int, Any]:
        options = request.get(5, {})
        known = [one["id"] for one in request.get(3, ()) if self._keys.get(one["id"], (None, ""))[1] == request[1]]
        if options.get("up", True):
            self._touch(event, on_keepalive)
        if not known:
            raise CtapError(CtapError.ERR.NO_CREDENTIALS)
        data = self._data(request[1], options)
        signature = self._keys[known[0]][0].sign(data + request[2], ec.ECDSA(hashes.SHA256()))
        return {1: {"id": known[0], "type": "public-key"}, 2: data, 3: signature}

    def _data(self, rp: str, options: dict[str, bool], flag: Any = 0, made: bytes = b"") -> AuthenticatorData:
        if options.get("up", True) and self.counts:
            self.counter += 1
        flags = (self.flags if options.get("up", True) else 0) | flag | (_FLAG.UV if options.get("uv") else 0)
        rp_hash = self.rp_hash or hashlib.sha256(rp.encode()).digest()
        return AuthenticatorData.create(rp_hash, _FLAG(flags), self.counter, made)

    def _touch(self, event: threading.Event | None, on_keepalive: Callable[[STATUS], None] | None) -> None:
        """Blink until somebody touches it."""
        self.waits.set()
        while not self.touched.wait(0.005):
            if on_keepalive is not None:
                on_keepalive(STATUS.UPNEEDED)
            if event is not None and event.is_set():
                raise CtapError(CtapError.ERR.KEEPALIVE_CANCEL)

    def copied(self) -> SoftKey:
        """A copy with the same credentials and the counter as it is now."""
        other = SoftKey(finger=self.finger, pin=self.pin, counts=self.counts)
        other._keys, other.counter = dict(self._keys), self.counter
        return other

    def exchange_keys(self) -> None:
        """Sign with other private keys from now on."""
        self._keys = {id: (ec.generate_private_key(ec.SECP256R1()), rp) for id, (_, rp) in self._keys.items()}
