"""Requests of a real server for sampling and elicitation: pending, shown as data, denied or approved."""

import pytest
from mcp import types

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import NODE, needs_node

pytestmark = [pytest.mark.journey, needs_node]
SERVER = NODE / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
REQUESTS: list[str] = []


async def create_message(_context, params):
    REQUESTS.append(params.messages[0].content.text)
    return types.CreateMessageResult(
        role="assistant", content=types.TextContent(type="text", text="a poem"), model="test-model"
    )


async def elicit(_context, params):
    REQUESTS.append(params.message)
    return types.ElicitResult(action="accept", content={"name": "Ada"})


@pytest.fixture(scope="module")
def desktop(shared):
    settings = ("--request", "sampling=ask", "--request", "elicitation=ask", "--request", "prompts=deny")
    result = shared.toolguard("server", "add", "everything", *settings, "--", "node", str(SERVER), "stdio")
    assert result.returncode == 0, result.stderr
    for tool in ("trigger-sampling-request", "trigger-elicitation-request"):
        result = shared.toolguard("rule", "add", "--server", "everything", "--tool", tool, "--verdict", "allow")
        assert result.returncode == 0, result.stderr
    shared.open_window()
    return shared


def test_sampling_is_denied_and_elicitation_approved_and_both_are_recorded(desktop):
    callbacks = {"sampling_callback": create_message, "elicitation_callback": elicit}
    with ChatClient(desktop, "--server", "everything", "--client", "Cursor", **callbacks) as chat:
        chat.tools()
        call = chat.call("trigger-sampling-request", prompt="Write a poem about locks.", maxTokens=7)
        desktop.screen_reader.wait_for_text("wants the model of")
        desktop.screen_reader.wait_for_text("Write a poem about locks.")
        desktop.screen_reader.wait_for_text("You are a helpful test server.")
        assert desktop.screen_reader.find("push button", "Edit arguments") is None, (
            "a request of a server can be edited"
        )
        desktop.click("push button", "Deny")
        assert "The user refused this request in ToolGuard." in result_text(call)
        assert REQUESTS == []

        call = chat.call("trigger-elicitation-request")
        desktop.screen_reader.wait_for_text("wants to ask you something through")
        desktop.click("push button", "Approve elicitation/create")
        assert "Ada" in result_text(call)
        assert len(REQUESTS) == 1

        refused = chat.expect_error("get_prompt", "simple-prompt")
        assert "the server's settings deny such requests" in refused

    recorded = {(record.get("method"), record["kind"]) for record in desktop.records()}
    assert {
        ("sampling/createMessage", "call_held"), ("sampling/createMessage", "call_decided"),
        ("elicitation/create", "call_forwarded"), ("elicitation/create", "call_completed"),
        ("prompts/get", "call_decided"),
    } <= recorded  # fmt: skip
    assert ("sampling/createMessage", "call_forwarded") not in recorded
