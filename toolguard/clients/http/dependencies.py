"""What the way in over HTTP is given of the rest of ToolGuard.

In a file of its own, so that whoever makes one need not import what serves HTTP.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.clients.http.tokens import ClientCredential
from toolguard.clients.local.handshake import ClientHello
from toolguard.clients.local.listener import SessionAdmission
from toolguard.gate.jsonrpc import Id


async def _nothing(_session: str, _id: Id) -> None: ...


@dataclass(frozen=True, slots=True)
class EndpointDependencies:
    """What the endpoint is given of the rest of ToolGuard."""

    admit: Callable[[ClientHello], Awaitable[SessionAdmission]]
    clients: Callable[[], Mapping[str, ClientCredential]]
    held: Callable[[str, Id], bool]
    """Does the call that a session knows under this id wait for a person?"""
    schema: Callable[[str, str], Any]
    """The input schema of a server's tool; None when it is not known."""
    refused: Callable[[str, str, str], None]
    """Told client, server and reason of each message that no session has heard."""
    parted: Callable[[str, Id], Awaitable[None]] = _nothing
    """Whoever waited for this request of a session went, and can ask again: see `CallLifecycle.detach`."""
    deferred: Callable[[str, Id], bool] = lambda _session, _id: False
    """Was this request of a session answered "ask again"?"""
    editions: Callable[[str], Mapping[str, int]] = lambda _server: {}
    """How many definitions each of a server's tools has had, where it is more than one."""
    indexing: Callable[[], Callable[[], bool]] = lambda: lambda: True
    """Gives a function that tells whether all that was recorded by now is indexed: that takes memory."""
    why_not: Callable[[str], str] = lambda _server: ""
    """Why nothing can be called now, at this server or at any (``""``)."""
