"""Probe of a server's authorization requirements and of its stored sign-in. It never refreshes a token.

If two programs refresh the same token, it is lost, and the app may be running. So an expired token is not used.
"""

from __future__ import annotations

import time
from typing import Literal, Protocol

import httpx2

from toolguard.gate.texts import coded
from toolguard.servers import Redactor, UnreachableError
from toolguard.servers.oauth.record import OAuthRecord, covers, decode_record
from toolguard.servers.oauth.sign_in import import_lazily, sign_in_advice
from toolguard.servers.oauth.sign_ins import SignInEntry, can_sign
from toolguard.services.server_probe.accepted_entries import AcceptedEntries
from toolguard.store.config.config import ServerSpec


class SignInReader(Protocol):
    """The methods of `sign_ins.SignInStore` that the probe uses."""

    def entry(self, server: str) -> SignInEntry | None:
        """Return the sign-in that a server is bound to; None if it has none."""

    async def read(self, name: str) -> str | None:
        """Return the stored `OAuthRecord` as JSON, None if there is none; raises `UnreachableError`."""


class StoredSignIn:
    """The stored sign-in of one server; call `summary` first."""

    def __init__(
        self, sign_in_store: SignInReader, spec: ServerSpec, accepted: AcceptedEntries, redactor: Redactor
    ) -> None:
        """``redactor`` learns the tokens."""
        self._sign_in_store = sign_in_store
        self._spec = spec
        self._accepted = accepted
        self._redactor = redactor
        self._record: OAuthRecord | None = None
        self.is_over = False
        """Whether the sign-in has expired, so that the app has to refresh it."""

    @property
    def can_sign(self) -> bool:
        """Whether a token was found. False before `summary`."""
        return self._record is not None

    async def summary(self) -> tuple[Literal["ok", "wrong"], str]:
        """Return one sentence about the server's sign-in, or "" if it requires none."""
        if not can_sign(self._spec):
            return "ok", ""
        name = self._spec.name
        try:
            fetcher = (await import_lazily("oauth.fetch")).OAuthFetcher(self._spec.url)
            challenge: httpx2.Response = await fetcher.challenge()
            if challenge.status_code != 401:
                return "ok", coded("services.answers_comes_without_sign")
            provider = await (await import_lazily("oauth.discovery")).discover(fetcher, challenge)
            if provider is None:
                return "ok", ""  # the next step reports what its refusal means
            entry = self._sign_in_store.entry(name)
            text = None
            if entry is not None and covers(entry.resource, self._spec.url):
                text = await self._sign_in_store.read(entry.secret)
                if not await self._accepted.has_accepted_binding(entry.secret, name):
                    return "wrong", coded("services.binding_not_accepted", name=entry.secret, server=name)
        except UnreachableError as why:
            return "wrong", coded("services.probe_wants_sign_in", reason=why)
        record = decode_record(text) if text is not None else None
        if record is None or not record.access:
            return "wrong", coded("services.probe_sign_in_at", place=provider.place, again=sign_in_advice(name))
        if record.expires_soon(time.time()):
            self.is_over = True
            next_step = coded("services.renewed_client_next_uses") if record.refresh else sign_in_advice(name)
            return ("ok" if record.refresh else "wrong"), coded(
                "services.sign_over", place=provider.place, again=next_step
            )
        self._record = record
        for value in record.values:
            self._redactor.learn("sign-in", value)
        return "ok", coded("services.signed_in_at", place=provider.place)

    # --- what `open_server` takes as a signer

    async def token(self) -> str:
        return self._record.access if self._record is not None else ""

    async def should_retry(self, _response: httpx2.Response, _used: str, _renewed: bool) -> bool:
        return False
