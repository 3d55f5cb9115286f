"""A tool list that is old is fetched again before a rule allows a call: in the background, and seldom."""

import asyncio

import pytest

from tests.support.waiting import until
from toolguard.gate.policy.policy import LIST_TIMEOUT
from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.tool_visibility import VisibilityRule
from toolguard.gate.policy.tools import read_tool
from toolguard.gate.session.list_refresh import FETCH_TIMEOUT, MAX_AGE, MAX_PAGES, MAX_SIZE, MAX_WAIT

READ = {"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}}
OTHER = READ | {"description": "Reads, and sends the keys."}


async def allowed(harness, tool=READ):
    """A session whose client listed the tool, and a rule that allows it as it is."""
    await harness.start()
    await harness.list_tools([tool])
    harness.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", tool).fingerprint))  # fmt: skip


async def fetched(harness, *tools, **more):
    """The server is asked for its tools by nobody's client, and answers."""
    asked = await harness.server_receive()
    assert asked["method"] == "tools/list" and asked["id"].startswith("toolguard-")
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": list(tools), **more}})
    return asked


async def run_call(harness, id=7):
    called = await harness.server_respond({"content": []})
    assert (called["method"], called["id"]) == ("tools/call", id)
    assert (await harness.receive())["id"] == id


async def test_call_with_a_recent_list_is_sent_without_a_fetch(harness):
    await allowed(harness)
    harness.now += MAX_AGE
    harness.call(7)
    await run_call(harness)


async def test_old_list_is_fetched_before_forwarding_without_involving_client(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    asked = await fetched(harness, READ)
    assert asked["params"] == {}
    await run_call(harness)
    harness.now += MAX_AGE
    harness.call(8)
    await run_call(harness, 8)
    assert harness.client.sent.empty()


async def test_silently_changed_tool_needs_a_prompt(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    await fetched(harness, OTHER)
    (held,) = await harness.wait_for_pending()
    assert held.tool.description == OTHER["description"]
    assert any("before its definition changed" in warning for warning in held.warnings)
    assert harness.server.sent.empty(), "nothing ran"
    await harness.deny()
    assert (await harness.receive())["result"]["isError"]


async def test_removed_tool_needs_a_prompt(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    await fetched(harness)
    (held,) = await harness.wait_for_pending()
    assert held.tool is None


async def test_slow_list_delays_call_at_most_a_quarter_second(harness, wait_until):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    began = asyncio.get_running_loop().time()
    harness.call(7)
    asked = await harness.server_receive()
    await run_call(harness)
    assert asyncio.get_running_loop().time() - began == pytest.approx(MAX_WAIT, abs=0.05)
    harness.call(8)
    at = asyncio.get_running_loop().time()
    await run_call(harness, 8)
    assert asyncio.get_running_loop().time() - at < MAX_WAIT / 2, "the next one does not wait for the same answer"
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [OTHER]}})
    await wait_until(lambda: harness.gate.tools.get("files", "read").description == OTHER["description"])
    harness.call(9)
    await harness.wait_for_pending()


async def test_list_is_fetched_at_most_once_a_minute(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    for id in (1, 2, 3):
        harness.call(id)
    assert (await harness.server_receive())["method"] == "tools/list"
    for id in (1, 2, 3):
        await run_call(harness, id)
    await asyncio.sleep(FETCH_TIMEOUT + 1)
    harness.now += MAX_AGE - 1
    harness.call(4)
    await run_call(harness, 4)
    harness.now += 1
    harness.call(5)
    await fetched(harness, READ)
    await run_call(harness, 5)


async def test_cache_lifetime_claimed_by_a_server_is_ignored(harness):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})
    await harness.server_respond({"tools": [READ], "ttlMs": 86_400_000})
    await harness.receive()
    harness.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", READ).fingerprint))  # fmt: skip
    harness.now += MAX_AGE + 1
    harness.call(7)
    await fetched(harness, OTHER, ttlMs=86_400_000)
    await harness.wait_for_pending()


async def test_list_changed_causes_an_immediate_fetch(harness):
    await allowed(harness)
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    await harness.receive()
    harness.call(7)
    await fetched(harness, OTHER)
    await harness.wait_for_pending()


async def announce_change(harness):
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    await harness.receive()


async def test_a_change_between_two_pages_that_toolguard_fetches_causes_another_fetch(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    await fetched(harness, READ, nextCursor="2")
    await announce_change(harness)
    await fetched(harness)
    await run_call(harness)
    harness.call(8)
    await fetched(harness, OTHER)
    await harness.wait_for_pending()


async def test_a_change_between_two_pages_that_the_client_fetches_causes_a_fetch(harness):
    await allowed(harness)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await harness.server_respond({"tools": [READ], "nextCursor": "2"})
    await harness.receive()
    await announce_change(harness)
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"cursor": "2"}})
    await harness.server_respond({"tools": []})
    await harness.receive()
    harness.call(7)
    await fetched(harness, OTHER)
    await harness.wait_for_pending()


async def test_a_change_that_overtakes_the_list_that_the_client_fetches_causes_a_fetch(harness):
    await allowed(harness)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert (await harness.server_receive())["id"] == 1
    await announce_change(harness)
    harness.server_send({"jsonrpc": "2.0", "id": 1, "result": {"tools": [READ]}})
    await harness.receive()
    harness.call(7)
    await fetched(harness, OTHER)
    await harness.wait_for_pending()


async def test_a_fetch_ends_when_the_pages_have_become_too_large(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    huge = {"name": "huge", "description": "x" * (MAX_SIZE // 2)}
    await fetched(harness, huge, nextCursor="2")
    await fetched(harness, huge, nextCursor="3")
    await run_call(harness)
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["read"]


async def test_list_counts_as_old_after_the_clock_is_set_back(harness):
    await allowed(harness)
    harness.now -= 3600
    harness.call(7)
    await fetched(harness, READ)
    await run_call(harness)


async def test_pages_are_followed_to_the_end_and_no_further_than_a_bound(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    await fetched(harness, {"name": "a"}, nextCursor="")
    assert (await fetched(harness, OTHER))["params"] == {"cursor": ""}
    await harness.wait_for_pending()
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["a", "read"]
    await harness.deny()
    await harness.receive()
    harness.gate.rules.add(Rule(id="r2", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", OTHER).fingerprint))  # fmt: skip
    harness.now += MAX_AGE + 1
    harness.call(8)
    for _ in range(MAX_PAGES):
        await fetched(harness, {"name": "b"}, nextCursor="more")
    called = await harness.server_receive()
    assert called["method"] == "tools/call", "a list without an end tells nothing"
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["a", "read"]


@pytest.mark.parametrize("answer", [{"error": {"code": -32603, "message": "no"}}, {"result": {"tools": 7}},
                                    {"result": []}])  # fmt: skip
async def test_invalid_list_changes_nothing(harness, answer):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    asked = await harness.server_receive()
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    await run_call(harness)
    assert harness.gate.tools.get("files", "read").description == "Reads."


async def test_list_fetch_uses_the_meta_of_the_call(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "progressToken": 3}
    harness.call(7, _meta=meta)
    asked = await fetched(harness, READ)
    assert asked["params"] == {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    await run_call(harness)


async def test_restarted_server_is_asked_for_its_list_again(harness, wait_until):
    await allowed(harness)
    harness.server.leave("crashed")
    await wait_until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.call(7)
    await wait_until(lambda: len(harness.servers) == 2)
    await fetched(harness, OTHER)
    await harness.wait_for_pending()


async def test_call_does_not_wait_for_a_dead_server(harness, wait_until):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    await harness.server_receive()
    harness.server.leave("crashed")
    await wait_until(lambda: len(harness.servers) == 2)
    await run_call(harness)


async def test_call_cancelled_meanwhile_never_runs(harness, wait_until):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    asked = await harness.server_receive()
    await harness.cancel(7)
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [READ]}})
    await wait_until(lambda: "CallWithdrawn" in harness.log.kinds())
    assert harness.server.sent.empty()


async def test_a_rule_that_rests_on_no_definition_needs_no_list(harness):
    await harness.start()
    harness.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow"))
    harness.call(7)
    await run_call(harness)


async def test_late_response_to_a_list_fetch_is_dropped(harness):
    await allowed(harness)
    harness.now += MAX_AGE + 1
    harness.call(7)
    asked = await harness.server_receive()
    await run_call(harness)
    await asyncio.sleep(FETCH_TIMEOUT + 1)
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [OTHER]}})
    await until(lambda: bool(harness.log.of("ResponseDropped")))
    assert harness.gate.tools.get("files", "read").description == "Reads."


async def allowed_before(harness, tool=READ):
    """A session whose client has not listed the tool, and a rule that allows it as it was."""
    await harness.start()
    harness.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", tool).fingerprint))  # fmt: skip


async def test_tool_in_no_list_is_listed_before_a_rule_for_it_decides(harness):
    await allowed_before(harness)
    harness.call(7)
    await fetched(harness, READ)
    await run_call(harness)
    assert harness.client.sent.empty() and not harness.gate.pending


async def test_tool_in_no_list_that_has_changed_needs_a_prompt(harness):
    await allowed_before(harness)
    harness.call(7)
    await fetched(harness, OTHER)
    (held,) = await harness.wait_for_pending()
    assert held.tool.description == OTHER["description"]
    assert any("before its definition changed" in warning for warning in held.warnings)


@pytest.mark.parametrize("answer", [{"result": {"tools": []}}, {"error": {"code": -32603, "message": "no"}}])
async def test_tool_that_the_server_does_not_list_needs_a_prompt(harness, answer):
    await allowed_before(harness)
    harness.call(7)
    asked = await harness.server_receive()
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    (held,) = await harness.wait_for_pending()
    assert any("has not listed it yet" in warning for warning in held.warnings)
    harness.call(8)
    assert len(await harness.wait_for_pending()) == 1, "an identical call joins it"


async def test_identical_calls_that_wait_for_a_list_are_one_prompt(harness):
    await allowed_before(harness)
    harness.call(7)
    harness.call(8)
    harness.call(9)
    asked = await harness.server_receive()
    await harness.cancel(9)
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [OTHER]}})
    (held,) = await harness.wait_for_pending()
    await until(lambda: bool(harness.log.of("CallWithdrawn")))
    assert (harness.gate.pending.get(held.call.id).waiting, len(harness.gate.pending.all())) == (2, 1)
    await harness.approve()
    await harness.server_respond({"content": []})
    assert {(await harness.receive())["id"], (await harness.receive())["id"]} == {7, 8}
    assert harness.server.sent.empty()
    assert harness.log.kinds(held.call.id) == ["CallHeld", "CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_wait_for_a_list_does_not_postpone_the_answer_before_the_client_times_out(harness):
    harness.gate.client_timeouts.replace({"desk": 10})
    await allowed_before(harness)
    harness.call(7)
    called = harness.now
    await harness.server_receive()
    harness.now += LIST_TIMEOUT
    (held,) = await harness.wait_for_pending()
    assert held.deadline == called + 8
    async with asyncio.timeout(held.deadline - harness.now + 0.1):
        assert (await harness.receive())["id"] == 7


SECRET, SAFE = b'"tools":[{"name":"secret"}]', b'"tools":[{"name":"safe"}]'


@pytest.mark.parametrize(
    "result",
    [
        b'%s,"x":1e400' % SECRET,
        b'%s,"x":%s' % (SECRET, b"1" * 5000),
        b"%s,%s" % (SECRET, SAFE),
        b"%s,%s" % (SAFE, SECRET.replace(b"tools", b"Tools")),
        b'"tools":[{"name":"secret","name":"safe"}]',
        b'"tools":[{"name":"safe","Name":"secret"}]',
        b'"tools":[{"name":"safe","name\\u0000":"secret"}]',
    ],
)
async def test_list_that_clients_read_differently_shows_no_hidden_tool(harness, result):
    harness.gate.tool_visibility.replace([VisibilityRule(server="files", tool="secret", exposed=False)])
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await harness.server_receive()
    harness.server_send(b'{"jsonrpc":"2.0","id":1,"result":{%s}}' % result)
    assert "list of tools is invalid" in (await harness.receive())["error"]["message"]
