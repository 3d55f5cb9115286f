"""The first line on the local socket: the requests it may contain, and the client that sent it.

Any program of the same user can start a stub, so nothing in the line is trusted beyond its schema. The kernel tells
which program started the stub.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from toolguard.clients.local.client_program import find_parent_program, read_process_environment
from toolguard.clients.local.entry_environment import entry_environment
from toolguard.gate.jsonrpc import Id
from toolguard.gate.model import ClientInfo
from toolguard.gate.session.inflight_call import UnansweredRequest
from toolguard.gate.texts import coded

ALL_SERVERS = "*"
"""Server name of a client that asked for all servers."""
NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z"
"""Pattern of a server's name."""
_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
_Value = Annotated[str, msgspec.Meta(max_length=32_768)]
UNKNOWN_CLIENT = "unknown"
"""Name of a client whose program is unknown."""


class HandshakeError(Exception):
    """The app refuses the request. The text is one sentence for a person that says what to do.

    ``retry``: the refusal is temporary, so that the stub tries again.
    """

    def __init__(self, text: str, *, retry: bool = False) -> None:
        super().__init__(text)
        self.retry = retry


@dataclass(frozen=True, slots=True)
class ClientHandshake:
    """A client that asks for a session. Exactly one of ``server``, ``command`` and ``all`` is set."""

    caller: ClientInfo
    server: str | None
    command: tuple[str, ...] | None
    cwd: str
    session: str | None
    """The session to resume after an app died, as the stub remembers it."""
    all: bool = False
    """All servers as one (`toolguard.clients.aggregate.session`)."""
    only: Callable[[], Collection[str] | None] = lambda: None
    """With ``all``: returns the servers that this client may use now; None for all."""
    identity: str = ""
    """Identity of the client's program (`client_program.ClientProgram.identity`)."""
    earlier_name: str = ""
    """Name in the first releases."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """With ``command``: the variables that the client's entry adds to those that every server gets."""
    open: tuple[UnansweredRequest, ...] = ()
    """Requests that the app that died left unanswered."""


class JoinRequest(msgspec.Struct, tag_field="do", tag="join"):
    """Request of ``toolguard-connect`` to join a chat client to a server."""

    toolguard: Literal[1]
    server: Annotated[str, msgspec.Meta(pattern=NAME_PATTERN)] | None = None
    command: Annotated[list[_Text], msgspec.Meta(min_length=1, max_length=256)] | None = None
    all: bool = False
    client: _Text | None = None
    cwd: _Text = ""
    session: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.:-]{1,128}\Z")] | None = None
    descriptors: bool = False
    environment: Annotated[dict[_Name, _Value], msgspec.Meta(max_length=2_000)] = {}
    """With ``command``: the variables that the client started the stub with."""
    open: list[tuple[Id, _Text, int]] = []
    """From a stub that copies bytes: ID, method and batch (0: none) of each request that an app left open."""


class OrderRequest(msgspec.Struct, tag_field="do", tag="order"):
    """An order of the command line."""

    toolguard: Literal[1]
    order: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_. -]{0,63}\Z")]
    arguments: dict[str, Any] = {}


class RaiseRequest(msgspec.Struct, tag_field="do", tag="raise"):
    """Request to show the window."""

    toolguard: Literal[1] = 1


class CloseRequest(msgspec.Struct, tag_field="do", tag="close"):
    """Request of another ToolGuard process to take over.

    Any program of the user may send it. It gains nothing: pending calls are denied, nothing is approved, and the same
    program could send a signal instead. The sender is recorded.
    """

    toolguard: Literal[1] = 1


Request = JoinRequest | OrderRequest | RaiseRequest | CloseRequest
_decode = msgspec.json.Decoder(Request).decode


def parse(line: bytes) -> Request:
    """Return the request in ``line``. Raises `HandshakeError`."""
    try:
        request: Request = _decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise HandshakeError(coded("clients.not_understand_request_use", reason=problem)) from None
    if isinstance(request, JoinRequest):
        if (request.server is not None) + (request.command is not None) + request.all != 1:
            raise HandshakeError(coded("clients.ask_server_name_command"))
        if request.command and not request.command[0]:
            raise HandshakeError(coded("clients.command_empty_name_program"))
        if any("\0" in text for text in (*(request.command or ()), request.cwd)):
            raise HandshakeError(coded("clients.command_folder_cannot_hold"))
        if any("\0" in name + value or "=" in name[1:] for name, value in request.environment.items()):
            raise HandshakeError(coded("clients.variable_cannot_hold_nul"))
    return request


def make_handshake(join: JoinRequest, pid: int, open: tuple[UnansweredRequest, ...] = ()) -> ClientHandshake:
    """Return the stub's request with what the system knows about the program that started it. ``pid``: stub's, or 0.

    Queries the system and reads files, so it must not run on the event loop.
    """
    program = find_parent_program(pid)
    named = clean_label(join.client or "")
    own = clean_label(program.name)
    environment = entry_environment(join.environment, read_process_environment(program.pid)) if join.command else {}
    return ClientHandshake(
        caller=ClientInfo(
            id=named or own or UNKNOWN_CLIENT, program=program.executable, pid=program.pid, process=program.process
        ),
        server=join.server,
        command=tuple(join.command) if join.command else None,
        cwd=join.cwd,
        session=join.session,
        all=join.all,
        # The person chose a name in the entry, so it applies to every program that starts the entry.
        identity=f"name:{named}" if named else "" if program.identity.startswith("process:") else program.identity,
        earlier_name="" if named else clean_label(program.earlier_name),
        environment=environment,
        open=open,
    )


def clean_label(text: str) -> str:
    """Return ``text`` as a client's name: at most 64 letters, digits and ``_.@ -``; empty if none of them is left."""
    cleaned = re.sub(r"[^A-Za-z0-9_.@ -]", "_", text.strip())[:64].strip()
    return cleaned if re.search(r"[A-Za-z0-9]", cleaned) else ""
