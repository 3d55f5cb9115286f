"""The reference client through ToolGuard, stdio in and HTTP out.

The suite launches ``guarded_client.py CLIENT URL`` for each scenario, with a server of its own at URL. Each run starts
a ToolGuard that knows that server and allows every call.
"""

import runpy
import sys
import tempfile
from pathlib import Path
from typing import Any

import mcp.client.client
from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.end_to_end.conftest import ISOLATED, Sandbox
from toolguard.clients.stub import connect


def main(client: str, url: str) -> None:
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        sandbox = Sandbox(Path(folder).resolve())
        sandbox.config["servers"]["remote"] = {"kind": "http", "url": url}
        sandbox.allow()
        sandbox.serve()
        python, *isolated = ISOLATED
        entry = StdioServerParameters(
            command=python, args=[*isolated, connect.__file__, "--server", "remote", "--no-start"], env=sandbox.env
        )  # fmt: skip
        direct = mcp.client.client.Client

        def through(server: Any, **more: Any) -> Any:
            return direct(stdio_client(entry) if server == url else server, **more)

        mcp.client.client.Client = through  # type: ignore[assignment, misc]
        sys.argv = [client, url]
        try:
            runpy.run_path(client, run_name="__main__")
        finally:
            sandbox.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
