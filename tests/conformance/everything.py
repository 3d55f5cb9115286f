"""The reference server: ``everything.py stdio``, or ``everything.py http`` on any free port.

Over HTTP it is read by h11: httptools leaves white space at the end of headers.
"""

import sys

from mcp_everything_server.server import event_store, mcp

if sys.argv[1] == "stdio":
    mcp.run("stdio")
else:
    sys.modules["httptools"] = None  # type: ignore[assignment] - uvicorn then takes h11, and so will nearly everybody's
    mcp.run(transport="streamable-http", port=0, event_store=event_store, retry_interval=100)
