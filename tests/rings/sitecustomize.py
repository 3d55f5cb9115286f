"""Gives programs that a test starts the keyring of the test. Python runs this file when its folder is in PYTHONPATH.

ToolGuard itself takes no keyring from a variable or a file: a program that could name one would be given every secret.
``TEST_KEYRING`` is ``MODULE.CLASS``, or ``none`` for a machine without a keyring.
"""

import os
import sys
from importlib.machinery import PathFinder

NAME = "toolguard.store.keychain"


class Exchange:
    """Runs after the module with the known backends, whenever that is imported."""

    def __init__(self, ring):
        self._module, _, self._kind = ring.rpartition(".")

    def find_spec(self, name, path=None, target=None):
        if name != NAME:
            return None
        spec = PathFinder.find_spec(name, path, target)
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            known = module.KnownBackend(self._module, self._kind, "Keyring of the tests")
            module.KNOWN = (known,) if self._module else ()

        spec.loader.exec_module = exec_module
        return spec


if ring := os.environ.get("TEST_KEYRING"):
    sys.meta_path.insert(0, Exchange(ring))
