"""Accept a configuration, for tests that write config.json and then start the app.

The core is started and closed once as `toolguard serve` does it, which vouches for the configuration as it is. It seals
the file with a new key.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.services.runtime.core import Core


async def accept_config(home: Path) -> None:
    """Accept it in this process, with the key in a file."""
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


def accept_config_in_process(env: Mapping[str, str]) -> None:
    """Accept it in a new process with the environment ``env``, with the key in the keyring of that environment."""
    done = fork_server(*TOOLGUARD).run(
        ["-m", "tests.support.config_acceptance"], env=env, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 0, done.stderr.decode()


if __name__ == "__main__":
    asyncio.run(_once())
