"""Right edge: where calls go out. The only folder in which a secret has a value.

`KINDS` has a row for each kind of server; nothing else has to change for a new one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from toolguard.checkpoint import wire
from toolguard.checkpoint.link import Heard
from toolguard.servers import http, open_tool_calling, stdio
from toolguard.servers.environment import LoginPath, Unreachable
from toolguard.servers.finding import Finder
from toolguard.servers.open_tool_calling import Invite
from toolguard.servers.otc_request import Habits
from toolguard.servers.secrets import Release, Scrubber
from toolguard.servers.tree import Child, end_orphans

if TYPE_CHECKING:
    from toolguard.servers.http_exchange import Signer

__all__ = [
    "KINDS", "Channel", "Child", "Finder", "Habits", "Invite", "Kind", "LoginPath", "Release", "Scrubber", "Spec",
    "Unreachable",
    "describe", "end_orphans", "open_server",
]  # fmt: skip


Spec = stdio.Spec | http.Spec | open_tool_calling.Spec
"""A server as the configuration has it; its ``kind`` says which of them it is."""


class Channel(Protocol):
    """A running server. Iteration ends when it is gone; `wire.Malformed` comes for an answer that could not be read.

    Over HTTP `Streamed` comes beside the messages, and `OutcomeUnknown` for an answer that will never come.
    """

    ended: str
    """Why iteration ended, to follow "the server"; empty before."""

    @property
    def stderr(self) -> list[str]: ...
    def __aiter__(self) -> AsyncIterator[Heard]: ...
    async def send(self, message: wire.Message | wire.Batch) -> None: ...
    async def close(self, reason: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of server: ``describe`` gives its launch in one line, ``open`` a running channel."""

    label: str
    schema: dict[str, Any]
    """JSON Schema of what a person sets."""
    describe: Callable[[Any], str]
    open: Callable[..., Awaitable[Channel]]


KINDS: dict[str, Kind] = {
    "stdio": Kind("Program on this computer", stdio.SCHEMA, stdio.describe, stdio.open_stdio),
    "http": Kind("Remote server", http.SCHEMA, http.describe, http.open_http),
    "otc": Kind(
        "Open Tool Calling server", open_tool_calling.SCHEMA, open_tool_calling.describe, open_tool_calling.open_otc
    ),
}


def describe(spec: Spec) -> str:
    """The exact launch of a server in one line."""
    return _kind(spec).describe(spec)


async def _nobody(_url: str) -> bool:
    """Nobody is there who could open a page."""
    return False


async def open_server(
    spec: Spec,
    *,
    release: Release,
    log: Callable[[str], None],
    cwd: str = "",
    on_state: Callable[[str], None] = lambda _: None,
    path: Callable[[], Awaitable[str]] | None = None,
    scrubber: Scrubber | None = None,
    on_child: Callable[[Child], None] = lambda _: None,
    current: Callable[[], Any] | None = None,
    habits: Habits | None = None,
    invite: Invite = _nobody,
    signer: Signer | None = None,
) -> Channel:
    """Start or reach a server; raises `Unreachable` with what to do.

    ``release`` gives a secret's value; ``log`` takes a line of what the server says beside the protocol; ``cwd`` is the
    client's folder. ``path`` (one `LoginPath` for the whole app) and ``scrubber`` are shared by servers when given.
    ``on_child`` is told what `end_orphans` needs should this app be killed. ``current`` tells the settings as they are
    later on, ``habits`` outlive a channel, and ``invite`` shows a person a page that the server wants them to open.
    ``signer`` has the token of a person's sign-in to a remote server.
    """
    if not spec.enabled:
        raise Unreachable(f"the server {spec.name!r} is switched off; switch it on in ToolGuard")
    signed = {"signer": signer} if signer is not None else {}
    return await _kind(spec).open(
        spec, release=release, log=log, cwd=cwd, on_state=on_state, path=path or LoginPath(),
        scrubber=scrubber or Scrubber(), on_child=on_child, current=current or (lambda: spec),
        habits=habits or Habits(), invite=invite, **signed,
    )  # fmt: skip


def _kind(spec: Spec) -> Kind:
    if spec.kind not in KINDS:
        raise Unreachable(
            f"the server {spec.name!r} is of the unknown kind {spec.kind!r}; set one of {', '.join(KINDS)}"
        )
    return KINDS[spec.kind]
