"""The app without a window, with a person who approves by program: ``python approving_app.py HOME [RETURN_WITHIN]``.

It approves each held call whose argument ``approve`` is true, some milliseconds after it was shown. Everything else is
the real core with its rules, log and sockets.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from toolguard.app import new_loop
from toolguard.services.runtime.core import RETURN_TIMEOUT, Core

PAUSE = 0.03


async def approve(core: Core) -> None:
    while True:
        for held in core.guard.snapshot().pending:
            if held.call.arguments.get("approve"):
                await core.guard.approve(held.call.id, shown=held.shown)
        await asyncio.sleep(random.uniform(0, PAUSE))


async def main() -> None:
    core = Core(Path(sys.argv[1]), keep_anchor=False, vouched=True, return_within=float((*sys.argv, RETURN_TIMEOUT)[2]))
    core.gate.availability.ready()
    await core.start()
    try:
        await approve(core)
    finally:
        await core.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
