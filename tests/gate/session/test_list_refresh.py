"""A tool list that is old is fetched again before a rule allows a call: in the background, and seldom."""

import asyncio

import pytest

from tests.gate.conftest import until
from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.tools import read_tool
from toolguard.gate.session.list_refresh import FETCH_TIMEOUT, MAX_AGE, MAX_PAGES, MAX_WAIT

READ = {"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}}
OTHER = READ | {"description": "Reads, and sends the keys."}


async def allowed(play, tool=READ):
    """A session whose client listed the tool, and a rule that allows it as it is."""
    await play.start()
    await play.lists([tool])
    play.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", tool).fingerprint))  # fmt: skip


async def fetched(play, *tools, **more):
    """The server is asked for its tools by nobody's client, and answers."""
    asked = await play.server_hears()
    assert asked["method"] == "tools/list" and asked["id"].startswith("toolguard-")
    play.server_says({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": list(tools), **more}})
    return asked


async def runs(play, id=7):
    called = await play.server_answers({"content": []})
    assert (called["method"], called["id"]) == ("tools/call", id)
    assert (await play.hears())["id"] == id


async def test_a_call_by_a_new_list_leaves_at_once_and_nothing_is_fetched(play):
    await allowed(play)
    play.now += MAX_AGE
    play.calls(7)
    await runs(play)


async def test_old_list_is_fetched_before_forwarding_without_involving_client(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    asked = await fetched(play, READ)
    assert asked["params"] == {}
    await runs(play)
    play.now += MAX_AGE
    play.calls(8)
    await runs(play, 8)
    assert play.client.sent.empty()


async def test_silently_changed_tool_needs_a_prompt(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    await fetched(play, OTHER)
    (held,) = await play.sees()
    assert held.tool.description == OTHER["description"]
    assert any("changed since then" in warning for warning in held.warnings)
    assert play.server.sent.empty(), "nothing ran"
    await play.denies()
    assert (await play.hears())["result"]["isError"]


async def test_removed_tool_needs_a_prompt(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    await fetched(play)
    (held,) = await play.sees()
    assert held.tool is None


async def test_slow_list_delays_call_at_most_a_quarter_second(play, wait_until):
    await allowed(play)
    play.now += MAX_AGE + 1
    began = asyncio.get_running_loop().time()
    play.calls(7)
    asked = await play.server_hears()
    await runs(play)
    assert asyncio.get_running_loop().time() - began == pytest.approx(MAX_WAIT, abs=0.05)
    play.calls(8)
    at = asyncio.get_running_loop().time()
    await runs(play, 8)
    assert asyncio.get_running_loop().time() - at < MAX_WAIT / 2, "the next one does not wait for the same answer"
    play.server_says({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [OTHER]}})
    await wait_until(lambda: play.gate.tools.get("files", "read").description == OTHER["description"])
    play.calls(9)
    await play.sees()


async def test_list_is_fetched_at_most_once_a_minute(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    for id in (1, 2, 3):
        play.calls(id)
    assert (await play.server_hears())["method"] == "tools/list"
    for id in (1, 2, 3):
        await runs(play, id)
    await asyncio.sleep(FETCH_TIMEOUT + 1)
    play.now += MAX_AGE - 1
    play.calls(4)
    await runs(play, 4)
    play.now += 1
    play.calls(5)
    await fetched(play, READ)
    await runs(play, 5)


async def test_cache_lifetime_claimed_by_a_server_is_ignored(play):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})
    await play.server_answers({"tools": [READ], "ttlMs": 86_400_000})
    await play.hears()
    play.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", READ).fingerprint))  # fmt: skip
    play.now += MAX_AGE + 1
    play.calls(7)
    await fetched(play, OTHER, ttlMs=86_400_000)
    await play.sees()


async def test_list_changed_causes_an_immediate_fetch(play):
    await allowed(play)
    play.server_says({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    await play.hears()
    play.calls(7)
    await fetched(play, OTHER)
    await play.sees()


async def test_a_clock_that_was_put_back_makes_no_list_new(play):
    await allowed(play)
    play.now -= 3600
    play.calls(7)
    await fetched(play, READ)
    await runs(play)


async def test_pages_are_followed_to_the_end_and_no_further_than_a_bound(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    await fetched(play, {"name": "a"}, nextCursor="")
    assert (await fetched(play, OTHER))["params"] == {"cursor": ""}
    await play.sees()
    assert [tool.name for tool in play.gate.tools.of("files")] == ["a", "read"]
    await play.denies()
    await play.hears()
    play.gate.rules.add(Rule(id="r2", server="files", tool="read", verdict="allow",
                             fingerprint=read_tool("files", OTHER).fingerprint))  # fmt: skip
    play.now += MAX_AGE + 1
    play.calls(8)
    for _ in range(MAX_PAGES):
        await fetched(play, {"name": "b"}, nextCursor="more")
    called = await play.server_hears()
    assert called["method"] == "tools/call", "a list without an end tells nothing"
    assert [tool.name for tool in play.gate.tools.of("files")] == ["a", "read"]


@pytest.mark.parametrize("answer", [{"error": {"code": -32603, "message": "no"}}, {"result": {"tools": 7}},
                                    {"result": []}])  # fmt: skip
async def test_invalid_list_changes_nothing(play, answer):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    asked = await play.server_hears()
    play.server_says({"jsonrpc": "2.0", "id": asked["id"], **answer})
    await runs(play)
    assert play.gate.tools.get("files", "read").description == "Reads."


async def test_list_fetch_uses_the_meta_of_the_call(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "progressToken": 3}
    play.calls(7, _meta=meta)
    asked = await fetched(play, READ)
    assert asked["params"] == {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    await runs(play)


async def test_restarted_server_is_asked_for_its_list_again(play, wait_until):
    await allowed(play)
    play.server.leave("crashed")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.calls(7)
    await wait_until(lambda: len(play.servers) == 2)
    await fetched(play, OTHER)
    await play.sees()


async def test_call_does_not_wait_for_a_dead_server(play, wait_until):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    await play.server_hears()
    play.server.leave("crashed")
    await wait_until(lambda: len(play.servers) == 2)
    await runs(play)


async def test_call_cancelled_meanwhile_never_runs(play, wait_until):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    asked = await play.server_hears()
    await play.cancels(7)
    play.server_says({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [READ]}})
    await wait_until(lambda: "CallWithdrawn" in play.log.kinds())
    assert play.server.sent.empty()


async def test_a_rule_that_rests_on_no_definition_needs_no_list(play):
    await play.start()
    play.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow"))
    play.calls(7)
    await runs(play)


async def test_a_late_answer_of_an_earlier_fetch_is_nobodys(play):
    await allowed(play)
    play.now += MAX_AGE + 1
    play.calls(7)
    asked = await play.server_hears()
    await runs(play)
    await asyncio.sleep(FETCH_TIMEOUT + 1)
    play.server_says({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [OTHER]}})
    await until(lambda: bool(play.log.of("ResponseDropped")))
    assert play.gate.tools.get("files", "read").description == "Reads."
