"""A server whose one tool is what a file says at the moment: for tests of definitions that change."""

import json
import sys
from pathlib import Path

definition = Path(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked or "method" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "initialize":
        answer["result"] = {
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "changing", "version": "1"},
        }
    elif asked["method"] == "tools/list":
        answer["result"] = {"tools": [json.loads(definition.read_text(encoding="utf-8"))]}
    elif asked["method"] == "tools/call":
        answer["result"] = {"content": [{"type": "text", "text": "done"}]}
    else:
        answer["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(answer), flush=True)
