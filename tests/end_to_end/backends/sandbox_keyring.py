"""Keyrings for a process of its own, in a file outside the state folder, or of no use: stuck, hanging, locked."""

import json
import os
import time
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class Filed(KeyringBackend):
    """What it keeps lies in the file that ``SANDBOX_KEYRING`` names."""

    priority = 9

    def _all(self):
        path = Path(os.environ["SANDBOX_KEYRING"])
        return json.loads(path.read_text()) if path.exists() else {}

    def _keep(self, found):
        Path(os.environ["SANDBOX_KEYRING"]).write_text(json.dumps(found))

    def get_password(self, service, username):
        return self._all().get(f"{service} {username}")

    def set_password(self, service, username, password):
        self._keep({**self._all(), f"{service} {username}": password})

    def delete_password(self, service, username):
        found = self._all()
        del found[f"{service} {username}"]
        self._keep(found)


class Stuck(Filed):
    """Answers nothing as long as there is a file beside its own whose name ends with ``.stuck``."""

    def _all(self):
        while Path(os.environ["SANDBOX_KEYRING"] + ".stuck").exists():
            time.sleep(0.02)
        return super()._all()


class Hanging(KeyringBackend):
    """Waits for a person who never comes."""

    priority = 9

    def get_password(self, service, username):
        time.sleep(3600)

    set_password = delete_password = get_password


class Locked(KeyringBackend):
    """Stays locked, whatever is asked."""

    priority = 9

    def get_password(self, service, username):
        raise KeyringLocked("the collection is locked")

    set_password = delete_password = get_password
