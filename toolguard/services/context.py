"""The context of orders, and how it records changes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from toolguard.clients.http.service import HttpService
from toolguard.clients.wiring.machine import Machine, running_programs
from toolguard.gate import approver
from toolguard.gate.api import GateApi
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.model import ConfigChanged
from toolguard.gate.texts import coded
from toolguard.servers import ChildRecord, LoginPath, ServerChannel
from toolguard.servers.launch_fingerprint import LaunchFingerprints
from toolguard.servers.oauth.sign_ins import OAuthManager
from toolguard.services.interface import RefusedError
from toolguard.store.config.config import Config, Preferences, ServerSpec
from toolguard.store.inventory import ToolInventory
from toolguard.store.keychain import Keychain

if TYPE_CHECKING:
    from toolguard.services.runtime.log_retention import LogRetention
    from toolguard.store.log.past_calls import PastCalls
    from toolguard.store.log.upkeep.log_upkeep import LogUpkeep
    from toolguard.store.shipping.shipper import ShippingStatus


class PresenceActions(Protocol):
    """The actions of proof of presence that orders need; both raise `PresenceError`."""

    async def try_out(self, by: str) -> None:
        """Authenticate once in the way ``by``: ``system`` or ``security_key``."""

    async def register(self, name: str) -> None:
        """Register the security key that the person touches."""


COMMAND_LINE = "command line"
"""Author of orders from the command line, in rules and records."""


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """Dependencies of orders. ``guard`` is None when no app runs; orders then change only the configuration."""

    config: Config
    keychain: Keychain
    guard: GateApi | None = None
    by: str = COMMAND_LINE
    """The order's author for the log; ``person`` if it came from the window."""
    launches: LaunchFingerprints = field(default_factory=lambda: LaunchFingerprints(LoginPath()))
    """Computes servers' current launches, which secrets are bound to."""
    learned: Callable[[str, str], None] = lambda _name, _value: None
    """Receives the name and the value of a secret that was just stored."""
    scrub: Callable[[bytes], bytes] = lambda text: text
    """Redacts the values of secrets."""
    on_progress: Callable[[str], None] = lambda _line: None
    """Receives progress lines of a long order."""
    prefer: Callable[[Preferences], None] = lambda _preferences: None
    """Applies changed preferences in the running app."""
    inventory: ToolInventory | None = None
    """The tools that each server listed last."""
    reach: Callable[[ServerSpec, Callable[[str], None]], Awaitable[ServerChannel]] | None = None
    """Opens a server for ToolGuard's own probe; the second argument receives progress. None if no app runs."""
    http: HttpService | None = None
    """The HTTP service, in the app."""
    logs: Path | None = None
    """The folder with servers' logs; None if none are kept."""
    children: Callable[[str], Sequence[ChildRecord]] = lambda _server: ()
    """Returns the processes that were started for a server since the app started, newest last."""
    sign_ins: OAuthManager | None = None
    """Sign-ins to servers; None if there are none."""
    past: PastCalls | None = None
    """The calls of the log; None if it is not read."""
    renew_log: Callable[[], Awaitable[Path]] | None = None
    """Starts a new log and returns the path of the old one; None if no app runs."""
    upkeep: LogUpkeep | None = None
    """Compresses, removes and redacts older records; None when no app runs."""
    retention: LogRetention | None = None
    """Applies the settings of the log; None when no app runs."""
    presence: PresenceActions | None = None
    """Authentication of the person; None when no app runs."""
    process: ProcessInfo = ProcessInfo()  # noqa: RUF009 - frozen
    """The process of this ToolGuard; empty if only the configuration is changed."""
    machine: Callable[[], Machine] = lambda: Machine.this(os.environ, running_programs())
    """The computer on which chat clients are searched for."""
    shipping: Callable[[], Sequence[ShippingStatus]] = tuple
    """Returns the status of each receiver of the log."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Settings that an organization has set, by name."""
    is_program: Callable[[str], bool] = lambda _name: False
    """Returns whether a client's name belongs to a program on this computer."""
    settings_unknown: str = ""
    """Why the settings that a person accepted are not known yet, as one sentence, or empty."""
    failure: Callable[[str], tuple[float, str] | None] = lambda _server: None
    """Returns when opening a server last failed, and why."""

    @property
    def preferences(self) -> Preferences:
        """The settings in force: those of the organization, and otherwise the person's."""
        return msgspec.structs.replace(self.config.preferences, **self.fixed)


def known_server(name: str, state: ServiceContext) -> ServerSpec:
    """Return the registered server with that name; raises `RefusedError`."""
    spec = state.config.servers.get(name)
    if spec is None:
        raise RefusedError(coded("services.no_such_server", name=name))
    return spec


def fingerprint(members: Mapping[str, Any]) -> str:
    """Return what identifies a server or a rule as the configuration stores it, so that a later change is noticed."""
    return hashlib.sha256(msgspec.json.encode(members, order="deterministic")).hexdigest()


def note(state: ServiceContext, change: str, detail: str = "") -> None:
    """Record a change, and notify the views of the gate's configuration."""
    if state.guard is not None:
        state.guard.gate.note(ConfigChanged(what=change, by=state.by, detail=detail, approver=approver.of(state.by)))
        state.guard.gate.renewed()
