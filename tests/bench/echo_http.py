"""A minimal MCP server over HTTP: one ASGI app on uvicorn. Prints its port."""

import json
import socket
import sys

import uvicorn

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 5
INITIALIZE_RESULT = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "echo", "version": "1"},
}
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
RESULTS = {
    "initialize": json.dumps(INITIALIZE_RESULT),
    "tools/list": json.dumps({"tools": [{"name": "echo", "description": "Repeats", "inputSchema": SCHEMA}]}),
    "tools/call": json.dumps({"content": [{"type": "text", "text": "x" * SIZE}], "isError": False}),
}
JSON = [(b"content-type", b"application/json")]


async def app(scope, receive, send):
    body, more = b"", scope["method"] == "POST"
    while more:
        part = await receive()
        body += part.get("body", b"")
        more = part.get("more_body", False)
    message = json.loads(body) if body else {}
    if "id" not in message:
        await send({"type": "http.response.start", "status": 202 if body else 405, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    result = RESULTS.get(message["method"], "{}")
    response = f'{{"jsonrpc":"2.0","id":{json.dumps(message["id"])},"result":{result}}}'.encode()
    headers = [*JSON, (b"content-length", b"%d" % len(response))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": response})


listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # sets TCP_NODELAY
listening.bind(("127.0.0.1", 0))
listening.listen(512)
print(listening.getsockname()[1], flush=True)
config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=0)
uvicorn.Server(config).run([listening])
