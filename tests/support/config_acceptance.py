"""Accept a configuration, for tests that write config.json and then start the app.

The core starts and stops once like `toolguard serve`, accepts the configuration as it is, and seals it with a new key.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.services.runtime.core import Core


async def accept_config(home: Path) -> None:
    """Accept the configuration in this process, with the key in a file."""
    core = Core(home, keep_anchor=False, vouched=True)
    await core.start()
    await core.close()


async def _once() -> None:
    core = Core(Path(os.environ["TOOLGUARD_HOME"]), vouched=True)
    await core.start()
    while core.startup_trust.standing is None:  # a slow keyring: closing waits for it only two seconds
        await asyncio.sleep(0.01)
    core.edits.begin()  # if the keyring did not answer during the start, nothing is sealed yet
    await core.startup_trust.finish(core.edits.to_seal())
    await core.startup_trust.keep_up()
    await core.close()
    assert (core.home / "accepted" / "seal").exists(), "the settings were not sealed"


def accept_config_in_process(env: Mapping[str, str]) -> None:
    """Accept the configuration in a new process with the environment ``env``, with the key in its keyring."""
    for _ in range(2):  # once in some hundred starts, GNOME Keyring does not answer its first request
        done = fork_server(*TOOLGUARD).run(
            ["-m", "tests.support.config_acceptance"], env=env, cwd=Path(__file__).parents[2]
        )
        if b"keyring does not answer" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr.decode()


if __name__ == "__main__":
    asyncio.run(_once())
