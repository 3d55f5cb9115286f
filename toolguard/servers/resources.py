"""What the rest of ToolGuard lends a server that is opened. Each kind takes of it what it needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolguard.servers.otc.request import QuirksByServer
from toolguard.servers.secrets.redactor import Redactor, Release
from toolguard.servers.stdio.environment import LoginPath
from toolguard.servers.stdio.pinned_files import PinnedFiles
from toolguard.servers.stdio.process_tree import ChildRecord

if TYPE_CHECKING:
    from toolguard.servers.http.transport import TokenProvider

Invite = Callable[[str], Awaitable[bool]]
"""Shows a person an address in full, and opens it when they say so; whether they did."""


async def _nobody(_url: str) -> bool:
    """Nobody is there who could open a page."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerResources:
    """How a server is opened."""

    release: Release
    """Gives a secret's value."""
    log: Callable[[str], None]
    """Takes a line of what the server says beside the protocol."""
    cwd: str = ""
    """The client's folder."""
    on_state: Callable[[str], None] = lambda _: None
    path: Callable[[], Awaitable[str]] = field(default_factory=LoginPath)
    """The PATH of a login shell: one for the whole app."""
    scrubber: Redactor = field(default_factory=Redactor)
    """Takes secrets out of what servers say: one for the whole app."""
    on_child: Callable[[ChildRecord], None] = lambda _: None
    """Is told what `end_orphans` needs should this app be killed."""
    current: Callable[[], Any] | None = None
    """The server's settings as they are later on; None when they cannot change."""
    habits: QuirksByServer = field(default_factory=QuirksByServer)
    """What was found out about servers; it outlives a channel."""
    invite: Invite = _nobody
    signer: TokenProvider | None = None
    """Has the token of a person's sign-in to a remote server."""
    pinned: PinnedFiles | None = None
    """The files that a program's secrets were bound to: nothing else is started."""
