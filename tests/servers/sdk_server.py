"""The official SDK's server over HTTP, in every way in which it can be set up, each at a path of its own.

It writes down every request that it gets, and prints its port when it is ready: ``sdk_server.py RECORD``.
"""

import asyncio
import json
import socket
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.streamable_http import EventMessage, EventStore
from pydantic import BaseModel, Field

RECORD = Path(sys.argv[1])


def note(**what: object) -> None:
    with RECORD.open("a") as out:
        out.write(json.dumps(what) + "\n")


class Colour(BaseModel):
    colour: str


class Store(EventStore):
    """Every event, in memory."""

    def __init__(self):
        self.events = []

    async def store_event(self, stream_id, message):
        self.events.append((stream_id, message))
        return str(len(self.events))

    async def replay_events_after(self, last_event_id, send_callback):
        stream, _ = self.events[int(last_event_id) - 1]
        for at, (of, message) in enumerate(self.events[int(last_event_id) :], int(last_event_id) + 1):
            if of == stream and message is not None:
                await send_callback(EventMessage(message, str(at)))
        return stream


def server() -> MCPServer:
    made = MCPServer("sdk")

    @made.tool()
    async def echo(text: str) -> str:
        note(ran="echo", text=text)
        return text

    @made.tool(structured_output=False)
    async def big(size: int) -> str:
        return "x" * size

    @made.tool()
    async def wait(seconds: float) -> str:
        note(ran="wait")
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            note(cancelled="wait")
            raise
        return "waited"

    @made.tool()
    async def count(to: int, ctx: Context) -> str:
        for number in range(1, to + 1):
            await ctx.report_progress(number, to, f"counted to {number}")
        return "counted"

    @made.tool()
    async def who(ctx: Context) -> str:
        return ctx.headers["authorization"]

    @made.tool()
    async def ask(ctx: Context) -> str:
        answer = await ctx.elicit("Which colour?", Colour)
        return f"{answer.action}: {answer.data.colour if answer.action == 'accept' else ''}"

    @made.tool()
    async def change(ctx: Context) -> str:
        await ctx.session.send_tool_list_changed()
        await ctx.notify_tools_changed()
        return "changed"

    @made.tool()
    async def poll(ctx: Context) -> str:
        await ctx.report_progress(1, 2, "before the break")
        await ctx.close_sse_stream()
        await asyncio.sleep(0.2)
        await ctx.report_progress(2, 2, "after the break")
        return "polled"

    @made.tool()
    async def mirrored(
        where: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})],
        count: Annotated[int, Field(json_schema_extra={"x-mcp-header": "Count"})] = 0,
        loud: Annotated[bool | None, Field(json_schema_extra={})] = None,
    ) -> str:
        return f"{where} {count} {loud}"

    return made


APPS = {
    "/session": server().streamable_http_app(streamable_http_path="/session"),
    "/json": server().streamable_http_app(streamable_http_path="/json", json_response=True),
    "/stateless": server().streamable_http_app(streamable_http_path="/stateless", stateless_http=True),
    "/store": server().streamable_http_app(streamable_http_path="/store", event_store=Store(), retry_interval=100),
    "/sse": server().sse_app(),
}
APPS["/messages"] = APPS["/sse"]


@asynccontextmanager
async def running():
    async with AsyncExitStack() as stack:
        for app in dict.fromkeys(APPS.values()):
            await stack.enter_async_context(app.router.lifespan_context(app))
        yield


async def recorded(scope, receive, send):
    """Write a request down, then let the app at its path serve it."""
    if scope["type"] != "http":
        return
    parts = []
    more = scope["method"] == "POST"
    while more:
        part = await receive()
        parts.append(part.get("body", b""))
        more = part.get("more_body", False)
    body = b"".join(parts)
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    text = body.decode() if len(body) < 1 << 16 else ""
    note(method=scope["method"], path=scope["path"], headers=headers, body=json.loads(text) if text else None)
    given = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def again():
        return next(given, None) or await receive()

    app = APPS.get("/" + scope["path"].split("/")[1])
    if app is None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b"nothing here"})
    else:
        await app(scope, again, send)


async def main() -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else without TCP_NODELAY
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0))
    listening.listen()
    config = uvicorn.Config(recorded, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=0)
    async with running():
        print(listening.getsockname()[1], flush=True)
        await uvicorn.Server(config).serve([listening])


asyncio.run(main())
