"""ToolGuard's client of a remote server, with a person who signs in whenever the server requires it.

The suite launches ``signing_client.py URL``, and passes credentials in the environment.
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
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    person = Person(url)
    client_id = context.get("client_id", "")
    person.own = OAuthClient(client_id, context.get("client_secret", ""), "" if client_id else DOCUMENT)

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
    initialize_params = {"protocolVersion": version, "capabilities": {}, "clientInfo": INFO}
    meta: dict[str, Any] = {}
    if version >= "2026":
        names = {"protocolVersion": version, "clientCapabilities": {}, "clientInfo": INFO}
        meta = {"_meta": {META + name: value for name, value in names.items()}}
    elif not await request(channel, person, "initialize", initialize_params):
        return
    else:
        await channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    if await request(channel, person, "tools/list", meta):
        await request(channel, person, "tools/call", {"name": "test-tool", "arguments": {}, **meta})


async def request(channel: ServerChannel, person: Person, method: str, params: dict[str, Any]) -> bool:
    """Send a request, and sign in up to `TRIES` times. Return whether there was a result."""
    for attempt in range(TRIES):
        id = f"{method} {attempt}"
        await channel.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        responses = (message async for message in channel if isinstance(message, dict) and message.get("id") == id)
        response = await anext(responses)
        if "error" not in response:
            return True
        error = str(jsonrpc.plain(response["error"]))
        if not re.search("requires (that you sign in|more rights)", error) or not await sign_in(person):
            return False
    return False


async def sign_in(person: Person) -> bool:
    """Complete the sign-in in a browser. Return whether it succeeded."""
    try:
        flow = await person.ins.begin("mail", by="person")
        await person.browse(flow.address)
        async with asyncio.timeout(120):
            return not await person.ins.wait_end("mail")
    except (UnreachableError, TimeoutError, httpx2.HTTPError):
        return False


asyncio.run(main(sys.argv[-1]))
