"""Facts about a person's presence, for records and for the window."""

from __future__ import annotations

import msgspec


class PresenceProof(msgspec.Struct, frozen=True, kw_only=True):
    """Proof that a person was present when they approved."""

    by: str
    """How they proved it: ``polkit``, ``security key NAME (touch)``."""
    age: float = 0.0
    """Seconds between the proof and the approval."""


class AuthenticationPrompt(msgspec.Struct, frozen=True, kw_only=True):
    """A person is being asked to authenticate; approvals wait for it."""

    id: str
    text: str
    """What the proof is for, in one sentence. Names in it are bounded, and hidden characters are written out."""
    by: str
    """The authenticator: ``polkit``, ``security key``."""
