"""Has a configuration accepted as the product does it, for tests that write config.json and then start the app.

Whoever starts ToolGuard in a terminal answers for the configuration as it stands, so that is what is done here: the
same core as `toolguard serve`'s is started and closed once. It seals the file with a key of its own making.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from tests.fork_server import TOOLGUARD, fork_server
from toolguard.services.runtime.core import Core


async def accept_as_it_stands(home: Path) -> None:
    """In this process, with the key in a file."""
    core = Core(home, keep_anchor=False, vouched=True)
    await core.start()
    await core.close()


async def _once() -> None:
    core = Core(Path(os.environ["TOOLGUARD_HOME"]), vouched=True)
    await core.start()
    while core.vouching.standing is None:  # a keyring can be slow, and closing waits two seconds for it
        await asyncio.sleep(0.01)
    core.edits.begin()  # the start did so only if the keyring had answered by then; until then nothing is sealed
    await core.vouching.finish(core.edits.to_seal())
    await core.vouching.keep_up()
    await core.close()
    assert (core.home / "accepted" / "seal").exists(), "the settings were not sealed"


def accept_in_a_process(env: Mapping[str, str]) -> None:
    """In a process of its own with the environment ``env``: the key lies in the keyring that is reached there."""
    done = fork_server(*TOOLGUARD).run(["-m", "tests.accepting"], env=env, cwd=Path(__file__).parents[1])
    assert done.returncode == 0, done.stderr.decode()


if __name__ == "__main__":
    asyncio.run(_once())
