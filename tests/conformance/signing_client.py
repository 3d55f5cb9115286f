"""ToolGuard's own client of a remote server, with a person who signs in whenever the server wants it to.

The suite launches ``signing_client.py URL``; what it tells of credentials comes in the environment.
"""

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import httpx2

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.servers.oauth.harness import Person
from toolguard.gate import jsonrpc
from toolguard.servers import ServerChannel, ServerResources, UnreachableError, open_server
from toolguard.servers.oauth.sign_in import OAuthClient

DOCUMENT = "https://conformance-test.local/client-metadata.json"
META = "io.modelcontextprotocol/"
INFO = {"name": "toolguard", "version": "1"}
TRIES = 4


async def main(url: str) -> None:
    version = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION", "2025-11-25")
    told = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    person = Person(url)
    own = told.get("client_id", "")
    person.own = OAuthClient(own, told.get("client_secret", ""), "" if own else DOCUMENT)

    async def release(name: str) -> str:
        raise UnreachableError(name)

    channel = await open_server(
        person.specs["mail"], ServerResources(release=release, log=lambda _line: None, redactor=person.scrub,
        token_provider=person.ins.token_provider("mail"),
    ))  # fmt: skip
    try:
        await converse(channel, person, version)
    finally:
        await channel.close()
        await person.ins.close()


async def converse(channel: ServerChannel, person: Person, version: str) -> None:
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": INFO}
    meta: dict[str, Any] = {}
    if version >= "2026":
        names = {"protocolVersion": version, "clientCapabilities": {}, "clientInfo": INFO}
        meta = {"_meta": {META + name: value for name, value in names.items()}}
    elif not await ask(channel, person, "initialize", hello):
        return
    else:
        await channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    if await ask(channel, person, "tools/list", meta):
        await ask(channel, person, "tools/call", {"name": "test-tool", "arguments": {}, **meta})


async def ask(channel: ServerChannel, person: Person, method: str, params: dict[str, Any]) -> bool:
    """Ask, and sign in as often as a patient person would; whether there was a result."""
    for attempt in range(TRIES):
        id = f"{method} {attempt}"
        await channel.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        answer = await anext(one async for one in channel if isinstance(one, dict) and one.get("id") == id)
        if "error" not in answer:
            return True
        words = str(jsonrpc.plain(answer["error"]))
        if not re.search("requires (that you sign in|more rights)", words) or not await signed_in(person):
            return False
    return False


async def signed_in(person: Person) -> bool:
    try:
        flow = await person.ins.begin("mail", by="person")
        await person.browses(flow.address)
        async with asyncio.timeout(120):
            return not await person.ins.wait_end("mail")
    except (UnreachableError, TimeoutError, httpx2.HTTPError):
        return False


asyncio.run(main(sys.argv[-1]))
