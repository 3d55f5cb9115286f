"""The first line that comes over the local socket: what it may say, and who says it.

A stub is started by any program of the same user, so nothing in the line is trusted beyond its shape. The program
that started the stub is asked of the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, Literal

import msgspec
import psutil

from toolguard.checkpoint.calls import Caller

EVERY = "*"
"""What is called the server of a client that asked for all of them."""
NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z"
"""A server's name."""
_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_INTERPRETERS = re.compile(r"(node|nodejs|bun|deno|python[\d.]*|pythonw|ruby|perl|php|java)(\.exe)?\Z")
_SHELLS = re.compile(r"(sh|bash|dash|zsh|fish|ash|ksh|busybox)\Z")


class Refusal(Exception):
    """The app does not take this request. The text is one sentence for a person that says what to do."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A client that wants to be joined. Exactly one of ``server``, ``command`` and ``all`` is set."""

    caller: Caller
    server: str | None
    command: tuple[str, ...] | None
    cwd: str
    session: str | None
    """The session to take up again after an app died, as the stub remembers it."""
    partial: bool
    """That app stopped inside a line that it was writing to the client."""
    all: bool = False
    """To every server, as one (`toolguard.clients.facade`)."""
    only: Callable[[], Collection[str] | None] = lambda: None
    """With ``all``: tells the servers that this client may use now; None for every one."""


class Join(msgspec.Struct, tag_field="do", tag="join"):
    toolguard: Literal[1]
    server: Annotated[str, msgspec.Meta(pattern=NAME)] | None = None
    command: Annotated[list[_Text], msgspec.Meta(min_length=1, max_length=256)] | None = None
    all: bool = False
    client: _Text | None = None
    cwd: _Text = ""
    session: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.:-]{1,128}\Z")] | None = None
    partial: bool = False
    descriptors: bool = False


class Order(msgspec.Struct, tag_field="do", tag="order"):
    toolguard: Literal[1]
    order: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_. -]{0,63}\Z")]
    arguments: dict[str, Any] = {}


class Raise(msgspec.Struct, tag_field="do", tag="raise"):
    toolguard: Literal[1] = 1


_decode = msgspec.json.Decoder(Join | Order | Raise).decode


def parse(line: bytes) -> Join | Order | Raise:
    """The request in ``line``; raises `Refusal`."""
    try:
        request: Join | Order | Raise = _decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refusal(f"ToolGuard does not understand this request ({problem}): use the same version of both") from None
    if isinstance(request, Join):
        if (request.server is not None) + (request.command is not None) + request.all != 1:
            raise Refusal("ask for a server by its name, for a command, or for all servers")
        if request.command and not request.command[0]:
            raise Refusal("the command is empty: name a program after --")
        if any("\0" in text for text in (*(request.command or ()), request.cwd)):
            raise Refusal("a command and its folder cannot hold NUL characters")
    return request


def hello(join: Join, pid: int) -> Hello:
    """What the stub said, and what the system knows of the program that started it. ``pid``: the stub's, or 0."""
    program, name, parent = starter(pid)
    return Hello(
        caller=Caller(id=label(join.client or "") or label(name) or "unknown", program=program, pid=parent),
        server=join.server,
        command=tuple(join.command) if join.command else None,
        cwd=join.cwd,
        session=join.session,
        partial=join.partial,
        all=join.all,
    )


def label(text: str) -> str:
    """``text`` as a client's name: letters, digits and ``_.@ -``, at most 64; empty when nothing is left of it."""
    cleaned = re.sub(r"[^A-Za-z0-9_.@ -]", "_", text.strip())[:64].strip()
    return cleaned if re.search(r"[A-Za-z0-9]", cleaned) else ""


def starter(pid: int) -> tuple[str, str, int]:
    """Path, name and process id of the program that started process ``pid``; empty where the system does not tell."""
    try:
        process = psutil.Process(pid).parent() if pid else None
        while process and _is_wrapper(process):
            process = process.parent()
        if process is None:
            return "", "", 0
        name, command = process.name(), process.cmdline()
    except (psutil.Error, OSError):
        return "", "", 0
    try:
        program = process.exe()
    except (psutil.Error, OSError):  # another user's program, for instance sudo
        program = ""
    return program, program_name(name, command), process.pid


def _is_wrapper(process: psutil.Process) -> bool:
    """``sh -c`` around the stub: whoever started the shell is meant."""
    return bool(_SHELLS.match(process.name())) and "-c" in process.cmdline()[1:3]


def program_name(name: str, command: list[str]) -> str:
    """What a person would call the program: for an interpreter the script that it runs."""
    if not _INTERPRETERS.match(name.lower()):
        return name.removesuffix(".exe")
    arguments = iter(command[1:])
    for argument in arguments:
        if argument == "-m":
            return next(arguments, name)
        if argument in ("-c", "-e", "-"):
            return name
        if not argument.startswith("-"):
            script = PurePath(argument)
            vague = script.stem in ("index", "main", "cli", "__main__", "bundle")
            return script.parent.name or script.stem if vague else script.stem
    return name
