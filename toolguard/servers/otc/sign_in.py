"""How ToolGuard shows an Open Tool Calling server who it is: not at all, by an API key, or by a token each time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field

from toolguard.servers.otc.parser import Generation

LIFE = 600
"""Seconds for which a token counts: OTC wants no more than 15 minutes."""
_OTC, _OXP = "OTC-API-Key", "OXP-API-Key"


@dataclass(frozen=True, slots=True)
class OtcSignIn:
    """``way``: none, api_key or jwt. ``key``: the API key, or what tokens are signed with."""

    way: str
    key: str = field(repr=False)

    def headers(self, generation: Generation | None, now: float) -> dict[str, str]:
        """What every request but `GET /health` carries; ``generation`` None is not known yet, ``now`` the time."""
        if self.way == "jwt":
            return {"Authorization": f"Bearer {token(self.key, now)}"}
        if self.way != "api_key":
            return {}
        if generation is None:
            return {_OTC: self.key, _OXP: self.key}
        return {(_OXP if generation in ("G3", "G4") else _OTC): self.key}


def token(key: str, now: float) -> str:
    """A JSON Web Token for ``now`` (seconds since 1970), signed with a shared secret (RFC 7519; RFC 7518 §3.2, HS256).

    Only made here, never believed: what goes wrong with such tokens goes wrong where they are checked.
    """
    head = {"alg": "HS256", "typ": "JWT"}
    claims = {"iat": int(now), "exp": int(now) + LIFE}
    signed = b".".join(_base64(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    return b".".join((signed, _base64(hmac.digest(key.encode(), signed, hashlib.sha256)))).decode()


def _base64(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
