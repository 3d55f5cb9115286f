"""What the configuration holds: servers, secrets without values, clients, preferences. Values only, no file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from toolguard.tables.servers import KINDS, ServerSpec
from toolguard.tables.settings import Preferences

__all__ = [
    "NAME", "HttpClient", "Preferences", "Secret", "SecurityKey", "ServerSpec", "frozen",
    "patience_of", "renewed", "stored",
]  # fmt: skip

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""What a server or a secret may be called (``fullmatch``)."""


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a secret beside its value: what it is, a note, and the servers that may be given it.

    A sign-in (``oauth``) has its tokens as its value; they are good at one issuer for one resource.
    """

    kind: str = "secret"
    """One of `CREDENTIAL_KINDS`."""
    note: str = ""
    servers: tuple[str, ...] = ()
    launches: Mapping[str, Mapping[str, str]] = {}
    """What each of these servers was when the secret was bound to it (`servers.launch_fingerprint`). One that is
    missing is kept when the secret is released for the first time."""
    issuer: str = ""
    resource: str = ""


class HttpClient(msgspec.Struct, frozen=True, kw_only=True):
    """A client that comes over HTTP. ``token`` is the SHA-256 (hex) of its token; ``servers`` None means all."""

    token: str
    servers: tuple[str, ...] | None = None
    created: float = 0.0


class SecurityKey(msgspec.Struct, frozen=True, kw_only=True):
    """A FIDO2 security key that proves presence.

    ``credential`` is its AttestedCredentialData (WebAuthn §6.5.1) in base64url, ``sign_count`` the newest counter that
    it signed; ``added`` and ``used`` are seconds since the epoch.
    """

    credential: str
    sign_count: int = 0
    added: float = 0.0
    used: float = 0.0


def patience_of(preferences: Preferences) -> dict[str, float]:
    """How many seconds each client waits, by name, as far as a person or experience has said."""
    pairs = (text.rpartition("=") for text in preferences.patience)
    return {name.strip(): float(seconds) for name, _, seconds in pairs}


def stored(spec: ServerSpec) -> dict[str, Any]:
    """A server as it stands in the file, without its name."""
    members = {name: getattr(spec, name) for name in KINDS[spec.kind].settings}
    plain = {name: _plain(value) for name, value in members.items()}
    return {"kind": spec.kind, **plain, "enabled": spec.enabled}


def renewed(state: Any) -> Any:
    """A configuration of an earlier version in the words of this one: ``ask_first`` of a server became ``requests``."""
    servers = state.get("servers") if isinstance(state, dict) else None
    if not isinstance(servers, dict):
        return state
    return {**state, "servers": {name: _renewed_server(one) for name, one in servers.items()}}


def _renewed_server(entry: Any) -> Any:
    if not isinstance(entry, dict) or not isinstance(entry.get("ask_first"), bool):
        return entry
    kept = {name: value for name, value in entry.items() if name != "ask_first"}
    if not entry["ask_first"] or kept.get("kind") == "otc":  # which never had such requests
        return kept
    return {"requests": dict.fromkeys(("sampling", "elicitation", "roots"), "ask"), **kept}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _nested(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: MappingProxyType(dict(inner)) if isinstance(inner, dict) else inner for name, inner in value.items()}


def frozen(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Members as a frozen Struct takes them."""
    frozen: dict[str, Any] = {}
    for name, value in entry.items():
        match value:
            case list():
                frozen[name] = tuple(value)
            case dict():
                frozen[name] = MappingProxyType(_nested(value))
            case float():
                frozen[name] = int(value)  # 300.0 is an integer to JSON Schema
            case _:
                frozen[name] = value
    return frozen
