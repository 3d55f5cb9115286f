"""Values for proof of presence, in records and in the window."""

from __future__ import annotations

import msgspec


class PresenceProof(msgspec.Struct, frozen=True, kw_only=True):
    """Proof that a person was present when they approved."""

    by: str
    """The method: ``polkit``, ``security key NAME (touch)``."""
    age: float = 0.0
    """Seconds between the proof and the approval."""


class AuthenticationPrompt(msgspec.Struct, frozen=True, kw_only=True):
    """An open authentication request; approvals wait for it."""

    id: str
    text: str
    """Purpose of the proof, in one sentence. Names are bounded, hidden characters written out."""
    by: str
    """The authenticator: ``polkit``, ``security key``."""
