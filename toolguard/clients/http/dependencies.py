"""Dependencies of the HTTP endpoint.

A module of its own, so that creating them does not import the HTTP server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.clients.http.tokens import ClientCredential
from toolguard.clients.local.handshake import ClientHandshake
from toolguard.clients.local.listener import SessionAdmission
from toolguard.gate.jsonrpc import Id


async def _ignore(_session: str, _id: Id) -> None: ...


@dataclass(frozen=True, slots=True)
class EndpointDependencies:
    """What the endpoint needs of the rest of ToolGuard."""

    admit: Callable[[ClientHandshake], Awaitable[SessionAdmission]]
    clients: Callable[[], Mapping[str, ClientCredential]]
    is_pending: Callable[[str, Id], bool]
    """Whether a session's call with this ID waits for a person."""
    tool_schema: Callable[[str, str], Any]
    """Returns the input schema of a server's tool; None if unknown."""
    record_refusal: Callable[[str, str, str], None]
    """Records client, server and reason of a message that was refused before it reached a session."""
    client_left: Callable[[str, Id], Awaitable[None]] = _ignore
    """Reports that the client of a session's request disconnected, and may repeat it: see `CallLifecycle.detach`."""
    is_deferred: Callable[[str, Id], bool] = lambda _session, _id: False
    """Whether a session's request was answered with the advice to retry."""
    editions: Callable[[str], Mapping[str, int]] = lambda _server: {}
    """Returns the number of definitions that a server's tools have had, by tool, where it is more than one."""
    index_barrier: Callable[[], Callable[[], bool]] = lambda: lambda: True
    """Returns a function that tells whether all records up to now are indexed, since indexing takes memory."""
    unavailable_reason: Callable[[str], str] = lambda _server: ""
    """Returns why this server, or any (``""``), cannot be called now; ``""`` if it can."""
