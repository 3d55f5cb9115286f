"""Authentication at an Open Tool Calling server: none, by an API key, or by tokens that are valid for minutes."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field

from toolguard.servers.otc.parser import Generation
from toolguard.servers.secrets.redactor import Redactor

TOKEN_LIFETIME = 600
"""Seconds for which a token is valid; OTC permits at most 15 minutes."""
_TOKEN_INTERVAL = 60
"""Seconds for which the same token is sent: each one is searched for in servers' messages while it is valid."""
_TOKEN_NAME = "sign-in"  # noqa: S105
_OTC, _OXP = "OTC-API-Key", "OXP-API-Key"


@dataclass(frozen=True, slots=True)
class OtcSignIn:
    """``way``: none, api_key or jwt. ``key``: the API key, or the key that signs tokens. ``redactor`` learns these."""

    way: str
    key: str = field(repr=False)
    redactor: Redactor

    def headers(self, generation: Generation | None, now: float) -> dict[str, str]:
        """Return the headers of every request except `GET /health`. ``generation`` is None if unknown."""
        if self.way == "jwt":
            return {"Authorization": f"Bearer {self._token(now)}"}
        if self.way != "api_key":
            return {}
        if generation is None:
            return {_OTC: self.key, _OXP: self.key}
        return {(_OXP if generation in ("G3", "G4") else _OTC): self.key}

    def _token(self, now: float) -> str:
        text = token(self.key, now // _TOKEN_INTERVAL * _TOKEN_INTERVAL)
        if self.redactor.learn(_TOKEN_NAME, text):
            asyncio.get_running_loop().call_later(TOKEN_LIFETIME, self.redactor.forget, _TOKEN_NAME, text)
        return text


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
