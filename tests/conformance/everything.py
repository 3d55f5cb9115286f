"""The reference server: ``everything.py stdio``, or ``everything.py http`` on any free port.

Over HTTP, requests are parsed with h11: httptools keeps trailing white space of header values.
"""

import sys

from mcp_everything_server.server import event_store, mcp

if sys.argv[1] == "stdio":
    mcp.run("stdio")
else:
    sys.modules["httptools"] = None  # type: ignore[assignment] - makes uvicorn use h11, its default
    mcp.run(transport="streamable-http", port=0, event_store=event_store, retry_interval=100)
