"""Authentication at an Open Tool Calling server: none, by an API key, or by a new token for each request."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field

from toolguard.servers.otc.parser import Generation

TOKEN_LIFETIME = 600
"""Seconds for which a token is valid; OTC permits at most 15 minutes."""
_OTC, _OXP = "OTC-API-Key", "OXP-API-Key"


@dataclass(frozen=True, slots=True)
class OtcSignIn:
    """``way``: none, api_key or jwt. ``key``: the API key, or the key that signs tokens."""

    way: str
    key: str = field(repr=False)

    def headers(self, generation: Generation | None, now: float) -> dict[str, str]:
        """Return the headers of every request except `GET /health`. ``generation`` is None if unknown."""
        if self.way == "jwt":
            return {"Authorization": f"Bearer {token(self.key, now)}"}
        if self.way != "api_key":
            return {}
        if generation is None:
            return {_OTC: self.key, _OXP: self.key}
        return {(_OXP if generation in ("G3", "G4") else _OTC): self.key}


def token(key: str, now: float) -> str:
    """Return a JSON Web Token for ``now`` (seconds since 1970) with a shared key (RFC 7519; RFC 7518 §3.2, HS256).

    ToolGuard only creates tokens and never verifies them.
    """
    head = {"alg": "HS256", "typ": "JWT"}
    claims = {"iat": int(now), "exp": int(now) + TOKEN_LIFETIME}
    signed = b".".join(_base64(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    return b".".join((signed, _base64(hmac.digest(key.encode(), signed, hashlib.sha256)))).decode()


def _base64(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
