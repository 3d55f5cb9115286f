"""Replace the keyring of programs that a test starts. Python runs this file when its folder is in PYTHONPATH.

ToolGuard does not take a keyring from a variable or a file: a program that could set it would receive every secret.
``TEST_KEYRING`` is ``MODULE.CLASS``, or ``none`` for a machine without a keyring.
"""

import os
import sys
from importlib.machinery import PathFinder

NAME = "toolguard.store.keychain"


def exchange(module, ring):
    """Make the test's keyring the only known backend."""
    home, _, kind = ring.rpartition(".")
    module.KNOWN_BACKENDS = (module.KnownBackend(home, kind, "Keyring of the tests"),) if home else ()


class KeyringFinder:
    """Import hook that replaces the known backends after their module is imported."""

    def __init__(self, ring):
        self._ring = ring

    def find_spec(self, name, path=None, target=None):
        if name != NAME:
            return None
        spec = PathFinder.find_spec(name, path, target)
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            exchange(module, self._ring)

        spec.loader.exec_module = exec_module
        return spec


if ring := os.environ.get("TEST_KEYRING"):
    if NAME in sys.modules:  # a process of a fork server that has imported it
        exchange(sys.modules[NAME], ring)
    else:
        sys.meta_path.insert(0, KeyringFinder(ring))
