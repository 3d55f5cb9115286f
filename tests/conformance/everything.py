"""The reference server over HTTP on any free port, read by h11: httptools leaves white space at the end of headers."""

import sys

sys.modules["httptools"] = None  # type: ignore[assignment] - uvicorn then takes h11, and so will nearly everybody's

from mcp_everything_server.server import event_store, mcp  # noqa: E402

mcp.run(transport="streamable-http", port=0, event_store=event_store, retry_interval=100)
