"""Memory files for the journal of a stub, as `toolguard-connect` creates them."""

import os


def memory_file() -> int:
    """Return the descriptor of an empty memory file that can be sealed."""
    return os.memfd_create("toolguard", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
