"""Stored form of a registered security key. A module of its own, because its user imports a large library."""

from __future__ import annotations

import msgspec


class RegisteredKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key that proves presence. ``credential`` is its AttestedCredentialData in base64url; times since the epoch."""

    credential: str
    sign_count: int = 0
    added: float = 0.0
    used: float = 0.0
