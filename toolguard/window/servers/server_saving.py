"""Registers and changes servers by orders; what the person wants kept as a secret goes into the keychain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from toolguard.services.interface import NewServer, RefusedError, SecretEntry, ServerSettings, SuspectedValue
from toolguard.services.runtime.requests import Request
from toolguard.window.core_link import CoreLink

_REFERENCE = re.compile(r"\$\{secret:([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class SecretToKeep:
    """A value that goes into the keychain under the name ``secret``, and what it was suspected by."""

    suspect: SuspectedValue
    secret: str
    value: str
    """Empty: it is asked for later."""


@dataclass(frozen=True, slots=True)
class SaveResult:
    """``sessions`` go on with the settings of before; ``trouble``: why a secret was not kept or bound, or "".

    ``tested``: it is new, and has just told its tools with these settings.
    """

    sessions: int = 0
    trouble: str = ""
    tested: bool = False


def without_secrets(server: Mapping[str, Any], keeps: Iterable[SecretToKeep]) -> dict[str, Any]:
    """A server's settings with ``${secret:NAME}`` wherever a value is kept in the keychain."""
    made = dict(server)
    for keep in keeps:
        place, name = keep.suspect["place"], keep.suspect["name"]
        made[place] = {**made[place], name: f"{keep.suspect['before']}${{secret:{keep.secret}}}"}
    return made


def _texts(value: Any) -> Iterator[str]:
    """Every text in a server's settings, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(one)


async def save(
    seam: CoreLink, name: str, server: Mapping[str, Any], keeps: list[SecretToKeep], *, new: bool, known: Iterable[str],
    tools: list[str] | None = None, hidden: Sequence[str] = (),
) -> SaveResult:  # fmt: skip
    """Add or change the server, then keep and bind its secrets; raises `RefusedError`.

    The server comes first: when that is refused, nothing was done. ``tools``: all that clients see of a new one.
    ``hidden``: what they do not see of it.
    """
    settings = without_secrets(server, keeps)
    sessions = 0
    if new:
        only = UNSET if tools is None else tools
        added = NewServer(name=name, **settings, tools=only, hidden=list(hidden) or UNSET)
        await seam.run(lambda core: core.servers.add(added))
    else:
        described = ServerSettings(name=name, **settings)
        sessions = (await seam.run(lambda core: core.servers.change(described)))["sessions"]
    try:
        for keep in keeps:
            if keep.value:
                await seam.run(_putting(keep, f"for {name}"))
        kept = {keep.secret for keep in keeps if keep.value} | set(known)
        named = {found for text in _texts(settings) for found in _REFERENCE.findall(text)}
        for secret in sorted(named & kept):
            await seam.run(_binding(secret, name))
    except RefusedError as why:
        return SaveResult(sessions, str(why))
    return SaveResult(sessions)


def _putting(keep: SecretToKeep, note: str) -> Request[SecretEntry]:
    return lambda core: core.secrets.put(keep.secret, keep.value, note, new=True)


def _binding(secret: str, server: str) -> Request[SecretEntry]:
    return lambda core: core.secrets.bind(secret, [server])
