"""A server with a tool that writes files. It records every call in the file ``argv[1]``. Standard library only."""

import json
import sys
from pathlib import Path

TOOLS = ("write_file", "transfer_money")
for line in sys.stdin:
    asked = json.loads(line)
    params = asked.get("params", {})
    if "id" not in asked:
        continue
    if asked["method"] == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "writer", "version": "1"}}  # fmt: skip
    elif asked["method"] == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in TOOLS]}
    elif asked["method"] == "tools/call":
        with Path(sys.argv[1]).open("a") as received:
            received.write(params["name"] + "\n")
        if params["name"] == "write_file":
            Path(params["arguments"]["path"]).write_text(params["arguments"]["text"])
        result = {"content": [{"type": "text", "text": "done"}]}
    else:
        result = {}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
