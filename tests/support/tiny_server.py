"""A server for looking at: three pages of tools, in the manner that its argument names, and hostile texts."""

import json
import sys

print("a \x1b[31mred\x1b[0m \x1b]0;title\x07 word", file=sys.stderr, flush=True)
mode = sys.argv[1] if len(sys.argv) > 1 else ""
about = "A number.\n[2J\u202e"
tools = [{"name": f"tool{n}", "description": about, "inputSchema": {"type": "object"}} for n in range(3)]
tools.append({"name": "re\u0430d\x1b[2J"})
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked or "method" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    params = asked.get("params", {})
    if mode == "dies":
        sys.exit("no licence found")
    if mode == "modern" and "io.modelcontextprotocol/protocolVersion" not in params.get("_meta", {}):
        answer["error"] = {"code": -32022, "message": "unsupported", "data": {"supported": ["2026-07-28"]}}
    elif asked["method"] == "initialize":
        answer["result"] = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tiny", "version": "1"},
        }
    elif asked["method"] == "server/discover":
        answer["result"] = {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "tiny", "version": "2"}},
        }
    elif asked["method"] == "tools/list":
        print(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": "ping"}), flush=True)
        at = {None: 0, "": 1, "p2": 2}.get(params.get("cursor"), 2)
        answer["result"] = {"tools": tools[at : at + 1] if at < 2 else tools[2:]}
        if at < 2:
            answer["result"]["nextCursor"] = "" if at == 0 else "p2"
        if mode == "loops":
            answer["result"]["nextCursor"] = "again"
    else:
        answer["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(answer), flush=True)
