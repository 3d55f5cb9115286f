"""A server for tests of listing tools: three pages of tools with hostile texts. The argument selects its behaviour."""

import json
import sys

print("a \x1b[31mred\x1b[0m \x1b]0;title\x07 word", file=sys.stderr, flush=True)
mode = sys.argv[1] if len(sys.argv) > 1 else ""
about = "A number.\n[2J\u202e"
tools = [{"name": f"tool{n}", "description": about, "inputSchema": {"type": "object"}} for n in range(3)]
tools.append({"name": "re\u0430d\x1b[2J"})
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request or "method" not in request:
        continue
    response = {"jsonrpc": "2.0", "id": request["id"]}
    params = request.get("params", {})
    if mode == "dies":
        sys.exit("no licence found")
    if mode == "modern" and "io.modelcontextprotocol/protocolVersion" not in params.get("_meta", {}):
        response["error"] = {"code": -32022, "message": "unsupported", "data": {"supported": ["2026-07-28"]}}
    elif request["method"] == "initialize":
        response["result"] = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tiny", "version": "1"},
        }
    elif request["method"] == "server/discover":
        response["result"] = {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "tiny", "version": "2"}},
        }
    elif request["method"] == "tools/list":
        print(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": "ping"}), flush=True)
        at = {None: 0, "": 1, "p2": 2}.get(params.get("cursor"), 2)
        response["result"] = {"tools": tools[at : at + 1] if at < 2 else tools[2:]}
        if at < 2:
            response["result"]["nextCursor"] = "" if at == 0 else "p2"
        if mode == "loops":
            response["result"]["nextCursor"] = "again"
    else:
        response["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(response), flush=True)
