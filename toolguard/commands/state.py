"""What orders work on, and how they say no."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolguard.checkpoint.calls import Changed
from toolguard.checkpoint.guard import Guard
from toolguard.clients.http import Http
from toolguard.servers import Channel, Child, LoginPath
from toolguard.servers.launches import Launches
from toolguard.servers.sign_ins import SignIns
from toolguard.store.config import Config, Preferences, ServerSpec
from toolguard.store.inventory import Inventory
from toolguard.store.keychain import Keychain

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """What orders work on. ``guard`` is None when no app runs: then only the configuration changes."""

    config: Config
    keychain: Keychain
    guard: Guard | None = None
    by: str = "command line"
    """Who gave the order, for the log: ``person`` when it came from the window."""
    launches: Launches = field(default_factory=lambda: Launches(LoginPath()))
    """How servers would be started now: what secrets are bound to."""
    learned: Callable[[str, str], None] = lambda _name, _value: None
    """Takes the name and the value of a secret that was just put into the keychain."""
    scrub: Callable[[bytes], bytes] = lambda text: text
    """Blots out the values of secrets."""
    tell: Callable[[str], None] = lambda _line: None
    """Takes a line of news while a long order works."""
    prefer: Callable[[Preferences], None] = lambda _preferences: None
    """Puts changed preferences into force in the running app."""
    inventory: Inventory | None = None
    """What every server listed last."""
    reach: Callable[[ServerSpec, Callable[[str], None]], Awaitable[Channel]] | None = None
    """Opens a server for ToolGuard's own look at it; the second takes news of it. None when no app runs."""
    http: Http | None = None
    """The way in over HTTP, in the app."""
    logs: Path | None = None
    """The folder with what servers say beside the protocol; None where nothing is kept."""
    children: Callable[[str], Sequence[Child]] = lambda _server: ()
    """The processes that were started for a server since the app began, the newest last."""
    sign_ins: SignIns | None = None
    """Who is signed in to which server; None where nobody can."""
    failure: Callable[[str], tuple[float, str] | None] = lambda _server: None
    """When a server could not be opened the last time, and why."""


class Refused(Exception):
    """ToolGuard says no; the text says why and what to do."""


def note(state: State, what: str, detail: str = "") -> None:
    """Record a change, and let everybody who shows the gate's configuration look at it again."""
    if state.guard is not None:
        state.guard.gate.note(Changed(what=what, by=state.by, detail=detail))
        state.guard.gate.renewed()
