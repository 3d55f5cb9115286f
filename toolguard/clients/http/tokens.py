"""Tokens of clients that come over HTTP: made here, shown once, kept as a hash, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from typing import Protocol

PREFIX = "tg_"
"""So that a token that turns up where it should not is known for what it is."""
LONGEST = 200  # characters of a token that are looked at


class ClientCredential(Protocol):
    """What the configuration keeps of a client: no token, only its hash."""

    @property
    def token(self) -> str:
        """SHA-256 of the token, in hex."""

    @property
    def servers(self) -> Collection[str] | None:
        """The servers that it may use; None: all."""


def new_token() -> str:
    """A token of 256 random bits that fits into a header and a path."""
    return PREFIX + secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is random, so it needs no salt and no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def owner(token: str, clients: Mapping[str, ClientCredential]) -> str:
    """The client whose token this is; ``""`` when it is nobody's. Takes as long for a wrong one as for a right one."""
    given, found = hashed(token[:LONGEST]), ""
    for name, credential in clients.items():
        if hmac.compare_digest(given, credential.token):
            found = name
    return found if len(token) <= LONGEST else ""
