"""Detection of entries that already go through ToolGuard: they launch its stub or have its address."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

_STUBS = ("toolguard-connect", "toolguard-connect.exe", "connect.py")
_MODULE = "toolguard.clients.stub.connect"
_PATH = re.compile(r"(?:/t/[^/]*)?(?:/s/(?P<server>[^/]+))?/(?:mcp|sse)/?")
_PYTHON = re.compile(r"(?:python|pypy)[0-9.]*(?:\.exe)?\Z", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\\/]")
_FLAGS = re.compile(r"-[BEIOSdqsu]+")
"""Options of Python that run no code."""
COMMAND_MEMBERS = ("command", "cmd")
ADDRESS_MEMBERS = ("url", "serverUrl", "httpUrl", "uri", "endpoint")


@dataclass(frozen=True, slots=True)
class GuardedTarget:
    """What a guarded entry refers to: a server by its name, all servers, or a command."""

    server: str = ""
    command: tuple[str, ...] = ()
    programs: tuple[str, ...] = field(default=(), compare=False)
    """The stub that the entry launches, after the path of the interpreter if it has one; none for an address."""


def guarded(entry: Mapping[str, Any], port: int | None = None) -> GuardedTarget | None:
    """Return what an entry reaches through ToolGuard, or None if it is not guarded.

    With a command and an address, or several addresses, clients differ in which they use: all must be ToolGuard's. Of
    two commands, none counts. ``port`` is ToolGuard's port on 127.0.0.1, or None if HTTP is off.
    """
    words = words_of(entry)
    addresses = [entry[name] for name in ADDRESS_MEMBERS if entry.get(name)]
    targets = [target for target in map(address, addresses) if target is not None]
    if all(map(entry.get, COMMAND_MEMBERS)) or len(targets) < len(addresses):
        return None
    if any(port is None or used != port for _, used in targets):
        return None
    if words and is_stub(words[0]):
        return replace(_target(words[1:]), programs=(words[0],))
    if words and _PYTHON.match(_SEPARATOR.split(words[0])[-1]):
        index = next((index for index, word in enumerate(words[1:], 1) if not word.startswith("-")), 0)
        if index and is_stub(words[index]) and _runs_only(words[1:index], words[index]):
            paths = tuple(word for word in (words[0], words[index]) if _SEPARATOR.search(word))
            return replace(_target(words[index + 1 :]), programs=paths)
    return GuardedTarget(server=targets[0][0]) if targets and not words else None


def _runs_only(options: Sequence[str], stub: str) -> bool:
    """Return whether an interpreter with these options runs the stub, and no code of the folder it is started in."""
    if stub == _MODULE:  # without -I, the folder's own package of that name
        return options[-1:] == ["-m"] and all(map(_FLAGS.fullmatch, options[:-1])) and "I" in "".join(options[:-1])
    return bool(_SEPARATOR.search(stub)) and all(map(_FLAGS.fullmatch, options))


def words_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the command line of an entry in any client's format."""
    command, args = entry.get("command") or entry.get("cmd"), entry.get("args")
    if isinstance(command, dict):
        path: Any = command.get("path")
        command, args = path, command.get("args", args)
    words = command if isinstance(command, list) else [command]
    return [word for word in [*words, *(args if isinstance(args, list) else [])] if isinstance(word, str)]


def is_stub(word: str) -> bool:
    """Return whether a word of a command line names the stub. ``shutil.which`` adds ``.EXE`` to it on Windows."""
    return _SEPARATOR.split(word)[-1].lower() in _STUBS or word == _MODULE


def address(url: Any) -> tuple[str, int | None] | None:
    """Return the server ("": all) and the port of one of ToolGuard's addresses, or None for another address."""
    if not isinstance(url, str):
        return None
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        return None
    path = _PATH.fullmatch(parts.path)
    if path is None or parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        return None
    return path["server"] or "", port


def _target(options: Sequence[str]) -> GuardedTarget:
    if "--" in options:
        index = list(options).index("--")
        return GuardedTarget(command=tuple(options[index + 1 :]))
    for name, value in pairwise(options):
        if name == "--server":
            return GuardedTarget(server=value)
    return GuardedTarget(server=next((option[9:] for option in options if option.startswith("--server=")), ""))
