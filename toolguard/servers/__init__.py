"""Right edge: where calls go out. The only folder in which a secret has a value.

`KINDS` has a row for each kind of server; nothing else has to change for a new one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from toolguard.gate.session.upstream import ServerChannel
from toolguard.gate.texts import coded
from toolguard.servers.http import kind as http_kind
from toolguard.servers.otc import kind as otc_kind
from toolguard.servers.otc.request import Habits
from toolguard.servers.resources import Invite, Resources
from toolguard.servers.secrets.redactor import Release, Scrubber
from toolguard.servers.secrets.secret_scanner import Finder
from toolguard.servers.stdio import channel as stdio_channel
from toolguard.servers.stdio.environment import LoginPath, Unreachable
from toolguard.servers.stdio.process_tree import Child, end_orphans

__all__ = [
    "KINDS", "Child", "Finder", "Habits", "Invite", "Kind", "LoginPath", "Release", "Resources", "Scrubber",
    "ServerChannel", "Spec", "Unreachable",
    "describe", "end_orphans", "open_server",
]  # fmt: skip


Spec = stdio_channel.Spec | http_kind.Spec | otc_kind.Spec
"""A server as the configuration has it; its ``kind`` says which of them it is."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of server: ``describe`` gives its launch in one line, ``open`` a running channel."""

    label: str
    schema: dict[str, Any]
    """JSON Schema of what a person sets."""
    describe: Callable[[Any], str]
    open: Callable[[Any, Resources], Awaitable[ServerChannel]]


KINDS: dict[str, Kind] = {
    "stdio": Kind(coded("servers.kind_stdio"), stdio_channel.SCHEMA, stdio_channel.describe, stdio_channel.open_stdio),
    "http": Kind(coded("servers.kind_http"), http_kind.SCHEMA, http_kind.describe, http_kind.open_http),
    "otc": Kind(coded("servers.kind_otc"), otc_kind.SCHEMA, otc_kind.describe, otc_kind.open_otc),
}


def describe(spec: Spec) -> str:
    """The exact launch of a server in one line."""
    return _kind(spec).describe(spec)


async def open_server(spec: Spec, resources: Resources) -> ServerChannel:
    """Start or reach a server; raises `Unreachable` with what to do."""
    if not spec.enabled:
        raise Unreachable(coded("servers.server_switched_off_switch", name=repr(spec.name)))
    return await _kind(spec).open(spec, resources)


def _kind(spec: Spec) -> Kind:
    if spec.kind not in KINDS:
        raise Unreachable(
            coded("servers.server_unknown_kind_set", name=repr(spec.name), kind=repr(spec.kind), kinds=tuple(KINDS))
        )
    return KINDS[spec.kind]
