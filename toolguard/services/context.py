"""What orders work on, and how they say no."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from toolguard.clients.http.service import HttpService
from toolguard.clients.wiring.machine import Machine, running_programs
from toolguard.gate import approver
from toolguard.gate.api import GateApi
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.model import ConfigChanged
from toolguard.servers import ChildRecord, LoginPath, ServerChannel
from toolguard.servers.launch_fingerprint import LaunchFingerprints
from toolguard.servers.oauth.sign_ins import OAuthManager
from toolguard.store.config.config import Config, Preferences, ServerSpec
from toolguard.store.inventory import ToolInventory
from toolguard.store.keychain import Keychain

if TYPE_CHECKING:
    from toolguard.services.runtime.log_retention import LogRetention
    from toolguard.store.log.past_calls import PastCalls
    from toolguard.store.log.upkeep.log_upkeep import LogUpkeep
    from toolguard.store.shipping.shipper import ShippingStatus


class PresenceActions(Protocol):
    """What orders want of proof of presence; both raise `PresenceError`."""

    async def try_out(self, by: str) -> None:
        """Authenticate once in the way ``by``: ``system`` or ``security_key``."""

    async def register(self, name: str) -> None:
        """Register the security key that the person touches."""


COMMAND_LINE = "command line"
"""Who orders, in rules and records, where a command does."""


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """What orders work on. ``guard`` is None when no app runs: then only the configuration changes."""

    config: Config
    keychain: Keychain
    guard: GateApi | None = None
    by: str = COMMAND_LINE
    """Who gave the order, for the log: ``person`` when it came from the window."""
    launches: LaunchFingerprints = field(default_factory=lambda: LaunchFingerprints(LoginPath()))
    """How servers would be started now: what secrets are bound to."""
    learned: Callable[[str, str], None] = lambda _name, _value: None
    """Takes the name and the value of a secret that was just put into the keychain."""
    scrub: Callable[[bytes], bytes] = lambda text: text
    """Blots out the values of secrets."""
    tell: Callable[[str], None] = lambda _line: None
    """Takes a line of news while a long order works."""
    prefer: Callable[[Preferences], None] = lambda _preferences: None
    """Puts changed preferences into force in the running app."""
    inventory: ToolInventory | None = None
    """What every server listed last."""
    reach: Callable[[ServerSpec, Callable[[str], None]], Awaitable[ServerChannel]] | None = None
    """Opens a server for ToolGuard's own look at it; the second takes news of it. None when no app runs."""
    http: HttpService | None = None
    """The way in over HTTP, in the app."""
    logs: Path | None = None
    """The folder with what servers say beside the protocol; None where nothing is kept."""
    children: Callable[[str], Sequence[ChildRecord]] = lambda _server: ()
    """The processes that were started for a server since the app began, the newest last."""
    sign_ins: OAuthManager | None = None
    """Who is signed in to which server; None where nobody can."""
    past: PastCalls | None = None
    """The calls of the log; None where none is read."""
    renew_log: Callable[[], Awaitable[Path]] | None = None
    """Begins a new log and gives the path of the old one; None when no app runs."""
    upkeep: LogUpkeep | None = None
    """Compresses, removes and redacts older records; None when no app runs."""
    retention: LogRetention | None = None
    """Applies the settings of the log; None when no app runs."""
    presence: PresenceActions | None = None
    """Proof of presence; None when no app runs."""
    process: ProcessInfo = ProcessInfo()  # noqa: RUF009 - frozen
    """Where this ToolGuard is shown; nothing is known of it where only the configuration is changed."""
    machine: Callable[[], Machine] = lambda: Machine.this(os.environ, running_programs())
    """The computer that chat clients are looked for on."""
    shipping: Callable[[], Sequence[ShippingStatus]] = tuple
    """How the receivers stand that the log is sent to."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Settings that an organization has set, by name."""
    failure: Callable[[str], tuple[float, str] | None] = lambda _server: None
    """When a server could not be opened the last time, and why."""


def note(state: ServiceContext, what: str, detail: str = "") -> None:
    """Record a change, and let everybody who shows the gate's configuration look at it again."""
    if state.guard is not None:
        state.guard.gate.note(ConfigChanged(what=what, by=state.by, detail=detail, approver=approver.of(state.by)))
        state.guard.gate.renewed()
