"""Client names and the programs that they belong to, kept across runs.

A name belongs to the first program that requests it; another program with the same name gets a number appended. Names
that rules used before this was recorded belong to nobody until a person assigns them.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import msgspec

from toolguard.store import regular_file
from toolguard.store.atomic_write import replace

MAX_NAMES = 5_000
"""Maximum stored names. Further programs get a name for their session only."""
_MAX_IDENTITY_LENGTH = 2_000
_MAX_FILE_SIZE = 8 * 1024 * 1024
_log = logging.getLogger(__name__)


class NamedClient(msgspec.Struct, frozen=True):
    """The program that owns a name. ``confirmed`` is False while allow rules of that name wait for a person."""

    identity: str
    confirmed: bool = True


class ClientNames:
    """The names in the file ``path`` (JSON, mode 0600). A missing or damaged file counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._named: dict[str, NamedClient] = _read(path)

    def name(self, requested: str, identity: str, *, taken: frozenset[str] = frozenset(), ruled: bool = False) -> str:
        """Return the name of the program with ``identity``, which requests ``requested``.

        ``taken`` are names in use elsewhere, such as clients over HTTP. ``ruled``: allow rules name ``requested``; if
        the name has no owner yet, they wait until a person confirms it.
        """
        identity = identity[:_MAX_IDENTITY_LENGTH]
        for name, client in self._named.items():
            if client.identity == identity and (name == requested or name.startswith(f"{requested}-")):
                return name
        name, number = requested, 1
        while name in taken or not self._is_free(name):
            number += 1
            name = f"{requested[:58]}-{number}"
        if len(self._named) < MAX_NAMES or name in self._named:
            self._named[name] = NamedClient(identity, confirmed=not (ruled and name == requested))
            self._write()
        return name

    def _is_free(self, name: str) -> bool:
        return name not in self._named or not self._named[name].identity

    def names_of(self, identity: str) -> tuple[str, ...]:
        """Return the names of the program with ``identity``."""
        return tuple(name for name, client in self._named.items() if client.identity == identity[:_MAX_IDENTITY_LENGTH])

    def is_known(self, name: str) -> bool:
        """Return whether ``name`` belongs to a program."""
        return name in self._named

    def unconfirmed(self) -> frozenset[str]:
        """Return the names whose allow rules do not apply yet."""
        return frozenset(name for name, client in self._named.items() if not client.confirmed)

    def confirm(self, name: str) -> None:
        """Make the allow rules of ``name`` apply to its program."""
        if name in self._named:
            self._named[name] = NamedClient(self._named[name].identity)
            self._write()

    def release(self, name: str) -> None:
        """Remove ``name`` from its program, which gets another one at its next connection.

        Until another program has the name, its allow rules apply to nobody.
        """
        client = self._named.get(name)
        if client is None:
            return
        self._named[name] = NamedClient("", confirmed=False)
        number = 2
        while not self._is_free(f"{name[:58]}-{number}"):
            number += 1
        self._named[f"{name[:58]}-{number}"] = NamedClient(client.identity)
        self._write()

    def _write(self) -> None:
        entries = {name: msgspec.to_builtins(client) for name, client in self._named.items()}
        try:
            replace(self._path, json.dumps({"version": 1, "clients": entries}, indent=1).encode())
        except OSError as problem:  # the names stay valid for this run
            _log.warning("the names of chat clients could not be written: %s", problem)


def _read(path: Path) -> dict[str, NamedClient]:
    try:
        data: Any = msgspec.json.decode(regular_file.read(path, _MAX_FILE_SIZE), type=dict)
        clients = msgspec.convert(data.get("clients", {}), dict[str, NamedClient])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        _log.warning("the names of chat clients could not be read: %s", problem)
        return {}
    return dict(list(clients.items())[:MAX_NAMES])
