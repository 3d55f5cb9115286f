"""A scripted conversation of the Python SDK's client: ``journey_python.py ERA URL`` or ``… ERA PROGRAM ARGUMENT…``.

It prints the outcome of each step.
"""

import asyncio
import sys
from typing import Any

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, PromptReference, TextContent

PROMPT = PromptReference(type="ref/prompt", name="test_prompt_with_arguments")


async def sample(*_: Any) -> CreateMessageResult:
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text="sampled"), model="m")


async def elicit(*_: Any) -> ElicitResult:
    return ElicitResult(action="accept", content={"response": "yes", "username": "u", "email": "a@example.org"})


async def list_roots(*_: Any) -> ListRootsResult:
    return ListRootsResult(roots=[])


async def ignore(*_: Any) -> None:
    return


async def journey(client: Client, era: str) -> None:
    steps: list[Any] = [
        client.list_tools(),
        client.call_tool("test_simple_text", {}),
        client.call_tool("test_image_content", {}),
        client.call_tool("test_multiple_content_types", {}),
        client.call_tool("test_error_handling", {}),
        client.call_tool("no_such_tool", {"a": 2**53 + 1, "b": "\u2028 日本", "c": 0.1}),
        client.call_tool("test_tool_with_progress", {}, progress_callback=ignore),
        client.list_resources(),
        client.list_resource_templates(),
        client.read_resource("test://static-text"),
        client.read_resource("test://template/é 1/data"),
        client.read_resource("test://nothing"),
        client.list_prompts(),
        client.get_prompt("test_prompt_with_arguments", {"arg1": "1", "arg2": "ü"}),
        client.get_prompt("test_prompt_with_arguments", {}),
        client.complete(PROMPT, {"name": "arg1", "value": "t"}),
    ]  # fmt: skip
    if era == "legacy":
        steps += [
            client.send_ping(),
            client.set_logging_level("debug"),
            client.call_tool("test_tool_with_logging", {}),
            client.call_tool("test_sampling", {"prompt": "?"}),
            client.call_tool("test_elicitation", {"message": "?"}),
            client.call_tool("test_elicitation_sep1330_enums", {}),
            client.subscribe_resource("test://watched-resource"),
            client.unsubscribe_resource("test://watched-resource"),
            client.send_roots_list_changed(),
            client.send_ping(),
        ]
    else:
        names = ("elicitation", "sampling", "list_roots", "request_state", "multiple_inputs", "multi_round")
        steps += [client.call_tool(f"test_input_required_result_{name}", {}) for name in names]
    for step in steps:
        try:
            print(await step)
        except Exception as problem:  # noqa: BLE001 - an exception of the client is an outcome, too
            print(repr(problem))


async def main(era: str, *target: str) -> None:
    if target[0].startswith("http:"):
        transport: Any = streamable_http_client(target[0])
    else:
        transport = stdio_client(StdioServerParameters(command=target[0], args=list(target[1:])))
    mode: Any = "legacy" if era == "legacy" else "2026-07-28"
    async with Client(
        transport, mode=mode, sampling_callback=sample, elicitation_callback=elicit, list_roots_callback=list_roots,
        logging_callback=ignore,
    ) as client:  # fmt: skip
        await journey(client, era)


asyncio.run(main(*sys.argv[1:]))
