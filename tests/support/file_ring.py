"""A keyring in the file that the variable RING names, for commands in other processes."""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend


class Ring(KeyringBackend):
    priority = 1  # type: ignore[assignment]

    def _all(self) -> dict[str, str]:
        path = Path(os.environ["RING"])
        return dict(json.loads(path.read_text())) if path.exists() else {}

    def _save(self, kept: dict[str, str]) -> None:
        Path(os.environ["RING"]).write_text(json.dumps(kept))

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(f"{service}\n{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._save({**self._all(), f"{service}\n{username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = self._all()
        del kept[f"{service}\n{username}"]
        self._save(kept)
