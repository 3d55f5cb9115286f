"""Which secret goes to which server: released only where the person bound it, and noted each time."""

from __future__ import annotations

from collections.abc import Callable

from toolguard.checkpoint.calls import Event, Released, Tool
from toolguard.servers import Scrubber, Unreachable
from toolguard.servers.secrets import places
from toolguard.store.config import Config
from toolguard.store.keychain import Keychain, KeychainProblem


class Releases:
    """Reads secrets for servers. ``scrub`` learns each value, so that it is taken out of what comes back."""

    def __init__(self, config: Config, keychain: Keychain, scrub: Scrubber, *, note: Callable[[Event], None]) -> None:
        self._config = config
        self._keychain = keychain
        self._scrub = scrub
        self._note = note

    def named_by(self, server: str, tool: Tool | None = None) -> tuple[str, ...]:
        """The secrets that the settings of ``server`` name for itself; of those for some tools, what ``tool`` asks for.

        What is filled into the arguments of a call is not among them: `toolguard.bindings` names it.
        """
        spec = self._config.servers.get(server)
        found = places(spec) if spec else {}
        return tuple(sorted(name for name, where in found.items() if any(_is_for(tool, one) for one in where)))

    async def release(self, server: str, name: str, place: str = "") -> str:
        """The value of a secret for a server that it is bound to; raises `Unreachable` with what to do.

        ``place``: the one place that it is for; without it, those that it has in the server itself.
        """
        entry = self._config.secrets.get(name)
        if entry is None or server not in entry.servers:
            raise Unreachable(
                f"the secret {name} is not bound to the server {server}: "
                f"run `toolguard secret bind {name} --server {server}` and accept it"
            )
        if entry.kind == "oauth":
            raise Unreachable(f"{name} is a sign-in, whose tokens go by themselves where they may go: take it out")
        try:
            value = await self._keychain.get(name)
        except KeychainProblem as problem:
            raise Unreachable(f"the secret {name} cannot be read. {problem}") from None
        if value is None:
            raise Unreachable(f"the secret {name} is not in your keychain: run `toolguard secret set {name}`")
        self._scrub.learn(name, value)
        self._note(Released(server=server, secret=name, place=place or self._place(server, name)))
        return value

    def _place(self, server: str, name: str) -> str:
        spec = self._config.servers.get(server)
        found = places(spec).get(name, ()) if spec else ()
        return ", ".join(place for place in found if not _is_argument(place))


def _is_for(tool: Tool | None, place: str) -> bool:
    """Whether what is at ``place`` goes along with calls of ``tool``; of a tool that is not known it is feared."""
    if _is_argument(place):
        return False
    return tool is None or not place.startswith("context ") or place in tool.needs


def _is_argument(place: str) -> bool:
    return place.startswith("argument ")
