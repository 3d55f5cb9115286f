"""A server with one tool, whose definition it reads from a file each time: for tests of changed definitions."""

import json
import sys
from pathlib import Path

definition = Path(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request or "method" not in request:
        continue
    response = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        response["result"] = {
            "protocolVersion": request["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "changing", "version": "1"},
        }
    elif request["method"] == "tools/list":
        response["result"] = {"tools": [json.loads(definition.read_text(encoding="utf-8"))]}
    elif request["method"] == "tools/call":
        response["result"] = {"content": [{"type": "text", "text": "done"}]}
    else:
        response["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(response), flush=True)
