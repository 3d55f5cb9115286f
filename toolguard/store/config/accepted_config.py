"""Copies of accepted configurations, named by digest; the seal says which one counts.

Any program that can write the configuration can write copies. A copy counts only if an authentic seal names its digest
(`toolguard.store.config.seals`).
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from toolguard.store import regular_file
from toolguard.store.atomic_write import replace
from toolguard.store.config.config_diff import State

_MAX_FILE_SIZE = 256 << 20  # bytes; far more than a configuration of the maximum size makes


def demands_presence(state: State | None) -> bool:
    """Return whether settings demand proof of presence before approvals."""
    preferences = state.get("preferences") if state is not None else None
    return isinstance(preferences, dict) and preferences.get("presence", "off") != "off"


def presence_alone(state: State) -> State | None:
    """Return the part of settings that demands proof of presence, with their security keys; None if they do not."""
    if not demands_presence(state):
        return None
    preferences = {name: value for name, value in state["preferences"].items() if name.startswith("presence")}
    return {"version": 1, "preferences": preferences, "security_keys": state.get("security_keys", {})}


class AcceptedConfigs:
    """The copies in ``folder``: the newest two of this run, or those of an earlier one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._newest: tuple[str, ...] = ()

    def keep(self, state: State) -> str:
        """Write a copy unless it exists; return its SHA-256 (hex). Raises OSError."""
        data = json.dumps(state, sort_keys=True, ensure_ascii=False).encode()
        digest = hashlib.sha256(data).hexdigest()
        if self._read(digest) != data:
            replace(self._path(digest), data)
        return digest

    def forget_others(self, digest: str) -> None:
        """Remove all copies but this one and its predecessor, which the seal may still name."""
        self._newest = tuple(dict.fromkeys((digest, *self._newest)))[:2]
        for path in self._folder.glob("*.json"):
            if path.stem not in self._newest:
                with suppress(OSError):  # one copy too many does no harm
                    path.unlink()

    def may_demand_presence(self) -> bool:
        """Return whether any copy, authentic or not, demands proof of presence before approvals."""
        digests = [path.stem for path in self._folder.glob("*.json")]
        return any(demands_presence(self.state(digest)) for digest in digests)

    def is_empty(self) -> bool:
        """Whether there is no copy."""
        return next(self._folder.glob("*.json"), None) is None

    def state(self, digest: str) -> State | None:
        """Return the state in the copy with this digest; None if it is missing, was changed, or is none."""
        data = self._read(digest)
        if data is None or hashlib.sha256(data).hexdigest() != digest:
            return None
        try:
            state: State = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return state if isinstance(state, dict) else None

    def _read(self, digest: str) -> bytes | None:
        try:
            return regular_file.read(self._path(digest), _MAX_FILE_SIZE)
        except OSError:
            return None

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}.json"
