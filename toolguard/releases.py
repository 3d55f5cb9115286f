"""Which secret goes to which server: released only where the person bound it, and noted each time."""

from __future__ import annotations

from collections.abc import Callable

from toolguard.checkpoint.calls import Event, Released
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

    def named_by(self, server: str) -> tuple[str, ...]:
        """The secrets that the settings of ``server`` name for the server itself, beside those for single calls."""
        spec = self._config.servers.get(server)
        found = places(spec) if spec else {}
        return tuple(sorted(name for name, at in found.items() if any(not _of_calls(place) for place in at)))

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
        return ", ".join(place for place in found if not _of_calls(place))


def _of_calls(place: str) -> bool:
    """Whether a secret goes there with each call, not when the server is opened."""
    return place.startswith("argument ")
