"""Adds and changes servers by orders, and stores their secrets in the keyring."""

from __future__ import annotations

import re
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from msgspec import UNSET

from toolguard.services import interface
from toolguard.services.runtime.requests import Request, Services
from toolguard.window.core_link import CoreLink

_REFERENCE = re.compile(r"\$\{secret:([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class SecretToKeep:
    """A value to store in the keyring under the name ``secret``, with the suspected secret that it replaces."""

    suspect: interface.SuspectedValue
    secret: str
    value: str
    """Empty: asked for later."""


@dataclass(frozen=True, slots=True)
class SaveResult:
    """``sessions`` still use the previous settings; ``trouble``: why a secret was not stored or bound, or "".

    ``is_new``: it was added. ``tested``: a test with these settings has just returned its tools, too. To undo it:
    ``before`` is the changed server as it was, ``secrets`` are those that were stored with it.
    """

    sessions: int = 0
    trouble: str = ""
    is_new: bool = False
    tested: bool = False
    before: interface.EarlierServer | None = None
    secrets: tuple[str, ...] = ()


def without_secrets(server: Mapping[str, Any], keeps: Iterable[SecretToKeep]) -> dict[str, Any]:
    """Return a server's settings with ``${secret:NAME}`` instead of each value that is stored in the keyring."""
    result = dict(server)
    for keep in keeps:
        result = interface.with_secret(result, keep.suspect, keep.secret)
    return result


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a server's settings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)


def references(settings: Mapping[str, Any]) -> set[str]:
    """Return the names of the secrets that a server's settings contain as ``${secret:NAME}``."""
    return {name for text in _texts(settings) for name in _REFERENCE.findall(text)}


async def save(
    core_link: CoreLink, name: str, server: Mapping[str, Any], keeps: list[SecretToKeep], *, new: bool,
    existing: Iterable[str], tools: list[str] | None = None, hidden: Sequence[str] = (),
) -> SaveResult:  # fmt: skip
    """Add or change the server, then store and bind its secrets. Raises `RefusedError`.

    The server comes first: if it is refused, nothing was changed. ``tools``: the only tools that clients see of a new
    one. ``hidden``: the tools that they do not see.
    """
    settings = without_secrets(server, keeps)
    result, added_secrets = SaveResult(is_new=new), list[str]()
    if new:
        only = UNSET if tools is None else tools
        added = interface.NewServer(name=name, **settings, tools=only, hidden=list(hidden) or UNSET)
        await core_link.run(lambda core: core.servers.add(added))
    else:
        described = interface.ServerSettings(name=name, **settings)
        changed = await core_link.run(lambda core: core.servers.change(described))
        result = SaveResult(changed["sessions"], before=changed["before"])
    try:
        for keep in keeps:
            if keep.value:
                await core_link.run(_put_order(keep, f"for {name}"))
                added_secrets.append(keep.secret)
        stored = {keep.secret for keep in keeps if keep.value} | set(existing)
        for secret in sorted(references(settings) & stored):
            await core_link.run(_binding(secret, name))
    except interface.RefusedError as why:
        result = replace(result, trouble=str(why))
    return replace(result, secrets=tuple(added_secrets))


async def forget_secrets(core_link: CoreLink, names: Iterable[str]) -> None:
    """Remove secrets of an undone addition or change, unless a server or a receiver of the log has them."""
    entries = {entry["name"]: entry for entry in await core_link.run(lambda core: core.secrets.all())}
    for name in names:
        if name in entries and not (entries[name]["servers"] or entries[name]["shipped_to"]):
            await core_link.run(partial(_removing, name=name))


def _removing(core: Services, *, name: str) -> Coroutine[Any, Any, interface.SecretEntry]:
    return core.secrets.remove(name)


def _put_order(keep: SecretToKeep, note: str) -> Request[interface.SecretEntry]:
    return lambda core: core.secrets.put(keep.secret, keep.value, note, new=True)


def _binding(secret: str, server: str) -> Request[interface.SecretEntry]:
    return lambda core: core.secrets.bind(secret, [server])
