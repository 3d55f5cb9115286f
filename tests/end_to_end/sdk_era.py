"""The official SDK's server over stdio, of one era alone: ``sdk_era.py legacy|modern RECORD``.

As it comes it serves both eras; here the other one is refused in the SDK's own words.
"""

import asyncio
import os
import sys
from typing import Annotated

import mcp.server.lowlevel.server as lowlevel
from mcp.server import MCPServer, runner
from mcp.server.mcpserver import Context, Elicit, ElicitationResult, ListRoots, Resolve
from mcp_types import ListRootsResult
from pydantic import BaseModel

ERA, RECORD = sys.argv[1:]
server = MCPServer(f"only {ERA}")


def note(text: str) -> None:
    with open(RECORD, "a") as out:
        out.write(f"{text}\n")


class Colour(BaseModel):
    colour: str


async def which_colour() -> Elicit[Colour]:
    return Elicit("Which colour?", Colour)


async def which_roots() -> ListRoots:
    return ListRoots()


@server.tool()
async def paint(wall: str, colour: Annotated[ElicitationResult[Colour], Resolve(which_colour)]) -> str:
    note(f"paint {wall}")
    return f"{wall}: {colour.data.colour if colour.action == 'accept' else colour.action}"


@server.tool()
async def folders(roots: Annotated[ListRootsResult, Resolve(which_roots)]) -> str:
    return ", ".join(str(root.uri) for root in roots.roots)


@server.tool()
async def add(a: int, b: int) -> int:
    note("add")
    return a + b


@server.tool()
async def wait(seconds: float, ctx: Context) -> str:
    note("wait")
    await ctx.report_progress(1, 2, "half")
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        note("cancelled")
        raise
    return "waited"


@server.tool()
async def change(ctx: Context) -> str:
    await ctx.notify_tools_changed()
    if ERA == "legacy":
        await ctx.session.send_tool_list_changed()
    return "changed"


@server.tool()
async def die() -> str:
    note("die")
    os._exit(7)


@server.resource("note://one")
def one() -> str:
    return "the first note"


async def of_one_era(
    server, read, write, *, lifespan_state, session_id=None, init_options=None, raise_exceptions=False
):
    """Run the SDK's serving loop of one era, without its detection by the first request."""
    try:
        if ERA == "modern":
            await runner._serve_modern_stream(
                server, read, write, lifespan_state=lifespan_state, raise_exceptions=raise_exceptions
            )
        else:
            await runner._serve_legacy_stream(
                server, read, write, lifespan_state=lifespan_state, session_id=session_id,
                init_options=init_options, raise_exceptions=raise_exceptions,
            )  # fmt: skip
    finally:
        await write.aclose()


lowlevel.serve_dual_era_loop = of_one_era
server.run()
