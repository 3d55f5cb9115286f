"""Stored form of a sign-in: one JSON text, in the keyring only."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import msgspec

REFRESH_MARGIN = 30.0
"""Seconds before its expiry at which a token is refreshed, so that it is still valid when it arrives."""


class OAuthRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A client at an authorization server, with its tokens for one resource."""

    issuer: str
    resource: str
    client: dict[str, Any]
    """The client as it is registered (RFC 7591 §3.2.1)."""
    token_endpoint: str
    revocation_endpoint: str = ""
    access: str = ""
    refresh: str = ""
    scope: str = ""
    expires: float = 0.0
    """A time in seconds since 1970; 0 if unknown."""

    def without_tokens(self, *, keep_client: bool) -> OAuthRecord:
        """Return the record without tokens, for a sign-out; the registration may still be valid."""
        client = self.client if keep_client else {}
        return msgspec.structs.replace(self, client=client, access="", refresh="", expires=0.0)

    def expires_soon(self, now: float) -> bool:
        """Return whether the token expires within `REFRESH_MARGIN`; False if its expiry is unknown."""
        return bool(self.expires) and now >= self.expires - REFRESH_MARGIN

    @property
    def values(self) -> tuple[str, ...]:
        """Return all secret values in it."""
        secret = str(self.client.get("client_secret") or "")
        return tuple(value for value in (self.access, self.refresh, secret) if value)


def encode_record(record: OAuthRecord) -> str:
    """Return the JSON that `decode_record` reads."""
    return msgspec.json.encode(record).decode()


def decode_record(text: str) -> OAuthRecord | None:
    """Return the record in ``text``; None if it is not a record."""
    try:
        return msgspec.json.decode(text, type=OAuthRecord)
    except msgspec.DecodeError:
        return None


def name_for(issuer: str, resource: str) -> str:
    """Return the name of a sign-in in the keyring; each issuer and resource has its own."""
    host = re.sub(r"[^A-Za-z0-9.-]", "-", urlsplit(issuer).hostname or "x")[:40]
    return f"oauth.{host}.{sha256(f'{issuer} {resource}'.encode()).hexdigest()[:16]}"


def covers(resource: str, address: str) -> bool:
    """Return whether a token for ``resource`` may go to ``address``: same origin, not above its path (RFC 8707 §2)."""
    url, other = urlsplit(resource), urlsplit(address)
    try:
        here, there = ((it.scheme.lower(), it.hostname, it.port or _PORTS.get(it.scheme)) for it in (url, other))
    except ValueError:
        return False
    return here == there and f"{other.path.rstrip('/')}/".startswith(f"{url.path.rstrip('/')}/")


_PORTS = {"http": 80, "https": 443}
