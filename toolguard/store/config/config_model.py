"""What the configuration holds: servers, secrets without values, clients, preferences. Values only, no file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from toolguard.gate.texts import coded

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""What a server or a secret may be called (``fullmatch``)."""


class ServerSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is started or reached. A value of ``env`` or ``headers`` may hold ``${secret:NAME}``."""

    name: str
    kind: Literal["stdio", "http", "otc"] = "stdio"
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = {}
    cwd: str | None = None
    url: str = ""
    headers: Mapping[str, str] = {}
    transport: Literal["auto", "streamable", "sse"] = "auto"
    auth: Literal["none", "api_key", "jwt"] = "none"
    """How ToolGuard signs in to an Open Tool Calling server, with ``auth_key``."""
    auth_key: str = ""
    context: Mapping[str, Any] = {}
    """What tools of an Open Tool Calling server may be given: ``secrets`` and ``authorization`` by id, ``user_id``."""
    arguments: Mapping[str, Mapping[str, str]] = {}
    """What is filled into calls after their approval: tool → JSON pointer → a text with ``${secret:NAME}`` in it."""
    client_id: str = ""
    """Who ToolGuard is where people sign in to this server; empty for a registration of its own."""
    client_secret: str = ""
    """What belongs to that, as ``${secret:NAME}``."""
    ask_first: bool = False
    """A person is asked before what the server asks by itself (sampling, elicitation, roots) reaches its client."""
    bridge: Literal["auto", "off"] = "auto"
    """Translate for clients of another era than this server, who would not understand it."""
    enabled: bool = True


MEMBERS = {
    "stdio": ("command", "args", "env", "cwd", "arguments", "ask_first", "bridge"),
    "http": ("url", "headers", "transport", "client_id", "client_secret", "arguments", "ask_first", "bridge"),
    "otc": ("url", "auth", "auth_key", "headers", "context", "arguments", "ask_first"),
}
"""What belongs to each kind of server, beside ``kind`` and ``enabled``."""
NEEDED = {"stdio": "command", "http": "url", "otc": "url"}
"""What a server of each kind cannot be without."""


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a secret beside its value: what it is, a note, and the servers that may be given it.

    A sign-in (``oauth``) has its tokens as its value; they are good at one issuer for one resource.
    """

    kind: Literal["secret", "api_key", "bearer_token", "user_id", "oauth"] = "secret"
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


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What a person can set. Times are seconds; a ``prompt_timeout`` of 0 waits for ever."""

    language: Literal["system", "en", "zh_CN"] = "system"
    appearance: Literal["system", "light", "dark"] = "system"
    motion: Literal["system", "full", "reduced"] = "system"
    notifications: bool = True
    attention: bool = True
    sound: bool = False
    quiet_hours: str = ""
    """``22:00-07:00``, local time; empty for none."""
    tray: bool = True
    close_to_tray: bool = False
    reasons: tuple[str, ...] = (
        coded("store.not_now_tell_me"),
        coded("store.find_another_way_without"),
        coded("store.wrong_place_check_arguments"),
    )
    """What a person may pick as the reason of a denial; the model reads it."""
    patience: tuple[str, ...] = ()
    """``NAME=SECONDS``: how long a client waits for a call before it gives up; 0 for one that waits for ever."""
    long_poll: bool = False
    """Clients of 2026-07-28 come again for a held call by themselves; the model is not told that it waits."""
    leaks: Literal["refuse", "ask"] = "refuse"
    """What happens to a call whose inputs hold the value of a secret."""
    presence: Literal["off", "destroy", "every"] = "off"
    """Which approvals need proof that a person is present: of calls that may destroy something, or all."""
    presence_by: Literal["system", "security_key"] = "system"
    presence_validity: int = 0
    """Seconds that one proof lasts for its client session."""
    prompt_timeout: int = 300
    held_per_session: int = 100
    held_total: int = 1000
    keychain_timeout: int = 30
    http_port: int = 7411
    """Where chat clients come in over HTTP, on 127.0.0.1; 0 for any free port."""
    client_document: str = ""
    """The address of a client-id metadata document that says who ToolGuard is where people sign in; empty for none."""


def patience_of(preferences: Preferences) -> dict[str, float]:
    """How many seconds each client waits, by name, as far as a person or experience has said."""
    pairs = (text.rpartition("=") for text in preferences.patience)
    return {name.strip(): float(seconds) for name, _, seconds in pairs}


def stored(spec: ServerSpec) -> dict[str, Any]:
    """A server as it stands in the file, without its name."""
    members = {name: getattr(spec, name) for name in MEMBERS[spec.kind]}
    plain = {name: _plain(value) for name, value in members.items()}
    return {"kind": spec.kind, **plain, "enabled": spec.enabled}


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
