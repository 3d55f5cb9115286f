"""The first line that comes over the local socket: what it may say, and who says it.

A stub is started by any program of the same user, so nothing in the line is trusted beyond its shape. The program
that started the stub is asked of the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from toolguard.clients.local.client_program import environment_of, starter
from toolguard.clients.local.entry_environment import entry_environment
from toolguard.gate.jsonrpc import Id
from toolguard.gate.model import ClientInfo
from toolguard.gate.session.inflight_call import UnansweredRequest
from toolguard.gate.texts import coded

EVERY = "*"
"""What is called the server of a client that asked for all of them."""
NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z"
"""A server's name."""
_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
_Value = Annotated[str, msgspec.Meta(max_length=32_768)]
UNKNOWN = "unknown"
"""The name of a client whose program the system does not tell."""


class HandshakeError(Exception):
    """The app does not take this request. The text is one sentence for a person that says what to do.

    ``retry``: only now, so that the stub tries again by itself.
    """

    def __init__(self, text: str, *, retry: bool = False) -> None:
        super().__init__(text)
        self.retry = retry


@dataclass(frozen=True, slots=True)
class ClientHello:
    """A client that wants to be joined. Exactly one of ``server``, ``command`` and ``all`` is set."""

    caller: ClientInfo
    server: str | None
    command: tuple[str, ...] | None
    cwd: str
    session: str | None
    """The session to take up again after an app died, as the stub remembers it."""
    all: bool = False
    """To every server, as one (`toolguard.clients.aggregate.facade`)."""
    only: Callable[[], Collection[str] | None] = lambda: None
    """With ``all``: tells the servers that this client may use now; None for every one."""
    identity: str = ""
    """What tells this client's program from all others (`client_program.ClientProgram.identity`)."""
    earlier_name: str = ""
    """The name that the first releases gave it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """With ``command``: the variables that the client's entry adds to what any server gets."""
    open: tuple[UnansweredRequest, ...] = ()
    """What that app has left without an answer."""


class JoinRequest(msgspec.Struct, tag_field="do", tag="join"):
    toolguard: Literal[1]
    server: Annotated[str, msgspec.Meta(pattern=NAME)] | None = None
    command: Annotated[list[_Text], msgspec.Meta(min_length=1, max_length=256)] | None = None
    all: bool = False
    client: _Text | None = None
    cwd: _Text = ""
    session: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.:-]{1,128}\Z")] | None = None
    descriptors: bool = False
    environment: Annotated[dict[_Name, _Value], msgspec.Meta(max_length=2_000)] = {}
    """With ``command``: the variables that the client started the stub with."""
    open: list[tuple[Id, _Text, int]] = []
    """Of a stub that copies bytes: id, method and batch (0: none) of each request that an app left open."""


class OrderRequest(msgspec.Struct, tag_field="do", tag="order"):
    toolguard: Literal[1]
    order: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_. -]{0,63}\Z")]
    arguments: dict[str, Any] = {}


class RaiseRequest(msgspec.Struct, tag_field="do", tag="raise"):
    toolguard: Literal[1] = 1


class CloseRequest(msgspec.Struct, tag_field="do", tag="close"):
    """Another start of ToolGuard wants to take over.

    Any program of the user may ask for it. It gains nothing by that: what is held is denied, nothing is approved, and
    the same program could send a signal instead. Who asked is recorded.
    """

    toolguard: Literal[1] = 1


Request = JoinRequest | OrderRequest | RaiseRequest | CloseRequest
_decode = msgspec.json.Decoder(Request).decode


def parse(line: bytes) -> Request:
    """The request in ``line``; raises `HandshakeError`."""
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


def hello(join: JoinRequest, pid: int, open: tuple[UnansweredRequest, ...] = ()) -> ClientHello:
    """Return what the stub said, with what the system knows of the program that started it. ``pid``: the stub's, or 0.

    Asks the system and reads files: not for the event loop.
    """
    program = starter(pid)
    named = label(join.client or "")
    own = label(program.name)
    environment = entry_environment(join.environment, environment_of(program.pid)) if join.command else {}
    return ClientHello(
        caller=ClientInfo(
            id=named or own or UNKNOWN, program=program.executable, pid=program.pid, process=program.process
        ),
        server=join.server,
        command=tuple(join.command) if join.command else None,
        cwd=join.cwd,
        session=join.session,
        all=join.all,
        # A name in the entry is the person's own word: whatever program starts that entry is meant.
        identity=f"name:{named}" if named else "" if program.identity.startswith("process:") else program.identity,
        earlier_name="" if named else label(program.earlier_name),
        environment=environment,
        open=open,
    )


def label(text: str) -> str:
    """``text`` as a client's name: letters, digits and ``_.@ -``, at most 64; empty when nothing is left of it."""
    cleaned = re.sub(r"[^A-Za-z0-9_.@ -]", "_", text.strip())[:64].strip()
    return cleaned if re.search(r"[A-Za-z0-9]", cleaned) else ""
