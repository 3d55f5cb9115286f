"""Dependencies of a server that is opened. Each kind uses those that it needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolguard.servers.otc.request import QuirksByServer
from toolguard.servers.secrets.redactor import Redactor, Release
from toolguard.servers.stdio.environment import LoginPath
from toolguard.servers.stdio.pinned_files import PinnedFiles
from toolguard.servers.stdio.process_tree import ChildRecord
from toolguard.tables.servers import ServerSpec

if TYPE_CHECKING:
    from toolguard.servers.http.transport import TokenProvider

PagePrompt = Callable[[str], Awaitable[bool]]
"""Shows a person a URL and opens it if they agree; returns whether they did."""


async def _open_no_page(_url: str) -> bool:
    """Return False: nobody can open a page."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerResources:
    """What a server needs of the rest of ToolGuard."""

    release: Release
    """Returns a secret's value."""
    log: Callable[[str], None]
    """Receives a line of the server's non-protocol output."""
    cwd: str = ""
    """The client's working directory."""
    on_state: Callable[[str], None] = lambda _: None
    path: Callable[[], Awaitable[str]] = field(default_factory=LoginPath)
    """Returns the login shell's PATH; one for the whole app."""
    redactor: Redactor = field(default_factory=Redactor)
    """Redacts secrets in servers' messages; one for the whole app."""
    on_child: Callable[[ChildRecord], None] = lambda _: None
    """Receives the record that `end_orphans` needs if this app is killed."""
    current: Callable[[], ServerSpec] | None = None
    """Returns the server's current settings; None if they cannot change."""
    quirks: QuirksByServer = field(default_factory=QuirksByServer)
    """Quirks of OTC servers that were detected; they outlive a channel."""
    prompt_page: PagePrompt = _open_no_page
    token_provider: TokenProvider | None = None
    """Provides the token of a person's sign-in to a remote server."""
    pinned: PinnedFiles | None = None
    """The files that a program's secrets were bound to; no other files are started."""
