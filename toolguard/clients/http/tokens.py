"""Tokens of HTTP clients: generated, shown once, stored as a hash, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from typing import Protocol

TOKEN_PREFIX = "tg_"  # noqa: S105
"""Makes leaked tokens recognizable."""
MAX_TOKEN_LENGTH = 200  # characters of a token that are hashed


class ClientCredential(Protocol):
    """A client in the configuration, with the hash of its token."""

    @property
    def token(self) -> str:
        """SHA-256 of the token, in hex."""

    @property
    def servers(self) -> Collection[str] | None:
        """The servers that the client may use; None: all."""


def new_token() -> str:
    """Return a token of 256 random bits that is valid in a header and a path."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the stored hash of a token. Tokens are random, so it needs no salt and no slow hash function."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def find_owner(token: str, clients: Mapping[str, ClientCredential]) -> str:
    """Return the client that has this token; ``""`` if none has. Takes the same time in both cases."""
    token_hash, owner = hash_token(token[:MAX_TOKEN_LENGTH]), ""
    for name, credential in clients.items():
        if hmac.compare_digest(token_hash, credential.token):
            owner = name
    return owner if len(token) <= MAX_TOKEN_LENGTH else ""
