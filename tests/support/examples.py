"""How many examples a property is tried with."""

from __future__ import annotations

import os


def examples(count: int = 100) -> int:
    """Return ``count`` with ``TOOLGUARD_ALL_EXAMPLES``, else a quarter: each run of the suite tries other examples."""
    return count if "TOOLGUARD_ALL_EXAMPLES" in os.environ else count // 4
