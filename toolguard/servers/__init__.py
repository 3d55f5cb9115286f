"""Right edge: where calls go out. The only folder in which a secret has a value.

`OPENERS` has a function for each kind of server; `toolguard.tables.servers` has everything else about it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from toolguard.gate.session.upstream import ServerChannel
from toolguard.gate.texts import coded
from toolguard.servers.http import kind as http_kind
from toolguard.servers.otc import kind as otc_kind
from toolguard.servers.otc.request import QuirksByServer
from toolguard.servers.resources import PagePrompt, ServerResources
from toolguard.servers.secrets.redactor import Redactor, Release
from toolguard.servers.secrets.secret_scanner import SecretScanner
from toolguard.servers.stdio import channel as stdio_channel
from toolguard.servers.stdio.environment import LoginPath, UnreachableError
from toolguard.servers.stdio.process_tree import ChildRecord, end_orphans
from toolguard.tables.servers import ServerSpec

__all__ = [
    "OPENERS", "ChildRecord", "LoginPath", "PagePrompt", "QuirksByServer", "Redactor", "Release", "SecretScanner",
    "ServerChannel", "ServerResources", "UnreachableError", "end_orphans", "open_server",
]  # fmt: skip


OPENERS: dict[str, Callable[[ServerSpec, ServerResources], Awaitable[ServerChannel]]] = {
    "stdio": stdio_channel.open_stdio,
    "http": http_kind.open_http,
    "otc": otc_kind.open_otc,
}
"""The function that opens a channel to a server of each kind. `toolguard.tables` has everything else about a kind."""


async def open_server(spec: ServerSpec, resources: ServerResources) -> ServerChannel:
    """Start or connect to a server. Raises `UnreachableError` with a text that says what to do."""
    if not spec.enabled:
        raise UnreachableError(coded("servers.server_switched_off_switch", name=repr(spec.name)))
    if spec.kind not in OPENERS:
        raise UnreachableError(
            coded("servers.server_unknown_kind_set", name=repr(spec.name), kind=repr(spec.kind), kinds=tuple(OPENERS))
        )
    return await OPENERS[spec.kind](spec, resources)
