"""A process of an ordinary user that asks polkit through `Polkit`: python asks_polkit.py ADDRESS UID missing|verify.

It prints its process id, waits for a line on stdin, asks, and prints the answer as one line of JSON. Another line on
stdin cancels what is under way. It starts as root, imports everything, and then becomes that user for good.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import uvloop

from toolguard.gate.approvals.presence import PresenceError
from toolguard.presence.polkit import Polkit


async def ask(address: str, uid: int, what: str) -> dict[str, str]:
    polkit = Polkit(address, uid=uid)
    loop = asyncio.get_running_loop()
    reader = ThreadPoolExecutor(1)
    prompt = (await loop.run_in_executor(reader, sys.stdin.readline)).strip()
    asking = asyncio.ensure_future(polkit.missing() if what == "missing" else polkit.verify(prompt))
    cancelling = loop.run_in_executor(reader, sys.stdin.readline)
    await asyncio.wait({asking, cancelling}, return_when=asyncio.FIRST_COMPLETED)
    if not asking.done():
        asking.cancel()
    try:
        return {"said": await asking}
    except PresenceError as why:
        return {"refused": str(why)}
    except asyncio.CancelledError:
        return {"cancelled": "yes"}


def main() -> None:
    address, uid, what = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if uid != os.getuid():
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    print(os.getpid(), flush=True)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # the loop that the core has
        print(json.dumps(runner.run(ask(address, uid, what))), flush=True)
    os._exit(0)  # a thread may still read stdin


main()
