"""Registers and changes servers by orders; what the person wants kept as a secret goes into the keychain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.window.seam import Refused, Seam

_REFERENCE = re.compile(r"\$\{secret:([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Keep:
    """A value that goes into the keychain under the name ``secret``, and what it was suspected by."""

    suspect: Mapping[str, Any]
    secret: str
    value: str
    """Empty: it is asked for later."""


def without_secrets(server: Mapping[str, Any], keeps: Iterable[Keep]) -> dict[str, Any]:
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
    seam: Seam, name: str, server: Mapping[str, Any], keeps: list[Keep], *, new: bool, known: Iterable[str],
    tools: list[str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Add or change the server, then keep and bind its secrets; raises `Refused`.

    The server comes first: when that is refused, nothing was done. ``tools``: all that clients see of a new one.
    """
    settings = without_secrets(server, keeps)
    only = {"tools": tools} if new and tools is not None else {}
    order = "server.add" if new else "server.change"
    saved: dict[str, Any] = await seam.do(order, {"name": name, **settings, **only})
    told = dict(saved)
    try:
        for keep in keeps:
            if keep.value:
                asked = {"name": keep.secret, "value": keep.value, "note": f"for {name}", "new": True}
                await seam.do("secret.set", asked)
        kept = {keep.secret for keep in keeps if keep.value} | set(known)
        named = {found for text in _texts(settings) for found in _REFERENCE.findall(text)}
        for secret in sorted(named & kept):
            await seam.do("secret.bind", {"name": secret, "servers": [name]})
    except Refused as why:
        told["trouble"] = str(why)
    return told
