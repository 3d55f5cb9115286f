"""Servers behind one client: their lists, merged without waiting for the slow, and how they come and go."""

import asyncio

import pytest

from tests.clients.aggregate_harness import TWO
from tests.support.waiting import until
from toolguard.clients.aggregate import member as aggregate_member
from toolguard.clients.aggregate import members as aggregate_members


@pytest.mark.case(11)
async def test_pages_of_all_servers_are_merged_and_endless_lists_are_cut(make_harness):
    harness = make_harness(
        git={"tools": [["a"], [], ["b"]]}, mad={"tools": [["x"], ["y"]], "loops": True}, none={"prompts": ["p"]}
    )
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__a", "git__b", "mad__x", "mad__y"]
    assert await harness.list_names("prompts") == ["none__p"]
    assert len(harness.server("mad").received("tools/list")) == 2
    assert not harness.server("none").received("tools/list")


async def test_aggregated_tool_keeps_every_member_except_its_name(two_servers):
    tools = (await two_servers.ask("tools/list"))["tools"]
    assert tools[0] == {
        "name": "git__commit", "description": "it is commit", "inputSchema": {"type": "object"}, "vendor/x": 1,
    }  # fmt: skip


async def test_slow_server_does_not_delay_the_list_and_sends_list_changed_later(make_harness):
    slow = asyncio.Event()
    harness = make_harness(git={"tools": ["log"]}, snail={"tools": ["creep"], "slow": slow})
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__log"]
    slow.set()
    await harness.receive("notifications/tools/list_changed")
    assert await harness.list_names() == ["git__log", "snail__creep"]


async def test_server_that_never_answers_tools_list_delays_the_list_only_once(make_harness):
    harness = make_harness(git={"tools": ["log"]}, mute={"tools": ["x"], "deaf": ("tools/list",)})
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__log"]
    async with asyncio.timeout(0.15):
        assert await harness.list_names() == ["git__log"]
    assert len(harness.server("mute").received("tools/list")) == 1


async def test_dead_server_is_retried_with_the_next_list_and_automatically(make_harness, monkeypatch):
    monkeypatch.setattr(aggregate_members, "RETRY_DELAYS", (0.3, 0.3, 0.3))
    harness = make_harness(git={"tools": ["log"]}, dead={"tools": ["x"], "fails": "no such program"})
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__log"]
    del harness.parts["dead"]["fails"]
    await harness.receive("notifications/tools/list_changed")
    assert await harness.list_names() == ["git__log", "dead__x"]


@pytest.mark.case(12)
async def test_many_list_changes_are_notified_once(two_servers):
    two_servers.parts["git"]["tools"] = ["commit", "push"]
    for name in ("git", "mail", "git", "mail", "git"):
        two_servers.server(name).notify("notifications/tools/list_changed")
    await two_servers.receive("notifications/tools/list_changed")
    assert await two_servers.list_names() == ["git__commit", "git__push", "mail__send", "mail__log"]
    await asyncio.sleep(0.3)
    assert await two_servers.ask("ping") == {}
    assert two_servers.aside == []
    two_servers.call(1, "git__push")
    assert (await two_servers.server("git").receive("tools/call"))["params"]["name"] == "push"


async def test_first_list_sends_no_list_changed(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    await asyncio.sleep(0.3)
    assert await harness.ask("ping") == {}
    assert harness.aside == []


async def test_hiding_a_tool_restarts_a_list_in_progress(make_harness):
    """Its first page was read while the tool was still shown."""
    harness = make_harness(
        git={"tools": [], "told": {"capabilities": {"tools": {}}}}
    )  # it will not tell of changes itself
    harness.start()
    await harness.initialize()
    await harness.list_names()
    server = harness.server("git")
    server._answer = lambda _message: None
    harness.request(1, "tools/list")
    first = await server.receive("tools/list")
    server.respond(first, {"tools": [{"name": "secret"}], "nextCursor": "2"})
    late = await server.receive("tools/list")
    await harness.hide("git", "secret")
    harness.request(2, "tools/list")
    anew = await server.receive("tools/list")
    assert "cursor" not in anew["params"]
    server.respond(anew, {"tools": [{"name": "secret"}, {"name": "open"}]})
    assert [tool["name"] for tool in (await harness.answer(2))["result"]["tools"]] == ["git__open"]
    server.respond(late, {"tools": []})
    await until(lambda: any(one.get("id") == 1 for one in harness.client.log))
    assert [tool["name"] for tool in harness.facade._members.get("git").lists["tools/list"]] == ["git__open"]


async def test_a_tool_that_is_called_before_any_list_is_found(make_harness):
    """After the app died the client still knows the names."""
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    harness.allow()
    harness.call(1, "mail__send")
    assert (await harness.server("mail").receive("tools/call"))["params"]["name"] == "send"


async def test_added_server_is_listed_and_sends_list_changed(two_servers):
    two_servers.update_servers(time={"tools": ["now"]})
    await two_servers.receive("notifications/tools/list_changed")
    assert await two_servers.list_names() == ["git__commit", "git__log", "mail__send", "mail__log", "time__now"]
    two_servers.call(1, "time__now")
    await two_servers.server("time").receive("tools/call")


async def test_tool_of_a_removed_server_is_unknown_while_its_session_is_ending(two_servers):
    await two_servers.list_names()
    two_servers.update_servers(git={})
    two_servers.call(1, "git__log")
    assert (await two_servers.answer(1))["error"]["code"] == -32602


async def test_removed_server_leaves_no_open_requests(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow("git", "log")
    harness.call(1, "git__log")
    await harness.server("git").receive("tools/call")
    harness.call(2, "git__commit")
    await harness.wait_for_pending()
    harness.server("git").ask(5, "elicitation/create", message="?")
    question = await harness.receive("elicitation/create")
    harness.update_servers(git={})
    running, held = await harness.answer(1), await harness.answer(2)
    assert "may have had effects" in running["result"]["content"][0]["text"]
    assert "removed or turned off" in held["result"]["content"][0]["text"]
    back = [one for one in harness.aside if one.get("method") == "notifications/cancelled"] or [
        await harness.receive("notifications/cancelled")
    ]
    assert back[0]["params"]["requestId"] == question["id"]
    await until(lambda: harness.guard.sessions() == ("s.mail",))
    assert await harness.list_names() == ["mail__send", "mail__log"]
    assert (await harness.ask("tools/call", {"name": "git__log"}))["code"] == -32602
    assert len(harness.server("git").received("tools/call")) == 1
    harness.update_servers(git={"tools": ["pull"]})
    await harness.receive("notifications/tools/list_changed")
    await until(lambda: len(harness.opened["git"]) == 2)
    assert sorted(await harness.list_names()) == ["git__pull", "mail__log", "mail__send"]


async def test_session_ended_by_a_person_is_not_restarted_and_the_last_ends_the_client_session(two_servers):
    await two_servers.guard.end(["s.git"], "ended by you")
    await two_servers.receive("notifications/tools/list_changed")
    assert await two_servers.list_names() == ["mail__send", "mail__log"]
    two_servers.gate.renewed()
    assert two_servers.guard.sessions() == ("s.mail",)
    await two_servers.guard.end(["s.mail"], "ended by you")
    await until(lambda: two_servers.client.ended != "")
    assert "ended by you" in two_servers.client.ended


async def test_a_client_that_leaves_ends_every_session(two_servers):
    two_servers.call(1, "git__log")
    await two_servers.server("git").receive("tools/call")
    await two_servers.stop()
    assert two_servers.guard.sessions() == ()
    assert [one.server for one in two_servers.log.of("SessionEnded")][-1] == "*"
    assert two_servers.log.of("CallCancelled")
    assert two_servers.server("mail").ended


async def test_when_the_app_closes_every_call_is_answered_and_no_session_begins_again(two_servers):
    two_servers.call(1, "git__log")
    await two_servers.server("git").receive("tools/call")
    await two_servers.guard.close("app closing")
    assert "outcome unknown" in (await two_servers.answer(1))["error"]["message"]
    assert two_servers.client.ended == ""  # whoever closes the app says so to the client
    assert len(two_servers.opened["git"]) == 1


async def test_blocked_server_does_not_delay_others(make_harness):
    harness = make_harness(git={"tools": ["log"]}, deaf={"tools": ["x"]})
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow()
    harness.server("deaf").stuck = True
    for number in range(1_200):
        harness.call(f"d{number}", "deaf__x", {"n": number, "x": "x" * 20_000})
    harness.call(1, "git__log")
    await harness.server("git").receive("tools/call")
    refused = [one for one in [*harness.aside, *harness.client.log] if "error" in one]
    assert any("does not read the messages that it is sent" in one["error"]["message"] for one in refused)


async def test_call_that_is_cancelled_while_its_server_is_blocked_never_runs(make_harness):
    harness = make_harness(deaf={"tools": ["x"]})
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow()
    harness.server("deaf").stuck = True
    for number in range(1_200):
        harness.call(number, "deaf__x", {"x": "x" * 20_000})
    await harness.answer(1_199)  # the queue is full
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 500}})
    assert await harness.ask("ping") == {}
    harness.server("deaf").stuck = False
    while (await harness.server("deaf").receive("tools/call"))["id"] != 501:
        pass
    assert 500 not in [one["id"] for one in harness.server("deaf").received("tools/call")]


async def test_list_of_a_server_takes_limited_memory(make_harness, monkeypatch):
    """Each page fits a message, and their number and that of the tools are small."""
    monkeypatch.setattr(aggregate_member, "MAX_LIST_SIZE", 4_000)
    harness = make_harness(git={"tools": [], "told": {"capabilities": {"tools": {}}}})
    harness.start()
    await harness.initialize()
    server, pages = harness.server("git"), 0
    answer = server._answer

    def paged(message):
        nonlocal pages
        if message["method"] != "tools/list":
            return answer(message)
        pages += 1
        tool = {"name": f"tool{pages}", "inputSchema": {"type": "object"}, "description": "x" * 1_000}
        return {"result": {"tools": [tool], "nextCursor": str(pages)}}

    server._answer = paged
    await harness.list_names()
    assert len(harness.facade._members.get("git").lists["tools/list"]) == 3 and pages == 4
