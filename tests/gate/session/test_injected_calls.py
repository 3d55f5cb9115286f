"""Plays: something is filled into a call. What was shown of it is what is filled in, or the call does not run."""

from __future__ import annotations

import pytest

from toolguard.gate.model import InjectedArgument
from toolguard.gate.policy.argument_injection import pointers
from toolguard.gate.policy.rules import Rule

TEXT = {"type": "string"}
SCHEMA = {
    "type": "object", "properties": {"key": TEXT, "sql": TEXT}, "required": ["key", "sql"],
    "additionalProperties": False,
}  # fmt: skip
KEY = InjectedArgument(place="argument /key", secrets=("DB",))
OTHER = InjectedArgument(place="argument /key", secrets=("OTHER",))
UNBOUND = InjectedArgument(place="argument /key", secrets=("DB",), missing="the secret DB is not bound")


def is_filled(harness, *filled):
    harness.gate.servers.has_injected_arguments = lambda server: server == "files"
    harness.gate.servers.injected_arguments = lambda server, tool: (
        filled if (server, tool) == ("files", "query") else ()
    )


async def starts(harness, *filled, prepares=True, fills=None):
    """The server's channel gives what a call needs, and notes it; its list has the tool ``query``.

    ``fills``: what the channel will fill in, where that is something else than was bound.
    """
    prepared = []

    async def prepare(message):
        tool = message["params"]["name"]
        prepared.append(tool)
        return pointers(harness.gate.servers.injected_arguments("files", tool) if fills is None else fills)

    opened = harness.open

    async def open_prepared(state):
        line = await opened(state)
        if prepares:
            line.prepare = prepare
        return line

    harness.open = open_prepared
    is_filled(harness, *filled)
    await harness.start()
    await harness.list_tools([{"name": "query", "inputSchema": SCHEMA}])
    return prepared


def text_of(answer):
    assert answer["result"]["isError"] is True
    return answer["result"]["content"][0]["text"]


async def test_the_client_the_check_and_the_person_go_by_the_schema_without_it(harness):
    prepared = await starts(harness, KEY)
    harness.call(1, "query", {"sql": "x"})
    held = (await harness.wait_for_pending())[0]
    assert held.tool.input_schema["required"] == ["sql"]
    assert held.call.injected == (KEY,)
    assert held.warnings == ()
    assert harness.log.of("CallHeld")[0].secrets == ("DB argument /key",)
    await harness.approve()
    assert (await harness.server_respond({"content": []}))["params"]["arguments"] == {"sql": "x"}
    await harness.receive()
    assert prepared == ["query"]
    assert harness.log.of("CallForwarded")[0].secrets == ("DB argument /key",)


async def test_list_is_sent_again_without_it(harness):
    await starts(harness, KEY)
    harness.send({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
    await harness.server_respond({"tools": [{"name": "query", "inputSchema": SCHEMA, "vendor": 1}], "nextCursor": "n"})
    (tool,) = (result := (await harness.receive())["result"])["tools"]
    assert (list(tool["inputSchema"]["properties"]), tool["vendor"], result["nextCursor"]) == (["sql"], 1, "n")


@pytest.mark.parametrize("answer", [b'{"tools":[{"name":"query","x":1e999}]}', b'{"tools":3}', b"[]"])
async def test_unreadable_tool_list_is_not_shown(harness, answer):
    await starts(harness, KEY)
    harness.send({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
    await harness.server_receive()
    harness.server_send(b'{"jsonrpc":"2.0","id":5,"result":' + answer + b"}")
    assert "was not forwarded" in (await harness.receive())["error"]["message"]


async def test_allow_rule_checks_the_schema_that_the_client_sees(harness):
    await starts(harness, KEY)
    harness.guard.add_rule(
        Rule(id="r", client="*", server="*", tool="*", verdict="allow", until="session"), by="person"
    )
    harness.call(1, "query", {"sql": "x"})
    await harness.server_respond({"content": []})
    assert (await harness.receive())["result"] == {"content": []}
    harness.call(2, "query", {"sql": "x", "key": "mine"})
    assert "so a call cannot set it" in text_of(await harness.receive())
    assert [event.by for event in harness.log.of("CallDecided")] == ["rule r", "bound argument"]


async def test_an_edit_must_not_set_it_either(harness):
    await starts(harness, KEY)
    harness.call(1, "query", {"sql": "x"})
    held = (await harness.wait_for_pending())[0]
    edited = '{"sql":"y","key":"mine"}'
    assert "ToolGuard fills in the argument /key" in (await harness.guard.check(held.call.id, edited))[0]
    why = await harness.guard.approve(held.call.id, shown=held.call.digest, edited=edited)
    assert why.startswith("The edited arguments cannot be sent. ToolGuard fills in the argument /key")
    assert await harness.guard.check(held.call.id, '{"sql":"y"}') == ()
    await harness.approve(edited='{"sql":"y"}')
    assert (await harness.server_receive())["params"]["arguments"] == {"sql": "y"}


@pytest.mark.parametrize("now", [(), (OTHER,), (KEY, InjectedArgument(place="argument /sql", secrets=("DB",)))])
async def test_value_changed_while_the_call_was_pending_is_not_filled_in(harness, now):
    await starts(harness, KEY)
    harness.call(1, "query", {"sql": "x"})
    await harness.wait_for_pending()
    is_filled(harness, *now)
    await harness.approve()
    assert "tool changed while the call was" in text_of(await harness.receive())
    assert harness.log.kinds()[-1] == "CallWithdrawn"
    assert not harness.log.of("CallForwarded")


async def test_deferred_approval_does_not_apply_to_a_call_with_another_secret(harness):
    await starts(harness, KEY)
    harness.call(1, "query", {"sql": "x"})
    held = (await harness.wait_for_pending())[0]
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    assert await harness.guard.allow_next(held.call.id) == ""
    is_filled(harness, OTHER)
    harness.call(2, "query", {"sql": "x"})
    assert (await harness.wait_for_pending())[0].call.injected == (OTHER,)
    await harness.deny()
    await harness.receive()
    is_filled(harness, KEY)
    harness.call(3, "query", {"sql": "x"})
    await harness.server_respond({"content": []})
    assert harness.log.of("CallDecided")[-1].by.startswith("ticket of")


async def test_unbound_argument_is_refused_before_a_prompt(harness):
    await starts(harness, UNBOUND)
    harness.call(1, "query", {"sql": "x"})
    assert "the secret DB is not bound" in text_of(await harness.receive())
    assert harness.log.kinds() == ["CallDecided"]


async def test_server_without_injection_support_is_not_called(harness):
    await starts(harness, KEY, prepares=False)
    harness.call(1, "query", {"sql": "x"})
    await harness.approve()
    assert "cannot receive the values that ToolGuard fills" in text_of(await harness.receive())
    assert not harness.log.of("CallForwarded")


async def test_call_with_more_injected_arguments_than_displayed_is_not_sent(harness):
    await starts(harness, KEY, fills=(KEY, InjectedArgument(place="argument /other", secrets=("DB",))))
    harness.call(1, "query", {"sql": "x"})
    await harness.approve()
    assert "tool changed while the call was" in text_of(await harness.receive())
    assert not harness.log.of("CallForwarded")


async def test_nested_pointers_are_refused_also_for_unlisted_tool(harness):
    await starts(harness, KEY, InjectedArgument(place="argument /key/deep", secrets=("DB",)))
    harness.gate.tools.forget("files", harness.guard.sessions()[0])
    harness.call(1, "query", {"sql": "x"})
    assert "overlaps another argument that ToolGuard fills in" in text_of(await harness.receive())


async def test_pending_call_is_shown_with_schema_without_injected_argument(harness):
    is_filled(harness, KEY)
    await harness.start()
    harness.call(1, "query", {"sql": "x"})
    (held,) = await harness.wait_for_pending()
    assert held.tool is None
    await harness.list_tools([{"name": "query", "inputSchema": SCHEMA}])
    assert (await harness.wait_for_pending())[0].tool.input_schema["required"] == ["sql"]
    await harness.deny()
    await harness.receive()


async def test_pending_call_is_denied_when_list_shows_it_cannot_be_injected(harness):
    is_filled(harness, KEY)
    await harness.start()
    harness.call(1, "query", {"sql": "x"})
    assert (await harness.wait_for_pending())[0].tool is None
    await harness.list_tools([{"name": "query", "inputSchema": {**SCHEMA, "dependentRequired": {"key": ["sql"]}}}])
    assert "key" in text_of(await harness.receive())
    assert not list(harness.gate.pending.all())
    assert harness.log.of("CallDecided")[0].by == "bound argument"
    assert harness.log.of("CallForwarded") == []
