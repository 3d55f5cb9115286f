"""Values of the configuration: servers, secrets without values, clients, preferences. No I/O."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from toolguard.tables.servers import KINDS, ServerSpec
from toolguard.tables.settings import Preferences

__all__ = [
    "NAME", "HttpClient", "Preferences", "Secret", "SecurityKey", "ServerSpec", "client_timeouts_of", "frozen",
    "stored", "upgraded",
]  # fmt: skip

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""Valid name of a server or secret (``fullmatch``)."""


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """A secret without its value: kind, note, and the servers that may receive it.

    The value of a sign-in (``oauth``) is its tokens, which are valid at one issuer for one resource.
    """

    kind: str = "secret"
    """One of `CREDENTIAL_KINDS`."""
    note: str = ""
    servers: tuple[str, ...] = ()
    launches: Mapping[str, Mapping[str, str]] = {}
    """Fingerprint of each server's launch when the secret was bound (`servers.launch_fingerprint`). A missing one is
    stored at the first release.
    """
    issuer: str = ""
    resource: str = ""


class HttpClient(msgspec.Struct, frozen=True, kw_only=True):
    """A client that connects over HTTP. ``token`` is the SHA-256 (hex) of its token; ``servers`` None means all."""

    token: str
    servers: tuple[str, ...] | None = None
    created: float = 0.0


class SecurityKey(msgspec.Struct, frozen=True, kw_only=True):
    """A FIDO2 security key that proves presence. ``credential`` is its AttestedCredentialData (WebAuthn §6.5.1) in
    base64url, ``sign_count`` the newest signed counter; ``added`` and ``used`` are seconds since the epoch.
    """

    credential: str
    sign_count: int = 0
    added: float = 0.0
    used: float = 0.0


def client_timeouts_of(preferences: Preferences) -> dict[str, float]:
    """Return the timeouts of clients in seconds, by name, as set or learned."""
    pairs = (text.rpartition("=") for text in preferences.client_timeouts)
    return {name.strip(): float(seconds) for name, _, seconds in pairs}


def stored(spec: ServerSpec) -> dict[str, Any]:
    """Return a server in the file's format, without its name."""
    members = {name: getattr(spec, name) for name in KINDS[spec.kind].settings}
    plain = {name: _plain(value) for name, value in members.items()}
    return {"kind": spec.kind, **plain, "enabled": spec.enabled}


_RENAMED_SETTINGS = {
    "attention": "flash_taskbar", "held_per_session": "pending_per_session", "held_total": "pending_total",
    "keychain_timeout": "keyring_timeout", "leaks": "secrets_in_arguments", "patience": "client_timeouts",
}  # fmt: skip
"""Current names of settings, by the names of versions before 0.11."""


def upgraded(state: Any) -> Any:
    """Return a configuration of an earlier version in the current format.

    ``ask_first`` of a server became ``requests``, and settings have other names (`_RENAMED_SETTINGS`).
    """
    if not isinstance(state, dict):
        return state
    renewed = dict(state)
    if isinstance(servers := state.get("servers"), dict):
        renewed["servers"] = {name: _renewed_server(server) for name, server in servers.items()}
    if isinstance(preferences := state.get("preferences"), dict):
        former = {_RENAMED_SETTINGS[name]: value for name, value in preferences.items() if name in _RENAMED_SETTINGS}
        current = {name: value for name, value in preferences.items() if name not in _RENAMED_SETTINGS}
        renewed["preferences"] = {**former, **current}
    return renewed


def _renewed_server(entry: Any) -> Any:
    if not isinstance(entry, dict) or not isinstance(entry.get("ask_first"), bool):
        return entry
    renewed = {name: value for name, value in entry.items() if name != "ask_first"}
    if not entry["ask_first"] or renewed.get("kind") == "otc":  # which never sent such requests
        return renewed
    return {"requests": dict.fromkeys(("sampling", "elicitation", "roots"), "ask"), **renewed}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _nested(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: MappingProxyType(dict(inner)) if isinstance(inner, dict) else inner for name, inner in value.items()}


def frozen(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return members in the types of a frozen Struct."""
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
